/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The observer: follows a game from one seat and holds what this seat can know and believe of both sides. It
 * reads the public history of a view alone. All that must be brought up to date with a game is brought up to
 * date here, by one function: observer_follow. */
#ifndef VEDETTE_OBSERVER_OBSERVER_H
#define VEDETTE_OBSERVER_OBSERVER_H

#include "belief/belief.h"
#include "observer/opponents.h"
#include "observer/seat_evidence.h"

#include <stdatomic.h>

/* All zero: follows nothing yet. */
struct observer {
    struct belief_knowledge knowledge;  /* what the beliefs go by */
    uint32_t seen;                      /* plies of the view's history taken in; 0: none yet */
    uint64_t piece_key;                 /* of the position behind the last of them (struct ply) */
    struct belief belief[SIDES];        /* about each side: what this seat believes of the enemy, and what the
                                         * enemy may believe of this seat */
    const struct opponent_models *models; /* by which the enemy's moves are examined; NULL: they are not */
    enum side enemy;                    /* of the side that looks */
    struct opponents opponents;         /* what the examined moves say; nothing without models */
    struct approach_evidence approach[SIDES]; /* of each side's steps up */
    struct seat_evidence evidence;      /* about the enemy's pieces, with the weights of the options */
    double p[SIDES][PIECES_A_SIDE][RANKS]; /* the final probability of each rank of each piece, by number from
                                         * the side's first: of the enemy the belief with the evidence, of the
                                         * own side the belief */
};

/* Takes the numbers of guesser and evidence from `settings`, which must have the groups of the option table
 * (option_groups) and by which the sources were chosen: statistics and model must outlive the observer. The
 * opponents are not examined until observer_set_opponents. observer_free gives the memory back. */
void observer_init(struct observer *observer, const struct settings *settings,
                   const struct belief_sources *sources);
/* The same by a knowledge that was made before. */
void observer_init_by(struct observer *observer, const struct belief_knowledge *knowledge,
                      const struct settings *settings);
void observer_free(struct observer *observer);

/* Takes new numbers and sources in the middle of a game: the next observer_follow begins anew. */
void observer_reload(struct observer *observer, const struct settings *settings,
                     const struct belief_sources *sources);

/* From now on the enemy's moves are examined by `models`, which must outlive the observer, or are not: NULL.
 * They are examined for the ranks of the moved pieces too if that evidence has a weight. The next
 * observer_follow begins anew. */
void observer_set_opponents(struct observer *observer, const struct opponent_models *models);

/* Bounds of one call of observer_follow. All zero: none. Times are those of clock_now; 0: no bound. */
struct observer_limits {
    const atomic_bool *stop;     /* true: it returns before the next ply; NULL: nothing stops it */
    atomic_uint *seen;           /* gets the number of plies taken in, after each; NULL: nobody reads it */
    const atomic_bool *examine_stop; /* true: moves are taken in without being examined; NULL: never so */
    double examine_until;        /* and after this time likewise; */
    double ranks_until;          /* after this one they are not examined for ranks */
    int threads;                 /* that examine; 0 is 1 */
};

/* Brings the observer up to date with a view. If the view is not a continuation of what was seen before
 * (another game, a move taken back) it begins anew at the start of the view's history. `limits` may be NULL.
 * Returns false if it was stopped: the next call goes on from there. */
bool observer_follow(struct observer *observer, const struct view *view,
                     const struct observer_limits *limits);

/* Fills in the final probabilities of the side that `belief` is about, where this is the observer's belief
 * after one more event or with a note: those of the belief, and for the enemy the evidence. */
void observer_conclude(const struct observer *observer, const struct belief *belief,
                       double p[PIECES_A_SIDE][RANKS]);

/* Forgets what was seen: the next view is taken in from its start. */
void observer_forget(struct observer *observer);

/* Makes `to` know and believe what `from` does, in memory of its own. `models` of `to` are kept. */
void observer_copy(struct observer *to, const struct observer *from);

#endif
