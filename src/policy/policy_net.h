/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The network of a learnt policy: DeepNash's pyramid with four heads (Perolat et al. 2022, supplement,
 * "Network Architecture"). Its sizes are data: the paper's and a small one are the same code.
 *
 * Three heads have a logit for each square: where to place a piece, which piece to move, where it goes. The
 * fourth has the value of the state for the player, 1 a win and -1 a loss.
 *
 * Differences from the paper, each because it leaves a choice open: the skip connection of a strided block is
 * taken before its stride, so that the shapes agree; residuals that change shape go through a 1x1
 * convolution, or a 3x3 deconvolution on the way up; the last convolution of a head has no relu, which would
 * stop the gradient of each logit that is below 0, and of a value whose squares all are. `direct` is ours. */
#ifndef VEDETTE_POLICY_POLICY_NET_H
#define VEDETTE_POLICY_POLICY_NET_H

#include "net/net.h"
#include "policy/observation.h"

struct policy_shape {
    int outer_blocks;    /* N: residual blocks on 10x10, on the way down and again on the way up */
    int inner_blocks;    /* M: on 5x5 */
    int outer_channels;  /* even, as a block halves them inside */
    int inner_channels;  /* even */
    bool direct;         /* heads also read the observation, because a torso with few channels loses a part
                          * of it */
};

/* The paper's: N = 2, M = 2, 256 and 320 channels. The small one has about 300,000 weights. */
extern const struct policy_shape policy_shape_paper, policy_shape_small;

enum policy_head { POLICY_PLACE, POLICY_PIECE, POLICY_TARGET, POLICY_VALUE, POLICY_HEADS };

enum {
    POLICY_BLOCKS_MAX = 16,     /* of each kind */
    POLICY_ROWS_MAX = NET_ROWS_MAX,
    POLICY_EXTRA_PLANES = 11,    /* the heads' extra input: the quiet ratio, and the selected piece on one of
                                  * ten planes by its type (S 2 3 .. X) */
    POLICY_EXTRA_CELLS = SQUARES * POLICY_EXTRA_PLANES,
};

/* Indices of the inputs and outputs among the rows. */
struct policy_layers {
    int observation, extra;      /* the inputs: 10x10x82 and 10x10x11 */
    int head[POLICY_HEADS];      /* 10x10x1 logits; the value is one number */
    int count;                   /* of rows */
};

/* Writes the rows of the network. STATUS_BAD if a size is outside 0 .. POLICY_BLOCKS_MAX blocks, or not an
 * even number of channels in 2 .. 4096. */
enum status policy_net_write_rows(const struct policy_shape *shape, struct net_row rows[POLICY_ROWS_MAX],
                                  struct policy_layers *layers, struct error *error);

/* Appends the shape as options of a weight file, one line "key: value" each. `direct` appears only if it is
 * 1. */
void policy_shape_describe(const struct policy_shape *shape, struct text *text);

/* Computes the heads' extra input from an observation (observation_write_view or observation_write_set_up).
 * Plane 0 is the quiet ratio (0 while pieces are placed); planes 1 to 10 mark the selected piece by its type
 * (all 0 if none is selected). */
void policy_compute_extra(float extra[POLICY_EXTRA_CELLS], const float observation[OBSERVATION_CELLS]);

#endif
