/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins the rows of setups in a tally to rows of families. */
#ifndef VEDETTE_COMMANDS_SETUP_ROWS_H
#define VEDETTE_COMMANDS_SETUP_ROWS_H

#include "archive/archive.h"

/* Joins rows of TALLY_SETUPS, by variant and period: each family (setup/group.h) of the variant becomes a row
 * with the letters of its most used setup and with the number of different setups as `key`. The most frequent
 * families of a variant and period come first; of equally frequent ones the first in byte order. Returns the
 * number of rows left, at the front; their texts are texts of the given rows. */
size_t setup_rows_join(struct archive_tally_count *rows, size_t count);

#endif
