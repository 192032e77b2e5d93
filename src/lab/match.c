/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "file/file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* What is kept of one game until all are counted. */
struct outcome_of_game {
    bool played;
    struct outcome outcome;
    uint32_t plies;
};

struct match_work {
    const struct match_terms *terms;
    struct outcome_of_game *games;   /* by number; each written by the thread that plays it */
    pthread_mutex_t lock;            /* guards what follows */
    size_t done;
    size_t failed;                   /* the lowest number of a game that failed */
    struct error error;
    atomic_bool broken;              /* a game failed: start no more */
};

static bool is_set(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* The side that A has in game `index`. */
static enum side side_of_a(const struct match_terms *terms, size_t index)
{
    return terms->fixed || index % 2 == 0 ? RED : BLUE;
}

static enum status save_game(const struct match_terms *terms, const struct record *record,
                             size_t index, struct error *error)
{
    struct text path = {0}, bytes = {0};
    text_printf(&path, "%s/%06zu.game", terms->save, index);
    game_write(record, &bytes);
    enum status status = disk_write(text_string(&path), bytes.bytes, bytes.size, error);
    text_free(&path);
    text_free(&bytes);
    return status;
}

/* Plays game `index` to its end, or until the match is stopped. */
static enum status play_game(const struct match_terms *terms, size_t index,
                             struct outcome_of_game *kept, struct error *error)
{
    struct game game = {0};
    struct game_terms game_terms = {
        .pool = terms->pool,
        .pool_count = terms->pool_count,
        .pool_first = terms->pool_first,
        .stop = terms->stop,
        .rules = terms->rules,
        .time.counted = terms->clock_counted,
        .time_source = terms->time_source,
        .seed = terms->seed,
        .stream = index,
        .settings = terms->settings,
        .library = terms->library,
    };
    enum side a = side_of_a(terms, index);
    game_terms.player[a] = terms->agent[MATCH_A];
    game_terms.player[side_other(a)] = terms->agent[MATCH_B];
    game_terms.time.side[a] = terms->clock[MATCH_A];
    game_terms.time.side[side_other(a)] = terms->clock[MATCH_B];
    enum status status = game_start(&game, &game_terms, error);
    if (!status)
        status = game_run(&game, terms->stop, error);
    if (!status) {
        kept->outcome = game_outcome(&game);
        kept->plies = (uint32_t)game.record.plies;
        kept->played = kept->outcome.result != RESULT_OPEN;
    }
    if (!status && kept->played && terms->save)
        status = save_game(terms, &game.record, index, error);
    if (!status && kept->played && terms->keep)
        status = terms->keep(terms->context, index, &game.record, error);
    game_end(&game);
    return status;
}

static void work(void *context, size_t index)
{
    struct match_work *shared = context;
    const struct match_terms *terms = shared->terms;
    if (is_set(terms->stop) || is_set(&shared->broken))
        return;
    struct error error = {0};
    enum status status = play_game(terms, index, &shared->games[index], &error);
    pthread_mutex_lock(&shared->lock);
    if (status) {
        atomic_store(&shared->broken, true);
        if (index < shared->failed) {
            shared->failed = index;
            shared->error = error;
        }
    } else if (shared->games[index].played) {
        shared->done++;
        if (terms->progress)
            terms->progress(terms->context, shared->done, terms->games);
    }
    pthread_mutex_unlock(&shared->lock);
}

static void count_win(struct match_wins *wins, const struct outcome_of_game *game)
{
    wins->wins++;
    if (game->outcome.reason == REASON_FLAG) {
        wins->captures++;
        sample_add(&wins->capture_plies, game->plies);
    }
}

/* Adds game number `index`; called in the order of the numbers, so that sums round alike. */
static void count_game(const struct match_terms *terms, size_t index,
                       const struct outcome_of_game *game, struct match_result *result)
{
    result->games++;
    sample_add(&result->plies, game->plies);
    if (game->outcome.reason == REASON_FLAG)
        sample_add(&result->capture_plies, game->plies);
    if (game->outcome.result == RESULT_DRAW) {
        result->draws++;
        result->draws_by[game->outcome.reason]++;
        return;
    }
    enum side winner = game->outcome.result == RESULT_RED ? RED : BLUE;
    enum match_agent agent = winner == side_of_a(terms, index) ? MATCH_A : MATCH_B;
    count_win(&result->agent[agent], game);
    count_win(&result->side[winner], game);
    result->wins_by[agent][game->outcome.reason]++;
}

/* Starts both agents once, so that a wrong name is said before anything is played. */
static enum status try_agents(const struct match_terms *terms, struct error *error)
{
    for (int i = MATCH_A; i < MATCH_AGENTS; i++) {
        struct agent agent = {0};
        enum status status = agent_start(&agent, terms->agent[i], terms->settings, terms->library, error);
        if (status)
            return status;
        agent_end(&agent);
    }
    return STATUS_OK;
}

enum status match_run(const struct match_terms *terms, struct match_result *result,
                      struct error *error)
{
    *result = (struct match_result){0};
    enum status status = try_agents(terms, error);
    if (!status && terms->save)
        status = disk_folder(terms->save, error);
    if (status)
        return status;
    struct match_work shared = {.terms = terms, .failed = SIZE_MAX};
    shared.games = memory_new(terms->games, sizeof *shared.games);
    pthread_mutex_init(&shared.lock, NULL);
    parallel_run(terms->jobs, terms->games, work, &shared);
    pthread_mutex_destroy(&shared.lock);
    for (size_t i = 0; i < terms->games; i++)
        if (shared.games[i].played)
            count_game(terms, i, &shared.games[i], result);
    free(shared.games);
    if (shared.failed == SIZE_MAX)
        return STATUS_OK;
    return error_set(error, shared.error.status, "game %zu: %s", shared.failed, shared.error.text);
}
