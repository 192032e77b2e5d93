/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/boosted_trees.h"

#include "base/memory.h"
#include "base/stop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* UNIT: gradients (-1 .. 1) are stored in 1 / UNIT; the sum over BOOSTED_ROWS_MAX rows stays below 2^31. */
enum { UNIT = 1 << 14, NODES_MAX = 2 * BOOSTED_LEAVES_MAX,
       LEAF_UNITS = 10000 /* a leaf's value is rounded to 0.0001, as in files */,
       LEAF_MAX = 100 * LEAF_UNITS /* max of a leaf's value in a file, in 1 / LEAF_UNITS */ };

/* A node. An inner node sends values up to `threshold` to its left child; the right child follows the left
 * one in the array. A leaf has feature -1. */
struct tree_node {
    int16_t feature;
    uint8_t threshold, left; /* `left`: index of the left child */
    float value;      /* of a leaf: its value, in log odds */
};

/* A tree; the root is node[0]. */
struct grown_tree {
    struct tree_node node[NODES_MAX];
    int nodes;
};

struct boosted_trees {
    double start; /* the log odds before the first tree */
    struct grown_tree *tree;
    size_t capacity;
    int count;
};

/* Sums over the rows that have the same value of a feature. */
struct bin {
    int32_t gradient, weight; /* sums of negative first and of second derivatives, in 1 / UNIT */
    uint32_t rows;
};

/* A leaf while the tree grows; its rows are order[begin .. end - 1]. */
struct growing_leaf {
    size_t begin, end;
    struct bin *histogram; /* the bins of all features */
    struct bin all;        /* sum over all rows */
    int node;              /* its index in the tree */
    double gain;           /* of its best split; 0: no split */
    int feature;           /* the best split: feature and threshold */
    uint8_t threshold;
};

/* The state of the training. */
struct grower {
    const struct boosted_rows *rows;
    const struct boosted_terms *terms;
    size_t *first;              /* first bin of each feature; [features]: number of all bins */
    int32_t *gradient, *weight; /* of each row, in 1 / UNIT */
    double *log_odds;           /* of each row: the log odds so far */
    uint32_t *order, *moved;    /* the rows sorted by leaf; buffer for partition_rows */
    struct bin *bins;           /* the histograms of all leaves */
    struct growing_leaf leaf[BOOSTED_LEAVES_MAX];
    int leaves;
};

void boosted_terms_init(struct boosted_terms *terms)
{
    *terms = (struct boosted_terms){.trees = 200, .leaves = 31, .min = 20, .rate = 0.1};
}

void boosted_free(struct boosted_trees *trees)
{
    if (trees)
        free(trees->tree);
    free(trees);
}

double boosted_log_odds(const struct boosted_trees *trees, const uint8_t *row)
{
    double sum = trees->start;
    for (int i = 0; i < trees->count; i++) {
        const struct tree_node *tree = trees->tree[i].node, *node = tree;
        while (node->feature >= 0)
            node = &tree[node->left + (row[node->feature] > node->threshold)];
        sum += node->value;
    }
    return sum;
}

/* --- adding, writing and reading --- */

/* Appends a tree without nodes. */
static struct grown_tree *add_tree(struct boosted_trees *trees)
{
    trees->tree = memory_grow(trees->tree, &trees->capacity, (size_t)trees->count + 1, sizeof *trees->tree);
    trees->tree[trees->count] = (struct grown_tree){.nodes = 0};
    return &trees->tree[trees->count++];
}

struct boosted_trees *boosted_new(void)
{
    return memory_new(1, sizeof(struct boosted_trees));
}

int boosted_count(const struct boosted_trees *trees)
{
    return trees->count;
}

