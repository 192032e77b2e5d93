/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/boosted_trees.h"

#include "base/memory.h"
#include "base/stop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Gradients lie in -1 .. 1: in these units the sum over the most rows stays below 2^31. */
enum { UNIT = 1 << 14, NODES_MAX = 2 * BOOSTED_LEAVES_MAX,
       ANSWER_UNITS = 10000 /* a leaf's answer is kept to 0.0001, as files have it */,
       ANSWERS_MAX = 100 * ANSWER_UNITS };

/* A tree's inner node sends values up to `at` to the left; the right child stands behind the left one. A leaf
 * has feature -1. */
struct tree_node {
    int16_t feature;
    uint8_t at, left;
    float value;
};

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

/* What the rows with one value of one feature come to. */
struct bin {
    int32_t gradient, weight; /* sums of first and second derivatives, in 1 / UNIT */
    uint32_t rows;
};

/* A leaf of the tree that grows: its rows are order[begin .. end - 1]. */
struct growing_leaf {
    size_t begin, end;
    struct bin *histogram;
    struct bin all;
    int node;
    double gain; /* of its best split; 0: none */
    int feature;
    uint8_t at;
};

struct grower {
    const struct boosted_rows *rows;
    const struct boosted_terms *terms;
    size_t *first; /* of each feature its first bin; [features]: how many bins there are */
    int32_t *gradient, *weight; /* of each row */
    double *answer;
    uint32_t *order, *moved;
    struct bin *bins; /* a histogram a leaf */
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

static double tree_answer(const struct grown_tree *tree, const uint8_t *row)
{
    const struct tree_node *node = &tree->node[0];
    while (node->feature >= 0)
        node = &tree->node[node->left + (row[node->feature] > node->at)];
    return node->value;
}

double boosted_answer(const struct boosted_trees *trees, const uint8_t *row)
{
    double sum = trees->start;
    for (int i = 0; i < trees->count; i++)
        sum += tree_answer(&trees->tree[i], row);
    return sum;
}

/* --- adding, writing and reading --- */

static struct grown_tree *new_tree(struct boosted_trees *trees)
{
    trees->tree = memory_grow(trees->tree, &trees->capacity, (size_t)trees->count + 1, sizeof *trees->tree);
    trees->tree[trees->count] = (struct grown_tree){.nodes = 0};
    return &trees->tree[trees->count++];
}

struct boosted_trees *boosted_none(void)
{
    return memory_new(1, sizeof(struct boosted_trees));
}

int boosted_count(const struct boosted_trees *trees)
{
    return trees->count;
}

static void write_node(const struct grown_tree *tree, int at, struct text *out)
{
    const struct tree_node *node = &tree->node[at];
    const char *space = at == 0 ? "" : " ";
    if (node->feature < 0) {
        text_printf(out, "%s-1 %ld", space, lround((double)node->value * ANSWER_UNITS));
        return;
    }
    text_printf(out, "%s%d %d", space, node->feature, node->at);
    write_node(tree, node->left, out);
    write_node(tree, node->left + 1, out);
}

void boosted_write_tree(const struct boosted_trees *trees, int index, struct text *out)
{
    write_node(&trees->tree[index], 0, out);
}

/* The next number, least .. most, and what stands behind it; NULL: there is none. */
static const char *read_number(const char *from, long min, long most, long *value)
{
    char *end;
    *value = from ? strtol(from, &end, 10) : 0;
    return from && end != from && *value >= min && *value <= most ? end : NULL;
}

/* Reads a node and all below it to its place; no deeper than there are leaves, as each inner node takes two
 * of the tree's places. */
static const char *read_node(struct grown_tree *tree, int at, const char *from, int features)
{
    struct tree_node *node = &tree->node[at];
    long feature, value;
    from = read_number(from, -1, features - 1, &feature);
    from = read_number(from, feature < 0 ? -ANSWERS_MAX : 0, feature < 0 ? ANSWERS_MAX : UINT8_MAX, &value);
    node->feature = (int16_t)feature;
    node->value = feature < 0 ? (float)((double)value / ANSWER_UNITS) : 0;
    node->at = feature < 0 ? 0 : (uint8_t)value;
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
    *new_tree(trees) = tree;
    return true;
}

/* --- histograms --- */

static void bin_add(struct bin *bin, const struct bin *add)
{
    bin->gradient += add->gradient;
    bin->weight += add->weight;
    bin->rows += add->rows;
}

static void count_leaf(const struct grower *grower, struct growing_leaf *leaf)
{
    int features = grower->rows->features;
    memset(leaf->histogram, 0, grower->first[features] * sizeof *leaf->histogram);
    for (size_t i = leaf->begin; i < leaf->end; i++) {
        uint32_t row = grower->order[i];
        const uint8_t *value = grower->rows->value + (size_t)row * (size_t)features;
        struct bin own = {grower->gradient[row], grower->weight[row], 1};
        for (int f = 0; f < features; f++)
            bin_add(&leaf->histogram[grower->first[f] + value[f]], &own);
    }
}

/* A leaf's histogram, which its parent's was, less that of the other child. */
static void take_away(const struct grower *grower, struct bin *from, const struct bin *part)
{
    for (size_t i = 0; i < grower->first[grower->rows->features]; i++) {
        from[i].gradient -= part[i].gradient;
        from[i].weight -= part[i].weight;
        from[i].rows -= part[i].rows;
    }
}

/* Twice what the loss falls by where the rows get an answer of their own (Newton's step). */
static double worth(const struct bin *bin)
{
    double gradient = bin->gradient;
    return bin->weight > 0 ? gradient * gradient / bin->weight : 0;
}

static void find_split(const struct grower *grower, struct growing_leaf *leaf)
{
    uint32_t min = (uint32_t)grower->terms->min;
    leaf->all = (struct bin){0};
    for (size_t i = grower->first[0]; i < grower->first[1]; i++)
        bin_add(&leaf->all, &leaf->histogram[i]);
    leaf->gain = 0;
    for (int f = 0; f < grower->rows->features; f++) {
        struct bin low = {0};
        for (size_t i = grower->first[f]; i + 1 < grower->first[f + 1]; i++) {
            if (leaf->histogram[i].rows == 0)
                continue;
            bin_add(&low, &leaf->histogram[i]);
            struct bin high = {leaf->all.gradient - low.gradient, leaf->all.weight - low.weight,
                               leaf->all.rows - low.rows};
            if (low.rows < min || high.rows < min)
                continue;
            double gain = worth(&low) + worth(&high) - worth(&leaf->all);
            if (gain > leaf->gain) {
                leaf->gain = gain;
                leaf->feature = f;
                leaf->at = (uint8_t)(i - grower->first[f]);
            }
        }
    }
}

/* --- growing --- */

/* The rows of a leaf that go left come first, in their order; returns where the others begin. */
static size_t part_rows(struct grower *grower, const struct growing_leaf *leaf)
{
    size_t left = leaf->begin, right = 0, features = (size_t)grower->rows->features;
    for (size_t i = leaf->begin; i < leaf->end; i++) {
        uint32_t row = grower->order[i];
        if (grower->rows->value[row * features + (size_t)leaf->feature] <= leaf->at)
            grower->order[left++] = row;
        else
            grower->moved[right++] = row;
    }
    memcpy(grower->order + left, grower->moved, right * sizeof *grower->moved);
    return left;
}

/* Splits a leaf: it becomes the left child, and a new leaf the right one. */
static void split(struct grower *grower, struct grown_tree *tree, struct growing_leaf *leaf)
{
    struct growing_leaf *other = &grower->leaf[grower->leaves];
    size_t middle = part_rows(grower, leaf);
    other->histogram = grower->bins + (size_t)grower->leaves++ * grower->first[grower->rows->features];
    struct tree_node *node = &tree->node[leaf->node];
    node->feature = (int16_t)leaf->feature;
    node->at = leaf->at;
    node->left = (uint8_t)tree->nodes;
    tree->nodes += 2;
    other->begin = middle;
    other->end = leaf->end;
    leaf->end = middle;
    leaf->node = node->left;
    other->node = node->left + 1;
    tree->node[leaf->node].feature = tree->node[other->node].feature = -1;
    if (leaf->end - leaf->begin < other->end - other->begin) { /* the parent's histogram goes to the larger */
        struct bin *parent = leaf->histogram;
        leaf->histogram = other->histogram;
        other->histogram = parent;
        count_leaf(grower, leaf);
        take_away(grower, other->histogram, leaf->histogram);
    } else {
        count_leaf(grower, other);
        take_away(grower, leaf->histogram, other->histogram);
    }
    find_split(grower, leaf);
    find_split(grower, other);
}

/* Grows a tree by the gradients, and adds its answers to the rows' own. */
static void grow(struct grower *grower, struct grown_tree *tree)
{
    size_t count = grower->rows->count;
    for (size_t i = 0; i < count; i++)
        grower->order[i] = (uint32_t)i;
    grower->leaves = tree->nodes = 1;
    tree->node[0].feature = -1;
    grower->leaf[0] = (struct growing_leaf){.end = count, .histogram = grower->bins};
    count_leaf(grower, &grower->leaf[0]);
    find_split(grower, &grower->leaf[0]);
    while (grower->leaves < grower->terms->leaves) {
        struct growing_leaf *best = &grower->leaf[0];
        for (int i = 1; i < grower->leaves; i++)
            if (grower->leaf[i].gain > best->gain)
                best = &grower->leaf[i];
        if (!(best->gain > 0))
            break;
        split(grower, tree, best);
    }
    for (int i = 0; i < grower->leaves; i++) {
        const struct growing_leaf *leaf = &grower->leaf[i];
        double value = leaf->all.weight > 0 ? (double)leaf->all.gradient / leaf->all.weight : 0;
        value = round(value * grower->terms->rate * ANSWER_UNITS) / ANSWER_UNITS;
        tree->node[leaf->node].value = (float)value;
        for (size_t k = leaf->begin; k < leaf->end; k++)
            grower->answer[grower->order[k]] += value;
    }
}

static void grower_begin(struct grower *grower, const struct boosted_rows *rows,
                         const struct boosted_terms *terms, double start)
{
    grower->rows = rows;
    grower->terms = terms;
    /* The first bin of each feature: as many bins as its highest value wants. */
    size_t features = (size_t)rows->features;
    grower->first = memory_new(features + 1, sizeof *grower->first);
    for (size_t f = 0; f < features; f++) {
        uint8_t most = 0;
        for (size_t i = 0; i < rows->count; i++)
            most = rows->value[i * features + f] > most ? rows->value[i * features + f] : most;
        grower->first[f + 1] = grower->first[f] + most + 1u;
    }
    grower->gradient = memory_new(rows->count, sizeof *grower->gradient);
    grower->weight = memory_new(rows->count, sizeof *grower->weight);
    grower->answer = memory_new(rows->count, sizeof *grower->answer);
    grower->order = memory_new(rows->count, sizeof *grower->order);
    grower->moved = memory_new(rows->count, sizeof *grower->moved);
    grower->bins = memory_new((size_t)terms->leaves * grower->first[rows->features], sizeof *grower->bins);
    for (size_t i = 0; i < rows->count; i++)
        grower->answer[i] = start;
}

struct boosted_trees *boosted_learn(const struct boosted_rows *rows, const struct boosted_terms *terms)
{
    struct boosted_trees *trees = memory_new(1, sizeof *trees);
    struct grower *grower = memory_new(1, sizeof *grower);
    size_t second = 0;
    for (size_t i = 0; i < rows->count; i++)
        second += rows->second[i];
    trees->start = log(((double)second + 0.5) / ((double)(rows->count - second) + 0.5));
    grower_begin(grower, rows, terms, trees->start);
    while (trees->count < terms->trees && !stop_requested(terms->stop)) {
        for (size_t i = 0; i < rows->count; i++) {
            double share = 1 / (1 + exp(-grower->answer[i]));
            grower->gradient[i] = (int32_t)lround((rows->second[i] - share) * UNIT);
            grower->weight[i] = (int32_t)lround(share * (1 - share) * UNIT);
        }
        grow(grower, new_tree(trees));
    }
    free(grower->first);
    free(grower->gradient);
    free(grower->weight);
    free(grower->answer);
    free(grower->order);
    free(grower->moved);
    free(grower->bins);
    free(grower);
    return trees;
}
