/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well a policy predicts what people do, on games that it did not learn from. */
#ifndef VEDETTE_LEARN_PEOPLE_MEASURE_H
#define VEDETTE_LEARN_PEOPLE_MEASURE_H

#include "learn/people_game.h"
#include "policy/policy_model.h"

#include <stdatomic.h>

struct people_measure_terms {
    const struct net *net;        /* packed, a policy's of that shape */
    struct policy_shape shape;
    const struct move_model_weights *moves; /* is measured beside it, with the own ranks known; may be NULL */
    const struct dataset *games;  /* those that people_game_take refuses do not count */
    const struct variant *variant;
    struct rules rules;
    double share;                 /* of the moves that are looked at, drawn at random, > 0 .. 1 */
    bool setups;                  /* setups are measured too */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop;      /* may be NULL */
};

/* Sums over moves, each with at least two legal ones to choose from. */
struct people_moves {
    uint64_t right;    /* the move made is the most probable one */
    uint64_t in_five;  /* it is among the five most probable */
    double bits;       /* -log2 of its probability, which counts as 1e-6 at least */
};

struct people_measure {
    uint64_t games, moves;           /* looked at */
    struct people_moves policy, model;
    double value_bits;               /* at the same moves: of the result, by a chance to win of
                                      * (1 + value) / 2, cut to 1 .. 99 %; a draw is half a win */
    double value_square;             /* squares of value less result */
    uint64_t setups;
    double setup_bits;               /* -log2 of the probability of a whole setup */
};

/* The same for any number of jobs. STATUS_BAD where the network is not a policy of that shape, STATUS_NO
 * where it was stopped. */
enum status people_measure(const struct people_measure_terms *terms, struct people_measure *result,
                           struct error *error);

#endif
