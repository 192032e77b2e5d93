/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests/torch.sh: what the program's own learner computes, in files, for tests/torch_check.py to hold the
 * trainer in PyTorch against.
 *
 *     torch_fixture FOLDER
 *
 * For a step of self-play by each method, and for one of imitation: METHOD.net, a weight file with further
 * arrays; METHOD.decisions, the games that the step learns from; METHOD.txt, options and sums, "key: value".
 * And layers.net, layers.in, layers.out: each kind of layer, what it reads and what it computes. */
#include "base/disk.h"
#include "base/memory.h"
#include "base/rng.h"
#include "learn/decision_stream.h"
#include "learn/policy_learner.h"
#include "learn/regular.h"
#include "net/pass.h"
#include "net/weights.h"
#include "softmax_slopes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 3 };

static void need(enum status status, const struct error *error)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "torch_fixture: %s\n", error->text);
    exit(2);
}

static void write_file(const char *folder, const char *name, const char *kind, const void *bytes, size_t size)
{
    struct text path = {0};
    struct error error;
    text_printf(&path, "%s/%s.%s", folder, name, kind);
    need(disk_write(text_string(&path), bytes, size, &error), &error);
    text_free(&path);
}

/* A small network on short games of Barrage, with rates and limits by which every part of a loss
 * is at work. */
static struct policy_learn_options fixture_options(enum policy_method method, uint64_t seed)
{
    struct policy_learn_options options = policy_learn_standard;
    options.method = method;
    options.shape = (struct policy_shape){0, 1, 2, 4};
    options.actor.variant = variant_find("barrage");
    options.actor.rules = *rules_find("deepnash");
    options.actor.rules.move_limit = 40;
    options.actor.games = POLICY_ACTOR_GROUP;
    options.actor.seed = seed;
    options.batch = GAMES;
    options.iteration = 5;
    options.value_weight = 0.8;
    options.neurd.beta = 0.4;
    options.neurd.clip = 0.5;
    options.passes = 2;
    options.adam.rate = 0.05;
    options.adam.epsilon = 1; /* a change is then smooth in the gradient: with 1e-8 it is its sign, nearly */
    options.clip = 0.1;
    options.magnet = 0.3;
    options.behaviour = 0.7;
    options.share = 0.6;
    options.vtrace.lambda = 0.9;
    options.policy_lambda = 0.8;
    options.value_lambda = 0.7;
    options.value_share = 1; /* random numbers differ */
    options.floor = 0.1;
    options.rate_steps = 9;
    options.magnet_steps = 5;
    return options;
}

static void describe(const struct policy_learn_options *options, const struct policy_learn_report *report,
                     double alpha, struct text *out)
{
    text_printf(out, "step: %llu\nalpha: %.17g\n", (unsigned long long)report->step - 1, alpha);
    text_printf(out, "rate: %.17g\nbeta1: %.17g\nbeta2: %.17g\nepsilon: %.17g\naverage: %.17g\n",
                options->adam.rate, options->adam.beta1, options->adam.beta2, options->adam.epsilon,
                options->average);
    text_printf(out, "iteration: %llu\npasses: %d\n", (unsigned long long)options->iteration,
                options->passes);
    text_printf(out, "value_weight: %.17g\neta: %.17g\nc: %.17g\n", options->value_weight,
                options->vtrace.eta, options->vtrace.c);
    text_printf(out, "vtrace_lambda: %.17g\npolicy_lambda: %.17g\nvalue_lambda: %.17g\n",
                options->vtrace.lambda, options->policy_lambda, options->value_lambda);
    text_printf(out, "value_share: %.17g\nfloor: %.17g\nrate_steps: %llu\nmagnet_steps: %llu\n",
                options->value_share, options->floor, (unsigned long long)options->rate_steps,
                (unsigned long long)options->magnet_steps);
    text_printf(out, "beta: %.17g\nneurd_clip: %.17g\nclip: %.17g\n", options->neurd.beta,
                options->neurd.clip, options->clip);
    text_printf(out, "magnet: %.17g\nbehaviour: %.17g\nshare: %.17g\nmin_advantage: %.17g\n",
                options->magnet, options->behaviour, options->share, options->min_advantage);
    text_printf(out, "value_loss: %.17g\nentropy: %.17g\ndivergence: %.17g\nnorm: %.17g\n",
                report->value_loss, report->entropy, report->divergence, report->gradient);
}

/* Writes a network, further arrays, and the options of its shape. */
static void write_net(const char *folder, const char *name, struct net *net, float **more, size_t count)
{
    char options[] = "fixture: yes\n";
    struct net_weights weights = {.net = net, .seed = 11, .options = options, .more_count = count};
    struct text bytes = {0};
    memcpy(weights.more, more, count * sizeof *more);
    weights_pack(&weights, &bytes);
    write_file(folder, name, "net", bytes.bytes, bytes.size);
    text_free(&bytes);
}

/* Moves all weights at random, so that networks differ as after a long run. */
static void shake(struct net *net, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (size_t i = 0; i < net->weights; i++)
        net->weight[i] += (float)(0.3 * rng_unit(&rng) - 0.15);
    net_changed(net);
}

