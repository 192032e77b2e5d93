/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a file completely or not at all. Usually writes a temporary file beside it and renames that. If
 * that is not possible or would change the file's owner or mode, overwrites the file and restores it if
 * that fails. */
#include "base/disk.h"

#include "base/digest.h"
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
#ifdef __linux__
#include <sys/xattr.h>
#endif

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

/* Calls fsync or fdatasync until no signal interrupts it. Not an error if this file cannot be synced: a pipe,
 * a file system without the call or one that is only read. */
static int sync_with(int (*call)(int fd), int fd)
{
    while (call(fd) < 0)
        if (errno != EINTR)
            return errno == EINVAL || errno == ENOSYS || errno == ENOTSUP || errno == EOPNOTSUPP ||
                   errno == EROFS ? 0 : -1;
    return 0;
}

int disk_sync(int fd)
{
    return sync_with(fsync, fd);
}

int disk_sync_data(int fd)
{
    return sync_with(fdatasync, fd);
}

/* --- what a name stands for --- */

/* The file that a path leads to. */
struct target {
    char path[PATH_MAX]; /* after following all links; need not exist */
    int descriptor;      /* the open descriptor of this process that the path means; -1: none */
    bool there;          /* the file exists */
    struct stat old;     /* its state, if it exists */
};

/* Returns the number of bytes of the folder in `path`, with the last '/'. */
static int folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path + 1) : 0;
}

const char *disk_file_name(const char *path)
{
    return path + folder_size(path);
}

/* Writes the folder that contains `path`. */
static void write_folder_of(const char *path, char folder[PATH_MAX])
{
    int size = folder_size(path);
    snprintf(folder, PATH_MAX, "%.*s", size ? size : 1, size ? path : ".");
}

/* Returns the descriptor N of "/dev/fd/N" or "/proc/self/fd/N"; -1 for other paths. */
static int descriptor_of(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *number = path + strlen(folders[i]);
        if (strncmp(path, folders[i], strlen(folders[i])) == 0 && *number && strlen(number) < 9 &&
            strspn(number, "0123456789") == strlen(number))
            return atoi(number);
    }
    return -1;
}

/* Replaces `path` by the file its links lead to, which need not exist. Returns 0, or -1 with errno. */
static int follow_links(char path[PATH_MAX])
{
    enum { LINKS = 40 }; /* as many as the kernel follows */
    char link[PATH_MAX], next[2 * PATH_MAX];
    for (int i = 0; i <= LINKS && descriptor_of(path) < 0; i++) {
        ssize_t size = readlink(path, link, sizeof link - 1);
        if (size < 0)
            return 0;
        int folder_bytes = link[0] == '/' ? 0 : folder_size(path);
        link[size] = '\0';
        int length = snprintf(next, sizeof next, "%.*s%s", folder_bytes, path, link);
        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        memcpy(path, next, (size_t)length + 1);
        if (i == LINKS) {
            errno = ELOOP;
            return -1;
        }
    }
    return 0;
}

/* Reports errno for a path and, if it is a link, where it leads to. */
static enum status report_target_error(const char *path, const struct target *target, struct error *error)
{
    char both[2 * PATH_MAX + 8];
    struct stat about;
    bool link = strcmp(path, target->path) != 0 && lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    int why = errno;
    snprintf(both, sizeof both, "%s%s%s", path, link ? " -> " : "", link ? target->path : "");
    errno = why;
    return error_errno(error, both);
}

