/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_tactics.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"

#include <stdlib.h>

/* The work shared by threads. */
struct bench_tactics_work {
    const struct bench_tactics_terms *terms;
    struct bench_tactics_result *result;
    enum status *status;     /* for each position: whether the agent could be started */
    struct error *error;     /* for each position: why not */
};

/* Starts an agent, requests its move in position `index` and stores the move and the time. Position
 * `index` has its own random numbers. */
static void solve_one(void *context, size_t index)
{
    struct bench_tactics_work *work = context;
    const struct bench_tactics_terms *terms = work->terms;
    struct agent agent;
    struct rng rng;
    if (stop_requested(terms->stop))
        return;
    work->status[index] = agent_start(
        &agent, terms->agent, terms->settings,
        library_for_variant(terms->library, variant_at(terms->tactics->items[index].view.board.variant)),
        &work->error[index]);
    if (work->status[index])
        return;
    rng_seed(&rng, terms->seed, index);
    struct think think = {.rng = &rng, .depth = terms->depth, .stop = terms->stop};
    double start = clock_thread();
    work->result->answer[index] = agent_move(&agent, &terms->tactics->items[index].view, &think);
    work->result->seconds[index] = clock_thread() - start;
    agent_end(&agent);
}

enum status bench_tactics_run(const struct bench_tactics_terms *terms, struct bench_tactics_result *result,
                              struct error *error)
{
    size_t count = terms->tactics->count;
    enum status status = STATUS_OK;
    struct bench_tactics_work work = {.terms = terms, .result = result,
                                      .status = memory_new(count + 1, sizeof *work.status),
                                      .error = memory_new(count + 1, sizeof *work.error)};
    *result = (struct bench_tactics_result){.answer = memory_new(count + 1, sizeof *result->answer),
                                            .seconds = memory_new(count + 1, sizeof *result->seconds)};
    parallel_run(terms->jobs, count, solve_one, &work);
    for (size_t i = 0; i < count && !status; i++)
        if (work.status[i]) {
            status = work.status[i];
            *error = work.error[i];
        }
    free(work.status);
    free(work.error);
    if (status)
        return status;
    if (stop_requested(terms->stop))
        return error_set(error, STATUS_NO, "stopped");
    /* Count the right answers by theme. */
    for (size_t i = 0; i < count; i++) {
        enum tactic_theme theme = terms->tactics->items[i].theme;
        result->total[theme]++;
        result->found[theme] += move_equal(result->answer[i], terms->tactics->items[i].right);
    }
    return STATUS_OK;
}

void bench_tactics_free(struct bench_tactics_result *result)
{
    free(result->answer);
    free(result->seconds);
    *result = (struct bench_tactics_result){0};
}
