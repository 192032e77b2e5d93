/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/archive_sink.h"

#include "base/clock.h"
#include "base/plural.h"

#include <stdio.h>

/* Counts games that could not be added, with the reason. */
static void count_lost(struct archive_sink *archive, size_t games, const struct error *why)
{
    if (!archive->lost && games)
        archive->error = *why;
    archive->lost += games;
}

/* Adds all valid waiting games in one transaction; adds none if the disk fails. `refused` gets the number of
 * invalid games, which are counted as lost. */
static enum status add_all(struct archive_sink *archive, size_t *refused, struct error *error)
{
    struct archive *database = archive->archiver.archive;
    enum status status = archive_begin(database, error);
    for (size_t i = 0; i < archive->count && !status; i++) {
        char place[64];
        snprintf(place, sizeof place, "match, game %zu", archive->number[i]);
        status = archiver_add(&archive->archiver, &archive->waiting[i], ARCHIVE_MATCH, place, error);
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
 * set or the memory for waiting games is full, waits for the other program instead. */
static void add_waiting(struct archive_sink *archive, bool last)
{
    struct archive *database = archive->archiver.archive;
    struct error why = {0};
    size_t refused = 0;
    bool is_last_chance = last || archive->count == ARCHIVE_WAITING;
    archive_set_patience(database, is_last_chance ? ARCHIVE_PATIENCE : -1);
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

/* Stores a game until it is added. Adds all waiting games about once a second. It is a sink. */
static enum status keep_game(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct archive_sink *archive = context;
    (void)enough, (void)error;
    if (!played->record) /* of a log: it went there when it was played */
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
