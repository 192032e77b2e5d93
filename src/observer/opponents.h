/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of enemy that may sit there: how each would move, how probable each is by the moves that he made
 * in this game (Bayes' rule), and what his moves tell of the ranks of those who made them. A kind gives every
 * legal move a strength; it is taken to make a move with a probability in proportion to that, but for a
 * stranger: how probable he is goes by the moves of people, while he is imagined to make others. The enemy's
 * ranks are drawn from what is believed of him: nothing hidden is used. */
#ifndef VEDETTE_OBSERVER_OPPONENTS_H
#define VEDETTE_OBSERVER_OPPONENTS_H

#include "belief/belief.h"
#include "belief/move_model.h"
#include "observer/rank_evidence.h"
#include "plan/planner.h"

enum opponent {
    OPPONENT_PLANNER,  /* goes by the planner at hand */
    OPPONENT_DE_BOER,  /* goes by one with other numbers, De Boer's */
    OPPONENT_ATTACKER, /* as programs for a club's competition (observer/attack.h) */
    OPPONENT_PEOPLE,   /* draws its moves as people do (belief/move_model.h) */
    OPPONENT_STRANGER, /* moves like no program here, that is, as people do for all one can tell; but to count
                        * on a weak enemy misleads, so it is imagined to plan as the planner at hand, and not
                        * to take a piece for strong because it has stepped up to a known one */
    OPPONENTS
};

/* How readily people make each of a view's moves with the piece it is; the ranks of the side to move must be
 * known. 0 or more. `seen`: what everybody has seen of the game so far, or NULL: that is worked out. */
void people_strengths(const struct move_model_weights *weights, const struct view *view,
                      const struct public_state *seen, const struct move *moves, int count, double *strength);

/* What the kinds go by. */
struct opponent_models {
    const struct planner *planner;
    const struct worth_options *worth_options;
    const struct move_model_weights *people;
    const struct planner *de_boer;      /* NULL: there is none, and that kind goes by the planner at hand */
    const struct worth_options *de_boer_worth;
    double approach;                    /* weight of approach evidence to the planner at hand */
};

/* What the side to move of a view sees and believes, and the memory to think in. */
struct opponent_seat {
    const struct view *view;
    const double (*believed[SIDES])[RANKS]; /* of each side, by number from its first piece */
    struct plan_context *context;           /* for the planner: all zero, or filled in before */
    struct rng *rng;
    const struct public_state *seen;        /* what everybody has seen; NULL: that is worked out */
};

/* The legal moves of the side to move and the probability with which such a player is imagined to make each,
 * together 1; returns how many. */
int opponent_odds(const struct opponent_models *models, enum opponent kind, const struct opponent_seat *seat,
                  struct move moves[MOVES_MAX], double odds[MOVES_MAX]);

/* The move that such a player makes: of people drawn, of the others the best; MOVE_NONE: there is none. */
struct move opponent_move(const struct opponent_models *models, enum opponent kind,
                          const struct opponent_seat *seat);

/* What a game tells of the enemy's kind and ranks. All zero at the beginning of a game; opponents_free gives
 * its memory back. */
struct opponents {
    enum side side;                         /* whose moves */
    double log_likelihood[OPPONENTS];       /* of the moves that were looked at */
    uint32_t moves;                         /* so many */
    struct rank_evidence evidence[OPPONENTS]; /* of his pieces' ranks, if he is of a kind; none of people
                                             * and strangers, whose moves the guesser knows */
    struct opponent_desk **desk;            /* what each thread looks in */
    size_t desks, desk_capacity;
};
void opponents_forget(struct opponents *opponents);
void opponents_free(struct opponents *opponents);

/* Gives `to` what `from` knows, not its memory. */
void opponents_copy(struct opponents *to, const struct opponents *from);

/* Takes in ply `ply` of the view's history, one of the enemy's: how likely each kind would have made the
 * move, in a few worlds drawn from `belief` [SIDES], which is as of before that ply. With `ranks`, where the
 * mover's rank is hidden still, that is worked out for each rank that it may have too, in more worlds and
 * more time: it is evidence of the rank, in proportion to how likely people make the move there, which the
 * guesser has counted already. Worlds are drawn by the number of the ply, so that a game looked through again
 * gives the same of the kinds, and of the ranks of who is hidden then; those in which the move cannot be made
 * are passed over. It works on `threads` threads (1 or more), which changes nothing in what comes of it. */
void opponents_see(struct opponents *opponents, const struct opponent_models *models, const struct view *view,
                   uint32_t ply, const struct belief *belief, bool ranks, int threads);

/* How probable each kind is, together 1; a fixed part of it stays as it was before the first move. */
void opponents_weigh(const struct opponents *opponents, double weight[OPPONENTS]);

/* What the moves tell of the ranks: the mean of what they tell for each kind, by how probable it is now. */
void opponents_evidence(const struct opponents *opponents, struct rank_evidence *evidence);

/* The kind in world number `world`. They take turns from `start` (0 to below 1) on by steps of the golden
 * section, so that few worlds too have them in about the shares `mixture`, together 1: drawn world by world
 * they would add to the noise. */
enum opponent opponent_in_turn(const double mixture[OPPONENTS], double start, uint32_t world);

#endif
