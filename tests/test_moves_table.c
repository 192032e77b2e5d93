/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of all moves on the game screen: its order, its sums, and that it plays what it shows. */
#include "cmocka_all.h"
#include "screens.h"
#include "shortcuts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct analysis *analysis_of(const struct tui *tui)
{
    const struct figures *figures = panels_figures(tui);
    assert_non_null(figures);
    return &figures->here;
}

/* The totals stand in falling order, and each is what its plans add up to. */
TEST(test_order_and_sums)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "P");
    assert_shown(tui, "of ");
    const struct analysis *analysis = analysis_of(tui);
    double before = INFINITY;
    int lines = analysis->table.moves;
    assert_true(lines > 5);
    for (int line = 0; line < lines; line++) {
        char name[MOVE_TEXT], total[32];
        struct move_breakdown breakdown;
        press(tui, line ? "j" : "\r");
        assert_true(analysis_breakdown(analysis, tui->table.move, &breakdown));
        assert_true(breakdown.total <= before);
        before = breakdown.total;
        double sum = 0;
        for (int i = 0; i < breakdown.count; i++)
            sum += breakdown.line[i].value;
        assert_true(fabs(sum - breakdown.total) < 1e-6);
        move_write(tui->table.move, breakdown.attack, NOTATION_DEBOER, name);
        snprintf(total, sizeof total, "%.2f", breakdown.total);
        assert_shown(tui, name);
        assert_shown(tui, total);
        /* The board shows the move. */
        assert_int_equal(tui->cursor.chosen, tui->table.move.from);
        assert_int_equal(tui->cursor.square, tui->table.move.to);
    }
    struct move last = tui->table.move;
    press(tui, "j"); /* there is none below */
    assert_true(move_equal(tui->table.move, last));
    game_screen.key(tui, KEY_HOME);
    assert_int_equal(analysis_find(analysis, tui->table.move), analysis->best);
    game_screen.key(tui, KEY_END);
    assert_true(move_equal(tui->table.move, last));
    game_screen.key(tui, KEY_PPAGE);
    assert_false(move_equal(tui->table.move, last));
    free_tui(tui);
}

/* Moves that a weak player overlooks are named so, in place of points that keep them from being played. */
TEST(test_overlooked)
{
    int overlooked = 0, seen = 0;
    static const char key[] = "plan_random.overlooks";
    assert_int_equal(settings_set(&session.settings, key, "0.5", "test", NULL), STATUS_OK);
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "P");
    paint(tui, 40, 132);
    assert_true(find_row(tui, "overlooked") > 0);
    const struct analysis *analysis = analysis_of(tui);
    for (int line = 0; line < analysis->table.moves; line++) {
        struct move_breakdown breakdown;
        press(tui, line ? "j" : "\r");
        assert_true(analysis_breakdown(analysis, tui->table.move, &breakdown));
        assert_int_equal(breakdown.overlooked, breakdown.total < -5000);
        overlooked += breakdown.overlooked;
        seen += !breakdown.overlooked;
        if (breakdown.overlooked)
            assert_string_equal(breakdown.line[0].words, "overlooked");
        for (int i = 0; i < 2; i++) {
            paint(tui, i ? 24 : 40, i ? 80 : 132);
            assert_int_equal(find_row(tui, "-99"), -1);
            assert_int_equal(find_row(tui, "-100"), -1);
        }
    }
    press(tui, "Pp"); /* the panel of plans says the same of the best move of each piece */
    static const char *const squares[] = {"e4\r", "e5\r", "a2\r"};
    for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
        press(tui, squares[i]);
        paint(tui, 24, 80);
        assert_true(find_row(tui, "Plans") >= 0);
        assert_int_equal(find_row(tui, "-99"), -1);
    }
    assert_true(overlooked > 1 && seen > 1);
    free_tui(tui);
    assert_int_equal(settings_reset(&session.settings, key, NULL), STATUS_OK);
}

TEST(test_play)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    uint32_t plies = local_game_board(&tui->local)->plies;
    press(tui, "Pj");
    struct move move = tui->table.move;
    game_screen.key(tui, KEY_DOWN);
    game_screen.key(tui, KEY_UP);
    assert_true(move_equal(tui->table.move, move));
    press(tui, "\r");
    const struct board *board = local_game_board(&tui->local);
    assert_true(board->plies > plies);
    assert_true(move_equal(board->history[plies].move, move));
    assert_false(tui->table.open);
    free_tui(tui);
}

/* Nothing is played by a key that only opens it, nor where it is not one's turn. */
TEST(test_close)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "Pj\033");
    assert_false(tui->table.open);
    assert_int_equal(tui->cursor.chosen, SQUARE_NONE);
    press(tui, "PP");
    assert_false(tui->table.open);
    press(tui, "Pj");
    press(tui, "\r");
    uint32_t plies = local_game_board(&tui->local)->plies;
    press(tui, "[[Pj\r\r");
    paint(tui, 24, 80);
    press(tui, "\033");
    press(tui, "}");
    assert_int_equal(local_game_board(&tui->local)->plies, plies);
    press(tui, "ryP");
    assert_shown(tui, "the game is over");
    assert_shown(tui, "The game is over: [ goes back to a move. Esc closes the table");
    press(tui, "jk\r\033");
    free_tui(tui);
}

TEST(test_sizes)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "Pjjjj");
    char name[MOVE_TEXT];
    move_write(tui->table.move, false, NOTATION_DEBOER, name);
    name[2] = '\0';
    for (int rows = LAYOUT_MIN_ROWS; rows < 70; rows += 3)
        for (int cols = LAYOUT_MIN_COLS; cols < 220; cols += 7) {
            char picked[MOVE_TEXT + 2];
            snprintf(picked, sizeof picked, ">%s", name);
            paint(tui, rows, cols);
            assert_true(find_row(tui, picked) >= 0);
        }
    free_tui(tui);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
