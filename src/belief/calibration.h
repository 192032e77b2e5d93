/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration of the guesser "bayes": a learnt last step before the normal form. It makes guesses more or
 * less certain, as their accuracy in the training games requires. For each hidden piece
 *
 *     log of the new weight of a rank = power x log p + surplus x log b + a step's weight,
 *
 * where p is its probability so far and b the factor of its behaviour in p. A power above 1 makes a guess
 * more certain, below 1 less; a surplus above 0 gives behaviour more weight than the setup. The power's
 * logarithm and the surplus are each a sum of curves. Each curve is a piecewise linear function of one sign,
 * a number that describes the belief. Powers are Platt's scaling (1999) for several classes, as in Guo et al.
 * (2017), "temperature"; their dependence on the position is ours. A step's weight belongs to a piece that
 * has just stepped up to a known piece of the enemy (step_up.h). */
#ifndef VEDETTE_BELIEF_CALIBRATION_H
#define VEDETTE_BELIEF_CALIBRATION_H

#include "belief/move_model.h"
#include "belief/step_up.h"

#include <stdbool.h>

/* The signs: first those of each piece, then those of the whole side. */
enum calibration_sign {
    SIGN_TOP,    /* the probability of the piece's likeliest rank */
    SIGN_KNOWN,  /* part of the piece's probabilities that comes from known setups, 0 .. 1 */
    SIGN_MOVED,  /* 1 for a piece that has moved, 0 for others */
    SIGN_JUST,   /* 1 for a piece that has just stepped up to a known one */
    SIGN_TOP_NEW, /* SIGN_TOP x SIGN_NEW */
    SIGN_APART,  /* log of the likeliest rank's probability over that by the plain table */
    SIGNS_OWN,
    SIGN_NEW = SIGNS_OWN, /* probability that the setup is new */
    SIGN_NEAR,   /* probability that the setup is near a known one */
    SIGN_HIDDEN, /* number of hidden pieces of the side */
    SIGN_LUCK,   /* how well the revealed ranks were predicted, relative to the expectation */
    SIGN_GAIN,   /* as SIGN_LUCK, without known setups, relative to the plain table of ranks by place */
    SIGN_ANYONE, /* probability of PLAYER_ANYONE */
    SIGN_FIRST_MOVES, /* how well first moves were predicted, relative to the plain table */
    SIGN_TABLE_LUCK,  /* as SIGN_LUCK, but predicted by the plain table alone */
    CALIBRATION_SIGNS
};

/* The sums that the curves are added to: the power's logarithm, and the surplus of behaviour. */
enum calibration_sum { SUM_POWER, SUM_BEHAVIOUR, CALIBRATION_SUMS };

enum {
    CALIBRATION_KNOTS_MAX = 8,
    CURVES_OWN = 9,         /* curves of the signs of each piece, the first ones */
    CALIBRATION_CURVES = 19 /* all; the others have signs of the whole side */
};

/* A curve: a piecewise linear function of a sign. */
struct calibration_curve {
    const char *name, *meaning;
    enum calibration_sign sign;
    enum calibration_sum sum;
    int count, start;                     /* its knots have the indices start .. start + count - 1 */
    float at[CALIBRATION_KNOTS_MAX];     /* the sign's values at the knots, rising */
};
enum { CALIBRATION_KNOTS = 8 + 7 + 2 + 2 + 6 + 6 + 8 + 4 + 8 + 7 + 7 + 5 + 5 + 5 + 4 + 2 + 2 + 4 + 4 };
extern const struct calibration_curve calibration_curves[CALIBRATION_CURVES];

enum { STEP_WEIGHTS = STEP_WEAKER };      /* for stronger and equal ranks; the weight of weaker ones is 0 */

struct calibration {
    uint64_t games;                       /* number of training games; 0: no calibration */
    float height[CALIBRATION_KNOTS];      /* values of the curves at their knots */
    float step[PLAYER_KINDS][RANKS][STEP_WEIGHTS]; /* by the known piece's rank: logarithms */
};

/* How well the observed facts were predicted: numbers of facts, and sums of differences of logarithms. */
struct calibration_record {
    float revealed; /* number of revealed ranks */
    float luck_sum, gain_sum, table_luck_sum; /* over them: for SIGN_LUCK, SIGN_GAIN, SIGN_TABLE_LUCK */
    float first_moves, first_move_sum; /* number of first moves; the sum for SIGN_FIRST_MOVES */
};

/* Adds a revealed rank to the record. The arrays are the weights of all ranks just before: by the belief
 * without calibration (`believed`), by the same without known setups (`fresh`), and by the plain table of
 * ranks by place (`table`). Adds to the gain log p of the rank by `fresh` minus that by `table`, so that
 * known setups do not count. Does nothing if the belief had excluded the rank. */
void calibration_watch(struct calibration_record *record, int rank, const float believed[RANKS],
                       const float fresh[RANKS], const float table[RANKS]);
/* Adds a piece's first move to the record. The arrays are the weights of its ranks just before, as for
 * calibration_watch. */
void calibration_watch_first(struct calibration_record *record, const float fresh[RANKS],
                             const float table[RANKS]);

/* Converts a sum of the record over `facts` facts to a sign: divides it by the square root of their number
 * (+ 4), so that the variation by chance does not grow. */
float calibration_rate(float facts, float sum);

/* The position of a piece's signs on the curves. */
struct calibration_place {
    uint8_t knot[CALIBRATION_CURVES]; /* index, among all knots, of the last one before the sign */
    float part[CALIBRATION_CURVES];   /* weight of the next knot, 0 .. 1 */
};

/* Finds the position of the signs on the curves. Beyond its first and last knot a curve is constant. */
void calibration_locate(const float sign[CALIBRATION_SIGNS], struct calibration_place *place);

/* Computes the sums of all curves at a position. Does not bound them. */
void calibration_compute_sums(const struct calibration *calibration, const struct calibration_place *place,
                              float sum[CALIBRATION_SUMS]);
/* Adds the values of the curves first .. end - 1 to `sum`. Does not bound the sums. */
void calibration_add(const struct calibration *calibration, const float sign[CALIBRATION_SIGNS], int first,
                     int end, float sum[CALIBRATION_SUMS]);

/* Adds the values of the pieces' own curves, for `count` pieces at once; [sign][i] and [sum][i] belong
 * to piece i. It also computes the entries up to the next multiple of four, so all signs there must be
 * numbers. */
void calibration_add_own(const struct calibration *calibration, int count,
                         const float (*sign)[PIECES_A_SIDE], float (*sum)[PIECES_A_SIDE]);

#define CALIBRATION_MAX 1.0f
/* Returns one of calibration_compute_sums' sums bounded to -CALIBRATION_MAX .. CALIBRATION_MAX. */
static inline float calibration_bound(float sum)
{
    return sum < -CALIBRATION_MAX ? -CALIBRATION_MAX : sum > CALIBRATION_MAX ? CALIBRATION_MAX : sum;
}

/* Raises a row to a power and multiplies it by exp(more); 0 stays 0. */
void calibration_raise(float row[RANKS], float power, const float more[RANKS]);

#endif
