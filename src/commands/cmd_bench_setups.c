/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the setup generators with De Boer's table 4.3 and with people's setups: bench setups. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "commands/setups.h"
#include "console/load.h"
#include "lab/bench_setups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_BLOCK = 100 /* min size of a sample */ };

static const char *const generator_names[BENCH_GENERATORS] = {
    [GENERATOR_SEMI_RANDOM] = "semi-random",
    [GENERATOR_FAITHFUL] = "faithful",
    [GENERATOR_RANDOM] = "random",
};

/* Prints how far our averages are from the paper's, before and after the mean difference of all six is
 * subtracted. Only differences between methods have a meaning, as the paper says. */
static void print_shift(struct session *session, const struct bench_setups_result *result)
{
    double shift = 0, worst = 0, worst_left = 0;
    for (int i = 0; i < TABLE_METHODS; i++)
        shift += (table_methods[i].average - result->table[i].average) / TABLE_METHODS;
    for (int i = 0; i < TABLE_METHODS; i++) {
        double difference = table_methods[i].average - result->table[i].average;
        worst = fmax(worst, fabs(difference));
        worst_left = fmax(worst_left, fabs(difference - shift));
    }
    session_printf(session,
                   "averages: up to %.1f off the paper's; %.1f of it is a shift common to all six,"
                   " without\nwhich they lie within %.1f\n",
                   worst, shift, worst_left);
}

/* Prints De Boer's table 4.3: worst, average and best score of each method and the time of one setup. */
static void print_table(struct session *session, const struct bench_setups_terms *terms,
                        const struct bench_setups_result *result)
{
    session_printf(session,
                   "De Boer's table 4.3, %llu setup%s each; in brackets the paper's figures\n"
                   "%-26s %14s %14s %14s %18s\n",
                   (unsigned long long)terms->table_setups, plural(terms->table_setups), "", "worst",
                   "average", "best", "time of one");
    for (int i = 0; i < TABLE_METHODS; i++) {
        const struct table_method *method = &table_methods[i];
        const struct table_result *row = &result->table[i];
        session_printf(session, "%d %-24s %7.0f (%4d) %7.1f (%4d) %7.0f (%4d) %8.4f ms (%3d)\n", i + 1,
                       method->name, row->worst, method->worst, row->average, method->average, row->best,
                       method->best, row->seconds * 1000, method->milliseconds);
    }
    print_shift(session, result);
}

/* Prints for each generator how many setups are legal and distinct, and where the flag is. */
static void print_samples(struct session *session, const struct bench_setups_result *result)
{
    session_printf(session, "\n%-12s %8s %8s %9s %10s %10s %10s   best of 50: back row, bombed\n",
                   "generator", "setups", "legal", "distinct", "back row", "bombed in", "one, us");
    for (int i = 0; i < BENCH_GENERATORS; i++) {
        const struct sample_result *row = &result->sample[i];
        session_printf(session,
                       "%-12s %8llu %8llu %9llu %8.1f %% %8.1f %% %10.1f   %.1f %%, %.1f %% of"
                       " %llu\n",
                       generator_names[i], (unsigned long long)row->setups,
                       (unsigned long long)row->legal, (unsigned long long)row->distinct,
                       100 * row->back_row, 100 * row->bombed, 1e6 * row->seconds,
                       100 * row->best_back_row, 100 * row->best_bombed,
                       (unsigned long long)row->best_setups);
    }
}

/* Prints a row: the rank and square, and the pair of ranks, whose frequencies differ most from those in
 * people's setups. */
static void print_two_sample(struct session *session, const char *name, uint64_t setups,
                             const struct two_sample *row)
{
    struct text cell = {0}, pair = {0};
    text_add(&cell, rank_table[row->cell_rank].name);
    setups_squares(PLACE_BIT(row->cell_place), RED, NOTATION_DEBOER, &cell);
    text_printf(&pair, "%s-%s", rank_table[ratio_ranks[row->ratio_a]].name,
                rank_table[ratio_ranks[row->ratio_b]].name);
    session_printf(session, "%-12s %8llu    %.4f %-14s %7.1f %% %-18s %2d of %d\n", name,
                   (unsigned long long)setups, row->worst_cell, text_string(&cell),
                   100 * row->worst_ratio, text_string(&pair), row->beyond_tenth, row->pairs);
    text_free(&cell);
    text_free(&pair);
}

/* Compares the samples of all generators with people's setups; the last row is the large sample of the
 * faithful one. */
