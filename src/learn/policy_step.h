/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a learning step, for learn/policy_learn.c, which plays the games and changes the weights: computes
 * the targets of all decisions, chooses those to learn from, and computes their gradients. */
#ifndef VEDETTE_LEARN_POLICY_STEP_H
#define VEDETTE_LEARN_POLICY_STEP_H

#include "learn/policy_learner.h"
#include "learn/regular.h"

enum { POLICY_BLOCK_GAMES = 2 /* games that one thread handles together; each block has its own gradient */ };

/* One decision of the games of a learning step. */
struct policy_decision {
    struct vtrace_step step;
    struct vtrace_target target;
    enum policy_head head;
    uint8_t action;
    bool trains_policy, trains_value; /* whether the policy, the value is trained with it */
    union {
        float log_ratios[SQUARES];     /* R-NaD: log(policy / regularisation policy) of each square */
        float old_log_policy[SQUARES]; /* PPO: log of the policy before the learning step */
    };
};

/* The sums over a block of games; nats for entropy and divergence. */
struct policy_sums {
    double value_loss, entropy, choices, divergence;
};

struct policy_step {
    struct policy_learner *learner;
    struct regular_moment moment;
    struct policy_record *records;
    size_t *first;               /* index of each game's first decision; the last element: their number */
    struct policy_decision *decisions;
    size_t count, policy_count, value_count; /* decisions of all ranks; those that train policy and value */
    int pass;                    /* number of the pass over the decisions: 0 .. passes - 1 */
    struct policy_sums *sums;    /* of each block */
};

/* Creates network passes and a game for each of the actor.jobs threads. Created once, since they need much
 * memory. */
struct policy_worker *policy_workers_new(const struct policy_learner *learner);
void policy_workers_free(struct policy_worker *workers, int count);

/* Fills in the decisions of the records and their targets. Chooses those that train policy and value, by the
 * decisions of all ranks. Each of the `blocks` blocks has its own sums, which must be 0 before. */
void policy_step_estimate(struct policy_step *step, size_t blocks);

/* Computes the gradients of pass step->pass for each block, and adds to the sums. */
void policy_step_gradients(struct policy_step *step, size_t blocks);

#endif
