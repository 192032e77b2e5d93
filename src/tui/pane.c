/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pane.h"

#include "agent/screen_option.h"
#include "base/clock.h"
#include "base/memory.h"
#include "console/line_edit.h"
#include "console/prompt.h"
#include "console/typed.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

enum {
    ROWS_USUAL = 8,      /* of the pane on a screen of 24 rows, with its bar and the line that is typed */
    ROWS_LEAST = 6,
    SCREEN_USUAL = 24,
    TOLD_MAX = 1 << 19,  /* bytes of what was told that are kept */
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
    bool nothing;                   /* there was nothing to complete */
    struct typed_letters typed;     /* bytes of a character that is not whole yet */
    bool entered;                   /* a line was entered by the last key */
} typing;

/* --- what is told --- */

/* Drops the oldest lines where there are too many. */
static void trim_told(struct pane *pane)
{
    struct text *told = &pane->told;
    if (told->size <= TOLD_MAX)
        return;
    const char *from = memchr(told->bytes + told->size - TOLD_MAX, '\n', TOLD_MAX);
    size_t cut = from ? (size_t)(from + 1 - told->bytes) : told->size;
    struct text rest = {0};
    text_append(&rest, told->bytes + cut, told->size - cut);
    text_free(told);
    *told = rest;
    pane->mark = pane->mark > cut ? pane->mark - cut : 0;
}

static void tell_line(struct pane *pane, char kind, const char *line)
{
    if (pane->told.size && pane->told.bytes[pane->told.size - 1] != '\n')
        text_add(&pane->told, "\n");
    text_append(&pane->told, &kind, 1);
    text_add_untabbed(&pane->told, line, strlen(line), &(int){0});
    text_add(&pane->told, "\n");
}

static void complain(struct session *session, const struct error *error)
{
    (void)session;
    tell_line(&typing.tui->pane, TOLD_ERROR, error->text);
}

/* --- commands --- */

static void begin_line(struct tui *tui, const char *line)
{
    struct pane *pane = &tui->pane;
    struct text entered = {0};
    prompt_text(tui->session, &entered);
    text_add(&entered, line);
    trim_told(pane);
    tell_line(pane, TOLD_ENTERED, text_string(&entered));
    text_free(&entered);
    const char *last = pane->told.bytes + pane->told.size - 1;
    while (last > pane->told.bytes && last[-1] != '\n')
        last--;
    pane->mark = (size_t)(last - pane->told.bytes);
    pane->scroll = 0;
    pane->stopping = false;
    pane->progress[0] = '\0';
    if (!line[strspn(line, " \t")])
        return;
    pane->since = clock_now();
    pane->running = errand_new(tui->session, line, &tui->wake);
    worker_post(&pane->worker, &pane->running->job);
}

/* Runs the first line that waits. */
static void begin_waiting(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    while (!pane->running && pane->waiting.size && tui->prompt.question == ASK_NOTHING) {
        size_t size = strcspn(pane->waiting.bytes, "\n");
        char *line = memory_text(pane->waiting.bytes);
        struct text rest = {0};
        line[size] = '\0';
        text_add(&rest, pane->waiting.bytes + size + 1);
        text_free(&pane->waiting);
        pane->waiting = rest;
        begin_line(tui, line);
        free(line);
    }
}

void pane_tell(struct tui *tui, bool alarm, const char *text)
{
    tell_line(&tui->pane, alarm ? TOLD_ERROR : TOLD_NOTICE, text);
}

/* Whether a command set one of the options of how the screen looks. */
static bool set_look(const struct errand *errand)
{
    const struct settings *after = &errand->session.settings;
    for (size_t i = 0; i < after->count; i++) {
        const struct option_group *group;
        settings_option(after, (int)i, &group);
        if (group == &screen_group && !settings_same(after, &errand->before, (int)i))
            return true;
    }
    return false;
}

