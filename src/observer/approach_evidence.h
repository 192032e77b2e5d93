/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approach evidence: a hidden piece that has stepped up to a known enemy piece (belief/step_up.h) is usually
 * not one that the known piece takes. This file collects such steps over the whole game, for one side.
 * Public data only. */
#ifndef VEDETTE_OBSERVER_APPROACH_EVIDENCE_H
#define VEDETTE_OBSERVER_APPROACH_EVIDENCE_H

#include "belief/public_state.h"

/* All zero: nothing was seen. */
struct approach_evidence {
    uint16_t unlikely[PIECES_A_SIDE]; /* by number from the side's first piece: bit r is set if a piece it
                                       * stepped up to takes a piece of rank r; 0 for known pieces */
};

/* Adds a move of `side`. `state`: the public state right after it. */
void approach_evidence_add(struct approach_evidence *evidence, const struct public_state *state,
                           enum side side, const struct event *event);

#endif