/* Writes a node and all nodes below it. */
static void write_node(const struct grown_tree *tree, int index, struct text *out)
{
    const struct tree_node *node = &tree->node[index];
    const char *space = index == 0 ? "" : " ";
    if (node->feature < 0) {
        text_printf(out, "%s-1 %ld", space, lround((double)node->value * LEAF_UNITS));
        return;
    }
    text_printf(out, "%s%d %d", space, node->feature, node->threshold);
    write_node(tree, node->left, out);
    write_node(tree, node->left + 1, out);
}

void boosted_write_tree(const struct boosted_trees *trees, int index, struct text *out)
{
    write_node(&trees->tree[index], 0, out);
}

/* Reads a number in min .. max; returns what follows, or NULL if there is no valid number. `from` may be
 * NULL. */
static const char *read_number(const char *from, long min, long max, long *value)
{
    char *end;
    *value = from ? strtol(from, &end, 10) : 0;
    return from && end != from && *value >= min && *value <= max ? end : NULL;
}

/* Reads a node into node[index] and all nodes below it; returns what follows, or NULL. The depth is limited,
 * because each inner node uses two of the tree's NODES_MAX places. */
static const char *read_node(struct grown_tree *tree, int index, const char *from, int features)
{
    struct tree_node *node = &tree->node[index];
    long feature, value;
    from = read_number(from, -1, features - 1, &feature);
    /* The value of a leaf, the threshold of an inner node. */
    from = read_number(from, feature < 0 ? -LEAF_MAX : 0, feature < 0 ? LEAF_MAX : UINT8_MAX, &value);
    node->feature = (int16_t)feature;
    node->value = feature < 0 ? (float)((double)value / LEAF_UNITS) : 0;
    node->threshold = feature < 0 ? 0 : (uint8_t)value;
    if (!from || feature < 0)
        return from;
    if (tree->nodes + 2 > NODES_MAX)
        return NULL;
    node->left = (uint8_t)tree->nodes;
    tree->nodes += 2;
    from = read_node(tree, node->left, from, features);
    return from ? read_node(tree, node->left + 1, from, features) : NULL;
}

bool boosted_read_tree(struct boosted_trees *trees, const char *numbers, int features)
{
    struct grown_tree tree = {.nodes = 1};
    const char *end = read_node(&tree, 0, numbers, features);
    if (!end || end[strspn(end, " \n")] != '\0')
        return false;
    *add_tree(trees) = tree;
    return true;
}

/* --- histograms --- */

/* Adds a bin to another one. */
static void add_bin(struct bin *bin, const struct bin *add)
{
    bin->gradient += add->gradient;
    bin->weight += add->weight;
    bin->rows += add->rows;
}

/* Computes the histogram of a leaf from its rows. */
static void fill_histogram(const struct grower *grower, struct growing_leaf *leaf)
{
    int features = grower->rows->features;
    memset(leaf->histogram, 0, grower->first[features] * sizeof *leaf->histogram);
    for (size_t i = leaf->begin; i < leaf->end; i++) {
        uint32_t row = grower->order[i];
        const uint8_t *value = grower->rows->value + (size_t)row * (size_t)features;
        struct bin row_bin = {grower->gradient[row], grower->weight[row], 1};
        for (int f = 0; f < features; f++)
            add_bin(&leaf->histogram[grower->first[f] + value[f]], &row_bin);
    }
}

/* Subtracts histogram `part` from `from`: the parent's histogram minus one child's is the other child's. */
static void subtract_histogram(const struct grower *grower, struct bin *from, const struct bin *part)
{
    for (size_t i = 0; i < grower->first[grower->rows->features]; i++) {
        from[i].gradient -= part[i].gradient;
        from[i].weight -= part[i].weight;
        from[i].rows -= part[i].rows;
    }
}

/* Returns twice the reduction of the loss if these rows get their own leaf (one Newton step). */
static double loss_reduction(const struct bin *bin)
{
    double gradient = bin->gradient;
    return bin->weight > 0 ? gradient * gradient / bin->weight : 0;
}

