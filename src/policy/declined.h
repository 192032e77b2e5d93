/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attacks that were declined: DeepNash's memory heuristic (Perolat et al. 2022, supplement, "Memory
 * heuristic"). An observation contains only the last 40 moves. This file searches the whole game for three
 * patterns and rules out ranks by them.
 *
 * It assumes that a spy attacks a known marshal, that a marshal attacks a known general or colonel, and that
 * a general attacks a known colonel; the last two only if no recapture is possible. If a side makes a quiet
 * move instead, none of its pieces next to the target has such a rank. This is usually right, but fails when
 * a player bluffs. */
#ifndef VEDETTE_POLICY_DECLINED_H
#define VEDETTE_POLICY_DECLINED_H

#include "game/view.h"

/* Finds for each piece of both sides, by number, the ranks that it is assumed not to have, bit by enum rank;
 * 0 for a piece whose rank is public. Uses only public knowledge, so both sides compute the same. A recapture
 * is possible if a piece next to the attacked one may take the attacker or fall with it, by public knowledge.
 * Does not check whether a repetition rule forbade the attack. */
void declined_attacks_find(const struct view *view, uint16_t ruled_out[PIECES]);

#endif
