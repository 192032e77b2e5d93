/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* The joint model: its own arithmetic, its walk against exact enumeration, fitting, its file,
 * and what it makes against people's setups. */
#include "base/memory.h"
#include "boards.h"
#include "cmocka_all.h"
#include "setup/creator.h"
#include "setup/features.h"
#include "setup/fit.h"
#include "setup_oracle.h"
#include "shipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A model of random numbers, symmetric in its pairs as every model is. */
static void random_model(struct setup_model *model, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    memset(model, 0, sizeof *model);
    model->pair = memory_new(PIECES_A_SIDE, sizeof *model->pair);
    model->shape = memory_new(SHAPES, sizeof *model->shape);
    for (int i = 0; i < SHAPES; i++)
        for (int bin = 0; bin < SHAPE_BINS; bin++)
            model->shape[i][bin] = (float)(rng_unit(&rng) - 0.5);
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        model->bombed[s] = (float)rng_unit(&rng);
        for (int a = 0; a < RANKS; a++) {
            model->field[s][a] = (float)(2 * rng_unit(&rng) - 1);
            for (int t = 0; t < s; t++)
                for (int b = 0; b < RANKS; b++)
                    model->pair[s][a][t][b] = model->pair[t][b][s][a] =
                        (float)(rng_unit(&rng) - 0.5);
        }
    }
}

/* The counts by their definition, place by place and pair by pair. */
static void slow_shape(const struct setup *setup, int count[SHAPES])
{
    int beside[RANKS][RANKS] = {0}, next = SHAPE_BESIDE, flag = 0;
    memset(count, 0, SHAPES * sizeof *count);
    while (setup->rank[flag] != FLAG)
        flag++;
    for (int a = 0; a < PIECES_A_SIDE; a++) {
        int p = setup->rank[a], row = a / 10, file = a % 10, strength = p > BOMB ? p - 1 : 0;
        if (p == PLACE_EMPTY)
            continue;
        count[SHAPE_ROW + 4 * p + row]++;
        count[SHAPE_LANE + 3 * p + (file > 2) + (file > 6)]++;
        count[SHAPE_LEFT + p] += file < 5;
        count[SHAPE_STRENGTH + row] += strength;
        count[SHAPE_STRENGTH + 4] += file < 5 ? strength : 0;
        count[SHAPE_FLAG + p] += abs(row - flag / 10) + abs(file - flag % 10);
        for (int b = 0; b < PIECES_A_SIDE; b++) {
            int q = setup->rank[b], right = b % 10 - file, back = b / 10 - row;
            if (q == PLACE_EMPTY)
                continue;
            beside[p < q ? p : q][p < q ? q : p] += back == 0 && right == 1;
            count[SHAPE_BEHIND + RANKS * p + q] += back == 1 && right == 0;
            count[SHAPE_ALIKE] += back == 0 && file < 5 && b % 10 == 9 - file && p == q;
            count[SHAPE_CORNERS] += back == 1 && abs(right) == 1 && p == BOMB && q == BOMB;
        }
    }
    for (int p = 0; p < RANKS; p++)
        for (int q = p; q < RANKS; q++)
            count[next++] = beside[p][q];
    for (int i = 0; i < SHAPES; i++)
        assert_in_range(shape_bin(i, count[i]), 0, SHAPE_BINS - 1);
}

/* The family's log P by its definition. */
static double slow_log_joint(const struct setup_model *model, const struct setup *setup)
{
    double sum = -model->log_partition;
    int count[SHAPES];
    slow_shape(setup, count);
    for (int i = 0; i < SHAPES; i++)
        sum += model->shape[i][i >= SHAPE_STRENGTH ? count[i] / 2 : count[i]];
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        if (setup->rank[s] == PLACE_EMPTY)
            continue;
        sum += model->field[s][setup->rank[s]];
        for (int t = 0; t < s; t++)
            if (setup->rank[t] != PLACE_EMPTY)
                sum += model->pair[s][setup->rank[s]][t][setup->rank[t]];
        if (setup->rank[s] == FLAG) {
            bool walled = s >= 10;
            for (int side = 0; side < PLACE_SIDES; side++) {
                int next = oracle_next(s, side);
                walled = walled && (next < 0 || setup->rank[next] == BOMB);
            }
            sum += walled ? model->bombed[s] : 0;
        }
    }
    return sum;
}

