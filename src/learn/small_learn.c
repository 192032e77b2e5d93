/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/small_learn.h"

#include "base/memory.h"
#include "learn/magnet.h"
#include "learn/ppo.h"
#include "learn/regular.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const small_method_names[SMALL_METHODS + 1] = {"rnad", "ppo", NULL};

/* One decision of the games of a learning step. */
struct small_decision {
    uint32_t set;
    uint8_t action;
    double behaviour;            /* probability of the action when it was chosen */
    double target, advantage;    /* of the value; of the action (struct vtrace_target) */
};

/* Sums over the decisions of one information set in a learning step; visits: their number. */
struct set_pool {
    double values[SMALL_CHOICES], target, visits;
};

struct small_learner {
    const struct game_tree *tree;
    struct small_options options;
    struct small_net small;
    struct net *net, *target, *regular;
    struct net_pass *pass, *target_pass, *regular_pass;
    struct adam *adam;
    float *gradient;             /* of all weights */
    struct set_outputs outputs, target_outputs; /* outputs of the network and of the target network */
    struct set_outputs regular_outputs;  /* outputs of the network of the regularisation policy */
    float *log_regular, *log_before; /* set_count x actions: regularisation policies of m and m - 1 */
    double *ratios;              /* set_count x actions: log ratios of the transformed reward */
    double *divergence;          /* set_count: their mean over the policy */
    double *policy, *play;       /* the network's policy, and the policy that plays the games */
    float *log_play;
    struct small_decision *decisions;
    size_t decision_count, decision_capacity;
    struct set_pool *pools;      /* set_count */
    double *advantages;          /* of the decisions */
    uint8_t *keep;
    size_t keep_capacity, advantage_capacity;
    struct rng rng;
    uint64_t step;
};

/* Computes the log-probabilities of the regularisation policy: the policy of the network `regular`, mixed
 * with the uniform policy by the option `floor`. */
static void fill_regular(struct small_learner *learner)
{
    size_t actions = (size_t)learner->tree->game->actions;
    small_net_forward(&learner->small, learner->regular_pass, &learner->regular_outputs);
    for (size_t row = 0; row < tree_policy_size(learner->tree); row += actions)
        regular_log_mix(actions, learner->small.legal + row, learner->regular_outputs.policy + row,
                        learner->options.floor, learner->log_regular + row);
}

struct small_learner *small_learner_new(const struct game_tree *tree, const struct small_options *options,
                                        uint64_t seed)
{
    struct small_learner *learner = memory_new(1, sizeof *learner);
    size_t size = tree_policy_size(tree);
    learner->tree = tree;
    learner->options = *options;
    small_net_begin(&learner->small, tree, options->layers, options->width);
    learner->net = small_net_new(&learner->small, seed);
    learner->target = net_copy(learner->net);
    learner->regular = net_copy(learner->net);
    learner->pass = small_net_pass(&learner->small, learner->net, NET_LEARN);
    learner->target_pass = small_net_pass(&learner->small, learner->target, NET_INFER);
    learner->regular_pass = small_net_pass(&learner->small, learner->regular, NET_INFER);
    learner->adam = adam_new(learner->net->weights, &options->adam);
    learner->gradient = memory_new(learner->net->weights, sizeof *learner->gradient);
    set_outputs_begin(&learner->outputs, tree);
    set_outputs_begin(&learner->target_outputs, tree);
    set_outputs_begin(&learner->regular_outputs, tree);
    learner->log_regular = memory_new(size, sizeof *learner->log_regular);
    learner->log_before = memory_new(size, sizeof *learner->log_before);
    learner->pools = memory_new(tree->set_count, sizeof *learner->pools);
    learner->ratios = memory_new(size, sizeof *learner->ratios);
    learner->divergence = memory_new(tree->set_count, sizeof *learner->divergence);
    learner->policy = memory_new(size, sizeof *learner->policy);
    learner->play = memory_new(size, sizeof *learner->play);
    learner->log_play = memory_new(size, sizeof *learner->log_play);
    rng_seed(&learner->rng, seed, 1);
    /* Both regularisation policies start as the first network's policy. */
    fill_regular(learner);
    memcpy(learner->log_before, learner->log_regular, size * sizeof *learner->log_before);
    return learner;
}

