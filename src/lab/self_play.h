/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between programs, for training and measuring. */
#ifndef VEDETTE_LAB_SELF_PLAY_H
#define VEDETTE_LAB_SELF_PLAY_H

#include "lab/dataset.h"
#include "lab/match.h"

/* The default players, NULL-ended. They guess by De Boer's heuristics, so that data learnt from their games
 * does not depend on data learnt before. */
extern const char *const self_play_players[];

/* The parameters of the games. */
struct self_play_terms {
    const char *const *players;   /* agents' specs: each plays each, itself too */
    size_t player_count;
    size_t games;                 /* in all: equally many for each pair, the first pairs one more */
    const struct setup *pool;     /* setups for agents that have none */
    size_t pool_count;
    uint8_t variant;              /* index of a row of variant_table */
    struct rules rules;
    uint64_t seed;                /* pair number k uses seed + k */
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop;      /* may be NULL */
    void (*progress)(void *context, size_t done, size_t games); /* may be NULL */
    void *context;
};

/* Appends the games to `dataset`; they do not depend on the number of jobs. STATUS_BAD for an unknown agent,
 * STATUS_NO if stopped. */
enum status self_play(const struct self_play_terms *terms, struct dataset *dataset, struct error *error);

#endif