/* A setup by chance whose flag stands in a corner, often bombed in. */
static void corner_setup(struct setup *setup, struct rng *rng)
{
    int flag = 0;
    oracle_random(setup, rng);
    while (setup->rank[flag] != FLAG)
        flag++;
    setup_swap(setup, flag, 30); /* of which bombs close one or both ways */
    for (int place = 0, next = 20; place < PIECES_A_SIDE && next < 32; place++)
        if (setup->rank[place] == BOMB && place != 20) {
            setup_swap(setup, place, next);
            next += 11;
        }
}

/* Takes three quarters of the pieces away, but not the flag. */
static void thin_out(struct setup *setup, struct rng *rng)
{
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] != FLAG && rng_below(rng, 4) > 0)
            setup->rank[place] = PLACE_EMPTY;
}

/* The log-probability is that of the definition, and counts change in an exchange as they should. */
TEST(test_joint)
{
    struct setup_model model;
    struct shape shape;
    struct shape_changes changes;
    struct rng rng;
    int walls = 0;
    random_model(&model, 1);
    model.log_partition = 3;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < 3000; i++) {
        struct setup setup;
        int count[SHAPES], flag = 30;
        placeset bombs = 0;
        corner_setup(&setup, &rng);
        if (i % 4 == 3)
            thin_out(&setup, &rng);
        walls += flag_is_bombed(&setup);
        assert_true(fabs(setup_log_joint(&model, &setup) - slow_log_joint(&model, &setup)) < 1e-3);
        int a = (int)rng_below(&rng, 40), b = (int)rng_below(&rng, 40);
        if (i % 3 == 0)
            a = i % 2 == 0 ? 30 : 31;
        if (i % 5 == 0) /* neighbours, or each other's image */
            b = i % 2 == 0 ? (a + 10) % 40 : a / 10 * 10 + 9 - a % 10;
        if (setup.rank[a] == setup.rank[b])
            continue;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            bombs |= setup.rank[place] == BOMB ? PLACE_BIT(place) : 0;
        shape_count(&setup, &shape);
        shape_swap_changes(&setup, a, b, flag, bombs, &changes);
        setup_swap(&setup, a, b);
        for (int k = 0; k < changes.count; k++)
            shape.count[changes.change[k].shape] += changes.change[k].by;
        slow_shape(&setup, count);
        for (int k = 0; k < SHAPES; k++)
            assert_int_equal(shape.count[k], count[k]);
    }
    assert_true(walls > 100);
    setup_model_free(&model);
}

/* Three games with one setup make it known, two do not, nor do the two sides of one game count twice; its
 * mirror image is another. */
TEST(test_known)
{
    struct setup a = setup_from("X987654332 2222222333 S344455566 777856BFBB");
    struct setup b, c, mirror, rest[16], drawn;
    struct known_setups known = {0};
    struct rng rng;
    uint8_t keep[PIECES_A_SIDE];
    int seen = 0;
    a.rank[34] = LIEUTENANT;
    b = c = a;
    setup_swap(&b, 0, 12);
    setup_swap(&c, 1, 25);
    setup_mirror(&a, &mirror);
    const struct setup setups[] = {a, c, b, a, mirror, a, b, c, b, b, c, c, b, b, b, mirror};
    size_t left = known_find(&known, setups, 16, rest);
    assert_int_equal(known_games(&known, &a), 3);
    assert_int_equal(known_games(&known, &mirror), 0);
    assert_int_equal(known_games(&known, &c), 3);
    assert_int_equal(known_games(&known, &b), 5);
    assert_int_equal(known.count, 3);
    assert_int_equal(left, 2);
    assert_memory_equal(&rest[0], &mirror, sizeof mirror);
    assert_true(fabs(known.discount - 0.9) < 1e-9); /* as many as two of three are used thrice: the most */
    assert_true(fabs(known.share - (11 - 3 * 0.9) / 16) < 1e-9);
    assert_true(fabs(known_log_probability(&known, &a) - log(2.1 / 8.3)) < 1e-9);
    memset(keep, RANK_UNKNOWN, sizeof keep);
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < 11000; i++) {
        assert_true(known_draw(&known, KNOWN_AS_IT_IS, keep, &rng, &drawn));
        seen += memcmp(&drawn, &a, sizeof a) == 0;
    }
    assert_in_range(seen, 2600, 2970); /* 2.1 of 8.3 */
    assert_false(known_draw(&known, KNOWN_CHANGED, keep, &rng, &drawn));
    keep[1] = c.rank[1];
    for (int i = 0; i < 100; i++) {
        assert_true(known_draw(&known, KNOWN_AS_IT_IS, keep, &rng, &drawn));
        assert_memory_equal(&drawn, &c, sizeof c);
    }
    keep[0] = FLAG;
    assert_false(known_draw(&known, KNOWN_AS_IT_IS, keep, &rng, &drawn));
    known_free(&known);
}

