/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several plans compute alike from their context. */
#ifndef VEDETTE_PLAN_PLAN_COMMON_H
#define VEDETTE_PLAN_PLAN_COMMON_H

#include "plan/path.h"
#include "plan/plan.h"

/* Moves from each square of `asked` to the nearest of `targets` with nothing in the way, as if nobody else
 * moved: own pieces that can move are passed, all other pieces are reached and not passed. PATH_NEVER where
 * there is no way. Of other squares nothing is written. */
void plan_distances(const struct plan_context *context, bitboard targets, bitboard wanted,
                    uint8_t moves[SQUARES]);

/* The squares of enemy pieces that may move and before which an own piece of `rank` falls with the
 * probability `least` or more. */
bitboard plan_feared(const struct plan_context *context, int rank, double min);

/* The highest rank that a side has left on the board; BOMB where nothing of it can move. */
int plan_highest(const struct plan_context *context, enum side side);

/* The square of the own flag; SQUARE_NONE where there is none or its place is not known. */
int plan_own_flag(const struct plan_context *context);

/* How much there is to defend, 0 .. 1: grows with the state from 1 to 1 + `ahead`, and with what the
 * enemy may believe of the own flag from 0 to `obvious`; the larger of the two. */
double plan_stake(const struct plan_context *context, double ahead, double obvious);

/* The mean value of the own pieces on the board that can move; 0 without any. */
double plan_mean(const struct plan_context *context);

/* True where the enemy's last move, not an attack, has ended next to that square: who stands there may have
 * to go. */
bool plan_touched(const struct plan_context *context, int square);

/* How a move may end while the game goes on: a probability for each enum battle. BATTLE_WON: the mover stands
 * on its target, as after every quiet move. BATTLE_LOST: the mover is gone and the attacked piece stands.
 * BATTLE_BOTH: both are gone. What they lack to 1 is the probability that the game is decided by the move: by
 * the flag, or because a side has nothing left that can move. */
struct plan_results {
    double of[BATTLE_BOTH + 1];
};

struct plan_results plan_attack_results(const struct plan_context *context, const struct plan_move *move);
static inline struct plan_results plan_results(const struct plan_context *context,
                                               const struct plan_move *move)
{
    if (move->victim == NO_PIECE)
        return (struct plan_results){.of[BATTLE_WON] = 1};
    return plan_attack_results(context, move);
}

/* The probability that the game goes on: their sum. */
static inline double plan_goes_on(const struct plan_results *results)
{
    return results->of[BATTLE_WON] + results->of[BATTLE_LOST] + results->of[BATTLE_BOTH];
}

/* The probability that the move wins, or loses, the game at once. */
double plan_wins_game(const struct plan_context *context, const struct plan_move *move);
double plan_loses_game(const struct plan_context *context, const struct plan_move *move);

/* True where one end of the move is certain, as of a quiet one. Words about others say "may" and "could". */
bool plan_is_certain(const struct plan_context *context, const struct plan_move *move);

/* The row as the planning side sees it: 0 is its own back row, 9 the enemy's. */
static inline int plan_row(const struct plan_context *context, int square)
{
    return square_row(context->me == RED ? square : square_turned(square));
}

/* The state of the game for the planning side, above 1 when it is ahead. */
static inline double plan_state(const struct plan_context *context)
{
    return context->worth->state[context->me];
}

/* True where an enemy piece is on the board and not known. */
static inline bool plan_unknown(const struct plan_piece *piece)
{
    return piece->square != SQUARE_NONE && !piece->known;
}

#endif
