/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the console pane: its rows, the visible part of its text, and the input line. */
#include "base/clock.h"
#include "tui/screen.h"

#include <stdio.h>
#include <string.h>

#include <readline/readline.h>

enum {
    ROWS_USUAL = 8,      /* rows of the pane on a screen of 24 rows, with its bar and the input line */
    ROWS_MIN = 6,
    SCREEN_USUAL = 24,
};

int pane_rows(const struct tui *tui, int rows)
{
    const struct pane *pane = &tui->pane;
    if (!pane->open || tui->screen != &game_screen)
        return 0;
    struct layout whole;
    layout_compute(rows, tui->canvas.cols, &whole);
    /* The rows that are free below the board, its letters, the message and the help line. */
    int unused = rows - (whole.squares.row + whole.squares.rows + 3);
    int min = rows < SCREEN_USUAL ? ROWS_MIN : ROWS_USUAL, wanted = rows / 3;
    /* All free rows, but at least `min`, for which the board becomes smaller, and at most a third. */
    int taken_rows = unused < min ? min : unused < wanted ? unused : wanted;
    return rows - taken_rows >= LAYOUT_MIN_ROWS ? taken_rows : 0;
}

/* The visible part of the pane's text. */
struct pane_view {
    struct area area;
    long rows;             /* rows of the text at this width */
    long default_top, top; /* first visible row: without scrolling; now */
    int visible_rows;      /* number of visible rows of text */
};

/* Returns the number of bytes of a line's rest (`size` bytes) that fit on one row. */
static size_t fit_row(const struct canvas *canvas, const char *text, size_t size, int cols)
{
    return size <= (size_t)cols ? size : canvas_fit_bytes(canvas, text, size, cols);
}

/* Counts the rows of the text before byte `end`. Each line begins with a byte for its kind. */
static long count_rows(const struct canvas *canvas, const struct text *text, size_t end, int cols)
{
    long rows = 0;
    for (size_t line_start = 0; line_start < end;) {
        size_t size = strcspn(text->bytes + line_start, "\n"), start = line_start + 1,
            rest = size ? size - 1 : 0;
        do {
            size_t row_bytes = fit_row(canvas, text->bytes + start, rest, cols);
            start += row_bytes;
            rest -= row_bytes;
            rows++;
        } while (rest);
        line_start += size + (text->bytes[line_start + size] == '\n');
    }
    return rows;
}

/* Returns the text that the pane shows: completions if there are some, otherwise the transcript. */
static const struct text *shown_text(const struct pane *pane)
{
    return pane->listing.size ? &pane->listing : &pane->transcript;
}

/* Computes the visible part. By default it begins at the last line entered, but shows the end of the text if
 * that is later. */
static void compute_view(const struct tui *tui, const struct canvas *canvas, struct pane_view *view)
{
    const struct pane *pane = &tui->pane;
    const struct text *text = shown_text(pane);
    int taken_rows = pane_rows(tui, canvas->rows);
    if (!taken_rows) /* small screen: the pane covers the lower half of the board */
        taken_rows = canvas->rows / 2;
    view->area = (struct area){canvas->rows - taken_rows, 0, taken_rows, canvas->cols};
    view->visible_rows = taken_rows - 2;
    view->rows = count_rows(canvas, text, text->size, canvas->cols);
    long entry_row = text == &pane->transcript ? count_rows(canvas, text, pane->last_entry, canvas->cols) : 0;
    long last = view->rows - view->visible_rows;
    view->default_top = entry_row < last ? entry_row : last > 0 ? last : 0;
    view->top = view->default_top + pane->scroll;
    view->top = view->top > last ? last : view->top;
    view->top = view->top < 0 ? 0 : view->top;
}

void pane_scroll_pages(struct tui *tui, int pages)
{
    struct pane_view view;
    compute_view(tui, &tui->canvas, &view);
    int page = view.visible_rows > 1 ? view.visible_rows - 1 : 1;
    tui->pane.scroll = view.top - view.default_top + pages * page;
    compute_view(tui, &tui->canvas, &view);
    tui->pane.scroll = view.top - view.default_top; /* limited to the text */
}

