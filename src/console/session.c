/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/session.h"

#include "base/data_folder.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "console/json.h"
#include "console/value.h"
#include "game/notation_option.h"
#include "profile/layers.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 256, ORIGIN_TEXT = 64, PROGRESS_COLUMNS = 79 };

void session_init(struct session *session, const struct command_table *commands)
{
    char folder[PATH_MAX];
    *session = (struct session){.commands = commands, .jobs = 1};
    settings_init(&session->settings, option_groups);
    session->library = library_new();
    if (data_folder("data/belief", folder, sizeof folder))
        library_use_packed(session->library, folder);
    session->ladders = ladders_new();
    session_draw_seed(session);
}

void session_draw_seed(struct session *session)
{
    if (getentropy(&session->seed, sizeof session->seed) != 0)
        session->seed = (uint64_t)time(NULL);
    session->seed &= UINT32_MAX; /* short enough to be typed again; plenty for a seed */
}

void session_drop_game(struct session *session)
{
    if (session->game == session->loaded)
        session->game = NULL;
    if (session->loaded)
        game_end(session->loaded);
    free(session->loaded);
    session->loaded = NULL;
    session->unsaved = session->entered = false;
}

void session_load(struct session *session, struct game *game)
{
    bool shown = session_is_playing(session);
    if (session->entered)
        session_notice(session, "the moves that were entered are lost: no 'save' kept them");
    session_drop_game(session);
    session->loaded = game;
    if (!shown)
        session->game = game;
}

void session_entered(struct session *session)
{
    if (session->interactive)
        session->unsaved = true;
    else
        session->entered = true;
}

void session_show_game(struct session *session, struct game *game)
{
    session->game = game ? game : session->loaded;
}

bool session_is_playing(const struct session *session)
{
    return session->game && session->game != session->loaded;
}

char **session_copy_profiles(const struct session *session)
{
    char **copy = memory_new(session->profile_count + 1, sizeof *copy);
    for (size_t i = 0; i < session->profile_count; i++)
        copy[i] = memory_text(session->profiles[i]);
    return copy;
}

void session_free_profiles(char **profiles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(profiles[i]);
    free(profiles);
}

void session_free(struct session *session)
{
    session_drop_game(session);
    session_free_profiles(session->profiles, session->profile_count);
    settings_free(&session->settings);
    library_free(session->library);
    ladders_free(session->ladders);
    text_free(&session->noted);
    *session = (struct session){0};
}

/* How much of the text may go out as it is: a terminal must not be steered by names from files, and no byte
 * may go out that is no UTF-8. What turns the direction of writing may be a part of what is converted for a
 * file; a person does not see it coming. */
static size_t plain_size(const struct session *session, const char *bytes, size_t size)
{
    bool person = session->interactive && !session->filing;
    size_t at = 0;
    while (at < size) {
        at += person ? utf8_shown_size(bytes + at, size - at) : utf8_printable_size(bytes + at, size - at);
        if (at == size || (bytes[at] != '\n' && bytes[at] != '\t'))
            break;
        at++;
    }
    return at;
}

void session_write(struct session *session, const char *bytes, size_t size)
{
    while (session->write && size) {
        char hidden[8];
        size_t plain = plain_size(session, bytes, size);
        if (plain)
            session->write(session->context, bytes, plain);
        if (plain < size) {
            int length = snprintf(hidden, sizeof hidden, "\\x%02x", (unsigned char)bytes[plain++]);
            session->write(session->context, hidden, (size_t)length);
        }
        bytes += plain;
        size -= plain;
    }
}

void session_print_text(struct session *session, struct text *text)
{
    session_write(session, text->bytes, text->size);
    text_free(text);
}

void session_print_document(struct session *session, const char *format, struct text *text)
{
    json_document(session->answer, format, text_string(text));
    session_print_text(session, text);
}

