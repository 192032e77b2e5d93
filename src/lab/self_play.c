/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/self_play.h"

const char *const self_play_players[] = {
    "invincible:belief.kind=deboer",
    "invincible:belief.kind=deboer,profile=aggressive",
    "invincible:belief.kind=deboer,profile=careful",
    "probabilistic",
    NULL,
};

/* The running match of a pair of agents. */
struct pair {
    const struct self_play_terms *terms;
    struct dataset *dataset;
    size_t before;            /* number of games of earlier pairs */
};

/* Adds a game to the pair's data set. It is a sink (lab/collector.h). */
static enum status add_game(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct pair *pair = context;
    struct training_game game = {0};
    (void)enough;
    enum status status = training_game_read(&game, played->record, "self-play", error);
    if (!status)
        dataset_add(pair->dataset, &game);
    return status;
}

/* Forwards the progress of a match, as that of all pairs' games. */
static void report_progress(void *context, size_t done, size_t games)
{
    const struct pair *pair = context;
    (void)games;
    if (pair->terms->progress)
        pair->terms->progress(pair->terms->context, pair->before + done, pair->terms->games);
}

/* Plays the games of one pair of agents and adds them in their order. */
static enum status play_pair(struct pair *pair, const char *a, const char *b, size_t games, uint64_t seed,
                             struct error *error)
{
    const struct self_play_terms *terms = pair->terms;
    const struct sink sink = {add_game, pair};
    struct match_result result;
    struct match_terms match = {
        .agent = {a, b}, .games = games, .pool = terms->pool, .pool_count = terms->pool_count,
        .variant = terms->variant, .rules = terms->rules, .seed = seed, .jobs = terms->jobs,
        .settings = terms->settings, .library = terms->library,
        .keep = &sink, .keep_count = 1, .stop = terms->stop, .progress = report_progress, .context = pair,
    };
    enum status status = match_run(&match, &result, error);
    if (!status && result.games < games)
        status = error_set(error, STATUS_NO, "stopped");
    return status;
}

enum status self_play(const struct self_play_terms *terms, struct dataset *dataset, struct error *error)
{
    /* Each pair a <= b once, so each agent also plays itself; pair number k. */
    size_t players = terms->player_count, pairs = players * (players + 1) / 2, k = 0;
    struct pair pair = {.terms = terms, .dataset = dataset};
    enum status status = STATUS_OK;
    for (size_t a = 0; a < players && !status; a++)
        for (size_t b = a; b < players && !status; b++, k++) {
            size_t games = terms->games / pairs + (k < terms->games % pairs);
            if (games)
                status = play_pair(&pair, terms->players[a], terms->players[b], games, terms->seed + k,
                                   error);
            pair.before += games;
        }
    return status;
}
