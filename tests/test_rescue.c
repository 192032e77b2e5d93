/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the plans' best move is likely to lose the game, vedette tries moves that the plans do not like. */
#include "cmocka_all.h"
#include "engine.h"
#include "plans_at.h"
#include "rollout/study.h"

#include <string.h>

static const struct rollout_account *account_of(const struct rollout_study *study, const char *text)
{
    char name[MOVE_TEXT];
    for (int i = 0; i < study->count; i++)
        if (strcmp(move_write(study->move[i].move, false, NOTATION_DEBOER, name), text) == 0)
            return &study->move[i];
    return NULL;
}

/* Returns its move, and in `study` what it was chosen from; NULL: no study. */
static struct move choose_and_study(const struct view *view, const char *spec, int threads,
                                    struct rollout_study *study)
{
    struct agent agent;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    engine_start(&agent, spec);
    struct think think = {.rng = &rng, .threads = threads, .study = study != NULL};
    struct move move = agent_move(&agent, view, &think);
    if (study)
        *study = *agent_study(&agent);
    agent_end(&agent);
    return move;
}

static double lost(const struct rollout_study *study, const struct rollout_account *account)
{
    return (double)account->result[result_win(side_other(study->me))] / account->worlds;
}

/* The general's flight is all that the plans leave, and loses in a quarter of the worlds or more; another
 * move loses in fewer. The answer is the same with a study and without, on one thread and on two. */
TEST(test_rescue)
{
    static struct rollout_study without, with;
    struct plans_at *at = plans_start("rescue", "deepnash", "FlagDefense");
    view_init(&at->view, &at->position, at->position.board.to_move);
    struct move plain = choose_and_study(&at->view, "vedette:rescue=0", 1, &without);
    assert_int_equal(without.count, 1);
    assert_true(account_of(&without, "i6-i7") == &without.move[0]);
    struct move found = choose_and_study(&at->view, "vedette", 1, &with);
    struct move moves[MOVES_MAX];
    int legal = board_moves(&at->position.board, moves);
    assert_int_equal(with.count, legal < 12 ? legal : 12);
    assert_false(move_equal(plain, found));
    const struct rollout_account *flight = account_of(&with, "i6-i7"), *best = &with.move[with.best];
    assert_true(flight && flight->worlds > 0 && best->worlds > 0);
    assert_true(lost(&with, best) < lost(&with, flight));
    assert_true(move_equal(choose_and_study(&at->view, "vedette", 1, NULL), found));
    assert_true(move_equal(choose_and_study(&at->view, "vedette", 2, NULL), found));
    assert_true(move_equal(choose_and_study(&at->view, "vedette", 2, &with), found));
    choose_and_study(&at->view, "vedette:rescue=5", 1, &with);
    assert_int_equal(with.count, 5);
    plans_end(at);
}

/* The values of the first moves tried, as a bot reports them. */
struct known_values {
    int count;
    double value[HALVING_ARMS];
};

static void keep_values(void *context, const struct progress *progress)
{
    struct known_values *known = context;
    known->count = progress->roots;
    for (int i = 0; i < progress->roots; i++)
        known->value[i] = progress->root[i].value;
}

/* What an agent says of a view by seed 1. */
static struct known_values values_of(struct agent *agent, const struct view *view)
{
    struct known_values known = {0};
    struct rng rng;
    rng_seed(&rng, 1, 0);
    agent_move(agent, view, &(struct think){.rng = &rng, .report = keep_values, .context = &known});
    return known;
}

/* Asked again with the same seed in another position, as after moves taken back, it does not take up
 * what came of moves in the one before. */
TEST(test_taken_back)
{
    static const char *const one[] = {"d8-d9", "b1-b2"}, *const two[] = {"d8-c8", "b1-b2"};
    struct known_values again[2], fresh;
    struct agent agent;
    engine_start(&agent, "vedette");
    for (int way = 0; way < 2; way++) {
        struct plans_at *at = plans_start("rescue", "deepnash", "FlagDefense");
        struct agent other;
        for (int i = 0; i < 2; i++)
            plans_play_text(at, way ? two[i] : one[i]);
        view_init(&at->view, &at->position, at->position.board.to_move);
        again[way] = values_of(&agent, &at->view);
        engine_start(&other, "vedette");
        fresh = values_of(&other, &at->view);
        assert_true(fresh.count > 0);
        assert_memory_equal(&fresh, &again[way], sizeof fresh);
        agent_end(&other);
        plans_end(at);
    }
    agent_end(&agent);
}

/* Where nothing is lost, no more are tried than the plans like. */
TEST(test_calm)
{
    static struct rollout_study without, with;
    struct plans_at *at = plans_start("first-step", "deepnash", "FlagDefense");
    view_init(&at->view, &at->position, at->position.board.to_move);
    struct move plain = choose_and_study(&at->view, "vedette:rescue=0", 1, &without);
    assert_true(move_equal(choose_and_study(&at->view, "vedette", 1, &with), plain));
    assert_int_equal(with.count, without.count);
    plans_end(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rescue), cmocka_unit_test(test_calm),
                                       cmocka_unit_test(test_taken_back)};
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
