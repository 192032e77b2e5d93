/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pane.h"

#include "agent/screen_option.h"
#include "base/clock.h"
#include "base/memory.h"
#include "console/line_edit.h"
#include "console/typed.h"
#include "game/notation.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

enum {
    TRANSCRIPT_MAX = 1 << 19, /* max bytes of the transcript */
    WAITING_MAX = 1 << 16,    /* max bytes of queued lines */
    BYTE_WAITING = -1,        /* no byte is available */
    BYTE_MISSED = -2,         /* readline has read more bytes than were available */
    LISTING_GAP = 2,          /* columns between completions */
};

/* State for readline's callbacks, which get no context argument. At most one pane is open. */
static struct {
    struct tui *tui;
    const struct line_user *before; /* the previous user of readline */
    int byte;                       /* the next byte for readline; BYTE_WAITING, BYTE_MISSED: none */
    bool no_completions;            /* the last Tab found no completion */
    struct typed_letters typed;     /* bytes of an incomplete character */
    bool entered;                   /* the last key entered a line */
} typing;

/* --- the transcript --- */

/* Deletes the first `size` bytes of a text. */
static void delete_start(struct text *text, size_t size)
{
    struct text rest = {0};
    text_append(&rest, text->bytes + size, text->size - size);
    text_free(text);
    *text = rest;
}

/* Removes and returns the first line of a text, without its newline. The caller frees it. */
static char *pop_first_line(struct text *text)
{
    size_t size = strcspn(text->bytes, "\n");
    char *line = memory_text(text->bytes);
    line[size] = '\0';
    delete_start(text, size + (text->bytes[size] == '\n'));
    return line;
}

/* Deletes the oldest lines if the transcript is too long. */
static void trim_transcript(struct pane *pane)
{
    struct text *text = &pane->transcript;
    if (text->size <= TRANSCRIPT_MAX)
        return;
    const char *from = memchr(text->bytes + text->size - TRANSCRIPT_MAX, '\n', TRANSCRIPT_MAX);
    size_t cut = from ? (size_t)(from + 1 - text->bytes) : text->size;
    delete_start(text, cut);
    pane->last_entry = pane->last_entry > cut ? pane->last_entry - cut : 0;
}

/* Appends a line of a kind (LINE_*) to the transcript; tabs become spaces. */
static void append_pane_line(struct pane *pane, char kind, const char *line)
{
    if (pane->transcript.size && pane->transcript.bytes[pane->transcript.size - 1] != '\n')
        text_add(&pane->transcript, "\n");
    text_append(&pane->transcript, &kind, 1);
    text_add_untabbed(&pane->transcript, line, strlen(line), TEXT_STOPS, &(int){0});
    text_add(&pane->transcript, "\n");
}

/* Adds an error of line editing to the transcript. */
static void print_error(struct session *session, const struct error *error)
{
    (void)session;
    append_pane_line(&typing.tui->pane, LINE_ERROR, error->text);
}

/* --- commands --- */

void pane_print(struct tui *tui, bool is_error, const char *text)
{
    append_pane_line(&tui->pane, is_error ? LINE_ERROR : LINE_NOTICE, text);
}

void pane_print_message(struct tui *tui)
{
    if (tui->pane.open && tui->message[0])
        pane_print(tui, tui->message_is_error, tui->message);
}

/* Acts on a line that is a move (or "move e4-e5"), or a word that acts on the game as its key does. Returns
 * false for other lines, which are commands. */
static bool act_on_game(struct tui *tui, const char *line)
{
    static const struct {
        const char *word;
        enum action action;
    } words[] = {
        {"draw", ACTION_DRAW},     {"now", ACTION_MOVE_NOW}, {"redo", ACTION_REDO}, {"resign", ACTION_RESIGN},
        {"review", ACTION_REVIEW}, {"undo", ACTION_TAKE_BACK},
    };
    line += strspn(line, " \t");
    size_t size = strlen(line);
    while (size && line[size - 1] == ' ')
        size--;
    const char *move = strncmp(line, "move ", strlen("move ")) == 0 ? line + strlen("move ") : line;
    const char *square = move;
    bool found = tui->screen == &game_screen && square_read(&square, session_notation(tui->session)) >= 0;
    if (found) {
        message_clear(tui);
        found = game_play_line(tui, move);
        if (found && !tui->message_is_error)
            return true; /* what came of the move is printed when it is shown */
    }
    for (size_t i = 0; i < sizeof words / sizeof *words && !found && tui->screen == &game_screen; i++) {
        found = strlen(words[i].word) == size && strncmp(line, words[i].word, size) == 0;
        if (!found)
            continue;
        message_clear(tui);
        if (game_handle_action(tui, words[i].action) & GO_REVIEW) {
            tui->screen = &review_screen;
            tui->screen->enter(tui);
            return true;
        }
    }
    if (found)
        pane_print_message(tui);
    return found;
}