/* Puts what a command changed into the game and the panels. */
static void finish_line(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    bool look = set_look(pane->running);
    unsigned did = errand_join(pane->running, tui->session);
    errand_free(pane->running);
    pane->running = NULL;
    tui->reload_due |= (did & ERRAND_RELOADED) != 0;
    if (did & ERRAND_SET) { /* what was answered holds the old numbers */
        analyst_forget(&tui->analyst);
        adviser_forget(&tui->adviser);
    }
    if (look)
        look_apply(tui);
    if (did & ERRAND_NOTED)
        local_game_noted(&tui->local);
    if (did & ERRAND_SAVED)
        tui->local.unsaved = false;
    if (did & ERRAND_QUIT) {
        text_clear(&pane->waiting);
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
        errand_take(pane->running, &pane->told, pane->progress);
    while ((done = worker_take(&pane->worker))) {
        struct errand *errand = (struct errand *)(void *)done;
        if (errand != pane->running) {
            errand_free(errand); /* of a game that was left */
            continue;
        }
        errand_take(errand, &pane->told, pane->progress);
        finish_line(tui);
    }
    trim_told(pane);
    reload_opponent(tui);
    begin_waiting(tui);
}

bool pane_is_busy(const struct tui *tui)
{
    return tui->pane.running;
}

static void stop(struct pane *pane)
{
    atomic_store(&pane->running->job.stop, true);
    pane->stopping = true;
    text_clear(&pane->waiting);
}

void pane_leave(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    if (!pane->ready)
        return;
    if (pane->running)
        stop(pane);
    pane->running = NULL;
    text_clear(&pane->waiting);
    pane_close(tui);
}

void pane_wipe(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    pane_leave(tui);
    if (pane->turn.size)
        line_edit_forget();
    text_clear(&pane->turn);
    text_clear(&pane->told);
    text_clear(&pane->listing);
    pane->mark = 0;
    pane->scroll = 0;
}

static void drop_errand(struct job *job)
{
    errand_free((struct errand *)(void *)job);
}

void pane_free(struct tui *tui)
{
    struct pane *pane = &tui->pane;
    if (!pane->ready)
        return;
    pane_leave(tui);
    worker_free(&pane->worker, drop_errand);
    text_free(&pane->waiting);
    text_free(&pane->pasted);
    text_free(&pane->turn);
    text_free(&pane->told);
    text_free(&pane->listing);
    *pane = (struct pane){0};
}

/* --- readline --- */

/* Whether two people take turns at this terminal, so that what one enters is not the other's to see. */
static bool is_shared(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    return local->taken && local_game_seating(local) == SEATING_TWO && !local_game_over(local);
}

/* Lets the history have the lines of this turn again: it is forgotten where the pane is closed. */
static void keep_turn(const struct pane *pane)
{
    for (size_t at = 0; at < pane->turn.size;) {
        size_t size = strcspn(pane->turn.bytes + at, "\n");
        char *line = memory_text(pane->turn.bytes + at);
        line[size] = '\0';
        line_edit_keep_here(line);
        free(line);
        at += size + 1;
    }
}

static void on_line(char *line)
{
    struct pane *pane = &typing.tui->pane;
    typing.entered = line != NULL;
    if (line && pane->waiting.size + strlen(line) < WAITING_MAX) {
        if (is_shared(typing.tui)) {
            line_edit_keep_here(line);
            text_printf(&pane->turn, "%s\n", line);
        } else {
            line_edit_keep(line);
        }
        text_printf(&pane->waiting, "%s\n", line);
    }
    free(line);
}

/* Where readline asks for more bytes than there are, Ctrl-G ends what it is at, or else the end of input. */
static int take_byte(FILE *in)
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
static const char *shown_part(const char *text)
{
    size_t at = strlen(text);
    at -= at > 0;
    while (at && text[at - 1] != '/')
        at--;
    return text + at;
}

/* Sets completions in columns, as wide as the screen. */
static void list(const struct completions *completions, size_t common)
{
    struct tui *tui = typing.tui;
    struct text *out = &tui->pane.listing;
    typing.nothing = !completions->count;
    int widest = 0;
    bool files = common && memchr(completions->items[0].text, '/', common);
    for (size_t i = 0; i < completions->count; i++) {
        const char *text = completions->items[i].text;
        int width = canvas_width(&tui->canvas, files ? shown_part(text) : text);
        widest = width > widest ? width : widest;
    }
    int columns = tui->canvas.cols / (widest + LISTING_GAP);
    size_t across = columns > 1 ? (size_t)columns : 1;
    size_t lines = (completions->count + across - 1) / across;
    tui->pane.scroll = 0;
    for (size_t line = 0; line < lines; line++) {
        text_printf(out, "%c", TOLD_NOTICE);
        for (size_t i = line; i < completions->count; i += lines) {
            const char *text = completions->items[i].text, *part = files ? shown_part(text) : text;
            int pad = i + lines < completions->count ? widest + LISTING_GAP - canvas_width(&tui->canvas, part)
                                                     : 0;
            text_printf(out, "%s%*s", part, pad, "");
        }
        text_add(out, "\n");
    }
}

static struct line_user user = {
    .complain = complain, .list = list, .take_key = take_byte, .redisplay = redisplay,
};

int pane_rows(const struct tui *tui, int rows)
{
    const struct pane *pane = &tui->pane;
    if (!pane->open || tui->screen != &game_screen)
        return 0;
    struct layout whole;
    layout_compute(rows, tui->canvas.cols, &whole);
    /* What is free below the board, its letters, the message and the help line. */
    int unused = rows - (whole.squares.row + whole.squares.rows + 3);
    int least = rows < SCREEN_USUAL ? ROWS_LEAST : ROWS_USUAL, wanted = rows / 3;
    int taken = unused < least ? least : unused < wanted ? unused : wanted;
    return rows - taken >= LAYOUT_LEAST_ROWS ? taken : 0;
}

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
    user.session = tui->session;
    typing.before = line_edit_use(&user);
    keep_turn(pane);
    rl_callback_handler_install("", on_line);
    say(tui, false, "%s", "");
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

static void feed(const char *bytes)
{
    for (; *bytes && typing.tui && typing.tui->pane.open; bytes++) {
        typing.byte = (unsigned char)*bytes;
        line_edit_read();
    }
}

/* Puts the first of the pasted lines on the line that is typed. */
static void put_pasted(struct pane *pane)
{
    size_t size = strcspn(text_string(&pane->pasted), "\n");
    struct text line = {0}, rest = {0};
    if (!pane->pasted.size)
        return;
    text_append(&line, pane->pasted.bytes, size);
    text_add(&rest, pane->pasted.bytes + size + (pane->pasted.bytes[size] == '\n'));
    rl_insert_text(text_string(&line));
    text_free(&line);
    text_free(&pane->pasted);
    pane->pasted = rest;
}

/* So many pasted lines wait. */
static size_t count_pasted(const struct pane *pane)
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
    bool before = count_pasted(pane) > 0;
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
        put_pasted(pane);
}

