/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The study of a setup: its games, leak and costs against slow forms of their own, its exchanges, threads. */
#include "lab/setup_study.h"

#include "analysis/chance.h"
#include "base/memory.h"
#include "cmocka_all.h"
#include "engine.h"
#include "setup/random_setup.h"
#include "setup_oracle.h"
#include "shipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 12, GAMES = 8 };

static struct setup pool[POOL];
static struct belief_knowledge *knowledge;
static struct setup_statistics *statistics;

/* The flag stands in front, where the first scout takes it. */
static const char open_flag[] = "FB7595S756 422326356X B7B682B822 424BB32343";
static const char plain[] = "7B596X8655 242236S325 768227BB23 34243BBFB4";

static struct setup_games_terms games_terms(void)
{
    return (struct setup_games_terms){.rules = *rules_find("deepnash"), .seed = 3, .jobs = 1,
                                      .settings = &settings, .library = library};
}

static struct setup_series series_of(const struct setup *setup, const char *agent)
{
    return (struct setup_series){setup, agent, agent, pool, POOL, GAMES, 0};
}

static void make_pool(void)
{
    struct rng rng;
    rng_seed(&rng, 9, 0);
    for (int i = 0; i < POOL; i++)
        setup_random(variant_at(VARIANT_STANDARD)->count, &pool[i], &rng);
}

static int set_up(void **state)
{
    struct belief_sources sources;
    struct belief_options options;
    engine_set_up(state);
    make_pool();
    knowledge = memory_new(1, sizeof *knowledge);
    statistics = memory_new(1, sizeof *statistics);
    shipped_statistics(statistics);
    belief_options_read(&options, &settings);
    return library_belief_sources(library, &settings, &sources, NULL) != STATUS_OK ||
           belief_knowledge_init(knowledge, &options, sources.statistics, sources.model, NULL) != STATUS_OK;
}

static int tear_down(void **state)
{
    free(knowledge);
    free(statistics);
    return engine_tear_down(state);
}

static struct attack_costs_terms value_terms(void)
{
    struct attack_costs_terms terms = {knowledge, &settings, NULL};
    assert_int_equal(library_chosen_value_model(library, &settings, &terms.value, NULL), STATUS_OK);
    return terms;
}

/* A game of a series by hand: the setup with red in even games, the enemy's from the pool, the same in both
 * games of a pair. Returns the owner's score. */
static double play_by_hand(const struct setup_series *series, size_t index, struct setup *enemy)
{
    enum side owner = index % 2 ? BLUE : RED;
    struct setup setups[SIDES];
    struct game game;
    struct game_terms terms = engine_game_terms(series->owner, series->enemy, 3);
    terms.setup[owner] = series->setup;
    terms.pool = series->pool;
    terms.pool_count = series->pool_count;
    terms.pool_first = true;
    terms.stream = index;
    terms.has_partner = index % 2;
    terms.partner = index - index % 2;
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_true(placement_to_setups(&game.record.start, setups));
    assert_memory_equal(&setups[owner], series->setup, sizeof *setups);
    *enemy = setups[side_other(owner)];
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    enum result result = game_outcome(&game).result;
    game_end(&game);
    return result == RESULT_DRAW ? 0.5 : (result == RESULT_RED) == (owner == RED);
}

TEST(the_score_is_that_of_games_played_by_hand)
{
    struct setup setup = setup_from(plain), enemy[GAMES];
    struct setup_series series = series_of(&setup, "greedy");
    struct setup_games_terms terms = games_terms();
    struct setup_games games, on_three;
    double sum = 0;
    assert_int_equal(setup_games_play(&terms, &series, &games, NULL), STATUS_OK);
    assert_int_equal(games.games.count, GAMES);
    for (size_t i = 0; i < GAMES; i++) {
        double score = play_by_hand(&series, i, &enemy[i]);
        assert_float_equal(setup_games_score(&games, i), score, 0);
        sum += score / GAMES;
    }
    assert_float_equal(match_score(&games.result), sum, 1e-12);
    for (int i = 0; i < GAMES; i += 2)
        assert_memory_equal(&enemy[i], &enemy[i + 1], sizeof *enemy);
    assert_memory_not_equal(&enemy[0], &enemy[2], sizeof *enemy);
    terms.jobs = 3;
    assert_int_equal(setup_games_play(&terms, &series, &on_three, NULL), STATUS_OK);
    assert_memory_equal(&games.result, &on_three.result, sizeof games.result);
    setup_games_free(&games);
    setup_games_free(&on_three);
}

