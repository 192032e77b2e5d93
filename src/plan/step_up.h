/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who has just stepped up to a known piece: rarely one that would lose to it. */
#ifndef VEDETTE_PLAN_STEP_UP_H
#define VEDETTE_PLAN_STEP_UP_H

#include "game/view.h"

/* The enemy's unknown piece that in his last ply came, quietly, beside known pieces of the view's side that
 * can move; `below` tells the ranks that would lose to each of these when they attack. NO_PIECE where there
 * is none. From public events alone. */
int step_up_find(const struct view *view, bool below[RANKS]);

/* Takes the ranks of `below` for `factor` (0 to 1) times as likely as `p` has them; then all are scaled to
 * the sum that `p` had. Where `p` has no others it stays as it is. */
void step_up_doubt(const double p[RANKS], const bool below[RANKS], double factor, double out[RANKS]);

#endif
