/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learns a small game by self-play with a network and sampled games: by R-NaD (Perolat et al. 2022), or in
 * the same loop by PPO with magnets and advantage filtering (Sokota et al. 2023, 2026). The learner sees only
 * the games that it plays. */
#ifndef VEDETTE_LEARN_SMALL_LEARN_H
#define VEDETTE_LEARN_SMALL_LEARN_H

#include "learn/neurd.h"
#include "learn/small_net.h"
#include "learn/vtrace.h"
#include "net/adam.h"

enum small_method { SMALL_RNAD, SMALL_PPO, SMALL_METHODS };
extern const char *const small_method_names[SMALL_METHODS + 1]; /* NULL-ended */

struct small_options {
    enum small_method method;
    uint64_t steps;              /* learning steps of the run */
    int batch;                   /* games a step */
    int layers, width;           /* of the network (small_net_begin) */
    struct adam_options adam;    /* with the rate of the first step */
    double last_rate;            /* factor of the rate at the end, 0 .. 1; the rate falls exponentially */
    double average;              /* share of the new weights in the target network, each step, 0 .. 1 */
    double explore;              /* share of the uniform policy in the playing policy, 0 .. 1 (exclusive) */
    double value_weight;         /* weight of the value's loss, > 0; the policy's loss has weight 1 */
    struct vtrace_options vtrace; /* eta: of R-NaD only; lambda: of the advantages of PPO */
    double value_lambda;         /* lambda for the targets of the value */
    /* The regularisation policy, which is PPO's magnet, too: the target network's after an iteration. */
    uint64_t iteration;          /* learning steps of an iteration (Delta_m) */
    double floor;                /* share of the uniform policy in it, 0 .. 1; the paper has 0 */
    /* R-NaD */
    struct neurd_options neurd;
    bool pooled;                 /* true: NeuRD gets the mean action values of each information set in a
                                  * step; false: those of each decision, as in the paper */
    double visit_power;          /* with pooled: a set's weight in the loss is its number of decisions to
                                  * this power; 1: each decision has the same weight */
    /* PPO */
    int passes;                  /* gradient steps with the games of one learning step */
    double clip;                 /* of the ratio */
    double magnet, last_magnet;  /* weight of the KL to the magnet at the start and at the end */
    double behaviour;            /* weight of the KL to the policy that played the games */
    double share, min;           /* advantage filtering (ppo_filter); the magnets act on all decisions */
};

/* Returns the options of `bench rnad network`, tuned for each method and game (doc/rnad.md). `game` may be
 * any. */
struct small_options small_options_for(enum small_method method, const char *game);

struct small_learner;

/* Starts a run. The tree must outlive it. */
struct small_learner *small_learner_new(const struct game_tree *tree, const struct small_options *options,
                                        uint64_t seed);
void small_learner_free(struct small_learner *learner);

/* Takes one learning step: plays `batch` games, then changes the weights. The same seed gives the same
 * run. */
void small_learner_step(struct small_learner *learner);

/* Computes the policy of the target network: tree_policy_size numbers. */
void small_learner_policy(struct small_learner *learner, double *policy);

#endif
