/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning a policy from games of people: the decisions of a game are the game, steps lower the loss, bits do
 * not depend on jobs or interruptions, the measure agrees with the loss, damaged files are refused. */
#include "base/disk.h"
#include "base/memory.h"
#include "cmocka_all.h"
#include "learn/people_learn.h"
#include "learn/people_measure.h"
#include "setup/random_setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 4 };

/* Adds a game with random setups whose players always make the first legal move, or any. Red wins. */
static void add_game(struct dataset *games, const struct variant *variant, uint64_t number, int plies,
                     bool any)
{
    struct record record = {.rules = *rules_find("deepnash"), .outcome = {RESULT_RED, REASON_RESIGNED}};
    struct training_game game;
    struct setup setups[SIDES];
    struct position position = {0};
    struct error error;
    struct rng rng;
    rng_seed(&rng, 77, number);
    for (enum side side = RED; side <= BLUE; side++)
        setup_random(variant->count, &setups[side], &rng);
    placement_from_setups(&record.start, variant, &setups[RED], &setups[BLUE]);
    assert_int_equal(position_init(&position, &record.start, &record.rules, &error), STATUS_OK);
    for (int ply = 0; ply < plies && position_outcome(&position).result == RESULT_OPEN; ply++) {
        struct move moves[MOVES_MAX];
        struct event event;
        int count = board_moves(&position.board, moves);
        int chosen = any ? (int)rng_below(&rng, (uint32_t)count) : 0;
        struct move_with_ranks move = {moves[chosen], RANK_UNKNOWN, RANK_UNKNOWN};
        assert_int_equal(position_play(&position, move, &event, &error), STATUS_OK);
        record_append(&record, move);
    }
    assert_int_equal(training_game_read(&game, &record, "game", &error), STATUS_OK);
    dataset_add(games, &game);
    position_free(&position);
    record_clear(&record);
}

/* GAMES games of Barrage, as people's games. */
static struct people_game *make_games(struct dataset *games)
{
    struct people_game *people = memory_new(GAMES, sizeof *people);
    const struct variant *variant = variant_find("barrage");
    for (int i = 0; i < GAMES; i++)
        add_game(games, variant, (uint64_t)i, 10, false);
    assert_int_equal(people_games_convert(people, games, variant, rules_find("deepnash")), GAMES);
    return people;
}

static void free_games(struct dataset *games, struct people_game *people)
{
    for (int i = 0; i < GAMES; i++)
        people_game_free(&people[i]);
    free(people);
    dataset_free(games);
}

/* The squares of a game play it again: its setups, and all of its moves. */
TEST(test_same_game)
{
    struct dataset games = {0};
    const struct variant *classic = variant_find("classic");
    const struct rules *rules = rules_find("deepnash");
    struct policy_game game = {0};
    struct people_game people;
    struct setup setups[SIDES];
    add_game(&games, classic, 1, 150, true);
    assert_false(people_game_convert(&people, &games.items[0], variant_find("barrage"), rules, &game));
    assert_true(people_game_convert(&people, &games.items[0], classic, rules, &game));
    assert_true(training_game_setups(&games.items[0], setups) && people.result > 0);
    policy_game_begin(&game, classic, rules);
    for (size_t i = 0; i < people.count; i++) {
        assert_true(bit_in(policy_game_legal(&game), people.squares[i]));
        policy_game_act(&game, people.squares[i]);
    }
    assert_memory_equal(game.setup, setups, sizeof setups);
    assert_int_equal(policy_game_plies(&game), games.items[0].count);
    for (uint32_t ply = 0; ply < games.items[0].count; ply++)
        assert_true(move_equal(game.position.board.history[ply].move, games.items[0].events[ply].move));
    people_game_free(&people);
    policy_game_free(&game);
    dataset_free(&games);
}

