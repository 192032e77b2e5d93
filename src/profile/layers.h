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
#include "base/string_list.h"
#include "profile/option.h"

#include <stdbool.h>
#include <stddef.h>

/* The embedded files (embedded_table, or those of a test), and how to read profiles. */
struct layers {
    const struct embedded *files;
    size_t count;
    struct error *config_fault; /* gets the fault of config.yaml, which is then ignored; NULL: the fault is
                                 * an error */
    struct text *faults;        /* gets a line for each fault of a pick, and reading continues
                                 * (profile_read); NULL: the first fault ends reading */
    bool regular;               /* only regular files are permitted, because the screen must not wait for a
                                 * pipe */
};

enum { LAYER_NAME = 64 /* size of the buffer for a profile name, in bytes */ };

/* Returns whether a pick is a FILE: it contains '/', ends in .yaml or .yml, or is "-" (standard input). Any
 * other pick is a NAME: letters, digits, '-' and '_'. */
bool layers_is_file(const char *pick);

/* Reads the layers 2 to 4 into `settings`. STATUS_BAD, and no change, if one of them is not a valid profile
 * or a NAME is unknown; the error has the nearest known one. */
enum status layers_read(struct settings *settings, const struct layers *layers, const char *const *picks,
                        size_t count, struct error *error);

/* Reads one pick on top of `settings`, e.g. during a session. After an error nothing has changed. */
enum status layers_add(struct settings *settings, const struct layers *layers, const char *pick,
                       struct error *error);

/* Writes the name of the embedded profile number `index`. False if there are fewer. */
bool layers_name(const struct layers *layers, size_t index, char name[LAYER_NAME]);

/* Lists the names of all profiles, embedded and the user's, each once, in byte order, in `names`, which is
 * empty before. Does not list config.yaml, since it always applies. *fault (may be NULL) gets the reason if
 * the folder cannot be read. */
void layers_list(const struct layers *layers, struct string_list *names, struct error *fault);

/* Writes the comment in the first line of a profile: of the embedded one or, if there is none, the user's.
 * Writes "" if it has no comment. Returns `text`. */
char *layers_about(const struct layers *layers, const char *name, char *text, size_t capacity);

/* Returns whether a text is valid as a profile's name. */
bool layers_is_name(const char *text);
/* Returns whether an embedded profile has that name. */
bool layers_is_embedded(const struct layers *layers, const char *name);

/* Writes the path of a profile in the user's folder, whether it exists or not; false as layers_config. */
bool layers_user_path(const char *name, char *path, size_t capacity);

/* Writes the path of the user's config.yaml, whether it exists or not. False if the folder is unknown
 * (disk_path). */
bool layers_config(char *path, size_t capacity);

/* Sets one value in the user's config.yaml, which is created if necessary; the rest does not change.
 * STATUS_BAD if it is not a valid profile, or its path is unknown. STATUS_NO if only a person can edit it
 * (profile_edit). STATUS_FAILED for a fault of the disk. */
enum status layers_save_option(const struct option_group *const *groups, const char *full_key,
                               const char *value, struct error *error);

#endif
