/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judge: each row of its table on small setups of its own, and all of it against a slow
 * oracle. */
#include "cmocka_all.h"
#include "base/rng.h"
#include "setup/novelty.h"
#include "setup_oracle.h"

#include <stdio.h>
#include <string.h>

/* Expects row `row` to apply `times` times, earned by `places` (numbers, ended by -1). The
 * setups here need not be the forty pieces: 5 and 7 fill what does not matter. */
static void expect(const struct judge *chosen, int row, const char *symbols, int times,
                   const int *places)
{
    struct judge judge;
    struct judge_finding findings[JUDGE_ROWS];
    struct setup setup = setup_from(symbols);
    placeset expected = 0;
    for (; *places >= 0; places++)
        expected |= PLACE_BIT(*places);
    judge_init(&judge);
    judge_explain(chosen != NULL ? chosen : &judge, &setup, findings);
    if (findings[row].times != times || findings[row].places != expected)
        fail_msg("%s: %d times, places %010llx; %d, %010llx expected", judge_table[row].key,
                 findings[row].times, (unsigned long long)findings[row].places, times,
                 (unsigned long long)expected);
}

#define EXPECT_BY(judge, row, symbols, times, ...) \
    expect(judge, row, symbols, times, (const int[]){__VA_ARGS__, -1})
#define EXPECT(row, symbols, times, ...) EXPECT_BY(NULL, row, symbols, times, __VA_ARGS__)

static void expect_distances(const char *symbols, const char *expected)
{
    struct setup setup = setup_from(symbols);
    uint8_t distance[PIECES_A_SIDE];
    char found[PIECES_A_SIDE + 1] = "";
    setup_compute_distances(&setup, distance);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        found[place] = distance[place] == DISTANCE_NONE ? '-' : (char)('0' + distance[place]);
    assert_string_equal(found, expected);
}

TEST(test_distance)
{
    expect_distances("7777777777 7777777777 7777777777 7777777777",
                     "0011001100" "1122112211" "2233223322" "3344334433");
    /* A bomb is reached, and gone round; a corner behind two bombs has no way out. */
    expect_distances("7777777777 B777777777 7B77777777 F7B7777777",
                     "0011001100" "1122112211" "-233223322" "--44334433");
    /* The flag is a wall as well. */
    expect_distances("7777777777 7777777777 B777777777 7F77777777",
                     "0011001100" "1122112211" "2233223322" "-344334433");
}

TEST(test_surrounded)
{
    EXPECT(JUDGE_TRAPPED, "7777777777 7777777777 BBF7777777 7877777777", 0, -1);
    EXPECT(JUDGE_TRAPPED, "7777777777 7777777777 BB77777777 78B777777F", 2, 30, 31);
    /* Sergeants, lieutenants and the flag may stand there; a bomb may not. */
    EXPECT(JUDGE_TRAPPED, "7777777777 7777777777 BB77777777 4FB7777777", 0, -1);
    EXPECT(JUDGE_TRAPPED, "7777777777 7777777777 BB77777777 5BB777777F", 1, 31);
    /* A way out that is long, and the same one with a sergeant and a bomb at its end. */
    EXPECT(JUDGE_CONFINED, "BBBBBBBB77 BBBBBBBB77 BBBBBB7777 7777777777", 11, 20, 21, 22, 23, 24,
           30, 31, 32, 33, 34, 35);
    EXPECT(JUDGE_CONFINED, "BBBBBBBB77 BBBBBBBB77 BBBBBB7777 B477577777", 8, 21, 22, 23, 24, 30, 32,
           33, 35);
}

