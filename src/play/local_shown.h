/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What this screen shows of the game, and to whom: the current position, an earlier one, or a variation. */
#ifndef VEDETTE_PLAY_LOCAL_SHOWN_H
#define VEDETTE_PLAY_LOCAL_SHOWN_H

#include "play/trial.h"

struct local_game;

/* What is shown. */
struct shown_game {
    enum side person;          /* the side whose view is shown, unless all may be seen */
    bool covered;              /* two people: the board is hidden until the person of this side is ready */
    uint64_t held;             /* number of the journal write of the last move, which is shown only after
                                * it; 0: none */
    struct board past;         /* the board before that move, or `back` plies ago */
    uint32_t back;             /* 0: the current position is shown */
    enum side seat;            /* a finished or open game is shown as this side saw it; SIDES: all of it */
    struct trial trial;        /* if on, a variation is shown instead of the game */
};

/* Returns the board that is shown: that of a variation, or that of the position `back` plies ago. Otherwise
 * it is the board of the person's view while the game runs, and of everything when it is over. A move is
 * shown when it is in the journal, or cannot be written. */
const struct board *local_game_board(const struct local_game *local);
/* Returns the outcome of what is shown. */
struct outcome local_game_outcome(const struct local_game *local);

/* Returns whether the shown outcome is the end of the game or variation. */
bool local_game_over(const struct local_game *local);

/* Returns whether the game itself is shown as over, even if a variation is shown. */
bool local_game_is_decided(const struct local_game *local);

/* Returns whether all ranks are shown even while the game runs: two agents play, or one person plays both
 * sides. */
bool local_game_is_open(const struct local_game *local);

/* Returns the side by whose knowledge a move of `mover` may be analysed. While the game is hidden it is the
 * person's side. In a finished or open game it is the side whose view is chosen (`shown.seat`), or `mover` if
 * everything is shown. */
enum side local_game_viewer_of(const struct local_game *local, enum side mover);

/* Steps `plies` back (below 0: forward), to either end at most. In a variation: trial_step. */
void local_game_step(struct local_game *local, long plies);

/* Shows the current position. */
void local_game_show_present(struct local_game *local);

/* Returns the current board, as far as it may be shown (without a move that is held). */
const struct board *local_game_present(const struct local_game *local);

/* Steps to the previous attack, or with `next` to the next one. False if there is none. */
bool local_game_step_battle(struct local_game *local, bool next);

/* Returns the side whose pieces are shown as own pieces. */
enum side local_game_own_side(const struct local_game *local);

/* Shows a finished or open game as `seat` saw it (SIDES: all of it). */
void local_game_view_from(struct local_game *local, enum side seat);

/* Begins a variation at the shown position, with the knowledge shown there; the game continues meanwhile.
 * STATUS_NO if the game is over there, or a variation is shown already. trial_end shows the game again. */
enum status local_game_try(struct local_game *local, struct error *error);

#endif
