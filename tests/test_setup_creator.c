/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* The creator: legal, distinct, obedient, like people's setups in what the statistics say. */
#include "base/memory.h"
#include "boards.h"
#include "cmocka_all.h"
#include "setup/creator.h"
#include "setup_oracle.h"
#include "shipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 4000 };

struct creator_bench {
    struct setup_statistics human;
    struct setup_options options; /* the defaults, best of 1 */
    struct setup_model model;
};

static int make_creator(void **state)
{
    const struct option_group *const groups[] = {&setup_option_group, &judge_option_group, NULL};
    struct creator_bench *bench = memory_new(1, sizeof *bench);
    struct settings settings = {0};
    settings_init(&settings, groups);
    setup_options_init(&bench->options, &settings);
    settings_free(&settings);
    shipped_statistics(&bench->human);
    shipped_setup_model(&bench->model);
    assert_int_equal(bench->options.best_of, 50);
    assert_int_equal(bench->options.generator, GENERATOR_SEMI_RANDOM);
    bench->options.best_of = 1;
    bench->options.model = &bench->model;
    *state = bench;
    return 0;
}

static int free_creator(void **state)
{
    struct creator_bench *bench = *state;
    setup_model_free(&bench->model);
    free(bench);
    return 0;
}

static void create_many(const struct creator_bench *bench, const struct setup_options *options,
                        uint64_t seed, struct setup *setups, int count)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    assert_int_equal(setup_options_check(options, NULL), STATUS_OK);
    for (int i = 0; i < count; i++)
        setup_create(&bench->human, options, &rng, &setups[i]);
}

static int compare_setups(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct setup));
}

static int flag_of(const struct setup *setup)
{
    int place = 0;
    while (setup->rank[place] != FLAG)
        place++;
    return place;
}

/* Legal; all but one in a thousand distinct, of those like people's, who have some setups in common, nine in
 * ten; the flag where people have it. */