enum status session_check_binary(const struct session *session, struct error *error)
{
    if (session->answer)
        return error_set(error, STATUS_BAD, "found --json, expected none: this form is binary");
    if (!session->filing && (session->interactive || session->on_screen))
        return error_set(error, STATUS_BAD,
                         "this form is binary: name a file with --out, or write to a pipe");
    return STATUS_OK;
}

void session_write_binary(struct session *session, const char *bytes, size_t size)
{
    if (session->write)
        session->write(session->context, bytes, size);
}

void session_printf(struct session *session, const char *format, ...)
{
    char small[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (size >= 0 && (size_t)size < sizeof small) {
        session_write(session, small, (size_t)size);
    } else if (size > 0) {
        char *large = memory_new((size_t)size + 1, 1);
        vsnprintf(large, (size_t)size + 1, format, again);
        session_write(session, large, (size_t)size);
        free(large);
    }
    va_end(again);
}

void session_line(struct session *session, const char *format, ...)
{
    struct text raw = {0}, line = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&raw, format, args);
    va_end(args);
    text_add_plain(&line, text_string(&raw));
    text_add(&line, "\n");
    session_print_text(session, &line);
    text_free(&raw);
}

void session_progress(struct session *session, const char *format, ...)
{
    struct error line; /* for its plain text */
    va_list args;
    if (!session->progress)
        return;
    va_start(args, format);
    error_vset(&line, STATUS_OK, format, args);
    va_end(args);
    line.text[utf8_fit(line.text, strlen(line.text), PROGRESS_COLUMNS)] = '\0';
    session->progress(session, line.text);
}

void session_progress_lines(struct session *session, const char *lines)
{
    if (session->progress)
        session->progress(session, lines);
}

void session_notice(struct session *session, const char *format, ...)
{
    struct error line; /* for its plain text */
    va_list args;
    if (!session->notice)
        return;
    va_start(args, format);
    error_vset(&line, STATUS_OK, format, args);
    va_end(args);
    session->notice(session, line.text);
}

void session_note_once(struct session *session, const char *note)
{
    struct text line = {0};
    text_printf(&line, "%s\n", note);
    if (session->notice && !strstr(text_string(&session->noted), text_string(&line))) {
        session_notice(session, "%s", note);
        text_append(&session->noted, line.bytes, line.size);
    }
    text_free(&line);
}

static void note_lines(struct session *session, const struct text *notes)
{
    const char *at = text_string(notes);
    for (size_t size; *at; at += size + 1) {
        struct text line = {0};
        size = strcspn(at, "\n");
        text_append(&line, at, size);
        session_note_once(session, text_string(&line));
        text_free(&line);
    }
}

void session_note_names(struct session *session)
{
    note_lines(session, &session->settings.notes);
}

void session_note_agent(struct session *session, const char *spec)
{
    struct settings own = {0};
    if (spec[strcspn(spec, ":")] && agent_settings(spec, &session->settings, &own, NULL) == STATUS_OK)
        note_lines(session, &own.notes);
    settings_free(&own);
}

enum notation session_notation(const struct session *session)
{
    return notation_from_settings(&session->settings);
}

bool session_stopped(const struct session *session)
{
    return session->stop && atomic_load(session->stop);
}

void session_begin_line(struct session *session)
{
    if (session->stop)
        atomic_store(session->stop, false);
}

static void keep_profile(struct session *session, const char *profile)
{
    session->profiles = memory_grow(session->profiles, &session->profile_capacity, session->profile_count + 1,
                                    sizeof *session->profiles);
    session->profiles[session->profile_count++] = memory_text(profile);
}

enum status session_pick(struct session *session, const char *profile, struct error *error)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count};
    enum status status = layers_add(&session->settings, &layers, profile, error);
    if (!status)
        keep_profile(session, profile);
    return status;
}

/* True where an option was set by a person's word ("set", "--rules"), not by a file. */
static bool by_hand(const char *origin)
{
    return strcmp(origin, "set") == 0 || strncmp(origin, "--", 2) == 0;
}

