/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether an enemy piece must stay where it is so that no own piece reaches the flag (De Boer 2007, A3: "red
 * can't capture either of them because then the other will go to the flag"). A piece that is tied down like
 * this takes nothing, hunts nothing and forks nothing. */
#ifndef VEDETTE_PLAN_FLAG_WAY_H
#define VEDETTE_PLAN_FLAG_WAY_H

#include "game/bitboard.h"
#include "game/move.h"
#include "game/piece.h"

#include <stdbool.h>

struct plan_context;

struct flag_way {
    bool exists;             /* own pieces would have a way if no enemy piece closed it; the rest only counts
                              * then */
    bitboard flag;           /* the square of the piece that is probably the flag */
    bitboard closers;        /* enemy pieces that moved or are known, and may move */
    bitboard movers;         /* own pieces that move */
    bitboard miners;         /* those of them that pass likely bombs */
    bitboard bombs;
    bitboard standing;       /* pieces of both sides that cannot move, or have not */
};

/* Looks for the flag, an enemy piece with a probability of 0.5 or more, and for ways to it. All of the
 * context but `flag_way` must be filled in. */
void flag_way_init(struct flag_way *way, const struct plan_context *context);

/* The same after an own move that ended so; a quiet move counts as won. */
void flag_way_move(struct flag_way *way, struct move move, enum battle battle);

/* True where an own piece, its side to move, reaches the flag before an enemy piece on one of the squares
 * `closers` closes its way (plan/path.h). */
bool flag_way_open(const struct flag_way *way, bitboard closers);

/* The steps that the enemy piece on `square` cannot afford, of those to `wanted` squares: from there it would
 * come too late to close the way. A piece that it takes by such a step no longer counts as running for the
 * flag. */
bitboard flag_way_ties(const struct flag_way *way, int square, bitboard wanted);

#endif
