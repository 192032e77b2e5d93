/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews a game: review. */
#include "commands/table.h"

#include "analysis/review_keep.h"
#include "base/disk.h"
#include "console/load.h"
#include "game/notation.h"
#include "report/play_words.h"
#include "report/review_text.h"

#include <string.h>

struct review_args {
    const char *path;
    int side;         /* SIDE_NOT_GIVEN: both, from the seat of "you" or, if there is none, red's */
    uint64_t worst;   /* max number of moves listed */
    uint64_t worlds;  /* to compare two moves */
    bool keep;        /* the judged moves are written beside the game's file */
};

/* Returns the seat from which the review is written: the given side. If none is given, it is that of "you",
 * or red's if there is no "you"; if the ranks of that seat are not known, the other one. */
static enum side choose_seat(const struct review_args *args, const struct record *record,
                             const struct review *review)
{
    if (args->side != SIDE_NOT_GIVEN)
        return (enum side)args->side;
    bool blue = strcmp(record->player[BLUE], "you") == 0 && strcmp(record->player[RED], "you") != 0;
    enum side seat = blue ? BLUE : RED;
    return review->own_chance[seat] ? seat : side_other(seat);
}

/* Finds the file that may keep the review of the game in the file `path` (NULL: it has none), and checks what
 * --store needs. */
static enum status find_kept(const struct review_args *args, const char *path, const struct record *record,
                             char kept[REVIEW_KEPT_PATH], struct error *error)
{
    bool found = path && review_kept_path(path, kept);
    if (!args->keep)
        return STATUS_OK;
    if (!found || !args->worlds)
        return error_set(error, STATUS_BAD, "review --store needs %s",
                         found ? "--worlds above 0" : "the file of a game");
    if (record->outcome.result == RESULT_OPEN)
        return error_set(error, STATUS_NO, "%s: the game is not over: its review is not kept", path);
    return disk_check_writable(kept, error);
}

/* Writes the judged moves for --store, and reports why those that were kept do not count. */
static enum status finish_kept(struct session *session, const struct review_args *args,
                               const struct review *review, const struct review_request *request,
                               const char *kept, struct error *error)
{
    if (review->kept_fault.status)
        session_notice(session, "%s; the moves are judged again", review->kept_fault.text);
    return args->keep && !review->was_kept ? review_keep(review, request, kept, error) : STATUS_OK;
}

/* Shows how many moves were judged. */
static void print_judged(void *context, unsigned done, unsigned total)
{
    session_progress(context, "review: %u of %u moves", done, total);
}

/* Runs the review. STATUS_NO if a side is still sealed, or the ranks of the given side are not known. */
static enum status run_review(struct session *session, const void *arguments, struct error *error)
{
    const struct review_args *args = arguments;
    struct record record = {0};
    struct position position = {0};
    struct review review = {0};
    struct analysis_watch watch = {.stop = session->stop, .report = print_judged, .context = session};
    struct text out = {0};
    char kept[REVIEW_KEPT_PATH] = "";
    enum status status = load_record(session, &command_review, args->path, &record, &position, error);
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = load_check_visible(session, args->path, &record, side, error);
    if (status == STATUS_NO && !args->path) /* as the key says it */
        error_set(error, status,
                  "review: that is for after the game: it would reveal what your opponent thinks");
    if (!status)
        status = find_kept(args, args->path ? args->path : session_file(session), &record, kept, error);
    if (!status) {
        const struct review_request request = {
            .kept = kept[0] ? kept : NULL, .record = &record, .worlds = (uint32_t)args->worlds,
            .settings = &session->settings, .seed = session->seed, .threads = session->jobs,
            .library = session->library, .notation = session_notation(session),
        };
        status = review_make(&review, &request, &watch, error);
        session_progress(session, "%s", ""); /* clear the line */
        if (!status)
            status = finish_kept(session, args, &review, &request, kept, error);
    }
    if (!status && args->side != SIDE_NOT_GIVEN && !review.own_chance[args->side])
        status = error_set(error, STATUS_NO, "not all ranks of %s are known",
                           side_name((enum side)args->side));
    if (!status) {
        enum side seat = choose_seat(args, &record, &review);
        const struct review_view view = {
            .review = &review, .record = &record, .board = &position.board, .seat = seat,
            .both = args->side == SIDE_NOT_GIVEN, .you = strcmp(record.player[seat], "you") == 0,
            .moves = args->worst, .notation = session_notation(session)};
        words_add_players(ladders_for_variant(session->ladders, record.start.variant), &record,
                          &position.board, &out);
        review_text(&view, &out);
        review_json(&view, session->answer);
    }
    session_print_text(session, &out);
    review_free(&review);
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_review = {
    .name = "review", .formerly = "grade", .group = GROUP_PLAN,
    .keywords = "grade mistakes blunders analyse analyze analysis annotate accuracy errors omissions "
                "learn graph chance win luck skill",
    .analyses = true, .picks = true,
    .words = ARGUMENTS(
        WORD_FILE(struct review_args, path, "FILE", "a game", .optional = true,
                  .standard = "the game at hand")),
    .flags = ARGUMENTS(
        FLAG_SIDE(struct review_args, side, "from whose seat", "yours, or red's, with both sides' moves"),
        FLAG_WHOLE(struct review_args, worst, "worst", 0, 1000,
                   "so many of the moves that cost most"),
        FLAG_WHOLE(struct review_args, worlds, "worlds", 0, 65536,
                   "so many worlds to compare a move with a better one; 0: moves are not judged"),
        FLAG_SWITCH(struct review_args, keep, "store",
                    "keeps the judged moves of a finished game beside its file, as .NAME.review")),
    .out = true,
    DEFAULTS(struct review_args, .side = SIDE_NOT_GIVEN, .worst = 8, .worlds = REVIEW_WORLDS),
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
