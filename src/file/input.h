/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input of a reader: the bytes of a file and its name; and the places of faults in it. */
#ifndef VEDETTE_FILE_INPUT_H
#define VEDETTE_FILE_INPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct input {
    const char *name;  /* file name for messages */
    const char *bytes;
    size_t size;
    size_t line;       /* line number of the first line; 0 means 1 */
};

/* Fills in `error` with "NAME:LINE:COLUMN: text" for the byte at `offset` (size: the end). Returns
 * STATUS_BAD. */
enum status input_fault(const struct input *input, size_t offset, struct error *error,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same, with the arguments of the format in `args`. */
enum status input_vfault(const struct input *input, size_t offset, struct error *error,
                         const char *format, va_list args) __attribute__((format(printf, 4, 0)));

/* Fills in `error` with "NAME:LINE:COLUMN: " and the text of `why` for the byte at `offset`. Returns
 * STATUS_BAD. */
enum status input_because(const struct input *input, size_t offset, struct error *error,
                          const struct error *why);

/* Computes the line and column (both from 1, in bytes) of the byte at `offset`. */
void input_place(const struct input *input, size_t offset, size_t *line, size_t *column);

/* Returns the offset of the first byte after a UTF-8 byte order mark; 0 if there is none. */
size_t input_start(const struct input *input);

/* Finds the line at *offset: its start and size without "\n" or "\r\n"; moves *offset to the next line.
 * False at the end. */
bool input_next_line(const struct input *input, size_t *offset, size_t *start, size_t *size);

/* Returns whether `c` is a space, tab or another white-space character. */
static inline bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads a whole number of 1 .. 9 digits that fills the whole `text`; false for anything else. */
bool number_read(const char *text, size_t size, int *number);

#endif
