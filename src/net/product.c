/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/product.h"

#include "base/memory.h"
#include "net/blas.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TILE_LANES 4
#define TILE_TARGET
#define TILE_SIX six_4
#define TILE_TWELVE twelve_4
#define TILE_ONE one_4
#include "net/tile.h"
#undef TILE_LANES
#undef TILE_TARGET
#undef TILE_SIX
#undef TILE_TWELVE
#undef TILE_ONE

#ifdef __x86_64__
#define TILE_LANES 8
#define TILE_TARGET __attribute__((target("avx2")))
#define TILE_SIX six_8
#define TILE_TWELVE twelve_8
#define TILE_ONE one_8
#include "net/tile.h"
#undef TILE_LANES
#undef TILE_TARGET
#undef TILE_SIX
#undef TILE_TWELVE
#undef TILE_ONE
#endif

enum {
    DEPTH = 256,     /* max terms of a block: 256 rows of a panel are 16 kB and stay in the L1 cache */
    ALIGNMENT = 64   /* bytes */
};

struct tile {
    int lanes;
    tile_six *six;
    tile_twelve *twelve;
    tile_one *one;
};

int product_lanes(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        return 8;
#endif
    return 4;
}

/* Computes C += A B in plain loops: this defines the bits, to compare with. */
static void add_scalar(size_t m, size_t n, size_t k, struct net_matrix a, struct net_matrix b, float *c,
                       size_t c_row)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t t = 0; t < k; t++)
                c[i * c_row + j] += a.at[i * a.row + t * a.column] * b.at[t * b.row + j * b.column];
}

/* Returns the tile functions for vectors of `lanes` floats; 0: the widest of the processor. */
static struct tile choose_tile(int lanes)
{
    int max_lanes = product_lanes();
    if (lanes == 0 || lanes > max_lanes)
        lanes = max_lanes;
#ifdef __x86_64__
    if (lanes == 8)
        return (struct tile){8, six_8, twelve_8, one_8};
#endif
    return (struct tile){4, six_4, twelve_4, one_4};
}

void product_free(struct product *product)
{
    free(product->space);
    product->space = NULL;
    product->capacity = 0;
}

