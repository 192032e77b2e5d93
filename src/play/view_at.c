/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/view_at.h"

#include "game/position.h"
#include "play/origin.h"

#include <string.h>

enum status view_init_at(const struct record *record, size_t plies, enum side side, struct view *view,
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

bool records_agree(const struct record *a, const struct record *b, size_t plies)
{
    bool same = plies <= a->plies && plies <= b->plies &&
                (!plies || memcmp(a->moves, b->moves, plies * sizeof *a->moves) == 0) && a->seed == b->seed &&
                memcmp(&a->start, &b->start, sizeof a->start) == 0;
    for (enum side side = RED; side <= BLUE && same; side++)
        same = origin_equal(&a->agent[side], &b->agent[side]) &&
               a->agent[side].since == b->agent[side].since && strcmp(a->player[side], b->player[side]) == 0;
    return same;
}
