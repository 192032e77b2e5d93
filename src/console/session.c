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

enum { JOBS_MAX = 256, ORIGIN_TEXT = 64 /* bytes */, PROGRESS_COLUMNS = 79 };

void session_init(struct session *session, const struct command_table *commands)
{
    char folder[PATH_MAX];
    *session = (struct session){.commands = commands, .jobs = 1};
    settings_init(&session->settings, option_groups);
    session->library = library_new();
    if (data_folder_find("data/belief", folder, sizeof folder))
        library_use_packed(session->library, folder);
    session->ladders = ladders_new();
    session_draw_seed(session);
}

void session_draw_seed(struct session *session)
{
    if (getentropy(&session->seed, sizeof session->seed) != 0)
        session->seed = (uint64_t)time(NULL);
    session->seed &= UINT32_MAX; /* short enough to type again */
}

void session_drop_game(struct session *session)
{
    if (session->game == session->loaded)
        session->game = NULL;
    if (session->loaded)
        game_end(session->loaded);
    free(session->loaded);
    session->loaded = NULL;
    session_set_file(session, NULL);
    session->unsaved = session->entered = false;
}

void session_set_file(struct session *session, const char *path)
{
    free(session->loaded_from);
    session->loaded_from = path ? memory_text(path) : NULL;
}

const char *session_file(const struct session *session)
{
    if (session_is_playing(session))
        return session->shown_file;
    return session->game && !session->unsaved && !session->entered ? session->loaded_from : NULL;
}

void session_load(struct session *session, struct game *game, const char *path)
{
    bool is_playing = session_is_playing(session);
    if (session->entered)
        session_notice(session, "the moves that were entered are lost: no 'save' kept them");
    session_drop_game(session);
    session->loaded = game;
    session_set_file(session, path);
    if (!is_playing)
        session->game = game;
}

void session_mark_entered(struct session *session)
{
    if (session->interactive)
        session->unsaved = true;
    else
        session->entered = true;
}

void session_show_game(struct session *session, struct game *game)
{
    session->game = game ? game : session->loaded;
    session->shown_file = NULL;
    session->back = 0;
    session->seated = false;
}

bool session_is_playing(const struct session *session)
{
    return session->game && session->game != session->loaded;
}

void session_free(struct session *session)
{
    session_drop_game(session);
    string_list_free(&session->profiles);
    settings_free(&session->settings);
    library_free(session->library);
    ladders_free(session->ladders);
    text_free(&session->noted);
    *session = (struct session){0};
}

/* Returns how many bytes can be written unchanged: up to a byte that is not UTF-8 or could control the
 * terminal. Characters that change the direction of writing are escaped only for a person at a terminal;
 * converted files may contain them. */
static size_t plain_size(const struct session *session, const char *bytes, size_t size)
{
    bool person = session->interactive && !session->filing;
    size_t plain = 0;
    while (plain < size) {
        plain += person ? utf8_shown_size(bytes + plain, size - plain) : utf8_printable_size(bytes + plain,
                                                                                             size - plain);
        if (plain == size || (bytes[plain] != '\n' && bytes[plain] != '\t'))
            break;
        plain++;
    }
    return plain;
}

void session_write(struct session *session, const char *bytes, size_t size)
{
    while (session->write && size) {
        char escaped[8];
        size_t plain = plain_size(session, bytes, size);
        if (plain)
            session->write(session->context, bytes, plain);
        if (plain < size) {
            int length = snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned char)bytes[plain++]);
            session->write(session->context, escaped, (size_t)length);
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
    va_list args, args_copy;
    va_start(args, format);
    va_copy(args_copy, args);
    int size = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (size >= 0 && (size_t)size < sizeof small) {
        session_write(session, small, (size_t)size);
    } else if (size > 0) {
        char *large = memory_new((size_t)size + 1, 1);
        vsnprintf(large, (size_t)size + 1, format, args_copy);
        session_write(session, large, (size_t)size);
        free(large);
    }
    va_end(args_copy);
}

void session_print_line(struct session *session, const char *format, ...)
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
    struct error line; /* error_vset escapes control characters and limits the length */
    va_list args;
    if (!session->progress)
        return;
    va_start(args, format);
    error_vset(&line, STATUS_OK, format, args);
    va_end(args);
    line.text[utf8_fit(line.text, strlen(line.text), PROGRESS_COLUMNS)] = '\0';
    session->progress(session, line.text);
}

void session_notice(struct session *session, const char *format, ...)
{
    struct error line; /* error_vset escapes control characters and limits the length */
    va_list args;
    if (!session->notice)
        return;
    va_start(args, format);
    error_vset(&line, STATUS_OK, format, args);
    va_end(args);
    session->notice(session, line.text);
}

