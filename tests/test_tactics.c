/* SPDX-License-Identifier: GPL-3.0-or-later */
/* De Boer's figures played out: hunter and prey on the two-squares rule, each by its plan. */
#include "cmocka_all.h"
#include "plans_at.h"

#include <stdio.h>

#define TACTICS "ImmediateCapture TacticalDefense TacticalAttack"

enum { LONG = 80 };  /* plies: more than the two-squares rule needs to decide a chase */

/* How many of `plies` plies piece `piece` lasts, both sides playing by the tactical plans, after
 * the moves in `first` (apart by blanks; "" none). */
static int lasts(const char *name, const char *first, const char *square, int plies)
{
    struct plans_at *at = plans_start(name, "isf", TACTICS);
    char text[8];
    int read = 0;
    int piece = plans_piece(at, square);
    for (; sscanf(first, "%7s%n", text, &read) == 1; first += read)
        plans_play_text(at, text);
    int lasted = plans_play_on(at, piece, plies);
    plans_end(at);
    return lasted;
}

/* A1: coming from the left the colonel wins the major. Each follows by its plan; the major, the
 * first to cross between b1 and c1, is the first who may not: after eleven plies it must do
 * something else. */
TEST(test_from_the_left)
{
    assert_int_equal(lasts("deboer-A1", "", "b1", LONG), 12);
}

/* A1, the triangle: coming from the right the colonel is the first to cross, and the first who may
 * not, while the major is still free to go. */
TEST(test_from_the_right)
{
    struct plans_at *at = plans_start("deboer-A1-triangle", "isf", TACTICS);
    static const char *const above[] = {"b2-c2", "c2-b2"};
    int major = plans_piece(at, "b1");
    plans_play_text(at, "c2-b2");
    for (int crossed = 1; crossed < 5; crossed++) {
        plans_play(at, plans_choose(at));
        plans_play_text(at, above[(crossed + 1) % 2]);
    }
    plans_play(at, plans_choose(at));
    struct move sixth = {(uint8_t)square_at(1, 1), (uint8_t)square_at(2, 1)};
    assert_int_equal(board_check(&at->position.board, sixth), MOVE_TWO_SQUARES);
    assert_true(plans_has(at, major));
    plans_end(at);
}

/* A2: "the red piece is already lost": the colonel follows over b and c, and comes down when the
 * major must do another move. */
TEST(test_already_lost)
{
    int lasted = lasts("deboer-A2", "", "b1", LONG);
    assert_in_range(lasted, 11, LONG - 1);
}

/* 5.4: in line with the colonel the major is the first to cross, and lost between walls; where it
 * had to cross first to get in line, it is not. */
TEST(test_in_line)
{
    assert_in_range(lasts("deboer-5.4-walls", "", "a3", LONG), 20, LONG - 1);
    assert_int_equal(lasts("deboer-5.4-back", "b8-a8", "a3", LONG), LONG);
    assert_int_equal(lasts("deboer-5.4", "", "a3", LONG), LONG); /* without walls it just goes */
}

/* 5.5: the major that leaves file e before the hunter gets there is safe for good; a move elsewhere, and it
 * is lost. */
TEST(test_beside_the_line)
{
    assert_int_equal(lasts("deboer-5.5", "", "b3", LONG), LONG);
    assert_int_equal(lasts("deboer-5.5-walls", "", "e3", LONG), LONG);
    assert_in_range(lasts("deboer-5.5-walls", "j2-j3", "e3", LONG), 20, LONG - 1);
}

/* 5.6: likewise the major that comes out in time; the other never does. */
TEST(test_one_exit)
{
    assert_int_equal(lasts("deboer-5.6", "", "e1", LONG), LONG);
    assert_int_equal(lasts("deboer-5.6-walls", "", "e1", LONG), LONG);
    assert_in_range(lasts("deboer-5.6-walls", "j2-j3", "e1", LONG), 3, 12);
}

TESTS_MAIN(NULL, NULL)
