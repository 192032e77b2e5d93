/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A batch of decisions that are computed together. */
#ifndef VEDETTE_LEARN_DECISION_BATCH_H
#define VEDETTE_LEARN_DECISION_BATCH_H

#include "learn/policy_game.h"
#include "net/pass.h"

enum { DECISION_BATCH = 16 };

struct decision_batch {
    size_t count;
    size_t index[DECISION_BATCH];    /* the caller's number of each decision */
    uint8_t action[DECISION_BATCH];  /* the square that was chosen */
    float result[DECISION_BATCH];    /* the game's result for the player, if the caller gives it */
    bitboard legal[DECISION_BATCH];
    float cell[DECISION_BATCH * OBSERVATION_CELLS], extra[DECISION_BATCH * POLICY_EXTRA_CELLS];
};

/* Appends the game's current decision to a batch that is not full. Returns whether the batch is full now.
 * `index`: the caller's number of the decision; `action`: the chosen square; `result`: of the game, for the
 * player. */
bool decision_batch_add(struct decision_batch *batch, const struct policy_game *game, size_t index,
                        int action, float result);

/* Computes `count` heads of the pass's network for all decisions of a batch. */
void decision_batch_compute(const struct decision_batch *batch, const struct policy_layers *layers,
                            struct net_pass *pass, const enum policy_head *heads, size_t count);

/* Returns the policy of decision `n` and its logarithm, from a head that was computed; 0 for illegal
 * squares. */
void decision_batch_policy(const struct decision_batch *batch, const struct policy_layers *layers,
                           struct net_pass *pass, enum policy_head head, size_t n, float policy[SQUARES],
                           float log_policy[SQUARES]);

#endif
