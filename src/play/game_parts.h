/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a game share: its start (game_start.c) and its course (game.c). */
#ifndef VEDETTE_PLAY_GAME_PARTS_H
#define VEDETTE_PLAY_GAME_PARTS_H

#include "play/game.h"

/* The random numbers of whoever moves after `plies` plies. */
void game_seed_ply(const struct record *record, uint32_t plies, struct rng *rng);

/* What the last answer of a side's agent was worth, and a sentence where it failed. */
enum agent_failure game_failure_of(struct game *game, enum side side, const char **why);

/* Makes both views anew from the position. */
void game_make_views(struct game *game);

#endif
