/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/public_state.h"

#include <string.h>

/* Copies the view's current public state, before the plies are undone. */
static void copy_now(struct public_state *state, const struct view *view)
{
    const struct board *board = &view->board;
    memset(state, 0, sizeof *state);
    memcpy(state->at, board->at, sizeof state->at);
    memcpy(state->unknown_count, board->unknown_count, sizeof state->unknown_count);
    state->to_move = board->to_move;
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        bool taken = piece->square == SQUARE_NONE;
        bool known = piece->rank != RANK_UNKNOWN && (piece->known || taken);
        state->piece[number] = (struct public_piece){
            .square = piece->square, .rank = known ? piece->rank : RANK_UNKNOWN,
            .place = PLACE_NONE, .moved = piece->moved,
            .from = SQUARE_NONE};
        if (piece->rank != RANK_UNKNOWN && !known) /* known to the view's own side only */
            state->unknown_count[piece->side][piece->rank]++;
    }
}

/* Hides a piece's rank again if it was not known before the ply. */
static void hide_unless_known(struct public_state *state, int number, bool known_before)
{
    struct public_piece *piece = &state->piece[number];
    if (known_before || piece->rank == RANK_UNKNOWN)
        return;
    state->unknown_count[piece_side(number)][piece->rank]++;
    piece->rank = RANK_UNKNOWN;
}

/* Changes the state to that before a ply, which was the last one. */
static void take_back(struct public_state *state, const struct ply *ply)
{
    struct public_piece *mover = &state->piece[ply->mover];
    if (mover->square != SQUARE_NONE)
        state->at[mover->square] = NO_PIECE;
    if (ply->victim != NO_PIECE) {
        state->piece[ply->victim].square = ply->move.to;
        state->at[ply->move.to] = ply->victim;
        hide_unless_known(state, ply->victim, ply->victim_known);
    }
    mover->square = ply->move.from;
    mover->moved = ply->mover_moved;
    state->at[ply->move.from] = ply->mover;
    hide_unless_known(state, ply->mover, ply->mover_known);
    state->to_move = side_other(state->to_move);
}

void public_state_init(struct public_state *state, const struct view *view)
{
    const struct board *board = &view->board;
    copy_now(state, view);
    for (uint32_t i = board->plies; i > board->prior_plies; i--)
        take_back(state, &board->history[i - 1]);
    for (int number = 0; number < PIECES; number++) {
        struct public_piece *piece = &state->piece[number];
        int place = -1; /* not known of a piece that has moved before the start */
        if (piece->square != SQUARE_NONE && !piece->moved)
            place = setup_index(piece_side(number), piece->square);
        piece->place = place < 0 ? PLACE_NONE : (uint8_t)place;
    }
}

/* Makes a piece's rank public. Does nothing if `rank` is unknown or already public. Appends the piece to
 * `reveals` and returns the new count. */
static int reveal(struct public_state *state, int number, int rank, uint8_t *reveals, int count)
{
    struct public_piece *piece = &state->piece[number];
    if (rank == RANK_UNKNOWN || piece->rank != RANK_UNKNOWN)
        return count;
    piece->rank = (uint8_t)rank;
    state->unknown_count[piece_side(number)][rank]--;
    reveals[count] = (uint8_t)number;
    return count + 1;
}

void public_state_apply(struct public_state *state, const struct event *event, uint8_t reveals[3])
{
    uint8_t unused[3];
    int count = 0, from = event->move.from, to = event->move.to;
    int number = state->at[from], victim = state->at[to];
    struct public_piece *mover = &state->piece[number];
    state->to_move = piece_side(number); /* the other side may have lost a turn */
    if (!reveals)
        reveals = unused;
    state->plies++;
    mover->moved = 1;
    mover->from = (uint8_t)from;
    mover->moves = (uint16_t)(mover->moves + (mover->moves < UINT16_MAX));
    mover->last = (uint16_t)(state->plies < UINT16_MAX ? state->plies : UINT16_MAX);
    count = reveal(state, number, event->attacker, reveals, count);
    if (victim != NO_PIECE)
        count = reveal(state, victim, event->defender, reveals, count);
    reveals[count] = NO_PIECE;

    state->at[from] = NO_PIECE;
    if (event->battle == BATTLE_WON || event->battle == BATTLE_BOTH)
        state->piece[victim].square = SQUARE_NONE;
    if (event->battle <= BATTLE_WON) { /* won, or none */
        state->at[to] = (uint8_t)number;
        mover->square = (uint8_t)to;
    } else {
        mover->square = SQUARE_NONE;
        if (event->battle == BATTLE_BOTH)
            state->at[to] = NO_PIECE;
    }
    state->to_move = side_other(state->to_move);
}

void public_state_replay(struct public_state *state, const struct view *view)
{
    const struct board *board = &view->board;
    public_state_init(state, view);
    for (uint32_t i = board->prior_plies; i < board->plies; i++) {
        struct event event = board_event(board, i);
        public_state_apply(state, &event, NULL);
    }
    state->to_move = board->to_move;
}
