/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pieces, secrets and armies are worth. */
#include "boards.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "source.h"
#include "worth/worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void full_armies(struct worth_counts *counts)
{
    memset(counts, 0, sizeof *counts);
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            counts->left[side][rank] = rank_table[rank].count;
}

/* Armies after `losses` random captures; every count may go down to 0, the flags' too. */
static void random_armies(struct worth_counts *counts, int losses, struct rng *rng)
{
    full_armies(counts);
    for (int i = 0; i < losses; i++) {
        uint8_t *left = &counts->left[rng_below(rng, SIDES)][rng_below(rng, RANKS)];
        *left = (uint8_t)(*left ? *left - 1 : 0);
    }
}

static void swap_sides(struct worth_counts *to, const struct worth_counts *from)
{
    for (enum side side = RED; side <= BLUE; side++) {
        memcpy(to->left[side], from->left[side_other(side)], sizeof to->left[side]);
        memcpy(to->lacking[side], from->lacking[side_other(side)], sizeof to->lacking[side]);
    }
}

/* Short armies, each rank with an even chance in none, some or all of its number; both sides' alike or each
 * by itself; then `losses` random captures. */
static void short_armies(struct worth_counts *counts, bool alike, int losses, struct rng *rng)
{
    full_armies(counts);
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = BOMB; rank < RANKS; rank++) {
            uint32_t count = rank_table[rank].count, part = rng_below(rng, 3);
            uint8_t lacking = (uint8_t)(part == 0 ? count : part == 1 ? rng_below(rng, count + 1) : 0);
            if (alike && side == BLUE)
                lacking = counts->lacking[RED][rank];
            counts->lacking[side][rank] = lacking;
            counts->left[side][rank] = (uint8_t)(count - lacking);
        }
    for (int i = 0; i < losses; i++) {
        uint8_t *left = &counts->left[rng_below(rng, SIDES)][BOMB + rng_below(rng, RANKS - 1)];
        *left = (uint8_t)(*left ? *left - 1 : 0);
    }
}

/* --- a second computation, written from the thesis apart from src/worth --- */

/* De Boer's numbers of the ranks: 1 the spy, 2 the scout .. 10 the marshal. */
static int numbered(const struct worth_counts *counts, int side, int number)
{
    return counts->left[side][SPY + number - 1];
}

/* How many of a rank so numbered a side began with. */
static int begun(const struct worth_counts *counts, int side, int number)
{
    return rank_table[SPY + number - 1].count - counts->lacking[side][SPY + number - 1];
}

static bool armies_differ(const struct worth_counts *counts)
{
    for (int rank = FLAG; rank < RANKS; rank++)
        if (counts->lacking[RED][rank] != counts->lacking[BLUE][rank])
            return true;
    return false;
}

static double ladder(const struct worth_counts *counts, int side, int number)
{
    if (number == 1)
        return 0.02;
    int below = number - 1;
    if (!begun(counts, RED, number) && !begun(counts, BLUE, number))
        return ladder(counts, side, below); /* nobody ever had such a piece */
    while (below > 1 && !begun(counts, RED, below) && !begun(counts, BLUE, below))
        below--;
    int own = numbered(counts, side, below) + numbered(counts, side, number);
    int enemy = numbered(counts, side_other(side), below) + numbered(counts, side_other(side), number);
    bool apart = armies_differ(counts) ? enemy > 0 : own > 0 && enemy > 0;
    return ladder(counts, side, below) * (apart ? 1.45 : 1);
}

static double unscaled(const struct worth_counts *counts, int side, int number, bool equals)
{
    int own = 0, enemy = 0;
    for (int lower = 1; lower < number; lower++) {
        own += numbered(counts, side, lower);
        enemy += numbered(counts, side_other(side), lower);
    }
    bool both = numbered(counts, side, number) && numbered(counts, side_other(side), number);
    return ladder(counts, side, number) * (equals && both && own < enemy ? 1.15 : 1);
}

