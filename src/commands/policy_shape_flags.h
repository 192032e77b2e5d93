/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes of a policy's network, as flags of the commands that make a network. */
#ifndef VEDETTE_COMMANDS_POLICY_SHAPE_FLAGS_H
#define VEDETTE_COMMANDS_POLICY_SHAPE_FLAGS_H

#include "commands/shared_flags.h"
#include "console/command.h"
#include "learn/policy_learn.h"

/* The values of the flags; see struct policy_shape. */
struct policy_shape_args {
    uint64_t outer_blocks, inner_blocks, outer_channels, inner_channels;
    bool direct; /* the heads see the observation too */
};

#define POLICY_SHAPE_DEFAULTS \
    {POLICY_LEARN_OUTER_BLOCKS, POLICY_LEARN_INNER_BLOCKS, POLICY_LEARN_OUTER_CHANNELS, \
     POLICY_LEARN_INNER_CHANNELS, false}

/* One of these flags, for the member `size` and a range. */
#define FLAG_OF_SHAPE(type, member, flag, size, low_end, high_end, what) \
    FLAG_WHOLE(type, member.size, flag, low_end, high_end, what)

/* The flags; `member` is the struct policy_shape_args in the struct `type`. */
#define FLAGS_POLICY_SHAPE(type, member) \
    FLAG_OF_SHAPE(type, member, "outer-blocks", outer_blocks, 0, POLICY_BLOCKS_MAX, \
                  "N of the network; the paper's: 2"), \
    FLAG_OF_SHAPE(type, member, "inner-blocks", inner_blocks, 0, POLICY_BLOCKS_MAX, \
                  "M of the network; the paper's: 2"), \
    FLAG_OF_SHAPE(type, member, "outer-channels", outer_channels, 2, 4096, "even; the paper's: 256"), \
    FLAG_OF_SHAPE(type, member, "inner-channels", inner_channels, 2, 4096, "even; the paper's: 320"), \
    FLAG_SWITCH(type, member.direct, "direct", "heads see the observation, too")

/* Returns the shape that the flags give. */
static inline struct policy_shape policy_shape_of(const struct policy_shape_args *args)
{
    return (struct policy_shape){(int)args->outer_blocks, (int)args->inner_blocks, (int)args->outer_channels,
                                 (int)args->inner_channels, args->direct};
}

#endif
