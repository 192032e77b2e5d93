/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placements: a position as plain data without a history; and setups, the start of one side. */
#ifndef VEDETTE_GAME_PLACEMENT_H
#define VEDETTE_GAME_PLACEMENT_H

#include "base/error.h"
#include "game/square.h"
#include "game/variant.h"

enum { PLACE_EMPTY = RANK_UNKNOWN }; /* the rank of a place without a piece */

/* The ranks on one side's forty places, as the owner sees them: front row first, each row from left to
 * right. */
struct setup {
    uint8_t rank[PIECES_A_SIDE]; /* some are PLACE_EMPTY in variants with fewer pieces */
};

/* Returns the square of place `index` (0 .. 39) of a setup of `side`. Place 0 is a4 for red and j7 for
 * blue. */
int setup_square(enum side side, int index);

/* Returns the place on `square` (the inverse of setup_square); -1 for a square outside the side's four
 * rows. */
int setup_index(enum side side, int square);

/* Counts the setup's pieces by rank; returns their number. */
int setup_army(const struct setup *setup, uint8_t army[RANKS]);

/* Returns the variant that has exactly the setup's pieces. If there is none, returns the variant that allows
 * any army; NULL if that does not allow these pieces either. */
const struct variant *setup_variant(const struct setup *setup);

/* Checks that the variant allows the setup's pieces; STATUS_BAD with a sentence if not. */
enum status setup_check(const struct setup *setup, const struct variant *variant, struct error *error);

/* One square of a placement. */
struct cell {
    uint8_t rank;  /* RANK_UNKNOWN: written as '?' */
    uint8_t side;  /* SIDES if the square is empty or a lake */
    bool moved;
    bool known;    /* the enemy knows the rank */
};

/* A position without its history. */
struct placement {
    struct cell cell[SQUARES];
    enum side to_move;
    uint8_t variant;                /* index of a row of variant_table */
    uint8_t captured[SIDES][RANKS]; /* number of pieces captured before this position, by rank */
    uint8_t absent[SIDES][RANKS];   /* number of pieces that the variant allows but that, as both sides know,
                                     * this side did not have at the start; its unknown pieces have none of
                                     * these ranks */
    bool free;                      /* not a position of a full game: pieces that are neither on the board
                                     * nor captured never existed (doc/FILES.md, `captured`) */
    uint32_t played;                /* moves played before this position, for the limits of the rules */
    uint32_t quiet;                 /* how many of these, the last ones, were played since the last attack */
};

enum { PLAYED_MAX = 1000000 /* max of `played`, in moves; limits may not be higher */ };

/* Makes the placement empty: free, of the standard variant, red to move. */
void placement_clear(struct placement *placement);

/* Makes the placement the start of a game of `variant`: both setups, red to move. */
void placement_from_setups(struct placement *placement, const struct variant *variant,
                           const struct setup *red, const struct setup *blue);

/* Returns whether the placement is the start of a game of its variant, with all ranks known and no move
 * played; then fills in both setups. */
bool placement_to_setups(const struct placement *placement, struct setup setups[SIDES]);

/* Returns whether both are equal in pieces, side to move, variant and counts. */
bool placement_equal(const struct placement *a, const struct placement *b);

/* Returns whether the rank of any piece on the board is unknown. */
bool placement_has_unknown(const struct placement *placement);

/* Returns the side that sees this placement: if only one side has unknown pieces, the other side. Returns
 * SIDES if both or none have. */
enum side placement_viewing_side(const struct placement *placement);

/* Checks the counts by rank against the variant, that no piece is in a lake, and (unless `free`) that bombs
 * and flags are unmoved on their owner's four rows. STATUS_BAD with the square or rank in the sentence. */
enum status placement_check(const struct placement *placement, struct error *error);

/* Counts by rank what the unknown pieces of `side` may be: the variant's counts minus captured, absent and
 * known pieces. All counts are 0 if the side has no unknown piece. The placement must be sound
 * (placement_check). */
void placement_unknown(const struct placement *placement, enum side side, uint8_t unknown_count[RANKS]);

#endif
