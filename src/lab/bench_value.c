/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_value.h"

#include <math.h>

const uint32_t value_phases[VALUE_PHASES] = {50, 100, 200, 400, UINT32_MAX};

/* The sums over the samples of one game. */
struct value_tally {
    /* By phase: number of samples, and losses in bits of the value and of the bare state. */
    double moments[VALUE_PHASES], value[VALUE_PHASES], state[VALUE_PHASES];
    /* By phase and by bin of the predicted probability: number of samples, and sums. */
    struct value_bin { double count, predicted, found; } bin[VALUE_PHASES][VALUE_BINS];
};

/* Returns the probability (0 .. 1) that weights give to a sample: the logistic function of the weighted
 * sum of its terms. */
static double probability(const struct value_sample *sample, const double weight[VALUE_TERMS])
{
    double sum = 0;
    for (int i = 0; i < VALUE_TERMS; i++)
        sum += weight[i] * (double)sample->x[i];
    return value_from_log_odds(sum);
}

/* Returns the log-loss in bits of the prediction `p` (0 .. 1, excluded) for the result 0, 0.5 or 1. For a
 * draw it is the mean of the losses for a win and for a loss. */
static double loss(double p, double result)
{
    return -result * log2(p) - (1 - result) * log2(1 - p);
}

/* Adds a sample to the tally of its game: the losses of both predictions with the weights of a fold, and by
 * bin of the predicted probability what was predicted and found. */
static void add_sample(const struct value_sample *sample, const struct value_fold *fold,
                       struct value_tally *tally)
{
    double p = probability(sample, fold->value), result = (double)sample->result;
    int phase = 0, bin = (int)(p * VALUE_BINS);
    while (sample->ply > value_phases[phase])
        phase++;
    tally->moments[phase]++;
    tally->value[phase] += loss(p, result);
    tally->state[phase] += loss(probability(sample, fold->state), result);
    tally->bin[phase][bin].count++;
    tally->bin[phase][bin].predicted += p;
    tally->bin[phase][bin].found += result;
}

/* Adds one game: the number of its samples (`moments`), and the summed losses, in bits, of the predictions by
 * all terms (`value`) and by the state of the game alone (`state`). The gain is the second minus the
 * first. */
static void add_losses(struct value_losses *losses, double moments, double value, double state)
{
    ratio_add(&losses->value, value, moments);
    ratio_add(&losses->state, state, moments);
    ratio_add(&losses->gain, state - value, moments);
}

/* Adds the tally of a game, the independent unit, to the result. Adds the losses by phase and in all. Adds by
 * bin of the predicted probability what was predicted and found. */
static void add_game(const struct value_tally *tally, struct value_result *result)
{
    double moments = 0, value = 0, state = 0, predicted_in_phase[VALUE_PHASES] = {0};
    for (int i = 0; i < VALUE_PHASES; i++) {
        moments += tally->moments[i];
        value += tally->value[i];
        state += tally->state[i];
        add_losses(&result->phase[i], tally->moments[i], tally->value[i], tally->state[i]);
    }
    add_losses(&result->all, moments, value, state);
    for (int i = 0; i < VALUE_BINS; i++) {
        double count = 0, predicted = 0, found = 0;
        for (int phase = 0; phase < VALUE_PHASES; phase++) {
            const struct value_bin *bin = &tally->bin[phase][i];
            ratio_add(&result->phase_gap[phase][i], bin->found - bin->predicted, bin->count);
            predicted_in_phase[phase] += bin->predicted;
            count += bin->count;
            predicted += bin->predicted;
            found += bin->found;
        }
        ratio_add(&result->predicted[i], predicted, count);
        ratio_add(&result->found[i], found, count);
        ratio_add(&result->gap[i], found - predicted, count);
    }
    for (int i = 0; i < VALUE_PHASES; i++) /* each moment has a sample of either seat */
        ratio_add(&result->seats[i], predicted_in_phase[i], tally->moments[i] / SIDES);
    result->games++;
}

void value_bench(const struct value_samples *samples, const struct value_fold *folds, int fold_count,
                 struct value_result *result)
{
    *result = (struct value_result){.moments = samples->count};
    /* The samples of a game are neighbours: tally one game after the other. */
    for (size_t i = 0; i < samples->count;) {
        struct value_tally tally = {0};
        uint32_t game = samples->items[i].game;
        for (; i < samples->count && samples->items[i].game == game; i++)
            add_sample(&samples->items[i], &folds[game % (uint32_t)fold_count], &tally);
        add_game(&tally, result);
    }
    result->calibration = calibration_gap(result->gap, VALUE_BINS);
    result->phase_calibration = NAN; /* ignored by fmax */
    for (int i = 0; i < VALUE_PHASES; i++)
        result->phase_calibration = fmax(result->phase_calibration,
                                         calibration_gap(result->phase_gap[i], VALUE_BINS));
}
