/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the moves of a game: moves. */
#include "commands/table.h"

#include "analysis/chance.h"
#include "base/memory.h"
#include "base/plural.h"
#include "console/load.h"
#include "play/view_at.h"
#include "report/moves_text.h"
#include "report/play_words.h"
#include "report/show.h"

#include <stdlib.h>

enum { NUMBER_MAX = 1000000 }; /* max number of a move in --first and --last */

struct moves_args {
    const char *path;
    int side;           /* SIDE_NOT_GIVEN: see choose_seat */
    uint64_t first, last; /* numbers of moves; 0: from the first, to the last */
    bool chances;
};

/* Chooses the seat whose knowledge is listed: that of --side. Without --side all ranks are listed if the
 * whole game is over, otherwise those that the viewer knows. STATUS_NO if the seat's pieces must not be
 * shown. */
static enum status choose_seat(const struct session *session, const struct moves_args *args,
                               const struct record *record, const struct position *position,
                               struct outcome whole, enum side *seat, struct error *error)
{
    *seat = args->side != SIDE_NOT_GIVEN    ? (enum side)args->side
            : whole.result != RESULT_OPEN ? SIDES
                                          : load_viewer(session, args->path, record, position);
    enum status status = STATUS_OK;
    for (enum side side = RED; side <= BLUE && !status; side++)
        if (*seat == SIDES || *seat == side)
            status = load_check_visible(session, args->path, record, side, error);
    return status;
}

/* Checks --first and --last, and stores the numbers of the first and last move that are listed. */
static enum status find_range(const struct moves_args *args, const struct record *record,
                              const struct board *board, struct moves_view *view, struct error *error)
{
    unsigned last = record->plies ? board_move_number(board, board->plies - 1) : 0;
    if (args->first > last || args->last > last)
        return error_set(error, STATUS_BAD, "moves --%s %llu: there %s only %u move%s",
                         args->first > last ? "first" : "last",
                         (unsigned long long)(args->first > last ? args->first : args->last),
                         last == 1 ? "is" : "are", last, plural(last));
    if (args->last && args->first > args->last)
        return error_set(error, STATUS_BAD, "moves: --first %llu is after --last %llu",
                         (unsigned long long)args->first, (unsigned long long)args->last);
    view->first = (unsigned)args->first;
    view->last = args->last ? (unsigned)args->last : last;
    return STATUS_OK;
}

/* Computes the chances of the sides whose knowledge is listed and whose ranks are all known. */
static enum status find_chances(struct session *session, const struct record *record,
                                const struct position *position, struct moves_view *view,
                                double *chance[SIDES], struct error *error)
{
    struct analysis_watch watch = {.stop = session->stop};
    enum status status = STATUS_OK;
    for (enum side side = RED; side <= BLUE && !status; side++) {
        const struct analysis_request request = {
            .record = record, .side = side, .parts = ANALYSIS_BELIEFS, .settings = &session->settings,
            .seed = session->seed, .library = session->library, .notation = view->notation};
        int unknown = 0;
        for (int rank = 0; rank < RANKS; rank++)
            unknown += position->board.unknown_count[side][rank];
        if (unknown || (view->seat != SIDES && view->seat != side))
            continue;
        chance[side] = memory_new(record->plies + 1, sizeof *chance[side]);
        view->chance[side] = chance[side];
        status = chance_curve(&request, &watch, chance[side], error);
    }
    return status;
}

/* Prints the list. */
static void print_moves(struct session *session, const struct moves_args *args, const struct moves_view *view,
                        struct outcome outcome)
{
    const struct record *record = view->record;
    struct json *json = session->answer;
    struct text out = {0};
    words_add_players(ladders_for_variant(session->ladders, record->start.variant), record, view->board,
                      &out);
    moves_text(view, &out);
    if (args->chances && !view->chance[RED] && !view->chance[BLUE])
        text_add(&out, "no chance to win can be worked out: no side is known whole\n");
    else if (args->chances)
        text_printf(&out, "%%: the chance of %s to win after the move, by what it knew\n",
                    side_name(view->chance[RED] ? RED : BLUE));
    session_print_text(session, &out);
    json_printf(json, "{file: %s, variant: %s, red: %s, blue: %s, side: %s", args->path,
                variant_at(record->start.variant)->name, record->player[RED], record->player[BLUE],
                view->seat == SIDES ? NULL : side_name(view->seat));
    moves_json(view, json);
    show_outcome_json(outcome, json);
    json_close(json, '}');
}

/* Runs `moves`. */
static enum status run_moves(struct session *session, const void *arguments, struct error *error)
{
    const struct moves_args *args = arguments;
    struct record record = {0};
    struct position position = {0};
    struct view view = {0};
    struct moves_view list = {.record = &record, .board = &position.board,
                              .notation = session_notation(session)};
    struct outcome whole = {0};
    double *chance[SIDES] = {NULL, NULL};
    enum status status = load_moment(session, &command_moves, args->path, &record, &position, &whole, error);
    if (!status)
        status = choose_seat(session, args, &record, &position, whole, &list.seat, error);
    if (!status)
        status = find_range(args, &record, &position.board, &list, error);
    if (!status && list.seat != SIDES) {
        struct outcome ignored;
        status = view_init_at(&record, record.plies, list.seat, &view, &ignored, error);
        list.board = &view.board;
    }
    if (!status && args->chances)
        status = find_chances(session, &record, &position, &list, chance, error);
    if (!status)
        print_moves(session, args, &list, record.outcome);
    free(chance[RED]);
    free(chance[BLUE]);
    view_free(&view);
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_moves = {
    .name = "moves", .group = GROUP_LOOK,
    .keywords = "fights battles captures replay list history score sheet notation comments log",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct moves_args, path)),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct moves_args, first, "first", 1, NUMBER_MAX, "begins with this move", .value = "N",
                   .standard = "the first"),
        FLAG_WHOLE(struct moves_args, last, "last", 1, NUMBER_MAX, "ends with this move", .value = "N",
                   .standard = "the last"),
        FLAG_SIDE(struct moves_args, side, "whose knowledge of ranks is used",
                  "all ranks of a game that is over, else those that the side to move knows"),
        FLAG_SWITCH(struct moves_args, chances, "chances", "also the chance to win after each move")),
    .out = true,
    DEFAULTS(struct moves_args, .side = SIDE_NOT_GIVEN),
    .help = "lists the moves of a game, with ranks, fights, comments and times",
    .details = "Red's and blue's move have one number, as people count. A quiet move has the name of the\n"
               "piece, if that is known, a fight its result. Then come the time that the move took, if the\n"
               "game had a clock, and the chance to win: that of --side, else red's. 'note' writes comments.",
    .run = run_moves,
};
