/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions that wait to be computed together. */
#ifndef VEDETTE_LEARN_DECISION_BATCH_H
#define VEDETTE_LEARN_DECISION_BATCH_H

#include "learn/policy_game.h"
#include "net/pass.h"

enum { DECISION_BATCH = 16 };

struct decision_batch {
    size_t count;
    size_t index[DECISION_BATCH];    /* what the caller knows them by */
    uint8_t action[DECISION_BATCH];  /* chosen */
    float result[DECISION_BATCH];    /* the player's, where the caller has it */
    bitboard legal[DECISION_BATCH];
    float cell[DECISION_BATCH * OBSERVATION_CELLS], extra[DECISION_BATCH * POLICY_EXTRA_CELLS];
};

/* Adds the decision that is due to a batch that is not full. True: it is full now. */
bool decision_batch_add(struct decision_batch *batch, const struct policy_game *game, size_t index,
                        int action, float result);

/* Computes heads of the pass's network for all decisions of a batch. */
void decision_batch_compute(const struct decision_batch *batch, const struct policy_layers *layers,
                            struct net_pass *pass, const enum policy_head *heads, size_t count);

/* The policy of a head that was computed, at decision `n`, and its logarithm; 0 and 0 where not legal. */
void decision_batch_policy(const struct decision_batch *batch, const struct policy_layers *layers,
                           struct net_pass *pass, enum policy_head head, size_t n, float policy[SQUARES],
                           float log_policy[SQUARES]);

#endif
