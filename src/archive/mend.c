/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces a database that cannot be used: renames it and copies all readable games into a new one. */
#include "archive/database.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/plural.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- reading the old database --- */

enum { NAME_COLUMNS = 3 }; /* column of Red's name in the rows of prepare_games; then Blue's */

/* Restores the players' names that an import gave to a game whose file has none. */
static void restore_names(sqlite3_stmt *row, struct record *record)
{
    for (int side = RED; side <= BLUE && sqlite3_column_count(row) > NAME_COLUMNS; side++)
        if (!summary_is_named(record->player[side]))
            snprintf(record->player[side], PLAYER_NAME_MAX, "%s", database_text(row, NAME_COLUMNS + side));
}

/* Adds the game of a row. Skips it if its bytes are not a valid game. *games counts the added games. */
static enum status copy_game(struct archive *archive, sqlite3_stmt *row, size_t *games, struct error *error)
{
    struct file_content content = {0};
    enum archive_change change = ARCHIVE_UNCHANGED;
    struct error why = {0};
    const char *bytes = sqlite3_column_blob(row, 0), *source = database_text(row, 2);
    size_t size = (size_t)sqlite3_column_bytes(row, 0);
    enum status status = STATUS_OK;
    if (bytes && file_parse("a game of the archive", bytes, size, &content, NULL) == STATUS_OK) {
        restore_names(row, &content.record);
        struct archive_game game = {.record = &content.record, .bytes = bytes, .size = size,
                                    .kind = content.kind, .path = database_text(row, 1),
                                    .source = ARCHIVE_IMPORT};
        for (int i = 0; i < ARCHIVE_SOURCES; i++)
            if (strcmp(source, archive_source_names[i]) == 0)
                game.source = (enum archive_source)i;
        if (archive_add(archive, &game, &change, &why) == STATUS_FAILED)
            status = error_set(error, STATUS_FAILED, "%s", why.text);
        *games += change == ARCHIVE_ADDED;
    }
    file_content_free(&content);
    return status;
}

/* Prepares the reading of the old database's games: without names if its table has no such columns. */
static sqlite3_stmt *prepare_games(struct archive *old, bool backwards)
{
    const char *order = backwards ? "DESC" : "ASC";
    bool damaged = old->damaged;
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT bytes, path, source, red_agent, blue_agent FROM games ORDER BY id %s",
             order);
    sqlite3_stmt *row = database_prepare(old, sql, NULL);
    if (row)
        return row;
    old->damaged = damaged;
    snprintf(sql, sizeof sql, "SELECT bytes, path, source FROM games ORDER BY id %s", order);
    return database_prepare(old, sql, NULL);
}

/* Reads the old database's games up to the first fault, from the beginning or (`backwards`) from the end. */
static enum status copy_games(struct archive *archive, struct archive *old, bool backwards, size_t *games,
                              struct error *error)
{
    enum status status = STATUS_OK;
    sqlite3_stmt *row = prepare_games(old, backwards);
    bool more = row;
    while (!status && more && database_step(old, row, &more, NULL) == STATUS_OK && more)
        status = copy_game(archive, row, games, error);
    sqlite3_finalize(row);
    return status;
}

/* Fills the new database with all readable games of the old one at `path`. Waits for a program that is
 * writing to the old one. STATUS_FAILED if that takes too long. */