/* What a terminal sends for a key of curses; NULL: nothing that readline knows. */
static const char *sequence(int key)
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
        stop(pane);
    text_clear(&pane->pasted);
    rl_callback_sigcleanup();
    rl_replace_line("", 1);
    rl_callback_handler_remove(); /* the history is at its end again */
    rl_callback_handler_install("", on_line);
    pane->scroll = 0;
}

/* Escape closes it, but with a byte right behind it is the terminal's Alt key. Whatever else came with
 * it, on a slow line a second Escape too, stands for itself. */
static void escape(struct tui *tui)
{
    int next = terminal_key(&tui->terminal);
    if (next > 0 && next <= UINT8_MAX && next != KEY_ESCAPE) {
        feed((const char[]){KEY_ESCAPE, (char)next, '\0'});
        return;
    }
    pane_close(tui);
    if (next >= 0)
        terminal_key_back(next);
}

/* --- what is shown --- */

struct pane_view {
    struct area area;
    long rows;       /* of the text, set in lines of that width */
    long base, top;  /* the first of them that is shown, before and after scrolling */
    int shown;       /* so many are */
};

/* How many bytes of the rest of a line, of `size`, go on one row. */
static size_t row_size(const struct canvas *canvas, const char *text, size_t size, int cols)
{
    return size <= (size_t)cols ? size : canvas_fit_bytes(canvas, text, size, cols);
}

/* Rows of the text before byte `end`. */
static long count_rows(const struct canvas *canvas, const struct text *text, size_t end, int cols)
{
    long rows = 0;
    for (size_t at = 0; at < end;) {
        size_t size = strcspn(text->bytes + at, "\n"), from = at + 1, rest = size ? size - 1 : 0;
        do {
            size_t taken = row_size(canvas, text->bytes + from, rest, cols);
            from += taken;
            rest -= taken;
            rows++;
        } while (rest);
        at += size + (text->bytes[at + size] == '\n');
    }
    return rows;
}

