/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Updates the archive from the folder of finished games: adds games that were finished, and removes
 * games that were deleted, while the archive could not be written. */
#include "archive/batch.h"
#include "archive/event_tables.h"

#include "base/disk.h"
#include "base/stop.h"
#include "base/string_list.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- new files --- */

/* Reads a file of the folder and puts it into the batch. Records a file without a valid finished game as
 * seen. A file that cannot be read now is tried again the next time. */
static void read_folder_file(struct archive_batch *batch, const char *path, struct stamp stamp)
{
    struct file_content content = {0};
    struct game_events events = {0};
    struct text bytes = {0};
    if (access(path, R_OK) < 0)
        return;
    bool read = disk_read_regular(path, FILE_LIMIT, &bytes, NULL) == STATUS_OK &&
                file_parse(path, text_string(&bytes), bytes.size, &content, NULL) == STATUS_OK;
    struct archive_game game = {.record = &content.record, .bytes = bytes.bytes, .size = bytes.size,
                                .kind = content.kind, .path = path, .source = ARCHIVE_OWN};
    bool is_game = file_kind_is_game(content.kind);
    bool is_sound = read && is_game && database_check_game(&game, &events, NULL) == STATUS_OK;
    batch_put(batch, is_sound ? &game : NULL, &events, path, &stamp);
    file_content_free(&content);
    text_free(&bytes);
}

/* Reads the file of one name in the folder if it is new or has changed. *files_read counts the files read. */
static enum status read_if_new(struct archive_batch *batch, const char *folder, const char *name,
                               size_t *files_read, struct error *error)
{
    struct archive *archive = batch->archive;
    char path[PATH_MAX];
    struct stat about;
    bool seen = false;
    if (name[0] == '.' || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path ||
        stat(path, &about) < 0 || !S_ISREG(about.st_mode))
        return STATUS_OK;
    enum status status = stamp_run(archive, &archive->seen, "SELECT 1 FROM files WHERE path = ?1 AND "
                                   "size = ?2 AND stamp = ?3", path, stamp_of(&about), &seen, error);
    if (status || seen)
        return status;
    if (stop_requested(archive->terms.stop))
        return error_set(error, STATUS_NO, "stopped");
    read_folder_file(batch, path, stamp_of(&about));
    ++*files_read;
    if (archive->terms.progress)
        archive->terms.progress(archive->terms.progress_context, *files_read, 0);
    return batch_is_full(batch) ? batch_write(batch, error) : STATUS_OK;
}

/* Adds all new and changed files, in the order of their names, which begin with the starting time of the
 * game. */
static enum status add_new_files(struct archive *archive, const char *folder, struct error *error)
{
    struct archive_batch batch = {.archive = archive};
    struct dirent **entries = NULL;
    enum status status = STATUS_OK;
    size_t files_read = 0;
    int count = scandir(folder, &entries, NULL, alphasort);
    archive->is_closed = count < 0 && errno != ENOENT;
    if (archive->is_closed)
        status = error_set(error, STATUS_FAILED, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (!status)
            status = read_if_new(&batch, folder, entries[i]->d_name, &files_read, error);
        free(entries[i]);
    }
    free(entries);
    /* After a stop, store what was read so far. */
    enum status written = !status || status == STATUS_NO ? batch_write(&batch, status ? NULL : error)
                                                         : STATUS_OK;
    batch_free(&batch);
    return status ? status : written;
}

/* --- deleted files --- */

/* Removes the events of the own game of a file. */
static enum status remove_file_events(struct archive *archive, const char *path, struct error *error)
{
    sqlite3_stmt *game = database_prepare(archive, "SELECT id FROM games WHERE path = ?1 AND source = 'own'",
                                          error);
    enum status status = game ? STATUS_OK : STATUS_FAILED;
    bool more = true;
    database_bind(game, 1, path);
    while (!status && more) {
        status = database_step(archive, game, &more, error);
        if (!status && more)
            status = event_tables_remove(archive, sqlite3_column_int64(game, 0), error);
    }
    sqlite3_finalize(game);
    return status;
}

/* Removes all that the archive has of a file of own games: its game, the game's events, and the row that says
 * when the file was read. */
static enum status remove_file_records(struct archive *archive, const char *path, struct error *error)
{
    static const char *const statements[] = {"DELETE FROM games WHERE path = ?1 AND source = 'own'",
                                             "DELETE FROM files WHERE path = ?1"};
    enum status status = remove_file_events(archive, path, error);
    for (size_t i = 0; i < sizeof statements / sizeof *statements && !status; i++) {
        sqlite3_stmt *statement = database_prepare(archive, statements[i], error);
        if (!statement)
            return STATUS_FAILED;
        database_bind(statement, 1, path);
        status = database_step(archive, statement, NULL, error);
        sqlite3_finalize(statement);
    }
    return status;
}

/* Returns whether the file is missing and a file of its name is in the trash. A file that is only missing may
 * be on a disk that is not mounted now. */
static bool is_in_trash(const char *path, const char *trash)
{
    char trash_path[PATH_MAX];
    const char *slash = strrchr(path, '/');
    return access(path, F_OK) < 0 && errno == ENOENT && slash &&
           snprintf(trash_path, sizeof trash_path, "%s%s", trash, slash) < (int)sizeof trash_path &&
           access(trash_path, F_OK) == 0;
}

/* Lists the recorded files that were moved to the trash. */
static enum status find_trashed_files(struct archive *archive, const char *trash, struct string_list *paths,
                                      struct error *error)
{
    bool more = true;
    sqlite3_stmt *statement = database_prepare(archive, "SELECT path FROM files", error);
    enum status status = statement ? STATUS_OK : STATUS_FAILED;
    while (!status && more) {
        status = database_step(archive, statement, &more, error);
        if (!status && more && is_in_trash(database_text(statement, 0), trash))
            string_list_add(paths, database_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return status;
}

/* Removes the games of all files that were moved to the trash, in one transaction. */
static enum status remove_trashed_games(struct archive *archive, const char *trash, struct error *error)
{
    struct string_list paths = {0};
    if (access(trash, F_OK) < 0)
        return STATUS_OK;
    enum status status = find_trashed_files(archive, trash, &paths, error);
    if (!status && paths.count)
        status = archive_begin(archive, error);
    for (size_t i = 0; i < paths.count && !status; i++)
        status = remove_file_records(archive, paths.items[i], error);
    bool removed = !status && paths.count;
    string_list_free(&paths);
    if (removed)
        return archive_end(archive, error);
    if (archive->in_batch)
        archive_undo(archive);
    return status;
}

bool archive_folder_is_closed(const struct archive *archive)
{
    return archive->is_closed;
}

enum status archive_update_from_folder(struct archive *archive, const char *folder, const char *trash,
                           struct error *error)
{
    enum status status = add_new_files(archive, folder, error);
    return status || !trash ? status : remove_trashed_games(archive, trash, error);
}
