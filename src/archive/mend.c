/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A database that cannot be used is set aside, and what can be read of it goes into a new one. */
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

/* --- what can still be read --- */

/* Adds a game as it stands in a row; one that is none any more is left out. */
static enum status take_row(struct archive *archive, sqlite3_stmt *row, size_t *games, struct error *error)
{
    struct file_content content = {0};
    enum archive_answer answer = ARCHIVE_THERE;
    struct error why = {0};
    const char *bytes = sqlite3_column_blob(row, 0), *source = database_text(row, 2);
    size_t size = (size_t)sqlite3_column_bytes(row, 0);
    enum status status = STATUS_OK;
    if (bytes && file_parse("a game of the archive", bytes, size, &content, NULL) == STATUS_OK) {
        struct archive_game game = {.record = &content.record, .bytes = bytes, .size = size,
                                    .kind = content.kind, .path = database_text(row, 1),
                                    .source = ARCHIVE_IMPORT};
        for (int i = 0; i < ARCHIVE_SOURCES; i++)
            if (strcmp(source, archive_source_names[i]) == 0)
                game.source = (enum archive_source)i;
        if (archive_add(archive, &game, &answer, &why) == STATUS_FAILED)
            status = error_set(error, STATUS_FAILED, "%s", why.text);
        *games += answer == ARCHIVE_ADDED;
    }
    file_content_free(&content);
    return status;
}

/* Reads the old one's games from its beginning up to the first fault, or from its end. */
static enum status take_rows(struct archive *archive, struct archive *old, bool backwards, size_t *games,
                             struct error *error)
{
    enum status status = STATUS_OK;
    sqlite3_stmt *row = database_prepare(
        old, backwards ? "SELECT bytes, path, source FROM games ORDER BY id DESC"
                       : "SELECT bytes, path, source FROM games ORDER BY id", NULL);
    bool more = row;
    while (!status && more && database_step(old, row, &more, NULL) == STATUS_OK && more)
        status = take_row(archive, row, games, error);
    sqlite3_finalize(row);
    return status;
}

/* Fills a new database with what can be read of the old one. A program that has that open at this moment may
 * end what it writes. */
static enum status salvage(struct archive *archive, const char *path, size_t *games, struct error *error)
{
    struct archive old = {.terms = archive->terms};
    if (sqlite3_open_v2(path, &old.database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        sqlite3_close(old.database);
        return STATUS_OK;
    }
    database_settle(&old);
    enum status status = archive_begin(archive, error);
    if (!status)
        status = take_rows(archive, &old, false, games, error);
    if (!status && old.damaged)
        status = take_rows(archive, &old, true, games, error);
    if (!status && old.busy)
        status = error_set(error, STATUS_FAILED, "%s: another program is writing to it", path);
    if (!status)
        status = archive_end(archive, error);
    sqlite3_close(old.database);
    return status;
}

/* --- one in the place of the other --- */

static enum status exchange(const char *path, const char *made, const char *aside, struct error *error)
{
    char journal[PATH_MAX + 16], beside[PATH_MAX + 16];
    snprintf(journal, sizeof journal, "%s-journal", path);
    snprintf(beside, sizeof beside, "%s-journal", aside);
    /* What the old one's journal has would else be written into the new one. */
    if (rename(journal, beside) < 0 && errno != ENOENT)
        return error_set(error, STATUS_FAILED, "%s: %s", journal, strerror(errno));
    if (link(path, aside) < 0 && rename(path, aside) < 0 && errno != ENOENT)
        return error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
    if (rename(made, path) < 0)
        return error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

/* Makes the new one beside the old one, whole, before that loses its name. */
static enum status make_anew(struct archive *archive, char aside[PATH_MAX], size_t *games,
                             struct error *error)
{
    char made[PATH_MAX];
    const char *path = archive->terms.path;
    enum database_fault none;
    snprintf(made, sizeof made, "%s.new", path);
    unlink(made);
    enum status status = database_open(archive, made, &none, error);
    if (!status)
        status = salvage(archive, path, games, error);
    database_close(archive);
    /* A name that is free, with the day: "games.db.2026-11-22", "games.db.2026-11-22-2". */
    char day[11];
    struct stat about;
    clock_date(day);
    snprintf(aside, PATH_MAX, "%s.%s", path, day);
    for (int n = 2; lstat(aside, &about) == 0 && n < 10000; n++)
        snprintf(aside, PATH_MAX, "%s.%s-%d", path, day, n);
    if (!status)
        status = exchange(path, made, aside, error);
    if (status)
        unlink(made);
    return status == STATUS_BAD ? STATUS_FAILED : status;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether the file at the path is still the one that was found to be damaged: else somebody was quicker. */
static bool is_same(const struct archive *archive)
{
    struct stat about;
    return stat(archive->terms.path, &about) == 0 && about.st_dev == archive->device &&
           about.st_ino == archive->node;
}

/* Takes the lock on the folder: one at a time mends what is in it. False where another program keeps it. */
static bool take_lock(struct archive *archive, int folder)
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
    size_t games = 0;
    const char *slash = strrchr(archive->terms.path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - archive->terms.path) : 1,
             slash ? archive->terms.path : ".");
    /* The lock goes with the descriptor. */
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        return error_set(error, STATUS_FAILED, "%s: %s", folder, strerror(errno));
    if (!take_lock(archive, lock)) {
        close(lock);
        return error_set(error, STATUS_FAILED, "%s: another program is mending the archive", folder);
    }
    enum status status = STATUS_OK;
    if (is_same(archive)) {
        status = make_anew(archive, aside, &games, error);
        if (!status) {
            struct text why = {0};
            if (fault == DATABASE_DAMAGED)
                text_printf(&why, "was damaged (%s)",
                            archive->damage[0] ? archive->damage : "it cannot be read");
            else
                text_add(&why, fault == DATABASE_OLD ? "was of an older Vedette"
                                                     : "was no archive of Vedette's");
            text_printf(notes, "%s %s: it is set aside as %s, and a new one made with the %zu game%s that "
                        "could be read; your own come from their files", name_of(archive->terms.path),
                        text_string(&why), name_of(aside), games, plural(games));
            text_free(&why);
        }
    }
    close(lock);
    enum database_fault again;
    if (!status)
        status = database_open(archive, archive->terms.path, &again, error);
    return status ? STATUS_FAILED : STATUS_OK;
}
