/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of a setup: 0 .. 39, the front row first, left to right as the owner sees them. A set of places
 * has one bit for each place. */
#ifndef VEDETTE_SETUP_PLACE_H
#define VEDETTE_SETUP_PLACE_H

#include "game/placement.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* The four sides of a place, as the owner sees them. */
enum place_side { PLACE_LEFT, PLACE_RIGHT, PLACE_FRONT, PLACE_BEHIND, PLACE_SIDES };

/* De Boer's three relations (2007, 7.2.5): "next to" is left or right. */
enum neighbour { NEXT_TO, IN_FRONT, BEHIND, NEIGHBOURS };

/* The neighbouring place on each side, or -1 at the edge of the owner's four rows. */
extern const int8_t place_next[PIECES_A_SIDE][PLACE_SIDES];

/* The relation of a neighbour on each side: NEXT_TO, NEXT_TO, IN_FRONT, BEHIND. */
extern const uint8_t place_relation[PLACE_SIDES];

/* "next_to", "in_front", "behind": the names in statistics files. */
extern const char *const neighbour_name[NEIGHBOURS];

typedef uint64_t placeset;

#define PLACE_BIT(place) ((placeset)1 << (place))
#define PLACES_ALL (((placeset)1 << PIECES_A_SIDE) - 1)
#define PLACES_ROW(row) ((placeset)0x3ff << ((row) * FILES))   /* row 0 is the front */
#define PLACES_FILE(file) ((placeset)0x40100401 << (file))     /* the four places of a file */
#define PLACES_EXITS ((placeset)0x333) /* front places without a lake in front: files a b e f i j */

/* Returns the row of a place, 0 (front) .. 3. */
static inline int place_row(int place)
{
    return place / FILES;
}

/* Returns the file of a place, 0 .. 9 from the left. */
static inline int place_file(int place)
{
    return place % FILES;
}

/* Returns the part of the board in front of a place: 0 left (files a-c), 1 middle (d-g), 2 right (h-j). */
static inline int place_lane(int place)
{
    return place_file(place) < 3 ? 0 : place_file(place) < 7 ? 1 : 2;
}

/* Returns the place in the same row with left and right exchanged. */
static inline int place_mirrored(int place)
{
    return place + FILES - 1 - 2 * place_file(place);
}

/* Returns the distance of two places in steps along rows and files. */
static inline int place_distance(int a, int b)
{
    return abs(place_row(a) - place_row(b)) + abs(place_file(a) - place_file(b));
}

/* Returns all places on the four sides of a place of the set. */
static inline placeset places_around(placeset set)
{
    return (((set & ~PLACES_FILE(9)) << 1) | ((set & ~PLACES_FILE(0)) >> 1) | (set >> FILES) |
            (set << FILES)) & PLACES_ALL;
}

/* Returns all places of the set and those on the four sides and four corners of its places. */
static inline placeset places_near(placeset set)
{
    placeset row = set | ((set & ~PLACES_FILE(9)) << 1) | ((set & ~PLACES_FILE(0)) >> 1);
    return (row | (row >> FILES) | (row << FILES)) & PLACES_ALL;
}

/* Returns the places with a piece. */
placeset setup_taken(const struct setup *setup);

/* Returns the first place of a rank; the last place if there is none. */
int setup_find(const struct setup *setup, int rank);

/* Exchanges the pieces of two places. */
void setup_swap(struct setup *setup, int a, int b);

/* Exchanges left and right; `mirrored` may be `setup`. */
void setup_mirror(const struct setup *setup, struct setup *mirrored);

/* Returns the number of places that differ: 0 .. 40, never 1 for the same army. A piece on another place
 * counts twice, unless another piece took its place. */
int setup_distance(const struct setup *a, const struct setup *b);

/* Returns the places with pieces of a rank; for PLACE_EMPTY the empty places. */
placeset setup_places(const struct setup *setup, int rank);

/* Returns whether a movable piece stands on an exit. */
bool setup_has_exit(const struct setup *setup);

/* Returns STATUS_NO if no piece can make the first move: no movable piece stands on an exit or next to an
 * empty place. */
enum status setup_playable(const struct setup *setup, struct error *error);

#endif
