/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel at the end of a game: result, losses, the person's score and rating, and what to do next; and
 * a new game against the same opponent or the next one. */
#ifndef VEDETTE_TUI_END_PANEL_H
#define VEDETTE_TUI_END_PANEL_H

#include "play/player_rating.h"
#include "tui/keys.h"

struct tui;
struct canvas;

/* The state of the panel. */
struct end_panel {
    bool open;
    bool has_review;       /* that the review is finished was shown */
    bool has_score;        /* `score` has the games with this opponent, this one too */
    struct standing score;
    char rating[RATING_WORDS]; /* the person's rating in words; "": no game against a level */
};

/* Opens the panel when the game at the screen has just ended. `stored`: its file is among the finished
 * games, so that the score can be computed. */
void end_panel_open(struct tui *tui, bool stored);

/* Shows once that the review of the game is finished and its figures stand in the open panel. */
void end_panel_review_came(struct tui *tui);

/* Draws the panel, if it is open: beside the board if there are enough columns, otherwise over it. */
void end_panel_draw(const struct tui *tui, struct canvas *canvas);

/* Returns whether the end panel offers `action`: for ACTION_AGAIN, whether there is an opponent to play again
 * with; for the next level, whether there is one. */
bool end_panel_offers(const struct tui *tui, enum action action);

/* Handles the actions of a finished game: again with sides changed, the next level, closing the panel.
 * Returns flags as a screen's key function does; DID_NOTHING for other actions. */
unsigned end_panel_handle_action(struct tui *tui, enum action action);

#endif
