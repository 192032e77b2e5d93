/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an agent needs to play as a bot under another program's referee: a setup, and a position in which it
 * knows only its own pieces. */
#ifndef VEDETTE_BOT_BOT_SEAT_H
#define VEDETTE_BOT_BOT_SEAT_H

#include "agent/agent.h"
#include "game/position.h"

/* Chooses a setup for an army, within `seconds`: the agent's own one. If the agent has none, the creator
 * makes one according to the agent's name and `settings`. */
enum status bot_choose_setup(struct agent *agent, const struct settings *settings, enum side side,
                             const uint8_t army[RANKS], double seconds, struct rng *rng,
                             struct setup *setup, struct error *error);

/* What is public about the enemy's setup. */
struct bot_enemy {
    bool stands[PIECES_A_SIDE]; /* by place, from the enemy's seat: whether a piece stands there */
    uint8_t army[RANKS];        /* number of pieces of each rank */
};

/* Fills in an enemy with the variant's full army on all forty places, which is the only possible enemy in
 * the standard variant. */
void bot_enemy_full(const struct variant *variant, struct bot_enemy *enemy);

/* Checks an enemy: STATUS_BAD if the variant does not allow its army, or if the numbers of pieces and
 * places differ. */
enum status bot_enemy_check(const struct bot_enemy *enemy, const struct variant *variant,
                            struct error *error);

/* Begins a game with the bot's setup against an enemy (bot_enemy_check) with unknown ranks. `position` and
 * `view` are all zero, or from an earlier game, which is freed. */
enum status bot_start_game(struct position *position, struct view *view, const struct variant *variant,
                           enum side side, const struct setup *setup, const struct bot_enemy *enemy,
                           const struct rules *rules, struct error *error);

#endif
