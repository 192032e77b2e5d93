/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the events of all games anew from their stored files. */
#include "archive/event_tables.h"

#include "base/memory.h"
#include "base/stop.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { REBUILD_MAX = 500 }; /* max number of games whose events are written together */

/* Games whose events were collected and wait to be written. */
struct rebuilding {
    struct archive *archive;
    struct archive_rebuild *rebuild;
    int64_t ids[REBUILD_MAX], last;      /* last: id of the last game that was read */
    struct game_events events[REBUILD_MAX];
    bool is_sound[REBUILD_MAX];
    int count;
};

/* Collects the events of the statement's game: id, bytes, path. */
static void collect_row(struct rebuilding *rebuilding, sqlite3_stmt *row)
{
    struct file_content content = {0};
    const char *bytes = sqlite3_column_blob(row, 1);
    size_t size = (size_t)sqlite3_column_bytes(row, 1);
    int i = rebuilding->count++;
    rebuilding->ids[i] = rebuilding->last = sqlite3_column_int64(row, 0);
    rebuilding->events[i] = (struct game_events){0};
    bool is_game = bytes && file_parse("a game of the archive", bytes, size, &content, NULL) == STATUS_OK &&
                   file_kind_is_game(content.kind);
    const struct archive_game game = {.record = &content.record, .path = database_text(row, 2)};
    rebuilding->is_sound[i] = is_game &&
                              database_check_game(&game, &rebuilding->events[i], NULL) == STATUS_OK;
    file_content_free(&content);
}

/* Reads the next games. While they are read, other programs cannot write. */
static enum status read_games(struct rebuilding *rebuilding, struct error *error)
{
    struct archive *archive = rebuilding->archive;
    bool more = true;
    sqlite3_stmt *row = database_prepare(
        archive, "SELECT id, bytes, path FROM games WHERE id > ?1 ORDER BY id LIMIT ?2", error);
    enum status status = row ? STATUS_OK : STATUS_FAILED;
    sqlite3_bind_int64(row, 1, rebuilding->last);
    sqlite3_bind_int64(row, 2, REBUILD_MAX);
    while (!status && more) {
        status = database_step(archive, row, &more, error);
        if (!status && more)
            collect_row(rebuilding, row);
    }
    sqlite3_finalize(row);
    return status;
}

/* Replaces the events of one game. A game that is not sound has none then. One that was removed meanwhile is
 * passed over. */
static enum status replace_events(struct rebuilding *rebuilding, int i, struct error *error)
{
    struct archive *archive = rebuilding->archive;
    char sql[80];
    int64_t game = rebuilding->ids[i], found = 0;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM games WHERE id = %" PRId64, game);
    enum status status = database_number(archive, sql, &found, error);
    if (!status)
        status = event_tables_remove(archive, game, error);
    return status || !found || !rebuilding->is_sound[i]
               ? status
               : event_tables_add(archive, game, &rebuilding->events[i], error);
}

/* Writes the events of the games that were read, all or none. */
static enum status write_events(struct rebuilding *rebuilding, struct error *error)
{
    struct archive *archive = rebuilding->archive;
    size_t unsound = 0;
    enum status status = archive_begin(archive, error);
    for (int i = 0; i < rebuilding->count && !status; i++) {
        status = replace_events(rebuilding, i, error);
        unsound += !rebuilding->is_sound[i];
    }
    if (!status)
        status = archive_end(archive, error);
    else if (archive->in_batch)
        archive_undo(archive);
    if (!status) {
        rebuilding->rebuild->games += (size_t)rebuilding->count - unsound;
        rebuilding->rebuild->unsound += unsound;
    }
    return status;
}

enum status archive_rebuild_events(struct archive *archive, struct archive_rebuild *rebuild,
                                   struct error *error)
{
    struct rebuilding *rebuilding = memory_new(1, sizeof *rebuilding);
    *rebuilding = (struct rebuilding){.archive = archive, .rebuild = rebuild, .last = INT64_MIN};
    enum status status = STATUS_OK;
    do {
        if (stop_requested(archive->terms.stop)) {
            status = error_set(error, STATUS_NO, "stopped");
            break;
        }
        rebuilding->count = 0;
        status = read_games(rebuilding, error);
        if (!status && rebuilding->count)
            status = write_events(rebuilding, error);
        for (int i = 0; i < rebuilding->count; i++)
            events_free(&rebuilding->events[i]);
        if (archive->terms.progress)
            archive->terms.progress(archive->terms.progress_context, rebuild->games + rebuild->unsound, 0);
    } while (!status && rebuilding->count);
    free(rebuilding);
    return status;
}
