/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
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
    BATCH = 16,     /* decisions that a pass computes at a time */
    BLOCK_GAMES = 4 /* games that one thread works on at a time, with a gradient of their own */
};

const char *const policy_method_names[POLICY_METHODS + 1] = {"rnad", "ppo", NULL};

const struct policy_learn_options policy_learn_standard = {
    .method = POLICY_RNAD,
    .shape = {POLICY_LEARN_OUTER_BLOCKS, POLICY_LEARN_INNER_BLOCKS, POLICY_LEARN_OUTER_CHANNELS,
              POLICY_LEARN_INNER_CHANNELS},
    .actor = {.games = POLICY_LEARN_GROUPS * POLICY_ACTOR_GROUP, .jobs = 1}, .batch = POLICY_LEARN_BATCH,
    .adam = {.rate = POLICY_LEARN_RATE, .beta1 = 0, .beta2 = 0.999, .epsilon = 1e-8, .clip_value = 10000},
    .average = POLICY_LEARN_AVERAGE, .value_weight = 1,
    /* Table 2 has c 1. In games of hundreds of decisions the product of min(1, ratio) falls to nothing as
     * soon as the policy changes a little: results then reach only the last decisions. */
    .vtrace = {.eta = POLICY_LEARN_ETA, .rho = INFINITY, .c = 1.1, .lambda = 1}, .value_lambda = 1,
    .neurd = {.beta = 2, .clip = 10000}, .iteration = POLICY_LEARN_ITERATION,
    .passes = POLICY_LEARN_PASSES, .clip = POLICY_LEARN_CLIP, .magnet = POLICY_LEARN_MAGNET,
    .behaviour = POLICY_LEARN_BEHAVIOUR, .share = POLICY_LEARN_SHARE, .min_advantage = 0,
};

/* One decision of the games of a learning step. */
struct learner_decision {
    struct vtrace_step step;
    struct vtrace_target target;
    enum policy_head head;
    uint8_t action;
    float ratios[SQUARES];       /* R-NaD: log policy / regularisation policy; PPO: log policy */
};

/* Decisions of one head that wait to be computed. */
struct decision_stage {
    size_t count, index[BATCH];
    bitboard legal[BATCH];
    float cell[BATCH * OBSERVATION_CELLS], extra[BATCH * POLICY_EXTRA_CELLS];
};

/* A thread's own memory. */
struct learner_scratch {
    struct net_pass *pass, *target_pass, *regular_pass, *before_pass;
    struct policy_game game;
    struct decision_stage *stages; /* of the three policy heads */
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
    uint8_t *keep;               /* PPO: which decisions move the policy */
    size_t kept;
    float *gradients;            /* of each block: net->weights numbers */
    struct block_sums *sums;     /* of each block */
};

enum status policy_learner_new(const struct policy_learn_options *options, struct policy_learner **learner,
                               struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MOST, sizeof *rows);
    struct policy_layers layers;
    enum status status = policy_net_rows(&options->shape, rows, &layers, error);
    struct net *net = status == STATUS_OK ? net_new(rows, layers.count, error) : NULL;
    free(rows);
    if (!net)
        return STATUS_BAD;
    struct policy_learner *new = memory_new(1, sizeof *new);
    *new = (struct policy_learner){.options = *options, .layers = layers, .net = net};
    net_start(net, options->actor.seed);
    new->target = net_copy(net);
    new->regular = net_copy(net);
    new->before = net_copy(net);
    new->adam = adam_new(net->weights, &options->adam);
    new->gradient = memory_new(net->weights, sizeof *new->gradient);
    new->actor = policy_actor_new(&options->actor, net, &layers);
    *learner = new;
    return STATUS_OK;
}

