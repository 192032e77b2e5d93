/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* Advice: the agent's own move and its best lines, from nothing but what its side knows; and an adviser who
 * gives it piece by piece, now, or not at all. */
#include "agent/hint_option.h"
#include "analysis/adviser.h"
#include "base/clock.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "play/game.h"
#include "play/think_stats.h"
#include "play/view_at.h"
#include "shortcuts.h"
#include "twins.h"

#include <stdlib.h>
#include <string.h>

static struct advice_request request_for(const struct record *record, size_t plies, const char *agent,
                                         int lines)
{
    return (struct advice_request){.record = record, .plies = plies, .side = record_mover(record, plies),
                                   .agent = agent, .lines = lines, .settings = &settings, .library = library,
                                   .seed = 1};
}

static void make_advice(const struct advice_request *request, struct advice *advice)
{
    struct error error = {0};
    memset(advice, 0, sizeof *advice);
    if (advice_make(advice, request, NULL, &error) != STATUS_OK)
        fail_msg("%s", error.text);
}

/* A game of two agents; record_clear gives it back. */
static void record_game(struct record *record, uint64_t seed)
{
    struct game game = {0};
    struct game_terms terms = {.player = {"probabilistic", "probabilistic"}, .rules = *rules_find("deepnash"),
                               .seed = seed, .settings = &settings, .library = library};
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    record_clear(record);
    record_copy(record, &game.record);
    game_end(&game);
}

/* The move that the same agent makes as a player. */
static struct move move_of_agent(const struct advice_request *request, struct view *view)
{
    struct rng rng;
    struct agent agent;
    struct outcome outcome;
    struct think think = {.rng = &rng};
    memset(view, 0, sizeof *view);
    assert_int_equal(view_init_at(request->record, request->plies, request->side, view, &outcome, NULL),
                     STATUS_OK);
    assert_int_equal(agent_start(&agent, request->agent, &settings, library, NULL), STATUS_OK);
    game_player_rng(request->record, request->side, view->board.plies, request->seed, &rng);
    struct move move = agent_move(&agent, view, &think);
    agent_end(&agent);
    return move;
}

/* The line begins with the move, its first attack is one on the board, and its fights are written where a
 * piece is unknown, with ranks that sum to one. */
static void check_line(const struct advice *advice, const struct board *board)
{
    const struct progress *progress = &advice->progress;
    assert_true(advice->has_value);
    assert_true(progress->length >= 1 && move_equal(progress->line[0], advice->move));
    assert_int_equal(advice->attack[0], board->at[advice->move.to] != NO_PIECE);
    for (int i = 0; i < progress->length; i++) {
        const struct outcomes *outcomes = &progress->fight[i].outcomes;
        double sum = 0;
        for (int n = 0; n < outcomes->count; n++)
            sum += outcomes->p[n];
        assert_true(outcomes->count == 0 || (sum > 1 - 1e-9 && sum < 1 + 1e-9 && advice->attack[i]));
    }
}

/* One line wanted: the agent's own move. More: as good a one, and as many moves with exact values, the best
 * of them it. */
TEST(test_like_the_agent)
{
    struct record record = {0};
    struct advice *advice = calloc(1, sizeof *advice);
    int fights = 0;
    record_game(&record, 7);
    for (size_t plies = 0; plies + 1 < record.plies && plies < 120; plies += 7) {
        struct view view;
        struct root_move best[4];
        struct advice_request request =
            request_for(&record, plies, "star:depth=3,nodes=100000000,flag=10000", 1);
        make_advice(&request, advice);
        assert_true(move_equal(advice->move, move_of_agent(&request, &view)));
        check_line(advice, &view.board);
        double value = advice->progress.value;
        request.lines = 4;
        make_advice(&request, advice);
        check_line(advice, &view.board);
        assert_true(advice->progress.value == value);
        int count = advice_best(advice, 4, best);
        assert_int_equal(count, advice->progress.roots < 4 ? advice->progress.roots : 4);
        assert_true(best[0].value == value);
        for (int i = 0; i < count; i++)
            assert_true(!best[i].is_upper_bound && (i == 0 || best[i].value <= best[i - 1].value));
        for (int i = 0; i < advice->progress.length; i++)
            fights += advice->progress.fight[i].outcomes.count > 0;
        view_free(&view);
    }
    assert_true(fights > 3);
    record_clear(&record);
    free(advice);
}

