/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study of one setup by games: what leaks of it, how it scores against the setups of several pools, what
 * attacks on its squares cost, and which exchanges of two pieces raise its score. */
#ifndef VEDETTE_LAB_SETUP_STUDY_H
#define VEDETTE_LAB_SETUP_STUDY_H

#include "lab/exchanges.h"
#include "lab/leak.h"

enum { SETUP_STUDY_POOLS = 3, SETUP_STUDY_PARTNERS = 4 };

/* The agent that has the setup, and plays the enemy of the pools. */
extern const char setup_study_player[];

/* Quick agents of different styles: the enemies in the games for the leak. */
extern const char *const setup_study_partners[SETUP_STUDY_PARTNERS];

/* Setups of enemies. */
struct setup_study_pool {
    const char *name;             /* for display */
    const struct setup *setups;   /* `count`, 1 or more */
    size_t count;
};

struct setup_study_terms {
    struct setup_games_terms games;
    const struct setup *setup;
    const struct setup_study_pool *pools; /* `pool_count`, 1 .. SETUP_STUDY_POOLS. The first one also has the
                                           * enemies of the leak, of the costs and of the exchanges */
    int pool_count;
    size_t pool_games;            /* against each pool; even */
    size_t partner_games;         /* with each partner, for the leak; even */
    size_t screened;              /* exchanges tried in short games: 1 .. EXCHANGES_SCREENED */
    uint32_t short_worlds;        /* mean number of pairs of short games for each exchange; 1 or more */
    const struct setup_statistics *statistics; /* for the choice of exchanges */
    const struct judge *judge;
    struct attack_costs_terms value;
};

struct setup_study {
    struct leak_curve leak;                 /* of the games with all partners */
    struct match_result against[SETUP_STUDY_POOLS]; /* of each pool; the setup's owner is A */
    struct place_costs cost[PIECES_A_SIDE]; /* in the games against the first pool */
    struct exchange exchange[EXCHANGES_SCREENED];
    size_t screened, played;                /* exchanges tried in short games; of these in whole games */
};

/* Makes the study. STATUS_NO if it was stopped; STATUS_BAD for an agent that cannot play the variant. */
enum status setup_study_make(struct setup_study *study, const struct setup_study_terms *terms,
                             struct error *error);

#endif
