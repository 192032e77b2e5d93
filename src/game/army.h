/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Armies, as counts of each rank, read from text. */
#ifndef VEDETTE_GAME_ARMY_H
#define VEDETTE_GAME_ARMY_H

#include "game/notation.h"
#include "game/variant.h"

/* Reads rank symbols such as "F B S 2 2 3 9 X" or "FBS2239X" and counts them by rank in `army`. Ignores
 * blanks, tabs and commas. STATUS_BAD, with what was found and expected, for another symbol or for more than
 * 40 pieces. */
enum status army_read_ranks(const char *text, enum notation notation, uint8_t army[RANKS],
                            struct error *error);

/* Reads an army as army_read_ranks does; STATUS_BAD also if `variant` does not allow this army. */
enum status army_read(const char *text, enum notation notation, const struct variant *variant,
                      uint8_t army[RANKS], struct error *error);

#endif