void session_print_note_once(struct session *session, const char *note)
{
    struct text line = {0};
    text_printf(&line, "%s\n", note);
    if (session->notice && !strstr(text_string(&session->noted), text_string(&line))) {
        session_notice(session, "%s", note);
        text_append(&session->noted, line.bytes, line.size);
    }
    text_free(&line);
}

/* Prints each line of the notes once. */
static void print_note_lines(struct session *session, const struct text *notes)
{
    const char *note = text_string(notes);
    for (size_t size; *note; note += size + 1) {
        struct text line = {0};
        size = strcspn(note, "\n");
        text_append(&line, note, size);
        session_print_note_once(session, text_string(&line));
        text_free(&line);
    }
}

void session_note_names(struct session *session)
{
    print_note_lines(session, &session->settings.notes);
}

void session_note_agent(struct session *session, const char *spec)
{
    struct settings agent_options = {0};
    if (spec[strcspn(spec, ":")] && agent_settings(spec, &session->settings, &agent_options,
                                                   NULL) == STATUS_OK)
        print_note_lines(session, &agent_options.notes);
    settings_free(&agent_options);
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

enum status session_add_profile(struct session *session, const char *profile, struct error *error)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count};
    enum status status = layers_add(&session->settings, &layers, profile, error);
    if (!status)
        string_list_add(&session->profiles, profile);
    return status;
}

/* Gives the session's options to the agents of the current game. */
static enum status reload_agents(struct session *session, struct error *error)
{
    return session->game ? game_reload(session->game, &session->settings, error) : STATUS_OK;
}

/* Stores the fault of config.yaml for the screen and prints it, unless it is the same as before. */
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
    struct settings new_settings = {0};
    settings_init(&new_settings, session->settings.groups);
    enum status status = layers_read(&new_settings, &layers, (const char *const *)session->profiles.items,
                                     session->profiles.count, error);
    /* Options set by the user stay. */
    for (size_t i = 0; i < new_settings.count && !status; i++) {
        const char *origin = session->settings.origins[i];
        if (strcmp(origin, "set") == 0 || strncmp(origin, "--", 2) == 0)
            settings_copy_option(&new_settings, &session->settings, (int)i);
    }
    if (status) {
        settings_free(&new_settings);
        return status;
    }
    /* The agents may reject the new options: then the old ones are restored. */
    struct settings before = session->settings;
    session->settings = new_settings;
    status = reload_agents(session, error);
    if (status) /* an agent's own options do not fit the new ones: restore */
        session->settings = before;
    settings_free(status ? &new_settings : &before);
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

enum status session_replace_profiles(struct session *session, char *const *profiles, size_t count,
                                     struct error *error)
{
    struct string_list before = session->profiles;
    session->profiles = (struct string_list){0};
    for (size_t i = 0; i < count; i++)
        string_list_add(&session->profiles, profiles[i]);
    enum status status = session_reload(session, true, error);
    string_list_free(status ? &session->profiles : &before);
    if (status)
        session->profiles = before;
    return status;
}

/* --- flags --- */

const struct argument session_flags[SESSION_FLAGS] = {
    [SESSION_PROFILE] = {.name = "profile", .letter = 'p', .kind = VALUE_PROFILE,
                         .meaning =
                             "reads a profile, a name or a file, on top of what holds; there may be several"},
    [SESSION_SEED] = {.name = "seed", .kind = VALUE_WHOLE, .max = UINT64_MAX,
                      .meaning = "the same seed gives the same answer",
                      .standard = "1 for an analysis, as hint, else another one each time"},
    [SESSION_JOBS] = {.name = "jobs", .kind = VALUE_WHOLE, .min = 1, .max = JOBS_MAX,
                      .meaning = "shares the work among so many threads", .standard = "one a processor"},
    [SESSION_RULES] = {.name = "rules", .kind = VALUE_TEXT, .sets = "rules.rules", .value = "NAME",
                       .meaning = "plays by these rules"},
    [SESSION_NOTATION] = {.name = "notation", .kind = VALUE_TEXT, .sets = "notation.notation",
                          .value = "NAME", .meaning = "reads and writes squares and ranks so"},
    [SESSION_AT] = {.name = "at", .alias = "plies", .kind = VALUE_MOMENT,
                    .meaning = "the game after so many plies, or after a side's move, 20r or 20b",
                    .standard = "all moves; on the screen the move shown"},
    [SESSION_GAME] = {.name = "game", .kind = VALUE_WHOLE, .min = 1, .max = 1000000000,
                      .meaning = "the game of this number in a FILE of several"},
    [SESSION_JSON] = {.name = "json", .kind = VALUE_NONE,
                      .meaning = "answers with a line of JSON in place of text"},
    [SESSION_OUT] = {.name = "out", .kind = VALUE_FILE,
                     .meaning =
                         "writes the answer to this file, all or nothing, in place of standard output"},
};

