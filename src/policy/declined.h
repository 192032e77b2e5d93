/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attacks that were declined: DeepNash's memory heuristic (Perolat et al. 2022, supplement, "Memory
 * heuristic"). An observation has the last 40 moves only. This file looks through the whole game for three
 * patterns and rules ranks out by them.
 *
 * It assumes that a spy attacks a known marshal, a marshal a known general or colonel, and a general a known
 * colonel, the last two if no recapture is possible. If a side makes a quiet move instead, none of its
 * pieces that could have attacked so has that rank. Mostly right, but not always: a bluff breaks it. */
#ifndef VEDETTE_POLICY_DECLINED_H
#define VEDETTE_POLICY_DECLINED_H

#include "game/view.h"

/* For each piece of both sides, by number: the ranks that it is assumed not to be, bit by enum rank; 0 for a
 * piece whose rank is public. Uses public knowledge alone: both sides compute the same.
 *
 * A recapture is possible if a piece next to the attacked one may take the attacker or fall with it, by what
 * is public. Whether a repetition rule forbade the attack is not looked at. */
void declined_attacks(const struct view *view, uint16_t ruled_out[PIECES]);

#endif
