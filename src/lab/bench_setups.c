/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_setups.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* BLOCK: setups made with one stream of random numbers; BEST_OF: candidates for a setup of the best;
 * BEST_PART: of the blocks of a sample, one in so many is made as best of BEST_OF. */
enum { BLOCK = 100, BEST_OF = 50, BEST_PART = 20 };

/* The stream of random numbers for picking people's setups; the next one is for picking other people's. */
#define PICK_STREAM ((uint64_t)2 << 40)

const struct table_method table_methods[TABLE_METHODS] = {
    {"fully random", GENERATOR_RANDOM, 1, -30, -3, 11, 0},
    {"best of 50 random", GENERATOR_RANDOM, 50, 5, 9, 16, 31},
    {"best of 1000 random", GENERATOR_RANDOM, 1000, 12, 14, 18, 544},
    {"semi-random", GENERATOR_SEMI_RANDOM, 1, -8, 5, 17, 1},
    {"best of 20 semi-random", GENERATOR_SEMI_RANDOM, 20, 9, 15, 22, 41},
    {"best of 50 semi-random", GENERATOR_SEMI_RANDOM, 50, 12, 17, 24, 99},
};

const uint8_t ratio_ranks[RATIO_RANKS] = {MARSHAL, GENERAL, COLONEL, SERGEANT, SPY, FLAG, BOMB};

/* Reports the part of the bench that begins now. */
static void report_progress(const struct bench_setups_terms *terms, const char *part)
{
    if (terms->report != NULL)
        terms->report(terms->context, part);
}

/* Measures one method of table 4.3: worst, average and best score of terms->table_setups setups, and the
 * time of one. `stream` chooses the random numbers. */
static void run_method(const struct bench_setups_terms *terms, const struct table_method *method,
                       uint64_t stream, struct table_result *result)
{
    struct setup_options options = *terms->options;
    struct rng rng;
    double sum = 0, start = clock_thread();
    options.generator = method->generator;
    options.best_of = method->best_of;
    rng_seed(&rng, terms->seed, stream);
    result->worst = HUGE_VAL;
    result->best = -HUGE_VAL;
    for (uint64_t i = 0; i < terms->table_setups && !stop_requested(terms->stop); i++) {
        struct setup setup;
        setup_create(terms->statistics, &options, &rng, &setup);
        double score = judge_score(&options.judge, &setup);
        result->worst = fmin(result->worst, score);
        result->best = fmax(result->best, score);
        sum += score;
    }
    result->average = sum / (double)terms->table_setups;
    result->seconds = (clock_thread() - start) / (double)terms->table_setups;
}

/* --- samples --- */

/* The work of making a sample, shared by threads: each block is up to BLOCK setups with its own random
 * numbers. */
struct sampling {
    const struct bench_setups_terms *terms;
    struct setup_options options;
    uint64_t stream;      /* stream of random numbers of block 0; block i uses stream + i */
    struct setup *setups; /* gets the setups of all blocks */
    size_t count;         /* of setups */
    double *seconds;      /* gets the processor time of each block */
};

/* Makes the setups of one block and measures the time. */
static void make_block(void *context, size_t block)
{
    struct sampling *sampling = context;
    struct rng rng;
    double start = clock_thread();
    rng_seed(&rng, sampling->terms->seed, sampling->stream + block);
    size_t end = (block + 1) * BLOCK < sampling->count ? (block + 1) * BLOCK : sampling->count;
    for (size_t i = block * BLOCK; i < end && !stop_requested(sampling->terms->stop); i++)
        setup_create(sampling->terms->statistics, &sampling->options, &rng, &sampling->setups[i]);
    sampling->seconds[block] = clock_thread() - start;
}

/* Makes a sample of `count` setups, each the best of `best_of`. Returns the processor time of one
 * setup in seconds. */
