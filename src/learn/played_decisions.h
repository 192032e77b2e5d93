/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts games of other players, for example people, to decisions of a policy (learn/policy_game.h). */
#ifndef VEDETTE_LEARN_PLAYED_DECISIONS_H
#define VEDETTE_LEARN_PLAYED_DECISIONS_H

#include "belief/move_model.h"
#include "learn/policy_game.h"

/* Writes the decisions of a game to `record`, which must be empty, and replays them in `walk` under `rules`;
 * ends where these rules end the game. Pieces of one rank are placed in the order of setup places. A decision
 * with only one legal square is not recorded, as in all records. The actions have the behaviour and the value
 * 0, which are not known. Returns false, with an empty `record`, if the game does not count (value_counts),
 * did not begin with two setups, or has a move that the rules forbid. */
bool played_decisions(const struct training_game *game, const struct rules *rules, struct policy_game *walk,
                      struct policy_record *record);

#endif
