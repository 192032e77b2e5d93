/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a report of a game to give away: report. */
#include "commands/table.h"

#include "base/ascii.h"
#include "base/disk.h"
#include "commands/kept_review.h"
#include "console/load.h"
#include "report/game_report.h"

#include <string.h>

/* What --side says: a side, or all ranks. */
enum { REPORT_ALL = SIDES };
static const char *const report_sides[] = {"red", "blue", "all", NULL};
enum { NOT_GIVEN = -1 };

struct report_terms {
    const char *path;
    const char *name;  /* for the player "you"; NULL: "a person" */
    int side;          /* a side, REPORT_ALL or NOT_GIVEN */
    int to;            /* an enum report_form, or NOT_GIVEN: by the ending of --out */
    struct review_terms terms;
};

/* Returns the form of the report: that of --to. Without it the form is that of the name of --out, or text. */
static enum report_form choose_form(const struct session *session, const struct report_terms *args)
{
    static const struct { const char *ending; enum report_form form; } endings[] = {
        {".html", REPORT_HTML}, {".htm", REPORT_HTML}, {".md", REPORT_MARKDOWN}, {".svg", REPORT_SVG}};
    if (args->to != NOT_GIVEN)
        return (enum report_form)args->to;
    const char *ending = session->filing ? strrchr(disk_file_name(session->filing), '.') : NULL;
    for (size_t i = 0; ending && i < sizeof endings / sizeof endings[0]; i++)
        if (ascii_compare(ending, endings[i].ending) == 0)
            return endings[i].form;
    return REPORT_TEXT;
}

/* Sets what the report shows: all ranks, or (*all false) what *seat knew. Without --side it is all of a game
 * that is over. Of another game it is the seat of "you" or, if no player is "you", that of load_viewer.
 * STATUS_NO if that would show ranks that are hidden from the user, or all ranks of a game that goes on. */
static enum status choose_side(const struct session *session, const struct report_terms *args,
                               const struct record *record, const struct position *position, bool *all,
                               enum side *seat, struct error *error)
{
    bool over = record->outcome.result != RESULT_OPEN;
    bool red_is_you = strcmp(record->player[RED], "you") == 0;
    bool blue_is_you = strcmp(record->player[BLUE], "you") == 0;
    *all = args->side == REPORT_ALL || (args->side == NOT_GIVEN && over);
    if (*all && !over)
        return error_set(error, STATUS_NO, "report: the game is not over: --side red or --side blue shows "
                         "what that side knows");
    if (!*all && args->side != NOT_GIVEN)
        *seat = (enum side)args->side;
    else if (red_is_you != blue_is_you)
        *seat = red_is_you ? RED : BLUE;
    else
        *seat = load_viewer(session, args->path, record, position);
    enum status status = load_check_visible(session, args->path, record, *seat, error);
    return status || !*all ? status
                           : load_check_visible(session, args->path, record, side_other(*seat), error);
}

/* Writes the report from a review. */
static void print_report(struct session *session, const struct report_terms *args,
                         const struct record *record, const struct board *board, const struct review *review,
                         bool all, enum side seat)
{
    struct text out = {0};
    char names[SIDES][PLAYER_WORDS];
    const struct ladder *ladder = ladders_for_variant(session->ladders, record->start.variant);
    enum report_form form = choose_form(session, args);
    struct game_report report = {
        .view = {.review = review, .record = record, .board = board, .seat = seat, .both = all,
                 .moves = args->terms.worst, .notation = session_notation(session)}};
    for (enum side side = RED; side <= BLUE; side++) {
        const char *name = record->player[side];
        report.player[side] = !name[0] ? "?" : ladder_player_name(ladder, name, names[side]);
        if (strcmp(name, "you") == 0)
            report.player[side] = args->name ? args->name : "a person";
    }
    game_report_write(&report, form, &out);
    session_print_document(session, report_forms[form], &out);
}

/* Runs the review and writes the report. */
static enum status run_game_report(struct session *session, const void *arguments, struct error *error)
{
    const struct report_terms *args = arguments;
    struct record record = {0};
    struct position position = {0};
    struct review review = {0};
    struct view view = {0};
    bool all = false;
    enum side seat = RED;
    enum status status = load_record(session, &command_report, args->path, &record, &position, error);
    if (!status)
        status = choose_side(session, args, &record, &position, &all, &seat, error);
    if (!status)
        status = kept_review_make(session, &command_report, &args->terms, args->path, &record, &review,
                                  error);
    if (!status && !all && !review.own_chance[seat])
        status = error_set(error, STATUS_NO, "not all ranks of %s are known", side_name(seat));
    if (!status && all) {
        seat = kept_review_seat(&record, &review);
        print_report(session, args, &record, &position.board, &review, true, seat);
    } else if (!status) {
        review_limit(&review, seat);
        view_init(&view, &position, seat);
        print_report(session, args, &record, &view.board, &review, false, seat);
    }
    view_free(&view);
    review_free(&review);
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_report = {
    .name = "report", .group = GROUP_LOOK,
    .keywords = "export html page web give away share send friend publish print pdf svg picture markdown md "
                "summary document review blunders",
    .analyses = true, .at = true, .picks = true,
    .words = ARGUMENTS(
        WORD_FILE(struct report_terms, path, "FILE", "a game", .optional = true,
                  .standard = "the game at hand")),
    .flags = ARGUMENTS(
        FLAG_CHOICE(struct report_terms, to, "to", report_forms, "the form",
                    .standard = "by the ending of --out, or text"),
        FLAG_CHOICE(struct report_terms, side, "side", report_sides,
                    "what that side knew, or all ranks of a game that is over", .alias = "seat",
                    .standard = "all, or while the game is not over, yours"),
        FLAG_TEXT(struct report_terms, name, "name", "the name of the player whom the file calls 'you'",
                  .value = "NAME", .standard = "a person"),
        REVIEW_FLAGS(struct report_terms, terms)),
    .out = true,
    DEFAULTS(struct report_terms, .side = NOT_GIVEN, .to = NOT_GIVEN, .terms = REVIEW_TERMS),
    .help = "writes a report of a game to give away, as a page, a picture or text",
    .details =
        "'report FILE --out game.html' writes one page with the players, the result, the chance to win,\n"
        "boards where the game turned, mistakes with better moves, what moves and luck did, comments and\n"
        "all moves. It needs nothing else, neither the program nor a network, fits a telephone and paper,\n"
        "and is dark where the screen is. html, md (Markdown) and text have the same facts; svg is a\n"
        "picture of the curve and the boards. The figures are those of 'review', whose judged moves are\n"
        "read if they were kept. From one side, each board shows only what that side knew then.",
    .run = run_game_report,
};
