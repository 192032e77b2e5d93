/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/line_history.h"

#include "base/disk.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 24, LOCK_TRIES = 100 /* a hundredth of a second each */ };

static bool is_kept(const char *line, size_t size)
{
    return strspn(line, " \t") < size && size <= LINE_HISTORY_LINE_MAX && !memchr(line, '\n', size);
}

static int by_text_and_place(const void *a, const void *b)
{
    char *const *left = *(char *const *const *)a, *const *right = *(char *const *const *)b;
    int order = strcmp(*left, *right);
    return order ? order : (left > right) - (left < right);
}

/* Takes out every line that stands again further on, and the oldest that are too many. */
static void tidy(struct line_history *history)
{
    char ***order = memory_new(history->count + 1, sizeof *order);
    size_t kept = 0, bytes = 0;
    for (size_t i = 0; i < history->count; i++)
        order[i] = &history->lines[i];
    qsort(order, history->count, sizeof *order, by_text_and_place);
    for (size_t i = 0; i + 1 < history->count; i++)
        if (strcmp(*order[i], *order[i + 1]) == 0) {
            free(*order[i]);
            *order[i] = memory_text(""); /* as no line is */
        }
    free(order);
    for (size_t i = history->count; i-- > 0;) {
        size_t size = strlen(history->lines[i]);
        bool capacity = size && kept < LINE_HISTORY_MAX && bytes + size < LINE_HISTORY_BYTES;
        if (capacity) {
            bytes += size + 1;
            kept++;
        } else {
            history->lines[i][0] = '\0';
        }
    }
    kept = 0;
    for (size_t i = 0; i < history->count; i++) {
        if (history->lines[i][0])
            history->lines[kept++] = history->lines[i];
        else
            free(history->lines[i]);
    }
    history->count = kept;
}

enum status line_history_read(const char *path, struct line_history *history, struct error *error)
{
    struct text text = {0};
    *history = (struct line_history){0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return STATUS_OK;
    enum status status = disk_read_regular(path, FILE_MAX, &text, error);
    const char *line = text_string(&text), *end = line + text.size;
    while (!status && line < end) {
        size_t size = strcspn(line, "\n");
        if (is_kept(line, size) && line + size < end) {
            char *copy = memory_new(size + 1, 1);
            memcpy(copy, line, size);
            history->lines = memory_grow(history->lines, &history->capacity, history->count + 1,
                                         sizeof *history->lines);
            history->lines[history->count++] = copy;
        }
        line += size + 1; /* behind a line end, or a zero byte */
    }
    text_free(&text);
    tidy(history);
    return status;
}

void line_history_free(struct line_history *history)
{
    for (size_t i = 0; i < history->count; i++)
        free(history->lines[i]);
    free(history->lines);
    *history = (struct line_history){0};
}

/* Takes the lock of an open file, which others have for a moment only. False where a program keeps it: nobody
 * at a screen is to wait for that. */
static bool take_lock(int file)
{
    static const struct timespec step = {.tv_nsec = 10000000};
    for (int tries = 0; !disk_lock(file, LOCK_EX | LOCK_NB); tries++) {
        if (tries == LOCK_TRIES)
            return false;
        nanosleep(&step, NULL);
    }
    return true;
}

/* Opens the file for one that may write to it alone; -1 and `error`. */
static int open_locked(const char *path, struct error *error)
{
    for (;;) {
        struct stat opened, there;
        int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
        bool locked = file >= 0 && take_lock(file);
        if (!locked || fstat(file, &opened) < 0) {
            if (file >= 0 && !locked)
                error_set(error, STATUS_FAILED, "%s: another program keeps it locked", path);
            else
                error_errno(error, path);
            if (file >= 0)
                close(file);
            return -1;
        }
        if (stat(path, &there) == 0 && there.st_ino == opened.st_ino && there.st_dev == opened.st_dev)
            return file;
        close(file); /* whoever had it before put another one there */
    }
}

/* Puts the lines that are kept in the place of a locked file. */
static enum status cut(const char *path, struct error *error)
{
    struct line_history history;
    struct text text = {0};
    enum status status = line_history_read(path, &history, error);
    for (size_t i = 0; i < history.count; i++)
        text_printf(&text, "%s\n", history.lines[i]);
    if (!status)
        status = disk_write(path, text_string(&text), text.size, error);
    text_free(&text);
    line_history_free(&history);
    return status;
}

enum status line_history_add(const char *path, const char *line, struct error *error)
{
    char folder[PATH_MAX];
    size_t size = strlen(line), before = (size_t)(strrchr(path, '/') ? strrchr(path, '/') - path : 0);
    struct text text = {0};
    struct stat about;
    enum status status = STATUS_OK;
    if (!is_kept(line, size) || before >= sizeof folder)
        return STATUS_OK;
    memcpy(folder, path, before);
    folder[before] = '\0';
    if (before)
        status = disk_folder(folder, error);
    if (!status)
        status = disk_check_regular(path, error);
    if (status)
        return status;
    int file = open_locked(path, error);
    if (file < 0)
        return STATUS_FAILED;
    text_printf(&text, "%s\n", line);
    if (disk_write_all(file, text_string(&text), text.size) < 0 || fstat(file, &about) < 0)
        status = error_errno(error, path);
    else if (about.st_size > 2 * LINE_HISTORY_BYTES)
        status = cut(path, error);
    close(file);
    text_free(&text);
    return status;
}