void policy_learner_free(struct policy_learner *learner)
{
    if (!learner)
        return;
    policy_actor_free(learner->actor);
    adam_free(learner->adam);
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
    scratch->pass = net_pass_new(learner->net, BATCH, NET_LEARN, NULL);
    if (learner->options.method == POLICY_RNAD) {
        scratch->target_pass = net_pass_new(learner->target, BATCH, NET_ANSWER, NULL);
        scratch->regular_pass = net_pass_new(learner->regular, BATCH, NET_ANSWER, NULL);
        scratch->before_pass = net_pass_new(learner->before, BATCH, NET_ANSWER, NULL);
    }
    scratch->stages = memory_new(POLICY_VALUE, sizeof *scratch->stages);
}

static void end_scratch(void *memory)
{
    struct learner_scratch *scratch = memory;
    net_pass_free(scratch->pass);
    net_pass_free(scratch->target_pass);
    net_pass_free(scratch->regular_pass);
    net_pass_free(scratch->before_pass);
    policy_game_free(&scratch->game);
    free(scratch->stages);
}

/* Computes heads of a network for the decisions of a stage. */
static void compute_stage(const struct policy_learner *learner, const struct decision_stage *stage,
                          struct net_pass *pass, const enum policy_head *heads, size_t count)
{
    int layers[2];
    for (size_t i = 0; i < count; i++)
        layers[i] = learner->layers.head[heads[i]];
    net_pass_read(pass, learner->layers.observation, stage->cell);
    net_pass_read(pass, learner->layers.extra, stage->extra);
    net_pass_want(pass, layers, count);
    net_forward(pass, stage->count);
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

/* The log ratios of one decision of R-NaD, and what v-trace needs of them. */
static void fill_ratios(const struct learning_step *step, const struct learner_scratch *scratch, size_t n,
                        const uint8_t *legal, const float *log_policy, struct learner_decision *decision)
{
    int layer = step->learner->layers.head[decision->head];
    bool both = wants_before(step);
    float unused[SQUARES], regular[SQUARES], before[SQUARES];
    double ratios[SQUARES];
    softmax(net_values(scratch->regular_pass, layer) + n * SQUARES, legal, SQUARES, unused, regular);
    if (both)
        softmax(net_values(scratch->before_pass, layer) + n * SQUARES, legal, SQUARES, unused, before);
    decision->step.divergence = regular_log_ratios(SQUARES, legal, log_policy, regular,
                                                   both ? before : regular, step->moment.alpha, ratios);
    decision->step.log_ratio = ratios[decision->action];
    for (int square = 0; square < SQUARES; square++)
        decision->ratios[square] = (float)ratios[square];
}

/* For each decision of a full stage: the policy, the value, and what regularises them. */
static void estimate_stage(struct learning_step *step, struct learner_scratch *scratch,
                           struct block_sums *sums, enum policy_head head)
{
    const struct policy_learner *learner = step->learner;
    struct decision_stage *stage = &scratch->stages[head];
    const enum policy_head own[] = {head, POLICY_VALUE}, value_head = POLICY_VALUE;
    bool regular = learner->options.method == POLICY_RNAD;
    compute_stage(learner, stage, scratch->pass, own, regular ? 1 : 2);
    if (regular) {
        compute_stage(learner, stage, scratch->target_pass, &value_head, 1);
        compute_stage(learner, stage, scratch->regular_pass, &head, 1);
        if (wants_before(step))
            compute_stage(learner, stage, scratch->before_pass, &head, 1);
    }
    const float *values = net_values(regular ? scratch->target_pass : scratch->pass,
                                     learner->layers.head[POLICY_VALUE]);
    for (size_t n = 0; n < stage->count; n++) {
        struct learner_decision *decision = &step->decisions[stage->index[n]];
        uint8_t legal[SQUARES];
        float policy[SQUARES], log_policy[SQUARES];
        legal_bytes(stage->legal[n], legal);
        softmax(net_values(scratch->pass, learner->layers.head[head]) + n * SQUARES, legal, SQUARES, policy,
                log_policy);
        decision->step.policy = (double)policy[decision->action];
        decision->step.value = (double)values[n];
        if (regular)
            fill_ratios(step, scratch, n, legal, log_policy, decision);
        else
            memcpy(decision->ratios, log_policy, sizeof log_policy);
        for (int square = 0; square < SQUARES; square++)
            sums->entropy -= (double)policy[square] * (double)log_policy[square];
        sums->choices += bits_count(stage->legal[n]) > 1;
        sums->divergence += decision->step.divergence;
    }
    stage->count = 0;
}

/* Adds the gradient of each decision of a full stage: of the value, and of the policy. */
static void learn_stage(struct learning_step *step, struct learner_scratch *scratch, float *gradient,
                        struct block_sums *sums, enum policy_head head)
{
    const struct policy_learner *learner = step->learner;
    const struct policy_learn_options *options = &learner->options;
    struct decision_stage *stage = &scratch->stages[head];
    const enum policy_head own[] = {head, POLICY_VALUE};
    int layer = learner->layers.head[head], value_layer = learner->layers.head[POLICY_VALUE];
    double weight = 1 / (double)step->first[options->batch];
    compute_stage(learner, stage, scratch->pass, own, 2);
    for (size_t n = 0; n < stage->count; n++) {
        const struct learner_decision *decision = &step->decisions[stage->index[n]];
        const float *logits = net_values(scratch->pass, layer) + n * SQUARES;
        float *logit_gradient = net_gradients(scratch->pass, layer) + n * SQUARES;
        float policy[SQUARES], log_policy[SQUARES];
        double miss = (double)net_values(scratch->pass, value_layer)[n] - decision->target.value;
        uint8_t legal[SQUARES];
        legal_bytes(stage->legal[n], legal);
        softmax(logits, legal, SQUARES, policy, log_policy);
        net_gradients(scratch->pass, value_layer)[n] += (float)(weight * options->value_weight * miss);
        sums->value_loss += miss * miss;
        if (options->method == POLICY_RNAD) {
            double ratios[SQUARES], values[SQUARES];
            for (int square = 0; square < SQUARES; square++)
                ratios[square] = (double)decision->ratios[square];
            vtrace_action_values(&options->vtrace, &decision->step, &decision->target, ratios, SQUARES,
                                 decision->action, values);
            neurd_gradient(&options->neurd, SQUARES, legal, logits, policy, values, weight, logit_gradient);
        } else if (step->keep[stage->index[n]]) {
            double share = 1 / (double)step->kept;
            ppo_gradient(SQUARES, legal, policy, decision->action, decision->step.behaviour,
                         decision->target.advantage, options->clip, share, logit_gradient);
            magnet_gradient(SQUARES, legal, policy, log_policy, NULL, share * options->magnet,
                            logit_gradient);
            magnet_gradient(SQUARES, legal, policy, log_policy, decision->ratios,
                            share * options->behaviour, logit_gradient);
        }
    }
    net_backward(scratch->pass, gradient);
    stage->count = 0;
}

/* Sees again each decision of the games of a block, and estimates (gradient NULL) or learns. */
static void go_through(struct learning_step *step, struct learner_scratch *scratch, size_t block,
                       float *gradient)
{
    const struct policy_learner *learner = step->learner;
    struct block_sums *sums = &step->sums[block];
    size_t end = (block + 1) * BLOCK_GAMES;
    end = end < (size_t)learner->options.batch ? end : (size_t)learner->options.batch;
    for (size_t g = block * BLOCK_GAMES; g < end; g++) {
        const struct policy_record *record = &step->records[g];
        policy_game_begin(&scratch->game, learner->options.actor.variant, &learner->options.actor.rules);
        for (size_t i = 0; i < record->count; i++) {
            enum policy_head head = policy_game_head(&scratch->game);
            struct decision_stage *stage = &scratch->stages[head];
            struct learner_decision *decision = &step->decisions[step->first[g] + i];
            float *cell = stage->cell + stage->count * OBSERVATION_CELLS;
            policy_game_observe(&scratch->game, cell);
            policy_extra(stage->extra + stage->count * POLICY_EXTRA_CELLS, cell);
            stage->legal[stage->count] = policy_game_legal(&scratch->game);
            stage->index[stage->count++] = step->first[g] + i;
            decision->head = head;
            decision->action = record->actions[i].square;
            decision->step.player = (int)policy_game_side(&scratch->game);
            decision->step.behaviour = (double)record->actions[i].behaviour;
            policy_game_act(&scratch->game, record->actions[i].square);
            decision->step.reward = policy_game_over(&scratch->game) ? policy_game_result(&scratch->game) : 0;
            if (stage->count == BATCH && gradient)
                learn_stage(step, scratch, gradient, sums, head);
            else if (stage->count == BATCH)
                estimate_stage(step, scratch, sums, head);
        }
    }
    for (enum policy_head head = POLICY_PLACE; head < POLICY_VALUE; head++) {
        if (scratch->stages[head].count && gradient)
            learn_stage(step, scratch, gradient, sums, head);
        else if (scratch->stages[head].count)
            estimate_stage(step, scratch, sums, head);
    }
}

/* The targets of one game's decisions. PPO's are not corrected for the little that the policy changed since
 * the game was played (the ratio in its loss is), and its values have a lambda of their own. */
static void fill_targets(const struct learning_step *step, size_t game)
{
    const struct policy_learn_options *options = &step->learner->options;
    size_t first = step->first[game], count = step->first[game + 1] - first;
    struct vtrace_step *steps = memory_new(count, sizeof *steps);
    struct vtrace_target *targets = memory_new(count, sizeof *targets);
    struct vtrace_options vtrace = options->vtrace;
    struct vtrace_carry carry[2];
    if (options->method == POLICY_PPO)
        vtrace.eta = 0;
    for (size_t i = 0; i < count; i++) {
        steps[i] = step->decisions[first + i].step;
        if (options->method == POLICY_PPO)
            steps[i].policy = steps[i].behaviour;
    }
    vtrace_end(carry);
    vtrace_backward(&vtrace, steps, count, carry, targets);
    for (size_t i = 0; i < count; i++)
        step->decisions[first + i].target = targets[i];
    if (options->method == POLICY_PPO && options->value_lambda != vtrace.lambda) {
        vtrace.lambda = options->value_lambda;
        vtrace_end(carry);
        vtrace_backward(&vtrace, steps, count, carry, targets);
        for (size_t i = 0; i < count; i++)
            step->decisions[first + i].target.value = targets[i].value;
    }
    free(steps);
    free(targets);
}

static void estimate_block(void *context, size_t block, const struct parallel_worker *worker)
{
    struct learning_step *step = context;
    size_t end = (block + 1) * BLOCK_GAMES;
    go_through(step, worker->scratch, block, NULL);
    for (size_t g = block * BLOCK_GAMES; g < end && g < (size_t)step->learner->options.batch; g++)
        fill_targets(step, g);
}

static void learn_block(void *context, size_t block, const struct parallel_worker *worker)
{
    struct learning_step *step = context;
    float *gradient = step->gradients + block * step->learner->net->weights;
    memset(gradient, 0, step->learner->net->weights * sizeof *gradient);
    go_through(step, worker->scratch, block, gradient);
}

/* Which decisions PPO learns a policy from. */
static void choose_decisions(struct learning_step *step)
{
    const struct policy_learn_options *options = &step->learner->options;
    size_t count = step->first[options->batch];
    double *advantages = memory_new(count, sizeof *advantages);
    step->keep = memory_new(count, sizeof *step->keep);
    for (size_t i = 0; i < count; i++)
        advantages[i] = step->decisions[i].target.advantage;
    step->kept = ppo_filter(advantages, count, options->share, options->min_advantage, step->keep);
    free(advantages);
}

/* Prepares the weights of all networks for their forward passes. */
static void pack_nets(struct policy_learner *learner)
{
    net_pack(learner->net);
    net_pack(learner->target);
    net_pack(learner->regular);
    net_pack(learner->before);
}

/* One gradient step. Returns the gradient's norm. */
static double change_weights(struct learning_step *step, size_t blocks)
{
    struct policy_learner *learner = step->learner;
    size_t weights = learner->net->weights;
    memcpy(learner->gradient, step->gradients, weights * sizeof *learner->gradient);
    for (size_t block = 1; block < blocks; block++)
        for (size_t i = 0; i < weights; i++)
            learner->gradient[i] += step->gradients[block * weights + i];
    double norm = adam_step(learner->adam, learner->net, learner->gradient);
    net_blend(learner->target, learner->net, (float)learner->options.average);
    pack_nets(learner);
    return norm;
}

static void fill_report(const struct learning_step *step, size_t blocks, struct policy_learn_report *report)
{
    const struct policy_learner *learner = step->learner;
    size_t games = (size_t)learner->options.batch, decisions = step->first[games], pieces = 0;
    double value_loss = 0, entropy = 0, choices = 0, divergence = 0;
    for (size_t block = 0; block < blocks; block++) {
        value_loss += step->sums[block].value_loss;
        entropy += step->sums[block].entropy;
        choices += step->sums[block].choices;
        divergence += step->sums[block].divergence;
    }
    report->red = report->blue = report->drawn = 0;
    for (size_t g = 0; g < games; g++) {
        double reward = step->decisions[step->first[g + 1] - 1].step.reward;
        *(reward > 0 ? &report->red : reward < 0 ? &report->blue : &report->drawn) += 1 / (double)games;
        pieces += 2 * (size_t)learner->options.actor.variant->pieces;
    }
    report->step = learner->step;
    report->games = learner->games;
    report->decisions = learner->decisions;
    report->plies = (double)(decisions - pieces) / 2 / (double)games;
    int passes = learner->options.method == POLICY_PPO ? learner->options.passes : 1;
    report->value_loss = value_loss / (double)decisions / passes;
    report->entropy = choices > 0 ? entropy / choices : 0;
    report->divergence = divergence / (double)decisions;
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

void policy_learner_step(struct policy_learner *learner, struct policy_learn_report *report)
{
    const struct policy_learn_options *options = &learner->options;
    const struct parallel_scratch scratch = {sizeof(struct learner_scratch), begin_scratch, end_scratch};
    size_t games = (size_t)options->batch, blocks = (games + BLOCK_GAMES - 1) / BLOCK_GAMES;
    struct regular_phase phase = {.size = options->iteration};
    struct learning_step step = {.learner = learner, .moment = regular_at(&phase, 1, learner->step)};
    step.records = memory_new(games, sizeof *step.records);
    step.first = memory_new(games + 1, sizeof *step.first);
    pack_nets(learner);
    policy_actor_play(learner->actor, games, step.records);
    for (size_t g = 0; g < games; g++)
        step.first[g + 1] = step.first[g] + step.records[g].count;
    step.decisions = memory_new(step.first[games], sizeof *step.decisions);
    step.gradients = memory_new(blocks * learner->net->weights, sizeof *step.gradients);
    step.sums = memory_new(blocks, sizeof *step.sums);
    parallel_run_workers(options->actor.jobs, blocks, &scratch, estimate_block, &step);
    if (options->method == POLICY_PPO)
        choose_decisions(&step);
    for (int pass = 0; pass < (options->method == POLICY_PPO ? options->passes : 1); pass++) {
        parallel_run_workers(options->actor.jobs, blocks, &scratch, learn_block, &step);
        report->gradient = change_weights(&step, blocks);
    }
    learner->step++;
    learner->games += games;
    learner->decisions += step.first[games];
    if (options->method == POLICY_RNAD && step.moment.last)
        next_iteration(learner);
    fill_report(&step, blocks, report);
    for (size_t g = 0; g < games; g++)
        policy_record_free(&step.records[g]);
    free(step.records);
    free(step.first);
    free(step.decisions);
    free(step.keep);
    free(step.gradients);
    free(step.sums);
}
