/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules as options: `rules.rules` names a row of the rules table, the others change its numbers. */
#ifndef VEDETTE_GAME_RULES_OPTION_H
#define VEDETTE_GAME_RULES_OPTION_H

#include "game/rules.h"
#include "profile/option.h"

extern const struct option_group rules_group;

/* Fills `rules` as the settings say: the row they name, or `standard` where they name none, with the
 * numbers they set in place of its own; `name` is then "custom". `rules` may be `standard`. The
 * settings hold the group rules_group. */
void rules_from_settings(struct rules *rules, const struct settings *settings,
                         const struct rules *standard);

#endif
