/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A learnt policy at work: from what a side knows to the probability of each action, and to a move or a
 * set-up that is drawn from them. */
#ifndef VEDETTE_POLICY_POLICY_H
#define VEDETTE_POLICY_POLICY_H

#include "base/rng.h"
#include "policy/action.h"
#include "policy/policy_net.h"

/* Changes to the policy when it plays and does not learn (Perolat et al. 2022, supplement, "Test Time
 * Improvements" and table 4). Those that drop single moves after it are in
 * policy/threats.h and policy/bounds.h. */
struct policy_steps {
    float threshold;      /* less probable actions are dropped, 0 .. 1; 0: none */
    int quanta;           /* of probability in play: 1 / quanta each; 0: as many as one likes */
    int set_up_quanta;    /* while pieces are placed */
    float eagerness;      /* r' = 1 - (1 - r)^eagerness of the quiet ratio r; 1: as it is */
    bool memory;          /* ranks are ruled out by declined attacks (policy/declined.h) */
    bool losses;          /* lost attacks are dropped (is_lost_attack) */
};

/* Table 4: 0.03, 16, 32, 2, and the memory heuristic; losses are not the paper's. And none of them: 0, 0, 0,
 * 1, false, false. */
extern const struct policy_steps policy_steps_paper, policy_steps_none;

/* A network and memory to compute it with: of one thread. */
struct policy;

enum { POLICY_BATCH = 8 }; /* observations that are computed together, at most */

/* Takes a network with the rows of `shape` (policy_net_rows), which must outlive the policy and should be
 * packed (net_pack). STATUS_BAD where it has other rows. policy_free gives the memory back; NULL may be
 * freed. */
enum status policy_new(const struct net *net, const struct policy_shape *shape, struct policy **policy,
                       struct error *error);
void policy_free(struct policy *policy);

/* Draws a set-up of an army, seen by its own side (struct setup). Same network, steps and random numbers: the
 * same set-up, bit for bit on each machine. */
void policy_set_up(struct policy *policy, const struct policy_steps *steps, const uint8_t army[RANKS],
                   struct rng *rng, struct setup *setup);

/* The probability of each legal move of the view's side, which is to move: moves[i] with probability[i], in
 * the order of board_moves; they sum to 1. Returns how many. */
int policy_moves(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                 struct move moves[MOVES_MAX], float probability[MOVES_MAX]);

/* Draws a move by the same probabilities; MOVE_NONE where none is legal. */
struct move policy_draw_move(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                             struct rng *rng);

/* The network's value for the view's side, which is to move: 1 a sure win, -1 a sure loss. */
float policy_value(struct policy *policy, const struct policy_steps *steps, const struct view *view);

/* The same for several views: each is put in a place from 0 to POLICY_BATCH - 1, then the values of the first
 * `count` places are computed. They hold until the policy is used again; so do the places. */
void policy_put(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                size_t place);
const float *policy_values(struct policy *policy, size_t count);

/* Drops what is below the threshold, rounds up to multiples of 1 / quanta from the most probable on until
 * they sum to 1, and drops the rest. `count` probabilities that sum to 1 before and after. Where all are
 * below the threshold, none is dropped for it. */
void policy_sharpen(float *probability, size_t count, float threshold, int quanta);

/* An index drawn by `count` probabilities that sum to about 1; one whose probability is not 0. */
size_t policy_draw(const float *probability, size_t count, struct rng *rng);

#endif
