/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { ELLIPSIS = 0x2026 };

void canvas_reset(struct canvas *canvas, int rows, int cols)
{
    size_t count = (size_t)rows * (size_t)cols;
    canvas->spots = memory_grow(canvas->spots, &canvas->capacity, count ? count : 1, sizeof *canvas->spots);
    canvas->rows = rows;
    canvas->cols = cols;
    canvas->cursor_row = canvas->cursor_col = 0;
    canvas->cursor_shown = false;
    canvas->hot_count = 0;
    for (size_t i = 0; i < count; i++)
        canvas->spots[i] = (struct spot){' ', ROLE_TEXT, GROUND_PLAIN};
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->spots);
    *canvas = (struct canvas){0};
}

/* Returns the cell at a place; NULL outside the canvas. */
static struct spot *spot_at(const struct canvas *canvas, int row, int col)
{
    if (row < 0 || col < 0 || row >= canvas->rows || col >= canvas->cols)
        return NULL;
    return &canvas->spots[(size_t)row * (size_t)canvas->cols + (size_t)col];
}

void canvas_put(struct canvas *canvas, int row, int col, enum role role, uint32_t code)
{
    struct spot *spot = spot_at(canvas, row, col);
    if (!spot)
        return;
    /* A double-width character of which one half is overwritten leaves a blank half. */
    struct spot *next = spot_at(canvas, row, col + 1);
    if (spot->code == 0 && col > 0)
        spot[-1].code = ' ';
    else if (next && next->code == 0)
        next->code = ' ';
    spot->code = code;
    spot->role = (uint8_t)role;
}

uint32_t canvas_code(const struct canvas *canvas, int row, int col)
{
    const struct spot *spot = spot_at(canvas, row, col);
    return spot ? spot->code : 0;
}

/* Decodes one character of UTF-8 text with `size` bytes left and advances the pointer. Invalid byte: '?'. */
static uint32_t decode_next_code(const char **text, size_t size)
{
    uint32_t code;
    size_t bytes = utf8_decode(*text, size, &code);
    *text += bytes ? bytes : 1;
    return bytes ? code : '?';
}

/* Returns the character that is shown for `code`, and in `columns` its width: 0 for a combining character,
 * which is not drawn. */
static uint32_t shown_code(const struct canvas *canvas, uint32_t code, int *columns)
{
    *columns = 1;
    if (code >= 0x20 && code < 0x7f)
        return code;
    if (code == '\t')
        return ' ';
    if (code < 0xa0 || !canvas->unicode || utf8_turns(code)) /* below 0xa0: control characters */
        return '?';
    int width = wcwidth((wchar_t)code);
    if (width < 0)
        return '?';
    *columns = width;
    return code;
}

int canvas_width(const struct canvas *canvas, const char *text)
{
    const char *end = text + strlen(text);
    int total = 0, columns;
    while (text < end) {
        shown_code(canvas, decode_next_code(&text, (size_t)(end - text)), &columns);
        total += columns;
    }
    return total;
}

void canvas_input(struct canvas *canvas, int row, int col, const char *text, size_t cursor)
{
    struct text before = {0};
    text_append(&before, text, cursor);
    const char *shown = text_string(&before);
    /* Leave characters out at the start until the cursor, a column itself, is on the screen. */
    while (*shown && canvas_width(canvas, shown) > canvas->cols - col - 1) {
        do
            shown++;
        while (utf8_continues(*shown));
    }
    canvas_text(canvas, row, col, canvas->cols - col, ROLE_TEXT, text + (shown - text_string(&before)));
    canvas->cursor_row = row;
    canvas->cursor_col = col + canvas_width(canvas, shown);
    canvas->cursor_shown = true;
    text_free(&before);
}

