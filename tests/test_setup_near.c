/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* What is near to known setups, changes of them, and the critic. */
#include "base/memory.h"
#include "cmocka_all.h"
#include "setup/critic.h"
#include "setup/features.h"
#include "setup/near.h"
#include "setup_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exchanges two places that hold different ranks, `times` times. */
static void change(struct setup *setup, int times, struct rng *rng)
{
    while (times > 0) {
        int a = (int)rng_below(rng, 40), b = (int)rng_below(rng, 40);
        times -= setup->rank[a] != setup->rank[b];
        setup_swap(setup, a, b);
    }
}

/* A model to which all setups are alike. */
static void plain_model(struct setup_model *model)
{
    *model = (struct setup_model){0};
    model->pair = memory_new(PIECES_A_SIDE, sizeof *model->pair);
    model->shape = memory_new(SHAPES, sizeof *model->shape);
}

static const struct known_setup *find(const struct known_setups *known, const struct setup *setup)
{
    for (size_t i = 0; i < known->count; i++)
        if (memcmp(&known->item[i].setup, setup, sizeof *setup) == 0)
            return &known->item[i];
    return NULL;
}

/* A known setup, changes of it and of its mirror image, changes of one that nobody used, and setups that are
 * like nothing. */
TEST(test_near)
{
    enum { GAMES = 5, NEAR = 6, TURNED = 4, COMMON = 7, OTHERS = 11,
           ALL = GAMES + NEAR + TURNED + COMMON + OTHERS };
    struct setup setups[ALL], rest[ALL], known_one, common;
    struct known_setups known = {0};
    struct near_distances distances;
    struct rng rng;
    size_t count = 0, near = 0;
    rng_seed(&rng, 11, 0);
    oracle_random(&known_one, &rng);
    oracle_random(&common, &rng);
    for (int i = 0; i < ALL; i++) {
        struct setup setup = i < GAMES + NEAR + TURNED ? known_one : common;
        if (i >= ALL - OTHERS)
            oracle_random(&setup, &rng);
        else if (i >= GAMES + NEAR + TURNED) /* each changed elsewhere, so that `common` is in common */
            for (int k = 0; k < 40 && setup_distance(&setup, &common) == 0; k++)
                setup_swap(&setup, (5 * i + k) % 40, (5 * i + k + 1) % 40);
        else if (i >= GAMES)
            change(&setup, 1 + i % 3, &rng);
        if (i >= GAMES + NEAR && i < GAMES + NEAR + TURNED)
            setup_mirror(&setup, &setup);
        setups[count++] = setup;
    }
    struct setup *unknown = memory_new(ALL, sizeof *unknown);
    size_t left = known_find(&known, setups, count, unknown);
    assert_int_equal(left, ALL - GAMES);
    left = near_find(&known, unknown, left, rest, &distances);
    assert_int_equal(left, OTHERS);
    assert_memory_equal(rest, setups + ALL - OTHERS, OTHERS * sizeof *rest);
    const struct known_setup *one = find(&known, &known_one), *two = find(&known, &common);
    assert_true(one && two && known.count == 2);
    assert_int_equal(one->near, NEAR);
    assert_int_equal(one->turned, TURNED);
    assert_int_equal(two->games, 0);
    assert_int_equal(two->near + two->turned, COMMON);
    assert_true(fabs(known.near_share - (double)(ALL - GAMES - OTHERS) / (ALL - GAMES)) < 1e-9);
    for (int i = 0; i <= NEAR_PLACES; i++)
        near += distances.count[i];
    assert_int_equal(near, NEAR + TURNED + COMMON);
    assert_true(distances.count[0] == 0 && distances.count[1] == 0 && distances.count[2] >= COMMON);
    known_free(&known);
    free(unknown);
}

/* Setups drawn to be changed come either way round as often as they should, and changes lie as far off as
 * those that the holds were fitted to. */
