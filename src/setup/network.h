/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A joint prior over whole setups, conditioned on what was seen of this one.
 *
 * A network (net/net.h) with one hidden layer, learnt from people's setups of which parts were masked. Its
 * input is, for each place, the rank that was seen there, or that the piece there has moved, or nothing; and
 * in variants with empty places, where everybody sees which these are, that a piece stands there. Its output
 * is a logarithm of a weight for each rank on each place. The answer is the sum of two outputs: for the
 * setup, and for the setup in a mirror. So left and right are alike to it. */
#ifndef VEDETTE_SETUP_NETWORK_H
#define VEDETTE_SETUP_NETWORK_H

#include "game/placement.h"
#include "net/net.h"

#include <stdint.h>

enum {
    NETWORK_HIDDEN = 512,               /* units */
    NETWORK_MOVED = RANKS,              /* state of a place whose piece has moved and is unknown */
    NETWORK_THERE,                      /* nothing was seen of the piece: in variants with empty places */
    NETWORK_STATES,
    NETWORK_NOTHING = NETWORK_STATES,   /* not an input: the place is empty; or where no place is, nothing
                                         * was seen of the piece */
    NETWORK_OUTPUTS = PIECES_A_SIDE * RANKS
};

/* Its layers. The input of places has an entry each (network_entry); that of factors is for dropout, else
 * ones. */
enum network_layer {
    NETWORK_PLACES,
    NETWORK_FACTORS,
    NETWORK_IN,     /* bag: sums of the hidden units */
    NETWORK_RELU,
    NETWORK_ACTIVE, /* the hidden units */
    NETWORK_OUT,    /* sparse: from the hidden units */
    NETWORK_DIRECT, /* bag: directly from the input */
    NETWORK_OUTPUT, /* the sum of both */
    NETWORK_LAYERS
};

/* One with all weights 0; net_free frees it. */
struct net *network_new(void);

/* Entry of a place's state; -1 for NETWORK_NOTHING. */
static inline int network_entry(int place, int state)
{
    return state == NETWORK_NOTHING ? -1 : place * NETWORK_STATES + state;
}

/* Its weights: the vectors of a state, NETWORK_OUTPUTS and NETWORK_HIDDEN floats, and of a hidden unit; the
 * biases of outputs and hidden units. */
float *network_direct(struct net *network, int place, int state);
float *network_in(struct net *network, int place, int state);
float *network_out(struct net *network, int unit);
float *network_bias(struct net *network);
float *network_threshold(struct net *network);

/* How many of the states a network of this variant knows: without empty places none needs NETWORK_THERE. */
static inline int network_states(const struct variant *variant)
{
    return variant_fills_rows(variant) ? NETWORK_THERE : NETWORK_STATES;
}

/* Its state of a place whose piece is hidden and has not moved. */
static inline int network_hidden_state(const struct variant *variant)
{
    return network_states(variant) > NETWORK_THERE ? NETWORK_THERE : NETWORK_NOTHING;
}

/* Makes the direct connections the same for left and right, which does not change their sums, so that half of
 * them are enough to store. */
void network_fold(struct net *network);

/* The sums over the inputs, brought up to date as states change (net/bag_sums.h): [1] in the mirror. */
struct network_sums {
    float output[2][NETWORK_OUTPUTS];
    float hidden[2][NETWORK_HIDDEN];
};

void network_start(const struct net *network, struct network_sums *sums);

/* The piece of `place` goes from one state to another. */
void network_change(const struct net *network, struct network_sums *sums, int place, int from, int to);

/* Says that network_change is soon to be asked for a place's state, so that what it needs is at hand by
 * then. Changes nothing. */
void network_expect(const struct net *network, int place, int state);

/* The logarithms of the weights, by place. */
void network_answer(const struct net *network, const struct network_sums *sums,
                    float answer[PIECES_A_SIDE][RANKS]);

/* Which places of a setup to learn from are seen, moved, or neither. */
struct setup_mask {
    uint8_t state[PIECES_A_SIDE]; /* NETWORK_MOVED, NETWORK_NOTHING, or anything below: seen */
};

#endif
