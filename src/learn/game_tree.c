/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/game_tree.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Returns the index of the information set of a player's node, and adds the set if it is new. Sets are few,
 * so a linear search is fast enough; it starts at the last one. */
static uint32_t find_set(struct game_tree *tree, const struct small_line *line, const struct small_turn *turn)
{
    size_t features = (size_t)tree->game->features;
    float observation[SMALL_FEATURES];
    tree->game->observe(line, turn->player, observation);
    for (size_t i = tree->set_count; i-- > 0;)
        if (tree->sets[i].player == turn->player &&
            memcmp(tree->observations + i * features, observation, features * sizeof *observation) == 0)
            return (uint32_t)i;
    tree->sets = memory_grow(tree->sets, &tree->set_capacity, tree->set_count + 1, sizeof *tree->sets);
    tree->observations = memory_grow(tree->observations, &tree->observation_capacity,
                                     (tree->set_count + 1) * features, sizeof *tree->observations);
    tree->sets[tree->set_count] = (struct game_set){.player = turn->player, .legal = turn->legal,
                                                    .depth = (uint32_t)line->count};
    memcpy(tree->observations + tree->set_count * features, observation, features * sizeof *observation);
    return (uint32_t)tree->set_count++;
}

/* Appends a node. `action`: the choice that leads to it; `chance`: its probability if chance makes it, 1 if
 * not. */
static void add_node(struct game_tree *tree, int action, double chance)
{
    tree->nodes = memory_grow(tree->nodes, &tree->node_capacity, tree->node_count + 1, sizeof *tree->nodes);
    tree->nodes[tree->node_count++] = (struct game_node){.action = (uint8_t)action, .chance = chance};
}

void tree_build(struct game_tree *tree, const struct small_game *game)
{
    struct small_line *lines = NULL;
    size_t line_capacity = 0;
    *tree = (struct game_tree){.game = game, .level = memory_new(SMALL_LENGTH + 2, sizeof *tree->level)};
    add_node(tree, 0, 1);
    lines = memory_grow(lines, &line_capacity, 1, sizeof *lines);
    /* Breadth first: the nodes of a depth stand one after the other. */
    for (size_t index = 0; index < tree->node_count; index++) {
        if ((size_t)lines[index].count == tree->depth)
            tree->level[tree->depth++] = (uint32_t)index;
        /* Fills node `index` and appends its children, each with the line that leads to it. */
        struct small_line line = lines[index];
        struct small_turn turn = tree->game->turn(&line);
        size_t first = tree->node_count;
        for (int action = 0; action < SMALL_CHOICES; action++) {
            if (!(turn.legal >> action & 1))
                continue;
            struct small_line next = line;
            next.choice[next.count++] = (uint8_t)action;
            add_node(tree, action, turn.player == SMALL_CHANCE ? turn.chance[action] : 1);
            lines = memory_grow(lines, &line_capacity, tree->node_count, sizeof *lines);
            lines[tree->node_count - 1] = next;
        }
        struct game_node *node = &tree->nodes[index];
        node->player = turn.player;
        node->payoff = turn.payoff;
        node->child = (uint32_t)first;
        node->children = (uint32_t)(tree->node_count - first);
        if (turn.player >= 0)
            node->set = find_set(tree, &line, &turn);
    }
    tree->level[tree->depth] = (uint32_t)tree->node_count;
    free(lines);
}

void tree_free(struct game_tree *tree)
{
    free(tree->nodes);
    free(tree->sets);
    free(tree->observations);
    free(tree->level);
    *tree = (struct game_tree){0};
}

size_t tree_policy_size(const struct game_tree *tree)
{
    return tree->set_count * (size_t)tree->game->actions;
}

void tree_uniform(const struct game_tree *tree, double *policy)
{
    for (size_t set = 0; set < tree->set_count; set++)
        for (int action = 0; action < tree->game->actions; action++) {
            uint32_t legal = tree->sets[set].legal;
            *policy++ = legal >> action & 1 ? 1.0 / __builtin_popcount(legal) : 0;
        }
}

/* Returns the probability of going from `node` to `child` under `policy`. */
static double step_probability(const struct game_tree *tree, const double *policy,
                               const struct game_node *node, const struct game_node *child)
{
    if (node->player < 0)
        return child->chance;
    return policy[node->set * (size_t)tree->game->actions + child->action];
}

double tree_value(const struct game_tree *tree, const double *policy)
{
    double *value = memory_new(tree->node_count, sizeof *value);
    for (size_t index = tree->node_count; index-- > 0;) {
        const struct game_node *node = &tree->nodes[index];
        value[index] = node->payoff;
        for (size_t i = node->child; i < node->child + node->children; i++)
            value[index] += step_probability(tree, policy, node, &tree->nodes[i]) * value[i];
    }
    double root = value[0];
    free(value);
    return root;
}

/* Bit of chance in the mask of fill_reach; player p has bit 1 << p. */
enum { REACH_CHANCE = 4 };

/* Computes for each node the product of the probabilities of the choices that lead to it, counting only the
 * choices of those in the mask `actors`: REACH_CHANCE and 1 << player. */
static void fill_reach(const struct game_tree *tree, const double *policy, unsigned actors, double *reach)
{
    reach[0] = 1;
    /* A node stands before its children. */
    for (size_t index = 0; index < tree->node_count; index++) {
        const struct game_node *node = &tree->nodes[index];
        bool counts = actors & (node->player < 0 ? REACH_CHANCE : 1U << node->player);
        for (size_t i = node->child; i < node->child + node->children; i++)
            reach[i] = reach[index] * (counts ? step_probability(tree, policy, node, &tree->nodes[i]) : 1);
    }
}

