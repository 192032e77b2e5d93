/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/small_net.h"

#include "base/memory.h"
#include "net/softmax.h"

#include <stdlib.h>
#include <string.h>

void set_outputs_begin(struct set_outputs *outputs, const struct game_tree *tree)
{
    size_t size = tree_policy_size(tree);
    *outputs = (struct set_outputs){memory_new(size, sizeof(float)), memory_new(size, sizeof(float)),
                                    memory_new(size, sizeof(float)),
                                    memory_new(tree->set_count, sizeof(float))};
}

void set_outputs_end(struct set_outputs *outputs)
{
    free(outputs->logits);
    free(outputs->policy);
    free(outputs->log_policy);
    free(outputs->value);
}

/* Appends a row to the network and returns its index. */
static int add_layer(struct small_net *small, struct net_row row)
{
    small->rows[small->row_count] = row;
    return small->row_count++;
}

void small_net_begin(struct small_net *small, const struct game_tree *tree, int layers, int width)
{
    size_t actions = (size_t)tree->game->actions;
    *small = (struct small_net){.tree = tree, .legal = memory_new(tree_policy_size(tree), 1)};
    for (size_t i = 0; i < tree_policy_size(tree); i++)
        small->legal[i] = tree->sets[i / actions].legal >> i % actions & 1;
    int last = add_layer(small, (struct net_row){.kind = NET_INPUT, .channels = tree->game->features});
    for (int layer = 0; layer < layers; layer++) {
        last = add_layer(small, (struct net_row){.kind = NET_DENSE, .from = last, .channels = width});
        last = add_layer(small, (struct net_row){.kind = NET_RELU, .from = last});
    }
    /* Outputs start small: a nearly uniform policy, values near 0. */
    small->logits = add_layer(small, (struct net_row){.kind = NET_DENSE, .from = last,
                                                      .channels = tree->game->actions, .scale = 0.1f});
    small->value = add_layer(small, (struct net_row){.kind = NET_DENSE, .from = last,
                                                     .channels = 1, .scale = 0.1f});
}

void small_net_end(struct small_net *small)
{
    free(small->legal);
}

struct net *small_net_new(const struct small_net *small, uint64_t seed)
{
    struct net *net = net_new(small->rows, small->row_count, NULL);
    net_start(net, seed);
    return net;
}

struct net_pass *small_net_pass(const struct small_net *small, const struct net *net, enum net_use use)
{
    return net_pass_new(net, small->tree->set_count, use, NULL);
}

void small_net_forward(const struct small_net *small, struct net_pass *pass, struct set_outputs *outputs)
{
    const struct game_tree *tree = small->tree;
    size_t actions = (size_t)tree->game->actions, sets = tree->set_count;
    memcpy(net_values(pass, 0), tree->observations, sets * (size_t)tree->game->features * sizeof(float));
    net_forward(pass, sets);
    memcpy(outputs->logits, net_values(pass, small->logits), sets * actions * sizeof(float));
    memcpy(outputs->value, net_values(pass, small->value), sets * sizeof(float));
    for (size_t at = 0; at < sets * actions; at += actions)
        softmax(outputs->logits + at, small->legal + at, actions, outputs->policy + at,
                outputs->log_policy + at);
}

void small_net_policy(const struct small_net *small, const struct set_outputs *outputs, double *policy)
{
    size_t actions = (size_t)small->tree->game->actions;
    for (size_t row = 0; row < tree_policy_size(small->tree); row += actions) {
        double sum = 0; /* of floats: 1 only to their precision */
        for (size_t i = row; i < row + actions; i++)
            sum += (double)outputs->policy[i];
        for (size_t i = row; i < row + actions; i++)
            policy[i] = (double)outputs->policy[i] / sum;
    }
}
