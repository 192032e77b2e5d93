/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates the kind of player of the observed side: people, programs, or anyone else.
 *
 * Each of the three is an expert with a belief of its own about the hidden pieces. Their shares follow Bayes'
 * rule: each observation multiplies an expert's share by the probability that this expert gave it before:
 *
 *     the ranks that become known, and the first moves of pieces (which are then no bombs and no flags),
 *     the moves, by the learnt strengths of people's, of programs', and of both in equal parts for anyone's,
 *
 * each to a power, because the observations of one game are not independent. */
#ifndef VEDETTE_BELIEF_PLAYERS_H
#define VEDETTE_BELIEF_PLAYERS_H

#include "belief/player_kind.h"
#include "game/view.h"

struct belief;

/* The estimate, by kind of player. Odds are natural logarithms, bounded to -8 .. 8. */
struct players {
    double move_odds[PLAYER_COUNT];  /* log likelihood of all moves seen if this kind plays, minus that if
                                      * people play */
    double setup_odds[PLAYER_COUNT]; /* the same for the observed facts of the setup */
    float posterior[PLAYER_COUNT];   /* probability of each kind of player */
    float share[PLAYER_COUNT];       /* its share of the mixture; 0 for improbable kinds */
};

/* Returns the probability of a kind of player. */
static inline float players_posterior(const struct players *players, enum player_kind player)
{
    return players->posterior[player];
}

/* Returns the share of a kind of player in the mixture; 0 for improbable kinds. */
static inline float players_share(const struct players *players, enum player_kind player)
{
    return players->share[player];
}

/* The weights of the parts of the evidence, 0 or more. */
struct evidence_weights {
    float moves[PLAYER_KINDS], habits[PLAYER_KINDS]; /* the likelihood of moves and the habits of each kind */
    float joint, setup;                              /* the network; statistics and revealed neighbours */
};

/* Returns the weights of the evidence if this kind of player plays. */
struct evidence_weights players_weights(const struct belief *belief, enum player_kind player);
/* Returns the mean of these weights over the kinds of player, by their shares. */
struct evidence_weights players_mean(const struct belief *belief);

/* Sets the prior shares, before the first event. */
void players_start(struct belief *belief);

/* Updates the shares by the ranks that an event will reveal and the first move that it makes, before the
 * event is applied. */
void players_watch_setup(struct belief *belief, const struct event *event);

/* Updates the shares by a move of the side. `programs_less_people`: the logarithm of the move's likelihood if
 * programs play, minus the same if people play. */
void players_watch_move(struct belief *belief, double programs_less_people);

#endif
