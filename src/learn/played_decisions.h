/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that others played, as decisions of a policy (learn/policy_game.h): people's games, say. */
#ifndef VEDETTE_LEARN_PLAYED_DECISIONS_H
#define VEDETTE_LEARN_PLAYED_DECISIONS_H

#include "belief/move_model.h"
#include "learn/policy_game.h"

/* Writes the decisions of a game to `record`, which is empty, and plays them in `walk` by `rules`; ends where
 * the rules end the game. Pieces of one rank are placed in the order of setup places. A decision with one
 * possible square is none, as in all records. Each action has the behaviour and the value 0: they are not
 * known. False, and `record` is empty, where the game does not count (value_counts), did not begin with two
 * setups, or has a move that the rules forbid. */
bool played_decisions(const struct training_game *game, const struct rules *rules, struct policy_game *walk,
                      struct policy_record *record);

#endif
