/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chance node step by step, for lanes that share its outcomes; tree_chance does all of it. For the files of
 * this room alone. */
#ifndef VEDETTE_SEARCH_CHANCE_H
#define VEDETTE_SEARCH_CHANCE_H

#include "search/tree.h"

struct chance {
    struct tree *tree;
    int ply, depth;               /* plies to go after the fight */
    struct move move;
    const struct outcomes *outcomes;
    bool attacks;                 /* the unknown piece is the attacker */
    double alpha, beta;
    double low[RANKS], high[RANKS]; /* bounds of each outcome, for the side that attacks */
    double low_sum, high_sum;     /* of p low, p high */
};

/* Fills in the bounds before anything is searched, and which piece is unknown; the rest is the caller's. */
void chance_begin(struct chance *chance);

/* Whether an outcome's value is not known yet. */
static inline bool chance_is_open(const struct chance *chance, int i)
{
    return chance->low[i] < chance->high[i];
}

/* Probes outcome i or searches it, and narrows its bounds. True where the node then fails low. */
bool chance_step(struct chance *chance, int i, bool probe);

/* Takes over the bounds of outcome i from another one of the same node. True as above. */
bool chance_take(struct chance *chance, int i, const struct chance *from);

#endif
