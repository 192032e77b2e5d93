/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* Time controls in words, clocks that run, and games that are lost on them: by a clock of the test's own,
 * which goes as fast as the test wants. */
#include "cmocka_all.h"
#include "play/clock.h"
#include "play/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct settings settings;

/* The test's time, in milliseconds. */
static atomic_llong now;

static double show_time(void *context)
{
    (void)context;
    return (double)atomic_load(&now) / 1000;
}

static const struct time_source source = {show_time, NULL};

static void pass(int milliseconds)
{
    atomic_fetch_add(&now, milliseconds);
}

/* --- controls --- */

TEST(test_controls)
{
    static const struct {
        const char *text, *canonical;
        struct time_control control;
    } sound[] = {
        {"none", "none", {0, 0, 0}},
        {"5m", "5m", {300000, 0, 0}},
        {"5m+3s", "5m+3s", {300000, 3000, 0}},
        {"300s+0.5s", "5m+0.5s", {300000, 500, 0}},
        {"1h30m", "1h30m", {5400000, 0, 0}},
        {"90m", "1h30m", {5400000, 0, 0}},
        {"1h5s", "1h5s", {3605000, 0, 0}},
        {"10s/move", "10s/move", {0, 0, 10000}},
        {"1m30.25s/move", "1m30.25s/move", {0, 0, 90250}},
        {"0.001s", "0.001s", {1, 0, 0}},
        {"5m+0s", "5m", {300000, 0, 0}},
        {"100h", "100h", {TIME_MAX, 0, 0}},
    };
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++) {
        struct time_control control = {7, 7, 7}, again = {0};
        char text[TIME_CONTROL_TEXT];
        assert_int_equal(time_control_read(sound[i].text, &control, NULL, NULL), STATUS_OK);
        assert_memory_equal(&control, &sound[i].control, sizeof control);
        assert_string_equal(time_control_write(&control, text), sound[i].canonical);
        assert_int_equal(time_control_read(text, &again, NULL, NULL), STATUS_OK);
        assert_memory_equal(&control, &again, sizeof control);
        assert_int_equal(time_control_is_set(&control), i > 0);
    }
}

