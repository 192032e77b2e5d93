/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/decision_batch.h"

#include "net/softmax.h"

bool decision_batch_add(struct decision_batch *batch, const struct policy_game *game, size_t index,
                        int action, float result)
{
    float *cell = batch->cell + batch->count * OBSERVATION_CELLS;
    policy_game_observe(game, cell);
    policy_compute_extra(batch->extra + batch->count * POLICY_EXTRA_CELLS, cell);
    batch->legal[batch->count] = policy_game_legal(game);
    batch->index[batch->count] = index;
    batch->action[batch->count] = (uint8_t)action;
    batch->result[batch->count++] = result;
    return batch->count == DECISION_BATCH;
}

void decision_batch_compute(const struct decision_batch *batch, const struct policy_layers *layers,
                            struct net_pass *pass, const enum policy_head *heads, size_t count)
{
    int wanted[POLICY_HEADS];
    for (size_t i = 0; i < count; i++)
        wanted[i] = layers->head[heads[i]];
    net_pass_read(pass, layers->observation, batch->cell);
    net_pass_read(pass, layers->extra, batch->extra);
    net_pass_want(pass, wanted, count);
    net_forward(pass, batch->count);
}

void decision_batch_policy(const struct decision_batch *batch, const struct policy_layers *layers,
                           struct net_pass *pass, enum policy_head head, size_t n, float policy[SQUARES],
                           float log_policy[SQUARES])
{
    uint8_t legal[SQUARES];
    for (int square = 0; square < SQUARES; square++)
        legal[square] = bit_in(batch->legal[n], square);
    softmax(net_values(pass, layers->head[head]) + n * SQUARES, legal, SQUARES, policy, log_policy);
}
