/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setups as three vectors of bytes, to compute many distances fast. */
#ifndef VEDETTE_SETUP_PACKED_H
#define VEDETTE_SETUP_PACKED_H

#include "game/placement.h"

#include <stdint.h>
#include <string.h>

/* Forty ranks as bytes; the rest is zero. */
typedef uint8_t byte16 __attribute__((vector_size(16)));
struct packed_setup {
    byte16 part[3];
};

/* Packs a setup. */
static inline struct packed_setup setup_packed(const struct setup *setup)
{
    struct packed_setup packed;
    uint8_t bytes[sizeof packed] = {0};
    memcpy(bytes, setup->rank, PIECES_A_SIDE);
    memcpy(&packed, bytes, sizeof packed);
    return packed;
}

/* Returns the number of places that differ. */
static inline int packed_distance(const struct packed_setup *a, const struct packed_setup *b)
{
    /* A comparison gives -1 for each equal byte. */
    byte16 same = (byte16)(a->part[0] == b->part[0]) + (byte16)(a->part[1] == b->part[1]) +
                  (byte16)(a->part[2] == b->part[2]);
    uint64_t half[2];
    same = -same; /* now each byte counts its equal places, 0 .. 3 */
    memcpy(half, &same, sizeof half);
    /* The product's highest byte is the sum of the eight bytes. The padding is always equal: 48 minus the
     * equal bytes are the places that differ. */
    return (int)sizeof *a - (int)((half[0] + half[1]) * 0x0101010101010101u >> 56);
}

#endif