static void assert_same(const struct advice *a, const struct advice *b)
{
    struct text text[2] = {0};
    assert_true(move_equal(a->move, b->move) && a->progress.value == b->progress.value);
    assert_true(a->progress.nodes == b->progress.nodes && a->progress.depth == b->progress.depth);
    assert_int_equal(a->progress.roots, b->progress.roots);
    for (int i = 0; i < a->progress.roots; i++)
        assert_true(move_equal(a->progress.root[i].move, b->progress.root[i].move) &&
                    a->progress.root[i].value == b->progress.root[i].value);
    advice_play(a, RANKS, PROGRESS_MAX_LINE, NOTATION_DEBOER, &text[0]);
    advice_play(b, RANKS, PROGRESS_MAX_LINE, NOTATION_DEBOER, &text[1]);
    assert_string_equal(text_string(&text[0]), text_string(&text[1]));
    text_free(&text[0]);
    text_free(&text[1]);
}

/* The advice by rollouts is the safe choice: no move equal to it within the error loses less for certain. */
TEST(test_safe_advice)
{
    static const char picture[] =
        ".  .  .  .  .  .  .  .  .  bF   .  .  .  .  .  .  .  .  .  bB   .  .  .  .  bX .  .  .  .  .  "
        ".  .  .  .  .  .  .  .  .  .    .  .  ~  ~  .  .  ~  ~  .  .    .  .  ~  ~  .  .  ~  ~  .  b9!*  "
        ".  .  .  .  .  .  .  .  .  r8*  .  .  .  .  r4 .  .  .  .  .    .  r3 .  .  .  .  .  .  .  .  "
        "rF .  .  .  .  .  .  .  .  .";
    struct record record = {0};
    struct advice *advice = calloc(1, sizeof *advice);
    int losing = 0;
    assert_non_null(advice);
    record_clear(&record);
    record.rules = *rules_find("deepnash");
    placement_draw(&record.start, RED, picture);
    struct advice_request request =
        request_for(&record, 0, "vedette:worlds=2,plies=2,candidates=20,behind=1000", 1);
    make_advice(&request, advice);
    const struct rollout_study *study = &advice->study;
    assert_true(advice->has_study && study->trials > 0);
    assert_true(move_equal(advice->move, study->move[study->best].move));
    assert_true(move_equal(advice->move, advice->progress.best));
    assert_true(advice->loss[study->best] == 0);
    for (int i = 0; i < study->count; i++)
        losing += advice->loss[i] > 0;
    assert_true(losing > 0);
    record_clear(&record);
    free(advice);
}

/* What is hidden makes no difference: of twins the whole advice is the same. */
TEST(test_nothing_hidden_is_revealed)
{
    struct rng rng;
    struct advice *advice[2] = {calloc(1, sizeof **advice), calloc(1, sizeof **advice)};
    int compared = 0;
    rng_seed(&rng, 5, 0);
    while (compared < 20) {
        struct twins twins;
        if (!twins_make(&twins, 20 + (int)rng_below(&rng, 150), rules_find("isf"), &rng))
            continue;
        for (int i = 0; i < 2; i++) {
            const struct position *position = i ? &twins.two : &twins.one;
            struct record record = {0};
            record_clear(&record);
            record.rules = position->board.rules;
            record.start = position->start;
            for (uint32_t ply = 0; ply < position->board.plies; ply++)
                record_append(&record, (struct move_with_ranks){position->board.history[ply].move,
                                                                RANK_UNKNOWN, RANK_UNKNOWN});
            struct advice_request request = request_for(&record, record.plies, "star:depth=3", 3);
            assert_int_equal(request.side, twins.watcher);
            make_advice(&request, advice[i]);
            record_clear(&record);
        }
        assert_same(advice[0], advice[1]);
        twins_free(&twins);
        compared++;
    }
    free(advice[0]);
    free(advice[1]);
}