static void print_against_people(struct session *session, const struct bench_setups_terms *terms,
                                 const struct bench_setups_result *result)
{
    session_printf(session,
                   "\nagainst people's setups (%s):\nthe share of a rank on a square, and the next-to"
                   " ratios of table 4.1\n"
                   "%-12s %8s    %-21s %-28s %s\n",
                   terms->statistics->source, "generator", "setups", "worst share", "worst ratio",
                   "beyond 10 %");
    for (int i = 0; i < BENCH_GENERATORS; i++)
        print_two_sample(session, generator_names[i], terms->sample, &result->against[i]);
    print_two_sample(session, "faithful", terms->large, &result->large);
}

/* Prints for each pair of ranks how often they are neighbours in people's setups and in the large sample. */
static void print_ratios(struct session *session, const struct variant *variant,
                         const struct bench_setups_result *result)
{
    const struct two_sample *faithful = &result->large;
    session_printf(session,
                   "\nnext-to ratios of table 4.1: people, the faithful generator's large sample,"
                   " and in brackets\nthe standard error of their quotient by the number of such"
                   " neighbours made, in %%\n"
                   "%-9s", "");
    for (int j = 0; j < RATIO_RANKS; j++)
        session_printf(session, " %15s", rank_table[ratio_ranks[j]].name);
    session_printf(session, "\n");
    for (int i = 0; i < RATIO_RANKS; i++) {
        session_printf(session, "%-9s", rank_table[ratio_ranks[i]].name);
        for (int j = 0; j < RATIO_RANKS; j++) {
            if (!bench_setups_has_pair(variant, ratio_ranks[i], ratio_ranks[j]))
                session_printf(session, " %15s", "-");
            else
                session_printf(session, " %4.2f %4.2f (%2.0f)", faithful->human[i][j],
                               faithful->ratio[i][j], 100 * faithful->error[i][j]);
        }
        session_printf(session, "\n");
    }
}

/* Prints how well boosted trees separate each kind of setup from people's. Prints nothing without
 * --people. */
static void print_separation(struct session *session, const struct bench_setups_terms *terms,
                             const struct bench_setups_result *result)
{
    static const char *const kinds[APART_KINDS] = {
        [APART_CREATOR] = "the creator as it is set", [APART_SEMI_RANDOM] = "semi-random",
        [APART_FAITHFUL] = "faithful", [APART_OWN] = "other people's own",
    };
    if (!terms->people)
        return;
    uint64_t tested = bench_setups_apart_count(terms) - terms->learn;
    session_printf(session,
                   "\ntold from people's setups by boosted trees that learnt from %llu of each kind: right"
                   " of\n%llu others of each, with the 95 %% interval; 50 %%: not at all\n",
                   (unsigned long long)terms->learn, (unsigned long long)tested);
    for (int i = 0; i < APART_KINDS; i++)
        if (result->apart[i].right > 0) /* otherwise it was not measured: there are no setups of this kind */
            session_printf(session, "%-26s %5.1f %%  (%.1f to %.1f)\n", kinds[i],
                           100 * result->apart[i].right,
                           100 * result->apart[i].range.low, 100 * result->apart[i].range.high);
}

/* Returns whether the averages of the six methods rise in the paper's order: 1 < 4 < 2 < 3 < 5 < 6. */
static bool is_paper_order(const struct bench_setups_result *result)
{
    for (int i = 0; i < TABLE_METHODS; i++)
        for (int j = 0; j < TABLE_METHODS; j++)
            if (table_methods[i].average < table_methods[j].average &&
                result->table[i].average >= result->table[j].average)
                return false;
    return true;
}

/* Prints the figures of table 4.3. */
static void print_table_figures(struct session *session, const struct bench_setups_result *result)
{
    for (int i = 0; i < TABLE_METHODS; i++)
        session_printf(session, "figure table-4.3-%d %.2f points\n", i + 1, result->table[i].average);
    session_printf(session, "figure table-4.3-order %d bool\n", is_paper_order(result));
    enum { SEMI_RANDOM = 3, BEST_OF_50 = 5 }; /* rows of table_methods: methods 4 and 6 of the paper */
    session_printf(session, "figure best-of-50 %.1f us\n", 1e6 * result->table[BEST_OF_50].seconds);
    session_printf(session, "figure semi-random %.2f us\n", 1e6 * result->table[SEMI_RANDOM].seconds);
}