/* Adds an entered line to the transcript. Acts on the game if the line does so; otherwise starts its command
 * in the background. */
static void run_line(struct tui *tui, const char *line)
{
    struct pane *pane = &tui->pane;
    struct text entered = {0};
    screen_pass_shown(tui);
    prompt_write(tui->session, &entered);
    text_add(&entered, line);
    trim_transcript(pane);
    append_pane_line(pane, LINE_ENTERED, text_string(&entered));
    text_free(&entered);
    /* The view starts at this line. */
    const char *last = pane->transcript.bytes + pane->transcript.size - 1;
    while (last > pane->transcript.bytes && last[-1] != '\n')
        last--;
    pane->last_entry = (size_t)(last - pane->transcript.bytes);
    pane->scroll = 0;
    pane->stopping = false;
    pane->progress[0] = '\0';
    if (!line[strspn(line, " \t")] || act_on_game(tui, line))
        return;
    pane->started_at = clock_now();
    pane->running = background_command_new(tui->session, line, &tui->wake);
    worker_post(&pane->worker, &pane->running->job);
}

/* Runs the first queued line if no command is running and no prompt is open. */
static void run_queued(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    while (!pane->running && pane->queued.size && tui->prompt.question == QUESTION_NONE) {
        char *line = pop_first_line(&pane->queued);
        run_line(tui, line);
        free(line);
    }
}

/* Returns whether a command has changed an option of the group `screen`. */
static bool has_changed_screen(const struct background_command *background)
{
    const struct settings *after = &background->session.settings;
    for (size_t i = 0; i < after->count; i++) {
        const struct option_group *group;
        settings_option(after, (int)i, &group);
        if (group == &screen_group && !settings_same(after, &background->before, (int)i))
            return true;
    }
    return false;
}

/* Closes the pane and gives readline back to its previous user. The transcript stays. */
static void close_pane(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    if (!pane->open)
        return;
    pane->open = false;
    text_clear(&pane->listing);
    text_clear(&pane->pasted);
    rl_callback_sigcleanup();
    rl_replace_line("", 1);
    rl_callback_handler_remove();
    line_edit_set_user(typing.before);
    if (!typing.before)
        line_edit_end();
    typing.tui = NULL;
}

/* Takes over the changes of the finished command, and updates the game and the panels. */
static void finish_command(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    bool screen_changed = has_changed_screen(pane->running);
    unsigned did = background_command_join(pane->running, tui->session);
    background_command_free(pane->running);
    pane->running = NULL;
    tui->reload_due |= (did & BACKGROUND_RELOADED) != 0;
    if (did & BACKGROUND_SET) { /* the last results used the old options */
        analyst_forget(&tui->analyst);
        adviser_forget(&tui->adviser);
    }
    if (screen_changed)
        preferences_apply(tui);
    if (did & BACKGROUND_NOTED)
        local_game_note_changed(&tui->local);
    if (did & BACKGROUND_SAVED)
        tui->local.end.unsaved = false;
    if (did & BACKGROUND_QUIT) {
        text_clear(&pane->queued);
        close_pane(tui);
    }
    panels_update(tui);
}

void pane_advance(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    struct job *done;
    if (!pane->ready)
        return;
    if (pane->running)
        background_command_take(pane->running, &pane->transcript, pane->progress);
    while ((done = worker_take(&pane->worker))) {
        struct background_command *background = (void *)done;
        if (background != pane->running) {
            background_command_free(background); /* its game was left */
            continue;
        }
        background_command_take(background, &pane->transcript, pane->progress);
        finish_command(tui);
    }
    trim_transcript(pane);
    reload_opponent(tui);
    run_queued(tui);
}

bool pane_is_busy(const struct tui *tui)
{
    return tui->pane.running;
}

/* Sets the stop flag of the running command and drops queued lines. */
static void stop_command(struct pane *pane)
{
    atomic_store(&pane->running->job.stop, true);
    pane->stopping = true;
    text_clear(&pane->queued);
}

void pane_leave(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    if (!pane->ready)
        return;
    if (pane->running)
        stop_command(pane);
    pane->running = NULL;
    text_clear(&pane->queued);
    close_pane(tui);
}

