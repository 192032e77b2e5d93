/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/policy_net.h"

#include <string.h>

const struct policy_shape policy_shape_paper = {2, 2, 256, 320, false};
const struct policy_shape policy_shape_small = {1, 1, 32, 48, false};

/* Appends rows to a network; each add_ function returns the index of its last row. */
struct row_writer {
    struct net_row *rows;
    int count;
};

/* Appends a row and returns its index. The next functions do the same for one kind of row; `from` and `also`
 * are the indices of the rows that it reads. */
static int add_row(struct row_writer *writer, struct net_row row)
{
    writer->rows[writer->count] = row;
    return writer->count++;
}

/* Appends a convolution. Returns its index. */
static int add_conv(struct row_writer *writer, int from, int channels, int kernel, int stride)
{
    return add_row(writer, (struct net_row){.kind = NET_CONV, .from = from, .channels = channels,
                                            .kernel = kernel, .stride = stride});
}

/* Appends a transposed convolution of kernel 3 and stride 2. Each of its outputs sums 9/4 terms for each
 * channel on average, but net_start counts one. So its random weights get the scale sqrt(4/9). */
static int add_deconv(struct row_writer *writer, int from, int channels)
{
    return add_row(writer, (struct net_row){.kind = NET_DECONV, .from = from, .channels = channels,
                                            .scale = 0.67f});
}

/* Multiplies the scale of a row's random weights by `factor`. Returns the row. Without this, the sum of many
 * blocks would double with each block: logits and values of a new network would be far from 0, and its
 * gradients a hundred times too large. */
static int start_small(struct row_writer *writer, int row, float factor)
{
    float *scale = &writer->rows[row].scale;
    *scale = (*scale > 0 ? *scale : 1) * factor;
    return row;
}

/* Appends a relu. Returns its index. */
static int add_relu(struct row_writer *writer, int from)
{
    return add_row(writer, (struct net_row){.kind = NET_RELU, .from = from});
}

/* Appends a sum of two rows. Returns its index. */
static int add_sum(struct row_writer *writer, int from, int also)
{
    return add_row(writer, (struct net_row){.kind = NET_ADD, .from = from, .also = also});
}

/* Scales of the random weights: of the part that a block adds to its input, and of convolutions that only
 * change the input's shape. */
static const float branch_start = 0.3f, shape_start = 0.7f;

/* Appends a block on the way down: relu of a 3x3 convolution to half the channels with the stride, then of a
 * 3x3 convolution to all channels, plus the input. `from`: index of the input's row (a row is one layer);
 * `before`: its channels. Returns the index of the block's last row. */
static int add_down_block(struct row_writer *writer, int from, int before, int channels, int stride)
{
    int inside = add_relu(writer, add_conv(writer, from, channels / 2, 3, stride)), residual = from;
    int out = start_small(writer, add_conv(writer, inside, channels, 3, 1), branch_start);
    out = add_relu(writer, out);
    /* The sum needs two rows of one shape: if the block changes it, a 1x1 convolution adapts the input. */
    if (stride > 1 || before != channels)
        residual = start_small(writer, add_conv(writer, from, channels, 1, stride), shape_start);
    return add_sum(writer, out, residual);
}

/* Appends a block on the way up, the mirror image of a block on the way down. It also reads `skip`, the input
 * of that block. With stride 2 it doubles height and width. `before`: channels of the input `from`. Returns
 * the last row. */
static int add_up_block(struct row_writer *writer, int from, int before, int skip, int channels, int stride)
{
    /* Half the channels inside, plus the skip connection; then all channels, plus the residual. */
    int inside = stride > 1 ? add_deconv(writer, from, channels / 2)
                            : add_conv(writer, from, channels / 2, 3, 1);
    int skipped = start_small(writer, add_conv(writer, skip, channels / 2, 1, 1), shape_start);
    int out, residual = from;
    inside = add_sum(writer, add_relu(writer, inside), skipped);
    out = start_small(writer, add_conv(writer, inside, channels, 3, 1), branch_start);
    out = add_relu(writer, out);
    if (stride > 1)
        residual = start_small(writer, add_deconv(writer, from, channels), shape_start);
    else if (before != channels)
        residual = start_small(writer, add_conv(writer, from, channels, 1, 1), shape_start);
    return add_sum(writer, out, residual);
}

/* Appends the blocks of a pyramid: `outer` blocks, one with stride 2, `inner` blocks, and their mirror
 * images. Returns the last row, which has the outer channels. */
static int add_pyramid(struct row_writer *writer, const struct policy_shape *shape, int outer, int inner,
                       int from)
{
    int wide = shape->outer_channels, skips[2 * POLICY_BLOCKS_MAX + 1], depth = 0;
    /* Down: 10x10, then 5x5 from the block with stride 2 on; `skips` stacks the inputs of the blocks. */
    for (int i = 0; i < outer; i++) {
        skips[depth++] = from;
        from = add_down_block(writer, from, wide, wide, 1);
    }
    skips[depth++] = from;
    from = add_down_block(writer, from, wide, wide, 2);
    for (int i = 0; i < inner; i++) {
        skips[depth++] = from;
        from = add_down_block(writer, from, i ? shape->inner_channels : wide, shape->inner_channels, 1);
    }
    /* Up: the same blocks from the last to the first. */
    for (int i = 0; i < inner; i++)
        from = add_up_block(writer, from, shape->inner_channels, skips[--depth], shape->inner_channels, 1);
    from = add_up_block(writer, from, inner ? shape->inner_channels : wide, skips[--depth], wide, 2);
    for (int i = 0; i < outer; i++)
        from = add_up_block(writer, from, wide, skips[--depth], wide, 1);
    return from;
}