/* Tells the agents of the game at hand. */
static enum status reload_agents(struct session *session, struct error *error)
{
    return session->game ? game_reload(session->game, &session->settings, error) : STATUS_OK;
}

/* Says what is wrong with config.yaml, if it was left out for that, and keeps it for the screen. */
static void print_config_fault(struct session *session, const struct error *fault)
{
    bool known = strcmp(session->config_fault.text, fault->text) == 0;
    session->config_fault = *fault;
    if (fault->status && !known)
        session_notice(session, "%s; going on without it", fault->text);
}

enum status session_reload(struct session *session, bool without_config, struct error *error)
{
    struct error fault = {0};
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .regular = true,
                                  .config_fault = without_config ? &fault : NULL};
    struct settings anew = {0};
    settings_init(&anew, session->settings.groups);
    enum status status = layers_read(&anew, &layers, (const char *const *)session->profiles,
                                     session->profile_count, error);
    for (size_t i = 0; i < anew.count && !status; i++) {
        if (by_hand(session->settings.origins[i]))
            settings_take(&anew, &session->settings, (int)i);
    }
    if (status) {
        settings_free(&anew);
        return status;
    }
    struct settings before = session->settings;
    session->settings = anew;
    status = reload_agents(session, error);
    if (status) /* an agent's own words do not fit any more: all as it was */
        session->settings = before;
    settings_free(status ? &anew : &before);
    session->reloads += !status;
    if (status)
        reload_agents(session, NULL);
    else
        print_config_fault(session, &fault);
    return status;
}

enum status session_reload_options(struct session *session, struct error *error)
{
    struct game *game = session->game;
    session->game = NULL;
    enum status status = session_reload(session, false, error);
    session->game = game;
    return status;
}

enum status session_use(struct session *session, char *const *profiles, size_t count, struct error *error)
{
    char **before = session->profiles;
    size_t count_before = session->profile_count;
    session->profiles = NULL;
    session->profile_count = session->profile_capacity = 0;
    for (size_t i = 0; i < count; i++)
        keep_profile(session, profiles[i]);
    enum status status = session_reload(session, true, error);
    if (!status) {
        session_free_profiles(before, count_before);
        return STATUS_OK;
    }
    session_free_profiles(session->profiles, session->profile_count);
    session->profiles = before;
    session->profile_count = session->profile_capacity = count_before;
    return status;
}

/* --- flags --- */

const struct argument session_flags[SESSION_FLAGS] = {
    [SESSION_PROFILE] = {.name = "profile", .letter = 'p', .kind = VALUE_PROFILE,
                         .meaning =
                             "reads a profile, a name or a file, on top of what holds; there may be several"},
    [SESSION_SEED] = {.name = "seed", .kind = VALUE_WHOLE, .most = UINT64_MAX,
                      .meaning = "the same seed gives the same answer",
                      .standard = "1 for an analysis, as hint, else another one each time"},
    [SESSION_JOBS] = {.name = "jobs", .kind = VALUE_WHOLE, .min = 1, .most = JOBS_MAX,
                      .meaning = "shares the work among so many threads", .standard = "one a processor"},
    [SESSION_RULES] = {.name = "rules", .kind = VALUE_TEXT, .sets = "rules.rules", .value = "NAME",
                       .meaning = "plays by these rules"},
    [SESSION_NOTATION] = {.name = "notation", .kind = VALUE_TEXT, .sets = "notation.notation",
                          .value = "NAME",
                          .meaning = "reads and writes squares and ranks so"},
    [SESSION_JSON] = {.name = "json", .kind = VALUE_NONE,
                      .meaning = "answers with a line of JSON in place of text"},
    [SESSION_OUT] = {.name = "out", .kind = VALUE_FILE,
                     .meaning =
                         "writes the answer to this file, all or nothing, in place of standard output"},
};

