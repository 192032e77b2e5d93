/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves linear equations with a symmetric, positive definite matrix by Cholesky's decomposition. A matrix is
 * stored row by row, `stride` numbers per row; only elements on and below the diagonal are read. */
#ifndef VEDETTE_LAB_CHOLESKY_H
#define VEDETTE_LAB_CHOLESKY_H

#include <stddef.h>

/* Replaces the matrix by its lower factor. A pivot (before its square root) below `min_pivot` is replaced by
 * `min_pivot`; -INFINITY means no limit. */
void cholesky_factorise(double *matrix, size_t n, size_t stride, double min_pivot);

/* Solves factor x factor' x = v; `v` gets the solution x. */
void cholesky_solve(const double *factor, size_t n, size_t stride, double *v);

#endif
