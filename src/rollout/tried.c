/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/tried.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void tried_keep(struct tried_moves *tried, uint64_t seed, int plies, const struct move *moves, int count,
                const struct halving *halving)
{
    bool same = tried->seed == seed && tried->plies == plies;
    int before = same ? tried->count : 0;
    bool more = before > count; /* there were these moves and more: they stay */
    for (int i = 0; i < count && more; i++)
        more = move_equal(tried->move[i].move, moves[i]);
    tried->seed = seed;
    tried->plies = plies;
    tried->count = more ? before : count;
    for (int i = 0; i < count; i++) {
        struct tried_move *kept = &tried->move[i];
        const struct halving_arm *arm = &halving->arm[i];
        if (i < before && move_equal(kept->move, moves[i]) && kept->worlds >= arm->worlds)
            continue; /* the run was broken off before it came as far as the last */
        kept->move = moves[i];
        kept->worlds = arm->worlds;
        kept->value = memory_grow(kept->value, &kept->capacity, arm->worlds, sizeof *kept->value);
        if (arm->worlds)
            memcpy(kept->value, arm->value, arm->worlds * sizeof *kept->value);
    }
}

const double *tried_values(const struct tried_moves *tried, uint64_t seed, int plies, struct move move,
                           uint32_t *worlds)
{
    *worlds = 0;
    if (tried->seed != seed || tried->plies != plies)
        return NULL;
    for (int i = 0; i < tried->count; i++) {
        if (!move_equal(tried->move[i].move, move) || !tried->move[i].worlds)
            continue;
        *worlds = tried->move[i].worlds;
        return tried->move[i].value;
    }
    return NULL;
}

void tried_forget(struct tried_moves *tried)
{
    tried->count = 0;
}

void tried_free(struct tried_moves *tried)
{
    for (int i = 0; i < HALVING_ARMS; i++)
        free(tried->move[i].value);
    *tried = (struct tried_moves){0};
}