void small_learner_free(struct small_learner *learner)
{
    net_pass_free(learner->pass);
    net_pass_free(learner->target_pass);
    net_pass_free(learner->regular_pass);
    net_free(learner->net);
    net_free(learner->target);
    net_free(learner->regular);
    adam_free(learner->adam);
    small_net_end(&learner->small);
    set_outputs_end(&learner->outputs);
    set_outputs_end(&learner->target_outputs);
    set_outputs_end(&learner->regular_outputs);
    free(learner->gradient);
    free(learner->log_regular);
    free(learner->log_before);
    free(learner->pools);
    free(learner->ratios);
    free(learner->divergence);
    free(learner->policy);
    free(learner->play);
    free(learner->log_play);
    free(learner->decisions);
    free(learner->advantages);
    free(learner->keep);
    free(learner);
}

/* Returns the share of the run that is done, 0 .. 1. */
static double run_progress(const struct small_learner *learner)
{
    return fmin(1, (double)learner->step / (double)learner->options.steps);
}

/* Returns the position of the learning step in its R-NaD iteration, with the share alpha of the current
 * regularisation policy in the transformed reward. */
static struct regular_moment regular_moment_of(const struct small_learner *learner)
{
    const struct regular_phase phase = {.size = learner->options.iteration};
    return regular_at(&phase, 1, learner->step);
}

/* Computes the log ratios of R-NaD's transformed reward and their means (`divergence`). Does nothing for
 * PPO. */
static void fill_ratios(struct small_learner *learner)
{
    size_t actions = (size_t)learner->tree->game->actions;
    double alpha = regular_moment_of(learner).alpha;
    if (learner->options.method != SMALL_RNAD)
        return;
    for (size_t set = 0; set < learner->tree->set_count; set++) {
        size_t row = set * actions;
        learner->divergence[set] =
            regular_log_ratios(actions, learner->small.legal + row, learner->outputs.log_policy + row,
                               learner->log_regular + row, learner->log_before + row, alpha,
                               learner->ratios + row);
    }
}

/* Fills in v-trace's steps (learn/vtrace.h) and the decisions of one game along `path`, and returns their
 * number. The values are those of the target network for R-NaD, and those of the network for PPO. */
static size_t fill_steps(const struct small_learner *learner, const uint32_t *path, size_t length,
                         struct vtrace_step *steps, struct small_decision *decisions)
{
    size_t actions = (size_t)learner->tree->game->actions, count = 0;
    const float *value =
        learner->options.method == SMALL_RNAD ? learner->target_outputs.value : learner->outputs.value;
    for (size_t i = 0; i + 1 < length; i++) {
        const struct game_node *node = &learner->tree->nodes[path[i]];
        const struct game_node *next = &learner->tree->nodes[path[i + 1]];
        size_t at = node->set * actions + next->action; /* of the action in arrays of all sets and actions */
        if (node->player < 0) /* chance acts */
            continue;
        steps[count] = (struct vtrace_step){.player = node->player, .reward = next->payoff,
                                            .policy = learner->policy[at], .behaviour = learner->play[at],
                                            .log_ratio = learner->ratios[at],
                                            .divergence = learner->divergence[node->set],
                                            .value = (double)value[node->set]};
        decisions[count++] = (struct small_decision){.set = node->set, .action = next->action,
                                                     .behaviour = learner->play[at]};
    }
    return count;
}

/* Computes the targets of one game's decisions by v-trace. If value_lambda differs from vtrace.lambda, the
 * targets of the values get a second run. */
static void fill_targets(const struct small_learner *learner, const struct vtrace_step *steps, size_t count,
                         struct small_decision *decisions)
{
    struct vtrace_options options = learner->options.vtrace;
    struct vtrace_target targets[SMALL_LENGTH];
    struct vtrace_carry carry[2];
    if (learner->options.method != SMALL_RNAD)
        options.eta = 0;
    vtrace_end(carry);
    vtrace_backward(&options, steps, count, carry, targets);
    for (size_t i = 0; i < count; i++) {
        decisions[i].advantage = targets[i].advantage;
        decisions[i].target = targets[i].value;
    }
    if (learner->options.value_lambda == options.lambda)
        return;
    options.lambda = learner->options.value_lambda;
    vtrace_end(carry);
    vtrace_backward(&options, steps, count, carry, targets);
    for (size_t i = 0; i < count; i++)
        decisions[i].target = targets[i].value;
}

/* Plays the games of a learning step by the network's policy with a share `explore` of the uniform one, and
 * computes the targets. The magnet of PPO (log_play) is the policy without that share. */
