/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { ELLIPSIS = 0x2026 };

void canvas_reset(struct canvas *canvas, int rows, int cols)
{
    size_t count = (size_t)rows * (size_t)cols;
    canvas->spots = memory_grow(canvas->spots, &canvas->room, count ? count : 1, sizeof *canvas->spots);
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
    spot->code = code;
    spot->role = (uint8_t)role;
}

uint32_t canvas_code(const struct canvas *canvas, int row, int col)
{
    const struct spot *spot = spot_at(canvas, row, col);
    return spot ? spot->code : 0;
}

/* Takes one character off UTF-8 text; '?' for a byte that begins none. */
static uint32_t next_code(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    int more = s[0] < 0x80 ? 0 : s[0] >= 0xf0 && s[0] < 0xf5 ? 3 : s[0] >= 0xe0 ? 2 : 1;
    uint32_t code = more == 0 ? s[0] : s[0] & (0x3fu >> more);
    *text += 1;
    if (more == 0)
        return code;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return '?';
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return '?';
        code = code << 6 | (s[i] & 0x3f);
    }
    *text += more;
    bool fits = code >= (more == 1 ? 0x80u : more == 2 ? 0x800u : 0x10000u) && code <= 0x10ffff &&
                (code < 0xd800 || code > 0xdfff);
    return fits ? code : '?';
}

/* What of a character is shown, and in `columns` how wide: 0 for a combining one, which is left out. */
static uint32_t shown_code(const struct canvas *canvas, uint32_t code, int *columns)
{
    *columns = 1;
    if (code >= 0x20 && code < 0x7f)
        return code;
    if (code < 0xa0 || !canvas->wide)
        return '?';
    int width = wcwidth((wchar_t)code);
    if (width < 0)
        return '?';
    *columns = width;
    return code;
}

int canvas_width(const struct canvas *canvas, const char *text)
{
    int total = 0, columns;
    while (*text) {
        shown_code(canvas, next_code(&text), &columns);
        total += columns;
    }
    return total;
}

size_t canvas_fit(const struct canvas *canvas, const char *text, int width)
{
    const char *at = text, *blank = NULL;
    int total = 0, columns;
    while (*at) {
        const char *next = at;
        shown_code(canvas, next_code(&next), &columns);
        if (*at == ' ')
            blank = at;
        else if (total + columns > width && at > text)
            return (size_t)((blank && blank > text ? blank : at) - text);
        total += columns;
        at = next;
    }
    return (size_t)(at - text);
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

/* Marks that a text went on: its last columns become dots. */
static void cut_off(struct canvas *canvas, int row, int col, int width, enum role role)
{
    if (canvas->wide && width >= 1) {
        canvas_put(canvas, row, col + width - 1, role, ELLIPSIS);
    } else if (width >= 2) {
        canvas_put(canvas, row, col + width - 2, role, '.');
        canvas_put(canvas, row, col + width - 1, role, '.');
    }
}

int canvas_text(struct canvas *canvas, int row, int col, int width, enum role role, const char *text)
{
    int used = 0, columns;
    if (width > canvas->cols - col)
        width = canvas->cols - col;
    while (*text) {
        uint32_t code = shown_code(canvas, next_code(&text), &columns);
        if (used + columns > width) {
            for (int c = used; c < width; c++)
                canvas_put(canvas, row, col + c, role, ' ');
            cut_off(canvas, row, col, width, role);
            return width > 0 ? width : 0;
        }
        if (columns == 0)
            continue;
        canvas_put(canvas, row, col + used, role, code);
        if (columns == 2)
            canvas_put(canvas, row, col + used + 1, role, 0);
        used += columns;
    }
    return used;
}

int canvas_printf(struct canvas *canvas, int row, int col, int width, enum role role,
                  const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return canvas_text(canvas, row, col, width, role, text);
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

/* Writes one character as UTF-8; returns its bytes. */
static size_t put_utf8(char *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    size_t bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = bytes; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)((0xf00u >> bytes & 0xff) | code);
    return bytes;
}

void canvas_row(const struct canvas *canvas, int row, char *line)
{
    size_t size = 0, end = 0;
    for (int col = 0; col < canvas->cols; col++) {
        uint32_t code = spot_at(canvas, row, col)->code;
        if (code == 0)
            continue;
        size += put_utf8(line + size, code);
        if (code != ' ')
            end = size;
    }
    line[end] = '\0';
}
