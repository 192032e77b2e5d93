/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A batch: games that were read and checked, to be written together. The database is locked only during the
 * writing, not while files are read, so that other programs can write in between. Private to src/archive. */
#ifndef VEDETTE_ARCHIVE_BATCH_H
#define VEDETTE_ARCHIVE_BATCH_H

#include "archive/database.h"

#include <sys/stat.h>

/* Identifies the state of a file: its size in bytes and its modification time in nanoseconds. */
struct stamp {
    int64_t size, time;
};

/* Returns the stamp of a file. */
struct stamp stamp_of(const struct stat *about);

/* Runs a statement, kept in *kept for the next time, with a path and a stamp as its values. *row (may be
 * NULL) gets whether it returned a row. */
enum status stamp_run(struct archive *archive, sqlite3_stmt **kept, const char *sql, const char *path,
                      struct stamp stamp, bool *row, struct error *error);

/* Games and files that wait to be written. */
struct archive_batch {
    struct archive *archive;
    const char *player[SIDES];   /* names for players of games that name none; NULL: none */
    struct batch_item *items;
    size_t count, capacity;
    size_t bytes;            /* total size of the waiting games' files */
    double since;            /* clock_now() when the first item was added */
    size_t added, there;     /* totals over the written batches: games added, games stored already */
};

/* Appends a copy of a game that database_check_game accepted, and takes over its events, leaving `events` all
 * zero; game->bytes may be NULL. If `stamp` is not NULL, also records the file at `path` as seen; `game` is
 * NULL for a file without a valid game. */
void batch_put(struct archive_batch *batch, const struct archive_game *game, struct game_events *events,
               const char *path, const struct stamp *stamp);

/* Returns whether the batch should be written: it is large, or its first item has waited for a second. */
bool batch_is_full(const struct archive_batch *batch);

/* Writes all items in one transaction and empties the batch. On failure writes none. */
enum status batch_write(struct archive_batch *batch, struct error *error);

/* Drops the waiting items and frees the batch. */
void batch_free(struct archive_batch *batch);

#endif
