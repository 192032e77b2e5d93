/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the context that several plans use. */
#ifndef VEDETTE_PLAN_PLAN_COMMON_H
#define VEDETTE_PLAN_PLAN_COMMON_H

#include "plan/path.h"
#include "plan/plan.h"

/* Writes to moves[] the number of moves from each square of `wanted` to the nearest square of `targets`, if
 * only one piece moved. It passes own pieces that can move as if they were not there; other pieces block the
 * way, but it can reach their squares. PATH_NEVER if there is no way. Does not write to other squares. */
void plan_distances(const struct plan_context *context, bitboard targets, bitboard wanted,
                    uint8_t moves[SQUARES]);

/* Returns the squares of dangerous enemy pieces: those that may move and that capture an own piece of `rank`
 * with the probability `min` or more when they attack it. */
bitboard plan_dangerous_enemies(const struct plan_context *context, int rank, double min);

/* Returns the highest movable rank that a side has left on the board; BOMB if it has none. */
int plan_highest_rank(const struct plan_context *context, enum side side);

/* Returns the square of the own flag; SQUARE_NONE if it is not on the board or not known. */
int plan_own_flag(const struct plan_context *context);

/* Returns how important the defence of the flag is, 0 .. 1: the larger of two shares. The first grows from 0
 * to 1 while the state of the game grows from 1 to 1 + `ahead`. The second grows while the probability that
 * the opponent may give to the own flag's square grows from 0 to `obvious`. */
double plan_need_for_defense(const struct plan_context *context, double ahead, double obvious);

/* Returns the mean value of the own movable pieces on the board, in points; 0 if there is none. */
double plan_mean_value(const struct plan_context *context);

/* Returns whether the enemy's last move was not an attack and ended next to `square`. Then the piece on it
 * may have to move away. */
bool plan_was_approached(const struct plan_context *context, int square);

/* The results of a move after which the game goes on: chance[b] is the probability of enum battle b.
 * BATTLE_WON: the moving piece is on its target, as after every quiet move. BATTLE_LOST: the moving piece is
 * captured and the attacked piece stays. BATTLE_BOTH: both are captured. 1 minus their sum is the probability
 * that the move decides the game: it takes the flag, or a side has no movable piece left. */
struct plan_results {
    double chance[BATTLE_BOTH + 1];
};

/* Returns the results of an attack. */
struct plan_results plan_attack_results(const struct plan_context *context, const struct plan_move *move);
/* Returns the results of any move. */
static inline struct plan_results plan_results(const struct plan_context *context,
                                               const struct plan_move *move)
{
    if (move->victim == NO_PIECE)
        return (struct plan_results){.chance[BATTLE_WON] = 1};
    return plan_attack_results(context, move);
}

/* Returns the probability that the game goes on after the move: the sum of its results. */
static inline double plan_chance_to_go_on(const struct plan_results *results)
{
    return results->chance[BATTLE_WON] + results->chance[BATTLE_LOST] + results->chance[BATTLE_BOTH];
}

/* Returns the probability that the move wins the game at once. */
double plan_chance_to_win(const struct plan_context *context, const struct plan_move *move);
/* Returns the probability that the move loses the game at once. */
double plan_chance_to_lose(const struct plan_context *context, const struct plan_move *move);

/* Returns whether one result of the move is certain, as for every quiet move. If not, explanations use "may"
 * and "could". */
bool plan_is_certain(const struct plan_context *context, const struct plan_move *move);

/* Returns the row of a square as seen by the planning side: 0 is its own back row, 9 the enemy's. */
static inline int plan_row(const struct plan_context *context, int square)
{
    return square_row(context->me == RED ? square : square_turned(square));
}

/* Returns the state of the game for the planning side: above 1 if it is ahead. */
static inline double plan_state(const struct plan_context *context)
{
    return context->worth->state[context->me];
}

/* Returns whether an enemy piece is on the board and its rank is not known. */
static inline bool plan_is_unknown(const struct plan_piece *piece)
{
    return piece->square != SQUARE_NONE && !piece->known;
}

#endif
