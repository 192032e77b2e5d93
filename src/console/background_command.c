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

/* --- output of the command --- */

/* Returns the distance of tab stops that aligns these lines: a multiple of TEXT_STOPS above the width of
 * the longest text before a tab, at most STOPS_MAX columns. */
static int find_stops(const char *bytes, size_t size)
{
    enum { STOPS_MAX = 5 * TEXT_STOPS };
    int stops = TEXT_STOPS;
    for (size_t start = 0, end = 0; end < size; end++) {
        if (bytes[end] == '\t') {
            int columns = utf8_columns(bytes + start, end - start);
            while (stops <= columns && stops < STOPS_MAX)
                stops += TEXT_STOPS;
        }
        if (bytes[end] == '\t' || bytes[end] == '\n')
            start = end + 1;
    }
    return stops;
}

/* Appends bytes of one kind; the caller holds the lock. Writes the kind as the first byte of each line and
 * replaces tabs by blanks. background->kind is the kind of the unfinished last line; 0: there is none. */
static void add_output(struct background_command *background, char kind, const char *bytes, size_t size)
{
    struct text *output = &background->output;
    int tab_stops = find_stops(bytes, size);
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
        text_add_untabbed(output, bytes, line, tab_stops, &background->column);
        background->kind = end ? 0 : kind;
        bytes += line;
        size -= line;
    }
}

/* Appends bytes of one kind from the command's thread and signals the screen. Drops them if more than
 * BACKGROUND_OUTPUT_MAX bytes would wait. */
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

/* Returns the background command that a session belongs to, for callbacks that get only the session. */
static struct background_command *command_of(struct session *session)
{
    char *start = (char *)session - offsetof(struct background_command, session);
    return (struct background_command *)(void *)start;
}

/* Receives the command's output (session.write). */
static void write_answer(void *context, const char *bytes, size_t size)
{
    write_kind(context, LINE_ANSWER, bytes, size);
}

/* Receives a notice (session.notice) and appends it as a line. */
static void write_notice(struct session *session, const char *line)
{
    struct text text = {0};
    text_printf(&text, "%s\n", line);
    write_kind(command_of(session), LINE_NOTICE, text.bytes, text.size);
    text_free(&text);
}

/* Stores the first of the progress lines (session.progress) for the screen. */
static void show_progress(struct session *session, const char *lines)
{
    struct background_command *background = command_of(session);
    pthread_mutex_lock(&background->lock);
    snprintf(background->progress, sizeof background->progress, "%.*s", (int)strcspn(lines, "\n"), lines);
    pthread_mutex_unlock(&background->lock);
    wake_ring_seldom(background->wake, &background->last_signal);
}

/* Runs the command line on the worker's thread and appends its error, if any. */
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

/* Copies a game for the command to work on. Copies whether a side has an agent but not the agent itself, so
 * that the agent's hidden pieces stay hidden. */
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
        .back = session->back, .seated = session->seated, .seat = session->seat,
        .screen_seed = session->seed, .screen_key = session->screen_key,
        .write = write_answer, .context = background, .progress = show_progress, .notice = write_notice,
        .stop = &background->job.stop,
    };
    if (session->shown_file)
        background->session.shown_file = background->file = memory_text(session->shown_file);
    settings_copy(&background->session.settings, &session->settings);
    settings_copy(&background->before, &session->settings);
    string_list_copy(&background->session.profiles, &session->profiles);
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

/* --- changes of the command --- */

/* Copies the options that the command changed into the session and exchanges the lists of profiles. Returns
 * BACKGROUND_ bits. */
static unsigned join_options(struct background_command *background, struct session *session)
{
    struct session *from = &background->session;
    unsigned changes = from->reloads ? BACKGROUND_SET | BACKGROUND_RELOADED : 0;
    for (size_t i = 0; i < from->settings.count; i++) {
        if (settings_same(&from->settings, &background->before, (int)i) &&
            strcmp(from->settings.origins[i], background->before.origins[i]) == 0)
            continue;
        settings_copy_option(&session->settings, &from->settings, (int)i);
        changes |= BACKGROUND_SET;
    }
    if (from->profiles.count != session->profiles.count)
        changes |= BACKGROUND_SET;
    struct string_list old = session->profiles;
    session->profiles = from->profiles;
    from->profiles = old;
    return changes;
}

/* Copies the notes that the command changed into the game. Returns BACKGROUND_NOTED if there were any. */
static unsigned join_notes(struct background_command *background, struct game *game)
{
    unsigned changes = 0;
    for (int number = 0; number < PIECES; number++) {
        int square = record_start_square(&background->game.record, number);
        if (square == SQUARE_NONE || background->game.record.note[square] == background->note[square])
            continue;
        game_note(game, number, background->game.record.note[square]);
        changes = BACKGROUND_NOTED;
    }
    return changes;
}

/* Returns whether both records would be written as the same file. */
static bool is_same_file(const struct record *a, const struct record *b)
{
    struct text text_a = {0}, text_b = {0};
    game_write(a, &text_a);
    game_write(b, &text_b);
    bool same = strcmp(text_string(&text_a), text_string(&text_b)) == 0;
    text_free(&text_a);
    text_free(&text_b);
    return same;
}

unsigned background_command_join(struct background_command *background, struct session *session)
{
    /* Notes belong to start squares: for them the games need only the same start, without any moves. */
    enum { NO_MOVES = 0 };
    unsigned changes = join_options(background, session);
    if (background->has_game && session->game &&
        records_agree(&background->game.record, &session->game->record, NO_MOVES))
        changes |= join_notes(background, session->game);
    /* The game counts as saved only if nothing at all has changed since the command wrote it. */
    if (background->has_game && background->session.saved && session->game &&
        is_same_file(&background->game.record, &session->game->record))
        changes |= BACKGROUND_SAVED;
    if (background->session.quit)
        changes |= BACKGROUND_QUIT;
    return changes;
}

void background_command_free(struct background_command *background)
{
    struct session *command_session = &background->session;
    if (command_session->loaded)
        session_drop_game(command_session);
    text_free(&command_session->noted);
    string_list_free(&command_session->profiles);
    settings_free(&command_session->settings);
    settings_free(&background->before);
    if (background->has_game)
        game_end(&background->game);
    text_free(&background->output);
    free(background->line);
    free(background->file);
    pthread_mutex_destroy(&background->lock);
    free(background);
}
