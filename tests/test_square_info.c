/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines beside the board about the square of the cursor. */
#include "boards.h"
#include "cmocka_all.h"
#include "screens.h"
#include "shortcuts.h"
#include "twins.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A game of a few pieces, with the panel open. */
static struct tui *show_few_pieces(void)
{
    struct tui *tui = new_tui(RED);
    settings_set(&session.settings, "screen.about", "yes", "set", NULL);
    load_few(tui);
    return tui;
}

/* Moves the cursor to a square, as "d4 Enter" does. */
static void go(struct tui *tui, const char *square)
{
    press(tui, square);
    press(tui, "\r");
}

/* The text of the panel's area at 80x24. */
static const char *panel(struct tui *tui)
{
    static char text[8192];
    char line[4096];
    const struct area *area = &tui->layout.square_info;
    size_t used = 0;
    paint(tui, 24, 80);
    text[0] = '\0';
    for (int row = area->row; row < area->row + area->rows; row++) {
        canvas_row(&tui->canvas, row, line);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\n",
                                 strlen(line) > (size_t)area->col ? line + area->col : "");
    }
    return text;
}

static void assert_printed(struct tui *tui, const char *words)
{
    const char *text = panel(tui);
    bool found = strstr(text, words) != NULL;
    if (!found)
        print_message("expected '%s', found:\n%s", words, text);
    assert_true(found);
}

TEST(test_pieces)
{
    struct tui *tui = show_few_pieces();
    go(tui, "e8");
    assert_printed(tui, "@ e8 blue's piece; has moved");
    const struct belief *belief = shown_belief(tui, BLUE);
    int number = local_game_board(&tui->local)->at[square_at(4, 7)];
    for (int rank = 0; rank < RANKS; rank++) {
        char entry[16];
        snprintf(entry, sizeof entry, "%c%3.0f", rank_write(rank, NOTATION_DEBOER),
                 100 * belief_get(belief, number, rank));
        if (belief_get(belief, number, rank) >= 0.005)
            assert_printed(tui, entry);
    }
    go(tui, "j10");
    assert_printed(tui, "# j10 blue's piece; never moved");
    go(tui, "a8");
    assert_printed(tui, "b4 a8 blue's sergeant");
    assert_printed(tui, "you know it; worth 0.");
    assert_printed(tui, "marshals");
    go(tui, "e4");
    assert_printed(tui, "7' e4 your major");
    assert_printed(tui, "blue's guess; worth 1.20 marshals");
    go(tui, "a4");
    assert_printed(tui, "9! a4 your general");
    assert_printed(tui, "! blue knows it");
    free_tui(tui);
}

TEST(test_squares_and_signs)
{
    struct tui *tui = show_few_pieces();
    go(tui, "c5");
    assert_printed(tui, "~ c5 water; no piece goes there");
    go(tui, "b2");
    assert_printed(tui, ". b2 empty");
    go(tui, "e4");
    press(tui, " ");
    assert_printed(tui, "{ } chosen: Enter puts it down");
    game_screen.key(tui, KEY_UP);
    assert_printed(tui, "+ your piece may go there");
    press(tui, " ");
    settle(tui);
    go(tui, "e4");
    const struct board *board = local_game_board(&tui->local);
    tui->cursor.square = board->history[board->plies - 1].move.from;
    assert_printed(tui, "( ) the last move began here");
    free_tui(tui);
}

