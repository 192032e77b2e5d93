/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the values of a layer that are not zero, for sums that read only these. */
#ifndef VEDETTE_NET_FILLED_H
#define VEDETTE_NET_FILLED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FILLED_LANES = 4 }; /* of a vector that every processor has */

typedef float filled_lanes __attribute__((vector_size(FILLED_LANES * sizeof(float))));

/* A value that is not zero, and its index. */
struct filled_cell {
    uint32_t index;
    float value;
};

/* Returns the index of the first of values[at .. count - 1] that is not zero; `count` if there is none. */
static inline size_t filled_next(const float *values, size_t at, size_t count)
{
    uint64_t words[4]; /* eight floats as bits; a -0 is not 0 here, but the second loop skips it */
    for (; at + 8 <= count; at += 8) {
        memcpy(words, values + at, sizeof words);
        if (words[0] | words[1] | words[2] | words[3])
            break;
    }
    while (at < count && !(values[at] != 0))
        at++;
    return at;
}

/* Writes all values that are not zero to `cells`, in the order of their indices; returns their number. */
static inline uint32_t filled_find(const float *values, size_t count, struct filled_cell *cells)
{
    uint32_t found = 0;
    for (size_t i = filled_next(values, 0, count); i < count; i = filled_next(values, i + 1, count))
        cells[found++] = (struct filled_cell){(uint32_t)i, values[i]};
    return found;
}

/* to += factor x from */
static inline void filled_add_scaled(float *to, float factor, const float *from, size_t count)
{
    size_t i = 0;
    for (; i + FILLED_LANES <= count; i += FILLED_LANES) {
        filled_lanes sum, term;
        memcpy(&sum, to + i, sizeof sum);
        memcpy(&term, from + i, sizeof term);
        sum += factor * term;
        memcpy(to + i, &sum, sizeof sum);
    }
    for (; i < count; i++)
        to[i] += factor * from[i];
}

#endif
