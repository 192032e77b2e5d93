/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The turning points of a game, as one seat saw it. */
#include "analysis/review.h"

#include <math.h>
#include <string.h>

enum { TURN_NEAR = 4 }; /* max plies from one change to the next one of the same swing */

/* Returns by how much the move of a turning point changed the chance. */
static double change_at(const struct review_turn *turn)
{
    return fabs(turn->after - turn->before);
}

/* Returns whether a spy took the marshal by a move. */
static bool is_spied_ply(const struct review *review, size_t ply)
{
    bool found = false;
    for (int i = 0; i < review->spied_count; i++)
        found |= review->spied[i] == ply;
    return found;
}

/* Appends a turning point. If there are too many, drops the smallest one, but never one where a spy took a
 * marshal. */
static void add_turn(struct review_turns *turns, const struct review_turn *turn)
{
    int counted = 0, smallest = -1;
    for (int i = 0; i < turns->count; i++) {
        const struct review_turn *other = &turns->turn[i];
        if (other->spied)
            continue;
        counted++;
        if (smallest < 0 || change_at(other) < change_at(&turns->turn[smallest]))
            smallest = i;
    }
    if (!turn->spied && counted == REVIEW_TURNS) {
        if (change_at(turn) <= change_at(&turns->turn[smallest]))
            return;
        turns->count--;
        memmove(&turns->turn[smallest], &turns->turn[smallest + 1],
                (size_t)(turns->count - smallest) * sizeof *turns->turn);
    }
    turns->turn[turns->count++] = *turn;
}

void review_find_turns(const struct review *review, enum side side, struct review_turns *turns)
{
    const double *chance = review->own_chance[side];
    struct review_turn swing = {0};
    bool open = false;
    turns->count = 0;
    for (size_t ply = 0; ply < review->plies; ply++) {
        struct review_turn turn = {.ply = ply, .first = ply, .last = ply, .before = chance[ply],
                                   .after = chance[ply + 1], .spied = is_spied_ply(review, ply)};
        if (!turn.spied && change_at(&turn) < REVIEW_MIN_TURN)
            continue;
        if (!open || ply - swing.last > TURN_NEAR || (turn.spied && swing.spied)) {
            if (open)
                add_turn(turns, &swing);
            swing = turn;
            open = true;
        } else if (turn.spied || (!swing.spied && change_at(&turn) > change_at(&swing))) {
            turn.first = swing.first;
            swing = turn;
        } else {
            swing.last = ply;
        }
    }
    if (open)
        add_turn(turns, &swing);
}
