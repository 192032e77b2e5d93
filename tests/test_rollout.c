/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds played out: the halving against a second one written otherwise, and the agent
 * vedette, which does not peek, answers the same on any number of threads, and stops on demand. */
#include "agent/kinds.h"
#include "agent_choice.h"
#include "base/clock.h"
#include "base/memory.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "observer/opponents.h"
#include "observer/planner_state.h"
#include "rollout/halving.h"
#include "rollout/study.h"
#include "twins.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- halving --- */

/* Results that are worked out from arm and world alone; the calls are kept. */
struct arm_results {
    double mean[HALVING_ARMS], spread;
    uint32_t worlds[HALVING_ARMS];
};

static double result_of(const struct arm_results *tried, int arm, uint32_t world)
{
    struct rng rng;
    rng_seed(&rng, (uint64_t)arm + 100, world);
    return tried->mean[arm] + tried->spread * (rng_unit(&rng) - 0.5);
}

static bool try_all(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds, double *value,
                    uint64_t *known)
{
    struct arm_results *tried = context;
    (void)known;
    for (int i = 0; i < arms; i++) {
        assert_int_equal(tried->worlds[arm[i]], first); /* each world once, in a row */
        tried->worlds[arm[i]] += worlds;
        for (uint32_t w = 0; w < worlds; w++)
            value[(size_t)i * worlds + w] = result_of(tried, arm[i], first + w);
    }
    return true;
}

/* Sequential halving as in the paper, slowly: sorts all that are left anew in each round. */
static int halve_slowly(const struct arm_results *tried, const double *bonus, int arms, uint32_t budget,
                        uint32_t worlds[HALVING_ARMS])
{
    int left[HALVING_ARMS], count = arms, rounds = 0;
    uint32_t seen = 0;
    for (int i = 0; i < arms; i++)
        left[i] = i;
    for (int size = arms; size > 1; size = size - size / 2)
        rounds++;
    while (count > 1) {
        uint32_t share = budget * (uint32_t)arms / (uint32_t)(rounds * count);
        seen += share ? share : 1;
        double score[HALVING_ARMS];
        for (int i = 0; i < count; i++) {
            double sum = 0;
            worlds[left[i]] = seen;
            for (uint32_t w = 0; w < seen; w++)
                sum += result_of(tried, left[i], w);
            score[i] = sum / seen + bonus[left[i]];
        }
        for (int i = 1; i < count; i++)
            for (int k = i; k > 0 && score[k] > score[k - 1]; k--) {
                double s = score[k];
                int l = left[k];
                score[k] = score[k - 1], left[k] = left[k - 1];
                score[k - 1] = s, left[k - 1] = l;
            }
        count -= count / 2;
    }
    return left[0];
}

TEST(test_halving)
{
    struct halving halving = {0};
    struct rng rng;
    int right = 0, games = 0;
    rng_seed(&rng, 1, 0);
    for (int arms = 2; arms <= 13; arms++)
        for (uint32_t budget = 1; budget <= 40; budget += 13, games++) {
            struct arm_results tried = {.spread = 0.5};
            double bonus[HALVING_ARMS];
            uint32_t worlds[HALVING_ARMS] = {0};
            int truth = 0;
            for (int i = 0; i < arms; i++) {
                tried.mean[i] = rng_unit(&rng);
                bonus[i] = 0.3 * rng_unit(&rng);
                truth = tried.mean[i] + bonus[i] > tried.mean[truth] + bonus[truth] ? i : truth;
            }
            int slow = halve_slowly(&tried, bonus, arms, budget, worlds);
            halving_run(&halving, &(struct halving_terms){.arms = arms, .bonus = bonus, .worlds = budget,
                                                          .try = try_all, .context = &tried});
            assert_int_equal(halving.best, slow);
            uint64_t trials = 0;
            for (int i = 0; i < arms; i++) {
                double sum = 0;
                assert_int_equal(halving.arm[i].worlds, worlds[i]);
                for (uint32_t w = 0; w < worlds[i]; w++)
                    sum += result_of(&tried, i, w);
                assert_true(fabs(halving.arm[i].mean - sum / worlds[i]) < 1e-12);
                trials += worlds[i];
            }
            assert_true(trials == halving.trials);
            right += slow == truth;
        }
    assert_true(right > games / 2);
    halving_free(&halving);
}

