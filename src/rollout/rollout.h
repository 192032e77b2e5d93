/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rollouts: hidden ranks are sampled from the guesser's belief (a world), a first move is made, and both
 * sides play on for some plies by the planner (or the enemy as another kind of player), each with its own
 * view. The value of a move is the mean value of the ends over many worlds. All moves are tried in the same
 * worlds with the same random numbers. See doc/rollout.md. */
#ifndef VEDETTE_ROLLOUT_ROLLOUT_H
#define VEDETTE_ROLLOUT_ROLLOUT_H

#include "observer/observer.h"
#include "plan/planner.h"
#include "rollout/halving.h"
#include "rollout/trace.h"
#include "rollout/tried.h"
#include "worth/worth.h"

#include <stdatomic.h>

/* Returns the value of a rollout's end for end->me, as a callback. Not called if the game is over. Called by
 * several threads in parallel. */
typedef double rollout_value(const void *context, const struct rollout_end *end);

/* The default value: the natural logarithm of (own strength + half of the own secrets + 0.3) divided by the
 * same sum of the enemy. */
double rollout_plain_value(const void *context, const struct rollout_end *end);

/* Returns a weighted mean of the plain value and the learnt value. The learnt value is the log-odds to win
 * divided by ROLLOUT_ODDS, limited to -ROLLOUT_WON .. ROLLOUT_WON. `context` is a struct rollout_learnt. */
double rollout_learnt_value(const void *context, const struct rollout_end *end);
struct rollout_learnt {
    const struct value_model *model;
    double share; /* weight of the learnt value, 0 .. 1 */
};

/* Log-odds per unit of the plain value, so that both values have the same unit: at the ends of rollouts from
 * 17 positions of games the ratio was 3 to 12, mostly 7 to 11. */
enum { ROLLOUT_ODDS = 9 };

/* The max value of the learnt part of rollout_learnt_value, and the default value of a won game, in the unit
 * of rollout_plain_value. The plain value itself is limited only by rollout_bounded. */
enum { ROLLOUT_WON = 3 };

/* Players used instead of the planner: they choose all moves of rollouts after the first, for both sides, and
 * evaluate the ends. `thread`: number of the calling thread, 0 .. threads - 1. */
struct rollout_players {
    /* Returns a legal move of the view's side, which is to move; MOVE_NONE if there is none. */
    struct move (*move)(void *context, int thread, const struct view *view, struct rng *rng);
    /* Returns the probability that the view's side wins, 0 .. 1. */
    double (*chance)(void *context, int thread, const struct view *view);
    void *context;
};

struct rollout_terms {
    const struct view *view;         /* view of the side to move, for which moves are tried */
    const struct observer *observer; /* up to date with the view */
    const struct planner *planner;   /* chooses the moves of both sides, except of an enemy of another kind */
    const struct worth_options *worth_options;
    const struct move *moves;        /* the legal moves to try: `count`, 1 .. HALVING_ARMS */
    const double *bonus;             /* [move]: added to its mean */
    int count;
    uint32_t worlds;                 /* mean number of worlds per move */
    int plies;                       /* length of a rollout, the tried move included; at least 1 */
    double seconds;                  /* time for all rollouts, instead of `worlds`; 0: by worlds */
    uint32_t max_worlds;             /* by time: max worlds per move; 0: no such limit */
    double sure, equal, draw;        /* see struct halving_terms */
    const struct opponent_models *models; /* models of other kinds of enemies; NULL: the enemy plays by the
                                           * planner */
    double mixture[OPPONENTS];       /* [kind]: share of the worlds in which the enemy is of this kind; sum 1.
                                      * Not read without models */
    const struct rollout_players *players; /* players instead of planner and kinds; NULL: none */
    bool even;                       /* all moves, even a single one, get the same number of worlds; none is
                                      * dropped */
    bool traced;                     /* stores a trace of each rollout: rollout_trace_of */
    const struct value_model *chances; /* model for the chance to win in traces; NULL: unknown */
    const struct tried_moves *tried; /* results of earlier runs from this view: with the same seed they are
                                      * used again, unless traces are wanted; NULL: none */
    uint32_t traced_before;          /* with traces: the table's last run was of the first move alone, its
                                      * traces in so many worlds are valid, and `tried` has its results */
    double won;                      /* value of a won game; a lost one has -won, a drawn one 0; other ends
                                      * are in between (rollout_bounded). 0: ROLLOUT_WON */
    int threads;                     /* 1 or more */
    uint64_t seed;                   /* with the same seed, worlds and moves the result is the same for any
                                      * number of threads */
    rollout_value *value;            /* NULL: rollout_plain_value */
    const void *value_context;
    double learnt;                   /* for reports: share of the value learnt from results, 0 .. 1 */
    const atomic_bool *stop;         /* may be NULL */
    double deadline;                 /* on clock_now, when all is left as it stands; 0: never */
    void (*reported)(void *context); /* after each batch of worlds; may be NULL */
    void *report_context;
};

struct rollout_table;

/* Returns the value limited smoothly to between -won and won; near 0 it is nearly the same. With won = 2 /
 * ROLLOUT_ODDS it is proportional to the chance to win minus 1/2, so that values add as chances do. */
double rollout_bounded(double value, double won);

/* Returns the value of a won game by the terms. */
double rollout_won(const struct rollout_terms *terms);

/* Returns whether the value of a rollout means that the game was lost. */
bool rollout_lost(const struct rollout_terms *terms, double value);

/* Creates a table. It keeps its memory between runs, and no memory is allocated within a ply. */
struct rollout_table *rollout_new(void);
void rollout_free(struct rollout_table *table);

/* Returns whether worlds can be sampled for the view: all own ranks are known, and the belief is free of
 * contradictions. */
bool rollout_possible(const struct view *view, const struct observer *observer);

/* Runs the rollouts; the result is valid until the next call. Needs at least one move. Does not try a single
 * move unless `even` is set. */
const struct halving *rollout_run(struct rollout_table *table, const struct rollout_terms *terms);

/* Returns the current results, for the callback `reported`. */
const struct halving *rollout_so_far(const struct rollout_table *table);

/* Returns the trace of move number `arm` in a world in which it was tried. Call it only if `traced` was
 * set. */
const struct rollout_trace *rollout_trace_of(const struct rollout_table *table, int arm, uint32_t world);

/* Plays the first `plies` plies of a rollout again, or all if it is shorter. Returns the final board with its
 * whole history, valid until the next call. The terms and their pointers must still be valid. */
const struct board *rollout_replay(struct rollout_table *table, int arm, uint32_t world, int plies);

/* Returns the belief about a side's pieces after move number `arm`, in the order of their numbers. NULL if it
 * depends on the rank of the attacked piece. The terms and their pointers must still be valid. */
const double (*rollout_believed(struct rollout_table *table, int arm, enum side side))[RANKS];

/* Returns the ranks of the enemy's pieces in a sampled world, in the order of their numbers. */
const uint8_t *rollout_world(const struct rollout_table *table, uint32_t world);

#endif
