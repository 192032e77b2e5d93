/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/cholesky.h"

#include <math.h>

void cholesky_factorise(double *matrix, size_t n, size_t stride, double min_pivot)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = matrix[i * stride + j];
            for (size_t k = 0; k < j; k++)
                sum -= matrix[i * stride + k] * matrix[j * stride + k];
            if (i == j)
                matrix[i * stride + i] = sqrt(fmax(sum, min_pivot));
            else
                matrix[i * stride + j] = sum / matrix[j * stride + j];
        }
}

void cholesky_solve(const double *factor, size_t n, size_t stride, double *v)
{
    /* Solve factor x y = v from the first row to the last; y replaces v. */
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            v[i] -= factor[i * stride + k] * v[k];
        v[i] /= factor[i * stride + i];
    }
    /* Solve factor' x = y from the last row to the first. */
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            v[i] -= factor[k * stride + i] * v[k];
        v[i] /= factor[i * stride + i];
    }
}
