/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games of a policy, against itself or an agent: many at a time, so that the network computes batches. A
 * game that is over makes place for the next; the network may change between two calls, so a game may be
 * played by several of its states.
 *
 * Each game has random numbers of its own. Same seed and same networks: the same games, for any number of
 * jobs. */
#ifndef VEDETTE_LEARN_POLICY_ACTOR_H
#define VEDETTE_LEARN_POLICY_ACTOR_H

#include "base/rng.h"
#include "base/text.h"
#include "learn/policy_opponent.h"

struct policy_actor_options {
    const struct variant *variant;
    struct rules rules;
    struct policy_opponent_terms opponent; /* plays the side of policy_opponent_side */
    double handicap;         /* self-play: share of the games in which one side makes a share of its
                              * decisions at random, drawn for each game from above 0 to 1; that side's
                              * decisions are not learnt from */
    int games;               /* at a time; a multiple of POLICY_ACTOR_GROUP */
    bool values;             /* records have the network's value of each decision */
    uint64_t first_game, game_stride; /* numbers of its games: first, first + 1 .. first + games - 1, and each
                              * of these + stride, + 2 x stride ..; stride 0: `games` */
    uint64_t seed;
    int jobs;                /* threads, at least 1 */
};

enum { POLICY_ACTOR_GROUP = 16 /* games that share a batch, on one thread */ };

struct policy_actor;

/* `net` has the layers given (policy_net_rows) and outlives the actor; its weights may change between calls.
 * NULL where the opponent cannot be started. */
struct policy_actor *policy_actor_new(const struct policy_actor_options *options, const struct net *net,
                                      const struct policy_layers *layers, struct error *error);
void policy_actor_free(struct policy_actor *actor);

/* Plays until at least `count` games are over that were not handed out, and moves the records of the first
 * `count` of them to records[], which are empty. STATUS_BAD where the opponent cannot be started for a new
 * game, as a file of its was changed: the actor is then only to be freed. */
enum status policy_actor_play(struct policy_actor *actor, size_t count, struct policy_record *records,
                              struct error *error);

/* Appends what an actor's future depends on besides the network: the games at hand, and those over that were
 * not handed out. policy_actor_load goes on from there: STATUS_BAD where the bytes are damaged or of an actor
 * with other options; the actor is then only to be freed. Numbers are as the machine has them. */
void policy_actor_save(const struct policy_actor *actor, struct text *bytes);
enum status policy_actor_load(struct policy_actor *actor, const char *bytes, size_t size,
                              struct error *error);

/* Decisions made (not by an opponent) and plies played since the actor's start. */
uint64_t policy_actor_decisions(const struct policy_actor *actor);
uint64_t policy_actor_plies(const struct policy_actor *actor);

#endif
