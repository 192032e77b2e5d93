/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders: reading up to a limit, writing that never leaves half a file, and the XDG folders. */
#ifndef VEDETTE_BASE_DISK_H
#define VEDETTE_BASE_DISK_H

#include "base/error.h"
#include "base/string_list.h"
#include "base/text.h"

#include <stdbool.h>

/* Appends a whole file ("-" is stdin) to `text`. STATUS_BAD if it has more than `limit` bytes. */
enum status disk_read(const char *path, size_t limit, struct text *text, struct error *error);

/* Opens a regular file for reading; never blocks on a pipe or device. "-" is a file name. Returns the
 * descriptor, or -1 with STATUS_BAD or STATUS_FAILED in `error`. */
int disk_open_regular(const char *path, struct error *error);

/* Appends a whole regular file to `text`; never blocks on a pipe or device, as the screens need. STATUS_BAD
 * if it has more than `limit` bytes or is no regular file. */
enum status disk_read_regular(const char *path, size_t limit, struct text *text, struct error *error);

/* Returns STATUS_BAD if `path` exists and is neither a regular file nor a folder, because writing to it might
 * block. */
enum status disk_check_regular(const char *path, struct error *error);

/* Returns STATUS_BAD if the path is "-". That means standard input when reading, so nobody means it as a file
 * to write. disk_write checks this itself. */
enum status disk_check_name(const char *path, struct error *error);

/* Checks whether disk_write could write to `path` now, before work whose result is to be written there.
 * Status and error as disk_write. */
enum status disk_check_writable(const char *path, struct error *error);

/* Returns whether both paths lead to the same regular file, also through links. A file that does not exist
 * yet counts as if it existed. False for a path that cannot be written. */
bool disk_same_file(const char *left, const char *right);

/* Writes `size` bytes to a temporary file beside `path`, syncs it and renames it, so that `path` is always
 * either the old or the new file. Links are followed, even to a missing file. Owner, mode and access list
 * of an old file are kept. If that or the rename is not possible (its own mount, a folder that allows no
 * new file), the old file is overwritten, and restored if that fails. A device, a pipe and "/dev/fd/N" are
 * written directly. STATUS_BAD for a folder, a file without write permission, a file whose mode lets no
 * user write (for root too), and "-". */
enum status disk_write(const char *path, const char *bytes, size_t size, struct error *error);

/* Deletes temporary files that a killed disk_write of `path` left. No other disk_write of it may be
 * running. */
void disk_sweep(const char *path);

/* Writes all `bytes`, in several calls if needed. Returns 0, or -1 with errno. */
int disk_write_all(int fd, const char *bytes, size_t size);

/* Syncs an open file. Returns 0, or -1 with errno. Not an error if the file system cannot sync. */
int disk_sync(int fd);
/* Syncs an open file without metadata that reading does not need, such as times. Returns as disk_sync. */
int disk_sync_data(int fd);

/* Calls flock(file, how). False if another process has the lock and `how` has LOCK_NB. True also if the
 * file system has no locks. */
bool disk_lock(int file, int how);

/* Returns the last part of a path, behind its last '/'. */
const char *disk_file_name(const char *path);

/* Makes a folder and its parents (mode 0700) if they do not exist. */
enum status disk_folder(const char *path, struct error *error);

/* Appends the names of a folder's entries that end in `ending`, without this ending, in byte order. Leaves
 * out "." and "..". Appends nothing if the folder does not exist. STATUS_FAILED in `error` if it cannot be
 * read. */
void disk_list_names(const char *path, const char *ending, struct string_list *names, struct error *error);

enum disk_place { DISK_CONFIG, DISK_DATA, DISK_STATE };

/* Writes "$XDG_CONFIG_HOME/vedette/NAME", or the same with $XDG_DATA_HOME or $XDG_STATE_HOME, into `path` of
 * `capacity` bytes. If the variable is not set, uses the XDG specification's default under $HOME. False if
 * that is not set either or `path` is too small. */
bool disk_path(enum disk_place place, const char *name, char *path, size_t capacity);

/* Fills in `error` after disk_path has failed: "no folder for WHAT: " and the reason. Returns
 * STATUS_FAILED. */
enum status disk_no_path(enum disk_place place, const char *what, struct error *error);

#endif
