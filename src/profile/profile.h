/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles: YAML files that set options, read in layers. */
#ifndef VEDETTE_PROFILE_PROFILE_H
#define VEDETTE_PROFILE_PROFILE_H

#include "base/text.h"
#include "profile/option.h"

/* Reads a profile into `settings`, all or nothing: on an error no value is changed.
 * The file is a mapping of groups to mappings of keys to scalars,
 *     format: vedette-profile/1
 *     probabilistic: {piece: 1.2, distance: 0.01}
 *     rules:
 *       two_squares: 3
 * A scalar directly under a group's name sets the option of that name in it (`rules: isf` is
 * rules.rules). Unknown keys, values out of range, duplicates, aliases, anchors, tags, nesting beyond
 * three and files over 1 MB are refused with FILE:LINE:COLUMN. */
enum status profile_read(struct settings *settings, const char *path, struct error *error);

/* The same from memory; `name` stands for the file in errors and origins. */
enum status profile_parse(struct settings *settings, const char *name, const char *bytes, size_t size,
                          struct error *error);

/* Writes all options that differ from their defaults (all of them with `whole`, each with its
 * meaning, unit, range and source as comments) as a profile. */
void profile_write(const struct settings *settings, bool whole, struct text *out);

#endif
