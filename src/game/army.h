/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Armies, as counts of each rank, read from text. */
#ifndef VEDETTE_GAME_ARMY_H
#define VEDETTE_GAME_ARMY_H

#include "game/notation.h"
#include "game/variant.h"

/* Reads symbols of ranks, "F B S 2 2 3 9 X" or "FBS2239X"; blanks and commas are free. STATUS_BAD with what
 * was found and expected for any other symbol, and for more than 40 pieces. */
enum status army_read_ranks(const char *text, enum notation notation, uint8_t army[RANKS],
                            struct error *error);

/* The same; STATUS_BAD also where they are no army of the variant. */
enum status army_read(const char *text, enum notation notation, const struct variant *variant,
                      uint8_t army[RANKS], struct error *error);

#endif
