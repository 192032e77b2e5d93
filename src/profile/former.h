/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that options had before. A file with them is read as ever; whoever uses one gets a note. */
#ifndef VEDETTE_PROFILE_FORMER_H
#define VEDETTE_PROFILE_FORMER_H

#include "profile/option.h"

/* What a key that no option has today stands for. */
struct former {
    int index;                      /* of the option that had it before; -1: none had */
    const struct option_gone *gone; /* the option that had it is gone; NULL: it is not */
};

/* Looks a full key up among the names of before. For a key of today `index` is -1. */
struct former former_find(const struct settings *settings, const char *full_key);

/* The group that has a name today, or had it before; NULL where there is none. */
const struct option_group *former_group(const struct settings *settings, const char *name);

/* If a full key is a name of before, appends a note "PLACEOLD is now called NEW", or that the option is gone,
 * to the settings' notes, unless they have a note of this name. False for any other key. */
bool former_note(struct settings *settings, const char *full_key, const char *place);

/* The same for a group that is called by the name it had before. */
bool former_note_group(struct settings *settings, const char *name, const char *place);

#endif
