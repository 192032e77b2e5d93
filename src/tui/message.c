/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The message line: messages, prompts and the line being typed. */
#include "tui/message.h"

#include "base/utf8.h"
#include "tui/key_bar.h"
#include "tui/screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE_ROWS = 2, ALL_ROWS = 1000 }; /* max rows of a message; of an error or a prompt */

void message_show(struct tui *tui, bool is_error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(tui->message, sizeof tui->message, format, arguments);
    va_end(arguments);
    /* Removes a character that was cut at the end. */
    tui->message[utf8_whole(tui->message, strlen(tui->message))] = '\0';
    tui->message_is_error = is_error;
}

void message_clear(struct tui *tui)
{
    message_show(tui, false, "%s", "");
}

void message_error(struct tui *tui, const struct error *error)
{
    message_show(tui, true, "%s", error->text);
}

void message_append(struct tui *tui, const char *format, ...)
{
    char before[sizeof tui->message], more[sizeof tui->message];
    va_list arguments;
    memcpy(before, tui->message, sizeof before);
    va_start(arguments, format);
    vsnprintf(more, sizeof more, format, arguments);
    va_end(arguments);
    message_show(tui, false, "%.400s   %s", before, more);
}

void message_file_error(struct tui *tui, const struct error *error)
{
    char text[sizeof error->text];
    shorten_home_path(error->text, text, sizeof text);
    message_show(tui, true, "%s", text);
}

void message_add_error(struct tui *tui, const struct error *error)
{
    char before[sizeof tui->message];
    memcpy(before, tui->message, sizeof before);
    message_show(tui, true, "%s%s%s", before, before[0] ? ". " : "", error->text);
}

/* Opens a prompt. File names are read as raw bytes. */
static void open_prompt(struct tui *tui, enum question question, bool yes_no, const char *words,
                        const char *text)
{
    tui->prompt.question = question;
    tui->prompt.yes_no = yes_no;
    tui->prompt.shown = 0;
    snprintf(tui->prompt.words, sizeof tui->prompt.words, "%s", words);
    tui->prompt.words[utf8_whole(tui->prompt.words, strlen(tui->prompt.words))] = '\0';
    line_set(&tui->prompt.line, text);
    tui->prompt.line.proposed = text[0] != '\0';
    tui->prompt.line.raw = question == QUESTION_LOAD || question == QUESTION_SAVE;
    message_clear(tui);
}

void prompt_confirm(struct tui *tui, enum question question, const char *words)
{
    open_prompt(tui, question, true, words, "");
}

void prompt_line(struct tui *tui, enum question question, const char *words, const char *text)
{
    open_prompt(tui, question, false, words, text);
}

enum answer { ANSWER_WAITING, ANSWER_YES, ANSWER_NO };

/* Handles a key of the open prompt; returns the answer, or ANSWER_WAITING. ANSWER_YES: a line was entered. */
static enum answer take_answer_key(struct tui *tui, int key)
{
    bool path = tui->prompt.question == QUESTION_LOAD || tui->prompt.question == QUESTION_SAVE;
    /* Tab completes file names; the message shows the matches. */
    if (!tui->prompt.yes_no && path && key == '\t') {
        char names[sizeof tui->message];
        if (!complete_path(&tui->prompt.line, names, sizeof names))
            snprintf(names, sizeof names, "No file begins so");
        message_show(tui, false, "%s", names);
        return ANSWER_WAITING;
    }
    if (!tui->prompt.yes_no) {
        message_clear(tui);
        enum line_result answer = line_handle_key(&tui->prompt.line, key);
        return answer == LINE_DONE        ? ANSWER_YES
               : answer == LINE_CANCELLED ? ANSWER_NO
                                          : ANSWER_WAITING;
    }
    if (key == 'y' || key == 'Y')
        return ANSWER_YES;
    if (key == 'n' || key == 'N' || key == KEY_ESCAPE || key == CONTROL('C') || key == CONTROL('G'))
        return ANSWER_NO;
    return ANSWER_WAITING;
}

