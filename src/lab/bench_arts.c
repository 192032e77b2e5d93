/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_arts.h"

#include <math.h>
#include <stdlib.h>

/* Switches the techniques of one of the paper's searches on and all others off. */
static void set_techniques(struct search_options *options, enum arts_search search)
{
    bool stars = search == ARTS_STAR1 || search == ARTS_STAR2 || search == ARTS_STAR_ETC;
    bool history_and_table =
        stars || search == ARTS_HISTORY_TABLE || search == ARTS_HISTORY_TABLE_FIXED;
    options->ordering = 1; /* static ordering, in all of the paper's searches */
    options->deepening = search != ARTS_PLAIN && search != ARTS_HISTORY_TABLE_FIXED;
    options->history = history_and_table || search == ARTS_HISTORY;
    options->table = history_and_table || search == ARTS_TABLE;
    options->star1 = stars;
    options->probe = search == ARTS_STAR2 || search == ARTS_STAR_ETC;
    options->etc = options->chance_table = search == ARTS_STAR_ETC;
    options->multicut = options->quiescence = 0;
}

const char *const bench_arts_techniques[] = {
    "ordering", "deepening", "history", "table", "star1", "probe", "etc", "chance_table",
    "multicut", "multicut_m", "multicut_c", "multicut_r", "quiescence", NULL};

const char *const bench_arts_features[ARTS_FEATURES] = {"hunted", "scarce", "bomb_half", "hunted_half",
                                                        "shown", "more"};

double bench_arts_gain(uint64_t without, uint64_t with)
{
    return without ? 100 * (1 - (double)with / (double)without) : 0;
}

/* A run of all searches that the tables need. */
struct arts_run {
    const struct bench_arts_terms *terms;
    struct bench_arts_result *result;
    int done, total;   /* searches of all positions: finished, and in all */
    struct error *error;
};

/* Searches all positions to `depth` and reports the progress. *nodes gets the sum of nodes. *rows gets an
 * array with the result of each position, to be freed; `rows` may be NULL. */
static enum status search_all(struct arts_run *run, const struct search_options *options, int depth,
                              uint64_t *nodes, struct bench_search_row **rows)
{
    const struct bench_arts_terms *terms = run->terms;
    struct bench_search_terms search = {.positions = terms->positions, .each = terms->each,
                                        .options = options, .depth = depth, .jobs = terms->jobs,
                                        .stop = terms->stop};
    struct bench_search_result found;
    enum status status = bench_search_run(&search, &found, run->error);
    *nodes = found.nodes;
    run->result->positions = found.count;
    if (rows) {
        *rows = found.rows;
        found.rows = NULL;
    }
    bench_search_free(&found);
    run->done++;
    if (terms->progress)
        terms->progress(terms->context, run->done, run->total);
    return status;
}

/* Compares the nodes of two rows for qsort. */
static int by_nodes(const void *a, const void *b)
{
    const struct bench_search_row *x = a, *y = b;
    return (x->nodes > y->nodes) - (x->nodes < y->nodes);
}

/* Computes sum, mean, median, standard deviation, min and max of the nodes of `count` rows (1 or more).
 * Sorts the rows. */
static void compute_spread(struct bench_search_row *rows, size_t count, struct arts_spread_row *spread)
{
    double squares = 0;
    qsort(rows, count, sizeof *rows, by_nodes);
    for (size_t i = 0; i < count; i++)
        spread->total += rows[i].nodes;
    double mean = (double)spread->total / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += ((double)rows[i].nodes - mean) * ((double)rows[i].nodes - mean);
    spread->mean = (uint64_t)llround(mean);
    spread->median = ((double)rows[(count - 1) / 2].nodes + (double)rows[count / 2].nodes) / 2;
    spread->deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
    spread->min = rows[0].nodes;
    spread->max = rows[count - 1].nodes;
}

/* Runs one search of tables 6.1 to 6.8 and 6.10 to 6.12 of Arts 2010 at each depth. For the searches of table
 * 6.12 also computes the spread of nodes at the last depth. */
static enum status run_search(struct arts_run *run, enum arts_search search)
{
    struct bench_arts_result *result = run->result;
    struct search_options options = *run->terms->options;
    enum status status = STATUS_OK;
    int row = 0; /* of table 6.12, if it has this search */
    while (row < ARTS_SPREADS && arts_spread_table[row].search != search)
        row++;
    set_techniques(&options, search);
    for (int depth = 1; depth <= run->terms->depth && !status; depth++) {
        struct bench_search_row *rows = NULL;
        status = search_all(run, &options, depth, &result->nodes[search][depth - 1], &rows);
        if (!status && row < ARTS_SPREADS && depth == run->terms->depth && result->positions) {
            result->spread[row].search = search;
            compute_spread(rows, result->positions, &result->spread[row]);
        }
        free(rows);
    }
    return status;
}

/* Runs the searches of table 6.9, one for each probing factor. The first two were made before by
 * run_search. */
static enum status run_probes(struct arts_run *run)
{
    struct bench_arts_result *result = run->result;
    int last = run->terms->depth - 1;
    enum status status = STATUS_OK;
    result->probe[0] = result->nodes[ARTS_STAR1][last];
    result->probe[1] = result->nodes[ARTS_STAR2][last];
    for (int probe = 2; probe < ARTS_PROBES && !status; probe++) {
        struct search_options options = *run->terms->options;
        set_techniques(&options, ARTS_STAR2);
        options.probe = probe;
        status = search_all(run, &options, run->terms->depth, &result->probe[probe], NULL);
    }
    return status;
}

/* Runs the searches of table 6.13 of Arts 2010: with the evaluation without features (0), then with one
 * feature each. All of them bound values by their whole range (BOUNDS_RANGE), because values that change with
 * the pieces left cannot be bounded by reach. */
static enum status run_features(struct arts_run *run)
{
    enum status status = STATUS_OK;
    for (int feature = 0; feature <= ARTS_FEATURES && !status; feature++) {
        struct search_options options = *run->terms->options;
        set_techniques(&options, ARTS_STAR_ETC);
        options.bounds = BOUNDS_RANGE;
        double *const values[ARTS_FEATURES] = {&options.hunted, &options.scarce, &options.bomb_half,
                                               &options.hunted_half, &options.shown, &options.more};
        if (feature)
            *values[feature - 1] = 1;
        status = search_all(run, &options, run->terms->depth, &run->result->feature[feature], NULL);
    }
    return status;
}

enum status bench_arts_run(const struct bench_arts_terms *terms, struct bench_arts_result *result,
                           struct error *error)
{
    /* run_probes searches all probing factors but the first two, run_features also without a feature. */
    struct arts_run run = {.terms = terms, .result = result, .error = error,
                           .total = ARTS_SEARCHES * terms->depth + ARTS_PROBES - 2 + ARTS_FEATURES + 1};
    enum status status = STATUS_OK;
    *result = (struct bench_arts_result){0};
    for (int search = 0; search < ARTS_SEARCHES && !status; search++)
        status = run_search(&run, (enum arts_search)search);
    if (!status)
        status = run_probes(&run);
    return status ? status : run_features(&run);
}
