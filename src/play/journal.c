/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/journal.h"

#include "base/disk.h"
#include "base/text.h"
#include "file/file.h"
#include "game/notation.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Sets the error from errno. All errors of the journal come from the machine: STATUS_FAILED. */
static enum status report_journal_error(struct error *error, const char *path)
{
    return error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
}

/* Sets the error to the text of `why`, as STATUS_FAILED. */
static enum status pass_failure(struct error *error, const struct error *why)
{
    return error_set(error, STATUS_FAILED, "%s", why->text);
}

/* Writes all bytes and syncs. Returns 0, or -1 with errno set. */
static int write_and_sync(int file, const char *bytes, size_t size)
{
    if (disk_write_all(file, bytes, size) < 0)
        return -1;
    return disk_sync_data(file);
}

enum status journal_start(struct journal *journal, const struct record *record, struct error *error)
{
    char folder[PATH_MAX - 64]; /* leaves space for the journal's name */
    struct error why = {0};
    *journal = (struct journal){.file = -1};
    if (!disk_path(DISK_STATE, JOURNAL_FOLDER, folder, sizeof folder))
        return disk_no_path(DISK_STATE, "the journal", error);
    enum status status = disk_folder(folder, &why);
    if (status)
        return pass_failure(error, &why);
    /* Names sort by time; the random part distinguishes two games of the same second. */
    snprintf(journal->path, sizeof journal->path, "%s/%lld-XXXXXX" JOURNAL_END, folder,
             (long long)time(NULL));
    journal->file = mkostemps(journal->path, (int)strlen(JOURNAL_END), O_CLOEXEC | O_APPEND);
    if (journal->file < 0)
        return report_journal_error(error, journal->path);
    struct text text = {0};
    game_write_journal(record, &text);
    if (!disk_lock(journal->file, LOCK_EX | LOCK_NB) ||
        write_and_sync(journal->file, text.bytes, text.size) < 0) {
        status = report_journal_error(error, journal->path);
        journal_close(journal, false);
    }
    journal->whole = text.size;
    text_free(&text);
    return status;
}

void journal_drop_torn_line(struct text *text)
{
    while (text->size > 0 && text->bytes[text->size - 1] != '\n')
        text->size--;
    if (text->bytes)
        text->bytes[text->size] = '\0';
}

/* Reads the game of an open and locked journal, and removes an incomplete last line from the file. */
static enum status read_game(struct journal *journal, struct record *record, struct error *error)
{
    struct text text = {0};
    struct file_content content = {0};
    enum status status = disk_read(journal->path, FILE_LIMIT, &text, error);
    size_t size = text.size;
    journal_drop_torn_line(&text);
    journal->whole = text.size;
    if (!status)
        status = file_parse(journal->path, text_string(&text), text.size, &content, error);
    if (!status && content.kind != FILE_GAME)
        status = error_set(error, STATUS_BAD, "%s: a %s file, a game was expected", journal->path,
                           file_kind_name(content.kind));
    if (!status && size > text.size && ftruncate(journal->file, (off_t)text.size) < 0)
        status = report_journal_error(error, journal->path);
    if (!status)
        record_copy(record, &content.record);
    file_content_free(&content);
    text_free(&text);
    return status;
}

/* Size of the buffer for write_new_file_path, in bytes. */
enum { NEW_FILE_PATH = sizeof ((struct journal *)0)->path + 8 };

/* Writes the path of the file that replaces the journal when it is complete. If the program is killed
 * before, the file stays. Only the program that has locked the journal may change it. */
static char *write_new_file_path(const struct journal *journal, char path[NEW_FILE_PATH])
{
    snprintf(path, NEW_FILE_PATH, "%s.new", journal->path);
    return path;
}

/* Locks an open journal. False if another program has locked it or has replaced the file since it was
 * opened. */
static bool lock_current_file(const struct journal *journal)
{
    struct stat opened, now;
    return disk_lock(journal->file, LOCK_EX | LOCK_NB) && fstat(journal->file, &opened) == 0 &&
           stat(journal->path, &now) == 0 && opened.st_dev == now.st_dev && opened.st_ino == now.st_ino;
}

enum status journal_resume(struct journal *journal, const char *path, struct record *record,
                           struct error *error)
{
    char leftover[NEW_FILE_PATH];
    *journal = (struct journal){.file = -1};
    if (snprintf(journal->path, sizeof journal->path, "%s", path) >= (int)sizeof journal->path)
        return error_set(error, STATUS_BAD, "the journal's name is too long");
    /* O_NONBLOCK: opening a FIFO or a device of that name does not wait. */
    journal->file = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK);
    if (journal->file < 0)
        return error_errno(error, path);
    enum status status = STATUS_OK;
    if (!lock_current_file(journal)) /* locked by another program, or replaced by it since it was opened */
        status = error_set(error, STATUS_NO, "%s: this game is open in another Vedette", path);
    else /* a program that was killed may have left it */
        unlink(write_new_file_path(journal, leftover));
    if (!status)
        status = read_game(journal, record, error);
    const bool keep = true; /* what could not be read now may still be repaired */
    if (status)
        journal_close(journal, keep);
    return status;
}

