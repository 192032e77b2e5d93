/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the planner does wrong by De Boer's numbers and right with an option that is there for it, each by
 * itself: first steps beside a known stronger piece, the marshal beside what may be the spy, the
 * guards of the flag behind their own pieces. tests/profiles.sh tests the profile veteran. */
#include "cmocka_all.h"

#include "plans_at.h"

#include <math.h>
#include <string.h>

static void set(struct plans_at *at, const char *key, const char *value)
{
    assert_int_equal(settings_set(&at->settings, key, value, "test", NULL), STATUS_OK);
    planner_init(&at->planner, &at->settings);
}

static void assert_move(struct move move, const char *text, bool is)
{
    char found[MOVE_TEXT];
    move_write(move, false, NOTATION_DEBOER, found);
    if ((strcmp(found, text) == 0) != is)
        fail_msg("plays %s", found);
}

/* The points of a move; the table is that of the last plans_choose. */
static double points(const struct plans_at *at, const char *text)
{
    char name[MOVE_TEXT];
    for (int i = 0; i < at->context.count; i++) {
        move_write(at->context.moves[i].move, false, NOTATION_DEBOER, name);
        if (strcmp(name, text) == 0)
            return at->total[i];
    }
    fail_msg("no move %s", text);
    return 0;
}

/* The step is chosen where a first move puts nothing at stake. */
TEST(first_step)
{
    struct plans_at *at = plans_start("first-step", "deepnash", "StrategicDefense TacticalDefense");
    assert_move(plans_choose(at), "g7-f7", true);
    set(at, "plan_tactical_defense.first", "1");
    assert_move(plans_choose(at), "g7-f7", false);
    plans_end(at);
}

/* Only that piece's own moves, and only those into danger; by half as much, half. */
TEST(first_step_alone)
{
    struct plans_at *at = plans_start("first-step", "deepnash", "TacticalDefense");
    plans_choose(at);
    assert_true(points(at, "g7-f7") == points(at, "g7-h7"));
    double still = points(at, "b6-b5");
    set(at, "plan_tactical_defense.first", "1");
    plans_choose(at);
    double whole = points(at, "g7-f7") - points(at, "g7-h7");
    assert_true(whole < -10);
    assert_true(points(at, "b6-b5") == still);
    set(at, "plan_tactical_defense.first", "0.5");
    plans_choose(at);
    double half = points(at, "g7-f7") - points(at, "g7-h7");
    assert_true(fabs(half - 0.5 * whole) < 1e-9);
    plans_end(at);
}

TEST(marshal_takes_no_bait)
{
    struct plans_at *at = plans_start("marshal-bait", "deepnash", "ImmediateCapture DefMarshalFromSpy");
    assert_move(plans_choose(at), "e7-e8", true);
    set(at, "plan_def_marshal_from_spy.weight", "5");
    assert_move(plans_choose(at), "e7-e8", false);
    plans_end(at);
}

/* With known pieces among its goals the colonel goes after the captain, and a miner to the bombs. */
TEST(hunts_known_pieces)
{
    struct plans_at *at = plans_start("hunt", "deepnash", "Impatience");
    plans_choose(at);
    assert_true(points(at, "e6-f6") == 0 && points(at, "e6-e7") == 0 && points(at, "e2-e3") == 0);
    set(at, "plan_impatience.known", "yes");
    plans_choose(at);
    double nearer = points(at, "e6-f6"), miner = points(at, "e2-e3");
    assert_true(nearer > miner && miner > 0);
    assert_true(points(at, "h2-h3") == 0); /* the sergeant takes neither */
    assert_true(points(at, "e6-e5") == 0);
    plans_end(at);
}

/* Who stands behind own pieces does not come in time: only where they are seen to stand in the way is there
 * anything to do. */
TEST(makes_way)
{
    struct plans_at *at = plans_start("boxed-in", "deepnash", "FlagDefense");
    plans_choose(at);
    assert_true(points(at, "e2-e4") == points(at, "a3-a4") && points(at, "h1-h2") == points(at, "a3-a4"));
    set(at, "plan_flag_defense.blocked", "yes");
    plans_choose(at);
    double nothing = points(at, "a3-a4"), lets_out = points(at, "e2-e4"); /* the sergeant on d2 */
    assert_true(lets_out > nothing + 10 && points(at, "h1-h2") > nothing + 10);
    assert_true(points(at, "e2-e3") < lets_out - 10); /* is in the way there again */
    assert_true(points(at, "g2-g3") < lets_out - 10); /* saves the flag, but not the bomb */
    assert_true(points(at, "g2-g3") > nothing + 10);
    plans_end(at);
}

TESTS_MAIN(NULL, NULL)