TEST(test_flag_bombed)
{
    EXPECT(JUDGE_FLAG_BOMBED, "7777777777 7777777777 77777B7777 7777BFB777", 1, 25, 34, 35, 36);
    EXPECT(JUDGE_FLAG_BOMBED, "7777777777 7777777777 B777777777 FB77777777", 1, 20, 30, 31);
    EXPECT(JUDGE_FLAG_BOMBED, "7777777777 7777777777 7777777777 FB77777777", 0, -1);
    EXPECT(JUDGE_FLAG_BOMBED, "7777777777 777B777777 77BFB77777 777B777777", 1, 13, 22, 23, 24, 33);
    EXPECT(JUDGE_FLAG_BOMBED, "77BFB77777 777B777777 7777777777 7777777777", 0, -1);
}

TEST(test_flag_defence)
{
    const char *left = "79X7777777 7777777777 7777777777 7F77777777";
    EXPECT(JUDGE_FLAG_MARSHAL, left, 1, 2);
    EXPECT(JUDGE_FLAG_GENERAL, left, 0, -1);
    EXPECT(JUDGE_FLAG_MARSHAL, "799X777777 7777777777 7777777777 77F7777777", 0, -1);
    EXPECT(JUDGE_FLAG_GENERAL, "5559X55555 5555555555 5555555555 555F555555", 0, -1);
    EXPECT(JUDGE_FLAG_MARSHAL, "5559X55555 5555555555 5555555555 555F555555", 1, 4);
    EXPECT(JUDGE_FLAG_GENERAL, "555X555555 5555559555 5555555555 555F555555", 1, 16);
    /* d4 and g4 do not defend the middle, nor does the third row. */
    EXPECT(JUDGE_FLAG_MARSHAL, "555X555555 5555555555 5555555555 555F555555", 0, -1);
    EXPECT(JUDGE_FLAG_MARSHAL, "5555555555 5555555555 5555X55555 555F555555", 0, -1);
    EXPECT(JUDGE_FLAG_MAJOR, "5555555788 5555555755 5555555555 555555555F", 4, 7, 8, 9, 17);
    EXPECT(JUDGE_FLAG_MAJOR, "7888888555 5555555555 5555555555 555555555F", 0, -1);
    EXPECT(JUDGE_FLAG_SCOUTS, "2255555555 2555555555 5555555555 F555555555", 1, 0, 1, 10);
    EXPECT(JUDGE_FLAG_SCOUTS, "2255555555 5555555555 2255555555 F555555555", 0, -1);
    EXPECT(JUDGE_FLAG_WEAK, "4467777777 3577777777 7777777777 F777777777", 1, 0, 1);
    EXPECT(JUDGE_FLAG_WEAK, "4433777777 7777777777 7777777777 F777777777", 1, 0, 1);
    EXPECT(JUDGE_FLAG_WEAK, "4356777777 7777777777 7777777777 F777777777", 0, -1);
}

