/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One depth of a search, shared among lanes. A lane is a searcher with its own tree, table and node count.
 * The result depends on the number of lanes, but not on the number of threads they run on, because no lane
 * reads another lane's results before all have finished their part. Only for files of this folder.
 *
 * The work is split along the first line, as in principal variation splitting (Marsland & Campbell 1982): the
 * first move of a node is searched first, by all lanes together in the same way; then the other moves are
 * dealt to the lanes. Each lane cuts by the value of the first move and by its own results. If the first line
 * has a fight with an unknown piece, or such a fight at the root takes long, the lanes share its outcomes. A
 * single lane does all in turn, as a search without lanes. */
#ifndef VEDETTE_SEARCH_LANES_H
#define VEDETTE_SEARCH_LANES_H

#include "search/search.h"
#include "search/tree.h"

/* Moves with their values: first those with exact values, the best first. */
struct ranking {
    struct search_root root[MOVES_MAX];
    int count;
};

struct lane {
    struct tree tree;
    struct table table;
    int dealt[MOVES_MAX];           /* indices, in the node's `moves`, of the moves dealt to this lane */
    int count;                      /* number of `dealt` */
    uint64_t load;                  /* nodes that the moves dealt took in earlier depths */
    struct ranking ranking;         /* the node's ranking at the start, and this lane's results */
};

/* A node whose moves are shared among lanes. */
struct lane_node {
    int ply, depth;                 /* depth: plies to go */
    uint64_t path;                  /* only at the root: nodes of the busiest lane, summed over all depths */
    int lines;                      /* number of best moves that get exact values */
    int count;                      /* number of moves */
    struct search_root moves[MOVES_MAX]; /* in the order of the search */
    bool has_value[MOVES_MAX];      /* whether the move has a value of this depth */
    struct ranking ranking;         /* of the moves with `has_value` */
};

/* Gives a searcher `lanes` lanes, at least 1, which share the memory that its options allow for tables.
 * lanes_free frees them. */
void lanes_set_count(struct search *search, int lanes);
void lanes_free(struct search *search);

/* Copies the first lane's tree to all lanes and clears their tables. Call it before the first depth. */
void lanes_begin(struct search *search);

/* Searches the root's moves (root->moves) to root->depth. `use_threads`: uses threads. False if it was
 * stopped: the ranking then has only the completed moves, or none if the first move was not completed. */
bool lanes_search(struct search *search, const struct search_terms *terms, struct lane_node *root,
                  bool use_threads);

/* Returns the sum of all lanes' nodes. During a search it is the sum of the numbers that the lanes last
 * published. */
uint64_t lanes_nodes(const struct search *search);
/* Returns the max ply of all lanes. During a search it is that of the numbers that the lanes last
 * published. */
int lanes_seldepth(const struct search *search);

/* Copies the entry of a position to the first lane's table, if another lane's table has one that is exact and
 * was searched `depth` plies deep. */
void lanes_recall(struct search *search, uint64_t key, int depth);

#endif
