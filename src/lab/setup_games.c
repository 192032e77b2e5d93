/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/setup_games.h"

/* Adds a game to the data set. It is a sink (lab/collector.h). */
static enum status keep_game(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct setup_games *games = context;
    struct training_game game = {0};
    (void)enough;
    enum status status = training_game_read(&game, played->record, "setup study", error);
    if (!status)
        dataset_add(&games->games, &game);
    return status;
}

enum status setup_games_play(const struct setup_games_terms *terms, const struct setup_series *series,
                             struct setup_games *games, struct error *error)
{
    const struct sink sink = {keep_game, games};
    struct match_terms match = {
        .agent = {series->owner, series->enemy}, .games = series->games, .paired = true,
        .pool = series->pool, .pool_count = series->pool_count, .pool_first = series->pool != NULL,
        .own_setup = {series->setup, NULL}, .variant = terms->variant, .rules = terms->rules,
        .seed = terms->seed, .keep = &sink, .keep_count = 1, .jobs = terms->jobs,
        .settings = terms->settings, .library = terms->library, .stop = terms->stop,
        .progress = terms->progress, .context = terms->context,
    };
    if (series->cut)
        match.rules.move_limit = series->cut;
    *games = (struct setup_games){0};
    enum status status = match_run(&match, &games->result, error);
    if (!status && games->result.games < series->games)
        status = error_set(error, STATUS_NO, "stopped");
    return status;
}

void setup_games_free(struct setup_games *games)
{
    dataset_free(&games->games);
    *games = (struct setup_games){0};
}

enum side setup_games_owner(size_t index)
{
    return index % 2 == 0 ? RED : BLUE;
}

double setup_games_score(const struct setup_games *games, size_t index)
{
    struct outcome outcome = games->games.items[index].outcome;
    return outcome.result == RESULT_DRAW ? 0.5 : outcome.result == result_win(setup_games_owner(index));
}
