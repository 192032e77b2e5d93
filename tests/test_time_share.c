/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the time of a clock is shared out: it lasts for long games, and is used in short ones. */
#include "agent/time_share.h"
#include "cmocka_all.h"

enum { LONG_GAME = 400 };

/* What the clock has left after so many moves. Each takes its share, every seventh as much as it may; a
 * search ends half a millisecond late, every fortieth time 20 ms. */
static double left_after(double clock, double increment, int moves)
{
    for (int i = 0; i < moves; i++) {
        struct time_share share = time_share(clock, increment, (uint32_t)i);
        assert_true(share.soft >= 0 && share.hard >= share.soft && share.hard < clock);
        clock -= (i % 7 == 0 ? share.hard : share.soft) + (i % 40 == 39 ? 0.02 : 0.0005);
        if (clock <= 0)
            return clock;
        clock += increment;
    }
    return clock;
}

TEST(test_lasts)
{
    static const double clocks[] = {1, 3, 5, 60, 900};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        assert_true(left_after(clocks[i], 0, LONG_GAME) > 0);
        assert_true(left_after(clocks[i], 0.1, LONG_GAME) > 0);
    }
}

/* An ordinary game uses most of the time, evenly at first. */
TEST(test_is_used)
{
    assert_true(left_after(300, 0, 150) < 60);
    double half = left_after(300, 0, 75);
    assert_true(half > 100 && half < 200);
    struct time_share first = time_share(300, 0, 0), later = time_share(300, 2, 0);
    assert_true(first.soft > 1.5 && first.soft < 2.5 && first.hard > first.soft);
    assert_true(later.soft > first.soft + 1.5 && later.soft < first.soft + 2);
}

/* Nothing to spare: at once. One long move takes no more than half of what is left. */
TEST(test_short_of_time)
{
    struct time_share share = time_share(0.2, 0, 100);
    assert_true(share.soft == 0 && share.hard == 0);
    share = time_share(0, 5, 0);
    assert_true(share.hard == 0);
    share = time_share(1, 10, 0);
    assert_true(share.hard > 0.2 && share.hard < 0.5);
}

/* A question's own limits and its clock's: the lower of both, and its own where the clock has nothing. */
TEST(test_time_share_limits)
{
    struct time_share limits, share = time_share(100, 1, 10);
    struct think think = {.soft_seconds = 0.5 * share.soft, .hard_seconds = 3 * share.hard};
    assert_true(time_limits_of_move(&think, 10, &limits));
    assert_true(limits.soft == think.soft_seconds && limits.hard == think.hard_seconds);
    think.has_clock = true, think.clock = 100, think.increment = 1;
    assert_true(time_limits_of_move(&think, 10, &limits));
    assert_true(limits.soft == think.soft_seconds && limits.hard == share.hard);
    think.soft_seconds = think.hard_seconds = 0;
    assert_true(time_limits_of_move(&think, 10, &limits));
    assert_true(limits.soft == share.soft && limits.hard == share.hard);
    think.soft_seconds = 2, think.clock = 0.1;
    assert_false(time_limits_of_move(&think, 10, &limits));
    assert_true(limits.soft == 2 && limits.hard == 0);
}

TESTS_MAIN(NULL, NULL)