/* Another setup meets the same enemies. */
TEST(compared_setups_have_the_same_enemies)
{
    struct setup setup = setup_from(plain), other = setup_from(open_flag), enemy[2];
    struct setup_series series = series_of(&setup, "random"), changed = series_of(&other, "random");
    for (size_t i = 0; i < 4; i++) {
        play_by_hand(&series, i, &enemy[0]);
        play_by_hand(&changed, i, &enemy[1]);
        assert_memory_equal(&enemy[0], &enemy[1], sizeof *enemy);
    }
}

/* The belief after `ply` moves, made at once by an observer of its own. */
static float slow_truth(const struct training_game *game, enum side side, uint32_t ply, int rank)
{
    struct observer *observer = memory_new(1, sizeof *observer);
    struct view view = {0};
    double sum = 0;
    int count = 0;
    assert_true(training_game_view(game, side_other(side), &view));
    for (uint32_t i = 0; i < ply; i++)
        view_apply(&view, &game->events[i]);
    observer_init_by(observer, knowledge, &settings);
    observer_follow(observer, &view, NULL);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = side_base(side) + i;
        bool gone = view.board.piece[number].square == SQUARE_NONE;
        if (game->truth[number] == rank) {
            sum += gone || view.board.piece[number].rank == rank ? 1 : observer->p[side][i][rank];
            count++;
        }
    }
    view_free(&view);
    observer_free(observer);
    free(observer);
    return (float)(sum / count);
}

TEST(the_leak_agrees_with_single_beliefs)
{
    static const int ranks[LEAK_PIECES] = {FLAG, MARSHAL, SPY, BOMB};
    struct setup setup = setup_from(plain);
    struct setup_series series = series_of(&setup, "greedy");
    struct setup_games_terms terms = games_terms();
    struct setup_games games;
    struct leak leaks[2];
    struct leak_curve curve;
    series.games = 2;
    assert_int_equal(setup_games_play(&terms, &series, &games, NULL), STATUS_OK);
    for (size_t i = 0; i < 2; i++) {
        const struct training_game *game = &games.games.items[i];
        enum side side = setup_games_owner(i);
        assert_true(leak_follow(knowledge, &settings, game, side, &leaks[i]));
        for (int piece = 0; piece < LEAK_PIECES; piece++) {
            for (int at = 0; at < LEAK_PLIES && leak_plies[at] <= leaks[i].plies; at++)
                assert_true(fabsf(leaks[i].p[piece][at] -
                                  slow_truth(game, side, leak_plies[at], ranks[piece])) < 1e-5f);
            uint32_t half = leaks[i].half[piece];
            if (half != LEAK_NEVER)
                assert_true(slow_truth(game, side, half, ranks[piece]) >= 0.49999f);
            if (half != LEAK_NEVER && half > 0)
                assert_true(slow_truth(game, side, half - 1, ranks[piece]) < 0.50001f);
        }
    }
    leak_curve_make(leaks, 2, &curve);
    assert_int_equal(curve.p[LEAK_FLAG][0].count, 2);
    assert_float_equal(curve.p[LEAK_FLAG][0].mean,
                       ((double)leaks[0].p[LEAK_FLAG][0] + (double)leaks[1].p[LEAK_FLAG][0]) / 2, 1e-9);
    setup_games_free(&games);
}

