/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A variation: a person plays the moves of both sides from a position of a game; the game does not change.
 * Ranks that the person does not know stay unknown; in an attack the person chooses one. */
#ifndef VEDETTE_PLAY_TRIAL_H
#define VEDETTE_PLAY_TRIAL_H

#include "base/rng.h"
#include "game/record.h"

/* All zero: no variation. */
struct trial {
    bool on;                    /* whether there is one */
    struct record record;       /* the known part of the game, then the variation, including moves taken
                                 * back */
    struct position position;   /* after `at` of its moves */
    size_t start, at;           /* number of moves before the variation, and before the shown position */
};

/* Begins a variation after `plies` moves of a game, with what `side` knew then (SIDES: with all ranks of the
 * record). STATUS_NO if the game is over there. trial_end frees it. */
enum status trial_begin(struct trial *trial, const struct record *record, size_t plies, enum side side,
                        struct error *error);
void trial_end(struct trial *trial);

/* Returns the ranks (bit r) that the attacker of a legal move may have. Returns 0 if its rank is known or not
 * needed. */
uint16_t trial_attacker_ranks(const struct trial *trial, struct move move);
/* Returns the ranks (bit r) that the piece on the target of a legal move may have. Returns 0 if its rank is
 * known or there is no piece. */
uint16_t trial_defender_ranks(const struct trial *trial, struct move move);

/* Draws one of `ranks` (bits) for an unknown piece on a square, in proportion to the number of remaining
 * pieces. */
int trial_draw(const struct trial *trial, int square, uint16_t ranks, struct rng *rng);

/* Plays a move of the side to move; errors as position_play. */
enum status trial_play(struct trial *trial, struct move_with_ranks entered, struct error *error);

/* Steps `plies` moves back in the variation (below 0: forward), as far as possible. False if that is not at
 * all. */
bool trial_step(struct trial *trial, long plies);

#endif
