/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positions that searches are measured on: positions make, positions show. */
#include "commands/table.h"

#include "base/plural.h"
#include "file/file.h"
#include "lab/arts_make.h"

#include <string.h>

/* --- make --- */

struct make_args {
    int phase; /* enum arts_phase */
    uint64_t count;
};

/* Shows the number of games played so far as progress. */
static void print_game_count(void *context, size_t games)
{
    session_progress(context, "%zu game%s", games, plural(games));
}

/* Runs `positions make`. Without --seed the seed is 1, which made the built-in positions. */
static enum status run_make(struct session *session, const void *arguments, struct error *error)
{
    const struct make_args *args = arguments;
    struct text text = {0};
    struct arts_make_terms terms = {.phase = (enum arts_phase)args->phase, .count = (size_t)args->count,
                                    .seed = session->has_seed ? session->seed : 1, .jobs = session->jobs,
                                    .settings = &session->settings, .library = session->library,
                                    .stop = session->stop, .progress = print_game_count, .context = session};
    enum status status = arts_make(&terms, &text, error);
    session_progress(session, "%s", "");
    if (!status)
        session_print_document(session, "positions", &text);
    text_free(&text);
    return status;
}

const struct command command_positions_make = {
    .name = "positions make", .group = GROUP_MEASURE,
    .keywords = "test suite",
    .words = ARGUMENTS(
        {.name = "PHASE", .kind = VALUE_CHOICE, .at = offsetof(struct make_args, phase),
         .words = arts_phase_names, .meaning = "opening, middle or end"}),
    .flags = ARGUMENTS(FLAG_WHOLE(struct make_args, count, "count", 1, 1000, "how many positions")),
    .out = true,
    DEFAULTS(struct make_args, .phase = -1, .count = ARTS_POSITIONS_A_PHASE),
    .help = "makes positions that searches are measured on, with beliefs, from games between agents",
    .details = "The agents play each against each, from setups drawn from the model of people's; each game\n"
               "gives one position of the phase, drawn by chance. What the side to move may not know is\n"
               "left out. With --seed 1, which is the default, it made the 300 positions that the program\n"
               "has (doc/positions.md); agents or a guesser that have changed since then give others.",
    .run = run_make,
};

/* --- show --- */

struct positions_show_args {
    const char *name; /* of the position to write as a file; NULL: list all */
};

/* Prints one position as a line of the list: the numbers of pieces, hidden enemy pieces and legal moves. */
static void print_position_row(struct session *session, const struct arts_position *item)
{
    const struct board *board = &item->view.board;
    struct json *json = session->answer;
    enum side enemy = side_other(item->view.side);
    struct move moves[MOVES_MAX];
    int own = bits_count(board->occupied[item->view.side]), others = bits_count(board->occupied[enemy]),
        hidden = 0;
    int legal = board_moves(board, moves);
    for (bitboard squares = board->occupied[enemy]; squares;)
        hidden += board->piece[board->at[bits_pop(&squares)]].rank == RANK_UNKNOWN;
    session_printf(session, "%-12s %-4s %2d pieces, enemy %2d with %2d hidden, %2d moves\n", item->name,
                   side_name(item->view.side), own, others, hidden, legal);
    json_printf(json, "{name: %s, to_move: %s, pieces: %d, enemy_pieces: %d, enemy_hidden: %d, "
                      "legal_moves: %d}",
                item->name, side_name(item->view.side), own, others, hidden, legal);
}

/* Runs `positions show`: lists the built-in positions, or writes one as a file. */
static enum status run_show(struct session *session, const void *arguments, struct error *error)
{
    const struct positions_show_args *args = arguments;
    struct arts_positions positions = {0};
    bool found = !args->name;
    arts_positions_standard(&positions);
    if (!args->name)
        json_printf(session->answer, "{positions: [");
    for (size_t i = 0; i < positions.count; i++) {
        const struct arts_position *item = &positions.items[i];
        if (!args->name) {
            print_position_row(session, item);
        } else if (strcmp(args->name, item->name) == 0) {
            found = true;
            struct text text = {0};
            position_write(&item->seen, &text);
            session_print_document(session, "position", &text);
        }
    }
    if (!args->name)
        json_printf(session->answer, "]}");
    arts_positions_free(&positions);
    return found ? STATUS_OK : error_set(error, STATUS_BAD, "positions show: found '%.40s', expected a name "
                                         "as opening-001", args->name);
}

/* Gives completion the names of the built-in positions. */
static void list_positions(name_taker *take, void *context)
{
    struct arts_positions positions = {0};
    arts_positions_standard(&positions);
    for (size_t i = 0; i < positions.count; i++)
        take(context, positions.items[i].name);
    arts_positions_free(&positions);
}

const struct command command_positions_show = {
    .name = "positions show", .group = GROUP_MEASURE,
    .keywords = "test suite",
    .words = ARGUMENTS(
        WORD_TEXT(struct positions_show_args, name, "NAME", "the position to write as a file",
                  .names = list_positions, .optional = true, .standard = "a list of them all")),
    .out = true, .args_size = sizeof(struct positions_show_args),
    .help = "lists the 300 positions that searches are measured on, or writes one as a position file",
    .details = "In the file hidden pieces are '?', as the side to move sees them.",
    .run = run_show,
};