void pane_erase(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    pane_leave(tui);
    if (pane->turn_lines.count)
        line_edit_restore_history();
    string_list_free(&pane->turn_lines);
    text_clear(&pane->transcript);
    text_clear(&pane->listing);
    pane->last_entry = 0;
    pane->scroll = 0;
}

/* Frees a command that was not collected. */
static void drop_background_command(struct job *job)
{
    background_command_free((struct background_command *)(void *)job);
}

void pane_free(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    if (!pane->ready)
        return;
    pane_leave(tui);
    worker_free(&pane->worker, drop_background_command);
    text_free(&pane->queued);
    text_free(&pane->pasted);
    string_list_free(&pane->turn_lines);
    text_free(&pane->transcript);
    text_free(&pane->listing);
    *pane = (struct pane){0};
}

/* --- readline --- */

/* Readline callback: queues an entered line (NULL: end of input) and adds it to the history. */
static void queue_line(char *line)
{
    struct pane *pane = &typing.tui->pane;
    const struct local_game *local = &typing.tui->local;
    typing.entered = line != NULL;
    if (line && pane->queued.size + strlen(line) < WAITING_MAX) {
        /* If two people play at this terminal, one must not see the lines of the other: keeps them out of the
         * saved history. */
        if (local->has_game && local_game_seating(local) == SEATING_TWO && !local_game_over(local)) {
            line_edit_add_unsaved(line);
            string_list_add(&pane->turn_lines, line);
        } else {
            line_edit_add(line);
        }
        text_printf(&pane->queued, "%s\n", line);
    }
    free(line);
}

/* Returns the next byte; it is readline's callback. If readline needs more bytes than there are, returns
 * first Ctrl-G, which ends its current operation, then the end of input. */
static int next_byte(FILE *in)
{
    int byte = typing.byte;
    (void)in;
    typing.byte = byte >= 0 ? BYTE_WAITING : BYTE_MISSED;
    return byte >= 0 ? byte : byte == BYTE_WAITING ? CONTROL('G') : EOF;
}

/* Readline callback: does nothing, because the next frame draws the line. */
static void redisplay(void)
{
}

/* Returns the part of a path after the last '/', not counting one at its end. */
static const char *last_path_part(const char *text)
{
    size_t at = strlen(text);
    at -= at > 0;
    while (at && text[at - 1] != '/')
        at--;
    return text + at;
}

/* Readline callback: lists the completions in columns, downwards. `common`: bytes that all have in common. */
static void show_completions(const struct completions *completions, size_t common)
{
    struct tui *tui = typing.tui;
    struct text *out = &tui->pane.listing;
    typing.no_completions = !completions->count;
    int widest = 0;
    /* If all are paths in one folder, only their last parts are shown. */
    bool files = common && memchr(completions->items[0].text, '/', common);
    for (size_t i = 0; i < completions->count; i++) {
        const char *text = completions->items[i].text;
        int width = canvas_width(&tui->canvas, files ? last_path_part(text) : text);
        widest = width > widest ? width : widest;
    }
    int columns = tui->canvas.cols / (widest + LISTING_GAP);
    size_t across = columns > 1 ? (size_t)columns : 1;
    size_t lines = (completions->count + across - 1) / across;
    tui->pane.scroll = 0;
    for (size_t line = 0; line < lines; line++) {
        text_printf(out, "%c", LINE_NOTICE);
        for (size_t i = line; i < completions->count; i += lines) {
            const char *text = completions->items[i].text, *part = files ? last_path_part(text) : text;
            int pad = i + lines < completions->count ? widest + LISTING_GAP - canvas_width(&tui->canvas, part)
                                                     : 0;
            text_printf(out, "%s%*s", part, pad, "");
        }
        text_add(out, "\n");
    }
}

/* The pane as a user of readline. */
static struct line_user readline_user = {
    .complain = print_error, .list = show_completions, .next_key = next_byte, .redisplay = redisplay,
};

void pane_open(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    if (pane->open)
        return;
    if (!pane->ready)
        worker_init(&pane->worker, &tui->wake);
    pane->ready = pane->open = true;
    pane->scroll = 0;
    typing.tui = tui;
    typing.byte = BYTE_WAITING;
    typing.typed = (struct typed_letters){0};
    readline_user.session = tui->session;
    typing.before = line_edit_set_user(&readline_user);
    /* Adds the lines of this turn to the history again, because closing the pane deletes them. */
    for (size_t i = 0; i < pane->turn_lines.count; i++)
        line_edit_add_unsaved(pane->turn_lines.items[i]);
    rl_callback_handler_install("", queue_line);
    message_clear(tui);
}