/* Copies the typed file name to tui->path, without spaces at both ends, with "~/" replaced. */
static void store_typed_path(struct tui *tui)
{
    const char *text = tui->prompt.line.text, *home = getenv("HOME");
    while (*text == ' ')
        text++;
    if (text[0] == '~' && text[1] == '/' && home)
        snprintf(tui->path, sizeof tui->path, "%s%s", home, text + 1);
    else
        snprintf(tui->path, sizeof tui->path, "%s", text);
    for (size_t size = strlen(tui->path); size > 0 && tui->path[size - 1] == ' '; size--)
        tui->path[size - 1] = '\0';
}

unsigned prompt_handle_key(struct tui *tui, int key,
                           unsigned (*act_on_answer)(struct tui *tui, enum question question, bool yes))
{
    enum question question = tui->prompt.question;
    enum answer answer = take_answer_key(tui, key);
    if (answer == ANSWER_WAITING)
        return 0;
    tui->prompt.question = QUESTION_NONE;
    if (!tui->prompt.yes_no)
        store_typed_path(tui);
    return act_on_answer(tui, question, answer == ANSWER_YES);
}

bool check_save_path(struct tui *tui)
{
    if (tui->path[0] && access(tui->path, F_OK) == 0)
        prompt_confirm(tui, QUESTION_OVERWRITE, "That file exists. Replace it?");
    return tui->path[0] && tui->prompt.question == QUESTION_NONE;
}

void shorten_home_path(const char *path, char *text, size_t capacity)
{
    const char *home = getenv("HOME");
    size_t size = home ? strlen(home) : 0;
    bool within = size > 1 && strncmp(path, home, size) == 0 && path[size] == '/';
    snprintf(text, capacity, "%s%s", within ? "~" : "", within ? path + size : path);
}

/* Draws text in at most `max` rows that end with row `last`, so that the key bar below stays. The last row is
 * `used_cols` columns shorter. */
static void draw_rows_up_to(struct canvas *canvas, int last, int cols, enum role role, int max, int used_cols,
                            const char *text)
{
    int needed = canvas_lines(canvas, text, cols), lines = needed > max ? max : needed;
    if (used_cols > 0) /* something stands at the end of the row, such as the clocks */
        lines = 1;
    int row = last + 1 - lines < 0 ? 0 : last + 1 - lines;
    for (; *text && row <= last; row++) {
        int width = row == last ? cols - used_cols : cols;
        size_t size = row < last ? canvas_fit(canvas, text, width) : strlen(text);
        canvas_blank(canvas, row, 0, 1, cols);
        canvas->cursor_row = row;
        canvas->cursor_col = canvas_printf(canvas, row, 0, width, role, "%.*s", (int)size, text);
        text += size + strspn(text + size, " ");
    }
}

/* Returns the max number of rows of the message: in a game those below the board. A screen without a key bar
 * has no further row either. */
static int max_message_rows(const struct tui *tui, bool is_error)
{
    const struct layout *layout = &tui->layout;
    int end = layout->squares.row + layout->squares.rows + (layout->letters_below >= 0);
    int below = layout->message.row + 1 - end;
    bool more = tui->screen == &game_screen && below > MESSAGE_ROWS;
    return layout->help.rows == 0 ? 1 : is_error ? ALL_ROWS : more ? below : MESSAGE_ROWS;
}

bool message_fits(const struct tui *tui, const char *text)
{
    int cols = tui->layout.message.cols;
    return cols == 0 || canvas_lines(&tui->canvas, text, cols) <= max_message_rows(tui, false);
}

void message_show_sentences(struct tui *tui, const char *text)
{
    char shown[sizeof tui->message];
    snprintf(shown, sizeof shown, "%s", text);
    while (!message_fits(tui, shown)) {
        char *last = NULL;
        for (char *stop = strstr(shown, ". "); stop; stop = strstr(stop + 1, ". "))
            last = stop + 1;
        if (!last)
            break;
        *last = '\0';
    }
    message_show(tui, false, "%s", shown);
}

