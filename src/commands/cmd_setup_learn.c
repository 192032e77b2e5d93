/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes statistics and models of setups: setup learn, setup fit. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "console/load.h"
#include "play/named_game.h"
#include "setup/critic.h"
#include "setup/fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the names of files without their folders to `source`: "a.txt, b.tsv". Control characters become
 * '?', since the text goes into a file. Cut at `capacity` bytes. */
static void name_files(int count, char **paths, char *source, size_t capacity)
{
    size_t used = 0;
    source[0] = '\0';
    for (int i = 0; i < count && used < capacity; i++) {
        int added = snprintf(source + used, capacity - used, "%s%s", i == 0 ? "" : ", ",
                             disk_file_name(paths[i]));
        used += added > 0 ? (size_t)added : 0;
    }
    for (char *c = source; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

/* Arguments of both commands. */
struct setup_learn_args {
    struct word_list files, results;
    const char *source;
    uint64_t iterations, chains, trees;
    double ridge;
};

/* Writes the origin of the setups to `source`: the text of --source, or the names of the files. */
static void write_source(const struct setup_learn_args *args, char *source, size_t capacity)
{
    char *text = (char *)args->source;
    if (text) /* as a name: control characters go */
        name_files(1, &text, source, capacity);
    else
        name_files(args->files.count, args->files.word, source, capacity);
}

#define WORD_SETUPS \
    WORD_FILES(struct setup_learn_args, files, "FILE", \
               "files of one 40-letter setup a line, setup files, and games of any kind")

#define FLAG_SOURCE \
    FLAG_TEXT(struct setup_learn_args, source, "source", "says where the setups are from", \
              .standard = "the files' names")

/* --- learn --- */

struct progress_line {
    struct session *session;
    double last;     /* time (clock_now) of the last display */
    uint64_t before; /* number of setups in the files before the present one */
};

/* Returns whether to show progress again: at most every 0.2 seconds. */
static bool is_time_to_show(struct progress_line *line)
{
    double now = clock_now();
    if (now - line->last < 0.2)
        return false;
    line->last = now;
    return true;
}

/* Shows the number of setups read so far; returns false if reading must stop. `context` is a struct
 * progress_line. */
static bool print_setups(void *context, uint64_t setups)
{
    struct progress_line *line = context;
    if (is_time_to_show(line))
        session_progress(line->session, "%llu setup%s",
                         (unsigned long long)(line->before + setups), plural(line->before + setups));
    return !session_stopped(line->session);
}

/* Adds the setups of all these files to the counts. With `only_results` adds only the scores, by the results
 * of their games. */
static enum status count_files(struct session *session, struct setup_counts *counts,
                               const struct word_list *files, bool only_results, struct error *error)
{
    struct progress_line line = {session, clock_now(), counts->setups};
    enum status status = STATUS_OK;
    for (int i = 0; i < files->count && !status; i++) {
        line.before = counts->setups;
        status = setup_counts_read(counts, files->word[i], named_setups_read, only_results, print_setups,
                                   &line, error);
    }
    session_progress(session, "%s", "");
    return status;
}

/* Runs `setup learn`: counts the setups and writes their statistics. */
static enum status run_setup_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct setup_learn_args *args = arguments;
    struct setup_counts *counts = memory_new(1, sizeof *counts);
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    enum status status = count_files(session, counts, &args->files, false, error);
    if (!status)
        status = count_files(session, counts, &args->results, true, error);
    if (!status && counts->setups == 0)
        status = error_set(error, STATUS_BAD, "setup learn: no setup in %s", args->files.word[0]);
    if (!status) {
        struct text text = {0};
        setup_counts_finish(counts, statistics);
        clock_date(statistics->date);
        write_source(args, statistics->source, sizeof statistics->source);
        setup_statistics_write(statistics, &text);
        session_print_document(session, "setup-statistics", &text);
    }
    free(counts);
    free(statistics);
    return status;
}

const struct command command_setup_learn = {
    .name = "setup learn", .group = GROUP_SETUPS,
    .keywords = "statistics train model placement",
    .words = ARGUMENTS(WORD_SETUPS),
    .flags = ARGUMENTS(
        FLAG_FILES(struct setup_learn_args, results, "results",
                   "games that count for how setups go with results alone"),
        FLAG_SOURCE),
    .out = true, .args_size = sizeof(struct setup_learn_args),
    .help = "makes statistics of the setups in files",
    .details = "What is learnt: how often each rank stands on each square, how often two ranks stand\n"
               "together against chance, what stands around flags, and, of games with a result, how\n"
               "setups go with results.",
    .run = run_setup_learn,
};

/* --- fit --- */

/* Shows the number of the iteration; returns false if fitting must stop. `context` is a struct
 * progress_line. */
static bool print_iteration(void *context, int iteration, int iterations)
{
    struct progress_line *line = context;
    if (is_time_to_show(line))
        session_progress(line->session, "%d of %d iteration%s", iteration, iterations,
                         plural((uint64_t)iterations));
    return !session_stopped(line->session);
}

/* Fits the model to the setups, and shows the progress. */
static enum status fit_model(struct session *session, const struct fit_options *options,
                             const struct setup *setups, size_t count, struct setup_model *model,
                             struct error *error)
{
    struct progress_line line = {session, clock_now(), 0};
    enum status status =
        setup_model_fit(model, setups, count, options, print_iteration, &line, error);
    session_progress(session, "%s", "");
    return status;
}

/* Checks that all setups are of one variant, whose army is fixed. STATUS_BAD if they are not. */
static enum status check_variant(const struct setup *setups, size_t count, struct error *error)
{
    const struct variant *variant = setup_variant(&setups[0]);
    struct error why;
    if (!variant || variant->any_army)
        return error_set(error, STATUS_BAD, "setup fit: found a setup of an army of its own, expected "
                         "setups of a variant with one army");
    for (size_t i = 1; i < count; i++)
        if (setup_check(&setups[i], variant, &why) != STATUS_OK)
            return error_set(error, STATUS_BAD, "setup fit: setup %zu: %s, as %s has", i + 1, why.text,
                             variant->name);
    return STATUS_OK;
}

/* Runs `setup fit`. */
static enum status run_fit(struct session *session, const void *arguments, struct error *error)
{
    const struct setup_learn_args *args = arguments;
    struct fit_options options;
    struct setup *setups = NULL;
    size_t count = 0;
    struct setup_model model = {0};
    enum status status = load_setups(NULL, args->files.count, args->files.word, &setups, &count, error);
    if (!status && count == 0)
        status = error_set(error, STATUS_BAD, "setup fit: no setup in %s", args->files.word[0]);
    if (!status)
        status = check_variant(setups, count, error);
    if (!status) {
        fit_options_init(&options);
        options.iterations = (int)args->iterations;
        /* The numbers of chains and of annealing chains must fit together. */
        options.chains = (int)(args->chains - args->chains % FIT_CHAINS_STEP);
        options.anneals = options.anneals < options.chains ? options.anneals : options.chains;
        options.ridge = args->ridge;
        options.trees = (int)args->trees;
        options.jobs = session->jobs;
        options.stop = session->stop;
        options.seed = session->has_seed ? session->seed : options.seed;
        status = fit_model(session, &options, setups, count, &model, error);
    }
    if (!status) {
        struct text text = {0};
        clock_date(model.date);
        write_source(args, model.source, sizeof model.source);
        setup_model_write(&model, &text);
        session_print_document(session, "setup-model", &text);
    }
    setup_model_free(&model);
    free(setups);
    return status;
}

const struct command command_setup_fit = {
    .name = "setup fit", .group = GROUP_SETUPS,
    .keywords = "train model machine learning",
    .words = ARGUMENTS(WORD_SETUPS),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct setup_learn_args, iterations, "iterations", 3, 1000000, "more of them fit better"),
        FLAG_WHOLE(struct setup_learn_args, chains, "chains", FIT_CHAINS_STEP, 1 << 20,
                   "setups that are made at once, rounded down to sixteens"),
        FLAG_NUMBER(struct setup_learn_args, ridge, "ridge", 0, 10, "holds the weights near zero",
                    .value = "R"),
        FLAG_WHOLE(struct setup_learn_args, trees, "trees", 0, CRITIC_TREES_MAX,
                   "of the critic that mends what differs still"),
        FLAG_SOURCE),
    .out = true,
    DEFAULTS(struct setup_learn_args, .iterations = FIT_ITERATIONS, .chains = FIT_CHAINS, .ridge = FIT_RIDGE,
             .trees = CRITIC_TREES),
    .help = "fits the joint model of setups to those in files",
    .details = "The model behind the faithful generator and setup novelty: fitted until the setups it makes\n"
               "have the shares of ranks, pairs and bombed-in flags that the files have. A few minutes\n"
               "for 65,000 setups; the same with any --jobs.",
    .run = run_fit,
};
