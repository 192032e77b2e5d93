/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approach evidence: a hidden piece that has stepped up to a known enemy piece (belief/step_up.h) is usually
 * not one that the known piece takes. This file collects such steps over the whole game, for one side. For
 * the players in worlds, where no observer follows, it finds the one of the last ply. Public data only. */
#ifndef VEDETTE_OBSERVER_APPROACH_EVIDENCE_H
#define VEDETTE_OBSERVER_APPROACH_EVIDENCE_H

#include "belief/public_state.h"
#include "game/view.h"

/* All zero: nothing was seen. */
struct approach_evidence {
    uint16_t unlikely[PIECES_A_SIDE]; /* by number from the side's first piece: bit r is set if a piece it
                                       * stepped up to takes a piece of rank r; 0 for known pieces */
};

/* Adds a move of `side`. `state`: the public state right after it. */
void approach_evidence_add(struct approach_evidence *evidence, const struct public_state *state,
                           enum side side, const struct event *event);

/* The enemy's unknown piece that stepped up, in the last ply, to known pieces of the view's side; bit r of
 * `unlikely` is set for each rank r that one of these takes. Returns NO_PIECE if there is none. */
int approach_last(const struct view *view, uint16_t *unlikely);

/* Returns the probabilities `p` of the enemy's pieces with the evidence of the last ply alone. If a piece
 * stepped up in it (approach_last), its unlikely ranks are e^-weight times as probable beside the others and
 * the result is in `out`; else `p` itself is returned. A piece that has unlikely ranks alone keeps them. */
const double (*approach_apply_last(const struct view *view, double weight, const double (*p)[RANKS],
                                   double out[PIECES_A_SIDE][RANKS]))[RANKS];

#endif
