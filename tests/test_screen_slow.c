/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* The game screen while its figures take their time: every key is answered at once, no figure is of another
 * position than the one that is shown, and whoever leaves does not wait. */
#include "base/clock.h"
#include "boards.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "report/heat.h"
#include "screens.h"
#include "shortcuts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where every memory access is watched all takes its time. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WATCHED 1
#endif
#endif
#ifdef WATCHED
#define ANSWER_SECONDS 0.16
#else
#define ANSWER_SECONDS 0.016
#endif

/* How long each analysis takes, in microseconds, unless it is stopped. */
static atomic_uint delay;
static atomic_uint delayed, stopped;

static void take_time(void *context, const struct job *job)
{
    (void)context;
    atomic_fetch_add(&delayed, 1);
    for (unsigned spent = 0; spent < atomic_load(&delay) && !job_stopped(job); spent += 500)
        usleep(500);
    if (job_stopped(job))
        atomic_fetch_add(&stopped, 1);
}

static void slow_down(unsigned milliseconds)
{
    atomic_store(&delay, 1000 * milliseconds);
}

/* A game in its middle, whoever is to play it on. */
static struct tui *show_middle_game(const char *name)
{
    struct tui *tui = new_tui(RED);
    struct placement start;
    struct rng rng;
    char path[128];
    rng_seed(&rng, 17, 0);
    placement_random_game(&start, &rng);
    snprintf(path, sizeof path, "%s/%s.game", folder, name);
    write_game(path, &start, "you", "random", NULL);
    slow_down(0);
    assert_int_equal(settings_set(&session.settings, "hint.agent", "planner", "set", NULL), STATUS_OK);
    tui->analyst.delay = take_time;
    load(tui, path);
    for (int n = 0; n < 8; n++)
        press(tui, "H\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 16);
    return tui;
}

/* A key as the program takes it, and then draws: no waiting for anything but what the program waits for. */
static double answer(struct tui *tui, int key)
{
    double before = clock_now();
    tui->screen->key(tui, key);
    screen_advance(tui);
    paint(tui, 24, 80);
    return clock_now() - before;
}

/* The slowest key; its place in the row. */
static int slowest(const double *seconds, int count)
{
    int worst = 0;
    for (int i = 1; i < count; i++)
        if (seconds[i] > seconds[worst])
            worst = i;
    return worst;
}

/* Each key in turn, in so many games: the best time of each, so that a machine which is busy with something
 * else does not count; where it is very busy, in some more. All are to be answered at once. Returns how long
 * a game's keys took together, on average. */
static double press_all(const char *keys, int count, int rounds, void (*prepare)(struct tui *tui))
{
    enum { ROUNDS_MAX = 60 };
    double best[256], total = 0;
    int round = 0, worst = 0;
    assert_true(count < 256);
    for (int i = 0; i < count; i++)
        best[i] = 1e9;
    for (; round < rounds || (best[worst] > ANSWER_SECONDS && round < ROUNDS_MAX); round++) {
        struct tui *tui = show_middle_game("keys");
        prepare(tui);
        for (int i = 0; i < count; i++) {
            double seconds = answer(tui, (unsigned char)keys[i]);
            best[i] = seconds < best[i] ? seconds : best[i];
            total += seconds;
        }
        free_tui(tui);
        worst = slowest(best, count);
    }
    if (best[worst] > ANSWER_SECONDS)
        fail_msg("key %d of %d, 0x%02x: answered after %.1f ms", worst, count, (unsigned char)keys[worst],
                 1000 * best[worst]);
    return total / round;
}

/* In milliseconds: longer than all keys of a game take on the busiest machine. */
enum { VERY_SLOW = 60000 };

static void prepare_slow_figures(struct tui *tui)
{
    (void)tui;
    slow_down(VERY_SLOW);
}

/* With all panels open and each analysis a minute long, every key is answered within 16 ms: those of the
 * panels, moves, looking back, notes, hints. */
TEST(test_every_key_at_once)
{
    static const char keys[] = "wpv+-tt+wkjhl[[]]{}[\x1bHHlF\t\r\x1bmX\rmQ\r\x1b\t\rk\r"
                               "wvpHwu[prnDns\x1b" "C?";
    enum { KEYS = sizeof keys - 1, ROUNDS = 6 };
    double together = press_all(keys, KEYS, ROUNDS, prepare_slow_figures);
    assert_true(atomic_load(&delayed) >= ROUNDS);
    /* Not even all of them together have waited for one analysis. */
    assert_true(together < VERY_SLOW / 1000.0);
}

/* A hint that is being searched for as long as it is let, beside the panels. */
static void prepare_search(struct tui *tui)
{
    static const char *const options[][2] = {
        {"hint.agent", "star"}, {"search.time", "1000"}, {"search.table_size", "4"}};
    for (int i = 0; i < 3; i++)
        settings_set(&session.settings, options[i][0], options[i][1], "set", NULL);
    answer(tui, 'H');
    while (tui->adviser.advice.progress.depth < 2) {
        assert_true(wake_wait(&tui->wake, 10000));
        game_advance(tui);
    }
    assert_true(adviser_is_busy(&tui->adviser));
}

/* The same while a hint is searched for: by one thread of its own that works all the time. */
TEST(test_every_key_while_searching)
{
    static const char keys[] = "wv+-tt+wkjhlFLLpLHHlF\t\r\x1bmX\rmQ\rH\x1bHNH[[]]{}HrnH\t\rk\rHCu?";
    press_all(keys, sizeof keys - 1, 4, prepare_search);
}

/* How many squares and lists show a probability. */
static int heat_spots(const struct tui *tui)
{
    int spots = 0;
    for (int i = 0; i < tui->canvas.rows * tui->canvas.cols; i++)
        spots += tui->canvas.spots[i].role == ROLE_HEAT || tui->canvas.spots[i].ground >= GROUND_HEAT;
    return spots;
}

/* What the panels would show of what is on the screen, worked out here and now. */
static struct analysis *work_out(const struct tui *tui)
{
    struct figures_request request;
    struct analysis_cache cache = {0};
    struct analysis *analysis = calloc(1, sizeof *analysis);
    assert_non_null(analysis);
    figures_request_shown(&tui->local, &request);
    request.here.settings = &session.settings;
    request.here.library = session.library;
    request.here.seed = session.seed;
    request.here.notation = session_notation(&session);
    assert_int_equal(analysis_make(analysis, &request.here, &cache, NULL, NULL), STATUS_OK);
    analysis_cache_free(&cache);
    return analysis;
}

/* The digits on the board are those of the position that is on it, or there are none; the same goes for the
 * worth, the title and the plans. Returns whether there were some. */
static bool assert_of_this_position(struct tui *tui)
{
    double heat[SQUARES];
    char digits[3], text[64];
    paint(tui, 24, 80);
    bool there = panels_figures(tui) != NULL;
    if (!there) {
        assert_int_equal(heat_spots(tui), 0);
        assert_true(!tui->panels.heat || find_row(tui, "thinking...") >= 0);
        assert_true(!tui->panels.values || find_row(tui, "... % to win") >= 0);
        assert_false(tui->panels.plans && (tui->panels.has_cursor_move || tui->panels.has_played));
        return false;
    }
    struct analysis *analysis = work_out(tui);
    const struct belief *belief = &analysis->belief[BLUE];
    belief_heat(belief, tui->panels.rank, heat);
    for (int square = 0; tui->panels.heat && square < SQUARES; square++) {
        int number = local_game_board(&tui->local)->at[square];
        if (number < PIECES_A_SIDE || number >= PIECES || !belief_is_hidden(belief, number))
            continue;
        const struct spot *spot = &tui->canvas.spots[
            (size_t)(tui->layout.squares.row + 2 * (9 - square_row(square)) + 1) * 80 +
            (size_t)(tui->layout.squares.col + 4 * square_file(square))];
        heat_digits(heat[square], digits);
        assert_int_equal(spot[1].code, digits[0]);
        assert_int_equal(spot[2].code, digits[1]);
    }
    if (tui->panels.values) {
        snprintf(text, sizeof text, "  %.0f %% to win", 100 * panels_figures(tui)->chance);
        assert_true(find_row(tui, text) == 0);
    }
    if (tui->panels.plans && tui->panels.has_cursor_move) {
        struct move_breakdown expected;
        assert_true(analysis_breakdown(analysis, tui->panels.cursor_move.move, &expected));
        assert_true(expected.total == tui->panels.cursor_move.total);
        assert_int_equal(expected.place, tui->panels.cursor_move.place);
    }
    analysis_free(analysis);
    free(analysis);
    return true;
}

/* Whatever is done at whatever pace: what is shown is of the position that is shown. */
TEST(test_no_older_figures)
{
    static const char *const deeds[] = {"H\r", "[", "]", "[[", "}", "{", "u",
                                        "+", "\t\rk\r", "l", "H\r", "v", "mB\r"};
    struct tui *tui = show_middle_game("older");
    struct rng rng;
    int with = 0, without = 0;
    rng_seed(&rng, 3, 0);
    press(tui, "wp");
    /* On a busy machine it may take longer until both kinds of looks were many. */
    for (int i = 0; (i < 160 || ((with <= 50 || without <= 50) && i < 1000)) && !local_game_over(&tui->local);
         i++) {
        slow_down(rng_below(&rng, 3) == 0 ? 0 : 5 * rng_below(&rng, 8));
        for (const char *key = deeds[rng_below(&rng, sizeof deeds / sizeof *deeds)]; *key; key++) {
            answer(tui, (unsigned char)*key);
            for (int looks = (int)rng_below(&rng, 3); looks >= 0; looks--) {
                *(assert_of_this_position(tui) ? &with : &without) += 1;
                wake_wait(&tui->wake, (int)rng_below(&rng, 10));
                game_advance(tui);
            }
        }
    }
    assert_true(with > 50 && without > 50);
    slow_down(0);
    press(tui, "\x1b}");
    assert_true(assert_of_this_position(tui));
    free_tui(tui);
}

/* What is waited for is said, and done when it is there; but not when the person has gone on meanwhile. */
TEST(test_waiting)
{
    struct tui *tui = show_middle_game("waiting");
    press(tui, "pp"); /* settles: the figures are there */
    press(tui, "H\r");
    int square = tui->cursor.square;
    slow_down(VERY_SLOW); /* until it is let */
    answer(tui, 'H');
    assert_shown(tui, "Thinking...");
    assert_int_equal(tui->cursor.square, square);
    slow_down(0);
    settle(tui);
    assert_shown(tui, "Hint: ");
    assert_int_not_equal(tui->cursor.chosen, SQUARE_NONE);
    press(tui, "\r");
    slow_down(VERY_SLOW);
    answer(tui, 'H');
    answer(tui, 'l'); /* goes on: no hint comes in between */
    slow_down(0);
    settle(tui);
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "Hint: "), -1);
    assert_int_equal(find_row(tui, "Thinking..."), -1);
    assert_int_equal(tui->cursor.chosen, SQUARE_NONE);
    /* A note that was typed is put down all the same, when it is known that it can be so. */
    press(tui, "H\r");
    int number = NO_PIECE;
    const struct board *board = local_game_board(&tui->local);
    for (int n = PIECES_A_SIDE; n < PIECES && number == NO_PIECE; n++)
        if (board->piece[n].square != SQUARE_NONE && board->piece[n].rank == RANK_UNKNOWN)
            number = n;
    tui->cursor.square = board->piece[number].square;
    uint16_t *note = &tui->local.game.record.note[record_start_square(&tui->local.game.record, number)];
    slow_down(VERY_SLOW);
    for (const char *key = "mS\r"; *key; key++)
        answer(tui, *key);
    assert_shown(tui, "Thinking...");
    assert_int_equal(*note, 0);
    /* So is the next, which need not wait for the first, and the one in place of another. */
    int second = NO_PIECE;
    for (int n = number + 1; n < PIECES && second == NO_PIECE; n++)
        if (board->piece[n].square != SQUARE_NONE && board->piece[n].rank == RANK_UNKNOWN)
            second = n;
    tui->cursor.square = board->piece[second].square;
    uint16_t *other = &tui->local.game.record.note[record_start_square(&tui->local.game.record, second)];
    for (const char *key = "m9\rm"; *key; key++)
        answer(tui, *key);
    paint(tui, 24, 80);
    assert_true(find_row(tui, "X9): 9") >= 0); /* what was typed is shown again */
    for (const char *key = "\b8\r"; *key; key++)
        answer(tui, *key);
    assert_int_equal(*note | *other, 0);
    slow_down(0);
    settle(tui);
    assert_int_equal(*note, 1 << SPY);
    assert_int_equal(*other, 1 << COLONEL);
    assert_shown(tui, "Noted: 8");
    /* Of a note that contradicts one typed just before it is said so, and it is not put down. */
    slow_down(VERY_SLOW);
    tui->cursor.square = board->piece[number].square;
    for (const char *key = "m\bX\r"; *key; key++)
        answer(tui, *key);
    tui->cursor.square = board->piece[second].square;
    for (const char *key = "m\bX\r"; *key; key++)
        answer(tui, *key);
    slow_down(0);
    settle(tui);
    assert_int_equal(*note, 1 << MARSHAL);
    assert_int_equal(*other, 1 << COLONEL);
    assert_shown(tui, "Not noted: ");
    free_tui(tui);
}

