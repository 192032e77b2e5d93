/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/unfinished.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/text.h"
#include "file/file.h"
#include "play/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a journal with the lock `lock` without waiting. Returns -1 if it is no file or is being played. */
static int open_locked(const char *path, int lock)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && disk_lock(file, lock | LOCK_NB))
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

/* Returns whether a program plays the game, or the file does not exist. Takes only a shared lock, and only
 * for a moment, so that a program that wants to play it is not blocked. */
static bool is_busy(const char *path)
{
    struct stat about;
    if (stat(path, &about) < 0 || !S_ISREG(about.st_mode))
        return true;
    int file = open_locked(path, LOCK_SH);
    if (file < 0)
        return access(path, R_OK) == 0; /* an unreadable file is not busy but lost */
    close(file);
    return false;
}

/* Returns the bytes of the first `lines` complete lines. */
static size_t size_of_lines(const struct text *text, size_t lines)
{
    const char *at = text->bytes;
    for (; lines > 0; lines--)
        at = (const char *)memchr(at, '\n', (size_t)(text->bytes + text->size - at)) + 1;
    return (size_t)(at - text->bytes);
}

/* Returns whether the first `lines` lines are a valid game. If so, fills `content`. */
static bool is_game_text(const char *path, const struct text *text, size_t lines,
                         struct file_content *content)
{
    if (file_parse(path, text_string(text), size_of_lines(text, lines), content, NULL) == STATUS_OK &&
        content->kind == FILE_GAME)
        return true;
    file_content_free(content);
    return false;
}

/* Reads the lines before the fault, by binary search. Each move has its own line, so if the first n lines are
 * a valid game, fewer lines are one too, down to the head. */
static bool salvage(const char *path, const struct text *text, struct file_content *content)
{
    const char *moves = strstr(text_string(text), "\nmoves:");
    size_t good = 1, bad = 0; /* numbers of lines that are a valid game, and that are not */
    for (const char *at = text->bytes; moves && at <= moves; at++)
        good += *at == '\n';           /* the lines up to "moves:" */
    for (size_t i = 0; i < text->size; i++)
        bad += text->bytes[i] == '\n'; /* all lines */
    if (!moves || good >= bad || !is_game_text(path, text, good, content))
        return false;
    while (bad - good > 1) {
        size_t middle = good + (bad - good) / 2;
        struct file_content longer = {0};
        if (is_game_text(path, text, middle, &longer)) {
            file_content_free(content);
            *content = longer;
            good = middle;
        } else {
            bad = middle;
        }
    }
    return true;
}

/* Plays the moves; cuts the record before the first illegal one and sets *fault. */
static enum unfinished_state replay_moves(const char *path, struct file_content *content, struct error *fault)
{
    struct position position = {0};
    struct record *record = &content->record;
    struct error why;
    size_t at = 0;
    enum unfinished_state state = UNFINISHED_SOUND;
    if (record_replay(record, SIZE_MAX, &position, &at, &why) == STATUS_OK) {
        if (record->outcome.result == RESULT_OPEN)
            record->outcome = position_outcome(&position);
        if (record->outcome.result != RESULT_OPEN)
            state = UNFINISHED_OVER;
    } else if (at < record->plies) {
        file_move_fault(path, content, at, &why, fault);
        record_cut(record, at);
        state = UNFINISHED_DAMAGED;
    } else {
        error_set(fault, STATUS_BAD, "%s: %s", path, why.text);
        state = UNFINISHED_LOST;
    }
    position_free(&position);
    return state;
}

enum unfinished_state unfinished_read(const char *path, struct record *record, struct error *fault)
{
    struct text text = {0};
    struct file_content content = {0};
    struct error why = {0};
    enum unfinished_state state = UNFINISHED_LOST;
    record_clear(record);
    if (is_busy(path))
        return UNFINISHED_BUSY;
    if (disk_read(path, FILE_LIMIT, &text, &why) == STATUS_OK) {
        journal_drop_torn_line(&text);
        enum status status = file_parse(path, text_string(&text), text.size, &content, &why);
        if (!status && content.kind != FILE_GAME)
            error_at(&why, path, 1, 1, "found a %s file, expected a game", file_kind_name(content.kind));
        else if (!status)
            state = replay_moves(path, &content, &why);
        else if (salvage(path, &text, &content)) /* `why` keeps the file's first fault */
            state = replay_moves(path, &content, &(struct error){0});
        if (status && state != UNFINISHED_LOST)
            state = UNFINISHED_DAMAGED; /* even if the moves before the fault are a sound game */
    }
    if (state != UNFINISHED_LOST)
        record_copy(record, &content.record);
    if (fault)
        *fault = why;
    file_content_free(&content);
    text_free(&text);
    return state;
}

