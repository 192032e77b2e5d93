/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays games of a policy, against itself or an agent: many at the same time, so that the network computes
 * batches. When a game is over, the next one starts in its place. The network's weights may change between
 * two calls, so one game may be played with several versions of them.
 *
 * Each game has its own random numbers. The same seed and networks give the same games, for any number of
 * jobs. */
#ifndef VEDETTE_LEARN_POLICY_ACTOR_H
#define VEDETTE_LEARN_POLICY_ACTOR_H

#include "base/rng.h"
#include "base/text.h"
#include "learn/policy_opponent.h"

enum { POLICY_PAST_NETS = 2 };

struct policy_actor_options {
    const struct variant *variant;
    struct rules rules;
    struct policy_opponent_terms opponent; /* plays the side of policy_opponent_side */
    double handicap;         /* in self-play, the share of the games in which one side has a handicap: it
                              * makes a part of its decisions at random. That part is drawn for each game
                              * from > 0 .. 1. The side's decisions are not learnt from. */
    double past;             /* in self-play, the share of the other games in which one side, drawn at random,
                              * is played by one of `past_nets`. Its decisions are not learnt from. */
    const struct net *past_nets[POLICY_PAST_NETS]; /* with the layers of the actor's net; for past > 0 */
    int games;               /* games at the same time; a multiple of POLICY_ACTOR_GROUP */
    bool values;             /* records contain the network's value at each decision */
    uint64_t first_game, game_stride; /* numbers of its games: first, first + 1 .. first + games - 1, and each
                              * of these + stride, + 2 x stride ..; stride 0: `games` */
    uint64_t seed;
    int jobs;                /* threads, at least 1 */
};

enum { POLICY_ACTOR_GROUP = 16 /* games that share a batch, on one thread */ };

struct policy_actor;

/* Creates an actor. `net` and past_nets must have these layers (policy_net_write_rows) and outlive the actor;
 * their weights may change between calls. NULL if the opponent cannot be started. */
struct policy_actor *policy_actor_new(const struct policy_actor_options *options, const struct net *net,
                                      const struct policy_layers *layers, struct error *error);
void policy_actor_free(struct policy_actor *actor);

/* Plays until `count` finished games or more have not been returned yet. Moves the records of the first
 * `count` of them to records[], which must be empty. STATUS_BAD if the opponent cannot be started for a new
 * game, because one of its files was changed: the actor may then only be freed. */
enum status policy_actor_play(struct policy_actor *actor, size_t count, struct policy_record *records,
                              struct error *error);

/* Appends the actor's state: the games that are being played, and the finished ones that were not returned.
 * Numbers have the machine's byte order. */
void policy_actor_save(const struct policy_actor *actor, struct text *bytes);
/* Restores the state. STATUS_BAD if the bytes are damaged or of an actor with other options: then the actor
 * may only be freed. */
enum status policy_actor_load(struct policy_actor *actor, const char *bytes, size_t size,
                              struct error *error);

/* Returns the number of decisions made, not by an opponent, since the actor's start. */
uint64_t policy_actor_decisions(const struct policy_actor *actor);
/* Returns the number of plies played since the actor's start. */
uint64_t policy_actor_plies(const struct policy_actor *actor);

#endif
