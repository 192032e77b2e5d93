/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring the final probabilities, of a guesser with the observer's evidence, on games whose setups are
 * known. */
#ifndef VEDETTE_LAB_BENCH_GUESS_H
#define VEDETTE_LAB_BENCH_GUESS_H

#include "belief/belief.h"
#include "belief/model.h"
#include "lab/dataset.h"
#include "lab/guess_tally.h"
#include "lab/stats.h"

#include <stdatomic.h>

/* The guessers that are held against each other: rows of a table, the baselines first, then De Boer's
 * steps one by one. */
struct guess_row {
    const char *name;
    const char *kind;      /* belief_kind_find */
    bool neighbours, opportunities, behaviour;
    bool people;           /* it takes all players for people (belief.prior and anyone 0) */
};
extern const struct guess_row guess_table[];
enum { GUESS_ROWS = 7, GUESS_DEBOER = 4, GUESS_BAYES = 6, GUESS_ROWS_ALL = (1 << GUESS_ROWS) - 1 };

/* The row of that name, or -1. */
int guess_row_find(const char *name);

/* How new a game's two setups are to those learnt from. */
enum guess_novelty {
    GUESS_MET,    /* one of them, or its mirror image, is among them */
    GUESS_NEAR,   /* neither is, but one is within GUESS_UNLIKE of one of them */
    GUESS_FAR,    /* neither is within that */
    GUESS_NO_SETUPS /* the game did not start from two setups */
};
enum { GUESS_UNLIKE = 16 }; /* of 40 squares; as many in proportion where a side has fewer pieces */

/* The classes that figures are told by; new games have the unlike ones among them. */
enum guess_class { GUESS_ALL, GUESS_KNOWN, GUESS_NEW, GUESS_UNLIKE_ALL, GUESS_CLASSES };
extern const char *const guess_class_names[GUESS_CLASSES];

/* What one part of the games is guessed with. */
struct guess_fold {
    const struct belief_model *model;
    struct belief_options options;
};

enum { GUESS_FOLDS_MAX = 100 };

struct guess_terms {
    const struct dataset *games;
    const struct setup_statistics *statistics;
    const struct settings *settings; /* the observer's evidence goes by them */
    const struct guess_fold *folds; /* game i is guessed with number i % fold_count */
    int fold_count;
    unsigned rows;                  /* a set of rows of the table */
    size_t every;                   /* measures each game whose number this divides; 1: all */
    const uint8_t *novelty;         /* enum guess_novelty of each game; NULL: not known */
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
};

/* What one guesser came to over one class of games: sums, and figures with games as the independent units. */
struct guess_figures {
    struct guess_tally sum;
    /* A piece (flag: a look): */
    struct ratio right[GUESS_PARTS], p_true[GUESS_PARTS], loss[GUESS_PARTS], flag[GUESS_PARTS];
    struct ratio gain[GUESS_PARTS];     /* its log-loss less that of the row measured before it */
    struct ratio last[GUESS_PARTS];     /* that of the last row measured less its own */
    /* What was right less what was said: */
    struct ratio best[GUESS_BINS], every[GUESS_BINS], step[RANKS][STEP_STRENGTHS];
};

struct guess_result {
    size_t games;                       /* measured */
    size_t class_games[GUESS_CLASSES];
    struct guess_figures figures[GUESS_CLASSES][GUESS_ROWS]; /* of rows that were asked for */
};

/* STATUS_BAD where there are no games, or fewer than folds; STATUS_NO where it was stopped. The same result
 * for any number of jobs. */
enum status guess_bench(const struct guess_terms *terms, struct guess_result *result,
                        struct error *error);

/* Tells for each game how new it is to some setups: `novelty` has room for all. The same for any number of
 * jobs; stops early, with no use for the result, once `stop` is set. */
struct novelty;
void guess_novelty(const struct dataset *games, const struct novelty *const *setups, int fold_count, int jobs,
                   const atomic_bool *stop, uint8_t *novelty);

#endif
