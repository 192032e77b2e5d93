/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/fit.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/plural.h"
#include "setup/critic.h"
#include "setup/near.h"
#include "setup/pairs.h"
#include "setup/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS = 16,            /* of chains, each walked by one thread at a time */
    ANNEALS_MAX = 4096,
    ANNEAL_STEPS = 1000,
    DRAW_SWEEPS = 50,       /* of draws, while the holds of changed ones are fitted and the critic learns */
    COUPLING_UNITS = 100    /* couplings are kept to 0.01, as the file writes them */
};

/* A sum over setups of what the model looks at; pairs by class, mirror images together. */
struct features {
    uint32_t field[PIECES_A_SIDE][RANKS];
    uint32_t bombed[PIECES_A_SIDE];
    uint32_t pair[PAIR_CLASSES][RANKS][RANKS];
    uint32_t beside[RANKS][RANKS]; /* [a][b]: b next to a, wherever on the board */
    uint32_t behind[RANKS][RANKS]; /* [a][b]: b behind a */
    uint32_t shape[SHAPES][SHAPE_BINS];
};

/* The parameters while they move. Couplings of neighbours are the sum of one for their places, held
 * back by the ridge, and one for their ranks alone, which is free: so the neighbour ratios of rare
 * pairs come out right although no single pair of places has data enough. */
struct parameters {
    double field[PIECES_A_SIDE][RANKS];
    double bombed[PIECES_A_SIDE];
    double pair[PAIR_CLASSES][RANKS][RANKS];
    double beside[RANKS][RANKS], behind[RANKS][RANKS];
    double shape[SHAPES][SHAPE_BINS];
};

struct fit {
    const struct fit_options *options;
    struct pair_classes classes;
    struct setup_model *model;
    struct setup *chains;
    struct rng *rngs;            /* one a block */
    struct features *block;      /* one a block, then their sum */
    struct features data;
    double data_count;
    struct parameters now, sum;
    int summed;
};

/* Whether a piece stands on a place; -1 is none. */
static bool stands_at(const struct setup *setup, int place)
{
    return place >= 0 && setup->rank[place] != PLACE_EMPTY;
}

static void add_features(const struct pair_classes *classes, const struct setup *setup,
                         struct features *features)
{
    struct shape shape;
    shape_take(setup, &shape);
    for (int i = 0; i < SHAPES; i++)
        features->shape[i][shape_bin(i, shape.count[i])]++;
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        int a = setup->rank[s], behind = place_next[s][PLACE_BEHIND];
        if (a == PLACE_EMPTY)
            continue;
        features->field[s][a]++;
        for (int side = PLACE_LEFT; side <= PLACE_RIGHT; side++)
            if (stands_at(setup, place_next[s][side]))
                features->beside[a][setup->rank[place_next[s][side]]]++;
        if (stands_at(setup, behind))
            features->behind[a][setup->rank[behind]]++;
        if (a == FLAG && flag_is_bombed(setup))
            features->bombed[s]++;
        for (int t = s + 1; t < PIECES_A_SIDE; t++) {
            int b = setup->rank[t];
            if (b == PLACE_EMPTY)
                continue;
            if (classes->turned[s][t])
                features->pair[classes->of[s][t]][b][a]++;
            else
                features->pair[classes->of[s][t]][a][b]++;
        }
    }
}

static void walk_block(void *context, size_t block)
{
    struct fit *fit = context;
    size_t size = (size_t)fit->options->chains / BLOCKS;
    memset(&fit->block[block], 0, sizeof fit->block[block]);
    for (size_t i = block * size; i < (block + 1) * size; i++) {
        setup_model_walk(fit->model, &fit->chains[i], PLACES_ALL,
                         fit->options->sweeps * PIECES_A_SIDE, 1, NULL, &fit->rngs[block]);
        add_features(&fit->classes, &fit->chains[i], &fit->block[block]);
    }
}

/* One parameter's step: towards the data, in proportion to how far the shares differ relative to
 * their size, so that rare pairs learn as fast as common ones; `floor` keeps noise from ruling
 * the rarest. */
static double step_of(double data, double chains, double floor)
{
    return (data - chains) / (data + chains + floor);
}

static void move_pair(struct fit *fit, int class, double step, double ridge)
{
    double images = fit->classes.own_image[class] ? 1 : 2;
    double data_scale = 1 / (images * fit->data_count);
    double chain_scale = 1 / (images * fit->options->chains);
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            double data = fit->data.pair[class][a][b] * data_scale;
            double chains = fit->block[0].pair[class][a][b] * chain_scale;
            if (fit->classes.own_image[class]) {
                data = (data + fit->data.pair[class][b][a] * data_scale) / 2;
                chains = (chains + fit->block[0].pair[class][b][a] * chain_scale) / 2;
            }
            double *value = &fit->now.pair[class][a][b];
            *value += step * (step_of(data, chains, 0.005) - ridge * *value);
        }
}