TEST(test_blocked)
{
    /* Beside the spy and farther from freedom: behind a bomb, and not before or behind it. */
    EXPECT(JUDGE_SPY_BLOCKS, "5555855555 5558S75555 5555955555 555555555F", 1, 13);
    EXPECT(JUDGE_SPY_BLOCKS, "5555855555 5556S65555 5555955555 555555555F", 0, -1);
    EXPECT(JUDGE_SPY_BLOCKS, "5555555555 5556S65555 5555555555 555555555F", 0, -1);
    EXPECT(JUDGE_SPY_BLOCKS, "5555855555 5555S75555 5555555555 555555555F", 0, -1);
    /* On the third row c is farther from freedom than b; a captain there, and what it blocks. */
    EXPECT(JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2672222222 222222222F", 1, 21);
    EXPECT(JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2682222222 222222222F", 1, 21);
    EXPECT(JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2692222222 222222222F", 0, -1);
    EXPECT(JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2762222222 222222222F", 0, -1);
    EXPECT(JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2622222222 272222222F", 0, -1);
    /* Distances 0 and 1 are excluded. */
    EXPECT(JUDGE_LOWER_BLOCKS, "2222222222 2672222222 2222222222 222222222F", 0, -1);
}

/* Next to as any of the four sides. */
TEST(test_blocked_any_side)
{
    struct judge any;
    judge_init(&any);
    any.beside_only = false;
    /* Behind the spy, not before it; and beside it. */
    EXPECT_BY(&any, JUDGE_SPY_BLOCKS, "5555855555 5558S75555 5555955555 555555555F", 2, 24, 13);
    EXPECT_BY(&any, JUDGE_SPY_BLOCKS, "5555555555 5555S65555 5555655555 555555555F", 0, -1);
    EXPECT_BY(&any, JUDGE_SPY_BLOCKS, "5555855555 5555S75555 5555555555 555555555F", 0, -1);
    /* A captain on the third row before a major, a colonel or a general. */
    EXPECT_BY(&any, JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2622222222 272222222F", 1, 21);
    EXPECT_BY(&any, JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2622222222 282222222F", 1, 21);
    EXPECT_BY(&any, JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2622222222 292222222F", 0, -1);
    EXPECT_BY(&any, JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2722222222 262222222F", 0, -1);
    /* The second row behind an open place is at distance 1, behind a lake at 2. */
    EXPECT_BY(&any, JUDGE_LOWER_BLOCKS, "2222222222 2622222222 2722222222 222222222F", 0, -1);
    EXPECT_BY(&any, JUDGE_LOWER_BLOCKS, "2222222222 2262222222 2272222222 222222222F", 1, 12);
    /* Once, whatever it blocks: behind it and, farther from freedom, beside it. */
    EXPECT_BY(&any, JUDGE_LOWER_BLOCKS, "2222222222 2222222222 2678222222 282222222F", 1, 21);
}

TEST(test_front_miner)
{
    EXPECT(JUDGE_FRONT_MINER, "3773777777 3333333333 7777777777 777777777F", 2, 0, 3);
    EXPECT(JUDGE_FRONT_MINER, "7777777777 3333333333 7777777777 777777777F", 0, -1);
}

TEST(test_bombs)
{
    EXPECT(JUDGE_BOMB_GUARDED, "7777777777 7B47777B7B 77777775 77 777777777F", 2, 11, 17);
    EXPECT(JUDGE_BOMB_GUARDED, "7777777777 7B77777777 7747777777 777777777F", 1, 11);
    EXPECT(JUDGE_BOMB_GUARDED, "7777777777 7B74777777 7774777777 747777777F", 0, -1);
    EXPECT(JUDGE_BOMB_SCOUT, "2B22777777 77BS777777 7777777777 777777777F", 3, 0, 2, 13);
    EXPECT(JUDGE_BOMB_SCOUT, "2777777777 7B77777777 7777777777 777777777F", 0, -1);
    EXPECT(JUDGE_FLAG_BOMB_BARE, "7777777777 7777777777 777B777777 77BFB77777", 3, 23, 32, 34);
    /* A sergeant across the corner is nearby; one two squares off is not. */
    EXPECT(JUDGE_FLAG_BOMB_BARE, "7777777777 7777777777 77B7477777 7BFB777777", 2, 22, 31);
    EXPECT(JUDGE_FLAG_BOMB_BARE, "7777777777 7747777777 77B7477777 7BFB777777", 1, 31);
}

/* A guard across the corner of the flag's bomb: it is one, it is none, or it is neither. */
TEST(test_nearby)
{
    const char *corner = "7777777777 7777777777 4777777777 7BF7777777";
    struct judge judge;
    judge_init(&judge);
    const struct { enum judge_nearby nearby; bool guarded, bare; } readings[] = {
        {NEARBY_EIGHT, true, false}, {NEARBY_FOUR, false, true}, {NEARBY_MIXED, false, false}};
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        judge.nearby = readings[i].nearby;
        EXPECT_BY(&judge, JUDGE_BOMB_GUARDED, corner, readings[i].guarded,
                  readings[i].guarded ? 31 : -1);
        EXPECT_BY(&judge, JUDGE_FLAG_BOMB_BARE, corner, readings[i].bare,
                  readings[i].bare ? 31 : -1);
    }
}

TEST(test_opening)
{
    EXPECT(JUDGE_OPENING_BOMBS, "B77B777777 BB77777777 7777777777 777777777F", 1, 0, 3, 11);
    EXPECT(JUDGE_OPENING_BOMBS, "B777777777 7BB7777777 BBBB777777 777777777F", 0, -1);
    EXPECT(JUDGE_OPENING_MINERS, "3777777777 73377777 77 7777777777 777777777F", 1, 0, 11);
    EXPECT(JUDGE_OPENING_COLONELS, "8777777778 7777777777 7777777777 777777777F", 1, 0, 9);
    EXPECT(JUDGE_OPENING_COLONELS, "8777777777 7777777777 7777777778 777777777F", 0, -1);
    EXPECT(JUDGE_OPENING_FLAG, "F555555555 5555555555 5555555555 5555555555", 1, 0);
    EXPECT(JUDGE_OPENING_FLAG, "5555555555 F555555555 5555555555 5555555555", 0, -1);
    EXPECT(JUDGE_OPENING_MAJORS, "7755555555 7555555555 5555555555 555555555F", 1, 0, 1, 10);
    EXPECT(JUDGE_OPENING_MAJORS, "7755555555 5555555555 5755555555 555555555F", 0, -1);
    EXPECT(JUDGE_OPENING_SAME, "4444777777 5577775577 7777777777 777777777F", 1, 0, 1, 2, 3);
    EXPECT(JUDGE_OPENING_SAME, "4447777777 7757777777 7747777777 777777777F", 0, -1);
    EXPECT(JUDGE_OPENING_SCOUTS, "2222227777 7777777777 7777777777 777777777F", 1, 0, 1, 2, 3, 4,
           5);
    EXPECT(JUDGE_OPENING_SCOUTS, "2222277777 7777777777 2222777777 777777777F", 0, -1);
}

/* Empty places are ways out, but for those that bombs close in. */
TEST(test_short_distance)
{
    expect_distances(".......... .......... .......... F...7..X..",
                     "0000000000" "0000000000" "0000000000" "0000000000");
    expect_distances("7777777777 777....777 ....B..777 FB.B...777",
                     "0011001100" "1111111111" "1111111122" "1111111123");
    expect_distances("BB..BB..BB .......... B......... .B..7.....",
                     "00--00--00" "----------" "----------" "----------");
}

TEST(test_short_armies)
{
    const char *corner = "....X..... ........9S .........B .2..3....F";
    EXPECT(JUDGE_SHORT_WAYS, corner, 1, 38);
    EXPECT(JUDGE_SHORT_WAYS, ".F....X... .......... .......... ..B.......", 4, 0, 1, 2, 11);
    EXPECT(JUDGE_SHORT_WAYS, ".......... ..B....... .BFB...... ..B....X..", 0, -1);
    EXPECT(JUDGE_SHORT_HALF, corner, 0, -1);
    EXPECT(JUDGE_SHORT_HALF, "7....7.... .......... .......... .........F", 1, 5);
    EXPECT(JUDGE_SHORT_PAIR, corner, 0, -1);
    EXPECT(JUDGE_SHORT_PAIR, ".......... ....8..... ....5..... F.......5S", 1, 14, 24);
    EXPECT(JUDGE_SHORT_PAIR, ".......... ....88.... ....5..... F.......5S", 0, -1);
    EXPECT(JUDGE_SHORT_PAIR, ".......... ....2S.... .......... F.........", 0, -1);
    EXPECT(JUDGE_SHORT_SPY, corner, 1, 18, 19);
    EXPECT(JUDGE_SHORT_SPY, ".......... ....XS.... .......... F...9.....", 0, -1);
    EXPECT(JUDGE_SHORT_EXITS, "X.3..B...2 .......... .......... F...9.....", 2, 0, 9);
    EXPECT(JUDGE_SHORT_LAKES, "X.3B.B...2 .......... .......... F...9.....", 1, 2);
    EXPECT(JUDGE_SHORT_DECOY, ".......... .......... ...B...... FB..9.....", 1, 23);
    EXPECT(JUDGE_SHORT_DECOY, ".......... .......... ..B....... FB..9.....", 0, -1);
    /* What holds for forty pieces alone, and what for any. */
    EXPECT(JUDGE_FRONT_MINER, "3......... .......... .......... F...9.....", 0, -1);
    EXPECT(JUDGE_OPENING_FLAG, "F......... .......... .......... ....9.....", 1, 0);
    EXPECT(JUDGE_FRONT_MINER, "3777777777 7777777777 7......... F...9.....", 1, 0);
    EXPECT(JUDGE_SHORT_WAYS, "3777777777 7777777777 7......... F...9.....", 0, -1);
    EXPECT(JUDGE_TRAPPED, "........9. .......... B......... 7B.......F", 1, 30);
}

/* The i-th of the readings: De Boer's distance and others, each side and each corner. */
static struct oracle_reading read_otherwise(struct judge *judge, int i)
{
    static const enum judge_nearby nearby[] = {NEARBY_EIGHT, NEARBY_FOUR, NEARBY_MIXED};
    struct oracle_reading reading = {
        .beyond = i % 4 < 2 ? 5 : i % 7, .four_blocked = i % 2 == 1,
        .four_guarded = i % 3 != 0, .four_bare = i % 3 == 1};
    judge_init(judge);
    judge->confined_beyond = reading.beyond;
    judge->beside_only = !reading.four_blocked;
    judge->nearby = nearby[i % 3];
    return reading;
}

/* Every row, on random setups and on ones that are worse than random: bombs and flag in front. The
 * first half by the judge as it is, the others by the other readings. */
TEST(test_oracle)
{
    struct judge judge;
    struct rng rng;
    long applied[JUDGE_ROWS] = {0};
    judge_init(&judge);
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < 16000; i++) {
        struct oracle_reading reading = {.beyond = 5};
        if (i >= 4000)
            reading = read_otherwise(&judge, i);
        uint8_t army[RANKS];
        memcpy(army, variant_at(VARIANT_STANDARD)->count, RANKS);
        if (i >= 8000) /* short ones, and some of nearly all pieces */
            oracle_army(i % 3 ? 20 : 39, army, &rng);
        struct setup setup;
        struct judge_finding findings[JUDGE_ROWS];
        double total = 0;
        int slow[PIECES_A_SIDE];
        uint8_t distance[PIECES_A_SIDE];
        oracle_random_army(army, &setup, &rng);
        for (int j = 0; j < (i % 4) * 8; j++) { /* gather the bombs at a side */
            int a = (int)rng_below(&rng, 40), b = (int)rng_below(&rng, 40);
            if (a % 10 < b % 10 && setup.rank[b] == BOMB) {
                setup.rank[b] = setup.rank[a];
                setup.rank[a] = BOMB;
            }
        }
        oracle_distances(&setup, slow);
        setup_compute_distances(&setup, distance);
        for (int place = 0; place < PIECES_A_SIDE; place++)
            assert_int_equal(distance[place] == DISTANCE_NONE ? 99 : distance[place], slow[place]);
        double score = judge_explain(&judge, &setup, findings);
        for (int row = 0; row < JUDGE_ROWS; row++) {
            int times = oracle_times(&reading, &setup, row);
            if (times != findings[row].times)
                fail_msg("%s: %d, the oracle says %d", judge_table[row].key, findings[row].times,
                         times);
            assert_true((times > 0) == (findings[row].places != 0));
            assert_true(times == 0 || judge_row_applies(row, &setup));
            applied[row] += times;
            total += times * judge_table[row].points;
        }
        assert_float_equal(score, total, 1e-9);
        assert_float_equal(judge_score(&judge, &setup), total, 1e-9);
    }
    for (int row = 0; row < JUDGE_ROWS; row++) /* none went untried */
        if (applied[row] == 0)
            fail_msg("%s never applied", judge_table[row].key);
}

/* Left and right are alike to the judge. */
TEST(test_mirror)
{
    struct judge judge;
    struct rng rng;
    judge_init(&judge);
    rng_seed(&rng, 5, 0);
    for (int i = 0; i < 2000; i++) {
        struct setup setup, mirrored, back;
        oracle_random(&setup, &rng);
        setup_mirror(&setup, &mirrored);
        setup_mirror(&mirrored, &back);
        assert_memory_equal(&setup, &back, sizeof setup);
        assert_float_equal(judge_score(&judge, &setup), judge_score(&judge, &mirrored), 1e-9);
    }
}

/* The nearest of several, or its mirror image, as counted place by place; and where nothing is near
 * enough. */
TEST(test_novelty)
{
    enum { SETUPS = 200, MAX = 33 };
    struct setup setups[SETUPS], mirrored;
    struct rng rng;
    rng_seed(&rng, 17, 0);
    for (int i = 0; i < SETUPS; i++) {
        setups[i] = setups[i / 2]; /* half of the other's places are dealt anew */
        for (int place = 0; place < PIECES_A_SIDE; place++)
            if (!i || rng_below(&rng, 2))
                setups[i].rank[place] = (uint8_t)rng_below(&rng, RANKS);
    }
    struct novelty *novelty = novelty_new(setups, SETUPS / 2), *none = novelty_new(setups, 0);
    for (int i = 0; i < SETUPS; i++) {
        int nearest = MAX + 1;
        setup_mirror(&setups[i], &mirrored);
        for (int k = 0; k < SETUPS / 2; k++) {
            int plain = setup_distance(&setups[i], &setups[k]);
            int turned = setup_distance(&mirrored, &setups[k]);
            nearest = plain < nearest ? plain : nearest;
            nearest = turned < nearest ? turned : nearest;
        }
        assert_int_equal(novelty_distance(novelty, &setups[i], MAX), nearest);
        assert_int_equal(novelty_distance(novelty, &mirrored, MAX), nearest);
        assert_int_equal(novelty_distance(novelty, &setups[i], 5), nearest > 5 ? 6 : nearest);
        assert_int_equal(novelty_distance(none, &setups[i], MAX), MAX + 1);
        assert_true(i < SETUPS / 2 ? nearest == 0 : nearest > 0);
    }
    novelty_free(novelty);
    novelty_free(none);
}

/* Each row has De Boer's points as its option, and a setting reaches the judge. */
TEST(test_options)
{
    const struct option_group *const groups[] = {&judge_option_group, NULL};
    struct settings settings = {0};
    struct judge judge, standard;
    settings_init(&settings, groups);
    judge_init(&standard);
    judge_from_settings(&judge, &settings);
    assert_memory_equal(judge.points, standard.points, sizeof judge.points);
    for (int row = 0; row < JUDGE_ROWS; row++) {
        char key[64];
        snprintf(key, sizeof key, "judge.%s", judge_table[row].key);
        assert_int_equal(settings_set(&settings, key, "7.5", "test", NULL), STATUS_OK);
        judge_from_settings(&judge, &settings);
        assert_float_equal(judge.points[row], 7.5, 0);
    }
    settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),      cmocka_unit_test(test_surrounded),
        cmocka_unit_test(test_flag_bombed),   cmocka_unit_test(test_flag_defence),
        cmocka_unit_test(test_blocked),       cmocka_unit_test(test_blocked_any_side),
        cmocka_unit_test(test_front_miner),   cmocka_unit_test(test_bombs),
        cmocka_unit_test(test_nearby),        cmocka_unit_test(test_short_distance),
        cmocka_unit_test(test_short_armies),
        cmocka_unit_test(test_opening),       cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_novelty),       cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
