/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_plans.h"

#include "base/clock.h"
#include "base/rng.h"
#include "plan/path.h"

enum { QUESTIONS = 256, CLOCK_EVERY = 4096 };

static bool is_set(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Squares drawn without lakes, each with a chance of one in `rare`. */
static bitboard draw_squares(struct rng *rng, uint32_t rare)
{
    bitboard set = 0;
    for (int square = 0; square < SQUARES; square++)
        if (!square_is_lake(square) && !rng_below(rng, rare))
            set |= bit(square);
    return set;
}

/* About three friends, six enemies and as many walls as in the middle of a game. */
static void draw_questions(struct rng *rng, struct path_terms questions[QUESTIONS])
{
    for (int i = 0; i < QUESTIONS; i++) {
        questions[i].friends = draw_squares(rng, 30);
        questions[i].enemies = draw_squares(rng, 15) & ~questions[i].friends;
        questions[i].friend_walls = draw_squares(rng, 4);
        questions[i].enemy_walls = draw_squares(rng, 4);
    }
}

void bench_plans_run(const struct bench_plans_terms *terms, struct bench_plans_result *result)
{
    struct path_terms questions[QUESTIONS];
    struct rng rng;
    uint64_t sum = 0; /* of the answers, so that none may be left out */
    *result = (struct bench_plans_result){0};
    rng_seed(&rng, terms->seed, 0);
    draw_questions(&rng, questions);
    double start = clock_thread();
    do {
        for (int i = 0; i < CLOCK_EVERY; i++) {
            struct path_field field;
            path_search(&questions[i % QUESTIONS], &field);
            sum += field.friend_moves[i % SQUARES];
        }
        result->searches += CLOCK_EVERY;
        result->search_seconds = clock_thread() - start;
    } while (result->search_seconds < terms->seconds && !is_set(terms->stop));
    start = clock_thread();
    do {
        for (int i = 0; i < CLOCK_EVERY; i++)
            sum += (uint64_t)path_length(&questions[i % QUESTIONS], bit(i % SQUARES));
        result->lengths += CLOCK_EVERY;
        result->length_seconds = clock_thread() - start;
    } while (result->length_seconds < terms->seconds && !is_set(terms->stop));
    volatile uint64_t kept = sum;
    (void)kept;
}