/* Prints all "figure" lines. */
static void print_figures(struct session *session, const struct bench_setups_terms *terms,
                          const struct bench_setups_result *result)
{
    session_printf(session, "\n");
    if (bench_setups_has_table(terms))
        print_table_figures(session, result);
    session_printf(session, "figure faithful %.1f us\n", 1e6 * result->sample[GENERATOR_FAITHFUL].seconds);
    session_printf(session, "figure faithful-worst-cell %.4f share\n", result->large.worst_cell);
    static const char *const apart[APART_KINDS] = {"creator", "semi-random", "faithful", "own"};
    for (int i = 0; i < APART_KINDS; i++)
        if (result->apart[i].right > 0)
            session_printf(session, "figure apart-%s %.2f %%\n", apart[i], 100 * result->apart[i].right);
    session_printf(session, "figure faithful-worst-ratio %.1f %%\n", 100 * result->large.worst_ratio);
}

/* Reports what is computed now. */
static void print_bench_step(void *context, const char *what)
{
    session_progress(context, "%s", what);
}

struct bench_setups_args {
    uint64_t table, sample, large, learn; /* numbers of setups: of each method of the table, of each
                                           * generator, of the large sample, and to learn from */
    struct word_list people, own;         /* files of people's setups, and of other people's */
    int variant;
};

/* Reads the setups of files. If there are no files, leaves the list empty. */
static enum status read_setups(const struct variant *variant, const struct word_list *files,
                               struct setup **setups, size_t *count, struct error *error)
{
    if (!files->count)
        return STATUS_OK;
    return load_setups(variant, files->count, files->word, setups, count, error);
}

/* Reads the setups, runs the measurements and prints all tables. */
static enum status run_setups(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_setups_args *args = arguments;
    struct bench_setups_terms terms = {
        .table_setups = args->table, .sample = args->sample, .large = args->large, .learn = args->learn,
        .seed = session->has_seed ? session->seed : 1, .jobs = session->jobs, .stop = session->stop,
        .report = print_bench_step, .context = session,
    };
    struct setup_options options;
    const struct setup_model *model = NULL;
    struct setup *people = NULL, *own = NULL;
    struct bench_setups_result *result = memory_new(1, sizeof *result);
    const struct variant *variant = variant_at((uint8_t)args->variant);
    enum status status = setups_models(session, "bench setups", variant, &model, &terms.statistics, error);
    if (!status)
        status = read_setups(variant, &args->people, &people, &terms.people_count, error);
    if (!status)
        status = read_setups(variant, &args->own, &own, &terms.own_count, error);
    if (!status) {
        setup_options_init(&options, &session->settings);
        memcpy(options.army, variant->count, sizeof options.army);
        options.model = model;
        terms.people = people;
        terms.own = own;
        terms.options = &options;
        status = bench_setups_run(&terms, result, error);
        session_progress(session, "%s", ""); /* clear the line */
    }
    if (!status) {
        if (bench_setups_has_table(&terms))
            print_table(session, &terms, result);
        print_samples(session, result);
        print_against_people(session, &terms, result);
        print_ratios(session, variant, result);
        print_separation(session, &terms, result);
        print_figures(session, &terms, result);
    }
    free(people);
    free(own);
    free(result);
    return status;
}

const struct command command_bench_setups = {
    .name = "bench setups", .group = GROUP_MEASURE,
    .keywords = "openings creation speed statistics",
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct bench_setups_args, table, "table", 1, 1000000,
                   "setups for each row of the table, as in the paper"),
        FLAG_WHOLE(struct bench_setups_args, sample, "sample", SAMPLE_BLOCK, 10000000,
                   "setups of each generator that are counted and compared with people's"),
        FLAG_WHOLE(struct bench_setups_args, large, "large", SAMPLE_BLOCK, 10000000,
                   "a second sample of the faithful generator: rare neighbours are frequent enough to "
                   "compare"),
        FLAG_FILES(struct bench_setups_args, people, "people",
                   "people's setups, or games: how well do trees separate draws from them?"),
        FLAG_FILES(struct bench_setups_args, own, "own",
                   "other people's: how well do trees separate these from them?"),
        FLAG_WHOLE(struct bench_setups_args, learn, "learn", 10, BOOSTED_ROWS_MAX / 2,
                   "setups of each kind that the trees learn from; half as many are classified "
                   "in the test"),
        FLAG_VARIANT(struct bench_setups_args, variant),
        FLAG_SETUP_STATISTICS,
        FLAG_SETUP_MODEL),
    .out = true,
    DEFAULTS(struct bench_setups_args, .table = 200, .sample = 10000, .large = 100000, .learn = 4000),
    .help = "holds the setup generators against De Boer's table 4.3 and against people's setups",
    .details = "Times are of one core.",
    .run = run_setups,
};
