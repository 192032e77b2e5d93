/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of matrices of floats, as learning needs them.
 *
 * Written with the vector types of gcc and clang (belief/fast_math.h): each sum is taken in the order of the
 * inner index, whatever stands beside it, so that the result does not depend on how the work is cut up. */
#ifndef VEDETTE_LEARN_PRODUCT_H
#define VEDETTE_LEARN_PRODUCT_H

enum {
    PRODUCT_ROWS = 4,    /* a tile of the result has so many rows */
    PRODUCT_COLUMNS = 8  /* and columns */
};

/* A matrix: element (i, k) stands at at[i * row + k * column]. */
struct product_matrix {
    const float *at;
    int row, column;
};

/* sum[i][j] += the sum over k in 0 .. depth - 1 of a(i, k) b(k, j), for the rows of `sum`, a multiple of
 * PRODUCT_ROWS, `stride` apart, and its columns, a multiple of PRODUCT_COLUMNS. So many columns of b stand
 * side by side, a panel: (k, j) at
 *
 *     b[(j / PRODUCT_COLUMNS) * panel + k * step + j % PRODUCT_COLUMNS]
 */
struct product_panels {
    const float *at;
    int panel, step;
};
void product_add(float *sum, int stride, int rows, int columns, struct product_matrix a,
                 struct product_panels b, int depth);

#endif
