/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placements for tests: from a picture, or random. */
#ifndef VEDETTE_TESTS_BOARDS_H
#define VEDETTE_TESTS_BOARDS_H

#include "base/rng.h"
#include "game/board.h"

/* Reads a free placement from a picture: cells apart by blanks, row 10 first, as position files write
 * them. A fault in the picture fails the calling test. */
void placement_draw(struct placement *placement, enum side to_move, const char *picture);

/* A random army that a side of the variant may have: where it takes any, a flag, a piece that moves, and a
 * random number of random others. */
void army_random(const struct variant *variant, uint8_t army[RANKS], struct rng *rng);

/* A random start of a game of a variant: each side's army (army_random) on random places. The other: of a
 * classic game. */
void placement_random_start(struct placement *placement, const struct variant *variant, struct rng *rng);
void placement_random_game(struct placement *placement, struct rng *rng);

/* A random free placement with up to `max` pieces a side, crowded into a small part of the board, so
 * that chases and shuttles happen: of an army of the variant, or of the classic one. */
void placement_random_few_of(struct placement *placement, const struct variant *variant, int max,
                             struct rng *rng);
void placement_random_few(struct placement *placement, int max, struct rng *rng);

/* Counts as captured one in two of the pieces that each side lacks of the most that its variant has. */
void placement_capture_some(struct placement *placement, struct rng *rng);

/* A random legal move of the side to move, which must have one, without ranks. */
struct move_with_ranks move_random(const struct board *board, struct rng *rng);

/* Hides ranks: of the pieces that the enemy does not know one in two becomes a '?'. */
void placement_hide(struct placement *placement, struct rng *rng);

/* A sentence on the first thing in which two boards differ, their histories and derived values included;
 * NULL where they are equal. Room and what a board remembers of its own working do not count. */
const char *boards_differ(const struct board *a, const struct board *b);

/* The number in the environment variable `name`, or `usual` where there is none: how long a test is to be.
 * TEST_PART=N makes an Nth of all that is usual, at least 1: 3 in make check, more where each step is slow
 * (under a sanitizer). */
uint64_t test_size(const char *name, uint64_t usual);

#endif
