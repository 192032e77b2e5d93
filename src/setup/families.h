/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people's setups have in common: families of setups that were used, alike or nearly so, in several
 * games.
 *
 * A family is statistics and not a copy: it stands for at least FAMILY_GAMES_LEAST games. A setup and its
 * mirror image are one; the family keeps in how many games it stood the other way round. */
#ifndef VEDETTE_SETUP_FAMILIES_H
#define VEDETTE_SETUP_FAMILIES_H

#include "game/placement.h"

#include <stdint.h>

enum {
    FAMILIES_MOST = 4096,
    FAMILY_GAMES_LEAST = 3,
    FAMILY_GAMES_MOST = 1000000,
    FAMILY_SURE_MOST = 9,
};

struct family {
    uint32_t games;                /* FAMILY_GAMES_LEAST .. FAMILY_GAMES_MOST */
    uint32_t mirrored;             /* of which in the mirror image: 0 .. games */
    uint8_t rank[PIECES_A_SIDE];   /* the commonest rank of each place */
    uint8_t sure[PIECES_A_SIDE];   /* in how many of FAMILY_SURE_MOST games that rank stands there */
};

struct families {
    uint32_t count;                /* 0: there is no memory of setups */
    struct family family[FAMILIES_MOST];
};

#endif
