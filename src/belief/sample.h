/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing whole assignments of ranks that follow a belief. */
#ifndef VEDETTE_BELIEF_SAMPLE_H
#define VEDETTE_BELIEF_SAMPLE_H

#include "base/rng.h"
#include "belief/belief.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { SAMPLER_STRIDE = 16 }; /* numbers from row to row: a power of two, so that cells are found fast */
static_assert((int)RANKS <= (int)SAMPLER_STRIDE, "a row holds all ranks");

/* What all samples of one belief have in common, so that it is worked out once. Rows are the hidden pieces in
 * the order in which they are dealt ranks, and behind them the missing ones. */
struct belief_sampler {
    bool infeasible;                     /* the facts contradict each other */
    int rows, pieces;                    /* rows in all; of them hidden pieces */
    uint8_t known[PIECES_A_SIDE];        /* by piece: its rank where it is public, RANK_UNKNOWN elsewhere */
    uint8_t row[PIECES_A_SIDE];          /* the hidden pieces */
    uint16_t mask[PIECES_A_SIDE];        /* ranks that each row may have */
    float left[RANKS];                   /* pieces of each rank that are hidden */
    float part[PIECES_A_SIDE][RANKS];    /* of the rank's pieces that this and later rows expect, or p where
                                          * the facts contradict each other */
    float odds[PIECES_A_SIDE][SAMPLER_STRIDE];
};

/* The belief is not needed any more after that. */
void belief_sampler_init(struct belief_sampler *sampler, const struct belief *belief);

/* Draws a rank for each of the forty pieces (RANK_UNKNOWN: no such piece) that keeps every hard fact: an
 * assignment s has a probability in proportion to the product of odds[i][s(i)], approached by drawing piece
 * by piece and then exchanging. odds = p (1 - p / count)^g with g from 1/2 to 1, which makes the share of
 * samples with a rank on a piece come out near p: exactly so for two pieces; doc/belief.md has the errors
 * that were measured. Where the facts contradict each other each piece is drawn by itself from its row of
 * p. */
void belief_sampler_draw(const struct belief_sampler *sampler, struct rng *rng, uint8_t out[PIECES_A_SIDE]);

/* Those odds, of hidden pieces; zero for all others. */
void belief_odds(const struct belief *belief, float odds[PIECES_A_SIDE][RANKS]);

#endif
