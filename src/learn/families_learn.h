/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the setups that people use again and again. */
#ifndef VEDETTE_LEARN_FAMILIES_LEARN_H
#define VEDETTE_LEARN_FAMILIES_LEARN_H

#include "setup/families.h"

#include <stddef.h>

/* Finds the families among `count` setups, one for each side of a game. A setup that is used in
 * FAMILY_GAMES_MIN games or more, itself or its mirror image, is a family. Other setups are grouped around
 * the setup with the most games within FAMILY_RADIUS places, as long as a group has FAMILY_GAMES_MIN games or
 * more. Keeps at most FAMILIES_MAX families, the largest first. The order of the setups does not matter,
 * except among families of the same size. */
void families_learn(struct families *families, const struct setup *setups, size_t count);

#endif
