/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu, the form of who plays, questions on the message line. */
#include "cmocka_all.h"
#include "screens.h"
#include "shortcuts.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A row of the screen as text, without blanks at its end. */
static const char *row_text(const struct tui *tui, int row)
{
    static char line[4096];
    canvas_row(&tui->canvas, row, line);
    return line;
}

/* A question is cut where the answer needs its place, and never drawn over. */
TEST(test_long_question)
{
    static const char question[] = "The army of red (a setup's name or file, ? or ?):";
    struct tui *tui = new_tui(RED);
    load_few(tui);
    prompt_line(tui, QUESTION_ARMY, question, "mine");
    paint(tui, 24, 80);
    char whole[128];
    snprintf(whole, sizeof whole, "%s mine", question);
    assert_string_equal(row_text(tui, tui->layout.message.row), whole);
    for (int cols = LAYOUT_MIN_COLS; cols < 120; cols++) {
        static const char *const answers[] = {"", "mine", "a/rather/long/path/of/somebody/else.setup"};
        for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
            prompt_line(tui, QUESTION_ARMY, question, answers[i]);
            paint(tui, 24, cols);
            const char *line = row_text(tui, tui->layout.message.row);
            size_t size = strlen(line), letters = strcspn(line, ":.");
            bool cut = line[letters] == '.';
            assert_true(strncmp(line, question, letters) == 0);
            letters += cut ? 2 : 1;
            /* Behind it a blank, and then the answer, or its end where it is longer than half the line. */
            assert_true(size <= letters || line[letters] == ' ');
            const char *shown = size > letters ? line + letters + 1 : "";
            size_t length = strlen(shown), all = strlen(answers[i]);
            assert_true(length <= all && strcmp(answers[i] + all - length, shown) == 0);
            assert_true(length == all || (int)length >= cols / 2 - 2);
            assert_true(cut || (int)letters < cols);
            assert_int_equal(tui->canvas.cursor_col, (int)(letters + 1 + length));
        }
    }
    free_tui(tui);
}

/* Whether the chosen row of the menu, the form or a list says this. */
static void assert_chosen(struct tui *tui, const char *text)
{
    char sign[128];
    snprintf(sign, sizeof sign, "> %s", text);
    assert_shown(tui, sign);
}

static void enter_menu(struct tui *tui)
{
    message_show(tui, false, "%s", "");
    enter_screen(tui, &menu_screen);
    paint(tui, 24, 80);
}

TEST(test_menu)
{
    struct tui *tui = new_tui(RED);
    enter_menu(tui);
    assert_chosen(tui, "New game");
    assert_int_equal(find_row(tui, "discard"), -1); /* there is nothing to discard */
    assert_int_equal(press(tui, "jjjj\r"), GO_SEATING);
    enter_menu(tui);
    assert_chosen(tui, "Two people"); /* the row that one came from */
    load_few(tui);
    struct game_terms terms = next_game_terms(tui, NULL);
    local_game_leave(&tui->local);
    assert_int_equal(local_game_begin(&tui->local, &terms, NULL), STATUS_OK);
    settle(tui);
    local_game_leave(&tui->local);
    enter_menu(tui); /* with a game that can be gone on with now, still there */
    assert_chosen(tui, "Two people");
    assert_int_equal(find_row(tui, "discard"), -1);
    press(tui, "kkkkk");
    assert_chosen(tui, "Resume the unfinished game");
    assert_true(find_row(tui, "d discard") == 23);
    press(tui, "j");
    assert_int_equal(press(tui, "\r"), GO_NEW);
    enter_menu(tui);
    assert_chosen(tui, "New game");
    press(tui, "kdy");
    free_tui(tui);
}

