/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File names completed with Tab. */
#ifndef VEDETTE_TUI_COMPLETE_PATH_H
#define VEDETTE_TUI_COMPLETE_PATH_H

#include "tui/line.h"

/* Completes a path that is being typed, as far as all files agree that begin so; "~/" stands for the home
 * folder, and a folder gets its '/'. Names that begin with '.' count only where that was typed. If several
 * files are left, up to `capacity` - 1 bytes of their names go into `names`, with two blanks between, in byte
 * order; else it is "". False where no file begins so, or the cursor is not at the line's end. */
bool complete_path(struct line *line, char *names, size_t capacity);

#endif
