/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What came of one rollout: which pieces were taken, how it ended, and how probable it then was to win. */
#ifndef VEDETTE_ROLLOUT_TRACE_H
#define VEDETTE_ROLLOUT_TRACE_H

#include "game/view.h"
#include "value/value.h"
#include "worth/worth.h"

/* Where a rollout ended. */
struct rollout_end {
    enum side me;                    /* for whom it is valued */
    const struct board *world;       /* the truth there: all ranks are known */
    const struct view *view;         /* [SIDES] */
    const struct worth *worth;
    const double (*believed[SIDES])[RANKS]; /* of each side, after the first move; by number from its first
                                             * piece */
};

/* How probable it is by the learnt value that `me` wins, above 0 and below 1; the game must not be over, and
 * end->worth is not read: the value has numbers of its own. */
double rollout_chance(const struct rollout_end *end, const struct value_model *model);

struct rollout_trace {
    uint64_t taken[SIDES]; /* bit n: the side's piece n was there before and is not any more */
    float chance;          /* that the end's `me` wins: 0 .. 1, a draw being half a win; negative: unknown */
    uint8_t result;        /* enum result */
};

/* Fills in a trace. `before` is the board the rollout began from; without `model` (NULL) the chance is
 * unknown, but in a decided game. */
void trace_make(struct rollout_trace *trace, const struct board *before, const struct rollout_end *end,
                struct outcome outcome, const struct value_model *model);

#endif
