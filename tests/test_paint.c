/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is sent to a terminal makes it show the canvas: held against a small terminal of our own. */
#include "base/rng.h"
#include "cmocka_all.h"
#include "tui/paint.h"
#include "tui/theme.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define NCURSES_NOMACROS 1 /* short names of curses are macros else */
#include <curses.h>
#include <term.h>

enum { ROWS_HERE = 14, COLS_HERE = 40, FRAMES = 400 };

/* A terminal that knows what xterm's entry in terminfo uses. */
struct model {
    struct shown_cell cells[ROWS_HERE][COLS_HERE];
    int row, col;
    bool cursor;
    struct text_style pen;
};

static void blank(struct model *model, int row, int from, int to)
{
    for (int col = from; col < to && col < COLS_HERE; col++)
        model->cells[row][col] = (struct shown_cell){' ', {OWN_COLOUR, model->pen.background, 0}};
}

static void take_sgr(struct model *model, const int *numbers, int count)
{
    static const unsigned on[] = {[1] = ATTRIBUTE_BOLD, [2] = ATTRIBUTE_DIM, [4] = ATTRIBUTE_UNDERLINE,
                                  [7] = ATTRIBUTE_REVERSE};
    struct text_style *pen = &model->pen;
    for (int i = 0; i < count; i++) {
        int n = numbers[i];
        if (n == 0)
            *pen = (struct text_style){OWN_COLOUR, OWN_COLOUR, 0};
        else if (n < 8)
            pen->attributes |= on[n];
        else if (n == 38 || n == 48) {
            assert_true(i + 2 < count && numbers[i + 1] == 5);
            *(n == 38 ? &pen->foreground : &pen->background) = (short)numbers[i + 2];
            i += 2;
        } else if (n == 39 || n == 49)
            *(n == 39 ? &pen->foreground : &pen->background) = OWN_COLOUR;
        else if (n >= 90)
            *(n < 100 ? &pen->foreground : &pen->background) = (short)(n % 10 + 8);
        else
            *(n < 40 ? &pen->foreground : &pen->background) = (short)(n % 10);
    }
}

/* What stands behind an Escape; returns where it ends. */
static const char *take_sequence(struct model *model, const char *at)
{
    int numbers[8] = {0}, count = 0;
    bool private = at[1] == '?';
    assert_int_equal(at[0], '[');
    for (at += private ? 2 : 1; (*at >= '0' && *at <= '9') || *at == ';'; at++) {
        if (*at == ';')
            count++;
        else
            numbers[count] = 10 * numbers[count] + *at - '0';
    }
    int n = numbers[0] ? numbers[0] : 1;
    switch (*at) {
    case 'H': model->row = n - 1; model->col = numbers[1] ? numbers[1] - 1 : 0; break;
    case 'G': model->col = n - 1; break;
    case 'd': model->row = n - 1; break;
    case 'A': model->row -= n; break;
    case 'B': model->row += n; break;
    case 'C': model->col += n; break;
    case 'D': model->col -= n; break;
    case 'K': assert_int_equal(numbers[0], 0); blank(model, model->row, model->col, COLS_HERE); break;
    case 'X': blank(model, model->row, model->col, model->col + n); break;
    case 'J': for (int row = 0; row < ROWS_HERE; row++) blank(model, row, 0, COLS_HERE); break;
    case 'm': take_sgr(model, numbers, count + 1); break;
    case 'h': case 'l':
        assert_true(private);
        if (numbers[0] == 25)
            model->cursor = *at == 'h';
        break;
    default: fail_msg("the sequence '%s' is unknown here", at);
    }
    return at + 1;
}

