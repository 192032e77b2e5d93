/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simple player for comparison. It makes the attack with the highest expected gain: each piece counts as
 * 1, as in fm of Redeca & Groza 2018, and the flag as a whole army; an unknown piece has each remaining
 * rank with the probability of equations 1 and 2 there. If no attack has a positive gain, it draws one of
 * the other moves; if there are none, it makes the best attack. */
#include "agent/kinds.h"

/* Returns the gain of an attack between pieces of these ranks, in pieces: -1, 0, 1, or the size of an army
 * for the flag. */
static int gain_of_attack(int mover, int victim)
{
    if (victim == FLAG)
        return PIECES_A_SIDE;
    enum battle battle = battle_result(mover, victim);
    return battle == BATTLE_WON ? 1 : battle == BATTLE_LOST ? -1 : 0;
}

/* Returns the attacker's expected gain from an attack, in pieces as gain_of_attack. An unknown victim has
 * each remaining rank in proportion to its count; one that has moved is not the flag or a bomb. */
static double expected_gain(const struct board *board, struct move move)
{
    int mover = board->piece[board->at[move.from]].rank;
    const struct piece *victim = &board->piece[board->at[move.to]];
    if (victim->rank != RANK_UNKNOWN)
        return gain_of_attack(mover, victim->rank);
    int total = 0, gain = 0;
    for (int rank = victim->moved ? SPY : FLAG; rank < RANKS; rank++) {
        int count_left = board->unknown_count[victim->side][rank];
        total += count_left;
        gain += count_left * gain_of_attack(mover, rank);
    }
    return total ? (double)gain / total : 0;
}

/* Replaces *best by `move` with probability 1 / equal. Called for each of several equally good moves, with
 * equal = 1, 2, ..., it draws each of them with the same probability (reservoir sampling). */
static void keep_one_of_equal(struct move *best, struct move move, uint32_t equal, struct rng *rng)
{
    if (rng_below(rng, equal) == 0)
        *best = move;
}

/* Chooses the best attack if its gain is positive or if there is no other move. Otherwise chooses a random
 * quiet move. */
static struct move greedy_move(void *state, const struct view *view, const struct think *think)
{
    const struct board *board = &view->board;
    struct move moves[MOVES_MAX], best_attack = MOVE_NONE, quiet_move = MOVE_NONE;
    uint32_t attacks = 0, quiets = 0;
    double best_gain = 0;
    int count = think_moves(think, board, moves);
    (void)state;
    for (int i = 0; i < count; i++) {
        if (board->at[moves[i].to] == NO_PIECE) {
            keep_one_of_equal(&quiet_move, moves[i], ++quiets, think->rng);
            continue;
        }
        double gain = expected_gain(board, moves[i]);
        if (attacks && gain < best_gain)
            continue;
        attacks = attacks && gain == best_gain ? attacks + 1 : 1;
        best_gain = gain;
        keep_one_of_equal(&best_attack, moves[i], attacks, think->rng);
    }
    return attacks && (best_gain > 0 || !quiets) ? best_attack : quiet_move;
}

const struct agent_kind agent_greedy = {
    .name = "greedy",
    .help = "takes what it may hope to take at once, and moves at random otherwise",
    .move = greedy_move, .own_options_only = true,
};
