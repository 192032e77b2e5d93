/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File names completed with Tab. */
#ifndef VEDETTE_TUI_COMPLETE_PATH_H
#define VEDETTE_TUI_COMPLETE_PATH_H

#include "tui/line.h"

/* Makes a path that is being typed ("~/" stands for the home folder) as long as all files agree that begin
 * so; a folder gets its '/'. Names that begin with '.' count only where that was typed. Where several are
 * left, up to `room` - 1 bytes of their names go into `names`, two blanks between them, in byte order; else
 * it is "". False where no file begins so, or the place is not at the line's end. */
bool complete_path(struct line *line, char *names, size_t room);

#endif
