/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network for a small game: its input is a player's observation, its outputs are the logits of the actions
 * and the value. There are so few information sets that one batch computes them all. */
#ifndef VEDETTE_LEARN_SMALL_NET_H
#define VEDETTE_LEARN_SMALL_NET_H

#include "learn/game_tree.h"
#include "net/net.h"
#include "net/pass.h"

/* The network's outputs for each information set. Arrays of set_count x actions, except `value`. */
struct set_outputs {
    float *logits;
    float *policy, *log_policy;  /* softmax over the legal actions; 0 for others */
    float *value;                /* set_count: to the player of the set */
};

/* Allocates the arrays for the sets of a tree. */
void set_outputs_begin(struct set_outputs *outputs, const struct game_tree *tree);
void set_outputs_end(struct set_outputs *outputs);

/* Networks of one shape and the memory to compute them. */
struct small_net {
    const struct game_tree *tree;
    uint8_t *legal;              /* set_count x actions: 1 or 0 */
    struct net_row rows[12];
    int row_count, logits, value; /* number of rows; the rows of the two outputs */
};

/* Describes a network with `layers` hidden layers (1 .. 4) of `width` units (1 .. 1024) each, with ReLU. */
void small_net_begin(struct small_net *small, const struct game_tree *tree, int layers, int width);
void small_net_end(struct small_net *small);

/* Returns a network with random weights; net_free frees it. */
struct net *small_net_new(const struct small_net *small, uint64_t seed);

/* Returns a pass of a network of this shape over all information sets. */
struct net_pass *small_net_pass(const struct small_net *small, const struct net *net, enum net_use use);

/* Computes a network's outputs; then the pass is ready for a backward pass. */
void small_net_forward(const struct small_net *small, struct net_pass *pass, struct set_outputs *outputs);

/* Copies the policy as probabilities in double precision, each row with the sum 1. */
void small_net_policy(const struct small_net *small, const struct set_outputs *outputs, double *policy);

#endif
