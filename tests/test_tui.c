/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: archive */
/* The parts of the screen that need no game: layout, keys, the typed line, canvas. */
#include "base/text.h"
#include "cmocka_all.h"
#include "shortcuts.h"
#include "tui/canvas.h"
#include "tui/draw.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/line.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { ROWS_MAX = 90, COLS_MAX = 260 };

/* Marks an area as taken; fails where it leaves the screen or meets another. */
static void mark_taken(char *taken, const struct layout *layout, const struct area *area)
{
    assert_true(area->rows >= 0 && area->cols >= 0 && area->row >= 0 && area->col >= 0);
    assert_true(area->row + area->rows <= layout->rows && area->col + area->cols <= layout->cols);
    for (int row = area->row; row < area->row + area->rows; row++)
        for (int col = area->col; col < area->col + area->cols; col++) {
            assert_int_equal(taken[row * layout->cols + col], 0);
            taken[row * layout->cols + col] = 1;
        }
}

static bool areas_meet(const struct area *a, const struct area *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows && a->col < b->col + b->cols &&
           b->col < a->col + a->cols;
}

/* The large panel stands on other panels, never on the board, the title, the message or the help. */
static void check_panel(const struct layout *layout)
{
    const struct area *panel = &layout->panel;
    const struct area *others[] = {&layout->squares, &layout->title, &layout->message, &layout->help};
    if (panel->rows == 0)
        return;
    assert_true(panel->cols >= 23 && panel->rows >= 10);
    assert_true(panel->row + panel->rows <= layout->rows && panel->col + panel->cols <= layout->cols);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(areas_meet(panel, others[i]));
    assert_true(panel->col >= layout->squares.col + layout->squares.cols);
    assert_true(panel->col > layout->numbers_right + 1);
}

static void take_coordinates(char *taken, const struct layout *layout)
{
    const struct area *squares = &layout->squares;
    mark_taken(taken, layout, &(struct area){layout->letters_above, squares->col, 1, squares->cols});
    mark_taken(taken, layout, &(struct area){squares->row, layout->numbers_left, squares->rows, 2});
    if (layout->letters_below >= 0)
        mark_taken(taken, layout, &(struct area){layout->letters_below, squares->col, 1, squares->cols});
    if (layout->numbers_right >= 0)
        mark_taken(taken, layout, &(struct area){squares->row, layout->numbers_right, squares->rows, 2});
}

/* Every size: nothing overlaps, nothing leaves the screen, the board and the message are there. */
TEST(test_layout_of_every_size)
{
    char *taken = malloc(ROWS_MAX * COLS_MAX);
    for (int rows = 1; rows <= ROWS_MAX; rows++)
        for (int cols = 1; cols <= COLS_MAX; cols++) {
            struct layout layout;
            layout_compute(rows, cols, &layout);
            assert_int_equal(layout.too_small, rows < LAYOUT_MIN_ROWS || cols < LAYOUT_MIN_COLS);
            if (layout.too_small)
                continue;
            memset(taken, 0, (size_t)rows * (size_t)cols);
            assert_int_equal(layout.squares.rows, 10 * layout.cell_rows);
            assert_int_equal(layout.squares.cols, 10 * layout.cell_cols);
            assert_true(layout.cell_rows >= 1 && layout.cell_cols >= 3);
            assert_int_equal(layout.message.rows, 1);
            mark_taken(taken, &layout, &layout.squares);
            take_coordinates(taken, &layout);
            check_panel(&layout);
            const struct area *areas[] = {&layout.title, &layout.captured, &layout.moves,
                                          &layout.log, &layout.message, &layout.help};
            for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
                mark_taken(taken, &layout, areas[i]);
        }
    free(taken);
}

TEST(test_layout_of_usual_sizes)
{
    struct layout layout;
    layout_compute(24, 80, &layout);
    assert_int_equal(layout.cell_rows, 2);
    assert_int_equal(layout.cell_cols, 4);
    assert_int_equal(layout.captured.rows, 13);
    assert_true(layout.captured.cols >= 23 && layout.moves.rows >= 5);
    assert_true(layout.title.rows && layout.help.rows);
    layout_compute(20, 60, &layout);
    assert_int_equal(layout.cell_rows, 1);
    assert_int_equal(layout.captured.cols, 23);
    assert_true(layout.log.rows >= 3);
    layout_compute(12, 40, &layout);
    assert_int_equal(layout.captured.cols, 5);
    assert_int_equal(layout.title.rows + layout.help.rows, 0);
    layout_compute(60, 200, &layout);
    assert_int_equal(layout.cell_rows, 5);
    assert_true(layout.moves.cols >= 30 && layout.log.rows >= 20);
}

