/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Armies, as counts of each rank, read from text. */
#ifndef VEDETTE_GAME_ARMY_H
#define VEDETTE_GAME_ARMY_H

#include "game/variant.h"

/* Reads symbols of ranks with blanks between them or not, "F B S 2 2 3 9 X" or "FBS2239X", and sees to it
 * that they are an army of the variant. STATUS_BAD with a sentence where not. */
enum status army_read(const char *text, const struct variant *variant, uint8_t army[RANKS],
                      struct error *error);

#endif