static double scaled(const struct worth_counts *counts, int side, int number, bool equals)
{
    double highest = 0;
    for (int any = RED; any <= BLUE; any++)
        for (int other = 1; other <= 10; other++)
            if (numbered(counts, any, other))
                highest = fmax(highest, unscaled(counts, any, other, equals));
    return highest > 0 ? unscaled(counts, side, number, equals) / highest
                       : unscaled(counts, side, number, equals);
}

/* The value of a piece that is there, the flag as that of a side that is not ahead. */
static double second_value(const struct worth_counts *counts, int side, int rank, bool equals)
{
    double share = 0, value;
    for (int any = 0; any < RANKS; any++)
        share += counts->left[side][any];
    if (rank == FLAG)
        value = 1;
    else if (rank == BOMB)
        value = 0.5;
    else
        value = scaled(counts, side, rank - SPY + 1, equals);
    if (rank == SPY && counts->left[1 - side][MARSHAL])
        value = scaled(counts, side_other(side), 10, equals) / 2;
    if (rank == MARSHAL && counts->left[1 - side][SPY])
        value *= 0.8;
    if (rank == MINER || rank == SCOUT) {
        int from = begun(counts, side, rank - SPY + 1);
        double left = (double)counts->left[side][rank] * rank_table[rank].count / from;
        value *= left < 3 ? 4 - left : 1;
    }
    return value + 1 / share;
}

static double second_strength(const struct worth_counts *counts, int side)
{
    double sum = 0;
    int best = -1;
    for (int rank = 0; rank < RANKS; rank++) {
        for (int i = 0; i < counts->left[side][rank]; i++)
            sum += second_value(counts, side, rank, false);
        if (rank > BOMB && counts->left[side][rank] > counts->left[1 - side][rank])
            best = rank;
    }
    return best < 0 ? sum : sum + second_value(counts, side, best, false);
}

static void assert_close(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)));
}

static void check_against_second(const struct worth_counts *counts)
{
    struct worth_options options;
    struct worth worth;
    worth_options_init(&options);
    worth_of_counts(&options, counts, &worth);
    for (enum side side = RED; side <= BLUE; side++) {
        double moving = 0, army = 0;
        double own = second_strength(counts, side), enemy = second_strength(counts, side_other(side));
        double lead = own > 0 && enemy > 0 ? own / enemy - 1 : worth.state[side] - 1;
        for (int number = 1; number <= 10; number++) {
            moving += numbered(counts, side_other(side), number);
            army += begun(counts, side_other(side), number);
        }
        moving *= army > 0 ? 33 / army : 0;
        assert_close(worth.strength[side], own);
        for (int rank = 0; rank < RANKS; rank++) {
            double value = counts->left[side][rank] ? second_value(counts, side, rank, true) : 0;
            if (rank == FLAG && value > 0 && lead > 0)
                value += 4 * lead / (lead + 0.25);
            assert_close(worth.value[side][rank], value);
            assert_close(worth.secret[side][rank],
                         value * (moving <= 15 ? 0.02 * moving : 0.33));
        }
    }
}

TEST(test_second_computation)
{
    struct rng rng;
    struct worth_counts counts = {{{0}}};
    check_against_second(&counts);
    full_armies(&counts);
    check_against_second(&counts);
    rng_seed(&rng, 31, 0);
    for (int i = 0; i < 3000; i++) {
        random_armies(&counts, (int)rng_below(&rng, 150), &rng);
        check_against_second(&counts);
        short_armies(&counts, i % 2, (int)rng_below(&rng, 40), &rng);
        check_against_second(&counts);
    }
}

/* --- known values --- */

