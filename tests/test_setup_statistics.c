/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of setups: counting against a slow oracle, the file there and back, bad files
 * refused. */
#include "base/memory.h"
#include "cmocka_all.h"
#include "setup_oracle.h"
#include "shipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETUPS = 60 };

/* Setups that are alike in part, so that counts are not all near chance: of forty pieces, or of Barrage. */
static void make_alike(struct setup setups[SETUPS], bool barrage)
{
    struct rng rng;
    rng_seed(&rng, 11, 0);
    oracle_random(&setups[0], &rng);
    if (barrage)
        setups[0] = setup_from("2....9.... ...X....2. S........3 FB........");
    for (int i = 1; i < SETUPS; i++) {
        setups[i] = setups[i - 1];
        for (int j = 0; j < 12; j++) {
            int a = (int)rng_below(&rng, 40), b = (int)rng_below(&rng, 40);
            uint8_t moved = setups[i].rank[a];
            setups[i].rank[a] = setups[i].rank[b];
            setups[i].rank[b] = moved;
        }
    }
}

static struct setup_statistics *learn(const struct setup *setups, int count)
{
    struct setup_counts *counts = memory_new(1, sizeof *counts);
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    uint8_t army[RANKS];
    if (setup_army(&setups[0], army) < PIECES_A_SIDE)
        counts->variant = variant_index(setup_variant(&setups[0]));
    for (int i = 0; i < count; i++)
        setup_counts_add(counts, &setups[i]);
    setup_counts_finish(counts, statistics);
    free(counts);
    return statistics;
}

/* Of forty pieces the oracle's neighbours are pieces alone: no place is empty. */
TEST(test_oracle)
{
    for (int barrage = 0; barrage < 2; barrage++) {
        struct setup setups[SETUPS];
        make_alike(setups, barrage);
        struct setup_statistics *statistics = learn(setups, SETUPS);
        assert_int_equal(statistics->count, SETUPS);
        for (int rank = 0; rank < RANKS; rank++)
            for (int place = 0; place < PIECES_A_SIDE; place++) {
                int found = 0;
                for (int i = 0; i < SETUPS; i++)
                    found += setups[i].rank[place] == rank;
                assert_float_equal(setup_prior(statistics, place, rank), (double)found / SETUPS, 1e-12);
            }
        for (int where = 0; where < NEIGHBOURS; where++)
            for (int a = 0; a < RANKS; a++)
                for (int b = 0; b < RANKS; b++)
                    assert_float_equal(setup_ratio(statistics, where, a, b),
                                       oracle_ratio(setups, SETUPS, where, a, b), 1e-9);
        free(statistics);
    }
}

/* The places around a piece count where they are empty too: a bomb that always stands beside the flag does so
 * 39 times as often as if it stood anywhere. */
TEST(test_empty_places)
{
    const struct setup setup = setup_from("2....9.... ...X....2. S........3 FB........");
    struct setup_statistics *statistics = learn(&setup, 1);
    assert_float_equal(setup_ratio(statistics, NEXT_TO, FLAG, BOMB), 39, 1e-9);
    assert_float_equal(setup_ratio(statistics, NEXT_TO, BOMB, FLAG), 39.0 / 2, 1e-9); /* one of two places */
    assert_float_equal(setup_ratio(statistics, IN_FRONT, FLAG, SPY), 39, 1e-9);
    assert_float_equal(setup_ratio(statistics, IN_FRONT, BOMB, SPY), 0, 0);
    free(statistics);
}

/* Directions: the flag in front of the spy is the spy behind the flag. */
TEST(test_directions)
{
    struct setup setup = setup_from("X987654332 F222222233 S344455566 7778BBBBBB");
    struct setup_statistics *statistics = learn(&setup, 1);
    assert_true(setup_ratio(statistics, BEHIND, FLAG, SPY) > 1);
    assert_true(setup_ratio(statistics, IN_FRONT, SPY, FLAG) > 1);
    assert_float_equal(setup_ratio(statistics, IN_FRONT, FLAG, SPY), 0, 0);
    assert_float_equal(setup_ratio(statistics, NEXT_TO, SPY, FLAG), 0, 0);
    /* The flag has one neighbour behind, drawn from 39 others of which one is the spy. */
    assert_float_equal(setup_ratio(statistics, BEHIND, FLAG, SPY), 39, 1e-9);
    /* No piece stands in front of the marshal, so nothing is expected there. */
    assert_float_equal(setup_ratio(statistics, IN_FRONT, MARSHAL, SCOUT), 1, 0);
    free(statistics);
}

