/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setups without any sense: what programs that know none begin from. */
#ifndef VEDETTE_SETUP_RANDOM_SETUP_H
#define VEDETTE_SETUP_RANDOM_SETUP_H

#include "base/rng.h"
#include "game/placement.h"

/* A random setup of an army: each arrangement on the forty places that leaves some piece a first move is
 * equally likely. The army has a piece that moves. */
void setup_random(const uint8_t army[RANKS], struct setup *setup, struct rng *rng);

/* An army of a variant that takes any: a flag, at least two pieces that move, and each other piece of the
 * variant's with a chance that is drawn too. */
void army_draw(const struct variant *variant, struct rng *rng, uint8_t army[RANKS]);

#endif
