/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes that share a learning run, on one machine or several: ranks of MPI, all started by mpirun
 * with the same command line. Without MPI (configure --with-mpi) or without mpirun there is one rank, and
 * sums are its own numbers. All ranks must call the same functions in the same order. */
#ifndef VEDETTE_LEARN_RANKS_H
#define VEDETTE_LEARN_RANKS_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct ranks {
    int rank, count;  /* 0 .. count - 1 */
    bool shared;      /* MPI has begun */
};

/* Returns the ranks of a run with one process. */
static inline struct ranks ranks_alone(void)
{
    return (struct ranks){0, 1, false};
}

/* Begins MPI, once in a process. STATUS_BAD if this build has no MPI. ranks_end ends it. */
enum status ranks_begin(struct ranks *ranks, struct error *error);
void ranks_end(struct ranks *ranks);

/* Adds up arrays of `count` numbers and gives each rank (MPI process) the sum. Each rank has `arrays` of
 * them, `stride` numbers apart. They are added one after the other, those of rank 0 first, so the sum has the
 * same bits for any number of ranks that share the arrays. */
void ranks_sum_arrays(const struct ranks *ranks, const float *own, size_t arrays, size_t stride, float *sum,
                      size_t count);

/* Replaces the numbers by their sums over all ranks; each rank gets the same bits. */
void ranks_sum(const struct ranks *ranks, double *numbers, size_t count);

/* Returns on each rank whether `own` is true on any rank. */
bool ranks_any(const struct ranks *ranks, bool own);
/* Returns on each rank the `own` of rank 0. */
bool ranks_decide(const struct ranks *ranks, bool own);

/* Returns the `count` values of every MPI process one after the other, process 0 first; free() frees them.
 * *first: index of this process's first value; *total: number of values. */
double *ranks_gather(const struct ranks *ranks, const double *own, size_t count, size_t *first,
                     size_t *total);

/* Appends the bytes of all ranks, in the order of the ranks, to `all` of rank 0; less than 2 GB. */
void ranks_gather_bytes(const struct ranks *ranks, const struct text *own, struct text *all);

#endif
