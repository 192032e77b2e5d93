/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One depth of a search, shared among lanes. A lane is a searcher with a tree, a table and a count of nodes
 * of its own. How many lanes there are decides what is found; how many threads they run on does not, as no
 * lane looks at what another one finds until all have met. For the files of this room alone.
 *
 * Work is split along the first line, as principal variation splitting does (Marsland & Campbell 1982): the
 * first move of a node is searched first, by all lanes together in the same way; then the others are dealt
 * to the lanes, each of which cuts by the value of the first and by what it finds itself. Of a fight with
 * an unknown piece on that line, and of one at the root that takes long, the lanes share the outcomes. One
 * lane does all in turn, as if there were none. */
#ifndef VEDETTE_SEARCH_LANES_H
#define VEDETTE_SEARCH_LANES_H

#include "search/search.h"
#include "search/tree.h"

/* Moves with their values: the exact ones first, the best in front. */
struct ranking {
    struct search_root root[MOVES_MAX];
    int count;
};

struct lane {
    struct tree tree;
    struct table table;
    int share[MOVES_MAX];           /* the moves that are dealt to it: their places in the node's order */
    int count;
    uint64_t load;                  /* nodes that they cost at depths before */
    struct ranking ranking;         /* the node's best moves when it began, and what it found of its own */
};

/* A node whose moves are shared. */
struct lane_node {
    int ply, depth;                 /* depth: plies to go */
    uint64_t path;                  /* of the root: nodes of the busiest lane, all depths together */
    int lines;                      /* so many best moves get exact values */
    int count;
    struct search_root of[MOVES_MAX]; /* the moves in their order */
    bool found[MOVES_MAX];          /* the value is that of this depth */
    struct ranking ranking;         /* of those */
};

/* Gives a searcher so many lanes, at least 1, which share the memory that its options allow for tables.
 * lanes_free takes all away. */
void lanes_fit(struct search *search, int lanes);
void lanes_free(struct search *search);

/* Makes all lanes' trees as the first one's is, and their tables empty; before the first depth. */
void lanes_begin(struct search *search);

/* Searches the root's moves (count, of) to a depth. `many`: it is worth more than one thread. False where it
 * was stopped before the end: the ranking then has the moves that were finished, or none where the first of
 * them was not. */
bool lanes_search(struct search *search, const struct search_terms *terms, struct lane_node *root, bool many);

/* The nodes of all lanes together, and their longest line. While they search, what they told last. */
uint64_t lanes_nodes(const struct search *search);
int lanes_seldepth(const struct search *search);

/* Makes sure that the first lane's table has the exact value and the move of a position looked at `depth`
 * plies ahead, if any lane's has. */
void lanes_recall(struct search *search, uint64_t key, int depth);

#endif
