/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known setups: those that were used in several games, just as they are, and how often. A mirror image is
 * another setup, known where it was itself used as often. None stands for fewer than KNOWN_GAMES_LEAST
 * games. */
#ifndef VEDETTE_SETUP_KNOWN_H
#define VEDETTE_SETUP_KNOWN_H

#include "base/rng.h"
#include "setup/place.h"

enum { KNOWN_GAMES_LEAST = 3, KNOWN_MOST = 8192, KNOWN_GAMES_MOST = 1000000 };
#define KNOWN_SHARE_MOST 0.999

struct known_setup {
    struct setup setup;
    uint32_t games; /* in which it was used: KNOWN_GAMES_LEAST .. KNOWN_GAMES_MOST */
};

struct known_setups {
    struct known_setup *item; /* rising by their ranks (memcmp) */
    size_t count;
    uint64_t games;           /* of all together */
    double share;             /* of the setups people play that are known ones: 0 .. KNOWN_SHARE_MOST */
};

/* Gives the memory back. */
void known_free(struct known_setups *known);

/* Appends one, which comes behind those that are there in the order above; false where it does not, or where
 * there are KNOWN_MOST. */
bool known_add(struct known_setups *known, const struct setup *setup, uint32_t games);

/* Finds the known ones of `count` setups. A setup at an odd place that is the same as the one before it is
 * not counted again, as the two may be of one game (as in files of pairs). `known` is all zero before; `rest`
 * (room for `count`) gets those that are not known, in their order. Returns how many. */
size_t known_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest);

/* In how many games of known ones this setup was used; 0: it is not known. */
uint32_t known_games(const struct known_setups *known, const struct setup *setup);

/* Draws one by how often they were used, of those that have the ranks `keep` (RANK_UNKNOWN: any) on their
 * places. False where there is none. */
bool known_draw(const struct known_setups *known, const uint8_t keep[PIECES_A_SIDE], struct rng *rng,
                struct setup *setup);

#endif
