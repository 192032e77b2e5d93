/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signature of the rules of play: a hash that changes if and only if a legal move, a battle, a limit or a
 * result changes. It does not depend on seeds, on the order of moves or on the way they are found. */
#ifndef VEDETTE_LAB_RULES_SIGNATURE_H
#define VEDETTE_LAB_RULES_SIGNATURE_H

#include "game/variant.h"

/* Returns the signature of a variant. Plays fixed games under each row of the rules, from full setups and
 * from a few pieces (where the repetition rules matter), and hashes all legal moves, battles and results,
 * one side's view, and leaf counts. Takes about 0.1 s. */
uint32_t rules_signature(const struct variant *variant);

#endif
