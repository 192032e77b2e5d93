/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TacticalDefense once more under another name, without its short cuts: hunters are looked for everywhere,
 * any move of a guard may matter, and all steps of a hunter are asked about, which may open a way to its
 * flag. */
#include "game/bitboard.h"
#include "plan/zone.h"

#define chase_grounds(prey, hard) ((void)(prey), (void)(hard), BITS_BOARD)
#define bits_box(a, b) ((void)(a), (void)(b), BITS_BOARD)
#define plan_tactical_defense slow_tactical_defense
#define plan_tactical_defense_group slow_tactical_defense_group
#include "plan/tactical_defense.c"
