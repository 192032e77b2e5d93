/* SPDX-License-Identifier: GPL-3.0-or-later */
/* *-minimax (Ballard 1983; Arts 2010): the best move of a view by looking ahead, fights with unknown pieces
 * being chance nodes. It is given a side's view and what that side believes, and never sees a hidden rank.
 * doc/search.md says what is searched and how it is valued. */
#ifndef VEDETTE_SEARCH_SEARCH_H
#define VEDETTE_SEARCH_SEARCH_H

#include "game/view.h"
#include "search/options.h"
#include "search/outcomes.h"
#include "search/table.h"

#include <stdatomic.h>

enum { SEARCH_LINE = 32 /* moves of a line that are told at most */ };

/* What was found of one move at the root. */
struct search_root {
    struct move move;
    double value;             /* points for the side to move; with `bound` UPPER at most so much */
    enum bound bound;
    int depth;                /* that the value is of: less than the result's, where that one was cut short */
    uint64_t nodes;           /* searched below it, all depths together */
};

struct search_result {
    struct move best;         /* MOVE_NONE: there is no legal move */
    double value;             /* of the best move, at `depth` */
    int depth;                /* the last depth of which anything was finished */
    int seldepth;             /* the longest line, in plies */
    uint64_t nodes;
    uint64_t path;            /* those that come one after the other, however many lanes there are */
    double seconds;
    int length;               /* of the line: expected moves, through the likeliest outcome of each fight */
    struct move line[SEARCH_LINE];
    struct line_fight fight[SEARCH_LINE]; /* of each of them */
    int roots;
    struct search_root root[MOVES_MAX]; /* the best first */
};

/* What to search and how far. All limits may be given together; a depth or a limit is needed where nobody
 * stops it. */
struct search_terms {
    const struct view *view;          /* of the side to move */
    const double (*belief)[RANKS];    /* of the enemy's forty pieces (struct belief, p); NULL: by counts */
    int depth;                        /* plies; 0: as far as the limits allow */
    int lines;                        /* so many best moves get exact values; at least 1 */
    int threads;                      /* that lanes may run on; 0 is 1 */
    bool settle;                      /* stop once the game is won or lost, or there is but one move */
    uint64_t nodes;                   /* at most so many; 0: no limit */
    double soft_seconds, hard_seconds;/* no new depth after the one, an end at the other; 0: none */
    const struct move *root;          /* only these moves; NULL: all legal ones */
    int root_count;
    const atomic_bool *stop;          /* may be NULL */
    /* Called after each depth, and now and then within one; may be NULL. One call at a time, each after what
     * the last one did, but not all on the caller's thread. */
    void (*report)(void *context, const struct search_result *so_far);
    void *context;
};

struct lane;

/* A searcher with its memory, to be used for one search after the other by one thread at a time. */
struct search {
    struct search_options options;
    int lanes;
    struct lane *lane;        /* so many (search/lanes.h) */
};

/* search_free gives the memory back; all zero may be freed. */
void search_init(struct search *search, const struct search_options *options);
void search_free(struct search *search);

/* Gives `terms` the limits that the options have, where it has neither a depth nor another limit. */
void search_limit(struct search_terms *terms, const struct search_options *options);

/* Finds the best move. Limited by depth or nodes the result depends on nothing else, threads included. */
void search_run(struct search *search, const struct search_terms *terms, struct search_result *result);

#endif