/* A larger screen never has smaller squares. */
TEST(test_layout_grows)
{
    for (int size = 1; size < 85; size++) {
        struct layout small, large;
        layout_compute(size, 3 * size, &small);
        layout_compute(size + 1, 3 * size + 3, &large);
        if (!small.too_small)
            assert_true(large.cell_rows >= small.cell_rows && large.cell_cols >= small.cell_cols);
    }
}

TEST(test_layout_hit)
{
    struct layout layout;
    int row, col;
    layout_compute(24, 80, &layout);
    for (int r = 0; r < 10; r++)
        for (int c = 0; c < 10; c++) {
            assert_true(layout_hit(&layout, layout.squares.row + 2 * r + 1,
                                   layout.squares.col + 4 * c + 3, &row, &col));
            assert_true(row == r && col == c);
        }
    assert_false(layout_hit(&layout, layout.squares.row - 1, layout.squares.col, &row, &col));
    assert_false(layout_hit(&layout, layout.squares.row, layout.squares.col + 40, &row, &col));
}

/* On each screen a key means one thing, and the keys that all screens need are there. */
TEST(test_keys_are_unambiguous)
{
    for (unsigned screen = 1; screen <= ON_HELP; screen <<= 1) {
        for (int key = 1; key < KEY_MAX; key++) {
            int rows = 0;
            for (size_t i = 0; i < key_count; i++)
                for (int k = 0; k < KEYS_A_ROW; k++)
                    rows += (key_table[i].screens & screen) && key_table[i].keys[k] == key;
            assert_in_range(rows, 0, 1);
            assert_int_equal(rows == 1, key_action(key, screen) != ACTION_NONE);
        }
        assert_int_equal(key_action('?', screen), ACTION_HELP);
        assert_int_equal(key_action('q', screen), ACTION_QUIT);
        assert_int_equal(key_action(CONTROL('L'), screen), ACTION_REDRAW);
        assert_int_equal(key_action(CONTROL('C'), screen), ACTION_INTERRUPT);
    }
    for (size_t i = 0; i < key_count; i++)
        assert_true(key_table[i].help && key_table[i].label && key_table[i].screens);
}

/* Every file's letter begins a typed move at once, but for the two that move the cursor. */
/* The manual page has every key, with what it does. */
TEST(test_keys_are_in_the_manual)
{
    char path[4096];
    static char page[1 << 18];
    size_t size = 0;
    snprintf(path, sizeof path, "%s/doc/vedette.1", getenv("srcdir") ? getenv("srcdir") : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int c; (c = getc(file)) != EOF && size + 1 < sizeof page;) {
        /* It stands before a '-', and with '&' before a '.' at the start. */
        bool escape = size > 0 && page[size - 1] == '\\';
        size -= escape && (c == '-' || c == '&');
        if (!escape || c != '&')
            page[size++] = (char)c;
    }
    fclose(file);
    assert_true(size + 1 < sizeof page);
    for (size_t i = 0; i < key_count; i++) {
        char entry[512];
        snprintf(entry, sizeof entry, ".B \"%s\"\n%s\n", key_table[i].label, key_table[i].help);
        if (!strstr(page, entry))
            fail_msg("not in doc/vedette.1: %s", entry);
    }
}

TEST(test_letters_begin_moves)
{
    for (int letter = 'a'; letter <= 'j'; letter++)
        assert_int_equal(key_begins_move(letter), letter != 'h' && letter != 'j');
    assert_false(key_begins_move('k'));
    assert_int_equal(key_action_for_word("draw", ON_GAME), ACTION_DRAW);
    assert_int_equal(key_action_for_word("f", ON_GAME), ACTION_FLIP);
    assert_int_equal(key_action_for_word("", ON_GAME), ACTION_NONE);
    assert_int_equal(key_action_for_word("drawn", ON_GAME), ACTION_NONE);
    assert_int_equal(key_action_for_word("draw", ON_SETUP), ACTION_NONE);
}

