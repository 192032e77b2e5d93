/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews a game: review. */
#include "commands/table.h"

#include "commands/kept_review.h"
#include "console/load.h"
#include "game/notation.h"
#include "report/play_words.h"
#include "report/review_text.h"

#include <string.h>

struct review_args {
    const char *path;
    int side;         /* SIDE_NOT_GIVEN: both, from the seat of "you" or, if there is none, red's */
    struct review_terms terms;
};

/* Runs the review. Of a game that is not over, a given side gets what it knew alone. STATUS_NO if a side is
 * still sealed, or the ranks of the given side are not known. */
static enum status run_review(struct session *session, const void *arguments, struct error *error)
{
    const struct review_args *args = arguments;
    struct record record = {0};
    struct position position = {0};
    struct review review = {0};
    struct view known = {0};
    struct text out = {0};
    enum status status = load_record(session, &command_review, args->path, &record, &position, error);
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = load_check_visible(session, args->path, &record, side, error);
    if (status == STATUS_NO && !args->path) /* as the key says it */
        error_set(error, status,
                  "review: that is for after the game: it would reveal what your opponent thinks");
    if (!status)
        status = kept_review_make(session, &command_review, &args->terms, args->path, &record, &review,
                                  error);
    if (!status && args->side != SIDE_NOT_GIVEN && !review.own_chance[args->side])
        status = error_set(error, STATUS_NO, "not all ranks of %s are known",
                           side_name((enum side)args->side));
    if (!status) {
        enum side seat = args->side != SIDE_NOT_GIVEN ? (enum side)args->side
                                                      : kept_review_seat(&record, &review);
        bool is_limited = args->side != SIDE_NOT_GIVEN && record.outcome.result == RESULT_OPEN;
        if (is_limited) {
            review_limit(&review, seat);
            view_init(&known, &position, seat);
        }
        const struct board *board = is_limited ? &known.board : &position.board;
        const struct review_view view = {
            .review = &review, .record = &record, .board = board, .seat = seat,
            .both = args->side == SIDE_NOT_GIVEN, .you = strcmp(record.player[seat], "you") == 0,
            .moves = args->terms.worst, .notation = session_notation(session)};
        words_add_players(ladders_for_variant(session->ladders, record.start.variant), &record,
                          board, &out);
        review_text(&view, &out);
        review_json(&view, session->answer);
    }
    session_print_text(session, &out);
    view_free(&known);
    review_free(&review);
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_review = {
    .name = "review", .formerly = "grade", .group = GROUP_PLAN,
    .keywords = "grade mistakes blunders analyse analyze analysis annotate accuracy errors omissions "
                "learn graph chance win luck skill",
    .analyses = true, .at = true, .picks = true,
    .words = ARGUMENTS(
        WORD_FILE(struct review_args, path, "FILE", "a game", .optional = true,
                  .standard = "the game at hand")),
    .flags = ARGUMENTS(
        FLAG_SIDE(struct review_args, side, "from whose seat", "yours, or red's, with both sides' moves"),
        REVIEW_FLAGS(struct review_args, terms)),
    .out = true,
    DEFAULTS(struct review_args, .side = SIDE_NOT_GIVEN, .terms = REVIEW_TERMS),
    .help = "shows how a game went: mistakes, luck, and where it turned",
    .details =
        "The graph shows the seat's chance to win by the learnt value ('help value'), from what it could\n"
        "know. The result is the chance at the start, and what was added by the side's own moves, by the\n"
        "opponent's moves and by luck, which is what the fights gave beyond what the attacker could\n"
        "expect. A move that could be better is played out against the best one in the same worlds, by\n"
        "what its side knew then: an inaccuracy gives away 5 points of the chance to win or more, a\n"
        "mistake 10, a blunder 20. It is brilliant if it is the best and the plans' own choice would have\n"
        "been a mistake; an attack that lost its piece must also have raised the chance. A better move of\n"
        "a side is named once, where missing it cost most. Turning points are the moves that changed the\n"
        "seat's chance by 5 points or more, for whatever reason (of several in a row the largest), and\n"
        "always those by which a spy took a marshal. A long game takes half a minute; what was kept\n"
        "beside the file, by --store or by the screen, is not judged again. On the screen: E, when a game\n"
        "is over.",
    .run = run_review,
};
