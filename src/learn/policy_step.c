/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_step.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "learn/decision_batch.h"
#include "learn/magnet.h"
#include "learn/ppo.h"
#include "net/pass.h"
#include "net/softmax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Stream of random numbers of a learning step: VALUE_STREAM | step. Games use their numbers as streams. */
static const uint64_t VALUE_STREAM = UINT64_C(1) << 63;

struct policy_worker {
    struct net_pass *pass, *target_pass, *regular_pass, *before_pass;
    struct policy_game game;
    struct decision_batch *batches; /* of each head */
};

struct policy_worker *policy_workers_new(const struct policy_learner *learner)
{
    struct policy_worker *workers = memory_new((size_t)learner->options.actor.jobs, sizeof *workers);
    for (int i = 0; i < learner->options.actor.jobs; i++) {
        struct policy_worker *worker = &workers[i];
        worker->pass = net_pass_new(learner->net, DECISION_BATCH, NET_LEARN, NULL);
        worker->batches = memory_new(POLICY_HEADS, sizeof *worker->batches);
        if (learner->options.method != POLICY_RNAD)
            continue;
        worker->target_pass = net_pass_new(learner->target, DECISION_BATCH, NET_INFER, NULL);
        worker->regular_pass = net_pass_new(learner->regular, DECISION_BATCH, NET_INFER, NULL);
        worker->before_pass = net_pass_new(learner->before, DECISION_BATCH, NET_INFER, NULL);
    }
    return workers;
}

void policy_workers_free(struct policy_worker *workers, int count)
{
    for (int i = 0; workers && i < count; i++) {
        net_pass_free(workers[i].pass);
        net_pass_free(workers[i].target_pass);
        net_pass_free(workers[i].regular_pass);
        net_pass_free(workers[i].before_pass);
        policy_game_free(&workers[i].game);
        free(workers[i].batches);
    }
    free(workers);
}

/* Converts a set of squares to one byte for each square, 1 or 0. */
static void write_legal_bytes(bitboard squares, uint8_t legal[SQUARES])
{
    for (int square = 0; square < SQUARES; square++)
        legal[square] = bit_in(squares, square);
}

/* Returns whether the regularisation policy of the iteration before still has a weight. In the first
 * iteration it is the same as the current one. */
static bool uses_old_regular(const struct policy_step *step)
{
    return step->moment.alpha < 1 && step->moment.iteration > 0;
}

/* Computes the log-probabilities of a regularisation policy: the softmax of the logits, mixed with the
 * uniform policy by the option `floor`. */
static void compute_regular_policy(const struct policy_step *step, const float *logits, const uint8_t *legal,
                                   float log_policy[SQUARES])
{
    double floor = step->learner->options.floor;
    float policy[SQUARES];
    softmax(logits, legal, SQUARES, policy, log_policy);
    if (floor > 0)
        regular_log_mix(SQUARES, legal, policy, floor, log_policy);
}

/* Adds the entropy of one decision (nats) to the sums, and counts it if there is a choice. */
static void add_entropy(struct policy_sums *sums, bitboard legal, const float *policy,
                        const float *log_policy)
{
    for (int square = 0; square < SQUARES; square++)
        sums->entropy -= (double)policy[square] * (double)log_policy[square];
    sums->choices += bits_count(legal) > 1;
}

/* R-NaD: computes for each decision of a full batch the policy, the value and the log ratios to the
 * regularisation policies. */
static void estimate_batch(struct policy_step *step, struct policy_worker *worker,
                           struct policy_sums *sums, enum policy_head head)
{
    const struct policy_learner *learner = step->learner;
    struct decision_batch *batch = &worker->batches[head];
    const enum policy_head value_head = POLICY_VALUE;
    /* Policies by the learning network and the regularisation policies, values by the target network. */
    decision_batch_compute(batch, &learner->layers, worker->pass, &head, 1);
    decision_batch_compute(batch, &learner->layers, worker->target_pass, &value_head, 1);
    decision_batch_compute(batch, &learner->layers, worker->regular_pass, &head, 1);
    if (uses_old_regular(step))
        decision_batch_compute(batch, &learner->layers, worker->before_pass, &head, 1);
    const float *values = net_values(worker->target_pass, learner->layers.head[POLICY_VALUE]);
    for (size_t n = 0; n < batch->count; n++) {
        struct policy_decision *decision = &step->decisions[batch->index[n]];
        uint8_t legal[SQUARES];
        float policy[SQUARES], log_policy[SQUARES];
        write_legal_bytes(batch->legal[n], legal);
        decision_batch_policy(batch, &learner->layers, worker->pass, head, n, policy, log_policy);
        decision->step.policy = (double)policy[decision->action];
        decision->step.value = (double)values[n];
        /* Computes the log ratios of the decision, and their mean, for v-trace. */
        int layer = step->learner->layers.head[decision->head];
        bool both = uses_old_regular(step);
        float regular[SQUARES], before[SQUARES];
        double ratios[SQUARES];
        compute_regular_policy(step, net_values(worker->regular_pass, layer) + n * SQUARES, legal, regular);
        if (both)
            compute_regular_policy(step, net_values(worker->before_pass, layer) + n * SQUARES, legal, before);
        decision->step.divergence = regular_log_ratios(SQUARES, legal, log_policy, regular,
                                                       both ? before : regular, step->moment.alpha, ratios);
        decision->step.log_ratio = ratios[decision->action];
        for (int square = 0; square < SQUARES; square++)
            decision->log_ratios[square] = (float)ratios[square];
        add_entropy(sums, batch->legal[n], policy, log_policy);
        sums->divergence += decision->step.divergence;
    }
    batch->count = 0;
}

