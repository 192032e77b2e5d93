/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choices of a person that the screen stores. They are options, so that profiles and `profile show`
 * include them; game records do not. */
#ifndef VEDETTE_AGENT_SCREEN_OPTION_H
#define VEDETTE_AGENT_SCREEN_OPTION_H

#include "profile/option.h"

extern const struct option_group screen_group;

/* Copies the options of screen_group from `from` into `settings` (both with the same groups). Returns the
 * number of options that differed. */
int screen_options_copy(struct settings *settings, const struct settings *from);

/* The values of the options `about`, `side` and `panel`. */
enum screen_about { SCREEN_ABOUT_NO, SCREEN_ABOUT_YES, SCREEN_ABOUT_AUTO };
enum screen_side { SCREEN_SIDE_OWN, SCREEN_SIDE_OTHER };
enum screen_panel { SCREEN_PANEL_NONE, SCREEN_PANEL_PLANS, SCREEN_PANEL_LINES };

/* The defaults of the options `theme`, `opponent` and `variant`. */
#define SCREEN_THEME_AUTO "auto"
#define SCREEN_OPPONENT_USUAL "usual"
#define SCREEN_VARIANT_USUAL "usual"

#endif