static struct people_options toy_options(void)
{
    struct people_options options = people_standard;
    options.variant = variant_find("barrage");
    options.rules = *rules_find("deepnash");
    options.shape = (struct policy_shape){0, 0, 4, 4};
    options.batch = 2;
    options.passes = 2;
    options.share = 0.5;
    options.value_share = 0.5;
    options.seed = 5;
    return options;
}

static struct people_learner *new_learner(const struct people_options *options,
                                          const struct people_game *games)
{
    struct people_learner *learner;
    struct error error;
    if (people_learner_new(options, games, GAMES, &learner, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    return learner;
}

static double mean_loss(const struct people_report *report, enum policy_head head)
{
    assert_true(report->head[head].count > 0);
    return report->head[head].loss / (double)report->head[head].count;
}

/* Steps on whole games lower the loss of each head. */
TEST(test_descent)
{
    struct dataset games = {0};
    struct people_game *people = make_games(&games);
    struct people_options options = toy_options();
    struct people_report first, last;
    options.share = options.value_share = 1;
    options.batch = GAMES;
    options.passes = 15;
    options.adam.rate = 0.03;
    struct people_learner *learner = new_learner(&options, people);
    assert_int_equal(people_learner_steps(learner), 15);
    people_learner_step(learner, &first);
    while (people_learner_step_count(learner) < people_learner_steps(learner))
        people_learner_step(learner, &last);
    assert_int_equal(last.decisions, 15 * (first.head[0].count + first.head[1].count + first.head[2].count));
    assert_true(mean_loss(&last, POLICY_PLACE) < mean_loss(&first, POLICY_PLACE) - 0.2);
    assert_true(mean_loss(&last, POLICY_PIECE) < mean_loss(&first, POLICY_PIECE) - 0.2);
    assert_true(mean_loss(&last, POLICY_TARGET) < mean_loss(&first, POLICY_TARGET) - 0.2);
    assert_true(last.head[POLICY_PIECE].right > first.head[POLICY_PIECE].right);
    assert_true(mean_loss(&last, POLICY_VALUE) < mean_loss(&first, POLICY_VALUE) - 0.2);
    people_learner_free(learner);
    free_games(&games, people);
}

static void write_people(const struct people_learner *learner, struct text *bytes)
{
    char path[] = "people-XXXXXX";
    struct error error;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    if (people_learner_write(learner, path, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_int_equal(disk_read(path, 1 << 26, bytes, &error), STATUS_OK);
    unlink(path);
}

static void assert_same_nets(const struct people_learner *a, const struct people_learner *b)
{
    const struct net *one = people_learner_net(a), *two = people_learner_net(b);
    assert_memory_equal(one->weight, two->weight, one->weights * sizeof(float));
}

/* One job or three, in one run or broken off in its second pass: the same bits. */
TEST(test_determinism)
{
    struct dataset games = {0};
    struct people_game *people = make_games(&games);
    struct people_options options = toy_options();
    struct people_report report;
    struct text bytes = {0}, last = {0};
    struct error error;
    struct people_learner *one = new_learner(&options, people), *broken = new_learner(&options, people);
    options.jobs = 3;
    struct people_learner *three = new_learner(&options, people), *again = new_learner(&options, people);
    for (int step = 0; step < 4; step++) {
        people_learner_step(one, &report);
        people_learner_step(three, &report);
        if (step < 3)
            people_learner_step(broken, &report);
    }
    assert_same_nets(one, three);
    write_people(broken, &bytes);
    if (people_learner_load(again, "broken", bytes.bytes, bytes.size, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_int_equal(people_learner_step_count(again), 3);
    people_learner_step(again, &report);
    assert_same_nets(one, again);
    write_people(again, &last);
    assert_true(last.size < bytes.size); /* without the state of Adam */
    text_free(&bytes);
    text_free(&last);
    people_learner_free(one);
    people_learner_free(three);
    people_learner_free(broken);
    people_learner_free(again);
    free_games(&games, people);
}

/* The measure of all moves is the loss of the learner before its first step, which plays the games by code of
 * its own. The model of moves without weights has the uniform policy: each of n moves counts 1/n as right. */
TEST(test_measure)
{
    struct dataset games = {0};
    struct people_game *people = make_games(&games);
    struct people_options options = toy_options();
    struct move_model_weights *moves = memory_new(1, sizeof *moves);
    struct people_measure one, three;
    struct people_report report;
    struct error error;
    double bits = 0, right = 0; /* of the uniform policy */
    options.share = 1;
    options.batch = GAMES;
    struct people_learner *learner = new_learner(&options, people);
    struct people_measure_terms terms = {
        .net = people_learner_net(learner), .shape = options.shape, .moves = moves, .games = &games,
        .variant = options.variant, .rules = options.rules, .share = 1, .setups = true, .jobs = 1};
    assert_int_equal(people_measure(&terms, &one, &error), STATUS_OK);
    terms.jobs = 3;
    assert_int_equal(people_measure(&terms, &three, &error), STATUS_OK);
    assert_memory_equal(&one, &three, sizeof one);
    people_learner_step(learner, &report);
    double loss = report.head[POLICY_PIECE].loss + report.head[POLICY_TARGET].loss;
    assert_true(fabs(one.policy.bits - loss / M_LN2) < 1e-3);
    assert_true(fabs(one.setup_bits - report.head[POLICY_PLACE].loss / M_LN2) < 1e-3);
    assert_int_equal(one.games, GAMES);
    assert_int_equal(one.setups, 2 * GAMES);
    for (int i = 0; i < GAMES; i++) {
        struct policy_game game = {0};
        policy_game_begin(&game, options.variant, &options.rules);
        for (size_t k = 0; k < people[i].count; k++) {
            if (policy_game_head(&game) == POLICY_PIECE ||
                (policy_game_head(&game) == POLICY_TARGET && bits_count(game.legal.pieces) == 1)) {
                bits += log2(game.legal.count);
                right += 1.0 / game.legal.count;
            }
            policy_game_act(&game, people[i].squares[k]);
        }
        policy_game_free(&game);
    }
    assert_true(one.moves > 0 && fabs(one.model.right - right) < 1e-6);
    assert_true(fabs(one.model.bits - bits) < 1e-3);
    people_learner_free(learner);
    free_games(&games, people);
    free(moves);
}

/* A file that does not fit is refused with one line. */
static void refused(const struct people_options *options, const struct people_game *people,
                    const struct text *bytes, size_t size, const char *text)
{
    struct people_learner *learner = new_learner(options, people);
    struct error error;
    assert_int_equal(people_learner_load(learner, "file", bytes->bytes, size, &error), STATUS_BAD);
    assert_int_equal(strncmp(error.text, "file: ", 6), 0);
    if (!strstr(error.text, text))
        fail_msg("%s", error.text);
    people_learner_free(learner);
}

TEST(test_damage)
{
    struct dataset games = {0};
    struct people_game *people = make_games(&games);
    struct people_options options = toy_options(), other = options;
    struct people_report report;
    struct text bytes = {0};
    struct people_learner *learner = new_learner(&options, people);
    people_learner_step(learner, &report);
    write_people(learner, &bytes);
    for (size_t size = 0; size < bytes.size; size = size * 8 + 1)
        refused(&options, people, &bytes, size, "");
    for (size_t at = 0; at < bytes.size; at = at * 8 + 1) {
        bytes.bytes[at] ^= 0x10;
        refused(&options, people, &bytes, bytes.size, "");
        bytes.bytes[at] ^= 0x10;
    }
    other.batch = 4;
    refused(&other, people, &bytes, bytes.size, "found 'batch: 2', expected 'batch: 4'");
    other = options;
    other.shape.outer_channels = 6;
    refused(&other, people, &bytes, bytes.size, "found 'outer_channels: 4', expected 'outer_channels: 6'");
    people[1].result = -1;
    refused(&options, people, &bytes, bytes.size, "found 'games_digest: ");
    text_free(&bytes);
    people_learner_free(learner);
    free_games(&games, people);
}

TESTS_MAIN(NULL, NULL)
