/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of pairs of places: a pair and its mirror image are one class. */
#ifndef VEDETTE_SETUP_PAIRS_H
#define VEDETTE_SETUP_PAIRS_H

#include "setup/place.h"

enum { PAIR_CLASSES = 400 }; /* (780 pairs + 20 that are their own image) / 2 */

/* All classes, and the class of each pair. */
struct pair_classes {
    uint8_t first[PAIR_CLASSES], second[PAIR_CLASSES]; /* the class's representative; first < second */
    bool own_image[PAIR_CLASSES];  /* the mirror image is the same pair with its places exchanged */
    uint16_t of[PIECES_A_SIDE][PIECES_A_SIDE];         /* the class of two different places */
    bool turned[PIECES_A_SIDE][PIECES_A_SIDE];         /* [s][t]: s corresponds to `second`, t to `first` */
};

/* Fills in the classes. */
void pair_classes_init(struct pair_classes *classes);

#endif
