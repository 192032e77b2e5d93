/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The referee's position: a board with every rank that is known to any side, and its start. Code that must
 * not know the enemy's hidden ranks gets a view instead (game/view.h). */
#ifndef VEDETTE_GAME_POSITION_H
#define VEDETTE_GAME_POSITION_H

#include "game/board.h"

struct position {
    struct placement start;
    struct prior_ply *prior;   /* the plies set by position_set_prior_plies */
    size_t prior_count;
    struct board board;
};

/* Initialises a position. STATUS_BAD if the placement is not sound; then there is nothing to free.
 * position_free frees its memory; a position of all zero may be freed too. */
enum status position_init(struct position *position, const struct placement *start,
                          const struct rules *rules, struct error *error);
void position_free(struct position *position);

/* Sets the plies that led to a new position, so that the repetition rules and limits count them. STATUS_BAD
 * if they cannot have led to it. */
enum status position_set_prior_plies(struct position *position, const struct prior_ply *plies, size_t count,
                                     struct error *error);

/* Writes the last plies that the repetition rules may still need into `plies`, for
 * position_set_prior_plies; with NULL only counts them. Returns their number. */
size_t position_needed_history(const struct position *position, struct prior_ply *plies);

/* Plays a move. Unknown pieces get the ranks that `entered` states. On an error the position is unchanged:
 * STATUS_NO if the move is illegal or the game is over; STATUS_BAD if the stated ranks contradict the known
 * ones, or an unknown piece is in an attack and its rank is not stated. `event` (may be NULL) gets what
 * both sides saw. */
enum status position_play(struct position *position, struct move_with_ranks entered, struct event *event,
                          struct error *error);

/* Returns the result by the rules after the moves played; RESULT_OPEN if the game goes on. */
struct outcome position_outcome(const struct position *position);

/* Makes `now` the current position as a placement, as a position file contains it. Of the history it keeps
 * only the counts for the limits on moves. */
void position_to_placement(const struct position *position, struct placement *now);

/* Counts the positions after `depth` plies by making and unmaking every move, for tests and speed
 * measurements. A game that has ended has no further positions. */
uint64_t position_perft(struct position *position, int depth);

#endif
