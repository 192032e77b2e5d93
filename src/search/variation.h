/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The play that a search expects, as a tree: the best moves of both sides, and behind each fight with an
 * unknown piece a branch for each of the likeliest ranks it may show. */
#ifndef VEDETTE_SEARCH_VARIATION_H
#define VEDETTE_SEARCH_VARIATION_H

#include "search/search.h"

#include <stddef.h>

/* A move, or what a fight shows. */
struct variation_item {
    int level;            /* fights before it: those behind an outcome are one deeper than the fight */
    bool outcome, attack; /* `attack`: the move is one */
    bool cut;             /* of a fight: a stop came before all outcomes to be told were looked at */
    struct move move;     /* of an outcome: the fight's */
    uint8_t square, rank; /* of an outcome: where the unknown piece stood, and its rank */
    double p;             /* of an outcome: its probability in the fight */
    double value;         /* points for the side to move at the root, expected once this has come about */
};

/* A tree in the order in which it is told: each outcome is followed by what is expected after it. All zero
 * to begin with; variation_free gives the memory back. */
struct variation {
    size_t count, capacity;
    struct variation_item *items;
};

/* How much of it is told. */
struct variation_terms {
    int branches;         /* outcomes of a fight at most, the likeliest; at least 1 */
    double min;         /* behind the first fight, outcomes less likely than this, seen from the root, are
                           * not; but the likeliest of a fight always is */
};

/* The line of a root move (its value as it was found) as deep as the last search_run of `search` looked;
 * what the table has lost since is searched again. The stop flag of that run ends this too: the line is then
 * what was found until then. */
void search_variation(struct search *search, const struct search_result *result,
                      const struct search_root *root, const struct variation_terms *terms,
                      struct variation *line);
void variation_free(struct variation *line);

#endif
