/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a run, for learn/policy_learn.c and learn/policy_step.c, which change it, and
 * learn/policy_checkpoint.c, which stores it. */
#ifndef VEDETTE_LEARN_POLICY_LEARNER_H
#define VEDETTE_LEARN_POLICY_LEARNER_H

#include "learn/policy_learn.h"

struct policy_learner {
    struct policy_learn_options options;
    struct policy_layers layers;
    struct net *net, *target;          /* the network that learns; its running mean */
    struct net *regular, *before;      /* the target at the end of the last iteration and of the one before:
                                        * R-NaD's regularisation policies, and the past nets of actor.past */
    struct adam *adam;
    float *gradient;                   /* net->weights numbers */
    float *gradients;                  /* of each block of games: net->weights numbers */
    struct policy_worker *workers;     /* actor.jobs of them */
    struct policy_actor **actors;      /* of this rank's shards, one after the other */
    int shards, batch;                 /* of this rank */
    struct text opponent;              /* policy_opponent_describe */
    uint64_t from;                     /* digest of the file of the first weights; 0: they were random */
    uint64_t step, games, decisions;   /* numbers of steps done, and of games and decisions learnt from */
};

/* Returns the factor of a number that decays with the steps: 1 / (1 + step / half), so 1/2 after `half`
 * steps. If `half` is 0, there is no decay. */
static inline double policy_share_left(uint64_t half, uint64_t step)
{
    return half ? 1 / (1 + (double)step / (double)half) : 1;
}

#endif
