/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games of one setup: against a pool of setups, or against agents that make their own. The setup's owner
 * plays each pair of games with both colours. The games depend only on terms and seed, not on the threads. */
#ifndef VEDETTE_LAB_SETUP_GAMES_H
#define VEDETTE_LAB_SETUP_GAMES_H

#include "lab/dataset.h"
#include "lab/match.h"

/* What all games of a study have in common. */
struct setup_games_terms {
    uint8_t variant;                  /* index of a row of variant_table */
    struct rules rules;
    uint64_t seed;                    /* pairs with the same number have the same enemy setup and seed,
                                       * whatever the owner's setup is */
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop;          /* may be NULL */
    void (*progress)(void *context, size_t done, size_t games); /* of each series; may be NULL */
    void *context;
};

/* A series of games. */
struct setup_series {
    const struct setup *setup;        /* of the owner */
    const char *owner, *enemy;        /* agents' specs */
    const struct setup *pool;         /* the enemy's setups; NULL: those that its agent makes */
    size_t pool_count;
    size_t games;                     /* even */
    int cut;                          /* games end after so many moves, without a result; 0: never */
};

/* The games that were played. */
struct setup_games {
    struct match_result result;       /* the owner is A */
    struct dataset games;             /* in their order; the owner has red in the even ones */
};

/* Plays a series. STATUS_NO if it was stopped. setup_games_free frees the games, also after an error. */
enum status setup_games_play(const struct setup_games_terms *terms, const struct setup_series *series,
                             struct setup_games *games, struct error *error);
void setup_games_free(struct setup_games *games);

/* Returns the owner's side in game number `index` of a series. */
enum side setup_games_owner(size_t index);

/* Returns the owner's score of a game: 1, 0.5 or 0. */
double setup_games_score(const struct setup_games *games, size_t index);

#endif
