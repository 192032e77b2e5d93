/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placements for tests: from a picture, or random. */
#ifndef VEDETTE_TESTS_BOARDS_H
#define VEDETTE_TESTS_BOARDS_H

#include "base/rng.h"
#include "game/placement.h"

/* Reads a free placement from a picture: cells apart by blanks, row 10 first, as position files write
 * them. A fault in the picture fails the calling test. */
void placement_draw(struct placement *placement, enum side to_move, const char *picture);

/* A random game start. */
void placement_random_game(struct placement *placement, struct rng *rng);

/* A random free placement with up to `most` pieces a side, crowded into a small part of the board, so
 * that chases and shuttles happen. */
void placement_random_few(struct placement *placement, int most, struct rng *rng);

#endif