/* A move that is surely behind is soon out; the rest of the budget is not spent. */
TEST(test_sure)
{
    struct halving halving = {0};
    struct arm_results tried = {.mean = {0, 5, 0.1, 0}, .spread = 1};
    const double bonus[4] = {0};
    halving_run(&halving, &(struct halving_terms){.arms = 4, .bonus = bonus, .worlds = 1000, .sure = 3,
                                                  .try = try_all, .context = &tried});
    assert_int_equal(halving.best, 1);
    assert_int_equal(halving.trials, 4 * 8);
    assert_true(halving.arm[1].error > 0 && halving.arm[1].error < 0.3);
    halving_free(&halving);
}

/* Of moves that count as equal to the best one is taken, by the number drawn: of those that are further
 * behind none, and where nothing counts as equal the best. */
TEST(test_equal)
{
    const double bonus[4] = {0, 0.5, 0, 0};
    const double truth[4] = {1, 0.495, 0.98, 0};
    for (int wanted = 0; wanted < 2; wanted++)
        for (int draw = 0; draw < 10; draw++) {
            struct halving halving = {0};
            struct arm_results tried = {.spread = 0.2};
            memcpy(tried.mean, truth, sizeof truth);
            halving_run(&halving, &(struct halving_terms){.arms = 2, .bonus = bonus, .worlds = 400,
                                                          .equal = wanted ? 0.05 : 0, .draw = draw / 10.0,
                                                          .try = try_all, .context = &tried});
            int best = halving.arm[0].mean > halving.arm[1].mean + bonus[1] ? 0 : 1;
            assert_int_equal(halving.best, wanted ? draw / 5 : best);
            halving_free(&halving);
            tried = (struct arm_results){.spread = 0};
            memcpy(tried.mean, truth, sizeof truth);
            halving_run(&halving, &(struct halving_terms){.arms = 4, .bonus = bonus, .worlds = 40,
                                                          .equal = wanted ? 0.01 : 0, .draw = draw / 10.0,
                                                          .try = try_all, .context = &tried});
            assert_int_equal(halving.best, wanted ? draw / 5 : 0);
            halving_free(&halving);
        }
}

/* All moves are worth the same in the first so many worlds; after that the later half is worth nothing. */
static bool try_late(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds,
                     double *value, uint64_t *known)
{
    const uint32_t *alike = context;
    (void)known;
    for (int i = 0; i < arms; i++)
        for (uint32_t w = 0; w < worlds; w++)
            value[(size_t)i * worlds + w] = arm[i] < 4 || first + w < *alike;
    return true;
}

/* What went out after few worlds does not count as equal, though it was so in these. */
TEST(test_equal_in_few)
{
    const double bonus[8] = {0};
    static const uint32_t budgets[] = {8, 80};
    for (int k = 0; k < 2; k++) {
        int taken[8] = {0};
        uint32_t alike = budgets[k] / 3; /* the first round */
        for (int draw = 0; draw < 16; draw++) {
            struct halving halving = {0};
            halving_run(&halving, &(struct halving_terms){.arms = 8, .bonus = bonus, .worlds = budgets[k],
                                                          .equal = 0.01, .draw = draw / 16.0,
                                                          .try = try_late, .context = &alike});
            assert_int_equal(halving.arm[7].worlds, alike);
            assert_true(halving.arm[0].worlds > 2 * alike);
            assert_int_equal(halving.equals, 2);
            taken[halving.best]++;
            halving_free(&halving);
        }
        assert_int_equal(taken[0], 8); /* the two that came to the last round */
        assert_int_equal(taken[1], 8);
    }
}

