/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "learn/decision_batch.h"
#include "learn/magnet.h"
#include "learn/policy_learner.h"
#include "learn/ppo.h"
#include "learn/regular.h"
#include "net/pass.h"
#include "net/softmax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_GAMES = 2 /* games that one thread works on at a time, with a gradient of their own */
};

/* The stream of random numbers of a learning step; those of games are their numbers. */
static const uint64_t VALUE_STREAM = UINT64_C(1) << 63;

const char *const policy_method_names[POLICY_METHODS + 1] = {"rnad", "ppo", NULL};

const struct policy_learn_options policy_learn_standard = {
    .method = POLICY_RNAD,
    .shape = {POLICY_LEARN_OUTER_BLOCKS, POLICY_LEARN_INNER_BLOCKS, POLICY_LEARN_OUTER_CHANNELS,
              POLICY_LEARN_INNER_CHANNELS},
    .actor = {.games = POLICY_LEARN_GROUPS * POLICY_ACTOR_GROUP, .jobs = 1}, .batch = POLICY_LEARN_BATCH,
    .shards = 1, .ranks = {0, 1, false},
    .adam = {.rate = POLICY_LEARN_RATE, .beta1 = 0, .beta2 = 0.999, .epsilon = 1e-8, .clip_value = 10000},
    .rate_steps = POLICY_LEARN_RATE_STEPS, .average = POLICY_LEARN_AVERAGE, .value_weight = 1,
    /* Table 2 has c 1. In games of hundreds of decisions the product of min(1, ratio) falls to nothing as
     * soon as the policy changes a little: results then reach only the last decisions. */
    .vtrace = {.eta = POLICY_LEARN_ETA, .rho = INFINITY, .c = 1.1, .lambda = 1},
    .policy_lambda = POLICY_LEARN_LAMBDA, .value_lambda = POLICY_LEARN_VALUE_LAMBDA,
    .neurd = {.beta = 2, .clip = 10000}, .iteration = POLICY_LEARN_ITERATION,
    .passes = POLICY_LEARN_PASSES, .clip = POLICY_LEARN_CLIP, .magnet = POLICY_LEARN_MAGNET,
    .behaviour = POLICY_LEARN_BEHAVIOUR, .share = POLICY_LEARN_SHARE, .min_advantage = 0,
    .value_share = POLICY_LEARN_VALUE_SHARE, .floor = POLICY_LEARN_FLOOR,
};

/* One decision of the games of a learning step. */
struct learner_decision {
    struct vtrace_step step;
    struct vtrace_target target;
    enum policy_head head;
    uint8_t action;
    bool moves_policy, moves_value; /* what learns from it */
    float ratios[SQUARES];       /* R-NaD: log policy / regularisation policy; PPO: log policy before the
                                  * learning step */
};

/* A thread's own memory. */
struct learner_scratch {
    struct net_pass *pass, *target_pass, *regular_pass, *before_pass;
    struct policy_game game;
    struct decision_batch *batches; /* of each head */
};

/* What a block of games adds up to. */
struct block_sums {
    double value_loss, entropy, choices, divergence;
};

/* A learning step under way. */
struct learning_step {
    struct policy_learner *learner;
    struct regular_moment moment;
    struct policy_record *records;
    size_t *first;               /* of each game, and behind the last: its first decision */
    struct learner_decision *decisions;
    size_t count, policy_count, value_count; /* decisions of all ranks, and those that move them */
    int pass;                    /* over the decisions: 0 .. passes - 1 */
    float *gradients;            /* of each block: net->weights numbers */
    struct block_sums *sums;     /* of each block */
};

/* Whether all shards of all ranks can be equal. */
static enum status check_shards(const struct policy_learn_options *options, struct error *error)
{
    int shards = options->shards, ranks = options->ranks.count;
    if (shards % ranks != 0)
        return error_set(error, STATUS_BAD, "found %d shards for %d ranks, expected a multiple", shards,
                         ranks);
    if (shards > 1 && options->actor.games % (shards * POLICY_ACTOR_GROUP) != 0)
        return error_set(error, STATUS_BAD, "found %d groups of games for %d shards, expected a multiple",
                         options->actor.games / POLICY_ACTOR_GROUP, shards);
    if (shards > 1 && options->batch % (shards * BLOCK_GAMES) != 0)
        return error_set(error, STATUS_BAD, "found %d games of a learning step for %d shards, expected an "
                         "even number for each", options->batch, shards);
    return STATUS_OK;
}

