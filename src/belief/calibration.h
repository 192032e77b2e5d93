/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure the guesser "bayes" may be: a learnt last step, after which the normal form scales anew. For each
 * hidden piece
 *
 *     log of the new weight of a rank = power x log p + surplus x log b + a step's weight,
 *
 * p being its probability so far and b the factor that its behaviour has in it. A power above 1 makes a guess
 * surer, below 1 more careful; a surplus above 0 trusts behaviour, which damps less well with the rest, more
 * than the setup. The power's logarithm and the surplus are each a sum of curves, each of one sign of what is
 * believed so far, straight from knot to knot. Powers are Platt's scaling (1999) for several classes, as in
 * Guo et al. (2017), "temperature"; that they go by the position is ours. A step's weight is that of a piece
 * which has just stepped up to a known one of the enemy (step_up.h). */
#ifndef VEDETTE_BELIEF_CALIBRATION_H
#define VEDETTE_BELIEF_CALIBRATION_H

#include "belief/move_model.h"
#include "belief/step_up.h"

#include <stdbool.h>

/* The signs: of each piece, and of all. */
enum calibration_sign {
    SIGN_TOP,    /* the probability of the piece's likeliest rank */
    SIGN_KNOWN,  /* how much of the piece's probabilities known setups give */
    SIGN_MOVED,  /* 1 for a piece that has moved, 0 for others */
    SIGN_JUST,   /* 1 for a piece that has just stepped up to a known one */
    SIGN_TOP_NEW, /* SIGN_TOP x SIGN_NEW */
    SIGN_APART,  /* how much likelier the likeliest rank is than by the plain table: the logarithm */
    SIGNS_OWN,
    SIGN_NEW = SIGNS_OWN, /* how probable it is that the setup is new, */
    SIGN_NEAR,   /* and near a known one */
    SIGN_HIDDEN, /* how many of the side's pieces are hidden */
    SIGN_LUCK,   /* how well the guesser has foretold the side's ranks that were seen: than it expected to, */
    SIGN_GAIN,   /* and, without known setups, than the plain table of ranks by place */
    SIGN_ANYONE, /* how probable it is that neither people nor programs as learnt from play */
    SIGN_FIRST,  /* how much better than by the table it foretold which pieces move */
    SIGN_ODD,    /* how much likelier the ranks seen were by the plain table than that expects */
    CALIBRATION_SIGNS
};

/* What the curves add up to. */
enum calibration_sum { SUM_POWER, SUM_BEHAVIOUR, CALIBRATION_SUMS };

enum {
    CALIBRATION_KNOTS_MAX = 8,
    CURVES_OWN = 9,         /* the first so many are of signs of each piece, */
    CALIBRATION_CURVES = 19 /* the others of all */
};

struct calibration_curve {
    const char *name, *meaning;
    enum calibration_sign sign;
    enum calibration_sum sum;
    int count, start;                     /* its knots are start .. start + count - 1 of all */
    float at[CALIBRATION_KNOTS_MAX];     /* rising */
};
enum { CALIBRATION_KNOTS = 8 + 7 + 2 + 2 + 6 + 6 + 8 + 4 + 8 + 7 + 7 + 5 + 5 + 5 + 4 + 2 + 2 + 4 + 4 };
extern const struct calibration_curve calibration_curves[CALIBRATION_CURVES];

enum { STEP_WEIGHTS = STEP_WEAKER };      /* of stronger and of equal ranks; that of weaker ones is 0 */

struct calibration {
    uint64_t games;                       /* that it was learnt from; 0: there is none */
    float height[CALIBRATION_KNOTS];      /* of each curve at its knots */
    float step[PLAYER_KINDS][RANKS][STEP_WEIGHTS]; /* by the known piece's rank: logarithms */
};

/* How well what was seen was foretold: sums of differences of logarithms. */
struct calibration_record {
    float seen, luck, gain, odd;
    float moved, first;
};

/* Takes in a rank that was seen, with weights of all ranks just before: what was believed (uncalibrated), the
 * same without known setups, and the plain table's. Nothing where the rank was ruled out. */
void calibration_watch(struct calibration_record *record, int rank, const float believed[RANKS],
                       const float fresh[RANKS], const float table[RANKS]);
void calibration_watch_first(struct calibration_record *record, const float fresh[RANKS],
                             const float table[RANKS]);

/* A sum of the record over so many facts as a sign: by the root of how many there were, so that luck stays of
 * one size. */
float calibration_rate(float facts, float sum);

/* Where a piece's signs lie: of each curve the knot before, from 0 in all, and the part of the next one. */
struct calibration_place {
    uint8_t knot[CALIBRATION_CURVES];
    float part[CALIBRATION_CURVES];
};

/* Beyond its first and last knot a curve stays as high as there. */
void calibration_locate(const float sign[CALIBRATION_SIGNS], struct calibration_place *place);

/* The sums of the curves at a place, and adds to `sum` those of the curves first .. end - 1;
 * neither is bounded. */
void calibration_sums(const struct calibration *calibration, const struct calibration_place *place,
                      float sum[CALIBRATION_SUMS]);
void calibration_add(const struct calibration *calibration, const float sign[CALIBRATION_SIGNS], int first,
                     int end, float sum[CALIBRATION_SUMS]);

/* Adds the sums of each piece's own curves, of all pieces at once: [sign][i] and [sum][i] are of piece i. The
 * first `count` are worked out, up to the next multiple of four; all signs must be numbers. */
void calibration_add_own(const struct calibration *calibration, int count,
                         const float (*sign)[PIECES_A_SIDE], float (*sum)[PIECES_A_SIDE]);

/* What bounds either sum. */
#define CALIBRATION_MAX 1.0f
static inline float calibration_bound(float sum)
{
    return sum < -CALIBRATION_MAX ? -CALIBRATION_MAX : sum > CALIBRATION_MAX ? CALIBRATION_MAX : sum;
}

/* Raises a row to a power, and multiplies it by the exponential of `more`; 0 stays 0. */
void calibration_raise(float row[RANKS], float power, const float more[RANKS]);

#endif
