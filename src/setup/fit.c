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
    BLOCKS = 16,            /* blocks of chains; each is a unit of parallel work */
    ANNEALS_MAX = 4096,
    ANNEAL_STEPS = 1000,
    DRAW_SWEEPS = 50,       /* sweeps of draws for near_fit and critic_learn */
    COUPLING_UNITS = 100    /* couplings are rounded to 0.01, as in the file */
};

/* Counts of the model's features over a number of setups. Pairs are counted by class: mirror images
 * together. */
struct features {
    uint32_t field[PIECES_A_SIDE][RANKS];
    uint32_t bombed[PIECES_A_SIDE];
    uint32_t pair[PAIR_CLASSES][RANKS][RANKS];
    uint32_t beside[RANKS][RANKS]; /* [a][b]: b next to a, wherever on the board */
    uint32_t behind[RANKS][RANKS]; /* [a][b]: b behind a */
    uint32_t shape[SHAPES][SHAPE_BINS];
};

/* The parameters during the fit. The coupling of two neighbouring places is the sum of a part for these
 * places, limited by the ridge, and a part for the two ranks alone, without ridge: so the neighbour ratios
 * of rare pairs are right although no single pair of places has enough data. */
struct parameters {
    double field[PIECES_A_SIDE][RANKS];
    double bombed[PIECES_A_SIDE];
    double pair[PAIR_CLASSES][RANKS][RANKS];
    double beside[RANKS][RANKS], behind[RANKS][RANKS];
    double shape[SHAPES][SHAPE_BINS];
};

/* The state of the fit. */
struct fit {
    const struct fit_options *options;
    struct pair_classes classes;
    struct setup_model *model;
    struct setup *chains;
    struct rng *rngs;            /* [BLOCKS] */
    struct features *block;      /* [BLOCKS]; block[0] becomes their sum */
    struct features data;        /* of the setups that are fitted */
    double data_count;           /* number of the setups that are fitted */
    struct parameters now, sum;  /* present values; sum over the averaged iterations */
    int summed;                  /* number of averaged iterations */
};

/* Returns whether a piece stands on a place. `place` may be -1 (no place). */
static bool stands_at(const struct setup *setup, int place)
{
    return place >= 0 && setup->rank[place] != PLACE_EMPTY;
}

/* Counts the features of one setup: adds 1 in `features` for each that it has. */
static void add_features(const struct pair_classes *classes, const struct setup *setup,
                         struct features *features)
{
    struct shape shape;
    shape_count(setup, &shape);
    for (int i = 0; i < SHAPES; i++)
        features->shape[i][shape_bin(i, shape.count[i])]++;
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        int a = setup->rank[s], behind = place_next[s][PLACE_BEHIND];
        if (a == PLACE_EMPTY)
            continue;
        features->field[s][a]++;
        /* Neighbours, wherever on the board; then the bombed-in flag; then all pairs of places. */
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

/* Moves the chains of one block on and counts their features. */
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

/* Returns the step of a parameter: the difference of the shares in data and chains relative to their sum, so
 * that rare features learn as fast as common ones. `floor` makes steps of features with smaller shares
 * slower, as they are mostly noise. */
static double parameter_step(double data, double chains, double floor)
{
    return (data - chains) / (data + chains + floor);
}

/* Changes the couplings (setup_pairs) of one class of pairs of places by one step of the fit. The counts are
 * averaged over mirror images. */
static void move_pair(struct fit *fit, int class, double step, double ridge)
{
    double images = fit->classes.own_image[class] ? 1 : 2; /* pairs that a class counts in each setup */
    double data_scale = 1 / (images * fit->data_count);
    double chain_scale = 1 / (images * fit->options->chains);
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            double data = fit->data.pair[class][a][b] * data_scale;
            double chains = fit->block[0].pair[class][a][b] * chain_scale;
            if (fit->classes.own_image[class]) { /* the image of ranks a, b is b, a */
                data = (data + fit->data.pair[class][b][a] * data_scale) / 2;
                chains = (chains + fit->block[0].pair[class][b][a] * chain_scale) / 2;
            }
            double *value = &fit->now.pair[class][a][b];
            *value += step * (parameter_step(data, chains, 0.005) - ridge * *value); /* pairs are rare */
        }
}

/* Moves all parameters so that the chains' shares come nearer to the data's. The last argument of each
 * parameter_step is its floor: smaller for features that are rarer. */