TEST(test_flag)
{
    struct setup setups[4] = {
        setup_from("X987654332 2222222333 S344455566 777856BFBB"),
        setup_from("X987654332 2222222333 S3444555BB 777866BFB5"),
        setup_from("X987654332 2222222333 S34445556B 777866BBBF"),
        setup_from("BFB7654332 2B22222333 S344455566 77789X8666"),
    };
    for (int i = 0; i < 4; i++)
        assert_int_equal(flag_is_bombed(&setups[i]), i == 2);
    struct setup_statistics *statistics = learn(setups, 4);
    assert_float_equal(statistics->flag_back_row, 0.75, 0);
    assert_float_equal(statistics->flag_bombed, 0.25, 0);
    assert_int_equal(statistics->surroundings, 3); /* the first two are alike */
    assert_float_equal(statistics->surrounding[0].share, 0.5, 0);
    double sum = 0;
    for (int i = 0; i < statistics->surroundings; i++)
        sum += statistics->surrounding[i].share;
    assert_float_equal(sum, 1, 1e-12);
    free(statistics);
}

/* The ten commonest, the commonest first. */
TEST(test_surroundings)
{
    struct setup_counts *counts = memory_new(1, sizeof *counts);
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    struct setup setup = setup_from("X987654332 2222222333 S344455566 7778BBBBBF");
    for (int place = 38; place >= 20; place--) { /* each once more than the one before */
        setup.rank[place + 1] = setup.rank[place];
        setup.rank[place] = FLAG;
        for (int i = 0; i <= 38 - place; i++)
            setup_counts_add(counts, &setup);
    }
    setup_counts_finish(counts, statistics);
    assert_int_equal(statistics->surroundings, SURROUNDINGS);
    for (int i = 1; i < SURROUNDINGS; i++)
        assert_true(statistics->surrounding[i - 1].share >= statistics->surrounding[i].share);
    assert_float_equal(statistics->surrounding[0].share, 19.0 / (19 * 20 / 2), 1e-9);
    free(statistics);
    free(counts);
}

/* Pearson's r by its definition, from the pairs themselves. */
static double slow_pearson(const double *x, const double *y, int count)
{
    double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
    for (int i = 0; i < count; i++) {
        mean_x += x[i] / count;
        mean_y += y[i] / count;
    }
    for (int i = 0; i < count; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
}

TEST(test_results)
{
    struct setup setups[SETUPS];
    double score[SETUPS], x[SETUPS];
    struct judge judge;
    struct setup_counts *counts = memory_new(1, sizeof *counts);
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    make_alike(setups, false);
    judge_init(&judge);
    for (int i = 0; i < SETUPS; i++) {
        score[i] = (i % 3) / 2.0;
        setup_counts_add(counts, &setups[i]);
        setup_counts_add_result(counts, &setups[i], score[i]);
    }
    setup_counts_finish(counts, statistics);
    assert_int_equal(statistics->results.setups, SETUPS);
    assert_float_equal(statistics->results.score, 0.5, 1e-12);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        for (int i = 0; i < SETUPS; i++)
            x[i] = setups[i].rank[place] == SCOUT;
        assert_float_equal(statistics->results.placement[SCOUT][place],
                           slow_pearson(x, score, SETUPS), 1e-9);
    }
    for (int i = 0; i < SETUPS; i++)
        x[i] = judge_score(&judge, &setups[i]);
    assert_float_equal(statistics->results.judged, slow_pearson(x, score, SETUPS), 1e-9);
    free(statistics);
    free(counts);
}

/* --- files --- */

