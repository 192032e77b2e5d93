/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of kinds of files, and which of them a file is. */
#ifndef VEDETTE_FILE_RECOGNISE_H
#define VEDETTE_FILE_RECOGNISE_H

#include "file/format.h"

enum holding { HOLDS_SETUP, HOLDS_POSITION, HOLDS_GAME, HOLDS_GAMES };

struct kind_row {
    const char *name;      /* for people */
    const char *ending;    /* of a file's name */
    enum holding holds;
    format_reader *read;   /* NULL: read line by line */
    move_finder *find;     /* finds a move's place; NULL: the YAML reader does */
};

const struct kind_row *kind_row(enum file_kind kind);

/* Tells the kind by the beginning of a file; a position and a game in YAML are both FILE_GAME here.
 * STATUS_BAD where it can be none. */
enum status kind_recognise(const struct input *input, enum file_kind *kind, struct error *error);

#endif