static void type(struct line *line, const char *bytes)
{
    for (; *bytes; bytes++)
        assert_int_equal(line_handle_key(line, (unsigned char)*bytes), LINE_EDITING);
}

TEST(test_line)
{
    struct line line;
    line_set(&line, "");
    type(&line, "b4 \xc3\xa9x");
    assert_string_equal(line.text, "b4 \xc3\xa9x");
    line_handle_key(&line, KEY_LEFT);
    line_handle_key(&line, KEY_BACKSPACE); /* a character of two bytes goes as one */
    assert_string_equal(line.text, "b4 x");
    assert_int_equal(line.cursor, 3);
    line_handle_key(&line, KEY_HOME);
    line_handle_key(&line, KEY_DC);
    type(&line, "a");
    assert_string_equal(line.text, "a4 x");
    line_handle_key(&line, KEY_END);
    line_handle_key(&line, CONTROL('W'));
    assert_string_equal(line.text, "a4 ");
    line_handle_key(&line, CONTROL('U'));
    assert_string_equal(line.text, "");
    assert_int_equal(line_handle_key(&line, KEY_F(3)), LINE_UNKNOWN);
    assert_int_equal(line_handle_key(&line, '\r'), LINE_DONE);
    assert_int_equal(line_handle_key(&line, KEY_ESCAPE), LINE_CANCELLED);
    assert_int_equal(line_handle_key(&line, KEY_BACKSPACE), LINE_CANCELLED);
    for (int i = 0; i < 2 * LINE_CAPACITY; i++)
        line_handle_key(&line, 'x');
    line_set(&line, "old");
    line.proposed = true;
    type(&line, "new");
    assert_string_equal(line.text, "new");
    line_set(&line, "old");
    line.proposed = true;
    line_handle_key(&line, KEY_BACKSPACE);
    type(&line, "x");
    assert_string_equal(line.text, "olx");
    for (int i = 0; i < 2 * LINE_CAPACITY; i++)
        line_handle_key(&line, 'x');
    assert_int_equal(line.size, LINE_CAPACITY - 1);
    assert_int_equal(strlen(line.text), LINE_CAPACITY - 1);
}

/* Nothing that is typed or pasted is lost: bytes of another character set are read as such, and what would
 * break a line is a blank. */
