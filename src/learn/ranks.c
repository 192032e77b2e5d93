/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/ranks.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_MPI
#include <mpi.h>
#endif

/* Adds `count` numbers to `sum`. */
static void add_numbers(float *sum, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum[i] += numbers[i];
}

/* Sums this rank's arrays, `stride` numbers apart, in their order. */
static void sum_own_arrays(const float *own, size_t arrays, size_t stride, float *sum, size_t count)
{
    memcpy(sum, own, count * sizeof *sum);
    for (size_t a = 1; a < arrays; a++)
        add_numbers(sum, own + a * stride, count);
}

#ifdef HAVE_MPI

enum status ranks_begin(struct ranks *ranks, struct error *error)
{
    int level;
    (void)error;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->count);
    ranks->shared = true;
    return STATUS_OK;
}

void ranks_end(struct ranks *ranks)
{
    if (ranks->shared)
        MPI_Finalize();
    *ranks = ranks_alone();
}

/* Rank 0 adds the arrays of the other ranks to its own. */
static void add_arrays_of_others(const struct ranks *ranks, size_t arrays, float *sum, size_t count)
{
    float *array = memory_new(count, sizeof *array);
    for (int rank = 1; rank < ranks->count; rank++)
        for (size_t a = 0; a < arrays; a++) {
            MPI_Recv(array, (int)count, MPI_FLOAT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            add_numbers(sum, array, count);
        }
    free(array);
}

void ranks_sum_arrays(const struct ranks *ranks, const float *own, size_t arrays, size_t stride, float *sum,
                      size_t count)
{
    sum_own_arrays(own, arrays, stride, sum, count);
    if (ranks->count == 1)
        return;
    if (ranks->rank == 0)
        add_arrays_of_others(ranks, arrays, sum, count);
    else
        for (size_t a = 0; a < arrays; a++)
            MPI_Send(own + a * stride, (int)count, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    MPI_Bcast(sum, (int)count, MPI_FLOAT, 0, MPI_COMM_WORLD);
}

/* Rank 0 computes the sum and broadcasts it, because MPI_Allreduce may give the ranks different bits. */
void ranks_sum(const struct ranks *ranks, double *numbers, size_t count)
{
    if (ranks->count == 1)
        return;
    MPI_Reduce(ranks->rank ? numbers : MPI_IN_PLACE, numbers, (int)count, MPI_DOUBLE, MPI_SUM, 0,
               MPI_COMM_WORLD);
    MPI_Bcast(numbers, (int)count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

bool ranks_decide(const struct ranks *ranks, bool own)
{
    int decision = own;
    if (ranks->count > 1)
        MPI_Bcast(&decision, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return decision;
}

/* Gathers the number of items of each rank, and computes where each rank's items begin in the whole. Returns
 * their total, on each rank. */
static size_t gather_counts(const struct ranks *ranks, size_t count, int *counts, int *starts)
{
    int own = (int)count, total = 0;
    MPI_Allgather(&own, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int rank = 0; rank < ranks->count; rank++) {
        starts[rank] = total;
        total += counts[rank];
    }
    return (size_t)total;
}

double *ranks_gather(const struct ranks *ranks, const double *own, size_t count, size_t *first, size_t *total)
{
    *first = 0;
    *total = count;
    int *counts = memory_new(2 * (size_t)ranks->count, sizeof *counts), *starts = counts + ranks->count;
    if (ranks->count > 1)
        *total = gather_counts(ranks, count, counts, starts);
    double *all = memory_new(*total, sizeof *all);
    if (ranks->count > 1) {
        *first = (size_t)starts[ranks->rank];
        MPI_Allgatherv(own, (int)count, MPI_DOUBLE, all, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
    } else {
        memcpy(all, own, count * sizeof *own);
    }
    free(counts);
    return all;
}

void ranks_gather_bytes(const struct ranks *ranks, const struct text *own, struct text *all)
{
    if (ranks->count == 1) {
        text_append(all, own->bytes, own->size);
        return;
    }
    int *counts = memory_new(2 * (size_t)ranks->count, sizeof *counts), *starts = counts + ranks->count;
    size_t total = gather_counts(ranks, own->size, counts, starts);
    char *bytes = memory_new(ranks->rank ? 1 : total, 1);
    MPI_Gatherv(own->bytes, (int)own->size, MPI_BYTE, bytes, counts, starts, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (!ranks->rank)
        text_append(all, bytes, total);
    free(bytes);
    free(counts);
}

#else

enum status ranks_begin(struct ranks *ranks, struct error *error)
{
    (void)ranks;
    return error_set(error, STATUS_BAD, "this vedette was built without MPI: configure --with-mpi");
}

void ranks_end(struct ranks *ranks)
{
    (void)ranks;
}

void ranks_sum_arrays(const struct ranks *ranks, const float *own, size_t arrays, size_t stride, float *sum,
                      size_t count)
{
    (void)ranks;
    sum_own_arrays(own, arrays, stride, sum, count);
}

void ranks_sum(const struct ranks *ranks, double *numbers, size_t count)
{
    (void)ranks, (void)numbers, (void)count;
}

bool ranks_decide(const struct ranks *ranks, bool own)
{
    (void)ranks;
    return own;
}

double *ranks_gather(const struct ranks *ranks, const double *own, size_t count, size_t *first, size_t *total)
{
    (void)ranks;
    double *all = memory_new(count, sizeof *all);
    memcpy(all, own, count * sizeof *own);
    *first = 0;
    *total = count;
    return all;
}

void ranks_gather_bytes(const struct ranks *ranks, const struct text *own, struct text *all)
{
    (void)ranks;
    text_append(all, own->bytes, own->size);
}

#endif

bool ranks_any(const struct ranks *ranks, bool own)
{
    double sum = own;
    ranks_sum(ranks, &sum, 1);
    return sum > 0;
}
