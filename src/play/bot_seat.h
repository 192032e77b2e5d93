/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an agent needs that plays as a bot under somebody else's referee: a setup, and a board of which it
 * knows its own half only. */
#ifndef VEDETTE_PLAY_BOT_SEAT_H
#define VEDETTE_PLAY_BOT_SEAT_H

#include "agent/agent.h"
#include "game/position.h"

/* The agent's own setup, or one by the creator as its name and `settings` say, within so many seconds. */
enum status bot_choose_setup(struct agent *agent, const struct settings *settings, enum side side,
                             double seconds, struct rng *rng, struct setup *setup, struct error *error);

/* Begins a game with the own pieces as set up and forty unknown ones on the other side. Both are all zero, or
 * of a game before. */
enum status bot_begin(struct position *position, struct view *view, enum side side, const struct setup *setup,
                      const struct rules *rules, struct error *error);

#endif