/* Checks write permission. Returns 0, or -1 with errno. errno stays unchanged if the path is empty. */
static int check_target(const struct target *target)
{
    char folder[PATH_MAX];
    if (!target->there) {
        write_folder_of(target->path, folder);
        return target->path[0] ? faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) : -1;
    }
    if (S_ISDIR(target->old.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    return faccessat(AT_FDCWD, target->path, W_OK, AT_EACCESS);
}

/* Finds the file that `path` leads to, and refuses one that must not be written: a file whose mode lets no
 * user write is refused for root too. */
static enum status find_target(const char *path, struct target *target, struct error *error)
{
    struct stat same;
    target->descriptor = -1;
    if (disk_check_name(path, error))
        return STATUS_BAD;
    if (snprintf(target->path, PATH_MAX, "%s", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return error_errno(error, path);
    }
    if (follow_links(target->path) < 0)
        return error_errno(error, path);
    target->descriptor = descriptor_of(target->path);
    if (target->descriptor >= 0)
        return STATUS_OK;
    target->there = stat(path, &target->old) == 0;
    if (!target->there && errno != ENOENT)
        return report_target_error(path, target, error);
    /* A link in /proc may lead to a file without a name: keep the path then. */
    if (target->there && (stat(target->path, &same) < 0 || same.st_ino != target->old.st_ino ||
                          same.st_dev != target->old.st_dev))
        snprintf(target->path, PATH_MAX, "%s", path);
    if (target->there && S_ISREG(target->old.st_mode) && !(target->old.st_mode & 0222))
        return error_set(error, STATUS_BAD, "%s: is write-protected (mode %04o): 'chmod u+w' would allow it",
                         path, (unsigned)(target->old.st_mode & 07777));
    return STATUS_OK;
}

enum status disk_check_name(const char *path, struct error *error)
{
    if (strcmp(path, "-") != 0)
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "-: no name of a file to write; './-' would be one");
}

enum status disk_check_writable(const char *path, struct error *error)
{
    struct target target;
    enum status status = find_target(path, &target, error);
    if (status || target.descriptor >= 0)
        return status;
    errno = ENOENT; /* the error for an empty path */
    return check_target(&target) < 0 ? report_target_error(path, &target, error) : STATUS_OK;
}

bool disk_same_file(const char *one, const char *other)
{
    struct target a, b;
    struct stat in_a, in_b;
    char folder[PATH_MAX];
    if (find_target(one, &a, NULL) || find_target(other, &b, NULL) || a.there != b.there)
        return false;
    /* Files that exist are compared by device and number, others by their name and their folder. */
    if (a.there)
        return S_ISREG(a.old.st_mode) && a.old.st_dev == b.old.st_dev && a.old.st_ino == b.old.st_ino;
    if (strcmp(disk_file_name(a.path), disk_file_name(b.path)) != 0)
        return false;
    write_folder_of(a.path, folder);
    bool found = stat(folder, &in_a) == 0;
    write_folder_of(b.path, folder);
    return found && stat(folder, &in_b) == 0 && in_a.st_dev == in_b.st_dev && in_a.st_ino == in_b.st_ino;
}

/* --- a temporary file beside it --- */

/* Writes into `begin` how the names of the temporary files for `path` begin. Uses a digest instead of the
 * name, because a longer name may be above the file system's limit. */
static void write_name_beside(const char *path, char begin[32])
{
    const char *name = disk_file_name(path);
    snprintf(begin, 32, ".vedette-%08x-", (unsigned)(digest(name, strlen(name)) & UINT32_MAX));
}

/* Opens a new file beside `target`; *name gets its name (free() it). The kernel applies the process's
 * umask to `mode`; mkstemp is not used, because reading the umask would change it for other threads for a
 * moment. Returns -1 with errno on failure. */
static int open_beside(const char *target, mode_t mode, char **name)
{
    enum { TRIES = 100 };
    char begin[32];
    size_t capacity = (size_t)folder_size(target) + sizeof begin + 16;
    int fd = -1;
    *name = memory_new(capacity, 1);
    write_name_beside(target, begin);
    for (int i = 0; i < TRIES && fd < 0; i++) {
        uint32_t random;
        if (getentropy(&random, sizeof random) < 0)
            return -1;
        snprintf(*name, capacity, "%.*s%s%08x", folder_size(target), target, begin, (unsigned)random);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST)
            return -1;
    }
    return fd;
}

/* Copies the POSIX access list of `path` to `fd`. If `path` has none, removes the one that the new file
 * inherited from its folder. False if that fails. */
static bool copy_acl(const char *path, int fd)
{
#ifdef __linux__
    static const char name[] = "system.posix_acl_access";
    char list[4096];
    ssize_t size = getxattr(path, name, list, sizeof list);
    if (size >= 0)
        return fsetxattr(fd, name, list, (size_t)size, 0) == 0;
    if (errno == ERANGE)
        return false;
    fremovexattr(fd, name);
#else
    (void)path, (void)fd;
#endif
    return true;
}

/* Copies owner, access list and mode of the old file to a new one. False if that fails. The mode comes last,
 * because the other two may change it. */
static bool copy_owner_and_mode(const struct target *target, int fd)
{
    const struct stat *old = &target->old;
    struct stat now;
    if (fstat(fd, &now) < 0 ||
        ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) &&
         fchown(fd, old->st_uid, old->st_gid) < 0) ||
        !copy_acl(target->path, fd) || fstat(fd, &now) < 0)
        return false;
    return ((now.st_mode ^ old->st_mode) & 07777) == 0 || fchmod(fd, old->st_mode & 07777) == 0;
}

/* Writes all bytes to `fd`, syncs and closes it. Returns 0, or -1 with errno of the first failure. */
static int write_and_close(int fd, const char *bytes, size_t size)
{
    bool failed = disk_write_all(fd, bytes, size) < 0 || disk_sync(fd) < 0;
    int why = errno;
    if (close(fd) < 0 && errno != EINTR && !failed)
        return -1;
    errno = why;
    return failed ? -1 : 0;
}

/* Syncs the folder of `path`, so that the rename survives a power failure. */
static void sync_folder(const char *path)
{
    char folder[PATH_MAX];
    write_folder_of(path, folder);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        disk_sync(fd);
        close(fd);
    }
}

/* Returns whether the file may still be overwritten in place after open_beside or rename() has failed with
 * this errno. */
static bool can_write_in_place(int fault)
{
    /* The folder allows no new file, or has the sticky bit and belongs to another user. */
    bool is_forbidden = fault == EACCES || fault == EPERM || fault == EROFS;
    /* The file is a mount of its own or in use, or the temporary file's name is too long. */
    bool is_special = fault == EBUSY || fault == EXDEV || fault == ETXTBSY || fault == ENAMETOOLONG;
    /* The file system cannot do this at all. */
    bool is_unsupported = fault == ENOSYS || fault == ENOTSUP || fault == EOPNOTSUPP || fault == EINVAL;
    return is_forbidden || is_special || is_unsupported;
}