static const struct text *shown_text(const struct pane *pane)
{
    return pane->listing.size ? &pane->listing : &pane->told;
}

static void compute_view(const struct tui *tui, const struct canvas *canvas, struct pane_view *view)
{
    const struct pane *pane = &tui->pane;
    const struct text *text = shown_text(pane);
    int taken = pane_rows(tui, canvas->rows);
    if (!taken) /* too small a screen to show all of the board beside it */
        taken = canvas->rows / 2;
    view->area = (struct area){canvas->rows - taken, 0, taken, canvas->cols};
    view->shown = taken - 2;
    view->rows = count_rows(canvas, text, text->size, canvas->cols);
    long mark = text == &pane->told ? count_rows(canvas, text, pane->mark, canvas->cols) : 0;
    long last = view->rows - view->shown;
    view->base = mark < last ? mark : last > 0 ? last : 0;
    view->top = view->base + pane->scroll;
    view->top = view->top > last ? last : view->top;
    view->top = view->top < 0 ? 0 : view->top;
}

static void turn_page(struct tui *tui, int pages)
{
    struct pane_view view;
    compute_view(tui, &tui->canvas, &view);
    tui->pane.scroll = view.top - view.base + pages * (view.shown > 1 ? view.shown - 1 : 1);
    compute_view(tui, &tui->canvas, &view);
    tui->pane.scroll = view.top - view.base; /* no further than there is text */
}

static enum role role_of(char kind)
{
    switch (kind) {
    case TOLD_ERROR: return ROLE_ERROR;
    case TOLD_NOTICE: return ROLE_DIM;
    case TOLD_ENTERED: return ROLE_KEY;
    default: return ROLE_TEXT;
    }
}

static void draw_text(const struct tui *tui, struct canvas *canvas, const struct pane_view *view)
{
    const struct text *text = shown_text(&tui->pane);
    long row = 0;
    for (size_t at = 0; at < text->size && row < view->top + view->shown;) {
        size_t size = strcspn(text->bytes + at, "\n"), from = at + 1, rest = size ? size - 1 : 0;
        do {
            size_t taken = row_size(canvas, text->bytes + from, rest, canvas->cols);
            int on = view->area.row + 1 + (int)(row - view->top), shown = (int)taken;
            while (shown > 0 && text->bytes[from + (size_t)shown - 1] == ' ')
                shown--;
            if (row >= view->top && row < view->top + view->shown)
                canvas_printf(canvas, on, 0, canvas->cols, role_of(text->bytes[at]), "%.*s", shown,
                              text->bytes + from);
            from += taken;
            rest -= taken;
            row++;
        } while (rest);
        at += size + (text->bytes[at + size] == '\n');
    }
}

/* The bar: what is under way, or which part of the text is shown. */
static void draw_bar(const struct tui *tui, struct canvas *canvas, const struct pane_view *view)
{
    const struct pane *pane = &tui->pane;
    char right[ERRAND_PROGRESS + 64];
    long last = view->top + view->shown < view->rows ? view->top + view->shown : view->rows;
    size_t pasted = count_pasted(pane);
    if (pasted)
        snprintf(right, sizeof right, "%zu more pasted: Enter takes the next, Ctrl-C drops them", pasted);
    else if (pane->running && pane->stopping)
        snprintf(right, sizeof right, "stopping");
    else if (pane->running)
        snprintf(right, sizeof right, "%s%s%.0f s; Ctrl-C stops", pane->progress,
                 pane->progress[0] ? "; " : "", clock_now() - pane->since);
    else if (view->rows > view->shown)
        snprintf(right, sizeof right, "lines %ld-%ld of %ld: PgUp PgDn; Esc closes", view->top + 1, last,
                 view->rows);
    else
        snprintf(right, sizeof right, "Tab completes; Esc closes");
    draw_title(canvas, &(struct area){view->area.row, 0, 1, canvas->cols}, "Console", right);
}

