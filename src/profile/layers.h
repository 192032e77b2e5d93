/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles are layered; a later layer beats an earlier one, option by option:
 *   1. the defaults of the option table;
 *   2. the profiles picked by NAME, in the order they were picked: each as it came with the program
 *      (data/profiles/NAME.yaml), then as the user has it ($XDG_CONFIG_HOME/vedette/NAME.yaml);
 *   3. the user's own $XDG_CONFIG_HOME/vedette/config.yaml, where it is;
 *   4. the profiles picked as FILE, in the order they were picked.
 * What is set by hand (settings_set) comes last. */
#ifndef VEDETTE_PROFILE_LAYERS_H
#define VEDETTE_PROFILE_LAYERS_H

#include "base/embedded.h"
#include "profile/option.h"

#include <stdbool.h>
#include <stddef.h>

/* The files that came with the program: embedded_table, or a test's own. */
struct layers {
    const struct embedded *files;
    size_t count;
    struct error *config_fault; /* gets what is wrong with config.yaml, left out then; NULL: an error */
    struct text *faults; /* gets a line for each thing that is wrong with a pick, after which the reading goes
                          * on (profile_read_all); NULL: the first ends it */
    bool regular; /* profiles are regular files only: on the screen nothing may wait for a pipe */
};

enum { LAYER_NAME = 64 /* room for a profile's name */ };

/* A pick with a '/', or that ends in .yaml or .yml, or "-" (standard input), is a FILE; any other
 * is a NAME: letters, digits, '-' and '_'. */
bool layers_is_file(const char *pick);

/* Reads layers 2 to 4 into `settings`, all or nothing. STATUS_BAD where one of them is no profile,
 * or a NAME is known neither to the program nor to the user (with the nearest known). */
enum status layers_read(struct settings *settings, const struct layers *layers,
                        const char *const *picks, size_t count, struct error *error);

/* Reads one pick on top of what `settings` hold, all or nothing: for a session under way. */
enum status layers_add(struct settings *settings, const struct layers *layers, const char *pick,
                       struct error *error);

/* The name of the index-th profile that came with the program, for completion and lists; false past
 * the last. */
bool layers_name(const struct layers *layers, size_t index, char name[LAYER_NAME]);

/* The names of all profiles, the program's and those in the user's folder, each once and in byte order,
 * into a new array; free() gives it back. config.yaml is none: it holds anyway. Returns how many; `fault`
 * (may be NULL) gets why the folder cannot be read. */
size_t layers_list(const struct layers *layers, char (**names)[LAYER_NAME], struct error *fault);

/* What the first line of a named profile says of it, where that is a comment: the program's, or else the
 * user's; "" where there is none. Returns `text`. */
char *layers_about(const struct layers *layers, const char *name, char *text, size_t capacity);

/* Whether that may be a profile's name; whether one of that name came with the program. */
bool layers_is_name(const char *text);
bool layers_is_shipped(const struct layers *layers, const char *name);

/* The path of a profile in the user's folder, whether it is there or not; false as layers_config. */
bool layers_own_path(const char *name, char *path, size_t capacity);

/* The path of the user's config.yaml, whether it is there or not; false where there is no place for
 * it (disk_path). */
bool layers_config(char *path, size_t capacity);

/* Puts one value into the user's config.yaml, which is made where it is not there; all else in it stays as
 * it is. STATUS_BAD where it is no sound profile of these groups or no place for it is known, STATUS_NO where
 * only a person can put the value in (profile_edit); STATUS_FAILED by the disk. */
enum status layers_keep(const struct option_group *const *groups, const char *full_key, const char *value,
                        struct error *error);

#endif