static void move_parameters(struct fit *fit, double step)
{
    double chains = fit->options->chains;
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        for (int a = 0; a < RANKS; a++)
            fit->now.field[s][a] += step * step_of(fit->data.field[s][a] / fit->data_count,
                                                   fit->block[0].field[s][a] / chains, 0.02);
        fit->now.bombed[s] += step * step_of(fit->data.bombed[s] / fit->data_count,
                                             fit->block[0].bombed[s] / chains, 0.01);
    }
    /* Counts overlap with all else that is fitted: they go half as fast, and sizes that never occur stay
     * bounded by a ridge of their own. */
    for (int i = 0; i < SHAPES; i++)
        for (int bin = 0; bin < SHAPE_BINS; bin++) {
            double now = (double)fit->block[0].shape[i][bin] / fit->options->chains;
            double *value = &fit->now.shape[i][bin];
            double towards = step_of(fit->data.shape[i][bin] / fit->data_count, now, 0.002);
            *value += step / 2 * (towards - 0.02 * *value);
        }
    for (int class = 0; class < PAIR_CLASSES; class++)
        move_pair(fit, class, step, fit->options->ridge);
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            fit->now.beside[a][b] += step * step_of(fit->data.beside[a][b] / fit->data_count,
                                                    fit->block[0].beside[a][b] / chains, 0.0005);
            fit->now.behind[a][b] += step * step_of(fit->data.behind[a][b] / fit->data_count,
                                                    fit->block[0].behind[a][b] / chains, 0.0005);
        }
}

static float rounded(double value)
{
    return (float)(round(value * COUPLING_UNITS) / COUPLING_UNITS);
}

static void put_pair(struct setup_model *model, int s, int t, const struct parameters *from,
                     int class)
{
    bool beside = place_next[s][PLACE_LEFT] == t || place_next[s][PLACE_RIGHT] == t;
    bool behind = place_next[s][PLACE_BEHIND] == t;
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            double value = from->pair[class][a][b] + (beside ? from->beside[a][b] : 0) +
                           (behind ? from->behind[a][b] : 0);
            model->pair[s][a][t][b] = model->pair[t][b][s][a] = rounded(value);
        }
}

/* Into the model's tables, rounded as its file writes them. */
static void put_parameters(struct fit *fit, const struct parameters *from)
{
    struct setup_model *model = fit->model;
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        for (int a = 0; a < RANKS; a++)
            model->field[s][a] = rounded(from->field[s][a]);
        model->bombed[s] = rounded(from->bombed[s]);
    }
    for (int i = 0; i < SHAPES; i++)
        for (int bin = 0; bin < SHAPE_BINS; bin++)
            model->shape[i][bin] = rounded(from->shape[i][bin]);
    for (int class = 0; class < PAIR_CLASSES; class++) {
        int s = fit->classes.first[class], t = fit->classes.second[class];
        put_pair(model, s, t, from, class);
        if (!fit->classes.own_image[class])
            put_pair(model, place_mirrored(s), place_mirrored(t), from, class);
    }
}

static void add_to_average(struct fit *fit)
{
    const double *now = (const double *)&fit->now;
    double *sum = (double *)&fit->sum;
    for (size_t i = 0; i < sizeof(struct parameters) / sizeof(double); i++)
        sum[i] += now[i];
    fit->summed++;
}

static void finish_average(struct fit *fit)
{
    double *sum = (double *)&fit->sum;
    for (size_t i = 0; i < sizeof(struct parameters) / sizeof(double); i++)
        sum[i] /= fit->summed;
    put_parameters(fit, &fit->sum);
}

/* --- the partition function, by annealed importance sampling (Neal 2001) --- */

struct partition {
    const struct setup_model *model;
    uint64_t seed;
    double weight[ANNEALS_MAX];
};

static void anneal_chain(void *context, size_t index)
{
    struct partition *partition = context;
    struct rng rng;
    rng_seed(&rng, partition->seed, index);
    struct setup setup;
    const struct variant *variant = variant_at(partition->model->variant);
    int size = 0;
    for (int rank = 0; rank <= RANKS; rank++) { /* the last: places that stay empty */
        int count = rank < RANKS ? variant->count[rank] : PIECES_A_SIDE - variant->pieces;
        for (int i = 0; i < count; i++, size++) {
            uint32_t at = rng_below(&rng, (uint32_t)size + 1);
            setup.rank[size] = setup.rank[at];
            setup.rank[at] = (uint8_t)(rank < RANKS ? rank : PLACE_EMPTY);
        }
    }
    double weight = 0, before = 0;
    for (int step = 1; step <= ANNEAL_STEPS; step++) {
        double part = (double)step / ANNEAL_STEPS, now = part * part;
        weight += (now - before) * setup_log_joint(partition->model, &setup);
        setup_model_walk(partition->model, &setup, PLACES_ALL, PIECES_A_SIDE, 1 / now, NULL, &rng);
        before = now;
    }
    partition->weight[index] = weight;
}

