/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growable string, always ended by a zero byte once something was appended. */
#ifndef VEDETTE_BASE_TEXT_H
#define VEDETTE_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Initialise with all zero: `struct text t = {0};`. Free with text_free. */
struct text {
    char *bytes; /* NULL while empty and never appended to */
    size_t size; /* without the zero byte */
    size_t capacity;
};

/* Appends bytes. A zero byte, which is not counted, follows the text. */
void text_append(struct text *text, const char *bytes, size_t size);
/* Appends a string. */
void text_add(struct text *text, const char *string);
/* Appends a number in decimal digits. Much faster than text_printf. */
void text_add_number(struct text *text, unsigned number);
/* Appends printf's output. */
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends printf's output for a format and its arguments. */
void text_vprintf(struct text *text, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Appends a text from a file, user or bot so that it is safe on a terminal line: control characters, line
 * ends, characters that change the direction of writing, and bytes that are not UTF-8 become \xNN. */
void text_add_plain(struct text *text, const char *string);

/* Appends any bytes as a line of UTF-8, with the replacements of utf8_byte_code and utf8_line_code. */
void text_line(struct text *text, const char *bytes, size_t size);

/* The distance of a terminal's tab stops. */
enum { TEXT_STOPS = 8 };

/* Appends UTF-8 text with each tab replaced by blanks up to the next tab stop; there is a stop every `stops`
 * (1 or more) columns. *column is the column of the first byte; it is set to the column after the last byte.
 * A line end sets it to 0. */
void text_add_untabbed(struct text *text, const char *bytes, size_t size, int stops, int *column);

/* Appends a UTF-8 string, padded with blanks to `columns` columns on a terminal; as "%-*s", which counts
 * bytes. */
void text_padded(struct text *text, const char *string, int columns);

/* Max columns of text for a terminal: one less than 80, because some terminals begin a new line in column
 * 80. */
enum { TEXT_WIDTH = 79 };

/* Appends the lines of `string` (UTF-8) and a line end. A line longer than TEXT_WIDTH is broken at a
 * blank, and its continuation is indented by `indent` blanks; a word that is too long is not broken, but
 * may start a new line. The first line begins at `column` (0 or more), the others at 0. */
void text_wrapped(struct text *text, const char *string, int column, int indent);

/* In text_wrapped's string: a blank at which the line is not broken. */
enum { TEXT_HELD = '\1' };

/* Appends wrapped lines as text_wrapped does, but also breaks them after commas: the options of agents' names
 * have no blanks. */
void text_wrapped_names(struct text *text, const char *string, int column, int indent);

/* Returns the text with a zero byte; "" if nothing was appended. Valid until the next change. */
const char *text_string(const struct text *text);

/* Removes the content but keeps the memory; text_free frees it. */
void text_clear(struct text *text);
void text_free(struct text *text);

#endif
