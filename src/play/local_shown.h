/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown of the game at this screen, and to whom: the present, a moment before, a line that is
 * tried. */
#ifndef VEDETTE_PLAY_LOCAL_SHOWN_H
#define VEDETTE_PLAY_LOCAL_SHOWN_H

#include "play/trial.h"

struct local_game;

struct shown_game {
    enum side person;          /* whose eyes the board is seen with, where not all of it is open */
    bool covered;              /* two people: the board is hidden until `person` has sat down */
    uint64_t held;             /* the write of the last move, which is not shown before it is done; 0: none */
    struct board past;         /* what was on the board before that move, or `back` plies ago */
    uint32_t back;
    enum side seat;            /* from whose seat a finished or open game is shown; SIDES: all of it */
    struct trial trial;        /* a line that is tried is shown in place of the game */
};

/* What the person is shown: a line that is tried, or the view of the person's side while the game is on, all
 * of it when it is over, or the board as it was `back` plies ago; and the outcome. A move is shown when it is
 * in the journal, or cannot be. */
const struct board *local_game_board(const struct local_game *local);
struct outcome local_game_outcome(const struct local_game *local);

/* Whether that outcome is the end. */
bool local_game_over(const struct local_game *local);

/* Whether the game itself is over as far as it is shown, whatever line is tried. */
bool local_game_is_decided(const struct local_game *local);

/* Whether all of it is shown while it is on, too: two agents are watched, or one person plays both sides. */
bool local_game_is_open(const struct local_game *local);

/* The side by whose knowledge a move of `mover` may be looked at: the person's while the game is on; when it
 * is over that of the seat, or where all is shown the mover's own. */
enum side local_game_viewer_of(const struct local_game *local, enum side mover);

/* Steps so many plies back (below 0: on); stops at either end. Of a line that is tried, as trial_step. */
void local_game_step(struct local_game *local, long plies);

/* Shows the present, where the past is shown. */
void local_game_show_present(struct local_game *local);

/* What may be shown of the present, where no move is held back. */
const struct board *local_game_present(const struct local_game *local);

/* Steps to the battle before what is shown, or behind it to the next; false where there is none. */
bool local_game_step_battle(struct local_game *local, bool next);

/* Whose pieces are shown as one's own: the person's, or those of the seat. */
enum side local_game_watcher(const struct local_game *local);

/* Shows a finished or open game as a side saw it (SIDES: all of it). */
void local_game_sit(struct local_game *local, enum side seat);

/* Begins to try a line from what is shown, by what may be seen there. The game goes on beside it. STATUS_NO
 * where it is over there, or a line is tried already. local_game_end_trial shows the game again. */
enum status local_game_try(struct local_game *local, struct error *error);
void local_game_end_trial(struct local_game *local);

#endif