static void estimate_partition(struct setup_model *model, const struct fit_options *options)
{
    struct partition *partition = memory_new(1, sizeof *partition);
    partition->model = model;
    partition->seed = options->seed;
    model->log_partition = 0;
    parallel_run(options->jobs, (size_t)options->anneals, anneal_chain, partition);
    double most = -HUGE_VAL, sum = 0;
    for (int i = 0; i < options->anneals; i++)
        most = fmax(most, partition->weight[i]);
    for (int i = 0; i < options->anneals; i++)
        sum += exp(partition->weight[i] - most);
    /* The number of arrangements of the army, as the logarithm of a multinomial coefficient. */
    const struct variant *variant = variant_at(model->variant);
    double arrangements = lgamma(PIECES_A_SIDE + 1) - lgamma(PIECES_A_SIDE - variant->pieces + 1);
    for (int rank = 0; rank < RANKS; rank++)
        arrangements -= lgamma(variant->count[rank] + 1);
    model->log_partition = arrangements + most + log(sum / options->anneals);
    free(partition);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_quantiles(struct setup_model *model, const struct setup *setups, size_t count)
{
    double *values = memory_new(count, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = setup_log_probability(model, &setups[i]);
    qsort(values, count, sizeof *values, compare_doubles);
    for (size_t i = 0; i < MODEL_QUANTILES; i++)
        model->quantile[i] = values[i * (count - 1) / (MODEL_QUANTILES - 1)];
    free(values);
}

/* --- the whole --- */

void fit_options_init(struct fit_options *options)
{
    *options = (struct fit_options){.chains = FIT_CHAINS, .iterations = FIT_ITERATIONS, .sweeps = 2,
                                    .trees = CRITIC_TREES, .step = 0.1, .ridge = FIT_RIDGE, .anneals = 512,
                                    .seed = 1, .jobs = 1};
}

/* `setups` are those that the family is fitted to: all but the known ones. */
static void fit_start(struct fit *fit, const struct setup *setups, size_t count)
{
    pair_classes_init(&fit->classes);
    fit->data_count = (double)count;
    for (size_t i = 0; i < count; i++)
        add_features(&fit->classes, &setups[i], &fit->data);
    const uint8_t *army = variant_at(fit->model->variant)->count;
    for (int s = 0; s < PIECES_A_SIDE; s++)
        for (int a = 0; a < RANKS; a++)
            if (army[a] > 0)
                fit->now.field[s][a] = log(fit->data.field[s][a] / fit->data_count + 1e-4);
    size_t chains = (size_t)fit->options->chains;
    fit->chains = memory_new(chains, sizeof *fit->chains);
    fit->rngs = memory_new(BLOCKS, sizeof *fit->rngs);
    fit->block = memory_new(BLOCKS, sizeof *fit->block);
    for (size_t i = 0; i < chains; i++)
        fit->chains[i] = setups[(size_t)((double)i / (double)chains * (double)count)];
    for (size_t block = 0; block < BLOCKS; block++)
        rng_seed(&fit->rngs[block], fit->options->seed, block);
}

enum status setup_model_fit(struct setup_model *model, const struct setup *setups, size_t count,
                            const struct fit_options *options, fit_report *report, void *context,
                            struct error *error)
{
    struct fit *fit = memory_new(1, sizeof *fit);
    enum status status = STATUS_OK;
    fit->options = options;
    fit->model = model;
    model->count = count;
    model->variant = variant_index(setup_variant(&setups[0]));
    model->pair = memory_new(PIECES_A_SIDE, sizeof *model->pair);
    model->shape = memory_new(SHAPES, sizeof *model->shape);
    struct setup *unknown = memory_new(count, sizeof *unknown), *rest = memory_new(count, sizeof *rest);
    struct near_distances distances;
    size_t others = known_find(&model->known, setups, count, unknown);
    size_t left = near_find(&model->known, unknown, others, rest, &distances);
    fit_start(fit, left ? rest : setups, left ? left : count);
    for (int i = 0; i < options->iterations && !status; i++) {
        put_parameters(fit, &fit->now);
        parallel_run(options->jobs, BLOCKS, walk_block, fit);
        uint32_t *sum = (uint32_t *)&fit->block[0];
        for (int block = 1; block < BLOCKS; block++) {
            const uint32_t *add = (const uint32_t *)&fit->block[block];
            for (size_t k = 0; k < sizeof(struct features) / sizeof(uint32_t); k++)
                sum[k] += add[k];
        }
        move_parameters(fit, options->step);
        if (i >= options->iterations * 2 / 3)
            add_to_average(fit);
        if (report != NULL && !report(context, i + 1, options->iterations))
            status = error_set(error, STATUS_NO, "stopped after %d of %d iteration%s", i + 1,
                               options->iterations, plural((uint64_t)options->iterations));
    }
    if (!status) {
        finish_average(fit);
        near_fit(model, &distances, DRAW_SWEEPS, options->seed);
        estimate_partition(model, options);
        struct critic_terms terms = {options->trees, DRAW_SWEEPS, options->seed, options->jobs,
                                     options->stop};
        if (options->trees > 0 && others > 0 && !critic_learn(model, unknown, others, &terms))
            status = error_set(error, STATUS_NO, "stopped while the critic learnt");
    }
    if (!status)
        find_quantiles(model, setups, count);
    free(unknown);
    free(rest);
    free(fit->chains);
    free(fit->rngs);
    free(fit->block);
    free(fit);
    return status;
}