/* Returns the legal action with the highest value. Returns -1 if none is legal. */
static int best_action(const double *values, uint32_t legal, int actions)
{
    int best = -1;
    for (int action = 0; action < actions; action++)
        if (legal >> action & 1 && (best < 0 || values[action] > values[best]))
            best = action;
    return best;
}

/* Returns the value of a node to `player` when it plays a best response. `values`: the action values of the
 * node's information set; `value`: the values of the nodes below. */
static double response_value(const struct game_tree *tree, const double *policy, int player,
                             const double *values, const struct game_node *node, const double *value)
{
    double sum = player ? -node->payoff : node->payoff; /* 0 except at the end of the game */
    if (node->player == player) {
        int best = best_action(values, tree->sets[node->set].legal, tree->game->actions);
        for (size_t i = node->child; i < node->child + node->children; i++)
            if (tree->nodes[i].action == best)
                return value[i];
    }
    for (size_t i = node->child; i < node->child + node->children; i++)
        sum += step_probability(tree, policy, node, &tree->nodes[i]) * value[i];
    return sum;
}

double tree_best_response(const struct game_tree *tree, const double *policy, int player)
{
    double *reach = memory_new(tree->node_count, sizeof *reach);
    double *value = memory_new(tree->node_count, sizeof *value);
    double *values = memory_new(tree_policy_size(tree), sizeof *values);
    size_t actions = (size_t)tree->game->actions;
    fill_reach(tree, policy, REACH_CHANCE | 1U << !player, reach);
    /* From the last level up: the nodes of an information set are on one level, and its best action depends
     * on the values below all of them. */
    for (size_t level = tree->depth; level-- > 0;) {
        /* Computes the value of each action of the player's sets on this level, weighted by each node's
         * reach. */
        for (size_t index = tree->level[level]; index < tree->level[level + 1]; index++) {
            const struct game_node *node = &tree->nodes[index];
            for (size_t i = node->child; i < node->child + node->children && node->player == player; i++)
                values[node->set * actions + tree->nodes[i].action] += reach[index] * value[i];
        }
        for (size_t index = tree->level[level]; index < tree->level[level + 1]; index++) {
            const struct game_node *node = &tree->nodes[index];
            value[index] = response_value(tree, policy, player, values + node->set * actions, node, value);
        }
    }
    double root = value[0];
    free(reach);
    free(value);
    free(values);
    return root;
}

double tree_nash_conv(const struct game_tree *tree, const double *policy)
{
    return tree_best_response(tree, policy, 0) + tree_best_response(tree, policy, 1);
}

void tree_action_values(const struct game_tree *tree, const double *policy, const double *bonus,
                        double *values, double *reach)
{
    size_t actions = (size_t)tree->game->actions;
    double *value = memory_new(tree->node_count, sizeof *value), *others[2];
    /* The value of each node to player 0, the bonus included; children stand behind their parent. */
    for (size_t index = tree->node_count; index-- > 0;) {
        const struct game_node *node = &tree->nodes[index];
        value[index] = node->payoff;
        for (size_t i = node->child; i < node->child + node->children; i++) {
            bool has_bonus = bonus && node->player >= 0;
            double extra = has_bonus ? bonus[node->set * actions + tree->nodes[i].action] : 0;
            value[index] += step_probability(tree, policy, node, &tree->nodes[i]) * (value[i] + extra);
        }
    }
    /* For each player the reach of each node by chance and the other player. */
    for (int player = 0; player < 2; player++) {
        others[player] = memory_new(tree->node_count, sizeof *others[player]);
        fill_reach(tree, policy, REACH_CHANCE | 1U << !player, others[player]);
    }
    /* Sum up over the nodes of each information set, from the view of its player. */
    memset(values, 0, tree_policy_size(tree) * sizeof *values);
    if (reach)
        memset(reach, 0, tree->set_count * sizeof *reach);
    for (size_t index = 0; index < tree->node_count; index++) {
        const struct game_node *node = &tree->nodes[index];
        if (node->player < 0)
            continue;
        double weight = others[node->player][index], sign = node->player ? -1 : 1;
        double *row = values + node->set * actions;
        for (size_t i = node->child; i < node->child + node->children; i++) {
            int action = tree->nodes[i].action;
            double extra = bonus ? bonus[node->set * actions + (size_t)action] : 0;
            row[action] += weight * sign * (value[i] + extra);
        }
        if (reach)
            reach[node->set] += weight;
    }
    free(value);
    free(others[0]);
    free(others[1]);
}

void tree_own_reach(const struct game_tree *tree, const double *policy, double *own)
{
    double *reach = memory_new(tree->node_count, sizeof *reach);
    for (int player = 0; player < 2; player++) {
        fill_reach(tree, policy, 1U << player, reach);
        for (size_t index = 0; index < tree->node_count; index++)
            if (tree->nodes[index].player == player) /* perfect recall: the same at all nodes of a set */
                own[tree->nodes[index].set] = reach[index];
    }
    free(reach);
}

size_t tree_sample(const struct game_tree *tree, const double *policy, struct rng *rng,
                   uint32_t path[SMALL_LENGTH + 1])
{
    size_t count = 0;
    uint32_t node_index = 0;
    for (;;) {
        const struct game_node *node = &tree->nodes[node_index];
        path[count++] = node_index;
        if (!node->children)
            return count;
        /* The last child takes what rounding leaves. */
        double left = rng_unit(rng);
        uint32_t i = node->child, last = node->child + node->children - 1;
        for (; i < last; i++) {
            left -= step_probability(tree, policy, node, &tree->nodes[i]);
            if (left < 0)
                break;
        }
        node_index = i;
    }
}
