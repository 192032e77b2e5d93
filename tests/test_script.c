/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of several commands, commands that run commands, files of them, answers in files. */
#include "cmocka_all.h"
#include "commands/table.h"
#include "console/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CAPACITY = 1024 }; /* for any answer here */

/* A sink that keeps what is written. */
static void keep_script_output(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

static void start_script(struct session *session, struct text *out)
{
    session_init(session, &command_table);
    session->write = keep_script_output;
    session->context = out;
}

/* Runs a line; its answer, or "! " and the error, behind what is in `out`. */
static const char *run(struct session *session, const char *line, struct text *out)
{
    struct error error = {0};
    text_clear(out);
    session->context = out;
    if (command_run_line(session, line, &error))
        text_printf(out, "! %s\n", error.text);
    return text_string(out);
}

#define RULES "rules.rules  standard\n"

TEST(commands_run_commands)
{
    struct session session;
    struct text out = {0};
    start_script(&session, &out);
    assert_string_equal(run(&session, "profile show rules.rules; prof show rules.rules", &out), RULES RULES);
    assert_string_equal(run(&session, "repeat 3 profile show rules.rules", &out), RULES RULES RULES);
    assert_string_equal(run(&session, "repeat 0 lagel", &out), "");
    assert_string_equal(run(&session, "repeat 2 time -- repeat 2 profile show rules.rules --rules arts",
                            &out),
                        "rules.rules  arts  (--rules)\nrules.rules  arts  (--rules)\n"
                        "rules.rules  arts  (--rules)\nrules.rules  arts  (--rules)\n");
    assert_string_equal(run(&session, "repeat 2 repeat x version", &out),
                        "! repeat: found 'x', expected a whole number from 0 to 1000000\n");
    /* The first command that fails ends its line and its repetition; a line in a wrong form does nothing. */
    assert_string_equal(run(&session, "profile show rules.rules; lagel; profile show rules.rules", &out),
                        RULES "! unknown command 'lagel'; did you mean 'legal'?\n");
    assert_string_equal(run(&session, "repeat 3 legal /nonexistent/a", &out),
                        "! /nonexistent/a: No such file or directory\n");
    assert_string_equal(run(&session, "version; version 'a", &out),
                        "! column 18: the quote ' is not closed\n");
    assert_string_equal(run(&session, "repeat 3 --rules arts version", &out),
                        "! repeat: --rules holds for one command alone, and this one changes the "
                        "session\n");
    assert_string_equal(run(&session, "repeat 2 quit; version", &out), "");
    session.quit = false;
    /* Options that a command sets stay set behind what ran it. */
    assert_string_equal(run(&session, "time profile set rules.rules arts; profile show rules.rules", &out),
                        "rules.rules  arts  (set)\n");
    assert_int_equal(session.depth, 0);
    text_clear(&out);
    for (int i = 0; i <= COMMAND_DEPTH_MAX; i++)
        text_add(&out, "time ");
    char *line = strdup(text_string(&out));
    assert_string_equal(run(&session, line, &out), "! time: more than 16 commands run each other\n");
    assert_int_equal(session.depth, 0);
    free(line);
    text_free(&out);
    session_free(&session);
}

/* A seed is given, or each command has its own; `repeat` goes from one to the next. */
TEST(seeds_are_given_or_new)
{
    struct session session;
    struct text out = {0}, again = {0};
    start_script(&session, &out);
    run(&session, "setup create --best-of 1", &out);
    assert_string_not_equal(run(&session, "setup create --best-of 1", &again), text_string(&out));
    run(&session, "setup create --best-of 1 --seed 5; setup create --best-of 1 --seed 6", &out);
    assert_string_equal(run(&session, "repeat --seed 5 2 setup create --best-of 1", &again),
                        text_string(&out));
    assert_false(session.has_seed);
    session.seed = 5;
    session.has_seed = true;
    assert_string_equal(run(&session, "repeat 2 setup create --best-of 1", &again), text_string(&out));
    assert_int_equal(session.seed, 5);
    text_free(&again);
    text_free(&out);
    session_free(&session);
}

/* A file in a new folder of its own. */
static void write_file(const char *folder, const char *name, const char *bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

TEST(files_of_commands_are_run)
{
    static const char zero[] = "profile show rules.rules\nzero\0byte\n";
    static const char *const names[] = {"a", "b", "loop", "zero", "none", "quit"};
    char folder[] = "/tmp/vedette-source-XXXXXX";
    struct session session;
    struct text out = {0};
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    write_file(folder, "a", "# first\nprofile show rules.rules; source b\nversion", 51);
    write_file(folder, "b", "\nlagel\nprofile show rules.rules\n", 32);
    write_file(folder, "loop", "source loop\n", 12);
    write_file(folder, "zero", zero, sizeof zero - 1);
    write_file(folder, "none", "", 0);
    write_file(folder, "quit", "quit\nlagel\n", 11);
    start_script(&session, &out);
    assert_string_equal(run(&session, "source a; version", &out),
                        RULES "! a:2: b:2: unknown command 'lagel'; did you mean 'legal'?\n");
    assert_string_equal(run(&session, "source zero", &out), RULES "! zero:2: the line holds a zero byte\n");
    assert_string_equal(run(&session, "source none", &out), "");
    assert_string_equal(run(&session, "source nosuch", &out), "! nosuch: No such file or directory\n");
    assert_non_null(strstr(run(&session, "source loop", &out),
                           "loop:1: source: more than 16 commands run each other"));
    assert_int_equal(session.depth, 0);
    assert_string_equal(run(&session, "source quit; lagel", &out), "");
    session_free(&session);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(unlink(names[i]), 0);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0);
    text_free(&out);
}

/* "> FILE" is --out FILE: all or nothing, and refused where that is. */
TEST(answers_go_to_files)
{
    char folder[] = "/tmp/vedette-answer-XXXXXX", kept[CAPACITY];
    struct session session;
    struct text out = {0};
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    start_script(&session, &out);
    assert_string_equal(run(&session, "profile show rules.rules >one; "
                            "repeat 2 profile show rules.rules > 'a b'", &out), "");
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(i ? "a b" : "one", "r");
        assert_non_null(file);
        kept[fread(kept, 1, sizeof kept - 1, file)] = '\0';
        fclose(file);
        assert_string_equal(kept, i ? RULES RULES : RULES);
        assert_int_equal(unlink(i ? "a b" : "one"), 0);
    }
    assert_string_equal(run(&session, "repeat 2 legal /nonexistent/a > f", &out),
                        "! /nonexistent/a: No such file or directory\n");
    assert_string_equal(run(&session, "check a > f", &out), "! check has no --out\n");
    assert_string_equal(run(&session, "version --out g > f", &out), "! version: '>' or --out, not both\n");
    assert_string_equal(run(&session, "version --help > f", &out),
                        "! version: for a file of help: help version > FILE\n");
    assert_string_equal(run(&session, "version > nosuch/f", &out), "! nosuch/f: No such file or directory\n");
    session_free(&session);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing is left in it */
    text_free(&out);
}

TESTS_MAIN(NULL, NULL)
