/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of several moves is best, where each can be tried in the same row of worlds and most are soon seen
 * to be worse: sequential halving (Karnin, Koren and Somekh 2013, "Almost optimal exploration in multi-armed
 * bandits"). The trials are shared out in rounds, as many rounds as halvings leave one move; after each the
 * worse half is out. All moves that are left have seen the same worlds, so that what they differ by in each
 * is compared (common random numbers), and a move that is surely behind is out before its round ends. */
#ifndef VEDETTE_ROLLOUT_HALVING_H
#define VEDETTE_ROLLOUT_HALVING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HALVING_ARMS = 32 };

/* Tries the moves arm[0 .. arms-1] in the worlds first .. first+worlds-1, puts the results into
 * value[i * worlds + w], and into `known` how many of them were known before and took no time. False: it was
 * told to stop, and nothing of this counts. */
typedef bool halving_try(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds,
                         double *value, uint64_t *known);

struct halving_terms {
    int arms;                /* moves, 1 .. HALVING_ARMS */
    const double *bonus;     /* added to each one's mean */
    uint32_t worlds;         /* a move, on the mean; at least 1 */
    double seconds;          /* shared out among the rounds in place of the worlds; 0: by worlds. No batch
                              * begins that would not be done in time, by what those before it took */
    uint32_t most;           /* by time: worlds of a move that are enough; 0: as many as memory is for */
    double sure;             /* a move is out that is behind the best by so many standard errors of the
                              * difference; 0: never so */
    bool even;               /* every move gets so many worlds, or its part of the time: a single one too */
    double equal;            /* moves that are no more than this behind the best, in the worlds that both had,
                              * half of the best's and eight at least, or all of its, count as equal to it:
                              * one of them is taken; 0: none is */
    double draw;             /* which of them, each for an equal part of 0 <= draw < 1 */
    int threads;             /* that try works on; by time a batch has so many times the worlds, so that few
                              * of them wait for its last trial. 0 counts as 1 */
    halving_try *try;
    void *context;
    void (*reported)(void *context); /* after each batch; may be NULL */
};

struct halving_arm {
    uint32_t worlds;         /* it was tried in the first so many */
    double mean;             /* of its results, without the bonus; 0 where there are none */
    double error;            /* standard error of the mean; 0 for less than two worlds */
    bool out;                /* found worse on the way */
    double *value;           /* the results; `worlds` long */
    size_t capacity;
};

/* Start with all zero; it may be used again, and keeps its memory. halving_free gives it back. */
struct halving {
    struct halving_arm arm[HALVING_ARMS];
    int best;                /* of those not out the highest mean with its bonus, the first of equals; at the
                              * end one that counts as equal to it */
    int equals;              /* how many counted as equal at the end, the best too; 0: that was not asked */
    uint64_t trials;         /* in all, */
    uint64_t known;          /* so many of which were known before */
    bool stopped;            /* `try` said so: not all was tried */
    double *batch;
    size_t batch_capacity;
};

void halving_run(struct halving *halving, const struct halving_terms *terms);

/* By how much a move's results are more than another's, world by world where both were tried: common worlds
 * make that surer than the two means. The mean, and its standard error; 0 where there are too few for one. */
double halving_compare(const struct halving *halving, int arm, int other, double *error);
void halving_free(struct halving *halving);

#endif
