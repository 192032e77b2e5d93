/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What came of moves in worlds, kept from one run of rollouts for a later one from the same view: by the same
 * seed it draws the same worlds, and need not play out again what was. */
#ifndef VEDETTE_ROLLOUT_TRIED_H
#define VEDETTE_ROLLOUT_TRIED_H

#include "game/move.h"
#include "rollout/halving.h"

/* Start with all zero; tried_free gives the memory back. */
struct tried_moves {
    uint64_t seed;       /* of the run that it is kept from, */
    int plies;           /* and the length of its rollouts */
    int count;           /* moves; 0: there is nothing */
    struct tried_move {
        struct move move;
        uint32_t worlds; /* it was tried in the first so many */
        double *value;   /* what came of it in each */
        size_t capacity;
    } move[HALVING_ARMS];
};

/* Keeps what a run came to, whose moves are moves[0 .. count-1], in place of what there was; but what there
 * was of the same move by the same seed where that is more, and moves that were tried beyond these, if those
 * before them are the same. The view must be the same too, or else all forgotten before. */
void tried_keep(struct tried_moves *tried, uint64_t seed, int plies, const struct move *moves, int count,
                const struct halving *halving);

/* The values of a move by world, as many as *worlds; NULL where there are none by that seed and length. */
const double *tried_values(const struct tried_moves *tried, uint64_t seed, int plies, struct move move,
                           uint32_t *worlds);

/* Forgets all, but not the memory that it lay in. */
void tried_forget(struct tried_moves *tried);
void tried_free(struct tried_moves *tried);

#endif
