/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Imports games from files and folders. */
#include "archive/batch.h"

#include "base/ascii.h"
#include "base/disk.h"
#include "base/stop.h"
#include "file/recognise.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDERS_DEEP = 16 }; /* max depth of subfolders */

/* An import in progress. */
struct import_state {
    struct archive *archive;
    struct archive_import *import;
    struct archive_batch batch;
};

/* Counts a fault and records its line, up to IMPORT_FAULTS lines. */
static void record_fault(struct import_state *import_state, const char *fault)
{
    struct archive_import *import = import_state->import;
    if (import->unsound++ < IMPORT_FAULTS)
        text_printf(&import->faults, "%s\n", fault);
}

/* Writes the batch and adds its numbers to the totals. */
static enum status write_batch(struct import_state *import_state, struct error *error)
{
    struct archive_batch *batch = &import_state->batch;
    enum status status = batch_write(batch, error);
    import_state->import->added += batch->added;
    import_state->import->there += batch->there;
    batch->added = batch->there = 0;
    return status;
}

/* Checks a game and puts it into the batch. Only records faults; fails only if the system fails or a stop was
 * requested. */
static enum status import_game(struct import_state *import_state, const struct archive_game *game,
                               struct error *error)
{
    struct archive *archive = import_state->archive;
    struct archive_import *import = import_state->import;
    struct game_events events = {0};
    struct error why = {0};
    enum status status = database_check_game(game, &events, &why);
    if (status == STATUS_BAD)
        record_fault(import_state, why.text);
    import->unfinished += status == STATUS_NO;
    if (!status)
        batch_put(&import_state->batch, game, &events, game->path, NULL);
    if (archive->terms.progress)
        archive->terms.progress(archive->terms.progress_context,
                                import->added + import->there + import->unfinished + import->unsound +
                                import_state->batch.count, 0);
    if (stop_requested(import_state->archive->terms.stop))
        return error_set(error, STATUS_NO, "stopped");
    return batch_is_full(&import_state->batch) ? write_batch(import_state, error) : STATUS_OK;
}

/* Imports one game of a file with many games (callback of games_read). */
static enum status import_table_line(void *context, const struct record *record, const char *place,
                                     struct error *error)
{
    struct archive_game game = {.record = record, .path = place, .source = ARCHIVE_IMPORT};
    return import_game(context, &game, error);
}

/* Records a line that cannot be read and lets the reading continue. False for other errors, which end it. */
static bool skip_bad_line(void *context, enum status status, const struct error *why)
{
    if (status != STATUS_BAD)
        return false;
    record_fault(context, why->text);
    return true;
}

/* Returns the kind of a file by its first bytes. FILE_KINDS if it is unknown. */
static enum file_kind recognise_kind(const char *path, const struct text *bytes)
{
    struct input input = {.name = path, .bytes = text_string(bytes), .size = bytes->size};
    enum file_kind kind = FILE_KINDS;
    return kind_recognise(&input, &kind, NULL) == STATUS_OK ? kind : FILE_KINDS;
}

/* Imports a file with a single game and stores its bytes unchanged. */
static enum status import_single(struct import_state *import_state, const char *path,
                                 const struct text *bytes, struct error *error)
{
    struct file_content content = {0};
    struct error why = {0};
    enum status status = STATUS_OK;
    if (file_parse(path, text_string(bytes), bytes->size, &content, &why) != STATUS_OK) {
        record_fault(import_state, why.text);
    } else if (!file_kind_is_game(content.kind)) {
        error_at(&why, path, 1, 1, "found a %s, expected a game", file_kind_name(content.kind));
        record_fault(import_state, why.text);
    } else {
        struct archive_game game = {.record = &content.record, .bytes = bytes->bytes, .size = bytes->size,
                                    .kind = content.kind, .path = path, .source = ARCHIVE_IMPORT};
        status = import_game(import_state, &game, error);
    }
    file_content_free(&content);
    return status;
}

/* Imports a file: as a whole if it has one game, game by game if it may have several. */
static enum status import_file(struct import_state *import_state, const char *path, struct error *error)
{
    struct text bytes = {0};
    struct error why = {0};
    import_state->import->files++;
    /* A file of one game is small, and its bytes are stored. A table of any size is read as a stream. */
    bool small = strcmp(path, "-") != 0 && disk_read_regular(path, FILE_LIMIT, &bytes, NULL) == STATUS_OK;
    enum status status = STATUS_OK;
    if (small && !file_kind_has_games(recognise_kind(path, &bytes))) {
        status = import_single(import_state, path, &bytes, error);
    } else {
        status = games_read(path, import_table_line, skip_bad_line, import_state, &why);
        if (status == STATUS_BAD) {
            record_fault(import_state, why.text);
            status = STATUS_OK;
        } else if (status) {
            error_set(error, status, "%s", why.text);
        }
    }
    text_free(&bytes);
    return status;
}

