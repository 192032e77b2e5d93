/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaying a finished game, and trying variations (lines) from any position. */
#ifndef VEDETTE_TUI_REPLAY_H
#define VEDETTE_TUI_REPLAY_H

#include "tui/screen.h"

/* Handles actions while a game is replayed or a variation is tried. Returns flags as a screen's key
 * function does; DID_NOTHING for other actions. */
unsigned replay_action(struct tui *tui, enum action action);

/* Plays a move in the variation, or first prompts for unknown ranks. Returns false if no variation is being
 * tried. */
bool replay_move(struct tui *tui, struct move move);

/* Uses the rank that was typed for the pending move; an empty line draws one at random. */
void replay_rank_entered(struct tui *tui);

/* Stores the comment that was typed. */
void replay_comment_entered(struct tui *tui);

/* Ends the variation. Returns false if none is being tried. */
bool replay_end_line(struct tui *tui);

/* Starts a new game from the position shown. Returns flags as a screen's key function does. */
unsigned replay_new_game(struct tui *tui);

/* Shows the last move of the variation on the message line. */
void replay_show_line(struct tui *tui);

#endif