TEST(test_start)
{
    struct worth_options options;
    struct worth_counts counts;
    struct worth worth;
    worth_options_init(&options);
    full_armies(&counts);
    worth_of_counts(&options, &counts, &worth);
    const double share = 1.0 / 40;
    for (enum side side = RED; side <= BLUE; side++) {
        const double *value = worth.value[side];
        assert_close(value[MARSHAL], 0.8 + share);
        assert_close(value[GENERAL], 1 / 1.45 + share);
        assert_close(value[COLONEL], 1 / 1.45 / 1.45 + share);
        assert_close(value[SCOUT], pow(1.45, -8) + share);
        assert_close(value[SPY], 0.5 + share);
        assert_close(value[BOMB], 0.5 + share);
        assert_close(value[FLAG], 1 + share);
        assert_true(worth.state[side] == 1.0);
        assert_true(worth.reveal_share[side] == 0.33);
        assert_close(worth_secret(&worth, side, GENERAL, false), 0.33 * value[GENERAL]);
        assert_true(worth_secret(&worth, side, GENERAL, true) == 0);
    }
    /* A general for two sergeants would be a bargain at the start. */
    assert_true(worth.value[BLUE][GENERAL] > 2 * worth.value[RED][SERGEANT]);
    /* A scout that finds the marshal is well spent; a marshal should not take a scout. */
    assert_true(worth.secret[BLUE][MARSHAL] > worth.value[RED][SCOUT]);
    assert_true(worth.value[BLUE][SCOUT] < worth.secret[RED][MARSHAL]);
}

TEST(test_special_ranks)
{
    struct worth_options options;
    struct worth_counts counts;
    struct worth before, after;
    worth_options_init(&options);
    full_armies(&counts);
    worth_of_counts(&options, &counts, &before);
    assert_true(before.value[RED][MARSHAL] == before.value[BLUE][MARSHAL]);
    counts.left[BLUE][SPY] = 0; /* red's marshal has nothing to fear any more */
    worth_of_counts(&options, &counts, &after);
    assert_close((after.value[RED][MARSHAL] - 1.0 / 40) / (after.value[BLUE][MARSHAL] - 1.0 / 39),
                 1 / (0.8 * 1.15));
    counts.left[BLUE][MARSHAL] = 0; /* nor red's spy anything to hunt */
    worth_of_counts(&options, &counts, &after);
    assert_true(after.value[RED][SPY] < after.value[RED][SERGEANT]);
    for (int rank = SCOUT; rank <= MINER; rank++) { /* the fewer, the more each is worth */
        double plain[4];
        full_armies(&counts);
        for (int left = 1; left <= 3; left++) {
            counts.left[RED][rank] = (uint8_t)left;
            worth_of_counts(&options, &counts, &after);
            plain[left] = after.value[RED][rank] - 1.0 / (40 - rank_table[rank].count + left);
        }
        assert_close(plain[2], 2 * plain[3]);
        assert_close(plain[1], 3 * plain[3]);
    }
}

TEST(test_secrets_late)
{
    struct worth_options options;
    struct worth_counts counts = {{{0}}};
    struct worth worth;
    worth_options_init(&options);
    for (int moving = 1; moving <= 20; moving++) {
        memset(&counts, 0, sizeof counts);
        counts.left[RED][FLAG] = counts.left[BLUE][FLAG] = 1;
        counts.left[RED][CAPTAIN] = 2;
        counts.left[BLUE][SCOUT] = (uint8_t)moving;
        counts.left[BLUE][BOMB] = 3; /* does not move, does not count */
        worth_of_counts(&options, &counts, &worth);
        assert_close(worth.reveal_share[RED], moving <= 15 ? 0.02 * moving : 0.33);
        assert_close(worth.reveal_share[BLUE], 0.04);
    }
}

/* --- the examples of 3.1.1 --- */

static void read_counts(const char *name, struct worth_counts *counts)
{
    struct position position = {0};
    struct view view = {0};
    source_position(&position, "%s", name);
    view_init(&view, &position, BLUE);
    worth_count_pieces(&view, counts);
    view_free(&view);
    position_free(&position);
}

