/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One tile of a matrix product, for one width of the processor's vectors. product.c includes this file
 * once a width, with
 *     TILE_LANES   floats in a vector: 4 or 8
 *     TILE_TARGET  the function attribute that allows such vectors; empty where every processor has them
 *     TILE_SIX, TILE_TWELVE, TILE_ONE  names of the three functions
 *
 * Each element of the result is summed by itself: its terms are added one by one, k rising, each product
 * and each sum rounded to a float. So every width gives the same bits, and so does a scalar loop. */
#ifndef VEDETTE_NET_TILE_H
#define VEDETTE_NET_TILE_H

#include <stddef.h>

enum {
    PANEL = 16,   /* columns of a panel of B: element (k, j) at [k * PANEL + j] */
    TILE_ROWS = 6, /* rows of C at a time */
    NARROW_ROWS = 12 /* the same if only one vector of columns of C is left */
};

/* Adds six rows of C += A B, over two vectors of columns (8 or 16). `a` is a slice of A, element (row, k) at
 * [row a_row + k a_column]; b0 and b1 are places in panels of B. */
typedef void tile_six(size_t depth, const float *a, size_t a_row, size_t a_column, const float *b0,
                      const float *b1, float *c0, float *c1, size_t c_row);

/* Adds twelve rows of C += A B, over one vector of columns (4 or 8). The arguments are those of tile_six. */
typedef void tile_twelve(size_t depth, const float *a, size_t a_row, size_t a_column, const float *b,
                         float *c, size_t c_row);

/* Adds one row of C += A B, over the columns of `panels` panels (1 to 4) that lie `panel` floats apart. `c`
 * has 4 x PANEL floats; those of missing panels are not valid afterwards. */
typedef void tile_one(size_t depth, const float *a, const float *b, size_t panel, size_t panels, float *c);

#endif

#ifdef TILE_LANES

#define TILE_ROW(r)                     \
    x = a[r * a_row];                   \
    sum##r##0 += x * left;              \
    sum##r##1 += x * right;

