/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/cfr_plus.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void cfr_plus_begin(struct cfr_plus *solver, const struct game_tree *tree)
{
    size_t size = tree_policy_size(tree);
    *solver = (struct cfr_plus){
        .tree = tree, .regret = memory_new(size, sizeof(double)), .policy = memory_new(size, sizeof(double)),
        .sum = memory_new(size, sizeof(double)), .values = memory_new(size, sizeof(double)),
        .own = memory_new(tree->set_count, sizeof(double))};
    tree_uniform(tree, solver->policy);
}

/* Scales a row of weights >= 0 to the sum 1. If all are 0, the row becomes uniform over the legal actions. */
static void normalise(const double *weights, uint32_t legal, int actions, double *row)
{
    double sum = 0;
    for (int a = 0; a < actions; a++)
        sum += weights[a];
    for (int a = 0; a < actions; a++)
        row[a] = !(legal >> a & 1) ? 0 : sum > 0 ? weights[a] / sum : 1.0 / __builtin_popcount(legal);
}

/* Updates the regrets and the policy of one player's information sets by their counterfactual values: the
 * regret of an action grows by its value minus the policy's mean value, with 0 as lower limit, and the new
 * policy is proportional to the regrets. Adds the old policy to the average, with the weight iteration x own
 * reach. */
static void update_player(struct cfr_plus *solver, int player)
{
    const struct game_tree *tree = solver->tree;
    int actions = tree->game->actions;
    tree_action_values(tree, solver->policy, NULL, solver->values, NULL);
    tree_own_reach(tree, solver->policy, solver->own);
    for (size_t set = 0; set < tree->set_count; set++) {
        size_t row = set * (size_t)actions;
        double mean = 0;
        if (tree->sets[set].player != player)
            continue;
        for (int a = 0; a < actions; a++)
            mean += solver->policy[row + (size_t)a] * solver->values[row + (size_t)a];
        for (int a = 0; a < actions; a++) {
            size_t i = row + (size_t)a;
            solver->sum[i] += solver->iteration * solver->own[set] * solver->policy[i];
            if (tree->sets[set].legal >> a & 1)
                solver->regret[i] = fmax(0, solver->regret[i] + solver->values[i] - mean);
        }
        normalise(solver->regret + row, tree->sets[set].legal, actions, solver->policy + row);
    }
}

void cfr_plus_step(struct cfr_plus *solver)
{
    solver->iteration++;
    update_player(solver, 0);
    update_player(solver, 1);
}

void cfr_plus_average(const struct cfr_plus *solver, double *policy)
{
    int actions = solver->tree->game->actions;
    for (size_t set = 0; set < solver->tree->set_count; set++) {
        size_t row = set * (size_t)actions;
        normalise(solver->sum + row, solver->tree->sets[set].legal, actions, policy + row);
    }
}

void cfr_plus_end(struct cfr_plus *solver)
{
    free(solver->regret);
    free(solver->policy);
    free(solver->sum);
    free(solver->values);
    free(solver->own);
}
