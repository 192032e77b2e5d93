/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel of best lines: a hint by an agent that looks ahead, while it thinks and when it is there; and
 * what is shown of the opponent's thinking, which is how hard it is, and nothing else. */
#include "base/clock.h"
#include "base/decimal.h"
#include "boards.h"
#include "cmocka_all.h"
#include "report/study_text.h"
#include "screens.h"
#include "shortcuts.h"
#include "twins.h"

#include <stdio.h>
#include <string.h>

static bool has_line(const struct tui *tui)
{
    return tui->adviser.advice.progress.depth >= 2;
}

static bool is_rest(const struct tui *tui)
{
    return !tui->local.thought.on && !screen_is_busy(tui);
}

static bool thinks_deep(const struct tui *tui)
{
    return tui->local.thought.on && tui->local.thought.effort.depth >= 2;
}

TEST(test_before_the_first_move)
{
    struct tui *tui = show_new_game("random");
    press(tui, "pL");
    assert_shown(tui, "Your opponent has not moved yet");
    assert_not_on_screen(tui, "Your opponent thought");
    free_tui(tui);
}

/* H shows the lines and takes the best move up, so that Enter plays it; with the position they go. */
TEST(test_hint)
{
    char expected[64], name[MOVE_TEXT];
    struct tui *tui = show_new_game("random");
    hints_by_star("3");
    press(tui, "H");
    const struct advice *advice = &tui->adviser.advice;
    assert_int_equal(tui->adviser.state, ADVICE_DONE);
    assert_int_equal(tui->cursor.chosen, advice->move.from);
    assert_int_equal(tui->cursor.square, advice->move.to);
    move_write(advice->move, advice->attack[0], NOTATION_DEBOER, name);
    snprintf(expected, sizeof expected, "Hint by star: %s, depth 3. Chance to win", name);
    assert_shown(tui, expected);
    assert_shown(tui, "Best moves");
    assert_shown(tui, "Expected play");
    assert_shown(tui, "depth 3, ");
    /* The answer is there: a second request shows it at once. */
    press(tui, "\x1b");
    assert_int_equal(tui->cursor.chosen, SQUARE_NONE);
    uint64_t requested = tui->adviser.requested_job;
    press(tui, "H");
    assert_int_equal(tui->adviser.requested_job, requested);
    assert_int_equal(tui->cursor.chosen, advice->move.from);
    press(tui, "\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    assert_not_on_screen(tui, "Best moves");
    static const struct { double seconds; const char *shown; } times[] = {
        {0, "0.0 s"}, {0.14, "0.1 s"}, {9.94, "9.9 s"}, {9.96, "10 s"}, {61.6, "62 s"}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        snprintf(expected, sizeof expected, "Your opponent thought  %s", times[i].shown);
        tui->local.thought.seconds = times[i].seconds;
        assert_shown(tui, expected);
    }
    press(tui, "L");
    assert_not_on_screen(tui, "Your opponent thought");
    press(tui, "Lp");
    assert_not_on_screen(tui, "Your opponent thought");
    /* A hint by the planner comes with its reason. */
    forget_hint_options(NULL);
    press(tui, "LH");
    assert_shown(tui, "Your opponent thought");
    assert_shown(tui, "Hint: ");
    free_tui(tui);
}

/* The tried move that the cursor is on is described in words: the chosen piece's, or the best one of the
 * piece under it, also while the piece of the hint is chosen. */
static void assert_line_of_each(struct tui *tui, const struct rollout_study *study)
{
    const struct board_cursor before = tui->cursor;
    int order[HALVING_ARMS], count = study_order(study, order);
    char expected[80], name[MOVE_TEXT];
    assert_true(count > 2);
    for (int i = 0; i < count && i < 4; i++)
        for (int mode = 0; mode < 3; mode++) {
            struct move move = study->move[order[i]].move;
            bool aims = mode == 1;
            int shown = 0;
            while (aims ? shown < i : study->move[order[shown]].move.from != move.from)
                shown++;
            tui->cursor.chosen = aims        ? move.from
                                 : mode == 2 ? study->move[study->best].move.from : SQUARE_NONE;
            tui->cursor.targets = aims ? bit(move.to) : 0;
            tui->cursor.square = aims ? move.to : move.from;
            paint(tui, 43, 132);
            const struct rollout_account *account = &study->move[order[shown]];
            move_write(account->move, account->attack, NOTATION_DEBOER, name);
            snprintf(expected, sizeof expected, ">%s ", name);
            assert_true(find_row(tui, expected) >= 0);
            snprintf(expected, sizeof expected, "  %s", name); /* the heading of its words */
            assert_true(find_row(tui, expected) >= 0);
        }
    tui->cursor = before;
    paint(tui, 43, 132);
}

/* Fails if a row of the panel ends with the sign of something cut, whichever piece the cursor is on. */
static void assert_nothing_cut(struct tui *tui, int rows, int cols)
{
    const struct board_cursor before = tui->cursor;
    const struct rollout_study *study = &tui->adviser.advice.study;
    for (int i = 0; i < study->count; i++) {
        tui->cursor.chosen = SQUARE_NONE;
        tui->cursor.square = study->move[i].move.from;
        paint(tui, rows, cols);
        const struct area *panel = &tui->layout.panel;
        for (int row = panel->row; row < panel->row + panel->rows; row++) {
            char line[4096];
            canvas_row(&tui->canvas, row, line);
            size_t size = strlen(line);
            if (size > 3 && (!strcmp(line + size - 3, "…") || !strcmp(line + size - 2, "..")))
                fail_msg("%dx%d: cut: %s", cols, rows, line);
        }
    }
    tui->cursor = before;
}

/* A hint by rollouts shows the moves tried, and the best one in words, at any size. */
TEST(test_rollouts)
{
    char expected[80], name[MOVE_TEXT];
    struct tui *tui = show_new_game("random");
    hints_by_vedette("6");
    press(tui, "H");
    const struct advice *advice = &tui->adviser.advice;
    const struct rollout_account *best = &advice->study.move[advice->study.best];
    assert_int_equal(tui->adviser.state, ADVICE_DONE);
    assert_true(advice->has_study && advice->study.made && advice->study.trials > 0);
    assert_true(move_equal(advice->move, best->move));
    move_write(best->move, best->attack, NOTATION_DEBOER, name);
    snprintf(expected, sizeof expected, "Chance to win %.0f +-%.0f %%", 100 * best->chance,
             100 * best->chance_error);
    assert_non_null(strstr(tui->message, expected));
    snprintf(expected, sizeof expected, "Hint: %s", name);
    assert_shown(tui, expected);
    assert_not_on_screen(tui, "Hint by star");
    for (int rows = 8; rows < 70; rows += 3)
        for (int cols = 30; cols < 220; cols += 7) {
            paint(tui, rows, cols);
            if (!tui->layout.too_small)
                assert_int_equal(find_row(tui, "Played out") >= 0, tui->layout.panel.rows > 0);
        }
    paint(tui, 24, 80);
    snprintf(expected, sizeof expected, ">%-9s%5.0f%%   +-%.0f%5.0f%%", name, 100 * best->chance,
             100 * best->chance_error, 100.0 * best->best / best->worlds);
    assert_true(find_row(tui, expected) >= 0);
    assert_not_on_screen(tui, "points"); /* those of the plans are for their own panel */
    for (int rows = 20; rows < 50; rows++) /* what does not fit whole is left out */
        for (int cols = 60; cols <= 80; cols += 20)
            assert_nothing_cut(tui, rows, cols);
    paint(tui, 43, 132);
    snprintf(expected, sizeof expected, ">%-9s%5.0f%%", name, 100 * best->chance);
    assert_true(find_row(tui, expected) >= 0);
    assert_true(find_row(tui, "likely: ") >= 0);
    assert_line_of_each(tui, &advice->study);
    press(tui, "\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    assert_not_on_screen(tui, "Played out");
    free_tui(tui);
}

/* A hint by a learnt policy shows it in percent, the drawn move with a sign, its chance to win, and what each
 * step took away. */
TEST(test_policy)
{
    char expected[80], name[MOVE_TEXT];
    struct tui *tui = show_new_game("random");
    set_hint_option("hint.agent", "rnad");
    press(tui, "H");
    const struct advice *advice = &tui->adviser.advice;
    const struct policy_study *policy = &advice->policy;
    assert_int_equal(tui->adviser.state, ADVICE_DONE);
    assert_true(advice->has_policy && move_equal(policy->move[policy->chosen], advice->move));
    move_write(advice->move, false, NOTATION_DEBOER, name);
    double drawn = 100 * (double)policy->probability[POLICY_STAGES - 1][policy->chosen];
    snprintf(expected, sizeof expected, "Hint by rnad: %s, drawn with %.1f %%", name, drawn);
    assert_shown(tui, expected);
    paint(tui, 60, 132);
    snprintf(expected, sizeof expected, ">%-9s%8.1f%7.1f", name,
             100 * (double)policy->probability[POLICY_NETWORK][policy->chosen], drawn);
    assert_true(find_row(tui, expected) >= 0);
    snprintf(expected, sizeof expected, "Chance to win %.0f %%", 100 * policy->chance);
    assert_true(find_row(tui, expected) >= 0);
    assert_true(find_row(tui, "threats: no change") >= 0);
    for (int rows = 8; rows < 70; rows += 6)
        for (int cols = 30; cols < 220; cols += 13) {
            paint(tui, rows, cols);
            if (!tui->layout.too_small)
                assert_int_equal(find_row(tui, "Policy, %") >= 0, tui->layout.panel.rows > 0);
        }
    free_tui(tui);
}

static bool has_rollouts(const struct tui *tui)
{
    return tui->adviser.advice.has_study && tui->adviser.advice.study.trials > 0;
}

/* While it plays out, by the clock, the figures so far are shown, and stay where it is stopped; what N takes
 * has all about rollouts. */
TEST(test_rollouts_under_way)
{
    struct tui *tui = show_new_game("random");
    hints_by_vedette("6");
    set_hint_option("vedette.time", "1000");
    type_key(tui, 'H');
    go_on_until(tui, has_rollouts);
    assert_false(tui->adviser.advice.study.made);
    assert_shown(tui, "thinks, ");
    assert_shown(tui, "Played out");
    assert_shown(tui, ", 2 moves deep");
    assert_not_on_screen(tui, "believe");
    type_key(tui, KEY_ESCAPE);
    assert_int_equal(tui->adviser.state, ADVICE_STOPPED);
    worker_wait(&tui->adviser.jobs.worker);
    settle(tui);
    assert_shown(tui, "stopped, ");
    assert_shown(tui, "Played out");
    type_key(tui, 'H');
    go_on_until(tui, has_rollouts);
    type_key(tui, 'N');
    go_on_until(tui, is_rest);
    assert_int_equal(tui->adviser.state, ADVICE_DONE);
    assert_true(tui->adviser.advice.study.made);
    assert_shown(tui, "Hint: ");
    free_tui(tui);
}

/* While it thinks the panel grows; N takes what there is. */
TEST(test_now)
{
    struct tui *tui = show_new_game("random");
    hints_by_star("0");
    type_key(tui, 'H');
    assert_shown(tui, "N: give it now; Esc: stop");
    go_on_until(tui, has_line);
    assert_shown(tui, "thinks, ");
    assert_shown(tui, "Best moves");
    paint(tui, 12, 40);
    assert_true(find_row(tui, "N: now; Esc: stop.") >= 0);
    type_key(tui, 'F'); /* does not touch it */
    type_key(tui, 'F');
    assert_true(adviser_is_busy(&tui->adviser));
    type_key(tui, 'N');
    go_on_until(tui, is_rest); /* the search alone would go on for ever */
    assert_int_equal(tui->adviser.state, ADVICE_DONE);
    assert_int_equal(tui->cursor.chosen, tui->adviser.advice.move.from);
    assert_shown(tui, "Hint by star: ");
    press(tui, "\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    assert_int_equal(tui->screen->key(tui, 'N'), DID_NOTHING);
    free_tui(tui);
}

/* Esc stops it: no hint comes, what was found can still be read, and the game goes on. */
TEST(test_screen_lines_stop)
{
    struct tui *tui = show_new_game("random");
    hints_by_star("0");
    type_key(tui, 'H');
    go_on_until(tui, has_line);
    type_key(tui, KEY_ESCAPE);
    assert_int_equal(tui->adviser.state, ADVICE_STOPPED);
    go_on_until(tui, is_rest);
    assert_shown(tui, "stopped, ");
    assert_shown(tui, "Best moves");
    worker_wait(&tui->adviser.jobs.worker);
    settle(tui);
    assert_int_equal(tui->cursor.chosen, SQUARE_NONE);
    assert_not_on_screen(tui, "Hint by star: ");
    /* H begins anew; who moves meanwhile gets no hint, and the thinking ends. */
    type_key(tui, 'H');
    go_on_until(tui, has_line);
    assert_shown(tui, "Esc: stop");
    type_key(tui, '\t');
    assert_true(adviser_is_busy(&tui->adviser));
    assert_not_on_screen(tui, "Esc: stop");
    press(tui, "\x1b\t\rk\r");
    if (local_game_board(&tui->local)->plies == 0)
        press(tui, "b4b5\r");
    assert_int_equal(tui->adviser.state, ADVICE_NONE);
    /* One who goes back in the game stops it too. */
    type_key(tui, 'H');
    assert_true(adviser_is_busy(&tui->adviser));
    type_key(tui, '[');
    assert_int_equal(tui->adviser.state, ADVICE_NONE);
    free_tui(tui);
}

/* The opponent thinks without end: N, Ctrl-C and Esc let it move, u takes the person's move back. After
 * each the game is as sound as before. */
TEST(test_opponent)
{
    static const int keys[] = {'N', CONTROL('C'), KEY_ESCAPE};
    struct tui *tui = show_new_game("star:time=1000,table_size=1");
    struct error error = {0};
    press(tui, "L");
    for (uint32_t i = 0; i < 3; i++) {
        struct move moves[MOVES_MAX];
        assert_true(board_moves(local_game_board(&tui->local), moves) > 0);
        assert_int_equal(local_game_move(&tui->local, moves[0], NULL), STATUS_OK);
        go_on_until(tui, thinks_deep);
        assert_shown(tui, "Your opponent thinks");
        assert_shown(tui, "depth ");
        assert_shown(tui, "Its lines would show its ranks");
        assert_not_on_screen(tui, "Best moves");
        type_key(tui, keys[i]);
        go_on_until(tui, is_rest); /* the search alone would take 1000 seconds */
        assert_true(local_game_to_move(&tui->local));
        assert_int_equal(local_game_board(&tui->local)->plies, 2 * i + 2);
    }
    assert_int_equal(record_check(&tui->local.game.record, &error), STATUS_OK);
    struct move moves[MOVES_MAX];
    board_moves(local_game_board(&tui->local), moves);
    assert_int_equal(local_game_move(&tui->local, moves[0], NULL), STATUS_OK);
    go_on_until(tui, thinks_deep);
    type_key(tui, 'u');
    go_on_until(tui, is_rest);
    assert_true(local_game_to_move(&tui->local));
    assert_int_equal(local_game_board(&tui->local)->plies, 6);
    free_tui(tui);
}

/* Times differ by chance. */
static void hold_clocks(struct tui *tui)
{
    tui->adviser.advice.progress.seconds = 0;
    tui->local.thought.seconds = 0;
    tui->local.thought.effort = (struct think_stats){5, 1200, 0};
}

static bool are_alike(const struct board *a, const struct board *b)
{
    return a->plies == b->plies && a->piece_key == b->piece_key &&
           (!a->plies || move_equal(a->history[a->plies - 1].move, b->history[b->plies - 1].move));
}

/* Twin games of fewer than `plies` plies, two hidden enemy pieces exchanged: the same lines, spot for spot.
 * The opponent is the same agent, so that its thoughts are other ones; of them nothing is there but how
 * many. */
static void compare_twins(uint64_t seed, int games, int plies, int min)
{
    static const int sizes[][2] = {{24, 80}, {20, 60}, {12, 40}, {60, 200}};
    static const char *const keys[] = {"L", "H", "\r", "L", "L", "[", "}", "H", "p", "L", "\x1b"};
    struct rng rng;
    int compared = 0;
    rng_seed(&rng, seed, 0);
    for (int game = 0; game < games; game++) {
        struct twins twins;
        struct tui *tui[2];
        if (!twins_make(&twins, (int)rng_below(&rng, (uint32_t)plies), rules_find("isf"), &rng))
            continue;
        for (int i = 0; i < 2; i++)
            tui[i] = new_twin(&twins, i, "star");
        bool alike = true; /* until the twins answer */
        for (size_t key = 0; alike && key < sizeof keys / sizeof *keys; key++) {
            for (int i = 0; i < 2; i++)
                press(tui[i], keys[key]);
            alike = are_alike(local_game_board(&tui[0]->local), local_game_board(&tui[1]->local)) &&
                    !local_game_over(&tui[0]->local) && !local_game_over(&tui[1]->local);
            for (size_t size = 0; alike && size < sizeof sizes / sizeof *sizes; size++) {
                for (int i = 0; i < 2; i++) {
                    hold_clocks(tui[i]);
                    paint(tui[i], sizes[size][0], sizes[size][1]);
                }
                assert_memory_equal(tui[0]->canvas.spots, tui[1]->canvas.spots,
                                    (size_t)(sizes[size][0] * sizes[size][1]) * sizeof *tui[0]->canvas.spots);
                compared++;
            }
        }
        free_tui(tui[0]);
        free_tui(tui[1]);
        twins_free(&twins);
    }
    assert_true(compared > min);
}

TEST(test_no_peeking)
{
    hints_by_star("2");
    compare_twins(8, 8, 200, 60);
}

TEST(test_rollouts_do_not_peek)
{
    hints_by_vedette("3");
    compare_twins(9, 5, 40, 40);
}

/* When the game is over each position has its best lines, for the side to move, by what that side knew. */
TEST(test_finished_game)
{
    struct tui *tui = show_new_game("random");
    hints_by_star("2");
    for (int i = 0; i < 3; i++)
        press(tui, "H\r");
    press(tui, "ry");
    assert_true(local_game_over(&tui->local));
    press(tui, "H");
    assert_shown(tui, "There is a hint only when it is your turn");
    assert_int_equal(find_row(tui, "H hint"), -1);
    set_hint_option("hint.agent", "planner");
    press(tui, "[H");
    assert_shown(tui, "A hint on a finished game needs hint.agent=star, vedette or rnad");
    assert_int_equal(find_row(tui, "H hint"), -1);
    hints_by_star("2");
    assert_shown(tui, "H hint");
    press(tui, "]");
    for (int back = 0; back < 4; back++) {
        press(tui, "[H");
        assert_shown(tui, "Hint by star: ");
        assert_shown(tui, "Best moves");
        assert_int_equal(tui->cursor.chosen, SQUARE_NONE);
        assert_int_equal(tui->adviser.request->side, local_game_board(&tui->local)->to_move);
    }
    free_tui(tui);
}

/* A note on a move is shown at a step there, to the last one too; one that is too long can be
 * shortened. */
TEST(test_notes_on_moves)
{
    char keys[512];
    struct tui *tui = show_new_game("random");
    hints_by_star("2");
    press(tui, "H\r");
    press(tui, "Aa look\r");
    assert_shown(tui, "Noted: stepping here shows it");
    press(tui, "[]");
    assert_shown(tui, "Note: a look   ");
    press(tui, "ry");
    press(tui, "[]");
    assert_shown(tui, "Note: a look   ");
    memset(keys, 'x', 410);
    keys[410] = '\0';
    press(tui, "A");
    press(tui, keys);
    press(tui, "\r");
    assert_shown(tui, "10 letters too many:");
    press(tui, "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\r");
    assert_shown(tui, "Noted");
    press(tui, "[]");
    assert_shown(tui, "xxxx..");
    free_tui(tui);
}

/* At every size all fits: nothing is drawn over the board or off the panel. */
TEST(test_sizes)
{
    struct tui *tui = show_new_game("random");
    hints_by_star("3");
    press(tui, "H");
    for (int rows = 8; rows < 70; rows += 3)
        for (int cols = 30; cols < 220; cols += 7) {
            paint(tui, rows, cols);
            if (tui->layout.too_small)
                continue;
            assert_int_equal(find_row(tui, "Best moves") >= 0, tui->layout.panel.rows > 0);
        }
    free_tui(tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_before_the_first_move, forget_hint_options),
        cmocka_unit_test_teardown(test_hint, forget_hint_options),
        cmocka_unit_test_teardown(test_rollouts, forget_hint_options),
        cmocka_unit_test_teardown(test_policy, forget_hint_options),
        cmocka_unit_test_teardown(test_rollouts_under_way, forget_hint_options),
        cmocka_unit_test_teardown(test_rollouts_do_not_peek, forget_hint_options),
        cmocka_unit_test_teardown(test_now, forget_hint_options),
        cmocka_unit_test_teardown(test_screen_lines_stop, forget_hint_options),
        cmocka_unit_test_teardown(test_opponent, forget_hint_options),
        cmocka_unit_test_teardown(test_no_peeking, forget_hint_options),
        cmocka_unit_test_teardown(test_finished_game, forget_hint_options),
        cmocka_unit_test_teardown(test_notes_on_moves, forget_hint_options),
        cmocka_unit_test_teardown(test_sizes, forget_hint_options),
    };
    return cmocka_run_group_tests(tests, screens_set_up, screens_tear_down);
}
