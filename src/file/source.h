/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file as a stream: first its beginning, then line by line or as a whole, with limits on size. */
#ifndef VEDETTE_FILE_SOURCE_H
#define VEDETTE_FILE_SOURCE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SOURCE_HEAD = 1 << 16,  /* bytes of its beginning that show the kind of a file */
    SOURCE_LINE = 1 << 18,  /* max bytes of a line: a game of 50,000 moves */
};

struct source {
    const char *name;  /* the path, owned by the caller, or own_name */
    char *own_name;    /* the file of a game that was named by its line or number; of others NULL */
    int64_t entry;     /* the number, from 1, of the game or setup that was named; 0: none was */
    int file;          /* file descriptor */
    bool over;         /* the end of the file was reached; `buffer` has the rest */
    char *buffer;      /* bytes [start, end) are read but not yet returned */
    size_t start, end, capacity;
    size_t line;       /* number of the last line returned or too long, from 1 */
    bool too_long;     /* the rest of that line is still to be skipped */
};

/* Opens a file. "-" is stdin, or with `regular` a file name; `regular` refuses a file that is no regular
 * file. source_close must be called, also after a failure. */
enum status source_open(struct source *source, const char *path, bool regular, struct error *error);
/* Opens a file as source_open does. If no file has this name, "FILE:12" is line 12 of a file with a game or
 * setup a line, and "FILE#3" opens FILE and stores the number in source->entry. */
enum status source_open_named(struct source *source, const char *path, bool regular, struct error *error);
/* Closes the file, also after a failed opening. */
void source_close(struct source *source);

/* Returns at least `wanted` bytes, or all that are left. They stay unread until source->start is raised, and
 * valid until the next call. Afterwards source->over shows whether these are the last bytes. */
enum status source_peek(struct source *source, size_t wanted, const char **bytes, size_t *size,
                        struct error *error);

/* Returns the next line without its end, valid until the next call; *bytes is NULL at the end of the file.
 * STATUS_BAD if it is longer than SOURCE_LINE; the next call reads its rest and returns the line after it. */
enum status source_read_line(struct source *source, const char **bytes, size_t *size, struct error *error);

/* Makes line number `wanted` (from 1) of a source that was not read yet its whole content. With `by_entry`
 * blank lines and comments do not count. STATUS_BAD if there is no such line. */
enum status source_pick_line(struct source *source, int64_t wanted, bool by_entry, struct error *error);

/* Appends the rest of the file to `text`. STATUS_BAD if it is more than `limit` bytes. */
enum status source_read_rest(struct source *source, size_t limit, struct text *text, struct error *error);

#endif
