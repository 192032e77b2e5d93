/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The leak of a setup: how fast the enemy's guesser finds out where its most important pieces stand, in games
 * that were played with it. */
#ifndef VEDETTE_LAB_LEAK_H
#define VEDETTE_LAB_LEAK_H

#include "lab/dataset.h"
#include "lab/stats.h"
#include "observer/observer.h"

enum leak_piece { LEAK_FLAG, LEAK_MARSHAL, LEAK_SPY, LEAK_BOMBS, LEAK_PIECES };

/* "flag", "marshal", "spy", "bombs". */
extern const char *const leak_piece_names[LEAK_PIECES];

/* The plies after which beliefs are read: 0, 20, 50, 100, 150, 200. */
enum { LEAK_PLIES = 6 };
extern const uint32_t leak_plies[LEAK_PLIES];

/* A ply that never comes. */
#define LEAK_NEVER UINT32_MAX

/* The leak in one game. */
struct leak {
    uint32_t plies;                      /* moves of the game up to the capture of a flag */
    float p[LEAK_PIECES][LEAK_PLIES];    /* probability of the truth, 0 .. 1: 1 for pieces that the enemy
                                          * knows or has captured, the mean over all bombs; NAN if the army
                                          * has no such piece. Set up to `plies` */
    uint32_t half[LEAK_PIECES];          /* the first ply after which it is 1/2 or more; or LEAK_NEVER */
};

/* Follows a game from the seat of the enemy of `side` with the observer that the settings choose. False if
 * the game did not start from two setups. */
bool leak_follow(const struct belief_knowledge *knowledge, const struct settings *settings,
                 const struct training_game *game, enum side side, struct leak *leak);

/* The leak over many games. */
struct leak_curve {
    struct sample p[LEAK_PIECES][LEAK_PLIES]; /* over the games that are so long */
    double half[LEAK_PIECES];                 /* median of the plies `half` over all games; INFINITY: never in
                                               * more than half of them */
};

/* Computes the curve of `count` games, 1 or more. */
void leak_curve_make(const struct leak *leaks, size_t count, struct leak_curve *curve);

#endif
