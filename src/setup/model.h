/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A joint model of whole setups of one variant: how probable ranks on forty places are together.
 *
 * An exponential family over the arrangements of the variant's pieces:
 *
 *     log P(x) = sum over places      field[s][x_s]
 *              + sum over place pairs pair[s][x_s][t][x_t]     (s < t)
 *              + bombed[f]            if the flag stands on f and is bombed in
 *              + sum over counts      shape[c][bin of the count]    (setup/shape.h)
 *              + sum over trees       the tree's value              (setup/critic.h)
 *              - log_partition
 *
 * An empty place adds nothing: the numbers of a rank are relative to an empty place.
 *
 * De Boer (2007, 4.3.2) mentions the full table of pairs of places and ranks but had too few data for it.
 * With more setups, couplings shared by mirror images, and a ridge it can be learnt. It is fitted so that
 * the shares of each rank on each place, of each pair, and of each size of a count equal those of the
 * setups (setup/fit.h).
 *
 * Nearly a third of the setups that people play are used in several games, which no smooth model can
 * predict. So the complete model is a mixture. With probability known.share it gives a known setup, in
 * proportion to its games (setup/known.h). Otherwise it draws from the family of distributions above, which
 * is fitted to all other setups. All logarithms are natural. */
#ifndef VEDETTE_SETUP_MODEL_H
#define VEDETTE_SETUP_MODEL_H

#include "base/error.h"
#include "base/rng.h"
#include "base/text.h"
#include "setup/boosted_trees.h"
#include "setup/known.h"
#include "setup/shape.h"

enum {
    JUDGED_SWEEPS = 10,        /* sweeps between two decisions by the critic */
    MODEL_QUANTILES = 101,     /* 0 %, 1 % .. 100 % */
    MODEL_LIMIT = 4 << 20      /* max bytes of a model file */
};

/* pair[s][a][t][b]: the coupling of rank a on place s with b on t; equals pair[t][b][s][a]; 0 if s is t. */
typedef float setup_pairs[RANKS][PIECES_A_SIDE][RANKS];

/* A joint model of setups. */
struct setup_model {
    char source[256];
    char date[16];
    uint8_t variant;                       /* of the setups: index in variant_table */
    uint64_t count;                        /* number of setups that it was fitted to */
    float field[PIECES_A_SIDE][RANKS];
    float bombed[PIECES_A_SIDE];
    setup_pairs *pair;                     /* [PIECES_A_SIDE]; owned */
    float (*shape)[SHAPE_BINS];            /* [SHAPES]: parameter of each count by bin; owned */
    struct boosted_trees *critic;          /* over the features of setup/features.h; owned; NULL: none */
    struct known_setups known;
    double log_partition;                  /* estimated by annealed importance sampling */
    double quantile[MODEL_QUANTILES];      /* of log P over the fitted setups: 0 %, 1 % .. 100 % */
};

/* Frees a model; all zero is allowed. */
void setup_model_free(struct setup_model *model);

/* Returns log P(setup) of the complete model. */
double setup_log_probability(const struct setup_model *model, const struct setup *setup);
/* Returns log P(setup) of the exponential family with the critic, without the known setups. */
double setup_log_joint(const struct setup_model *model, const struct setup *setup);

/* Keeps a walk near a setup: `hold` is added to the log-probability for each place that has the rank of
 * `to`. */
struct setup_anchor {
    const struct setup *to;
    float hold;
};

/* Makes `swaps` Metropolis steps at `temperature`: each exchanges two places of `free` or not, depending
 * on the change of the log-probability. At temperature 1 the stationary distribution is the family
 * without the critic, given the other places. `free` must have two places or more. `anchor` may be NULL.
 * A step takes about 0.1 microseconds. */
void setup_model_walk(const struct setup_model *model, struct setup *setup, placeset free,
                      int swaps, double temperature, const struct setup_anchor *anchor, struct rng *rng);

/* Makes `sweeps` sweeps of forty steps at temperature 1 (setup_model_walk), on the places `free`, near
 * `anchor` unless it is NULL. After every JUDGED_SWEEPS sweeps the critic accepts the new setup or restores
 * the old one. The stationary distribution is the family with the critic. */
void setup_model_draw(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                      const struct setup_anchor *anchor, struct rng *rng);

/* Returns the share, 0 .. 1, of the fitted setups that are less probable. A typical setup has a share near 1,
 * an unusual one near 0. */
double setup_model_percentile(const struct setup_model *model, double log_probability);

/* Reads a model; setup_model_free frees it. STATUS_BAD if the file is invalid; then there is nothing to
 * free. `name` stands for the file in errors. */
enum status setup_model_parse(const char *name, const char *bytes, size_t size,
                              struct setup_model *model, struct error *error);
/* Writes a model as setup_model_parse reads it. */
void setup_model_write(const struct setup_model *model, struct text *out);

struct reader;
struct yaml;

/* Makes an empty model with its memory; setup_model_free frees it. */
void setup_model_make(struct setup_model *model);

/* Reads the parts of a model file whose keys are all present in the mapping `root`. `model` must come from
 * setup_model_make, without critic and known setups. Unlike setup_model_parse, does not require all parts.
 * STATUS_BAD for invalid values. */
enum status setup_model_read_parts(const struct reader *reader, const struct yaml *root,
                                   struct setup_model *model);

#endif
