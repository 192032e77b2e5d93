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

/* Whatever the journal meets is the machine's failure, never a player's: STATUS_FAILED. */
static enum status failed(struct error *error, const char *path)
{
    return error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
}

/* The same of what a room below reports in `why`. */
static enum status failed_below(struct error *error, const struct error *why)
{
    return error_set(error, STATUS_FAILED, "%s", why->text);
}

/* Writes all and syncs: 0, or -1 and errno. */
static int write_all(int file, const char *bytes, size_t size)
{
    if (disk_write_all(file, bytes, size) < 0)
        return -1;
    return disk_sync_data(file);
}

/* The folder of the journals, made if it is not there. */
static enum status open_folder(char *path, size_t capacity, struct error *error)
{
    struct error why = {0};
    if (!disk_path(DISK_STATE, JOURNAL_FOLDER, path, capacity))
        return disk_no_path(DISK_STATE, "the journal", error);
    return disk_folder(path, &why) == STATUS_OK ? STATUS_OK : failed_below(error, &why);
}

enum status journal_start(struct journal *journal, const struct record *record, struct error *error)
{
    char folder[PATH_MAX - 64];
    *journal = (struct journal){.file = -1};
    enum status status = open_folder(folder, sizeof folder, error);
    if (status)
        return status;
    /* The time puts the names in order; the random part keeps two games of one second apart. */
    snprintf(journal->path, sizeof journal->path, "%s/%lld-XXXXXX" JOURNAL_END, folder,
             (long long)time(NULL));
    journal->file = mkostemps(journal->path, (int)strlen(JOURNAL_END), O_CLOEXEC | O_APPEND);
    if (journal->file < 0)
        return failed(error, journal->path);
    struct text text = {0};
    game_write_journal(record, &text);
    if (!disk_lock(journal->file, LOCK_EX | LOCK_NB) ||
        write_all(journal->file, text.bytes, text.size) < 0) {
        status = failed(error, journal->path);
        journal_close(journal, false);
    }
    journal->whole = text.size;
    text_free(&text);
    return status;
}

/* Leaves out a last line that was not written to its end. */
static void drop_torn_line(struct text *text)
{
    while (text->size > 0 && text->bytes[text->size - 1] != '\n')
        text->size--;
    if (text->bytes)
        text->bytes[text->size] = '\0';
}

/* Reads the game of an opened and locked journal, and cuts a torn line off the file. */
static enum status read_game(struct journal *journal, struct record *record, struct error *error)
{
    struct text text = {0};
    struct file_content content = {0};
    enum status status = disk_read(journal->path, FILE_LIMIT, &text, error);
    size_t size = text.size;
    drop_torn_line(&text);
    journal->whole = text.size;
    if (!status)
        status = file_parse(journal->path, text_string(&text), text.size, &content, error);
    if (!status && content.kind != FILE_GAME)
        status = error_set(error, STATUS_BAD, "%s: a %s file, a game was expected", journal->path,
                           file_kind_name(content.kind));
    if (!status && size > text.size && ftruncate(journal->file, (off_t)text.size) < 0)
        status = failed(error, journal->path);
    if (!status)
        record_copy(record, &content.record);
    file_content_free(&content);
    text_free(&text);
    return status;
}

/* The file that takes a journal's place when it is whole. A program that dies before leaves it there; only
 * who has the journal's lock may touch it. */
enum { BESIDE = sizeof ((struct journal *)0)->path + 8 };

static char *path_beside(const struct journal *journal, char path[BESIDE])
{
    snprintf(path, BESIDE, "%s.new", journal->path);
    return path;
}

/* Locks an opened journal; false where somebody else has it, or has put another file in its place
 * meanwhile. */
static bool take_lock(const struct journal *journal)
{
    struct stat opened, now;
    return disk_lock(journal->file, LOCK_EX | LOCK_NB) && fstat(journal->file, &opened) == 0 &&
           stat(journal->path, &now) == 0 && opened.st_dev == now.st_dev && opened.st_ino == now.st_ino;
}

