/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A yardstick: takes what can be taken at once. Of the attacks it plays the one that promises most, counting
 * each piece as one, as fm of Redeca & Groza 2018 does, and the flag as an army; an unknown piece's rank is
 * weighed by what is left (equations 1 and 2 there). Where no attack promises anything, it plays one of the
 * other moves at random, and where there are none, the least bad attack. It looks no further and values
 * nothing else. */
#include "agent/kinds.h"

/* What an attack with such ranks gains. */
static int gain_of(int mover, int victim)
{
    if (victim == FLAG)
        return PIECES_A_SIDE;
    enum battle battle = battle_result(mover, victim);
    return battle == BATTLE_WON ? 1 : battle == BATTLE_LOST ? -1 : 0;
}

/* The expected gain of an attack. */
static double expected_gain(const struct board *board, struct move move)
{
    int mover = board->piece[board->at[move.from]].rank;
    const struct piece *victim = &board->piece[board->at[move.to]];
    if (victim->rank != RANK_UNKNOWN)
        return gain_of(mover, victim->rank);
    int total = 0, gain = 0;
    for (int rank = victim->moved ? SPY : FLAG; rank < RANKS; rank++) {
        int left = board->unknown_count[victim->side][rank];
        total += left;
        gain += left * gain_of(mover, rank);
    }
    return total ? (double)gain / total : 0;
}

/* Keeps each of so many equally good moves with the same chance. */
static void keep_one(struct move *best, struct move move, uint32_t equal, struct rng *rng)
{
    if (rng_below(rng, equal) == 0)
        *best = move;
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    const struct board *board = &view->board;
    struct move moves[MOVES_MAX], attack = MOVE_NONE, quiet = MOVE_NONE;
    uint32_t attacks = 0, quiets = 0;
    double most = 0;
    int count = think_moves(think, board, moves);
    (void)state;
    for (int i = 0; i < count; i++) {
        if (board->at[moves[i].to] == NO_PIECE) {
            keep_one(&quiet, moves[i], ++quiets, think->rng);
            continue;
        }
        double gain = expected_gain(board, moves[i]);
        if (attacks && gain < most)
            continue;
        attacks = attacks && gain == most ? attacks + 1 : 1;
        most = gain;
        keep_one(&attack, moves[i], attacks, think->rng);
    }
    return attacks && (most > 0 || !quiets) ? attack : quiet;
}

const struct agent_kind agent_greedy = {
    .name = "greedy",
    .help = "takes what it may hope to take at once, and moves at random otherwise",
    .move = best_move,
    .only_own = true,
};
