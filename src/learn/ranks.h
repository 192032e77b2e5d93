/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes that share a learning run, on one machine or several: ranks of MPI, all started by mpirun
 * with the same command line. Without MPI (configure --with-mpi) or outside mpirun there is one, whose sums
 * are its own numbers. All ranks call the same functions in the same order. */
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

/* One process alone. */
static inline struct ranks ranks_alone(void)
{
    return (struct ranks){0, 1, false};
}

/* Begins MPI, once in a process. STATUS_BAD where this build has none. ranks_end ends it. */
enum status ranks_begin(struct ranks *ranks, struct error *error);
void ranks_end(struct ranks *ranks);

/* Adds up arrays of `count` numbers; each rank has `arrays` of them, `stride` numbers apart. They are added
 * one after the other, those of rank 0 first: the sum has the same bits with any number of ranks that share
 * the arrays. Each rank gets it. */
void ranks_sum_arrays(const struct ranks *ranks, const float *own, size_t arrays, size_t stride, float *sum,
                      size_t count);

/* Adds up the numbers of all ranks; each gets the same bits. */
void ranks_sum(const struct ranks *ranks, double *numbers, size_t count);

/* Whether it is true of any rank, and what rank 0 decides. */
bool ranks_any(const struct ranks *ranks, bool own);
bool ranks_decide(const struct ranks *ranks, bool own);

/* The numbers of all ranks, one rank's after the other's; free() gives them back. *first: where the own
 * begin, *total: how many there are. */
double *ranks_gather(const struct ranks *ranks, const double *own, size_t count, size_t *first,
                     size_t *total);

/* Appends to `all` of rank 0 the bytes of all ranks, one rank's after the other's; less than 2 GB. */
void ranks_gather_bytes(const struct ranks *ranks, const struct text *own, struct text *all);

#endif