enum status journal_resume(struct journal *journal, const char *path, struct record *record,
                           struct error *error)
{
    char beside[BESIDE];
    *journal = (struct journal){.file = -1};
    if (snprintf(journal->path, sizeof journal->path, "%s", path) >= (int)sizeof journal->path)
        return error_set(error, STATUS_BAD, "the journal's name is too long");
    journal->file = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK);
    if (journal->file < 0)
        return error_errno(error, path);
    enum status status = STATUS_OK;
    if (!take_lock(journal))
        status = error_set(error, STATUS_NO, "%s: this game is open in another Vedette", path);
    else
        unlink(path_beside(journal, beside));
    if (!status)
        status = read_game(journal, record, error);
    if (status)
        journal_close(journal, true);
    return status;
}

/* "  b4-b5\n": a line of the journal; returns its bytes. */
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
    /* What a move took stands before all moves. */
    if (journal->behind || record->spent_count)
        return journal_rewrite(journal, record, error);
    size_t size = write_line(record->moves[record->plies - 1], line, sizeof line);
    if (write_all(journal->file, line, size) == 0) {
        journal->whole += size;
        return STATUS_OK;
    }
    enum status status = failed(error, journal->path);
    journal->behind = true;
    /* What was written of the line goes again: the file stays readable up to the move before. */
    if (ftruncate(journal->file, (off_t)journal->whole) == 0)
        disk_sync_data(journal->file);
    return status;
}

/* Puts `text` in the journal's place: at no moment is the old file gone before the new one is whole, nor
 * is the game free for others. */
static enum status replace(struct journal *journal, const struct text *text, struct error *error)
{
    char path[BESIDE];
    unlink(path_beside(journal, path));
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0600);
    if (file < 0)
        return failed(error, journal->path);
    if (write_all(file, text->bytes, text->size) < 0 || !disk_lock(file, LOCK_EX | LOCK_NB) ||
        rename(path, journal->path) < 0) {
        enum status status = failed(error, journal->path);
        unlink(path);
        close(file);
        return status;
    }
    close(journal->file);
    journal->file = file;
    journal->whole = text->size;
    return STATUS_OK;
}

enum status journal_rewrite(struct journal *journal, const struct record *record,
                            struct error *error)
{
    struct text text = {0};
    game_write_journal(record, &text);
    enum status status = replace(journal, &text, error);
    journal->behind = status;
    text_free(&text);
    return status;
}

enum status journal_free_path(const char *journal, const char *folder, char *path, size_t capacity,
                              struct error *error)
{
    const char *name = strrchr(journal, '/');
    name = name ? name + 1 : journal;
    size_t stem = strlen(name), end = strlen(JOURNAL_END);
    stem -= stem > end ? end : 0;
    for (int n = 1;; n++) {
        char number[16] = "";
        if (n > 1)
            snprintf(number, sizeof number, "-%d", n);
        if (snprintf(path, capacity, "%s/%.*s%s%s", folder, (int)stem, name, number, name + stem) >=
            (int)capacity) {
            errno = ENAMETOOLONG;
            return failed(error, folder);
        }
        if (access(path, F_OK) < 0)
            return STATUS_OK;
    }
}

enum status journal_finished_path(const char *journal, char *path, size_t capacity, struct error *error)
{
    char folder[PATH_MAX - 300];
    struct error why = {0};
    if (!disk_path(DISK_DATA, FINISHED_FOLDER, folder, sizeof folder))
        return disk_no_path(DISK_DATA, "finished games", error);
    if (disk_folder(folder, &why) != STATUS_OK)
        return failed_below(error, &why);
    return journal_free_path(journal, folder, path, capacity, error);
}

enum status journal_finish(struct journal *journal, const struct record *record, char *kept,
                           size_t capacity, struct error *error)
{
    char path[PATH_MAX];
    struct text text = {0};
    struct error why = {0};
    kept[0] = '\0';
    game_write(record, &text);
    /* With its result in it the game is not offered again, whatever becomes of the rest. */
    enum status status = replace(journal, &text, error);
    journal->behind = status;
    if (!status)
        snprintf(kept, capacity, "%s", journal->path);
    enum status moved = journal_finished_path(journal->path, path, sizeof path, &why);
    if (!moved)
        moved = disk_write(path, text_string(&text), text.size, &why);
    text_free(&text);
    if (moved)
        return failed_below(error, &why);
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

bool journal_keeps(const char *path)
{
    char folder[sizeof (struct journal){0}.path];
    if (!disk_path(DISK_DATA, FINISHED_FOLDER, folder, sizeof folder))
        return false;
    size_t size = strlen(folder);
    return strncmp(path, folder, size) == 0 && path[size] == '/' && !strstr(path + size, "/../");
}
