/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles read again in a running game. */
#ifndef VEDETTE_TUI_RELOAD_H
#define VEDETTE_TUI_RELOAD_H

#include "tui/screen.h"

/* Reads the profiles. */
void reload_profiles(struct tui *tui);

/* Lets the opponent, or both agents, take new options where tui->reload_due says so, as soon as the game is
 * on the screen and nothing is typed; where a game that is on would change by that, it asks first. An agent
 * that thinks then begins its move again. */
void reload_opponent(struct tui *tui);
void reload_answered(struct tui *tui, bool yes);

#endif
