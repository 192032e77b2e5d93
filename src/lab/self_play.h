/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that programs play against each other, to learn from and to be measured on. */
#ifndef VEDETTE_LAB_SELF_PLAY_H
#define VEDETTE_LAB_SELF_PLAY_H

#include "lab/dataset.h"
#include "lab/match.h"

/* Who plays if nobody is named, NULL-ended. They guess by De Boer's heuristics, so that what is learnt from
 * their games does not depend on what was learnt before. */
extern const char *const self_play_players[];

struct self_play_terms {
    const char *const *players;   /* agents' specs: each meets each, itself too */
    size_t player_count;
    size_t games;                 /* in all: as many for each pair, the first pairs one more */
    const struct setup *pool;     /* set-ups for agents that bring none */
    size_t pool_count;
    uint8_t variant;              /* index of a row of variant_table */
    struct rules rules;
    uint64_t seed;                /* pair number k plays by seed + k */
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop;      /* may be NULL */
    void (*progress)(void *context, size_t done, size_t games); /* may be NULL */
    void *context;
};

/* Adds the games to `dataset`, the same for any number of jobs. STATUS_BAD for an unknown agent, STATUS_NO
 * where it was stopped. */
enum status self_play(const struct self_play_terms *terms, struct dataset *dataset, struct error *error);

#endif