/* By time a first batch is small, so that one is done where there is hardly any: two worlds each. */
TEST(test_small_batches)
{
    struct halving halving = {0};
    struct arm_results tried = {.mean = {0, 1, 2, 3}, .spread = 0.1};
    const double bonus[4] = {0};
    halving_run(&halving, &(struct halving_terms){.arms = 4, .bonus = bonus, .seconds = 1e-9, .try = try_all,
                                                  .context = &tried});
    assert_int_equal(halving.best, 3);
    assert_int_equal(halving.trials, 4 * 2);
    halving_free(&halving);
}

/* As try_all, each trial a millisecond or more. */
static bool try_slowly(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds,
                       double *value, uint64_t *known)
{
    for (uint32_t trial = 0; trial < (uint32_t)arms * worlds; trial++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return try_all(context, arm, arms, first, worlds, value, known);
}

/* Behind the first batch none begins that would not be done in time: of trials that take a millisecond at
 * least there are no more than milliseconds, however long they take; and no more worlds than are enough. */
TEST(test_batches_fit)
{
    const double bonus[4] = {0};
    for (int even = 0; even < 2; even++)
        for (uint32_t max = 0; max <= 3; max += 3) {
            struct arm_results tried = {.mean = {0, 1, 2, 3}, .spread = 0.1};
            struct halving halving = {0};
            halving_run(&halving, &(struct halving_terms){.arms = 4, .bonus = bonus, .seconds = 0.03,
                                                          .max_worlds = max, .even = even, .try = try_slowly,
                                                          .context = &tried});
            assert_in_range(halving.trials, 4 * 2, 30);
            for (int arm = 0; arm < 4; arm++)
                assert_in_range(halving.arm[arm].worlds, 2, max ? max : 30);
            assert_int_equal(halving.best, 3);
            halving_free(&halving);
        }
}

enum { KNOWN_BEFORE = 100 };

/* As try_slowly, but the first hundred worlds are known and take no time. */
static bool try_late_ones_slowly(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds,
                                 double *value, uint64_t *known)
{
    uint32_t before = first >= KNOWN_BEFORE ? 0 : KNOWN_BEFORE - first;
    before = before < worlds ? before : worlds;
    *known += (uint64_t)arms * before;
    for (uint32_t trial = 0; trial < (uint32_t)arms * (worlds - before); trial++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return try_all(context, arm, arms, first, worlds, value, known);
}

/* Nor where much was known before: that it took no time says nothing of the rest. */
TEST(test_known_take_no_time)
{
    const double bonus[4] = {0};
    for (int even = 0; even < 2; even++) {
        struct arm_results tried = {.mean = {0, 1, 2, 3}, .spread = 0.1};
        struct halving halving = {0};
        halving_run(&halving, &(struct halving_terms){.arms = 4, .bonus = bonus, .seconds = 0.03,
                                                      .even = even, .try = try_late_ones_slowly,
                                                      .context = &tried});
        assert_int_equal(halving.known, 4 * KNOWN_BEFORE);
        assert_in_range(halving.trials - halving.known, 2 * 2, 30);
        halving_free(&halving);
    }
}

/* The worlds of the greatest batch. */
struct batch_watch {
    struct arm_results tried;
    uint32_t max;
};

static bool try_watched(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds,
                        double *value, uint64_t *known)
{
    struct batch_watch *watch = context;
    watch->max = worlds > watch->max ? worlds : watch->max;
    return try_all(&watch->tried, arm, arms, first, worlds, value, known);
}

/* By time a batch has eight worlds for each thread; by worlds eight, so that threads change nothing. */
TEST(test_batches_by_threads)
{
    const double bonus[4] = {0};
    for (int threads = 0; threads <= 3; threads++)
        for (int timed = 0; timed < 2; timed++) {
            struct batch_watch watch = {.tried = {.mean = {0, 1, 2, 3}, .spread = 0.1}};
            struct halving halving = {0};
            halving_run(&halving,
                        &(struct halving_terms){.arms = 4, .bonus = bonus, .worlds = 100, .even = true,
                                                .seconds = timed ? 600 : 0, .max_worlds = timed ? 100 : 0,
                                                .threads = threads, .try = try_watched, .context = &watch});
            assert_int_equal(watch.max, timed && threads ? 8 * threads : 8);
            assert_int_equal(halving.trials, 4 * 100);
            halving_free(&halving);
        }
}

/* --- the agent --- */

static void choose_answer(const struct view *view, const char *spec, int threads, struct agent_choice *answer)
{
    struct agent agent;
    struct error error;
    struct rng rng;
    rng_seed(&rng, 7, 0);
    if (agent_start(&agent, spec, &settings, library, &error) != STATUS_OK)
        fail_msg("%s: %s", spec, error.text);
    agent_choose(&agent, view, (struct think){.rng = &rng, .threads = threads}, answer);
    agent_end(&agent);
}

/* Hidden pieces are exchanged, and threads are added: the answer stays, to the last bit of its reports. */
static void try_twins(const char *spec)
{
    struct agent_choice one, two, threads;
    struct rng rng;
    const int wanted = (int)test_size("ROLLOUT_TWINS", 6);
    int seen = 0, played = 0;
    rng_seed(&rng, 5, 0);
    for (int game = 0; game < 7 * wanted && seen < wanted; game++) {
        struct twins twins;
        struct view view[2] = {{0}};
        if (!twins_make(&twins, 20 + 30 * (game % 40), rules_find("isf"), &rng))
            continue;
        view_init(&view[0], &twins.one, twins.watcher);
        view_init(&view[1], &twins.two, twins.watcher);
        if (twins.one.board.to_move == twins.watcher && board_outcome(&view[0].board).result == RESULT_OPEN) {
            choose_answer(&view[0], spec, 1, &one);
            choose_answer(&view[1], spec, 1, &two);
            choose_answer(&view[0], spec, 2, &threads);
            agent_choices_same(&one, &two);
            agent_choices_same(&one, &threads);
            played += one.progress.nodes > 0;
            seen++;
        }
        view_free(&view[0]);
        view_free(&view[1]);
        twins_free(&twins);
    }
    assert_true(seen == wanted && played > wanted / 3);
}

TEST(test_twins)
{
    try_twins("vedette:worlds=4,plies=5,behind=200,mixture=1");
    /* The evidence, which takes longest, is with the first alone. */
    try_twins("vedette:worlds=4,plies=5,observer.opponent=0,behind=200,value=0.7");
    try_twins("vedette:worlds=2,plies=4,observer.opponent=0,behind=200");
}

/* What an agent chooses from, each move that it tries in a single world. */
static void study_in_one(const struct view *view, const char *spec, struct rollout_study *study)
{
    struct agent agent;
    struct rng rng;
    rng_seed(&rng, 7, 0);
    assert_int_equal(agent_start(&agent, spec, &settings, library, NULL), STATUS_OK);
    agent_move(&agent, view, &(struct think){.rng = &rng, .all_roots = true, .study = true, .samples = 1});
    const struct rollout_study *reported = agent_study(&agent);
    *study = reported ? *reported : (struct rollout_study){0};
    agent_end(&agent);
    study->count = study->possible ? study->count : 0;
}

/* What each of the moves is worth in it, and its chance by the learnt value. */
static int value_in_one(const struct view *view, const char *spec, double mean[HALVING_ARMS],
                        double chance[HALVING_ARMS])
{
    static struct rollout_study study;
    study_in_one(view, spec, &study);
    for (int i = 0; i < study.count; i++) {
        double bounded = study.move[i].mean / (study.won * rollout_bounded(50, 1));
        mean[i] = fabs(bounded) < 1 ? study.won * atanh(bounded) : copysign(ROLLOUT_WON, bounded);
        chance[i] = study.move[i].chance;
    }
    return study.count;
}

/* What else the agent does, and takes long, says nothing of the value. */
#define PLAIN "vedette:plies=4,observer.opponent=0,rescue=0,"

/* An end is worth the logarithm of the learnt odds by a ninth, the strengths' logarithm, or a part of both,
 * before it is drawn in; the rollouts themselves are the same. */
TEST(test_learnt_end)
{
    struct rng rng;
    enum { WANTED = 14 };
    int compared = 0, apart = 0;
    rng_seed(&rng, 6, 0);
    for (int game = 0; game < 40 && compared < WANTED; game++) {
        struct twins twins;
        struct view view = {0};
        double mean[3][HALVING_ARMS], chance[3][HALVING_ARMS];
        if (!twins_make(&twins, 20 + 30 * game, rules_find("isf"), &rng))
            continue;
        view_init(&view, &twins.one, twins.one.board.to_move);
        if (board_outcome(&view.board).result == RESULT_OPEN) {
            int count = value_in_one(&view, PLAIN "value=1", mean[0], chance[0]);
            assert_int_equal(value_in_one(&view, PLAIN "value=0", mean[1], chance[1]), count);
            assert_int_equal(value_in_one(&view, PLAIN "value=0.25", mean[2], chance[2]), count);
            for (int i = 0; i < count; i++) {
                double p = chance[0][i], learnt = fmin(fmax(log(p / (1 - p)) / ROLLOUT_ODDS, -3), 3);
                assert_true(fabs(mean[0][i] - learnt) < 1e-4 || fabs(learnt) > 2.9);
                assert_true(fabs(mean[2][i] - 0.25 * mean[0][i] - 0.75 * mean[1][i]) < 1e-6);
                apart += fabs(mean[0][i] - mean[1][i]) > 0.01;
                compared++;
            }
        }
        view_free(&view);
        twins_free(&twins);
    }
    assert_true(compared >= WANTED && apart > compared / 2);
}

/* What an open end is worth lies between a lost and a won game, in the order of the strengths; near 0 it is
 * what they say, and with 2 / ROLLOUT_ODDS it rises as the chance does, from lost to won. */
TEST(test_bounded)
{
    const double won[] = {2.0 / ROLLOUT_ODDS, 0.25, 1, ROLLOUT_WON};
    for (int i = 0; i < 4; i++) {
        const struct rollout_terms terms = {.won = won[i]};
        double before = -won[i];
        assert_true(rollout_lost(&terms, -won[i]));
        for (double value = -50; value <= 50; value += 0.125) {
            double bounded = rollout_bounded(value, won[i]);
            assert_true(!rollout_lost(&terms, bounded) && bounded < won[i]);
            assert_true(fabs(value) > 10 * won[i] ? bounded >= before : bounded > before);
            assert_true(fabs(bounded + rollout_bounded(-value, won[i])) < 1e-12);
            before = bounded;
        }
        assert_true(fabs(rollout_bounded(0.01, won[i]) - 0.01) < 1e-4);
    }
    for (double value = -1; value <= 1; value += 0.0625) {
        double chance = 1 / (1 + exp(-ROLLOUT_ODDS * value));
        assert_true(fabs(rollout_bounded(value, won[0]) - won[0] * (2 * chance - 1)) < 1e-3);
    }
    assert_true(rollout_lost(&(struct rollout_terms){0}, -ROLLOUT_WON));
    assert_false(rollout_lost(&(struct rollout_terms){0}, -1));
}

/* Where no kinds are imagined there is no evidence, however much it would count. */
TEST(test_no_kinds)
{
    struct rng rng;
    int compared = 0, apart = 0;
    rng_seed(&rng, 8, 0);
    for (int game = 0; game < 20 && compared < 20; game++) {
        struct twins twins;
        struct view view = {0};
        static struct rollout_study none, much, kinds;
        if (!twins_make(&twins, 60, rules_find("isf"), &rng))
            continue;
        view_init(&view, &twins.one, twins.one.board.to_move);
        if (board_outcome(&view.board).result == RESULT_OPEN) {
            study_in_one(&view, "vedette:plies=1,mixture=0,observer.opponent=0", &none);
            study_in_one(&view, "vedette:plies=1,mixture=0,observer.opponent=1", &much);
            study_in_one(&view, "vedette:plies=1,observer.opponent=1", &kinds);
            assert_int_equal(much.count, none.count);
            for (int i = 0; i < none.count; i++, compared++) {
                assert_true(none.move[i].points == much.move[i].points);
                apart += i < kinds.count && none.move[i].points != kinds.move[i].points;
            }
        }
        view_free(&view);
        twins_free(&twins);
    }
    assert_true(compared >= 20 && apart > 0);
}

/* Rollouts of the first moves of a random game's position by a planner: their terms, and what these name. */
struct rollout_scene {
    struct planner_state planner_state;
    struct view view;
    struct move moves[MOVES_MAX];
    struct rollout_table *table;
    struct rollout_terms terms;
};

static void scene_start(struct rollout_scene *scene)
{
    static const double bonus[HALVING_ARMS];
    struct belief_sources sources;
    struct twins twins;
    struct rng rng;
    *scene = (struct rollout_scene){.table = rollout_new()};
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(&scene->planner_state, &settings, &sources);
    rng_seed(&rng, 22, 0);
    while (!twins_make(&twins, 60, rules_find("isf"), &rng))
        ;
    view_init(&scene->view, &twins.one, twins.one.board.to_move);
    twins_free(&twins);
    planner_state_update(&scene->planner_state, &scene->view, NULL);
    assert_true(board_moves(&scene->view.board, scene->moves) >= 2);
    scene->terms = (struct rollout_terms){
        .view = &scene->view, .observer = &scene->planner_state.observer,
        .planner = &scene->planner_state.planner, .worth_options = &scene->planner_state.worth_options,
        .moves = scene->moves, .bonus = bonus, .count = 2, .worlds = 3, .plies = 4, .even = true,
        .threads = 1, .seed = 5};
}

static void scene_end(struct rollout_scene *scene)
{
    view_free(&scene->view);
    planner_state_free(&scene->planner_state);
    rollout_free(scene->table);
}

/* Other options for what pieces are worth count from the next call on, although nothing was captured. */
TEST(test_other_worths)
{
    static struct rollout_scene scene;
    struct rollout_table *fresh = rollout_new();
    scene_start(&scene);
    scene.terms.plies = 1;
    struct worth_options other = scene.planner_state.worth_options;
    struct rollout_terms terms = scene.terms;
    other.rank_difference_factor += 0.5;
    terms.worth_options = &other;
    double before = rollout_run(scene.table, &scene.terms)->arm[0].mean;
    double after = rollout_run(scene.table, &terms)->arm[0].mean;
    assert_true(after == rollout_run(fresh, &terms)->arm[0].mean);
    assert_true(after != before);
    rollout_free(fresh);
    scene_end(&scene);
}

/* Of a first trial with traces nothing is played again, and the results, the traces and a replay are those of
 * a run without it. */
TEST(test_first_trial_with_traces)
{
    static struct rollout_scene scene;
    static struct tried_moves tried;
    struct rollout_table *fresh = rollout_new();
    scene_start(&scene);
    scene.terms.traced = true;
    const struct halving *plain = rollout_run(fresh, &scene.terms);
    struct rollout_terms first = scene.terms;
    first.count = 1;
    first.worlds = 2;
    tried_keep(&tried, first.seed, first.plies, first.moves, 1, rollout_run(scene.table, &first));
    scene.terms.tried = &tried;
    assert_int_equal(rollout_run(scene.table, &scene.terms)->known, 0); /* traces may be another run's */
    rollout_run(scene.table, &first);
    scene.terms.traced_before = 2;
    const struct halving *halving = rollout_run(scene.table, &scene.terms);
    assert_int_equal(halving->known, 2);
    assert_int_equal(halving->trials, plain->trials);
    for (int arm = 0; arm < 2; arm++)
        for (uint32_t world = 0; world < 3; world++) {
            assert_true(halving->arm[arm].value[world] == plain->arm[arm].value[world]);
            assert_memory_equal(rollout_trace_of(scene.table, arm, world),
                                rollout_trace_of(fresh, arm, world), sizeof(struct rollout_trace));
        }
    const struct board *again = rollout_replay(scene.table, 0, 0, 4);
    const struct board *of_plain = rollout_replay(fresh, 0, 0, 4);
    assert_int_equal(again->plies, of_plain->plies);
    assert_memory_equal(again->history, of_plain->history, again->plies * sizeof *again->history);
    tried_free(&tried);
    rollout_free(fresh);
    scene_end(&scene);
}

/* No world is drawn if the flag to stop is set before. */
TEST(test_nothing_is_tried)
{
    static struct rollout_scene scene;
    atomic_bool stop = true;
    scene_start(&scene);
    scene.terms.stop = &stop;
    assert_int_equal(rollout_run(scene.table, &scene.terms)->trials, 0);
    stop = false;
    assert_int_equal(rollout_run(scene.table, &scene.terms)->trials, 6);
    scene_end(&scene);
}

/* The sum of the plans' points of all moves that would be tried. */
static double points_of(const struct view *view, const char *spec)
{
    struct agent agent;
    struct rng rng;
    double points = 0;
    rng_seed(&rng, 7, 0);
    assert_int_equal(agent_start(&agent, spec, &settings, library, NULL), STATUS_OK);
    agent_move(&agent, view, &(struct think){.rng = &rng, .study = true, .samples = 1, .depth = 1});
    const struct rollout_study *study = agent_study(&agent);
    for (int i = 0; study && i < study->count; i++)
        points += study->move[i].points;
    agent_end(&agent);
    return points;
}

/* A step up to a known piece is weighed once, by the observer; old names of options still work. The evidence
 * of the enemy's moves is left out: the imagined enemy weighs steps up too. */
TEST(test_weighed_once)
{
    struct rng rng;
    int compared = 0, stepped = 0;
    rng_seed(&rng, 9, 0);
    for (int game = 0; game < 200 && (!stepped || compared < 10); game++) {
        struct twins twins;
        struct view view = {0};
        if (!twins_make(&twins, 20 + 7 * game, rules_find("isf"), &rng))
            continue;
        view_init(&view, &twins.one, twins.one.board.to_move);
        if (board_outcome(&view.board).result == RESULT_OPEN) {
            double plain = points_of(&view, "vedette:observer.opponent=0");
            assert_true(points_of(&view, "vedette:evidence=0,planner.stepped_up=0.1") == plain);
            stepped += points_of(&view, "vedette:observer.opponent=0,observer.approach=1") != plain;
            compared++;
        }
        view_free(&view);
        twins_free(&twins);
    }
    assert_true(stepped > 0);
}

/* Seconds from the button to the answer, which is a legal move, in the midst of an hour's thought. */
static double stop_once(const struct view *view, int threads, uint64_t seed)
{
    struct stop_button button = {0};
    struct agent agent;
    struct rng rng;
    pthread_t thread;
    const char *spec = "vedette:time=3600,sure=0,behind=10000";
    rng_seed(&rng, seed, 0);
    assert_int_equal(agent_start(&agent, spec, &settings, library, NULL), STATUS_OK);
    assert_int_equal(pthread_create(&thread, NULL, press_stop, &button), 0);
    struct think think = {.rng = &rng, .threads = threads, .stop = &button.stop};
    struct move move = agent_move(&agent, view, &think);
    double now = clock_now();
    pthread_join(thread, NULL);
    assert_int_equal(board_check(&view->board, move), MOVE_LEGAL);
    agent_end(&agent);
    return now - button.at;
}

/* What the agent's spec says of an option, with `value` given by the caller (NULL: nothing is). */
static double option_of(const char *spec, const char *key, const char *value)
{
    struct settings given = {0}, own = {0};
    struct error error;
    settings_copy(&given, &settings);
    if (value)
        assert_int_equal(settings_set(&given, key, value, "the test", &error), STATUS_OK);
    assert_int_equal(agent_settings(spec, &given, &own, &error), STATUS_OK);
    double has = own.values[settings_find(&own, key)];
    settings_free(&own);
    settings_free(&given);
    return has;
}

/* It plans as the profile veteran does, but where somebody says otherwise. */
TEST(test_profile)
{
    static const char key[] = "plan_repetition.weight";
    double standard = option_of("invincible", key, NULL);
    double veteran = option_of("invincible:profile=veteran", key, NULL);
    assert_true(standard != veteran);
    assert_true(option_of("vedette", key, NULL) == veteran);
    assert_true(option_of("vedette:worlds=3", key, NULL) == veteran);
    assert_true(option_of("vedette", key, "7") == 7);
    assert_true(option_of("vedette:plan_repetition.weight=6", key, "7") == 6);
    assert_true(option_of("vedette:profile=invincible", key, NULL) == standard);
    assert_true(option_of("vedette:profile=invincible", "plan_bluff.weight", NULL) ==
                option_of("invincible", "plan_bluff.weight", NULL));
    assert_true(option_of("invincible", key, "7") == 7);
}

/* After a stop it answers within 20 ms, the best of some tries, for a test's machine may be busy. */
TEST(test_rollout_stop)
{
    struct position position = {0};
    struct placement placement;
    struct view view = {0};
    struct rng rng;
    rng_seed(&rng, 3, 0);
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, position.board.to_move);
    for (int threads = 1; threads <= 2; threads++) {
        double fastest = INFINITY;
        for (uint64_t i = 0; i < 20 && fastest > 0.02; i++)
            fastest = fmin(fastest, stop_once(&view, threads, i));
        assert_true(fastest <= 0.02);
    }
    view_free(&view);
    position_free(&position);
}

/* Seconds that a first question takes in the midst of a game, with the least to play out. */
static double first_request(const struct view *view, const atomic_bool *stop)
{
    struct agent agent;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    assert_int_equal(agent_start(&agent, "vedette:worlds=1,plies=1", &settings, library, NULL), STATUS_OK);
    double start = clock_now();
    struct move move = agent_move(&agent, view, &(struct think){.rng = &rng, .stop = stop});
    double seconds = clock_now() - start;
    assert_int_equal(board_check(&view->board, move), MOVE_LEGAL);
    agent_end(&agent);
    return seconds;
}

/* An agent that first moves after sixty moves examines each of the enemy's for its kind, but
 * not after a stop: then it takes a small part of the time, at the latest in the tenth of the
 * tries. */
TEST(test_stop_looking_back)
{
    struct position position = {0};
    struct placement placement;
    struct view view = {0};
    struct rng rng;
    atomic_bool stop;
    double stopped = INFINITY, whole = INFINITY; /* the least of each */
    atomic_init(&stop, true);
    rng_seed(&rng, 3, 0);
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(&position, &placement, rules_find("free"), NULL), STATUS_OK);
    for (int ply = 0; ply < 60; ply++) {
        struct move moves[MOVES_MAX];
        struct event event;
        int count = board_moves(&position.board, moves), move = (int)rng_below(&rng, (uint32_t)count);
        while (position.board.at[moves[move].to] != NO_PIECE) /* no battle ends it */
            move = (move + 1) % count;
        assert_int_equal(position_play(&position, (struct move_with_ranks){moves[move], RANK_UNKNOWN,
                                                                           RANK_UNKNOWN}, &event, NULL),
                         STATUS_OK);
    }
    view_init(&view, &position, position.board.to_move);
    for (int i = 0; i < 10 && 3 * stopped >= whole; i++) {
        stopped = fmin(stopped, first_request(&view, &stop));
        whole = fmin(whole, first_request(&view, NULL));
    }
    assert_true(3 * stopped < whole);
    view_free(&view);
    position_free(&position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halving), cmocka_unit_test(test_sure), cmocka_unit_test(test_equal),
        cmocka_unit_test(test_equal_in_few),
        cmocka_unit_test(test_small_batches), cmocka_unit_test(test_batches_fit),
        cmocka_unit_test(test_known_take_no_time), cmocka_unit_test(test_batches_by_threads),
        cmocka_unit_test(test_twins),   cmocka_unit_test(test_profile), cmocka_unit_test(test_rollout_stop),
        cmocka_unit_test(test_learnt_end), cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_no_kinds),
        cmocka_unit_test(test_stop_looking_back), cmocka_unit_test(test_weighed_once),
        cmocka_unit_test(test_other_worths), cmocka_unit_test(test_nothing_is_tried),
    };
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
