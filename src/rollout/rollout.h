/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds played out: what is hidden is drawn from the guesser's belief, a first move is made, and both sides
 * go on for some plies by the planner, or the enemy as one of another kind, each seeing only its own view.
 * What the end is worth, on the mean of many worlds, is what the move is worth. All moves are tried in the
 * same worlds with the same random numbers. doc/rollout.md. */
#ifndef VEDETTE_ROLLOUT_ROLLOUT_H
#define VEDETTE_ROLLOUT_ROLLOUT_H

#include "observer/observer.h"
#include "plan/planner.h"
#include "rollout/halving.h"
#include "rollout/trace.h"
#include "rollout/tried.h"
#include "worth/worth.h"

#include <stdatomic.h>

/* What an end is worth for `me`; not asked where the game is decided or drawn. Called by several threads at
 * once. */
typedef double rollout_value(const void *context, const struct rollout_end *end);

/* The one that is used where no other is named: the logarithm of (own strength + half of the own secrets +
 * 0.3) to the enemy's. */
double rollout_plain_value(const void *context, const struct rollout_end *end);

/* A mean of that one and of what was learnt from results: the logarithm of the odds to win, 1 / ROLLOUT_ODDS
 * of it, from -ROLLOUT_WON to ROLLOUT_WON. `context` is a struct rollout_learnt. */
double rollout_learnt_value(const void *context, const struct rollout_end *end);
struct rollout_learnt {
    const struct value_model *model;
    double share; /* of the learnt one: 0 .. 1 */
};

/* The logarithm of the odds for one of the strengths, so that both come in one unit: at the ends of rollouts
 * from 17 positions of games it was 3 to 12, mostly 7 to 11. */
enum { ROLLOUT_ODDS = 9 };

/* The most that the learnt part of rollout_learnt_value finds an end worth, and what a won game is worth
 * where nothing else is said: in the unit of rollout_plain_value, which itself has no bound but that of
 * rollout_bounded. */
enum { ROLLOUT_WON = 3 };

/* Players that are not the planner: both sides make their moves in the rollouts, but the first, and value the
 * ends. `thread` is the number of the thread that asks, 0 .. threads - 1 of the terms. */
struct rollout_players {
    /* A legal move of the view's side, which is to move; MOVE_NONE: there is none. */
    struct move (*move)(void *context, int thread, const struct view *view, struct rng *rng);
    /* The probability that this side wins, 0 .. 1. */
    double (*chance)(void *context, int thread, const struct view *view);
    void *context;
};

struct rollout_terms {
    const struct view *view;         /* of the side to move, which plays */
    const struct observer *observer; /* up to date with the view */
    const struct planner *planner;   /* by which both sides go on, but for an enemy of another kind */
    const struct worth_options *worth_options;
    const struct move *moves;        /* to be tried, legal ones: 1 .. HALVING_ARMS */
    const double *bonus;             /* added to each one's mean */
    int count;
    uint32_t worlds;                 /* a move, on the mean */
    int plies;                       /* of each rollout, the move itself among them; at least 1 */
    double seconds;                  /* for all, in place of worlds; 0: by worlds */
    uint32_t most;                   /* by time: worlds of a move that are enough; 0: as the time allows */
    double sure, equal, draw;        /* see struct halving_terms */
    const struct opponent_models *models; /* what other kinds of enemy go by; NULL: none is imagined */
    double mixture[OPPONENTS];       /* share of the worlds in which the enemy is of each kind, together 1;
                                      * not read without models: he plans */
    const struct rollout_players *players; /* who go on in place of planners and kinds; NULL: nobody */
    bool even;                       /* all moves get as many worlds, a single one too; none is out before */
    bool traced;                     /* keeps what came of each rollout: rollout_trace_of */
    const struct value_model *chances; /* by which traces have a chance to win; NULL: they have none */
    const struct tried_moves *tried; /* what came of moves in this view before: by the same seed it is not
                                      * played out again, unless it is to be traced; NULL: nothing */
    double won;                      /* what a won game is worth, a lost one -won, a drawn one 0; other ends
                                      * are drawn in between (see rollout_bounded); 0: ROLLOUT_WON */
    int threads;                     /* 1 or more */
    uint64_t seed;                   /* the same seed, worlds and moves: the same result, for any threads */
    rollout_value *value;            /* NULL: rollout_plain_value */
    const void *value_context;
    double learnt;                   /* told of the value: what part of it was learnt from results, 0 .. 1 */
    const atomic_bool *stop;         /* may be NULL */
    double deadline;                 /* on clock_now, when all is left as it stands; 0: never */
    void (*reported)(void *context);     /* after each batch of worlds; may be NULL */
    void *report_context;
};

struct rollout_table;

/* An end worth `value` by the strengths is worth so much beside won games, which are worth `won`: nearly the
 * same near 0, and always less than they are. With 2 / ROLLOUT_ODDS it is in proportion to the chance to win
 * that goes with the value, so that what a game won adds is what it adds to the chance. */
double rollout_bounded(double value, double won);

/* What a won game is worth by the terms. */
double rollout_won(const struct rollout_terms *terms);

/* Whether what came of a rollout is that the game was lost. */
bool rollout_lost(const struct rollout_terms *terms, double value);

/* Keeps its memory from move to move: nothing is asked for in a ply. */
struct rollout_table *rollout_new(void);
void rollout_free(struct rollout_table *table);

/* Whether worlds can be drawn for the view: every own rank must be known, and the facts agree. */
bool rollout_possible(const struct view *view, const struct observer *observer);

/* Plays out; the results hold until the next call. At least one move; a single one is not tried at all,
 * unless all are to have the same. */
const struct halving *rollout_run(struct rollout_table *table, const struct rollout_terms *terms);

/* What there is of them, for who is told after a batch. */
const struct halving *rollout_so_far(const struct rollout_table *table);

/* What came of move number `arm` in a world it was tried in, where that was asked for. */
const struct rollout_trace *rollout_trace_of(const struct rollout_table *table, int arm, uint32_t world);

/* Plays the first `plies` of it once more, or all if it has no more: the board that it came to, with the
 * whole history; it holds until the next call. The terms and what they name must still be there. */
const struct board *rollout_replay(struct rollout_table *table, int arm, uint32_t world, int plies);

/* What is believed of a side after move number `arm`, by number from its first piece; NULL where that hangs
 * on the rank of whom the move attacks. The terms and what they name must still be there. */
const double (*rollout_believed(struct rollout_table *table, int arm, enum side side))[RANKS];

/* The ranks of the enemy's pieces in a world that was drawn, by number from his first piece. */
const uint8_t *rollout_world(const struct rollout_table *table, uint32_t world);

#endif
