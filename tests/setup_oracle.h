/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow second opinions on the setup room: written place by place from De Boer's text, without
 * bit sets. */
#ifndef VEDETTE_TESTS_SETUP_ORACLE_H
#define VEDETTE_TESTS_SETUP_ORACLE_H

#include "base/rng.h"
#include "setup/judge.h"
#include "setup/statistics.h"

/* Forty symbols, front row first, '.' for an empty place; blanks are free. */
struct setup setup_from(const char *symbols);

/* A random arrangement of the forty pieces. */
void oracle_random(struct setup *setup, struct rng *rng);

/* A random army of a flag, a piece that moves and up to `max` pieces in all, 2 .. 40. */
void oracle_army(int max, uint8_t army[RANKS], struct rng *rng);

/* A random arrangement of an army. */
void oracle_random_army(const uint8_t army[RANKS], struct setup *setup, struct rng *rng);

/* Whether a piece that moves can get out of the four rows, now or after others. */
bool oracle_gets_out(const struct setup *setup);

/* The place one step to a side, or -1. */
int oracle_next(int place, int side);

/* H1 by relaxation until nothing changes. */
void oracle_distances(const struct setup *setup, int distance[PIECES_A_SIDE]);

/* What the judge's options let one choose. */
struct oracle_reading {
    int beyond;         /* H2: what is farther from freedom is confined */
    bool four_blocked;  /* H5, H6: next to is any of four sides, and not left and right only */
    bool four_guarded;  /* H8: a guard that a bomb has stands on a side, and not across a corner */
    bool four_bare;     /* H8: the same of a guard that it has not */
};

/* How often a row of the judge's table applies. */
int oracle_times(const struct oracle_reading *reading, const struct setup *setup, int row);

/* The neighbour ratio of `count` setups by its definition. */
double oracle_ratio(const struct setup *setups, int count, int where, int a, int b);

#endif
