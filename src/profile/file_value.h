/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of options of type OPTION_FILE. */
#ifndef VEDETTE_PROFILE_FILE_VALUE_H
#define VEDETTE_PROFILE_FILE_VALUE_H

#include "profile/option.h"

/* How to interpret a path. */
struct file_place {
    const char *neighbour; /* relative paths begin in the folder of this file or, if it has none, in the
                            * current folder */
    bool streams;          /* pipes are permitted, and "-" for standard input */
};

/* Reads the value of an option of type OPTION_FILE; `key`: its full key. One of the option's words is kept;
 * any other text is a path and is made absolute. STATUS_BAD (with key and words) if there is no such file, or
 * if the path cannot be stored in a profile: it is empty, longer than OPTION_VALUE_TEXT, not UTF-8, or has
 * control characters. */
enum status file_value_read(const struct option *option, const char *key, const char *text,
                            const struct file_place *place, char value[OPTION_VALUE_TEXT],
                            struct error *error);

#endif