static void play_games(struct small_learner *learner)
{
    fill_ratios(learner);
    /* The network's policy, and the policy that plays, with the share `explore` of the uniform one. */
    small_net_policy(&learner->small, &learner->outputs, learner->policy);
    tree_uniform(learner->tree, learner->play);
    for (size_t i = 0; i < tree_policy_size(learner->tree); i++)
        learner->play[i] = learner->options.explore * learner->play[i] +
                           (1 - learner->options.explore) * learner->policy[i];
    memcpy(learner->log_play, learner->outputs.log_policy,
           tree_policy_size(learner->tree) * sizeof *learner->log_play);
    learner->decision_count = 0;
    for (int game = 0; game < learner->options.batch; game++) {
        uint32_t path[SMALL_LENGTH + 1];
        struct vtrace_step steps[SMALL_LENGTH];
        size_t length = tree_sample(learner->tree, learner->play, &learner->rng, path);
        learner->decisions = memory_grow(learner->decisions, &learner->decision_capacity,
                                         learner->decision_count + SMALL_LENGTH, sizeof *learner->decisions);
        struct small_decision *decisions = learner->decisions + learner->decision_count;
        size_t count = fill_steps(learner, path, length, steps, decisions);
        fill_targets(learner, steps, count, decisions);
        learner->decision_count += count;
    }
}

/* Adds the gradient of the value's loss, weight x value_weight x (value - target)^2 / 2, of one decision. */
static void add_value_gradient(struct small_learner *learner, const struct small_decision *decision,
                               double weight)
{
    float *gradient = net_gradients(learner->pass, learner->small.value);
    gradient[decision->set] += (float)(weight * learner->options.value_weight *
                                       ((double)learner->outputs.value[decision->set] - decision->target));
}

/* Estimates the values of all actions at one decision (Perolat et al. 2022, methods, equation 5). */
static void estimate_actions(const struct small_learner *learner, const struct small_decision *decision,
                             double values[SMALL_CHOICES])
{
    size_t actions = (size_t)learner->tree->game->actions;
    struct vtrace_step step = {.behaviour = decision->behaviour,
                               .value = (double)learner->target_outputs.value[decision->set]};
    struct vtrace_target target = {.advantage = decision->advantage};
    vtrace_action_values(&learner->options.vtrace, &step, &target, learner->ratios + decision->set * actions,
                         actions, decision->action, values);
}

/* Takes one gradient step with the gradients in the pass, and updates the target network. */
static void change_weights(struct small_learner *learner)
{
    memset(learner->gradient, 0, learner->net->weights * sizeof *learner->gradient);
    net_backward(learner->pass, learner->gradient);
    learner->adam->options.rate =
        learner->options.adam.rate * pow(learner->options.last_rate, run_progress(learner));
    adam_step(learner->adam, learner->net, learner->gradient);
    net_changed(learner->net);
    net_blend(learner->target, learner->net, (float)learner->options.average);
    net_changed(learner->target);
}

/* Adds R-NaD's gradient of each decision separately, as in the paper. */
static void add_decision_gradients(struct small_learner *learner)
{
    double weight = 1 / (double)learner->decision_count;
    for (size_t i = 0; i < learner->decision_count; i++) {
        add_value_gradient(learner, &learner->decisions[i], weight);
        /* Adds the gradient of the logits, by NeuRD. */
        const struct small_decision *decision = &learner->decisions[i];
        size_t actions = (size_t)learner->tree->game->actions, row = decision->set * actions;
        double values[SMALL_CHOICES];
        estimate_actions(learner, decision, values);
        neurd_gradient(&learner->options.neurd, actions, learner->small.legal + row,
                       learner->outputs.logits + row, learner->outputs.policy + row, values, weight,
                       net_gradients(learner->pass, learner->small.logits) + row);
    }
}

/* Sums the action values and targets of the decisions of each information set in its pool. Returns the sum of
 * the sets' weights: their numbers of decisions to the power visit_power. */
static double sum_pools(struct small_learner *learner)
{
    size_t actions = (size_t)learner->tree->game->actions;
    double total = 0;
    memset(learner->pools, 0, learner->tree->set_count * sizeof *learner->pools);
    for (size_t i = 0; i < learner->decision_count; i++) {
        const struct small_decision *decision = &learner->decisions[i];
        struct set_pool *pool = &learner->pools[decision->set];
        double values[SMALL_CHOICES];
        estimate_actions(learner, decision, values);
        for (size_t a = 0; a < actions; a++)
            pool->values[a] += values[a];
        pool->target += decision->target;
        pool->visits++;
    }
    for (size_t set = 0; set < learner->tree->set_count; set++)
        if (learner->pools[set].visits > 0)
            total += pow(learner->pools[set].visits, learner->options.visit_power);
    return total;
}

/* Adds R-NaD's gradient with the decisions of each information set pooled: NeuRD gets the means of their
 * action values. */
