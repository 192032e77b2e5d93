/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Armies as people name them. */
#ifndef VEDETTE_COMMANDS_ARMY_WORD_H
#define VEDETTE_COMMANDS_ARMY_WORD_H

#include "game/notation.h"
#include "game/variant.h"

/* Reads an army: symbols of ranks ("F B S 2 2 3 9 X", blanks and commas are free), or the army of a setup
 * file or a stored setup. STATUS_BAD with what was found and expected. */
enum status army_word_read(const char *text, enum notation notation, uint8_t army[RANKS],
                           struct error *error);

enum { ARMY_NO_VARIANT = -1 };
/* Finds the variant and the army of a command with --variant and --army. `given` is the index of the named
 * variant, or ARMY_NO_VARIANT; `text` may be NULL. If only an army is given, the variant is the one that has
 * it. STATUS_BAD if the variant does not have such an army, or needs one. */
enum status army_of_variant(int given, const char *text, enum notation notation,
                            const struct variant **variant, uint8_t army[RANKS], struct error *error);

#endif