/* --- in place --- */

/* What the file contains after a failed write in place: the old bytes, or part of the new ones. */
enum remains { LEFT_OLD, LEFT_HALF };

/* Overwrites the file itself. Returns 0, or -1 with errno; *remains is then what the file contains. */
static int write_in_place(const struct target *target, const char *bytes, size_t size, enum remains *remains)
{
    struct text old = {0};
    int fd = open(target->path, O_WRONLY | O_CLOEXEC | (target->there ? 0 : O_CREAT | O_EXCL), 0666);
    if (fd < 0)
        return -1;
    bool old_was_read = target->there && disk_read(target->path, SIZE_MAX, &old, NULL) == STATUS_OK;
    bool failed = disk_write_all(fd, bytes, size) < 0 || ftruncate(fd, (off_t)size) < 0 ||
                  disk_sync(fd) < 0;
    int why = errno;
    if (failed && !target->there)
        unlink(target->path);
    if (failed && target->there) { /* written in part: restore the old bytes */
        bool is_restored = old_was_read && lseek(fd, 0, SEEK_SET) == 0 &&
                           disk_write_all(fd, old.bytes, old.size) == 0 &&
                           ftruncate(fd, (off_t)old.size) == 0;
        *remains = is_restored ? LEFT_OLD : LEFT_HALF;
    }
    if (close(fd) < 0 && errno != EINTR && !failed) {
        failed = true;
        why = errno;
    }
    text_free(&old);
    errno = why;
    return failed ? -1 : 0;
}

/* --- both --- */

/* Reports a file that is written in part; `temporary` (may be NULL) is a file with all bytes. */
static enum status report_half(const char *path, const char *temporary, struct error *error)
{
    const char *why = strerror(errno);
    if (!temporary)
        return error_set(error, STATUS_FAILED, "%s: %s; it is written in part", path, why);
    return error_set(error, STATUS_FAILED, "%s: %s; it is written in part, all of it is in %s", path, why,
                     temporary);
}

/* Writes a regular file, or a file that does not exist yet. */
static enum status write_file(const char *path, const struct target *target, const char *bytes, size_t size,
                              struct error *error)
{
    char *temporary = NULL;
    enum status status = STATUS_OK;
    enum remains remains = LEFT_OLD;
    /* 0600 until copy_owner_and_mode sets the old file's mode. */
    int fd = open_beside(target->path, target->there ? 0600 : 0666, &temporary);
    bool has_temporary = fd >= 0;
    bool keeps_owner = has_temporary && (!target->there || copy_owner_and_mode(target, fd));
    /* Write the temporary file first, even if it cannot replace the old one: it keeps the bytes if writing in
     * place fails. Then rename it or, if that is not possible, write in place. */
    if (has_temporary ? write_and_close(fd, bytes, size) < 0 : !can_write_in_place(errno))
        status = report_target_error(path, target, error);
    else if (keeps_owner && rename(temporary, target->path) == 0)
        has_temporary = false; /* the temporary file was renamed */
    else if ((keeps_owner && !can_write_in_place(errno)) || write_in_place(target, bytes, size, &remains) < 0)
        status = remains == LEFT_OLD ? report_target_error(path, target, error)
                                  : report_half(path, has_temporary ? temporary : NULL, error);
    if (has_temporary && remains == LEFT_OLD)
        unlink(temporary);
    if (!status)
        sync_folder(target->path);
    free(temporary);
    return status;
}

/* Writes to a pipe or device. Returns 0, or -1 with errno. */
static int write_device(const struct target *target, const char *bytes, size_t size)
{
    int fd = open(target->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -1;
    bool failed = disk_write_all(fd, bytes, size) < 0;
    int why = errno;
    close(fd);
    errno = why;
    return failed ? -1 : 0;
}

enum status disk_write(const char *path, const char *bytes, size_t size, struct error *error)
{
    struct target target;
    int failed;
    enum status status = find_target(path, &target, error);
    if (status)
        return status;
    if (target.descriptor >= 0)
        failed = disk_write_all(target.descriptor, bytes, size);
    else if (target.there && check_target(&target) < 0)
        failed = -1;
    else if (target.there && !S_ISREG(target.old.st_mode))
        failed = write_device(&target, bytes, size);
    else
        return write_file(path, &target, bytes, size, error);
    return failed < 0 ? report_target_error(path, &target, error) : STATUS_OK;
}

void disk_sweep(const char *path)
{
    char folder[PATH_MAX], begin[32];
    write_folder_of(path, folder);
    write_name_beside(path, begin);
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    enum { DIGITS = 8 };
    const size_t size = strlen(begin);
    for (const struct dirent *entry; (entry = readdir(entries));)
        /* The names of open_beside's files. */
        if (strncmp(entry->d_name, begin, size) == 0 && strlen(entry->d_name + size) == DIGITS &&
            strspn(entry->d_name + size, "0123456789abcdef") == DIGITS)
            unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
}
