/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A learning step under way, for learn/policy_learn.c, which plays its games and changes the weights: the
 * targets of all decisions, those that are learnt from, and their gradients. */
#ifndef VEDETTE_LEARN_POLICY_STEP_H
#define VEDETTE_LEARN_POLICY_STEP_H

#include "learn/policy_learner.h"
#include "learn/regular.h"

enum { POLICY_BLOCK_GAMES = 2 /* games that one thread works on at a time, with a gradient of their own */ };

/* One decision of the games of a learning step. */
struct policy_decision {
    struct vtrace_step step;
    struct vtrace_target target;
    enum policy_head head;
    uint8_t action;
    bool moves_policy, moves_value; /* what learns from it */
    float ratios[SQUARES];       /* R-NaD: log policy / regularisation policy; PPO: log policy before the
                                  * learning step */
};

/* What a block of games adds up to. */
struct policy_sums {
    double value_loss, entropy, choices, divergence;
};

struct policy_step {
    struct policy_learner *learner;
    struct regular_moment moment;
    struct policy_record *records;
    size_t *first;               /* of each game, and behind the last: its first decision */
    struct policy_decision *decisions;
    size_t count, policy_count, value_count; /* decisions of all ranks, and those that move them */
    int pass;                    /* over the decisions: 0 .. passes - 1 */
    struct policy_sums *sums;    /* of each block */
};

/* A network pass and a game for each of the threads, actor.jobs of them. Made once, as it is much memory. */
struct policy_worker *policy_workers_new(const struct policy_learner *learner);
void policy_workers_free(struct policy_worker *workers, int count);

/* Fills in the decisions of the records, their targets, and which of them move policy and value: those of all
 * ranks count. Each of the `blocks` blocks has sums of its own, 0 before. */
void policy_step_estimate(struct policy_step *step, size_t blocks);

/* Writes the gradients of step->pass, block by block, and adds to the sums. */
void policy_step_gradients(struct policy_step *step, size_t blocks);

#endif
