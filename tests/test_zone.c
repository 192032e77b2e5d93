/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a hunter may stand: the sets of squares that spare the search, against a search everywhere. */
#include "base/rng.h"
#include "cmocka_all.h"
#include "game/bitboard.h"
#include "plan/zone.h"

static bool in_box(int square, int a, int b)
{
    int file = square % 10, row = square / 10;
    int low = a % 10 < b % 10 ? a % 10 : b % 10, high = a % 10 + b % 10 - low;
    int bottom = a / 10 < b / 10 ? a / 10 : b / 10, top = a / 10 + b / 10 - bottom;
    return file >= low && file <= high && row >= bottom && row <= top;
}

TEST(test_boxes)
{
    for (int a = 0; a < SQUARES; a++)
        for (int b = 0; b < SQUARES; b++) {
            bitboard box = bits_box(a, b);
            for (int square = 0; square < SQUARES; square++)
                if (bit_in(box, square) != in_box(square, a, b))
                    fail_msg("%d in the box of %d and %d", square, a, b);
        }
}

/* A random set in which each square is with a chance of one in `rare`, and the lakes. */
static bitboard draw_walls(struct rng *rng, uint32_t rare)
{
    bitboard set = BITS_LAKES;
    for (int square = 0; square < SQUARES; square++)
        if (!rng_below(rng, rare))
            set |= bit(square);
    return set;
}

/* Whether `square` is next to the prey or next to a square that lies open in line with it. */
static bool is_ground(int prey, int square, bitboard hard)
{
    for (int side = 0; side < DIRECTIONS; side++) {
        int near = square_next[square][side];
        if (near == SQUARE_NONE)
            continue;
        for (int direction = 0; direction < DIRECTIONS; direction++)
            for (int on = prey; on != SQUARE_NONE && (on == prey || !bit_in(hard, on));
                 on = square_next[on][direction])
                if (on == near)
                    return true;
    }
    return false;
}

TEST(test_grounds)
{
    struct rng rng;
    rng_seed(&rng, 54, 0);
    for (int i = 0; i < 60; i++) {
        bitboard hard = draw_walls(&rng, 2 + rng_below(&rng, 8));
        for (int prey = 0; prey < SQUARES; prey++) {
            bitboard grounds = chase_zone_squares(bit(prey), hard);
            for (int square = 0; square < SQUARES; square++)
                if (!square_is_lake(square) && !square_is_lake(prey))
                    assert_int_equal(bit_in(grounds, square), is_ground(prey, square, hard));
        }
        int one = (int)rng_below(&rng, SQUARES), other = (int)rng_below(&rng, SQUARES);
        assert_true(chase_zone_squares(bit(one) | bit(other), hard) ==
                    (chase_zone_squares(bit(one), hard) | chase_zone_squares(bit(other), hard)));
    }
}

static struct two_square_run draw_run(struct rng *rng, int square)
{
    int next = square_next[square][rng_below(rng, DIRECTIONS)];
    if (next == SQUARE_NONE || !rng_below(rng, 2))
        return (struct two_square_run){0};
    return (struct two_square_run){.pair = bit(square) | bit(next), .times = 1 + (int)rng_below(rng, 4)};
}

/* No zone for a hunter elsewhere, whatever else bars its way, or far off. */
TEST(test_no_zone_elsewhere)
{
    struct rng rng;
    rng_seed(&rng, 55, 0);
    int zones[ZONES] = {0}, elsewhere = 0;
    for (int i = 0; i < 400000; i++) {
        int prey = (int)rng_below(&rng, SQUARES), hunter = (int)rng_below(&rng, SQUARES);
        if (prey == hunter || square_is_lake(prey) || square_is_lake(hunter))
            continue;
        bitboard hard = draw_walls(&rng, 2 + rng_below(&rng, 12));
        struct chase chase = {
            .prey = prey,
            .hunter = hunter,
            .barred = (hard | draw_walls(&rng, 6)) & ~bit(hunter),
            .closed = draw_walls(&rng, 2 + rng_below(&rng, 4)),
            .prey_run = draw_run(&rng, prey),
            .hunter_run = draw_run(&rng, hunter),
        };
        enum zone zone = chase_zone(&chase);
        zones[zone]++;
        if (!bit_in(chase_zone_squares(bit(prey), hard), hunter) || chase_is_far(prey, hunter)) {
            assert_int_equal(zone, ZONE_NONE);
            elsewhere++;
        }
    }
    for (enum zone zone = ZONE_NONE; zone < ZONE_TRAPPED; zone++) /* where that applies, so does SIDE */
        assert_true(zones[zone] > 10000);
    assert_true(elsewhere > 100000);
}

/* A chase of any kind; false where there can be none. */
static bool draw_chase(struct rng *rng, struct chase *chase)
{
    int prey = (int)rng_below(rng, SQUARES), hunter = (int)rng_below(rng, SQUARES);
    if (prey == hunter || square_is_lake(prey) || square_is_lake(hunter))
        return false;
    *chase = (struct chase){
        .prey = prey,
        .hunter = hunter,
        .barred = draw_walls(rng, 12) & ~bit(hunter),
        .closed = draw_walls(rng, 2 + rng_below(rng, 4)),
        .prey_run = draw_run(rng, prey),
        .hunter_run = draw_run(rng, hunter),
    };
    return true;
}

/* A square more that a hunter does not pass only ever ends a zone, and only between it and the prey. */
TEST(test_more_is_barred)
{
    struct rng rng;
    rng_seed(&rng, 56, 0);
    int ended = 0, elsewhere = 0;
    for (int i = 0; i < 400000; i++) {
        struct chase chase;
        int more = (int)rng_below(&rng, SQUARES);
        if (!draw_chase(&rng, &chase))
            continue;
        bool between = bit_in(bits_box(chase.prey, chase.hunter), more);
        enum zone zone = chase_zone(&chase);
        chase.barred |= bit(more);
        enum zone after = chase_zone(&chase);
        if (zone == ZONE_NONE || !between)
            assert_int_equal(after, zone);
        ended += after != zone;
        elsewhere += after && !between;
    }
    assert_true(ended > 500 && elsewhere > 10000);
}

/* Whatever changes elsewhere, the zone hangs on chase_relevant_squares's squares alone; and it does hang on
 * them. */
TEST(test_hangs_on)
{
    struct rng rng;
    rng_seed(&rng, 59, 0);
    int none = 0, some = 0, hanging = 0;
    for (int i = 0; i < 400000; i++) {
        struct chase chase;
        if (!draw_chase(&rng, &chase))
            continue;
        const enum zone zone = chase_zone(&chase);
        const bitboard hangs = chase_relevant_squares(&chase), hunter = bit(chase.hunter);
        struct chase other = chase;
        other.barred = (chase.barred & hangs) | (draw_walls(&rng, 3) & ~hangs & ~hunter);
        other.closed = (chase.closed & hangs) | (draw_walls(&rng, 3) & ~hangs);
        assert_int_equal(chase_zone(&other), zone);
        none += zone == ZONE_NONE;
        some += zone != ZONE_NONE;
        other = chase;
        other.barred = (chase.barred & ~hangs) | (draw_walls(&rng, 3) & hangs);
        other.closed = (chase.closed & ~hangs) | (draw_walls(&rng, 3) & hangs);
        hanging += chase_zone(&other) != zone;
    }
    assert_true(none > 10000 && some > 10000 && hanging > 10000);
}

TESTS_MAIN(NULL, NULL)
