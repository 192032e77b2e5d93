/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles: YAML files that set options. (Which are read in what order: profile/layers.h.) */
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
 * rules.rules), and a full key may stand at the left (`rules.two_squares: 3`). The path of a file is taken
 * from the profile's own folder. Unknown keys, values out of range, files that are not there, options set
 * twice, aliases, anchors, tags, nesting beyond three, a missing or other format and files over 1 MB are
 * refused with FILE:LINE:COLUMN. */
enum status profile_read(struct settings *settings, const char *path, struct error *error);

/* The same of a regular file only, where "-" is a name like another. */
enum status profile_read_regular(struct settings *settings, const char *path, struct error *error);

/* The same from memory; `name` stands for the file in errors and origins. */
enum status profile_parse(struct settings *settings, const char *name, const char *bytes,
                          size_t size, struct error *error);

/* As profile_read, profile_read_regular and profile_parse, but the reading goes on behind what is wrong: each
 * fault is a line appended to `faults`, the first of them the error. Behind a fault of YAML's own form
 * nothing can be read. */
enum status profile_read_all(struct settings *settings, const char *path, bool regular, struct text *faults,
                             struct error *error);
enum status profile_parse_all(struct settings *settings, const char *name, const char *bytes, size_t size,
                              struct text *faults, struct error *error);

/* Writes all options that differ from their defaults (all of them with `whole`, each with its
 * meaning, unit, range and source as comments) as a profile. */
void profile_write(const struct settings *settings, bool whole, struct text *out);

/* Sets one option in the text of a profile and leaves all else in it as it is: comments, order,
 * spelling. An empty text becomes a new profile. `name` stands for the file in errors. STATUS_BAD
 * where the text is no sound profile of these groups, or the key or the value is wrong; STATUS_NO
 * where the file is written in such a way that only a person can put the value in; it is then
 * unchanged. */
enum status profile_edit(const struct option_group *const *groups, const char *name,
                         struct text *file, const char *full_key, const char *value,
                         struct error *error);

/* Puts today's names in place of those of before in the text of a sound profile, and takes out the lines of
 * options that are gone; all else in it stays as it is. *count gets how many there were. STATUS_NO where one
 * of them stands in such a way that only a person can change it; the text is then as it was. */
enum status profile_rewrite(const struct option_group *const *groups, const char *name, struct text *file,
                            int *count, struct error *error);

/* Appends a table of options for people, one line each: key, value, unit, and the origin where it
 * is not the default. `name` is a full key, or a group for all of its options; NULL for all there
 * are. STATUS_BAD for a name that is neither. */
enum status profile_show(const struct settings *settings, const char *name, struct text *out,
                         struct error *error);

/* Appends a line "KEY: OLD -> NEW (ORIGIN)" for each option whose value differs, `origin` being the
 * one of the new value; returns how many there are. Both must be of the same groups. */
size_t profile_diff(const struct settings *from, const struct settings *to, struct text *out);

/* Appends all that is known of an option: meaning, value, origin, default, range, source. Of a
 * group: its meaning, and the meaning of each of its options. STATUS_BAD for a name that is
 * neither. */
enum status profile_explain(const struct settings *settings, const char *name, struct text *out,
                            struct error *error);

#endif
