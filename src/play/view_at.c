/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/view_at.h"

#include "game/position.h"
#include "play/origin.h"

#include <string.h>

enum status view_at(const struct record *record, size_t plies, enum side side, struct view *view,
                        struct outcome *outcome, struct error *error)
{
    struct position position = {0};
    enum status status = record_replay(record, plies, &position, NULL, error);
    if (!status) {
        *outcome = position_outcome(&position);
        view_init(view, &position, side);
    }
    position_free(&position);
    return status;
}

static bool same_moves(const struct record *a, const struct record *b, size_t plies)
{
    return plies <= a->plies && plies <= b->plies &&
           (!plies || memcmp(a->moves, b->moves, plies * sizeof *a->moves) == 0);
}

static bool same_agents(const struct record *a, const struct record *b)
{
    bool same = true;
    for (enum side side = RED; side <= BLUE; side++)
        same &= origin_equal(&a->agent[side], &b->agent[side]) &&
                a->agent[side].since == b->agent[side].since;
    return same;
}

bool records_agree(const struct record *a, const struct record *b, size_t plies)
{
    return same_moves(a, b, plies) && same_agents(a, b) && a->seed == b->seed &&
           strcmp(a->player[RED], b->player[RED]) == 0 && strcmp(a->player[BLUE], b->player[BLUE]) == 0 &&
           memcmp(&a->start, &b->start, sizeof a->start) == 0;
}
