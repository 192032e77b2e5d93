/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning a policy of Stratego from games that people played: the start of a run by self-play.
 *
 * The heads learn what people chose, by cross-entropy; the value learns the result, by its mean square error.
 * A pass goes through all games in an order of its own, and takes each decision with a probability of
 * `share`; the decisions of `batch` games make one step of Adam, whose rate falls in a line to 0 at the end
 * of the last pass. Same games, options and seed: the same bits, for any number of jobs, and however often
 * the run was broken off and went on from its file. */
#ifndef VEDETTE_LEARN_PEOPLE_LEARN_H
#define VEDETTE_LEARN_PEOPLE_LEARN_H

#include "learn/people_game.h"
#include "net/adam.h"

struct people_options {
    const struct variant *variant;
    struct rules rules;
    struct policy_shape shape;
    struct adam_options adam;  /* the rate is that of the first step */
    int batch;                 /* games of a step, at least 1 */
    int passes;                /* over all games, at least 1 */
    double share;              /* of a game's decisions that a pass takes, > 0 .. 1 */
    double value_weight;       /* of the value's loss beside the policy's */
    double value_share;        /* of the decisions that the value learns from, > 0 .. 1 */
    uint64_t seed;
    int jobs;
};

/* Numbers of people_standard that a command shows as its defaults. */
enum { PEOPLE_BATCH = 8, PEOPLE_PASSES = 4 };
#define PEOPLE_RATE 0.003
#define PEOPLE_SHARE 0.0625
#define PEOPLE_VALUE_WEIGHT 0.5
#define PEOPLE_VALUE_SHARE 0.25

/* The variant, rules, jobs and seed are the caller's. */
extern const struct people_options people_standard;

/* What the decisions of a head add up to. */
struct people_head_sums {
    uint64_t count, right;   /* decisions; those where the most probable square is the one chosen */
    double loss;             /* cross-entropy, nats; of the value: squares of value less result */
};

/* A step. */
struct people_report {
    uint64_t step, steps;    /* done; of the whole run */
    uint64_t decisions;      /* learnt from since the start of the run */
    struct people_head_sums head[POLICY_HEADS]; /* of this step, before it */
    double gradient;         /* its norm */
};

struct people_learner;

/* Starts a run on `count` games, at least one, which outlive it. STATUS_BAD where a size is impossible. */
enum status people_learner_new(const struct people_options *options, const struct people_game *games,
                               size_t count, struct people_learner **learner, struct error *error);
void people_learner_free(struct people_learner *learner);

/* Steps done, and those of the whole run. */
uint64_t people_learner_step_count(const struct people_learner *learner);
uint64_t people_learner_steps(const struct people_learner *learner);

/* One step; there is one to do. */
void people_learner_step(struct people_learner *learner, struct people_report *report);

/* The network as it is now, packed (net_pack). */
const struct net *people_learner_net(const struct people_learner *learner);

/* The run's file: a weight file (net/weights.h) that the agent rnad plays by, with the state of Adam as two
 * further arrays until the run is over. people_learner_load takes one of a run of the same options and
 * games into a learner that made no step. STATUS_BAD, and a line that begins with `path` or `name`, where it
 * is damaged or of another run. */
enum status people_learner_write(const struct people_learner *learner, const char *path, struct error *error);
enum status people_learner_load(struct people_learner *learner, const char *name, const char *bytes,
                                size_t size, struct error *error);

#endif