/* Adds the gradient of R-NaD's loss with respect to the logits of one decision: NeuRD on the action values
 * that v-trace estimates. */
static void add_rnad_gradient(const struct policy_step *step, const struct policy_decision *decision,
                              const uint8_t *legal, const float *logits, const float *policy, float *gradient)
{
    const struct policy_learn_options *options = &step->learner->options;
    double ratios[SQUARES], values[SQUARES];
    for (int square = 0; square < SQUARES; square++)
        ratios[square] = (double)decision->log_ratios[square];
    vtrace_action_values(&options->vtrace, &decision->step, &decision->target, ratios, SQUARES,
                         decision->action, values);
    neurd_gradient(&options->neurd, SQUARES, legal, logits, policy, values, 1 / (double)step->policy_count,
                   gradient);
}

/* Adds the gradient of PPO's loss with respect to the logits of one decision: the clipped ratio, and the pull
 * of two magnets. These are the uniform policy (NULL), and the policy before the step, which keeps the change
 * small. The policy before the step is stored in the first pass, in which its magnet has no gradient yet. */
static void add_ppo_gradient(const struct policy_step *step, struct policy_decision *decision,
                             const uint8_t *legal, const float *policy, const float *log_policy,
                             float *gradient)
{
    const struct policy_learn_options *options = &step->learner->options;
    double weight = 1 / (double)step->policy_count;
    ppo_gradient(SQUARES, legal, policy, decision->action, decision->step.behaviour,
                 decision->target.advantage, options->clip, weight, gradient);
    double magnet = options->magnet * policy_share_left(options->magnet_steps, step->learner->step);
    magnet_gradient(SQUARES, legal, policy, log_policy, NULL, weight * magnet, gradient);
    if (step->pass == 0)
        memcpy(decision->old_log_policy, log_policy, SQUARES * sizeof log_policy[0]);
    else
        magnet_gradient(SQUARES, legal, policy, log_policy, decision->old_log_policy,
                        weight * options->behaviour, gradient);
}

/* Learns from a full batch and empties it. In R-NaD each decision trains policy and value. In PPO a decision
 * may train only one of them: the batch of head POLICY_VALUE holds the decisions that train the value. */
static void learn_batch(struct policy_step *step, struct policy_worker *worker, float *gradient,
                        struct policy_sums *sums, enum policy_head head)
{
    const struct policy_learner *learner = step->learner;
    struct decision_batch *batch = &worker->batches[head];
    const enum policy_head wanted[] = {head, POLICY_VALUE};
    bool rnad = learner->options.method == POLICY_RNAD;
    int layer = learner->layers.head[head], value_layer = learner->layers.head[POLICY_VALUE];
    double value_weight = learner->options.value_weight / (double)step->value_count;
    decision_batch_compute(batch, &learner->layers, worker->pass, wanted, rnad ? 2 : 1);
    for (size_t n = 0; n < batch->count; n++) {
        struct policy_decision *decision = &step->decisions[batch->index[n]];
        const float *logits = net_values(worker->pass, layer) + n * SQUARES;
        float *logit_gradient = net_gradients(worker->pass, layer) + n * SQUARES;
        float policy[SQUARES], log_policy[SQUARES];
        uint8_t legal[SQUARES];
        /* The gradient of the value's squared error, then that of the policy. */
        if (rnad || head == POLICY_VALUE) {
            double error = (double)net_values(worker->pass, value_layer)[n] - decision->target.value;
            net_gradients(worker->pass, value_layer)[n] += (float)(value_weight * error);
            sums->value_loss += error * error;
        }
        if (head == POLICY_VALUE) /* PPO: these decisions train only the value */
            continue;
        write_legal_bytes(batch->legal[n], legal);
        softmax(logits, legal, SQUARES, policy, log_policy);
        if (rnad) {
            add_rnad_gradient(step, decision, legal, logits, policy, logit_gradient);
        } else {
            add_ppo_gradient(step, decision, legal, policy, log_policy, logit_gradient);
            add_entropy(sums, batch->legal[n], policy, log_policy);
        }
    }
    net_backward(worker->pass, gradient);
    batch->count = 0;
}

