/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews: what a move lost is what the plans say of it then, with nothing in it that its side could not
 * know; how the game went, and the graph of it. */
#include "analysis/reviewer.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "play/game.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLIES = 4000 };

static struct settings quiet; /* without the plan Random */

static int set_up_review(void **state)
{
    engine_set_up(state);
    settings_copy(&quiet, &settings);
    return settings_set(&quiet, "plan_random.weight", "0", "test", NULL) == STATUS_OK ? 0 : -1;
}

static int tear_down_review(void **state)
{
    settings_free(&quiet);
    return engine_tear_down(state);
}

static struct review_request request_for(const struct record *record, int worst, enum side side)
{
    return (struct review_request){.record = record, .worst = worst, .side = side, .settings = &settings,
                                   .seed = 1, .library = library};
}

static void play_game(struct game *game, uint64_t seed)
{
    struct game_terms terms = {.player = {"probabilistic", "random"}, .rules = *rules_find("deepnash"),
                               .seed = seed, .settings = &settings, .library = library};
    assert_int_equal(game_start(game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(game, NULL, NULL), STATUS_OK);
}

/* What the move at `ply` lost, by an analysis of that moment alone; below 0: there was but one move. `better`
 * (may be NULL) gets the best one. */
static double lost_at(const struct record *record, size_t ply, struct move *better)
{
    struct analysis *analysis = calloc(1, sizeof *analysis);
    struct analysis_cache cache = {0};
    const struct analysis_request request = {
        .record = record, .plies = ply, .side = record_mover(record, ply), .parts = ANALYSIS_PLANS,
        .settings = &quiet, .seed = 1, .library = library};
    assert_int_equal(analysis_make(analysis, &request, &cache, NULL, NULL), STATUS_OK);
    int played = analysis_find(analysis, record->moves[ply].move);
    assert_true(played >= 0);
    double lost = analysis->table.moves > 1
                      ? analysis->table.total[analysis->best] - analysis->table.total[played] : -1;
    if (better)
        *better = analysis->context->moves[analysis->best].move;
    analysis_free(analysis);
    free(analysis);
    analysis_cache_free(&cache);
    return lost;
}

static bool is_spied(const struct board *board, size_t ply)
{
    struct event event = board_event(board, (uint32_t)ply);
    return event.battle == BATTLE_WON && event.attacker == SPY && event.defender == MARSHAL;
}

/* The curve is the mean of what both seats knew. The turning points are its largest steps, by a plain count,
 * and the moves by which a spy took a marshal. */
TEST(test_turns)
{
    int turns = 0, spied = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct game game;
        struct review review = {0};
        struct error error;
        struct game_terms terms = {.player = {"invincible", "attacker"}, .rules = *rules_find("deepnash"),
                                   .seed = seed, .settings = &settings, .library = library};
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        const struct review_request request = request_for(&game.record, 0, SIDES);
        assert_int_equal(review_make(&review, &request, NULL, &error), STATUS_OK);
        const struct board *board = &game.position.board;
        bool listed[MAX_PLIES] = {false};
        double smallest = INFINITY;
        assert_true(review.plies < MAX_PLIES);
        for (size_t i = 0; i <= review.plies; i++) {
            double sum = review.seat[RED][i] + 1 - review.seat[BLUE][i];
            assert_true(fabs(2 * review.chance[i] - sum) < 1e-12);
        }
        for (int i = 0; i < review.turns; i++) {
            const struct review_turn *turn = &review.turn[i];
            double change = fabs(review.chance[turn->ply + 1] - review.chance[turn->ply]);
            bool by_spy = is_spied(board, turn->ply);
            assert_true(turn->before == review.chance[turn->ply]);
            assert_true(turn->after == review.chance[turn->ply + 1]);
            assert_true(i == 0 || turn->ply > review.turn[i - 1].ply);
            assert_true(by_spy || change >= REVIEW_MIN_TURN);
            listed[turn->ply] = true;
            smallest = by_spy ? smallest : fmin(smallest, change);
        }
        for (size_t i = 0; i < review.plies; i++) {
            bool by_spy = is_spied(board, i);
            double change = fabs(review.chance[i + 1] - review.chance[i]);
            spied += by_spy;
            assert_true(!by_spy || listed[i]);
            assert_true(listed[i] || change < REVIEW_MIN_TURN || change <= smallest);
        }
        turns += review.turns;
        review_free(&review);
        game_end(&game);
    }
    assert_true(turns > 30 && spied > 0);
}