static void check_generator(const struct creator_bench *bench, enum setup_generator generator,
                            enum placing_order order, int count)
{
    struct setup *setups = memory_new((size_t)count, sizeof *setups);
    struct setup_options options = bench->options;
    int back = 0, bombed = 0, distinct = 1;
    options.generator = generator;
    options.order = order;
    create_many(bench, &options, 1, setups, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(setup_check(&setups[i], variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
        assert_int_equal(setup_playable(&setups[i], NULL), STATUS_OK);
        back += flag_of(&setups[i]) >= 30;
        bombed += flag_is_bombed(&setups[i]);
    }
    qsort(setups, (size_t)count, sizeof *setups, compare_setups);
    for (int i = 1; i < count; i++)
        distinct += compare_setups(&setups[i - 1], &setups[i]) != 0;
    assert_true(distinct >= count - count / (generator == GENERATOR_FAITHFUL ? 10 : 1000));
    assert_true(generator != GENERATOR_FAITHFUL || distinct < count);
    if (generator != GENERATOR_RANDOM) {
        assert_in_range(back, count * 80 / 100, count * 95 / 100);
        assert_in_range(bombed, count * 35 / 100, count * 55 / 100);
    }
    free(setups);
}

static void test_generators(void **state)
{
    int count = (int)test_size("SETUPS_MADE", 10000);
    check_generator(*state, GENERATOR_SEMI_RANDOM, ORDER_DE_BOER, count);
    check_generator(*state, GENERATOR_SEMI_RANDOM, ORDER_IMPACT, count);
    check_generator(*state, GENERATOR_RANDOM, ORDER_DE_BOER, count);
    check_generator(*state, GENERATOR_FAITHFUL, ORDER_DE_BOER, 2000);
}

/* `count` setups of an army: its pieces, those that are kept where they are to be, and a way out for one of
 * them, as the slow oracle sees it. */
static void check_army(const struct creator_bench *bench, const uint8_t army[RANKS],
                       enum setup_generator generator, const struct setup_statistics *statistics, int count)
{
    struct setup_options options = bench->options;
    struct rng rng;
    int distinct = 0;
    struct setup first;
    memcpy(options.army, army, RANKS);
    options.generator = generator;
    rng_seed(&rng, 12, generator);
    assert_int_equal(setup_options_check(&options, NULL), STATUS_OK);
    for (int i = 0; i < count; i++) {
        struct setup setup;
        uint8_t found[RANKS];
        setup_create(statistics, &options, &rng, &setup);
        setup_army(&setup, found);
        assert_memory_equal(found, army, RANKS);
        assert_true(oracle_gets_out(&setup));
        assert_int_equal(setup_playable(&setup, NULL), STATUS_OK);
        first = i == 0 ? setup : first;
        distinct += compare_setups(&setup, &first) != 0;
    }
    assert_true(distinct > count / 2);
}

/* Every variant's army by every generator, with statistics of forty pieces and with flat ones; and armies of
 * all sizes, those that bombs nearly close in among them. */
static void test_armies(void **state)
{
    const struct creator_bench *bench = *state;
    static const char *const fenced[] = {"FX", "FS", "FBBBBBB2", "FBBBBBBX", "F2222222"};
    struct setup_statistics *flat = memory_new(1, sizeof *flat);
    struct rng rng;
    uint8_t army[RANKS];
    for (int generator = GENERATOR_SEMI_RANDOM; generator <= GENERATOR_RANDOM; generator++)
        for (size_t i = 0; i < variant_count; i++)
            if (variant_table[i].pieces < PIECES_A_SIDE) {
                check_army(bench, variant_table[i].count, (enum setup_generator)generator, flat,
                           (int)test_size("SETUPS_MADE", generator == GENERATOR_RANDOM ? 10000 : 2000));
                check_army(bench, variant_table[i].count, (enum setup_generator)generator, &bench->human,
                           (int)test_size("SETUPS_MADE", 2000));
            }
    rng_seed(&rng, 31, 0);
    for (int i = 0; i < 300; i++) {
        oracle_army(i % 2 ? 39 : 10, army, &rng);
        check_army(bench, army, (enum setup_generator)(i % 3), i % 5 ? &bench->human : flat, 20);
    }
    for (size_t i = 0; i < sizeof fenced / sizeof *fenced; i++) {
        memset(army, 0, sizeof army);
        for (const char *symbol = fenced[i]; *symbol; symbol++)
            army[rank_from_symbol(*symbol)]++;
        check_army(bench, army, GENERATOR_SEMI_RANDOM, &bench->human, 200);
        check_army(bench, army, GENERATOR_RANDOM, flat, 200);
    }
    free(flat);
}

/* Kept pieces of a short army stay; where they leave one way out for the last that moves, it is kept open. */
static void test_keep_short(void **state)
{
    const struct creator_bench *bench = *state;
    static const struct { const char *army, *keep; bool good; } cases[] = {
        {"FBX", ".......... .......... ..X....... ..........", true},
        {"FBBBBBBX", "BB..B..... .......... .........X .........F", true},
        {"FBBBBBBX", "BB..BB..BB .......... .........X .........F", false}, /* all six ways shut */
        {"FBBBBBBX", ".......... .......... BBB....... XBB......F", false}, /* walled in */
        {"FBB2", ".......... .......... B......... 2........F", true},
        {"FBB2", ".......... .......... B......... 2B.......F", false},
    };
    struct setup_options options = bench->options;
    struct rng rng;
    rng_seed(&rng, 77, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct setup keep = setup_from(cases[i].keep);
        memset(options.army, 0, sizeof options.army);
        for (const char *symbol = cases[i].army; *symbol; symbol++)
            options.army[rank_from_symbol(*symbol)]++;
        memcpy(options.keep, keep.rank, sizeof options.keep);
        assert_int_equal(setup_options_check(&options, NULL), cases[i].good ? STATUS_OK : STATUS_BAD);
        for (int made = 0; made < 300 && cases[i].good; made++) {
            struct setup setup;
            options.generator = made % 2 ? GENERATOR_RANDOM : GENERATOR_SEMI_RANDOM;
            setup_create(&bench->human, &options, &rng, &setup);
            assert_true(oracle_gets_out(&setup));
            for (int place = 0; place < PIECES_A_SIDE; place++)
                assert_true(keep.rank[place] == PLACE_EMPTY || setup.rank[place] == keep.rank[place]);
        }
    }
}

/* By the judge, where nothing else is known: better than at random by far, and the best of more is better;
 * the flag is never on the front row of the best. */
static void test_judged(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup_options options = bench->options;
    struct rng rng;
    double mean[3] = {0};
    enum { MADE = 200 };
    memcpy(options.army, variant_find("barrage")->count, RANKS);
    rng_seed(&rng, 5, 0);
    for (int way = 0; way < 3; way++) {
        options.generator = way == 0 ? GENERATOR_RANDOM : GENERATOR_SEMI_RANDOM;
        options.best_of = way == 2 ? 10 : 1;
        for (int i = 0; i < MADE; i++) {
            struct setup setup;
            setup_create(&bench->human, &options, &rng, &setup);
            mean[way] += judge_score(&options.judge, &setup) / MADE;
            assert_true(way == 0 || flag_of(&setup) >= FILES);
        }
    }
    assert_true(mean[1] > mean[0] + 5);
    assert_true(mean[2] > mean[1] + 1);
}

/* By the statistics of Barrage a bomb stands beside the flag in 51 % of people's setups. */
static void test_barrage(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup_options options = bench->options;
    struct setup_statistics *barrage = memory_new(1, sizeof *barrage);
    struct rng rng;
    int beside = 0;
    enum { MADE = 2000 };
    shipped_barrage_statistics(barrage);
    memcpy(options.army, variant_find("barrage")->count, RANKS);
    options.generator = GENERATOR_SEMI_RANDOM;
    options.best_of = 1;
    rng_seed(&rng, 6, 0);
    for (int i = 0; i < MADE; i++) {
        struct setup setup;
        setup_create(barrage, &options, &rng, &setup);
        beside += (places_around(PLACE_BIT(flag_of(&setup))) & setup_places(&setup, BOMB)) != 0;
    }
    assert_float_equal(beside, 0.51 * MADE, 0.05 * MADE);
    free(barrage);
}

/* The flag stays off the two front rows, but where it was put there. */
static void test_flag_behind(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup_options options = bench->options;
    struct setup setups[200];
    options.flag_behind = true;
    for (int generator = 0; generator <= GENERATOR_RANDOM; generator++) {
        options.generator = (enum setup_generator)generator;
        create_many(bench, &options, 3, setups, 200);
        for (int i = 0; i < 200; i++)
            assert_true(flag_of(&setups[i]) >= 2 * FILES);
    }
    options.keep[4] = FLAG;
    create_many(bench, &options, 4, setups, 20);
    for (int i = 0; i < 20; i++)
        assert_int_equal(flag_of(&setups[i]), 4);
}

/* What was not given is like people's; what was given stays. */
TEST(test_like_people)
{
    static const struct option_group *const groups[] = {&setup_option_group, &judge_option_group, NULL};
    struct settings settings = {0}, like = {0};
    struct setup_options options;
    settings_init(&settings, groups);
    setup_settings_like_people(&like, &settings);
    setup_options_init(&options, &like);
    assert_int_equal(options.generator, GENERATOR_FAITHFUL);
    assert_int_equal(options.best_of, 1);
    settings_free(&like);
    settings_set(&settings, "setup.best_of", "50", "set", NULL); /* the default, but set */
    setup_settings_like_people(&like, &settings);
    setup_options_init(&options, &like);
    assert_int_equal(options.generator, GENERATOR_SEMI_RANDOM);
    assert_int_equal(options.best_of, 50);
    settings_free(&like);
    settings_free(&settings);
}

/* The first piece placed is the flag: its places are people's, whatever comes after. */
static void test_flag_places(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup *setups = memory_new(SAMPLE, sizeof *setups);
    struct setup_options options = bench->options;
    int found[PIECES_A_SIDE] = {0};
    options.mirror = 0;
    options.draw = DRAW_PLAIN;
    create_many(bench, &options, 3, setups, SAMPLE);
    for (int i = 0; i < SAMPLE; i++)
        found[flag_of(&setups[i])]++;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        double p = setup_prior(&bench->human, place, FLAG);
        double error = sqrt(p * (1 - p) / SAMPLE);
        assert_true(fabs((double)found[place] / SAMPLE - p) < 4.5 * error + 1e-3);
    }
    free(setups);
}

/* Every rank is as likely everywhere. */
static void test_random_is_uniform(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup *setups = memory_new(SAMPLE, sizeof *setups);
    struct setup_options options = bench->options;
    options.generator = GENERATOR_RANDOM;
    create_many(bench, &options, 5, setups, SAMPLE);
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            int found = 0;
            double p = rank_table[rank].count / 40.0;
            for (int i = 0; i < SAMPLE; i++)
                found += setups[i].rank[place] == rank;
            assert_true(fabs((double)found / SAMPLE - p) < 4.5 * sqrt(p * (1 - p) / SAMPLE));
        }
    free(setups);
}

