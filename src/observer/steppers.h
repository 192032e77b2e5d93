/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who has stepped up to a known piece. Programs do not bluff, and few people do: an unknown piece that goes
 * next to a piece it knows is rarely one that the known piece takes. */
#ifndef VEDETTE_OBSERVER_STEPPERS_H
#define VEDETTE_OBSERVER_STEPPERS_H

#include "belief/public_state.h"

struct steppers {
    uint16_t weaker[PIECES_A_SIDE]; /* by number from the side's first piece: ranks (bit r) that a piece is
                                     * rarely, as it has stepped up to a known piece that takes them */
};

/* Looks through the view's history for the quiet moves by which hidden pieces of `side` went next to known
 * pieces of the other side they had not stood beside. Uses public knowledge alone. */
void steppers_find(struct steppers *steppers, const struct view *view, enum side side);

/* How likely a whole assignment of ranks (RANK_UNKNOWN: no such piece) is by this against one without it:
 * `share` (0 .. 1) for each piece that would be weaker. */
double steppers_likelihood(const struct steppers *steppers, double share, const uint8_t rank[PIECES_A_SIDE]);

/* Makes the ranks that a piece is rarely `share` times as probable as the others; each row adds up to what
 * it did before. The columns are left alone. */
void steppers_weigh(const struct steppers *steppers, double share, double p[PIECES_A_SIDE][RANKS]);

#endif