/* Each of the worst moves lost what an analysis of its moment says, none that is left out lost more but for
 * an omission that the list has already, and the sums are those of all moves. */
TEST(test_losses)
{
    struct game game;
    struct review review = {0};
    struct error error;
    play_game(&game, 5);
    const struct record *record = &game.record;
    const struct review_request request = request_for(record, 6, SIDES);
    assert_int_equal(review_make(&review, &request, NULL, &error), STATUS_OK);
    assert_int_equal(review.count, 6);
    double sum[SIDES] = {0}, max = INFINITY;
    size_t judged[SIDES] = {0}, times[6] = {0};
    for (int i = 0; i < review.count; i++) {
        const struct review_move *move = &review.worst[i];
        assert_true(review_loss(move) <= max);
        max = review_loss(move);
        assert_true(fabs(max - lost_at(record, move->ply, NULL)) < 1e-9);
        for (int k = 0; k < i; k++)
            assert_false(review.worst[k].side == move->side &&
                         move_equal(review.worst[k].better, move->better));
        assert_int_equal(move->side, record_mover(record, move->ply));
        assert_true(move_equal(move->played, record->moves[move->ply].move));
        assert_false(move_equal(move->played, move->better));
        assert_true(move->why[0] != '\0');
    }
    for (size_t ply = 0; ply < record->plies; ply++) {
        bool listed = false;
        struct move better;
        double lost = lost_at(record, ply, &better);
        for (int i = 0; i < review.count; i++) {
            struct review_move *move = &review.worst[i];
            bool same = move->side == record_mover(record, ply) && move_equal(move->better, better);
            assert_true(!same || lost <= review_loss(move) + 1e-9);
            listed = listed || same;
            times[i] += same && lost >= 0.005;
        }
        assert_true(listed || lost <= max + 1e-9);
        judged[record_mover(record, ply)] += lost >= 0;
        sum[record_mover(record, ply)] += lost >= 0 ? lost : 0;
    }
    for (int i = 0; i < review.count; i++)
        assert_int_equal(review.worst[i].times, times[i]);
    for (enum side side = RED; side <= BLUE; side++) {
        assert_int_equal(review.judged[side], judged[side]);
        assert_true(fabs(review.lost[side] - sum[side]) < 1e-6);
    }
    review_free(&review);
    game_end(&game);
}

/* One side's moves alone; none at all; given up where somebody says stop. */
TEST(test_request)
{
    struct game game;
    struct review review = {0};
    struct error error;
    atomic_bool stop = true;
    struct analysis_watch watch = {.stop = &stop};
    play_game(&game, 6);
    struct review_request request = request_for(&game.record, 4, BLUE);
    assert_int_equal(review_make(&review, &request, NULL, &error), STATUS_OK);
    for (int i = 0; i < review.count; i++)
        assert_int_equal(review.worst[i].side, BLUE);
    assert_int_equal(review.judged[RED], 0);
    review_free(&review);
    request.worst = 0;
    assert_int_equal(review_make(&review, &request, NULL, &error), STATUS_OK);
    assert_int_equal(review.count, 0);
    assert_true(review.judged[BLUE] > 0);
    review_free(&review);
    assert_int_equal(review_make(&review, &request, &watch, &error), STATUS_NO);
    review_free(&review);
    game_end(&game);
}