/* Reads a journal and adds it to the list, unless a program plays it. */
static void add_journal(struct unfinished_list *list, const char *path)
{
    struct stat about;
    struct record record = {0};
    struct error fault;
    record_clear(&record);
    enum unfinished_state state = unfinished_read(path, &record, &fault);
    if (state == UNFINISHED_BUSY) {
        list->busy += access(path, F_OK) == 0;
    } else if (stat(path, &about) == 0) {
        list->games = memory_grow(list->games, &list->capacity, list->count + 1, sizeof *list->games);
        struct unfinished *game = &list->games[list->count++];
        *game = (struct unfinished){.path = memory_text(path), .state = state, .fault = fault,
                                    .when = about.st_mtim};
        game_brief_of(&record, &game->brief);
    }
    record_clear(&record);
}

/* Compares for qsort: the newest first. */
static int newer_first(const void *a, const void *b)
{
    const struct unfinished *one = a, *other = b;
    if (one->when.tv_sec != other->when.tv_sec)
        return one->when.tv_sec < other->when.tv_sec ? 1 : -1;
    if (one->when.tv_nsec != other->when.tv_nsec)
        return one->when.tv_nsec < other->when.tv_nsec ? 1 : -1;
    return -strcmp(one->path, other->path); /* names begin with the time */
}

void unfinished_find(struct unfinished_list *list)
{
    char folder[PATH_MAX - 300], path[PATH_MAX]; /* leaves space for a file's name */
    struct string_list names = {0};
    if (!disk_path(DISK_STATE, JOURNAL_FOLDER, folder, sizeof folder))
        return;
    disk_list_names(folder, JOURNAL_END, &names, &list->fault);
    for (size_t i = 0; i < names.count; i++) {
        snprintf(path, sizeof path, "%s/%s" JOURNAL_END, folder, names.items[i]);
        add_journal(list, path);
    }
    string_list_free(&names);
    if (list->count)
        qsort(list->games, list->count, sizeof *list->games, newer_first);
}

void unfinished_free(struct unfinished_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->games[i].path);
    free(list->games);
    *list = (struct unfinished_list){0};
}

/* Moves a file; the target may be on another file system. */
static enum status move_file(const char *from, const char *to, struct error *error)
{
    struct text text = {0};
    struct error why = {0};
    if (rename(from, to) == 0)
        return STATUS_OK;
    if (errno != EXDEV)
        return error_set(error, STATUS_FAILED, "%s: %s", from, strerror(errno));
    enum status status = disk_read(from, SIZE_MAX, &text, &why);
    if (!status)
        status = disk_write(to, text_string(&text), text.size, &why);
    text_free(&text);
    if (status)
        return error_set(error, STATUS_FAILED, "%s", why.text);
    unlink(from);
    return STATUS_OK;
}

/* Stores a game that is over, with its result (journal_finish). */
static enum status finish_ended_game(const char *path, const struct record *record, char *kept,
                                     size_t capacity, struct error *error)
{
    struct journal journal;
    struct record again = {0};
    record_clear(&again);
    enum status status = journal_resume(&journal, path, &again, error);
    record_clear(&again);
    if (status)
        return status;
    status = journal_finish(&journal, record, kept, capacity, error);
    journal_close(&journal, true);
    return status;
}

/* Moves the file of a game to `to`; `kept` gets that path. STATUS_NO if another process plays the game. */
static enum status move_unlocked(const char *path, const char *to, char *kept, size_t capacity,
                                 struct error *error)
{
    enum status status = STATUS_OK;
    int file = open_locked(path, LOCK_EX); /* an unreadable file may still be movable */
    if (file < 0 && access(path, R_OK) == 0)
        status = error_set(error, STATUS_NO, "%s: this game is open in another Vedette", path);
    if (!status)
        status = move_file(path, to, error);
    if (!status)
        snprintf(kept, capacity, "%s", to);
    if (file >= 0)
        close(file);
    return status;
}

enum status unfinished_move(const char *path, const char *folder, char *kept, size_t capacity,
                            struct error *error)
{
    char to[PATH_MAX];
    enum status status = journal_free_path(path, folder, to, sizeof to, error);
    return status ? status : move_unlocked(path, to, kept, capacity, error);
}

enum status unfinished_move_to_finished(const char *path, char *kept, size_t capacity, struct error *error)
{
    char to[PATH_MAX];
    struct record record = {0};
    enum status status = STATUS_OK;
    record_clear(&record);
    enum unfinished_state state = unfinished_read(path, &record, NULL);
    if (state == UNFINISHED_BUSY) {
        status = error_set(error, STATUS_NO, "%s: this game is open in another Vedette", path);
    } else if (state == UNFINISHED_OVER) {
        status = finish_ended_game(path, &record, kept, capacity, error);
    } else {
        status = journal_finished_path(path, to, sizeof to, error);
        if (!status)
            status = move_unlocked(path, to, kept, capacity, error);
    }
    record_clear(&record);
    return status;
}
