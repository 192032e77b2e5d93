/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pane.h"

#include "agent/screen_option.h"
#include "base/clock.h"
#include "base/memory.h"
#include "console/line_edit.h"
#include "console/prompt.h"
#include "console/typed.h"
#include "tui/reload.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

enum {
    TRANSCRIPT_MAX = 1 << 19, /* bytes of the transcript that are kept */
    WAITING_MAX = 1 << 16,
    BYTE_WAITING = -1,
    BYTE_MISSED = -2,    /* readline has asked for more than there is */
    LISTING_GAP = 2,
};

/* readline calls back without a context of ours; one pane at most is open. */
static struct {
    struct tui *tui;
    const struct line_user *before; /* whose readline was */
    int byte;                       /* that readline is to take; BYTE_WAITING, BYTE_MISSED: none */
    bool no_completions;            /* there was nothing to complete */
    struct typed_letters typed;     /* bytes of a character that is not whole yet */
    bool entered;                   /* a line was entered by the last key */
} typing;

/* --- the transcript --- */

/* Drops the first bytes of a text. */
static void delete_start(struct text *text, size_t size)
{
    struct text rest = {0};
    text_append(&rest, text->bytes + size, text->size - size);
    text_free(text);
    *text = rest;
}

/* Takes the first line off a text that has one. The caller frees it. */
static char *pop_first_line(struct text *text)
{
    size_t size = strcspn(text->bytes, "\n");
    char *line = memory_text(text->bytes);
    line[size] = '\0';
    delete_start(text, size + (text->bytes[size] == '\n'));
    return line;
}

/* Drops the oldest lines where there are too many. */
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

static void add_line(struct pane *pane, char kind, const char *line)
{
    if (pane->transcript.size && pane->transcript.bytes[pane->transcript.size - 1] != '\n')
        text_add(&pane->transcript, "\n");
    text_append(&pane->transcript, &kind, 1);
    text_add_untabbed(&pane->transcript, line, strlen(line), TEXT_STOPS, &(int){0});
    text_add(&pane->transcript, "\n");
}

static void print_error(struct session *session, const struct error *error)
{
    (void)session;
    add_line(&typing.tui->pane, LINE_ERROR, error->text);
}

/* --- commands --- */

static void run_line(struct tui *tui, const char *line)
{
    struct pane *pane = &tui->pane;
    struct text entered = {0};
    prompt_text(tui->session, &entered);
    text_add(&entered, line);
    trim_transcript(pane);
    add_line(pane, LINE_ENTERED, text_string(&entered));
    text_free(&entered);
    const char *last = pane->transcript.bytes + pane->transcript.size - 1;
    while (last > pane->transcript.bytes && last[-1] != '\n')
        last--;
    pane->last_entry = (size_t)(last - pane->transcript.bytes);
    pane->scroll = 0;
    pane->stopping = false;
    pane->progress[0] = '\0';
    if (!line[strspn(line, " \t")])
        return;
    pane->started_at = clock_now();
    pane->running = background_command_new(tui->session, line, &tui->wake);
    worker_post(&pane->worker, &pane->running->job);
}

/* Runs the first line that waits. */
static void run_queued(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    while (!pane->running && pane->queued.size && tui->prompt.question == QUESTION_NONE) {
        char *line = pop_first_line(&pane->queued);
        run_line(tui, line);
        free(line);
    }
}

void pane_print(struct tui *tui, bool is_error, const char *text)
{
    add_line(&tui->pane, is_error ? LINE_ERROR : LINE_NOTICE, text);
}

/* Whether a command set one of the options of how the screen looks. */
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

/* Puts what a command changed into the game and the panels. */
static void finish_command(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    bool look = has_changed_screen(pane->running);
    unsigned did = background_command_join(pane->running, tui->session);
    background_command_free(pane->running);
    pane->running = NULL;
    tui->reload_due |= (did & BACKGROUND_RELOADED) != 0;
    if (did & BACKGROUND_SET) { /* what was answered holds the old numbers */
        analyst_forget(&tui->analyst);
        adviser_forget(&tui->adviser);
    }
    if (look)
        preferences_apply(tui);
    if (did & BACKGROUND_NOTED)
        local_game_noted(&tui->local);
    if (did & BACKGROUND_SAVED)
        tui->local.end.unsaved = false;
    if (did & BACKGROUND_QUIT) {
        text_clear(&pane->queued);
        pane_close(tui);
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
            background_command_free(background); /* of a game that was left */
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
    pane_close(tui);
}

void pane_erase(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    pane_leave(tui);
    if (pane->turn_lines.size)
        line_edit_forget();
    text_clear(&pane->turn_lines);
    text_clear(&pane->transcript);
    text_clear(&pane->listing);
    pane->last_entry = 0;
    pane->scroll = 0;
}

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
    text_free(&pane->turn_lines);
    text_free(&pane->transcript);
    text_free(&pane->listing);
    *pane = (struct pane){0};
}

/* --- readline --- */

