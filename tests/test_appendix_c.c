/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mistakes that appendix C of De Boer 2007 blames on the program, put to the whole planner: all plans but
 * Random, with De Boer's guesser, for which the table was written, and with the one in use. test_planner.c
 * runs the plans one by one. */
#include "agent/agent.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "game/notation.h"
#include "observer/planner_state.h"
#include "plans_at.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position tests/positions/deboer-NAME.yaml. The planner must choose one of the moves `right`, or, where
 * there are none, none of `wrong`; moves apart by blanks. */
struct mistake {
    const char *name, *right, *wrong;
    const char *fails[2]; /* why it is known to be missed with each guesser; NULL: it is not */
};

static const char *const guessers[] = {"deboer", "bayes"};

static const struct mistake mistakes[] = {
    {"C1-3", NULL, "a4-a5"},
    {"C1-32", "e5-e6", NULL},
    {"C1-249", "e6-e5", NULL, {"a guard that steps up is 0.06 points better", NULL}},
    {"C1-303", "d2-c2", NULL},
    {"C2-64", NULL, "j2-j3 i1-i2 j2-i2"},
    {"C2-124", NULL, "b5-b6 b5-a5 b5-b7"}, /* the bluff: towards the colonel on b7, or before it */
    {"C2-147", "e7-e8", NULL},
    /* "Invincible should have moved his marshal to a more active position": away from the right side, be it
     * home or towards b8 and what is left in front. */
    {"C2-240", "i8-h8 i8-i7 j7-j6", NULL},
    {"C2-290", NULL, "e3-e2"},
    {"C2-400", "e7-f7", NULL},
    {"C3-114", NULL, "d3-c3 i1-i2 i1-h1"},
    {"C3-215", NULL, "e7-e8"},
    {"C4-181", "e6-e7", NULL, {NULL, "what stood beside a known colonel for 56 plies is taken for a bomb"}},
    {"C5-14", "b5-b6", NULL},
    {"C5-124", "e6-e7", NULL},
    {"C5-430", "c3-b3", NULL},
};

enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

/* The planner's move in a position, as text. */
static void choose(const struct mistake *mistake, struct planner_state *planner_state, char text[MOVE_TEXT])
{
    double total[MOVES_MAX];
    struct position position = {0};
    struct view view = {0};
    struct rng rng;
    struct plan_context *context = calloc(1, sizeof *context);
    source_position(&position, "deboer-%s.yaml", mistake->name);
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

/* Returns the number of mistakes in which the planner with a guesser differs from the table. */
static int count_unexpected(int guesser)
{
    struct settings settings = {0};
    struct library *library = library_new();
    struct belief_sources sources;
    struct planner_state planner_state;
    int failed = 0, unexpected = 0;
    settings_init(&settings, option_groups);
    assert_int_equal(settings_set(&settings, "plan_random.weight", "0", "test", NULL), STATUS_OK);
    assert_int_equal(settings_set(&settings, "belief.kind", guessers[guesser], "test", NULL), STATUS_OK);
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(&planner_state, &settings, &sources);
    for (int i = 0; i < MISTAKES; i++) {
        const struct mistake *mistake = &mistakes[i];
        const char *fails = mistake->fails[guesser];
        char move[MOVE_TEXT];
        choose(mistake, &planner_state, move);
        bool good = mistake->right ? plans_listed(mistake->right, move) : !plans_listed(mistake->wrong, move);
        if (good != !fails)
            print_error("%s, %s: %s%s\n", mistake->name, guessers[guesser], move,
                        good ? " is right, though marked as known to fail" : " is wrong");
        else if (fails)
            print_message("%s, %s: known to fail: %s\n", mistake->name, guessers[guesser], fails);
        failed += !good;
        unexpected += good != !fails;
    }
    print_message("mistakes of appendix C: the planner with the guesser %s finds %d, misses %d\n",
                  guessers[guesser], MISTAKES - failed, failed);
    planner_state_free(&planner_state);
    settings_free(&settings);
    library_free(library);
    return unexpected;
}

TEST(test_mistakes)
{
    for (int guesser = 0; guesser < 2; guesser++)
        assert_int_equal(count_unexpected(guesser), 0);
}

TESTS_MAIN(NULL, NULL)
