/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/people_game.h"

#include "base/memory.h"
#include "learn/played_decisions.h"

#include <stdlib.h>

bool people_game_convert(struct people_game *converted, const struct training_game *game,
                         const struct variant *variant, const struct rules *rules, struct policy_game *walk)
{
    struct policy_record record = {0};
    enum result result = game->outcome.result;
    if (variant_at(game->variant) != variant || !played_decisions(game, rules, walk, &record))
        return false;
    *converted = (struct people_game){memory_new(record.count + 1, 1), record.count,
                                      result == RESULT_RED ? 1 : result == RESULT_BLUE ? -1 : 0};
    for (size_t i = 0; i < record.count; i++)
        converted->squares[i] = record.actions[i].square;
    policy_record_free(&record);
    return true;
}

void people_game_free(struct people_game *people)
{
    free(people->squares);
}

size_t people_games_convert(struct people_game *people, const struct dataset *games,
                            const struct variant *variant, const struct rules *rules)
{
    struct policy_game walk = {0};
    size_t count = 0;
    for (size_t i = 0; i < games->count; i++)
        count += people_game_convert(&people[count], &games->items[i], variant, rules, &walk);
    policy_game_free(&walk);
    return count;
}