TEST(test_change)
{
    enum { DRAWS = 400 };
    struct setup_model model;
    struct setup setup, mirrored;
    struct near_distances wanted = {{0}};
    struct rng rng;
    uint8_t keep[PIECES_A_SIDE];
    int seen[NEAR_PLACES + 1] = {0}, turned = 0;
    plain_model(&model);
    rng_seed(&rng, 12, 0);
    oracle_random(&setup, &rng);
    setup_mirror(&setup, &mirrored);
    assert_true(known_add(&model.known, &(struct known_setup){setup, 0, 30, 10}));
    wanted.count[2] = 30;
    wanted.count[4] = 10;
    near_fit(&model, &wanted, 5, 1);
    memset(keep, RANK_UNKNOWN, sizeof keep);
    for (int i = 0; i < DRAWS; i++) {
        struct setup draw;
        assert_true(known_draw(&model.known, KNOWN_CHANGED, keep, &rng, &draw));
        bool is_turned = memcmp(&draw, &mirrored, sizeof draw) == 0;
        turned += is_turned;
        near_change(&model, &draw, PLACES_ALL, 5, &rng);
        assert_int_equal(setup_check(&draw, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
        int distance = setup_distance(&draw, is_turned ? &mirrored : &setup);
        assert_in_range(distance, 0, NEAR_PLACES);
        seen[distance]++;
    }
    assert_in_range(turned, DRAWS / 5, DRAWS * 3 / 10);
    assert_true(seen[2] > DRAWS / 2);
    assert_true(seen[0] < DRAWS / 10); /* tries have an end */
    keep[0] = mirrored.rank[0];
    assert_true(known_draw(&model.known, KNOWN_CHANGED, keep, &rng, &setup));
    assert_memory_equal(&setup, &mirrored, sizeof setup);
    while (keep[0] == setup.rank[0] || keep[0] == setup.rank[9])
        keep[0] = (uint8_t)((keep[0] + 1) % RANKS);
    assert_false(known_draw(&model.known, KNOWN_CHANGED, keep, &rng, &setup));
    setup_model_free(&model);
}

/* The critic finds what the family does not know, that these people keep the flag on the back row, and draws
 * have it there then. */
TEST(test_critic)
{
    enum { PEOPLE = 800, DRAWS = 200 };
    const struct critic_terms terms = {30, 30, 1, 2};
    struct setup_model model;
    struct setup *people = memory_new(PEOPLE, sizeof *people), draw;
    struct rng rng;
    int back[2] = {0};
    rng_seed(&rng, 13, 0);
    for (int i = 0; i < PEOPLE; i++) {
        int flag = 0;
        oracle_random(&people[i], &rng);
        while (people[i].rank[flag] != FLAG)
            flag++;
        setup_swap(&people[i], flag, 30 + (int)rng_below(&rng, 10));
    }
    plain_model(&model);
    for (int judged = 0; judged < 2; judged++) {
        if (judged)
            critic_learn(&model, people, PEOPLE, &terms);
        draw = people[0];
        for (int i = 0; i < DRAWS; i++) {
            setup_model_draw(&model, &draw, PLACES_ALL, 30, NULL, &rng);
            for (int place = 30; place < PIECES_A_SIDE; place++)
                back[judged] += draw.rank[place] == FLAG;
        }
    }
    assert_true(back[0] < DRAWS * 35 / 100);
    assert_true(back[1] > DRAWS * 85 / 100);
    assert_true(fabs(model.log_partition) < 0.5); /* the critic's answers are a probability's logarithm */
    setup_model_free(&model);
    free(people);
}

/* Trees are read as they were written; what is none is refused and nothing added. */
TEST(test_trees_as_numbers)
{
    static const char *const bad[] = {"", "x", "1", "1 2", "1 2 -1 3", "1 2 -1 3 -1", "3 1 -1 0 -1 0",
                                      "1 256 -1 0 -1 0", "1 2 -1 3 -1 4 5", "-1 3 -1", "-2 3",
                                      "-1 99999999", "1 -2 -1 0 -1 0"};
    enum { ROWS_LEARNT = 400, FEATURES = 3 };
    uint8_t value[ROWS_LEARNT * FEATURES];
    bool second[ROWS_LEARNT];
    struct rng rng;
    rng_seed(&rng, 14, 0);
    for (int i = 0; i < ROWS_LEARNT; i++) {
        for (int f = 0; f < FEATURES; f++)
            value[i * FEATURES + f] = (uint8_t)rng_below(&rng, 256);
        second[i] = (value[i * FEATURES] > 100) != (value[i * FEATURES + 1] > 200);
    }
    struct boosted_terms terms;
    boosted_terms_init(&terms);
    terms.trees = 30;
    struct boosted_rows rows = {value, second, ROWS_LEARNT, FEATURES};
    struct boosted_trees *trees = boosted_learn(&rows, &terms), *read = boosted_new();
    for (int i = 0; i < boosted_count(trees); i++) {
        struct text text = {0};
        boosted_write_tree(trees, i, &text);
        assert_true(boosted_read_tree(read, text_string(&text), FEATURES));
        text_free(&text);
    }
    double start = boosted_log_odds(trees, value) - boosted_log_odds(read, value);
    for (int i = 0; i < ROWS_LEARNT; i++) {
        const uint8_t *row = value + i * FEATURES;
        assert_true(fabs(boosted_log_odds(trees, row) - boosted_log_odds(read, row) - start) < 1e-9);
        assert_int_equal(boosted_log_odds(trees, row) > 0, second[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (boosted_read_tree(read, bad[i], FEATURES))
            fail_msg("\"%s\" was taken for a tree", bad[i]);
    assert_int_equal(boosted_count(read), boosted_count(trees));
    boosted_free(trees);
    boosted_free(read);
}

TESTS_MAIN(NULL, NULL)
