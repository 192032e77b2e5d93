/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The safe choice of a hint: where rollouts find moves equal within their error, not one that gives up a
 * piece for certain. Agents do not use it: it changes only what a hint advises. */
#ifndef VEDETTE_ANALYSIS_SAFE_HINT_H
#define VEDETTE_ANALYSIS_SAFE_HINT_H

#include "rollout/study.h"

/* Computes what each move of the study loses for certain, as a value of pieces, 0 or more: the attacker of a
 * known piece that beats it; and the dearest own piece, moved or known to the enemy, that a known enemy piece
 * beside it beats next move. What the move takes, or an own piece can take back, is subtracted. `board`: that
 * of the side's view, of which only known ranks are used. */
void safe_hint_losses(const struct rollout_study *study, const struct board *board,
                      double loss[HALVING_ARMS]);

/* Makes that move the chosen one that loses least among those equal to the chosen one (study_equals_best),
 * the best of these if there are several. */
void safe_hint_choose(struct rollout_study *study, const double loss[HALVING_ARMS]);

#endif