/* Medians, games of different lengths, and pieces that an army lacks. */
TEST(the_curve_counts_games_that_are_so_long)
{
    struct leak leaks[3] = {
        {60, {{0.1f, 0.2f, 0.3f}, {NAN, NAN, NAN}}, {10, LEAK_NEVER, 7, LEAK_NEVER}},
        {25, {{0.3f, 0.4f}, {NAN, NAN}}, {20, LEAK_NEVER, LEAK_NEVER, LEAK_NEVER}},
        {0, {{0.5f}, {NAN}}, {LEAK_NEVER, LEAK_NEVER, LEAK_NEVER, 4}},
    };
    struct leak_curve curve;
    leak_curve_make(leaks, 3, &curve);
    for (int at = 0; at < 4; at++) {
        assert_int_equal(curve.p[LEAK_FLAG][at].count, 3 - at);
        assert_int_equal(curve.p[LEAK_MARSHAL][at].count, 0);
    }
    assert_true(fabs(curve.p[LEAK_FLAG][1].mean - 0.3) < 1e-6);
    assert_float_equal(curve.half[LEAK_FLAG], 20, 0);
    assert_true(isinf(curve.half[LEAK_SPY]) && isinf(curve.half[LEAK_BOMBS]));
}

/* The owner's chance after `ply` moves, by an observer of its own. */
static double slow_chance(const struct attack_costs_terms *terms, const struct training_game *game,
                          enum side side, uint32_t ply)
{
    struct observer *observer = memory_new(1, sizeof *observer);
    struct view view = {0};
    if (ply > 0 && game->events[ply - 1].defender == FLAG)
        return free(observer), 0;
    if (ply == game->count && game->outcome.result == RESULT_DRAW)
        return free(observer), 0.5;
    if (ply == game->count && game->outcome.result != RESULT_OPEN)
        return free(observer), game->outcome.result == result_win(side);
    assert_true(training_game_view(game, side, &view));
    for (uint32_t i = 0; i < ply; i++)
        view_apply(&view, &game->events[i]);
    observer_init_by(observer, terms->knowledge, terms->settings);
    observer_follow(observer, &view, NULL);
    double chance = chance_by_beliefs(&view, (value_beliefs *)observer->p[side_other(side)],
                                      (value_beliefs *)observer->p[side], terms->value, PLAYER_PROGRAMS);
    view_free(&view);
    observer_free(observer);
    free(observer);
    return chance;
}

TEST(costs_are_differences_of_chances)
{
    struct setup setup = setup_from(plain);
    struct setup_series series = series_of(&setup, "attacker");
    struct setup_games_terms terms = games_terms();
    struct attack_costs_terms value = value_terms();
    struct setup_games games;
    struct attack_costs costs[4];
    struct place_costs sum[PIECES_A_SIDE];
    int attacks = 0;
    series.games = 4;
    assert_int_equal(setup_games_play(&terms, &series, &games, NULL), STATUS_OK);
    for (size_t i = 0; i < 4; i++) {
        const struct training_game *game = &games.games.items[i];
        enum side side = setup_games_owner(i);
        double slow[PIECES_A_SIDE] = {0};
        int slow_attacks[PIECES_A_SIDE] = {0};
        bool stands[SQUARES];
        for (int square = 0; square < SQUARES; square++)
            stands[square] = setup_index(side, square) >= 0;
        for (uint32_t ply = 0; ply < game->count; ply++) {
            const struct event *event = &game->events[ply];
            bool enemy = (ply % 2 == 0) == (side == BLUE);
            int place = setup_index(side, event->move.to);
            if (enemy && place >= 0 && stands[event->move.to]) {
                slow_attacks[place]++;
                slow[place] += slow_chance(&value, game, side, ply);
                slow[place] -= slow_chance(&value, game, side, ply + 1);
                if (event->battle == BATTLE_WON || event->battle == BATTLE_BOTH)
                    stands[event->move.to] = false;
            }
            if (!enemy)
                stands[event->move.from] = false;
        }
        assert_true(attack_costs_follow(&value, game, side, &costs[i]));
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            assert_int_equal(costs[i].attacks[place], slow_attacks[place]);
            assert_true(fabs((double)costs[i].cost[place] - slow[place]) < 1e-4);
            attacks += slow_attacks[place];
        }
    }
    assert_true(attacks > 10);
    attack_costs_sum(costs, 4, sum);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        double all = 0;
        size_t in_games = 0;
        for (int i = 0; i < 4; i++) {
            all += (double)costs[i].cost[place] / 4;
            in_games += costs[i].attacks[place] > 0;
        }
        assert_int_equal(sum[place].games, in_games);
        assert_true(fabs(sum[place].cost_a_game - all) < 1e-6);
    }
    setup_games_free(&games);
}

