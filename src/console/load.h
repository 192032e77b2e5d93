/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files as commands want them. */
#ifndef VEDETTE_CONSOLE_LOAD_H
#define VEDETTE_CONSOLE_LOAD_H

#include "console/command.h"
#include "file/file.h"

/* Reads a position or game file into `thing`, which thing_free gives back, also after an error. A set-up
 * is STATUS_BAD. */
enum status load_thing(const char *path, struct thing *thing, struct error *error);

/* Plays out what was read from `path`; the session's settings beat its rules. A move that cannot be
 * played is STATUS_BAD, with its place in the file. `position` is all zero before; position_free gives
 * it back, also after an error. */
enum status load_replay(const struct session *session, const char *path, struct thing *thing,
                        struct position *position, struct error *error);

/* Both at once: `position` stands behind the last move of the file. */
enum status load_position(const struct session *session, const char *path,
                          struct position *position, struct error *error);

/* Reads every set-up of the files into a new array; free() gives it back. With no file: the set-ups
 * that came with the program. */
enum status load_setups(int count, char **paths, struct setup **setups, size_t *setup_count,
                        struct error *error);

#endif
