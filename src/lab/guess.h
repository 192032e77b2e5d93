/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring the guesser on games whose setups are known. */
#ifndef VEDETTE_LAB_GUESS_H
#define VEDETTE_LAB_GUESS_H

#include "belief/belief.h"
#include "belief/model.h"
#include "lab/lessons.h"

#include <stdatomic.h>

/* The guessers that are held against each other: rows of a table, the baselines first, then De Boer's
 * steps one by one. */
struct guess_row {
    const char *name;
    const char *kind;      /* belief_kind_find */
    bool neighbours, opportunities, behaviour;
    const char *meaning;   /* one line */
};
extern const struct guess_row guess_table[];
enum { GUESS_ROWS = 6, GUESS_DEBOER = 4, GUESS_BAYES = 5 };

enum { GUESS_PLIES = 5 };
/* 20, 50, 100, 200: after so many plies; the last is 0: after each ply of the whole game. */
extern const uint32_t guess_plies[GUESS_PLIES];

/* Sums over the pieces of both sides whose rank is hidden, and over looks (a side of a game at a ply
 * while its flag stands). */
struct guess_sum {
    double pieces, right, truth, loss; /* loss: in bits */
    double looks, flags;               /* flags: the true square is among the three likeliest */
};

struct guess_terms {
    const struct lessons *games;
    struct belief_options options;
    const struct setup_statistics *statistics;
    const struct belief_model *model;
    int folds; /* 0: the model as it is; else: how people move is learnt anew for each of so many
                * parts of the games, from the other parts */
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* A difference with the ends of its 95 % interval; games are the units that are independent. */
struct guess_difference {
    double mean, low, high;
};

struct guess_result {
    size_t games;
    struct guess_sum sum[GUESS_ROWS][GUESS_PLIES];
    /* Mean log-loss of row i less that of row i - 1, over whole games; the last less De Boer's. */
    struct guess_difference gain[GUESS_ROWS];
};

/* STATUS_NO where it was stopped. The same result for any number of jobs. */
enum status guess_bench(const struct guess_terms *terms, struct guess_result *result,
                        struct error *error);

/* How learning how people move goes, for `guess learn` and the bench alike. */
enum { CONDUCT_EPOCHS = 2 };
#define CONDUCT_RATE 0.1
#define CONDUCT_RIDGE 0.0

#endif
