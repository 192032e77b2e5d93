/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates a learnt policy: computes the probability of each action from a side's view, and draws moves and
 * set-ups. */
#ifndef VEDETTE_POLICY_POLICY_H
#define VEDETTE_POLICY_POLICY_H

#include "base/rng.h"
#include "policy/action.h"
#include "policy/policy_net.h"

/* Steps that change the policy when it plays, but not when it learns (Perolat et al. 2022, supplement, "Test
 * Time Improvements" and table 4). Two more steps, which drop single moves, are in policy/threats.h and
 * policy/bounds.h. */
struct policy_steps {
    float threshold;      /* less probable actions are dropped, 0 .. 1; 0: none */
    int quanta;           /* in play, probabilities become multiples of 1 / quanta; 0: not changed */
    int set_up_quanta;    /* the same while pieces are placed */
    float eagerness;      /* the quiet ratio r becomes 1 - (1 - r)^eagerness; 1: not changed */
    bool memory;          /* ranks are ruled out by declined attacks (policy/declined.h) */
    bool losses;          /* lost attacks are dropped (is_lost_attack) */
};

/* The steps of table 4: 0.03, 16, 32, 2, and the memory heuristic; `losses` is not in the paper. And no
 * steps: 0, 0, 0, 1, false, false. */
extern const struct policy_steps policy_steps_paper, policy_steps_none;

/* A network and the memory to compute it; for one thread. */
struct policy;

enum { POLICY_BATCH = 8 }; /* max observations that are computed together */

/* Creates a policy for a network with the rows of `shape` (policy_net_write_rows). The network must outlive
 * it and should be packed (net_pack). STATUS_BAD if it has other rows. policy_free frees it; NULL may be
 * freed. */
enum status policy_new(const struct net *net, const struct policy_shape *shape, struct policy **policy,
                       struct error *error);
void policy_free(struct policy *policy);

/* Draws a set-up of an army, seen by its own side (struct setup). The same network, steps and random numbers
 * give the same set-up, bit for bit on each machine. */
void policy_set_up(struct policy *policy, const struct policy_steps *steps, const uint8_t army[RANKS],
                   struct rng *rng, struct setup *setup);

/* Computes the probability of each legal move of the view's side, which is to move: moves[i] has
 * probability[i], in the order of board_moves; sum 1. Returns the number of moves. */
int policy_moves(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                 struct move moves[MOVES_MAX], float probability[MOVES_MAX]);

/* Draws a move with these probabilities; MOVE_NONE if none is legal. */
struct move policy_draw_move(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                             struct rng *rng);

/* Returns the network's value for the view's side, which is to move: 1 a sure win, -1 a sure loss. */
float policy_value(struct policy *policy, const struct policy_steps *steps, const struct view *view);

/* Puts a view into the batch at the index `place`, 0 .. POLICY_BATCH - 1. The batch is valid until the policy
 * is used for something else. */
void policy_put(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                size_t place);
/* Computes the values of the first `count` views of the batch; valid until the policy is used again. */
const float *policy_values(struct policy *policy, size_t count);

/* Drops probabilities below the threshold and scales the others to sum 1; if all are below it, drops none.
 * Then, if quanta > 0, rounds them up to multiples of 1 / quanta, from the most probable on, until they sum
 * to 1, and drops the rest. `probability` has `count` numbers, with sum 1 before and after. */
void policy_sharpen(float *probability, size_t count, float threshold, int quanta);

/* Draws an index by `count` probabilities, whose sum is about 1. The probability of the drawn index is not
 * 0. */
size_t policy_draw(const float *probability, size_t count, struct rng *rng);

#endif
