/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence of the moves that the observed side made and did not make, by the learnt strengths of moves
 * (belief/move_model.h). For each hidden piece and rank
 *
 *     P(move | rank) = strength of the move
 *                      / (strengths of the others + strengths of the piece with that rank),
 *
 * where the others' strengths are the expected ones by the belief before the move. A factor common to all
 * ranks of a piece does not matter. This is computed with the weights of people and with those of programs;
 * the ratio of both likelihoods is evidence of the kind of player. */
#ifndef VEDETTE_BELIEF_MOVE_EVIDENCE_H
#define VEDETTE_BELIEF_MOVE_EVIDENCE_H

#include "belief/player_kind.h"
#include "game/view.h"

struct belief;

struct move_evidence {
    float log_likelihood[PIECES_A_SIDE][PLAYER_KINDS][RANKS]; /* natural logarithms, up to a constant for each
                                                               * row and kind of player */
};

/* Returns the log likelihoods of a row by rank, if this kind of player plays. */
static inline const float *move_evidence_logs(const struct move_evidence *moves, int row,
                                              enum player_kind player)
{
    return moves->log_likelihood[row][player];
}

/* Adds the evidence of a move of the observed side, before the move is applied to the public state. Also
 * updates the estimate of the kind of player (belief/players.h). */
void move_evidence_watch(struct belief *belief, const struct event *event);

#endif
