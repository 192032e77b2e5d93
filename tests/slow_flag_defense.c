/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FlagDefense once more under another name, without its short cut: no stopper is ever in time by a look, so
 * each way is searched. */
#include "plan/path.h"

#include <string.h>

#define path_within(square, walls, max, within) \
    ((void)(square), (void)(walls), (void)memset((within), 0, ((max) + 1) * sizeof(bitboard)))
#define plan_flag_defense slow_flag_defense
#include "plan/flag_defense.c"
