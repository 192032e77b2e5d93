/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

#include "base/clock.h"
#include "base/plural.h"
#include "belief/facts.h"
#include "belief/model.h"
#include "belief/sample.h"
#include "game/position.h"
#include "setup/creator.h"

#include <string.h>

enum {
    PLIES_MAX = 300,        /* of a game */
    SAMPLE_EVERY = 20,      /* plies from one drawing of samples to the next */
    SAMPLES = 200,          /* in one drawing */
    BINS_A_MICROSECOND = 10,
    BINS = 2000,            /* in all */
};

struct bench_belief_result {
    uint64_t events, samples;             /* updates that needed a normalisation; samples drawn */
    double event_seconds, sample_seconds; /* of processor time, one core */
    double fact_seconds;                  /* of the events that changed a fact (facts_touched) */
    uint64_t facts;                       /* number of events that changed a fact */
    double sweeps;                        /* scalings of the normalisations in all */
    uint32_t spread[BINS];                /* number of events by their time; the last bin: all longer times */
};

/* Draws SAMPLES samples of a belief. Adds the time to the result, including that of making the sampler. */
static void draw_samples(const struct belief *belief, struct rng *rng, struct bench_belief_result *result)
{
    struct belief_sampler sampler;
    uint8_t ranks[PIECES_A_SIDE];
    double start = clock_thread();
    belief_sampler_init(&sampler, belief);
    for (int i = 0; i < SAMPLES; i++)
        belief_sampler_draw(&sampler, rng, ranks);
    result->sample_seconds += clock_thread() - start;
    result->samples += SAMPLES;
}

/* Updates a belief by one event and adds the time to the result. Most of the time goes into normalising the
 * belief, so events that need no normalisation are not counted. */
static void measure_update(struct belief *belief, const struct event *event,
                           struct bench_belief_result *result)
{
    uint32_t normal_forms = belief_normal_forms(belief);
    bool fact = facts_touched(belief, event);
    double start = clock_thread();
    belief_observe(belief, event);
    double seconds = clock_thread() - start;
    if (belief_normal_forms(belief) == normal_forms)
        return;
    int bin = (int)(seconds * 1e6 * BINS_A_MICROSECOND);
    result->spread[bin < BINS ? bin : BINS - 1]++;
    result->event_seconds += seconds;
    result->events++;
    result->sweeps += belief_normal_result(belief).sweeps;
    if (fact) {
        result->fact_seconds += seconds;
        result->facts++;
    }
}

/* Returns the time in microseconds that a share (0 .. 1) of the updates did not exceed, in steps of 0.1 (the
 * upper end of a bin). */
static double quantile_us(const struct bench_belief_result *result, double share)
{
    uint64_t count = 0;
    for (int bin = 0; bin < BINS; bin++) {
        count += result->spread[bin];
        if ((double)count >= share * (double)result->events)
            return (double)(bin + 1) / BINS_A_MICROSECOND;
    }
    return 0;
}

/* Plays random games of at most PLIES_MAX plies from setups drawn from the statistics. Updates a belief
 * about each side at every event and draws samples of one of them at every SAMPLE_EVERY-th ply. */
static void play_games(const struct belief_knowledge *knowledge, int games, uint64_t seed,
                       struct bench_belief_result *result)
{
    /* How the setups are made: single draws from the statistics. */
    struct setup_options options = {.generator = GENERATOR_SEMI_RANDOM, .best_of = 1,
                                    .open_flags = -1 /* any share of open flags */};
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
        /* Begin the game and the beliefs about both sides. */
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
        for (int ply = 0; ply < PLIES_MAX && position_outcome(&position).result == RESULT_OPEN; ply++) {
            /* A random move; RANK_UNKNOWN: no ranks are claimed for it. */
            int count = board_moves(&position.board, moves);
            struct move_with_ranks move = {moves[rng_below(&rng, (uint32_t)count)], RANK_UNKNOWN,
                                           RANK_UNKNOWN};
            struct event event;
            position_play(&position, move, &event, NULL);
            measure_update(&belief[RED], &event, result);
            measure_update(&belief[BLUE], &event, result);
            if (ply % SAMPLE_EVERY == SAMPLE_EVERY - 1) /* both sides in turn */
                draw_samples(&belief[ply / SAMPLE_EVERY % 2], &rng, result);
        }
        position_free(&position);
    }
}

/* Appends the costs of one form of a model: the bytes of its file, and the processor time of making a model
 * of them in new memory. The time is the min of TRIES, without that of reading the file. */
static void add_form_costs(const char *name, const struct text *text, struct text *out)
{
    enum { TRIES = 5 };
    double min = 0;
    for (int i = 0; i < TRIES; i++) {
        struct error error;
        double start = clock_thread();
        struct belief_model *model = belief_model_parse("model", text->bytes, text->size, &error);
        double seconds = clock_thread() - start;
        belief_model_free(model);
        min = i == 0 || seconds < min ? seconds : min;
    }
    text_printf(out, "figure model-%s-size %.3f MB\n", name, (double)text->size / 1e6);
    text_printf(out, "figure model-%s-load %.2f ms\n", name, 1e3 * min);
}

/* Appends the costs of the readable and of the packed form of a model. */
static void add_model_costs(const struct belief_model *model, struct text *out)
{
    struct text readable = {0}, packed = {0};
    belief_model_write(model, &readable);
    belief_model_pack(model, 0, &packed);
    add_form_costs("readable", &readable, out);
    add_form_costs("packed", &packed, out);
    text_free(&packed);
    text_free(&readable);
}

enum status bench_belief(const struct bench_terms *terms, int games, struct text *out, struct error *error)
{
    struct belief_options options;
    struct belief_sources sources;
    struct belief_knowledge knowledge;
    struct bench_belief_result result = {0};
    belief_options_read(&options, terms->settings);
    enum status status = library_belief_sources(terms->library, terms->settings, &sources, error);
    if (!status)
        status = belief_knowledge_init(&knowledge, &options, sources.statistics, sources.model, error);
    if (status)
        return status;
    play_games(&knowledge, games, terms->seed, &result);
    /* The p95 and p99 figures: times that 95 and 99 of 100 updates do not exceed. */
    double events = (double)result.events, samples = (double)result.samples;
    text_printf(out, "guesser %s, one core: %.0f update%s, %.0f sample%s, %.1f scalings each\n",
                knowledge.kind->name, events, plural(result.events), samples, plural(result.samples),
                result.sweeps / events);
    bench_figure(out, "event-update", 2, 1e6 * result.event_seconds / events, "us");
    bench_figure(out, "fact-update", 2, 1e6 * bench_ratio(result.fact_seconds, (double)result.facts), "us");
    bench_figure(out, "event-update-p95", 1, quantile_us(&result, 0.95), "us");
    bench_figure(out, "event-update-p99", 1, quantile_us(&result, 0.99), "us");
    bench_figure(out, "sample", 2, 1e6 * bench_ratio(result.sample_seconds, samples), "us");
    if (sources.model)
        add_model_costs(sources.model, out);
    return STATUS_OK;
}
