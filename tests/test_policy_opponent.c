/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning against an agent: the policy learns from its own decisions only, sees nothing that is hidden, and
 * the bits do not depend on jobs or interruptions. */
#include "base/disk.h"
#include "base/memory.h"
#include "cmocka_all.h"
#include "engine.h"
#include "learn/policy_learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A small network on Barrage with short games. */
static struct policy_learn_options toy_options(enum policy_method method, const char *spec, int move_limit)
{
    struct policy_learn_options options = policy_learn_standard;
    options.method = method;
    options.shape = (struct policy_shape){0, 0, 2, 2};
    options.actor.variant = variant_find("barrage");
    options.actor.rules = *rules_find("deepnash");
    options.actor.rules.move_limit = move_limit;
    options.actor.games = POLICY_ACTOR_GROUP;
    options.actor.seed = 5;
    options.actor.opponent = (struct policy_opponent_terms){
        spec, &settings, library_for_variant(library, options.actor.variant)};
    options.batch = 3;
    options.share = 0.5;
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

static void make_steps(struct policy_learner *learner, int count, struct policy_learn_report *report)
{
    struct error error;
    for (int i = 0; i < count; i++)
        if (policy_learner_step(learner, report, &error) != STATUS_OK)
            fail_msg("%s", error.text);
}

/* The games of an actor that plays with the weights of a new learner. */
static void play_records(const struct policy_learn_options *options, size_t count,
                         struct policy_record *records)
{
    struct policy_learner *learner = new_learner(options);
    struct policy_layers layers;
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct error error;
    assert_int_equal(policy_net_write_rows(&options->shape, rows, &layers, &error), STATUS_OK);
    const struct net *net = policy_learner_net(learner);
    struct policy_actor *actor = policy_actor_new(&options->actor, net, &layers, &error);
    assert_int_equal(policy_actor_play(actor, count, records, &error), STATUS_OK);
    policy_actor_free(actor);
    policy_learner_free(learner);
    free(rows);
}

/* Either side is the opponent's in some games; all its decisions and no other have a behaviour of 0; the
 * report counts the policy's points and its own decisions. */
TEST(test_records)
{
    enum { GAMES = 12 };
    struct policy_learn_options options = toy_options(POLICY_PPO, "greedy", 200);
    struct policy_record records[GAMES] = {{0}};
    struct policy_game game = {0};
    struct policy_learn_report report = {0};
    int opponents[SIDES] = {0}, won = 0, lost = 0;
    size_t own = 0;
    options.batch = GAMES;
    play_records(&options, GAMES, records);
    for (int g = 0; g < GAMES; g++) {
        enum side opponent = records[g].actions[0].behaviour > 0 ? BLUE : RED;
        size_t count = 0;
        policy_game_begin(&game, options.actor.variant, &options.actor.rules);
        for (size_t i = 0; i < records[g].count; i++) {
            struct policy_action action = records[g].actions[i];
            assert_false(policy_game_over(&game));
            assert_true(bit_in(policy_game_legal(&game), action.square));
            assert_int_equal(action.behaviour > 0, policy_game_side(&game) != opponent);
            count += action.behaviour > 0;
            policy_game_act(&game, action.square);
        }
        assert_true(policy_game_over(&game) && count > 8);
        assert_int_equal(count, records[g].own);
        double result = opponent == BLUE ? policy_game_result(&game) : -policy_game_result(&game);
        won += result > 0;
        lost += result < 0;
        opponents[opponent]++;
        own += count;
        policy_record_free(&records[g]);
    }
    assert_true(opponents[RED] > 1 && opponents[BLUE] > 1 && lost > won); /* greedy beats random weights */
    struct policy_learner *learner = new_learner(&options);
    make_steps(learner, 1, &report);
    assert_int_equal(report.decisions, own);
    assert_true(fabs(report.won * GAMES - won) < 1e-9 && fabs(report.lost * GAMES - lost) < 1e-9);
    policy_learner_free(learner);
    policy_game_free(&game);
}

/* Plays the game of a record with two ranks of the opponent's set-up exchanged, up to the first battle,
 * beside the game itself: the policy sees the same. Returns the number of its decisions in play. */
static size_t compare_hidden(const struct policy_learn_options *options, const struct policy_record *record)
{
    static const uint8_t swapped[] = {MINER, GENERAL}; /* they move alike */
    struct policy_game game = {0}, twin = {0};
    float *cell = memory_new(2 * OBSERVATION_CELLS, sizeof *cell);
    enum side opponent = record->actions[0].behaviour > 0 ? BLUE : RED;
    size_t pieces = (size_t)options->actor.variant->pieces, first = opponent == RED ? 0 : pieces;
    size_t place[2] = {0}, seen = 0;
    uint32_t plies = 0;
    bool battle = false;
    for (size_t i = 0; i < pieces; i++)
        for (int k = 0; k < 2; k++)
            if (observation_piece_to_place(options->actor.variant->count, (int)i) == swapped[k])
                place[k] = first + i;
    policy_game_begin(&game, options->actor.variant, &options->actor.rules);
    policy_game_begin(&twin, options->actor.variant, &options->actor.rules);
    for (size_t i = 0; i < record->count && !battle; i++) {
        size_t other = i == place[0] ? place[1] : i == place[1] ? place[0] : i;
        if (record->actions[i].behaviour > 0) {
            policy_game_observe(&game, cell);
            policy_game_observe(&twin, cell + OBSERVATION_CELLS);
            assert_memory_equal(cell, cell + OBSERVATION_CELLS, OBSERVATION_CELLS * sizeof *cell);
            seen += policy_game_plies(&game) > 0;
        }
        policy_game_act(&game, record->actions[i].square);
        policy_game_act(&twin, record->actions[other].square);
        battle = policy_game_over(&game);
        for (; plies < policy_game_plies(&game); plies++)
            battle |= game.position.board.history[plies].battle != BATTLE_NONE;
    }
    policy_game_free(&game);
    policy_game_free(&twin);
    free(cell);
    return seen;
}

TEST(test_hidden)
{
    struct policy_learn_options options = toy_options(POLICY_PPO, "probabilistic", 60);
    struct policy_record records[4] = {{0}};
    size_t seen = 0;
    play_records(&options, 4, records);
    for (int g = 0; g < 4; g++) {
        seen += compare_hidden(&options, &records[g]);
        policy_record_free(&records[g]);
    }
    assert_true(seen > 10);
}

static void assert_same_nets(const struct policy_learner *a, const struct policy_learner *b)
{
    const struct net *one = policy_learner_net(a), *two = policy_learner_net(b);
    assert_memory_equal(one->weight, two->weight, one->weights * sizeof(float));
}

/* Writes a learner's checkpoint and reads its bytes. */
static void take_bytes(const struct policy_learner *learner, struct text *bytes)
{
    struct error error;
    char path[] = "checkpoint-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(policy_learner_write(learner, path, &error), STATUS_OK);
    assert_int_equal(disk_read(path, 1 << 26, bytes, &error), STATUS_OK);
    unlink(path);
}

/* One job or three, in one run or broken off after a step: the same bits, the checkpoint's too. */
static void check_determinism(enum policy_method method, const char *spec, int groups, int shards,
                              int move_limit)
{
    struct policy_learn_options options = toy_options(method, spec, move_limit);
    struct policy_learn_report report = {0};
    struct text bytes = {0}, ends[2] = {{0}};
    struct error error;
    options.actor.games = groups * POLICY_ACTOR_GROUP;
    options.batch = shards > 1 ? 4 : 3;
    options.shards = shards;
    struct policy_learner *one = new_learner(&options);
    options.actor.jobs = 3;
    struct policy_learner *broken = new_learner(&options);
    make_steps(one, 2, &report);
    make_steps(broken, 1, &report);
    take_bytes(broken, &bytes);
    policy_learner_free(broken);
    broken = new_learner(&options);
    if (policy_learner_load(broken, "run.rnad", bytes.bytes, bytes.size, &error) != STATUS_OK)
        fail_msg("%s: %s", spec, error.text);
    make_steps(broken, 1, &report);
    assert_same_nets(one, broken);
    take_bytes(one, &ends[0]);
    take_bytes(broken, &ends[1]);
    assert_int_equal(ends[0].size, ends[1].size);
    assert_memory_equal(ends[0].bytes, ends[1].bytes, ends[0].size);
    text_free(&ends[0]);
    text_free(&ends[1]);
    text_free(&bytes);
    policy_learner_free(one);
    policy_learner_free(broken);
}

TEST(test_determinism)
{
    check_determinism(POLICY_RNAD, "random", 2, 1, 12);
    check_determinism(POLICY_PPO, "random", 2, 2, 6);
    check_determinism(POLICY_PPO, "invincible", 1, 1, 20);
    check_determinism(POLICY_PPO, "probabilistic", 1, 1, 20);
    check_determinism(POLICY_PPO, "rnad", 1, 1, 3);
}

static void refused(const struct policy_learn_options *options, const struct text *bytes, const char *text)
{
    struct policy_learner *learner = new_learner(options);
    struct error error;
    assert_int_equal(policy_learner_load(learner, "run.rnad", bytes->bytes, bytes->size, &error), STATUS_BAD);
    if (!strstr(error.text, text))
        fail_msg("%s", error.text);
    policy_learner_free(learner);
}

/* Unknown agents and programs outside, and checkpoints of runs against another. */
TEST(test_refusals)
{
    struct policy_learn_options options = toy_options(POLICY_PPO, "nobody", 3), other;
    struct policy_learner *learner;
    struct text bytes = {0};
    struct error error;
    assert_int_equal(policy_learner_new(&options, &learner, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "unknown agent 'nobody'"));
    options.actor.opponent.spec = "bot:/bin/cat";
    assert_int_equal(policy_learner_new(&options, &learner, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "found the program 'bot:/bin/cat'"));
    options.actor.opponent.spec = "random";
    learner = new_learner(&options);
    take_bytes(learner, &bytes);
    policy_learner_free(learner);
    other = options;
    other.actor.opponent.spec = "greedy";
    refused(&other, &bytes, "found 'opponent: random', expected 'opponent: greedy'");
    other.actor.opponent.spec = NULL;
    refused(&other, &bytes, "found 'opponent: random', expected ''");
    text_free(&bytes);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