/* Two sergeants against a general: at the start a poor trade for the general's side, here it is behind. */
TEST(test_figure_3_1)
{
    struct worth_options options;
    struct worth_counts counts;
    struct worth worth;
    worth_options_init(&options);
    read_counts("deboer-3.1.yaml", &counts);
    assert_int_equal(counts.left[RED][SERGEANT], 2);
    assert_int_equal(counts.left[BLUE][GENERAL], 1);
    worth_of_counts(&options, &counts, &worth);
    assert_true(2 * worth.value[RED][SERGEANT] > worth.value[BLUE][GENERAL]);
    assert_true(worth.state[RED] > 1);
    /* For red a general and a sergeant are alike: but for its share of a smaller army blue's
     * general is worth no more. */
    assert_close(worth.value[BLUE][GENERAL] - 1.0 / 2, worth.value[RED][SERGEANT] - 1.0 / 3);
    assert_true(worth.value[RED][FLAG] > worth.value[BLUE][FLAG]);
    /* "If he had captured only a single piece higher than sergeant" there would be one more own piece, as
     * all else went in equal pairs: that makes up for the whole deficit. */
    counts.left[BLUE][CAPTAIN] = 1;
    worth_of_counts(&options, &counts, &worth);
    assert_close(worth.state[BLUE], 1);
}

TEST(test_figure_3_2)
{
    struct worth_options options;
    struct worth_counts counts;
    struct worth before, after;
    worth_options_init(&options);
    read_counts("deboer-3.2.yaml", &counts);
    worth_of_counts(&options, &counts, &before);
    /* But for their shares of two armies of different size. */
    assert_true(before.value[BLUE][COLONEL] - 1.0 / 3 > before.value[RED][COLONEL] - 1.0 / 4);
    assert_true(before.value[BLUE][COLONEL] > before.value[RED][COLONEL]);
    assert_close(before.value[BLUE][MAJOR] - 1.0 / 3, before.value[RED][MAJOR] - 1.0 / 4);
    assert_true(before.value[RED][COLONEL] > before.value[RED][MAJOR]);
    counts.left[RED][COLONEL] = counts.left[BLUE][COLONEL] = 0;
    worth_of_counts(&options, &counts, &after);
    assert_true(after.state[RED] > before.state[RED]); /* the exchange is good for red */
    assert_true(before.state[RED] > 1);
}

/* --- what must hold whatever is left --- */

TEST(test_colours)
{
    struct worth_options options;
    struct rng rng;
    worth_options_init(&options);
    rng_seed(&rng, 32, 0);
    for (int i = 0; i < 5000; i++) {
        struct worth_counts counts, swapped;
        struct worth one, two;
        random_armies(&counts, (int)rng_below(&rng, 120), &rng);
        swap_sides(&swapped, &counts);
        worth_of_counts(&options, &counts, &one);
        worth_of_counts(&options, &swapped, &two);
        for (enum side side = RED; side <= BLUE; side++) {
            assert_memory_equal(one.value[side], two.value[1 - side], sizeof one.value[side]);
            assert_memory_equal(one.secret[side], two.secret[1 - side],
                                sizeof one.secret[side]);
            assert_true(one.state[side] == two.state[1 - side]);
        }
        assert_close(one.state[RED] * one.state[BLUE], 1);
        memcpy(counts.left[BLUE], counts.left[RED], sizeof counts.left[RED]);
        worth_of_counts(&options, &counts, &one);
        assert_true(one.state[RED] == 1.0 && one.state[BLUE] == 1.0);
        assert_memory_equal(one.value[RED], one.value[BLUE], sizeof one.value[RED]);
    }
}

/* Every number is finite, what is there is worth something, what is gone nothing, whatever the options. */
TEST(test_sound)
{
    struct rng rng;
    rng_seed(&rng, 33, 0);
    for (int i = 0; i < 20000; i++) {
        struct worth_options options;
        struct worth_counts counts;
        struct worth worth;
        worth_options_init(&options);
        if (i % 2)
            for (size_t row = 0; row < worth_group.count; row++) {
                const struct option *option = &worth_group.options[row];
                double min = fmax(option->min, 0.001); /* 0 is allowed, but worth nothing */
                double value = min + rng_unit(&rng) * (option->max - min);
                ((double *)&options)[row] =
                    option->type == OPTION_NUMBER ? value : floor(value);
            }
        random_armies(&counts, (int)rng_below(&rng, 200), &rng);
        worth_of_counts(&options, &counts, &worth);
        for (enum side side = RED; side <= BLUE; side++) {
            assert_true(isfinite(worth.state[side]) && worth.state[side] > 0);
            assert_true(isfinite(worth.strength[side]) && worth.strength[side] >= 0);
            for (int rank = 0; rank < RANKS; rank++) {
                assert_true(isfinite(worth.secret[side][rank]));
                if (counts.left[side][rank])
                    assert_true(isfinite(worth.value[side][rank]) && worth.value[side][rank] > 0);
                else
                    assert_true(worth.value[side][rank] == 0);
            }
        }
    }
}

