/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits bytes that arrive in pieces, from a pipe for instance, into lines of bounded length. */
#ifndef VEDETTE_BASE_LINE_INPUT_H
#define VEDETTE_BASE_LINE_INPUT_H

#include "base/text.h"

#include <stdbool.h>

/* Initialise with `max` alone; free with line_input_free. */
struct line_input {
    size_t max;         /* max bytes of a line without its end */
    struct text bytes;  /* bytes[at ..] were not returned yet */
    size_t at;
    size_t searched;    /* no line ends before this index */
    bool skips;         /* the rest of a line that is too long is dropped */
};

enum line_found {
    LINE_NONE,      /* no whole line is there */
    LINE_WHOLE,
    LINE_TOO_LONG,  /* a line is longer than `max`: it is dropped; returned once for each such line */
};

/* Adds bytes. */
void line_input_add(struct line_input *input, const char *bytes, size_t size);

/* Finds the next line. *line gets it with a zero byte instead of its end, valid until the next call, and
 * *size its size, because it may hold zero bytes. With `ended` no more bytes come: a last line may lack its
 * end. */
enum line_found line_input_next(struct line_input *input, bool ended, const char **line, size_t *size);

/* Returns the number of bytes that were not returned yet. */
size_t line_input_left(const struct line_input *input);

void line_input_free(struct line_input *input);

#endif