int message_rows_above(const struct tui *tui, const struct canvas *canvas)
{
    int rows = canvas_lines(canvas, tui->message, tui->layout.message.cols);
    int max = max_message_rows(tui, tui->message_is_error);
    return tui->prompt.question != QUESTION_NONE || tui->cursor.typing || rows < 1 ? 0
           : (rows < max ? rows : max) - 1;
}

struct area message_area_above(const struct tui *tui, const struct canvas *canvas, const struct area *area)
{
    struct area above = *area;
    int end = tui->layout.message.row - message_rows_above(tui, canvas);
    if (above.row + above.rows > end)
        above.rows = end > above.row ? end - above.row : 0;
    return above;
}

/* Draws the keys that answer the open prompt, in place of the screen's. */
static void draw_prompt_keys(const struct tui *tui, struct canvas *canvas)
{
    static const struct bar_key yes_no[] = {{.label = "y", .key = 'y', .word = "yes"},
                                            {.label = "n", .key = 'n', .word = "no"}};
    static const struct bar_key text[] = {{.label = "Enter", .key = '\r', .word = "done"},
                                          {.label = "Esc", .key = KEY_ESCAPE, .word = "cancel"},
                                          {.label = "Tab", .key = '\t', .word = "complete"}};
    const struct area *help = &tui->layout.help;
    bool path = tui->prompt.question == QUESTION_LOAD || tui->prompt.question == QUESTION_SAVE;
    canvas_blank(canvas, help->row, 0, help->rows, help->cols);
    if (tui->prompt.yes_no)
        draw_key_bar(canvas, help, 0, yes_no, 2);
    else
        draw_key_bar(canvas, help, 0, text, path ? 3 : 2);
}

void draw_message(const struct tui *tui, struct canvas *canvas)
{
    draw_short_message(tui, canvas, 0);
}

void draw_short_message(const struct tui *tui, struct canvas *canvas, int used_cols)
{
    int row = tui->layout.message.row, cols = tui->layout.message.cols;
    const struct prompt *prompt = &tui->prompt;
    if (prompt->question != QUESTION_NONE)
        draw_prompt_keys(tui, canvas);
    if (prompt->question != QUESTION_NONE && prompt->yes_no) {
        char words[sizeof prompt->words + 8];
        snprintf(words, sizeof words, "%s (y/n) ", prompt->words);
        draw_rows_up_to(canvas, row, cols, ROLE_MESSAGE, ALL_ROWS, 0, words);
        canvas->cursor_shown = true;
    } else if (prompt->question != QUESTION_NONE) {
        /* Cuts the question, to not less than half the line, if the answer does not fit after it. */
        int wanted = canvas_width(canvas, prompt->line.text) + 2, half = cols / 2 - 1;
        int capacity = cols - wanted > half ? cols - wanted : half;
        /* The matches of Tab are above it. */
        draw_rows_up_to(canvas, row - 1, cols, ROLE_DIM, ALL_ROWS, 0, tui->message);
        int col = canvas_text(canvas, row, 0, capacity, ROLE_MESSAGE, prompt->words) + 1;
        canvas_input(canvas, row, col, prompt->line.text, prompt->line.cursor);
    } else if (tui->cursor.typing && tui->screen == &game_screen) {
        canvas_text(canvas, row, 0, cols, ROLE_KEY, "> ");
        canvas_input(canvas, row, 2, tui->cursor.typed.text, tui->cursor.typed.cursor);
    } else if (tui->message[0]) {
        int cursor_row = canvas->cursor_row, cursor_col = canvas->cursor_col;
        draw_rows_up_to(canvas, row, cols, tui->message_is_error ? ROLE_ERROR : ROLE_MESSAGE,
                        max_message_rows(tui, tui->message_is_error), used_cols, tui->message);
        canvas->cursor_row = cursor_row;
        canvas->cursor_col = cursor_col;
    }
}