/* The actors of this rank's shards. */
static enum status start_actors(struct policy_learner *learner, struct error *error)
{
    const struct policy_learn_options *options = &learner->options;
    struct policy_actor_options own = options->actor;
    own.games /= options->shards;
    own.game_stride = (uint64_t)options->actor.games;
    learner->shards = options->shards / options->ranks.count;
    learner->batch = options->batch / options->ranks.count;
    learner->actors = memory_new((size_t)learner->shards, sizeof(struct policy_actor *));
    for (int i = 0; i < learner->shards; i++) {
        own.first_game = (uint64_t)(options->ranks.rank * learner->shards + i) * (uint64_t)own.games;
        learner->actors[i] = policy_actor_new(&own, learner->net, &learner->layers, error);
        if (!learner->actors[i])
            return STATUS_BAD;
    }
    return STATUS_OK;
}

enum status policy_learner_new(const struct policy_learn_options *options, struct policy_learner **learner,
                               struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MOST, sizeof *rows);
    struct policy_layers layers;
    enum status status = check_shards(options, error);
    if (status == STATUS_OK)
        status = policy_net_rows(&options->shape, rows, &layers, error);
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
    new->options.actor.values = options->method == POLICY_PPO;
    if (status == STATUS_OK)
        status = start_actors(new, error);
    if (status != STATUS_OK) {
        policy_learner_free(new);
        return status;
    }
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

static void begin_scratch(void *memory, void *context)
{
    const struct learning_step *step = context;
    const struct policy_learner *learner = step->learner;
    struct learner_scratch *scratch = memory;
    scratch->pass = net_pass_new(learner->net, DECISION_BATCH, NET_LEARN, NULL);
    if (learner->options.method == POLICY_RNAD) {
        scratch->target_pass = net_pass_new(learner->target, DECISION_BATCH, NET_ANSWER, NULL);
        scratch->regular_pass = net_pass_new(learner->regular, DECISION_BATCH, NET_ANSWER, NULL);
        scratch->before_pass = net_pass_new(learner->before, DECISION_BATCH, NET_ANSWER, NULL);
    }
    scratch->batches = memory_new(POLICY_HEADS, sizeof *scratch->batches);
}

static void end_scratch(void *memory)
{
    struct learner_scratch *scratch = memory;
    net_pass_free(scratch->pass);
    net_pass_free(scratch->target_pass);
    net_pass_free(scratch->regular_pass);
    net_pass_free(scratch->before_pass);
    policy_game_free(&scratch->game);
    free(scratch->batches);
}

static void legal_bytes(bitboard squares, uint8_t legal[SQUARES])
{
    for (int square = 0; square < SQUARES; square++)
        legal[square] = bit_in(squares, square);
}

/* Whether the regularisation policy of the iteration before still counts; the first two are the same. */
static bool wants_before(const struct learning_step *step)
{
    return step->moment.alpha < 1 && step->moment.iteration > 0;
}

/* The logarithm of a regularisation policy, with its share of the uniform policy. */
static void regular_policy(const struct learning_step *step, const float *logits, const uint8_t *legal,
                           float log_policy[SQUARES])
{
    double floor = step->learner->options.floor;
    float policy[SQUARES];
    int choices = 0;
    softmax(logits, legal, SQUARES, policy, log_policy);
    for (int square = 0; square < SQUARES; square++)
        choices += legal[square];
    for (int square = 0; square < SQUARES && floor > 0; square++)
        if (legal[square])
            log_policy[square] = (float)log(floor / choices + (1 - floor) * (double)policy[square]);
}

/* The log ratios of one decision of R-NaD, and what v-trace needs of them. */
static void fill_ratios(const struct learning_step *step, const struct learner_scratch *scratch, size_t n,
                        const uint8_t *legal, const float *log_policy, struct learner_decision *decision)
{
    int layer = step->learner->layers.head[decision->head];
    bool both = wants_before(step);
    float regular[SQUARES], before[SQUARES];
    double ratios[SQUARES];
    regular_policy(step, net_values(scratch->regular_pass, layer) + n * SQUARES, legal, regular);
    if (both)
        regular_policy(step, net_values(scratch->before_pass, layer) + n * SQUARES, legal, before);
    decision->step.divergence = regular_log_ratios(SQUARES, legal, log_policy, regular,
                                                   both ? before : regular, step->moment.alpha, ratios);
    decision->step.log_ratio = ratios[decision->action];
    for (int square = 0; square < SQUARES; square++)
        decision->ratios[square] = (float)ratios[square];
}

