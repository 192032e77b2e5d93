/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner: runs. It leaves whatever may take one of its pieces, shuffles to and fro as long as the
 * repetition rules let it, and attacks only where it has no other move. Who cannot corner it does not win. */
#include "agent/kinds.h"

#include "agent/reckon.h"
#include "base/memory.h"

#include <stdlib.h>

enum { SIGHT, DOUBT, OPTIONS };

static const struct option options[OPTIONS] = {
    [SIGHT] = {"sight", OPTION_INT, 1, 10, 4, NULL, "squares",
               "how far off it sees who may take a piece", ""},
    [DOUBT] = {"doubt", OPTION_NUMBER, 0, 1, 1, NULL, "of the chance",
               "how far it fears unknown pieces that have moved", ""},
};

const struct option_group runner_group = {
    .name = "runner",
    .meaning = "what the agent runner flees from",
    .options = options,
    .count = OPTIONS,
};

struct runner {
    double option[OPTIONS];
    struct worth_options worth;
};

static enum status start(void **state, const struct settings *settings, struct library *library,
                         struct error *error)
{
    struct runner *self = *state = memory_new(1, sizeof *self);
    (void)library, (void)error;
    settings_group(settings, runner_group.name, self->option, OPTIONS);
    worth_options_init(&self->worth);
    return STATUS_OK;
}

struct flight {
    const struct runner *self;
    const struct board *board;
    const struct worth *worth;
};

/* What the piece fears on a square: for each enemy piece in sight its value times the chance to be taken, by
 * the distance. */
static double fear(const struct flight *flight, const struct piece *piece, int square)
{
    const struct board *board = flight->board;
    bitboard enemies = board->of[side_other(piece->side)];
    double sum = 0;
    while (enemies) {
        int other = bits_pop(&enemies), distance = square_distance(square, other);
        const struct piece *enemy = &board->piece[board->at[other]];
        if (distance && distance <= (int)flight->self->option[SIGHT])
            sum += reckon_threat(board, enemy, piece, flight->self->option[DOUBT]) / (distance * distance);
    }
    return sum * flight->worth->value[piece->side][piece->rank];
}

enum { NEVER = 1000 }; /* more than all that can be feared */

static double judge(const void *context, struct move move)
{
    const struct flight *flight = context;
    const struct board *board = flight->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    double gain = reckon_gain(flight->worth, board, move);
    if (board->at[move.to] != NO_PIECE)
        return gain - NEVER;
    return gain + fear(flight, mover, move.from) - fear(flight, mover, move.to) +
           (reckon_returns(board, move) ? 0.02 : 0);
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    const struct runner *self = state;
    struct worth worth;
    const struct flight flight = {self, &view->board, &worth};
    worth_compute(&self->worth, view, &worth);
    return reckon_best(think, &view->board, judge, &flight);
}

const struct agent_kind agent_runner = {
    .name = "runner",
    .help = "flees and shuffles, and attacks only if it must",
    .options = "runner",
    .start = start,
    .end = free,
    .move = best_move,
    .only_own = true,
};
