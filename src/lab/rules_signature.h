/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number that stands for the rules of play: it changes when a legal move, a battle, a limit or a result
 * does, and else never. Neither a seed, nor the order of moves, nor how they are found is in it. */
#ifndef VEDETTE_LAB_RULES_SIGNATURE_H
#define VEDETTE_LAB_RULES_SIGNATURE_H

#include "game/variant.h"

/* Plays fixed games of a variant under each row of the rules, from full setups and from a few pieces (where
 * the repetition rules bite), and takes in every legal move, every battle and every result, what one side
 * sees of it, and leaf counts. About a tenth of a second. */
uint32_t rules_signature(const struct variant *variant);

#endif