static void add_entropy(struct block_sums *sums, bitboard legal, const float *policy, const float *log_policy)
{
    for (int square = 0; square < SQUARES; square++)
        sums->entropy -= (double)policy[square] * (double)log_policy[square];
    sums->choices += bits_count(legal) > 1;
}

/* R-NaD: for each decision of a full batch the policy, the value, and what regularises them. */
static void estimate_batch(struct learning_step *step, struct learner_scratch *scratch,
                           struct block_sums *sums, enum policy_head head)
{
    const struct policy_learner *learner = step->learner;
    struct decision_batch *batch = &scratch->batches[head];
    const enum policy_head value_head = POLICY_VALUE;
    decision_batch_compute(batch, &learner->layers, scratch->pass, &head, 1);
    decision_batch_compute(batch, &learner->layers, scratch->target_pass, &value_head, 1);
    decision_batch_compute(batch, &learner->layers, scratch->regular_pass, &head, 1);
    if (wants_before(step))
        decision_batch_compute(batch, &learner->layers, scratch->before_pass, &head, 1);
    const float *values = net_values(scratch->target_pass, learner->layers.head[POLICY_VALUE]);
    for (size_t n = 0; n < batch->count; n++) {
        struct learner_decision *decision = &step->decisions[batch->index[n]];
        uint8_t legal[SQUARES];
        float policy[SQUARES], log_policy[SQUARES];
        legal_bytes(batch->legal[n], legal);
        decision_batch_policy(batch, &learner->layers, scratch->pass, head, n, policy, log_policy);
        decision->step.policy = (double)policy[decision->action];
        decision->step.value = (double)values[n];
        fill_ratios(step, scratch, n, legal, log_policy, decision);
        add_entropy(sums, batch->legal[n], policy, log_policy);
        sums->divergence += decision->step.divergence;
    }
    batch->count = 0;
}

/* Adds the gradient of R-NaD's loss with respect to the logits of one decision. */
static void rnad_logits(const struct learning_step *step, const struct learner_decision *decision,
                        const uint8_t *legal, const float *logits, const float *policy, float *gradient)
{
    const struct policy_learn_options *options = &step->learner->options;
    double ratios[SQUARES], values[SQUARES];
    for (int square = 0; square < SQUARES; square++)
        ratios[square] = (double)decision->ratios[square];
    vtrace_action_values(&options->vtrace, &decision->step, &decision->target, ratios, SQUARES,
                         decision->action, values);
    neurd_gradient(&options->neurd, SQUARES, legal, logits, policy, values, 1 / (double)step->policy_count,
                   gradient);
}

/* Adds the gradient of PPO's loss, in which the policy of the first pass is that before the step. */
static void ppo_logits(const struct learning_step *step, struct learner_decision *decision,
                       const uint8_t *legal, const float *policy, const float *log_policy, float *gradient)
{
    const struct policy_learn_options *options = &step->learner->options;
    double weight = 1 / (double)step->policy_count;
    ppo_gradient(SQUARES, legal, policy, decision->action, decision->step.behaviour,
                 decision->target.advantage, options->clip, weight, gradient);
    magnet_gradient(SQUARES, legal, policy, log_policy, NULL, weight * options->magnet, gradient);
    if (step->pass == 0)
        memcpy(decision->ratios, log_policy, SQUARES * sizeof log_policy[0]);
    else
        magnet_gradient(SQUARES, legal, policy, log_policy, decision->ratios, weight * options->behaviour,
                        gradient);
}

/* Learns from a full batch. R-NaD moves policy and value by each decision, PPO either of them: the batch of
 * the value's head holds the decisions that move the value. */
