/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placements: where the pieces stand, as plain data without a history; and setups, one side's start. */
#ifndef VEDETTE_GAME_PLACEMENT_H
#define VEDETTE_GAME_PLACEMENT_H

#include "base/error.h"
#include "game/square.h"
#include "game/variant.h"

enum { PLACE_EMPTY = RANK_UNKNOWN }; /* the rank on a place where no piece stands */

/* One side's forty places as their owner sees them: the front row first, left to right. */
struct setup {
    uint8_t rank[PIECES_A_SIDE]; /* PLACE_EMPTY in short armies */
};

/* The square of place `index` of a setup of `side`: place 0 is a4 for red and j7 for blue. */
int setup_square(enum side side, int index);

/* The inverse; -1 for a square outside the side's four rows. */
int setup_index(enum side side, int square);

/* Counts its pieces by rank; returns how many there are. */
int setup_army(const struct setup *setup, uint8_t army[RANKS]);

/* The variant whose pieces it has: one with exactly these, else the one that takes any army; NULL: none. */
const struct variant *setup_variant(const struct setup *setup);

/* STATUS_BAD with a sentence where its pieces are not those of the variant. */
enum status setup_check(const struct setup *setup, const struct variant *variant, struct error *error);

struct cell {
    uint8_t rank;  /* RANK_UNKNOWN for '?' */
    uint8_t side;  /* SIDES where the square is empty or lake */
    bool moved;
    bool known;    /* the enemy knows the rank */
};

struct placement {
    struct cell cell[SQUARES];
    enum side to_move;
    uint8_t variant;                /* index of a row of variant_table */
    uint8_t captured[SIDES][RANKS]; /* taken before this position */
    uint8_t absent[SIDES][RANKS];   /* the variant may have them, but it is public that this side began
                                     * without: its '?' pieces are none of them */
    bool free;                      /* not a full game's position: what is neither on the board nor
                                     * captured never was there (doc/FILES.md, `captured`) */
    uint32_t played;                /* moves played before this position, for the limits of the rules */
    uint32_t quiet;                 /* of those, the last ones without an attack; at most `played` */
};

enum { PLAYED_MAX = 1000000 /* moves; as far as a limit may be set */ };

/* An empty free placement of the standard variant, red to move. */
void placement_clear(struct placement *placement);

/* The start of a game of a variant: both setups, red to move. */
void placement_from_setups(struct placement *placement, const struct variant *variant,
                           const struct setup *red, const struct setup *blue);

/* True and both setups filled where the placement is the untouched start of a game of its variant, no move
 * played. */
bool placement_to_setups(const struct placement *placement, struct setup setups[SIDES]);

/* Whether both say the same, of pieces, variant and counts. */
bool placement_equal(const struct placement *a, const struct placement *b);

/* Whether the rank of any piece on the board is unknown here. */
bool placement_has_unknown(const struct placement *placement);

/* The side one sits at, where the ranks of one side alone are unknown here: the other; else SIDES. */
enum side placement_seat(const struct placement *placement);

/* Which pieces a side has, on the board and captured: in a free placement, or where the variant takes any
 * army, those that are there (unknown ones are not counted); else the variant's. */
void placement_army(const struct placement *placement, enum side side, uint8_t army[RANKS]);

/* Checks the counts of each rank by the variant, lakes, and (unless free) that bombs and flags stand
 * unmoved on their owner's four rows: STATUS_BAD with the square in the sentence. */
enum status placement_check(const struct placement *placement, struct error *error);

/* What the '?' pieces of `side` may be: the variant's count of each rank less the captured, the absent and
 * the seen ones; all zero where it has no '?'. The placement is sound. */
void placement_unknown(const struct placement *placement, enum side side, uint8_t unknown_count[RANKS]);

#endif