/* Each pair of different pieces once, none after which nothing can move, the likeliest first; the best brings
 * an open flag out of the front row. */
TEST(exchanges_are_listed_by_likely_gain)
{
    enum { ALL = 780 };
    struct setup setup = setup_from(open_flag);
    struct exchange *list = memory_new(ALL, sizeof *list);
    struct judge judge;
    judge_init(&judge);
    size_t count = exchanges_list(&setup, &judge, statistics, list, ALL), slow = 0;
    for (int a = 0; a < 40; a++)
        for (int b = a + 1; b < 40; b++) {
            struct setup changed = setup;
            setup_swap(&changed, a, b);
            slow += setup.rank[a] != setup.rank[b] && oracle_gets_out(&changed);
        }
    assert_int_equal(count, slow);
    for (size_t i = 0; i < count; i++) {
        struct setup changed = setup;
        setup_swap(&changed, list[i].place[0], list[i].place[1]);
        assert_memory_equal(&changed, &list[i].setup, sizeof changed);
        assert_true(i == 0 || list[i - 1].likely >= list[i].likely);
    }
    assert_int_equal(setup.rank[list[0].place[0]], FLAG);
    assert_int_equal(exchanges_list(&setup, &judge, statistics, list, 5), 5);
    free(list);
}

/* An open flag in the front row loses to attackers; the exchange that hides it is found and better than
 * chance, and its gain is the difference of the scores. The answer does not depend on the threads. */
TEST(exchanges_that_help_are_found)
{
    enum { WHOLE = 40 };
    struct setup setup = setup_from(open_flag);
    struct judge judge;
    struct setup_games base, changed;
    struct setup_series series = series_of(&setup, "attacker");
    struct setup_games_terms terms = games_terms();
    struct exchange list[2][EXCHANGES_SCREENED];
    size_t played = 0;
    judge_init(&judge);
    memset(list, 0, sizeof list);
    series.games = WHOLE;
    assert_int_equal(setup_games_play(&terms, &series, &base, NULL), STATUS_OK);
    for (int run = 0; run < 2; run++) {
        struct setup_games_terms own = terms;
        own.jobs = 1 + 2 * run;
        const struct exchange_terms exchange_terms = {.games = &own, .series = series, .base = &base,
                                                      .value = value_terms(), .cut = 40, .worlds = 1};
        size_t count = exchanges_list(&setup, &judge, statistics, list[run], 8);
        assert_int_equal(exchanges_try(&exchange_terms, list[run], count, &played, NULL), STATUS_OK);
        assert_int_equal(played, EXCHANGES_PLAYED);
    }
    assert_memory_equal(list[0], list[1], sizeof list[0]);
    int sure = 0;
    for (size_t i = 0; i < played; i++) {
        const struct exchange *exchange = &list[0][i];
        series.setup = &exchange->setup;
        assert_int_equal(setup_games_play(&terms, &series, &changed, NULL), STATUS_OK);
        double gain = match_score(&changed.result) - match_score(&base.result);
        assert_true(fabs(exchange->gain.mean - gain) < 1e-9);
        assert_int_equal(exchange->gain.count, WHOLE / 2);
        double error = fmax(sample_error(&exchange->gain), 1.0 / WHOLE);
        assert_int_equal(exchange->sure, exchange->gain.mean > 2.241 * error);
        sure += exchange->sure;
        setup_games_free(&changed);
    }
    assert_true(sure > 0);
    setup_games_free(&base);
}

/* Pairs that all gain the same are significant if they are enough. */
TEST(equal_gains_have_an_error)
{
    struct sample gain = {0};
    assert_false(exchange_is_sure(&gain));
    sample_add(&gain, 0.5);
    assert_false(exchange_is_sure(&gain));
    for (int i = 0; i < 9; i++)
        sample_add(&gain, 0.5);
    assert_true(exchange_is_sure(&gain));
    for (int i = 0; i < 20; i++)
        sample_add(&gain, i % 2 ? 1 : -1);
    assert_false(exchange_is_sure(&gain));
}

TESTS_MAIN(set_up, tear_down)
