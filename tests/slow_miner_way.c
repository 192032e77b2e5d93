/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MinerWay once more under another name, without its short cuts: a way that is watched is looked for wherever
 * it may be (no goal is far), and whatever it may be worth (any number of points). */
#include "game/square.h"

#include <math.h>

#define square_distance(a, b) ((void)(a), (void)(b), 0)
#define fmax(a, b) ((void)(a), (void)(b), (double)INFINITY)
#define plan_miner_way slow_miner_way
#include "plan/miner_way.c"
