/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole tree of a small game with its information sets, and what can be computed exactly on it:
 * values, best responses, NashConv. */
#ifndef VEDETTE_LEARN_GAME_TREE_H
#define VEDETTE_LEARN_GAME_TREE_H

#include "base/rng.h"
#include "learn/small_game.h"

#include <stddef.h>
#include <stdint.h>

/* Nodes are in order of depth; the children of a node stand one after the other. */
struct game_node {
    int player;           /* 0, 1, SMALL_CHANCE or SMALL_END */
    uint32_t set;         /* of a player's node: index of its information set */
    uint32_t child, children;
    uint8_t action;       /* the choice that leads to this node */
    double chance;        /* probability of that choice if chance made it, 1 if not */
    double payoff;        /* at the end: to player 0 */
};

/* All nodes of a set have the same depth: games here have perfect recall. */
struct game_set {
    int player;
    uint32_t legal;
    uint32_t depth;
};

struct game_tree {
    const struct small_game *game;
    struct game_node *nodes;
    size_t node_count, node_capacity;
    struct game_set *sets;
    size_t set_count, set_capacity;
    float *observations;  /* set_count rows of game->features numbers */
    size_t observation_capacity;
    uint32_t *level;      /* the first node of each depth, and node_count at the end */
    size_t depth;         /* number of levels */
};

/* Builds the tree of the whole game: all lines of play, and the information sets. */
void tree_build(struct game_tree *tree, const struct small_game *game);
void tree_free(struct game_tree *tree);

/* Returns the size of a policy: an array of set_count x game->actions probabilities, one row per set, 0 for
 * illegal actions, sum 1. */
size_t tree_policy_size(const struct game_tree *tree);
/* Sets a policy to the same probability for all legal actions of a set. */
void tree_uniform(const struct game_tree *tree, double *policy);

/* The expected payoff to player 0 if both play by `policy`. */
double tree_value(const struct game_tree *tree, const double *policy);

/* Returns the payoff of a best response of `player` to `policy`. */
double tree_best_response(const struct game_tree *tree, const double *policy, int player);

/* Returns NashConv: the sum over both players of what a best response gains, in units of payoff. It is 0 or
 * more up to rounding, and 0 at an equilibrium only. (Exploitability in OpenSpiel is half of it.) */
double tree_nash_conv(const struct game_tree *tree, const double *policy);

/* For each information set its action values, to the player of the set, under `policy`:
 *   bonus   NULL, or per set and action what player 0 gets in addition for the action (a policy-dependent
 *           reward)
 *   values  set_count x game->actions: the sum over the set's nodes of (reach by chance and the other
 *           player) x (value of the action): counterfactual values
 *   reach   NULL, or set_count: the sums of those reaches
 * Illegal actions get 0. */
void tree_action_values(const struct game_tree *tree, const double *policy, const double *bonus,
                        double *values, double *reach);

/* Computes for each information set the probability that its own player makes the choices that lead to it:
 * set_count numbers. */
void tree_own_reach(const struct game_tree *tree, const double *policy, double *own);

/* Plays one game by `policy`. Fills `path` with the nodes from the root to the end and returns their number,
 * at most SMALL_LENGTH + 1. */
size_t tree_sample(const struct game_tree *tree, const double *policy, struct rng *rng,
                   uint32_t path[SMALL_LENGTH + 1]);

#endif
