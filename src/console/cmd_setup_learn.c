/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning from setups: setup learn, setup fit. */
#include "console/commands.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "console/arguments.h"
#include "console/load.h"
#include "console/setups.h"
#include "setup/fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "a.txt, b.tsv" from the files' paths. */
static void name_files(int count, char **paths, char *source, size_t room)
{
    size_t used = 0;
    source[0] = '\0';
    for (int i = 0; i < count && used < room; i++) {
        const char *slash = strrchr(paths[i], '/');
        int added = snprintf(source + used, room - used, "%s%s", i == 0 ? "" : ", ",
                             slash == NULL ? paths[i] : slash + 1);
        used += added > 0 ? (size_t)added : 0;
    }
    for (char *c = source; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

/* To the file, or to the output where `path` is NULL. */
static enum status put_text(struct session *session, const struct text *text, const char *path,
                            struct error *error)
{
    if (path != NULL)
        return disk_write(path, text_string(text), text->size, error);
    session_write(session, text_string(text), text->size);
    return STATUS_OK;
}

/* --- learn --- */

struct progress_line {
    struct session *session;
    double last;
    uint64_t before; /* setups of the files read before */
};

/* Not more often than people can read. */
static bool is_time(struct progress_line *line)
{
    double now = clock_now();
    if (now - line->last < 0.2)
        return false;
    line->last = now;
    return true;
}

static bool tell_setups(void *context, uint64_t setups)
{
    struct progress_line *line = context;
    if (is_time(line))
        session_progress(line->session, "%llu setups",
                         (unsigned long long)(line->before + setups));
    return !session_stopped(line->session);
}

static enum status count_files(struct session *session, struct setup_counts *counts, int count,
                               char **paths, bool only_results, struct error *error)
{
    struct progress_line line = {session, clock_now(), counts->setups};
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        line.before = counts->setups;
        status = setup_counts_read(counts, paths[i], only_results, tell_setups, &line, error);
    }
    session_progress(session, "%s", "");
    return status;
}

static enum status run_learn(struct session *session, int argc, char **argv, struct error *error)
{
    struct word_list results = {0};
    const char *source = NULL, *out = NULL;
    const struct flag flags[] = {
        {.name = "results", .kind = FLAG_LIST, .value = &results},
        {.name = "source", .kind = FLAG_TEXT, .value = &source},
        {.name = "out", .kind = FLAG_TEXT, .value = &out},
    };
    enum status status = arguments_parse(&command_setup_learn, flags, 3, &argc, argv, error);
    if (!status && argc == 0)
        status = usage_error(&command_setup_learn, error);
    if (status)
        return status;
    struct setup_counts *counts = memory_new(1, sizeof *counts);
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    status = count_files(session, counts, argc, argv, false, error);
    if (!status)
        status = count_files(session, counts, results.count, results.word, true, error);
    if (!status && counts->setups == 0)
        status = error_set(error, STATUS_BAD, "setup learn: no setup in %s", argv[0]);
    if (!status) {
        struct text text = {0};
        setup_counts_finish(counts, statistics);
        clock_date(statistics->date);
        if (source != NULL)
            name_files(1, (char *[]){(char *)source}, statistics->source,
                       sizeof statistics->source);
        else
            name_files(argc, argv, statistics->source, sizeof statistics->source);
        setup_statistics_write(statistics, &text);
        status = put_text(session, &text, out, error);
        text_free(&text);
    }
    free(counts);
    free(statistics);
    return status;
}

const struct command command_setup_learn = {
    .name = "setup learn",
    .arguments = "FILE… [--results FILE…] [--source TEXT] [--out FILE]",
    .help = "makes statistics of the setups in files",
    .details =
        "Files of one 40-letter setup a line, setup files, and games of any kind. What is\n"
        "learnt: how often each rank stands on each square, how often two ranks stand\n"
        "together against chance, what stands around flags, and, of games with a result, how\n"
        "setups go with results. Games under --results count for that last part alone.\n"
        "--source says where the setups are from.",
    .completes = "file",
    .run = run_learn,
};

/* --- fit --- */

static bool tell_iteration(void *context, int iteration, int iterations)
{
    struct progress_line *line = context;
    if (is_time(line))
        session_progress(line->session, "%d of %d iterations", iteration, iterations);
    return !session_stopped(line->session);
}

static enum status fit(struct session *session, const struct fit_options *options,
                       const struct setup *setups, size_t count, struct setup_model *model,
                       struct error *error)
{
    struct progress_line line = {session, clock_now(), 0};
    enum status status =
        setup_model_fit(model, setups, count, options, tell_iteration, &line, error);
    session_progress(session, "%s", "");
    return status;
}

static enum status run_fit(struct session *session, int argc, char **argv, struct error *error)
{
    struct fit_options options;
    fit_options_init(&options);
    uint64_t iterations = (uint64_t)options.iterations, chains = (uint64_t)options.chains;
    const char *source = NULL, *out = NULL;
    const struct flag flags[] = {
        {.name = "iterations", .kind = FLAG_WHOLE, .value = &iterations, .least = 3,
         .most = 1000000},
        {.name = "chains", .kind = FLAG_WHOLE, .value = &chains, .least = 16, .most = 1 << 20},
        {.name = "ridge", .kind = FLAG_NUMBER, .value = &options.ridge, .low = 0, .high = 10},
        {.name = "source", .kind = FLAG_TEXT, .value = &source},
        {.name = "out", .kind = FLAG_TEXT, .value = &out},
    };
    struct setup *setups = NULL;
    size_t count = 0;
    struct setup_model model = {0};
    enum status status = arguments_parse(&command_setup_fit, flags, 5, &argc, argv, error);
    if (!status && argc == 0)
        status = usage_error(&command_setup_fit, error);
    if (!status)
        status = load_setups(argc, argv, &setups, &count, error);
    if (!status && count == 0)
        status = error_set(error, STATUS_BAD, "setup fit: no setup in %s", argv[0]);
    if (!status) {
        options.iterations = (int)iterations;
        options.chains = (int)(chains - chains % 16);
        options.jobs = session->jobs;
        options.seed = session->has_seed ? session->seed : options.seed;
        status = fit(session, &options, setups, count, &model, error);
    }
    if (!status) {
        struct text text = {0};
        clock_date(model.date);
        if (source != NULL)
            name_files(1, (char *[]){(char *)source}, model.source, sizeof model.source);
        else
            name_files(argc, argv, model.source, sizeof model.source);
        setup_model_write(&model, &text);
        status = put_text(session, &text, out, error);
        text_free(&text);
    }
    setup_model_free(&model);
    free(setups);
    return status;
}

const struct command command_setup_fit = {
    .name = "setup fit",
    .arguments = "FILE… [--iterations N] [--chains N] [--ridge R] [--source TEXT] [--out FILE]",
    .help = "fits the joint model of setups to those in files",
    .details =
        "The model behind the faithful generator and setup novelty: fitted until the setups\n"
        "it makes have the shares of ranks, pairs and bombed-in flags that the files have. A\n"
        "minute or two for 65,000 setups; the same with any --jobs.",
    .completes = "file",
    .run = run_fit,
};