static enum status copy_readable_games(struct archive *archive, const char *path, size_t *games,
                                       struct error *error)
{
    struct archive old = {.terms = archive->terms};
    if (sqlite3_open_v2(path, &old.database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        sqlite3_close(old.database);
        return STATUS_OK; /* no game can be read */
    }
    database_configure(&old);
    enum status status = archive_begin(archive, error);
    if (!status)
        status = copy_games(archive, &old, false, games, error);
    /* The games behind the damage; one that was added already is not added twice. */
    if (!status && old.damaged)
        status = copy_games(archive, &old, true, games, error);
    if (!status && old.busy)
        status = error_set(error, STATUS_FAILED, "%s: another program is writing to it", path);
    if (!status)
        status = archive_end(archive, error);
    sqlite3_close(old.database);
    return status;
}

/* --- replacing the file --- */

/* Renames the old database at `path` to `aside` and the new one from `new_path` to `path`. */
static enum status exchange_files(const char *path, const char *new_path, const char *aside,
                                  struct error *error)
{
    char journal[PATH_MAX + 16], journal_aside[PATH_MAX + 16];
    snprintf(journal, sizeof journal, "%s-journal", path);
    snprintf(journal_aside, sizeof journal_aside, "%s-journal", aside);
    /* The old journal must not be applied to the new database. */
    if (rename(journal, journal_aside) < 0 && errno != ENOENT)
        return error_set(error, STATUS_FAILED, "%s: %s", journal, strerror(errno));
    /* A link keeps a database at `path` all the time; some file systems have no links. */
    if (link(path, aside) < 0 && rename(path, aside) < 0 && errno != ENOENT)
        return error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
    if (rename(new_path, path) < 0)
        return error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

/* Makes the new database completely before it replaces the old one. `aside` gets the new name of the old
 * one. */
static enum status rebuild_database(struct archive *archive, char aside[PATH_MAX], size_t *games,
                                    struct error *error)
{
    char new_path[PATH_MAX];
    const char *path = archive->terms.path;
    enum database_fault none;
    snprintf(new_path, sizeof new_path, "%s.new", path);
    unlink(new_path);
    enum status status = database_open(archive, new_path, &none, error);
    if (!status)
        status = copy_readable_games(archive, path, games, error);
    database_close(archive);
    /* Find a free name with the date: "games.db.2026-11-22", "games.db.2026-11-22-2". */
    char day[11];
    struct stat about;
    clock_date(day);
    snprintf(aside, PATH_MAX, "%s.%s", path, day);
    for (int n = 2; lstat(aside, &about) == 0 && n < 10000; n++)
        snprintf(aside, PATH_MAX, "%s.%s-%d", path, day, n);
    if (!status)
        status = exchange_files(path, new_path, aside, error);
    if (status)
        unlink(new_path);
    return status == STATUS_BAD ? STATUS_FAILED : status;
}

/* Locks the folder, so that only one program at a time repairs the archive. False if another program keeps
 * the lock. */
static bool lock_folder(struct archive *archive, int folder)
{
    for (int tries = 0; !disk_lock(folder, LOCK_EX | LOCK_NB); tries++)
        if (!database_wait(archive, tries))
            return false;
    return true;
}

enum status database_replace(struct archive *archive, enum database_fault fault, struct text *notes,
                             struct error *error)
{
    char folder[PATH_MAX], aside[PATH_MAX];
    struct stat about;
    size_t games = 0;
    const char *slash = strrchr(archive->terms.path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - archive->terms.path) : 1,
             slash ? archive->terms.path : ".");
    /* Closing the descriptor releases the lock. */
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        return error_set(error, STATUS_FAILED, "%s: %s", folder, strerror(errno));
    if (!lock_folder(archive, lock)) {
        close(lock);
        return error_set(error, STATUS_FAILED, "%s: another program is mending the archive", folder);
    }
    enum status status = STATUS_OK;
    /* If another file is there, another program has replaced it. */
    if (stat(archive->terms.path, &about) == 0 && about.st_dev == archive->device &&
        about.st_ino == archive->node) {
        status = rebuild_database(archive, aside, &games, error);
        if (!status) {
            struct text why = {0};
            if (fault == DATABASE_DAMAGED)
                text_printf(&why, "was damaged (%s)",
                            archive->damage[0] ? archive->damage : "it cannot be read");
            else
                text_add(&why, fault == DATABASE_OLD ? "was of an older Vedette"
                                                     : "was no archive of Vedette's");
            text_printf(notes, "%s %s: it is set aside as %s, and a new one made with the %zu game%s that "
                        "could be read; your own come from their files", disk_file_name(archive->terms.path),
                        text_string(&why), disk_file_name(aside), games, plural(games));
            text_free(&why);
        }
    }
    close(lock);
    enum database_fault again;
    if (!status)
        status = database_open(archive, archive->terms.path, &again, error);
    return status ? STATUS_FAILED : STATUS_OK;
}
