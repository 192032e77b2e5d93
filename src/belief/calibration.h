/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure the guesser "bayes" may be: a learnt last step that raises the probabilities of each hidden
 * piece's ranks to a power, which the normal form then scales anew. Above 1 the power makes a guess surer,
 * below 1 more careful; the order of the ranks stays. Its logarithm is a sum of curves, each of one sign of
 * what is believed so far, straight from knot to knot. Powers are Platt's scaling (1999) for several classes,
 * as in Guo et al. (2017), "temperature"; that it goes by the position is ours. */
#ifndef VEDETTE_BELIEF_CALIBRATION_H
#define VEDETTE_BELIEF_CALIBRATION_H

#include "belief/move_model.h"

#include <stdbool.h>

/* The signs, each with a curve. */
enum calibration_sign {
    SIGN_TOP,    /* the probability of the piece's likeliest rank */
    SIGN_NEW,    /* how probable it is that the setup is new, */
    SIGN_NEAR,   /* and near a known one */
    SIGN_KNOWN,  /* how much of the piece's probabilities known setups give */
    SIGN_HIDDEN, /* how many of the side's pieces are hidden */
    SIGN_MOVED,  /* 1 for a piece that has moved, 0 for others */
    SIGN_LUCK,   /* how well the guesser has foretold the side's ranks that were seen: than it expected to, */
    SIGN_GAIN,   /* and, without known setups, than the plain table of ranks by place */
    SIGN_ANYONE, /* how probable it is that neither people nor programs as learnt from play */
    CALIBRATION_SIGNS
};

enum { CALIBRATION_KNOTS_MOST = 8 }; /* of a curve */

struct calibration_curve {
    const char *name, *meaning;
    int count, start;                     /* its knots are start .. start + count - 1 of all */
    float at[CALIBRATION_KNOTS_MOST];     /* rising */
};
enum { CALIBRATION_KNOTS = 8 + 8 + 4 + 7 + 8 + 2 + 7 + 7 + 5 };
extern const struct calibration_curve calibration_curves[CALIBRATION_SIGNS];

struct calibration {
    uint64_t games;                       /* that it was learnt from; 0: there is none */
    float height[CALIBRATION_KNOTS];      /* of each curve at its knots */
};

/* How well the ranks that were seen were foretold: sums of differences of logarithms. */
struct calibration_record {
    float seen, luck, gain;
};

/* Takes in a rank that was seen, with weights of all ranks just before: what was believed (uncalibrated), the
 * same without known setups, and the plain table's. Nothing where the rank was ruled out. */
void calibration_watch(struct calibration_record *record, int rank, const float believed[RANKS],
                       const float fresh[RANKS], const float table[RANKS]);

/* A sum of the record as a sign: by the root of how many ranks were seen, so that luck stays of one size. */
float calibration_rate(const struct calibration_record *record, float sum);

/* Where a piece's signs lie: of each curve the knot before, from 0 in all, and the part of the next one. */
struct calibration_place {
    uint8_t knot[CALIBRATION_SIGNS];
    float part[CALIBRATION_SIGNS];
};

/* Beyond its first and last knot a curve stays as high as there. */
void calibration_locate(const float sign[CALIBRATION_SIGNS], struct calibration_place *place);
void calibration_locate_one(enum calibration_sign which, float sign, struct calibration_place *place);

/* The sum of the curves, within +-CALIBRATION_MOST: the logarithm of the power. */
#define CALIBRATION_MOST 1.0f
float calibration_sum(const struct calibration *calibration, const struct calibration_place *place);

/* Raises a row to a power, 0 staying 0. */
void calibration_raise(float row[RANKS], float power);

#endif
