/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an agent needs that plays as a bot under somebody else's referee: a setup, and a board of which it
 * knows its own half only. */
#ifndef VEDETTE_BOT_BOT_SEAT_H
#define VEDETTE_BOT_BOT_SEAT_H

#include "agent/agent.h"
#include "game/position.h"

/* The agent's own setup of an army, or one by the creator as its name and `settings` say, within so many
 * seconds. */
enum status bot_choose_setup(struct agent *agent, const struct settings *settings, enum side side,
                             const uint8_t army[RANKS], double seconds, struct rng *rng,
                             struct setup *setup, struct error *error);

/* What everybody may know of the enemy's setup. */
struct bot_enemy {
    bool stands[PIECES_A_SIDE]; /* by places, as the enemy sees them: whether a piece stands there */
    uint8_t army[RANKS];        /* what they are */
};

/* Fills in an enemy with all the pieces that the variant has at most, on all forty places: of the standard
 * variant there is no other. */
void bot_enemy_full(const struct variant *variant, struct bot_enemy *enemy);

/* Whether it is an enemy of that variant: STATUS_BAD with a sentence where its army is none, or it has not a
 * place for each piece. */
enum status bot_enemy_check(const struct bot_enemy *enemy, const struct variant *variant,
                            struct error *error);

/* Begins a game with the own pieces as set up, and an enemy (bot_enemy_check) whose ranks are unknown.
 * Position and view are all zero, or of a game before. */
enum status bot_begin(struct position *position, struct view *view, const struct variant *variant,
                      enum side side, const struct setup *setup, const struct bot_enemy *enemy,
                      const struct rules *rules, struct error *error);

#endif
