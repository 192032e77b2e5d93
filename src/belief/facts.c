/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/facts.h"

static uint16_t ranks_left(const struct scene *scene, enum side side)
{
    uint16_t left = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (scene->hidden[side][rank])
            left |= (uint16_t)(1u << rank);
    return left;
}

void facts_apply(struct belief *belief)
{
    const struct scene *scene = &belief->scene;
    int base = side_base(belief->side), rows = 0;
    uint16_t left = ranks_left(scene, belief->side), mask[PIECES_A_SIDE];
    uint8_t row_of[PIECES_A_SIDE];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct scene_piece *piece = &scene->piece[base + row];
        belief->mask[row] = 0;
        if (piece->rank != RANK_UNKNOWN) {
            belief->mask[row] = (uint16_t)(1u << piece->rank);
        } else if (piece->square != SQUARE_NONE) {
            belief->mask[row] = left;
            mask[rows] = left & belief->note[row];
            if (piece->moved && belief->knowledge->kind->facts)
                mask[rows] &= (uint16_t)~RANKS_IMMOBILE;
            row_of[rows++] = (uint8_t)row;
        }
    }
    struct normal_clash clash;
    belief->clashed = !normal_support(mask, rows, scene->hidden[belief->side], &clash);
    if (belief->clashed) {
        belief->clash = (struct normal_clash){.ranks = clash.ranks, .pieces = clash.pieces,
                                              .places = clash.places};
        for (int i = 0; i < rows; i++)
            if (clash.rows >> i & 1)
                belief->clash.rows |= (uint64_t)1 << row_of[i];
        return;
    }
    for (int i = 0; i < rows; i++)
        belief->mask[row_of[i]] = mask[i];
}

bool facts_touched(const struct belief *belief, const struct event *event)
{
    const struct scene *scene = &belief->scene;
    int mover = scene->at[event->move.from], victim = scene->at[event->move.to];
    if (piece_side(mover) == belief->side)
        return !scene->piece[mover].moved ||
               (event->attacker != RANK_UNKNOWN && scene->piece[mover].rank == RANK_UNKNOWN);
    return victim != NO_PIECE && scene->piece[victim].rank == RANK_UNKNOWN;
}
