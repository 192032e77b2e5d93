/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The self play of Arts (2010), 6.4 and 6.5: 121 games, each of eleven setups against each, itself too. */
#ifndef VEDETTE_LAB_ARTS_PLAY_H
#define VEDETTE_LAB_ARTS_PLAY_H

#include "play/game.h"

enum {
    ARTS_KNOWN_SETUPS = 9,    /* those of the paper's appendix that are known */
    ARTS_SETUPS = 11,         /* the other two come from the creator with a fixed seed */
    ARTS_GAME_PLIES = 1200,   /* a longer game is a draw */
};

/* The parameters of the games. */
struct arts_play_terms {
    const char *agent[2];     /* specs: the one that is measured, and its opponent */
    const struct setup *setups;
    int setup_count;          /* 1 .. ARTS_SETUPS */
    struct rules rules;
    uint64_t seed;
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop;  /* may be NULL */
    /* Called after each game, by several threads at once; may be NULL. */
    void (*progress)(void *context, size_t done, size_t games);
    void *context;
};

/* The numbers of games by result. */
struct arts_play_result {
    size_t wins, losses, draws; /* of the first agent */
};

/* Fills the eleven setups: copies the nine `known` ones and creates two. STATUS_BAD if the settings name a
 * missing file. */
enum status arts_play_setups(const struct setup known[ARTS_KNOWN_SETUPS], const struct settings *settings,
                             struct library *library, struct setup setups[ARTS_SETUPS], struct error *error);

/* Plays setup i of the first agent against setup j of the second, for all i and j. The first agent is red if
 * i + j is even. The result does not depend on the number of jobs, unless agents use the clock. STATUS_NO if
 * stopped. */
enum status arts_play(const struct arts_play_terms *terms, struct arts_play_result *result,
                      struct error *error);

#endif
