/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that were read and checked and wait to be written. The database is locked for as long as they are
 * written and not while files are read, so that others get in between. For this room alone. */
#ifndef VEDETTE_ARCHIVE_BATCH_H
#define VEDETTE_ARCHIVE_BATCH_H

#include "archive/database.h"

#include <sys/stat.h>

/* What tells that a file is as it was: its size, and the time of its last change in nanoseconds. */
struct stamp {
    int64_t size, time;
};

struct stamp stamp_of(const struct stat *about);

struct archive_batch {
    struct archive *archive;
    struct batch_item *items;
    size_t count, capacity;
    size_t bytes;            /* of the files that wait */
    double since;            /* clock_now() when the first came */
    size_t added, there;     /* games of the batches that were written */
};

/* Puts a game into the batch that database_check_game found sound; its bytes may be missing. With a stamp
 * (else NULL) the file at `path` is noted as looked at, whether there is a game of it or none (NULL). */
void batch_put(struct archive_batch *batch, const struct archive_game *game, const char *path,
               const struct stamp *stamp);

/* Whether it is time to write the batch: there is much in it, or it has waited for a second. */
bool batch_is_full(const struct archive_batch *batch);

/* Writes all that waits, or nothing of it, and empties the batch. */
enum status batch_write(struct archive_batch *batch, struct error *error);

/* Drops what waits. */
void batch_free(struct archive_batch *batch);

#endif
