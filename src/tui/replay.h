/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game that is looked at again, and lines that are tried. */
#ifndef VEDETTE_TUI_REPLAY_H
#define VEDETTE_TUI_REPLAY_H

#include "tui/screen.h"

/* What is done there with these keys; DID_NOTHING for others. */
unsigned replay_action(struct tui *tui, enum action action);

/* Plays a move in a line, or asks for ranks first, which replay_rank_entered takes; false where no line is
 * tried. */
bool replay_move(struct tui *tui, struct move move);
void replay_rank_entered(struct tui *tui);

/* Puts down what was said of a move. */
void replay_comment_entered(struct tui *tui);

/* Ends the line; false where no line is tried. */
bool replay_end_line(struct tui *tui);

/* Begins a game from the moment shown. Flags as of a key. */
unsigned replay_new_game(struct tui *tui);

/* Says where the line stands. */
void replay_show_line(struct tui *tui);

#endif
