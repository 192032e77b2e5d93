/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file read as a stream: a look at its beginning, then line by line or as a whole, always bounded. */
#ifndef VEDETTE_FILE_SOURCE_H
#define VEDETTE_FILE_SOURCE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>

enum {
    SOURCE_HEAD = 1 << 16,  /* bytes that source_head looks at */
    SOURCE_LINE = 1 << 18,  /* the longest line: a game of 50,000 moves */
};

struct source {
    const char *name;  /* the path; the caller's */
    int file;
    bool over;         /* all was read into the buffer */
    char *buffer;      /* holds [start, end) of what is not yet given out */
    size_t start, end, capacity;
    size_t line;       /* number of the line given last */
};

/* Opens a file ("-" is stdin), or a regular file alone, where "-" is a name like another. source_close may
 * be called on one that failed to open. */
enum status source_open(struct source *source, const char *path, struct error *error);
enum status source_open_regular(struct source *source, const char *path, struct error *error);
void source_close(struct source *source);

/* The first SOURCE_HEAD bytes, or all of a smaller file; they remain to be read. */
enum status source_head(struct source *source, const char **bytes, size_t *size, struct error *error);

/* The first `wanted` bytes of what is left, or all of it where that is less; they remain to be read. Behind
 * the call source->over says whether the bytes are all that is left. Valid until the next call. */
enum status source_peek(struct source *source, size_t wanted, const char **bytes, size_t *size,
                        struct error *error);

/* Passes over `count` bytes, of those that source_peek gave. */
void source_skip(struct source *source, size_t count);

/* The next line without its end, valid until the next call; *bytes is NULL at the end of the file.
 * STATUS_BAD where it is longer than SOURCE_LINE: the next call gives the line behind it. */
enum status source_line(struct source *source, const char **bytes, size_t *size, struct error *error);

/* All that is left, appended to `text`; STATUS_BAD where it is more than `limit`. */
enum status source_rest(struct source *source, size_t limit, struct text *text, struct error *error);

#endif
