/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions of one head that wait to be computed together. */
#ifndef VEDETTE_LEARN_POLICY_STAGE_H
#define VEDETTE_LEARN_POLICY_STAGE_H

#include "learn/policy_game.h"
#include "net/pass.h"

enum { POLICY_STAGE_MOST = 16 };

struct policy_stage {
    size_t count;
    uint8_t action[POLICY_STAGE_MOST];
    float result[POLICY_STAGE_MOST]; /* the player's */
    bitboard legal[POLICY_STAGE_MOST];
    float cell[POLICY_STAGE_MOST * OBSERVATION_CELLS], extra[POLICY_STAGE_MOST * POLICY_EXTRA_CELLS];
};

/* Puts the decision that is due on a stage that is not full, with what was chosen. True: it is full now. */
bool policy_stage_add(struct policy_stage *stage, const struct policy_game *game, int action, float result);

/* Computes heads of the pass's network for all decisions of a stage. */
void policy_stage_compute(const struct policy_stage *stage, const struct policy_layers *layers,
                          struct net_pass *pass, const enum policy_head *heads, size_t count);

/* The policy of a head that was computed, at decision `n`, and its logarithm; 0 and 0 where not legal. */
void policy_stage_policy(const struct policy_stage *stage, const struct policy_layers *layers,
                         struct net_pass *pass, enum policy_head head, size_t n, float policy[SQUARES],
                         float log_policy[SQUARES]);

#endif
