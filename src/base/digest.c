/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/digest.h"

#include <string.h>

/* A stripe is 32 bytes, of which each lane takes 8. */
enum { LANES = 4, STRIPE = LANES * sizeof(uint64_t) };

static const uint64_t prime_1 = 0x9E3779B185EBCA87, prime_2 = 0xC2B2AE3D27D4EB4F,
                      prime_3 = 0x165667B19E3779F9, prime_4 = 0x85EBCA77C2B2AE63,
                      prime_5 = 0x27D4EB2F165667C5;

/* Rotates a word to the left. */
static uint64_t rotate(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

/* Reads 8 bytes as a little-endian number, on any machine. */
static uint64_t read_64(const unsigned char *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    return value;
}

/* Reads 4 bytes as a little-endian number. */
static uint64_t read_32(const unsigned char *at)
{
    return at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
}

/* Mixes 8 bytes of input into a lane (XXH64's round). */
static uint64_t mix_lane(uint64_t lane, uint64_t input)
{
    return rotate(lane + input * prime_2, 31) * prime_1;
}

/* Digests all complete stripes from *at on and moves *at behind them. */
static uint64_t digest_stripes(const unsigned char **at, const unsigned char *end)
{
    uint64_t lane[LANES] = {prime_1 + prime_2, prime_2, 0, 0 - prime_1};
    for (; (size_t)(end - *at) >= STRIPE; *at += STRIPE)
        for (int i = 0; i < LANES; i++)
            lane[i] = mix_lane(lane[i], read_64(*at + i * 8));
    uint64_t hash = rotate(lane[0], 1) + rotate(lane[1], 7) + rotate(lane[2], 12) + rotate(lane[3], 18);
    for (int i = 0; i < LANES; i++)
        hash = (hash ^ mix_lane(0, lane[i])) * prime_1 + prime_4;
    return hash;
}

uint64_t digest(const void *bytes, size_t size)
{
    /* For size 0 `bytes` may be NULL, and NULL + 0 is undefined. */
    const unsigned char *at = size ? bytes : (const unsigned char *)"", *end = at + size;
    uint64_t hash = size >= STRIPE ? digest_stripes(&at, end) : prime_5;
    hash += size;
    for (; end - at >= 8; at += 8)
        hash = rotate(hash ^ mix_lane(0, read_64(at)), 27) * prime_1 + prime_4;
    for (; end - at >= 4; at += 4)
        hash = rotate(hash ^ read_32(at) * prime_1, 23) * prime_2 + prime_3;
    for (; at < end; at++)
        hash = rotate(hash ^ *at * prime_5, 11) * prime_1;
    hash = (hash ^ hash >> 33) * prime_2;
    hash = (hash ^ hash >> 29) * prime_3;
    return hash ^ hash >> 32;
}