/* Beside a real board one's own setup is typed first, piece by piece; the enemy's is unknown. */
TEST(test_beside_a_board)
{
    static const char rows[] = "2635462524" "9X87765432" "SBB8723322" "FBBBB26534";
    struct tui *tui = new_tui(BLUE);
    seating_init(tui);
    enter_screen(tui, &seating_screen);
    assert_shown(tui, "From       < created setups >"); /* of two people */
    assert_shown(tui, "> Variant    < classic >");
    press(tui, "j");
    for (int i = 0; i < SEATINGS && tui->seating_form.seating != SEATING_SECOND; i++)
        press(tui, "l");
    assert_shown(tui, "From       < your setup there >");
    assert_shown(tui, "the enemy's forty pieces are unknown");
    assert_shown(tui, "Go on");
    assert_int_equal(press(tui, "kk\r"), GO_SETUP);
    enter_screen(tui, &setup_screen);
    assert_shown(tui, "you, beside another board");
    assert_shown(tui, "Type your pieces as they stand there");
    press(tui, "p");
    assert_shown(tui, "40 of your pieces are still in the reserve");
    press(tui, rows);
    assert_shown(tui, "All pieces are down");
    for (int i = 0; i < PIECES_A_SIDE; i++)
        assert_int_equal(setup_arrange(tui)->setup.rank[i], rank_from_symbol(rows[i]));
    press(tui, "2"); /* there is none left */
    assert_shown(tui, "There is no scout in the reserve");
    assert_int_equal(press(tui, "p"), GO_GAME);
    assert_int_equal(local_game_seating(&tui->local), SEATING_SECOND);
    assert_int_equal(tui->local.shown.person, tui->seating_form.side);
    const struct cell *cells = tui->local.game.record.start.cell;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        assert_int_equal(cells[setup_square(tui->local.shown.person, i)].rank, rank_from_symbol(rows[i]));
        assert_int_equal(cells[setup_square(side_other(tui->local.shown.person), i)].rank, RANK_UNKNOWN);
    }
    free_tui(tui);
    /* In other games the setups are created, unless somebody wants to arrange them; a choice stays. */
    tui = new_tui(RED);
    seating_init(tui);
    enter_screen(tui, &seating_screen);
    tui->seating_form.seating = SEATING_SECOND;
    press(tui, "kkh");
    assert_shown(tui, "> From       < a created setup >");
    assert_int_equal(press(tui, "j\r"), GO_GAME);
    tui->seating_form.seating = SEATING_TWO;
    tui->screen = &seating_screen;
    assert_shown(tui, "From       < created setups >");
    free_tui(tui);
}

/* What is said of keys names those that the person has bound. */
TEST(test_keys_of_ones_own)
{
    static const char bound[] =
        "format: vedette-keys/1\ngame: {cancel: Y, step-back: y, choose: [K, Enter], review: Q, where: []}\n"
        "setup: {play: G}\nhelp: {cancel: Q}\n";
    static struct keymap keymap;
    struct error error = {0};
    if (keymap_parse(&keymap, "keys.yaml", bound, sizeof bound - 1, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    keys_use(keymap.rows, keymap.count);
    struct tui *tui = new_tui(RED);
    load_few(tui);
    assert_shown(tui, "Move with the arrow keys and K");
    press(tui, "P");
    assert_shown(tui, "K plays it, Y closes the table");
    press(tui, "jKyK");
    assert_shown(tui, "This is the past: Y goes back to the present");
    press(tui, "YT");
    assert_shown(tui, "Y ends it");
    press(tui, "Yry");
    assert_shown(tui, "Q: review");
    tui->help_caller = &game_screen;
    enter_screen(tui, &help_screen);
    press(tui, "\006\006\006\006\006\006\006\006\006\006");
    assert_shown(tui, "Q goes back");
    enter_screen(tui, &setup_screen);
    assert_shown(tui, "play with them as they stand: G");
    /* Nothing stands for a key behind what has none. */
    enter_screen(tui, &settings_screen);
    assert_shown(tui, "What is a piece? (W)");
    assert_shown(tui, "Where is a rank?  ");
    free_tui(tui);
    keys_use(NULL, 0);
}

/* Whether the first lines of the help are on the screen. */
static bool shows_first_lines(const struct tui *tui)
{
    return find_row(tui, "To move") >= 0 || find_row(tui, "To place the pieces") >= 0 ||
           find_row(tui, "Keys") >= 0;
}

/* The keys of the game, the set-up and the review stand in groups, each key once, and two keys of a pair in a
 * line. */
TEST(test_help_in_groups)
{
    const struct { const struct screen *from; const char *first, *next, *last, *pair; } tries[] = {
        {&game_screen, "To move", "To look", "The game and the program", " [ ] "},
        {&setup_screen, "To place the pieces", "Whole setups", "The game and the program", " + - "},
        {&review_screen, "To look at moves", "What is shown", "The game and the program", " Home End "},
    };
    struct tui *tui = new_tui(RED);
    load_few(tui);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        tui->help_caller = tries[i].from;
        enter_screen(tui, &help_screen);
        paint(tui, 100, 80);
        int first = find_row(tui, tries[i].first), next = find_row(tui, tries[i].next);
        int last = find_row(tui, tries[i].last), pair = find_row(tui, tries[i].pair);
        assert_true(first >= 0 && first < next && next < last && pair > first && pair < last);
        assert_true(find_row(tui, "Keys") < 0 && find_row(tui, "quit; you can") > last);
    }
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    free_tui(tui);
}

/* Help leaves the board in sight wherever fifty columns are beside it, also a position that is set up; else
 * it has all of the screen. */
TEST(test_help_beside_the_board)
{
    static const int sizes[][2] = {{24, 80}, {40, 100}, {43, 132}, {60, 200}, {20, 60}};
    const struct screen *const from[] = {&game_screen, &setup_screen, &editor_screen};
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &editor_screen);
    load_few(tui);
    setup_screen.enter(tui);
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
        for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
            int rows = sizes[size][0], cols = sizes[size][1];
            bool capacity = cols >= 132;
            tui->screen = from[i];
            paint(tui, rows, cols);
            const struct area squares = tui->layout.squares;
            size_t count = (size_t)rows * (size_t)cols;
            struct spot *before = malloc(count * sizeof *before);
            memcpy(before, tui->canvas.spots, count * sizeof *before);
            tui->help_caller = from[i];
            enter_screen(tui, &help_screen);
            paint(tui, rows, cols);
            assert_true(shows_first_lines(tui));
            bool all = false;
            for (int part = 0; part < 4; part++) {
                bool rules = find_row(tui, "The rules of Stratego") >= 0 && find_row(tui, "The aim") >= 0;
                size_t same = 0, squared = 0;
                for (int row = squares.row; row < squares.row + squares.rows; row++, squared++)
                    same += memcmp(&before[row * cols + squares.col],
                                   &tui->canvas.spots[row * cols + squares.col],
                                   (size_t)squares.cols * sizeof *before) == 0;
                assert_int_equal(same == squared, capacity);
                all |= rules;
                press(tui, "\t");
                paint(tui, rows, cols);
            }
            assert_true(all);
            for (int n = 0; n < 4 && !shows_first_lines(tui); n++) {
                press(tui, "\t"); /* goes round */
                paint(tui, rows, cols);
            }
            assert_true(shows_first_lines(tui));
            free(before);
        }
    free_tui(tui);
}