static void move_parameters(struct fit *fit, double step)
{
    double chains = fit->options->chains;
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        for (int a = 0; a < RANKS; a++)
            fit->now.field[s][a] += step * parameter_step(fit->data.field[s][a] / fit->data_count,
                                                          fit->block[0].field[s][a] / chains, 0.02);
        fit->now.bombed[s] += step * parameter_step(fit->data.bombed[s] / fit->data_count,
                                                    fit->block[0].bombed[s] / chains, 0.01);
    }
    /* The counts of shapes overlap with all other features: they move half as fast. A ridge of their own
     * limits the parameters of sizes that never occur. */
    for (int i = 0; i < SHAPES; i++)
        for (int bin = 0; bin < SHAPE_BINS; bin++) {
            double chain_share = (double)fit->block[0].shape[i][bin] / fit->options->chains;
            double *value = &fit->now.shape[i][bin];
            double towards = parameter_step(fit->data.shape[i][bin] / fit->data_count, chain_share, 0.002);
            *value += step / 2 * (towards - 0.02 * *value);
        }
    for (int class = 0; class < PAIR_CLASSES; class++)
        move_pair(fit, class, step, fit->options->ridge);
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            fit->now.beside[a][b] += step * parameter_step(fit->data.beside[a][b] / fit->data_count,
                                                           fit->block[0].beside[a][b] / chains, 0.0005);
            fit->now.behind[a][b] += step * parameter_step(fit->data.behind[a][b] / fit->data_count,
                                                           fit->block[0].behind[a][b] / chains, 0.0005);
        }
}

/* Rounds a coupling (the parameter of a pair of ranks on a pair of places) as the file does. */
static float round_coupling(double value)
{
    return (float)(round(value * COUPLING_UNITS) / COUPLING_UNITS);
}

/* Stores the couplings of places s and t, of this class, in the model. */
static void put_pair(struct setup_model *model, int s, int t, const struct parameters *from, int class)
{
    bool is_beside = place_next[s][PLACE_LEFT] == t || place_next[s][PLACE_RIGHT] == t;
    bool is_behind = place_next[s][PLACE_BEHIND] == t;
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            double value = from->pair[class][a][b] + (is_beside ? from->beside[a][b] : 0) +
                           (is_behind ? from->behind[a][b] : 0);
            model->pair[s][a][t][b] = model->pair[t][b][s][a] = round_coupling(value);
        }
}

/* Stores the parameters in the model's tables, rounded as in the file. */
static void put_parameters(struct fit *fit, const struct parameters *from)
{
    struct setup_model *model = fit->model;
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        for (int a = 0; a < RANKS; a++)
            model->field[s][a] = round_coupling(from->field[s][a]);
        model->bombed[s] = round_coupling(from->bombed[s]);
    }
    for (int i = 0; i < SHAPES; i++)
        for (int bin = 0; bin < SHAPE_BINS; bin++)
            model->shape[i][bin] = round_coupling(from->shape[i][bin]);
    for (int class = 0; class < PAIR_CLASSES; class++) {
        int s = fit->classes.first[class], t = fit->classes.second[class];
        put_pair(model, s, t, from, class);
        if (!fit->classes.own_image[class])
            put_pair(model, place_mirrored(s), place_mirrored(t), from, class);
    }
}

/* Adds the present parameters to the average; struct parameters contains only doubles. */
static void add_to_average(struct fit *fit)
{
    const double *now = (const double *)&fit->now;
    double *sum = (double *)&fit->sum;
    for (size_t i = 0; i < sizeof(struct parameters) / sizeof(double); i++)
        sum[i] += now[i];
    fit->summed++;
}

/* Stores the averaged parameters in the model. */
static void finish_average(struct fit *fit)
{
    double *sum = (double *)&fit->sum;
    for (size_t i = 0; i < sizeof(struct parameters) / sizeof(double); i++)
        sum[i] /= fit->summed;
    put_parameters(fit, &fit->sum);
}

/* --- estimate of log_partition by annealed importance sampling (Neal 2001) --- */

/* The state of the estimate. */
struct partition {
    const struct setup_model *model;
    uint64_t seed;
    double log_weight[ANNEALS_MAX]; /* of each chain */
};

/* Runs one chain from a random setup and stores its log-weight. The inverse temperature rises from 0 (each
 * setup is equally likely) to 1 (the model). */
static void anneal_chain(void *context, size_t index)
{
    struct partition *partition = context;
    struct rng rng;
    rng_seed(&rng, partition->seed, index);
    struct setup setup;
    const struct variant *variant = variant_at(partition->model->variant);
    int size = 0;
    /* A random setup by Fisher-Yates; rank RANKS stands for the places that stay empty. */
    for (int rank = 0; rank <= RANKS; rank++) {
        int count = rank < RANKS ? variant->count[rank] : PIECES_A_SIDE - variant->pieces;
        for (int i = 0; i < count; i++, size++) {
            uint32_t other = rng_below(&rng, (uint32_t)size + 1);
            setup.rank[size] = setup.rank[other];
            setup.rank[other] = (uint8_t)(rank < RANKS ? rank : PLACE_EMPTY);
        }
    }
    double log_weight = 0, inverse_before = 0;
    for (int step = 1; step <= ANNEAL_STEPS; step++) {
        /* The square makes the first steps small, where the chain still changes much. */
        double part = (double)step / ANNEAL_STEPS, temperature_inverse = part * part;
        log_weight += (temperature_inverse - inverse_before) * setup_log_joint(partition->model, &setup);
        setup_model_walk(partition->model, &setup, PLACES_ALL, PIECES_A_SIDE, 1 / temperature_inverse, NULL,
                         &rng);
        inverse_before = temperature_inverse;
    }
    partition->log_weight[index] = log_weight;
}

