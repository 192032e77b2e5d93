/* SPDX-License-Identifier: GPL-3.0-or-later */
/* *-minimax (Ballard 1983; Arts 2010): finds the best move of a view by a tree search in which fights with
 * unknown pieces are chance nodes. Its input is a side's view and belief, without hidden ranks. doc/search.md
 * describes the tree and the evaluation. */
#ifndef VEDETTE_SEARCH_SEARCH_H
#define VEDETTE_SEARCH_SEARCH_H

#include "game/view.h"
#include "search/options.h"
#include "search/outcomes.h"
#include "search/table.h"

#include <stdatomic.h>

enum { SEARCH_LINE = 32 /* max moves of a reported line */ };

/* The result of one root move. */
struct search_root {
    struct move move;
    double value;             /* points for the side to move; exact, or an upper bound (see `bound`) */
    enum bound bound;
    int depth;                /* depth of the value in plies; less than the result's if that depth was
                               * interrupted */
    uint64_t nodes;           /* nodes searched below the move in all depths */
};

struct search_result {
    struct move best;         /* MOVE_NONE: there is no legal move */
    double value;             /* points of the best move for the side to move, at `depth` */
    int depth;                /* the last depth, in plies, in which at least one move was completed */
    int seldepth;             /* the longest line, in plies */
    uint64_t nodes;
    uint64_t path;            /* nodes of the busiest lane, which must be searched one after the other */
    double seconds;
    int length;               /* moves of `line`: the expected game with each fight's most probable outcome */
    struct move line[SEARCH_LINE];
    struct line_fight fight[SEARCH_LINE]; /* [move of the line]: its fight with an unknown piece */
    int roots;
    struct search_root root[MOVES_MAX]; /* the best first */
};

/* Input and limits of a search. Limits can be combined; without a depth and a limit the search ends only by
 * `stop`. */
struct search_terms {
    const struct view *view;          /* the view of the side to move */
    const double (*belief)[RANKS];    /* [enemy piece][rank]: probabilities (struct belief, p); NULL: by
                                       * counts */
    int depth;                        /* max depth in plies; 0: only the other limits */
    int lines;                        /* number of best moves that get exact values; at least 1 */
    int threads;                      /* max threads for the lanes; 0 counts as 1 */
    bool settle;                      /* end early if the game is decided or there is only one move */
    uint64_t nodes;                   /* max nodes; 0: no limit */
    double soft_seconds, hard_seconds;/* seconds after which no new depth begins; seconds at which the
                                       * search ends; 0: no limit */
    const struct move *root;          /* only these moves; NULL: all legal ones */
    int root_count;
    const atomic_bool *stop;          /* may be NULL */
    /* Called after each depth and at intervals within a depth; may be NULL. Calls never overlap, but may come
     * from different threads. */
    void (*report)(void *context, const struct search_result *so_far);
    void *context;
};

struct lane;

/* A searcher with its memory. It runs one search at a time and can be reused. */
struct search {
    struct search_options options;
    int lanes;
    struct lane *lane;        /* array of `lanes` lanes (search/lanes.h) */
};

/* Prepares a searcher. search_free frees its memory; an all-zero searcher may be freed too. */
void search_init(struct search *search, const struct search_options *options);
void search_free(struct search *search);

/* Sets the limits of the options if `terms` has neither a depth nor another limit. Sets a soft time limit too
 * if `terms` has only a hard one. */
void search_limit(struct search_terms *terms, const struct search_options *options);

/* Finds the best move. If only depth or nodes are limited, the result is reproducible for any number of
 * threads. */
void search_run(struct search *search, const struct search_terms *terms, struct search_result *result);

#endif
