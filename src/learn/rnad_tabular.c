/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/rnad_tabular.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const struct rnad_tabular_options rnad_tabular_standard = {.eta = 0.2, .rate = 0.02, .steps = 800,
                                                            .floor = 0.01};

/* lowest_logit: min of the logits, so that probabilities stay above 0. lowest_reach: smaller reach
 * probabilities count as 0. */
static const double lowest_logit = -600, lowest_reach = 1e-200;

void rnad_tabular_begin(struct rnad_tabular *learner, const struct game_tree *tree,
                        const struct rnad_tabular_options *options)
{
    size_t size = tree_policy_size(tree);
    *learner = (struct rnad_tabular){
        .tree = tree, .options = *options, .logits = memory_new(size, sizeof(double)),
        .policy = memory_new(size, sizeof(double)), .regular = memory_new(size, sizeof(double)),
        .bonus = memory_new(size, sizeof(double)), .values = memory_new(size, sizeof(double)),
        .reach = memory_new(tree->set_count, sizeof(double))};
    tree_uniform(tree, learner->policy);
    tree_uniform(tree, learner->regular);
}

/* Computes the policy of a row of logits, after moving the logits so that the largest is 0. */
static void softmax(double *logits, uint32_t legal, size_t actions, double *policy)
{
    double max_logit = -INFINITY, sum = 0;
    for (size_t a = 0; a < actions; a++)
        if (legal >> a & 1)
            max_logit = fmax(max_logit, logits[a]);
    for (size_t a = 0; a < actions; a++) {
        logits[a] = fmax(lowest_logit, logits[a] - max_logit);
        sum += policy[a] = legal >> a & 1 ? exp(logits[a]) : 0;
    }
    for (size_t a = 0; a < actions; a++)
        policy[a] /= sum;
}

/* Takes one step of the dynamics: each logit changes by rate x (value of its action, given that the set is
 * reached: its counterfactual value / the set's reach by chance and the other player). */
static void dynamics_step(struct rnad_tabular *learner)
{
    const struct game_tree *tree = learner->tree;
    size_t actions = (size_t)tree->game->actions;
    /* The transformed reward: for each action the acting player pays eta log(policy / regular) to the other
     * player. */
    for (size_t set = 0; set < tree->set_count; set++)
        for (size_t i = set * actions; i < (set + 1) * actions; i++) {
            double paid = learner->policy[i] > 0
                              ? learner->options.eta * log(learner->policy[i] / learner->regular[i]) : 0;
            learner->bonus[i] = tree->sets[set].player ? paid : -paid;
        }
    tree_action_values(tree, learner->policy, learner->bonus, learner->values, learner->reach);
    for (size_t set = 0; set < tree->set_count; set++) {
        size_t row = set * actions;
        double scale = learner->reach[set] > lowest_reach ? learner->options.rate / learner->reach[set] : 0;
        for (size_t i = row; i < row + actions; i++)
            learner->logits[i] += scale * learner->values[i];
        softmax(learner->logits + row, tree->sets[set].legal, actions, learner->policy + row);
    }
}

void rnad_tabular_iterate(struct rnad_tabular *learner)
{
    for (int i = 0; i < learner->options.steps; i++)
        dynamics_step(learner);
    /* The new regularisation policy: the policy reached, with a share `floor` of the uniform one. */
    double floor = learner->options.floor;
    tree_uniform(learner->tree, learner->regular);
    for (size_t i = 0; i < tree_policy_size(learner->tree); i++)
        learner->regular[i] = floor * learner->regular[i] + (1 - floor) * learner->policy[i];
}

void rnad_tabular_end(struct rnad_tabular *learner)
{
    free(learner->logits);
    free(learner->policy);
    free(learner->regular);
    free(learner->bonus);
    free(learner->values);
    free(learner->reach);
}