/* Computes a batch that is full, or the last one of a block: estimates it if `gradient` is NULL, otherwise
 * learns from it. Empties the batch. */
static void finish_batch(struct policy_step *step, struct policy_worker *worker, size_t block,
                         float *gradient, enum policy_head head)
{
    if (gradient)
        learn_batch(step, worker, gradient, &step->sums[block], head);
    else
        estimate_batch(step, worker, &step->sums[block], head);
}

/* Replays the games of a block and collects their decisions in batches, one for each head. If `gradient` is
 * NULL, fills in and estimates the decisions; otherwise learns from them. PPO needs no estimates from the
 * network: the actor stored its values. */
static void replay_block(struct policy_step *step, struct policy_worker *worker, size_t block,
                         float *gradient)
{
    const struct policy_learn_options *options = &step->learner->options;
    bool rnad = options->method == POLICY_RNAD;
    size_t end = (block + 1) * POLICY_BLOCK_GAMES;
    end = end < (size_t)step->learner->batch ? end : (size_t)step->learner->batch;
    for (size_t g = block * POLICY_BLOCK_GAMES; g < end; g++) {
        const struct policy_record *record = &step->records[g];
        size_t index = step->first[g];
        policy_game_begin(&worker->game, options->actor.variant, &options->actor.rules);
        for (size_t i = 0; i < record->count; i++) {
            const struct policy_action *action = &record->actions[i];
            if (!(action->behaviour > 0)) { /* an opponent's */
                policy_game_act(&worker->game, action->square);
                continue;
            }
            struct policy_decision *decision = &step->decisions[index];
            enum policy_head head = policy_game_head(&worker->game);
            if (!gradient) {
                decision->head = head;
                decision->action = action->square;
                decision->step.player = (int)policy_game_side(&worker->game);
                /* PPO uses these as they are; R-NaD's estimate_batch replaces policy and value. */
                decision->step.behaviour = decision->step.policy = (double)action->behaviour;
                decision->step.value = (double)action->value;
            }
            if ((rnad || (gradient && decision->trains_policy)) &&
                decision_batch_add(&worker->batches[head], &worker->game, index, action->square, 0))
                finish_batch(step, worker, block, gradient, head);
            if (!rnad && gradient && decision->trains_value &&
                decision_batch_add(&worker->batches[POLICY_VALUE], &worker->game, index, action->square, 0))
                finish_batch(step, worker, block, gradient, POLICY_VALUE);
            policy_game_act(&worker->game, action->square);
            index++;
        }
        /* The only reward of a game is its result, at its last decision. */
        if (!gradient && index > step->first[g])
            step->decisions[index - 1].step.reward = policy_game_result(&worker->game);
    }
    /* The batches that are only partly filled. */
    for (enum policy_head head = 0; head < POLICY_HEADS; head++)
        if (worker->batches[head].count)
            finish_batch(step, worker, block, gradient, head);
}

/* Computes the targets of one game's decisions by v-trace with this eta and lambda. */
static void estimate_targets(const struct policy_step *step, const struct vtrace_step *steps, size_t count,
                             double eta, double lambda, struct vtrace_target *targets)
{
    struct vtrace_options vtrace = step->learner->options.vtrace;
    struct vtrace_carry carry[2];
    vtrace.eta = eta;
    vtrace.lambda = lambda;
    vtrace_end(carry);
    vtrace_backward(&vtrace, steps, count, carry, targets);
}

/* Fills in the targets of one game's decisions. PPO does not correct them for the small change of the policy
 * since the game was played: the ratio in its loss does that. Advantages and values each have their own
 * lambda. A placement's return is the target of the value at the player's first decision in play, because no
 * reward comes between them. */
