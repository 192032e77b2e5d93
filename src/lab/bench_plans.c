/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_plans.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/stop.h"
#include "observer/planner_state.h"
#include "plan/path.h"
#include "play/game.h"

#include <stdlib.h>

enum { QUESTIONS = 256, CLOCK_EVERY = 4096 };

/* Squares drawn without lakes, each with a chance of one in `rare`. */
static bitboard draw_squares(struct rng *rng, uint32_t rare)
{
    bitboard set = 0;
    for (int square = 0; square < SQUARES; square++)
        if (!square_is_lake(square) && !rng_below(rng, rare))
            set |= bit(square);
    return set;
}

static void measure_paths(const struct bench_plans_terms *terms, struct bench_plans_result *result)
{
    struct path_terms questions[QUESTIONS];
    struct rng rng;
    uint64_t sum = 0; /* of the answers, so that none may be left out */
    rng_seed(&rng, terms->seed, 0);
    /* About three friends, six enemies and as many walls as in the middle of a game. */
    for (int i = 0; i < QUESTIONS; i++) {
        questions[i].friends = draw_squares(&rng, 30);
        questions[i].enemies = draw_squares(&rng, 15) & ~questions[i].friends;
        questions[i].friend_walls = draw_squares(&rng, 4);
        questions[i].enemy_walls = draw_squares(&rng, 4);
    }
    double start = clock_thread();
    do {
        for (int i = 0; i < CLOCK_EVERY; i++) {
            struct path_field field;
            path_search(&questions[i % QUESTIONS], &field);
            sum += field.friend_moves[i % SQUARES];
        }
        result->searches += CLOCK_EVERY;
        result->search_seconds = clock_thread() - start;
    } while (result->search_seconds < terms->seconds && !stop_requested(terms->stop));
    start = clock_thread();
    do {
        for (int i = 0; i < CLOCK_EVERY; i++)
            sum += (uint64_t)path_length(&questions[i % QUESTIONS], bit(i % SQUARES));
        result->lengths += CLOCK_EVERY;
        result->length_seconds = clock_thread() - start;
    } while (result->length_seconds < terms->seconds && !stop_requested(terms->stop));
    volatile uint64_t kept = sum;
    (void)kept;
}

static struct game_terms self_play(const struct bench_plans_terms *terms, uint64_t game)
{
    return (struct game_terms){.player = {"invincible", "invincible"},
                               .rules = *rules_find("deepnash"),
                               .seed = terms->seed,
                               .stream = game,
                               .settings = terms->settings,
                               .library = terms->library};
}

static enum status measure_games(const struct bench_plans_terms *terms,
                                 struct bench_plans_result *result, struct error *error)
{
    double start = clock_thread();
    do {
        struct game game;
        struct game_terms own = self_play(terms, result->games);
        enum status status = game_start(&game, &own, error);
        if (!status)
            status = game_run(&game, terms->stop, error);
        if (status)
            return status;
        result->games++;
        result->plies += game.record.plies;
        game_end(&game);
        result->game_seconds = clock_thread() - start;
    } while (result->game_seconds < terms->seconds && !stop_requested(terms->stop));
    return STATUS_OK;
}

/* Every move of every plan in the positions of one game, while it is played. */
static enum status measure_tables(const struct bench_plans_terms *terms,
                                  struct bench_plans_result *result, uint64_t number,
                                  struct error *error)
{
    struct planner_state planner_state;
    struct game game;
    struct rng rng;
    struct plan_table table = {0};
    struct plan_context *context = memory_new(1, sizeof *context);
    struct game_terms own = self_play(terms, number);
    struct belief_sources sources;
    enum status status = library_belief_sources(terms->library, terms->settings, &sources, error);
    if (!status)
        status = game_start(&game, &own, error);
    if (status) {
        free(context);
        return status;
    }
    planner_state_init(&planner_state, terms->settings, &sources);
    rng_seed(&rng, terms->seed, number);
    while (!status && game_outcome(&game).result == RESULT_OPEN &&
           result->table_seconds < terms->seconds && !stop_requested(terms->stop)) {
        planner_state_context(&planner_state, &game.view[game_to_move(&game)], &rng, context);
        double start = clock_thread();
        planner_table(&planner_state.planner, context, &table);
        result->table_seconds += clock_thread() - start;
        result->tables++;
        status = game_play(&game, game_ask(&game, NULL), NULL, error);
    }
    plan_table_free(&table);
    planner_state_free(&planner_state);
    game_end(&game);
    free(context);
    return status;
}

enum status bench_plans_run(const struct bench_plans_terms *terms, struct bench_plans_result *result,
                            struct error *error)
{
    *result = (struct bench_plans_result){0};
    measure_paths(terms, result);
    enum status status = measure_games(terms, result, error);
    uint64_t game = 0;
    while (!status && result->table_seconds < terms->seconds && !stop_requested(terms->stop))
        status = measure_tables(terms, result, game++, error);
    return status;
}