/* A higher rank is never worth less than a lower one of the same side, special abilities apart, and the
 * increase among equals never lifts a piece over the next rank that is worth more by figure 3.3. */
TEST(test_ranks_rise)
{
    struct worth_options options;
    struct rng rng;
    worth_options_init(&options);
    options.hunted_factor = 1;
    options.scarce_below = 0;
    rng_seed(&rng, 34, 0);
    for (int i = 0; i < 5000; i++) {
        struct worth_counts counts;
        struct worth worth;
        random_armies(&counts, (int)rng_below(&rng, 100), &rng);
        worth_of_counts(&options, &counts, &worth);
        for (enum side side = RED; side <= BLUE; side++)
            for (int rank = MINER; rank < RANKS; rank++) {
                const uint8_t *own = counts.left[side], *enemy = counts.left[1 - side];
                bool rung = enemy[rank - 1] + enemy[rank] > 0;
                if (rung && own[rank] && own[rank - 1])
                    assert_true(worth.value[side][rank] > worth.value[side][rank - 1]);
            }
    }
}

/* The fewest of a rank with which both ladders keep their rungs and nothing is scarce. */
static int enough(int rank)
{
    return rank == SCOUT || rank == MINER ? 3 : rank != BOMB;
}

/* While both sides have that many, losing a piece never makes a side look better. (It need not hold
 * later: where a side loses its last piece of a rank, figure 3.3 takes a rung out of both ladders, and
 * where it loses one of three miners, the other two count double. doc/worth.md has the figures.) */
TEST(test_losses)
{
    struct worth_options options;
    struct rng rng;
    int seen = 0;
    worth_options_init(&options);
    rng_seed(&rng, 35, 0);
    for (int i = 0; i < 20000; i++) {
        struct worth_counts counts;
        struct worth before, after;
        random_armies(&counts, (int)rng_below(&rng, 50), &rng);
        for (int rank = FLAG; rank < RANKS; rank++)
            for (enum side side = RED; side <= BLUE; side++)
                if (counts.left[side][rank] < enough(rank))
                    counts.left[side][rank] = (uint8_t)enough(rank);
        worth_of_counts(&options, &counts, &before);
        for (int rank = BOMB; rank < RANKS; rank++) {
            if (counts.left[RED][rank] <= enough(rank))
                continue;
            counts.left[RED][rank]--;
            worth_of_counts(&options, &counts, &after);
            counts.left[RED][rank]++;
            assert_true(after.state[RED] < before.state[RED]);
            assert_true(after.state[BLUE] > before.state[BLUE]);
            seen++;
        }
    }
    assert_true(seen > 50000);
}

