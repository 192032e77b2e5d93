/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading profiles again during a game. */
#ifndef VEDETTE_TUI_RELOAD_H
#define VEDETTE_TUI_RELOAD_H

#include "tui/screen.h"

/* Reads the profiles again. */
void reload_profiles(struct tui *tui);

/* Gives the agents of the game the new options if tui->reload_due is set, as soon as the game screen is
 * shown and nothing is being typed. Prompts first if that changes a running game. An agent that is thinking
 * starts its move again. */
void reload_opponent(struct tui *tui);

/* Acts on the answer to that prompt. */
void reload_answered(struct tui *tui, bool yes);

#endif