/* The games that a learner's next step will learn from: another actor plays them from the same state. */
static void foresee_games(const struct policy_learner *learner, struct policy_record records[GAMES])
{
    struct text state = {0};
    struct error error;
    struct policy_actor_options options = learner->options.actor;
    options.values = true;
    struct policy_actor *actor = policy_actor_new(&options, learner->net, &learner->layers, &error);
    need(actor ? STATUS_OK : STATUS_BAD, &error);
    policy_actor_save(learner->actors[0], &state);
    need(policy_actor_load(actor, state.bytes, state.size, &error), &error);
    need(policy_actor_play(actor, GAMES, records, &error), &error);
    policy_actor_free(actor);
    text_free(&state);
}

/* Whether a game is won and one is drawn. */
static bool is_mixed(const struct policy_learn_options *options, const struct policy_record records[GAMES])
{
    struct policy_game game = {0};
    int drawn = 0;
    for (int g = 0; g < GAMES; g++) {
        policy_game_begin(&game, options->actor.variant, &options->actor.rules);
        for (size_t i = 0; i < records[g].count; i++)
            policy_game_act(&game, records[g].actions[i].square);
        drawn += game.outcome.result == RESULT_DRAW;
    }
    policy_game_free(&game);
    return drawn > 0 && drawn < GAMES;
}

static void write_games(const char *folder, const char *name, const struct policy_learn_options *options,
                        const struct policy_record records[GAMES])
{
    struct decision_stream *stream = decision_stream_new(options->actor.variant, &options->actor.rules);
    struct text bytes = {0};
    decision_stream_add_head(&bytes);
    for (int g = 0; g < GAMES; g++)
        decision_stream_add_game(stream, &records[g], RESULT_OPEN, &bytes);
    write_file(folder, name, "decisions", bytes.bytes, bytes.size);
    decision_stream_free(stream);
    text_free(&bytes);
}

/* The gradient of imitating the games, decision by decision, with the same parts as the learner's. */
static void imitate(const struct policy_learner *learner, const struct policy_record records[GAMES],
                    float *gradient, struct text *out)
{
    struct net_pass *pass = net_pass_new(learner->net, 1, NET_LEARN, NULL);
    struct policy_game game = {0}, end = {0};
    double policy_loss = 0, value_loss = 0;
    size_t decisions = 0;
    for (int g = 0; g < GAMES; g++)
        decisions += records[g].count;
    for (int g = 0; g < GAMES; g++) {
        const struct policy_learn_options *options = &learner->options;
        policy_game_begin(&end, options->actor.variant, &options->actor.rules);
        for (size_t i = 0; i < records[g].count; i++)
            policy_game_act(&end, records[g].actions[i].square);
        policy_game_begin(&game, options->actor.variant, &options->actor.rules);
        for (size_t i = 0; i < records[g].count; i++) {
            const int heads[] = {learner->layers.head[policy_game_head(&game)],
                                 learner->layers.head[POLICY_VALUE]};
            float target[SQUARES] = {0}, *cell = net_values(pass, learner->layers.observation);
            bitboard squares = policy_game_legal(&game);
            double result = policy_game_result(&end) * (policy_game_side(&game) == RED ? 1 : -1);
            uint8_t legal[SQUARES];
            for (int square = 0; square < SQUARES; square++)
                legal[square] = bit_in(squares, square);
            target[records[g].actions[i].square] = 1;
            policy_game_observe(&game, cell);
            policy_compute_extra(net_values(pass, learner->layers.extra), cell);
            net_pass_want(pass, heads, 2);
            net_forward(pass, 1);
            double miss = (double)net_values(pass, heads[1])[0] - result;
            value_loss += miss * miss;
            net_gradients(pass, heads[1])[0] += (float)(miss / (double)decisions);
            policy_loss += (double)softmax_loss(net_values(pass, heads[0]), legal, target, SQUARES,
                                                1 / (float)decisions, net_gradients(pass, heads[0]));
            net_backward(pass, gradient);
            policy_game_act(&game, records[g].actions[i].square);
        }
    }
    text_printf(out, "policy_loss: %.17g\nvalue_loss: %.17g\n", policy_loss / (double)decisions,
                value_loss / (double)decisions);
    policy_game_free(&game);
    policy_game_free(&end);
    net_pass_free(pass);
}

/* A run as if it were long under way, and the games of its next step. */
static struct policy_learner *begin_run(enum policy_method method, uint64_t seed,
                                        struct policy_record records[GAMES])
{
    const struct policy_learn_options options = fixture_options(method, seed);
    struct policy_record first = {0};
    struct policy_learner *learner;
    struct error error;
    need(policy_learner_new(&options, &learner, &error), &error);
    /* Games at hand are then begun by another policy. */
    need(policy_actor_play(learner->actors[0], 1, &first, &error), &error);
    policy_record_free(&first);
    learner->step = options.iteration + 1; /* both regularisation policies count */
    shake(learner->net, 1);
    shake(learner->target, 2);
    shake(learner->regular, 3);
    shake(learner->before, 4);
    foresee_games(learner, records);
    return learner;
}