/* Returns the first aligned address in a block. */
static float *aligned(void *block)
{
    return (float *)(((uintptr_t)block + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

/* Returns the number of panels for `n` columns. */
static size_t count_panels(size_t n)
{
    return (n + PANEL - 1) / PANEL;
}

/* Copies rows first .. first + depth - 1 of B to panels that are `panel` floats apart. Missing columns of the
 * last panel become 0. */
static void pack_panels(struct net_matrix b, size_t first, size_t depth, size_t n, float *to, size_t panel)
{
    for (size_t j = 0; j < n; j += PANEL) {
        size_t width = n - j < PANEL ? n - j : PANEL;
        float *out = to + j / PANEL * panel;
        for (size_t k = 0; k < depth; k++) {
            const float *row = b.at + (first + k) * b.row + j * b.column;
            if (b.column == 1 && width == PANEL) /* a constant size: the fast, usual case */
                memcpy(out + k * PANEL, row, PANEL * sizeof *row);
            else if (b.column == 1)
                memcpy(out + k * PANEL, row, width * sizeof *row);
            else
                for (size_t i = 0; i < width; i++)
                    out[k * PANEL + i] = row[i * b.column];
            for (size_t i = width; i < PANEL; i++)
                out[k * PANEL + i] = 0;
        }
    }
}

void product_pack(struct net_matrix b, size_t k, size_t n, struct product_panels *panels)
{
    size_t size = count_panels(n) * PANEL * k * sizeof(float);
    void *block = memory_new(size + ALIGNMENT, 1);
    *panels = (struct product_panels){k, n, aligned(block), block};
    pack_panels(b, 0, k, n, panels->at, k * PANEL);
}

void product_panels_free(struct product_panels *panels)
{
    free(panels->block);
    *panels = (struct product_panels){0};
}

/* A block of the product: `depth` terms of each sum. B is packed in panels that are `panel` floats apart; C
 * has `n` columns. */
struct block {
    struct tile tile;
    size_t depth, n;
    const float *b;
    size_t panel;
    float *c;
    size_t c_row;
};

/* Adds the block to the row `c` of C. `a`: the block's terms of that row of A, one after the other. Adds four
 * panels at a time, and the rest of the row on a copy as long as four panels. */
static void add_block_row(const struct block *block, const float *a, float *c)
{
    enum { FOUR = 4 * PANEL };
    size_t j = 0;
    for (; j + FOUR <= block->n; j += FOUR)
        block->tile.one(block->depth, a, block->b + j / PANEL * block->panel, block->panel, 4, c + j);
    if (j < block->n) {
        size_t remaining = block->n - j;
        float row[FOUR] = {0};
        memcpy(row, c + j, remaining * sizeof *c);
        block->tile.one(block->depth, a, block->b + j / PANEL * block->panel, block->panel,
                        count_panels(remaining), row);
        memcpy(c + j, row, remaining * sizeof *c);
    }
}

/* Adds the block to one tile of C: `rows` rows (at most TILE_ROWS) and the `width` columns from j on; `c` is
 * its first element. `a`: TILE_ROWS rows of A, element (r, k) at [r a_row + k a_column]. If C has fewer rows
 * or columns than the tile, the tile works on a copy. */
static void add_tile(const struct block *block, const float *a, size_t a_row, size_t a_column, size_t rows,
                     size_t j, size_t width, float *c)
{
    const size_t lanes = (size_t)block->tile.lanes;
    /* The tile's two vectors of columns in the panel of column j. */
    const float *b0 = block->b + j / PANEL * block->panel + j % PANEL, *b1 = b0 + lanes;
    if (rows == TILE_ROWS && j + width <= block->n) {
        block->tile.six(block->depth, a, a_row, a_column, b0, b1, c, c + lanes, block->c_row);
        return;
    }
    float copy[TILE_ROWS][PANEL] = {{0}};
    size_t columns = block->n - j < width ? block->n - j : width;
    for (size_t r = 0; r < rows; r++)
        memcpy(copy[r], c + r * block->c_row, columns * sizeof *c);
    block->tile.six(block->depth, a, a_row, a_column, b0, b1, copy[0], copy[0] + lanes, PANEL);
    for (size_t r = 0; r < rows; r++)
        memcpy(c + r * block->c_row, copy[r], columns * sizeof *c);
}

/* Adds the block to the rows of C from `first` on and to its columns from `column` on, in tiles of TILE_ROWS
 * rows and two vectors of columns. */
static void add_tiles(const struct block *block, size_t first, size_t m, struct net_matrix a, size_t column)
{
    float copy[TILE_ROWS * DEPTH];
    size_t width = 2 * (size_t)block->tile.lanes;
    for (size_t i = first; i < m; i += TILE_ROWS) {
        size_t rows = m - i < TILE_ROWS ? m - i : TILE_ROWS, a_row = a.row, a_column = a.column;
        const float *a_slice = a.at + i * a.row;
        float *c = block->c + i * block->c_row;
        if (rows < TILE_ROWS) { /* the tile needs TILE_ROWS rows: missing ones are copies of the first */
            for (size_t k = 0; k < block->depth; k++)
                for (size_t r = 0; r < TILE_ROWS; r++)
                    copy[r * DEPTH + k] = a_slice[(r < rows ? r : 0) * a.row + k * a.column];
            a_slice = copy;
            a_row = DEPTH;
            a_column = 1;
        }
        for (size_t j = column; j < block->n; j += width)
            add_tile(block, a_slice, a_row, a_column, rows, j, width, c + j);
    }
}

/* Adds the block to the last columns of C, from `first_column` on, which fill at most one vector. Handles
 * whole groups of NARROW_ROWS rows; returns how many rows. */
static size_t add_narrow(const struct block *block, size_t m, struct net_matrix a, size_t first_column)
{
    const float *b = block->b + first_column / PANEL * block->panel + first_column % PANEL;
    size_t lanes = (size_t)block->tile.lanes, columns = block->n - first_column, i = 0;
    for (; i + NARROW_ROWS <= m; i += NARROW_ROWS) {
        float *c = block->c + i * block->c_row + first_column;
        float copy[NARROW_ROWS][PANEL] = {{0}};
        if (columns == lanes) {
            block->tile.twelve(block->depth, a.at + i * a.row, a.row, a.column, b, c, block->c_row);
            continue;
        }
        for (size_t r = 0; r < NARROW_ROWS; r++)
            memcpy(copy[r], c + r * block->c_row, columns * sizeof *c);
        block->tile.twelve(block->depth, a.at + i * a.row, a.row, a.column, b, copy[0], PANEL);
        for (size_t r = 0; r < NARROW_ROWS; r++)
            memcpy(c + r * block->c_row, copy[r], columns * sizeof *c);
    }
    return i;
}

/* Adds the whole block to the `m` rows of C. The first column of `a` is the block's first term. Tiles are two
 * vectors wide: if one vector covers the columns that are left over, these are added by higher and narrower
 * tiles. */
static void add_block(const struct block *block, size_t m, struct net_matrix a)
{
    size_t lanes = (size_t)block->tile.lanes, narrow = block->n % (2 * lanes), rows_done = 0;
    struct block wide = *block;
    float row[DEPTH];
    if (m == 1) {
        /* add_block_row reads the terms one after the other, so terms that lie apart are copied. */
        const size_t stride = a.column;
        const float *terms = stride == 1 ? a.at : row;
        if (stride != 1)
            for (size_t k = 0; k < block->depth; k++)
                row[k] = a.at[k * stride];
        add_block_row(block, terms, block->c);
        return;
    }
    if (narrow && narrow <= lanes) {
        wide.n -= narrow;
        rows_done = add_narrow(block, m, a, wide.n); /* the last columns, in rows that fill narrow tiles */
        add_tiles(block, rows_done, m, a, wide.n);   /* the last columns, in the other rows */
    }
    add_tiles(&wide, 0, m, a, 0); /* all other columns, in all rows */
}

/* Returns aligned work space for `floats` floats; makes it larger if needed. */
static float *product_space(struct product *product, size_t floats)
{
    if (product->capacity < floats) {
        free(product->space);
        product->space = memory_new(floats * sizeof(float) + ALIGNMENT, 1);
        product->capacity = floats;
    }
    return aligned(product->space);
}

/* Returns A without its first `k` columns. */
static struct net_matrix skip_terms(struct net_matrix a, size_t k)
{
    a.at += k * a.column;
    return a;
}

void product_add(struct product *product, size_t m, size_t n, size_t k, struct net_matrix a,
                 struct net_matrix b, float *c, size_t c_row)
{
    assert((a.row == 1 || a.column == 1) && (b.row == 1 || b.column == 1));
    if (product->blas) {
        blas_add(product->blas, m, n, k, a, b, c, c_row);
        return;
    }
    if (product->lanes == 1) {
        add_scalar(m, n, k, a, b, c, c_row);
        return;
    }
    /* In blocks of DEPTH terms of the sums, for which B is packed into panels. */
    float *space = product_space(product, (k < DEPTH ? k : DEPTH) * count_panels(n) * PANEL);
    for (size_t first = 0; first < k; first += DEPTH) {
        size_t depth = k - first < DEPTH ? k - first : DEPTH;
        struct block block = {choose_tile(product->lanes), depth, n, space, depth * PANEL, c, c_row};
        pack_panels(b, first, depth, n, space, block.panel);
        add_block(&block, m, skip_terms(a, first));
    }
}

void product_add_packed(struct product *product, size_t m, struct net_matrix a,
                        const struct product_panels *b, float *c, size_t c_row)
{
    /* Plain loops, to compare: one panel after the other. */
    for (size_t j = 0; product->lanes == 1 && j < b->n; j += PANEL) {
        size_t width = b->n - j < PANEL ? b->n - j : PANEL;
        add_scalar(m, width, b->k, a, (struct net_matrix){b->at + j * b->k, PANEL, 1}, c + j, c_row);
    }
    if (product->lanes == 1)
        return;
    for (size_t first = 0; first < b->k; first += DEPTH) {
        /* Row `first` of each panel is `first` x PANEL floats behind its start. */
        size_t depth = b->k - first < DEPTH ? b->k - first : DEPTH;
        struct block block = {choose_tile(product->lanes), depth, b->n, b->at + first * PANEL, b->k * PANEL,
                              c, c_row};
        add_block(&block, m, skip_terms(a, first));
    }
}
