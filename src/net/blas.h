/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix product of OpenBLAS; `bench net` compares ours with it. It is loaded on request, not when the
 * program starts. It uses one thread and, on x86, always the same kernel, so that the same seed gives the
 * same weights. */
#ifndef VEDETTE_NET_BLAS_H
#define VEDETTE_NET_BLAS_H

#include "base/error.h"
#include "net/product.h"

/* The library. It is const and may be used by several threads at once. */
struct blas;

/* Loads the library. It sets variables of the environment for it, so call it while no other thread reads
 * the environment. NULL, and `error` filled with STATUS_BAD, if the library is not installed, if configure
 * was called with --without-blas, or if the processor lacks the instructions of the pinned kernel. Once
 * loaded, the library stays for the rest of the process. */
const struct blas *blas_open(struct error *error);

void blas_close(const struct blas *blas);

/* Returns the version and the kernel in use, "OpenBLAS 0.3.21 Haswell", for a weight file's options. For
 * another library that configure was given, returns its file's name. */
const char *blas_name(const struct blas *blas);

/* Computes C += A B by the library, with C of m x n elements (row-major, rows c_row floats apart), A of
 * m x k, B of k x n. */
void blas_add(const struct blas *blas, size_t m, size_t n, size_t k, struct net_matrix a, struct net_matrix b,
              float *c, size_t c_row);

#endif
