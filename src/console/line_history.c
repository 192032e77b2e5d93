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

enum { FILE_MAX = 1 << 24 /* bytes */, LOCK_TRIES = 100 /* one each 10 ms */ };

/* Returns whether a line is stored: not blank, not too long, without a line end. */
static bool is_stored_line(const char *line, size_t size)
{
    return strspn(line, " \t") < size && size <= LINE_HISTORY_LINE_MAX && !memchr(line, '\n', size);
}

/* Compares two pointers into history->items for qsort: by text, then by place. */
static int compare_history_lines(const void *a, const void *b)
{
    char *const *first = *(char *const *const *)a, *const *second = *(char *const *const *)b;
    int order = strcmp(*first, *second);
    return order ? order : (first > second) - (first < second);
}

/* Removes earlier copies of repeated lines, and the oldest lines beyond the limits of number and bytes. */
static void tidy_history(struct string_list *history)
{
    /* Sort pointers to the lines by text: equal lines are then adjacent, the latest one last. */
    char ***order = memory_new(history->count + 1, sizeof *order);
    size_t kept_count = 0, bytes = 0;
    for (size_t i = 0; i < history->count; i++)
        order[i] = &history->items[i];
    qsort(order, history->count, sizeof *order, compare_history_lines);
    for (size_t i = 0; i + 1 < history->count; i++)
        if (strcmp(*order[i], *order[i + 1]) == 0) {
            free(*order[i]);
            *order[i] = memory_text(""); /* marks a removed line: stored lines are not empty */
        }
    free(order);
    /* From the latest line on, keep what the limits allow. */
    for (size_t i = history->count; i-- > 0;) {
        size_t size = strlen(history->items[i]);
        bool fits = size && kept_count < LINE_HISTORY_MAX && bytes + size < LINE_HISTORY_BYTES;
        if (fits) {
            bytes += size + 1;
            kept_count++;
        } else {
            history->items[i][0] = '\0';
        }
    }
    kept_count = 0;
    for (size_t i = 0; i < history->count; i++) { /* close the gaps */
        if (history->items[i][0])
            history->items[kept_count++] = history->items[i];
        else
            free(history->items[i]);
    }
    history->count = kept_count;
}

enum status line_history_read(const char *path, struct string_list *history, struct error *error)
{
    struct text text = {0};
    *history = (struct string_list){0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return STATUS_OK;
    enum status status = disk_read_regular(path, FILE_MAX, &text, error);
    const char *line = text_string(&text), *end = line + text.size;
    while (!status && line < end) {
        size_t size = strcspn(line, "\n");
        if (is_stored_line(line, size) && line + size < end)
            string_list_add_part(history, line, size);
        line += size + 1; /* skips the line end, or a zero byte */
    }
    text_free(&text);
    tidy_history(history);
    return status;
}

/* Locks an open file, waiting up to a second: programs normally hold the lock for a moment only. False if it
 * is still locked after that, so that the user does not wait longer. */
static bool lock_history(int file)
{
    static const struct timespec step = {.tv_nsec = 10000000};
    for (int tries = 0; !disk_lock(file, LOCK_EX | LOCK_NB); tries++) {
        if (tries == LOCK_TRIES)
            return false;
        nanosleep(&step, NULL);
    }
    return true;
}

/* Opens and locks the history file for writing; -1 and `error` on failure. */
static int open_locked(const char *path, struct error *error)
{
    for (;;) {
        struct stat opened, current;
        int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
        bool locked = file >= 0 && lock_history(file);
        if (!locked || fstat(file, &opened) < 0) {
            if (file >= 0 && !locked)
                error_set(error, STATUS_FAILED, "%s: another program keeps it locked", path);
            else
                error_errno(error, path);
            if (file >= 0)
                close(file);
            return -1;
        }
        if (stat(path, &current) == 0 && current.st_ino == opened.st_ino && current.st_dev == opened.st_dev)
            return file;
        close(file); /* the file was replaced meanwhile: open the new one */
    }
}

/* Rewrites a locked history file with only the lines that line_history_read keeps. */
static enum status rewrite_history(const char *path, struct error *error)
{
    struct string_list history;
    struct text text = {0};
    enum status status = line_history_read(path, &history, error);
    for (size_t i = 0; i < history.count; i++)
        text_printf(&text, "%s\n", history.items[i]);
    if (!status)
        status = disk_write(path, text_string(&text), text.size, error);
    text_free(&text);
    string_list_free(&history);
    return status;
}

enum status line_history_add(const char *path, const char *line, struct error *error)
{
    char folder[PATH_MAX];
    size_t size = strlen(line), folder_size = (size_t)(strrchr(path, '/') ? strrchr(path, '/') - path : 0);
    struct text text = {0};
    struct stat about;
    enum status status = STATUS_OK;
    if (!is_stored_line(line, size) || folder_size >= sizeof folder)
        return STATUS_OK;
    memcpy(folder, path, folder_size);
    folder[folder_size] = '\0';
    if (folder_size)
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
        status = rewrite_history(path, error);
    close(file);
    text_free(&text);
    return status;
}
