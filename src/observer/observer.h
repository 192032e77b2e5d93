/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The observer: follows a game from one seat and contains this seat's beliefs about both sides. It reads
 * only the public history of a view. One function, observer_follow, updates everything that depends on
 * the game. */
#ifndef VEDETTE_OBSERVER_OBSERVER_H
#define VEDETTE_OBSERVER_OBSERVER_H

#include "belief/belief.h"
#include "observer/opponents.h"
#include "observer/seat_evidence.h"

#include <stdatomic.h>

/* All zero: no game was followed yet. */
struct observer {
    struct belief_knowledge knowledge;  /* the learnt data and options of the beliefs */
    uint32_t seen;                      /* number of plies of the view's history followed; 0: none */
    uint64_t piece_key;                 /* of the position after the last of them (struct ply) */
    struct belief belief[SIDES];        /* about each side: this seat's belief about the enemy, and the belief
                                         * that the enemy may have about this seat */
    const struct opponent_models *models; /* for examining the enemy's moves; NULL: not examined */
    enum side enemy;                    /* of this seat */
    struct opponents opponents;         /* evidence of the examined moves; none without models */
    struct approach_evidence approach[SIDES]; /* of each side's steps up */
    struct seat_evidence evidence;      /* about the enemy's pieces, with the options' weights */
    double p[SIDES][PIECES_A_SIDE][RANKS]; /* the final probability of each rank of each piece, by number from
                                         * the side's first: of the enemy the belief with the evidence, of the
                                         * own side the belief */
};

/* Reads the options of guesser and evidence from `settings`, which must have the groups of the option table
 * (option_groups); the sources must match these settings. Statistics and model must outlive the observer.
 * Opponents are not examined before observer_set_opponents. observer_free frees the memory. */
void observer_init(struct observer *observer, const struct settings *settings,
                   const struct belief_sources *sources);
/* Initialises the observer with existing knowledge. */
void observer_init_by(struct observer *observer, const struct belief_knowledge *knowledge,
                      const struct settings *settings);
/* Frees the memory. */
void observer_free(struct observer *observer);

/* Sets new options and sources during a game. The next observer_follow starts from the beginning. */
void observer_reload(struct observer *observer, const struct settings *settings,
                     const struct belief_sources *sources);

/* Sets the models for examining the enemy's moves, which must outlive the observer. NULL: moves are not
 * examined. The ranks of the movers are examined too if that evidence has a weight. The next observer_follow
 * starts from the beginning. */
void observer_set_opponents(struct observer *observer, const struct opponent_models *models);

/* Limits of one call of observer_follow. All zero: none. Times are values of clock_now (seconds); 0: no
 * limit. */
struct observer_limits {
    const atomic_bool *stop;     /* true: return before the next ply; NULL: never */
    atomic_uint *seen;           /* gets the number of plies followed, after each ply; may be NULL */
    const atomic_bool *examine_stop; /* true: follow moves without examining them; NULL: never */
    double examine_until;        /* after this time moves are not examined */
    double ranks_until;          /* after this time moves are not examined for ranks */
    int threads;                 /* number of threads for examining; 0 means 1 */
};

/* Updates the observer to the view's position. If the view does not continue what was followed before
 * (another game, or a move was undone), it starts again at the beginning of the view's history. `limits` may
 * be NULL. Returns false if it was stopped; the next call continues there. */
bool observer_follow(struct observer *observer, const struct view *view,
                     const struct observer_limits *limits);

/* Computes the final probabilities of the side that `belief` is about: those of the belief and, if it is the
 * enemy, also the seat's evidence. `belief` may be the observer's belief after one more event or with a
 * note. */
void observer_conclude(const struct observer *observer, const struct belief *belief,
                       double p[PIECES_A_SIDE][RANKS]);

/* Makes the next observer_follow start from the beginning. */
void observer_forget(struct observer *observer);

/* Copies all knowledge and beliefs of `from` to `to`, in memory of its own. `models` of `to` is kept. */
void observer_copy(struct observer *to, const struct observer *from);

#endif
