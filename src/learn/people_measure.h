/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how well a policy predicts people's moves and setups, on games that it did not learn from. */
#ifndef VEDETTE_LEARN_PEOPLE_MEASURE_H
#define VEDETTE_LEARN_PEOPLE_MEASURE_H

#include "learn/people_game.h"
#include "policy/policy_model.h"

#include <stdatomic.h>

struct people_measure_terms {
    const struct net *net;        /* the policy's network, packed */
    struct policy_shape shape;    /* the shape of `net` */
    const struct move_model_weights *moves; /* a second model to measure, with own ranks known; may be NULL */
    const struct dataset *games;  /* games that people_game_convert rejects do not count */
    const struct variant *variant;
    struct rules rules;
    double share;                 /* probability that a move is measured, > 0 .. 1 */
    bool setups;                  /* setups are measured too */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop;      /* may be NULL */
};

/* Sums over moves, each with at least two legal ones to choose from. */
struct people_moves {
    double right;      /* the move made is the most probable one; one of n equal ones counts 1/n */
    double in_five;    /* it is among the five most probable; of equal ones the part that is */
    double bits;       /* -log2 of its probability, which counts as 1e-6 at least */
};

/* Sums over all measured games. */
struct people_measure {
    uint64_t games, moves;           /* numbers of games and moves measured */
    struct people_moves policy, model;
    double value_bits;               /* at the same moves: -log2 of the probability of the result, if the
                                      * chance to win is (1 + value) / 2, cut to 1 .. 99 %; a draw counts as
                                      * half a win */
    double value_square;             /* squares of (value - result) */
    uint64_t setups;
    double setup_bits;               /* -log2 of the probability of a whole setup */
};

/* Measures the policy on all games. The result does not depend on the number of jobs. STATUS_BAD if the
 * network does not have that shape; STATUS_NO if it was stopped. */
enum status people_measure(const struct people_measure_terms *terms, struct people_measure *result,
                           struct error *error);

#endif
