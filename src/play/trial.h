/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line that is tried beside a game: both sides' moves are a person's, and the game stays as it is. Where
 * the person does not know all ranks, the line starts from what is known alone: who is unknown there is
 * unknown here, and what he shall be in a fight is asked. */
#ifndef VEDETTE_PLAY_TRIAL_H
#define VEDETTE_PLAY_TRIAL_H

#include "base/rng.h"
#include "game/record.h"

/* All zero: no line is tried. */
struct trial {
    bool on;
    struct record record;       /* the game as far as it is known, and the line, moves taken back too */
    struct position position;   /* behind `at` of its moves */
    size_t start, at;           /* moves: the line's beginning, and what is shown */
};

/* Makes of a game what `side` knew behind so many of its moves: the enemy's ranks are '?', those that fights
 * have told stand in the moves. Seed and players' options are not in it. STATUS_BAD where a move cannot be
 * played. `seen` is cleared by the caller before, and after. */
enum status record_seen_by(const struct record *record, size_t plies, enum side side, struct record *seen,
                           struct error *error);

/* Begins a line behind `plies` moves of a game, by what `side` knew then; SIDES: by all that the record
 * knows. STATUS_NO where the game is over there. trial_end gives all back. */
enum status trial_begin(struct trial *trial, const struct record *record, size_t plies, enum side side,
                        struct error *error);
void trial_end(struct trial *trial);

/* The ranks (bit r) that the attacker or the defender of a move may have: 0 where it is known, or no rank of
 * it is needed. The move is legal. */
uint16_t trial_attacker(const struct trial *trial, struct move move);
uint16_t trial_defender(const struct trial *trial, struct move move);

/* Of these ranks of an unknown piece on a square one at random, each as likely as there are pieces of it. */
int trial_draw(const struct trial *trial, int square, uint16_t ranks, struct rng *rng);

/* Plays a move of the side to move; errors as position_play. */
enum status trial_play(struct trial *trial, struct move_with_ranks entered, struct error *error);

/* Takes so many moves of the line back (below 0: plays those again that were taken back), as far as there
 * are; false where there is none. */
bool trial_step(struct trial *trial, long plies);

#endif
