/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_belief.h"

#include "base/clock.h"
#include "belief/facts.h"
#include "belief/model.h"
#include "belief/sample.h"
#include "game/position.h"
#include "setup/creator.h"

#include <string.h>
#include <stdlib.h>

static void draw_samples(const struct belief *belief, int samples, struct rng *rng,
                         struct bench_belief_result *result)
{
    struct belief_sampler sampler;
    uint8_t ranks[PIECES_A_SIDE];
    double start = clock_thread();
    belief_sampler_init(&sampler, belief);
    for (int i = 0; i < samples; i++)
        belief_sampler_draw(&sampler, rng, ranks);
    result->sample_seconds += clock_thread() - start;
    result->samples += (uint64_t)samples;
}

/* One event into one belief; it counts where the belief had to be brought into normal form. */
static void take_in(struct belief *belief, const struct event *event,
                    struct bench_belief_result *result)
{
    uint32_t normalisations = belief->normalisations;
    bool fact = facts_touched(belief, event);
    double start = clock_thread();
    belief_event(belief, event);
    double seconds = clock_thread() - start;
    if (belief->normalisations == normalisations)
        return;
    int bin = (int)(seconds * 1e6 * BENCH_BELIEF_BINS_US);
    result->spread[bin < BENCH_BELIEF_BINS ? bin : BENCH_BELIEF_BINS - 1]++;
    result->event_seconds += seconds;
    result->events++;
    result->sweeps += belief->sweeps;
    if (fact) {
        result->fact_seconds += seconds;
        result->facts++;
    }
}

double bench_belief_quantile(const struct bench_belief_result *result, double share)
{
    uint64_t below = 0;
    for (int bin = 0; bin < BENCH_BELIEF_BINS; bin++) {
        below += result->spread[bin];
        if ((double)below >= share * (double)result->events)
            return 1e-6 * (bin + 1) / BENCH_BELIEF_BINS_US;
    }
    return 0;
}

void bench_belief_run(const struct belief_knowledge *knowledge, int games, int plies, int samples,
                      uint64_t seed, struct bench_belief_result *result)
{
    struct setup_options options = {.generator = GENERATOR_SEMI_RANDOM, .best_of = 1, .open_flags = -1};
    *result = (struct bench_belief_result){0};
    for (int place = 0; place < PIECES_A_SIDE; place++)
        options.keep[place] = RANK_UNKNOWN;
    memcpy(options.army, variant_at(VARIANT_STANDARD)->count, sizeof options.army);
    judge_init(&options.judge);
    for (int game = 0; game < games; game++) {
        struct rng rng;
        struct setup setups[SIDES];
        rng_seed(&rng, seed, (uint64_t)game);
        for (enum side side = RED; side <= BLUE; side++)
            setup_create(knowledge->statistics, &options, &rng, &setups[side]);
        struct placement start;
        struct position position = {0};
        struct view view = {0};
        struct belief belief[SIDES];
        struct move moves[MOVES_MAX];
        placement_from_setups(&start, variant_at(VARIANT_STANDARD), &setups[RED], &setups[BLUE]);
        position_init(&position, &start, rules_find("isf"), NULL);
        view_init(&view, &position, RED);
        belief_init(&belief[RED], knowledge, &view, RED);
        belief_init(&belief[BLUE], knowledge, &view, BLUE);
        view_free(&view);
        for (int ply = 0; ply < plies && position_outcome(&position).result == RESULT_OPEN; ply++) {
            int count = board_moves(&position.board, moves);
            struct move_with_ranks move = {moves[rng_below(&rng, (uint32_t)count)], RANK_UNKNOWN,
                                           RANK_UNKNOWN};
            struct event event;
            position_play(&position, move, &event, NULL);
            take_in(&belief[RED], &event, result);
            take_in(&belief[BLUE], &event, result);
            if (ply % 20 == 19)
                draw_samples(&belief[ply / 20 % 2], samples, &rng, result);
        }
        position_free(&position);
    }
}

static struct bench_model_form time_form(const struct text *text)
{
    enum { TRIES = 5 };
    struct bench_model_form form = {.bytes = text->size};
    for (int i = 0; i < TRIES; i++) {
        struct error error;
        double start = clock_thread();
        struct belief_model *model = belief_model_parse("model", text->bytes, text->size, &error);
        double seconds = clock_thread() - start;
        belief_model_free(model);
        form.seconds = i == 0 || seconds < form.seconds ? seconds : form.seconds;
    }
    return form;
}

void bench_belief_model(const struct belief_model *model, struct bench_model_result *result)
{
    struct text readable = {0}, packed = {0};
    belief_model_write(model, &readable);
    belief_model_pack(model, 0, &packed);
    *result = (struct bench_model_result){time_form(&readable), time_form(&packed)};
    text_free(&packed);
    text_free(&readable);
}
