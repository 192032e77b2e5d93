/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trace of one rollout: captured pieces, result, and the chance to win at its end. */
#ifndef VEDETTE_ROLLOUT_TRACE_H
#define VEDETTE_ROLLOUT_TRACE_H

#include "game/view.h"
#include "value/value.h"
#include "worth/worth.h"

/* The end of a rollout. */
struct rollout_end {
    enum side me;                    /* the side for which it is evaluated */
    const struct board *world;       /* the board with all ranks of the world */
    const struct view *view;         /* [SIDES] */
    const struct worth *worth;
    const double (*believed[SIDES])[RANKS]; /* [side]: belief about its pieces after the first
                                             * move, in the order of their numbers */
};

/* Returns the learnt value's probability that end->me wins, above 0 and below 1. The game must not be over.
 * end->worth is not read, because the learnt value needs the default options. */
double rollout_chance(const struct rollout_end *end, const struct value_model *model);

struct rollout_trace {
    uint64_t taken[SIDES]; /* bit n: the side's piece n was captured in the rollout */
    float chance;          /* chance that end->me wins, 0 .. 1, a draw counts half; negative: unknown */
    uint8_t result;        /* enum result */
};

/* Fills in a trace. `before`: the board before the rollout. If `model` is NULL, the chance is known only if
 * the game is over. */
void trace_make(struct rollout_trace *trace, const struct board *before, const struct rollout_end *end,
                struct outcome outcome, const struct value_model *model);

#endif