enum status session_set(struct session *session, const struct argument *row, const char *text,
                        struct error *error)
{
    char origin[ORIGIN_TEXT];
    snprintf(origin, sizeof origin, "--%s", row->name);
    enum status status = settings_set_for_now(&session->settings, row->sets, text, origin, error);
    const char *file = status ? NULL
                              : session->settings.files[settings_find(&session->settings, row->sets)];
    return file ? library_take_stream(session->library, file, error) : status;
}

enum status session_take(struct session *session, enum session_flag flag, char *text, struct error *error)
{
    const struct argument *row = &session_flags[flag];
    enum status status = STATUS_OK;
    uint64_t number;
    if (row->sets)
        return session_set(session, row, text, error);
    switch (flag) {
    case SESSION_PROFILE: return session_pick(session, text, error);
    case SESSION_SEED:
        status = value_read(session, NULL, true, row, text, &session->seed, error);
        session->has_seed |= !status;
        return status;
    case SESSION_JOBS:
        status = value_read(session, NULL, true, row, text, &number, error);
        if (!status)
            session->jobs = (int)number;
        return status;
    case SESSION_JSON: session->json = true; return STATUS_OK;
    case SESSION_OUT: session->out = text; return STATUS_OK;
    default: return STATUS_OK;
    }
}

/* The session's flag that a word at the front of the program's line is; *inside gets its value where that is
 * in the same word. SESSION_FLAGS: none. */
static enum session_flag leading_flag(char *word, char **inside)
{
    *inside = NULL;
    for (int flag = 0; flag < SESSION_EVERYWHERE; flag++) {
        const struct argument *row = &session_flags[flag];
        size_t size = strlen(row->name);
        if (word[0] != '-')
            break;
        if (row->letter && word[1] == row->letter) {
            *inside = word[2] ? word + 2 : NULL;
            return (enum session_flag)flag;
        }
        if (word[1] != '-' || strncmp(word + 2, row->name, size) != 0 ||
            (word[2 + size] && word[2 + size] != '='))
            continue;
        *inside = word[2 + size] ? word + 2 + size + 1 : NULL;
        return (enum session_flag)flag;
    }
    return SESSION_FLAGS;
}

/* The program's profiles, in their layers. */
static enum status start_profiles(struct session *session, const char *const *picks, size_t count,
                                  struct error *error)
{
    struct error fault = {0};
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .config_fault = &fault};
    enum status status = layers_read(&session->settings, &layers, picks, count, error);
    if (!status)
        print_config_fault(session, &fault);
    for (size_t i = 0; i < count && !status; i++)
        keep_profile(session, picks[i]);
    return status;
}

enum status session_start(struct session *session, int *argc, char **argv, struct error *error)
{
    size_t capacity = (size_t)*argc + 1, count = 0;
    const char **picks = memory_new(capacity, sizeof *picks);
    char **values = memory_new(capacity, sizeof *values), *inside;
    enum session_flag *flags = memory_new(capacity, sizeof *flags), flag;
    enum status status = STATUS_OK;
    int at = 0;
    for (; at < *argc && !status && (flag = leading_flag(argv[at], &inside)) != SESSION_FLAGS; at++) {
        if (!inside && (at + 1 == *argc || (argv[at + 1][0] == '-' && argv[at + 1][1] == '-')))
            status = error_set(error, STATUS_BAD, "option %s needs a value", argv[at]);
        else if (!inside)
            inside = argv[++at];
        flags[count] = flag;
        values[count++] = inside;
    }
    size_t profiles = 0;
    for (size_t i = 0; i < count; i++)
        if (flags[i] == SESSION_PROFILE)
            picks[profiles++] = values[i];
    if (!status)
        status = start_profiles(session, picks, profiles, error);
    for (size_t i = 0; i < count && !status; i++)
        if (flags[i] != SESSION_PROFILE)
            status = session_take(session, flags[i], values[i], error);
    session_note_names(session);
    *argc -= at;
    memmove(argv, argv + at, ((size_t)*argc + 1) * sizeof *argv);
    free(flags);
    free(values);
    free(picks);
    return status;
}
