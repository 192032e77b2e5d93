/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_learn.h"

#include "base/memory.h"
#include "learn/policy_step.h"

#include <stdlib.h>
#include <string.h>

const char *const policy_method_names[POLICY_METHODS + 1] = {"rnad", "ppo", NULL};

const struct policy_learn_options policy_learn_standard = POLICY_LEARN_STANDARD;

/* Checks that the shards can be divided equally among the ranks, and games and batch among the shards.
 * STATUS_BAD if not. */
static enum status check_shards(const struct policy_learn_options *options, struct error *error)
{
    int shards = options->shards, ranks = options->ranks.count;
    if (shards % ranks != 0)
        return error_set(error, STATUS_BAD, "found %d shards for %d ranks, expected a multiple", shards,
                         ranks);
    if (shards > 1 && options->actor.games % (shards * POLICY_ACTOR_GROUP) != 0)
        return error_set(error, STATUS_BAD, "found %d groups of games for %d shards, expected a multiple",
                         options->actor.games / POLICY_ACTOR_GROUP, shards);
    if (shards > 1 && options->batch % (shards * POLICY_BLOCK_GAMES) != 0)
        return error_set(error, STATUS_BAD, "found %d games of a learning step for %d shards, expected an "
                         "even number for each", options->batch, shards);
    return STATUS_OK;
}

/* Creates the actors of this rank's shards. They divide the game numbers 0 .. games - 1 among them, and go on
 * by steps of `games`, so that no number is played twice. */
static enum status start_actors(struct policy_learner *learner, struct error *error)
{
    const struct policy_learn_options *options = &learner->options;
    struct policy_actor_options shard = options->actor;
    shard.games /= options->shards;
    shard.game_stride = (uint64_t)options->actor.games;
    shard.past_nets[0] = learner->regular;
    shard.past_nets[1] = learner->before;
    learner->shards = options->shards / options->ranks.count;
    learner->batch = options->batch / options->ranks.count;
    learner->actors = memory_new((size_t)learner->shards, sizeof(struct policy_actor *));
    for (int i = 0; i < learner->shards; i++) {
        shard.first_game = (uint64_t)(options->ranks.rank * learner->shards + i) * (uint64_t)shard.games;
        learner->actors[i] = policy_actor_new(&shard, learner->net, &learner->layers, error);
        if (!learner->actors[i])
            return STATUS_BAD;
    }
    return STATUS_OK;
}

/* Returns the number of blocks of games in this rank's batch. */
static size_t count_blocks(const struct policy_learner *learner)
{
    return ((size_t)learner->batch + POLICY_BLOCK_GAMES - 1) / POLICY_BLOCK_GAMES;
}

enum status policy_learner_new(const struct policy_learn_options *options, struct policy_learner **learner,
                               struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    enum status status = check_shards(options, error);
    if (status == STATUS_OK)
        status = policy_net_write_rows(&options->shape, rows, &layers, error);
    struct net *net = status == STATUS_OK ? net_new(rows, layers.count, error) : NULL;
    free(rows);
    if (!net)
        return STATUS_BAD;
    struct policy_learner *new = memory_new(1, sizeof *new);
    *new = (struct policy_learner){.options = *options, .layers = layers, .net = net};
    status = policy_opponent_describe(&options->actor.opponent, &new->opponent, error);
    net_start(net, options->actor.seed);
    new->target = net_copy(net);
    new->regular = net_copy(net);
    new->before = net_copy(net);
    new->adam = adam_new(net->weights, &options->adam);
    new->gradient = memory_new(net->weights, sizeof *new->gradient);
    new->options.actor.values = options->method == POLICY_PPO; /* PPO needs the values at the decisions */
    if (status == STATUS_OK)
        status = start_actors(new, error);
    if (status != STATUS_OK) {
        policy_learner_free(new);
        return status;
    }
    new->gradients = memory_new(count_blocks(new) * net->weights, sizeof *new->gradients);
    new->workers = policy_workers_new(new);
    *learner = new;
    return STATUS_OK;
}

void policy_learner_free(struct policy_learner *learner)
{
    if (!learner)
        return;
    for (int i = 0; learner->actors && i < learner->shards; i++)
        policy_actor_free(learner->actors[i]);
    free(learner->actors);
    adam_free(learner->adam);
    text_free(&learner->opponent);
    free(learner->gradient);
    free(learner->gradients);
    policy_workers_free(learner->workers, learner->options.actor.jobs);
    net_free(learner->net);
    net_free(learner->target);
    net_free(learner->regular);
    net_free(learner->before);
    free(learner);
}

const struct net *policy_learner_net(const struct policy_learner *learner)
{
    return learner->target;
}

uint64_t policy_learner_steps(const struct policy_learner *learner)
{
    return learner->step;
}

uint64_t policy_learner_games(const struct policy_learner *learner)
{
    return learner->games;
}

/* Prepares the weights of all networks for their forward passes. */
static void pack_nets(struct policy_learner *learner)
{
    net_pack(learner->net);
    net_pack(learner->target);
    net_pack(learner->regular);
    net_pack(learner->before);
}

/* Takes one gradient step of Adam and updates the target network. The gradient is the sum of the blocks of
 * each shard, then of the shards of all ranks, in a fixed order, so that the bits do not depend on ranks and
 * jobs. Returns the norm of the gradient. */
