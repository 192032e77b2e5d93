/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/background_command.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "file/file.h"
#include "play/view_at.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- its output --- */

/* The distance of the tab stops at which these lines stand in columns: the longest text before a tab ends
 * before the first stop, unless that is too wide. */
static int find_stops(const char *bytes, size_t size)
{
    enum { STOPS_MAX = 5 * TEXT_STOPS };
    int stops = TEXT_STOPS;
    for (size_t from = 0, at = 0; at < size; at++) {
        if (bytes[at] == '\t') {
            int columns = utf8_columns(bytes + from, at - from);
            while (stops <= columns && stops < STOPS_MAX)
                stops += TEXT_STOPS;
        }
        if (bytes[at] == '\t' || bytes[at] == '\n')
            from = at + 1;
    }
    return stops;
}

/* Appends bytes of one kind, with the lock held: each line gets its kind before it, and its tabs go to stops
 * at which these lines stand in columns. */
static void add_output(struct background_command *background, char kind, const char *bytes, size_t size)
{
    struct text *output = &background->output;
    int stops = find_stops(bytes, size);
    if (background->kind && background->kind != kind) {
        text_add(output, "\n");
        background->kind = 0;
        background->column = 0;
    }
    while (size) {
        const char *end = memchr(bytes, '\n', size);
        size_t line = end ? (size_t)(end - bytes) + 1 : size;
        if (!background->kind)
            text_append(output, &kind, 1);
        text_add_untabbed(output, bytes, line, stops, &background->column);
        background->kind = end ? 0 : kind;
        bytes += line;
        size -= line;
    }
}

/* The same from the command's thread. Output that is too long is left out, and a notice says so. */
static void write_kind(struct background_command *background, char kind, const char *bytes, size_t size)
{
    pthread_mutex_lock(&background->lock);
    if (background->output.size + size <= BACKGROUND_OUTPUT_MAX)
        add_output(background, kind, bytes, size);
    else
        background->dropped = true;
    pthread_mutex_unlock(&background->lock);
    wake_ring_seldom(background->wake, &background->last_signal);
}

/* A session's sinks get the session alone. */
static struct background_command *command_of(struct session *session)
{
    char *start = (char *)session - offsetof(struct background_command, session);
    return (struct background_command *)(void *)start;
}

static void write_answer(void *context, const char *bytes, size_t size)
{
    write_kind(context, LINE_ANSWER, bytes, size);
}

static void write_notice(struct session *session, const char *line)
{
    struct text text = {0};
    text_printf(&text, "%s\n", line);
    write_kind(command_of(session), LINE_NOTICE, text.bytes, text.size);
    text_free(&text);
}

static void show_progress(struct session *session, const char *lines)
{
    struct background_command *background = command_of(session);
    pthread_mutex_lock(&background->lock);
    snprintf(background->progress, sizeof background->progress, "%.*s", (int)strcspn(lines, "\n"), lines);
    pthread_mutex_unlock(&background->lock);
    wake_ring_seldom(background->wake, &background->last_signal);
}

/* On the worker's thread. */
static void run(struct job *job)
{
    struct background_command *background = (struct background_command *)(void *)job;
    struct error error = {0};
    struct text text = {0};
    if (!command_run_inner_line(&background->session, background->line, &error))
        return;
    text_printf(&text, "%s\n", error.text);
    write_kind(background, LINE_ERROR, text.bytes, text.size);
    text_free(&text);
}

/* --- copies --- */

/* A copy of the game at hand to work on. It knows of agents that they are there and no more, so that what
 * they hide stays hidden. */
static bool copy_game(struct game *to, const struct game *from)
{
    if (game_open(to, &from->record, NULL))
        return false;
    to->record.outcome = from->record.outcome;
    for (enum side side = RED; side <= BLUE; side++) {
        to->player[side].is_agent = from->player[side].is_agent;
        to->hides[side] = from->hides[side];
    }
    return true;
}

