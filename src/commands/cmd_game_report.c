/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints everything that the program can find out about the game at hand: game report. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "console/load.h"
#include "play/origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct report_args {
    const char *path;
    uint64_t depth; /* of the search, in plies */
};

/* Appends output of the session to *context, a struct text. */
static void append_output(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

/* Prints what is needed to repeat the report: program, seed, profiles and position. `plies`: moves of the
 * game at hand, if there is no file. */
static void print_origin(struct session *session, const struct report_args *args, size_t plies)
{
    char program[PROGRAM_NAME_MAX];
    struct text profiles = {0};
    for (size_t i = 0; i < session->profiles.count; i++)
        text_printf(&profiles, " %s", session->profiles.items[i]);
    session_printf(session, "program: %s\nseed: %llu\n", origin_program(program),
                   (unsigned long long)session->seed);
    session_print_line(session, "profiles:%s", session->profiles.count ? text_string(&profiles) : " none");
    if (args->path)
        session_print_line(session, "position: %s", args->path);
    else
        session_printf(session, "position: the game at hand, %zu move%s\n", plies, plural(plies));
    text_free(&profiles);
}

/* Begins the JSON answer with what print_origin prints. */
static void begin_report_json(const struct session *session, const struct report_args *args)
{
    struct json *json = session->answer;
    char program[PROGRAM_NAME_MAX];
    json_printf(json, "{program: %s, seed: %" PRIu64 ", profiles: [", origin_program(program), session->seed);
    for (size_t i = 0; i < session->profiles.count; i++)
        json_add_text(json, NULL, session->profiles.items[i]);
    json_printf(json, "], file: %s", args->path);
}

/* A part of the report: a command and its words. */
struct report_part {
    const char *key, *heading;
    const char *words[4];
    bool of_file; /* the file is the last word */
};

/* Runs one command of the report. If it refuses (STATUS_NO), prints the reason and goes on. In JSON a part is
 * the command's answer, or null if it refuses; the list `refusals` gets the reasons. */
static enum status add_part(struct session *session, const struct report_part *part, const char *path,
                            struct json *refusals, struct error *error)
{
    char *argv[8], *words[8];
    struct error part_error = {0};
    struct json *json = session->answer;
    struct session before = *session;
    struct text answer = {0};
    int count = 0;
    /* command_run may change argv and its strings, so it gets copies; `words` keeps them for free(). */
    for (; count < 4 && part->words[count]; count++)
        argv[count] = memory_text(part->words[count]);
    if (path && part->of_file)
        argv[count++] = memory_text(path);
    argv[count] = NULL;
    memcpy(words, argv, sizeof words);
    if (json) { /* the part's own answer goes to `answer` */
        session->write = append_output;
        session->context = &answer;
    } else {
        session_printf(session, "\n== %s\n", part->heading);
    }
    enum status status = command_run(session, count, argv, &part_error);
    session->write = before.write;
    session->context = before.context;
    for (int i = 0; i < count; i++)
        free(words[i]);
    bool refused = status == STATUS_NO && !session_stopped(session);
    if (json && !refused && answer.size > 1) {
        answer.bytes[--answer.size] = '\0'; /* the newline */
        json_add_ready(json, part->key, text_string(&answer));
    } else if (json) {
        json_add_null(json, part->key);
    }
    if (json && refused)
        json_printf(refusals, "{part: %s, text: %s}", part->key, part_error.text);
    else if (refused)
        session_printf(session, "%s\n", part_error.text);
    text_free(&answer);
    return status && !refused ? error_set(error, status, "%s", part_error.text) : STATUS_OK;
}

/* Runs the commands that make the parts of the report. Holds back the output until the first two parts have
 * shown that there is a board. `viewer`: from whose seat the moves are listed. After a stop the answer has
 * the parts so far; after another error there is no answer. */
static enum status add_parts(struct session *session, const struct report_args *args, size_t plies,
                             enum side viewer, struct error *error)
{
    char depth[24];
    const struct report_part parts[] = {
        {"options", "options that were changed", {"profile", "diff"}, .of_file = false},
        {"board", "the board", {"show"}, .of_file = true},
        {"guess", "ranks", {"guess"}, .of_file = true},
        {"values", "values", {"show", "values"}, .of_file = true},
        {"plans", "plans", {"plans"}, .of_file = true},
        {"search", "best lines", {"search", "--depth", depth}, .of_file = true},
        {"moves", "moves", {"moves", "--side", side_name(viewer)}, .of_file = true},
    };
    enum { HELD_PARTS = 2 /* held back until both have succeeded */ };
    struct session before = *session;
    struct text held = {0};
    struct json refusals = {0};
    enum status status = STATUS_OK;
    json_open(&refusals, NULL, '[');
    snprintf(depth, sizeof depth, "%llu", (unsigned long long)args->depth);
    session->write = append_output;
    session->context = &held;
    session->pager = NULL;
    print_origin(session, args, plies);
    begin_report_json(session, args);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (status) { /* stopped before this part began */
            json_add_null(session->answer, parts[i].key);
            continue;
        }
        status = add_part(session, &parts[i], args->path, &refusals, error);
        /* Print at once from now on: the held parts have succeeded, or the report ends. */
        if (i + 1 == HELD_PARTS || status) {
            session->write = before.write;
            session->context = before.context;
            session->pager = before.pager;
        }
        if (i + 1 == HELD_PARTS && !status)
            session_write(session, text_string(&held), held.size);
    }
    json_close(&refusals, ']');
    /* The parts whose command had no answer (STATUS_NO), with the reasons. */
    json_add_ready(session->answer, "refused", text_string(&refusals.text));
    json_close(session->answer, '}');
    if (status && !session_stopped(session))
        json_clear(session->answer);
    text_free(&refusals.text);
    text_free(&held);
    return status;
}

/* Prints the report, with the session's seed for all of its parts. */
static enum status run_report(struct session *session, const void *arguments, struct error *error)
{
    const struct report_args *args = arguments;
    bool had_seed = session->has_seed;
    struct record shown = {0}; /* the game up to the moment of --at */
    struct position position = {0};
    enum status status = load_record(session, &command_game_report, args->path, &shown, &position, error);
    session->has_seed = true; /* so that all parts use the same seed */
    if (!status)
        status = add_parts(session, args, shown.plies,
                           load_viewer(session, args->path, &shown, &position), error);
    position_free(&position);
    record_clear(&shown);
    session->has_seed = had_seed;
    return status;
}

const struct command command_game_report = {
    .name = "game report", .group = GROUP_LOOK,
    .keywords = "export analysis analyse analyze summary everything print document",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct report_args, path)),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct report_args, depth, "depth", 1, 100, "the search looks so many plies ahead")),
    .out = true,
    DEFAULTS(struct report_args, .depth = 4),
    .help = "prints all that can be computed: board, guesses, values, plans and best lines",
    .details = "Before it stand the program's version, the seed, the profiles and the options that were\n"
               "changed: with them, and the search bounded by its depth, the same is found again. With\n"
               "--out it is kept in a file.",
    .run = run_report,
};
