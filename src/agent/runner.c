/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner: runs. It leaves whatever may take one of its pieces, shuffles to and fro as long as the
 * repetition rules let it, and attacks only where it has no other move. Who cannot corner it does not win. */
#include "agent/kinds.h"

#include "agent/reckoner.h"

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

/* What the piece fears on a square: for each enemy piece in sight its value times the chance to be taken, by
 * the distance. */
static double fear(const struct reckoning *turn, const struct piece *piece, int square)
{
    const struct board *board = turn->board;
    bitboard enemies = board->occupied[side_other(piece->side)];
    double sum = 0;
    while (enemies) {
        int other = bits_pop(&enemies), distance = square_distance(square, other);
        const struct piece *enemy = &board->piece[board->at[other]];
        if (distance && distance <= (int)turn->option[SIGHT])
            sum += reckon_threat(board, enemy, piece, turn->option[DOUBT]) / (distance * distance);
    }
    return sum * turn->worth->value[piece->side][piece->rank];
}

enum { NEVER = 1000 }; /* more than all that can be feared */

static double judge(const struct reckoning *turn, struct move move)
{
    const struct board *board = turn->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    double gain = reckon_gain(turn->worth, board, move);
    if (board->at[move.to] != NO_PIECE)
        return gain - NEVER;
    return gain + fear(turn, mover, move.from) - fear(turn, mover, move.to) +
           (reckon_returns(board, move) ? 0.02 : 0);
}

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    (void)library, (void)error;
    return reckoner_load(state, settings, &runner_group, judge);
}

const struct agent_kind agent_runner = {
    .name = "runner",
    .help = "flees and shuffles, and attacks only if it must",
    .options = "runner",
    .size = sizeof(struct reckoner),
    .load = load,
    .move = reckoner_move,
    .only_own = true,
};