static double make_sample(const struct bench_setups_terms *terms, enum setup_generator generator,
                          int best_of, size_t count, struct setup *setups)
{
    struct sampling sampling = {.terms = terms, .options = *terms->options, .setups = setups,
                                .count = count};
    size_t blocks = (count + BLOCK - 1) / BLOCK;
    double seconds = 0;
    sampling.options.generator = generator;
    sampling.options.best_of = best_of;
    /* Each sample has 2^32 streams of its own; the streams below 2^32 are for run_method. */
    sampling.stream = ((uint64_t)generator * 2 + (best_of > 1) + 1) << 32;
    sampling.seconds = memory_new(blocks, sizeof *sampling.seconds);
    parallel_run(terms->jobs, blocks, make_block, &sampling);
    for (size_t i = 0; i < blocks; i++)
        seconds += sampling.seconds[i];
    free(sampling.seconds);
    return seconds / (double)count;
}

/* Computes the share of setups whose flag is on the back row, and of those whose flag is bombed in. */
static void flag_shares(const struct setup *setups, size_t count, double *back_row, double *bombed)
{
    size_t back_count = 0, bombed_count = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *flag = memchr(setups[i].rank, FLAG, PIECES_A_SIDE);
        back_count += flag != NULL && place_row((int)(flag - setups[i].rank)) == 3; /* rows 0 (front) .. 3 */
        bombed_count += flag != NULL && flag_is_bombed(&setups[i]);
    }
    *back_row = (double)back_count / (double)count;
    *bombed = (double)bombed_count / (double)count;
}

/* Compares two setups for qsort. */
static int compare_setups(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct setup));
}

/* --- the two-sample table --- */

bool bench_setups_has_pair(const struct variant *variant, int a, int b)
{
    int needed = a == b ? 2 : 1; /* pieces of rank a */
    return variant->count[a] >= needed && variant->count[b] > 0;
}

bool bench_setups_has_table(const struct bench_setups_terms *terms)
{
    return terms->statistics->variant == VARIANT_STANDARD;
}

/* Compares the "next to" ratios (setup_ratio) of the pairs of ranks in table 4.1. `human`: of people's
 * setups; `made`: of a sample, whose counts are `counts`. Finds the pair with the largest relative
 * difference. */
static void compare_ratios(const struct setup_counts *counts, const struct setup_statistics *human,
                           const struct setup_statistics *made, struct two_sample *result)
{
    const struct variant *variant = variant_at(human->variant);
    for (int i = 0; i < RATIO_RANKS; i++)
        for (int j = 0; j < RATIO_RANKS; j++) {
            int a = ratio_ranks[i], b = ratio_ranks[j];
            double pairs_seen = (double)counts->neighbours[NEXT_TO][a][b];
            result->human[i][j] = setup_ratio(human, NEXT_TO, a, b);
            result->ratio[i][j] = setup_ratio(made, NEXT_TO, a, b);
            if (!bench_setups_has_pair(variant, a, b))
                continue;
            double difference = fabs(result->ratio[i][j] / result->human[i][j] - 1);
            result->error[i][j] = pairs_seen > 0 ? 1 / sqrt(pairs_seen) : 1; /* relative, of a count */
            result->pairs++;
            result->beyond_tenth += difference > 0.1;
            if (difference > result->worst_ratio) {
                result->worst_ratio = difference;
                result->ratio_a = i;
                result->ratio_b = j;
            }
        }
}

/* Compares a sample with people's setups: the rank and place whose shares differ most, and the ratios of
 * pairs. */
static void compare_sample(const struct setup *setups, size_t count,
                           const struct setup_statistics *human, struct two_sample *result)
{
    struct setup_counts *counts = memory_new(1, sizeof *counts);
    struct setup_statistics *made = memory_new(1, sizeof *made);
    counts->variant = human->variant;
    for (size_t i = 0; i < count; i++)
        setup_counts_add(counts, &setups[i]);
    setup_counts_finish(counts, made);
    /* The place and rank with the greatest difference. */
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            double difference = fabs(made->placement[rank][place] - human->placement[rank][place]);
            if (difference > result->worst_cell) {
                result->worst_cell = difference;
                result->cell_rank = rank;
                result->cell_place = place;
            }
        }
    compare_ratios(counts, human, made, result);
    free(counts);
    free(made);
}

