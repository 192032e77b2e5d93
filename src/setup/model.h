/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A joint model of whole setups of one variant: how probable ranks on forty places are together.
 *
 * An exponential family over the arrangements of the variant's pieces:
 *
 *     log P(x) = sum over places      field[s][x_s]
 *              + sum over place pairs pair[s][x_s][t][x_t]     (s < t)
 *              + bombed[f]            where the flag stands on f and is bombed in
 *              + sum over counts      shape[c][bin of the count]    (setup/shape.h)
              + sum over trees       what each says                (setup/critic.h)
 *              - log_partition
 *
 * Where places may be empty, an empty one adds nothing: all numbers of a rank are against that.
 *
 * De Boer (2007, 4.3.2) names the full table of place-and-rank pairs and leaves it out for want
 * of data; with more setups, couplings shared between mirror images, and a ridge it can be
 * learnt. It is fitted so that the share of each rank on each place, of each pair, and of each
 * size of a count is that of the setups (setup/fit.h).
 *
 * Nearly a third of the setups people play are used in several games; no smooth model foresees them. So the
 * whole is a mixture: with known.share one of the known setups by how often they were used (setup/known.h),
 * else a draw from the family above, which is fitted to all others. Natural logarithms throughout. */
#ifndef VEDETTE_SETUP_MODEL_H
#define VEDETTE_SETUP_MODEL_H

#include "base/error.h"
#include "base/rng.h"
#include "base/text.h"
#include "setup/boosted_trees.h"
#include "setup/known.h"
#include "setup/shape.h"

enum {
    JUDGED_SWEEPS = 10,
    MODEL_QUANTILES = 101,     /* 0 %, 1 % .. 100 % */
    MODEL_LIMIT = 4 << 20      /* bytes of a model file */
};

/* pair[s][a][t][b] for rank a on place s and b on t; the same number stands at [t][b][s][a];
 * zero where s is t. */
typedef float setup_pairs[RANKS][PIECES_A_SIDE][RANKS];

struct setup_model {
    char source[256];
    char date[16];
    uint8_t variant;                       /* index of the row of variant_table whose setups they were */
    uint64_t count;                        /* setups it was learnt from */
    float field[PIECES_A_SIDE][RANKS];
    float bombed[PIECES_A_SIDE];
    setup_pairs *pair;                     /* PIECES_A_SIDE of them; the model owns them */
    float (*shape)[SHAPE_BINS];            /* of each of SHAPES counts, by bin; owned */
    struct boosted_trees *critic;          /* over setup/features.h; owned; NULL: there is none */
    struct known_setups known;
    double log_partition;                  /* estimated by annealed importance sampling */
    double quantile[MODEL_QUANTILES];      /* of log P over the setups it was learnt from, rising */
};

/* Gives a model's memory back; one of all zero may be freed. */
void setup_model_free(struct setup_model *model);

/* log P(setup), of the whole, and of the exponential family alone. */
double setup_log_probability(const struct setup_model *model, const struct setup *setup);
double setup_log_joint(const struct setup_model *model, const struct setup *setup);

/* Holds a walk to a setup: `hold` is added to the log-probability for each place that has its rank. */
struct setup_anchor {
    const struct setup *to;
    float hold;
};

/* `swaps` Metropolis steps at `temperature` (1: the family itself, without the critic), each an exchange of
 * two places of `free` that is taken or not by what it gains. Leaves the
 * family's distribution given the other places unchanged at temperature 1. `free` needs at least
 * two places. `anchor` may be NULL. About a tenth of a microsecond a step. */
void setup_model_walk(const struct setup_model *model, struct setup *setup, placeset free,
                      int swaps, double temperature, const struct setup_anchor *anchor, struct rng *rng);

/* As many sweeps of such steps, forty each, at temperature 1; every JUDGED_SWEEPS the critic judges where
 * they led, and where it says no, back they go. Leaves the family's distribution, with the critic, unchanged.
 */
void setup_model_draw(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                      const struct setup_anchor *anchor, struct rng *rng);

/* The share of the setups the model was learnt from that are less probable: 0 .. 1. Near 1: a
 * setup as many people play it; near 0: a surprise. */
double setup_model_percentile(const struct setup_model *model, double log_probability);

/* Reads a model file (YAML, vedette-setup-model/2): STATUS_BAD with FILE:LINE:COLUMN and the key
 * for whatever is none. `model` must be all zero. */
enum status setup_model_parse(const char *name, const char *bytes, size_t size,
                              struct setup_model *model, struct error *error);
void setup_model_write(const struct setup_model *model, struct text *out);

#endif
