/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers: xoshiro256**, seeded by splitmix64. Each caller has its own state. */
#ifndef VEDETTE_BASE_RNG_H
#define VEDETTE_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state[4];
};

/* Initialises stream `stream` of `seed`. Different streams of a seed are independent: game 17 of a match
 * gets the same numbers on whatever thread it is played. */
void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream);

/* Returns the next 64 random bits (Blackman & Vigna 2018). */
static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    /* The result is rotate(s[1] * 5, 7) * 9; the rest advances the state. */
    uint64_t five = s[1] * 5, result = ((five << 7) | (five >> 57)) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Returns a random number in 0 .. bound-1, exactly uniform (Lemire 2019); `bound` is 1 or more. */
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    uint64_t product = (rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        /* 2^32 mod bound: without products whose lower half is below it, each number is equally likely. */
        uint32_t min = -bound % bound;
        while ((uint32_t)product < min)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* Returns a random number in [0, 1) with 53 bits. */
static inline double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* Advances the counter and returns 64 well-mixed bits: one step of splitmix64. */
uint64_t rng_mix(uint64_t *counter);

#endif
