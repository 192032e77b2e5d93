/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first plies of a rollout by *-minimax (src/search) in place of the plans: who is to move looks a few
 * plies ahead, from its own view and what is believed in the rollout, and plays the best move it finds. */
#ifndef VEDETTE_ROLLOUT_LOOKAHEAD_H
#define VEDETTE_ROLLOUT_LOOKAHEAD_H

#include "search/search.h"

struct lookahead_terms {
    int plies;                            /* of a rollout, right after its first move; 0: none */
    int depth;                            /* that each of them is looked ahead, at least 1 */
    const struct search_options *options; /* how; the table's size is not read from it */
};

/* What a thread looks ahead with. Start with all zero; lookahead_free gives the memory back. */
struct lookahead {
    struct search search;
    struct search_result result;
    bool begun;
};

/* The best move of `view` for the side that it is of, which is to move: believed[n] are the probabilities of
 * the ranks of the enemy's piece n. MOVE_NONE where none is legal. The same for the same view and beliefs,
 * whatever was searched before; but where `stop` (NULL: never) becomes true, or at `deadline` (on clock_now;
 * 0: never), it ends with what it has, which may be none. */
struct move lookahead_move(struct lookahead *lookahead, const struct lookahead_terms *terms,
                           const struct view *view, const double (*believed)[RANKS],
                           const atomic_bool *stop, double deadline);

void lookahead_free(struct lookahead *lookahead);

#endif
