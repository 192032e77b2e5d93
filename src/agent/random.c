/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/kinds.h"

static struct move random_move(void *state, const struct view *view, const struct think *think)
{
    (void)state;
    struct move moves[MOVES_MAX];
    int count = board_moves(&view->board, moves);
    return count ? moves[rng_below(think->rng, (uint32_t)count)] : MOVE_NONE;
}

const struct agent_kind agent_random = {
    .name = "random",
    .help = "plays each legal move equally likely",
    .move = random_move,
};
