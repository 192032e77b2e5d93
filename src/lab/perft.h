/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts leaf positions on several threads. */
#ifndef VEDETTE_LAB_PERFT_H
#define VEDETTE_LAB_PERFT_H

#include "game/position.h"

#include <stdatomic.h>

/* Counts the leaf positions after `depth` plies, as position_perft does, with the first moves shared among
 * `jobs` threads. All ranks on the board must be known. False if `stop` (may be NULL) became true. */
bool perft_count(const struct position *position, int depth, int jobs, const atomic_bool *stop,
                 uint64_t *leaves);

#endif
