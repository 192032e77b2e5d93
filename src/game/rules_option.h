/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules as options: `rules.rules` chooses a row of rules_table, the others change its numbers. */
#ifndef VEDETTE_GAME_RULES_OPTION_H
#define VEDETTE_GAME_RULES_OPTION_H

#include "game/rules.h"
#include "profile/option.h"

extern const struct option_group rules_group;

/* Fills in `rules` from the settings, which must contain the group rules_group. Starts from the chosen row,
 * or from `standard` if none is chosen, and sets the numbers that the settings have. `name` is "custom" if a
 * number differs from the row. `rules` may be `standard`. */
void rules_from_settings(struct rules *rules, const struct settings *settings, const struct rules *standard);

#endif