/* --- folders --- */

/* Returns whether the name of a file ends like those of game files. */
static bool is_game_name(const char *name)
{
    static const char *const endings[] = {".game", ".xml", ".gsn", ".tsv", ".msgpack", ".yaml", ".yml"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (ascii_compare(dot, endings[i]) == 0)
            return true;
    return false;
}

/* Returns whether a folder's entry is not hidden (filter of scandir). */
static int is_not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static enum status import_folder(struct import_state *import_state, const char *folder, int depth,
                                 struct error *error);

/* Imports one entry of a folder. An entry that cannot be read is recorded as a fault. */
static enum status import_entry(struct import_state *import_state, const char *folder, const char *name,
                                int depth, struct error *error)
{
    char path[PATH_MAX];
    struct stat about;
    struct error why = {0};
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        error_set(&why, STATUS_BAD, "%.200s…: the path is longer than %d bytes", path, PATH_MAX - 1);
    else if (lstat(path, &about) < 0) /* links to folders are not followed, those to files are */
        error_errno(&why, path);
    else if (S_ISDIR(about.st_mode) && depth < FOLDERS_DEEP)
        return import_folder(import_state, path, depth + 1, error);
    else if (S_ISDIR(about.st_mode))
        error_set(&why, STATUS_BAD, "%s: found more than %d folders in each other", path, FOLDERS_DEEP);
    else if (!is_game_name(path))
        return STATUS_OK;
    else if (stat(path, &about) < 0)
        error_errno(&why, path);
    else if (!S_ISREG(about.st_mode))
        error_set(&why, STATUS_BAD, "%s: found no regular file, expected a file of games", path);
    else
        return import_file(import_state, path, error);
    record_fault(import_state, why.text);
    return STATUS_OK;
}

/* Imports a folder and its subfolders, sorted by name. `depth`: 0 for the folder given by the user. */
static enum status import_folder(struct import_state *import_state, const char *folder, int depth,
                                 struct error *error)
{
    struct dirent **entries = NULL;
    enum status status = STATUS_OK;
    int count = scandir(folder, &entries, is_not_hidden, alphasort);
    if (count < 0) {
        error_errno(error, folder);
        record_fault(import_state, error->text);
        return STATUS_OK;
    }
    for (int i = 0; i < count; i++) {
        if (!status && stop_requested(import_state->archive->terms.stop))
            status = error_set(error, STATUS_NO, "stopped");
        if (!status)
            status = import_entry(import_state, folder, entries[i]->d_name, depth, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* Finds out whether a path is a file or a folder; writes its absolute path into `full_path` (PATH_MAX
 * bytes). */
static enum status examine_path(const char *path, char *full_path, struct stat *about, struct error *error)
{
    if (strcmp(path, "-") != 0 && (!realpath(path, full_path) || stat(full_path, about) < 0))
        return error_errno(error, path);
    if (!S_ISDIR(about->st_mode) && !S_ISREG(about->st_mode))
        return error_set(error, STATUS_BAD, "%s: found neither a file nor a folder", path);
    return STATUS_OK;
}

enum status archive_import(struct archive *archive, const char *path, struct archive_import *import,
                           struct error *error)
{
    struct import_state import_state = {
        archive, import, {.archive = archive, .player = {import->player[RED], import->player[BLUE]}}};
    char full_path[PATH_MAX] = "-";
    struct stat about = {.st_mode = S_IFREG};
    struct error why = {0};
    enum status found = examine_path(path, full_path, &about, &why);
    if (found == STATUS_BAD)
        record_fault(&import_state, why.text);
    if (found)
        return error_set(error, found, "%s", why.text);
    enum status status = S_ISDIR(about.st_mode) ? import_folder(&import_state, full_path, 0, error)
                                                : import_file(&import_state, full_path, error);
    /* After a stop, store what was read so far; after a failure of the disk, do not write any more. */
    enum status written = status == STATUS_FAILED ? STATUS_OK
                                                  : write_batch(&import_state, status ? NULL : error);
    batch_free(&import_state.batch);
    return status ? status : written;
}
