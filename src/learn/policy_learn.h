/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning a policy of Stratego by self-play (Perolat et al. 2022): R-NaD, and beside it PPO with magnets on
 * the same loop, as for small games (learn/small_learn.h). Against an opponent that does not learn
 * (actor.opponent) the same loop learns to beat that one: only the policy's own decisions are learnt from.
 *
 * A learning step takes a batch of whole games of the actor (learn/policy_actor.h), computes the targets of
 * all their decisions, and changes the weights once (PPO: `passes` times). Same options and seed: the same
 * bits, for any number of jobs, and however often the run was broken off and went on from a checkpoint. */
#ifndef VEDETTE_LEARN_POLICY_LEARN_H
#define VEDETTE_LEARN_POLICY_LEARN_H

#include "learn/neurd.h"
#include "learn/policy_actor.h"
#include "learn/ranks.h"
#include "learn/vtrace.h"
#include "net/adam.h"

enum policy_method { POLICY_RNAD, POLICY_PPO, POLICY_METHODS };
extern const char *const policy_method_names[POLICY_METHODS + 1]; /* NULL-ended */

struct policy_learn_options {
    enum policy_method method;
    struct policy_shape shape;
    struct policy_actor_options actor;
    int batch;                    /* games of a learning step, at least 1 */
    /* Parts of the run: each plays its share of the games at a time and of the batch, by itself. Ranks share
     * the parts; the run has the same bits for any number of ranks. With several parts each has whole groups
     * of games, and an even number of games of the batch. */
    int shards;                   /* 1 .. POLICY_SHARDS_MAX, a multiple of ranks.count */
    struct ranks ranks;
    struct adam_options adam;
    uint64_t rate_steps;          /* after so many learning steps the rate is half; 0: it stays */
    double average;               /* share of the new weights in the target network, each step, 0 .. 1 */
    double value_weight;          /* of the value's loss beside the policy's, > 0 */
    struct vtrace_options vtrace; /* eta: of R-NaD only */
    /* R-NaD */
    struct neurd_options neurd;
    uint64_t iteration;           /* learning steps of an iteration (Delta_m), at least 1 */
    double floor;                 /* share of the uniform policy in a regularisation policy, 0 .. 1 */
    /* PPO */
    int passes;                   /* gradient steps with the games of one learning step, at least 1 */
    double policy_lambda, value_lambda; /* for the advantages, and for the targets of the value, 0 .. 1 */
    double clip;                  /* of the ratio */
    double magnet;                /* weight of the KL to the uniform policy, at the start */
    uint64_t magnet_steps;        /* after so many learning steps it is half; 0: it stays */
    double behaviour;             /* weight of the KL to the policy at the start of the learning step */
    double share, min_advantage;  /* advantage filtering (ppo_filter) */
    double value_share;           /* of the decisions that the value learns from, drawn at random, > 0 .. 1 */
};

/* Numbers of policy_learn_standard that a command shows as its defaults. */
enum {
    POLICY_LEARN_BATCH = 8, POLICY_LEARN_GROUPS = 2 /* of POLICY_ACTOR_GROUP games */,
    POLICY_LEARN_RATE_STEPS = 0, POLICY_LEARN_ITERATION = 500, POLICY_LEARN_PASSES = 1,
    POLICY_LEARN_OUTER_BLOCKS = 0, POLICY_LEARN_INNER_BLOCKS = 1,
    POLICY_SHARDS_MAX = 1024, POLICY_LEARN_OUTER_CHANNELS = 16, POLICY_LEARN_INNER_CHANNELS = 40
};
#define POLICY_LEARN_RATE 0.001
#define POLICY_LEARN_ETA 0.2
#define POLICY_LEARN_AVERAGE 0.005
#define POLICY_LEARN_CLIP 0.2
#define POLICY_LEARN_MAGNET 0.05
#define POLICY_LEARN_BEHAVIOUR 0.1
#define POLICY_LEARN_SHARE 1
#define POLICY_LEARN_VALUE_SHARE 0.5
#define POLICY_LEARN_FLOOR 0.01
#define POLICY_LEARN_LAMBDA 0.9
#define POLICY_LEARN_VALUE_LAMBDA 0.95

/* For Barrage on two cores (doc/deepnash.md says how they were chosen); the variant, rules, jobs and seed are
 * the caller's. */
extern const struct policy_learn_options policy_learn_standard;

/* What a learning step was like, summed over its games and decisions. */
struct policy_learn_report {
    uint64_t step, games, decisions; /* since the start of the run */
    double plies;                 /* mean of a game */
    double won, lost, drawn;      /* shares of the games, by red; with an opponent by the policy */
    double value_loss;            /* mean square of value less target */
    double entropy;               /* mean of the policy's, in nats, over decisions with a choice */
    double divergence;            /* mean KL to the regularisation policy, in nats; PPO: 0 */
    double gradient;              /* norm before it is cut */
};

struct policy_learner;

/* Starts a run with random weights by actor.seed. STATUS_BAD where a size is impossible, shards cannot be
 * equal, or there is no such opponent. */
enum status policy_learner_new(const struct policy_learn_options *options, struct policy_learner **learner,
                               struct error *error);
void policy_learner_free(struct policy_learner *learner);

/* Learning steps that were made, games that were learnt from. */
uint64_t policy_learner_steps(const struct policy_learner *learner);
uint64_t policy_learner_games(const struct policy_learner *learner);

/* Lets a run that has made no step begin with the weights of a file that policy_learner_write_weights wrote,
 * of whichever options but the shape. STATUS_BAD, and a line that begins with `name`, where it is none. */
enum status policy_learner_begin_with(struct policy_learner *learner, const char *name, const char *bytes,
                                      size_t size, struct error *error);

/* One learning step. STATUS_BAD where the opponent cannot be started again (policy_actor_play), on this rank
 * or another: the learner is then only to be freed. */
enum status policy_learner_step(struct policy_learner *learner, struct policy_learn_report *report,
                                struct error *error);

/* The target network, the last iterate: the player's weights. It changes with each step. */
const struct net *policy_learner_net(const struct policy_learner *learner);

/* A checkpoint: all that the rest of the run depends on, a file in itself. Rank 0 writes it, with what all
 * ranks have; each rank calls both functions. policy_learner_load takes one of a run with the same options,
 * by any number of ranks, into a learner that has made no step. STATUS_BAD, and a line that begins with
 * `name`, where it is damaged or of another run; the learner is then only to be freed. Weights that are not
 * finite are not written: STATUS_BAD, and the file stays as it was, which policy_learner_check finds out
 * before. */
enum status policy_learner_check(const struct policy_learner *learner, const char *path, struct error *error);
enum status policy_learner_write(const struct policy_learner *learner, const char *path, struct error *error);
enum status policy_learner_load(struct policy_learner *learner, const char *name, const char *bytes,
                                size_t size, struct error *error);

/* The player's weights as a file (net/weights.h), with the options and seed of the run and how far it is. */
enum status policy_learner_write_weights(const struct policy_learner *learner, const char *path,
                                         struct error *error);

#endif