static double change_weights(struct policy_step *step, size_t blocks)
{
    struct policy_learner *learner = step->learner;
    size_t weights = learner->net->weights;
    size_t shard_blocks = blocks / (size_t)learner->shards;
    for (size_t block = 0; block < blocks; block++)
        if (block % shard_blocks != 0) { /* added to the first block of its shard */
            float *sum = learner->gradients + block / shard_blocks * shard_blocks * weights;
            const float *numbers = learner->gradients + block * weights;
            for (size_t i = 0; i < weights; i++)
                sum[i] += numbers[i];
        }
    ranks_sum_arrays(&learner->options.ranks, learner->gradients, (size_t)learner->shards,
                     shard_blocks * weights, learner->gradient, weights);
    learner->adam->options.rate = learner->options.adam.rate *
                                  policy_share_left(learner->options.rate_steps, learner->step);
    double norm = adam_step(learner->adam, learner->net, learner->gradient);
    net_blend(learner->target, learner->net, (float)learner->options.average);
    pack_nets(learner);
    return norm;
}

/* Fills in the report of the learning step: sums and means over the games of all ranks. */
static void fill_report(const struct policy_step *step, size_t blocks, struct policy_learn_report *report)
{
    const struct policy_learner *learner = step->learner;
    size_t games = (size_t)learner->options.batch;
    double passes = learner->options.method == POLICY_PPO ? learner->options.passes : 1; /* in the sums */
    enum { WON, LOST, DRAWN, PLIES, DECISIONS, VALUE_LOSS, ENTROPY, CHOICES, DIVERGENCE, SUMS };
    double sums[SUMS] = {[DECISIONS] = (double)step->first[learner->batch]};
    for (size_t block = 0; block < blocks; block++) {
        sums[VALUE_LOSS] += step->sums[block].value_loss;
        sums[ENTROPY] += step->sums[block].entropy;
        sums[CHOICES] += step->sums[block].choices;
        sums[DIVERGENCE] += step->sums[block].divergence;
    }
    for (int g = 0; g < learner->batch; g++) {
        /* The last decision has the game's result, to red; with an opponent it is always the policy's own. */
        const struct vtrace_step *last = &step->decisions[step->first[g + 1] - 1].step;
        bool as_blue = learner->options.actor.opponent.spec && last->player;
        double reward = as_blue ? -last->reward : last->reward;
        sums[reward > 0 ? WON : reward < 0 ? LOST : DRAWN]++;
        sums[PLIES] += step->records[g].plies;
    }
    ranks_sum(&learner->options.ranks, sums, SUMS);
    report->won = sums[WON] / (double)games;
    report->lost = sums[LOST] / (double)games;
    report->drawn = sums[DRAWN] / (double)games;
    report->plies = sums[PLIES] / (double)games;
    report->step = learner->step;
    report->games = learner->games;
    report->decisions = learner->decisions;
    report->value_loss = step->value_count ? sums[VALUE_LOSS] / (double)step->value_count / passes : 0;
    report->entropy = sums[CHOICES] > 0 ? sums[ENTROPY] / sums[CHOICES] : 0;
    report->divergence = sums[DIVERGENCE] / sums[DECISIONS];
}

/* Plays the games of this rank's shards. STATUS_BAD if any rank failed. */
static enum status play_games(struct policy_learner *learner, struct policy_record *records,
                              struct error *error)
{
    size_t games = (size_t)(learner->batch / learner->shards);
    enum status status = STATUS_OK;
    for (int i = 0; i < learner->shards && !status; i++)
        status = policy_actor_play(learner->actors[i], games, records + (size_t)i * games, error);
    if (ranks_any(&learner->options.ranks, status != STATUS_OK) && !status)
        return error_set(error, STATUS_BAD, "another rank failed");
    return status;
}

enum status policy_learner_step(struct policy_learner *learner, struct policy_learn_report *report,
                                struct error *error)
{
    const struct policy_learn_options *options = &learner->options;
    size_t games = (size_t)learner->batch, blocks = count_blocks(learner);
    struct regular_phase phase = {.size = options->iteration}; /* all iterations have the same length */
    struct policy_step step = {.learner = learner, .moment = regular_at(&phase, 1, learner->step)};
    step.records = memory_new(games, sizeof *step.records);
    step.first = memory_new(games + 1, sizeof *step.first);
    pack_nets(learner);
    enum status status = play_games(learner, step.records, error);
    if (status) {
        free(step.records);
        free(step.first);
        return status;
    }
    /* The decisions to learn from, their targets, and one gradient step for each pass. */
    for (size_t g = 0; g < games; g++)
        step.first[g + 1] = step.first[g] + step.records[g].own;
    step.decisions = memory_new(step.first[games], sizeof *step.decisions);
    step.sums = memory_new(blocks, sizeof *step.sums);
    policy_step_estimate(&step, blocks);
    for (; step.pass < (options->method == POLICY_PPO ? options->passes : 1); step.pass++) {
        policy_step_gradients(&step, blocks);
        report->gradient = change_weights(&step, blocks);
    }
    learner->step++;
    learner->games += (uint64_t)options->batch;
    learner->decisions += step.count;
    if ((options->method == POLICY_RNAD || options->actor.past > 0) && step.moment.last) {
        /* The end of an iteration: the target network becomes the regularisation policy and a past net. */
        size_t size = learner->net->weights * sizeof(float);
        memcpy(learner->before->weight, learner->regular->weight, size);
        memcpy(learner->regular->weight, learner->target->weight, size);
        net_changed(learner->before);
        net_changed(learner->regular);
    }
    fill_report(&step, blocks, report);
    for (size_t g = 0; g < games; g++)
        policy_record_free(&step.records[g]);
    free(step.records);
    free(step.first);
    free(step.decisions);
    free(step.sums);
    return STATUS_OK;
}
