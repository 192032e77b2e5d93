/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that people played, as decisions of a policy (learn/played_decisions.h), with nothing else kept. */
#ifndef VEDETTE_LEARN_PEOPLE_GAME_H
#define VEDETTE_LEARN_PEOPLE_GAME_H

#include "lab/dataset.h"
#include "learn/policy_game.h"

struct people_game {
    uint8_t *squares; /* that were chosen at the decisions, in their order, as the player sees them */
    size_t count;
    float result;     /* red's: 1, 0, -1 */
};

/* Takes a game; `walk` is memory to play it in. False where played_decisions refuses it, or it is of another
 * variant. people_game_free gives the memory back. */
bool people_game_take(struct people_game *people, const struct training_game *game,
                      const struct variant *variant, const struct rules *rules, struct policy_game *walk);
void people_game_free(struct people_game *people);

/* Takes those of the games that people_game_take takes. `people` has place for all of them. Returns how many
 * there are. */
size_t people_games_take(struct people_game *people, const struct dataset *games,
                         const struct variant *variant, const struct rules *rules);

#endif
