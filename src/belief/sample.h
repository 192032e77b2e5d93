/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws complete assignments of ranks that follow a belief. */
#ifndef VEDETTE_BELIEF_SAMPLE_H
#define VEDETTE_BELIEF_SAMPLE_H

#include "base/rng.h"
#include "belief/belief.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { SAMPLER_STRIDE = 16 }; /* numbers per row: a power of two, for fast addressing */
static_assert((int)RANKS <= (int)SAMPLER_STRIDE, "a row holds all ranks");

/* The data that all samples of one belief share, computed once. Rows are the hidden pieces in the order in
 * which ranks are drawn for them, then the missing pieces. */
struct belief_sampler {
    bool infeasible;                     /* the facts contradict each other */
    int rows, pieces;                    /* number of rows, and of hidden pieces among them */
    uint8_t known[PIECES_A_SIDE];        /* by piece: its rank; RANK_UNKNOWN if it is not public */
    uint8_t row[PIECES_A_SIDE];          /* the belief's row of each hidden piece */
    uint16_t mask[PIECES_A_SIDE];        /* ranks that each row may have */
    float left[RANKS];                   /* number of hidden pieces of each rank */
    float part[PIECES_A_SIDE][RANKS];    /* p divided by the sum of p over this and later rows; if infeasible,
                                          * p itself */
    float odds[PIECES_A_SIDE][SAMPLER_STRIDE]; /* see belief_sampler_draw */
};

/* Initialises the sampler. The belief is not needed afterwards. */
void belief_sampler_init(struct belief_sampler *sampler, const struct belief *belief);

/* Draws a rank for each of the forty pieces (RANK_UNKNOWN: no such piece) that satisfies all hard facts. The
 * probability of an assignment s is in proportion to the product of odds[i][s(i)], approximated by drawing
 * piece by piece and then exchanging. odds = p (1 - p / count)^g, g from 1/2 to 1, so that the share of
 * samples with a rank on a piece is near p: exact for two pieces; doc/belief.md has the measured errors. If
 * the facts contradict each other, each piece is drawn independently from its row of p. */
void belief_sampler_draw(const struct belief_sampler *sampler, struct rng *rng, uint8_t out[PIECES_A_SIDE]);

#endif