static void fill_targets(const struct policy_step *step, size_t game)
{
    const struct policy_learn_options *options = &step->learner->options;
    size_t first = step->first[game], count = step->first[game + 1] - first;
    struct policy_decision *decisions = step->decisions + first;
    struct vtrace_step *steps = memory_new(count, sizeof *steps);
    struct vtrace_target *targets = memory_new(2 * count, sizeof *targets), *values = targets + count;
    bool ppo = options->method == POLICY_PPO;
    /* By player: the target of its value at its first decision in play. Going backwards, each earlier
     * decision replaces it; if there is none, it is the game's result. */
    const double result = decisions[count - 1].step.reward;
    double first_target[SIDES] = {[RED] = result, [BLUE] = -result};
    for (size_t i = 0; i < count; i++)
        steps[i] = decisions[i].step;
    estimate_targets(step, steps, count, ppo ? 0 : options->vtrace.eta,
                     ppo ? options->policy_lambda : options->vtrace.lambda, targets);
    if (ppo)
        estimate_targets(step, steps, count, 0, options->value_lambda, values);
    for (size_t i = count; i-- > 0;) {
        struct policy_decision *decision = &decisions[i];
        decision->target = targets[i];
        if (ppo && decision->head == POLICY_PLACE) {
            decision->target.value = first_target[steps[i].player];
            decision->target.advantage = first_target[steps[i].player] - steps[i].value;
        } else if (ppo) {
            first_target[steps[i].player] = decision->target.value = values[i].value;
        }
    }
    free(steps);
    free(targets);
}

/* Fills in the decisions of a block and their targets. It is a callback of the threads. */
static void estimate_block(void *context, size_t block, const struct parallel_worker *thread)
{
    struct policy_step *step = context;
    size_t end = (block + 1) * POLICY_BLOCK_GAMES;
    replay_block(step, &step->learner->workers[thread->number], block, NULL);
    for (size_t g = block * POLICY_BLOCK_GAMES; g < end && g < (size_t)step->learner->batch; g++)
        fill_targets(step, g);
}

/* Computes the gradient of a block. It is a callback of the threads. */
static void learn_block(void *context, size_t block, const struct parallel_worker *thread)
{
    struct policy_step *step = context;
    float *gradient = step->learner->gradients + block * step->learner->net->weights;
    memset(gradient, 0, step->learner->net->weights * sizeof *gradient);
    replay_block(step, &step->learner->workers[thread->number], block, gradient);
}

/* Chooses the decisions that train the policy and those that train the value. PPO's policy learns from those
 * with the largest advantages. PPO's value learns from a random part, because large advantages alone would
 * bias it. All placements train the policy: there are few, and their advantages say little about how much
 * each one mattered. */
static void choose_decisions(struct policy_step *step)
{
    const struct policy_learn_options *options = &step->learner->options;
    bool rnad = options->method == POLICY_RNAD;
    /* own: decisions of this rank; play_count: those of all ranks that are no placements. */
    size_t own = step->first[step->learner->batch], play_count = 0, first;
    double *own_advantages = memory_new(own, sizeof *own_advantages);
    for (size_t i = 0; i < own; i++) /* INFINITY marks a placement */
        own_advantages[i] =
            step->decisions[i].head == POLICY_PLACE ? INFINITY : step->decisions[i].target.advantage;
    /* Each rank makes the same choice among the decisions of all ranks, and stores that of its own. */
    double *all_advantages = ranks_gather(&options->ranks, own_advantages, own, &first, &step->count);
    size_t count = step->count;
    double *advantages = memory_new(count, sizeof *advantages);
    /* The result of the filter, in which placements are not counted. */
    uint8_t *keep = memory_new(count, sizeof *keep), *next = keep;
    struct rng rng;
    rng_seed(&rng, options->actor.seed, VALUE_STREAM | step->learner->step);
    for (size_t i = 0; i < count; i++)
        if (!isinf(all_advantages[i]))
            advantages[play_count++] = all_advantages[i];
    ppo_filter(advantages, play_count, rnad ? 1 : options->share, rnad ? 0 : options->min_advantage, keep);
    for (size_t i = 0; i < count; i++) {
        bool trains_policy = isinf(all_advantages[i]) || *next++;
        bool trains_value = rnad || rng_unit(&rng) < options->value_share;
        step->policy_count += trains_policy;
        step->value_count += trains_value;
        if (i >= first && i < first + own) {
            step->decisions[i - first].trains_policy = trains_policy;
            step->decisions[i - first].trains_value = trains_value;
        }
    }
    free(own_advantages);
    free(all_advantages);
    free(advantages);
    free(keep);
}

void policy_step_estimate(struct policy_step *step, size_t blocks)
{
    parallel_run_workers(step->learner->options.actor.jobs, blocks, &(const struct parallel_scratch){0},
                         estimate_block, step);
    choose_decisions(step);
}

void policy_step_gradients(struct policy_step *step, size_t blocks)
{
    parallel_run_workers(step->learner->options.actor.jobs, blocks, &(const struct parallel_scratch){0},
                         learn_block, step);
}