/* Writes a move as a line of the journal, "  b4-b5\n". Returns its bytes. */
static size_t write_line(struct move_with_ranks move, char *line, size_t capacity)
{
    char text[MOVE_TEXT];
    struct event event = {move.move, BATTLE_NONE, move.attacker, move.defender};
    if (move.attacker == RANK_UNKNOWN && move.defender == RANK_UNKNOWN)
        move_write(move.move, false, NOTATION_DEBOER, text);
    else
        event_write(&event, NOTATION_DEBOER, text);
    return (size_t)snprintf(line, capacity, "  %s\n", text);
}

enum status journal_move(struct journal *journal, const struct record *record, struct error *error)
{
    char line[MOVE_TEXT + 4];
    /* Times come before all moves in the file, so a record with times must be rewritten. */
    if (journal->behind || record->spent_count)
        return journal_rewrite(journal, record, error);
    size_t size = write_line(record->moves[record->plies - 1], line, sizeof line);
    if (write_and_sync(journal->file, line, size) == 0) {
        journal->whole += size;
        return STATUS_OK;
    }
    enum status status = report_journal_error(error, journal->path);
    journal->behind = true;
    /* Remove the part of the line that was written, so that the file stays readable. */
    if (ftruncate(journal->file, (off_t)journal->whole) == 0)
        disk_sync_data(journal->file);
    return status;
}

/* Replaces the journal's file by `text` with a rename: at any time a complete file exists and is locked. */
static enum status replace_file(struct journal *journal, const struct text *text, struct error *error)
{
    char path[NEW_FILE_PATH];
    unlink(write_new_file_path(journal, path));
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0600);
    if (file < 0)
        return report_journal_error(error, journal->path);
    if (write_and_sync(file, text->bytes, text->size) < 0 || !disk_lock(file, LOCK_EX | LOCK_NB) ||
        rename(path, journal->path) < 0) {
        enum status status = report_journal_error(error, journal->path);
        unlink(path);
        close(file);
        return status;
    }
    close(journal->file);
    journal->file = file;
    journal->whole = text->size;
    return STATUS_OK;
}

enum status journal_rewrite(struct journal *journal, const struct record *record, struct error *error)
{
    struct text text = {0};
    game_write_journal(record, &text);
    enum status status = replace_file(journal, &text, error);
    journal->behind = status;
    text_free(&text);
    return status;
}

enum status journal_free_path(const char *journal, const char *folder, char *path, size_t capacity,
                              struct error *error)
{
    const char *name = disk_file_name(journal);
    size_t stem = strlen(name), end = strlen(JOURNAL_END);
    stem -= stem > end ? end : 0; /* without JOURNAL_END, before which a number is put */
    for (int n = 1;; n++) {
        char number[16] = "";
        if (n > 1)
            snprintf(number, sizeof number, "-%d", n);
        if (snprintf(path, capacity, "%s/%.*s%s%s", folder, (int)stem, name, number, name + stem) >=
            (int)capacity) {
            errno = ENAMETOOLONG;
            return report_journal_error(error, folder);
        }
        if (access(path, F_OK) < 0)
            return STATUS_OK;
    }
}

enum status journal_finished_path(const char *journal, char *path, size_t capacity, struct error *error)
{
    char folder[PATH_MAX - 300]; /* leaves space for a file's name */
    struct error why = {0};
    if (!disk_path(DISK_DATA, FINISHED_FOLDER, folder, sizeof folder))
        return disk_no_path(DISK_DATA, "finished games", error);
    if (disk_folder(folder, &why) != STATUS_OK)
        return pass_failure(error, &why);
    return journal_free_path(journal, folder, path, capacity, error);
}

enum status journal_finish(struct journal *journal, const struct record *record, char *kept, size_t capacity,
                           struct error *error)
{
    char path[PATH_MAX];
    struct text text = {0};
    struct error why = {0};
    kept[0] = '\0';
    game_write(record, &text);
    /* Write the result first: then the game is not offered for resuming, even if the next step fails. */
    enum status status = replace_file(journal, &text, error);
    journal->behind = status;
    if (!status)
        snprintf(kept, capacity, "%s", journal->path);
    enum status moved = journal_finished_path(journal->path, path, sizeof path, &why);
    if (!moved)
        moved = disk_write(path, text_string(&text), text.size, &why);
    text_free(&text);
    if (moved)
        return pass_failure(error, &why);
    snprintf(kept, capacity, "%s", path);
    journal_close(journal, false);
    return STATUS_OK;
}

void journal_close(struct journal *journal, bool keep)
{
    if (journal->file < 0)
        return;
    if (!keep)
        unlink(journal->path);
    close(journal->file);
    journal->file = -1;
}

bool journal_is_finished_path(const char *path)
{
    char folder[sizeof (struct journal){0}.path];
    if (!disk_path(DISK_DATA, FINISHED_FOLDER, folder, sizeof folder))
        return false;
    size_t size = strlen(folder);
    return strncmp(path, folder, size) == 0 && path[size] == '/' && !strstr(path + size, "/../");
}
