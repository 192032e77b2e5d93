/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learns a policy of Stratego by self-play (Perolat et al. 2022): by R-NaD, or by PPO with magnets in the
 * same loop, as for small games (learn/small_learn.h). With an opponent that does not learn (actor.opponent)
 * the loop learns to beat this opponent: it then learns only from the policy's own decisions.
 *
 * A learning step plays a batch of whole games (learn/policy_actor.h), computes the targets of all their
 * decisions, and changes the weights once (PPO: `passes` times). The same options and seed give the same
 * bits, for any number of jobs, even if the run was interrupted and continued from a checkpoint. */
#ifndef VEDETTE_LEARN_POLICY_LEARN_H
#define VEDETTE_LEARN_POLICY_LEARN_H

#include "learn/neurd.h"
#include "learn/policy_actor.h"
#include "learn/ranks.h"
#include "learn/vtrace.h"
#include "net/adam.h"

#include <math.h>

enum policy_method { POLICY_RNAD, POLICY_PPO, POLICY_METHODS };
extern const char *const policy_method_names[POLICY_METHODS + 1]; /* NULL-ended */

struct policy_learn_options {
    enum policy_method method;
    struct policy_shape shape;
    struct policy_actor_options actor;
    int batch;                    /* games of a learning step, at least 1 */
    /* Shards: the games of the actor and the batch are divided equally among them, and each shard plays its
     * own. The shards are divided among the ranks; the run has the same bits for any number of ranks. With
     * several shards, each has whole groups of games and an even number of games of the batch. */
    int shards;                   /* 1 .. POLICY_SHARDS_MAX, a multiple of ranks.count */
    struct ranks ranks;
    struct adam_options adam;
    uint64_t rate_steps;          /* learning steps until the rate is half; 0: constant */
    double average;               /* share of the new weights in the target network, each step, 0 .. 1 */
    double value_weight;          /* weight of the value's loss, > 0; the policy's loss has weight 1 */
    struct vtrace_options vtrace; /* eta: of R-NaD only */
    uint64_t iteration;           /* learning steps of an iteration (Delta_m), at least 1: R-NaD, past nets */
    /* R-NaD */
    struct neurd_options neurd;
    double floor;                 /* share of the uniform policy in a regularisation policy, 0 .. 1 */
    /* PPO */
    int passes;                   /* gradient steps with the games of one learning step, at least 1 */
    double policy_lambda, value_lambda; /* for the advantages, and for the targets of the value, 0 .. 1 */
    double clip;                  /* limits the ratio to 1 - clip .. 1 + clip */
    double magnet;                /* weight of the KL to the uniform policy at the start of the run */
    uint64_t magnet_steps;        /* learning steps until that weight is half; 0: constant */
    double behaviour;             /* weight of the KL to the policy before the learning step */
    double share, min_advantage;  /* advantage filtering (ppo_filter) */
    double value_share;           /* of the decisions that the value learns from, drawn at random, > 0 .. 1 */
};

/* Numbers of policy_learn_standard that a command shows as its defaults. */
enum {
    POLICY_LEARN_BATCH = 8, POLICY_LEARN_GROUPS = 2 /* of POLICY_ACTOR_GROUP games */,
    POLICY_LEARN_OUTER_BLOCKS = 0, POLICY_LEARN_INNER_BLOCKS = 1,
    POLICY_SHARDS_MAX = 1024, POLICY_LEARN_OUTER_CHANNELS = 16, POLICY_LEARN_INNER_CHANNELS = 40
};

/* Options for Barrage on two cores (doc/deepnash.md says how they were chosen); the caller sets variant,
 * rules, jobs and seed. Table 2 has c = 1; but in games of hundreds of decisions the product of min(1, ratio)
 * becomes nearly 0 when the policy has changed a little, and then the result influences only the last
 * decisions. */
