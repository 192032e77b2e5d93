/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/disk.h"

#include <dirent.h>
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

/* Reports a file above the limit. */
static enum status report_too_large(const char *path, size_t limit, struct error *error)
{
    return error_at(error, path, 1, 1, "found more than %zu bytes, expected no more", limit);
}

/* Appends all of `fd` to `text`. Refuses a file above `limit`: a regular file before it is read, others while
 * they are read. */
static enum status read_all(int fd, const char *path, size_t limit, struct text *text, struct error *error)
{
    char chunk[65536];
    struct stat about;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (uintmax_t)about.st_size > limit)
        return report_too_large(path, limit, error);
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0)
            return error_errno(error, path);
        if (got == 0)
            break;
        if (text->size + (size_t)got > limit)
            return report_too_large(path, limit, error);
        text_append(text, chunk, (size_t)got);
    }
    text_append(text, "", 0); /* an empty file gets a zero byte too */
    return STATUS_OK;
}

/* Reports a path that is not a regular file. */
static enum status report_not_regular(const char *path, struct error *error)
{
    return error_set(error, STATUS_BAD, "%s: no regular file", path);
}

int disk_open_regular(const char *path, struct error *error)
{
    struct stat about = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        error_errno(error, path);
        return -1;
    }
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode))
        return fd;
    if (S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        error_errno(error, path);
    } else {
        report_not_regular(path, error);
    }
    close(fd);
    return -1;
}

enum status disk_read_regular(const char *path, size_t limit, struct text *text, struct error *error)
{
    struct error why;
    int fd = disk_open_regular(path, &why);
    if (fd < 0)
        return error_set(error, why.status, "%s", why.text);
    enum status status = read_all(fd, path, limit, text, error);
    close(fd);
    return status;
}

enum status disk_check_regular(const char *path, struct error *error)
{
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode))
        return STATUS_OK;
    return report_not_regular(path, error);
}

enum status disk_read(const char *path, size_t limit, struct text *text, struct error *error)
{
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, path, limit, text, error);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_errno(error, path);
    enum status status = read_all(fd, path, limit, text, error);
    close(fd);
    return status;
}

enum status disk_folder(const char *path, struct error *error)
{
    char partial[PATH_MAX];
    if (snprintf(partial, sizeof partial, "%s", path) >= (int)sizeof partial) {
        errno = ENAMETOOLONG;
        return error_errno(error, path);
    }
    /* Make the folder of each part of the path that ends at a '/', and last that of the whole path. */
    for (char *end = partial + 1;; end++) {
        if (*end != '/' && *end != '\0')
            continue;
        char separator = *end;
        *end = '\0';
        /* mkdir may fail for an existing folder on a read-only or automatic mount: it is an error only if
         * the folder does not exist. */
        int why = mkdir(partial, 0700) < 0 ? errno : 0;
        struct stat about;
        if (why && (stat(partial, &about) != 0 || !S_ISDIR(about.st_mode))) {
            errno = why == EEXIST ? ENOTDIR : why;
            return error_errno(error, partial);
        }
        *end = separator;
        if (!separator)
            return STATUS_OK;
    }
}

void disk_list_names(const char *path, const char *ending, struct string_list *names, struct error *error)
{
    DIR *entries = opendir(path);
    if (!entries && errno != ENOENT)
        error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        const char *name = entry->d_name;
        size_t size = strlen(name), end = strlen(ending);
        if (size > end && strcmp(name + size - end, ending) == 0 && strcmp(name, ".") != 0 &&
            strcmp(name, "..") != 0)
            string_list_add_part(names, name, size - end);
    }
    if (entries)
        closedir(entries);
    string_list_sort(names);
}

bool disk_lock(int file, int how)
{
    while (flock(file, how) < 0)
        if (errno != EINTR)
            return errno != EWOULDBLOCK;
    return true;
}

static const struct {
    const char *variable, *below_home;
} places[] = {
    [DISK_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [DISK_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [DISK_STATE] = {"XDG_STATE_HOME", ".local/state"},
};

enum status disk_no_path(enum disk_place place, const char *what, struct error *error)
{
    const char *root = getenv(places[place].variable), *home = getenv("HOME");
    bool has_root = root && root[0] == '/', has_home = home && home[0];
    if (has_root || has_home)
        return error_set(error, STATUS_FAILED, "no folder for %s: the path in %s is too long", what,
                         has_root ? places[place].variable : "HOME");
    return error_set(error, STATUS_FAILED, "no folder for %s: neither %s nor HOME is set", what,
                     places[place].variable);
}

bool disk_path(enum disk_place place, const char *name, char *path, size_t capacity)
{
    const char *root = getenv(places[place].variable), *home = getenv("HOME");
    int size;
    if (root && root[0] == '/') /* the XDG specification: relative paths are ignored */
        size = snprintf(path, capacity, "%s/vedette/%s", root, name);
    else if (home && home[0])
        size = snprintf(path, capacity, "%s/%s/vedette/%s", home, places[place].below_home, name);
    else
        return false;
    return size >= 0 && (size_t)size < capacity;
}