/* How far from that it is in armies worn down at random: the figures of doc/worth.md. */
TEST(test_losses_late)
{
    struct worth_options options;
    struct rng rng;
    int losses = 0, rises = 0, turns = 0;
    double max = 1;
    worth_options_init(&options);
    rng_seed(&rng, 39, 0);
    for (int i = 0; i < 20000; i++) {
        struct worth_counts counts;
        struct worth before, after;
        full_armies(&counts);
        for (int lost = (int)rng_below(&rng, 70); lost > 0; lost--) {
            uint8_t *left = &counts.left[rng_below(&rng, SIDES)][BOMB + rng_below(&rng, RANKS - 1)];
            *left = (uint8_t)(*left ? *left - 1 : 0);
        }
        worth_of_counts(&options, &counts, &before);
        for (int rank = BOMB; rank < RANKS; rank++) {
            if (!counts.left[RED][rank])
                continue;
            counts.left[RED][rank]--;
            worth_of_counts(&options, &counts, &after);
            counts.left[RED][rank]++;
            losses++;
            rises += after.state[RED] > before.state[RED];
            turns += after.state[RED] > 1 && before.state[RED] < 1;
            max = fmax(max, after.state[RED] / before.state[RED]);
        }
    }
    assert_true(losses > 100000);
    assert_true(rises > 0 && rises < 0.04 * losses);
    assert_true(turns < 0.002 * losses);
    assert_true(max < 1.35);
}

/* Why the state does without fewer_lower_factor: with it, a side that lost a scout looks ahead. */
TEST(test_state_to_the_letter)
{
    struct worth_options options;
    struct worth_counts counts;
    struct worth worth;
    worth_options_init(&options);
    full_armies(&counts);
    counts.left[RED][SCOUT]--;
    worth_of_counts(&options, &counts, &worth);
    assert_true(worth.state[RED] < 1);
    options.state_fewer_lower = 1;
    worth_of_counts(&options, &counts, &worth);
    assert_true(worth.state[RED] > 1);
}

/* The last one or two pieces that stop the enemy's highest are worth a part of that one more; the state is
 * the same as without. */
TEST(test_last_stopper)
{
    struct worth_options options;
    struct worth_counts counts;
    struct worth plain, mended;
    worth_options_init(&options);
    full_armies(&counts);
    counts.left[BLUE][MARSHAL] = 0; /* the general is blue's highest; red has two that stop it, blue none */
    worth_of_counts(&options, &counts, &plain);
    options.last_stopper = 0.5;
    worth_of_counts(&options, &counts, &mended);
    double half = 0.25 * plain.value[BLUE][GENERAL];
    assert_true(fabs(mended.value[RED][MARSHAL] - plain.value[RED][MARSHAL] - half) < 1e-12);
    assert_true(fabs(mended.value[RED][GENERAL] - plain.value[RED][GENERAL] - half) < 1e-12);
    assert_true(mended.value[RED][COLONEL] == plain.value[RED][COLONEL]);
    assert_memory_equal(mended.value[BLUE], plain.value[BLUE], sizeof plain.value[BLUE]);
    counts.left[RED][GENERAL] = 0; /* now one */
    options.last_stopper = 0;
    worth_of_counts(&options, &counts, &plain);
    options.last_stopper = 0.5;
    worth_of_counts(&options, &counts, &mended);
    half = 0.5 * plain.value[BLUE][GENERAL];
    assert_true(fabs(mended.value[RED][MARSHAL] - plain.value[RED][MARSHAL] - half) < 1e-12);
    assert_memory_equal(mended.state, plain.state, sizeof plain.state);
}

/* --- the explanation --- */

/* The steps, done one by one from nothing, give exactly the values. */
TEST(test_trail)
{
    struct worth_options options;
    struct rng rng;
    struct worth_trail *trail = malloc(sizeof *trail);
    worth_options_init(&options);
    rng_seed(&rng, 36, 0);
    for (int i = 0; i < 2000; i++) {
        options.last_stopper = i % 2 ? 0.5 : 0;
        struct worth_counts counts;
        struct worth plain, traced;
        random_armies(&counts, (int)rng_below(&rng, 100), &rng);
        worth_of_counts(&options, &counts, &plain);
        worth_trace(&options, &counts, &traced, trail);
        assert_memory_equal(plain.value, traced.value, sizeof plain.value);
        assert_memory_equal(plain.state, traced.state, sizeof plain.state);
        for (enum side side = RED; side <= BLUE; side++)
            for (int rank = 0; rank < RANKS; rank++) {
                double value = 0;
                for (int n = 0; n < trail->count[side][rank]; n++) {
                    const struct worth_step *step = &trail->step[side][rank][n];
                    enum worth_operation operation =
                        worth_operation((enum worth_rule)step->rule);
                    value = operation == WORTH_SET     ? step->by
                            : operation == WORTH_TIMES ? value * step->by
                                                       : value + step->by;
                    assert_true(value == step->value);
                }
                assert_true(value == plain.value[side][rank]);
            }
    }
    free(trail);
}

