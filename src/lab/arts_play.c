/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/arts_play.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "setup/creator.h"

#include <stdlib.h>
#include <string.h>

enum status arts_play_setups(const struct setup known[ARTS_KNOWN_SETUPS], const struct settings *settings,
                             struct library *library, struct setup setups[ARTS_SETUPS], struct error *error)
{
    struct setup_sources sources;
    struct rng rng;
    enum status status = library_setup_sources(library, settings, &sources, error);
    if (status)
        return status;
    memcpy(setups, known, ARTS_KNOWN_SETUPS * sizeof *setups);
    rng_seed(&rng, 2010, 0); /* fixed, so that each run has the same setups */
    for (int i = ARTS_KNOWN_SETUPS; i < ARTS_SETUPS; i++)
        setup_create_once(settings, &sources, variant_at(VARIANT_STANDARD)->count, 0 /* no deadline */, &rng,
                          &setups[i]);
    return STATUS_OK;
}

/* How one game went for the first agent. */
enum arts_game { GAME_OPEN, GAME_WON, GAME_LOST, GAME_DRAWN };

/* The results of all games, written by the threads. */
struct arts_games {
    const struct arts_play_terms *terms;
    uint8_t *game;            /* enum arts_game */
    struct error *error;      /* of each game */
    atomic_size_t done;
};

/* Plays one game and stores its result at `index`. The index contains the number of the first agent's setup
 * (`own`) and of its opponent's (`other`) as own x setup_count + other. It is the work of a thread. */
static void play_one(void *context, size_t index)
{
    struct arts_games *games = context;
    const struct arts_play_terms *terms = games->terms;
    if (stop_requested(terms->stop))
        return;
    size_t own = index / (size_t)terms->setup_count, other = index % (size_t)terms->setup_count;
    enum side side = (own + other) % 2 ? BLUE : RED; /* of the first agent */
    struct error *error = &games->error[index];
    struct game game = {0};
    struct game_terms game_terms = {.rules = terms->rules, .seed = terms->seed, .stream = index,
                                    .settings = terms->settings, .library = terms->library,
                                    .stop = terms->stop};
    game_terms.rules.move_limit = ARTS_GAME_PLIES;
    game_terms.player[side] = terms->agent[0];
    game_terms.player[side_other(side)] = terms->agent[1];
    game_terms.setup[side] = &terms->setups[own];
    game_terms.setup[side_other(side)] = &terms->setups[other];
    enum status status = game_start(&game, &game_terms, error);
    if (!status)
        status = game_run(&game, terms->stop, error);
    enum result result = status ? RESULT_OPEN : game_outcome(&game).result;
    if (result != RESULT_OPEN)
        games->game[index] = result == RESULT_DRAW        ? GAME_DRAWN
                             : result == result_win(side) ? GAME_WON
                                                          : GAME_LOST;
    game_end(&game);
    size_t done = atomic_fetch_add(&games->done, 1) + 1;
    if (terms->progress)
        terms->progress(terms->context, done, (size_t)(terms->setup_count * terms->setup_count));
}

enum status arts_play(const struct arts_play_terms *terms, struct arts_play_result *result,
                      struct error *error)
{
    size_t count = (size_t)(terms->setup_count * terms->setup_count), open = 0; /* open: stopped games */
    struct arts_games games = {.terms = terms, .game = memory_new(count, sizeof *games.game),
                               .error = memory_new(count, sizeof *games.error)};
    enum status status = STATUS_OK;
    *result = (struct arts_play_result){0};
    parallel_run(terms->jobs, count, play_one, &games);
    for (size_t i = 0; i < count && !status; i++) {
        if (games.error[i].status)
            *error = games.error[i];
        status = games.error[i].status;
        open += games.game[i] == GAME_OPEN;
        result->wins += games.game[i] == GAME_WON;
        result->losses += games.game[i] == GAME_LOST;
        result->draws += games.game[i] == GAME_DRAWN;
    }
    free(games.game);
    free(games.error);
    if (!status && open)
        status = error_set(error, STATUS_NO, "stopped");
    return status;
}
