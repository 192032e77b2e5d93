/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a reader is given: the bytes of a file and its name; and the places of faults in it. */
#ifndef VEDETTE_FILE_INPUT_H
#define VEDETTE_FILE_INPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct input {
    const char *name;  /* stands for the file in errors */
    const char *bytes;
    size_t size;
    size_t line;       /* the number of its first line; 0 stands for 1 */
};

/* Fills `error` with "NAME:LINE:COLUMN: text" for the byte at `offset` (size: the end); STATUS_BAD. */
enum status input_fault(const struct input *input, size_t offset, struct error *error,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
enum status input_vfault(const struct input *input, size_t offset, struct error *error,
                         const char *format, va_list args) __attribute__((format(printf, 4, 0)));

/* The same with the sentence of another error. */
enum status input_because(const struct input *input, size_t offset, struct error *error,
                          const struct error *why);

/* The line and column (from 1, bytes) of the byte at `offset`. */
void input_place(const struct input *input, size_t offset, size_t *line, size_t *column);

/* The offset of the first byte behind a UTF-8 byte order mark, if there is one. */
size_t input_start(const struct input *input);

/* One line, from `*offset` on: its start and size without "\n" or "\r\n", `*offset` moved behind it.
 * False at the end. */
bool input_line(const struct input *input, size_t *offset, size_t *start, size_t *size);

static inline bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads a whole number of at most nine digits that fills `text` whole; false otherwise. */
bool number_read(const char *text, size_t size, int *number);

#endif