size_t canvas_fit_bytes(const struct canvas *canvas, const char *text, size_t size, int width)
{
    const char *next = text, *end = text + size, *last_space = NULL;
    int total = 0, columns;
    while (next < end) {
        const char *current = next;
        shown_code(canvas, decode_next_code(&next, (size_t)(end - current)), &columns);
        if (*current == ' ' && total <= width)
            last_space = current;
        /* A space may stand beyond the width, as it is not drawn; the first character always fits. */
        if (*current != ' ' && total + columns > width && current > text)
            return (size_t)((last_space && last_space > text ? last_space : current) - text);
        total += columns;
    }
    return total > width && last_space && last_space > text ? (size_t)(last_space - text) : size;
}

size_t canvas_fit(const struct canvas *canvas, const char *text, int width)
{
    return canvas_fit_bytes(canvas, text, strlen(text), width);
}

int canvas_lines(const struct canvas *canvas, const char *text, int width)
{
    int lines = 0;
    do {
        text += canvas_fit(canvas, text, width);
        while (*text == ' ')
            text++;
        lines++;
    } while (*text);
    return lines;
}

int canvas_text(struct canvas *canvas, int row, int col, int width, enum role role, const char *text)
{
    const char *end = text + strlen(text);
    int used = 0, columns;
    if (width > canvas->cols - col)
        width = canvas->cols - col;
    while (text < end) {
        uint32_t code = shown_code(canvas, decode_next_code(&text, (size_t)(end - text)), &columns);
        /* Does not fit: the rest is blank, and the last columns show that text is missing. */
        if (used + columns > width) {
            for (int c = used; c < width; c++)
                canvas_put(canvas, row, col + c, role, ' ');
            if (canvas->unicode && width >= 1) {
                canvas_put(canvas, row, col + width - 1, role, ELLIPSIS);
            } else if (width >= 2) {
                canvas_put(canvas, row, col + width - 2, role, '.');
                canvas_put(canvas, row, col + width - 1, role, '.');
            }
            return width > 0 ? width : 0;
        }
        if (columns == 2)
            canvas_put(canvas, row, col + used + 1, role, ' ');
        if (columns > 0)
            canvas_put(canvas, row, col + used, role, code);
        if (columns == 2)
            spot_at(canvas, row, col + used + 1)->code = 0;
        used += columns;
    }
    return used;
}

int canvas_printf(struct canvas *canvas, int row, int col, int width, enum role role, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    int used = canvas_text(canvas, row, col, width, role, text_string(&text));
    text_free(&text);
    return used;
}

void canvas_ground(struct canvas *canvas, int row, int col, int rows, int cols, enum ground ground)
{
    for (int r = row; r < row + rows; r++)
        for (int c = col; c < col + cols; c++) {
            struct spot *spot = spot_at(canvas, r, c);
            if (spot)
                spot->ground = (uint8_t)ground;
        }
}

void canvas_blank(struct canvas *canvas, int row, int col, int rows, int cols)
{
    int kept = 0;
    for (int r = row; r < row + rows; r++)
        for (int c = col; c < col + cols; c++)
            canvas_put(canvas, r, c, ROLE_TEXT, ' ');
    canvas_ground(canvas, row, col, rows, cols, GROUND_PLAIN);
    for (int i = 0; i < canvas->hot_count; i++) {
        struct hot_place place = canvas->hot[i];
        if (place.row < row || place.row >= row + rows || place.col < col || place.col >= col + cols)
            canvas->hot[kept++] = place;
    }
    canvas->hot_count = kept;
}

void canvas_hot(struct canvas *canvas, int row, int col, int cols, enum hot_kind kind, int value)
{
    if (row >= 0 && row < canvas->rows && canvas->hot_count < HOT_MAX)
        canvas->hot[canvas->hot_count++] = (struct hot_place){row, col, cols, kind, value};
}

const struct hot_place *canvas_hot_at(const struct canvas *canvas, int row, int col)
{
    for (int i = canvas->hot_count; i-- > 0;) {
        const struct hot_place *place = &canvas->hot[i];
        if (place->row == row && col >= place->col && col < place->col + place->cols)
            return place;
    }
    return NULL;
}
