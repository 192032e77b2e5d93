/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of setups: groups of equal or similar setups that people used in several games.
 *
 * A family is statistics, not a copy of a setup: it describes at least FAMILY_GAMES_MIN games. A setup
 * and its mirror image belong to the same family, which counts the games with the mirror image.
 *
 * In variants with empty places, both players see which places are empty. So all setups of a family take
 * the same places, and a family's probability is relative to the games with these places. */
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
    FAMILY_NEAR = 8,       /* max number of differing places of a setup near a family */
    FAMILY_RADIUS = 10,    /* max number of differing places between a family's setups and its centre */
};

/* A family of setups. */
struct family {
    uint32_t games;                /* FAMILY_GAMES_MIN .. FAMILY_GAMES_MAX */
    uint32_t mirrored;             /* of these, games with the mirror image: 0 .. games */
    uint32_t near;                 /* more games, with setups near it: 0 .. FAMILY_GAMES_MAX */
    uint32_t alike;                /* games of no family with the same taken places, or their mirror image:
                                    * 0 .. FAMILY_GAMES_MAX; 0 in variants without empty places */
    uint8_t rank[PIECES_A_SIDE];   /* the most common rank on each place, or PLACE_EMPTY */
    uint8_t sure[PIECES_A_SIDE];   /* share of games with that rank, in 1 / FAMILY_SURE_MAX; 0: fewer than
                                    * FAMILY_GAMES_MIN games, and the rank is not known (0) */
};

/* How a setup belongs to a family: unchanged as in its games, or near it, with changes. */
enum family_grade { FAMILY_AS_IT_IS, FAMILY_CHANGED, FAMILY_GRADES };

/* A cell: a rank and its share as one number, rank * FAMILY_SURES + sure. */
enum { FAMILY_SURES = FAMILY_SURE_MAX + 1, FAMILY_CELLS = RANKS * FAMILY_SURES };

/* The hypotheses about a setup: 2 i is family i, 2 i + 1 its mirror image. */
enum { FAMILY_IMAGES_MAX = 2 * FAMILIES_MAX };

/* All families of a variant, with tables for computing with them. */
struct families {
    uint32_t count;                /* 0: no families are known */
    struct family family[FAMILIES_MAX];
    /* The members below are filled in by families_prepare. */
    bool empty_places;             /* some family has empty places */
    placeset taken[FAMILIES_MAX]; /* the places that a family takes */
    /* The cell of each hypothesis and place, in both index orders. */
    uint8_t cell[FAMILY_IMAGES_MAX][PIECES_A_SIDE], cell_at[PIECES_A_SIDE][FAMILY_IMAGES_MAX];
    uint8_t cell_rank[FAMILY_CELLS]; /* the rank of a cell */
    float cell_sure[FAMILY_CELLS];   /* its share of games, 0 .. 1 */
    float prior[FAMILY_GRADES][FAMILY_IMAGES_MAX]; /* of each hypothesis of a grade; the sum is 1 */
    float start[FAMILY_GRADES][PIECES_A_SIDE][FAMILY_CELLS]; /* prior summed by place and cell */
};

/* Fills in the derived members after `count` and `family` are set. */
void families_prepare(struct families *families);

/* A family and how far a setup is from it. */
struct family_neighbour {
    const struct family *family;
    int distance, places;  /* places with another rank, of the `places` whose rank is known (sure > 0) */
    bool mirrored;         /* the setup's mirror image is nearer, and `distance` is that of the image */
};

/* Finds the family nearest to a setup: the smallest share of differing places, of equal ones that with more
 * games. False if there is none that takes the same places. */
bool families_nearest(const struct families *families, const struct setup *setup,
                      struct family_neighbour *nearest);

#endif
