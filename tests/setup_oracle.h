/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow second opinions on the setup room: written place by place from De Boer's text, without
 * bit sets. */
#ifndef VEDETTE_TESTS_SETUP_ORACLE_H
#define VEDETTE_TESTS_SETUP_ORACLE_H

#include "base/rng.h"
#include "setup/judge.h"
#include "setup/statistics.h"

/* Forty symbols, front row first; blanks are free. */
struct setup setup_from(const char *symbols);

/* A random arrangement of the forty pieces. */
void oracle_random(struct setup *setup, struct rng *rng);

/* The place one step to a side, or -1. */
int oracle_next(int place, int side);

/* H1 by relaxation until nothing changes. */
void oracle_distances(const struct setup *setup, int distance[PIECES_A_SIDE]);

/* How often a row of the judge's table applies, with De Boer's options. */
int oracle_times(const struct setup *setup, int row);

/* The neighbour ratio of `count` setups by its definition. */
double oracle_ratio(const struct setup *setups, int count, int where, int a, int b);

#endif
