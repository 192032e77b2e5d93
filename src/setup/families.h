/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people's setups have in common: families of setups that were used, alike or nearly so, in several
 * games.
 *
 * A family is statistics and not a copy: it stands for at least FAMILY_GAMES_MIN games. A setup and its
 * mirror image are one; the family keeps in how many games it stood the other way round.
 *
 * Where places may be empty, everybody sees which are: only setups that take the same places are of one
 * family, and how probable a family is goes by the games in which its places were taken. */
#ifndef VEDETTE_SETUP_FAMILIES_H
#define VEDETTE_SETUP_FAMILIES_H

#include "setup/place.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FAMILIES_MAX = 4096,
    FAMILY_GAMES_MIN = 3,
    FAMILY_GAMES_MAX = 1000000,
    FAMILY_SURE_MAX = 9,
    FAMILY_NEAR = 8,       /* a setup that differs on so many places at most is near a family, */
    FAMILY_RADIUS = 10,    /* and those gathered to one differ on so many from its centre */
};

struct family {
    uint32_t games;                /* FAMILY_GAMES_MIN .. FAMILY_GAMES_MAX */
    uint32_t mirrored;             /* of which in the mirror image: 0 .. games */
    uint32_t near;                 /* further games, with setups near it: 0 .. FAMILY_GAMES_MAX */
    uint32_t alike;                /* games of no family in which the same places were taken, or those of the
                                    * mirror image: 0 .. FAMILY_GAMES_MAX; 0 where no place may be empty */
    uint8_t rank[PIECES_A_SIDE];   /* the commonest rank of each place, or PLACE_EMPTY, */
    uint8_t sure[PIECES_A_SIDE];   /* and in how many of FAMILY_SURE_MAX games it stands there; 0: in fewer
                                    * than FAMILY_GAMES_MIN, and the rank says nothing (it is 0) */
};

/* How a setup may be a family's: known, as its games had it, or near, with changes. */
enum family_grade { FAMILY_AS_IT_IS, FAMILY_CHANGED, FAMILY_GRADES };

/* A rank and how sure it is as one number, rank * FAMILY_SURES + sure. */
enum { FAMILY_SURES = FAMILY_SURE_MAX + 1, FAMILY_CELLS = RANKS * FAMILY_SURES };

/* Hypotheses of what a setup may be: 2 i is family i, 2 i + 1 its mirror image. */
enum { FAMILY_IMAGES_MAX = 2 * FAMILIES_MAX };

struct families {
    uint32_t count;                /* 0: there is no memory of setups */
    struct family family[FAMILIES_MAX];
    bool empty_places;             /* worked out, as all that follows, by families_prepare: there are such */
    placeset taken[FAMILIES_MAX]; /* the places that a family takes; not filled in where all take all */
    /* The cells of each hypothesis by place, either way round;
     * what a cell says; how probable a hypothesis is among those of its grade before anything is seen; and
     * the sums of these by place and cell. */
    uint8_t cell[FAMILY_IMAGES_MAX][PIECES_A_SIDE], cell_at[PIECES_A_SIDE][FAMILY_IMAGES_MAX];
    uint8_t cell_rank[FAMILY_CELLS]; /* the rank of a cell, */
    float cell_sure[FAMILY_CELLS];   /* and how sure it is, 0 .. 1 */
    float prior[FAMILY_GRADES][FAMILY_IMAGES_MAX];
    float start[FAMILY_GRADES][PIECES_A_SIDE][FAMILY_CELLS];
};

/* To be called when `count` and `family` are filled, before the families are used. */
void families_prepare(struct families *families);

#endif
