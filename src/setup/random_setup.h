/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random setups and armies. */
#ifndef VEDETTE_SETUP_RANDOM_SETUP_H
#define VEDETTE_SETUP_RANDOM_SETUP_H

#include "base/rng.h"
#include "game/placement.h"

/* Draws a setup of an army: each arrangement in which some piece can make a first move is equally likely.
 * The army must have a movable piece. */
void setup_random(const uint8_t army[RANKS], struct setup *setup, struct rng *rng);

/* Draws an army of a variant that allows any army: a flag, at least two movable pieces, and each other piece
 * with the same probability. That probability is drawn too. */
void army_draw(const struct variant *variant, struct rng *rng, uint8_t army[RANKS]);

#endif
