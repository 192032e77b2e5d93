/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a run, for learn/policy_learn.c and learn/policy_step.c, which change it, and
 * learn/policy_checkpoint.c, which stores it. */
#ifndef VEDETTE_LEARN_POLICY_LEARNER_H
#define VEDETTE_LEARN_POLICY_LEARNER_H

#include "learn/policy_learn.h"

struct policy_learner {
    struct policy_learn_options options;
    struct policy_layers layers;
    struct net *net, *target;          /* what learns; its running mean */
    struct net *regular, *before;      /* R-NaD: the regularisation policies of this iteration and the last */
    struct adam *adam;
    float *gradient;                   /* net->weights numbers */
    float *gradients;                  /* of each block of games: net->weights numbers */
    struct policy_worker *workers;     /* actor.jobs of them */
    struct policy_actor **actors;      /* of this rank's shards, one after the other */
    int shards, batch;                 /* of this rank */
    struct text opponent;              /* policy_opponent_describe */
    uint64_t from;                     /* digest of the file that the weights began with; 0: random ones */
    uint64_t step, games, decisions;   /* done */
};

/* What is left of a number after `step` steps that is half after `half` steps: 1 / (1 + step / half). */
static inline double policy_share_left(uint64_t half, uint64_t step)
{
    return half ? 1 / (1 + (double)step / (double)half) : 1;
}

#endif
