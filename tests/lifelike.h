/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games whose moves are drawn as the model has it that people, or programs, move: beliefs about them are as
 * sharp as those about real games, which those about random moves are not. */
#ifndef VEDETTE_TESTS_LIFELIKE_H
#define VEDETTE_TESTS_LIFELIKE_H

#include "base/rng.h"
#include "belief/belief.h"
#include "game/position.h"

struct lifelike {
    struct placement start;
    struct position position;
    struct move_model_weights move_weights;
    struct public_state public_state; /* what is public of the position */
};

/* A new game between setups by people's statistics. */
void lifelike_start(struct lifelike *game, const struct belief_model *model,
                    const struct setup_statistics *statistics, struct rng *rng);

/* The same between these setups. */
void lifelike_start_with(struct lifelike *game, const struct belief_model *model,
                         const struct setup setups[SIDES]);

/* Plays and fills in the next move; false where the game is over. */
bool lifelike_play(struct lifelike *game, enum player_kind player, struct rng *rng, struct event *event);

void lifelike_end(struct lifelike *game);

#endif
