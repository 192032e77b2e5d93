/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about variants in files: unknown names, and armies that no variant allows. */
#ifndef VEDETTE_FILE_VARIANT_NAME_H
#define VEDETTE_FILE_VARIANT_NAME_H

#include "game/placement.h"

/* Fills in `why` for a name that no variant has; quotes the name if it can be printed. Returns STATUS_BAD. */
enum status variant_name_fault(const char *name, struct error *why);

/* Checks that a side's pieces are those of `variant`. On STATUS_BAD, `why` names the variant that has exactly
 * these pieces or, if there is none, the first wrong rank. */
enum status variant_check_pieces(const struct variant *variant, const uint8_t army[RANKS], struct error *why);

/* Returns the first variant with exactly this number of pieces, or NULL. */
const struct variant *variant_of_size(int pieces);

/* Fills in `why` for an army that no variant has, if the file names no variant. If a variant has as many
 * pieces, `why` gives the first wrong rank; otherwise the numbers of pieces. Returns STATUS_BAD. */
enum status variant_no_army(const uint8_t army[RANKS], struct error *why);

#endif
