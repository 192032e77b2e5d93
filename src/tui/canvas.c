/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
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
    for (size_t i = 0; i < count; i++)
        canvas->spots[i] = (struct spot){' ', ROLE_TEXT, GROUND_PLAIN};
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->spots);
    *canvas = (struct canvas){0};
}

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
    /* What it is written over does not stay by halves: the other half of a wide letter becomes blank. */
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

/* Takes one character off UTF-8 text of `size` bytes; '?' for a byte that begins none. */
static uint32_t next_code(const char **text, size_t size)
{
    uint32_t code;
    size_t bytes = utf8_decode(*text, size, &code);
    *text += bytes ? bytes : 1;
    return bytes ? code : '?';
}

/* What of a character is shown, and in `columns` how wide: 0 for a combining one, which is left out. */
static uint32_t shown_code(const struct canvas *canvas, uint32_t code, int *columns)
{
    *columns = 1;
    if (code >= 0x20 && code < 0x7f)
        return code;
    if (code == '\t')
        return ' ';
    if (code < 0xa0 || !canvas->wide || utf8_turns(code))
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
        shown_code(canvas, next_code(&text, (size_t)(end - text)), &columns);
        total += columns;
    }
    return total;
}

size_t canvas_fit_bytes(const struct canvas *canvas, const char *text, size_t size, int width)
{
    const char *at = text, *end = text + size, *blank = NULL;
    int total = 0, columns;
    while (at < end) {
        const char *next = at;
        shown_code(canvas, next_code(&next, (size_t)(end - at)), &columns);
        if (*at == ' ' && total <= width)
            blank = at;
        if (*at != ' ' && total + columns > width && at > text)
            return (size_t)((blank && blank > text ? blank : at) - text);
        total += columns;
        at = next;
    }
    return total > width && blank && blank > text ? (size_t)(blank - text) : size;
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
        uint32_t code = shown_code(canvas, next_code(&text, (size_t)(end - text)), &columns);
        if (used + columns > width) {
            for (int c = used; c < width; c++)
                canvas_put(canvas, row, col + c, role, ' ');
            /* Its last columns become dots, as a mark that it went on. */
            if (canvas->wide && width >= 1) {
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

int canvas_printf(struct canvas *canvas, int row, int col, int width, enum role role,
                  const char *format, ...)
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
    for (int r = row; r < row + rows; r++)
        for (int c = col; c < col + cols; c++)
            canvas_put(canvas, r, c, ROLE_TEXT, ' ');
    canvas_ground(canvas, row, col, rows, cols, GROUND_PLAIN);
}

void canvas_row(const struct canvas *canvas, int row, char *line)
{
    size_t size = 0, end = 0;
    for (int col = 0; col < canvas->cols; col++) {
        uint32_t code = spot_at(canvas, row, col)->code;
        if (code == 0)
            continue;
        size += utf8_encode(code, line + size);
        if (code != ' ')
            end = size;
    }
    line[end] = '\0';
}