/* At 80 columns the bar has the commonest keys, whatever is said above it; other states have others. */
TEST(test_bar)
{
    static const char *const always[] = {"? help", "Enter choose", "H hint", "w where", "r resign", "D draw",
                                         "n menu", "q quit"};
    struct tui *tui = new_tui(RED);
    load_few(tui);
    for (int cols = 80; cols < 200; cols++) {
        message_show(tui, cols % 2, "%0*d", 150 + cols % 3 * 60, 7); /* a message of two rows or more */
        paint(tui, 24, cols);
        const char *line = row_text(tui, 23);
        for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
            assert_non_null(strstr(line, always[i]));
        assert_true(canvas_width(&tui->canvas, line) <= cols);
    }
    press(tui, "a4 a5\r[");
    assert_shown(tui, "? help  [ ] step  < > battle  Esc to the present");
    message_clear(tui); /* then the line has what can be done */
    assert_shown(tui, "This is the past: Esc goes back to the present");
    press(tui, "]r");
    assert_shown(tui, "y yes  n no");
    press(tui, "y");
    assert_shown(tui, "? help  y again  E review  [ ] step");
    free_tui(tui);
}

/* For a person that watches two agents the help line has the keys that do something then; in a line the
 * person moves. */
TEST(test_help_line_while_watching)
{
    struct tui *tui = new_tui(RED);
    seating_init(tui);
    enter_screen(tui, &seating_screen);
    tui->seating_form.seating = SEATING_WATCH;
    for (enum side side = RED; side <= BLUE; side++)
        snprintf(tui->seating_form.agent[side], sizeof tui->seating_form.agent[side], "random");
    seating_screen.key(tui, 'k'); /* to the last row, which starts the game */
    assert_int_equal(seating_screen.key(tui, '\r'), GO_GAME);
    enter_screen(tui, &game_screen);
    game_screen.key(tui, 'Z');
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "? help  Z pause  . one move  V speed  X seat"), 23);
    game_screen.key(tui, 'T');
    paint(tui, 24, 80);
    assert_true(strstr(row_text(tui, 23), "Esc back to the game"));
    assert_int_equal(find_row(tui, "Z pause"), -1);
    free_tui(tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_menu), /* first: the others leave games */
        cmocka_unit_test(test_long_question),
        cmocka_unit_test(test_beside_a_board),
        cmocka_unit_test(test_keys_of_ones_own),
        cmocka_unit_test(test_help_in_groups),
        cmocka_unit_test(test_help_beside_the_board),
        cmocka_unit_test(test_help_line_while_watching),
        cmocka_unit_test(test_bar),
    };
    return cmocka_run_group_tests(tests, screens_set_up, screens_tear_down);
}
