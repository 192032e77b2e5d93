/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning which setups people use again. */
#ifndef VEDETTE_LEARN_FAMILIES_LEARN_H
#define VEDETTE_LEARN_FAMILIES_LEARN_H

#include "setup/families.h"

#include <stddef.h>

/* Finds the families among setups, one a side of a game: each setup that stands in FAMILY_GAMES_MIN games
 * or more, itself or its mirror image, is one; the others are gathered round the one that has most of them
 * within FAMILY_RADIUS places, as long as they come from FAMILY_GAMES_MIN games or more. The largest
 * FAMILIES_MAX are kept, the largest first. The same for setups in any order, but for families of the same
 * size. */
void families_learn(struct families *families, const struct setup *setups, size_t count);

#endif
