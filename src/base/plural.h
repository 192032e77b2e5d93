/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plural endings in sentences with counts. */
#ifndef VEDETTE_BASE_PLURAL_H
#define VEDETTE_BASE_PLURAL_H

#include <stdint.h>

/* Returns the plural ending of a word after a count: printf("%zu game%s", n, plural(n)). */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Returns `one` if the count is 1, otherwise `many`, for words that do not end in s: plural_of(n, "ply",
 * "plies"). */
static inline const char *plural_of(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

#endif
