/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent rnad: its step of search, on a position where one move wins, with any number of threads, and
 * blind to hidden ranks. */
#include "agent/kinds.h"
#include "agent/rnad_search.h"
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct settings settings;
static struct library *library;
static struct policy_model *model;
static struct policy *policy;

static int begin(void **state)
{
    (void)state;
    struct error error;
    settings_init(&settings, option_groups);
    library = library_new();
    model = policy_model_untrained();
    return policy_new(model->net, &model->shape, &policy, &error) == STATUS_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    policy_free(policy);
    policy_model_free(model);
    library_free(library);
    settings_free(&settings);
    return 0;
}

static void set_out(struct position *position, const char *picture)
{
    struct placement start;
    placement_draw(&start, RED, picture);
    assert_int_equal(position_init(position, &start, rules_find("deepnash"), NULL), STATUS_OK);
}

/* --- search --- */

/* The hidden piece on a10 must be the flag. */
static const char won[] =
    "bF   .    .    .    .    .    .    .    .    b4*!\n"
    "r9*  .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    r7*  .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    rF\n";

/* What a view's moves come to. */
struct searched {
    int count;
    uint32_t worlds;
    struct move moves[MOVES_MAX];
    float before[MOVES_MAX], after[MOVES_MAX];
    double chance[MOVES_MAX];
};

static void search(const struct view *view, enum rnad_search_kind kind, double eta, double tau, int threads,
                   struct searched *found)
{
    struct rng rng;
    struct error error;
    struct rnad_search *search;
    const struct rnad_search_options options = {kind, eta, tau, 4, 0, 2, policy_steps_none};
    const struct think think = {.rng = &rng, .threads = threads};
    rng_seed(&rng, 11, 0);
    assert_int_equal(rnad_search_new(&options, model, &settings, library, &search, &error), STATUS_OK);
    found->count = policy_moves(policy, &policy_steps_paper, view, found->moves, found->before);
    memcpy(found->after, found->before, sizeof found->after);
    found->worlds = rnad_search_step(search, view, &think, found->moves, found->count, found->after,
                                     found->chance);
    rnad_search_free(search);
}

/* The step goes to the move that wins, the farther the greater eta; a great tau takes pieces and moves
 * evenly. */
static void finds_a_win(void **state)
{
    (void)state;
    struct position position;
    struct view view = {0};
    struct searched found;
    set_out(&position, won);
    view_init(&view, &position, RED);
    for (int kind = RNAD_SEARCH_POLICY; kind <= RNAD_SEARCH_PLANNER; kind++) {
        search(&view, (enum rnad_search_kind)kind, 500, 0, 1, &found);
        assert_int_equal(found.worlds, 4);
        for (int i = 0; i < found.count; i++) {
            assert_true(found.before[i] > 0);
            bool wins = found.moves[i].to == square_at(0, 9);
            assert_true(wins ? found.chance[i] == 1 : found.chance[i] < 0.99);
            assert_true(wins ? found.after[i] > 0.9f : found.after[i] < found.before[i]);
        }
        search(&view, (enum rnad_search_kind)kind, 0, 0, 1, &found);
        for (int i = 0; i < found.count; i++)
            assert_true(fabsf(found.after[i] - found.before[i]) < 1e-6f);
        search(&view, (enum rnad_search_kind)kind, 10, 1e6, 1, &found);
        for (int i = 0; i < found.count; i++) { /* two pieces, one with 3 moves, one with 4 */
            bool first = found.moves[i].from == square_at(0, 8);
            assert_true(fabsf(found.after[i] - (first ? 1 / 6.0f : 1 / 8.0f)) < 1e-3f);
        }
    }
    view_free(&view);
    position_free(&position);
}

/* The same for any number of threads, and for games that differ in hidden ranks alone. */
static void same_for_all(void **state)
{
    (void)state;
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 8, 0);
    for (int game = 0; made < 2; game++) {
        struct twins twins;
        struct view one = {0}, two = {0};
        struct searched first, other;
        if (!twins_make(&twins, 60 + (int)rng_below(&rng, 100), rules_find("deepnash"), &rng))
            continue;
        enum rnad_search_kind kind = made++ ? RNAD_SEARCH_POLICY : RNAD_SEARCH_PLANNER;
        view_init(&one, &twins.one, twins.watcher);
        view_init(&two, &twins.two, twins.watcher);
        search(&one, kind, 10, 0.001, 1, &first);
        search(&two, kind, 10, 0.001, 2, &other);
        assert_true(first.worlds == 4 && other.worlds == 4);
        assert_memory_equal(first.after, other.after, (size_t)first.count * sizeof first.after[0]);
        view_free(&one);
        view_free(&two);
        twins_free(&twins);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_a_win),
        cmocka_unit_test(same_for_all),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
