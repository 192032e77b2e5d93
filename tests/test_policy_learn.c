/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that learns a policy by self-play: its games are sound, a step goes the right way, its bits
 * do not depend on jobs or interruptions, and damaged checkpoints are refused. */
#include "base/disk.h"
#include "base/memory.h"
#include "cmocka_all.h"
#include "engine.h"
#include "learn/policy_learner.h"
#include "net/pass.h"
#include "net/softmax.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A small network on Barrage with short games. */
static struct policy_learn_options toy_options(enum policy_method method)
{
    struct policy_learn_options options = policy_learn_standard;
    options.method = method;
    options.shape = (struct policy_shape){0, 0, 4, 4};
    options.actor.variant = variant_find("barrage");
    options.actor.rules = *rules_find("deepnash");
    options.actor.rules.move_limit = 6;
    options.actor.games = POLICY_ACTOR_GROUP;
    options.actor.seed = 5;
    options.batch = 3;
    options.iteration = 2;
    options.passes = 2;
    return options;
}

static struct policy_learner *new_learner(const struct policy_learn_options *options)
{
    struct policy_learner *learner;
    struct error error;
    if (policy_learner_new(options, &learner, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    return learner;
}

static void make_step(struct policy_learner *learner, struct policy_learn_report *report)
{
    struct error error;
    if (policy_learner_step(learner, report, &error) != STATUS_OK)
        fail_msg("%s", error.text);
}

/* A record's games are games: each action legal, the last one ends it, as the walk's own referee says. */
TEST(test_games)
{
    struct policy_learn_options options = toy_options(POLICY_RNAD);
    struct policy_learner *learner = new_learner(&options);
    struct policy_actor_options actor_options = options.actor;
    struct policy_layers layers;
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_record records[20] = {{0}};
    struct policy_game game = {0};
    struct error error;
    uint64_t decisions = 0;
    assert_int_equal(policy_net_write_rows(&options.shape, rows, &layers, &error), STATUS_OK);
    const struct net *net = policy_learner_net(learner);
    struct policy_actor *actor = policy_actor_new(&actor_options, net, &layers, &error);
    assert_int_equal(policy_actor_play(actor, 20, records, &error), STATUS_OK);
    for (int g = 0; g < 20; g++) {
        policy_game_begin(&game, options.actor.variant, &options.actor.rules);
        for (size_t i = 0; i < records[g].count; i++) {
            struct policy_action action = records[g].actions[i];
            assert_false(policy_game_over(&game));
            assert_true(bit_in(policy_game_legal(&game), action.square));
            assert_true(action.behaviour > 0 && action.behaviour < 1.0001f);
            assert_true(bits_count(policy_game_legal(&game)) > 1);
            if (i < 16)
                assert_int_equal(policy_game_side(&game), i < 8 ? RED : BLUE);
            policy_game_act(&game, action.square);
        }
        assert_true(policy_game_over(&game));
        assert_int_equal(records[g].plies, policy_game_plies(&game));
        assert_true(records[g].count <= 16 + 2 * 6);
        decisions += records[g].count;
        policy_record_free(&records[g]);
    }
    assert_true(policy_actor_decisions(actor) >= decisions);
    policy_game_free(&game);
    policy_actor_free(actor);
    policy_learner_free(learner);
    free(rows);
}

/* With a handicap in all games: one side's decisions are not learnt from, and some of them are at random. */
TEST(test_handicap)
{
    struct policy_learn_options options = toy_options(POLICY_PPO);
    struct policy_layers layers;
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_record records[40] = {{0}};
    struct policy_game game = {0};
    struct error error;
    int games[SIDES] = {0};
    assert_int_equal(policy_net_write_rows(&options.shape, rows, &layers, &error), STATUS_OK);
    struct net *net = net_new(rows, layers.count, &error);
    net_start(net, 1);
    options.actor.handicap = 1;
    struct policy_actor *actor = policy_actor_new(&options.actor, net, &layers, &error);
    assert_int_equal(policy_actor_play(actor, 40, records, &error), STATUS_OK);
    for (int g = 0; g < 40; g++) {
        enum side unlearnt = records[g].actions[0].behaviour > 0 ? BLUE : RED; /* red acts first */
        size_t own = 0;
        policy_game_begin(&game, options.actor.variant, &options.actor.rules);
        for (size_t i = 0; i < records[g].count; i++) {
            bool learnt = records[g].actions[i].behaviour > 0;
            assert_true(learnt == (policy_game_side(&game) != unlearnt));
            own += learnt;
            policy_game_act(&game, records[g].actions[i].square);
        }
        assert_int_equal(own, records[g].own);
        games[unlearnt]++;
        policy_record_free(&records[g]);
    }
    assert_true(games[RED] > 5 && games[BLUE] > 5);
    policy_game_free(&game);
    policy_actor_free(actor);
    net_free(net);
    free(rows);
}

/* Returns the log-probability by a pass's net of `square` at the game's current decision. */
static double log_probability(struct net_pass *pass, const struct policy_layers *layers,
                              const struct policy_game *game, int square)
{
    float *cell = net_values(pass, layers->observation), probability[SQUARES];
    uint8_t legal[SQUARES];
    int head = layers->head[policy_game_head(game)];
    policy_game_observe(game, cell);
    policy_compute_extra(net_values(pass, layers->extra), cell);
    for (int i = 0; i < SQUARES; i++)
        legal[i] = bit_in(policy_game_legal(game), i);
    net_pass_want(pass, &head, 1);
    net_forward(pass, 1);
    softmax(net_values(pass, head), legal, SQUARES, probability, NULL);
    return log(fmax(probability[square], 1e-30));
}

/* A net and two past nets, each with a policy of its own that is almost certain of its choices. */
struct three_nets {
    struct policy_layers layers;
    struct net *net[1 + POLICY_PAST_NETS];
    struct net_pass *pass[1 + POLICY_PAST_NETS];
};

static void make_three_nets(struct three_nets *nets, const struct policy_shape *shape)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct error error;
    assert_int_equal(policy_net_write_rows(shape, rows, &nets->layers, &error), STATUS_OK);
    for (int n = 0; n <= POLICY_PAST_NETS; n++) {
        nets->net[n] = net_new(rows, nets->layers.count, &error);
        net_start(nets->net[n], (uint64_t)n + 1);
        for (size_t i = 0; i < nets->net[n]->weights; i++)
            nets->net[n]->weight[i] *= 6;
        net_changed(nets->net[n]);
        net_pack(nets->net[n]);
        nets->pass[n] = net_pass_new(nets->net[n], 1, NET_INFER, NULL);
    }
    free(rows);
}

/* Against past nets in all games: each side is the past net's in some, either net plays in some, and the
 * decisions of its side, and no others, are its own. */
TEST(test_past)
{
    struct policy_learn_options options = toy_options(POLICY_PPO);
    struct policy_record records[40] = {{0}};
    struct policy_game game = {0};
    struct three_nets nets;
    struct error error;
    int games[SIDES] = {0}, by[1 + POLICY_PAST_NETS] = {0};
    make_three_nets(&nets, &options.shape);
    options.actor.past = 1;
    options.actor.past_nets[0] = nets.net[1];
    options.actor.past_nets[1] = nets.net[2];
    struct policy_actor *actor = policy_actor_new(&options.actor, nets.net[0], &nets.layers, &error);
    assert_int_equal(policy_actor_play(actor, 40, records, &error), STATUS_OK);
    for (int g = 0; g < 40; g++) {
        enum side unlearnt = records[g].actions[0].behaviour > 0 ? BLUE : RED; /* red acts first */
        double sum[1 + POLICY_PAST_NETS] = {0};
        policy_game_begin(&game, options.actor.variant, &options.actor.rules);
        for (size_t i = 0; i < records[g].count; i++) {
            struct policy_action action = records[g].actions[i];
            assert_true((action.behaviour > 0) == (policy_game_side(&game) != unlearnt));
            if (action.behaviour > 0)
                assert_float_equal(log(action.behaviour), log_probability(nets.pass[0], &nets.layers, &game,
                                                                          action.square), 1e-4);
            for (int n = 0; n <= POLICY_PAST_NETS && !(action.behaviour > 0); n++)
                sum[n] += log_probability(nets.pass[n], &nets.layers, &game, action.square);
            policy_game_act(&game, action.square);
        }
        int likely = sum[1] > sum[2] ? 1 : 2;
        assert_true(sum[likely] > sum[0] + 3 && sum[likely] > sum[3 - likely] + 3);
        games[unlearnt]++;
        by[likely]++;
        policy_record_free(&records[g]);
    }
    assert_true(games[RED] > 5 && games[BLUE] > 5 && by[1] > 5 && by[2] > 5);
    policy_game_free(&game);
    policy_actor_free(actor);
    for (int n = 0; n <= POLICY_PAST_NETS; n++) {
        net_pass_free(nets.pass[n]);
        net_free(nets.net[n]);
    }
}

/* Past nets are the target at the ends of the last two iterations; without games of them they stay. */
TEST(test_past_nets_change)
{
    for (int past = 0; past < 2; past++) {
        struct policy_learn_options options = toy_options(POLICY_PPO);
        struct policy_learn_report report = {0};
        options.actor.past = past;
        options.iteration = 1;
        struct policy_learner *learner = new_learner(&options);
        size_t size = learner->net->weights * sizeof(float);
        float *first = memory_new(1, size);
        make_step(learner, &report);
        memcpy(first, learner->target->weight, size);
        make_step(learner, &report);
        assert_true((memcmp(learner->regular->weight, learner->target->weight, size) == 0) == past);
        assert_true((memcmp(learner->before->weight, first, size) == 0) == past);
        free(first);
        policy_learner_free(learner);
    }
}

static void assert_same_nets(const struct policy_learner *a, const struct policy_learner *b)
{
    const struct net *one = policy_learner_net(a), *two = policy_learner_net(b);
    assert_int_equal(one->weights, two->weights);
    assert_memory_equal(one->weight, two->weight, one->weights * sizeof(float));
}

/* One job or three, in one run or broken off after two steps: the same bits. */
static void check_determinism(enum policy_method method, double handicap, double past)
{
    struct policy_learn_options options = toy_options(method);
    options.actor.handicap = handicap;
    options.actor.past = past;
    struct policy_learner *one = new_learner(&options), *broken = new_learner(&options);
    struct policy_learn_report report = {0};
    struct text bytes = {0};
    struct error error;
    char path[] = "checkpoint-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    options.actor.jobs = 3;
    struct policy_learner *three = new_learner(&options);
    for (int step = 0; step < 4; step++) {
        make_step(one, &report);
        make_step(three, &report);
        if (step < 2)
            make_step(broken, &report);
        assert_true(isfinite(report.value_loss) && report.entropy > 0 && report.gradient > 0);
        assert_true(fabs(report.won + report.lost + report.drawn - 1) < 1e-9 && report.plies <= 6);
    }
    assert_same_nets(one, three);
    assert_int_equal(policy_learner_write(broken, path, &error), STATUS_OK);
    policy_learner_free(broken);
    broken = new_learner(&options);
    assert_int_equal(disk_read(path, 1 << 26, &bytes, &error), STATUS_OK);
    if (policy_learner_load(broken, path, bytes.bytes, bytes.size, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    for (int step = 2; step < 4; step++)
        make_step(broken, &report);
    assert_same_nets(one, broken);
    unlink(path);
    free(bytes.bytes);
    policy_learner_free(one);
    policy_learner_free(three);
    policy_learner_free(broken);
}

TEST(test_determinism)
{
    check_determinism(POLICY_RNAD, 0, 0);
    check_determinism(POLICY_PPO, 0, 0);
    check_determinism(POLICY_PPO, 0.7, 0);
    check_determinism(POLICY_PPO, 0.4, 0.8);
    check_determinism(POLICY_RNAD, 0, 0.8);
}

/* The rate, the magnet's weight: whole in the first step, less in the second. */
static void check_fall(uint64_t rate_steps, uint64_t magnet_steps)
{
    struct policy_learn_options options = toy_options(POLICY_PPO);
    struct policy_learn_report report = {0};
    options.passes = 1;
    options.magnet = 4;
    struct policy_learner *stays = new_learner(&options);
    options.rate_steps = rate_steps;
    options.magnet_steps = magnet_steps;
    struct policy_learner *falls = new_learner(&options);
    size_t size = policy_learner_net(stays)->weights * sizeof(float);
    make_step(stays, &report);
    make_step(falls, &report);
    assert_same_nets(stays, falls);
    make_step(stays, &report);
    make_step(falls, &report);
    assert_memory_not_equal(policy_learner_net(stays)->weight, policy_learner_net(falls)->weight, size);
    policy_learner_free(stays);
    policy_learner_free(falls);
}

TEST(test_fall)
{
    check_fall(1, 0);
    check_fall(0, 1);
    assert_true(policy_share_left(0, 5) == 1 && policy_share_left(5, 5) == 0.5);
}

/* --- the direction of a step --- */

/* What two networks, one before a learning step and one after it, say of decisions of its games. */
struct step_check {
    struct net_pass *passes[2];
    struct policy_layers layers;
    double gain;      /* advantage x how much the action rose, summed */
    double misses[2]; /* squares of value less result, summed */
};

static void compare_decision(struct step_check *check, enum policy_method method,
                             const struct policy_game *game, struct policy_action action, double result)
{
    const int heads[] = {check->layers.head[policy_game_head(game)], check->layers.head[POLICY_VALUE]};
    bitboard squares = policy_game_legal(game);
    double rise[2], value[2];
    for (int i = 0; i < 2; i++) {
        float *cell = net_values(check->passes[i], check->layers.observation);
        float policy[SQUARES], log_policy[SQUARES];
        uint8_t legal[SQUARES];
        double mean = 0;
        policy_game_observe(game, cell);
        policy_compute_extra(net_values(check->passes[i], check->layers.extra), cell);
        net_pass_want(check->passes[i], heads, 2);
        net_forward(check->passes[i], 1);
        const float *logits = net_values(check->passes[i], heads[0]);
        for (int square = 0; square < SQUARES; square++) {
            legal[square] = bit_in(squares, square);
            mean += legal[square] ? (double)logits[square] / bits_count(squares) : 0;
        }
        softmax(logits, legal, SQUARES, policy, log_policy);
        value[i] = (double)net_values(check->passes[i], heads[1])[0];
        check->misses[i] += pow(value[i] - result, 2);
        rise[i] = method == POLICY_PPO ? (double)log_policy[action.square] :
                  ((double)logits[action.square] - mean) / (double)action.behaviour;
    }
    check->gain += (result - value[0]) * (rise[1] - rise[0]);
}

/* One step of a small rate raises the actions by their advantages, and brings values nearer to the results.
 * Advantages are computed here from the games that an actor of the same seed plays. */
static void check_direction(enum policy_method method, const char *opponent)
{
    enum { GAMES = 4 }; /* those that are over first: the shortest */
    struct policy_learn_options options = toy_options(method);
    options.actor.rules.move_limit = 150;
    options.actor.opponent = (struct policy_opponent_terms){
        opponent, &settings, library_for_variant(library, options.actor.variant)};
    options.batch = GAMES;
    options.adam.rate = 2e-5;
    options.average = options.passes = 1;
    options.magnet = options.behaviour = 0;
    options.policy_lambda = options.value_lambda = options.value_share = 1;
    struct policy_learner *learner = new_learner(&options);
    struct net *before = net_copy(policy_learner_net(learner));
    struct step_check check = {0};
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_learn_report report;
    struct policy_record records[GAMES] = {{0}};
    struct policy_game game = {0};
    struct error error;
    int decided = 0;
    assert_int_equal(policy_net_write_rows(&options.shape, rows, &check.layers, &error), STATUS_OK);
    struct policy_actor *actor = policy_actor_new(&options.actor, before, &check.layers, &error);
    assert_int_equal(policy_actor_play(actor, GAMES, records, &error), STATUS_OK);
    make_step(learner, &report);
    check.passes[0] = net_pass_new(before, 1, NET_INFER, NULL);
    check.passes[1] = net_pass_new(policy_learner_net(learner), 1, NET_INFER, NULL);
    for (int g = 0; g < GAMES; g++) {
        double result = 0;
        for (int pass = 0; pass < 2; pass++) { /* the first finds the result */
            policy_game_begin(&game, options.actor.variant, &options.actor.rules);
            for (size_t i = 0; i < records[g].count; i++) {
                double own = policy_game_side(&game) == RED ? result : -result;
                if (pass && records[g].actions[i].behaviour > 0)
                    compare_decision(&check, method, &game, records[g].actions[i], own);
                policy_game_act(&game, records[g].actions[i].square);
            }
            result = policy_game_result(&game);
        }
        decided += result != 0;
        policy_record_free(&records[g]);
    }
    assert_true(decided > 0);
    if (!(check.gain > 0) || !(check.misses[1] < check.misses[0]))
        fail_msg("gain %g, misses %g and %g", check.gain, check.misses[0], check.misses[1]);
    policy_game_free(&game);
    policy_actor_free(actor);
    net_pass_free(check.passes[0]);
    net_pass_free(check.passes[1]);
    policy_learner_free(learner);
    net_free(before);
    free(rows);
}

TEST(test_direction)
{
    check_direction(POLICY_RNAD, NULL);
    check_direction(POLICY_PPO, NULL);
    check_direction(POLICY_RNAD, "greedy");
    check_direction(POLICY_PPO, "greedy");
}

/* Loads damaged bytes into a fresh learner: one line that begins with the file's name. */
static void refused(const struct policy_learn_options *options, const char *bytes, size_t size,
                    const char *text)
{
    struct policy_learner *learner = new_learner(options);
    struct error error;
    assert_int_equal(policy_learner_load(learner, "run.rnad", bytes, size, &error), STATUS_BAD);
    if (strncmp(error.text, "run.rnad: ", 10) != 0 || !strstr(error.text, text) || strchr(error.text, '\n'))
        fail_msg("%s", error.text);
    policy_learner_free(learner);
}

TEST(test_damage)
{
    struct policy_learn_options options = toy_options(POLICY_RNAD), other;
    struct policy_learner *learner = new_learner(&options);
    struct text bytes = {0};
    struct error error;
    char path[] = "checkpoint-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(policy_learner_write(learner, path, &error), STATUS_OK);
    assert_int_equal(disk_read(path, 1 << 26, &bytes, &error), STATUS_OK);
    unlink(path);
    for (size_t size = 0; size < bytes.size; size = size * 8 + 1)
        refused(&options, bytes.bytes, size, "");
    for (size_t at = 0; at < bytes.size; at = at * 8 + 1) {
        bytes.bytes[at] ^= 0x10;
        refused(&options, bytes.bytes, bytes.size, "");
        bytes.bytes[at] ^= 0x10;
    }
    other = options;
    other.vtrace.eta = 0.1;
    refused(&other, bytes.bytes, bytes.size,
            "found 'eta: 0.20000000000000001', expected 'eta: 0.10000000000000001'");
    other = options;
    other.actor.seed = 6;
    refused(&other, bytes.bytes, bytes.size, "expected 'seed: 6'");
    free(bytes.bytes);
    policy_learner_free(learner);
}

/* A run that diverges leaves its last good checkpoint alone. */
TEST(test_not_finite)
{
    struct policy_learn_options options = toy_options(POLICY_RNAD);
    struct policy_learner *learner = new_learner(&options);
    struct error error;
    char path[] = "checkpoint-XXXXXX", kept[5] = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, "good", 4) == 4);
    for (int i = 0; i < 2; i++) {
        policy_learner_net(learner)->weight[3] = i ? 1e4f : NAN;
        assert_int_equal(policy_learner_write(learner, path, &error), STATUS_BAD);
        assert_non_null(strstr(error.text, "not finite, or beyond 1000, after step"));
    }
    assert_int_equal(pread(fd, kept, 4, 0), 4);
    assert_string_equal(kept, "good");
    close(fd);
    unlink(path);
    policy_learner_free(learner);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