/* Appends a head, which reads the torso and the extra input, and with `direct` also the observation. A sum of
 * convolutions replaces a concatenation: the result is the same. */
static int add_head(struct row_writer *writer, const struct policy_shape *shape, enum policy_head head,
                    int torso, const struct policy_layers *layers)
{
    int first = add_conv(writer, torso, shape->outer_channels, 3, 1);
    if (head != POLICY_PLACE) /* while pieces are placed the extra input is 0 */
        first = add_sum(writer, first, add_conv(writer, layers->extra, shape->outer_channels, 3, 1));
    if (shape->direct)
        first = add_sum(writer, first, add_conv(writer, layers->observation, shape->outer_channels, 3, 1));
    int outer_blocks = head == POLICY_VALUE ? 0 : 1; /* as in the paper */
    int last = add_pyramid(writer, shape, outer_blocks, 0, add_relu(writer, first));
    last = add_conv(writer, last, 1, 3, 1);
    /* Small weights at the end: the first policy is nearly uniform, the first value nearly 0. */
    writer->rows[last].scale = 0.1f;
    if (head != POLICY_VALUE)
        return last;
    writer->rows[last].scale = 0; /* the default: here the dense layer is the end */
    return add_row(writer, (struct net_row){.kind = NET_DENSE, .from = last, .channels = 1, .scale = 0.1f});
}

/* Returns whether a number of channels is possible. */
static bool is_channels(int channels)
{
    return channels >= 2 && channels <= 4096 && channels % 2 == 0;
}

/* Returns whether a number of blocks is possible. */
static bool is_blocks(int blocks)
{
    return blocks >= 0 && blocks <= POLICY_BLOCKS_MAX;
}

enum status policy_net_write_rows(const struct policy_shape *shape, struct net_row rows[POLICY_ROWS_MAX],
                                  struct policy_layers *layers, struct error *error)
{
    struct row_writer writer = {rows, 0};
    if (!is_blocks(shape->outer_blocks) || !is_blocks(shape->inner_blocks))
        return error_set(error, STATUS_BAD, "found %d and %d blocks, expected 0 to %d", shape->outer_blocks,
                         shape->inner_blocks, POLICY_BLOCKS_MAX);
    if (!is_channels(shape->outer_channels) || !is_channels(shape->inner_channels))
        return error_set(error, STATUS_BAD, "found %d and %d channels, expected even numbers from 2 to 4096",
                         shape->outer_channels, shape->inner_channels);
    layers->observation = add_row(&writer, (struct net_row){.kind = NET_INPUT, .height = ROWS, .width = FILES,
                                                            .channels = OBSERVATION_PLANES});
    layers->extra = add_row(&writer, (struct net_row){.kind = NET_INPUT, .height = ROWS, .width = FILES,
                                                      .channels = POLICY_EXTRA_PLANES});
    /* The torso, which all heads read, and the heads. */
    int torso = add_relu(&writer, add_conv(&writer, layers->observation, shape->outer_channels, 3, 1));
    torso = add_pyramid(&writer, shape, shape->outer_blocks, shape->inner_blocks, torso);
    for (enum policy_head head = 0; head < POLICY_HEADS; head++)
        layers->head[head] = add_head(&writer, shape, head, torso, layers);
    layers->count = writer.count;
    return STATUS_OK;
}

void policy_shape_describe(const struct policy_shape *shape, struct text *text)
{
    text_printf(text, "outer_blocks: %d\ninner_blocks: %d\nouter_channels: %d\ninner_channels: %d\n",
                shape->outer_blocks, shape->inner_blocks, shape->outer_channels, shape->inner_channels);
    if (shape->direct)
        text_add(text, "direct: 1\n");
}

void policy_compute_extra(float extra[POLICY_EXTRA_CELLS], const float observation[OBSERVATION_CELLS])
{
    bool placing = observation[OBSERVATION_SET_UP] != 0;
    bool selected = observation[OBSERVATION_TARGET] != 0;
    memset(extra, 0, POLICY_EXTRA_CELLS * sizeof extra[0]);
    for (int square = 0; square < SQUARES && !placing; square++) {
        const float *seen = observation + square * OBSERVATION_PLANES;
        extra[square * POLICY_EXTRA_PLANES] = seen[OBSERVATION_QUIET];
        /* The types of the selected piece. The first and the last are left out: flag and bomb cannot be
         * selected. */
        if (selected && seen[OBSERVATION_SELECTED] != 0)
            memcpy(extra + square * POLICY_EXTRA_PLANES + 1, seen + OBSERVATION_OWN + 1,
                   (POLICY_EXTRA_PLANES - 1) * sizeof extra[0]);
    }
}