/* An agent without reports gives a move and no value; where the game is over there is no advice. */
TEST(test_silent_agent)
{
    struct error error = {0};
    struct text text = {0};
    struct record record = {0};
    struct advice *advice = calloc(1, sizeof *advice);
    record_game(&record, 5);
    struct advice_request request = request_for(&record, 10, "random", 3);
    make_advice(&request, advice);
    assert_false(advice->has_value);
    assert_int_equal(advice->progress.length, 1);
    advice_play(advice, 3, PROGRESS_MAX_LINE, NOTATION_DEBOER, &text);
    assert_int_equal(strlen(text_string(&text)), 5);
    text_free(&text);
    request.side = side_other(request.side);
    assert_int_equal(advice_make(advice, &request, NULL, &error), STATUS_NO);
    request = request_for(&record, 10, "nobody", 3);
    assert_int_equal(advice_make(advice, &request, NULL, &error), STATUS_BAD);
    request = request_for(&record, record.plies, "random", 3);
    assert_true(record.outcome.reason == REASON_FLAG || record.outcome.reason == REASON_NO_MOVES);
    assert_int_equal(advice_make(advice, &request, NULL, &error), STATUS_NO);
    assert_non_null(strstr(error.text, "the game is over"));
    record_clear(&record);
    free(advice);
}

/* Exact values first, each group by falling value; no more than requested. */
TEST(test_order)
{
    struct advice *advice = calloc(1, sizeof *advice);
    static const struct { double value; bool is_upper_bound; } roots[] = {
        {5, true}, {1, false}, {9, true}, {3, false}, {2, false}, {7, true}};
    static const double expected[] = {3, 2, 1, 9, 7, 5};
    struct root_move best[8];
    for (int i = 0; i < 6; i++)
        advice->progress.root[advice->progress.roots++] =
            (struct root_move){.value = roots[i].value, .is_upper_bound = roots[i].is_upper_bound};
    for (int max = 1; max <= 8; max++) {
        assert_int_equal(advice_best(advice, max, best), max < 6 ? max : 6);
        for (int i = 0; i < max && i < 6; i++)
            assert_true(best[i].value == expected[i]);
    }
    free(advice);
}

/* A line in words; a fight with four ranks is written whole, of one with more the rest is "others". */
TEST(test_words)
{
    struct text text = {0};
    struct advice *advice = calloc(1, sizeof *advice);
    advice->progress.length = 2;
    advice->progress.line[0] = (struct move){(uint8_t)square_at(2, 3), (uint8_t)square_at(2, 4)};
    advice->attack[0] = true;
    advice->progress.line[1] = (struct move){(uint8_t)square_at(1, 6), (uint8_t)square_at(1, 5)};
    advice->progress.fight[0].outcomes =
        (struct outcomes){.count = 5, .rank = {SERGEANT, MINER, SCOUT, MARSHAL, BOMB},
                          .p = {.4, .25, .15, .1, .1}};
    advice_play(advice, 3, PROGRESS_MAX_LINE, NOTATION_DEBOER, &text);
    assert_string_equal(text_string(&text), "c4xc5 (4 40%, 3 25%, 2 15%, others 20%) b7-b6");
    text_clear(&text);
    advice_play(advice, 4, PROGRESS_MAX_LINE, NOTATION_DEBOER, &text);
    assert_string_equal(text_string(&text), "c4xc5 (4 40%, 3 25%, 2 15%, X 10%, B 10%) b7-b6");
    text_free(&text);
    free(advice);
}

TEST(test_effort)
{
    char text[THINK_STATS_TEXT];
    struct progress *progress = calloc(1, sizeof *progress);
    struct think_stats effort = think_stats_of(progress);
    assert_string_equal(think_stats_write(&effort, text), "");
    progress->depth = 6;
    progress->nodes = 1289999;
    progress->seconds = 0.5;
    progress->value = 100;
    effort = think_stats_of(progress);
    assert_int_equal(effort.nodes, 1200000);
    assert_string_equal(think_stats_write(&effort, text), "depth 6, 1.2M nodes, 2.4M/s");
    effort = (struct think_stats){.nodes = 95};
    assert_string_equal(think_stats_write(&effort, text), "95 nodes");
    effort = (struct think_stats){.nodes = 1, .rollouts = true};
    assert_string_equal(think_stats_write(&effort, text), "1 rollout");
    effort = (struct think_stats){.nodes = 34000, .rollouts = true, .seconds = 10};
    assert_string_equal(think_stats_write(&effort, text), "34k rollouts, 3.4k/s");
    effort = (struct think_stats){.depth = 2, .nodes = 34000};
    assert_string_equal(think_stats_write(&effort, text), "depth 2, 34k nodes");
    effort = (struct think_stats){.depth = 64, .nodes = UINT64_MAX, .seconds = 1e-9};
    assert_true(strlen(think_stats_write(&effort, text)) < THINK_STATS_TEXT - 1);
    free(progress);
}

