/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles: YAML files that set options. (For their order see profile/layers.h.) */
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
 * refused with FILE:LINE:COLUMN.
 * `regular`: only a regular file is read, and "-" is an ordinary name. `faults`: if not NULL, reading
 * continues after a fault, and each is appended as a line; `error` has the first one. A fault of the YAML
 * syntax ends reading. */
enum status profile_read(struct settings *settings, const char *path, bool regular, struct text *faults,
                         struct error *error);

/* Reads a profile from memory, all or nothing, as profile_read; `name` is used in errors and origins. */
enum status profile_parse(struct settings *settings, const char *name, const char *bytes, size_t size,
                          struct error *error);

/* Reads a profile from memory, as profile_parse. If `faults` is not NULL, reading continues after a fault,
 * and each is appended as a line. */
enum status profile_parse_all(struct settings *settings, const char *name, const char *bytes, size_t size,
                              struct text *faults, struct error *error);

/* Writes all options that differ from their defaults as a profile. `with_comments`: all options, each with
 * a comment with meaning, unit, range and source. */
void profile_write(const struct settings *settings, bool with_comments, struct text *out);

/* Sets one option in the text of a profile. Comments, order and spelling of the rest do not change. An empty
 * text becomes a new profile. `name` is used in errors. STATUS_BAD if the text is not a valid profile of
 * these groups, or the key or value is wrong. STATUS_NO, with the text unchanged, if the value is written in
 * a form that only a person can edit. */
enum status profile_edit(const struct option_group *const *groups, const char *name, struct text *file,
                         const char *full_key, const char *value, struct error *error);

/* Replaces former names in the text of a valid profile by current ones, and removes the lines of removed
 * options. The rest does not change. *count gets the number of replacements. STATUS_NO, with the text
 * unchanged, if one of them is written in a form that only a person can edit. */
enum status profile_rewrite(const struct option_group *const *groups, const char *name, struct text *file,
                            int *count, struct error *error);

/* Appends a table of options for people, one line each: key, value, unit, and the origin where it
 * is not the default. `name` is a full key, or a group for all of its options; NULL for all there
 * are. STATUS_BAD for a name that is neither. */
enum status profile_show(const struct settings *settings, const char *name, struct text *out,
                         struct error *error);

/* Appends a line "KEY: OLD -> NEW (ORIGIN)" for each option whose value differs; ORIGIN is that of the new
 * value. Returns how many there are. Both must be of the same groups. */
size_t profile_diff(const struct settings *from, const struct settings *to, struct text *out);

/* Appends all that is known of an option: meaning, value, origin, default, range, source. For a group appends
 * its meaning, and the meaning of each of its options. STATUS_BAD for a name that is neither. */
enum status profile_explain(const struct settings *settings, const char *name, struct text *out,
                            struct error *error);

#endif
