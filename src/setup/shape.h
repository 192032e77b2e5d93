/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a setup in small counts: how many pairs of each two ranks stand next to and behind each
 * other, how many pieces of each rank in each row, on the left and before each lane, how strong the rows are,
 * how far the ranks are from the flag. People differ in these more than shares of places and of pairs of
 * places tell: one likes bombs beside bombs, another shuns them. */
#ifndef VEDETTE_SETUP_SHAPE_H
#define VEDETTE_SETUP_SHAPE_H

#include "setup/place.h"

enum {
    SHAPE_BESIDE = 0, /* [78]: unordered pairs of ranks next to each other: 0-0, 0-1 .. 1-1, 1-2 .. */
    SHAPE_BEHIND = SHAPE_BESIDE + RANKS * (RANKS + 1) / 2, /* [144]: the second rank behind the first */
    SHAPE_ROW = SHAPE_BEHIND + RANKS * RANKS,              /* [48]: of a rank in each row */
    SHAPE_LEFT = SHAPE_ROW + RANKS * 4,                    /* [12]: of a rank on the left half */
    SHAPE_LANE = SHAPE_LEFT + RANKS,                       /* [36]: of a rank before each of three lanes */
    SHAPE_ALIKE = SHAPE_LANE + RANKS * 3,                  /* pairs of mirrored places with one rank */
    SHAPE_ACROSS,                                          /* pairs of bombs across a corner */
    SHAPE_STRENGTH,                                        /* [5]: of each row, of the left half */
    SHAPE_FLAG = SHAPE_STRENGTH + 5,                       /* [12]: steps from the flag, over a rank's */
    SHAPES = SHAPE_FLAG + RANKS,
    SHAPE_BINS = 64                                        /* more than any count comes to */
};

/* The bin that a count falls in: itself, but for strengths and steps, which are taken two and two. */
static inline int shape_bin(int shape, int count)
{
    return shape < SHAPE_STRENGTH ? count : count >> 1;
}

/* Strength of a piece: its rank's number above the bomb's; what cannot move and an empty place have none. */
static inline int shape_strength(int rank)
{
    return rank > BOMB && rank != PLACE_EMPTY ? rank - BOMB : 0;
}

/* What a setup's counts are. Empty places count nowhere. */
struct shape {
    int16_t count[SHAPES];
};

void shape_take(const struct setup *setup, struct shape *shape);

/* The changes of counts that follow from an exchange, one after the other; the same count may change
 * several times. */
enum { SHAPE_CHANGES = 96 };
struct shape_changes {
    struct shape_change {
        int16_t shape, by;
    } change[SHAPE_CHANGES];
    int count;
};

/* What changes where places a and b, which hold different ranks, or one of them none, are exchanged; `flag`
 * is where the flag stands before, `bombs` where the bombs do. */
void shape_swap(const struct setup *setup, int a, int b, int flag, placeset bombs,
                struct shape_changes *changes);

#endif
