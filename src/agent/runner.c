/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner that flees. Its pieces leave every enemy that may capture them, move to and fro as
 * long as the repetition rules permit, and attack only if there is no other move. An opponent wins only by
 * cornering them. */
#include "agent/kinds.h"

#include "agent/one_ply.h"

enum { SIGHT, DOUBT, OPTIONS };

static const struct option options[OPTIONS] = {
    [SIGHT] = {"sight", OPTION_INT, 1, 10, 4, NULL, "squares",
               "how far off it sees what may take a piece", ""},
    [DOUBT] = {"doubt", OPTION_NUMBER, 0, 1, 1, NULL, "of the chance",
               "how far it fears unknown pieces that have moved", ""},
};

const struct option_group runner_group = {
    .name = "runner",
    .meaning = "what the agent runner flees from",
    .options = options, .count = OPTIONS,
};

/* Returns the danger for `piece` on `square`, in the unit of `worth`: the sum over the enemy pieces in
 * sight of the probability that they capture it, divided by the squared distance, times the value of the
 * piece. */
static double sum_of_fear(const struct rating_terms *terms, const struct piece *piece, int square)
{
    const struct board *board = terms->board;
    bitboard enemies = board->occupied[side_other(piece->side)];
    double sum = 0;
    while (enemies) {
        int other = bits_pop(&enemies), distance = square_distance(square, other);
        const struct piece *enemy = &board->piece[board->at[other]];
        if (distance && distance <= (int)terms->option[SIGHT])
            sum += estimate_threat(board, enemy, piece, terms->option[DOUBT]) / (distance * distance);
    }
    return sum * terms->worth->value[piece->side][piece->rank];
}

enum { ATTACK_PENALTY = 1000 }; /* more than any danger */

/* Returns the value of a move: gain and avoided danger. An attack is always worse than any other move. A move
 * that goes straight back (estimate_returns) gets a bonus of 0.02. */
static double rate_runner_move(const struct rating_terms *terms, struct move move)
{
    const struct board *board = terms->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    double gain = estimate_gain(terms->worth, board, move);
    if (board->at[move.to] != NO_PIECE)
        return gain - ATTACK_PENALTY;
    return gain + sum_of_fear(terms, mover, move.from) - sum_of_fear(terms, mover, move.to) +
           (estimate_returns(board, move) ? 0.02 : 0);
}

/* The `load` callback: reads the options; it cannot fail. */
static enum status runner_load(void *state, const struct settings *settings, struct library *library,
                               struct error *error)
{
    (void)library, (void)error;
    return one_ply_load(state, settings, &runner_group, rate_runner_move);
}

const struct agent_kind agent_runner = {
    .name = "runner",
    .help = "flees and shuffles, and attacks only if it must",
    .options = "runner", .size = sizeof(struct one_ply), .load = runner_load, .move = one_ply_move,
    .own_options_only = true,
};
