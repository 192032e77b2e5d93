/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Normal forms of openings: mirror images, moves in another order, a first move as its owner sees it. */
#include "archive/summary.h"
#include "cmocka_all.h"

/* Both openings have this family. */
static void assert_family(const char *first, const char *second, int count, const char *family)
{
    char found[FIRST_MOVES * FIRST_MOVE];
    summary_opening_family(first, count, found);
    assert_string_equal(found, family);
    summary_opening_family(second, count, found);
    assert_string_equal(found, family);
}

TEST(test_family)
{
    assert_family("e4-e5 b7-b6 a4-a5 f7-f6", "a4-a5 f7-f6 e4-e5 b7-b6", 4, "a4-a5 f7-f6 e4-e5 b7-b6");
    /* Mirrored; moves on one file in their order. */
    assert_family("j4-j5 f7-f6 j5-j6 f6-f5", "a4-a5 e7-e6 a5-a6 e6-e5", 4, "a4-a5 e7-e6 a5-a6 e6-e5");
    /* Only the first moves count; one side's moves are not the other's. */
    assert_family("e4-e5 b7-b6 a4-a5", "e4-e5 b7-b6 f4-f5", 2, "e4-e5 b7-b6");
    assert_family("e4-e5 b7-b6 a4-a5", "a4-a5 b7-b6 e4-e5", 3, "a4-a5 b7-b6 e4-e5");
    assert_family("", "", 8, "");
    assert_family("f4-f5", "e4-e5", 8, "e4-e5");
}

/* The side's first move is this. */
static void assert_own(const char *first, enum side side, const char *own)
{
    char found[FIRST_MOVE];
    summary_own_opening(first, side, found);
    assert_string_equal(found, own);
}

TEST(test_own_opening)
{
    assert_own("j4-j5 b7-b6 a5-a6", RED, "a4-a5");
    assert_own("j4-j5 b7-b6 a5-a6", BLUE, "b4-b5"); /* i4-i5 as Blue sees it */
    assert_own("a4-a7 a8xa7", BLUE, "a3-a4");
    assert_own("b4-b5", BLUE, "");
    assert_own("", RED, "");
    assert_own("b7-b6 b4-b5", RED, "b4-b5"); /* Blue may have the first move */
    assert_own("nonsense and a text that is longer than a move", RED, "");
}

TESTS_MAIN(NULL, NULL)