static void line_entered(char *line)
{
    struct pane *pane = &typing.tui->pane;
    const struct local_game *local = &typing.tui->local;
    typing.entered = line != NULL;
    if (line && pane->queued.size + strlen(line) < WAITING_MAX) {
        /* Two people take turns at this terminal: the lines of one are not the other's to see. */
        if (local->taken && local_game_seating(local) == SEATING_TWO && !local_game_over(local)) {
            line_edit_keep_here(line);
            text_printf(&pane->turn_lines, "%s\n", line);
        } else {
            line_edit_keep(line);
        }
        text_printf(&pane->queued, "%s\n", line);
    }
    free(line);
}

/* Where readline asks for more bytes than there are, Ctrl-G ends what it is at, or else the end of input. */
static int next_byte(FILE *in)
{
    int byte = typing.byte;
    (void)in;
    typing.byte = byte >= 0 ? BYTE_WAITING : BYTE_MISSED;
    return byte >= 0 ? byte : byte == BYTE_WAITING ? CONTROL('G') : EOF;
}

/* The next frame draws the line. */
static void redisplay(void)
{
}

/* How much of a name of a file is shown: what stands behind the last '/' but one at its end. */
static const char *last_path_part(const char *text)
{
    size_t at = strlen(text);
    at -= at > 0;
    while (at && text[at - 1] != '/')
        at--;
    return text + at;
}

/* Sets completions in columns, as wide as the screen. */
static void show_completions(const struct completions *completions, size_t common)
{
    struct tui *tui = typing.tui;
    struct text *out = &tui->pane.listing;
    typing.no_completions = !completions->count;
    int widest = 0;
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

static struct line_user readline_user = {
    .complain = print_error, .list = show_completions, .take_key = next_byte, .redisplay = redisplay,
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
    typing.before = line_edit_use(&readline_user);
    /* The history gets the lines of this turn again: it is forgotten where the pane is closed. */
    for (size_t at = 0; at < pane->turn_lines.size;) {
        size_t size = strcspn(pane->turn_lines.bytes + at, "\n");
        char *line = memory_text(pane->turn_lines.bytes + at);
        line[size] = '\0';
        line_edit_keep_here(line);
        free(line);
        at += size + 1;
    }
    rl_callback_handler_install("", line_entered);
    message_clear(tui);
}

void pane_close(struct tui *tui)
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
    line_edit_use(typing.before);
    if (!typing.before)
        line_edit_end();
    typing.tui = NULL;
}

static void feed_bytes(const char *bytes)
{
    for (; *bytes && typing.tui && typing.tui->pane.open; bytes++) {
        typing.byte = (unsigned char)*bytes;
        line_edit_read();
    }
}

/* Puts the first of the pasted lines on the line that is typed. */
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
    for (const char *at = text_string(&pane->pasted); *at; count++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return count;
}

void pane_paste(struct tui *tui, const char *text)
{
    struct pane *pane = &tui->pane;
    bool before = pane_count_pasted(pane) > 0;
    text_clear(&pane->listing);
    while (*text) {
        size_t size = strcspn(text, "\r\n");
        if (size) {
            text_line(&pane->pasted, text, size);
            text_add(&pane->pasted, "\n");
        }
        text += size + strspn(text + size, "\r\n");
    }
    if (!before)
        insert_next_pasted(pane);
}

/* What a terminal sends for a key of curses; NULL: nothing that readline knows. */
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

/* Ctrl-C: stops the command, or drops the line, in a search in the history too. */
static void interrupt(struct pane *pane)
{
    if (pane->running)
        stop_command(pane);
    text_clear(&pane->pasted);
    rl_callback_sigcleanup();
    rl_replace_line("", 1);
    rl_callback_handler_remove(); /* the history is at its end again */
    rl_callback_handler_install("", line_entered);
    pane->scroll = 0;
}

/* Escape closes it, but with a byte right behind it is the terminal's Alt key. Whatever else came with
 * it, on a slow line a second Escape too, stands for itself. */
static void handle_escape(struct tui *tui)
{
    int next = terminal_key(&tui->terminal);
    if (next > 0 && next <= UINT8_MAX && next != KEY_ESCAPE) {
        feed_bytes((const char[]){KEY_ESCAPE, (char)next, '\0'});
        return;
    }
    pane_close(tui);
    if (next >= 0)
        terminal_unget_key(next);
}

/* Gives readline a key: bytes of text as whole characters, and else what a terminal sends for it. */
static void feed_key(int key, const char *bytes)
{
    struct text text = {0};
    if (bytes) {
        typed_end(&typing.typed, &text);
        text_add(&text, bytes);
    } else {
        typed_byte(&typing.typed, (char)key, &text);
    }
    feed_bytes(text_string(&text));
    text_free(&text);
}

unsigned pane_key(struct tui *tui, int key)
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
        pane_close(tui);
    else if (bytes || (key > 0 && key <= UINT8_MAX))
        feed_key(key, bytes);
    else
        return DID_NOTHING;
    if (typing.entered && pane->open)
        insert_next_pasted(pane);
    run_queued(tui);
    return typing.no_completions ? DID_NOTHING : 0;
}
