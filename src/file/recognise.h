/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the kinds of files, and how a file's kind is recognised. */
#ifndef VEDETTE_FILE_RECOGNISE_H
#define VEDETTE_FILE_RECOGNISE_H

#include "file/format.h"

enum holding { HOLDS_SETUP, HOLDS_POSITION, HOLDS_GAME, HOLDS_GAMES };

struct kind_row {
    const char *name;      /* for the user */
    const char *ending;    /* of a file name, with the dot */
    enum holding holds;
    format_reader *read;   /* NULL: the file is read line by line */
    move_finder *find;     /* finds the place of a move; NULL: a YAML file, see document_move_place */
};

/* Returns the row of a kind. */
const struct kind_row *kind_row(enum file_kind kind);

/* Recognises the kind of a file from its first bytes. A YAML file is always FILE_GAME here, even if it is
 * a position. STATUS_BAD if it is of no kind. */
enum status kind_recognise(const struct input *input, enum file_kind *kind, struct error *error);

#endif