/* The line that is typed, with its place in sight: where it is too long, its start is scrolled out. */
static void draw_typed(const struct tui *tui, struct canvas *canvas, int row)
{
    struct text line = {0};
    bool asks = RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG);
    if (asks && rl_display_prompt)
        text_add(&line, rl_display_prompt);
    else
        prompt_text(tui->session, &line);
    text_append(&line, rl_line_buffer, (size_t)rl_point);
    const char *from = text_string(&line);
    while (*from && canvas_width(canvas, from) > canvas->cols - 1) {
        do
            from++;
        while ((*from & 0xc0) == 0x80);
    }
    size_t hidden = (size_t)(from - line.bytes);
    int col = canvas_width(canvas, from);
    text_add(&line, rl_line_buffer + rl_point);
    canvas_text(canvas, row, 0, canvas->cols, ROLE_TEXT, line.bytes + hidden);
    canvas->cursor_row = row;
    canvas->cursor_col = col;
    canvas->cursor_shown = true;
    text_free(&line);
}

/* A question, in the rows at the bottom. */
static void draw_question(const struct tui *tui, struct canvas *canvas)
{
    char words[sizeof tui->prompt.words + 8];
    snprintf(words, sizeof words, "%s (y/n) ", tui->prompt.words);
    const char *text = words;
    int row = canvas->rows - canvas_lines(canvas, words, canvas->cols);
    for (; *text && row < canvas->rows; row++) {
        size_t size = canvas_fit(canvas, text, canvas->cols);
        canvas_printf(canvas, row, 0, canvas->cols, ROLE_TEXT, "%*s", canvas->cols, "");
        canvas->cursor_row = row;
        canvas->cursor_col = canvas_printf(canvas, row, 0, canvas->cols, ROLE_MESSAGE, "%.*s", (int)size,
                                           text);
        text += size + strspn(text + size, " ");
    }
    canvas->cursor_shown = true;
}

void pane_draw(const struct tui *tui, struct canvas *canvas)
{
    struct pane_view view;
    if (!tui->pane.open)
        return;
    compute_view(tui, canvas, &view);
    for (int row = view.area.row; row < canvas->rows; row++)
        canvas_printf(canvas, row, 0, canvas->cols, ROLE_TEXT, "%*s", canvas->cols, "");
    canvas_ground(canvas, view.area.row, 0, view.area.rows, canvas->cols, GROUND_PLAIN);
    draw_bar(tui, canvas, &view);
    draw_text(tui, canvas, &view);
    if (tui->prompt.question == ASK_NOTHING)
        draw_typed(tui, canvas, canvas->rows - 1);
    else
        draw_question(tui, canvas);
}

void pane_draw_help(const struct tui *tui, struct canvas *canvas)
{
    static const struct key_binding rows[] = {
        {.label = "Esc", .brief = "close", .screens = ON_GAME},
        {.label = "Enter", .brief = "run", .screens = ON_GAME},
        {.label = "Tab", .brief = "complete", .screens = ON_GAME},
        {.label = "Up Down", .brief = "history", .screens = ON_GAME},
        {.label = "Ctrl-C", .brief = "stop", .screens = ON_GAME},
        {.label = "PgUp PgDn", .brief = "page", .screens = ON_GAME},
    };
    draw_help_keys(canvas, &tui->layout.help,
                   &(struct help_keys){rows, sizeof rows / sizeof rows[0], ON_GAME, NULL, NULL});
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
    feed(text_string(&text));
    text_free(&text);
}

unsigned pane_key(struct tui *tui, int key)
{
    struct pane *pane = &tui->pane;
    const char *bytes = sequence(key);
    if (key == KEY_PPAGE || key == KEY_NPAGE) {
        turn_page(tui, key == KEY_PPAGE ? -1 : 1);
        return 0;
    }
    text_clear(&pane->listing);
    typing.nothing = typing.entered = false;
    if (key == CONTROL('C'))
        interrupt(pane);
    else if (key == KEY_ESCAPE)
        escape(tui);
    else if (key == CONTROL('D') && rl_end == 0)
        pane_close(tui);
    else if (bytes || (key > 0 && key <= UINT8_MAX))
        feed_key(key, bytes);
    else
        return DID_NOTHING;
    if (typing.entered && pane->open)
        put_pasted(pane);
    begin_waiting(tui);
    return typing.nothing ? DID_NOTHING : 0;
}
