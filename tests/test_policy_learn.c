/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that learns a policy by self-play: its games are sound, its bits do not depend on jobs or
 * interruptions, and damaged checkpoints are refused. */
#include "base/disk.h"
#include "base/memory.h"
#include "cmocka_all.h"
#include "learn/policy_learn.h"

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
    options.actor.rules.move_limit = 10;
    options.actor.games = POLICY_ACTOR_GROUP;
    options.actor.seed = 5;
    options.batch = 5;
    options.iteration = 2;
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

/* A record's games are games: each action legal, the last one ends it, as the walk's own referee says. */
static void test_games(void **state)
{
    (void)state;
    struct policy_learn_options options = toy_options(POLICY_RNAD);
    struct policy_learner *learner = new_learner(&options);
    struct policy_actor_options actor_options = options.actor;
    struct policy_layers layers;
    struct net_row *rows = memory_new(POLICY_ROWS_MOST, sizeof *rows);
    struct policy_record records[40] = {{0}};
    struct policy_game game = {0};
    struct error error;
    uint64_t decisions = 0;
    assert_int_equal(policy_net_rows(&options.shape, rows, &layers, &error), STATUS_OK);
    struct policy_actor *actor = policy_actor_new(&actor_options, policy_learner_net(learner), &layers);
    policy_actor_play(actor, 40, records);
    for (int g = 0; g < 40; g++) {
        policy_game_begin(&game, options.actor.variant, &options.actor.rules);
        for (size_t i = 0; i < records[g].count; i++) {
            struct policy_action action = records[g].actions[i];
            assert_false(policy_game_over(&game));
            assert_true(bit_in(policy_game_legal(&game), action.square));
            assert_true(action.behaviour > 0 && action.behaviour < 1.0001f);
            assert_int_equal(policy_game_side(&game), i < 8 ? RED : i < 16 ? BLUE : i / 2 % 2);
            policy_game_act(&game, action.square);
        }
        assert_true(policy_game_over(&game));
        assert_true(records[g].count <= 16 + 2 * 10);
        decisions += records[g].count;
        policy_record_free(&records[g]);
    }
    assert_true(policy_actor_decisions(actor) >= decisions);
    policy_game_free(&game);
    policy_actor_free(actor);
    policy_learner_free(learner);
    free(rows);
}

static void assert_same_nets(const struct policy_learner *a, const struct policy_learner *b)
{
    const struct net *one = policy_learner_net(a), *two = policy_learner_net(b);
    assert_int_equal(one->weights, two->weights);
    assert_memory_equal(one->weight, two->weight, one->weights * sizeof(float));
}

/* One job or three, in one run or broken off after two steps: the same bits. */
static void check_determinism(enum policy_method method)
{
    struct policy_learn_options options = toy_options(method);
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
        policy_learner_step(one, &report);
        policy_learner_step(three, &report);
        if (step < 2)
            policy_learner_step(broken, &report);
        assert_true(isfinite(report.value_loss) && report.entropy > 0 && report.gradient > 0);
        assert_true(fabs(report.red + report.blue + report.drawn - 1) < 1e-9 && report.plies <= 10);
    }
    assert_same_nets(one, three);
    assert_int_equal(policy_learner_write(broken, path, &error), STATUS_OK);
    policy_learner_free(broken);
    broken = new_learner(&options);
    assert_int_equal(disk_read(path, 1 << 26, &bytes, &error), STATUS_OK);
    if (policy_learner_load(broken, path, bytes.bytes, bytes.size, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    for (int step = 2; step < 4; step++)
        policy_learner_step(broken, &report);
    assert_same_nets(one, broken);
    unlink(path);
    free(bytes.bytes);
    policy_learner_free(one);
    policy_learner_free(three);
    policy_learner_free(broken);
}

static void test_determinism(void **state)
{
    (void)state;
    check_determinism(POLICY_RNAD);
    check_determinism(POLICY_PPO);
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

static void test_damage(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_determinism),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