#define POLICY_LEARN_STANDARD \
    {.method = POLICY_RNAD, \
     .shape = {POLICY_LEARN_OUTER_BLOCKS, POLICY_LEARN_INNER_BLOCKS, POLICY_LEARN_OUTER_CHANNELS, \
               POLICY_LEARN_INNER_CHANNELS}, \
     .actor = {.games = POLICY_LEARN_GROUPS * POLICY_ACTOR_GROUP, .jobs = 1}, .batch = POLICY_LEARN_BATCH, \
     .shards = 1, .ranks = {0, 1, false}, \
     .adam = {.rate = 0.001, .beta1 = 0, .beta2 = 0.999, .epsilon = 1e-8, .clip_value = 10000}, \
     .average = 0.005, .value_weight = 1, .vtrace = {.eta = 0.2, .rho = INFINITY, .c = 1.1, .lambda = 1}, \
     .iteration = 500, .neurd = {.beta = 2, .clip = 10000}, .floor = 0.01, \
     .passes = 1, .policy_lambda = 0.9, .value_lambda = 0.95, .clip = 0.2, .magnet = 0.05, \
     .behaviour = 0.1, .share = 1, .value_share = 0.5}
extern const struct policy_learn_options policy_learn_standard;

/* Report of a learning step, over its games and decisions. */
struct policy_learn_report {
    uint64_t step, games, decisions; /* since the start of the run */
    double plies;                 /* mean plies of a game */
    double won, lost, drawn;      /* shares of the games, for red; with an opponent, for the policy */
    double value_loss;            /* mean square of (value - target) */
    double entropy;               /* mean entropy of the policy, in nats, over decisions with a choice */
    double divergence;            /* mean KL to the regularisation policy, in nats; PPO: 0 */
    double gradient;              /* norm of the gradient before it is clipped */
};

struct policy_learner;

/* Starts a run with random weights by actor.seed. STATUS_BAD if a size is impossible, the shards cannot be
 * equal, or the opponent does not exist. */
enum status policy_learner_new(const struct policy_learn_options *options, struct policy_learner **learner,
                               struct error *error);
void policy_learner_free(struct policy_learner *learner);

/* Returns the number of learning steps done. */
uint64_t policy_learner_steps(const struct policy_learner *learner);
/* Returns the number of games learnt from. */
uint64_t policy_learner_games(const struct policy_learner *learner);

/* Sets the first weights of a run that has made no step, from a file that policy_learner_write_weights wrote.
 * The file's options may differ, but not its shape. STATUS_BAD, and a line that begins with `name`, if the
 * file is damaged or has another shape. */
enum status policy_learner_begin_with(struct policy_learner *learner, const char *name, const char *bytes,
                                      size_t size, struct error *error);

/* Takes one learning step. STATUS_BAD if this or another rank cannot start its opponent again
 * (policy_actor_play): then the learner may only be freed. */
enum status policy_learner_step(struct policy_learner *learner, struct policy_learn_report *report,
                                struct error *error);

/* Returns the target network, whose weights the player uses. It changes with each step. */
const struct net *policy_learner_net(const struct policy_learner *learner);

/* A checkpoint is a file with everything that the rest of the run depends on. All ranks must call the next
 * three functions; rank 0 writes the state of all. */

/* Checks that all weights are finite. STATUS_BAD if not, with a line for the file at `path`. */
enum status policy_learner_check(const struct policy_learner *learner, const char *path, struct error *error);
/* Writes a checkpoint, if all weights are finite (policy_learner_check). On STATUS_BAD the file does not
 * change. */
enum status policy_learner_write(const struct policy_learner *learner, const char *path, struct error *error);
/* Loads a checkpoint into a learner that has made no step, with the same options; the number of ranks may
 * differ. STATUS_BAD, and a line that begins with `name`, if the file is damaged or of another run: then the
 * learner may only be freed. */
enum status policy_learner_load(struct policy_learner *learner, const char *name, const char *bytes,
                                size_t size, struct error *error);

/* Writes the player's weights to a file (net/weights.h), with the run's options and seed and the numbers of
 * steps and games. */
enum status policy_learner_write_weights(const struct policy_learner *learner, const char *path,
                                         struct error *error);

#endif
