/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions shared by game_start.c (the start of a game) and game.c (its course). */
#ifndef VEDETTE_PLAY_GAME_PARTS_H
#define VEDETTE_PLAY_GAME_PARTS_H

#include "play/game.h"

/* Seeds `rng` for the move after `plies` plies. */
void game_seed_ply(const struct record *record, uint32_t plies, struct rng *rng);

/* Returns how the last request to a side's agent failed; sets *why to a sentence. */
enum agent_failure game_failure_of(struct game *game, enum side side, const char **why);

/* Creates both views again from the position. */
void game_make_views(struct game *game);

#endif
