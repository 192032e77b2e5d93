/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/rng.h"

uint64_t rng_mix(uint64_t *counter)
{
    uint64_t z = *counter += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31); /* all constants are those of splitmix64 (Steele, Lea, Flood 2014) */
}

void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream)
{
    /* The stream is mixed by itself first: seed 1 stream 2 must not be seed 2 stream 1. */
    uint64_t counter = stream;
    counter = seed ^ rng_mix(&counter);
    for (int i = 0; i < 4; i++)
        rng->state[i] = rng_mix(&counter);
}
