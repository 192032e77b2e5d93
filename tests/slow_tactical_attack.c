/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TacticalAttack once more under another name, without its short cut: each way to the flag is searched, as if
 * free squares led to it from everywhere. */
#include "game/bitboard.h"
#include "plan/path.h"

#define path_leading_to(square, walls) ((void)(square), (void)(walls), BITS_BOARD)
#define plan_tactical_attack slow_tactical_attack
#include "plan/tactical_attack.c"
