/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of rollouts, stored for a later run from the same view: with the same seed it samples the same
 * worlds, so these rollouts need not be played again. */
#ifndef VEDETTE_ROLLOUT_TRIED_H
#define VEDETTE_ROLLOUT_TRIED_H

#include "game/move.h"
#include "rollout/halving.h"

/* Must be all zero before its first use; tried_free frees its memory. */
struct tried_moves {
    uint64_t seed;       /* seed of the stored run */
    int plies;           /* length of its rollouts in plies */
    int count;           /* number of moves; 0: nothing is stored */
    struct tried_move {
        struct move move;
        uint32_t worlds; /* number of worlds: the first ones */
        double *value;   /* [world]: result */
        size_t capacity;
    } move[HALVING_ARMS];
};

/* Stores the results of a run with the moves moves[0 .. count-1] instead of the stored ones. With the same
 * seed and length, keeps the stored results of a move if they have more worlds. Also keeps stored moves after
 * these, if all moves before them are the same. If the view differs, call tried_forget before. */
void tried_keep(struct tried_moves *tried, uint64_t seed, int plies, const struct move *moves, int count,
                const struct halving *halving);

/* Returns the results of a move by world and their number in `worlds`. NULL if there are none for this seed
 * and length. */
const double *tried_values(const struct tried_moves *tried, uint64_t seed, int plies, struct move move,
                           uint32_t *worlds);

/* Removes all results, but keeps the memory for reuse. */
void tried_forget(struct tried_moves *tried);
void tried_free(struct tried_moves *tried);

#endif