/* Gives readline bytes, as long as the pane stays open. */
static void feed_bytes(const char *bytes)
{
    for (; *bytes && typing.tui && typing.tui->pane.open; bytes++) {
        typing.byte = (unsigned char)*bytes;
        line_edit_read();
    }
}

/* Inserts the next pasted line into the input line. */
static void insert_next_pasted(struct pane *pane)
{
    if (!pane->pasted.size)
        return;
    char *line = pop_first_line(&pane->pasted);
    rl_insert_text(line);
    free(line);
}

size_t pane_count_pasted(const struct pane *pane)
{
    size_t count = 0;
    for (const char *next = text_string(&pane->pasted); *next; count++) {
        next += strcspn(next, "\n");
        next += *next == '\n';
    }
    return count;
}

void pane_paste(struct tui *tui, const char *text)
{
    struct pane *pane = &tui->pane;
    bool had_pasted = pane_count_pasted(pane) > 0;
    text_clear(&pane->listing);
    while (*text) {
        size_t size = strcspn(text, "\r\n");
        if (size) {
            text_line(&pane->pasted, text, size);
            text_add(&pane->pasted, "\n");
        }
        text += size + strspn(text + size, "\r\n");
    }
    if (!had_pasted)
        insert_next_pasted(pane);
}

/* Returns the bytes that a terminal sends for a key of curses. NULL for a key that readline does not use. */
static const char *terminal_sequence(int key)
{
    static const struct {
        int key;
        const char *bytes;
    } table[] = {
        {KEY_UP, "\033[A"},     {KEY_DOWN, "\033[B"},  {KEY_RIGHT, "\033[C"}, {KEY_LEFT, "\033[D"},
        {KEY_HOME, "\033[H"},   {KEY_END, "\033[F"},   {KEY_DC, "\033[3~"},   {KEY_BACKSPACE, "\177"},
        {KEY_ENTER, "\r"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].key == key)
            return table[i].bytes;
    return NULL;
}

/* Handles Ctrl-C: stops the running command and drops the line, also during a search in the history. */
static void interrupt(struct pane *pane)
{
    if (pane->running)
        stop_command(pane);
    text_clear(&pane->pasted);
    rl_callback_sigcleanup();
    rl_replace_line("", 1);
    rl_callback_handler_remove(); /* also moves to the end of the history */
    rl_callback_handler_install("", queue_line);
    pane->scroll = 0;
}

/* Closes the pane; the message line, which it had cleared, shows what the person can do. */
static void close_by_key(struct tui *tui)
{
    close_pane(tui);
    if (!tui->message[0])
        game_show_instructions(tui);
}

/* Handles Escape: closes the pane. If a byte follows at once, it is the terminal's Alt key and goes to
 * readline. Any other key that follows is handled by itself. */
static void handle_escape(struct tui *tui)
{
    int next = terminal_key(&tui->terminal);
    if (next > 0 && next <= UINT8_MAX && next != KEY_ESCAPE) {
        feed_bytes((const char[]){KEY_ESCAPE, (char)next, '\0'});
        return;
    }
    close_by_key(tui);
    if (next >= 0)
        terminal_unget_key(next);
}

/* Gives readline a key: the sequence `bytes` of a special key. If `bytes` is NULL, gives `key` as a byte of
 * text, once its character is complete. */
static void feed_key(int key, const char *bytes)
{
    struct text text = {0};
    if (bytes) {
        typed_finish(&typing.typed, &text);
        text_add(&text, bytes);
    } else {
        typed_add_byte(&typing.typed, (char)key, &text);
    }
    feed_bytes(text_string(&text));
    text_free(&text);
}

unsigned pane_handle_key(struct tui *tui, int key)
{
    struct pane *pane = &tui->pane;
    const char *bytes = terminal_sequence(key);
    if (key == KEY_PPAGE || key == KEY_NPAGE) {
        pane_scroll_pages(tui, key == KEY_PPAGE ? -1 : 1);
        return 0;
    }
    text_clear(&pane->listing);
    typing.no_completions = typing.entered = false;
    if (key == CONTROL('C'))
        interrupt(pane);
    else if (key == KEY_ESCAPE)
        handle_escape(tui);
    else if (key == CONTROL('D') && rl_end == 0)
        close_by_key(tui);
    else if (bytes || (key > 0 && key <= UINT8_MAX))
        feed_key(key, bytes);
    else
        return DID_NOTHING;
    if (typing.entered && pane->open)
        insert_next_pasted(pane);
    run_queued(tui);
    /* Tab without completions beeps. */
    return typing.no_completions ? DID_NOTHING : 0;
}
