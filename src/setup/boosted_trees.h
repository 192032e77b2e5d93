/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gradient-boosted trees that tell two kinds of things apart by small whole numbers (Friedman 2001): each
 * tree is grown leaf by leaf, the best split first, from histograms of the logistic loss's gradients (Ke et
 * al. 2017, "LightGBM"). Gradients are whole numbers, so that sums do not depend on their order. */
#ifndef VEDETTE_SETUP_BOOSTED_TREES_H
#define VEDETTE_SETUP_BOOSTED_TREES_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BOOSTED_ROWS_MAX = 1 << 16, BOOSTED_LEAVES_MAX = 64 };

/* What is learnt from: `count` (1 .. BOOSTED_ROWS_MAX) rows of `features` numbers each, row after row, and
 * of each row whether it is of the second kind. */
struct boosted_rows {
    const uint8_t *value;
    const bool *second;
    size_t count;
    int features;
};

struct boosted_terms {
    int trees;
    int leaves;              /* of a tree, 2 .. BOOSTED_LEAVES_MAX */
    int min;               /* rows that a leaf stands for */
    double rate;             /* how much of its answer each tree gives */
    const atomic_bool *stop; /* may be NULL; once it is true, no more trees are grown */
};

/* 200 trees of 31 leaves with 20 rows at the least, a rate of 0.1. */
void boosted_terms_init(struct boosted_terms *terms);

/* Learns; boosted_free gives the trees back. */
struct boosted_trees *boosted_learn(const struct boosted_rows *rows, const struct boosted_terms *terms);
void boosted_free(struct boosted_trees *trees);

/* None as yet: boosted_read_tree adds them. */
struct boosted_trees *boosted_none(void);

int boosted_count(const struct boosted_trees *trees);

/* Tree `index` as numbers: an inner node is its feature, the highest value that goes left, and both its
 * children; a leaf is -1 and its answer in 1/10000. The answer before the first tree is not written. */
void boosted_write_tree(const struct boosted_trees *trees, int index, struct text *out);

/* Adds a tree from numbers as above; false, and nothing added, where they are no tree over `features`. */
bool boosted_read_tree(struct boosted_trees *trees, const char *numbers, int features);

/* The log odds that a row of as many numbers is of the second kind. */
double boosted_answer(const struct boosted_trees *trees, const uint8_t *row);

#endif