TEST(test_line_any_bytes)
{
    static const struct {
        const char *typed, *line;
    } rows[] = {
        {"well pl\xe4yed", "well pl\u00e4yed"}, {"\xe4", "\u00e4"}, {"\xe4\xf6\xfc", "\u00e4\u00f6\u00fc"},
        {"5 \x80, \x93so\x94", "5 \u20ac, \u201cso\u201d"}, {"two\u2028lines\xc2\x85more", "two lines more"},
        {"\ufeff" "a\u200db", "a\u200db"}, {"\xe2\x82", "\u00e2\u201a"}, {"\xf0\x9f\x99\x82", "\U0001f642"},
        {"\xed\xa0\x80", "\u00ed\u00a0\u20ac"}, {"\xff\xff", "\u00ff\u00ff"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int pasted = 0; pasted < 2; pasted++) {
            struct line line;
            line_set(&line, "");
            if (pasted)
                line_paste(&line, rows[i].typed);
            else
                type(&line, rows[i].typed);
            assert_int_equal(line_handle_key(&line, '\r'), LINE_DONE);
            assert_string_equal(line.text, rows[i].line);
            assert_int_equal(line.cursor, line.size);
        }
    struct line line;
    line_set(&line, "");
    line_paste(&line, "a\tb\r\nc\nd\x1b[31m\x03 \r\n");
    assert_string_equal(line.text, "a b c d[31m");
    line_set(&line, "old");
    line.proposed = true;
    line_paste(&line, "new");
    assert_string_equal(line.text, "new");
    line_set(&line, ""); /* the name of a file may be any bytes */
    line.raw = true;
    type(&line, "\xe4.game");
    assert_string_equal(line.text, "\xe4.game");
    /* A letter that has no room any more is left out as a whole. */
    line_set(&line, "");
    for (int i = 0; i < LINE_CAPACITY; i++)
        type(&line, "\u68cb");
    assert_int_equal(line.size, (LINE_CAPACITY - 1) / 3 * 3);
}

static void assert_row(const struct canvas *canvas, int row, const char *expected)
{
    char line[1024];
    canvas_row(canvas, row, line);
    assert_string_equal(line, expected);
}

TEST(test_canvas_text)
{
    struct canvas canvas = {0};
    canvas_reset(&canvas, 3, 10);
    assert_int_equal(canvas_text(&canvas, 0, 1, 9, ROLE_TEXT, "quiet"), 5);
    assert_row(&canvas, 0, " quiet");
    assert_int_equal(canvas_text(&canvas, 1, 0, 8, ROLE_TEXT, "0123456789"), 8);
    assert_row(&canvas, 1, "012345..");
    /* Control characters, a cut-off character and what ASCII cannot show. */
    canvas_text(&canvas, 2, 0, 10, ROLE_TEXT, "a\x1b[31m\xc3");
    assert_row(&canvas, 2, "a?[31m?");
    canvas_text(&canvas, 2, 0, 10, ROLE_TEXT, "\xc3\xa9\xe4\xbd\x9c" "12345");
    assert_row(&canvas, 2, "??12345");
    /* Outside nothing happens. */
    canvas_text(&canvas, 7, 0, 10, ROLE_TEXT, "x");
    canvas_put(&canvas, 0, -1, ROLE_TEXT, 'x');
    canvas_put(&canvas, -1, 0, ROLE_TEXT, 'x');
    assert_row(&canvas, 0, " quiet");
    canvas_free(&canvas);
}

/* Blanks at the end of a line need no room. */
TEST(test_canvas_fit)
{
    struct canvas canvas = {0};
    assert_int_equal(canvas_fit(&canvas, "it? (y/n) ", 9), 9);
    assert_int_equal(canvas_fit(&canvas, "it? (y/n) ", 10), 10);
    assert_int_equal(canvas_fit(&canvas, "it? (y/n)   ", 9), 9);
    assert_int_equal(canvas_fit(&canvas, "it?   (y/n)", 5), 5);
    assert_int_equal(canvas_fit(&canvas, "it? (y/n)", 8), 3);
    assert_int_equal(canvas_fit(&canvas, "(y/n)", 3), 3);
    assert_int_equal(canvas_fit(&canvas, " (y/n)", 3), 3);
    assert_int_equal(canvas_lines(&canvas, "it? (y/n) ", 9), 1);
}

/* The left half of a title that has hardly a column is left out, and the right one stays. */
TEST(test_title)
{
    struct canvas canvas = {0};
    for (int cols = 20; cols <= 60; cols++) {
        char line[1024];
        canvas_reset(&canvas, 1, cols);
        draw_title(&canvas, &(struct area){0, 0, 1, cols}, "Vedette   here", "a right half");
        canvas_row(&canvas, 0, line);
        assert_non_null(strstr(line, "a right half"));
        assert_true(strstr(line, "Vedette   here") || !strstr(line, "..") || strstr(line, "Vedett"));
        assert_int_equal(strstr(line, "Vedette   here") != NULL, cols >= 30);
    }
    canvas_free(&canvas);
}

TEST(test_canvas_wide_text)
{
    if (!setlocale(LC_ALL, "C.UTF-8"))
        skip();
    struct canvas canvas = {.unicode = true};
    canvas_reset(&canvas, 1, 8);
    /* A letter, a wide one, a combining accent that is left out. */
    assert_int_equal(canvas_text(&canvas, 0, 0, 8, ROLE_TEXT, "\xc3\xa9\xe4\xbd\x9c" "e\xcc\x81"), 4);
    assert_row(&canvas, 0, "\xc3\xa9\xe4\xbd\x9c" "e");
    assert_int_equal(canvas_width(&canvas, "\xe4\xbd\x9c"), 2);
    /* What turns the direction of writing would turn the rest of the row. */
    canvas_text(&canvas, 0, 0, 8, ROLE_TEXT, "a\u202eb\u2066c\u200f");
    assert_row(&canvas, 0, "a?b?c?");
    /* A wide letter that would be cut in half is not shown. */
    canvas_reset(&canvas, 1, 8);
    canvas_text(&canvas, 0, 0, 4, ROLE_TEXT, "abc\xe4\xbd\x9c");
    assert_row(&canvas, 0, "abc\xe2\x80\xa6");
    canvas_free(&canvas);
    setlocale(LC_ALL, "C");
}

/* Every wide letter on the canvas has its right half, and every right half its letter. */
static void assert_whole(const struct canvas *canvas)
{
    for (int row = 0; row < canvas->rows; row++)
        for (int col = 0; col < canvas->cols; col++) {
            uint32_t code = canvas_code(canvas, row, col);
            bool wide = code && wcwidth((wchar_t)code) == 2;
            bool half = col + 1 < canvas->cols && canvas_code(canvas, row, col + 1) == 0;
            assert_int_equal(half, wide);
            assert_false(col == 0 && code == 0);
        }
}

/* Wherever text of letters of two columns is cut or written over, no half of one is left. */
TEST(test_canvas_cuts_no_letter)
{
    static const char *const texts[] = {
        "\u68cb\u8b5c\u4e00\u4e8c\u4e09\u56db\u4e94", "a\u68cb\u8b5cb\u4e00c\u4e8c\u4e09",
        "e\u0301\u68cb\u0301\u8b5c\u4e00\u4e8c",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f\U0001f44d\U0001f3fd\U0001f1e9\U0001f1ea",
    };
    if (!setlocale(LC_ALL, "C.UTF-8"))
        skip();
    for (int ascii = 0; ascii < 2; ascii++)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            for (int width = 0; width <= 20; width++)
                for (int col = 0; col < 4; col++) {
                    struct canvas canvas = {.unicode = !ascii};
                    canvas_reset(&canvas, 1, 20);
                    canvas_text(&canvas, 0, 0, 20, ROLE_TEXT, texts[(i + 1) % 4]);
                    int used = canvas_text(&canvas, 0, col, width, ROLE_TEXT, texts[i]);
                    assert_true(used <= width);
                    assert_whole(&canvas);
                    canvas_put(&canvas, 0, width, ROLE_TEXT, 'x');
                    assert_whole(&canvas);
                    canvas_free(&canvas);
                }
    setlocale(LC_ALL, "C");
}

/* A line that is longer than any buffer is cut between letters too. */
TEST(test_canvas_long_line)
{
    enum { LETTERS = 3000, WIDE = 700 };
    struct canvas canvas = {.unicode = true};
    struct text text = {0};
    if (!setlocale(LC_ALL, "C.UTF-8"))
        skip();
    text_add(&text, "a");
    for (int i = 0; i < LETTERS; i++)
        text_add(&text, "\u68cb");
    assert_int_equal(canvas_fit(&canvas, text_string(&text), WIDE), 1 + 3 * ((WIDE - 1) / 2));
    canvas_reset(&canvas, 1, 2 * LETTERS);
    assert_int_equal(canvas_printf(&canvas, 0, 0, 2 * LETTERS, ROLE_TEXT, "%s", text_string(&text)),
                     2 * LETTERS);
    assert_int_equal(canvas_code(&canvas, 0, 1001), 0x68cb);
    assert_int_equal(canvas_code(&canvas, 0, 2 * LETTERS - 1), 0x2026);
    assert_whole(&canvas);
    canvas_free(&canvas);
    text_free(&text);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout_of_every_size), cmocka_unit_test(test_layout_of_usual_sizes),
        cmocka_unit_test(test_layout_grows),         cmocka_unit_test(test_layout_hit),
        cmocka_unit_test(test_keys_are_unambiguous), cmocka_unit_test(test_keys_are_in_the_manual),
        cmocka_unit_test(test_letters_begin_moves),
        cmocka_unit_test(test_line),                 cmocka_unit_test(test_canvas_text),
        cmocka_unit_test(test_title),
        cmocka_unit_test(test_canvas_wide_text),     cmocka_unit_test(test_canvas_cuts_no_letter),
        cmocka_unit_test(test_canvas_fit),
        cmocka_unit_test(test_canvas_long_line),     cmocka_unit_test(test_line_any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
