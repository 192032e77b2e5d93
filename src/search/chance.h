/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chance node in single steps, for lanes that share its outcomes; tree_chance does all steps at once. Only
 * for files of this folder. */
#ifndef VEDETTE_SEARCH_CHANCE_H
#define VEDETTE_SEARCH_CHANCE_H

#include "search/tree.h"

struct chance {
    struct tree *tree;
    int ply, depth;               /* depth: plies to go after the fight */
    struct move move;
    const struct outcomes *outcomes;
    bool attacks;                 /* whether the unknown piece is the attacker */
    double alpha, beta;
    double low[RANKS], high[RANKS]; /* bounds of each outcome's value for the attacking side */
    double low_sum, high_sum;     /* sums of p low and of p high over the outcomes */
};

/* Sets `attacks` and the initial bounds; the caller has set the other fields. */
void chance_begin(struct chance *chance);

/* Returns whether the value of outcome i is not known exactly yet. */
static inline bool chance_is_open(const struct chance *chance, int i)
{
    return chance->low[i] < chance->high[i];
}

/* Probes outcome i (`probe`) or searches it, and narrows its bounds. Returns whether the node then fails
 * low. */
bool chance_step(struct chance *chance, int i, bool probe);

/* Narrows the bounds of outcome i by those in another chance of the same node. Returns whether the node
 * then fails low. */
bool chance_merge(struct chance *chance, int i, const struct chance *from);

#endif
