/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/command.h"

#include "base/embedded.h"
#include "base/memory.h"
#include "console/arguments.h"
#include "file/notation_option.h"
#include "profile/layers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 256 };

void session_init(struct session *session)
{
    *session = (struct session){.jobs = 1};
    settings_init(&session->settings, option_groups);
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
    session->unsaved = false;
}

void session_free(struct session *session)
{
    session_drop_game(session);
    for (size_t i = 0; i < session->profile_count; i++)
        free(session->profiles[i]);
    free(session->profiles);
    settings_free(&session->settings);
    *session = (struct session){0};
}

void session_write(struct session *session, const char *bytes, size_t size)
{
    if (session->write && size)
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

void session_progress(struct session *session, const char *format, ...)
{
    char line[80];
    va_list args;
    if (!session->progress)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    session->progress(session, line);
}

void session_notice(struct session *session, const char *format, ...)
{
    struct error line; /* for its plain text */
    char raw[sizeof line.text];
    va_list args;
    if (!session->notice)
        return;
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    error_set(&line, STATUS_OK, "%s", raw);
    session->notice(session, line.text);
}

enum notation session_notation(const struct session *session)
{
    return notation_from_settings(&session->settings);
}

bool session_stopped(const struct session *session)
{
    return session->stop && atomic_load(session->stop);
}

/* Reads the profiles picked: in their layers at the start of the program, later on top of what holds. */
static enum status read_profiles(struct session *session, bool start, const struct word_list *picks,
                                 struct error *error)
{
    const struct layers layers = {embedded_table, embedded_count};
    struct settings *settings = &session->settings;
    enum status status = STATUS_OK;
    if (start)
        status = layers_read(settings, &layers, (const char *const *)picks->word,
                             (size_t)picks->count, error);
    for (int i = 0; i < picks->count && !start && !status; i++)
        status = layers_add(settings, &layers, picks->word[i], error);
    for (int i = 0; i < picks->count && !status; i++) {
        session->profiles = memory_grow(session->profiles, &session->profile_room,
                                        session->profile_count + 1, sizeof *session->profiles);
        session->profiles[session->profile_count++] = memory_text(picks->word[i]);
    }
    return status;
}

/* True where an option was set by a person's word, not by a file. */
static bool by_hand(const char *origin)
{
    return strcmp(origin, "set") == 0 || strcmp(origin, "--rules") == 0;
}

/* Tells the agents of the game at hand. */
static enum status reload_agents(struct session *session, struct error *error)
{
    enum status status = STATUS_OK;
    for (int side = RED; session->game && side <= BLUE && !status; side++)
        if (session->game->player[side].is_agent)
            status = agent_reload(&session->game->player[side].agent, &session->settings, error);
    return status;
}

enum status session_reload(struct session *session, struct error *error)
{
    const struct layers layers = {embedded_table, embedded_count};
    struct settings anew = {0};
    settings_init(&anew, session->settings.groups);
    enum status status = layers_read(&anew, &layers, (const char *const *)session->profiles,
                                     session->profile_count, error);
    for (size_t i = 0; i < anew.count && !status; i++) {
        char key[OPTION_KEY_TEXT], value[OPTION_VALUE_TEXT];
        if (!by_hand(session->settings.origins[i]))
            continue;
        settings_key(&anew, (int)i, key);
        settings_show(&session->settings, (int)i, value, sizeof value);
        status = settings_set(&anew, key, value, session->settings.origins[i], error);
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
    if (status)
        reload_agents(session, NULL);
    return status;
}

/* What the session's options said. */
struct said {
    const char *seed, *jobs, *rules, *notation;
    struct word_list profiles;
};

/* The place in `said` for the option argv[at], with its value where that is in the same word. */
static const char **said_option(struct said *said, const char *word, const char **inside,
                                const char **profile)
{
    const struct {
        const char *name;
        const char **place;
    } known[] = {
        {"--seed", &said->seed}, {"--jobs", &said->jobs}, {"--rules", &said->rules},
        {"--notation", &said->notation},
        {"--profile", profile},  {"-p", profile},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t size = strlen(known[i].name);
        if (strncmp(word, known[i].name, size) != 0)
            continue;
        bool is_long = word[1] == '-';
        if (word[size] == '\0')
            *inside = NULL;
        else if (!is_long)
            *inside = word + size;
        else if (word[size] == '=')
            *inside = word + size + 1;
        else
            continue;
        return known[i].place;
    }
    return NULL;
}

/* Collects the options and closes the gaps they leave in argv. */
static enum status collect(struct said *said, bool everywhere, int *argc, char **argv,
                           struct error *error)
{
    int kept = 0, at = 0;
    for (; at < *argc && strcmp(argv[at], "--") != 0; at++) {
        const char *inside = NULL, *profile = NULL;
        const char **place = said_option(said, argv[at], &inside, &profile);
        if (!place && !everywhere)
            break;
        if (!place) {
            argv[kept++] = argv[at];
            continue;
        }
        if (!inside && at + 1 == *argc)
            return error_set(error, STATUS_BAD, "option %s needs a value", argv[at]);
        *place = inside ? inside : argv[++at];
        if (profile)
            said->profiles.word[said->profiles.count++] = (char *)profile;
    }
    while (at < *argc)
        argv[kept++] = argv[at++];
    argv[kept] = NULL;
    *argc = kept;
    return STATUS_OK;
}

/* Lets the session have what was said. */
static enum status obey(struct session *session, const struct said *said, struct error *error)
{
    uint64_t number;
    if (said->seed) {
        if (!argument_whole(said->seed, &number))
            return error_set(error, STATUS_BAD, "--seed: found '%s', expected a whole number",
                             said->seed);
        session->seed = number;
        session->has_seed = true;
    }
    if (said->jobs) {
        if (!argument_whole(said->jobs, &number) || number < 1 || number > JOBS_MAX)
            return error_set(error, STATUS_BAD,
                             "--jobs: found '%s', expected a whole number from 1 to %d",
                             said->jobs, JOBS_MAX);
        session->jobs = (int)number;
    }
    enum status status = STATUS_OK;
    if (said->rules)
        status = settings_set(&session->settings, "rules.rules", said->rules, "--rules", error);
    if (!status && said->notation)
        status = settings_set(&session->settings, "notation.notation", said->notation, "--notation",
                              error);
    return status;
}

enum status session_options(struct session *session, bool everywhere, int *argc, char **argv,
                            struct error *error)
{
    struct said said = {0};
    said.profiles.word = memory_new((size_t)*argc + 1, sizeof *said.profiles.word);
    enum status status = collect(&said, everywhere, argc, argv, error);
    if (!status)
        status = read_profiles(session, !everywhere, &said.profiles, error);
    if (!status)
        status = obey(session, &said, error);
    free(said.profiles.word);
    return status;
}
