/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TacticalDefense once more under another name, without most of its short cuts: hunters are looked for
 * everywhere, moves of all pieces count, wherever they are (for a hunter tied to its flag those near the
 * lines of the piece, as the plan has it), and so does any step of a hunter that would open a way to its
 * flag. That these steps are examined last is tested in test_zone.c. */
#include "game/bitboard.h"
#include "plan/zone.h"

#define chase_zone_squares(prey, hard) ((void)(prey), (void)(hard), BITS_BOARD)
#define chase_relevant_squares(chase) ((void)(chase), BITS_BOARD)
#define bits_box(a, b) ((void)(a), (void)(b), BITS_BOARD)
#define plan_tactical_defense slow_tactical_defense
#include "plan/tactical_defense.c"
