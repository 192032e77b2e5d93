/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games of others, by files and folders. */
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

enum { FOLDERS_DEEP = 16 };

struct importing {
    struct archive *archive;
    struct archive_import *import;
    struct archive_batch batch;
};

static void blame(struct importing *importing, const char *fault)
{
    struct archive_import *import = importing->import;
    if (import->unsound++ < IMPORT_FAULTS)
        text_printf(&import->faults, "%s\n", fault);
}

/* Writes what waits, and counts what is on the disk by that. */
static enum status write_batch(struct importing *importing, struct error *error)
{
    struct archive_batch *batch = &importing->batch;
    enum status status = batch_write(batch, error);
    importing->import->added += batch->added;
    importing->import->there += batch->there;
    batch->added = batch->there = 0;
    return status;
}

/* Takes a game in that is sound and finished. Only the machine's failure and a stop are errors. */
static enum status take_game(struct importing *importing, const struct archive_game *game,
                             struct error *error)
{
    struct archive *archive = importing->archive;
    struct archive_import *import = importing->import;
    struct error why = {0};
    enum status status = database_check_game(game, &why);
    if (status == STATUS_BAD)
        blame(importing, why.text);
    import->unfinished += status == STATUS_NO;
    if (!status)
        batch_put(&importing->batch, game, game->path, NULL);
    if (archive->terms.progress)
        archive->terms.progress(archive->terms.progress_context,
                                import->added + import->there + import->unfinished + import->unsound +
                                importing->batch.count, 0);
    if (stop_requested(importing->archive->terms.stop))
        return error_set(error, STATUS_NO, "stopped");
    return batch_is_full(&importing->batch) ? write_batch(importing, error) : STATUS_OK;
}

/* One of many games of a file. */
static enum status take_line(void *context, const struct record *record, const char *place,
                             struct error *error)
{
    struct archive_game game = {.record = record, .path = place, .source = ARCHIVE_IMPORT};
    return take_game(context, &game, error);
}

/* A line of such a file that cannot be read is left out. What take_line gives ends the reading. */
static bool pass_line(void *context, enum status status, const struct error *why)
{
    if (status != STATUS_BAD)
        return false;
    blame(context, why->text);
    return true;
}

/* The kind of a file by its first bytes; FILE_KINDS: none that is known. */
static enum file_kind kind_of(const char *path, const struct text *bytes)
{
    struct input input = {.name = path, .bytes = text_string(bytes), .size = bytes->size};
    enum file_kind kind = FILE_KINDS;
    return kind_recognise(&input, &kind, NULL) == STATUS_OK ? kind : FILE_KINDS;
}

/* A file of a single game, of which each byte is kept. */
static enum status take_single(struct importing *importing, const char *path, const struct text *bytes,
                               struct error *error)
{
    struct file_content content = {0};
    struct error why = {0};
    enum status status = STATUS_OK;
    if (file_parse(path, text_string(bytes), bytes->size, &content, &why) != STATUS_OK) {
        blame(importing, why.text);
    } else if (!file_kind_is_game(content.kind)) {
        error_at(&why, path, 1, 1, "found a %s, expected a game", file_kind_name(content.kind));
        blame(importing, why.text);
    } else {
        struct archive_game game = {.record = &content.record, .bytes = bytes->bytes, .size = bytes->size,
                                    .kind = content.kind, .path = path, .source = ARCHIVE_IMPORT};
        status = take_game(importing, &game, error);
    }
    file_content_free(&content);
    return status;
}

static enum status take_regular(struct importing *importing, const char *path, struct error *error)
{
    struct text bytes = {0};
    struct error why = {0};
    importing->import->files++;
    bool small = strcmp(path, "-") != 0 && disk_read_regular(path, FILE_LIMIT, &bytes, NULL) == STATUS_OK;
    enum status status = STATUS_OK;
    if (small && !file_kind_has_games(kind_of(path, &bytes))) {
        status = take_single(importing, path, &bytes, error);
    } else {
        status = games_read(path, take_line, pass_line, importing, &why);
        if (status == STATUS_BAD) {
            blame(importing, why.text);
            status = STATUS_OK;
        } else if (status) {
            error_set(error, status, "%s", why.text);
        }
    }
    text_free(&bytes);
    return status;
}

