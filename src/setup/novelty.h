/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a setup is from all of many others: at how many places it differs from the nearest of them, or from
 * that one's mirror image. */
#ifndef VEDETTE_SETUP_NOVELTY_H
#define VEDETTE_SETUP_NOVELTY_H

#include "game/placement.h"

#include <stddef.h>

struct novelty;

/* A copy of the setups, made ready to be asked; novelty_free() gives it back. */
struct novelty *novelty_new(const struct setup *setups, size_t count);
void novelty_free(struct novelty *novelty);

/* 0 for one of them or its mirror image, up to PIECES_A_SIDE; `most` + 1 where it is further than `most`, and
 * where there are none. Asked by several threads at once. Takes about 0.1 ms for 60,000 setups. */
int novelty_distance(const struct novelty *novelty, const struct setup *setup, int most);

#endif
