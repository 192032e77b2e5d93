/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game of Stratego as a policy plays it: one decision after the other, of both sides, set-ups included; and
 * its record, from which each decision is seen again as it was.
 *
 * First red places its army, then blue, neither sees the other's. Then each move is two decisions
 * (policy/action.h), less those where only one square is possible. */
#ifndef VEDETTE_LEARN_POLICY_GAME_H
#define VEDETTE_LEARN_POLICY_GAME_H

#include "game/position.h"
#include "policy/action.h"
#include "policy/policy_net.h"

struct policy_game {
    const struct variant *variant; /* whose armies are given */
    struct rules rules;
    int placed;                    /* pieces of both sides together */
    struct setup setup[SIDES];
    struct position position;      /* in play */
    struct view view[SIDES];
    struct legal_actions legal;
    int selected;                  /* the square of the board whose piece was selected; SQUARE_NONE: none */
    struct outcome outcome;        /* RESULT_OPEN while decisions are due */
};

/* Begins a game in memory of all zero or of a game before. policy_game_free gives its memory back. */
void policy_game_begin(struct policy_game *game, const struct variant *variant, const struct rules *rules);
void policy_game_free(struct policy_game *game);

static inline bool policy_game_over(const struct policy_game *game)
{
    return game->outcome.result != RESULT_OPEN;
}

/* Whose decision is due, and of which kind; there is one. */
enum side policy_game_side(const struct policy_game *game);
enum policy_head policy_game_head(const struct policy_game *game);

/* What may be chosen: squares as the player sees them. */
bitboard policy_game_legal(const struct policy_game *game);

/* What the player sees. */
void policy_game_observe(const struct policy_game *game, float cell[OBSERVATION_CELLS]);

/* Plays the decision: one of the legal squares. Where only one square is then possible, it is chosen at once:
 * each decision that is due has at least two. */
void policy_game_act(struct policy_game *game, int square);

/* Plies played; 0 while pieces are placed. */
uint32_t policy_game_plies(const struct policy_game *game);

/* Red's result of a game that is over: 1, 0 or -1. */
static inline double policy_game_result(const struct policy_game *game)
{
    return game->outcome.result == RESULT_RED ? 1 : game->outcome.result == RESULT_BLUE ? -1 : 0;
}

/* --- records --- */

struct policy_action {
    float behaviour;               /* the probability with which it was chosen, > 0; 0: not learnt from */
    float value;                   /* the network's value for the player then; 0 where it was not asked for */
    uint8_t square;
};

struct policy_record {
    struct policy_action *actions;
    size_t count, capacity;
    size_t own;                    /* actions that are learnt from: not an opponent's */
    uint32_t plies;                /* of a game that is over */
};

void policy_record_add(struct policy_record *record, struct policy_action action);
void policy_record_free(struct policy_record *record);

#endif
