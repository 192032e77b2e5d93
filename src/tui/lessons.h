/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a beginner is taught while playing: one sentence when something happens for the first time. Only in
 * games against the levels below Captain, and once each (the options screen.lessons and screen.taught). */
#ifndef VEDETTE_TUI_LESSONS_H
#define VEDETTE_TUI_LESSONS_H

#include "game/board.h"

struct tui;

/* Returns whether the person plays against a level below Captain. */
bool lessons_beginner(const struct tui *tui);

/* Returns whether the next game, for which an army is being arranged, is against a level below Captain. */
bool lessons_beginner_next(const struct tui *tui);

/* Appends to the message the sentence for the last two plies shown, if it is due, and notes that it was
 * given. */
void lessons_append(struct tui *tui);

/* Appends to the message the sentence on the repetition rule for which a move was refused, if it is due. */
void lessons_append_refused(struct tui *tui, enum illegal why);

#endif
