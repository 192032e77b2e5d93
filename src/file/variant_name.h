/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants as files name them, and what there is to say of pieces that are not the variant's. */
#ifndef VEDETTE_FILE_VARIANT_NAME_H
#define VEDETTE_FILE_VARIANT_NAME_H

#include "game/placement.h"

/* Fills `why` with the sentence on a name that no variant has: it quotes the name if it can be printed.
 * STATUS_BAD. */
enum status variant_name_fault(const char *name, struct error *why);

/* Fills `why` where a side's pieces are not those of `variant`: with the name of the variant that has them,
 * if one has exactly these; else with the first rank that is wrong. STATUS_BAD, or STATUS_OK where they
 * fit. */
enum status variant_army_fault(const struct variant *variant, const uint8_t army[RANKS], struct error *why);

/* The first row that has exactly so many pieces; NULL: none. */
const struct variant *variant_of_size(int pieces);

/* Fills `why` for an army that no variant has, where nothing names one: with the first rank that is wrong
 * where a variant has as many pieces, else with how many pieces each has. STATUS_BAD. */
enum status variant_no_army(const uint8_t army[RANKS], struct error *why);

#endif