static void test_same_seed(void **state)
{
    const struct creator_bench *bench = *state;
    for (int generator = GENERATOR_SEMI_RANDOM; generator <= GENERATOR_RANDOM; generator++) {
        struct setup a[20], b[20], c[20];
        struct setup_options options = bench->options;
        options.generator = (enum setup_generator)generator;
        options.best_of = 3;
        create_many(bench, &options, 7, a, 20);
        create_many(bench, &options, 7, b, 20);
        create_many(bench, &options, 8, c, 20);
        assert_memory_equal(a, b, sizeof a);
        assert_memory_not_equal(a, c, sizeof a);
    }
}

/* Kept pieces stay, whatever the generator, the order and the mirror; the others are the rest. */
static void test_keep(void **state)
{
    const struct creator_bench *bench = *state;
    for (int generator = GENERATOR_SEMI_RANDOM; generator <= GENERATOR_RANDOM; generator++)
        for (int order = ORDER_DE_BOER; order <= ORDER_IMPACT; order++) {
            struct setup setups[100];
            struct setup_options options = bench->options;
            bool differ = false;
            options.generator = (enum setup_generator)generator;
            options.order = (enum placing_order)order;
            options.keep[31] = FLAG;
            options.keep[30] = BOMB;
            options.keep[9] = MARSHAL;
            options.keep[5] = MINER;
            create_many(bench, &options, 9, setups, 100);
            for (int i = 0; i < 100; i++) {
                assert_int_equal(setup_check(&setups[i], variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
                assert_int_equal(setups[i].rank[31], FLAG);
                assert_int_equal(setups[i].rank[30], BOMB);
                assert_int_equal(setups[i].rank[9], MARSHAL);
                assert_int_equal(setups[i].rank[5], MINER);
                differ = differ || compare_setups(&setups[i], &setups[0]) != 0;
            }
            assert_true(differ);
        }
}

/* All forty kept: that setup. */
static void test_keep_all(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup_options options = bench->options;
    struct setup wanted, setups[3];
    struct rng rng;
    rng_seed(&rng, 2, 0);
    do
        oracle_random(&wanted, &rng);
    while (setup_playable(&wanted, NULL) != STATUS_OK);
    memcpy(options.keep, wanted.rank, sizeof options.keep);
    for (int generator = GENERATOR_SEMI_RANDOM; generator <= GENERATOR_RANDOM; generator++) {
        options.generator = (enum setup_generator)generator;
        create_many(bench, &options, 1, setups, 3);
        for (int i = 0; i < 3; i++)
            assert_memory_equal(&setups[i], &wanted, sizeof wanted);
    }
}

static void test_keep_refused(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup_options options = bench->options;
    struct error error = {0};
    options.keep[0] = options.keep[39] = FLAG;
    assert_int_equal(setup_options_check(&options, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "flag"));
    options = bench->options;
    static const int exits[] = {0, 1, 4, 5, 8, 9};
    for (int i = 0; i < 6; i++)
        options.keep[exits[i]] = BOMB;
    assert_int_equal(setup_options_check(&options, &error), STATUS_BAD);
    options = bench->options; /* all that can move is kept, away from the ways out */
    for (int place = 0, rank = SPY, left = 1; place < PIECES_A_SIDE && rank < RANKS; place++)
        if ((PLACES_EXITS & PLACE_BIT(place)) == 0) {
            options.keep[place] = (uint8_t)rank;
            if (--left == 0 && ++rank < RANKS)
                left = rank_table[rank].count;
        }
    assert_int_equal(setup_options_check(&options, &error), STATUS_BAD);
    options = bench->options;
    for (int i = 0; i < 5; i++)
        options.keep[exits[i]] = BOMB;
    assert_int_equal(setup_options_check(&options, &error), STATUS_OK);
    /* The one way out that is left is never closed by the flag or the last bomb. */
    struct setup setups[200];
    for (int generator = GENERATOR_SEMI_RANDOM; generator <= GENERATOR_RANDOM; generator++) {
        options.generator = (enum setup_generator)generator;
        create_many(bench, &options, 1, setups, 200);
        for (int i = 0; i < 200; i++)
            assert_true(rank_moves(setups[i].rank[9]));
    }
}

/* The requested share of open flags, with the best chosen in each kind. */
static void test_open_flags(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup *setups = memory_new(SAMPLE, sizeof *setups);
    struct setup_options options = bench->options;
    static const double shares[] = {0, 0.2, 1};
    options.best_of = 10;
    for (int i = 0; i < 3; i++) {
        int open = 0;
        options.open_flags = shares[i];
        create_many(bench, &options, 12, setups, SAMPLE);
        for (int j = 0; j < SAMPLE; j++)
            open += !flag_is_bombed(&setups[j]);
        assert_true(fabs((double)open / SAMPLE - shares[i]) < 0.025);
        assert_true((shares[i] > 0 || open == 0) && (shares[i] < 1 || open == SAMPLE));
    }
    /* What is kept rules a kind out: it is refused, and the other kind is not. */
    options.keep[39] = FLAG;
    options.keep[38] = SCOUT;
    options.open_flags = 0;
    assert_int_equal(setup_options_check(&options, NULL), STATUS_BAD);
    options.open_flags = 1;
    create_many(bench, &options, 13, setups, 5);
    for (int i = 0; i < 5; i++)
        assert_true(!flag_is_bombed(&setups[i]));
    free(setups);
}

static double mean_score(const struct creator_bench *bench, const struct setup_options *options, int count)
{
    struct setup *setups = memory_new((size_t)count, sizeof *setups);
    double sum = 0;
    create_many(bench, options, 20, setups, count);
    for (int i = 0; i < count; i++)
        sum += judge_score(&options->judge, &setups[i]);
    free(setups);
    return sum / count;
}

/* The order of De Boer's table 4.3. */
static void test_best_of(void **state)
{
    const struct creator_bench *bench = *state;
    static const struct {
        enum setup_generator generator;
        int best_of;
    } methods[] = {{GENERATOR_RANDOM, 1},      {GENERATOR_SEMI_RANDOM, 1},
                   {GENERATOR_RANDOM, 50},     {GENERATOR_RANDOM, 1000},
                   {GENERATOR_SEMI_RANDOM, 20}, {GENERATOR_SEMI_RANDOM, 50}};
    double before = -HUGE_VAL;
    for (int i = 0; i < 6; i++) {
        struct setup_options options = bench->options;
        options.generator = methods[i].generator;
        options.best_of = methods[i].best_of;
        double mean = mean_score(bench, &options, 200);
        assert_true(mean > before);
        before = mean;
    }
}

/* The order is the statistics' own: where spies leave no trace on their neighbours but majors
 * do, majors come before spies, and with the ratios exchanged after them. A major then takes the
 * only place. */
static void test_impact_order(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup_statistics *changed = memory_new(1, sizeof *changed);
    struct setup_options options = bench->options;
    options.order = ORDER_IMPACT;
    options.mirror = 0;
    for (int first = SPY; first <= MAJOR; first += MAJOR - SPY) {
        struct rng rng;
        *changed = bench->human;
        for (int where = 0; where < NEIGHBOURS; where++)
            for (int a = 0; a < RANKS; a++)
                for (int b = 0; b < RANKS; b++)
                    changed->ratio[where][a][b] = a == first ? 3 : 1;
        for (int place = 0; place < PIECES_A_SIDE; place++) /* both want place 17 alone */
            changed->placement[SPY][place] = changed->placement[MAJOR][place] = place == 17;
        rng_seed(&rng, 33, 0);
        for (int i = 0; i < 50; i++) {
            struct setup setup;
            setup_create(changed, &options, &rng, &setup);
            assert_int_equal(setup.rank[17], first);
        }
    }
    free(changed);
}

/* Half are mirrored: with a flag that people put to the right, it stands left as often. */
static void test_mirror(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup *setups = memory_new(SAMPLE, sizeof *setups);
    struct setup_options options = bench->options;
    struct setup_statistics *one_sided = memory_new(1, sizeof *one_sided);
    *one_sided = bench->human;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        one_sided->placement[FLAG][place] = place == 38;
    for (int share = 0; share <= 2; share++) {
        struct rng rng;
        int left = 0, right = 0;
        rng_seed(&rng, 30, 0);
        options.mirror = share / 2.0;
        for (int i = 0; i < SAMPLE; i++) {
            setup_create(one_sided, &options, &rng, &setups[i]);
            left += setups[i].rank[31] == FLAG;
            right += setups[i].rank[38] == FLAG;
        }
        assert_int_equal(left + right, SAMPLE);
        assert_true(fabs((double)left / SAMPLE - share / 2.0) < 0.035);
    }
    free(one_sided);
    free(setups);
}

/* Ratios push pieces together: where a spy must stand by a general, it mostly does. */
static void test_ratios(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup *setups = memory_new(SAMPLE, sizeof *setups);
    struct setup_statistics *changed = memory_new(1, sizeof *changed);
    double beside[2];
    for (int pass = 0; pass < 2; pass++) {
        struct rng rng;
        struct setup_counts *counts = memory_new(1, sizeof *counts);
        *changed = bench->human;
        if (pass == 1)
            changed->ratio[NEXT_TO][GENERAL][SPY] = 1000;
        rng_seed(&rng, 31, 0);
        for (int i = 0; i < SAMPLE; i++) {
            setup_create(changed, &bench->options, &rng, &setups[i]);
            setup_counts_add(counts, &setups[i]);
        }
        beside[pass] = (double)counts->neighbours[NEXT_TO][GENERAL][SPY] / SAMPLE;
        free(counts);
    }
    assert_true(beside[1] > 0.6);
    assert_true(beside[1] > 2 * beside[0]);
    free(changed);
    free(setups);
}

/* Statistics in which every place has one rank leave one setup; where they know nothing of a
 * rank there is still a setup. */
static void test_extreme_statistics(void **state)
{
    const struct creator_bench *bench = *state;
    struct setup_statistics *certain = memory_new(1, sizeof *certain);
    struct setup_options options = bench->options;
    struct setup wanted, made;
    struct rng rng;
    certain->count = 1;
    rng_seed(&rng, 40, 0);
    do
        oracle_random(&wanted, &rng);
    while (setup_playable(&wanted, NULL) != STATUS_OK);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        certain->placement[wanted.rank[place]][place] = 1;
    for (int where = 0; where < NEIGHBOURS; where++)
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b < RANKS; b++)
                certain->ratio[where][a][b] = 1;
    options.mirror = 0;
    for (int draw = DRAW_ODDS; draw <= DRAW_PLAIN; draw++)
        for (int i = 0; i < 20; i++) {
            options.draw = (enum place_draw)draw;
            setup_create(certain, &options, &rng, &made);
            assert_memory_equal(&made, &wanted, sizeof made);
        }
    /* Statistics in which nobody can move: bombs in all ways out, wherever else they may be
     * wanted. */
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        bool is_exit = (PLACES_EXITS & PLACE_BIT(place)) != 0;
        for (int rank = 0; rank < RANKS; rank++)
            certain->placement[rank][place] = is_exit ? rank == BOMB : rank != BOMB;
    }
    for (int i = 0; i < 20; i++) {
        setup_create(certain, &options, &rng, &made);
        assert_int_equal(setup_check(&made, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
        assert_int_equal(setup_playable(&made, NULL), STATUS_OK);
    }
    memset(certain, 0, sizeof *certain); /* all probabilities and ratios zero */
    for (int i = 0; i < 20; i++) {
        setup_create(certain, &options, &rng, &made);
        assert_int_equal(setup_check(&made, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
    }
    free(certain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_armies),       cmocka_unit_test(test_keep_short),
        cmocka_unit_test(test_judged), cmocka_unit_test(test_barrage),
        cmocka_unit_test(test_generators),   cmocka_unit_test(test_flag_places),
        cmocka_unit_test(test_same_seed),    cmocka_unit_test(test_random_is_uniform),
        cmocka_unit_test(test_keep),         cmocka_unit_test(test_keep_all),
        cmocka_unit_test(test_keep_refused), cmocka_unit_test(test_open_flags),
        cmocka_unit_test(test_flag_behind),  cmocka_unit_test(test_like_people),
        cmocka_unit_test(test_best_of),      cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_ratios),       cmocka_unit_test(test_extreme_statistics),
        cmocka_unit_test(test_impact_order),
    };
    return cmocka_run_group_tests(tests, make_creator, free_creator);
}
