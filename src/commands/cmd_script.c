/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that run commands: repeat, source, time. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/memory.h"
#include "console/script.h"

#include <stdlib.h>

/* Runs words as a command. Runs a copy of the list, because commands may reorder their argv. */
static enum status run_copy(struct session *session, const struct word_list *words, struct error *error)
{
    char **argv = memory_new((size_t)words->count + 1, sizeof *argv);
    for (int i = 0; i < words->count; i++)
        argv[i] = words->word[i];
    enum status status = command_run(session, words->count, argv, error);
    free(argv);
    return status;
}

struct repeat_args {
    uint64_t times;
    struct word_list command;
};

/* Runs `repeat`: the seed grows by 1 from run to run. */
static enum status run_repeat(struct session *session, const void *arguments, struct error *error)
{
    const struct repeat_args *args = arguments;
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < args->times && !status && !session->quit && !session_stopped(session); i++) {
        status = run_copy(session, &args->command, error);
        session->seed++; /* without --seed each command draws a new one anyway */
    }
    return status;
}

const struct command command_repeat = {
    .name = "repeat", .group = GROUP_PROGRAM,
    .keywords = "loop times batch script",
    .words = ARGUMENTS(
        {.name = "N", .kind = VALUE_WHOLE, .at = offsetof(struct repeat_args, times), .max = 1000000},
        {.name = "COMMAND", .kind = VALUE_COMMAND, .at = offsetof(struct repeat_args, command), .list = true,
         .meaning = "the command, with its words and flags"}),
    .out = true, .runs_command = true,
    .changes_options = true, /* the command that it runs may do so */
    .args_size = sizeof(struct repeat_args),
    .help = "runs a command N times",
    .details = "It ends where the command fails. Where a seed is given, each time the next one holds:\n"
               "'repeat --seed 7 3 setup create' makes what the seeds 7, 8 and 9 make.",
    .run = run_repeat,
};

struct source_args {
    const char *path;
};

/* Runs `source`. A change of options lasts for the following lines, so the session does not count as one
 * for a single command. */
static enum status run_source(struct session *session, const void *arguments, struct error *error)
{
    const struct source_args *args = arguments;
    bool alone = session->alone;
    session->alone = false; /* changes by one line apply to the next ones */
    enum status status = script_source(session, args->path, error);
    session->alone = alone;
    return status;
}

const struct command command_source = {
    .name = "source", .group = GROUP_PROGRAM,
    .keywords = "script batch run commands file",
    .words = ARGUMENTS({.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct source_args, path)}),
    .out = true, .changes_options = true, .args_size = sizeof(struct source_args),
    .help = "runs the commands in a file",
    .details = "A line is a command, or several with ';' between: the first that fails ends the line. '#'\n"
               "begins a comment, '> FILE' behind a command is --out FILE, and 'a b' and \"a b\" are one\n"
               "word, in which these signs are letters. What fails ends the file too, and the error has\n"
               "its line. Lines from a pipe are the same, but 'vedette <FILE' goes on with the next one.",
    .run = run_source,
};

struct time_args {
    struct word_list command;
};

/* Runs `time`: prints the elapsed time as a notice, so that the output stays the same. */
static enum status run_time(struct session *session, const void *arguments, struct error *error)
{
    const struct time_args *args = arguments;
    double start = clock_now();
    enum status status = run_copy(session, &args->command, error);
    session_notice(session, "time: %.3f s", clock_now() - start);
    return status;
}

const struct command command_time = {
    .name = "time", .group = GROUP_PROGRAM,
    .keywords = "speed measure duration stopwatch",
    .words = ARGUMENTS(
        {.name = "COMMAND", .kind = VALUE_COMMAND, .at = offsetof(struct time_args, command), .list = true,
         .meaning = "the command, with its words and flags"}),
    .out = true, .runs_command = true,
    .changes_options = true, /* the command that it runs may do so */
    .args_size = sizeof(struct time_args),
    .help = "runs a command and prints how long it took",
    .details = "The time goes to stderr: it is no part of the answer.",
    .run = run_time,
};
