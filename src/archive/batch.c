/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/batch.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    BATCH_MAX = 1000,        /* max number of items */
    BATCH_BYTES = 1 << 24,   /* max bytes of the games' files */
};

/* A game with its file, or only a file that was seen. */
struct batch_item {
    bool is_game, is_stamped;
    struct record record;
    struct game_events events;
    struct text bytes;
    enum file_kind kind;
    enum archive_source source;
    char *path;
    struct stamp stamp;
};

struct stamp stamp_of(const struct stat *about)
{
    return (struct stamp){(int64_t)about->st_size,
                          (int64_t)about->st_mtim.tv_sec * 1000000000 + (int64_t)about->st_mtim.tv_nsec};
}

enum status stamp_run(struct archive *archive, sqlite3_stmt **kept, const char *sql, const char *path,
                      struct stamp stamp, bool *row, struct error *error)
{
    enum status status = database_reuse(archive, kept, sql, error);
    if (status)
        return status;
    database_bind(*kept, 1, path);
    sqlite3_bind_int64(*kept, 2, stamp.size);
    sqlite3_bind_int64(*kept, 3, stamp.time);
    status = database_step(archive, *kept, row, error);
    sqlite3_reset(*kept);
    return status;
}

void batch_put(struct archive_batch *batch, const struct archive_game *game, struct game_events *events,
               const char *path, const struct stamp *stamp)
{
    batch->items = memory_grow(batch->items, &batch->capacity, batch->count + 1, sizeof *batch->items);
    if (!batch->count)
        batch->since = clock_now();
    struct batch_item *item = &batch->items[batch->count++];
    *item = (struct batch_item){.is_game = game, .is_stamped = stamp, .path = memory_text(path),
                                .kind = FILE_GAME};
    if (stamp)
        item->stamp = *stamp;
    if (!game)
        return;
    record_copy(&item->record, game->record);
    for (enum side side = RED; side <= BLUE; side++)
        if (batch->player[side] && !summary_is_named(item->record.player[side]))
            snprintf(item->record.player[side], PLAYER_NAME_MAX, "%s", batch->player[side]);
    item->events = *events;
    *events = (struct game_events){0};
    item->source = game->source;
    if (game->bytes) {
        text_append(&item->bytes, game->bytes, game->size);
        item->kind = game->kind;
    } else {
        game_write(&item->record, &item->bytes);
    }
    batch->bytes += item->bytes.size;
}

bool batch_is_full(const struct archive_batch *batch)
{
    return batch->count && (batch->count >= BATCH_MAX || batch->bytes >= BATCH_BYTES ||
                            clock_now() - batch->since >= 1);
}

/* Drops all items; keeps the memory of the array. */
static void empty_batch(struct archive_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        record_clear(&batch->items[i].record);
        events_free(&batch->items[i].events);
        text_free(&batch->items[i].bytes);
        free(batch->items[i].path);
    }
    batch->count = batch->bytes = 0;
}

enum status batch_write(struct archive_batch *batch, struct error *error)
{
    struct archive *archive = batch->archive;
    size_t added = 0, games = 0;
    enum status status = batch->count ? archive_begin(archive, error) : STATUS_OK;
    for (size_t i = 0; i < batch->count && !status; i++) {
        const struct batch_item *item = &batch->items[i];
        const struct archive_game game = {.record = &item->record, .bytes = text_string(&item->bytes),
                                          .size = item->bytes.size, .kind = item->kind, .path = item->path,
                                          .source = item->source};
        enum archive_change change = ARCHIVE_UNCHANGED;
        games += item->is_game;
        if (item->is_game)
            status = database_add(archive, &game, &item->events, &change, error);
        added += !status && change == ARCHIVE_ADDED;
        if (!status && item->is_stamped) /* the file was seen: it is not read again until it changes */
            status = stamp_run(archive, &archive->see, "REPLACE INTO files VALUES (?1, ?2, ?3)", item->path,
                               item->stamp, NULL, error);
    }
    if (!status)
        status = archive_end(archive, error);
    else if (archive->in_batch)
        archive_undo(archive);
    if (!status) {
        batch->added += added;
        batch->there += games - added;
    }
    empty_batch(batch);
    return status;
}

void batch_free(struct archive_batch *batch)
{
    empty_batch(batch);
    free(batch->items);
    *batch = (struct archive_batch){0};
}