static struct setup_statistics *example(struct text *text)
{
    struct setup setups[SETUPS];
    struct setup_counts *counts = memory_new(1, sizeof *counts);
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    make_alike(setups, false);
    for (int i = 0; i < SETUPS; i++) {
        setup_counts_add(counts, &setups[i]);
        setup_counts_add_result(counts, &setups[i], i % 2);
    }
    setup_counts_finish(counts, statistics);
    strcpy(statistics->source, "a \"test\" \\ of its own");
    strcpy(statistics->date, "2026-11-21");
    setup_statistics_write(statistics, text);
    free(counts);
    return statistics;
}

TEST(test_setup_statistics_there_and_back)
{
    struct text text = {0}, again = {0};
    struct error error = {0};
    struct setup_statistics *read = memory_new(1, sizeof *read), *written = example(&text);
    if (setup_statistics_parse("test", text.bytes, text.size, read, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_string_equal(read->source, written->source);
    assert_string_equal(read->date, written->date);
    assert_int_equal(read->count, written->count);
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++)
            assert_float_equal(read->placement[rank][place], written->placement[rank][place], 1e-6);
    for (int where = 0; where < NEIGHBOURS; where++)
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b < RANKS; b++)
                assert_float_equal(read->ratio[where][a][b], written->ratio[where][a][b], 1e-4);
    assert_int_equal(read->surroundings, written->surroundings);
    for (int i = 0; i < read->surroundings; i++)
        assert_memory_equal(read->surrounding[i].rank, written->surrounding[i].rank, PLACE_SIDES);
    assert_int_equal(read->results.setups, SETUPS);
    setup_statistics_write(read, &again);
    assert_string_equal(text.bytes, again.bytes);
    text_free(&text);
    text_free(&again);
    free(read);
    free(written);
}

/* Replaces the first `from` behind `after` with `to`. */
static char *changed(const char *text, const char *after, const char *from, const char *to)
{
    const char *start = strstr(text, after);
    const char *at = start == NULL ? NULL : strstr(start, from);
    if (at == NULL) {
        fail_msg("no \"%s\" after \"%s\"", from, after);
        return NULL;
    }
    char *copy = memory_new(strlen(text) + strlen(to) + 1, 1);
    memcpy(copy, text, (size_t)(at - text));
    strcpy(copy + (at - text), to);
    strcat(copy, at + strlen(from));
    return copy;
}

/* A changed file is refused, with the line where `where` stands and the key `key` in the error. */
static void refuse(const char *text, const char *after, const char *from, const char *to,
                   const char *key)
{
    struct error error = {0};
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    char *bad = changed(text, after, from, to);
    enum status status = setup_statistics_parse("bad", bad, strlen(bad), statistics, &error);
    size_t line = 0;
    if (status != STATUS_BAD)
        fail_msg("\"%s\" for \"%s\" after \"%s\": not refused", to, from, after);
    if (strncmp(error.text, "bad:", 4) != 0 || (line = strtoul(error.text + 4, NULL, 10)) == 0 ||
        strstr(error.text, key) == NULL)
        fail_msg("no line or no \"%s\" in: %s", key, error.text);
    assert_int_equal(statistics->count, 0); /* nothing of it was taken over */
    free(bad);
    free(statistics);
}

