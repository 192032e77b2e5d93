/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/journal.h"

#include "base/disk.h"
#include "base/text.h"
#include "file/file.h"
#include "file/notation.h"

#include <dirent.h>
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

#define JOURNAL_END ".game"

static enum status write_all(int file, const char *path, const char *bytes, size_t size,
                             struct error *error)
{
    if (disk_write_all(file, bytes, size) < 0)
        return error_errno(error, path);
    return fdatasync(file) < 0 && errno != EINVAL ? error_errno(error, path) : STATUS_OK;
}

/* The folder of the journals, made if it is not there. */
static enum status open_folder(char *path, size_t room, struct error *error)
{
    if (!disk_path(DISK_STATE, "games", path, room))
        return error_set(error, STATUS_FAILED,
                         "no folder for the journal: neither XDG_STATE_HOME nor HOME is set");
    return disk_folder(path, error);
}

enum status journal_start(struct journal *journal, const struct record *record, struct error *error)
{
    char folder[PATH_MAX - 64];
    *journal = (struct journal){.file = -1};
    enum status status = open_folder(folder, sizeof folder, error);
    if (status != STATUS_OK)
        return status;
    /* The time puts the names in order; the random part keeps two games of one second apart. */
    snprintf(journal->path, sizeof journal->path, "%s/%lld-XXXXXX" JOURNAL_END, folder,
             (long long)time(NULL));
    journal->file = mkostemps(journal->path, (int)strlen(JOURNAL_END), O_CLOEXEC | O_APPEND);
    if (journal->file < 0 || flock(journal->file, LOCK_EX | LOCK_NB) < 0)
        return error_errno(error, journal->path);
    struct text text = {0};
    game_write_journal(record, &text);
    status = write_all(journal->file, journal->path, text.bytes, text.size, error);
    text_free(&text);
    if (status != STATUS_OK)
        journal_close(journal, false);
    return status;
}

/* Cuts off a last line that was not written to its end, in `text` and in the file. */
static enum status drop_torn_line(struct journal *journal, struct text *text, struct error *error)
{
    size_t whole = text->size;
    while (whole > 0 && text->bytes[whole - 1] != '\n')
        whole--;
    if (whole == text->size)
        return STATUS_OK;
    text->size = whole;
    text->bytes[whole] = '\0';
    return ftruncate(journal->file, (off_t)whole) < 0 ? error_errno(error, journal->path) : STATUS_OK;
}

enum status journal_resume(struct journal *journal, const char *path, struct record *record,
                           struct error *error)
{
    *journal = (struct journal){.file = -1};
    struct text text = {0};
    struct thing thing = {0};
    if (snprintf(journal->path, sizeof journal->path, "%s", path) >= (int)sizeof journal->path)
        return error_set(error, STATUS_BAD, "the journal's name is too long");
    journal->file = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (journal->file < 0)
        return error_errno(error, path);
    enum status status = STATUS_OK;
    if (flock(journal->file, LOCK_EX | LOCK_NB) < 0)
        status = error_set(error, STATUS_NO, "%s: this game is being played elsewhere", path);
    if (status == STATUS_OK)
        status = disk_read(path, FILE_LIMIT, &text, error);
    if (status == STATUS_OK)
        status = drop_torn_line(journal, &text, error);
    if (status == STATUS_OK)
        status = file_parse(path, text_string(&text), text.size, &thing, error);
    if (status == STATUS_OK && thing.kind != FILE_GAME)
        status = error_set(error, STATUS_BAD, "%s: a %s file, a game was expected", path,
                           file_kind_name(thing.kind));
    if (status == STATUS_OK)
        record_copy(record, &thing.record);
    else
        journal_close(journal, true);
    thing_free(&thing);
    text_free(&text);
    return status;
}

enum status journal_move(struct journal *journal, struct told_move move, struct error *error)
{
    char text[MOVE_TEXT], line[MOVE_TEXT + 4];
    struct event event = {move.move, BATTLE_NONE, move.attacker, move.defender};
    if (move.attacker == RANK_UNKNOWN && move.defender == RANK_UNKNOWN)
        move_write(move.move, false, NOTATION_DEBOER, text);
    else
        event_write(&event, NOTATION_DEBOER, text);
    int size = snprintf(line, sizeof line, "  %s\n", text);
    return write_all(journal->file, journal->path, line, (size_t)size, error);
}

enum status journal_rewrite(struct journal *journal, const struct record *record,
                            struct error *error)
{
    char path[sizeof journal->path + 8];
    snprintf(path, sizeof path, "%s.XXXXXX", journal->path);
    int file = mkostemp(path, O_CLOEXEC | O_APPEND);
    if (file < 0)
        return error_errno(error, path);
    struct text text = {0};
    game_write_journal(record, &text);
    enum status status = write_all(file, path, text.bytes, text.size, error);
    text_free(&text);
    /* The new file is locked before it takes the old one's name: at no moment is the game free. */
    if (status == STATUS_OK &&
        (flock(file, LOCK_EX | LOCK_NB) < 0 || rename(path, journal->path) < 0))
        status = error_errno(error, journal->path);
    if (status != STATUS_OK) {
        unlink(path);
        close(file);
        return status;
    }
    close(journal->file);
    journal->file = file;
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

/* True where the journal at `path` can be gone on with: nobody plays it, it reads, it is not over. */
static bool can_go_on(const char *path)
{
    struct journal journal;
    struct record record = {0};
    record_clear(&record);
    struct position position = {0};
    bool good = journal_resume(&journal, path, &record, NULL) == STATUS_OK;
    if (good) {
        good = record.outcome.result == RESULT_OPEN &&
               record_replay(&record, SIZE_MAX, &position, NULL, NULL) == STATUS_OK &&
               position_outcome(&position).result == RESULT_OPEN;
        journal_close(&journal, true);
    }
    position_free(&position);
    record_clear(&record);
    return good;
}

bool journal_find(char *path, size_t room)
{
    char folder[PATH_MAX - 300], candidate[PATH_MAX];
    if (!disk_path(DISK_STATE, "games", folder, sizeof folder))
        return false;
    DIR *entries = opendir(folder);
    if (!entries)
        return false;
    struct timespec newest = {0};
    bool found = false;
    for (struct dirent *entry; (entry = readdir(entries));) {
        size_t size = strlen(entry->d_name), end = strlen(JOURNAL_END);
        struct stat about;
        if (size < end || strcmp(entry->d_name + size - end, JOURNAL_END) != 0)
            continue;
        snprintf(candidate, sizeof candidate, "%s/%s", folder, entry->d_name);
        if (strlen(candidate) >= room || stat(candidate, &about) < 0)
            continue;
        struct timespec when = about.st_mtim;
        bool newer = when.tv_sec > newest.tv_sec ||
                     (when.tv_sec == newest.tv_sec && when.tv_nsec > newest.tv_nsec);
        if ((found && !newer) || !can_go_on(candidate))
            continue;
        snprintf(path, room, "%s", candidate);
        newest = when;
        found = true;
    }
    closedir(entries);
    return found;
}