TEST(test_explain)
{
    struct worth_options options;
    struct worth worth;
    struct position position = {0};
    struct placement start;
    struct view view = {0};
    struct rng rng;
    worth_options_init(&options);
    rng_seed(&rng, 37, 0);
    placement_random_game(&start, &rng);
    for (int square = 0; square < SQUARES; square++) { /* the graveyard: blue's scouts but two */
        struct cell *cell = &start.cell[square];
        if (cell->side == BLUE && cell->rank == SCOUT && start.captured[BLUE][SCOUT] < 6) {
            *cell = (struct cell){.side = SIDES};
            start.captured[BLUE][SCOUT]++;
        }
    }
    assert_int_equal(position_init(&position, &start, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    worth_compute(&options, &view, &worth);
    for (int rank = 0; rank < RANKS; rank++) {
        struct text out = {0};
        char head[64];
        worth_explain(&options, &view, BLUE, rank, &out);
        snprintf(head, sizeof head, "blue %s: %.6g marshals\n", rank_table[rank].name,
                 worth.value[BLUE][rank]);
        assert_memory_equal(text_string(&out), head, strlen(head));
        assert_non_null(strstr(text_string(&out), "one of blue's 34 pieces"));
        assert_int_equal(!strstr(text_string(&out), "only 2 left"), rank != SCOUT);
        text_free(&out);
    }
    struct text table = {0};
    char row[64];
    worth_write_table(&options, &worth, NOTATION_DEBOER, &table);
    snprintf(row, sizeof row, "2 scout        8 %7.4f %7.4f   2 %7.4f %7.4f\n",
             worth.value[RED][SCOUT], worth.secret[RED][SCOUT], worth.value[BLUE][SCOUT],
             worth.secret[BLUE][SCOUT]);
    assert_non_null(strstr(text_string(&table), row));
    text_clear(&table);
    worth_write_table(&options, &worth, NOTATION_ARTS, &table);
    row[0] = '9';
    assert_non_null(strstr(text_string(&table), row));
    text_free(&table);
    view_free(&view);
    position_free(&position);
}

/* Both players compute with the same numbers: what a view hides makes no difference. */
TEST(test_public)
{
    struct worth_options options;
    struct rng rng;
    worth_options_init(&options);
    rng_seed(&rng, 38, 0);
    for (int game = 0; game < 50; game++) {
        struct position position = {0};
        struct placement start;
        placement_random_game(&start, &rng);
        position_init(&position, &start, rules_find("isf"), NULL);
        for (int ply = 0; ply < 300 && position_outcome(&position).result == RESULT_OPEN; ply++) {
            struct move_with_ranks entered = move_random(&position.board, &rng);
            assert_int_equal(position_play(&position, entered, NULL, NULL), STATUS_OK);
        }
        struct worth_counts truth = {{{0}}}, seen[SIDES];
        for (int number = 0; number < PIECES; number++)
            if (position.board.piece[number].square != SQUARE_NONE)
                truth.left[position.board.piece[number].side][position.board.piece[number].rank]++;
        for (enum side side = RED; side <= BLUE; side++) {
            struct view view = {0};
            view_init(&view, &position, side);
            worth_count_pieces(&view, &seen[side]);
            view_free(&view);
            assert_memory_equal(&seen[side], &truth, sizeof truth);
        }
        position_free(&position);
    }
}

/* A worth that goes on from move to move, by either side's view, is what each view alone makes it. */
TEST(test_update)
{
    struct worth_options options;
    struct rng rng;
    int changes = 0, plies = 0;
    worth_options_init(&options);
    rng_seed(&rng, 39, 0);
    for (int game = 0; game < 20; game++) {
        struct position position = {0};
        struct placement start;
        struct worth going_on = {{{{0}}}};
        placement_random_game(&start, &rng);
        position_init(&position, &start, rules_find("isf"), NULL);
        for (int ply = 0; ply < 300 && position_outcome(&position).result == RESULT_OPEN; ply++, plies++) {
            struct view view = {0};
            struct worth anew, before = going_on;
            struct move_with_ranks entered = move_random(&position.board, &rng);
            view_init(&view, &position, position.board.to_move);
            worth_compute(&options, &view, &anew);
            worth_update(&options, &view, &going_on);
            view_free(&view);
            changes += memcmp(before.value, going_on.value, sizeof before.value) != 0;
            assert_memory_equal(&going_on.counts, &anew.counts, sizeof anew.counts);
            assert_memory_equal(going_on.value, anew.value, sizeof anew.value);
            assert_memory_equal(going_on.reveal_share, anew.reveal_share, sizeof anew.reveal_share);
            assert_memory_equal(going_on.secret, anew.secret, sizeof anew.secret);
            assert_memory_equal(going_on.state, anew.state, sizeof anew.state);
            assert_memory_equal(going_on.strength, anew.strength, sizeof anew.strength);
            assert_int_equal(position_play(&position, entered, NULL, NULL), STATUS_OK);
        }
        position_free(&position);
    }
    assert_in_range(changes, 100, plies / 2);
}

TEST(test_options)
{
    const struct option_group *const groups[] = {&worth_group, NULL};
    struct settings settings = {0};
    struct worth_options standard, read;
    settings_init(&settings, groups);
    worth_options_init(&standard);
    worth_options_read(&read, &settings);
    assert_memory_equal(&standard, &read, sizeof standard);
    assert_int_equal(settings_set(&settings, "worth.hunted_factor", "0.5", "set", NULL), STATUS_OK);
    assert_int_equal(settings_set(&settings, "worth.flag_ahead", "9", "set", NULL), STATUS_OK);
    worth_options_read(&read, &settings);
    assert_true(read.hunted_factor == 0.5 && read.flag_ahead == 9);
    settings_free(&settings);
}

/* Three unknown pieces of an army of which nothing was seen: three ranks, not forty, the flag one of them. */
TEST(test_count_surplus)
{
    struct view view = {0};
    struct worth_counts counts;
    memset(view.board.piece, 0, sizeof view.board.piece);
    for (int number = 0; number < PIECES; number++)
        view.board.piece[number] = (struct piece){.square = SQUARE_NONE, .rank = RANK_UNKNOWN,
                                                  .side = number < PIECES_A_SIDE ? RED : BLUE};
    for (int rank = 0; rank < RANKS; rank++)
        view.board.unknown_count[BLUE][rank] = rank_table[rank].count;
    for (int pieces = 0; pieces <= PIECES_A_SIDE; pieces++) {
        int total = 0;
        worth_count_pieces(&view, &counts);
        for (int rank = 0; rank < RANKS; rank++) {
            assert_true(counts.left[BLUE][rank] <= rank_table[rank].count);
            total += counts.left[BLUE][rank];
        }
        assert_int_equal(total, pieces);
        assert_int_equal(counts.left[BLUE][FLAG], pieces > 0);
        if (pieces < PIECES_A_SIDE)
            view.board.piece[PIECES_A_SIDE + pieces].square = (uint8_t)(60 + pieces);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_computation),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_special_ranks),
        cmocka_unit_test(test_secrets_late),
        cmocka_unit_test(test_figure_3_1),
        cmocka_unit_test(test_figure_3_2),
        cmocka_unit_test(test_colours),
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_ranks_rise),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_losses_late),
        cmocka_unit_test(test_state_to_the_letter),
        cmocka_unit_test(test_last_stopper),
        cmocka_unit_test(test_trail),
        cmocka_unit_test(test_explain),
        cmocka_unit_test(test_public),
        cmocka_unit_test(test_count_surplus),
        cmocka_unit_test(test_update),
        cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