/* Who leaves the game, or the program, does not wait for the analysis. */
TEST(test_leaving_at_once)
{
    for (int way = 0; way < 2; way++) {
        struct tui *tui = show_middle_game("leaving");
        slow_down(VERY_SLOW);
        unsigned before = atomic_load(&stopped);
        answer(tui, 'w');
        assert_true(analyst_is_busy(&tui->analyst));
        double began = clock_now();
        if (way == 0) { /* to the menu */
            local_game_leave(&tui->local);
            analyst_forget(&tui->analyst);
            enter_screen(tui, &menu_screen);
            paint(tui, 24, 80);
            assert_false(screen_is_busy(tui));
        }
        free_tui(tui);
        assert_true(clock_now() - began < VERY_SLOW / 1000.0 / 2);
        assert_int_equal(atomic_load(&stopped), before + 1);
    }
}

/* A note that waits for figures is in the journal of a game that is left meanwhile. */
TEST(test_note_is_kept)
{
    struct tui *tui = show_middle_game("kept");
    struct file_content content = {0};
    const struct board *board = local_game_board(&tui->local);
    char path[sizeof tui->local.journal.journal.path];
    int number = PIECES_A_SIDE;
    while (board->piece[number].square == SQUARE_NONE || board->piece[number].rank != RANK_UNKNOWN)
        number++;
    tui->cursor.square = board->piece[number].square;
    memcpy(path, tui->local.journal.journal.path, sizeof path);
    slow_down(VERY_SLOW);
    for (const char *key = "mS\r"; *key; key++)
        answer(tui, *key);
    assert_shown(tui, "Thinking...");
    panels_store_pending(tui);
    free_tui(tui);
    assert_int_equal(file_read(path, &content, NULL), STATUS_OK);
    assert_int_equal(content.record.note[record_start_square(&content.record, number)], 1 << SPY);
    file_content_free(&content);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