/* A move is judged the same whatever the pieces are that its side could not know. */
TEST(test_no_leak)
{
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 21, 0);
    for (int n = 0; n < 8; n++) {
        struct twins twins;
        struct review reviews[2] = {{0}, {0}};
        if (!twins_make(&twins, 30 + 5 * n, rules_find("isf"), &rng))
            continue;
        made++;
        const struct position *positions[] = {&twins.one, &twins.two};
        for (int i = 0; i < 2; i++) {
            struct record record = {0};
            record_clear(&record);
            record.start = positions[i]->start;
            record.rules = positions[i]->board.rules;
            for (uint32_t ply = 0; ply < positions[i]->board.plies; ply++)
                record_append(&record, (struct move_with_ranks){positions[i]->board.history[ply].move,
                                                                RANK_UNKNOWN, RANK_UNKNOWN});
            const struct review_request request = request_for(&record, REVIEW_WORST, twins.watcher);
            assert_int_equal(review_make(&reviews[i], &request, NULL, NULL), STATUS_OK);
            record_clear(&record);
        }
        assert_int_equal(reviews[0].count, reviews[1].count);
        for (int i = 0; i < reviews[0].count; i++) {
            const struct review_move *one = &reviews[0].worst[i], *two = &reviews[1].worst[i];
            assert_int_equal(one->ply, two->ply);
            assert_true(move_equal(one->better, two->better));
            assert_true(one->total == two->total && one->best == two->best);
            assert_string_equal(one->why, two->why);
        }
        for (size_t moment = 0; moment <= reviews[0].plies; moment++)
            assert_true(reviews[0].state[moment] == reviews[1].state[moment]);
        review_free(&reviews[0]);
        review_free(&reviews[1]);
        twins_free(&twins);
    }
    assert_true(made > 4);
}

/* The graph of a made-up game: red ahead by half in the middle, blue by a quarter at the end. */
TEST(test_graph)
{
    double chance[] = {0.5, 0.5, 0.75, 0.375};
    struct review review = {.plies = 3, .chance = chance};
    assert_true(fabs(review_lead(&review, 2) - 0.5) < 1e-12);
    assert_true(fabs(review_lead(&review, 3) + 0.25) < 1e-12);
    double max = review_max_lead(&review);
    assert_true(fabs(max - 0.5) < 1e-12);
    assert_true(fabs(review_percent(max) - 75) < 1e-12);
    char drawn[5][5] = {{0}};
    for (int row = 0; row < 5; row++)
        for (int col = 0; col < 4; col++)
            drawn[row][col] = " -#"[review_cell(&review, max, 5, 4, row, col)];
    assert_string_equal(drawn[0], "  # ");
    assert_string_equal(drawn[1], "  # ");
    assert_string_equal(drawn[2], "----");
    assert_string_equal(drawn[3], "   #");
    assert_string_equal(drawn[4], "    ");
    assert_int_equal(review_moment(&review, 4, 0), 0);
    assert_int_equal(review_moment(&review, 4, 3), 3);
    assert_int_equal(review_moment(&review, 400, 399), 3);
    assert_int_equal(review_moment(&review, 1, 0), 3);
    /* Where nobody was ever ahead, the graph goes to a tenth. */
    struct review level = {.plies = 0, .chance = (double[]){0.5}};
    assert_true(review_max_lead(&level) == REVIEW_MIN_LEAD);
}

/* The screen's reviewer gives the review of the last request, and computes it once. */
TEST(test_reviewer)
{
    struct wake bell;
    struct reviewer reviewer;
    struct game one, two;
    struct error error = {0};
    play_game(&one, 7);
    play_game(&two, 8);
    assert_int_equal(wake_init(&bell, NULL), STATUS_OK);
    reviewer_init(&reviewer, &bell);
    assert_null(reviewer_result(&reviewer, &error));
    const struct review_request first = request_for(&one.record, 3, SIDES);
    const struct review_request second = request_for(&two.record, 3, SIDES);
    reviewer_request(&reviewer, &first);
    reviewer_request(&reviewer, &second);
    while (!reviewer_poll(&reviewer))
        wake_wait(&bell, 1000);
    const struct review *review = reviewer_result(&reviewer, &error);
    assert_non_null(review);
    assert_int_equal(review->plies, two.record.plies);
    reviewer_request(&reviewer, &second);
    assert_false(reviewer_is_busy(&reviewer));
    assert_ptr_equal(reviewer_result(&reviewer, NULL), review);
    /* What was given up is no review, and can be requested again. */
    reviewer_request(&reviewer, &first);
    reviewer_stop(&reviewer);
    assert_false(reviewer_is_busy(&reviewer));
    worker_wait(&reviewer.jobs.worker);
    assert_false(reviewer_poll(&reviewer));
    assert_null(reviewer.jobs.worker.done);
    reviewer_request(&reviewer, &first); /* under way when it ends */
    assert_null(reviewer_result(&reviewer, NULL));
    reviewer_free(&reviewer);
    wake_free(&bell);
    game_end(&one);
    game_end(&two);
}

TESTS_MAIN(set_up_review, tear_down_review)