/* A known setup has its share and what the family gives it; another what is left. */
TEST(test_mixture)
{
    struct setup_model model;
    struct setup setup, other;
    struct rng rng;
    random_model(&model, 8);
    model.log_partition = 3;
    rng_seed(&rng, 9, 0);
    oracle_random(&setup, &rng);
    oracle_random(&other, &rng);
    const struct known_setup item = {setup, 4, 2, 0};
    known_add(&model.known, &item);
    model.known.share = 0.25;
    model.known.discount = 0.5;
    double known = log(0.25 + 0.75 * exp(slow_log_joint(&model, &setup)));
    double unknown = log(0.75) + slow_log_joint(&model, &other);
    assert_true(fabs(setup_log_probability(&model, &setup) - known) < 1e-3);
    assert_true(fabs(setup_log_probability(&model, &other) - unknown) < 1e-3);
    assert_false(known_add(&model.known, &item)); /* it is there */
    setup_model_free(&model);
}

enum walk_kind { PLAIN, SPARSE, JUDGED };

/* Five free places with five different ranks: each of the 120 orders comes as often as the model
 * says, and nothing else moves. SPARSE: one of the five and most other places are empty, and the walk is held
 * to a setup. JUDGED: so it is, and a critic has a word too. */
static void check_walk(enum walk_kind kind, int draws)
{
    enum { FREE = 5, ORDERS = 120 };
    static const int places[FREE] = {11, 12, 21, 30, 39};
    const uint8_t ranks[FREE] = {FLAG, SPY, MARSHAL, kind == SPARSE ? PLACE_EMPTY : GENERAL, BOMB};
    struct setup_model model;
    struct rng rng;
    double weight[3125] = {0}, seen[3125] = {0}, total = 0;
    placeset free_places = 0;
    struct setup setup = setup_from(kind == SPARSE ? "....2..... ..........  .9........ 3........2"
                                                   : "2222222233 2222333332 2B44445555 B666677788 ");
    random_model(&model, 5);
    rng_seed(&rng, 6, 0);
    for (int i = 0; i < FREE; i++) {
        free_places |= PLACE_BIT(places[i]);
        setup.rank[places[i]] = ranks[i];
    }
    const struct setup start = setup;
    const struct setup_anchor anchor = {&start, 0.7f};
    if (kind == JUDGED) { /* 1.5 for the flag on the first of them, -0.5 for the marshal or general there */
        model.critic = boosted_new();
        assert_true(boosted_read_tree(model.critic, "11 0 -1 15000 11 9 -1 0 -1 -5000", SETUP_FEATURES));
    }
    for (int code = 0; code < 3125; code++) { /* all maps of five places to five ranks */
        int used = 0;
        struct setup arranged = start;
        for (int i = 0, rest = code; i < FREE; i++, rest /= FREE) {
            arranged.rank[places[i]] = ranks[rest % FREE];
            used |= 1 << (rest % FREE);
        }
        if (used == 31) {
            weight[code] = exp(slow_log_joint(&model, &arranged));
            int first = arranged.rank[11], same = PIECES_A_SIDE - setup_distance(&arranged, &start);
            if (kind == JUDGED)
                weight[code] *= exp(first == FLAG ? 1.5 : first >= GENERAL ? -0.5 : 0);
            weight[code] *= kind == PLAIN ? 1 : exp(0.7 * same);
            total += weight[code];
        }
    }
    for (int draw = 0; draw < draws; draw++) {
        int code = 0;
        if (kind != JUDGED)
            setup_model_walk(&model, &setup, free_places, 30, 1, kind == PLAIN ? NULL : &anchor, &rng);
        else
            setup_model_draw(&model, &setup, free_places, JUDGED_SWEEPS / 2 + 6 * JUDGED_SWEEPS, &anchor,
                             &rng);
        for (int i = FREE - 1; i >= 0; i--)
            for (int j = 0; j < FREE; j++)
                if (setup.rank[places[i]] == ranks[j])
                    code = code * FREE + j;
        seen[code]++;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if ((free_places & PLACE_BIT(place)) == 0)
            assert_int_equal(setup.rank[place], start.rank[place]);
    for (int code = 0; code < 3125; code++) {
        double p = weight[code] / total;
        assert_true(fabs(seen[code] / draws - p) < 6 * sqrt(p * (1 - p) / draws) + 5.0 / draws);
    }
    setup_model_free(&model);
}

TEST(test_walk_is_exact)
{
    check_walk(PLAIN, (int)test_size("SETUP_WALKS", 60000));
    check_walk(SPARSE, (int)test_size("SETUP_WALKS", 20000));
    check_walk(JUDGED, (int)test_size("SETUP_WALKS", 10000));
}

/* Data with a strong pull: the flag in a corner with a bomb beside it. The fitted model has the
 * shares of the data, the mean log-probability beats chance, and more jobs change nothing. */
TEST(test_fit)
{
    enum { DATA = 600, SAMPLE = 2000 };
    struct setup *data = memory_new(DATA, sizeof *data);
    struct setup_model model = {0}, other = {0};
    struct fit_options options;
    struct rng rng;
    int beside = 0, corner = 0;
    rng_seed(&rng, 50, 0);
    for (int i = 0; i < DATA; i++) {
        int flag = 0, bomb = 0;
        oracle_random(&data[i], &rng);
        while (data[i].rank[flag] != FLAG)
            flag++;
        setup_swap(&data[i], flag, i % 4 == 0 ? 39 : 30);
        while (data[i].rank[bomb] != BOMB)
            bomb++;
        if (i % 3 > 0)
            setup_swap(&data[i], bomb, i % 4 == 0 ? 38 : 31);
    }
    fit_options_init(&options);
    options.trees = 20;
    options.chains = 200;
    options.iterations = 80;
    options.anneals = 48;
    assert_int_equal(setup_model_fit(&model, data, DATA, &options, NULL, NULL, NULL), STATUS_OK);
    options.jobs = 3;
    assert_int_equal(setup_model_fit(&other, data, DATA, &options, NULL, NULL, NULL), STATUS_OK);
    assert_memory_equal(model.field, other.field, sizeof model.field);
    assert_memory_equal(model.pair, other.pair, PIECES_A_SIDE * sizeof *model.pair);
    assert_true(model.log_partition == other.log_partition);
    struct text written = {0}, other_written = {0};
    setup_model_write(&model, &written);
    setup_model_write(&other, &other_written);
    assert_string_equal(written.bytes, other_written.bytes);
    text_free(&written);
    text_free(&other_written);
    struct setup setup = data[0];
    for (int i = 0; i < SAMPLE; i++) {
        setup_model_draw(&model, &setup, PLACES_ALL, 20, NULL, &rng);
        corner += setup.rank[30] == FLAG || setup.rank[39] == FLAG;
        beside += (setup.rank[30] == FLAG && setup.rank[31] == BOMB) ||
                  (setup.rank[39] == FLAG && setup.rank[38] == BOMB);
    }
    assert_true(corner > SAMPLE * 0.93);
    assert_true(fabs((double)beside / SAMPLE - 0.72) < 0.12);
    double mean = 0, chance = lgamma(41);
    for (int rank = 0; rank < RANKS; rank++)
        chance -= lgamma(rank_table[rank].count + 1);
    for (int i = 0; i < DATA; i++)
        mean += setup_log_probability(&model, &data[i]) / DATA;
    assert_true(mean > -chance + 3); /* the corner alone is worth log 20 */
    assert_true(mean < -chance + 40);
    assert_true(setup_model_percentile(&model, model.quantile[0] - 1) <= 0);
    assert_true(setup_model_percentile(&model, model.quantile[100] + 1) >= 1);
    assert_float_equal(setup_model_percentile(&model, model.quantile[50]), 0.5, 0.02);
    setup_model_free(&model);
    setup_model_free(&other);
    free(data);
}

/* Told to stop it stops, and nothing leaks. */
static bool stop_at_three(void *context, int iteration, int iterations)
{
    (void)iterations;
    *(int *)context = iteration;
    return iteration < 3;
}

TEST(test_fit_stops)
{
    struct setup_model model = {0};
    struct fit_options options;
    struct setup setup = setup_from("X987654332 2222222333 S344455566 777856BFBB");
    struct error error = {0};
    int reached = 0;
    setup.rank[34] = LIEUTENANT;
    fit_options_init(&options);
    options.chains = 16;
    assert_int_equal(setup_model_fit(&model, &setup, 1, &options, stop_at_three, &reached, &error),
                     STATUS_NO);
    assert_int_equal(reached, 3);
    setup_model_free(&model);
}

/* Ctrl-C is looked at while the critic learns, too, which reports no progress. */
static bool stop_at_the_end(void *context, int iteration, int iterations)
{
    atomic_store((atomic_bool *)context, iteration == iterations);
    return true;
}

TEST(test_critic_stops)
{
    enum { SETUPS = 200 };
    struct setup_model model = {0};
    struct fit_options options;
    struct setup data[SETUPS];
    struct error error = {0};
    struct rng rng;
    atomic_bool stop = false;
    rng_seed(&rng, 5, 0);
    for (int i = 0; i < SETUPS; i++)
        oracle_random(&data[i], &rng);
    fit_options_init(&options);
    options.chains = 16;
    options.iterations = 3;
    options.anneals = 4;
    options.stop = &stop;
    assert_int_equal(setup_model_fit(&model, data, SETUPS, &options, stop_at_the_end, &stop, &error),
                     STATUS_NO);
    assert_string_equal(error.text, "stopped while the critic learnt");
    assert_null(model.critic);
    setup_model_free(&model);
}

/* --- the file --- */

static void expect_refused(const struct text *text, const char *from, const char *to,
                           const char *key)
{
    struct setup_model model = {0};
    struct error error = {0};
    const char *at = strstr(text_string(text), from);
    struct text bad = {0};
    assert_non_null(at);
    text_append(&bad, text->bytes, (size_t)(at - text->bytes));
    text_add(&bad, to);
    text_add(&bad, at + strlen(from));
    if (setup_model_parse("bad", bad.bytes, bad.size, &model, &error) != STATUS_BAD)
        fail_msg("\"%s\" for \"%s\" was not refused", to, from);
    if (strncmp(error.text, "bad:", 4) != 0 || strstr(error.text, key) == NULL)
        fail_msg("no \"%s\" in: %s", key, error.text);
    assert_null(model.pair);
    text_free(&bad);
}

TEST(test_file)
{
    struct setup_model human = {0}, read = {0};
    struct text text = {0}, again = {0};
    struct error error = {0};
    shipped_setup_model(&human);
    setup_model_write(&human, &text);
    if (setup_model_parse("test", text.bytes, text.size, &read, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_memory_equal(read.field, human.field, sizeof read.field);
    assert_memory_equal(read.pair, human.pair, PIECES_A_SIDE * sizeof *read.pair);
    setup_model_write(&read, &again);
    assert_string_equal(text.bytes, again.bytes);
    expect_refused(&text, "model/3", "model/9", "format");
    expect_refused(&text, "log_partition: ", "log_partition: nan #", "log_partition");
    expect_refused(&text, "quantiles: [", "quantiles: [0, ", "quantiles");
    expect_refused(&text, "quantiles: [-", "quantiles: [", "quantiles");
    expect_refused(&text, "\n  7: ", "\n  7: x ", "field.7");
    expect_refused(&text, "\n  7: ", "\n  7: 1 ", "field.7");
    expect_refused(&text, "\n  7: ", "\n  77: ", "77");
    expect_refused(&text, "bombed: >-\n    ", "bombed: >-\n    100001 ", "bombed");
    expect_refused(&text, "\n  0-3: ", "\n  0-99: ", "pairs.0-3");
    expect_refused(&text, "\npairs:", "\nmore: 1\npairs:", "more");
    expect_refused(&text, "\n  7: >-\n    ", "\n  7: >-\n    x ", "shapes.7: number 1 is no whole number");
    expect_refused(&text, "\nknown_share: 0.", "\nknown_share: 1.", "known_share: ");
    expect_refused(&text, "\nnear_share: 0.", "\nnear_share: 1.", "near_share: ");
    expect_refused(&text, "\nholds: [0.", "\nholds: [1.", "holds: ");
    expect_refused(&text, "\ndiscount: 0.", "\ndiscount: 1.", "discount: ");
    expect_refused(&text, "\nknown:\n  - ", "\nknown:\n  - 2 0 BBBBBBC", "known: three numbers");
    expect_refused(&text, "\nknown:\n  - ", "\nknown:\n  - 99999999", "known: three numbers");
    expect_refused(&text, "\nknown:\n", "\nknown:\n  - 2 5 0 MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL\n",
                   "known: ");
    expect_refused(&text, "\ncritic:\n  - ", "\ncritic:\n  - 413 1 ", "critic: ");
    expect_refused(&text, "\ncritic:\n  - ", "\ncritic:\n  - 12 1 -1 5 -1 6 ", "critic: ");
    expect_refused(&text, "\ncritic:\n", "\ncritic:\n  - -1 5 x\n", "critic: ");
    text_free(&text);
    text_free(&again);
    setup_model_free(&human);
    setup_model_free(&read);
}

/* --- against people --- */

enum { SAMPLE = 3000 };

/* Statistics of a sample by one generator, each setup as it comes. */
static void take_sample(enum setup_generator generator, const struct setup_model *model,
                        const struct setup_statistics *human, struct setup_counts *counts,
                        struct setup_statistics *made)
{
    struct setup_options options = {.generator = generator, .best_of = 1, .open_flags = -1,
                                    .mirror = 0.5, .sweeps = 50, .model = model};
    struct rng rng;
    memset(options.keep, RANK_UNKNOWN, sizeof options.keep);
    memcpy(options.army, variant_at(VARIANT_STANDARD)->count, sizeof options.army);
    judge_init(&options.judge);
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < SAMPLE; i++) {
        struct setup setup;
        setup_create(human, &options, &rng, &setup);
        setup_counts_add(counts, &setup);
    }
    setup_counts_finish(counts, made);
}

/* How many figures of a sample lie farther from the people's than chance explains: shares of places by four
 * standard deviations, ratios of common pairs by three and a half, and what the model itself is off
 * (doc/setups.md: 0.007 of a share). */
static int figures_off(const struct setup_statistics *made, const struct setup_counts *counts,
                       const struct setup_statistics *human)
{
    static const struct {
        int a, b;
    } pairs[] = {{FLAG, BOMB}, {SERGEANT, BOMB}, {BOMB, BOMB}, {SERGEANT, SERGEANT},
                 {MARSHAL, COLONEL}, {GENERAL, SPY}, {COLONEL, SPY}};
    int off = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            double p = human->placement[rank][place], far = fabs(made->placement[rank][place] - p);
            off += far > 0.004 + 4 * sqrt((p * (1 - p) + 1e-4) / SAMPLE);
        }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        double quotient = setup_ratio(made, NEXT_TO, pairs[i].a, pairs[i].b) /
                          setup_ratio(human, NEXT_TO, pairs[i].a, pairs[i].b);
        double seen = (double)counts->neighbours[NEXT_TO][pairs[i].a][pairs[i].b];
        off += fabs(quotient - 1) > 0.01 + 3.5 / sqrt(seen);
    }
    off += fabs(made->flag_bombed - human->flag_bombed) > 0.03;
    off += fabs(made->flag_back_row - human->flag_back_row) > 0.025;
    return off;
}

