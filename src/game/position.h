/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The referee's truth: a board with every rank that anybody knows, and where it started from.
 * Rooms that must not know the enemy's hidden ranks are never given one: they get a view. */
#ifndef VEDETTE_GAME_POSITION_H
#define VEDETTE_GAME_POSITION_H

#include "game/board.h"

struct position {
    struct placement start;
    struct prior_ply *prior;   /* the plies told by position_set_prior_plies */
    size_t prior_count;
    struct board board;
};

/* Starts a position; STATUS_BAD where the placement is not sound. position_free gives the memory
 * back; all zero may be freed. */
enum status position_init(struct position *position, const struct placement *start,
                          const struct rules *rules, struct error *error);
void position_free(struct position *position);

/* Tells a fresh position which plies led to it (board_set_prior_plies). */
enum status position_set_prior_plies(struct position *position, const struct prior_ply *plies, size_t count,
                                     struct error *error);

/* The last plies as position_set_prior_plies wants them, as many as the repetition rules may still need, into
 * `plies` (NULL: only count them). Returns how many. */
size_t position_memory(const struct position *position, struct prior_ply *plies);

/* Plays a move if it is legal and the game is not over; otherwise nothing is changed: STATUS_NO and
 * a sentence for an illegal move, STATUS_BAD where the told ranks contradict what is known or a '?'
 * fights and its rank is not told. `event` (may be NULL) gets what everybody saw. */
enum status position_play(struct position *position, struct move_with_ranks entered, struct event *event,
                          struct error *error);

/* The result by the rules after the moves played. */
struct outcome position_outcome(const struct position *position);

/* Where the pieces stand now, as a placement (what a position file of this moment says). Of the history
 * only the numbers are in it that the limits count. */
void position_placement(const struct position *position, struct placement *now);

/* How many leaf positions there are `depth` plies on: every move made and taken back, no counting in
 * bulk; a game that has ended has no further leaves. */
uint64_t position_perft(struct position *position, int depth);

#endif
