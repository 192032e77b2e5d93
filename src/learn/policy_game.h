/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game of Stratego as a sequence of decisions of both sides, set-ups included; and its record, from which
 * each decision can be replayed.
 *
 * First red places its army, then blue; neither sees the other's. Then each move is two decisions
 * (policy/action.h). A decision with only one legal square is made automatically. */
#ifndef VEDETTE_LEARN_POLICY_GAME_H
#define VEDETTE_LEARN_POLICY_GAME_H

#include "game/position.h"
#include "policy/action.h"
#include "policy/policy_net.h"

struct policy_game {
    const struct variant *variant; /* defines the armies */
    struct rules rules;
    int placed;                    /* number of pieces placed, of both sides together */
    struct setup setup[SIDES];
    struct position position;      /* in play */
    struct view view[SIDES];
    struct legal_actions legal;
    int selected;                  /* the square of the board whose piece was selected; SQUARE_NONE: none */
    struct outcome outcome;        /* RESULT_OPEN while decisions are due */
};

/* Starts a game in `game`, which must be all zero or hold an earlier game. policy_game_free frees its
 * memory. */
void policy_game_begin(struct policy_game *game, const struct variant *variant, const struct rules *rules);
void policy_game_free(struct policy_game *game);

static inline bool policy_game_over(const struct policy_game *game)
{
    return game->outcome.result != RESULT_OPEN;
}

/* Returns the side that must decide; the game must not be over. */
enum side policy_game_side(const struct policy_game *game);

/* Returns the kind of decision: place, piece or target. The game must not be over. */
enum policy_head policy_game_head(const struct policy_game *game);

/* Returns the legal squares of the decision, as the player sees them. */
bitboard policy_game_legal(const struct policy_game *game);

/* Writes the observation of the player that must decide. */
void policy_game_observe(const struct policy_game *game, float cell[OBSERVATION_CELLS]);

/* Plays the decision: one of the legal squares. Then plays all following decisions that have only one legal
 * square, so that every open decision has at least two. */
void policy_game_act(struct policy_game *game, int square);

/* Returns the plies played; 0 while pieces are placed. */
uint32_t policy_game_plies(const struct policy_game *game);

/* Red's result of a game that is over: 1, 0 or -1. */
static inline double policy_game_result(const struct policy_game *game)
{
    return game->outcome.result == RESULT_RED ? 1 : game->outcome.result == RESULT_BLUE ? -1 : 0;
}

/* --- records --- */

struct policy_action {
    float behaviour;               /* the probability with which it was chosen, > 0; 0: not learnt from */
    float value;                   /* the network's value for the player before it; 0: not computed */
    uint8_t square;
};

struct policy_record {
    struct policy_action *actions;
    size_t count, capacity;
    size_t own;                    /* number of actions that are learnt from (behaviour > 0) */
    uint32_t plies;                /* of a game that is over */
};

/* Appends an action and counts it if it is learnt from. */
void policy_record_add(struct policy_record *record, struct policy_action action);
void policy_record_free(struct policy_record *record);

#endif
