/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the local game share. */
#ifndef VEDETTE_PLAY_LOCAL_PARTS_H
#define VEDETTE_PLAY_LOCAL_PARTS_H

#include "play/local_game.h"

/* Returns whether the game is not over. */
static inline bool local_is_running(const struct local_game *local)
{
    return game_outcome(&local->game).result == RESULT_OPEN;
}

/* Sets the side whose pieces the person sees, and which pieces commands must hide. */
void local_set_viewer(struct local_game *local, enum side person);

#endif
