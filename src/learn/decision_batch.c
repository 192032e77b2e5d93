/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_stage.h"

#include "net/softmax.h"

bool policy_stage_add(struct policy_stage *stage, const struct policy_game *game, int action, float result)
{
    float *cell = stage->cell + stage->count * OBSERVATION_CELLS;
    policy_game_observe(game, cell);
    policy_extra(stage->extra + stage->count * POLICY_EXTRA_CELLS, cell);
    stage->legal[stage->count] = policy_game_legal(game);
    stage->action[stage->count] = (uint8_t)action;
    stage->result[stage->count++] = result;
    return stage->count == POLICY_STAGE_MOST;
}

void policy_stage_compute(const struct policy_stage *stage, const struct policy_layers *layers,
                          struct net_pass *pass, const enum policy_head *heads, size_t count)
{
    int wanted[POLICY_HEADS];
    for (size_t i = 0; i < count; i++)
        wanted[i] = layers->head[heads[i]];
    net_pass_read(pass, layers->observation, stage->cell);
    net_pass_read(pass, layers->extra, stage->extra);
    net_pass_want(pass, wanted, count);
    net_forward(pass, stage->count);
}

void policy_stage_policy(const struct policy_stage *stage, const struct policy_layers *layers,
                         struct net_pass *pass, enum policy_head head, size_t n, float policy[SQUARES],
                         float log_policy[SQUARES])
{
    uint8_t legal[SQUARES];
    for (int square = 0; square < SQUARES; square++)
        legal[square] = bit_in(stage->legal[n], square);
    softmax(net_values(pass, layers->head[head]) + n * SQUARES, legal, SQUARES, policy, log_policy);
}
