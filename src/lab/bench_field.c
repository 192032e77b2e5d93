/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_field.h"

#include "base/memory.h"

#include <stdlib.h>

const char *const field_partners[FIELD_PARTNERS] = {
    "attacker", "runner", "people", "gambler", "star:depth=2",
};

/* For counting the weaknesses of the agent while the games are played. */
struct field_count {
    struct worth_options worth;
    struct field_result *results; /* of each meeting; the last one is that of all meetings */
    size_t meetings;              /* number of partners */
};

/* Adds the weaknesses of the agent in a game to those of its meeting and to those of all games. Adds the
 * game's result to that of all (the match counts it for its meeting). It is a sink; *enough is not set: all
 * games are wanted. */
static enum status count_game(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct field_count *field = context;
    struct weaknesses found = {0};
    (void)enough;
    enum status status = weaknesses_count(played->record, played->game.side_of_a, &field->worth, &found,
                                          error);
    if (status)
        return status;
    weaknesses_add(&field->results[played->game.meeting].weaknesses, &found);
    weaknesses_add(&field->results[field->meetings].weaknesses, &found);
    match_count(&field->results[field->meetings].match, played, NULL);
    return STATUS_OK;
}

enum status bench_field_run(const struct match_terms *terms, const char *const *players, size_t count,
                            struct field_result *results, struct error *error)
{
    const struct tournament gauntlet = {TOURNAMENT_GAUNTLET, players, count};
    struct field_count field = {.results = results, .meetings = count - 1};
    const struct sink sink = {count_game, &field};
    struct match_terms field_terms = *terms;
    struct match_result *meetings = memory_new(count - 1, sizeof *meetings);
    field_terms.keep = &sink;
    field_terms.keep_count = 1;
    field_terms.log = NULL;
    for (size_t i = 0; i < count; i++)
        results[i] = (struct field_result){0};
    worth_options_read(&field.worth, terms->settings);
    enum status status = tournament_run(&gauntlet, &field_terms, meetings, error);
    for (size_t i = 0; i + 1 < count; i++)
        results[i].match = meetings[i];
    free(meetings);
    return status;
}
