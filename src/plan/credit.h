/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the opponent believes in what may be a bluff: what he did so far in this game about unknown
 * pieces that came beside his known ones. From public events alone. */
#ifndef VEDETTE_PLAN_CREDIT_H
#define VEDETTE_PLAN_CREDIT_H

#include "game/board.h"

/* Occasions: an unknown piece of a side that had moved stood beside a known enemy piece that can move when
 * the enemy was to move, and one of the two had just come. */
struct credit {
    uint32_t taken; /* a known piece attacked it: he did not believe */
    uint32_t left;  /* he made a quiet move, be it away from it */
};

/* Adds the occasions that `side` gave in its enemy's plies from number `from` (counted from 0) on. Reads back
 * from the end, in time proportional to the plies behind `from`. */
void credit_count(const struct board *board, enum side side, uint32_t from, struct credit *credit);

/* How much of what he may believe counts, from 0 to 1: `prior` before anything was seen, which weighs as much
 * as `occasions` (above 0); twice the share that he left alone, so that who leaves half of them believes. */
double credit_of(const struct credit *credit, double prior, double occasions);

#endif
