/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/scene.h"

#include <string.h>

/* How things stand now, before the plies are taken back. */
static void copy_now(struct scene *scene, const struct view *view)
{
    const struct board *board = &view->board;
    memset(scene, 0, sizeof *scene);
    memcpy(scene->at, board->at, sizeof scene->at);
    memcpy(scene->hidden, board->pool, sizeof scene->hidden);
    scene->to_move = board->to_move;
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        bool taken = piece->square == SQUARE_NONE;
        bool open = piece->rank != RANK_UNKNOWN && (piece->known || taken);
        scene->piece[number] = (struct scene_piece){
            .square = piece->square, .rank = open ? piece->rank : RANK_UNKNOWN,
            .place = PLACE_NONE, .moved = piece->moved,
            .from = SQUARE_NONE};
        if (piece->rank != RANK_UNKNOWN && !open)
            scene->hidden[piece->side][piece->rank]++;
    }
}

static void forget(struct scene *scene, int number, bool known_before)
{
    struct scene_piece *piece = &scene->piece[number];
    if (known_before || piece->rank == RANK_UNKNOWN)
        return;
    scene->hidden[piece_side(number)][piece->rank]++;
    piece->rank = RANK_UNKNOWN;
}

static void take_back(struct scene *scene, const struct ply *ply)
{
    struct scene_piece *mover = &scene->piece[ply->mover];
    if (mover->square != SQUARE_NONE)
        scene->at[mover->square] = NO_PIECE;
    if (ply->victim != NO_PIECE) {
        scene->piece[ply->victim].square = ply->move.to;
        scene->at[ply->move.to] = ply->victim;
        forget(scene, ply->victim, ply->victim_known);
    }
    mover->square = ply->move.from;
    mover->moved = ply->mover_moved;
    scene->at[ply->move.from] = ply->mover;
    forget(scene, ply->mover, ply->mover_known);
    scene->to_move = side_other(scene->to_move);
}

void scene_init(struct scene *scene, const struct view *view)
{
    const struct board *board = &view->board;
    copy_now(scene, view);
    for (uint32_t i = board->plies; i > board->recalled; i--)
        take_back(scene, &board->history[i - 1]);
    for (int number = 0; number < PIECES; number++) {
        struct scene_piece *piece = &scene->piece[number];
        int place = -1;
        if (piece->square != SQUARE_NONE && !piece->moved)
            place = setup_index(piece_side(number), piece->square);
        piece->place = place < 0 ? PLACE_NONE : (uint8_t)place;
    }
}

static int reveal(struct scene *scene, int number, int rank, uint8_t *reveals, int count)
{
    struct scene_piece *piece = &scene->piece[number];
    if (rank == RANK_UNKNOWN || piece->rank != RANK_UNKNOWN)
        return count;
    piece->rank = (uint8_t)rank;
    scene->hidden[piece_side(number)][rank]--;
    reveals[count] = (uint8_t)number;
    return count + 1;
}

void scene_event(struct scene *scene, const struct event *event, uint8_t reveals[3])
{
    uint8_t unused[3];
    int count = 0, from = event->move.from, to = event->move.to;
    int number = scene->at[from], victim = scene->at[to];
    struct scene_piece *mover = &scene->piece[number];
    if (!reveals)
        reveals = unused;
    scene->plies++;
    mover->moved = 1;
    mover->from = (uint8_t)from;
    mover->moves = (uint16_t)(mover->moves + (mover->moves < UINT16_MAX));
    mover->last = (uint16_t)(scene->plies < UINT16_MAX ? scene->plies : UINT16_MAX);
    count = reveal(scene, number, event->attacker, reveals, count);
    if (victim != NO_PIECE)
        count = reveal(scene, victim, event->defender, reveals, count);
    reveals[count] = NO_PIECE;

    scene->at[from] = NO_PIECE;
    if (event->battle == BATTLE_WON || event->battle == BATTLE_BOTH)
        scene->piece[victim].square = SQUARE_NONE;
    if (event->battle <= BATTLE_WON) {
        scene->at[to] = (uint8_t)number;
        mover->square = (uint8_t)to;
    } else {
        mover->square = SQUARE_NONE;
        if (event->battle == BATTLE_BOTH)
            scene->at[to] = NO_PIECE;
    }
    scene->to_move = side_other(scene->to_move);
}
