/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the best of several moves by sequential halving (Karnin, Koren and Somekh 2013, "Almost optimal
 * exploration in multi-armed bandits"). Each move is tried in the same sequence of worlds. The trials are
 * divided among rounds; after each round the worse half of the moves is dropped. All remaining moves have
 * been tried in the same worlds, so they are compared world by world (common random numbers); a move that is
 * surely worse is dropped within a round. */
#ifndef VEDETTE_ROLLOUT_HALVING_H
#define VEDETTE_ROLLOUT_HALVING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HALVING_ARMS = 32 };

/* Tries the moves arm[0 .. arms-1] in the worlds first .. first+worlds-1, as a callback, and writes the
 * results to value[i worlds + w]. `known` gets the number of results that were known before and took no time.
 * False if it was stopped: the results are then discarded. */
typedef bool halving_try(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds,
                         double *value, uint64_t *known);

struct halving_terms {
    int arms;                /* number of moves, 1 .. HALVING_ARMS */
    const double *bonus;     /* [move]: added to its mean */
    uint32_t worlds;         /* mean number of worlds per move; at least 1 */
    double seconds;          /* time for all rounds, instead of `worlds`; 0: by worlds. A batch begins only if
                              * it should end in time, judged by the earlier ones */
    uint32_t max_worlds;     /* by time: max worlds per move; 0: WORLDS_MAX of halving.c */
    double sure;             /* a move is dropped if it is worse than the best by this many standard errors of
                              * the difference; 0: never */
    bool even;               /* all moves, even a single one, get the same number of worlds or the same part
                              * of the time; no halving */
    double equal;            /* a move that is at most this much worse than the best counts as equal: one of
                              * these is chosen by `draw`. It needs half of the best move's worlds, and eight
                              * or all of them. 0: no choice among equals */
    double draw;             /* random number, 0 <= draw < 1, that chooses among equal moves */
    int threads;             /* threads of `try`; by time a batch is larger by this factor, so that threads
                              * rarely wait. 0 counts as 1 */
    halving_try *try;
    void *context;
    void (*reported)(void *context); /* after each batch; may be NULL */
};

struct halving_arm {
    uint32_t worlds;         /* number of worlds in which it was tried: the first ones */
    double mean;             /* mean of its results, without the bonus; 0 without results */
    double error;            /* standard error of the mean; 0 for less than two worlds */
    bool out;                /* dropped */
    double *value;           /* [world]: result */
    size_t capacity;
};

/* Must be all zero before its first use; can be reused. halving_free frees its memory. */
struct halving {
    struct halving_arm arm[HALVING_ARMS];
    int best;                /* the remaining move with the highest mean plus bonus, the first of equal ones;
                              * at the end the one chosen among equals */
    int equals;              /* number of moves that counted as equal, the best included; 0: not computed */
    uint64_t trials;         /* number of all results */
    uint64_t known;          /* results among them that were known before */
    bool stopped;            /* `try` was stopped before the end */
    double *batch;
    size_t batch_capacity;
};

/* Runs the halving. */
void halving_run(struct halving *halving, const struct halving_terms *terms);

/* Returns by how much a move's results are better than another's: the mean difference over the worlds in
 * which both were tried, and its standard error (0 for less than two worlds). Common worlds make it more
 * accurate than the difference of the means. */
double halving_compare(const struct halving *halving, int arm, int other, double *error);
void halving_free(struct halving *halving);

#endif
