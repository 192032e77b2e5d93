/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files as commands want them. */
#ifndef VEDETTE_CONSOLE_LOAD_H
#define VEDETTE_CONSOLE_LOAD_H

#include "console/command.h"
#include "file/file.h"

/* Reads a position or game file into `record` (all zero before; record_clear gives it back). A set-up
 * is STATUS_BAD. */
enum status load_record(const char *path, struct record *record, struct error *error);

/* Plays out a record that was read from `path`, the session's settings beating its rules. On an error
 * the position is empty. */
enum status load_replay(const struct session *session, const char *path, struct record *record,
                        struct position *position, struct error *error);

/* Both at once: `position` (all zero before) stands behind the last move. */
enum status load_position(const struct session *session, const char *path,
                          struct position *position, struct error *error);

/* Reads every set-up of the files into a new array; free() gives it back. With no file: the set-ups
 * that came with the program. */
enum status load_setups(int count, char **paths, struct setup **setups, size_t *setup_count,
                        struct error *error);

#endif
