/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches: many games between two agents, on several threads, with a result that depends only on the
 * seed. */
#ifndef VEDETTE_LAB_MATCH_H
#define VEDETTE_LAB_MATCH_H

#include "lab/stats.h"
#include "play/game.h"

enum match_agent { MATCH_A, MATCH_B, MATCH_AGENTS };

struct match_terms {
    const char *agent[MATCH_AGENTS];  /* as agent_start wants them */
    size_t games;
    bool fixed;                       /* A is red in every game; else in those with even numbers */
    const struct setup *pool;         /* setups for agents that bring none; NULL: random ones */
    size_t pool_count;
    bool pool_first;                  /* the pool beats what an agent would bring */
    struct rules rules;
    struct time_control clock[MATCH_AGENTS]; /* of each agent; all zero: none */
    bool clock_counted;               /* an agent whose time has run out goes on */
    const struct time_source *time_source; /* for tests; NULL: clock_now */
    uint64_t seed;                    /* game number i has stream i of it */
    int jobs;
    const struct settings *settings;
    struct library *library;          /* shared by all games */
    const char *save;                 /* a folder that gets each game as a file, or NULL */
    /* Called with each game played to its end, in no order and by several threads at once; may be NULL. */
    enum status (*keep)(void *context, size_t index, const struct record *record, struct error *error);
    const atomic_bool *stop;          /* may be NULL; true: end soon, games cut off are not counted */
    /* Called after each game, by one thread at a time; may be NULL. */
    void (*progress)(void *context, size_t done, size_t games);
    void *context;
};

/* What one agent, or one colour, has won. */
struct match_wins {
    size_t wins;
    size_t captures;                  /* of those, by taking the flag */
    struct sample capture_plies;      /* the lengths of those games */
};

struct match_result {
    size_t games;                     /* played to their end */
    size_t draws;
    struct match_wins agent[MATCH_AGENTS];
    struct match_wins side[SIDES];
    size_t wins_by[MATCH_AGENTS][REASONS];
    size_t draws_by[REASONS];
    struct sample plies;              /* of all games */
    struct sample capture_plies;      /* of the games that end with the flag */
};

/* Plays the match. STATUS_BAD for an unknown agent; STATUS_FAILED where a game could not be saved. */
enum status match_run(const struct match_terms *terms, struct match_result *result,
                      struct error *error);

#endif
