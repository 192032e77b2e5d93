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
    bool stored_has_more = before > count; /* the stored run has these moves and more: keep it */
    for (int i = 0; i < count && stored_has_more; i++)
        stored_has_more = move_equal(tried->move[i].move, moves[i]);
    tried->seed = seed;
    tried->plies = plies;
    tried->count = stored_has_more ? before : count;
    for (int i = 0; i < count; i++) {
        struct tried_move *stored = &tried->move[i];
        const struct halving_arm *arm = &halving->arm[i];
        if (i < before && move_equal(stored->move, moves[i]) && stored->worlds >= arm->worlds)
            continue; /* this run was interrupted: the stored one has more worlds */
        stored->move = moves[i];
        stored->worlds = arm->worlds;
        stored->value = memory_grow(stored->value, &stored->capacity, arm->worlds, sizeof *stored->value);
        if (arm->worlds)
            memcpy(stored->value, arm->value, arm->worlds * sizeof *stored->value);
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
