/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Former names of options. They still work in files, but the user gets a note. */
#ifndef VEDETTE_PROFILE_FORMER_H
#define VEDETTE_PROFILE_FORMER_H

#include "profile/option.h"

/* The meaning of a former key. */
struct former {
    int index;                      /* of the option that had this key; -1: none */
    const struct option_gone *gone; /* the option that had it was removed; NULL: it was not */
};

/* Looks up a full key among the former names. `index` is -1 for a current key. */
struct former former_find(const struct settings *settings, const char *full_key);

/* Returns the group with that current or former name. NULL if there is none. */
const struct option_group *former_group(const struct settings *settings, const char *name);

/* Appends a note to the settings' notes if a full key is a former name: "a.yaml:3:1: OLD is now called NEW",
 * or that the option was removed. `place`: "a.yaml:3:1: ", or empty. A name gets one note only. Returns true
 * if the key is a former name, also if the note exists already. */
bool former_note(struct settings *settings, const char *full_key, const char *place);

/* Appends the note "a.yaml:3:1: OLD is now called NEW" if `name` is a former name OLD of a group. `place` and
 * the result as for former_note. */
bool former_note_group(struct settings *settings, const char *name, const char *place);

#endif