/* One step of self-play by a method; with `imitation` its games are imitated, too. The first seed whose games
 * are mixed is taken. */
static void write_step(const char *folder, enum policy_method method, bool imitation)
{
    const char *name = policy_method_names[method];
    struct policy_record records[GAMES] = {{0}};
    struct policy_learn_report report = {0};
    uint64_t seed = 1;
    struct policy_learner *learner = begin_run(method, seed, records);
    struct text text = {0};
    struct error error;
    while (!is_mixed(&learner->options, records)) {
        need(seed < 100 ? STATUS_OK : error_set(&error, STATUS_BAD, "found no mixed games"), &error);
        policy_learner_free(learner);
        for (int g = 0; g < GAMES; g++)
            policy_record_free(&records[g]);
        learner = begin_run(method, ++seed, records);
    }
    const struct policy_learn_options options = learner->options;
    struct net *net = net_copy(learner->net), *target = net_copy(learner->target);
    struct net *regular = net_copy(learner->regular), *before = net_copy(learner->before);
    const struct regular_phase phase = {.size = options.iteration};
    double alpha = regular_at(&phase, 1, learner->step).alpha;
    if (imitation) {
        float *gradient = memory_new(net->weights, sizeof *gradient);
        imitate(learner, records, gradient, &text);
        write_net(folder, "imitation", net, &gradient, 1);
        write_games(folder, "imitation", &options, records);
        write_file(folder, "imitation", "txt", text.bytes, text.size);
        text_clear(&text);
        free(gradient);
    }
    need(policy_learner_step(learner, &report, &error), &error);
    float *more[] = {target->weight, regular->weight, before->weight, learner->gradient,
                           learner->net->weight};
    write_net(folder, name, net, more, sizeof more / sizeof *more);
    write_games(folder, name, &options, records);
    describe(&options, &report, alpha, &text);
    write_file(folder, name, "txt", text.bytes, text.size);
    text_free(&text);
    for (int g = 0; g < GAMES; g++)
        policy_record_free(&records[g]);
    net_free(net);
    net_free(target);
    net_free(regular);
    net_free(before);
    policy_learner_free(learner);
}

/* --- each kind of layer --- */

static const struct net_row layer_rows[] = {
    {.kind = NET_INPUT, .height = 5, .width = 6, .channels = 1},
    {.kind = NET_EMBEDDING, .from = 0, .entries = 4, .channels = 6},
    {.kind = NET_CONV, .from = 1, .channels = 8, .kernel = 3, .stride = 2},
    {.kind = NET_NORM, .from = 2},
    {.kind = NET_GELU, .from = 3},
    {.kind = NET_DECONV, .from = 4, .channels = 5},
    {.kind = NET_CONV, .from = 5, .channels = 3, .kernel = 1, .stride = 2},
    {.kind = NET_CONV, .from = 4, .channels = 3, .kernel = 3},
    {.kind = NET_ADD, .from = 6, .also = 7},
    {.kind = NET_RELU, .from = 8},
    {.kind = NET_DENSE, .from = 9, .channels = 7},
};
enum { LAYERS = sizeof layer_rows / sizeof *layer_rows, SAMPLES = 4 };

/* The loss is half the sum of the squares of the last layer. */
static void write_layers(const char *folder)
{
    struct error error;
    struct net *net = net_new(layer_rows, LAYERS, &error);
    need(net ? STATUS_OK : STATUS_BAD, &error);
    struct rng rng;
    net_start(net, 3);
    rng_seed(&rng, 3, 1);
    for (size_t i = 0; i < net->weights; i++)
        net->weight[i] += (float)(0.2 * rng_unit(&rng) - 0.1); /* biases and gains, too */
    struct net_pass *pass = net_pass_new(net, SAMPLES, NET_LEARN, NULL);
    float *in = net_values(pass, 0), *gradient = memory_new(net->weights, sizeof *gradient);
    size_t inputs = SAMPLES * net->layers[0].size, outputs = SAMPLES * net->layers[LAYERS - 1].size;
    for (size_t i = 0; i < inputs; i++)
        in[i] = (float)rng_below(&rng, 6) - 1; /* two of six are no entry */
    net_forward(pass, SAMPLES);
    write_file(folder, "layers", "in", in, inputs * sizeof(float));
    write_file(folder, "layers", "out", net_values(pass, LAYERS - 1), outputs * sizeof(float));
    memcpy(net_gradients(pass, LAYERS - 1), net_values(pass, LAYERS - 1), outputs * sizeof(float));
    net_backward(pass, gradient);
    write_net(folder, "layers", net, &gradient, 1);
    free(gradient);
    net_pass_free(pass);
    net_free(net);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: torch_fixture FOLDER\n");
        return 2;
    }
    write_layers(argv[1]);
    write_step(argv[1], POLICY_RNAD, true);
    write_step(argv[1], POLICY_PPO, false);
    return 0;
}
