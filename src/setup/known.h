/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known setups: setups that were used unchanged in several games, with the number of these games and of games
 * with setups near them, which people make by changing some places. A mirror image is another setup, which is
 * known only if it was itself used often enough. A known setup has at least KNOWN_GAMES_MIN games. */
#ifndef VEDETTE_SETUP_KNOWN_H
#define VEDETTE_SETUP_KNOWN_H

#include "base/rng.h"
#include "setup/place.h"

enum {
    KNOWN_GAMES_MIN = 3, KNOWN_MAX = 8192, KNOWN_GAMES_MAX = 1000000,
    NEAR_PLACES = 14,  /* max number of differing places of setups near each other; fewer for short armies
                        * (setup/near.c) */
    NEAR_HOLDS = 8     /* number of possible holds of a changed setup (near_holds) */
};
#define KNOWN_SHARE_MAX 0.999

/* A known setup; games + near + turned is KNOWN_GAMES_MIN .. KNOWN_GAMES_MAX. */
struct known_setup {
    struct setup setup;
    uint32_t games;        /* games with this setup: 0, or KNOWN_GAMES_MIN or more. 0: the setup is the
                            * common part of similar setups and may never have been used itself */
    uint32_t near, turned; /* more games, with unknown setups near it, and near its mirror image */
};

/* All known setups and their probabilities. */
struct known_setups {
    struct known_setup *item; /* in rising order of their ranks (memcmp) */
    size_t count, used;       /* number of items; of items with games > 0 */
    uint64_t games;           /* sum of all `games` */
    uint64_t near;            /* sum of all `near` and `turned` */
    double discount;          /* subtracted from `games` of each used setup before drawing, 0 .. 1: counts of
                               * setups selected for being frequent are too high (Good 1953) */
    double share;             /* probability that people play a known setup: 0 .. KNOWN_SHARE_MAX */
    double near_share;        /* probability that another setup is near a known one: 0 .. KNOWN_SHARE_MAX */
    double hold[NEAR_HOLDS];  /* probability of near_holds[i] for a changed setup; the sum is 1 if
                               * near_share > 0 */
};

/* The possible holds. A hold is a number that a walk adds to the log-probability for each place that keeps
 * its rank. */
extern const float near_holds[NEAR_HOLDS];

/* Frees the items. */
void known_free(struct known_setups *known);

/* Appends an item. False if it is not in order, its games are out of range, or there are KNOWN_MAX items. */
bool known_add(struct known_setups *known, const struct known_setup *item);

/* Collects the known setups among `count` setups into `known` (all zero). A setup at an odd index that equals
 * the one before it is not counted again, because both may be from one game (as in files of pairs). Copies
 * the other setups to `rest` (capacity `count`), in order, and returns their number. */
size_t known_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest);

/* Returns the number of games with this setup; 0 if it is not known. */
uint32_t known_games(const struct known_setups *known, const struct setup *setup);

/* Returns the logarithm of the probability that a drawn known setup is this one; -HUGE_VAL if it is not
 * known. */
double known_log_probability(const struct known_setups *known, const struct setup *setup);

/* A known setup and how far a setup is from it. */
struct known_neighbour {
    const struct known_setup *known;
    int distance;  /* places that differ (setup_distance), from it or its mirror image, whichever is nearer */
    bool mirrored; /* the mirror image is nearer */
};

/* Finds the known setups nearest to a setup, the nearest first, of equal distance those with more games
 * (`games`, `near` and `turned` together). Returns their number, up to `max`. */
int known_nearest(const struct known_setups *known, const struct setup *setup,
                  struct known_neighbour *nearest, int max);

/* The use of a drawn known setup: to be played unchanged, or changed. */
enum known_use { KNOWN_AS_IT_IS, KNOWN_CHANGED };

/* Draws a known setup in proportion to its games for this use. Draws only setups with the ranks `keep` on
 * their places (RANK_UNKNOWN: any rank); for KNOWN_CHANGED also mirror images. False if there is none. */
bool known_draw(const struct known_setups *known, enum known_use use, const uint8_t keep[PIECES_A_SIDE],
                struct rng *rng, struct setup *setup);

#endif
