/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regularised Nash dynamics (R-NaD) in two-player zero-sum games in normal form: both players choose one
 * action at the same time. Perolat et al. 2022, section 2.2 and methods, "Details on R-NaD in Two-Player
 * Zero-Sum Normal Form Games". */
#ifndef VEDETTE_LEARN_NORMAL_FORM_H
#define VEDETTE_LEARN_NORMAL_FORM_H

#include <stddef.h>

enum { NORMAL_FORM_ACTIONS = 4 };

struct normal_form {
    size_t actions; /* of each player, 2 .. NORMAL_FORM_ACTIONS */
    double payoff[NORMAL_FORM_ACTIONS][NORMAL_FORM_ACTIONS]; /* to player 0: [action of 0][action of 1] */
};

/* Matching pennies, figure 2a: player 0 gets 1 if both show the same side of the coin, -1 if they do not. */
extern const struct normal_form matching_pennies;

/* A probability of each action, of each player. All are above 0. */
struct joint_policy {
    double of[2][NORMAL_FORM_ACTIONS];
};

/* One point of the dynamics. */
struct dynamics_point {
    double time;
    struct joint_policy policy;
    double lyapunov; /* distance to the fixed point, H of section 2.2; at least 0 */
};

/* The dynamics of one iteration of R-NaD. dynamics_free frees the points. */
struct dynamics_path {
    struct dynamics_point *points; /* the first is the start; the last is the fixed point */
    size_t count, capacity;
};

/* Computes the fitness of each action of `player`: its expected transformed reward if the other player acts
 * by `policy` (Perolat et al. 2022, section 2.2): the payoff, less eta log(policy / regular) of the action,
 * plus that mean of the other player.
 *   regular  the regularisation policy
 *   eta      weight of the regularisation, > 0 */
void normal_form_fitness(const struct normal_form *game, const struct joint_policy *policy,
                         const struct joint_policy *regular, double eta, int player,
                         double fitness[NORMAL_FORM_ACTIONS]);

/* Returns the Lyapunov function of Perolat et al. 2022, section 2.2: the sum over both players of
 * KL(fixed || policy), at least 0. `fixed`: the fixed point of the dynamics. */
double normal_form_lyapunov(const struct normal_form *game, const struct joint_policy *fixed,
                            const struct joint_policy *policy);

/* Returns the sum over both players of what a best response gains in the game without regularisation. It is 0
 * at an equilibrium only. */
double normal_form_nash_conv(const struct normal_form *game, const struct joint_policy *policy);

/* Runs the replicator dynamics of the transformed game from `start`, by Runge-Kutta steps of length `step`
 * (> 0), until no log-probability moves by 1e-12 or more in a step. Fills `path`, which starts empty. */
void normal_form_dynamics(const struct normal_form *game, const struct joint_policy *start,
                          const struct joint_policy *regular, double eta, double step,
                          struct dynamics_path *path);

void dynamics_free(struct dynamics_path *path);

#endif