/* Finds the split of a leaf with the largest gain and at least `min` rows on both sides. */
static void find_split(const struct grower *grower, struct growing_leaf *leaf)
{
    uint32_t min = (uint32_t)grower->terms->min;
    /* Each row is in one bin of the first feature. */
    leaf->all = (struct bin){0};
    for (size_t i = grower->first[0]; i < grower->first[1]; i++)
        add_bin(&leaf->all, &leaf->histogram[i]);
    leaf->gain = 0;
    for (int f = 0; f < grower->rows->features; f++) {
        struct bin left_sum = {0};
        for (size_t i = grower->first[f]; i + 1 < grower->first[f + 1]; i++) {
            if (leaf->histogram[i].rows == 0)
                continue; /* the split of the bin before */
            add_bin(&left_sum, &leaf->histogram[i]);
            struct bin right_sum = {leaf->all.gradient - left_sum.gradient,
                                    leaf->all.weight - left_sum.weight, leaf->all.rows - left_sum.rows};
            if (left_sum.rows < min || right_sum.rows < min)
                continue;
            double gain = loss_reduction(&left_sum) + loss_reduction(&right_sum) - loss_reduction(&leaf->all);
            if (gain > leaf->gain) {
                leaf->gain = gain;
                leaf->feature = f;
                leaf->threshold = (uint8_t)(i - grower->first[f]);
            }
        }
    }
}

/* --- growing --- */

/* Moves the rows of a leaf that go left to the front, keeping their order. Returns the index of the first
 * other row. */
static size_t partition_rows(struct grower *grower, const struct growing_leaf *leaf)
{
    size_t left_end = leaf->begin, right_count = 0, features = (size_t)grower->rows->features;
    for (size_t i = leaf->begin; i < leaf->end; i++) {
        uint32_t row = grower->order[i];
        if (grower->rows->value[row * features + (size_t)leaf->feature] <= leaf->threshold)
            grower->order[left_end++] = row;
        else
            grower->moved[right_count++] = row;
    }
    memcpy(grower->order + left_end, grower->moved, right_count * sizeof *grower->moved);
    return left_end;
}

/* Splits a leaf: it becomes the left child, and a new leaf the right one. Only the smaller child is counted;
 * the histogram of the larger child is the parent's minus the smaller child's. */
static void split_leaf(struct grower *grower, struct grown_tree *tree, struct growing_leaf *leaf)
{
    struct growing_leaf *other = &grower->leaf[grower->leaves];
    size_t middle = partition_rows(grower, leaf);
    other->histogram = grower->bins + (size_t)grower->leaves++ * grower->first[grower->rows->features];
    /* Make the node an inner node with two leaves. */
    struct tree_node *node = &tree->node[leaf->node];
    node->feature = (int16_t)leaf->feature;
    node->threshold = leaf->threshold;
    node->left = (uint8_t)tree->nodes;
    tree->nodes += 2;
    other->begin = middle;
    other->end = leaf->end;
    leaf->end = middle;
    leaf->node = node->left;
    other->node = node->left + 1;
    tree->node[leaf->node].feature = tree->node[other->node].feature = -1;
    if (leaf->end - leaf->begin < other->end - other->begin) { /* the larger child takes the parent's bins */
        struct bin *parent = leaf->histogram;
        leaf->histogram = other->histogram;
        other->histogram = parent;
        fill_histogram(grower, leaf);
        subtract_histogram(grower, other->histogram, leaf->histogram);
    } else {
        fill_histogram(grower, other);
        subtract_histogram(grower, leaf->histogram, other->histogram);
    }
    find_split(grower, leaf);
    find_split(grower, other);
}

