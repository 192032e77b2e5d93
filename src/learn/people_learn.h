/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learns a policy of Stratego from people's games: the starting point of a run by self-play.
 *
 * The heads learn the chosen squares by cross-entropy; the value learns the result by its mean square error.
 * Each pass visits all games in a new random order and uses each decision with the probability `share`. The
 * decisions of `batch` games make one step of Adam; the rate falls linearly to 0 at the end of the last pass.
 * The same games, options and seed give the same bits, for any number of jobs, even if the run was
 * interrupted and continued from its file. */
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
    double share;              /* probability that a pass uses a decision, > 0 .. 1 */
    double value_weight;       /* weight of the value's loss; the policy's loss has weight 1 */
    double value_share;        /* share of the decisions used that the value learns from, > 0 .. 1 */
    uint64_t seed;
    int jobs;
};

/* Numbers of people_standard that a command shows as its defaults. */
enum { PEOPLE_BATCH = 8, PEOPLE_PASSES = 4 };

/* The standard options; the caller sets variant, rules, jobs and seed. */
#define PEOPLE_STANDARD \
    {.shape = {.outer_blocks = 0, .inner_blocks = 1, .outer_channels = 16, .inner_channels = 40}, \
     .adam = {.rate = 0.003, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8}, .batch = PEOPLE_BATCH, \
     .passes = PEOPLE_PASSES, .share = 0.0625, .value_weight = 0.5, .value_share = 0.25, .jobs = 1}
extern const struct people_options people_standard;

/* Sums over the decisions of a head. */
struct people_head_sums {
    uint64_t count, right;   /* decisions; those at which the chosen square was the most probable one */
    double loss;             /* cross-entropy, nats; for the value: squares of (value - result) */
};

/* The report of a step. */
struct people_report {
    uint64_t step, steps;    /* steps done; steps of the whole run */
    uint64_t decisions;      /* decisions learnt from since the start of the run */
    struct people_head_sums head[POLICY_HEADS]; /* of this step's decisions, with the weights before it */
    double gradient;         /* norm of the gradient */
};

struct people_learner;

/* Starts a run on `count` games, at least one, which must outlive it. STATUS_BAD if the shape is not
 * possible. */
enum status people_learner_new(const struct people_options *options, const struct people_game *games,
                               size_t count, struct people_learner **learner, struct error *error);
void people_learner_free(struct people_learner *learner);

/* Returns the number of steps done. */
uint64_t people_learner_step_count(const struct people_learner *learner);
/* Returns the number of steps of the whole run. */
uint64_t people_learner_steps(const struct people_learner *learner);

/* Takes one step and fills in its report. The run must not be over. */
void people_learner_step(struct people_learner *learner, struct people_report *report);

/* Returns the current network, packed (net_pack). */
const struct net *people_learner_net(const struct people_learner *learner);

/* Writes the run's file: a weight file (net/weights.h) that the agent rnad can use, with the state of Adam as
 * two further arrays until the run is over. */
enum status people_learner_write(const struct people_learner *learner, const char *path, struct error *error);
/* Loads the run's file into a learner that has made no step, with the options and games of the file's run.
 * STATUS_BAD, and a line that begins with `name`, if the file is damaged or of another run. */
enum status people_learner_load(struct people_learner *learner, const char *name, const char *bytes,
                                size_t size, struct error *error);

#endif
