/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of an option that is a file. */
#ifndef VEDETTE_PROFILE_FILE_VALUE_H
#define VEDETTE_PROFILE_FILE_VALUE_H

#include "profile/option.h"

/* What a path may be. */
struct file_place {
    const char *neighbour; /* where it does not begin at the root, it begins in the folder of this file; or
                            * where that has none, in the current folder */
    bool streams;          /* a pipe too, and "-", which stays as it is and means standard input */
};

/* Reads `text` as the value of a row of type OPTION_FILE, whose full key is `key`: one of the row's names
 * stays as it is, any other text is a path, which becomes one from the root. STATUS_BAD, with the key and the
 * row's names, where no such file is there, or the path is none that a profile can hold: empty, longer than
 * OPTION_VALUE_TEXT, no UTF-8, with control characters. */
enum status file_value_read(const struct option *option, const char *key, const char *text,
                            const struct file_place *place, char value[OPTION_VALUE_TEXT],
                            struct error *error);

#endif
