/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/archive_sink.h"

#include "base/clock.h"
#include "base/plural.h"

#include <stdio.h>

/* Adds `games` to the number of games that could not be added. The reason `why` of the first is kept. */
static void count_lost(struct archive_sink *archive, size_t games, const struct error *why)
{
    if (!archive->lost && games)
        archive->error = *why;
    archive->lost += games;
}

/* Adds all valid waiting games in one transaction; adds none if the disk fails. Invalid games are counted as
 * lost; their number is added to *refused. */
static enum status add_all(struct archive_sink *archive, size_t *refused, struct error *error)
{
    struct archive *database = archive->archiver.archive;
    enum status status = archive_begin(database, error);
    for (size_t i = 0; i < archive->count && !status; i++) {
        char place[64];
        snprintf(place, sizeof place, "match, game %zu", archive->number[i]);
        status = archiver_add(&archive->archiver, &archive->waiting[i], ARCHIVE_MATCH, place, error);
        /* STATUS_FAILED means that the disk failed. Any other error is of this game only: skip it. */
        if (status && status != STATUS_FAILED) {
            count_lost(archive, 1, error);
            ++*refused;
            status = STATUS_OK;
        }
    }
    if (!status)
        return archive_end(database, error);
    archive_undo(database);
    return status;
}

/* Adds the waiting games. If another program writes to the archive, they wait for the next call. If `last` is
 * set or `waiting` is full, this function waits for the other program instead. Games that cannot be added are
 * then counted as lost. */
static void add_waiting(struct archive_sink *archive, bool last)
{
    struct archive *database = archive->archiver.archive;
    struct error why = {0};
    size_t refused = 0; /* counted as lost by add_all already */
    bool is_last_chance = last || archive->count == ARCHIVE_WAITING;
    archive_set_patience(database, is_last_chance ? ARCHIVE_PATIENCE : -1 /* no wait */);
    enum status status = add_all(archive, &refused, &why);
    archive->last = clock_now();
    if (status && archive_is_busy(database) && !is_last_chance)
        return;
    if (status)
        count_lost(archive, archive->count - refused, &why);
    for (size_t i = 0; i < archive->count; i++)
        record_clear(&archive->waiting[i]);
    archive->count = 0;
}

/* Sink of the match: stores a copy of a game's record until it is added to the archive. Adds all waiting
 * games about once a second. */
static enum status keep_game(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct archive_sink *archive = context;
    (void)enough, (void)error;
    if (!played->record) /* read from a log; added to the archive when it was played */
        return STATUS_OK;
    archive->number[archive->count] = played->game.index;
    record_copy(&archive->waiting[archive->count++], played->record);
    if (archive->count == ARCHIVE_WAITING || clock_now() - archive->last >= 1)
        add_waiting(archive, false);
    return STATUS_OK;
}

enum status archive_sink_open(struct archive_sink *archive, const atomic_bool *stop, struct text *notes,
                              struct error *error)
{
    const struct archive_terms terms = {.stop = stop};
    *archive = (struct archive_sink){.sink = {keep_game, archive}, .last = clock_now()};
    return archiver_open(&archive->archiver, &terms, notes, error);
}

enum status archive_sink_close(struct archive_sink *archive, struct error *error)
{
    if (archive->count)
        add_waiting(archive, true);
    archiver_close(&archive->archiver);
    if (!archive->lost)
        return STATUS_OK;
    return error_set(error, STATUS_FAILED, "%zu game%s of the match %s not in the archive: %s", archive->lost,
                     plural(archive->lost), archive->lost == 1 ? "is" : "are", archive->error.text);
}
