/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approach evidence: a hidden piece that has stepped up to a known enemy piece (belief/step_up.h) is usually
 * not one that the known piece captures. This file collects such steps of one side over the whole game. For
 * players in simulated worlds, which have no observer, it finds the step of the last ply. It uses public
 * information only. */
#ifndef VEDETTE_OBSERVER_APPROACH_EVIDENCE_H
#define VEDETTE_OBSERVER_APPROACH_EVIDENCE_H

#include "belief/public_state.h"
#include "game/view.h"

/* All zero: no such step. */
struct approach_evidence {
    uint16_t unlikely[PIECES_A_SIDE]; /* by row: bit r is set if a piece that it stepped up to would capture
                                       * a piece of rank r; 0 for known pieces */
};

/* Updates the evidence by a move of `side`. `state`: the public state after it. */
void approach_evidence_add(struct approach_evidence *evidence, const struct public_state *state,
                           enum side side, const struct event *event);

/* Returns the number of the enemy's unknown piece that stepped up, in the last ply, to known pieces of the
 * view's side. NO_PIECE if there is none. `unlikely` gets a bit for each rank that one of these known pieces
 * would capture. */
int approach_last(const struct view *view, uint16_t *unlikely);

/* Returns the probabilities `p` of the enemy's pieces with the evidence of the last ply. If a piece stepped
 * up in it (approach_last), multiplies its unlikely ranks by e^-weight, scales the row to its old sum, and
 * returns the result in `out`. If none did, returns `p` itself. A piece with unlikely ranks only stays
 * unchanged. */
const double (*approach_apply_last(const struct view *view, double weight, const double (*p)[RANKS],
                                   double out[PIECES_A_SIDE][RANKS]))[RANKS];

#endif
