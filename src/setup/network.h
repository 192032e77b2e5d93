/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network that estimates the hidden ranks of a setup from what was observed of it.
 *
 * It is a network (net/net.h) with one hidden layer, trained on people's setups with masked places. Its
 * input is the state of each place: the observed rank, or "has moved", or nothing; in variants with
 * empty places, which both players see, also "a piece stands here". Its output is the logarithm of a
 * weight for each rank on each place. The result is the sum of the outputs for the setup and for its
 * mirror image, so it treats left and right alike. */
#ifndef VEDETTE_SETUP_NETWORK_H
#define VEDETTE_SETUP_NETWORK_H

#include "game/placement.h"
#include "net/net.h"

#include <stdint.h>

enum {
    NETWORK_HIDDEN = 512,               /* number of hidden units */
    NETWORK_MOVED = RANKS,              /* state of a place whose piece has moved and is unknown */
    NETWORK_THERE,                      /* state of a place with an unobserved piece, if the variant has
                                         * empty places */
    NETWORK_STATES,
    NETWORK_NOTHING = NETWORK_STATES,   /* state without an input: the place is empty or, if the variant has
                                         * no empty places, its piece is unobserved */
    NETWORK_OUTPUTS = PIECES_A_SIDE * RANKS
};

/* The layers of the network. NETWORK_PLACES has one entry for each place (network_entry); NETWORK_FACTORS
 * are the factors of dropout, or ones. */
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

/* Makes a network with all weights 0; net_free frees it. */
struct net *network_new(void);

/* Returns the input entry of a place's state; -1 for NETWORK_NOTHING. */
static inline int network_entry(int place, int state)
{
    return state == NETWORK_NOTHING ? -1 : place * NETWORK_STATES + state;
}

/* Returns the weights from a place's state directly to the outputs: NETWORK_OUTPUTS floats. */
float *network_direct(struct net *network, int place, int state);

/* Returns the weights from a place's state to the hidden units: NETWORK_HIDDEN floats. */
float *network_in(struct net *network, int place, int state);

/* Returns the weights from a hidden unit to the outputs: NETWORK_OUTPUTS floats. */
float *network_out(struct net *network, int unit);

/* Returns the biases of the outputs: NETWORK_OUTPUTS floats. */
float *network_bias(struct net *network);

/* Returns the biases of the hidden units: NETWORK_HIDDEN floats. */
float *network_threshold(struct net *network);

/* Returns the number of states in use: variants without empty places do not need NETWORK_THERE. */
static inline int network_states(const struct variant *variant)
{
    return variant_fills_rows(variant) ? NETWORK_THERE : NETWORK_STATES;
}

/* Returns the state of a place with a hidden piece that has not moved. */
static inline int network_hidden_state(const struct variant *variant)
{
    return network_states(variant) > NETWORK_THERE ? NETWORK_THERE : NETWORK_NOTHING;
}

/* Averages the direct weights of mirrored places, which does not change the results; so a file needs only
 * half of them. */
void network_symmetrise(struct net *network);

/* The sums over the inputs, updated as states change (net/bag_sums.h); index [1]: of the mirror image. */
struct network_sums {
    float output[2][NETWORK_OUTPUTS];
    float hidden[2][NETWORK_HIDDEN];
};

/* Initialises the sums: all places in state NETWORK_NOTHING. */
void network_start(const struct net *network, struct network_sums *sums);

/* Updates the sums when the state of `place` changes. */
void network_change(const struct net *network, struct network_sums *sums, int place, int from, int to);

/* Prefetches the memory that network_change needs for a place's state. Changes nothing. */
void network_prefetch(const struct net *network, int place, int state);

/* Computes the logarithms of the weights by place and rank. */
void network_logits(const struct net *network, const struct network_sums *sums,
                    float logits[PIECES_A_SIDE][RANKS]);

/* Which places of a training setup are observed. */
struct setup_mask {
    uint8_t state[PIECES_A_SIDE]; /* NETWORK_MOVED, NETWORK_NOTHING, or a smaller number: rank observed */
};

#endif
