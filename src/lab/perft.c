/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/perft.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"

#include <stdlib.h>

/* Up to this depth a count is so fast that `stop` is not checked. */
enum { UNSTOPPED_DEPTH = 3 };

/* The work that the threads share: a first move and its number of leaves for each item. */
struct perft_work {
    const struct position *position;
    struct move moves[MOVES_MAX];
    uint64_t leaves[MOVES_MAX];
    int depth;
    const atomic_bool *stop;
};

/* Returns the number of leaves at this depth. Divides the work until a part is so small that it need not be
 * stopped. */
static uint64_t count_leaves(struct position *position, int depth, const atomic_bool *stop)
{
    if (depth <= UNSTOPPED_DEPTH)
        return position_perft(position, depth);
    struct move moves[MOVES_MAX];
    uint64_t sum = 0;
    if (position_outcome(position).result != RESULT_OPEN)
        return 0;
    int n = board_moves(&position->board, moves);
    for (int i = 0; i < n && !stop_requested(stop); i++) {
        board_make(&position->board, moves[i]);
        sum += count_leaves(position, depth - 1, stop);
        board_unmake(&position->board);
    }
    return sum;
}

/* Counts the leaves after one first move, on its own board. It is the work of a thread. */
static void count_after_move(void *context, size_t index)
{
    struct perft_work *shared = context;
    struct position copy = {.start = shared->position->start};
    if (stop_requested(shared->stop))
        return;
    board_copy(&copy.board, &shared->position->board);
    board_make(&copy.board, shared->moves[index]);
    shared->leaves[index] = count_leaves(&copy, shared->depth - 1, shared->stop);
    position_free(&copy);
}

bool perft_count(const struct position *position, int depth, int jobs, const atomic_bool *stop,
                 uint64_t *leaves)
{
    *leaves = depth == 0;
    if (depth == 0 || position_outcome(position).result != RESULT_OPEN)
        return true;
    struct perft_work *shared = memory_new(1, sizeof *shared);
    shared->position = position;
    shared->depth = depth;
    shared->stop = stop;
    int n = board_moves(&position->board, shared->moves);
    parallel_run(jobs, (size_t)n, count_after_move, shared);
    for (int i = 0; i < n; i++)
        *leaves += shared->leaves[i];
    free(shared);
    return !stop_requested(stop);
}
