/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants: which pieces each side has. The rules of play are another matter (game/rules.h), and go with
 * every variant.
 *
 * The table is the only place that knows a variant by name. All else asks a row's fields. Plain data
 * (placements, boards) holds the index of a row in a byte, so that data of all zero is of the first row,
 * classic. */
#ifndef VEDETTE_GAME_VARIANT_H
#define VEDETTE_GAME_VARIANT_H

#include "base/error.h"
#include "game/piece.h"

struct variant {
    const char *name;       /* in files and options: "barrage" */
    const char *title;      /* for people: "Barrage" */
    const char *gravon;     /* Gravon's word for it, as in the `type` of its XML files */
    const char *other;      /* another word that files use for it, or NULL */
    int gsn_type;           /* the number that a .gsn file has for it; -1: none */
    uint8_t count[RANKS];   /* pieces of each rank that a side has; where any_army, the most it may have */
    uint8_t pieces;         /* their sum */
    bool any_army;          /* a side has a flag, a piece that moves, and what it likes of the others; the
                             * sides may differ */
    const char *text;       /* for help: a sentence without a full stop */
};

extern const struct variant variant_table[];
extern const size_t variant_count;

enum { VARIANT_STANDARD = 0 }; /* the row that holds where nobody names one */

/* The row of an index as plain data holds it. */
static inline const struct variant *variant_at(uint8_t index)
{
    return &variant_table[index];
}

static inline uint8_t variant_index(const struct variant *variant)
{
    return (uint8_t)(variant - variant_table);
}

/* Whether the pieces of a side fill its four rows, so that nothing has to say where they stand. */
static inline bool variant_fills_rows(const struct variant *variant)
{
    return !variant->any_army && variant->pieces == PIECES_A_SIDE;
}

/* The row with this name, or NULL. variant_find_foreign also takes the words of other programs. */
const struct variant *variant_find(const char *name);
const struct variant *variant_find_foreign(const char *name);

/* The row that takes any army. */
const struct variant *variant_of_any_army(void);

/* The row of a .gsn's "type N"; NULL: none. */
const struct variant *variant_of_gsn(int type);

/* All names, "classic, barrage, duel or free", into `text`; returns it. */
enum { VARIANT_NAMES = 128 };
const char *variant_names(char text[VARIANT_NAMES]);

/* How many pieces an army has, and how many ranks. */
int army_size(const uint8_t army[RANKS]);
int army_ranks(const uint8_t army[RANKS]);

/* Whether a side of the variant may start with this army. STATUS_BAD with a sentence on the first rank that
 * is wrong ("found 2 pieces of rank S (spy), expected 1") where not. */
enum status variant_check_army(const struct variant *variant, const uint8_t army[RANKS], struct error *error);

/* The row whose armies are given and exactly these; NULL: none. `blue` NULL: one army alone. */
const struct variant *variant_of_armies(const uint8_t red[RANKS], const uint8_t *blue);

/* The same, and where there is none, the row that takes any army; NULL where that takes not these. */
const struct variant *variant_fitting_armies(const uint8_t red[RANKS], const uint8_t *blue);

/* The ranks of an army as symbols, the strongest last: "F B S 2 2 3 9 X". */
enum { ARMY_TEXT = 2 * PIECES_A_SIDE + 1 };
const char *army_write(const uint8_t army[RANKS], char text[ARMY_TEXT]);

#endif
