/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known setups: those that were used in several games, just as they are, and how often; and how many games
 * had setups near to one, which people make by changing some places. A mirror image is another setup, known
 * where it was itself used as often. None stands for fewer than KNOWN_GAMES_MIN games. */
#ifndef VEDETTE_SETUP_KNOWN_H
#define VEDETTE_SETUP_KNOWN_H

#include "base/rng.h"
#include "setup/place.h"

enum {
    KNOWN_GAMES_MIN = 3, KNOWN_MAX = 8192, KNOWN_GAMES_MAX = 1000000,
    NEAR_PLACES = 14,  /* a setup that differs from another on so many places at most is near it; of short
                        * armies fewer (setup/near.c) */
    NEAR_HOLDS = 8     /* how firmly a changed setup may hold to the one it comes from */
};
#define KNOWN_SHARE_MAX 0.999

/* games, near and turned are KNOWN_GAMES_MIN .. KNOWN_GAMES_MAX together. */
struct known_setup {
    struct setup setup;
    uint32_t games;        /* in which it was used: 0, or KNOWN_GAMES_MIN or more. Where it is 0, it is what
                            * setups that stood near it have in common, and need never have been used */
    uint32_t near, turned; /* further games, with unknown setups near it, and near its mirror image */
};

struct known_setups {
    struct known_setup *item; /* rising by their ranks (memcmp) */
    size_t count, used;       /* of them all, and of those with games of their own */
    uint64_t games;           /* of all together */
    uint64_t near;            /* near and turned of all together */
    double discount;          /* what is taken off the games of each that was used, before one is drawn,
                               * 0 .. 1: a setup is known for having been used often (Good 1953) */
    double share;             /* of known ones among the setups people play: 0 .. KNOWN_SHARE_MAX */
    double near_share;        /* of those near one among all others: 0 .. KNOWN_SHARE_MAX */
    double hold[NEAR_HOLDS];  /* the shares of changed setups that hold by near_holds[i]; their sum is 1 where
                               * near_share is not 0 */
};

/* What is added to the model's log-probability for each place that still has the rank it had. */
extern const float near_holds[NEAR_HOLDS];

/* Gives the memory back. */
void known_free(struct known_setups *known);

/* Appends one, which comes behind those that are there in the order above; false where it does not, where
 * its games are out of range, or where there are KNOWN_MAX. */
bool known_add(struct known_setups *known, const struct known_setup *item);

/* Finds the known ones of `count` setups. A setup at an odd place that is the same as the one before it is
 * not counted again, as the two may be of one game (as in files of pairs). `known` is all zero before; `rest`
 * (room for `count`) gets those that are not known, in their order. Returns how many. */
size_t known_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest);

/* In how many games of known ones this setup was used; 0: it is not known. */
uint32_t known_games(const struct known_setups *known, const struct setup *setup);

/* The logarithm of the probability that a draw of a known one is this; -HUGE_VAL: it is not known. */
double known_log_probability(const struct known_setups *known, const struct setup *setup);

/* What a known setup is drawn for: to be played as it is, or changed. */
enum known_use { KNOWN_AS_IT_IS, KNOWN_CHANGED };

/* Draws one by how often they were used so, of those that have the ranks `keep` (RANK_UNKNOWN: any) on their
 * places; one to be changed may be drawn as its mirror image. False where there is none. */
bool known_draw(const struct known_setups *known, enum known_use use, const uint8_t keep[PIECES_A_SIDE],
                struct rng *rng, struct setup *setup);

#endif