/* Measures one generator: a sample of single draws, compared with people's setups, and a smaller sample of
 * the best of BEST_OF. */
static void run_generator(const struct bench_setups_terms *terms, enum setup_generator generator,
                          struct sample_result *sample, struct two_sample *against)
{
    size_t count = (size_t)terms->sample;
    struct setup *setups = memory_new(count, sizeof *setups);
    sample->seconds = make_sample(terms, generator, 1, count, setups);
    if (!stop_requested(terms->stop)) {
        compare_sample(setups, count, terms->statistics, against);
        /* Count the legal and the distinct setups; equal ones are neighbours once sorted. */
        const struct variant *variant = variant_at(terms->statistics->variant);
        sample->setups = count;
        flag_shares(setups, count, &sample->back_row, &sample->bombed);
        for (size_t i = 0; i < count; i++)
            sample->legal += setup_check(&setups[i], variant, NULL) == STATUS_OK &&
                             setup_playable(&setups[i], NULL) == STATUS_OK;
        qsort(setups, count, sizeof *setups, compare_setups);
        for (size_t i = 0; i < count; i++)
            sample->distinct += i == 0 || compare_setups(&setups[i - 1], &setups[i]) != 0;
        sample->best_setups = count / BEST_PART;
        make_sample(terms, generator, BEST_OF, sample->best_setups, setups);
    }
    if (!stop_requested(terms->stop))
        flag_shares(setups, sample->best_setups, &sample->best_back_row, &sample->best_bombed);
    free(setups);
}

/* --- separating setups from people's by boosted trees --- */

size_t bench_setups_apart_count(const struct bench_setups_terms *terms)
{
    return (size_t)(terms->learn + (terms->learn + 1) / 2); /* the test uses half as many */
}

/* Picks `count` of the `all` setups in random order, without repetition, into `to`. Picks at random, because
 * the first ones of a file may be from few people. */
static void pick_setups(const struct setup *from, size_t all, size_t count, uint64_t seed, uint64_t stream,
                        struct setup *to)
{
    struct rng rng;
    uint32_t *order = memory_new(all, sizeof *order);
    rng_seed(&rng, seed, stream);
    for (size_t i = 0; i < all; i++)
        order[i] = (uint32_t)i;
    for (size_t i = 0; i < count; i++) {
        size_t index = i + rng_below(&rng, (uint32_t)(all - i));
        to[i] = from[order[index]];
        order[index] = order[i]; /* the one that stood at i can still be drawn */
    }
    free(order);
}

/* The work of separating setups, shared by threads: one item for each kind of setups. */
struct apart_task {
    const struct bench_setups_terms *terms;
    const struct setup *people;  /* as many as bench_setups_apart_count returns */
    struct apart_result *apart;  /* gets the result for each kind */
};

/* Makes `count` setups of a kind (enum apart_kind): by the options as they are, or single draws of a
 * generator. */
static void make_draws(const struct bench_setups_terms *terms, size_t kind, size_t count, struct setup *draws)
{
    struct setup_options options = *terms->options;
    struct rng rng;
    rng_seed(&rng, terms->seed, ((uint64_t)1 << 40) + kind); /* streams that no sample uses */
    if (kind != APART_CREATOR) {
        options.generator = kind == APART_FAITHFUL ? GENERATOR_FAITHFUL : GENERATOR_SEMI_RANDOM;
        options.best_of = 1;
    }
    for (size_t i = 0; i < count && !stop_requested(terms->stop); i++)
        setup_create(terms->statistics, &options, &rng, &draws[i]);
}