static void learn_batch(struct learning_step *step, struct learner_scratch *scratch, float *gradient,
                        struct block_sums *sums, enum policy_head head)
{
    const struct policy_learner *learner = step->learner;
    struct decision_batch *batch = &scratch->batches[head];
    const enum policy_head own[] = {head, POLICY_VALUE};
    bool rnad = learner->options.method == POLICY_RNAD;
    int layer = learner->layers.head[head], value_layer = learner->layers.head[POLICY_VALUE];
    double value_weight = learner->options.value_weight / (double)step->value_count;
    decision_batch_compute(batch, &learner->layers, scratch->pass, own, rnad ? 2 : 1);
    for (size_t n = 0; n < batch->count; n++) {
        struct learner_decision *decision = &step->decisions[batch->index[n]];
        const float *logits = net_values(scratch->pass, layer) + n * SQUARES;
        float *logit_gradient = net_gradients(scratch->pass, layer) + n * SQUARES;
        float policy[SQUARES], log_policy[SQUARES];
        uint8_t legal[SQUARES];
        if (rnad || head == POLICY_VALUE) {
            double miss = (double)net_values(scratch->pass, value_layer)[n] - decision->target.value;
            net_gradients(scratch->pass, value_layer)[n] += (float)(value_weight * miss);
            sums->value_loss += miss * miss;
        }
        if (head == POLICY_VALUE)
            continue;
        legal_bytes(batch->legal[n], legal);
        softmax(logits, legal, SQUARES, policy, log_policy);
        if (rnad) {
            rnad_logits(step, decision, legal, logits, policy, logit_gradient);
        } else {
            ppo_logits(step, decision, legal, policy, log_policy, logit_gradient);
            add_entropy(sums, batch->legal[n], policy, log_policy);
        }
    }
    net_backward(scratch->pass, gradient);
    batch->count = 0;
}

/* Computes a batch: estimates (gradient NULL) or learns. */
static void finish_batch(struct learning_step *step, struct learner_scratch *scratch, size_t block,
                         float *gradient, enum policy_head head)
{
    if (gradient)
        learn_batch(step, scratch, gradient, &step->sums[block], head);
    else
        estimate_batch(step, scratch, &step->sums[block], head);
}

/* Sees again the decisions of the games of a block, and estimates (gradient NULL) or learns. PPO has its
 * estimates from the actor. */
static void go_through(struct learning_step *step, struct learner_scratch *scratch, size_t block,
                       float *gradient)
{
    const struct policy_learn_options *options = &step->learner->options;
    bool rnad = options->method == POLICY_RNAD;
    size_t end = (block + 1) * BLOCK_GAMES;
    end = end < (size_t)step->learner->batch ? end : (size_t)step->learner->batch;
    for (size_t g = block * BLOCK_GAMES; g < end; g++) {
        const struct policy_record *record = &step->records[g];
        size_t index = step->first[g];
        policy_game_begin(&scratch->game, options->actor.variant, &options->actor.rules);
        for (size_t i = 0; i < record->count; i++) {
            const struct policy_action *action = &record->actions[i];
            if (!(action->behaviour > 0)) { /* an opponent's */
                policy_game_act(&scratch->game, action->square);
                continue;
            }
            struct learner_decision *decision = &step->decisions[index];
            enum policy_head head = policy_game_head(&scratch->game);
            if (!gradient) {
                decision->head = head;
                decision->action = action->square;
                decision->step.player = (int)policy_game_side(&scratch->game);
                decision->step.behaviour = decision->step.policy = (double)action->behaviour;
                decision->step.value = (double)action->value;
            }
            if ((rnad || (gradient && decision->moves_policy)) &&
                decision_batch_add(&scratch->batches[head], &scratch->game, index, action->square, 0))
                finish_batch(step, scratch, block, gradient, head);
            if (!rnad && gradient && decision->moves_value &&
                decision_batch_add(&scratch->batches[POLICY_VALUE], &scratch->game, index, action->square, 0))
                finish_batch(step, scratch, block, gradient, POLICY_VALUE);
            policy_game_act(&scratch->game, action->square);
            index++;
        }
        if (!gradient && index > step->first[g])
            step->decisions[index - 1].step.reward = policy_game_result(&scratch->game);
    }
    for (enum policy_head head = 0; head < POLICY_HEADS; head++)
        if (scratch->batches[head].count)
            finish_batch(step, scratch, block, gradient, head);
}

/* The targets of one game's decisions by v-trace with some lambda. */
static void estimate_targets(const struct learning_step *step, const struct vtrace_step *steps, size_t count,
                             double eta, double lambda, struct vtrace_target *targets)
{
    struct vtrace_options vtrace = step->learner->options.vtrace;
    struct vtrace_carry carry[2];
    vtrace.eta = eta;
    vtrace.lambda = lambda;
    vtrace_end(carry);
    vtrace_backward(&vtrace, steps, count, carry, targets);
}

/* PPO's targets are not corrected for the little that the policy changed since the game was played (the ratio
 * in its loss is). Advantages and values have a lambda each. A placement's return is the target of the value
 * at the player's first decision of play: between them nothing happens that a lambda should fade out. */
