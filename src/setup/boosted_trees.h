/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gradient-boosted trees that classify rows of small whole numbers into two kinds (Friedman 2001). Each
 * tree is grown leaf by leaf, the best split first, from histograms of the gradients of the logistic
 * loss (Ke et al. 2017, "LightGBM"). Gradients are whole numbers, so that sums do not depend on their
 * order. */
#ifndef VEDETTE_SETUP_BOOSTED_TREES_H
#define VEDETTE_SETUP_BOOSTED_TREES_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BOOSTED_ROWS_MAX = 1 << 16, BOOSTED_LEAVES_MAX = 64 };

/* The training data. */
struct boosted_rows {
    const uint8_t *value;    /* [count][features] */
    const bool *second;      /* [count]: whether the row is of the second kind */
    size_t count;            /* 1 .. BOOSTED_ROWS_MAX */
    int features;            /* numbers in a row */
};

/* The parameters of the training. */
struct boosted_terms {
    int trees;               /* max number of trees */
    int leaves;              /* max leaves of a tree, 2 .. BOOSTED_LEAVES_MAX */
    int min;                 /* min rows of a leaf */
    double rate;             /* learning rate: the factor of each tree's value */
    const atomic_bool *stop; /* may be NULL; once it is true, no more trees are grown */
};

/* Sets the defaults: 200 trees of up to 31 leaves, at least 20 rows in a leaf, learning rate 0.1. */
void boosted_terms_init(struct boosted_terms *terms);

/* Trains a model; boosted_free frees it. */
struct boosted_trees *boosted_learn(const struct boosted_rows *rows, const struct boosted_terms *terms);
void boosted_free(struct boosted_trees *trees);

/* Returns a new model without trees; boosted_read_tree adds them, boosted_free frees it. */
struct boosted_trees *boosted_new(void);

/* Returns the number of trees. */
int boosted_count(const struct boosted_trees *trees);

/* Writes tree `index` as numbers. An inner node is its feature, the highest value that goes left, and its two
 * children; a leaf is -1 and its value in 1/10000. Does not write the start (the log odds before the first
 * tree). */
void boosted_write_tree(const struct boosted_trees *trees, int index, struct text *out);

/* Adds a tree in the form of boosted_write_tree. False, with nothing added, if it is not a valid tree over
 * `features` features. */
bool boosted_read_tree(struct boosted_trees *trees, const char *numbers, int features);

/* Returns the log odds that a row (one number for each feature) is of the second kind. */
double boosted_log_odds(const struct boosted_trees *trees, const uint8_t *row);

#endif