static void add_pool_gradients(struct small_learner *learner)
{
    size_t actions = (size_t)learner->tree->game->actions;
    double total = sum_pools(learner);
    for (size_t set = 0; set < learner->tree->set_count; set++) {
        struct set_pool *pool = &learner->pools[set];
        size_t row = set * actions;
        if (!(pool->visits > 0))
            continue;
        double weight = pow(pool->visits, learner->options.visit_power) / total;
        struct small_decision mean = {.set = (uint32_t)set, .target = pool->target / pool->visits};
        for (size_t a = 0; a < actions; a++)
            pool->values[a] /= pool->visits;
        add_value_gradient(learner, &mean, weight);
        neurd_gradient(&learner->options.neurd, actions, learner->small.legal + row,
                       learner->outputs.logits + row, learner->outputs.policy + row, pool->values, weight,
                       net_gradients(learner->pass, learner->small.logits) + row);
    }
}

/* Learns from the games by PPO, in `passes` gradient steps. Decisions that the advantage filter drops get the
 * advantage 0, so only the magnets and the value act on them. */
static void learn_ppo(struct small_learner *learner)
{
    const struct small_options *options = &learner->options;
    size_t count = learner->decision_count;
    /* Falls exponentially from `magnet` to `last_magnet` at the end of the run. */
    double magnet_weight =
        options->magnet * pow(options->last_magnet / options->magnet, run_progress(learner));
    /* Advantage filtering. */
    learner->advantages = memory_grow(learner->advantages, &learner->advantage_capacity, count,
                                      sizeof *learner->advantages);
    learner->keep = memory_grow(learner->keep, &learner->keep_capacity, count, sizeof *learner->keep);
    for (size_t i = 0; i < count; i++)
        learner->advantages[i] = learner->decisions[i].advantage;
    ppo_filter(learner->advantages, count, options->share, options->min, learner->keep);
    for (size_t i = 0; i < count; i++)
        if (!learner->keep[i])
            learner->decisions[i].advantage = 0;
    for (int pass = 0; pass < options->passes; pass++) {
        if (pass) /* the outputs for the first pass are computed already */
            small_net_forward(&learner->small, learner->pass, &learner->outputs);
        for (size_t i = 0; i < count; i++) {
            add_value_gradient(learner, &learner->decisions[i], 1 / (double)count);
            /* Adds the gradient of the logits: PPO's clipped ratio, and both magnets: the regularisation
             * policy and the policy that played the games. */
            const struct small_decision *decision = &learner->decisions[i];
            double weight = 1 / (double)count;
            size_t actions = (size_t)learner->tree->game->actions, row = decision->set * actions;
            const uint8_t *legal = learner->small.legal + row;
            const float *policy = learner->outputs.policy + row;
            const float *log_policy = learner->outputs.log_policy + row;
            float *gradient = net_gradients(learner->pass, learner->small.logits) + row;
            ppo_gradient(actions, legal, policy, decision->action, decision->behaviour, decision->advantage,
                         learner->options.clip, weight, gradient);
            magnet_gradient(actions, legal, policy, log_policy, learner->log_regular + row,
                            weight * magnet_weight, gradient);
            magnet_gradient(actions, legal, policy, log_policy, learner->log_play + row,
                            weight * learner->options.behaviour, gradient);
        }
        change_weights(learner);
    }
}

void small_learner_step(struct small_learner *learner)
{
    small_net_forward(&learner->small, learner->pass, &learner->outputs);
    if (learner->options.method == SMALL_RNAD)
        small_net_forward(&learner->small, learner->target_pass, &learner->target_outputs);
    play_games(learner);
    if (learner->options.method == SMALL_RNAD) {
        if (learner->options.pooled)
            add_pool_gradients(learner);
        else
            add_decision_gradients(learner);
        change_weights(learner);
    } else {
        learn_ppo(learner);
    }
    /* After the last step of an iteration the target network becomes the regularisation policy. */
    if (regular_moment_of(learner).last) {
        memcpy(learner->log_before, learner->log_regular,
               tree_policy_size(learner->tree) * sizeof *learner->log_before);
        net_blend(learner->regular, learner->target, 1); /* the share 1 makes a copy */
        net_changed(learner->regular);
        fill_regular(learner);
    }
    learner->step++;
}

void small_learner_policy(struct small_learner *learner, double *policy)
{
    small_net_forward(&learner->small, learner->target_pass, &learner->target_outputs);
    small_net_policy(&learner->small, &learner->target_outputs, policy);
}
