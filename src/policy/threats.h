/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointless threats (Perolat et al. 2022, supplement, "Avoid repetitive play"): the same piece threatens the
 * same known weaker piece many times, and the weaker piece steps aside each time. The rules allow this for a
 * long time; people find it annoying, and a game that could be won may become a draw. */
#ifndef VEDETTE_POLICY_THREATS_H
#define VEDETTE_POLICY_THREATS_H

#include "game/board.h"

enum { THREATS_ALLOWED = 3 /* by the same piece to the same piece on the same four squares */ };

/* Returns whether a legal move of the side to move is a pointless threat.
 *
 * A threat is a quiet step of one square that ends beside a known enemy piece which the mover beats; the
 * three squares must be part of one 2x2 region. The first THREATS_ALLOWED threats of the same two pieces on
 * the same region are not pointless. A later one is pointless if the side's previous move was such a threat
 * too: the enemy piece stepped aside and is threatened again at once. */
bool threat_is_pointless(const struct board *board, struct move move);

#endif
