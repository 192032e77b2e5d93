/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two-player v-trace estimator: from a trajectory the targets of the value and of the action values,
 * corrected for the policy that produced it (Perolat et al. 2022, methods, equations 1 to 5; after
 * Espeholt et al. 2018). The rewards are transformed by a regularisation policy; with eta 0 they are not.
 * One difference from the paper: it limits rho_t to 1. Then the targets are those of another policy, and
 * R-NaD comes to another fixed point. The standard here is no limit. */
#ifndef VEDETTE_LEARN_VTRACE_H
#define VEDETTE_LEARN_VTRACE_H

#include <stdbool.h>
#include <stddef.h>

struct vtrace_options {
    double eta;     /* weight of the regularisation, >= 0 */
    double rho;     /* upper limit of rho_t, > 0; INFINITY: none */
    double c;       /* upper limit of c_t, > 0 */
    double lambda;  /* factor of c_t, 0 .. 1; 1: whole returns, as in the paper */
    /* The equations as they are printed. They are exact if behaviour and policy are the same. If not, they
     * have three faults: rewards after an action of the opponent are not corrected for that action (1),
     * rewards until the next own turn are corrected twice (3), and the value after an action is corrected
     * for that action (5) instead of for those of the opponent. Without it: targets have no
     * bias, rewards and values are corrected for all of the opponent's actions up to the next own turn, and
     * what the transformation costs enters as its mean over the policy. */
    bool printed;
};

/* eta 0.2, no limit of rho, c 1, lambda 1. */
extern const struct vtrace_options vtrace_standard;

/* One action of a trajectory. */
struct vtrace_step {
    int player;          /* who acts: 0 or 1 */
    double reward;       /* to player 0, for this action, not transformed; player 1 gets the opposite */
    double policy;       /* probability of the action by the policy that is learnt, > 0 */
    double behaviour;    /* by the policy that chose it, > 0 */
    double log_ratio;    /* log(policy / regularisation policy) of the action */
    double divergence;   /* KL(policy || regularisation policy): the mean log ratio over the policy */
    double value;        /* estimate of the value to the acting player */
};

struct vtrace_target {
    double value;        /* of the step, to the acting player; includes the transformed rewards */
    double advantage;    /* reward and value after the action, less the step's value, to the acting player */
};

/* The state of the backward recursion, for one player. A long trajectory can be computed in chunks, the last
 * chunk first: the carry after one chunk is the input of the next. */
struct vtrace_carry {
    double target, value;          /* at the player's next turn: target and estimate of the value */
    double reward, plain_reward;   /* until then: corrected for the opponent's actions, and not corrected */
    double ratio;                  /* product of policy / behaviour of the opponent's actions until then */
};

/* Sets the carry of both players to its state at the end of a game, where vtrace_backward begins. */
void vtrace_end(struct vtrace_carry carry[2]);

/* Computes targets[0 .. count - 1] of `count` steps, from the last to the first, since each depends on what
 * follows. `carry`: the state after these steps; it becomes the state before them. */
void vtrace_backward(const struct vtrace_options *options, const struct vtrace_step *steps, size_t count,
                     struct vtrace_carry carry[2], struct vtrace_target *targets);

/* Estimates the values of all `count` actions of a step, to the acting player (Perolat et al. 2022, methods,
 * equation 5). A value is the step's value minus what the action pays by the transformation. The action that
 * was taken (`action`) also gets the advantage, divided by its probability. `log_ratios`: of each action. */
void vtrace_action_values(const struct vtrace_options *options, const struct vtrace_step *step,
                          const struct vtrace_target *target, const double *log_ratios, size_t count,
                          size_t action, double *values);

#endif