TEST(test_wrong_controls)
{
    static const struct {
        const char *text;
        size_t fault;
    } wrong[] = {
        {"", 0}, {"5", 0}, {"m", 0}, {"0s", 0}, {"0s+3s", 2}, {"5m+", 2}, {"5m+3", 2}, {"5m3h", 2},
        {"5m5m", 2}, {"-5m", 0}, {" 5m", 0}, {"5m ", 2}, {"5m+3s/move", 5}, {"10s/moves", 8}, {"10s/mov", 3},
        {"0s/move", 0}, {"1.5m", 0}, {"1.2345s", 0}, {"1.s", 0}, {".5s", 0}, {"101h", 0}, {"100h1s", 4},
        {"99999999999999999999s", 0}, {"5M", 0}, {"none5m", 0}, {"nones", 0}, {"5m,3m", 2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct time_control control = {7, 8, 9};
        struct error error = {0};
        size_t fault = 99;
        assert_int_equal(time_control_read(wrong[i].text, &control, &fault, &error), STATUS_BAD);
        assert_int_equal(fault, wrong[i].fault);
        assert_non_null(strstr(error.text, "expected none, a time as 5m or 5m+3s, or 10s/move"));
        assert_true(control.total == 7 && control.increment == 8 && control.move == 9);
    }
}

TEST(test_terms)
{
    struct time_terms terms = {0};
    char text[TIME_TERMS_TEXT];
    size_t fault;
    assert_int_equal(time_terms_read("10m,5s/move", &terms, NULL, NULL), STATUS_OK);
    assert_true(terms.side[RED].total == 600000 && terms.side[BLUE].move == 5000);
    assert_string_equal(time_terms_write(&terms, text), "10m,5s/move");
    assert_int_equal(time_terms_read("1m+1s", &terms, NULL, NULL), STATUS_OK);
    assert_true(terms.side[BLUE].total == 60000 && terms.side[BLUE].increment == 1000);
    assert_string_equal(time_terms_write(&terms, text), "1m+1s");
    assert_int_equal(time_terms_read("1m,", &terms, &fault, NULL), STATUS_BAD);
    assert_int_equal(fault, 3);
    assert_int_equal(time_terms_read("1m,none,none", &terms, &fault, NULL), STATUS_BAD);
    assert_int_equal(time_terms_read("x,1m", &terms, &fault, NULL), STATUS_BAD);
    assert_int_equal(fault, 0);
    assert_true(time_terms_are_set(&terms));
    assert_int_equal(time_terms_read("none", &terms, NULL, NULL), STATUS_OK);
    assert_false(time_terms_are_set(&terms));
}

/* Any text is read as something that is written and read the same, or refused. */
TEST(test_any_text)
{
    static const char letters[] = "0123459.hms+/,moven ";
    struct rng rng;
    int sound = 0;
    rng_seed(&rng, 3, 0);
    for (int i = 0; i < 200000; i++) {
        char text[12], written[TIME_TERMS_TEXT];
        struct time_terms terms = {0}, again = {0};
        size_t size = rng_below(&rng, sizeof text - 1), fault;
        for (size_t j = 0; j < size; j++)
            text[j] = letters[rng_below(&rng, sizeof letters - 1)];
        text[size] = '\0';
        if (time_terms_read(text, &terms, &fault, NULL) != STATUS_OK) {
            assert_true(fault <= size);
            continue;
        }
        sound++;
        time_terms_write(&terms, written);
        assert_int_equal(time_terms_read(written, &again, NULL, NULL), STATUS_OK);
        assert_memory_equal(&terms, &again, sizeof terms);
    }
    assert_true(sound > 500);
}

TEST(test_clock_text)
{
    static const struct {
        int64_t left;
        const char *text;
    } rows[] = {
        {0, "0:00"}, {9800, "0:09.8"}, {9999, "0:09.9"}, {10000, "0:10"}, {59999, "0:59"}, {299000, "4:59"},
        {3599999, "59:59"}, {3723000, "1:02:03"}, {-12000, "-0:12"}, {-150, "-0:00.1"},
    };
    char text[CLOCK_TEXT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(clock_write_time(rows[i].left, text), rows[i].text);
}

/* --- clocks --- */

/* A record that has nothing but its clocks, so many moves, and their times. */
static void make_record(struct record *record, const char *clock, size_t plies, const uint32_t *spent,
                        size_t count)
{
    *record = (struct record){0};
    record_clear(record);
    assert_int_equal(time_terms_read(clock, &record->time, NULL, NULL), STATUS_OK);
    for (size_t i = 0; i < plies; i++)
        record_append(record, (struct move_with_ranks){MOVE_NONE, RANK_UNKNOWN, RANK_UNKNOWN});
    for (size_t i = 0; i < count; i++)
        record_set_move_time(record, i, spent[i]);
}

TEST(test_clock_of_a_record)
{
    static const uint32_t spent[] = {1000, 50, 2500, 70, 3000};
    struct record record;
    struct game_clock clock;
    make_record(&record, "10s+1s,5s/move", 4, spent, 5);
    game_clock_init(&clock, &record, &source);
    assert_int_equal(clock.side, RED);
    assert_int_equal(game_clock_left(&clock, RED), 10000 - 1000 - 2500 + 2 * 1000 - 3000);
    assert_int_equal(game_clock_left(&clock, BLUE), 5000);
    assert_int_equal(game_clock_spent(&clock), 3000);
    record_cut(&record, 3);
    game_clock_init(&clock, &record, &source);
    assert_int_equal(clock.side, BLUE);
    assert_int_equal(game_clock_left(&clock, RED), 10000 - 1000 - 2500 + 2 * 1000);
    assert_int_equal(game_clock_spent(&clock), 0);
    record_clear(&record);
}

TEST(test_clock_runs)
{
    struct record record;
    struct game_clock clock;
    make_record(&record, "10s+2s,5s/move", 0, NULL, 0);
    game_clock_init(&clock, &record, &source);
    pass(700);
    assert_int_equal(game_clock_left(&clock, RED), 10000); /* it stands still */
    game_clock_run(&clock);
    pass(700);
    game_clock_run(&clock);
    assert_int_equal(game_clock_left(&clock, RED), 9300);
    assert_int_equal(game_clock_left(&clock, BLUE), 5000);
    game_clock_stop(&clock);
    pass(5000);
    assert_int_equal(game_clock_spent(&clock), 700);
    game_clock_run(&clock);
    pass(300);
    game_clock_press(&clock, game_clock_spent(&clock));
    assert_int_equal(game_clock_left(&clock, RED), 11000);
    pass(4999);
    assert_int_equal(game_clock_left(&clock, BLUE), 1);
    assert_false(game_clock_is_out(&clock));
    pass(1);
    assert_true(game_clock_is_out(&clock));
    pass(100);
    assert_int_equal(game_clock_left(&clock, BLUE), -100);
    game_clock_press(&clock, game_clock_spent(&clock));
    assert_int_equal(game_clock_left(&clock, BLUE), 5000); /* each move anew */
    record_clear(&record);
    make_record(&record, "none", 0, NULL, 0);
    game_clock_init(&clock, &record, &source);
    game_clock_run(&clock);
    pass(1000000);
    assert_false(game_clock_is_out(&clock));
    assert_true(game_clock_left(&clock, RED) == INT64_MAX);
    record_clear(&record);
}

/* Limits leave time for later moves, are within the clock, and never replace lower ones. */
TEST(test_clock_limits)
{
    static const char *const controls[] = {"5m+3s", "1s", "10s/move", "0.001s", "0.02s/move", "100h"};
    struct record record;
    struct game_clock clock;
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        struct think think = {0}, low = {.soft_seconds = 1e-6, .hard_seconds = 1e-5};
        make_record(&record, controls[i], 0, NULL, 0);
        game_clock_init(&clock, &record, &source);
        double left = (double)game_clock_left(&clock, RED) / 1000;
        game_clock_limit(&clock, RED, &think);
        bool each = record.time.side[RED].move > 0; /* the limits are all: there is no clock to share out */
        assert_true(think.has_clock == !each && (each || fabs(think.clock - left) < 1e-9));
        assert_true(!each || fabs(think.soft_seconds - fmax(0.8 * left, left - 0.2)) < 1e-9);
        assert_true(think.soft_seconds > 0 && think.soft_seconds <= think.hard_seconds);
        assert_true(think.hard_seconds <= fmax(left, 0.001));
        if (record.time.side[RED].total && left > 0.1)
            assert_true(think.soft_seconds - think.increment <= left / 20 && think.hard_seconds < left);
        game_clock_limit(&clock, RED, &low);
        assert_true(low.soft_seconds == 1e-6 && low.hard_seconds == 1e-5);
        record_clear(&record);
    }
    struct think none = {0};
    make_record(&record, "none,1m", 0, NULL, 0);
    game_clock_init(&clock, &record, &source);
    game_clock_limit(&clock, RED, &none);
    assert_true(!none.has_clock && none.soft_seconds == 0 && none.hard_seconds == 0);
    game_clock_limit(&clock, BLUE, &none); /* who moves next, and may think already */
    assert_true(none.has_clock && none.clock == 60 && none.soft_seconds > 0 && none.hard_seconds < 60);
    record_clear(&record);
}

/* --- games --- */

/* Thinks until it is stopped, a tenth of a second at a time; then plays the first move. */
static struct move think_for_ever(void *state, const struct view *view, const struct think *think)
{
    struct move moves[MOVES_MAX];
    (void)state;
    while (!atomic_load(think->stop))
        pass(1);
    board_moves(&view->board, moves);
    return moves[0];
}

/* Takes a second for each move. */
static struct move think_a_second(void *state, const struct view *view, const struct think *think)
{
    struct move moves[MOVES_MAX];
    (void)state, (void)think;
    pass(1000);
    board_moves(&view->board, moves);
    return moves[0];
}

static const struct agent_kind endless = {.name = "endless", .move = think_for_ever};
static const struct agent_kind steady = {.name = "steady", .move = think_a_second};

static struct game_terms terms_for(const char *clock)
{
    struct game_terms terms = {.rules = *rules_find("deepnash"), .seed = 4, .settings = &settings,
                               .time_source = &source};
    assert_int_equal(time_terms_read(clock, &terms.time, NULL, NULL), STATUS_OK);
    return terms;
}

/* Starts a game between two agents of the test's own. */
static void start_game(struct game *game, const struct game_terms *terms, const struct agent_kind *red,
                       const struct agent_kind *blue)
{
    assert_int_equal(game_start(game, terms, NULL), STATUS_OK);
    game->player[RED] = (struct player){.is_agent = true, .agent.kind = red};
    game->player[BLUE] = (struct player){.is_agent = true, .agent.kind = blue};
}

static void assert_outcome(const struct game *game, enum result result, enum reason reason)
{
    assert_int_equal(game_outcome(game).result, result);
    assert_int_equal(game_outcome(game).reason, reason);
}

/* With five seconds a side, an agent that thinks for ever loses when they are over, and not before. */
TEST(test_endless_thought_loses)
{
    for (enum side side = RED; side <= BLUE; side++) {
        struct game game;
        struct game_terms terms = terms_for("5s");
        start_game(&game, &terms, side == RED ? &endless : &steady, side == RED ? &steady : &endless);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        assert_outcome(&game, result_win(side_other(side)), REASON_TIME);
        assert_int_equal(game.record.plies, side == RED ? 0 : 1);
        assert_int_equal(game.record.spent_count, game.record.plies + 1);
        assert_true(record_move_time(&game.record, game.record.plies) >= 5000);
        assert_true(game_clock_left(&game.clock, side) <= 0);
        assert_int_equal(game_clock_left(&game.clock, side_other(side)),
                         side == RED ? 5000 : 4000);
        assert_int_equal(record_check(&game.record, NULL), STATUS_OK);
        game_end(&game);
    }
}

/* A steady player loses when the sum of its moves is too much: with the increment later, with a time for each
 * move never. */
TEST(test_steady_play)
{
    static const struct {
        const char *clock;
        size_t plies; /* of a game lost on time; 0: the rules end it */
        enum result result;
    } rows[] = {
        {"5s", 8, RESULT_BLUE},            /* the fifth takes Red's last second */
        {"5s+0.5s", 16, RESULT_BLUE},      /* 5.0, 4.5, .. and 1.0 for the ninth move */
        {"5.001s", 10, RESULT_BLUE},
        {"10s,3s", 5, RESULT_RED},
        {"1.001s/move", 0, RESULT_OPEN},
        {"1s/move,none", 0, RESULT_BLUE},
        {"none,1s/move", 1, RESULT_RED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct game game;
        struct game_terms terms = terms_for(rows[i].clock);
        start_game(&game, &terms, &steady, &steady);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        if (rows[i].result != RESULT_OPEN) {
            assert_outcome(&game, rows[i].result, REASON_TIME);
            assert_int_equal(game.record.plies, rows[i].plies);
        } else {
            assert_int_not_equal(game_outcome(&game).reason, REASON_TIME);
            assert_int_equal(game.record.spent_count, game.record.plies);
        }
        game_end(&game);
    }
}

/* Where time is only counted nobody loses by it, and even the endless one must move. */
TEST(test_counted)
{
    struct game game;
    struct game_terms terms = terms_for("2s+0.1s");
    terms.time.counted = true;
    terms.rules.move_limit = 20;
    start_game(&game, &terms, &endless, &steady);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_outcome(&game, RESULT_DRAW, REASON_MOVE_LIMIT);
    assert_int_equal(game.record.plies, 20);
    assert_int_equal(game_clock_left(&game.clock, BLUE), 2000 - 10 * 1000 + 10 * 100);
    assert_true(record_move_time(&game.record, 0) >= 2000);
    game_end(&game);
}

/* A person loses on time too; a late move is not played. */
TEST(test_person)
{
    struct game game;
    struct error error;
    struct move moves[MOVES_MAX];
    struct game_terms terms = terms_for("5s");
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    game_clock_run(&game.clock);
    pass(4999);
    assert_false(game_check_time(&game));
    board_moves(&game.position.board, moves);
    assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
    pass(1000);
    board_moves(&game.position.board, moves);
    assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
    pass(1);
    board_moves(&game.position.board, moves);
    assert_int_equal(game_play(&game, moves[0], NULL, &error), STATUS_NO);
    assert_string_equal(error.text, "the time has run out");
    assert_int_equal(game.record.plies, 2);
    assert_outcome(&game, RESULT_BLUE, REASON_TIME);
    assert_int_equal(game_play(&game, moves[0], NULL, &error), STATUS_NO);
    game_end(&game);
}

/* Moves that are taken back bring their time back; a game goes on with what its record says was left. */
TEST(test_back_and_on)
{
    struct game game, again;
    struct game_terms terms = terms_for("60s+1s");
    struct move moves[MOVES_MAX];
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    game_clock_run(&game.clock);
    for (int i = 0; i < 4; i++) {
        pass(1000 * (i + 1));
        int count = board_moves(&game.position.board, moves), quiet = 0;
        while (quiet < count - 1 && square_distance(moves[quiet].from, moves[quiet].to) > 1)
            quiet++;
        assert_int_equal(game_play(&game, moves[quiet], NULL, NULL), STATUS_OK);
    }
    assert_int_equal(game_clock_left(&game.clock, RED), 60000 - 1000 - 3000 + 2000);
    assert_int_equal(game_take_back(&game, 2, NULL), STATUS_OK);
    assert_int_equal(game_clock_left(&game.clock, RED), 60000 - 1000 + 1000);
    assert_int_equal(game_clock_left(&game.clock, BLUE), 60000 - 2000 + 1000);
    pass(700);
    game_pause(&game);
    pass(50000);
    assert_int_equal(game_resume(&again, &game.record, &terms, NULL), STATUS_OK);
    assert_int_equal(game_clock_left(&again.clock, RED), 60000 - 700);
    pass(50000);
    assert_int_equal(game_clock_left(&again.clock, RED), 60000 - 700);
    game_clock_run(&again.clock);
    pass(60000 - 701);
    assert_false(game_check_time(&again));
    pass(1);
    assert_true(game_check_time(&again));
    assert_outcome(&again, RESULT_BLUE, REASON_TIME);
    game_end(&again);
    game_end(&game);
}

static int set_up_clock(void **state)
{
    (void)state;
    settings_init(&settings, option_groups);
    return 0;
}

static int tear_down_clock(void **state)
{
    (void)state;
    settings_free(&settings);
    return 0;
}

TESTS_MAIN(set_up_clock, tear_down_clock)
