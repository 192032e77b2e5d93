/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear equations with a symmetric, positive definite matrix, by Cholesky's decomposition. A matrix lies row
 * by row, `stride` numbers from one row to the next; only what is on and below the diagonal is read. */
#ifndef VEDETTE_LAB_CHOLESKY_H
#define VEDETTE_LAB_CHOLESKY_H

#include <stddef.h>

/* Turns the matrix into its lower factor, in place. A pivot below `min_pivot` (-INFINITY: no limit) becomes
 * that. */
void cholesky_factorise(double *matrix, size_t n, size_t stride, double min_pivot);

/* Solves factor x factor' x = v, in place of v. */
void cholesky_solve(const double *factor, size_t n, size_t stride, double *v);

#endif