/* Grows one tree from the gradients and adds its leaf values to the rows' log odds. */
static void grow_tree(struct grower *grower, struct grown_tree *tree)
{
    size_t count = grower->rows->count;
    /* First all rows are in one leaf, the root. */
    for (size_t i = 0; i < count; i++)
        grower->order[i] = (uint32_t)i;
    grower->leaves = tree->nodes = 1;
    tree->node[0].feature = -1;
    grower->leaf[0] = (struct growing_leaf){.end = count, .histogram = grower->bins};
    fill_histogram(grower, &grower->leaf[0]);
    find_split(grower, &grower->leaf[0]);
    /* Split the leaf with the largest gain, until there are enough leaves or no split has a gain. */
    while (grower->leaves < grower->terms->leaves) {
        struct growing_leaf *best_leaf = &grower->leaf[0];
        for (int i = 1; i < grower->leaves; i++)
            if (grower->leaf[i].gain > best_leaf->gain)
                best_leaf = &grower->leaf[i];
        if (!(best_leaf->gain > 0))
            break;
        split_leaf(grower, tree, best_leaf);
    }
    for (int i = 0; i < grower->leaves; i++) {
        const struct growing_leaf *leaf = &grower->leaf[i];
        /* A Newton step, reduced by the learning rate and rounded as in files. */
        double value = leaf->all.weight > 0 ? (double)leaf->all.gradient / leaf->all.weight : 0;
        value = round(value * grower->terms->rate * LEAF_UNITS) / LEAF_UNITS;
        tree->node[leaf->node].value = (float)value;
        for (size_t k = leaf->begin; k < leaf->end; k++)
            grower->log_odds[grower->order[k]] += value;
    }
}

/* Initialises the state; `start`: the log odds of all rows before the first tree. */
static void grower_begin(struct grower *grower, const struct boosted_rows *rows,
                         const struct boosted_terms *terms, double start)
{
    grower->rows = rows;
    grower->terms = terms;
    /* A feature has one bin for each value from 0 to its max. */
    size_t features = (size_t)rows->features;
    grower->first = memory_new(features + 1, sizeof *grower->first);
    for (size_t f = 0; f < features; f++) {
        uint8_t max = 0;
        for (size_t i = 0; i < rows->count; i++)
            max = rows->value[i * features + f] > max ? rows->value[i * features + f] : max;
        grower->first[f + 1] = grower->first[f] + max + 1u;
    }
    grower->gradient = memory_new(rows->count, sizeof *grower->gradient);
    grower->weight = memory_new(rows->count, sizeof *grower->weight);
    grower->log_odds = memory_new(rows->count, sizeof *grower->log_odds);
    grower->order = memory_new(rows->count, sizeof *grower->order);
    grower->moved = memory_new(rows->count, sizeof *grower->moved);
    grower->bins = memory_new((size_t)terms->leaves * grower->first[rows->features], sizeof *grower->bins);
    for (size_t i = 0; i < rows->count; i++)
        grower->log_odds[i] = start;
}

struct boosted_trees *boosted_learn(const struct boosted_rows *rows, const struct boosted_terms *terms)
{
    struct boosted_trees *trees = memory_new(1, sizeof *trees);
    struct grower *grower = memory_new(1, sizeof *grower);
    size_t second = 0;
    for (size_t i = 0; i < rows->count; i++)
        second += rows->second[i];
    /* The log-odds of all rows; half a row is added to each kind, so that they are finite. */
    trees->start = log(((double)second + 0.5) / ((double)(rows->count - second) + 0.5));
    grower_begin(grower, rows, terms, trees->start);
    while (trees->count < terms->trees && !stop_requested(terms->stop)) {
        /* The derivatives of the logistic loss, the first negated, so that it leads downhill. */
        for (size_t i = 0; i < rows->count; i++) {
            double probability = 1 / (1 + exp(-grower->log_odds[i]));
            grower->gradient[i] = (int32_t)lround((rows->second[i] - probability) * UNIT);
            grower->weight[i] = (int32_t)lround(probability * (1 - probability) * UNIT);
        }
        grow_tree(grower, add_tree(trees));
    }
    free(grower->first);
    free(grower->gradient);
    free(grower->weight);
    free(grower->log_odds);
    free(grower->order);
    free(grower->moved);
    free(grower->bins);
    free(grower);
    return trees;
}
