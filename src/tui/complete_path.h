/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completes file names (Tab). */
#ifndef VEDETTE_TUI_COMPLETE_PATH_H
#define VEDETTE_TUI_COMPLETE_PATH_H

#include "tui/line.h"

/* Completes the path typed in `line` as far as all matching files agree. "~/" is the home folder; a folder
 * gets a '/'. Names that begin with '.' match only if the '.' was typed. If several files match, writes
 * their names to `names` in byte order, two spaces between, at most `capacity` - 1 bytes; else "". Returns
 * false if no file matches or the cursor is not at the line's end. */
bool complete_path(struct line *line, char *names, size_t capacity);

#endif
