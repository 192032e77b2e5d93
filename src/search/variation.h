/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected game after a search, as a tree: the best moves of both sides, and after each fight with an
 * unknown piece one branch for each of its most probable ranks. */
#ifndef VEDETTE_SEARCH_VARIATION_H
#define VEDETTE_SEARCH_VARIATION_H

#include "search/search.h"

#include <stddef.h>

/* A move, or an outcome of a fight. */
struct variation_item {
    int level;            /* number of fights before it: items after an outcome are one level deeper */
    bool outcome, attack; /* outcome: an outcome if true, a move if false; attack: the move is an attack */
    bool cut;             /* for a fight: the search was stopped before all its outcomes were added */
    struct move move;     /* the move; for an outcome: the fight's move */
    uint8_t square, rank; /* for an outcome: square and rank of the unknown piece */
    double p;             /* for an outcome: its probability in the fight */
    double value;         /* expected points, after this item, for the side to move at the root */
};

/* A tree in depth-first order: each outcome is followed by the items after it. Must be all zero before its
 * first use; variation_free frees its memory. */
struct variation {
    size_t count, capacity;
    struct variation_item *items;
};

/* Which branches are computed. */
struct variation_terms {
    int branches;         /* max outcomes of a fight, the most probable ones; at least 1 */
    double min;           /* after the first fight, outcomes with a lower probability, seen from the root, are
                           * omitted, except the most probable one of each fight */
};

/* Computes the variation of a root move, as deep as the last search_run of `search`. Positions that the
 * table has lost are searched again. If the stop flag of that run is set, the variation ends early. */
void search_variation(struct search *search, const struct search_result *result,
                      const struct search_root *root, const struct variation_terms *terms,
                      struct variation *line);
void variation_free(struct variation *line);

#endif