/* Measures how well boosted trees separate setups of a kind (enum apart_kind) from people's, and stores the
 * result for the kind. It is the work of a thread. */
static void measure_kind(void *context, size_t kind)
{
    struct apart_task *task = context;
    const struct bench_setups_terms *terms = task->terms;
    size_t count = bench_setups_apart_count(terms);
    struct boosted_terms boosted;
    if (kind == APART_OWN && terms->own_count == 0)
        return;
    boosted_terms_init(&boosted);
    boosted.stop = terms->stop;
    struct setup *draws = memory_new(count, sizeof *draws);
    if (kind == APART_OWN)
        pick_setups(terms->own, terms->own_count, count, terms->seed, PICK_STREAM + 1, draws);
    else
        make_draws(terms, kind, count, draws);
    struct apart_sides sides = {{task->people, draws}, count, (size_t)terms->learn}; /* count: of each kind */
    if (!stop_requested(terms->stop))
        measure_apart(&sides, &boosted, &task->apart[kind]);
    free(draws);
}

/* Checks that there are enough setups of people, and of other people if there are any. */
static enum status check_people(const struct bench_setups_terms *terms, struct error *error)
{
    size_t needed = bench_setups_apart_count(terms);
    if (terms->people && terms->people_count < needed)
        return error_set(error, STATUS_BAD, "bench setups: %zu of people's setups, %zu needed",
                         terms->people_count, needed);
    if (terms->own_count > 0 && terms->own_count < needed)
        return error_set(error, STATUS_BAD, "bench setups: %zu of other people's setups, %zu needed",
                         terms->own_count, needed);
    return STATUS_OK;
}

enum status bench_setups_run(const struct bench_setups_terms *terms,
                             struct bench_setups_result *result, struct error *error)
{
    memset(result, 0, sizeof *result);
    if (check_people(terms, error) != STATUS_OK)
        return STATUS_BAD;
    /* Table 4.3, for the standard variant. */
    for (int i = 0; i < TABLE_METHODS && bench_setups_has_table(terms) && !stop_requested(terms->stop); i++) {
        report_progress(terms, table_methods[i].name);
        run_method(terms, &table_methods[i], (uint64_t)i, &result->table[i]);
    }
    /* A sample of each generator against people's setups. */
    for (int i = 0; i < BENCH_GENERATORS && !stop_requested(terms->stop); i++) {
        report_progress(terms, i == GENERATOR_FAITHFUL ? "faithful sample" : "sample");
        run_generator(terms, (enum setup_generator)i, &result->sample[i], &result->against[i]);
    }
    report_progress(terms, "faithful, the large sample");
    if (!stop_requested(terms->stop)) {
        /* The rarest pairs of table 4.1 are neighbours in about 1 of 100 setups: with 10,000 setups the
         * standard error of their ratio is 10 %, so a larger sample is made. */
        size_t count = (size_t)terms->large;
        struct bench_setups_terms other = *terms;
        struct setup *setups = memory_new(count, sizeof *setups);
        other.seed = terms->seed + 1;
        make_sample(&other, GENERATOR_FAITHFUL, 1, count, setups);
        if (!stop_requested(terms->stop))
            compare_sample(setups, count, terms->statistics, &result->large);
        free(setups);
    }
    /* Separate setups from people's. */
    if (terms->people && !stop_requested(terms->stop)) {
        report_progress(terms, "separating them from people's");
        size_t count = bench_setups_apart_count(terms);
        struct setup *people = memory_new(count, sizeof *people);
        struct apart_task task = {terms, people, result->apart};
        pick_setups(terms->people, terms->people_count, count, terms->seed, PICK_STREAM, people);
        parallel_run(terms->jobs, APART_KINDS, measure_kind, &task);
        free(people);
    }
    return stop_requested(terms->stop) ? error_set(error, STATUS_NO, "bench setups: stopped") : STATUS_OK;
}
