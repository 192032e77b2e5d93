/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Armies that come back: the one that was being arranged when the setup screen was left, and the one last
 * played with. They are kept for each variant, also after the end of the program, in the store of
 * setups. */
#ifndef VEDETTE_TUI_KEPT_ARMY_H
#define VEDETTE_TUI_KEPT_ARMY_H

#include "tui/arrange.h"

/* Keeps the army as it stands, unless it is empty, and the one set aside. Also stores what was arranged by
 * hand, complete or not: as "arranged-army", and what that replaced as "aside-army". */
void kept_army_keep(struct arrange *arrange);

/* Returns whether an army was arranged by hand, which kept_army_keep stores. */
bool kept_army_is_stored(const struct arrange *arrange);

/* Puts the army that was kept, or stored, on the board after arrange_begin, and brings the one set aside
 * back. Returns false if there is none. */
bool kept_army_restore(struct arrange *arrange);

/* Forgets the kept army, because a game begins with the present one, and stores that one as "last-army",
 * unless the variant allows any army. An army set aside is kept for the next game. */
void kept_army_played(struct arrange *arrange);

/* Loads the army last played with. Returns false if there is none. */
bool kept_army_last(const struct arrange *arrange, struct setup *setup);

#endif
