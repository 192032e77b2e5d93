/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders: bounded reading, writing that never leaves half a file, the XDG folders. */
#ifndef VEDETTE_BASE_DISK_H
#define VEDETTE_BASE_DISK_H

#include "base/error.h"
#include "base/text.h"

#include <dirent.h>
#include <stdbool.h>

/* Reads a whole file ("-" is stdin) into `text`, at most `limit` bytes: a larger one is refused
 * with STATUS_BAD without being read further. */
enum status disk_read(const char *path, size_t limit, struct text *text, struct error *error);

/* Opens a regular file for reading, without ever waiting for one that is not; "-" is a name like another. -1,
 * and `error` filled with STATUS_BAD or the machine's failure, where it cannot be. */
int disk_open_regular(const char *path, struct error *error);

/* disk_read of a regular file: what the screen reads, where a wait would be for ever. */
enum status disk_read_regular(const char *path, size_t limit, struct text *text, struct error *error);

/* STATUS_BAD where something stands at `path` that is no regular file: to write to it might wait for ever. */
enum status disk_check_regular(const char *path, struct error *error);

/* STATUS_BAD for "-", which is what is read from the standard input: nobody who writes to it means a file of
 * that name. disk_write looks itself. */
enum status disk_check_name(const char *path, struct error *error);

/* Whether disk_write could write there now, so that what takes long to make is not lost at its end: status
 * and error are those that it would give. */
enum status disk_check_writable(const char *path, struct error *error);

/* Whether two names stand for one regular file, through links too, or would if it were there. False for what
 * cannot be written. */
bool disk_same_file(const char *one, const char *other);

/* Writes `size` bytes to a temporary name beside `path`, syncs and renames: afterwards the file is
 * either the old one or the new one, whole. Links are followed, also to a file that is not there yet. Owner,
 * mode and access list of an old file are kept; where that or the rename is refused (a mount of its own, a
 * folder that takes no new file), the old file is written in place, and put back if that fails. A device, a
 * pipe and "/dev/fd/N" are written as they are. STATUS_BAD for a folder, for a file that may not be written,
 * for one without a bit that would let anyone write it (from root too), and for "-", which is the standard
 * input where one reads. */
enum status disk_write(const char *path, const char *bytes, size_t size, struct error *error);

/* Takes away what a disk_write of `path` left beside it that was killed: to be called where no other is under
 * way. */
void disk_sweep(const char *path);

/* Writes all of `bytes`, in as many pieces as it takes; -1 and errno where it cannot. */
int disk_write_all(int fd, const char *bytes, size_t size);

/* Syncs an open file: 0, or -1 and errno. A file system that has no such call is no error. */
int disk_sync(int fd);
/* The same without what is not needed to read it again, such as its times. */
int disk_sync_data(int fd);

/* flock(file, how), with its constants: false where another process holds the lock and LOCK_NB was given.
 * True too where the file system has no locks: one goes on without. */
bool disk_lock(int file, int how);

/* Makes a folder and its parents (mode 0700), if they are not there. */
enum status disk_folder(const char *path, struct error *error);

/* Opens a folder for a list of what is in it (closedir it). NULL where it cannot be read, with STATUS_FAILED
 * in `error`, and where it is not there, which is no error: `error` stays as it is. */
DIR *disk_list(const char *path, struct error *error);

enum disk_place { DISK_CONFIG, DISK_DATA, DISK_STATE };

/* "$XDG_CONFIG_HOME/vedette/NAME" and its like (with the defaults under $HOME the XDG specification
 * gives), into `path` of `room` bytes. False where neither variable is set or the room is too small. */
bool disk_path(enum disk_place place, const char *name, char *path, size_t capacity);

/* Fills `error` where disk_path gave none: "no folder for WHAT: " and why. STATUS_FAILED. */
enum status disk_no_path(enum disk_place place, const char *what, struct error *error);

#endif