TEST(test_refused)
{
    struct text out = {0};
    struct setup_statistics *written = example(&out);
    const char *text = text_string(&out);
    char first[16], *number = strstr(text, "spy:\n    [") + strlen("spy:\n    [");
    memcpy(first, number, 8);
    first[8] = '\0';
    refuse(text, "spy:", first, "nan", "placement.spy");
    refuse(text, "spy:", first, ".nan", "placement.spy");
    refuse(text, "spy:", first, "inf", "placement.spy");
    refuse(text, "spy:", first, "1e999", "placement.spy");
    refuse(text, "spy:", first, "0x1", "placement.spy");
    refuse(text, "spy:", first, "-0.1", "placement.spy");
    refuse(text, "spy:", first, "1.5", "placement.spy");
    refuse(text, "spy:", first, "0.9", "placement.spy");
    refuse(text, "spy:", first, "0, 0", "placement.spy");
    refuse(text, "spy:", first, "[0]", "placement.spy");
    refuse(text, "placement:\n", "  miner:", "  minor:", "minor");
    refuse(text, "placement:\n", "  miner:", "  spy:", "spy");
    refuse(text, "neighbours:\n", "next_to:", "beside:", "beside");
    refuse(text, "in_front:\n", "flag: [", "flag: [nan, ", "neighbours.in_front.flag");
    refuse(text, "in_front:\n", "flag: [", "flag: [1, ", "neighbours.in_front.flag");
    refuse(text, "format: ", "statistics/1", "statistics/2", "format");
    refuse(text, "setups: ", "60", "-60", "setups");
    refuse(text, "setups: ", "60", "99999999999999999999999", "setups");
    refuse(text, "setups: ", "60", "0", "setups");
    refuse(text, "results:", "setups: 60", "setups: 61", "results.setups");
    refuse(text, "next_to:\n", "bomb: [", "bomb: [9", "neighbours.next_to.bomb");
    refuse(text, "back_row: ", "0.", "0.0", "flag.back_row");
    refuse(text, "share: 0.", "share: 0.", "share: 0.99", "flag.surroundings");
    refuse(text, "date: ", "2026-11-21", "[2026]", "date");
    refuse(text, "date: ", "2026-11-21", "2026-11-21-and-much-more", "date");
    refuse(text, "bombed_in: ", "0.", "7.", "flag.bombed_in");
    refuse(text, "surroundings:", "left: ", "left: q", "flag.surroundings");
    refuse(text, "results:", "score: 0", "score: nan", "results.score");
    refuse(text, "flag:\n  back_row", "flag:", "flags:", "flags");
    refuse(text, "source: ", "a ", "a\\n ", "source");
    text_free(&out);
    free(written);
}

/* A hundredth of a scout moves from its likeliest place to its rarest: the rank still adds up,
 * the two places do not. */
TEST(test_place_sums)
{
    struct error error = {0};
    struct text text = {0};
    struct setup_statistics *statistics = example(&text);
    double *scout = statistics->placement[SCOUT];
    int max = 0, min = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        max = scout[place] > scout[max] ? place : max;
        min = scout[place] < scout[min] ? place : min;
    }
    scout[max] -= 0.01;
    scout[min] += 0.01;
    text_clear(&text);
    setup_statistics_write(statistics, &text);
    assert_int_equal(setup_statistics_parse("bad", text.bytes, text.size, statistics, &error),
                     STATUS_BAD);
    assert_non_null(strstr(error.text, "placement: the probabilities of place"));
    text_free(&text);
    free(statistics);
}

/* What comes with the program is sound and has the figures that doc/setups.md gives. */
TEST(test_human)
{
    static const double bombs[] = {0.07, 0.10, 0.19, 0.24};
    struct setup_statistics *human = memory_new(1, sizeof *human);
    shipped_statistics(human);
    assert_int_equal(human->count, 61398);
    assert_float_equal(human->flag_back_row, 0.8804, 0.0005);
    assert_float_equal(human->flag_bombed, 0.443, 0.0005);
    assert_float_equal(setup_ratio(human, NEXT_TO, FLAG, BOMB), 3.90, 0.005);
    assert_float_equal(setup_ratio(human, NEXT_TO, GENERAL, SPY), 2.98, 0.005);
    assert_float_equal(setup_ratio(human, NEXT_TO, MARSHAL, COLONEL), 1.93, 0.005);
    assert_float_equal(setup_ratio(human, NEXT_TO, SERGEANT, BOMB), 1.64, 0.005);
    for (int row = 0; row < 4; row++) {
        double sum = 0;
        for (int file = 0; file < FILES; file++)
            sum += setup_prior(human, row * FILES + file, BOMB) / FILES;
        assert_float_equal(sum, bombs[row], 0.006);
    }
    assert_int_equal(human->surroundings, SURROUNDINGS);
    assert_true(human->results.setups > 0);
    free(human);
}

TESTS_MAIN(NULL, NULL)
