/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of opponent: how each would move, how probable each is by the enemy's moves in this game (Bayes'
 * rule), and the evidence of these moves for the ranks of the pieces that made them. A kind gives every legal
 * move a strength, and makes the move with a probability in proportion to it. The exception is the stranger:
 * its likelihood is computed as that of people, but its future moves as those of a planner. The enemy's ranks
 * are drawn from the belief: no hidden information is used. */
#ifndef VEDETTE_OBSERVER_OPPONENTS_H
#define VEDETTE_OBSERVER_OPPONENTS_H

#include "belief/belief.h"
#include "belief/move_model.h"
#include "observer/rank_evidence.h"
#include "plan/planner.h"

enum opponent {
    OPPONENT_PLANNER,  /* moves by the planner in use */
    OPPONENT_DE_BOER,  /* moves by a planner with De Boer's options */
    OPPONENT_ATTACKER, /* moves as simple attacking programs do (observer/attack.h) */
    OPPONENT_PEOPLE,   /* draws its moves as people do (belief/move_model.h) */
    OPPONENT_STRANGER, /* a player like none of the above. Its likelihood is that of people. To expect a weak
                        * enemy would mislead, so its future moves are those of the planner in use, without
                        * approach evidence */
    OPPONENTS
};

/* Computes the strength, 0 or more, with which people make each of a view's moves, given the mover's rank,
 * which must be known. `seen`: the public state of the view; NULL: computes it. */
void people_strengths(const struct move_model_weights *weights, const struct view *view,
                      const struct public_state *seen, const struct move *moves, int count, double *strength);

/* The models that the kinds move by. */
struct opponent_models {
    const struct planner *planner;
    const struct worth_options *worth_options;
    const struct move_model_weights *people;
    const struct planner *de_boer;      /* for OPPONENT_DE_BOER; NULL: it uses `planner` */
    const struct worth_options *de_boer_worth;
    double approach;                    /* weight of approach evidence for `planner` */
};

/* The view and the beliefs of the side to move, and working memory. */
struct opponent_seat {
    const struct view *view;
    const double (*believed[SIDES])[RANKS]; /* probabilities about each side, by row and rank */
    struct plan_context *context;           /* memory for the planner: all zero, or used before */
    struct rng *rng;
    const struct public_state *seen;        /* the public state; NULL: it is computed */
};

/* Lists the legal moves of the side to move and the probability (sum 1) that a player of this kind makes
 * each. Returns their number. */
int opponent_odds(const struct opponent_models *models, enum opponent kind, const struct opponent_seat *seat,
                  struct move moves[MOVES_MAX], double odds[MOVES_MAX]);

/* Returns the move that a player of this kind makes. A move of people is drawn at random by the odds, another
 * kind makes its likeliest move. MOVE_NONE if there is no legal move. */
struct move opponent_move(const struct opponent_models *models, enum opponent kind,
                          const struct opponent_seat *seat);

/* The evidence of a game for the enemy's kind and ranks. All zero at the start of a game; opponents_free
 * frees its memory. */
struct opponents {
    enum side side;                         /* the enemy, whose moves are examined */
    double log_likelihood[OPPONENTS];       /* natural logarithm, of the examined moves, by kind */
    uint32_t moves;                         /* number of examined moves */
    struct rank_evidence evidence[OPPONENTS]; /* for the ranks of the enemy's pieces, by kind; none
                                             * for people and strangers: the guesser includes it */
    struct opponent_desk **desk;            /* working memory of each thread */
    size_t desks, desk_capacity;
};
/* Removes all evidence; keeps the memory. */
void opponents_forget(struct opponents *opponents);
/* Frees the memory. */
void opponents_free(struct opponents *opponents);

/* Copies the evidence of `from` to `to`, without its working memory. */
void opponents_copy(struct opponents *to, const struct opponents *from);

/* Examines ply `ply` of the view's history, a move of the enemy. Adds the likelihood of the move for each
 * kind, averaged over WORLDS worlds drawn from `belief` [SIDES], which must be as before that ply; worlds in
 * which the move is illegal are skipped. If `ranks` is true and the mover is still hidden, also computes the
 * likelihood for each rank the mover may have, in more worlds. This is evidence of the rank, relative to
 * people's likelihood, which the guesser includes already. The ply's number is the seed of the worlds, so
 * examining a game again gives the same result. `threads`, 1 or more, does not change the result. */
void opponents_see(struct opponents *opponents, const struct opponent_models *models, const struct view *view,
                   uint32_t ply, const struct belief *belief, bool ranks, int threads);

/* Classifies the enemy: computes the probability of each kind, sum 1. The prior keeps a fixed part of it (5
 * %). (The shares of belief/players.h are weights within the guesser.) */
void opponents_classify(const struct opponents *opponents, double weight[OPPONENTS]);

/* Computes the evidence of the moves for the ranks: the mean over the kinds, weighted by their present
 * probabilities. */
void opponents_evidence(const struct opponents *opponents, struct rank_evidence *evidence);

/* Returns the kind of opponent for world number `world`, by a low-discrepancy sequence (steps of the golden
 * section from `start`, 0 .. below 1). So even few worlds contain the kinds in about the shares `mixture`
 * (sum 1); independent draws would add noise. */
enum opponent opponent_in_turn(const double mixture[OPPONENTS], double start, uint32_t world);

#endif
