/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expectimax without any pruning, written apart from src/search: what the search is held against. It goes by
 * doc/search.md and uses of the program only the board and its moves; each position is a copy of the one
 * before it. */
#ifndef VEDETTE_TESTS_SEARCH_ORACLE_H
#define VEDETTE_TESTS_SEARCH_ORACLE_H

#include "game/view.h"
#include "search/options.h"

enum { ORACLE_DEPTH = 16 /* at most */ };

struct oracle_terms {
    const struct search_options *options;
    const double (*belief)[RANKS];   /* of the enemy's forty; NULL: by counts */
    enum side enemy;
    uint8_t root_unknown[RANKS];     /* of the enemy's, at the root */
    bool root_unmoved[PIECES_A_SIDE];
    struct board *board;             /* by plies to go after the move */
};

/* The value of the view's position for its side, `depth` plies ahead; and of each of `count` moves (which
 * may be NULL), NAN for one that cannot be played. */
double oracle_value(const struct search_options *options, const double (*belief)[RANKS],
                    const struct view *view, int depth);
void oracle_move_values(const struct search_options *options, const double (*belief)[RANKS],
                        const struct view *view, int depth, const struct move *moves, int count,
                        double *values);

/* The evaluation of a board for the side to move. */
double oracle_evaluation(const struct search_options *options, const struct board *board);

#endif
