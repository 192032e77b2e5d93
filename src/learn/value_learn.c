/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/value_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "lab/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNKS = 64,      /* the samples are summed in chunks, so that sums do not depend on the threads */
    STEPS_MAX = 25,
    TERMS = VALUE_TERMS,
};

/* Cost of the square of a weight, for terms with a spread of 1; in samples, as many as a few games have. */
static const double ridge = 100;

struct sums {
    double gradient[TERMS];      /* of the log likelihood */
    double second[TERMS][TERMS]; /* minus its second derivatives, on and below the diagonal */
};

struct fitting {
    const struct value_fit_terms *terms;
    const int *used;              /* the terms that are learnt */
    int used_count;
    double scale[TERMS];          /* spread of each used term */
    double weight[TERMS];         /* of terms so scaled */
    struct sums *chunk;
};

/* Returns whether the sample's game is in the fold that is left out. */
static bool is_left_out(const struct value_fit_terms *terms, const struct value_sample *sample)
{
    return terms->without >= 0 && sample->game % (uint32_t)terms->folds == (uint32_t)terms->without;
}

/* Adds one sample to the gradient of the log likelihood and to minus its second derivatives. */
static void add_sample(const struct fitting *fitting, const struct value_sample *sample, struct sums *sums)
{
    double x[TERMS], log_odds = 0;
    int count = fitting->used_count;
    for (int i = 0; i < count; i++) {
        x[i] = (double)sample->x[fitting->used[i]] / fitting->scale[i];
        log_odds += x[i] * fitting->weight[i];
    }
    double p = 1 / (1 + exp(-log_odds)), curvature = p * (1 - p), error = (double)sample->result - p;
    for (int i = 0; i < count; i++) {
        sums->gradient[i] += error * x[i];
        for (int k = 0; k <= i; k++)
            sums->second[i][k] += curvature * x[i] * x[k];
    }
}

/* Sums the samples of chunk `index`. It is a callback of the threads. */
static void add_chunk(void *context, size_t index)
{
    const struct fitting *fitting = context;
    const struct value_samples *samples = fitting->terms->samples;
    size_t from = samples->count * index / CHUNKS, to = samples->count * (index + 1) / CHUNKS;
    struct sums *sums = &fitting->chunk[index];
    *sums = (struct sums){0};
    for (size_t i = from; i < to && !stop_requested(fitting->terms->stop); i++)
        if (!is_left_out(fitting->terms, &samples->items[i]))
            add_sample(fitting, &samples->items[i], sums);
}

/* Computes the spread of each term: the root of its mean square. The mean of a difference between the sides
 * is 0, because each moment counts from both sides' view. Returns the number of samples. */
static size_t measure_spread(struct fitting *fitting)
{
    const struct value_samples *samples = fitting->terms->samples;
    size_t count = 0;
    for (size_t n = 0; n < samples->count; n++) {
        if (is_left_out(fitting->terms, &samples->items[n]))
            continue;
        count++;
        for (int i = 0; i < fitting->used_count; i++) {
            double x = (double)samples->items[n].x[fitting->used[i]];
            fitting->scale[i] += x * x;
        }
    }
    for (int i = 0; i < fitting->used_count; i++)
        fitting->scale[i] = count && fitting->scale[i] > 0 ? sqrt(fitting->scale[i] / (double)count) : 1;
    return count;
}

/* Takes one Newton step: the gradient divided by minus the second derivatives, both with the ridge. Returns
 * the largest change of a weight. */
static double newton_step(struct fitting *fitting)
{
    struct sums *all = memory_new(1, sizeof *all);
    double step[TERMS], largest = 0;
    int count = fitting->used_count;
    /* Sum the derivatives over the samples, chunk by chunk, and add those of the ridge. */
    parallel_run(fitting->terms->jobs, CHUNKS, add_chunk, fitting);
    for (int c = 0; c < CHUNKS; c++)
        for (int i = 0; i < count; i++) {
            all->gradient[i] += fitting->chunk[c].gradient[i];
            for (int k = 0; k <= i; k++)
                all->second[i][k] += fitting->chunk[c].second[i][k];
        }
    for (int i = 0; i < count; i++) {
        all->gradient[i] -= ridge * fitting->weight[i];
        all->second[i][i] += ridge;
    }
    /* By the ridge the matrix is positive definite, so that no pivot needs a lower limit. */
    memcpy(step, all->gradient, sizeof step);
    cholesky_factorise(&all->second[0][0], (size_t)count, TERMS, -INFINITY);
    cholesky_solve(&all->second[0][0], (size_t)count, TERMS, step);
    for (int i = 0; i < count; i++) {
        fitting->weight[i] += step[i];
        largest = fmax(largest, fabs(step[i]));
    }
    free(all);
    return largest;
}

/* Fits the weights of the terms `used`, scaled to a spread of 1 so that the ridge pulls on all alike. The
 * weights of all others become 0. */
static void fit_weights(const struct value_fit_terms *terms, const int *used, int used_count,
                        double weight[VALUE_TERMS])
{
    const double tolerance = 1e-7; /* of a weight's change, at which Newton's method ends */
    struct fitting fitting = {.terms = terms, .used = used, .used_count = used_count};
    memset(weight, 0, VALUE_TERMS * sizeof *weight);
    if (!measure_spread(&fitting))
        return;
    fitting.chunk = memory_new(CHUNKS, sizeof *fitting.chunk);
    for (int step = 0; step < STEPS_MAX && !stop_requested(fitting.terms->stop); step++)
        if (newton_step(&fitting) < tolerance)
            break;
    for (int i = 0; i < used_count; i++)
        weight[used[i]] = fitting.weight[i] / fitting.scale[i];
    free(fitting.chunk);
}

void value_fit(const struct value_fit_terms *terms, double weight[VALUE_TERMS])
{
    int used[VALUE_TERMS];
    for (int i = 0; i < VALUE_TERMS; i++)
        used[i] = i;
    fit_weights(terms, used, VALUE_TERMS, weight);
}

void value_fit_state(const struct value_fit_terms *terms, double weight[VALUE_TERMS])
{
    static const int used[] = {VALUE_STATE};
    fit_weights(terms, used, 1, weight);
}
