/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setups under names: the user's own in "$XDG_DATA_HOME/vedette/setups/NAME.setup", and those
 * that come with the program. A name of the user's hides the same name of the program's. */
#ifndef VEDETTE_SETUP_STORE_H
#define VEDETTE_SETUP_STORE_H

#include "base/error.h"
#include "game/placement.h"

#include <stdbool.h>
#include <stddef.h>

enum { STORE_NAME = 64 }; /* bytes of a name, the zero byte included */

struct stored_setup {
    char name[STORE_NAME];
    bool shipped;          /* comes with the program */
    const struct variant *variant; /* that its file names, else that of its pieces */
    struct setup setup;
};

/* True for letters, digits, '.', '_' and '-', not beginning with '.' or '-': a name that is a
 * file's name on every system and no way into another folder. */
bool store_name_is_good(const char *name);

/* Saves under `name`, of a variant (NULL: that of its pieces). STATUS_BAD for a bad name; STATUS_NO where the
 * user has that name already, unless `replace`. */
enum status store_save(const char *name, const struct setup *setup, const struct variant *variant,
                       bool replace, struct error *error);

/* Loads a name. `variant` (may be NULL) gets the variant that the file names, or else that of the pieces.
 * STATUS_NO where there is none; STATUS_BAD where its file is damaged. */
enum status store_load(const char *name, struct setup *setup, const struct variant **variant,
                       struct error *error);

/* Deletes the user's setup of that name. STATUS_NO where there is none. */
enum status store_delete(const char *name, struct error *error);

/* All setups in the order of their names, the user's and the program's, into a new array; free()
 * gives it back. What cannot be read of the user's is left out; `fault` (zero before; may be NULL) gets the
 * first of them. */
enum status store_list(struct stored_setup **list, size_t *count, struct error *fault, struct error *error);

#endif
