/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring the guesser on games whose setups are known. */
#ifndef VEDETTE_LAB_BENCH_GUESS_H
#define VEDETTE_LAB_BENCH_GUESS_H

#include "belief/belief.h"
#include "belief/model.h"
#include "lab/dataset.h"

#include <stdatomic.h>

/* The guessers that are held against each other: rows of a table, the baselines first, then De Boer's
 * steps one by one. */
struct guess_row {
    const char *name;
    const char *kind;      /* belief_kind_find */
    bool neighbours, opportunities, behaviour;
    bool people;           /* it takes all players for people (belief.prior 0) */
};
extern const struct guess_row guess_table[];
enum { GUESS_ROWS = 7, GUESS_DEBOER = 4, GUESS_BAYES = 6 };

enum { GUESS_PLIES = 5 };
/* 20, 50, 100, 200: after so many plies; the last is 0: after each ply of the whole game. */
extern const uint32_t guess_plies[GUESS_PLIES];

/* Sums over the pieces of both sides whose rank is hidden, and over flag_looks (a side of a game at a
 * ply while its flag stands). */
struct guess_sum {
    double pieces, top1, p_true, loss; /* top1: the likeliest rank is true; p_true: its
                                        * probability; loss: in bits */
    double flag_looks, flag_top3;      /* flag_top3: its true square is among the three likeliest */
    double sides, programs;            /* sides looked at, and how probable it was that programs played */
};

struct guess_terms {
    const struct dataset *games;
    struct belief_options options;
    const struct setup_statistics *statistics;
    const struct belief_model *model;
    int folds; /* 0: model and options as they are; else: how people move, the weights of that, and De
                * Boer's constants are learnt anew for each of so many parts of the games, from the others */
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* A difference with the ends of its 95 % interval; games are the units that are independent. There is none
 * without `games` with a hidden piece whose rank is known, and no interval where they are fewer than two. */
struct guess_difference {
    size_t games;
    double mean, low, high;
};

/* What was learnt for one fold. */
struct guess_fold {
    struct belief_weights weights;
    struct belief_options deboer;  /* missed, happiness, decay, line */
};

enum { GUESS_FOLDS_MOST = 100 };

struct guess_result {
    size_t games;
    struct guess_fold fold[GUESS_FOLDS_MOST];
    struct guess_sum sum[GUESS_ROWS][GUESS_PLIES];
    /* Mean log-loss of row i less that of row i - 1, over whole games; and the last less De Boer's. */
    struct guess_difference gain[GUESS_ROWS], gain_over_deboer;
};

/* STATUS_BAD where there are no games, or fewer than folds; STATUS_NO where it was stopped. The same result
 * for any number of jobs. */
enum status guess_bench(const struct guess_terms *terms, struct guess_result *result,
                        struct error *error);

/* Follows one guesser through a game and adds to `sums` what it believed of one side, by guess_plies. */
void guess_follow(const struct belief_knowledge *knowledge, const struct training_game *game, enum side side,
                  struct guess_sum sums[GUESS_PLIES]);

#endif
