/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/archive_command.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/plural.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- actions on the archive --- */

/* The context of print_games_read and print_waiting. */
struct archive_reporter {
    struct session *session;
    double last; /* clock_now() of the last report */
};

/* Shows how many games were read so far, at most five times a second. */
static void print_games_read(void *context, size_t done, size_t count)
{
    struct archive_reporter *reporter = context;
    double now = clock_now();
    (void)count;
    if (now - reporter->last < 0.2)
        return;
    reporter->last = now;
    session_progress(reporter->session, "%zu game%s", done, plural(done));
}

/* Shows that another program has the archive's lock. */
static void print_waiting(void *context)
{
    struct archive_reporter *reporter = context;
    session_progress(reporter->session, "another program is writing to the archive: waiting for it");
}

/* Prints the notices, if there are any, and clears them. */
static void print_notices(struct session *session, struct text *notices)
{
    if (notices->size)
        session_notice(session, "%s", text_string(notices));
    text_clear(notices);
}

/* Updates the archive from the folder of finished games. If it cannot be written but is not damaged, returns
 * STATUS_OK, so that queries can use the games that it has; *not_updated then gets the reason. Otherwise
 * *not_updated is empty. */
static enum status update_archive(struct archiver *archiver, struct error *not_updated, struct error *error)
{
    struct error why = {0};
    enum status status = archiver_update(archiver, &why);
    *not_updated = (struct error){0};
    if (status == STATUS_FAILED && !archive_is_damaged(archiver->archive)) {
        *not_updated = why;
        return STATUS_OK;
    }
    return status ? error_set(error, status, "%s", why.text) : STATUS_OK;
}

/* Updates the archive and runs `callback` on it. If the update failed, the action still runs, and a notice
 * gives the reason; STATUS_FAILED if the folder of finished games could not be listed. */
static enum status try_callback(struct session *session, struct archiver *archiver,
                                archive_callback *callback, const void *args, enum archive_needs needs,
                                struct text *out, struct error *error)
{
    struct error not_updated;
    text_clear(out);
    json_clear(session->answer);
    enum status status = update_archive(archiver, &not_updated, error);
    if (!status)
        status = callback(session, archiver, args, out, error);
    if (status || !not_updated.status) /* if the callback failed, its own error is enough */
        return status;
    if (needs == NEEDS_FOLDER && archive_folder_is_closed(archiver->archive))
        return error_set(error, STATUS_FAILED, "the archive may lack the last games: %s", not_updated.text);
    session_notice(session, "the archive may lack the last games: %s", not_updated.text);
    return STATUS_OK;
}

enum status archive_command_run(struct session *session, archive_callback *callback, const void *args,
                                enum archive_needs needs, struct error *error)
{
    struct archive_reporter reporter = {session, clock_now()};
    const struct archive_terms terms = {
        .stop = session->stop, .progress = session->progress ? print_games_read : NULL,
        .waiting = session->progress ? print_waiting : NULL, .progress_context = &reporter};
    struct archiver archiver;
    struct text notices = {0}, out = {0};
    enum status status = archiver_open(&archiver, &terms, &notices, error);
    print_notices(session, &notices);
    if (!status)
        status = try_callback(session, &archiver, callback, args, needs, &out, error);
    if (status && archiver.archive && archive_is_damaged(archiver.archive)) {
        status = archive_repair(&archiver.archive, &notices, error);
        print_notices(session, &notices);
        if (!status)
            status = try_callback(session, &archiver, callback, args, needs, &out, error);
    }
    session_progress(session, "%s", ""); /* clear the line */
    if (out.size)
        session_write(session, out.bytes, out.size);
    archiver_close(&archiver);
    text_free(&notices);
    text_free(&out);
    return status;
}

/* --- queries --- */

enum status archive_command_query(struct session *session, const char *command, const struct word_list *words,
                                  struct query *query, archive_callback *callback, const void *args,
                                  struct error *error)
{
    return archive_command_query_of(session, command, words, (struct query_of){0}, query, callback, args,
                                    error);
}

enum status archive_command_query_of(struct session *session, const char *command,
                                     const struct word_list *words, struct query_of of, struct query *query,
                                     archive_callback *callback, const void *args, struct error *error)
{
    struct text text = {0};
    struct error why = {0};
    int first = words->count && strcmp(words->word[0], "where") == 0;
    for (int i = first; i < words->count; i++)
        text_printf(&text, "%s%s", i > first ? " " : "", words->word[i]);
    enum status status = query_compile_of(text_string(&text), of, query, &why);
    text_free(&text);
    if (status)
        error_set(error, status, "%s: %s", command, why.text);
    else
        status = archive_command_run(session, callback, args, NEEDS_FOLDER, error);
    query_free(query);
    return status;
}

/* Where the completions of a query go. */
struct word_completion {
    name_taker *take;
    void *context;
};

/* Completes "opponent=" with one name. */
static void complete_opponent(void *context, const char *name)
{
    const struct word_completion *completion = context;
    struct text text = {0};
    text_printf(&text, "opponent=%s", name);
    completion->take(completion->context, text_string(&text));
    text_free(&text);
}

/* Completes "opponent=" with the opponents of the archive, the first OPPONENTS_MAX by name. Does nothing if
 * there is no archive or another program has its lock: completion neither creates an archive nor waits. */
static void complete_opponents(name_taker *take, void *context)
{
    enum { OPPONENTS_MAX = 100 };
    struct word_completion completion = {take, context};
    struct archiver archiver;
    char path[PATH_MAX];
    const struct archive_terms terms = {.patience = -1};
    if (!disk_path(DISK_DATA, ARCHIVE_FILE, path, sizeof path) || access(path, F_OK) < 0 ||
        archiver_open(&archiver, &terms, NULL, NULL) != STATUS_OK)
        return;
    archive_opponents(archiver.archive, OPPONENTS_MAX, complete_opponent, &completion, NULL);
    archiver_close(&archiver);
}

void archive_command_complete(name_taker *take, void *context)
{
    static const char *const connectives[] = {"and", "or", "not"};
    for (size_t i = 0; i < sizeof connectives / sizeof *connectives; i++)
        take(context, connectives[i]);
    for (size_t i = 0; i < query_field_count; i++) {
        const struct query_field *field = &query_fields[i];
        char text[64];
        snprintf(text, sizeof text, "%s=", field->name);
        take(context, text);
        for (size_t j = 0; field->word && field->word(j); j++) {
            snprintf(text, sizeof text, "%s=%s", field->name, field->word(j));
            take(context, text);
        }
    }
    complete_opponents(take, context);
}

static const char *const whose_words[WHOSES] = {"both", "red", "blue", "yours", "opponents"};

void archive_command_complete_whose(name_taker *take, void *context)
{
    for (int word = 0; word < WHOSES; word++)
        take(context, whose_words[word]);
}

const char *archive_command_whose(const char *text, enum archive_whose *whose)
{
    *whose = WHOSE_BOTH;
    for (int word = 0; word < WHOSES && text; word++)
        if (strcmp(text, whose_words[word]) == 0) {
            *whose = (enum archive_whose)word;
            return NULL;
        }
    return text;
}

bool archive_command_is_standard(const char *variant)
{
    return strcmp(variant, variant_at(VARIANT_STANDARD)->name) == 0;
}
