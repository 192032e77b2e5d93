/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/normal_form.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const struct normal_form matching_pennies = {.actions = 2, .payoff = {{1, -1}, {-1, 1}}};

/* The logarithms of a policy: steps in them keep every probability above 0. */
struct joint_logits {
    double of[2][NORMAL_FORM_ACTIONS];
};

/* Computes the expected payoff to `player` of each of its actions, without regularisation. */
static void compute_expected_payoffs(const struct normal_form *game, const struct joint_policy *policy,
                                     int player, double payoff[NORMAL_FORM_ACTIONS])
{
    for (size_t a = 0; a < game->actions; a++) {
        payoff[a] = 0;
        /* Zero-sum: player 1 gets minus the payoff, whose first index is the action of player 0. */
        for (size_t b = 0; b < game->actions; b++)
            payoff[a] += policy->of[!player][b] * (player ? -game->payoff[b][a] : game->payoff[a][b]);
    }
}

void normal_form_fitness(const struct normal_form *game, const struct joint_policy *policy,
                         const struct joint_policy *regular, double eta, int player,
                         double fitness[NORMAL_FORM_ACTIONS])
{
    double opponent = 0; /* the other player's mean log(policy / regular), which it pays and `player` gets */
    compute_expected_payoffs(game, policy, player, fitness);
    for (size_t b = 0; b < game->actions; b++)
        opponent += policy->of[!player][b] * log(policy->of[!player][b] / regular->of[!player][b]);
    for (size_t a = 0; a < game->actions; a++)
        fitness[a] += eta * (opponent - log(policy->of[player][a] / regular->of[player][a]));
}

double normal_form_lyapunov(const struct normal_form *game, const struct joint_policy *fixed,
                            const struct joint_policy *policy)
{
    double sum = 0;
    for (int player = 0; player < 2; player++)
        for (size_t a = 0; a < game->actions; a++)
            sum += fixed->of[player][a] * log(fixed->of[player][a] / policy->of[player][a]);
    return sum > 0 ? sum : 0; /* rounding may make it negative */
}

double normal_form_nash_conv(const struct normal_form *game, const struct joint_policy *policy)
{
    double sum = 0;
    for (int player = 0; player < 2; player++) {
        double payoff[NORMAL_FORM_ACTIONS];
        compute_expected_payoffs(game, policy, player, payoff);
        double best = payoff[0];
        for (size_t a = 1; a < game->actions; a++)
            best = fmax(best, payoff[a]);
        sum += best; /* the payoffs of the two policies themselves sum to 0 */
    }
    return sum;
}

/* Computes the policy of both players from their logits (softmax). */
static void compute_softmax(const struct normal_form *game, const struct joint_logits *logits,
                            struct joint_policy *policy)
{
    for (int player = 0; player < 2; player++) {
        double max_logit = logits->of[player][0], sum = 0;
        for (size_t a = 1; a < game->actions; a++)
            max_logit = fmax(max_logit, logits->of[player][a]);
        for (size_t a = 0; a < game->actions; a++)
            sum += policy->of[player][a] = exp(logits->of[player][a] - max_logit);
        for (size_t a = 0; a < game->actions; a++)
            policy->of[player][a] /= sum;
    }
}

/* The parameters of the dynamics. */
struct dynamics_terms {
    const struct normal_form *game;
    const struct joint_policy *regular;
    double eta, step;
};

/* Computes the derivative of each log-probability by time: its fitness minus the policy's mean fitness
 * (replicator dynamics). */
static void compute_derivative(const struct dynamics_terms *terms, const struct joint_logits *logits,
                               struct joint_logits *rate)
{
    struct joint_policy policy;
    compute_softmax(terms->game, logits, &policy);
    for (int player = 0; player < 2; player++) {
        double mean = 0;
        normal_form_fitness(terms->game, &policy, terms->regular, terms->eta, player, rate->of[player]);
        for (size_t a = 0; a < terms->game->actions; a++)
            mean += policy.of[player][a] * rate->of[player][a];
        for (size_t a = 0; a < terms->game->actions; a++)
            rate->of[player][a] -= mean;
    }
}

/* Returns the logits `from` + `by` x `rate`. */
static struct joint_logits logits_moved(const struct dynamics_terms *terms, const struct joint_logits *from,
                                        double by, const struct joint_logits *rate)
{
    struct joint_logits to = *from;
    for (int player = 0; player < 2; player++)
        for (size_t a = 0; a < terms->game->actions; a++)
            to.of[player][a] += by * rate->of[player][a];
    return to;
}

/* Takes one Runge-Kutta step of fourth order. Returns the largest change of a log-probability. */
static double advance(const struct dynamics_terms *terms, struct joint_logits *logits)
{
    struct joint_logits rate[4], at;
    double step = terms->step, change = 0;
    compute_derivative(terms, logits, &rate[0]);
    at = logits_moved(terms, logits, step / 2, &rate[0]);
    compute_derivative(terms, &at, &rate[1]);
    at = logits_moved(terms, logits, step / 2, &rate[1]);
    compute_derivative(terms, &at, &rate[2]);
    at = logits_moved(terms, logits, step, &rate[2]);
    compute_derivative(terms, &at, &rate[3]);
    for (int player = 0; player < 2; player++)
        for (size_t a = 0; a < terms->game->actions; a++) {
            double by = step / 6 * (rate[0].of[player][a] + 2 * rate[1].of[player][a] +
                                    2 * rate[2].of[player][a] + rate[3].of[player][a]);
            logits->of[player][a] += by;
            change = fmax(change, fabs(by));
        }
    return change;
}

/* Appends a point to the path. */
static void add_point(struct dynamics_path *path, double time, const struct joint_policy *policy)
{
    path->points = memory_grow(path->points, &path->capacity, path->count + 1, sizeof *path->points);
    path->points[path->count++] = (struct dynamics_point){.time = time, .policy = *policy};
}

void normal_form_dynamics(const struct normal_form *game, const struct joint_policy *start,
                          const struct joint_policy *regular, double eta, double step,
                          struct dynamics_path *path)
{
    const struct dynamics_terms terms = {.game = game, .regular = regular, .eta = eta, .step = step};
    struct joint_logits logits;
    struct joint_policy policy;
    double change = INFINITY;
    for (int player = 0; player < 2; player++)
        for (size_t a = 0; a < game->actions; a++)
            logits.of[player][a] = log(start->of[player][a]);
    add_point(path, 0, start);
    while (change >= 1e-12) {
        change = advance(&terms, &logits);
        compute_softmax(game, &logits, &policy);
        add_point(path, step * (double)path->count, &policy);
    }
    for (size_t i = 0; i < path->count; i++) /* `policy` is now the fixed point */
        path->points[i].lyapunov = normal_form_lyapunov(game, &policy, &path->points[i].policy);
}

void dynamics_free(struct dynamics_path *path)
{
    free(path->points);
    *path = (struct dynamics_path){0};
}
