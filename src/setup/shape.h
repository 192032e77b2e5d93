/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a setup: counts of pairs of ranks side by side and behind each other, of pieces of each
 * rank in each row, in the left half and before each lane; the strength of the rows; the distance of
 * ranks from the flag. These vary more between people than the shares of places and of pairs of places
 * show: some put bombs next to bombs, others avoid that. */
#ifndef VEDETTE_SETUP_SHAPE_H
#define VEDETTE_SETUP_SHAPE_H

#include "setup/place.h"

enum {
    SHAPE_BESIDE = 0, /* [78]: unordered pairs of ranks side by side: 0-0, 0-1 .. 1-1, 1-2 .. */
    SHAPE_BEHIND = SHAPE_BESIDE + RANKS * (RANKS + 1) / 2, /* [144]: the second rank behind the first */
    SHAPE_ROW = SHAPE_BEHIND + RANKS * RANKS,              /* [48]: pieces of a rank in each row */
    SHAPE_LEFT = SHAPE_ROW + RANKS * 4,                    /* [12]: pieces of a rank in the left half */
    SHAPE_LANE = SHAPE_LEFT + RANKS,                       /* [36]: pieces of a rank before each of 3 lanes */
    SHAPE_ALIKE = SHAPE_LANE + RANKS * 3,                  /* mirrored pairs of places with equal ranks */
    SHAPE_CORNERS,                                         /* pairs of bombs that touch at a corner */
    SHAPE_STRENGTH,                                        /* [5]: of each row, of the left half */
    SHAPE_FLAG = SHAPE_STRENGTH + 5,                       /* [12]: sum of a rank's steps from the flag */
    SHAPES = SHAPE_FLAG + RANKS,
    SHAPE_BINS = 64                                        /* above the max of all counts */
};

/* Returns the bin of a count: the count itself; for strengths and steps half of it. */
static inline int shape_bin(int shape, int count)
{
    return shape < SHAPE_STRENGTH ? count : count >> 1;
}

/* Returns the strength of a piece: its rank's number minus the bomb's. An immovable piece and an empty place
 * have 0. */
static inline int shape_strength(int rank)
{
    return rank > BOMB && rank != PLACE_EMPTY ? rank - BOMB : 0;
}

/* The counts of a setup. Empty places are not counted. */
struct shape {
    int16_t count[SHAPES];
};

/* Computes the counts of a setup. */
void shape_count(const struct setup *setup, struct shape *shape);

/* The changes of counts by an exchange of two places; the same count may occur several times. */
enum { SHAPE_CHANGES = 96 };
struct shape_changes {
    struct shape_change {
        int16_t shape, by;
    } change[SHAPE_CHANGES];
    int count;
};

/* Computes the changes if places a and b, which hold different ranks (or one is empty), are exchanged.
 * `flag`, `bombs`: their places before the exchange. */
void shape_swap_changes(const struct setup *setup, int a, int b, int flag, placeset bombs,
                        struct shape_changes *changes);

#endif