struct background_command *background_command_new(const struct session *session, const char *line,
                                                  const struct wake *wake)
{
    struct background_command *background = memory_new(1, sizeof *background);
    background->job.run = run;
    background->line = memory_text(line);
    background->wake = wake;
    pthread_mutex_init(&background->lock, NULL);
    background->session = (struct session){
        .commands = session->commands, .library = session->library, .ladders = session->ladders,
        .seed = session->seed, .has_seed = session->has_seed, .jobs = session->jobs,
        .interactive = session->interactive, .on_screen = true,
        .screen_seed = session->seed, .screen_key = session->screen_key,
        .write = write_answer, .context = background, .progress = show_progress, .notice = write_notice,
        .stop = &background->job.stop,
    };
    settings_copy(&background->session.settings, &session->settings);
    settings_copy(&background->before, &session->settings);
    background->session.profiles = session_copy_profiles(session);
    background->session.profile_count = session->profile_count;
    background->session.profile_capacity = session->profile_count + 1;
    background->has_game = session->game && copy_game(&background->game, session->game);
    if (background->has_game) {
        background->session.game = &background->game;
        memcpy(background->note, background->game.record.note, sizeof background->note);
    }
    return background;
}

void background_command_take(struct background_command *background, struct text *output,
                             char progress[BACKGROUND_PROGRESS])
{
    pthread_mutex_lock(&background->lock);
    text_append(output, text_string(&background->output), background->output.size);
    text_clear(&background->output);
    if (background->dropped) {
        text_printf(output, "%s%c(some of the answer is left out: '> FILE' keeps all of it)\n",
                    background->kind ? "\n" : "", LINE_NOTICE);
        background->kind = 0;
    }
    background->dropped = false;
    memcpy(progress, background->progress, BACKGROUND_PROGRESS);
    pthread_mutex_unlock(&background->lock);
}

/* --- what it changed --- */

static unsigned join_options(struct background_command *background, struct session *session)
{
    struct session *own = &background->session;
    unsigned did = own->reloads ? BACKGROUND_SET | BACKGROUND_RELOADED : 0;
    for (size_t i = 0; i < own->settings.count; i++) {
        if (settings_same(&own->settings, &background->before, (int)i) &&
            strcmp(own->settings.origins[i], background->before.origins[i]) == 0)
            continue;
        settings_take(&session->settings, &own->settings, (int)i);
        did |= BACKGROUND_SET;
    }
    if (own->profile_count != session->profile_count)
        did |= BACKGROUND_SET;
    struct session other = *session;
    session->profiles = own->profiles;
    session->profile_count = own->profile_count;
    session->profile_capacity = own->profile_capacity;
    own->profiles = other.profiles;
    own->profile_count = other.profile_count;
    own->profile_capacity = other.profile_capacity;
    return did;
}

static unsigned join_notes(struct background_command *background, struct game *game)
{
    unsigned did = 0;
    for (int number = 0; number < PIECES; number++) {
        int square = record_start_square(&background->game.record, number);
        if (square == SQUARE_NONE || background->game.record.note[square] == background->note[square])
            continue;
        game_note(game, number, background->game.record.note[square]);
        did = BACKGROUND_NOTED;
    }
    return did;
}

/* Whether both would be written as the same file. */
static bool is_same_file(const struct record *a, const struct record *b)
{
    struct text one = {0}, other = {0};
    game_write(a, &one);
    game_write(b, &other);
    bool same = strcmp(text_string(&one), text_string(&other)) == 0;
    text_free(&one);
    text_free(&other);
    return same;
}

unsigned background_command_join(struct background_command *background, struct session *session)
{
    unsigned did = join_options(background, session);
    if (background->has_game && session->game &&
        records_agree(&background->game.record, &session->game->record, 0))
        did |= join_notes(background, session->game);
    if (background->has_game && background->session.saved && session->game &&
        is_same_file(&background->game.record, &session->game->record))
        did |= BACKGROUND_SAVED;
    if (background->session.quit)
        did |= BACKGROUND_QUIT;
    return did;
}

void background_command_free(struct background_command *background)
{
    struct session *own = &background->session;
    if (own->loaded)
        session_drop_game(own);
    session_free_profiles(own->profiles, own->profile_count);
    settings_free(&own->settings);
    settings_free(&background->before);
    if (background->has_game)
        game_end(&background->game);
    text_free(&background->output);
    free(background->line);
    pthread_mutex_destroy(&background->lock);
    free(background);
}