static void paint_text(struct model *model, const struct text *text)
{
    const char *at = text_string(text), *end = at + text->size;
    while (at < end) {
        wchar_t code;
        mbstate_t state = {0};
        if (*at == '\033') {
            at = take_sequence(model, at + 1);
        } else if (*at == '\b' || *at == '\n' || *at == '\r') {
            model->row += *at == '\n';
            model->col = *at == '\r' ? 0 : model->col - (*at == '\b');
            at++;
        } else {
            size_t size = mbrtowc(&code, at, (size_t)(end - at), &state);
            assert_true(size < 8);
            assert_true(model->row >= 0 && model->row < ROWS_HERE && model->col >= 0 &&
                        model->col < COLS_HERE);
            model->cells[model->row][model->col] = (struct shown_cell){(uint32_t)code, model->pen};
            if (wcwidth(code) == 2)
                model->cells[model->row][++model->col] = (struct shown_cell){0, model->pen};
            model->col++;
            at += size;
        }
    }
}

static void assert_shows(const struct model *model, const struct canvas *canvas, const struct theme *theme,
                         int colours)
{
    for (int row = 0; row < ROWS_HERE; row++)
        for (int col = 0; col < COLS_HERE; col++) {
            const struct spot *spot = &canvas->spots[row * COLS_HERE + col];
            const struct shown_cell *cell = &model->cells[row][col];
            struct text_style style = colours_style(theme, colours, (enum role)spot->role,
                                                    (enum ground)spot->ground);
            assert_int_equal(cell->code, spot->code);
            if (spot->code == 0)
                continue;
            assert_int_equal(cell->style.background, style.background);
            unsigned seen = spot->code == ' ' ? ATTRIBUTE_UNDERLINE | ATTRIBUTE_REVERSE : ~0u;
            assert_int_equal(cell->style.attributes & seen, style.attributes & seen);
            if (spot->code != ' ' || style.attributes & seen)
                assert_int_equal(cell->style.foreground, style.foreground);
        }
    assert_int_equal(model->row, canvas->cursor_row);
    assert_int_equal(model->col, canvas->cursor_col);
    assert_int_equal(model->cursor, canvas->cursor_shown);
}

/* Words, blanks and grounds at random: much stays as it was. */
static void change(struct canvas *canvas, struct rng *rng)
{
    static const char *const words[] = {"vedette", "   ", "\xe4\xbd\x9c\xe8\x80\x85", "\xe2\x96\xa0 ", "a",
                                        "                              ",
                                        "0123456789012345678901234567890123456789"};
    for (int n = (int)rng_below(rng, 6); n >= 0; n--) {
        int row = (int)rng_below(rng, ROWS_HERE), col = (int)rng_below(rng, COLS_HERE);
        canvas_text(canvas, row, col, COLS_HERE - col, (enum role)rng_below(rng, ROLES),
                    words[rng_below(rng, sizeof words / sizeof *words)]);
        canvas_ground(canvas, row, col, 1 + (int)rng_below(rng, 3), 1 + (int)rng_below(rng, 12),
                      (enum ground)rng_below(rng, GROUNDS));
    }
    /* Half of a wide letter never stays alone: its row is begun anew. */
    for (int row = 0; row < ROWS_HERE; row++)
        for (int col = 0; col < COLS_HERE; col++) {
            bool wide = wcwidth((wchar_t)canvas_code(canvas, row, col)) == 2;
            bool second = col > 0 && wcwidth((wchar_t)canvas_code(canvas, row, col - 1)) == 2;
            if ((wide && (col + 1 == COLS_HERE || canvas_code(canvas, row, col + 1) != 0)) ||
                second != (canvas_code(canvas, row, col) == 0))
                for (int all = 0; all < COLS_HERE; all++)
                    canvas_put(canvas, row, all, ROLE_TEXT, ' ');
        }
    canvas->cursor_row = (int)rng_below(rng, ROWS_HERE);
    canvas->cursor_col = (int)rng_below(rng, COLS_HERE);
    canvas->cursor_shown = rng_below(rng, 2);
}

