/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants: the pieces that each side has. The rules of play (game/rules.h) are independent of the
 * variant.
 *
 * Only this table knows a variant by name; all other code uses the fields of a row. Plain data (placements,
 * boards) stores the index of a row in a byte; the index 0, which data of all zero has, is classic. */
#ifndef VEDETTE_GAME_VARIANT_H
#define VEDETTE_GAME_VARIANT_H

#include "base/error.h"
#include "game/piece.h"

struct variant {
    const char *name;       /* in files and options: "barrage" */
    const char *title;      /* for the user: "Barrage" */
    const char *gravon;     /* Gravon's name for it, as in the `type` of its XML files */
    const char *other;      /* another name in files, or NULL */
    int gsn_type;           /* its number in .gsn files; -1: it has none */
    uint8_t count[RANKS];   /* pieces of each rank that a side has; if any_army, the maximum */
    uint8_t pieces;         /* sum of `count` */
    bool any_army;          /* a side may have any part of `count` with the flag and a piece that moves; the
                             * sides may differ */
    const char *text;       /* for the help: a phrase without a full stop */
};

extern const struct variant variant_table[];
extern const size_t variant_count;

enum { VARIANT_STANDARD = 0 }; /* index of the default row */

/* Returns the row with an index. */
static inline const struct variant *variant_at(uint8_t index)
{
    return &variant_table[index];
}

/* Returns the index of a row. */
static inline uint8_t variant_index(const struct variant *variant)
{
    return (uint8_t)(variant - variant_table);
}

/* Returns whether each side always has a piece on all squares of its four rows, so that a list of ranks is
 * enough for a setup. */
static inline bool variant_fills_rows(const struct variant *variant)
{
    return !variant->any_army && variant->pieces == PIECES_A_SIDE;
}

/* Returns the row with this name, or NULL. */
const struct variant *variant_find(const char *name);
/* Returns the row that has this name in our files or in another program's, or NULL. */
const struct variant *variant_find_foreign(const char *name);

/* Returns the row whose sides may have any army (any_army). */
const struct variant *variant_of_any_army(void);

/* Returns the row of a .gsn file's "type N", or NULL. */
const struct variant *variant_of_gsn(int type);

enum { VARIANT_NAMES = 128 };
/* Writes all names into `text`, "classic, barrage, duel or free"; returns `text`. */
const char *variant_names(char text[VARIANT_NAMES]);

/* Returns the number of pieces in an army. */
int army_size(const uint8_t army[RANKS]);
/* Returns the number of different ranks in an army. */
int army_ranks(const uint8_t army[RANKS]);

/* Checks that a side of the variant may start with this army. STATUS_BAD with a sentence on the first
 * wrong rank ("found 2 pieces of rank S (spy), expected 1"). */
enum status variant_check_army(const struct variant *variant, const uint8_t army[RANKS], struct error *error);

/* Returns the row with a fixed army that equals `red` and, unless NULL, `blue`; NULL if there is none. */
const struct variant *variant_of_armies(const uint8_t red[RANKS], const uint8_t *blue);

/* Returns the row with a fixed army that equals `red` and, unless NULL, `blue`. If there is none, returns the
 * row that allows any army; NULL if that does not allow these armies either. */
const struct variant *variant_fitting_armies(const uint8_t red[RANKS], const uint8_t *blue);

enum { ARMY_TEXT = 2 * PIECES_A_SIDE + 1 };
/* Writes the ranks of an army as symbols, the strongest last: "F B S 2 2 3 9 X". Returns `text`. */
const char *army_write(const uint8_t army[RANKS], char text[ARMY_TEXT]);

#endif
