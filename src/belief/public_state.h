/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public state: the information that both players have. It is a view without what only its owner knows,
 * so that beliefs about either side use public information only. */
#ifndef VEDETTE_BELIEF_PUBLIC_STATE_H
#define VEDETTE_BELIEF_PUBLIC_STATE_H

#include "game/view.h"

#include <stdbool.h>
#include <stdint.h>

enum { PLACE_NONE = 255 }; /* the piece's place in the setup is not known */

struct public_piece {
    uint8_t square;  /* SQUARE_NONE when captured or never there */
    uint8_t rank;    /* RANK_UNKNOWN until both sides know it */
    uint8_t place;   /* of its owner's setup, 0 .. 39 front row first, or PLACE_NONE */
    uint8_t moved;
    uint8_t from;    /* where its last move began; SQUARE_NONE before */
    uint16_t moves;  /* number of its moves since the start of the public state */
    uint16_t last;   /* number of plies after its last move, from 1; 0 before (stops at 65535) */
};

/* The public state of a game. */
struct public_state {
    uint8_t at[SQUARES];             /* piece number, NO_PIECE or LAKE */
    struct public_piece piece[PIECES];
    uint8_t unknown_count[SIDES][RANKS]; /* by rank: number of pieces whose rank is not public */
    enum side to_move;
    uint32_t plies;                  /* number of events applied */
};

/* Initialises the state before the first played ply of the view's history (after its prior_plies). Of the
 * view's own ranks only their counts are used. */
void public_state_init(struct public_state *state, const struct view *view);

/* Applies the next public event, a move of either side. `reveals` (may be NULL) gets the numbers of the
 * pieces whose rank becomes public, ended by NO_PIECE. */
void public_state_apply(struct public_state *state, const struct event *event, uint8_t reveals[3]);

/* Computes the public state at the end of the view's history. */
void public_state_replay(struct public_state *state, const struct view *view);

/* Returns whether two squares are next to each other in a row or a file. */
static inline bool squares_touch(int a, int b)
{
    int gap = a > b ? a - b : b - a;
    return gap == FILES || (gap == 1 && square_row(a) == square_row(b));
}

/* Returns the number of the piece next to `square` in a direction. NO_PIECE if there is none, or a lake or
 * the edge. */
static inline int public_state_beside(const struct public_state *state, int square, enum direction direction)
{
    int next = square_next[square][direction];
    if (next == SQUARE_NONE || state->at[next] >= PIECES)
        return NO_PIECE;
    return state->at[next];
}

/* Returns the number of a side's first piece: its row 0. */
static inline int side_base(enum side side)
{
    return side == RED ? 0 : PIECES_A_SIDE;
}

/* Returns the side to which piece `number` belongs. */
static inline enum side piece_side(int number)
{
    return number < PIECES_A_SIDE ? RED : BLUE;
}

#endif