static void fill_targets(const struct learning_step *step, size_t game)
{
    const struct policy_learn_options *options = &step->learner->options;
    size_t first = step->first[game], count = step->first[game + 1] - first;
    struct learner_decision *decisions = step->decisions + first;
    struct vtrace_step *steps = memory_new(count, sizeof *steps);
    struct vtrace_target *targets = memory_new(2 * count, sizeof *targets), *values = targets + count;
    bool ppo = options->method == POLICY_PPO;
    double result = decisions[count - 1].step.reward, start[SIDES] = {[RED] = result, [BLUE] = -result};
    for (size_t i = 0; i < count; i++)
        steps[i] = decisions[i].step;
    estimate_targets(step, steps, count, ppo ? 0 : options->vtrace.eta,
                     ppo ? options->policy_lambda : options->vtrace.lambda, targets);
    if (ppo)
        estimate_targets(step, steps, count, 0, options->value_lambda, values);
    for (size_t i = count; i-- > 0;) {
        struct learner_decision *decision = &decisions[i];
        decision->target = targets[i];
        if (ppo && decision->head == POLICY_PLACE) {
            decision->target.value = start[steps[i].player];
            decision->target.advantage = start[steps[i].player] - steps[i].value;
        } else if (ppo) {
            start[steps[i].player] = decision->target.value = values[i].value;
        }
    }
    free(steps);
    free(targets);
}

static void estimate_block(void *context, size_t block, const struct parallel_worker *worker)
{
    struct learning_step *step = context;
    size_t end = (block + 1) * BLOCK_GAMES;
    go_through(step, worker->scratch, block, NULL);
    for (size_t g = block * BLOCK_GAMES; g < end && g < (size_t)step->learner->batch; g++)
        fill_targets(step, g);
}

static void learn_block(void *context, size_t block, const struct parallel_worker *worker)
{
    struct learning_step *step = context;
    float *gradient = step->gradients + block * step->learner->net->weights;
    memset(gradient, 0, step->learner->net->weights * sizeof *gradient);
    go_through(step, worker->scratch, block, gradient);
}

/* Which decisions move the policy, and which the value. PPO's value takes some at random: those of large
 * advantages alone would give it a bias. All placements count: there are few, and their advantages say little
 * of how much each of them mattered. */
static void choose_decisions(struct learning_step *step)
{
    const struct policy_learn_options *options = &step->learner->options;
    bool rnad = options->method == POLICY_RNAD;
    size_t own = step->first[step->learner->batch], moves = 0, first;
    double *mine = memory_new(own, sizeof *mine);
    for (size_t i = 0; i < own; i++)
        mine[i] = step->decisions[i].head == POLICY_PLACE ? INFINITY : step->decisions[i].target.advantage;
    double *all = ranks_gather(&options->ranks, mine, own, &first, &step->count);
    size_t count = step->count;
    double *advantages = memory_new(count, sizeof *advantages);
    uint8_t *keep = memory_new(count, sizeof *keep), *next = keep;
    struct rng rng;
    rng_seed(&rng, options->actor.seed, VALUE_STREAM | step->learner->step);
    for (size_t i = 0; i < count; i++)
        if (!isinf(all[i]))
            advantages[moves++] = all[i];
    ppo_filter(advantages, moves, rnad ? 1 : options->share, rnad ? 0 : options->min_advantage, keep);
    for (size_t i = 0; i < count; i++) {
        bool moves_policy = isinf(all[i]) || *next++;
        bool moves_value = rnad || rng_unit(&rng) < options->value_share;
        step->policy_count += moves_policy;
        step->value_count += moves_value;
        if (i >= first && i < first + own) {
            step->decisions[i - first].moves_policy = moves_policy;
            step->decisions[i - first].moves_value = moves_value;
        }
    }
    free(mine);
    free(all);
    free(advantages);
    free(keep);
}

/* Prepares the weights of all networks for their forward passes. */
static void pack_nets(struct policy_learner *learner)
{
    net_pack(learner->net);
    net_pack(learner->target);
    net_pack(learner->regular);
    net_pack(learner->before);
}

/* The rate falls as 1 / (1 + step / rate_steps). */
static double rate_share(const struct policy_learn_options *options, uint64_t step)
{
    return options->rate_steps ? 1 / (1 + (double)step / (double)options->rate_steps) : 1;
}

static void add_numbers(float *sum, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum[i] += numbers[i];
}

