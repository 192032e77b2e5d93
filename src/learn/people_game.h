/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that people played, stored only as the decisions of a policy (learn/played_decisions.h). */
#ifndef VEDETTE_LEARN_PEOPLE_GAME_H
#define VEDETTE_LEARN_PEOPLE_GAME_H

#include "lab/dataset.h"
#include "learn/policy_game.h"

struct people_game {
    uint8_t *squares; /* the square chosen at each decision, in order, as the player sees the board */
    size_t count;
    float result;     /* red's: 1, 0, -1 */
};

/* Converts a game to decisions; `walk` is memory to replay it. Returns false if the game is of another
 * variant or if played_decisions rejects it. people_game_free frees the memory. */
bool people_game_convert(struct people_game *people, const struct training_game *game,
                         const struct variant *variant, const struct rules *rules, struct policy_game *walk);
void people_game_free(struct people_game *people);

/* Converts all games that people_game_convert accepts. `people` must have capacity for games->count. Returns
 * the number of games converted. */
size_t people_games_convert(struct people_game *people, const struct dataset *games,
                            const struct variant *variant, const struct rules *rules);

#endif