/* Waits until `adviser` is no more at it, or `depth` is reported; true for the depth. */
static bool wait_for_depth(struct adviser *adviser, const struct wake *bell, int depth)
{
    double until = clock_now() + 20;
    while (adviser_is_busy(adviser) && adviser->advice.progress.depth < depth && clock_now() < until) {
        wake_wait(bell, 50);
        adviser_poll(adviser);
    }
    return adviser_is_busy(adviser) && adviser->advice.progress.depth >= depth;
}

/* An endless search reports what it has, ends early when it is hurried, and is given up for another
 * request. */
TEST(test_adviser)
{
    struct wake bell;
    struct record record = {0};
    struct adviser *adviser = calloc(1, sizeof *adviser);
    assert_int_equal(wake_init(&bell, NULL), STATUS_OK);
    adviser_init(adviser, &bell);
    record_game(&record, 6);
    struct advice_request request = request_for(&record, 8, "star:time=1000,table_size=1", 3);
    struct advice_request other = request_for(&record, 10, "star:time=1000,table_size=1", 3);
    assert_false(adviser_is_last_request(adviser, &request));
    adviser_request(adviser, &request);
    assert_true(adviser_is_last_request(adviser, &request) && !adviser_is_last_request(adviser, &other));
    assert_true(wait_for_depth(adviser, &bell, 2));
    assert_true(adviser->advice.has_value);
    double since = clock_now();
    adviser_hurry(adviser);
    while (!adviser_poll(adviser))
        wake_wait(&bell, 1000);
    assert_true(clock_now() - since < 100); /* the search alone would take 1000 */
    assert_int_equal(adviser->state, ADVICE_DONE);
    assert_false(move_is_none(adviser->advice.move));
    /* Another question takes the place of one that goes on for ever. */
    adviser_request(adviser, &request);
    adviser_request(adviser, &other);
    assert_true(wait_for_depth(adviser, &bell, 2));
    adviser_stop(adviser);
    assert_int_equal(adviser->state, ADVICE_STOPPED);
    int depth = adviser->advice.progress.depth;
    worker_wait(&adviser->jobs.worker);
    assert_false(adviser_poll(adviser));
    assert_int_equal(adviser->state, ADVICE_STOPPED);
    assert_int_equal(adviser->advice.progress.depth, depth);
    adviser_forget(adviser);
    assert_false(adviser_is_last_request(adviser, &other));
    other.agent = "star:no=1";
    adviser_request(adviser, &other);
    while (!adviser_poll(adviser))
        wake_wait(&bell, 1000);
    assert_int_equal(adviser->state, ADVICE_FAILED);
    assert_true(adviser->error.text[0]);
    adviser_free(adviser);
    free(adviser);
    record_clear(&record);
    wake_free(&bell);
}

/* Every word of the option but the first is an agent that reports values. */
TEST(test_option)
{
    struct advice *advice = calloc(1, sizeof *advice);
    struct record record = {0};
    record_game(&record, 7);
    assert_string_equal(hint_agent(&settings), "vedette");
    assert_true(hint_seconds(&settings) > 1);
    const struct option *row = &hint_group.options[0];
    for (int i = 1; row->words[i]; i++) {
        assert_int_equal(settings_set(&settings, "hint.agent", row->words[i], "set", NULL), STATUS_OK);
        assert_true(agent_index(hint_agent(&settings)) >= 0);
        struct advice_request request = request_for(&record, 0, hint_agent(&settings), hint_lines(&settings));
        make_advice(&request, advice);
        assert_true(advice->has_value);
    }
    assert_int_equal(settings_set(&settings, "hint.agent", "planner", "set", NULL), STATUS_OK);
    assert_null(hint_agent(&settings));
    assert_true(hint_seconds(&settings) == 0);
    settings_reset(&settings, "hint.agent", NULL);
    record_clear(&record);
    free(advice);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
