/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store of named setups: the user's own ones in "$XDG_DATA_HOME/vedette/setups/NAME.setup", and
 * those built into the program. A user's setup hides a built-in one of the same name. */
#ifndef VEDETTE_SETUP_STORE_H
#define VEDETTE_SETUP_STORE_H

#include "base/error.h"
#include "game/placement.h"

#include <stdbool.h>
#include <stddef.h>

enum { STORE_NAME = 64 }; /* max bytes of a name with its zero byte */

/* A setup of the store. */
struct stored_setup {
    char name[STORE_NAME];
    bool shipped;          /* built into the program */
    const struct variant *variant; /* named in its file or, if not, found from its pieces */
    struct setup setup;
};

/* Returns whether a name is valid: letters, digits, '.', '_' and '-', without '.' or '-' at the start. Such a
 * name is a file's name on all systems and cannot lead to another folder. */
bool store_name_is_good(const char *name);

/* Saves a setup of `variant` (NULL: found from its pieces) as the user's. STATUS_BAD for an invalid name.
 * STATUS_NO if the user has this name already; `replace` replaces that setup instead. */
enum status store_save(const char *name, const struct setup *setup, const struct variant *variant,
                       bool replace, struct error *error);

/* Loads a setup. *variant (unless NULL) gets the variant named in the file; if it names none, the one found
 * from the pieces. STATUS_NO if there is no such setup; STATUS_BAD if its file is damaged. */
enum status store_load(const char *name, struct setup *setup, const struct variant **variant,
                       struct error *error);

/* Deletes the user's setup. STATUS_NO if there is none of this name. */
enum status store_delete(const char *name, struct error *error);

/* As store_save with `replace`, store_load and store_delete, for a setup that need not be complete. It has a
 * file of another kind, "NAME.part", which the functions for complete setups do not see. */
enum status store_save_part(const char *name, const struct setup *setup, const struct variant *variant,
                            struct error *error);
enum status store_load_part(const char *name, struct setup *setup, struct error *error);
enum status store_delete_part(const char *name, struct error *error);

/* Lists all setups, sorted by name, in a new array, to be freed with free(). Skips the user's files that
 * cannot be read; `fault` (zero before; may be NULL) gets the first error. */
enum status store_list(struct stored_setup **list, size_t *count, struct error *fault, struct error *error);

#endif
