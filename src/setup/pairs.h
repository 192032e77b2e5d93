/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of places, those that are each other's mirror image taken as one class. */
#ifndef VEDETTE_SETUP_PAIRS_H
#define VEDETTE_SETUP_PAIRS_H

#include "setup/place.h"

enum { PAIR_CLASSES = 400 }; /* (780 pairs + 20 that are their own image) / 2 */

struct pair_classes {
    uint8_t first[PAIR_CLASSES], second[PAIR_CLASSES]; /* the class's own pair, first < second */
    bool own_image[PAIR_CLASSES];  /* the pair's mirror image is the pair, its places exchanged */
    uint16_t of[PIECES_A_SIDE][PIECES_A_SIDE];         /* the class of two different places */
    bool turned[PIECES_A_SIDE][PIECES_A_SIDE];         /* [s][t]: s takes the part of `second` */
};

void pair_classes_init(struct pair_classes *classes);

#endif
