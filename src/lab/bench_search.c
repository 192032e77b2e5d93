/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_search.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/stop.h"

#include <math.h>
#include <stdlib.h>

/* The work shared by threads. */
struct bench_search_work {
    const struct bench_search_terms *terms;
    struct bench_search_result *result;
    const struct arts_position **positions; /* the positions to search */
    atomic_bool stopped;
};

/* Initialises the searcher of a worker; each worker has its own tables. */
static void begin_searcher(void *scratch, void *context)
{
    const struct bench_search_work *work = context;
    search_init(scratch, work->terms->options);
}

/* Frees the searcher of a worker. */
static void end_searcher(void *scratch)
{
    search_free(scratch);
}

/* Returns the present time in seconds: of the thread's processor time, or of the clock if a search uses
 * several threads. */
static double read_clock(const struct bench_search_terms *terms)
{
    return terms->threads > 1 ? clock_now() : clock_thread();
}

/* Searches the position `index` and stores its row, unless the bench was stopped. */
static void search_one(void *context, size_t index, const struct parallel_worker *worker)
{
    struct bench_search_work *work = context;
    const struct bench_search_terms *terms = work->terms;
    const struct arts_position *position = work->positions[index];
    struct bench_search_row *row = &work->result->rows[index];
    if (stop_requested(terms->stop))
        atomic_store(&work->stopped, true);
    if (atomic_load(&work->stopped))
        return;
    struct search_result *found = memory_new(1, sizeof *found);
    struct search_terms search = {.view = &position->view, .belief = position->belief, .depth = terms->depth,
                                  .lines = 1, .threads = terms->threads, .stop = terms->stop};
    double start = read_clock(terms);
    search_run(worker->scratch, &search, found);
    *row = (struct bench_search_row){found->nodes, found->path, read_clock(terms) - start, found->value,
                                      found->best};
    free(found);
}

/* Returns `signature` mixed with the nodes, value and best move of a row. The value is rounded to 0.001,
 * so that rounding errors of the machine do not change it. */
static uint64_t mix_row(const struct bench_search_row *row, uint64_t signature)
{
    uint64_t parts[] = {row->nodes, (uint64_t)llround(row->value * 1000), row->best.from, row->best.to};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint64_t counter = signature ^ parts[i];
        signature = rng_mix(&counter);
    }
    return signature;
}

enum status bench_search_run(const struct bench_search_terms *terms, struct bench_search_result *result,
                             struct error *error)
{
    struct bench_search_terms used = *terms;
    used.jobs = terms->jobs > 0 ? terms->jobs : 1;
    struct bench_search_work work = {.terms = &used, .result = result,
                        .positions = memory_new(terms->positions->count + 1, sizeof *work.positions)};
    const struct parallel_scratch searcher = {sizeof(struct search), begin_searcher, end_searcher};
    *result = (struct bench_search_result){0};
    /* The first `each` positions of each phase. */
    size_t phase_count[ARTS_PHASES] = {0};
    for (size_t i = 0; i < terms->positions->count; i++) {
        const struct arts_position *position = &terms->positions->items[i];
        if (phase_count[position->phase]++ < terms->each)
            work.positions[result->count++] = position;
    }
    result->rows = memory_new(result->count + 1, sizeof *result->rows);
    parallel_run_workers(used.jobs, result->count, &searcher, search_one, &work);
    free(work.positions);
    for (size_t i = 0; i < result->count; i++) {
        result->nodes += result->rows[i].nodes;
        result->path += result->rows[i].path;
        result->seconds += result->rows[i].seconds;
        result->signature = mix_row(&result->rows[i], result->signature);
    }
    if (atomic_load(&work.stopped) || stop_requested(terms->stop))
        return error_set(error, STATUS_NO, "stopped");
    return STATUS_OK;
}

void bench_search_free(struct bench_search_result *result)
{
    free(result->rows);
    *result = (struct bench_search_result){0};
}
