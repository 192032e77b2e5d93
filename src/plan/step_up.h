/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The doubt of a planner about a piece that has just stepped up to a known one (belief/step_up.h): it is
 * rarely one that would be taken there. */
#ifndef VEDETTE_PLAN_STEP_UP_H
#define VEDETTE_PLAN_STEP_UP_H

#include "game/view.h"

/* The enemy's unknown piece that stepped up, in the last ply, to known pieces of the view's side; bit r of
 * `unlikely` is set for each rank r that one of these takes. Returns NO_PIECE if there is none. From public
 * events alone. */
int step_up_find(const struct view *view, uint16_t *unlikely);

/* Multiplies the ranks in `unlikely` by `factor` (0 to 1), then scales all to the sum that `p` had. If `p`
 * has no other ranks it stays as it is. */
void step_up_doubt(const double p[RANKS], uint16_t unlikely, double factor, double out[RANKS]);

#endif
