/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of a setup: 0 .. 39, the front row first, left to right as the owner sees them; as
 * sets, one bit a place. */
#ifndef VEDETTE_SETUP_PLACE_H
#define VEDETTE_SETUP_PLACE_H

#include "game/placement.h"

#include <stdbool.h>
#include <stdint.h>

/* What stands around a place, as the owner sees it. */
enum place_side { PLACE_LEFT, PLACE_RIGHT, PLACE_FRONT, PLACE_BEHIND, PLACE_SIDES };

/* De Boer's three relations (2007, 7.2.5): "next to" is left or right. */
enum neighbour { NEXT_TO, IN_FRONT, BEHIND, NEIGHBOURS };

/* The place beside, or -1 where the owner's four rows end. */
extern const int8_t place_next[PIECES_A_SIDE][PLACE_SIDES];

/* The relation in which a neighbour on that side stands: NEXT_TO, NEXT_TO, IN_FRONT, BEHIND. */
extern const uint8_t place_relation[PLACE_SIDES];

/* "next_to", "in_front", "behind": as statistics files name them. */
extern const char *const neighbour_name[NEIGHBOURS];

typedef uint64_t placeset;

#define PLACE_BIT(place) ((placeset)1 << (place))
#define PLACES_ALL (((placeset)1 << PIECES_A_SIDE) - 1)
#define PLACES_ROW(row) ((placeset)0x3ff << ((row) * FILES))   /* row 0 is the front */
#define PLACES_FILE(file) ((placeset)0x40100401 << (file))     /* the four places of a file */
#define PLACES_EXITS ((placeset)0x333) /* the front places that no lake closes: files a b e f i j */

static inline int place_row(int place)
{
    return place / FILES;
}

static inline int place_file(int place)
{
    return place % FILES;
}

/* The place of the same row that is as far from the right as this one is from the left. */
static inline int place_mirrored(int place)
{
    return place + FILES - 1 - 2 * place_file(place);
}

/* All places that are left, right, in front of or behind a place of the set. */
static inline placeset places_around(placeset set)
{
    return (((set & ~PLACES_FILE(9)) << 1) | ((set & ~PLACES_FILE(0)) >> 1) | (set >> FILES) |
            (set << FILES)) & PLACES_ALL;
}

/* The same with those across the corners too. */
static inline placeset places_near(placeset set)
{
    placeset row = set | ((set & ~PLACES_FILE(9)) << 1) | ((set & ~PLACES_FILE(0)) >> 1);
    return (row | (row >> FILES) | (row << FILES)) & PLACES_ALL;
}

/* The places where a piece stands. */
placeset setup_taken(const struct setup *setup);

/* The setup with left and right exchanged. */
void setup_mirror(const struct setup *setup, struct setup *mirrored);

/* The places that differ: 0 .. 40, and of two setups of the same army never 1. A piece that stands
 * elsewhere makes two: the place it left and the one it came to, unless another piece makes it up. */
int setup_distance(const struct setup *a, const struct setup *b);

/* The places that hold a piece of the rank; of PLACE_EMPTY, those that hold none. */
placeset setup_places(const struct setup *setup, int rank);

/* Whether a piece that moves stands on an exit. */
bool setup_has_exit(const struct setup *setup);

/* STATUS_NO where no piece could make the first move: none that moves is on an exit of the front row or
 * next to an empty place. */
enum status setup_playable(const struct setup *setup, struct error *error);

#endif
