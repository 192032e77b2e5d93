/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/model.h"

#include "setup/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void setup_model_free(struct setup_model *model)
{
    free(model->pair);
    *model = (struct setup_model){0};
}

static int flag_place(const struct setup *setup)
{
    int place = 0;
    while (place < PIECES_A_SIDE - 1 && setup->rank[place] != FLAG)
        place++;
    return place;
}

double setup_log_probability(const struct setup_model *model, const struct setup *setup)
{
    double sum = -model->log_partition;
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        const float (*row)[RANKS] = (const float (*)[RANKS])model->pair[s][setup->rank[s]];
        sum += model->field[s][setup->rank[s]];
        for (int t = s + 1; t < PIECES_A_SIDE; t++)
            sum += row[t][setup->rank[t]];
    }
    if (flag_is_bombed(setup))
        sum += model->bombed[flag_place(setup)];
    return sum;
}

/* What `bombed` adds to the gain of an exchange; nonzero only where a flag or bomb moves. */
static double bombed_gain(const struct setup_model *model, const struct setup *setup, int a, int b)
{
    if (setup->rank[a] > BOMB && setup->rank[b] > BOMB)
        return 0;
    struct setup after = *setup;
    after.rank[a] = setup->rank[b];
    after.rank[b] = setup->rank[a];
    double gain = 0;
    if (flag_is_bombed(setup))
        gain -= model->bombed[flag_place(setup)];
    if (flag_is_bombed(&after))
        gain += model->bombed[flag_place(&after)];
    return gain;
}

double setup_swap_gain(const struct setup_model *model, const struct setup *setup, int a, int b)
{
    int p = setup->rank[a], q = setup->rank[b];
    if (p == q)
        return 0;
    const float (*a_old)[RANKS] = (const float (*)[RANKS])model->pair[a][p];
    const float (*a_new)[RANKS] = (const float (*)[RANKS])model->pair[a][q];
    const float (*b_old)[RANKS] = (const float (*)[RANKS])model->pair[b][q];
    const float (*b_new)[RANKS] = (const float (*)[RANKS])model->pair[b][p];
    float gain = model->field[a][q] - model->field[a][p] + model->field[b][p] - model->field[b][q];
    for (int t = 0; t < PIECES_A_SIDE; t++) {
        int rank = setup->rank[t];
        gain += (a_new[t][rank] - a_old[t][rank]) + (b_new[t][rank] - b_old[t][rank]);
    }
    /* The loop took the two places themselves with their old ranks: put that right.
     * pair[s][.][s] is 0. */
    gain -= (a_new[b][q] - a_old[b][q]) + (b_new[a][p] - b_old[a][p]);
    gain += a_new[b][p] - a_old[b][q];
    return (double)gain + bombed_gain(model, setup, a, b);
}

void setup_model_walk(const struct setup_model *model, struct setup *setup, placeset free,
                      int swaps, double temperature, struct rng *rng)
{
    uint8_t places[PIECES_A_SIDE];
    uint32_t count = 0;
    for (; free != 0; free &= free - 1)
        places[count++] = (uint8_t)__builtin_ctzll(free);
    for (; swaps > 0 && count > 1; swaps--) {
        int a = places[rng_below(rng, count)], b = places[rng_below(rng, count)];
        if (setup->rank[a] == setup->rank[b])
            continue;
        double gain = setup_swap_gain(model, setup, a, b);
        if (gain >= 0 || rng_unit(rng) < exp(gain / temperature)) {
            uint8_t moved = setup->rank[a];
            setup->rank[a] = setup->rank[b];
            setup->rank[b] = moved;
        }
    }
}

void setup_model_draw(const struct setup_model *model, struct setup *setup, placeset free,
                      int sweeps, struct rng *rng)
{
    setup_model_walk(model, setup, free, sweeps * PIECES_A_SIDE, 1, rng);
}

double setup_model_percentile(const struct setup_model *model, double log_probability)
{
    const double *quantile = model->quantile;
    if (log_probability <= quantile[0])
        return 0;
    for (int i = 1; i < MODEL_QUANTILES; i++)
        if (log_probability < quantile[i]) {
            double part = (log_probability - quantile[i - 1]) / (quantile[i] - quantile[i - 1]);
            return (i - 1 + part) / (MODEL_QUANTILES - 1);
        }
    return 1;
}