/* The two-sample table in small; bench setups measures with more. The bounds are narrow enough to separate
 * the semi-random generator's sample, as large, from people's setups many times over. */
TEST(test_like_people)
{
    struct setup_statistics *human = memory_new(1, sizeof *human);
    struct setup_statistics *made = memory_new(1, sizeof *made);
    struct setup_model model = {0};
    shipped_statistics(human);
    shipped_setup_model(&model);
    for (int generator = GENERATOR_SEMI_RANDOM; generator <= GENERATOR_FAITHFUL; generator++) {
        struct setup_counts *counts = memory_new(1, sizeof *counts);
        take_sample((enum setup_generator)generator, &model, human, counts, made);
        int off = figures_off(made, counts, human);
        if (generator == GENERATOR_FAITHFUL)
            assert_int_equal(off, 0);
        else
            assert_true(off > 50);
        free(counts);
    }
    setup_model_free(&model);
    free(human);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joint),     cmocka_unit_test(test_walk_is_exact),
        cmocka_unit_test(test_known),     cmocka_unit_test(test_mixture),
        cmocka_unit_test(test_fit),       cmocka_unit_test(test_fit_stops),
        cmocka_unit_test(test_critic_stops),
        cmocka_unit_test(test_file),      cmocka_unit_test(test_like_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
