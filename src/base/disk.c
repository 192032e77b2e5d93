/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/disk.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status too_large(const char *path, size_t limit, struct error *error)
{
    return error_at(error, path, 1, 1, "found more than %zu bytes, expected no more", limit);
}

/* Appends all of `fd` to `text`, or refuses what is larger than `limit`. */
static enum status read_all(int fd, const char *path, size_t limit, struct text *text,
                            struct error *error)
{
    char chunk[65536];
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0)
            return error_errno(error, path);
        if (got == 0)
            break;
        if (text->size + (size_t)got > limit)
            return too_large(path, limit, error);
        text_append(text, chunk, (size_t)got);
    }
    text_append(text, "", 0);
    return STATUS_OK;
}

static enum status not_regular(const char *path, struct error *error)
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
        not_regular(path, error);
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
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)
               ? not_regular(path, error) : STATUS_OK;
}

enum status disk_read(const char *path, size_t limit, struct text *text, struct error *error)
{
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, path, limit, text, error);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_errno(error, path);
    struct stat about;
    enum status status = STATUS_OK;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (size_t)about.st_size > limit)
        status = too_large(path, limit, error);
    else
        status = read_all(fd, path, limit, text, error);
    close(fd);
    return status;
}

int disk_write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t done = write(fd, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -1;
        bytes += done;
        size -= (size_t)done;
    }
    return 0;
}

/* The folder that holds `path`. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
}

enum status disk_check_name(const char *path, struct error *error)
{
    if (strcmp(path, "-") != 0)
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "-: no name of a file to write; './-' would be one");
}

enum status disk_check_writable(const char *path, struct error *error)
{
    if (disk_check_name(path, error))
        return STATUS_BAD;
    char *real = realpath(path, NULL);
    char folder[PATH_MAX];
    struct stat old;
    int failed;
    folder_of(real ? real : path, folder);
    if (real && stat(real, &old) == 0 && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        failed = -1;
    } else if (real && stat(real, &old) == 0 && !S_ISREG(old.st_mode)) {
        failed = access(real, W_OK);
    } else {
        failed = access(folder, W_OK | X_OK);
    }
    enum status status = failed < 0 ? error_errno(error, path) : STATUS_OK;
    free(real);
    return status;
}

/* Syncs the folder that holds `path`, so that the rename itself outlives a power cut. */
static void sync_folder(const char *path)
{
    char folder[PATH_MAX];
    folder_of(path, folder);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* Opens a new file beside `target`, whose name goes to *name (free() it). The mode is narrowed by the
 * mask of the process, which only the kernel can read without a moment in which another thread would
 * see it changed: so it makes the file with it, and not mkstemp. -1 and errno where it cannot be. */
static int open_beside(const char *target, mode_t mode, char **name)
{
    enum { TRIES = 100 };
    size_t room = strlen(target) + 16;
    int fd = -1;
    *name = memory_new(room, 1);
    for (int i = 0; i < TRIES && fd < 0; i++) {
        uint32_t random;
        if (getentropy(&random, sizeof random) < 0)
            return -1;
        snprintf(*name, room, "%s.%08x", target, (unsigned)random);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST)
            return -1;
    }
    return fd;
}

enum status disk_write(const char *path, const char *bytes, size_t size, struct error *error)
{
    if (disk_check_name(path, error))
        return STATUS_BAD;
    char *real = realpath(path, NULL);
    const char *target = real ? real : path;
    struct stat old;
    bool there = stat(target, &old) == 0;
    if (there && !S_ISREG(old.st_mode)) { /* /dev/stdout, a pipe: nothing to keep whole */
        int fd = open(target, O_WRONLY | O_CLOEXEC);
        enum status status = STATUS_OK;
        if (fd < 0 || disk_write_all(fd, bytes, size) < 0)
            status = error_errno(error, path);
        if (fd >= 0)
            close(fd);
        free(real);
        return status;
    }
    char *temporary = NULL;
    int fd = open_beside(target, there ? 0600 : 0666, &temporary);
    enum status status = STATUS_OK;
    if (fd < 0) {
        status = error_errno(error, path);
    } else {
        bool failed = disk_write_all(fd, bytes, size) < 0 ||
                      (there && fchmod(fd, old.st_mode & 07777) < 0) || fsync(fd) < 0;
        int why = errno; /* of the call that failed, if one did: closing may change it */
        if (close(fd) < 0 && !failed) {
            failed = true;
            why = errno;
        }
        if (!failed && rename(temporary, target) < 0) {
            failed = true;
            why = errno;
        }
        if (failed) {
            unlink(temporary);
            errno = why;
            status = error_errno(error, path);
        } else {
            sync_folder(target);
        }
    }
    free(temporary);
    free(real);
    return status;
}

/* Whether `entry` is a name that open_beside gives a file beside the one called `name`. */
static bool is_beside(const char *entry, const char *name)
{
    enum { DIGITS = 8 };
    size_t size = strlen(name);
    return strncmp(entry, name, size) == 0 && entry[size] == '.' && strlen(entry + size + 1) == DIGITS &&
           strspn(entry + size + 1, "0123456789abcdef") == DIGITS;
}

void disk_sweep(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    folder_of(path, folder);
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    for (const struct dirent *entry; (entry = readdir(entries));)
        if (is_beside(entry->d_name, name))
            unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
}

enum status disk_folder(const char *path, struct error *error)
{
    char partial[PATH_MAX];
    if (snprintf(partial, sizeof partial, "%s", path) >= (int)sizeof partial) {
        errno = ENAMETOOLONG;
        return error_errno(error, path);
    }
    for (char *p = partial + 1;; p++) {
        if (*p != '/' && *p != '\0')
            continue;
        char kept = *p;
        *p = '\0';
        if (mkdir(partial, 0700) < 0 && errno != EEXIST)
            return error_errno(error, partial);
        *p = kept;
        if (!kept)
            return STATUS_OK;
    }
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

bool disk_path(enum disk_place place, const char *name, char *path, size_t room)
{
    const char *root = getenv(places[place].variable), *home = getenv("HOME");
    int size;
    if (root && root[0] == '/') /* the XDG specification: a relative path is to be ignored */
        size = snprintf(path, room, "%s/vedette/%s", root, name);
    else if (home && home[0])
        size = snprintf(path, room, "%s/%s/vedette/%s", home, places[place].below_home, name);
    else
        return false;
    return size >= 0 && (size_t)size < room;
}