/* The strongest evidence is what `guess explain` says of that move, and notes count. */
TEST(test_why)
{
    struct tui *tui = show_few_pieces();
    struct key_evidence step;
    press(tui, "f5f6\r");
    for (int i = 0; i < 8 && !local_game_over(&tui->local); i++)
        press(tui, i % 2 ? "f7f6\r" : "f6f7\r");
    const struct figures *figures = panels_figures(tui);
    const struct board *board = local_game_board(&tui->local);
    int shown = 0;
    for (int number = 0; number < PIECES; number++) {
        if (board->piece[number].side == RED || board->piece[number].square == SQUARE_NONE ||
            !belief_is_hidden(&figures->here.belief[BLUE], number) ||
            !key_evidence_find(&figures->here, number, &step))
            continue;
        assert_true(step.ply >= 1 && step.ply <= board->plies - board->prior_plies);
        assert_true(fabs(step.after - step.before) > 0);
        char move[MOVE_TEXT], start[MOVE_TEXT + 8];
        bool attack = step.event.battle != BATTLE_NONE;
        snprintf(start, sizeof start, "%% by %s",
                 move_write(step.event.move, attack, session_notation(&session), move));
        tui->cursor.square = board->piece[number].square;
        panels_update(tui);
        settle(tui);
        assert_printed(tui, start);
        shown++;
    }
    assert_true(shown > 0);
    free_tui(tui);
}

TEST(test_on_and_off)
{
    struct tui *tui = show_few_pieces();
    go(tui, "e8");
    assert_printed(tui, "e8 blue's piece");
    press(tui, "I");
    paint(tui, 24, 80);
    assert_int_equal(tui->layout.square_info.rows, 0);
    assert_int_equal(find_row(tui, "e8 blue's piece"), -1);
    press(tui, "I");
    assert_printed(tui, "e8 blue's piece");
    free_tui(tui);
}

static bool is_apart(const struct area *a, const struct area *b)
{
    return !a->rows || !b->rows || a->row >= b->row + b->rows || b->row >= a->row + a->rows ||
           a->col >= b->col + b->cols || b->col >= a->col + a->cols;
}

/* It never stands on anything but the battles, where it says so, and is there on every usual screen. */
TEST(test_capacity)
{
    for (int rows = LAYOUT_MIN_ROWS; rows <= 90; rows++)
        for (int cols = LAYOUT_MIN_COLS; cols <= 260; cols++)
            for (int heat = 0; heat < 2; heat++) {
                struct layout layout;
                layout_compute(rows, cols, &layout);
                square_info_place(&layout, heat, false);
                const struct area *about = &layout.square_info;
                const struct area *others[] = {&layout.squares, &layout.title, &layout.captured,
                                               &layout.moves,
                                               &layout.message, &layout.help,
                                               layout.square_info_over_log ? &layout.title : &layout.log};
                for (size_t i = 0; i < sizeof others / sizeof *others; i++)
                    assert_true(is_apart(about, others[i]));
                assert_true(about->row + about->rows <= layout.message.row || !about->rows);
                assert_true(about->col + about->cols <= cols);
                if (rows >= 20 && cols >= 60 && !heat)
                    assert_true(about->rows >= 4 || rows < 24 || layout.moves.rows < 5);
            }
    static const int usual[][2] = {{24, 80}, {20, 60}, {43, 132}, {40, 100}, {60, 200}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        struct layout layout;
        layout_compute(usual[i][0], usual[i][1], &layout);
        square_info_place(&layout, false, false);
        assert_true(layout.square_info.rows >= 5);
    }
}

/* Two games that differ in ranks that the person does not know look alike wherever the cursor is. */
TEST(test_nothing_leaks)
{
    struct rng rng;
    int compared = 0;
    rng_seed(&rng, 33, 0);
    for (int game = 0; game < 6; game++) {
        struct twins twins;
        struct tui *tui[2];
        if (!twins_make(&twins, (int)rng_below(&rng, 150), rules_find("isf"), &rng))
            continue;
        for (int i = 0; i < 2; i++) {
            tui[i] = new_twin(&twins, i, "random");
            tui[i]->square_info.disabled = false;
        }
        for (int square = 0; square < SQUARES; square++) {
            for (int i = 0; i < 2; i++) {
                tui[i]->cursor.square = square;
                panels_update(tui[i]);
                settle(tui[i]);
                paint(tui[i], 24, 80);
            }
            assert_memory_equal(tui[0]->canvas.spots, tui[1]->canvas.spots,
                                (size_t)(24 * 80) * sizeof *tui[0]->canvas.spots);
            compared++;
        }
        free_tui(tui[0]);
        free_tui(tui[1]);
        twins_free(&twins);
    }
    assert_true(compared > 200);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
