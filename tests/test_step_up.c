/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who has just stepped up to a known piece is doubted to be weaker (plan/step_up.h). */
#include "cmocka_all.h"

#include "plan/step_up.h"
#include "plans_at.h"

#include <string.h>

/* Blue steps up to red's known colonel with a piece that may be one of four: three of them weaker. */
static struct plans_at *stepped(double factor)
{
    struct plans_at *at = plans_start("step-up", "deepnash", "ImmediateCapture TacticalDefense");
    at->planner.stepped_up = factor;
    plans_play_text(at, "e8-e7");
    return at;
}

static bool takes(struct plans_at *at)
{
    struct move move = plans_choose(at);
    return at->position.board.at[move.to] < PIECES;
}

TEST(believed_as_guessed)
{
    struct plans_at *at = stepped(1);
    int piece = plans_piece(at, "e7");
    assert_true(takes(at));
    assert_true(at->context.piece[piece].p[CAPTAIN] == 0.5);
    plans_end(at);
}

TEST(doubted)
{
    struct plans_at *at = stepped(0.15);
    int piece = plans_piece(at, "e7");
    assert_false(takes(at));
    const double *p = at->context.piece[piece].p;
    double sum = p[CAPTAIN] + p[MAJOR] + p[GENERAL];
    assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
    assert_true(p[GENERAL] / p[MAJOR] > 0.999 / 0.15 && p[GENERAL] / p[MAJOR] < 1.001 / 0.15);
    /* the one that did not move is as it was */
    assert_true(at->context.piece[plans_piece(at, "f7")].p[GENERAL] == 0.25);
    plans_end(at);
}

/* Two plies later it has only stayed: what the guesser makes of that stands. */
TEST(only_at_once)
{
    uint16_t unlikely;
    struct plans_at *at = stepped(0.15);
    plans_choose(at);
    assert_int_equal(step_up_find(&at->view, &unlikely), plans_piece(at, "e7"));
    assert_true((unlikely >> MAJOR & 1) && (unlikely >> SPY & 1));
    assert_false(unlikely & (1 << COLONEL | 1 << GENERAL | 1 << BOMB | 1 << FLAG));
    plans_play_text(at, "b4-b5");
    plans_play_text(at, "i8-i9");
    plans_choose(at);
    assert_int_equal(step_up_find(&at->view, &unlikely), NO_PIECE);
    plans_end(at);
}

/* The same with hidden pieces exchanged: what is doubted hangs on no rank that is not known. */
TEST(blind)
{
    struct plans_at *one = stepped(0.15), *other = stepped(0.15);
    other->position.board.piece[plans_piece(other, "e7")].rank = GENERAL;
    other->position.board.piece[plans_piece(other, "f7")].rank = MAJOR;
    struct move a = plans_choose(one), b = plans_choose(other);
    assert_memory_equal(one->total, other->total, (size_t)one->context.count * sizeof(double));
    assert_true(move_equal(a, b));
    plans_end(one);
    plans_end(other);
}

/* Where all ranks it may have are below, nothing is doubted. */
TEST(nothing_else)
{
    const double p[RANKS] = {[SCOUT] = 0.5, [MINER] = 0.5};
    double out[RANKS];
    step_up_doubt(p, 1 << SCOUT | 1 << MINER, 0.15, out);
    assert_memory_equal(p, out, sizeof p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(believed_as_guessed), cmocka_unit_test(doubted),
        cmocka_unit_test(only_at_once),        cmocka_unit_test(blind),
        cmocka_unit_test(nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
