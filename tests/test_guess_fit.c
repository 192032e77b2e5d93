/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning from games: self-play, marks of games, weights picked by trial, and who seems to play. */
#include "cmocka_all.h"
#include "console/command.h"
#include "lab/bench_guess.h"
#include "lab/guess_fit.h"
#include "lab/self_play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const players[] = {"invincible:belief.kind=counts", "random"};

static void play(struct lessons *lessons, size_t games, uint64_t seed, int jobs)
{
    struct settings settings;
    struct error error;
    settings_init(&settings, option_groups);
    const struct self_play_terms terms = {.players = players, .player_count = 2, .games = games,
                                          .rules = *rules_find("deepnash"), .seed = seed, .jobs = jobs,
                                          .settings = &settings};
    assert_int_equal(self_play(&terms, lessons, &error), STATUS_OK);
    settings_free(&settings);
}

/* Three pairs share seven games; any number of jobs plays the same ones, another seed others. */
static void test_self_play(void **state)
{
    (void)state;
    struct lessons one = {0}, two = {0}, other = {0};
    static struct game_marks marks;
    play(&one, 7, 5, 1);
    play(&two, 7, 5, 2);
    play(&other, 7, 6, 1);
    assert_int_equal(one.count, 7);
    assert_int_equal(two.count, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(one.items[i].count, two.items[i].count);
        assert_true(one.items[i].count > 0);
        for (uint32_t k = 0; k < one.items[i].count; k++)
            assert_true(one.items[i].events[k].move.from == two.items[i].events[k].move.from &&
                        one.items[i].events[k].move.to == two.items[i].events[k].move.to);
    }
    lessons_mark(&one, &marks);
    assert_int_equal(marks.count, 7);
    for (size_t i = 1; i < marks.count; i++)
        assert_true(marks.mark[i] > marks.mark[i - 1]);
    assert_int_equal(lessons_marked(&two, &marks), 7);
    assert_int_equal(lessons_marked(&other, &marks), 0);
    two.items[3].count--; /* a game cut short is another one */
    assert_int_equal(lessons_marked(&two, &marks), 6);
    lessons_free(&one);
    lessons_free(&two);
    lessons_free(&other);
}

/* An unknown player, and a stop, say so. */
static void test_self_play_ends(void **state)
{
    (void)state;
    static const char *const nobody[] = {"nobody"};
    struct settings settings;
    struct lessons lessons = {0};
    struct error error;
    atomic_bool stop = true;
    settings_init(&settings, option_groups);
    struct self_play_terms terms = {.players = nobody, .player_count = 1, .games = 2, .jobs = 1,
                                    .rules = *rules_find("deepnash"), .settings = &settings};
    assert_int_equal(self_play(&terms, &lessons, &error), STATUS_BAD);
    terms.players = players;
    terms.stop = &stop;
    assert_int_equal(self_play(&terms, &lessons, &error), STATUS_NO);
    assert_int_equal(lessons.count, 0);
    lessons_free(&lessons);
    settings_free(&settings);
}

static double loss(const struct belief_knowledge *knowledge, const struct lessons *lessons)
{
    struct guess_sum sums[GUESS_PLIES] = {{0}};
    for (size_t i = 0; i < lessons->count; i++)
        for (int side = RED; side <= BLUE; side++)
            guess_follow(knowledge, &lessons->items[i], (enum side)side, sums);
    return sums[GUESS_PLIES - 1].loss / sums[GUESS_PLIES - 1].pieces;
}

/* What is learnt does not depend on the number of jobs, and a kind of player without lessons keeps model and
 * weights. */
static void test_fit(void **state)
{
    (void)state;
    struct lessons lessons = {0};
    struct setup_statistics *statistics = calloc(1, sizeof *statistics);
    struct belief_model *start = belief_model_standard(), *fitted[2];
    struct belief_options options;
    setup_statistics_human(statistics);
    belief_options_default(&options);
    play(&lessons, 9, 7, 2);
    for (int jobs = 1; jobs <= 2; jobs++) {
        struct guess_fit_terms terms = {.lessons = {lessons.items}, .count = {lessons.count},
                                        .options = options, .statistics = statistics, .jobs = jobs};
        struct belief_model *model = fitted[jobs - 1] = malloc(sizeof *model);
        *model = *start;
        guess_fit(&terms, model);
        assert_int_equal(model->conduct[CONDUCT_PEOPLE].games, lessons.count);
        assert_memory_equal(&model->conduct[CONDUCT_PROGRAMS], &start->conduct[CONDUCT_PROGRAMS],
                            sizeof start->conduct[CONDUCT_PROGRAMS]);
        assert_true(model->weights.programs == start->weights.programs &&
                    model->weights.evidence == start->weights.evidence);
    }
    assert_memory_equal(&fitted[0]->weights, &fitted[1]->weights, sizeof fitted[0]->weights);
    assert_memory_equal(&fitted[0]->conduct, &fitted[1]->conduct, sizeof fitted[0]->conduct);
    free(start);
    free(fitted[0]);
    free(fitted[1]);
    free(statistics);
    lessons_free(&lessons);
}

/* Of a program's games the guesser finds out that a program plays; where it takes all for people it does not;
 * and knowing it makes the guesses better. A weight that the user sets beats the model's. */
static void test_who_plays(void **state)
{
    (void)state;
    struct lessons lessons = {0};
    struct setup_statistics *statistics = calloc(1, sizeof *statistics);
    struct belief_model *model = belief_model_standard();
    struct belief_options options;
    struct belief_knowledge *knowledge = calloc(2, sizeof *knowledge);
    setup_statistics_human(statistics);
    belief_options_default(&options);
    play(&lessons, 1, 901, 1); /* the first pair: the planner against itself */
    for (int open = 0; open < 2; open++) {
        options.prior = 0.1 * open;
        assert_int_equal(belief_knowledge_init(&knowledge[open], &options, statistics, model, NULL),
                         STATUS_OK);
        assert_true(knowledge[open].options.weights.people == model->weights.people);
        struct belief belief;
        belief_init_scene(&belief, &knowledge[open], &lessons.items[0].start, BLUE);
        assert_true(fabs(belief.share[CONDUCT_PROGRAMS] - 0.1 * open) < 1e-6);
        for (uint32_t i = 0; i < lessons.items[0].count && i < 120; i++)
            belief_event(&belief, &lessons.items[0].events[i]);
        assert_true(open ? belief.share[CONDUCT_PROGRAMS] > 0.9 : belief.share[CONDUCT_PROGRAMS] == 0);
        assert_true(fabs(belief.fit) <= 8);
    }
    assert_true(loss(&knowledge[1], &lessons) < loss(&knowledge[0], &lessons));
    options.weights.people = 0.123;
    belief_knowledge_init(&knowledge[0], &options, statistics, model, NULL);
    assert_true(knowledge[0].options.weights.people == 0.123);
    assert_true(knowledge[0].options.weights.joint == model->weights.joint);
    free(knowledge);
    free(model);
    free(statistics);
    lessons_free(&lessons);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_self_play),
        cmocka_unit_test(test_self_play_ends),
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_who_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
