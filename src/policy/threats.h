/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointless threats (Perolat et al. 2022, supplement, "Avoid repetitive play"): the same piece threatens the
 * same known weaker piece again and again, which steps aside each time. The rules allow it for long; people
 * find it annoying, and it can draw a game that could be won. */
#ifndef VEDETTE_POLICY_THREATS_H
#define VEDETTE_POLICY_THREATS_H

#include "game/board.h"

enum { THREATS_ALLOWED = 3 /* by the same piece to the same piece on the same four squares */ };

/* Whether a legal move of the side to move is a pointless threat.
 *
 * A threat is a quiet step from one square to the next that ends beside a known enemy piece which the mover
 * takes, the three squares being part of one 2x2 region. The first THREATS_ALLOWED by the two pieces on the
 * region are not pointless. A later one is if the side's previous move was such a threat, too: the piece
 * stepped aside and is threatened again at once. */
bool threat_is_pointless(const struct board *board, struct move move);

#endif
