/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of the game that files name or hold. Classic alone is known yet: a file of another gets a sentence
 * that says so, in place of one on the first letter or piece that does not fit. */
#ifndef VEDETTE_FILE_VARIANT_H
#define VEDETTE_FILE_VARIANT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether games of the variant with this name can be read: "classic". */
bool variant_is_known(const char *name);

/* The variant of a .gsn's "type N"; NULL: no such type. */
const char *variant_of_gsn(int type);

/* The variant whose pieces some letters of Gravon's are: the 100 of a field, with both sides' pieces, or the
 * 40 of a setup. NULL where they are no other's than classic's, or no sound letters. */
const char *variant_of_letters(const char *letters, size_t size);

/* The same of the symbols of a setup, '.' where nobody stands. */
const char *variant_of_symbols(const char *symbols, size_t size);

/* Fills `why` with the sentence for a file that names a variant, and for one that has its pieces.
 * STATUS_BAD. */
enum status variant_named(const char *name, struct error *why);
enum status variant_found(const char *name, struct error *why);

#endif
