/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/errand.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "file/file.h"
#include "play/view_at.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what is told --- */

/* The distance of the tab stops at which these lines stand in columns: the longest text before a tab ends
 * before the first stop, unless that is too wide. */
static int find_stops(const char *bytes, size_t size)
{
    enum { STOPS_MOST = 5 * TEXT_STOPS };
    int stops = TEXT_STOPS;
    for (size_t from = 0, at = 0; at < size; at++) {
        if (bytes[at] == '\t') {
            int columns = utf8_columns(bytes + from, at - from);
            while (stops <= columns && stops < STOPS_MOST)
                stops += TEXT_STOPS;
        }
        if (bytes[at] == '\t' || bytes[at] == '\n')
            from = at + 1;
    }
    return stops;
}

/* Appends bytes of one kind, with the lock held: each line gets its kind before it, and its tabs go to stops
 * at which these lines stand in columns. */
static void tell(struct errand *errand, char kind, const char *bytes, size_t size)
{
    struct text *told = &errand->told;
    int stops = find_stops(bytes, size);
    if (errand->kind && errand->kind != kind) {
        text_add(told, "\n");
        errand->kind = 0;
        errand->column = 0;
    }
    while (size) {
        const char *end = memchr(bytes, '\n', size);
        size_t line = end ? (size_t)(end - bytes) + 1 : size;
        if (!errand->kind)
            text_append(told, &kind, 1);
        text_add_untabbed(told, bytes, line, stops, &errand->column);
        errand->kind = end ? 0 : kind;
        bytes += line;
        size -= line;
    }
}

/* The same from the command's thread. What is more than anybody reads is left out, and that is said. */
static void tell_kind(struct errand *errand, char kind, const char *bytes, size_t size)
{
    pthread_mutex_lock(&errand->lock);
    if (errand->told.size + size <= ERRAND_TOLD_MAX)
        tell(errand, kind, bytes, size);
    else
        errand->dropped = true;
    pthread_mutex_unlock(&errand->lock);
    wake_ring_seldom(errand->wake, &errand->rung);
}

/* A session's sinks get the session alone. */
static struct errand *errand_of(struct session *session)
{
    return (struct errand *)(void *)((char *)session - offsetof(struct errand, session));
}

static void write_answer(void *context, const char *bytes, size_t size)
{
    tell_kind(context, TOLD_ANSWER, bytes, size);
}

static void write_notice(struct session *session, const char *line)
{
    struct text text = {0};
    text_printf(&text, "%s\n", line);
    tell_kind(errand_of(session), TOLD_NOTICE, text.bytes, text.size);
    text_free(&text);
}

static void show_progress(struct session *session, const char *lines)
{
    struct errand *errand = errand_of(session);
    pthread_mutex_lock(&errand->lock);
    snprintf(errand->progress, sizeof errand->progress, "%.*s", (int)strcspn(lines, "\n"), lines);
    pthread_mutex_unlock(&errand->lock);
    wake_ring_seldom(errand->wake, &errand->rung);
}

/* On the worker's thread. */
static void run(struct job *job)
{
    struct errand *errand = (struct errand *)(void *)job;
    struct error error = {0};
    struct text text = {0};
    if (!command_run_inner_line(&errand->session, errand->line, &error))
        return;
    text_printf(&text, "%s\n", error.text);
    tell_kind(errand, TOLD_ERROR, text.bytes, text.size);
    text_free(&text);
}

/* --- copies --- */

/* A copy of the game at hand to work on: its agents are told no more than that they are there, so that what
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

struct errand *errand_new(const struct session *session, const char *line, const struct wake *wake)
{
    struct errand *errand = memory_new(1, sizeof *errand);
    errand->job.run = run;
    errand->line = memory_text(line);
    errand->wake = wake;
    pthread_mutex_init(&errand->lock, NULL);
    errand->session = (struct session){
        .commands = session->commands, .library = session->library, .ladders = session->ladders,
        .seed = session->seed, .has_seed = session->has_seed, .jobs = session->jobs,
        .interactive = session->interactive, .on_screen = true,
        .screen_seed = session->seed, .screen_key = session->screen_key,
        .write = write_answer, .context = errand, .progress = show_progress, .notice = write_notice,
        .stop = &errand->job.stop,
    };
    settings_copy(&errand->session.settings, &session->settings);
    settings_copy(&errand->before, &session->settings);
    errand->session.profiles = session_copy_profiles(session);
    errand->session.profile_count = session->profile_count;
    errand->session.profile_room = session->profile_count + 1;
    errand->has_game = session->game && copy_game(&errand->game, session->game);
    if (errand->has_game) {
        errand->session.game = &errand->game;
        memcpy(errand->note, errand->game.record.note, sizeof errand->note);
    }
    return errand;
}

void errand_take(struct errand *errand, struct text *told, char progress[ERRAND_PROGRESS])
{
    pthread_mutex_lock(&errand->lock);
    text_append(told, text_string(&errand->told), errand->told.size);
    text_clear(&errand->told);
    if (errand->dropped) {
        text_printf(told, "%s%c(some of the answer is left out: '> FILE' keeps all of it)\n",
                    errand->kind ? "\n" : "", TOLD_NOTICE);
        errand->kind = 0;
    }
    errand->dropped = false;
    memcpy(progress, errand->progress, ERRAND_PROGRESS);
    pthread_mutex_unlock(&errand->lock);
}

/* --- what it changed --- */

static unsigned join_options(struct errand *errand, struct session *session)
{
    struct session *own = &errand->session;
    unsigned did = own->reloads ? ERRAND_SET | ERRAND_RELOADED : 0;
    for (size_t i = 0; i < own->settings.count; i++) {
        if (settings_same(&own->settings, &errand->before, (int)i) &&
            strcmp(own->settings.origins[i], errand->before.origins[i]) == 0)
            continue;
        settings_take(&session->settings, &own->settings, (int)i);
        did |= ERRAND_SET;
    }
    if (own->profile_count != session->profile_count)
        did |= ERRAND_SET;
    struct session other = *session;
    session->profiles = own->profiles;
    session->profile_count = own->profile_count;
    session->profile_room = own->profile_room;
    own->profiles = other.profiles;
    own->profile_count = other.profile_count;
    own->profile_room = other.profile_room;
    return did;
}

static unsigned join_notes(struct errand *errand, struct game *game)
{
    unsigned did = 0;
    for (int number = 0; number < PIECES; number++) {
        int square = record_start_square(&errand->game.record, number);
        if (square == SQUARE_NONE || errand->game.record.note[square] == errand->note[square])
            continue;
        game_note(game, number, errand->game.record.note[square]);
        did = ERRAND_NOTED;
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

unsigned errand_join(struct errand *errand, struct session *session)
{
    unsigned did = join_options(errand, session);
    if (errand->has_game && session->game &&
        records_agree(&errand->game.record, &session->game->record, 0))
        did |= join_notes(errand, session->game);
    if (errand->has_game && errand->session.saved && session->game &&
        is_same_file(&errand->game.record, &session->game->record))
        did |= ERRAND_SAVED;
    if (errand->session.quit)
        did |= ERRAND_QUIT;
    return did;
}

void errand_free(struct errand *errand)
{
    struct session *own = &errand->session;
    if (own->loaded)
        session_drop_game(own);
    session_free_profiles(own->profiles, own->profile_count);
    settings_free(&own->settings);
    settings_free(&errand->before);
    if (errand->has_game)
        game_end(&errand->game);
    text_free(&errand->told);
    free(errand->line);
    pthread_mutex_destroy(&errand->lock);
    free(errand);
}