TEST(test_frames)
{
    static const char *const names[] = {"dark", "light", "safe", "mono"};
    static const int counts[] = {256, 16, 8, 0};
    int fault;
    if (!setlocale(LC_ALL, "C.UTF-8") || setupterm("xterm-256color", 1, &fault) != OK)
        skip();
    for (size_t theme_at = 0; theme_at < 4; theme_at++) {
        struct paint paint = {0};
        struct theme theme;
        struct canvas canvas = {.unicode = true};
        struct model *model = calloc(1, sizeof *model);
        struct rng rng;
        size_t whole = 0, parts = 0;
        rng_seed(&rng, 7, theme_at);
        assert_int_equal(theme_load(&theme, names[theme_at], NULL), STATUS_OK);
        paint_start(&paint);
        canvas_reset(&canvas, ROWS_HERE, COLS_HERE);
        if (theme_at % 2)
            canvas.right = (struct board_right){2, 9, 17};
        for (int n = 0; n < FRAMES; n++) {
            struct text text = {0};
            change(&canvas, &rng);
            if (n % 50 == 0)
                paint_invalidate(&paint);
            paint_frame(&paint, &canvas, &theme, counts[theme_at], &text);
            paint_text(model, &text);
            assert_shows(model, &canvas, &theme, counts[theme_at]);
            *(n % 50 ? &parts : &whole) += text.size;
            text_free(&text);
        }
        /* A part is sent as a part. */
        assert_true(parts / (FRAMES - FRAMES / 50) * 3 < whole / (FRAMES / 50));
        /* What stays as it was is not sent. */
        struct text none = {0};
        paint_frame(&paint, &canvas, &theme, counts[theme_at], &none);
        assert_int_equal(none.size, 0);
        text_free(&none);
        free(model);
        canvas_free(&canvas);
        paint_free(&paint);
    }
    del_curterm(cur_term);
}

/* On a terminal whose colours are RGB numbers the palette's colours are sent as what they look like, but for
 * the lowest ones, which are of its own palette. */
TEST(test_rgb)
{
    enum { OWN = 2 };
#define RGB_FORM "38:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d"
    static const char *const setaf[OWN] = {
        "\033[%?%p1%{8}%<%t3%p1%d%e" RGB_FORM "%;m", "\033[%?%p1%{256}%<%t38:5:%p1%d%e" RGB_FORM "%;m",
    };
    static const struct {
        short number;
        const char *sent[OWN];
    } rows[] = {
        {245, {"\033[38:2::138:138:138m", "\033[38:5:245m"}},
        {67, {"\033[38:2::95:135:175m", "\033[38:5:67m"}},
        {17, {"\033[38:2::0:0:95m", "\033[38:5:17m"}},
        {12, {"\033[38:2::92:92:255m", "\033[38:5:12m"}},
        {16, {"\033[38:2::0:1:0m", "\033[38:5:16m"}}, /* black; 0 would be the palette's */
        {3, {"\033[33m", "\033[38:5:3m"}},
    };
    int fault;
    if (setupterm("xterm-256color", 1, &fault) != OK)
        skip();
    for (int own = 0; own < OWN; own++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct paint paint = {0};
            struct theme theme;
            struct canvas canvas = {0};
            struct text text = {0};
            assert_int_equal(theme_load(&theme, "mono", NULL), STATUS_OK);
            theme.texts[ROLE_TEXT].foreground.by_depth[DEPTH_256] = rows[i].number;
            paint_start(&paint);
            paint.abilities.setaf = paint.abilities.setab = setaf[own];
            paint.abilities.red_bits = paint.abilities.green_bits = paint.abilities.blue_bits = 8;
            canvas_reset(&canvas, 1, 4);
            canvas_text(&canvas, 0, 0, 4, ROLE_TEXT, "text");
            paint_frame(&paint, &canvas, &theme, 1 << 24, &text);
            if (!strstr(text_string(&text), rows[i].sent[own]))
                fail_msg("%d: %s", rows[i].number, text_string(&text));
            text_free(&text);
            canvas_free(&canvas);
            paint_free(&paint);
        }
    del_curterm(cur_term);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_frames), cmocka_unit_test(test_rgb)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
