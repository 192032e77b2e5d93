/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growable string, always ended by a zero byte once something was appended. */
#ifndef VEDETTE_BASE_TEXT_H
#define VEDETTE_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Start with all zero: `struct text t = {0};`. */
struct text {
    char *bytes; /* NULL while empty and never appended to */
    size_t size; /* without the zero byte */
    size_t capacity;
};

void text_append(struct text *text, const char *bytes, size_t size);
void text_add(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Appends a text from outside (the name of a file, of a player, of a bot) so that it may stand in a line on a
 * terminal: each byte of a control character or a line end, of a character that turns the direction of
 * writing, and each that is no UTF-8, as \xNN. */
void text_add_plain(struct text *text, const char *string);

/* Appends what stands for any bytes on a line of UTF-8 (utf8_byte_code, utf8_line_code). */
void text_line(struct text *text, const char *bytes, size_t size);

/* The distance of a terminal's tab stops. */
enum { TEXT_STOPS = 8 };

/* Appends bytes of a line of UTF-8 with blanks up to the next tab stop in place of each tab; there is a stop
 * every `stops` columns, above 0. `column`: where they begin, and then where the next ones do; a line end is
 * column 0. */
void text_add_untabbed(struct text *text, const char *bytes, size_t size, int stops, int *column);

/* Appends a string of UTF-8, and blanks where it takes fewer than so many columns on a terminal: what "%-*s"
 * does with bytes. */
void text_padded(struct text *text, const char *string, int columns);

/* The width that text for a terminal keeps to: one less than 80, as some terminals begin a new line there. */
enum { TEXT_WIDTH = 79 };

/* Appends the lines of `string`, UTF-8, and a line end. A line that would pass TEXT_WIDTH is broken at a
 * blank, or where it begins behind `indent`, and what follows the break begins with `indent` blanks; a word
 * that is too long by itself stays whole. `column` is where the first line begins, 0 or more; the others
 * begin at 0. */
void text_wrapped(struct text *text, const char *string, int column, int indent);

/* Stands in such a string for a blank at which no line is broken; the line gets a blank. */
enum { TEXT_HELD = '\1' };

/* The same of lines with names of agents, whose options have no blanks between them: broken behind a comma,
 * too. */
void text_wrapped_names(struct text *text, const char *string, int column, int indent);

/* Never NULL: the empty string where nothing was appended. Valid until the next change. */
const char *text_string(const struct text *text);

/* Empties the text and keeps its memory; text_free gives the memory back. */
void text_clear(struct text *text);
void text_free(struct text *text);

#endif
