/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mistakes that appendix C of De Boer 2007 blames on the program, put to the whole planner: all plans but
 * Random, with the guesser in use. test_planner.c asks the plans one by one. */
#include "agent/agent.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "game/notation.h"
#include "plan/planner_state.h"
#include "plans_at.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position tests/positions/deboer-NAME.yaml. The planner must choose one of the moves `right`, or, where
 * there are none, none of `wrong`; moves apart by blanks. */
struct mistake {
    const char *name, *right, *wrong;
    const char *fails;   /* why the planner is known to miss it; NULL: it does not */
};

static const struct mistake lessons[] = {
    {"C1-3", NULL, "a4-a5", NULL},
    {"C1-32", "e5-e6", NULL, NULL},
    {"C1-249", "e6-e5", NULL, NULL},
    {"C1-303", "d2-c2", NULL, NULL},
    {"C2-64", NULL, "j2-j3 i1-i2 j2-i2", NULL},
    {"C2-124", NULL, "b5-b6 b5-a5 b5-b7", NULL}, /* the bluff: towards the colonel on b7, or before him */
    {"C2-147", "e7-e8", NULL, NULL},
    /* "Invincible should have moved his marshal to a more active position": away from the right side, be it
     * home or towards b8 and what is left in front. */
    {"C2-240", "i8-h8 i8-i7 j7-j6", NULL, NULL},
    {"C2-290", NULL, "e3-e2", NULL},
    {"C2-400", "e7-f7", NULL, NULL},
    {"C3-114", NULL, "d3-c3 i1-i2 i1-h1", NULL},
    {"C3-215", NULL, "e7-e8", NULL},
    {"C4-181", "e6-e7", NULL, NULL},
    {"C5-14", "b5-b6", NULL, NULL},
    {"C5-124", "e6-e7", NULL, NULL},
    {"C5-430", "c3-b3", NULL, NULL},
};

enum { LESSONS = sizeof lessons / sizeof lessons[0] };

/* The planner's move in a position, as text. */
static void choose(const struct mistake *lesson, struct planner_state *planner_state, char text[MOVE_TEXT])
{
    const char *root = getenv("srcdir");
    char path[512];
    double total[MOVES_MAX];
    struct position position = {0};
    struct view view = {0};
    struct error error = {0};
    struct rng rng;
    struct plan_context *context = calloc(1, sizeof *context);
    snprintf(path, sizeof path, "%s/tests/positions/deboer-%s.yaml", root ? root : ".", lesson->name);
    if (file_position(path, &position, &error))
        fail_msg("%s", error.text);
    view_init(&view, &position, position.board.to_move);
    rng_seed(&rng, 63, 0);
    planner_state_context(planner_state, &view, &rng, context);
    int best = planner_choose(&planner_state->planner, context, total);
    assert_true(best >= 0);
    move_write(context->moves[best].move, false, NOTATION_DEBOER, text);
    view_free(&view);
    position_free(&position);
    free(context);
}

static void test_lessons(void **state)
{
    (void)state;
    struct settings settings = {0};
    struct library *library = library_new();
    struct belief_sources sources;
    struct planner_state planner_state;
    int passed = 0, failed = 0, unexpected = 0;
    settings_init(&settings, option_groups);
    assert_int_equal(settings_set(&settings, "plan_random.weight", "0", "test", NULL), STATUS_OK);
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(&planner_state, &settings, &sources);
    for (int i = 0; i < LESSONS; i++) {
        const struct mistake *lesson = &lessons[i];
        char move[MOVE_TEXT];
        choose(lesson, &planner_state, move);
        bool good = lesson->right ? plans_listed(lesson->right, move) : !plans_listed(lesson->wrong, move);
        if (good != !lesson->fails)
            print_error("%s: %s%s\n", lesson->name, move,
                        good ? " is right, though marked as known to fail" : " is wrong");
        else if (lesson->fails)
            print_message("%s: known to fail: %s\n", lesson->name, lesson->fails);
        passed += good;
        failed += !good;
        unexpected += good != !lesson->fails;
    }
    print_message("mistakes of appendix C: the whole planner finds %d, misses %d\n", passed, failed);
    planner_state_free(&planner_state);
    settings_free(&settings);
    library_free(library);
    assert_int_equal(unexpected, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
