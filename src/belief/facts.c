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

/* The open rows' masks, without what the counts of ranks say of all of them together. */
struct open_rows {
    int rows;
    uint16_t mask[PIECES_A_SIDE];
    uint8_t row_of[PIECES_A_SIDE];
};

static void open_masks(struct belief *belief, uint16_t left, struct open_rows *open)
{
    const struct scene *scene = &belief->scene;
    int base = side_base(belief->side);
    open->rows = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct scene_piece *piece = &scene->piece[base + row];
        belief->mask[row] = 0;
        if (piece->rank != RANK_UNKNOWN) {
            belief->mask[row] = (uint16_t)(1u << piece->rank);
        } else if (piece->square != SQUARE_NONE) {
            uint16_t may = RANKS_ALL;
            if (piece->moved && belief->knowledge->kind->facts)
                may &= (uint16_t)~RANKS_IMMOBILE;
            /* What holds if the facts should contradict each other: what was seen of this piece itself. */
            uint16_t alone = left & may ? left & may : may;
            belief->mask[row] = alone & belief->note[row] ? alone & belief->note[row] : alone;
            open->mask[open->rows] = left & may & belief->note[row];
            open->row_of[open->rows++] = (uint8_t)row;
        }
    }
}

/* With spare rows of the mask `spare` the ranks go into the rows. */
static bool spared_support(struct belief *belief, struct open_rows *open, uint16_t spare,
                           struct normal_clash *clash)
{
    for (int i = 0; i < belief->spares; i++)
        open->mask[open->rows + i] = spare;
    if (!normal_support(open->mask, open->rows + belief->spares,
                        belief->scene.hidden[belief->side], clash))
        return false;
    belief->spare_mask = belief->spares ? open->mask[open->rows] : 0;
    return true;
}

void facts_apply(struct belief *belief)
{
    uint16_t left = ranks_left(&belief->scene, belief->side);
    struct open_rows open;
    struct normal_clash clash;
    int hidden = 0;
    open_masks(belief, left, &open);
    for (int rank = 0; rank < RANKS; rank++)
        hidden += belief->scene.hidden[belief->side][rank];
    belief->spares = hidden > open.rows ? hidden - open.rows : 0;
    if (belief->spares > PIECES_A_SIDE - open.rows)
        belief->spares = PIECES_A_SIDE - open.rows;
    belief->spare_mask = left;
    /* A side without its flag has lost: it is one of the ranks that are there, if any piece can be it. */
    uint16_t no_flag = left & (uint16_t) ~(1u << FLAG);
    belief->clashed = !spared_support(belief, &open, no_flag, &clash) &&
                      !spared_support(belief, &open, left, &clash);
    if (belief->clashed) {
        belief->clash = (struct normal_clash){.ranks = clash.ranks, .pieces = clash.pieces,
                                              .places = clash.places};
        for (int i = 0; i < open.rows; i++)
            if (clash.rows >> i & 1)
                belief->clash.rows |= (uint64_t)1 << open.row_of[i];
        return;
    }
    for (int i = 0; i < open.rows; i++)
        belief->mask[open.row_of[i]] = open.mask[i];
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