/* One gradient step: adds up the blocks of each shard, then the shards of all ranks. Returns the gradient's
 * norm. */
static double change_weights(struct learning_step *step, size_t blocks)
{
    struct policy_learner *learner = step->learner;
    size_t weights = learner->net->weights;
    size_t of_shard = blocks / (size_t)learner->shards;
    for (size_t block = 0; block < blocks; block++)
        if (block % of_shard != 0) /* the first block of a shard takes the shard's others */
            add_numbers(step->gradients + block / of_shard * of_shard * weights,
                        step->gradients + block * weights, weights);
    ranks_sum_arrays(&learner->options.ranks, step->gradients, (size_t)learner->shards, of_shard * weights,
                     learner->gradient, weights);
    learner->adam->options.rate = learner->options.adam.rate * rate_share(&learner->options, learner->step);
    double norm = adam_step(learner->adam, learner->net, learner->gradient);
    net_blend(learner->target, learner->net, (float)learner->options.average);
    pack_nets(learner);
    return norm;
}

/* What the learning step of all ranks was like. */
static void fill_report(const struct learning_step *step, size_t blocks, struct policy_learn_report *report)
{
    const struct policy_learner *learner = step->learner;
    size_t games = (size_t)learner->options.batch;
    double passes = learner->options.method == POLICY_PPO ? learner->options.passes : 1;
    enum { WON, LOST, DRAWN, PLIES, DECISIONS, VALUE_LOSS, ENTROPY, CHOICES, DIVERGENCE, SUMS };
    double sums[SUMS] = {[DECISIONS] = (double)step->first[learner->batch]};
    for (size_t block = 0; block < blocks; block++) {
        sums[VALUE_LOSS] += step->sums[block].value_loss;
        sums[ENTROPY] += step->sums[block].entropy;
        sums[CHOICES] += step->sums[block].choices;
        sums[DIVERGENCE] += step->sums[block].divergence;
    }
    for (int g = 0; g < learner->batch; g++) {
        const struct vtrace_step *last = &step->decisions[step->first[g + 1] - 1].step;
        bool turned = learner->options.actor.opponent.spec && last->player;
        double reward = turned ? -last->reward : last->reward;
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

/* The end of an iteration: the target network becomes the regularisation policy. */
static void next_iteration(struct policy_learner *learner)
{
    size_t size = learner->net->weights * sizeof(float);
    memcpy(learner->before->weight, learner->regular->weight, size);
    memcpy(learner->regular->weight, learner->target->weight, size);
    net_changed(learner->before);
    net_changed(learner->regular);
}

/* Plays the games of this rank's shards. */
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
    const struct parallel_scratch scratch = {sizeof(struct learner_scratch), begin_scratch, end_scratch};
    size_t games = (size_t)learner->batch, blocks = (games + BLOCK_GAMES - 1) / BLOCK_GAMES;
    struct regular_phase phase = {.size = options->iteration};
    struct learning_step step = {.learner = learner, .moment = regular_at(&phase, 1, learner->step)};
    step.records = memory_new(games, sizeof *step.records);
    step.first = memory_new(games + 1, sizeof *step.first);
    pack_nets(learner);
    enum status status = play_games(learner, step.records, error);
    if (status) {
        free(step.records);
        free(step.first);
        return status;
    }
    for (size_t g = 0; g < games; g++)
        step.first[g + 1] = step.first[g] + step.records[g].own;
    step.decisions = memory_new(step.first[games], sizeof *step.decisions);
    step.gradients = memory_new(blocks * learner->net->weights, sizeof *step.gradients);
    step.sums = memory_new(blocks, sizeof *step.sums);
    parallel_run_workers(options->actor.jobs, blocks, &scratch, estimate_block, &step);
    choose_decisions(&step);
    for (; step.pass < (options->method == POLICY_PPO ? options->passes : 1); step.pass++) {
        parallel_run_workers(options->actor.jobs, blocks, &scratch, learn_block, &step);
        report->gradient = change_weights(&step, blocks);
    }
    learner->step++;
    learner->games += (uint64_t)options->batch;
    learner->decisions += step.count;
    if (options->method == POLICY_RNAD && step.moment.last)
        next_iteration(learner);
    fill_report(&step, blocks, report);
    for (size_t g = 0; g < games; g++)
        policy_record_free(&step.records[g]);
    free(step.records);
    free(step.first);
    free(step.decisions);
    free(step.gradients);
    free(step.sums);
    return STATUS_OK;
}