enum status session_set_option(struct session *session, const struct argument *row, const char *text,
                               struct error *error)
{
    char origin[ORIGIN_TEXT];
    snprintf(origin, sizeof origin, "--%s", row->name);
    enum status status = settings_set_for_now(&session->settings, row->sets, text, origin, error);
    const char *file = status ? NULL
                              : session->settings.files[settings_find(&session->settings, row->sets)];
    return file ? library_read_stream(session->library, file, error) : status;
}

/* Reads the value of a session's flag, whose errors name no command. */
static enum status read_flag_value(const struct session *session, const struct argument *row, char *text,
                                   void *value, struct error *error)
{
    return value_read(session, NULL, true, row, text, value, error);
}

enum status session_apply_flag(struct session *session, enum session_flag flag, char *text,
                               struct error *error)
{
    const struct argument *row = &session_flags[flag];
    enum status status = STATUS_OK;
    uint64_t number;
    if (row->sets)
        return session_set_option(session, row, text, error);
    switch (flag) {
    case SESSION_PROFILE: return session_add_profile(session, text, error);
    case SESSION_SEED:
        status = read_flag_value(session, row, text, &session->seed, error);
        session->has_seed |= !status;
        return status;
    case SESSION_JOBS:
        status = read_flag_value(session, row, text, &number, error);
        if (!status)
            session->jobs = (int)number;
        return status;
    case SESSION_AT: return read_flag_value(session, row, text, &session->at, error);
    case SESSION_GAME: return read_flag_value(session, row, text, &session->picked_game, error);
    case SESSION_JSON: session->json = true; return STATUS_OK;
    case SESSION_OUT: session->out = text; return STATUS_OK;
    default: return STATUS_OK; /* not reached: the other flags set an option */
    }
}

enum session_flag session_leading_flag(const char *word, size_t *value)
{
    for (int flag = 0; flag < SESSION_EVERYWHERE && word[0] == '-'; flag++) {
        const struct argument *row = &session_flags[flag];
        bool is_short = row->letter && word[1] == row->letter;
        size_t end = is_short ? 2 : 2 + strlen(row->name);
        if (!is_short && (word[1] != '-' || strncmp(word + 2, row->name, end - 2) != 0 ||
                          (word[end] && word[end] != '=')))
            continue;
        *value = word[end] ? end + !is_short : 0;
        return (enum session_flag)flag;
    }
    return SESSION_FLAGS;
}

/* Reads the built-in and the user's profiles, and the `count` profiles of --profile, into the session. */
static enum status start_profiles(struct session *session, const char *const *chosen_profiles, size_t count,
                                  struct error *error)
{
    struct error fault = {0};
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .config_fault = &fault};
    enum status status = layers_read(&session->settings, &layers, chosen_profiles, count, error);
    if (!status)
        print_config_fault(session, &fault);
    for (size_t i = 0; i < count && !status; i++)
        string_list_add(&session->profiles, chosen_profiles[i]);
    return status;
}

enum status session_start(struct session *session, int *argc, char **argv, struct error *error)
{
    size_t capacity = (size_t)*argc + 1, count = 0;
    const char **chosen_profiles = memory_new(capacity, sizeof *chosen_profiles);
    char **values = memory_new(capacity, sizeof *values);
    enum session_flag *flags = memory_new(capacity, sizeof *flags), flag;
    enum status status = STATUS_OK;
    /* Collect flags and values; the profiles must be read before the other flags apply. */
    int index = 0;
    for (size_t value; index < *argc && !status; index++) {
        flag = session_leading_flag(argv[index], &value);
        if (flag == SESSION_FLAGS)
            break;
        if (!value && (index + 1 == *argc || (argv[index + 1][0] == '-' && argv[index + 1][1] == '-')))
            status = error_set(error, STATUS_BAD, "option %s needs a value", argv[index]);
        else if (!value)
            index++;
        flags[count] = flag;
        values[count++] = argv[index] + value;
    }
    /* Profiles first: single options take precedence over them. */
    size_t profiles = 0;
    for (size_t i = 0; i < count; i++)
        if (flags[i] == SESSION_PROFILE)
            chosen_profiles[profiles++] = values[i];
    if (!status)
        status = start_profiles(session, chosen_profiles, profiles, error);
    for (size_t i = 0; i < count && !status; i++)
        if (flags[i] != SESSION_PROFILE)
            status = session_apply_flag(session, flags[i], values[i], error);
    session_note_names(session);
    *argc -= index;
    memmove(argv, argv + index, ((size_t)*argc + 1) * sizeof *argv);
    free(flags);
    free(values);
    free(chosen_profiles);
    return status;
}