/* Sets log_partition to the logarithm of (number of arrangements) x (mean weight of the chains). */
static void estimate_partition(struct setup_model *model, const struct fit_options *options)
{
    struct partition *partition = memory_new(1, sizeof *partition);
    partition->model = model;
    partition->seed = options->seed;
    model->log_partition = 0;
    parallel_run(options->jobs, (size_t)options->anneals, anneal_chain, partition);
    /* The mean weight; subtracting the largest logarithm avoids overflow. */
    double max = -HUGE_VAL, sum = 0;
    for (int i = 0; i < options->anneals; i++)
        max = fmax(max, partition->log_weight[i]);
    for (int i = 0; i < options->anneals; i++)
        sum += exp(partition->log_weight[i] - max);
    /* The number of arrangements of the army, as the logarithm of a multinomial coefficient. */
    const struct variant *variant = variant_at(model->variant);
    double arrangements = lgamma(PIECES_A_SIDE + 1) - lgamma(PIECES_A_SIDE - variant->pieces + 1);
    for (int rank = 0; rank < RANKS; rank++)
        arrangements -= lgamma(variant->count[rank] + 1);
    model->log_partition = arrangements + max + log(sum / options->anneals);
    free(partition);
}

/* Compares two numbers for qsort. */
static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sets the quantiles of the log-probability over the setups. */
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

/* --- the fit --- */

void fit_options_init(struct fit_options *options)
{
    *options = (struct fit_options){.chains = FIT_CHAINS, .iterations = FIT_ITERATIONS, .sweeps = 2,
                                    .trees = CRITIC_TREES, .step = 0.1, .ridge = FIT_RIDGE, .anneals = 512,
                                    .seed = 1, .jobs = 1};
}

/* Initialises the fit to `setups`: counts their features, starts the fields at the logarithms of their
 * shares, and the chains at some of the setups. */
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
                /* 1e-4: the rank may never stand there. */
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
    struct setup *not_known = memory_new(count, sizeof *not_known);
    struct setup *not_near = memory_new(count, sizeof *not_near);
    struct near_distances distances;
    /* Separate known setups (played in several games) and setups near them: the exponential family is fitted
     * to the others, or to all setups if none are left. */
    size_t not_known_count = known_find(&model->known, setups, count, not_known);
    size_t not_near_count = near_find(&model->known, not_known, not_known_count, not_near, &distances);
    fit_start(fit, not_near_count ? not_near : setups, not_near_count ? not_near_count : count);
    /* In each iteration Markov chains walk on with the present parameters; these then move by the difference
     * between the features of the setups and those of the chains (struct features). `report` may end this;
     * options->stop is read only while the critic learns. */
    for (int i = 0; i < options->iterations && !status; i++) {
        put_parameters(fit, &fit->now);
        parallel_run(options->jobs, BLOCKS, walk_block, fit);
        /* Sum the blocks' counts into block[0]; struct features contains only uint32_t counts. */
        uint32_t *sum = (uint32_t *)&fit->block[0];
        for (int block = 1; block < BLOCKS; block++) {
            const uint32_t *add = (const uint32_t *)&fit->block[block];
            for (size_t k = 0; k < sizeof(struct features) / sizeof(uint32_t); k++)
                sum[k] += add[k];
        }
        move_parameters(fit, options->step);
        if (i >= options->iterations * 2 / 3) /* the mean of the last third has less noise */
            add_to_average(fit);
        if (report != NULL && !report(context, i + 1, options->iterations))
            status = error_set(error, STATUS_NO, "stopped after %d of %d iteration%s", i + 1,
                               options->iterations, plural((uint64_t)options->iterations));
    }
    if (!status) {
        /* Fit how closely near setups keep to their known one. Estimate the family's log_partition, which
         * makes its weights probabilities. Then train the critic, trees that correct them. */
        finish_average(fit);
        near_fit(model, &distances, DRAW_SWEEPS, options->seed);
        estimate_partition(model, options);
        struct critic_terms terms = {.trees = options->trees, .sweeps = DRAW_SWEEPS, .seed = options->seed,
                                     .jobs = options->jobs, .stop = options->stop};
        if (options->trees > 0 && not_known_count > 0 &&
            !critic_learn(model, not_known, not_known_count, &terms))
            status = error_set(error, STATUS_NO, "stopped while the critic learnt");
    }
    if (!status) /* the range of the log-probability of people's setups, to compare another setup with */
        find_quantiles(model, setups, count);
    free(not_known);
    free(not_near);
    free(fit->chains);
    free(fit->rngs);
    free(fit->block);
    free(fit);
    return status;
}
