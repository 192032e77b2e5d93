/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Own pieces' ways to the enemy's flag, and enemy pieces that must stay to block them (De Boer 2007, A3: "red
 * can't capture either of them because then the other will go to the flag"). A piece that must stay cannot
 * capture, hunt or fork. */
#ifndef VEDETTE_PLAN_FLAG_WAY_H
#define VEDETTE_PLAN_FLAG_WAY_H

#include "game/bitboard.h"
#include "game/move.h"
#include "game/piece.h"

#include <stdbool.h>

struct plan_context;

struct flag_way {
    bool exists;             /* own pieces have a way if no enemy piece blocks it; if false, the other fields
                              * have no meaning */
    bitboard flag;           /* the square of the enemy piece that is probably the flag */
    bitboard closers;        /* enemy pieces that can block ways: they may move, and have moved or are
                              * known */
    bitboard movers;         /* own movable pieces */
    bitboard miners;         /* own miners among them, which pass probable bombs */
    bitboard bombs;          /* enemy pieces that are probably bombs */
    bitboard standing;       /* pieces of both sides that block the way where they stand */
};

/* Finds the probable flag: an enemy piece that is the flag with a probability of 0.5 or more. Prepares the
 * tests for ways to it. All fields of the context except `flag_way` must be filled in. */
void flag_way_init(struct flag_way *way, const struct plan_context *context);

/* Updates the sets for an own move with this result. Give BATTLE_WON for a quiet move. */
void flag_way_move(struct flag_way *way, struct move move, enum battle battle);

/* Returns whether an own piece, with its side to move, reaches the flag before the enemy pieces on the
 * squares `closers` block its way (plan/path.h). */
bool flag_way_open(const struct flag_way *way, bitboard closers);

/* Returns the squares of `wanted` to which the enemy piece on `square` could step, but from which it would
 * come too late to block the way to the flag. An own piece that the step would capture does not count as
 * running for the flag. */
bitboard flag_way_opening_steps(const struct flag_way *way, int square, bitboard wanted);

#endif
