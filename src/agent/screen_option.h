/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the screen keeps of a person's choices, as options: so profiles, `profile show` and its like know
 * them, and games do not put them down. */
#ifndef VEDETTE_AGENT_SCREEN_OPTION_H
#define VEDETTE_AGENT_SCREEN_OPTION_H

#include "profile/option.h"

extern const struct option_group screen_group;

/* Gives these options of `settings` the values that they have in `from`, of the same groups: then they are no
 * difference between the two. Returns how many were one. */
int screen_options_take(struct settings *settings, const struct settings *from);

/* The words of `side` and `panel`, by their values. */
enum screen_side { SCREEN_SIDE_OWN, SCREEN_SIDE_OTHER };
enum screen_panel { SCREEN_PANEL_NONE, SCREEN_PANEL_PLANS, SCREEN_PANEL_LINES };

/* The default of `theme`, of `opponent` and of `variant`. */
#define SCREEN_THEME_AUTO "auto"
#define SCREEN_OPPONENT_USUAL "usual"
#define SCREEN_VARIANT_USUAL "usual"

#endif