/* --- folders --- */

static bool is_game_name(const char *name)
{
    static const char *const endings[] = {".game", ".xml", ".gsn", ".tsv", ".msgpack", ".yaml", ".yml"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (ascii_compare(dot, endings[i]) == 0)
            return true;
    return false;
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static enum status take_folder(struct importing *importing, const char *folder, int depth,
                               struct error *error);

/* One name of a folder: what cannot be read is listed, and the others are read all the same. */
static enum status take_name(struct importing *importing, const char *folder, const char *name, int depth,
                             struct error *error)
{
    char path[PATH_MAX];
    struct stat about;
    struct error why = {0};
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        error_set(&why, STATUS_BAD, "%.200s…: the path is longer than %d bytes", path, PATH_MAX - 1);
    else if (lstat(path, &about) < 0)
        error_errno(&why, path);
    else if (S_ISDIR(about.st_mode) && depth < FOLDERS_DEEP)
        return take_folder(importing, path, depth + 1, error);
    else if (S_ISDIR(about.st_mode))
        error_set(&why, STATUS_BAD, "%s: found more than %d folders in each other", path, FOLDERS_DEEP);
    else if (!is_game_name(path))
        return STATUS_OK;
    else if (stat(path, &about) < 0)
        error_errno(&why, path);
    else if (!S_ISREG(about.st_mode))
        error_set(&why, STATUS_BAD, "%s: found no regular file, expected a file of games", path);
    else
        return take_regular(importing, path, error);
    blame(importing, why.text);
    return STATUS_OK;
}

static enum status take_folder(struct importing *importing, const char *folder, int depth,
                               struct error *error)
{
    struct dirent **entries = NULL;
    enum status status = STATUS_OK;
    int count = scandir(folder, &entries, is_shown, alphasort);
    if (count < 0) {
        error_errno(error, folder);
        blame(importing, error->text);
        return STATUS_OK;
    }
    for (int i = 0; i < count; i++) {
        if (!status && stop_requested(importing->archive->terms.stop))
            status = error_set(error, STATUS_NO, "stopped");
        if (!status)
            status = take_name(importing, folder, entries[i]->d_name, depth, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* Finds out what a path is, and where: `whole` has room for PATH_MAX bytes. */
static enum status look_at(const char *path, char *whole, struct stat *about, struct error *error)
{
    if (strcmp(path, "-") != 0 && (!realpath(path, whole) || stat(whole, about) < 0))
        return error_errno(error, path);
    if (!S_ISDIR(about->st_mode) && !S_ISREG(about->st_mode))
        return error_set(error, STATUS_BAD, "%s: found neither a file nor a folder", path);
    return STATUS_OK;
}

enum status archive_import(struct archive *archive, const char *path, struct archive_import *import,
                           struct error *error)
{
    struct importing importing = {archive, import, {.archive = archive}};
    char whole[PATH_MAX] = "-";
    struct stat about = {.st_mode = S_IFREG};
    struct error why = {0};
    enum status found = look_at(path, whole, &about, &why);
    if (found == STATUS_BAD)
        blame(&importing, why.text);
    if (found)
        return error_set(error, found, "%s", why.text);
    enum status status = S_ISDIR(about.st_mode) ? take_folder(&importing, whole, 0, error)
                                                : take_regular(&importing, whole, error);
    /* What was read before a stop is kept; where the disk has failed, nothing more is tried. */
    enum status written = status == STATUS_FAILED ? STATUS_OK
                                                  : write_batch(&importing, status ? NULL : error);
    batch_free(&importing.batch);
    return status ? status : written;
}
