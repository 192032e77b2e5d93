/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the final probabilities of guessers, with the observer's evidence, on games whose setups are
 * known. */
#ifndef VEDETTE_LAB_BENCH_GUESS_H
#define VEDETTE_LAB_BENCH_GUESS_H

#include "belief/belief.h"
#include "belief/model.h"
#include "lab/dataset.h"
#include "lab/guess_tally.h"
#include "lab/stats.h"

#include <stdatomic.h>

/* The guessers that are compared: rows of a table, the baselines first, then De Boer's steps one by one. */
struct guess_row {
    const char *name;
    const char *kind;      /* belief_kind_find */
    bool neighbours, opportunities, behaviour;
    bool people;           /* assumes that all players are people (belief.prior and anyone 0) */
};
extern const struct guess_row guess_table[];
enum { GUESS_ROWS = 7, GUESS_DEBOER = 4, GUESS_BAYES = 6, GUESS_ROWS_ALL = (1 << GUESS_ROWS) - 1 };

/* Returns the index of the row of that name, or -1. */
int guess_row_find(const char *name);

/* How new the two setups of a game are, compared with those that the model learnt from. */
enum guess_novelty {
    GUESS_MET,    /* one of the two, or its mirror image, was learnt from */
    GUESS_NEAR,   /* not met, but one differs from a learnt one in at most GUESS_UNLIKE squares */
    GUESS_FAR,    /* both differ in more squares from all learnt ones */
    GUESS_NO_SETUPS /* the game did not start from two setups */
};
enum { GUESS_UNLIKE = 16 }; /* of 40 squares; in proportion for armies of fewer pieces */

/* The classes of games with figures of their own. The class new contains the class unlike. */
enum guess_class { GUESS_ALL, GUESS_KNOWN, GUESS_NEW, GUESS_UNLIKE_ALL, GUESS_CLASSES };
extern const char *const guess_class_names[GUESS_CLASSES];

/* The model and the options for guessing the games of one fold. */
struct guess_fold {
    const struct belief_model *model;
    struct belief_options options;
};

enum { GUESS_FOLDS_MAX = 100 };

struct guess_terms {
    const struct dataset *games;
    const struct setup_statistics *statistics;
    const struct settings *settings; /* for the observer's evidence */
    const struct guess_fold *folds; /* game i is guessed with folds[i % fold_count] */
    int fold_count;
    unsigned rows;                  /* the rows to measure: bit i is row i */
    size_t every;                   /* measures only games whose number is a multiple of it; 1: all */
    const uint8_t *novelty;         /* enum guess_novelty of each game; NULL: not known */
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
};

/* The results of one guesser over one class of games: sums, and figures with games as independent units. */
struct guess_figures {
    struct guess_tally sum;
    /* Per piece (flag: per look): */
    struct ratio right[GUESS_PARTS], p_true[GUESS_PARTS], loss[GUESS_PARTS], flag[GUESS_PARTS];
    struct ratio gain[GUESS_PARTS];     /* log-loss minus that of the row measured before */
    struct ratio last[GUESS_PARTS];     /* log-loss of the last measured row minus its own */
    /* Frequency minus predicted probability, by bins: */
    struct ratio best[GUESS_BINS], every[GUESS_BINS], step[RANKS][STEP_STRENGTHS];
};

struct guess_result {
    size_t games;                       /* measured */
    size_t class_games[GUESS_CLASSES];
    struct guess_figures figures[GUESS_CLASSES][GUESS_ROWS]; /* only of the rows to measure */
};

/* Measures the rows on the games. STATUS_BAD if there are no games or fewer than folds, STATUS_NO if it
 * was stopped. The result does not depend on the number of jobs. */
enum status guess_bench(const struct guess_terms *terms, struct guess_result *result, struct error *error);

struct novelty;
/* Computes for each game how new its two setups are to the model that guesses it. setups[f] has the setups
 * from which the model of fold f learnt; game i belongs to fold i % fold_count. novelty[i] gets the result
 * for game i: one enum guess_novelty for both setups together. The result does not depend on the number of
 * jobs. Once `stop` is set it ends early, and the result is useless. */
void guess_novelty(const struct dataset *games, const struct novelty *const *setups, int fold_count, int jobs,
                   const atomic_bool *stop, uint8_t *novelty);

#endif
