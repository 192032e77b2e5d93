/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counting habits and their features share: classes of counters, and what a piece is like. */
#ifndef VEDETTE_BELIEF_HABIT_PARTS_H
#define VEDETTE_BELIEF_HABIT_PARTS_H

#include "belief/habits.h"

enum { HABIT_SETUP_ROWS = 4 }; /* rows of a setup */

/* Returns the number of limits that are less than n. */
static inline int habit_class_of(int n, const int *limits, int count)
{
    int class = 0;
    for (int i = 0; i < count; i++) /* without a branch, as it would be unpredictable */
        class += n > limits[i];
    return class;
}
#define HABIT_CLASS(n, ...) \
    habit_class_of(n, (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

/* Returns the class, 0 .. 6, of the number of turns that a piece waited. */
static inline int habit_waited_class(int turns)
{
    return HABIT_CLASS(turns, 0, 3, 10, 25, 60, 120);
}

/* Returns the class, 0 .. 4, of the number of own moves (two plies each) since the piece's last one. */
static inline int habit_lately_class(const struct public_state *state, const struct public_piece *piece)
{
    return HABIT_CLASS((int)((state->plies + 1 - piece->last) / 2), 1, 3, 8, 20);
}

/* Returns whether the piece made its side's last move. */
static inline bool habit_just_moved(const struct public_state *state, const struct public_piece *piece,
                                    enum side side)
{
    /* If the side is to move, the last ply was the enemy's. */
    return piece->last && piece->last + (uint32_t)(state->to_move == side) == state->plies;
}

/* Returns the row of a square counted from the side's own edge, 0 .. 9. */
static inline int habit_row_ahead(enum side side, int square)
{
    return side == RED ? square_row(square) : ROWS - 1 - square_row(square);
}

/* Returns the target index of an enemy piece: its rank, HABIT_UNMOVED or HABIT_MOVED. */
static inline int habit_target(const struct public_piece *piece)
{
    if (piece->rank != RANK_UNKNOWN)
        return piece->rank;
    return piece->moved ? HABIT_MOVED : HABIT_UNMOVED;
}

/* Returns whether the piece is on the board and its rank is not public. */
static inline bool habit_is_hidden(const struct public_piece *piece)
{
    return piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN;
}

/* The features of a piece depend on its counters and on this, which is the same for all pieces. */
struct habit_context {
    int phase, losses; /* classes of own moves made and own pieces lost */
    int enemy[3];  /* of the enemy's marshal, general, spy: 0 hidden, 1 known, 2 taken */
};

/* Computes the context of the features. `own_moves`: made by the observed side, `side`. */
struct habit_context habit_context_find(int own_moves, const struct public_state *state, enum side side);

/* Returns a number that is different for each context: its digits are phase, losses and enemy[]. */
uint16_t habit_context_number(const struct habit_context *context);

/* Fills the row with all features of a hidden piece. */
void habit_features_find(struct habit_row *row, const struct habit_piece *counts,
                         const struct habit_context *context, const struct public_state *state, int number);

/* Sums the weights of the row's features, for both kinds of player. */
void habit_weights_sum(struct habit_row *row, const struct habit_weights *weights);

#endif
