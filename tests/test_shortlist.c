/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which moves are played out, of moves that are given their points by hand. */
#include "agent/shortlist.h"

#include "cmocka_all.h"
#include "plans_at.h"

#include <math.h>

/* A list of the moves of tests/positions/shortlist.yaml. */
struct listed {
    struct plans_at *at;
    struct board after;
    struct think think;
    struct shortlist_terms terms;
    struct shortlist list;
};

/* Quiet moves have 10 points less each, in the planner's order, and attacks next to none. Makes the list of
 * them; returns the number of the first attack. */
static int make_list(struct listed *listing)
{
    int attack = -1;
    struct plans_at *at = plans_start("shortlist", "deepnash", EVERY_PLAN);
    static const char *const played[] = {"e4-f4", "g3-g2", "f4-e4", "g2-g3"}; /* to and fro */
    *listing = (struct listed){.at = at};
    for (size_t i = 0; i < sizeof played / sizeof *played; i++)
        plans_play_text(at, played[i]);
    plans_choose(at);
    assert_true(at->context.count >= 12);
    for (int i = at->context.count - 1; i >= 0; i--) {
        bool attacking = at->context.moves[i].victim != NO_PIECE;
        at->total[i] = attacking ? -1000 : 100 - 10 * i;
        attack = attacking ? i : attack;
    }
    assert_true(attack >= 0);
    listing->terms = (struct shortlist_terms){
        .context = &at->context, .think = &listing->think, .total = at->total, .candidates = 3, .behind = 25,
        .pull = 0.5, .after = &listing->after};
    shortlist_make(&listing->list, &listing->terms);
    return attack;
}

static void free_list(struct listed *listing)
{
    board_free(&listing->after);
    plans_end(listing->at);
}

/* The best by the plans in their order, none further behind than is allowed, and each weighed by how far that
 * is. */
TEST(test_best)
{
    struct listed listing;
    const struct shortlist *list = &listing.list;
    make_list(&listing);
    assert_in_range(list->count, 1, 3);
    for (int i = 0; i < list->count; i++) {
        double total = listing.at->total[list->index[i]];
        assert_true(move_equal(list->move[i], listing.at->context.moves[list->index[i]].move));
        assert_true(list->behind[i] == total - listing.at->total[list->index[0]]);
        assert_true(list->behind[i] <= (i ? list->behind[i - 1] : 0) && list->behind[i] >= -25);
        assert_true(fabs(list->bonus[i] - 0.5 * list->behind[i] / 100) < 1e-12);
    }
    int before = list->count;
    listing.terms.behind = 5;
    shortlist_make(&listing.list, &listing.terms);
    assert_int_equal(list->count, 1);
    listing.terms.behind = 1000;
    shortlist_make(&listing.list, &listing.terms);
    assert_in_range(list->count, before, 4); /* three, and an attack */
    free_list(&listing);
}

/* An attack comes in besides, up to twice as far behind as the others may be. */
TEST(test_attack)
{
    struct listed listing;
    const int attack = make_list(&listing);
    double best = listing.at->total[listing.list.index[0]];
    int quiet = listing.list.count;
    listing.at->total[attack] = best - 50;
    shortlist_make(&listing.list, &listing.terms);
    assert_int_equal(listing.list.count, quiet + 1);
    assert_int_equal(listing.list.index[quiet], attack);
    listing.at->total[attack] = best - 51;
    shortlist_make(&listing.list, &listing.terms);
    assert_int_equal(listing.list.count, quiet);
    free_list(&listing);
}

/* More moves come in behind those that are there, each once, as far as there are any; weighed anew, being far
 * behind counts no more than is said. */
TEST(test_more)
{
    struct listed listing;
    const struct shortlist *list = &listing.list;
    make_list(&listing);
    int first = list->index[0], count = listing.at->context.count;
    assert_true(shortlist_has_other_moves(list, &listing.terms));
    shortlist_extend(&listing.list, &listing.terms, 8);
    assert_int_equal(list->count, 8);
    assert_int_equal(list->index[0], first);
    shortlist_update_bonuses(&listing.list, &listing.terms, 30);
    for (int i = 0; i < 8; i++) {
        assert_true(fabs(list->bonus[i] - 0.5 * fmax(list->behind[i], -30) / 100) < 1e-12);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(list->index[i], list->index[k]);
    }
    shortlist_extend(&listing.list, &listing.terms, HALVING_ARMS + 8);
    assert_int_equal(list->count, count < HALVING_ARMS ? count : HALVING_ARMS);
    assert_true(shortlist_has_other_moves(list, &listing.terms) == (count > HALVING_ARMS));
    free_list(&listing);
}

/* Of named moves no other is taken; of none, none. */
TEST(test_named)
{
    struct listed listing;
    const int attack = make_list(&listing);
    const struct move named = listing.at->context.moves[attack].move;
    listing.think.root = &named;
    listing.think.root_count = 1;
    shortlist_make(&listing.list, &listing.terms);
    assert_int_equal(listing.list.count, 1);
    assert_int_equal(listing.list.index[0], attack);
    assert_true(listing.list.behind[0] == 0);
    assert_false(shortlist_has_other_moves(&listing.list, &listing.terms));
    free_list(&listing);
}

/* A move that brings a position again is marked and loses for it, and the best that brings a new one comes
 * in besides. */
TEST(test_again)
{
    struct listed listing;
    int repetitions = -1;
    make_list(&listing);
    struct plans_at *at = listing.at;
    listing.terms.repetition = 0.05;
    listing.terms.candidates = HALVING_ARMS - 2;
    listing.terms.behind = 2000;
    shortlist_make(&listing.list, &listing.terms);
    for (int i = 0; i < listing.list.count; i++)
        if (listing.list.repetitions[i])
            repetitions = listing.list.index[i];
    assert_true(repetitions >= 0); /* e4-f4 */
    at->total[repetitions] = 2000;
    listing.terms.candidates = 1;
    listing.terms.behind = 1;
    shortlist_make(&listing.list, &listing.terms);
    assert_int_equal(listing.list.index[0], repetitions);
    assert_true(listing.list.count == 2 && listing.list.repetitions[0] > 0 && !listing.list.repetitions[1]);
    assert_true(fabs(listing.list.bonus[0] + 0.05 * listing.list.repetitions[0]) < 1e-12);
    free_list(&listing);
}

TESTS_MAIN(NULL, NULL)