#define TILE_LOAD(r)                                    \
    memcpy(&sum##r##0, c0 + r * c_row, sizeof sum##r##0); \
    memcpy(&sum##r##1, c1 + r * c_row, sizeof sum##r##1);

#define TILE_STORE(r)                                   \
    memcpy(c0 + r * c_row, &sum##r##0, sizeof sum##r##0); \
    memcpy(c1 + r * c_row, &sum##r##1, sizeof sum##r##1);

/* A tile_six. sumR0 and sumR1 are the sums of row R in both vectors of columns: loaded from C, summed over
 * all terms, stored to C. They are written out, so that they stand in registers. */
TILE_TARGET static void TILE_SIX(size_t depth, const float *a, size_t a_row, size_t a_column,
                                 const float *b0, const float *b1, float *c0, float *c1, size_t c_row)
{
    typedef float lanes __attribute__((vector_size(TILE_LANES * sizeof(float))));
    lanes sum00, sum01, sum10, sum11, sum20, sum21, sum30, sum31, sum40, sum41, sum50, sum51, left, right;
    TILE_LOAD(0) TILE_LOAD(1) TILE_LOAD(2) TILE_LOAD(3) TILE_LOAD(4) TILE_LOAD(5)
    for (size_t k = 0; k < depth; k++) {
        float x;
        memcpy(&left, b0 + k * PANEL, sizeof left);
        memcpy(&right, b1 + k * PANEL, sizeof right);
        TILE_ROW(0) TILE_ROW(1) TILE_ROW(2) TILE_ROW(3) TILE_ROW(4) TILE_ROW(5)
        a += a_column;
    }
    TILE_STORE(0) TILE_STORE(1) TILE_STORE(2) TILE_STORE(3) TILE_STORE(4) TILE_STORE(5)
}

#undef TILE_ROW
#undef TILE_LOAD
#undef TILE_STORE

#define TILE_ROW(r) sum##r += a[r * a_row] * right;
#define TILE_LOAD(r) memcpy(&sum##r, c + r * c_row, sizeof sum##r);
#define TILE_STORE(r) memcpy(c + r * c_row, &sum##r, sizeof sum##r);

/* A tile_twelve, written out like TILE_SIX: sumR is the sum of row R. */
TILE_TARGET static void TILE_TWELVE(size_t depth, const float *a, size_t a_row, size_t a_column,
                                    const float *b, float *c, size_t c_row)
{
    typedef float lanes __attribute__((vector_size(TILE_LANES * sizeof(float))));
    lanes sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7, sum8, sum9, sum10, sum11, right;
    TILE_LOAD(0) TILE_LOAD(1) TILE_LOAD(2) TILE_LOAD(3) TILE_LOAD(4) TILE_LOAD(5)
    TILE_LOAD(6) TILE_LOAD(7) TILE_LOAD(8) TILE_LOAD(9) TILE_LOAD(10) TILE_LOAD(11)
    for (size_t k = 0; k < depth; k++) {
        memcpy(&right, b + k * PANEL, sizeof right);
        TILE_ROW(0) TILE_ROW(1) TILE_ROW(2) TILE_ROW(3) TILE_ROW(4) TILE_ROW(5)
        TILE_ROW(6) TILE_ROW(7) TILE_ROW(8) TILE_ROW(9) TILE_ROW(10) TILE_ROW(11)
        a += a_column;
    }
    TILE_STORE(0) TILE_STORE(1) TILE_STORE(2) TILE_STORE(3) TILE_STORE(4) TILE_STORE(5)
    TILE_STORE(6) TILE_STORE(7) TILE_STORE(8) TILE_STORE(9) TILE_STORE(10) TILE_STORE(11)
}

#undef TILE_ROW
#undef TILE_LOAD
#undef TILE_STORE

#define TILE_ROW(i)                              \
    memcpy(&term, at##i + k * PANEL, sizeof term); \
    sum##i += x * term;

#define TILE_LOAD(i)                                                                 \
    vector = (size_t)(group * SUMS + i);                                             \
    which = vector / IN_PANEL < panels ? vector / IN_PANEL : 0;                      \
    const float *at##i = b + which * panel + vector % IN_PANEL * TILE_LANES;         \
    lanes sum##i;                                                                    \
    memcpy(&sum##i, c + vector * TILE_LANES, sizeof sum##i);

#define TILE_STORE(i) memcpy(c + (group * SUMS + i) * TILE_LANES, &sum##i, sizeof sum##i);

/* A tile_one: the vectors of a row of 4 panels, in groups of 8, so that the sums of a group stand in
 * registers. They are written out, because gcc unrolls no loop at -O2. A missing panel is computed like
 * panel 0. */
TILE_TARGET static void TILE_ONE(size_t depth, const float *a, const float *b, size_t panel, size_t panels,
                                 float *c)
{
    enum { SUMS = 8, GROUPS = 4 * PANEL / TILE_LANES / SUMS, IN_PANEL = PANEL / TILE_LANES };
    typedef float lanes __attribute__((vector_size(TILE_LANES * sizeof(float))));
    for (int group = 0; group < GROUPS; group++) {
        size_t vector, which;
        lanes term;
        TILE_LOAD(0) TILE_LOAD(1) TILE_LOAD(2) TILE_LOAD(3)
        TILE_LOAD(4) TILE_LOAD(5) TILE_LOAD(6) TILE_LOAD(7)
        for (size_t k = 0; k < depth; k++) {
            const float x = a[k];
            TILE_ROW(0) TILE_ROW(1) TILE_ROW(2) TILE_ROW(3)
            TILE_ROW(4) TILE_ROW(5) TILE_ROW(6) TILE_ROW(7)
        }
        TILE_STORE(0) TILE_STORE(1) TILE_STORE(2) TILE_STORE(3)
        TILE_STORE(4) TILE_STORE(5) TILE_STORE(6) TILE_STORE(7)
    }
}

#undef TILE_ROW
#undef TILE_LOAD
#undef TILE_STORE

#endif
