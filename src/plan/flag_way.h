/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the enemy must stay where he is so that nobody gets to his flag (De Boer 2007, A3: "red can't
 * capture either of them because then the other will go to the flag"). Who is tied down so takes nothing,
 * hunts nobody and forks nobody. */
#ifndef VEDETTE_PLAN_FLAG_WAY_H
#define VEDETTE_PLAN_FLAG_WAY_H

#include "plan/plan.h"

struct flag_way {
    bool exists;             /* the rest counts only where own pieces have a way, were no enemy to close it */
    bitboard flag;           /* the square of what is rather his flag */
    bitboard closers;        /* enemy pieces that moved or are known, and may move */
    bitboard runners;        /* own pieces that move */
    bitboard miners;         /* of those, who pass his likely bombs */
    bitboard bombs;
    bitboard standing;       /* of both sides: who cannot move, or has not */
};

/* Looks for his flag, a piece that is it with the probability 0.5 or more, and for ways to it. */
void flag_way_init(struct flag_way *way, const struct plan_context *context);

/* The same after an own move. */
void flag_way_move(struct flag_way *way, struct move move);

/* True where a runner, his side to move, gets to the flag before an enemy on one of the squares `closers`
 * closes his way: as plan/path.h has it. */
bool flag_way_open(const struct flag_way *way, bitboard closers);

/* The steps that the enemy piece on `square` cannot afford: from there it would come too late. If it takes
 * what stands there, that one does not run. */
bitboard flag_way_ties(const struct flag_way *way, int square);

#endif
