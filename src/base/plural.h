/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts in sentences. */
#ifndef VEDETTE_BASE_PLURAL_H
#define VEDETTE_BASE_PLURAL_H

#include <stdint.h>

/* What a word needs behind a count: printf("%zu game%s", n, plural(n)). */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* The same of words that do not take an s: plural_of(n, "ply", "plies"). */
static inline const char *plural_of(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

#endif
