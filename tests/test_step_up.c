/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A piece that has just stepped up to a known one is doubted to be weaker (approach_apply_last). */
#include "cmocka_all.h"

#include "observer/seat_evidence.h"
#include "plans_at.h"

#include <string.h>

/* Blue steps up to red's known colonel with a piece that may be one of four: three of them weaker. */
static struct plans_at *stepped(void)
{
    struct plans_at *at = plans_start("step-up", "deepnash", "ImmediateCapture TacticalDefense");
    plans_play_text(at, "e8-e7");
    return at;
}

/* The move that the plans choose where the last step up counts by a factor. */
static struct move choose(struct plans_at *at, double factor)
{
    double doubted[PIECES_A_SIDE][RANKS];
    plans_choose(at);
    enum side me = at->view.side;
    const double(*enemy_p)[RANKS] =
        approach_apply_last(&at->view, seat_evidence_approach_weight(factor),
                            (const double(*)[RANKS])at->p[side_other(me)], doubted);
    memset(&at->context, 0, sizeof at->context);
    planner_context(&at->planner, &at->view, &at->worth, enemy_p, (const double(*)[RANKS])at->p[me], &at->rng,
                    &at->context);
    return at->context.moves[planner_choose(&at->planner, &at->context, at->total)].move;
}

static bool takes(struct plans_at *at, double factor)
{
    return at->position.board.at[choose(at, factor).to] < PIECES;
}

TEST(believed_as_guessed)
{
    struct plans_at *at = stepped();
    int piece = plans_piece(at, "e7");
    assert_true(takes(at, 1));
    assert_true(at->context.piece[piece].p[CAPTAIN] == 0.5);
    plans_end(at);
}

TEST(doubted)
{
    struct plans_at *at = stepped();
    int piece = plans_piece(at, "e7");
    assert_false(takes(at, 0.15));
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
    struct plans_at *at = stepped();
    plans_choose(at);
    assert_int_equal(approach_last(&at->view, &unlikely), plans_piece(at, "e7"));
    assert_true((unlikely >> MAJOR & 1) && (unlikely >> SPY & 1));
    assert_false(unlikely & (1 << COLONEL | 1 << GENERAL | 1 << BOMB | 1 << FLAG));
    plans_play_text(at, "b4-b5");
    plans_play_text(at, "i8-i9");
    plans_choose(at);
    assert_int_equal(approach_last(&at->view, &unlikely), NO_PIECE);
    plans_end(at);
}

/* The same with hidden pieces exchanged: what is doubted hangs on no rank that is not known. */
TEST(blind)
{
    struct plans_at *one = stepped(), *other = stepped();
    other->position.board.piece[plans_piece(other, "e7")].rank = GENERAL;
    other->position.board.piece[plans_piece(other, "f7")].rank = MAJOR;
    struct move a = choose(one, 0.15), b = choose(other, 0.15);
    assert_memory_equal(one->total, other->total, (size_t)one->context.count * sizeof(double));
    assert_true(move_equal(a, b));
    plans_end(one);
    plans_end(other);
}

/* Where all ranks it may have are below, nothing is doubted. */
TEST(nothing_else)
{
    struct plans_at *at = stepped();
    double p[PIECES_A_SIDE][RANKS], out[PIECES_A_SIDE][RANKS];
    plans_choose(at);
    int row = plans_piece(at, "e7") % PIECES_A_SIDE;
    memcpy(p, at->p[side_other(at->view.side)], sizeof p);
    memset(p[row], 0, sizeof p[row]);
    p[row][SCOUT] = p[row][MINER] = 0.5;
    const double(*same)[RANKS] = approach_apply_last(&at->view, 2, (const double(*)[RANKS])p, out);
    assert_memory_equal(same, p, sizeof p);
    plans_end(at);
}

TESTS_MAIN(NULL, NULL)
