/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/archiver.h"

#include "base/disk.h"
#include "play/game_list.h"
#include "play/journal.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

_Static_assert((int)PLAYER_WORDS <= (int)ARCHIVE_NAME && (int)LEVEL_NAME <= (int)ARCHIVE_LEVEL,
               "a player's name fits");

/* Sets the players' names and levels, the person's side, and whether the game counts. It is a callback of the
 * archive. */
static void name_players(const void *context, const struct record *record, struct archive_names *names)
{
    const struct ladders *ladders = context;
    const struct ladder *ladder = ladders_for_variant(ladders, record->start.variant);
    for (enum side side = RED; side <= BLUE; side++) {
        char name[PLAYER_WORDS];
        int level, style;
        ladder_player_name(ladder, record->player[side], name);
        snprintf(names->name[side], sizeof names->name[side], "%s", name);
        if (ladder_recognise(ladder, record->player[side], &level, &style))
            snprintf(names->level[side], sizeof names->level[side], "%s", ladder->levels[level].name);
    }
    /* The game is counted as a checked entry of the list of games, so that both count the same games. */
    struct game_entry entry = {.ladders = ladders, .state = GAME_SOUND};
    game_brief_of(record, &entry.brief);
    names->person = game_entry_person(&entry);
    names->counts = game_entry_counts(&entry);
}

enum status archiver_open(struct archiver *archiver, const struct archive_terms *terms, struct text *notices,
                          struct error *error)
{
    struct text ignored = {0};
    struct archive_terms whole = terms ? *terms : (struct archive_terms){0};
    *archiver = (struct archiver){0};
    if (!disk_path(DISK_DATA, ARCHIVE_FILE, archiver->path, sizeof archiver->path))
        return disk_no_path(DISK_DATA, "the archive", error);
    archiver->ladders = ladders_new();
    whole.path = archiver->path;
    whole.name = name_players;
    whole.name_context = archiver->ladders;
    enum status status = archive_open(&archiver->archive, &whole, notices ? notices : &ignored, error);
    text_free(&ignored);
    if (status)
        archiver_close(archiver);
    return status;
}

void archiver_close(struct archiver *archiver)
{
    archive_close(archiver->archive);
    ladders_free(archiver->ladders);
    *archiver = (struct archiver){0};
}

enum status archiver_update(struct archiver *archiver, struct error *error)
{
    char folder[PATH_MAX - 300], trash[PATH_MAX - 300]; /* leaves space for a file's name */
    if (!disk_path(DISK_DATA, FINISHED_FOLDER, folder, sizeof folder) ||
        !disk_path(DISK_DATA, TRASH_FOLDER, trash, sizeof trash))
        return disk_no_path(DISK_DATA, "finished games", error);
    return archive_update_from_folder(archiver->archive, folder, trash, error);
}

size_t archiver_size(struct text *notices)
{
    const struct archive_terms terms = {.patience = -1}; /* do not wait for a lock */
    struct archiver archiver;
    char path[sizeof archiver.path];
    size_t games = 0;
    if (!disk_path(DISK_DATA, ARCHIVE_FILE, path, sizeof path) || access(path, F_OK) != 0 ||
        archiver_open(&archiver, &terms, notices, NULL) != STATUS_OK)
        return 0;
    archive_size(archiver.archive, &games, NULL);
    archiver_close(&archiver);
    return games;
}

/* Where a found game is copied to. */
struct found_game {
    struct text *bytes;
    char (*player)[PLAYER_NAME_MAX];
};

/* Appends the file of a found game and copies its players' names. */
static enum status take_game(void *context, const struct archive_row *row, struct error *error)
{
    const struct found_game *found = context;
    (void)error;
    text_append(found->bytes, row->bytes, row->size);
    snprintf(found->player[RED], PLAYER_NAME_MAX, "%s", row->red);
    snprintf(found->player[BLUE], PLAYER_NAME_MAX, "%s", row->blue);
    return STATUS_OK;
}

enum status archiver_read_game(int64_t number, const char *name, struct text *bytes,
                               char player[SIDES][PLAYER_NAME_MAX], struct error *error)
{
    struct found_game found = {bytes, player};
    struct archiver archiver;
    struct query query = {0};
    char path[sizeof archiver.path], id[40];
    if (!disk_path(DISK_DATA, ARCHIVE_FILE, path, sizeof path) || access(path, F_OK) != 0)
        return error_set(error, STATUS_BAD, "%s: there is no archive of games yet", name);
    enum status status = archiver_open(&archiver, NULL, NULL, error);
    if (status)
        return status;
    snprintf(id, sizeof id, "id = %lld", (long long)number);
    const struct archive_search search = {.query = &query, .bytes = true};
    status = query_compile(id, &query, error);
    if (!status)
        status = archive_find(archiver.archive, &search, take_game, &found, error);
    if (!status && !bytes->size)
        status = error_set(error, STATUS_BAD, "%s: there is no such game in the archive; 'games where "
                           "--list' has the numbers", name);
    query_free(&query);
    archiver_close(&archiver);
    return status;
}

enum status archiver_add(struct archiver *archiver, const struct record *record, enum archive_source source,
                         const char *place, struct error *error)
{
    struct archive_game game = {.record = record, .path = place, .source = source};
    return archive_add(archiver->archive, &game, NULL, error);
}
