/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting leaf positions with several threads. */
#ifndef VEDETTE_LAB_PERFT_H
#define VEDETTE_LAB_PERFT_H

#include "game/position.h"

#include <stdatomic.h>

/* Counts the leaf positions `depth` plies on, as position_perft does, the first moves shared among
 * `jobs` threads. Every rank on the board is known. False where `stop` (may be NULL) became true. */
bool perft_count(const struct position *position, int depth, int jobs, const atomic_bool *stop,
                 uint64_t *leaves);

#endif