/* Draws the visible rows of the text. The first byte of each line is its kind (LINE_ANSWER ..), which gives
 * the role and is not drawn. */
static void draw_text(const struct tui *tui, struct canvas *canvas, const struct pane_view *view)
{
    const struct text *text = shown_text(&tui->pane);
    long row = 0;
    for (size_t line_start = 0; line_start < text->size && row < view->top + view->visible_rows;) {
        size_t size = strcspn(text->bytes + line_start, "\n");
        char kind = text->bytes[line_start];
        size_t start = line_start + 1, rest = size ? size - 1 : 0; /* without the kind */
        enum role role = kind == LINE_ERROR     ? ROLE_ERROR
                         : kind == LINE_NOTICE  ? ROLE_DIM
                         : kind == LINE_ENTERED ? ROLE_KEY
                                                : ROLE_TEXT;
        do {
            size_t row_bytes = fit_row(canvas, text->bytes + start, rest, canvas->cols);
            int text_row = view->area.row + 1; /* below the title bar */
            int screen_row = text_row + (int)(row - view->top), shown = (int)row_bytes;
            while (shown > 0 && text->bytes[start + (size_t)shown - 1] == ' ')
                shown--;
            if (row >= view->top && row < view->top + view->visible_rows)
                canvas_printf(canvas, screen_row, 0, canvas->cols, role, "%.*s", shown, text->bytes + start);
            start += row_bytes;
            rest -= row_bytes;
            row++;
        } while (rest);
        line_start += size + (text->bytes[line_start + size] == '\n');
    }
}

/* Draws the pane's title bar: work in progress, or which part of the text is shown. */
static void draw_bar(const struct tui *tui, struct canvas *canvas, const struct pane_view *view)
{
    const struct pane *pane = &tui->pane;
    char right[BACKGROUND_PROGRESS + 64];
    long last = view->top + view->visible_rows < view->rows ? view->top + view->visible_rows : view->rows;
    size_t pasted = pane_count_pasted(pane);
    if (pasted)
        snprintf(right, sizeof right, "%zu more pasted: Enter takes the next, Ctrl-C drops them", pasted);
    else if (pane->running && pane->stopping)
        snprintf(right, sizeof right, "stopping");
    else if (pane->running)
        snprintf(right, sizeof right, "%s%s%.0f s; Ctrl-C stops", pane->progress,
                 pane->progress[0] ? "; " : "", clock_now() - pane->started_at);
    else if (view->rows > view->visible_rows)
        snprintf(right, sizeof right, "lines %ld-%ld of %ld: PgUp PgDn; Esc closes", view->top + 1, last,
                 view->rows);
    else
        snprintf(right, sizeof right, "Tab completes; Esc closes");
    draw_title(canvas, &(struct area){view->area.row, 0, 1, canvas->cols}, "Console", right);
}

/* Draws the prompt and the input line with the cursor. */
static void draw_input_line(const struct tui *tui, struct canvas *canvas, int row)
{
    struct text line = {0};
    /* Readline has a prompt of its own while it searches the history or reads a count. */
    bool readline_prompts = RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG);
    if (readline_prompts && rl_display_prompt)
        text_add(&line, rl_display_prompt);
    else
        prompt_write(tui->session, &line);
    size_t cursor = line.size + (size_t)rl_point;
    text_add(&line, rl_line_buffer);
    canvas_input(canvas, row, 0, text_string(&line), cursor);
    text_free(&line);
}

/* Draws a yes-or-no question in the bottom rows. */
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
    canvas_blank(canvas, view.area.row, 0, view.area.rows, canvas->cols);
    draw_bar(tui, canvas, &view);
    draw_text(tui, canvas, &view);
    if (tui->prompt.question == QUESTION_NONE)
        draw_input_line(tui, canvas, canvas->rows - 1);
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
