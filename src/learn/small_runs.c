/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/small_runs.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"

#include <stdlib.h>
#include <time.h>

struct small_runs_work {
    const struct game_tree *tree;
    const struct small_options *options;
    const atomic_bool *stop;
    struct small_run *runs;
};

/* Returns the processor time of this thread. */
static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs the learning with seed index + 1. It is a callback of the threads. */
static void run_seed(void *context, size_t index)
{
    const struct small_runs_work *work = context;
    struct small_run *run = &work->runs[index];
    uint64_t steps = work->options->steps;
    double *policy = memory_new(tree_policy_size(work->tree), sizeof *policy), start = thread_seconds();
    struct small_learner *learner = small_learner_new(work->tree, work->options, index + 1);
    for (uint64_t step = 1, point = 0; step <= steps; step++) {
        small_learner_step(learner);
        /* Measures the points due by now; in a run of few steps several fall on one. */
        for (; step * SMALL_RUN_POINTS >= steps * (point + 1); point++) {
            small_learner_policy(learner, policy);
            run->nash_conv[point] = tree_nash_conv(work->tree, policy);
        }
        if (stop_requested(work->stop))
            break;
    }
    run->seconds = thread_seconds() - start;
    run->games = steps * (uint64_t)work->options->batch;
    small_learner_free(learner);
    free(policy);
}

void small_runs_play(const struct game_tree *tree, const struct small_options *options, size_t count,
                     int jobs, const atomic_bool *stop, struct small_run *runs)
{
    struct small_runs_work work = {tree, options, stop, runs};
    parallel_run(jobs, count, run_seed, &work);
}
