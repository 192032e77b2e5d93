/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* What the screens make of unfinished games, of disks that fail, and of lines that are too long. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "file_limit.h"
#include "game/notation.h"
#include "screens.h"
#include "setup/random_setup.h"
#include "shortcuts.h"
#include "tui/screen.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The whole screen as one text, the rows joined by a blank: what is wrapped is found all the same. */
static const char *screen_text(struct tui *tui, int rows, int cols)
{
    static char text[65536];
    char line[4096];
    size_t used = 0;
    paint(tui, rows, cols);
    for (int row = 0; row < rows; row++) {
        canvas_row(&tui->canvas, row, line);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s ", line + strspn(line, " "));
    }
    return text;
}

static void assert_screen(struct tui *tui, int rows, int cols, const char *text, bool there)
{
    const char *screen = screen_text(tui, rows, cols);
    if ((strstr(screen, text) != NULL) != there)
        fail_msg("%s: %s\n%s", there ? "not on the screen" : "on the screen", text, screen);
}

static void assert_printed(struct tui *tui, const char *text)
{
    assert_screen(tui, 24, 80, text, true);
}

/* Plays so many moves of the person's. */
static void play_own_moves(struct tui *tui, int moves)
{
    struct move legal[MOVES_MAX];
    char typed[MOVE_TEXT + 1];
    while (moves-- > 0) {
        board_moves(local_game_board(&tui->local), legal);
        snprintf(typed, sizeof typed, "%c%d%c%d\r", 'a' + square_file(legal[0].from),
                 square_row(legal[0].from) + 1, 'a' + square_file(legal[0].to),
                 square_row(legal[0].to) + 1);
        press(tui, typed);
    }
}

/* Begins a game of which the person plays so many moves. */
static void begin_with_moves(struct tui *tui, int moves)
{
    struct setup setup;
    session.seed++;
    setup_random(variant_at(VARIANT_STANDARD)->count, &setup, &tui->rng);
    assert_int_equal(begin_game(tui, &setup), GO_GAME);
    enter_screen(tui, &game_screen);
    settle(tui);
    play_own_moves(tui, moves);
}

static void enter_menu(struct tui *tui)
{
    local_game_leave(&tui->local);
    message_show(tui, false, "%s", "");
    enter_screen(tui, &menu_screen);
}

static void remove_all(const char *name)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf %s/%s", folder, name);
    assert_int_equal(system(command), 0);
}

/* All unfinished games are in the menu, the newest first and that of practice as such; each can be gone on
 * with, or discarded. */
TEST(test_all_are_listed)
{
    struct tui *tui = new_tui(RED);
    char path[4096], kept[4200];
    for (int i = 1; i <= 3; i++) {
        tui->next_game.practice = i == 3;
        begin_with_moves(tui, i);
        snprintf(path, sizeof path, "%s", tui->local.journal.journal.path);
        local_game_leave(&tui->local);
        struct timespec when[] = {{1000 * i, 0}, {1000 * i, 0}};
        assert_int_equal(utimensat(AT_FDCWD, path, when, 0), 0);
    }
    enter_menu(tui);
    assert_int_equal(menu_state(tui)->games.count, 3);
    assert_printed(tui, "Resume the unfinished game");
    assert_printed(tui, "you (red) - random (blue), practice, 3 moves");
    assert_printed(tui, "Older unfinished games");
    assert_printed(tui, "you (red) - random (blue), 2 moves");
    assert_printed(tui, "you (red) - random (blue), 1 move");
    assert_printed(tui, menu_state(tui)->games.games[2].brief.date);
    press(tui, "jd");
    assert_printed(tui, "No unfinished game is chosen");
    press(tui, "jjjjjjjjd");
    assert_printed(tui, "Discard this game?");
    press(tui, "n");
    assert_int_equal(menu_state(tui)->games.count, 3);
    snprintf(path, sizeof path, "%s", strrchr(menu_state(tui)->games.games[1].path, '/'));
    press(tui, "dy");
    snprintf(kept, sizeof kept, "%s/vedette/finished%s", folder, path);
    assert_int_equal(access(kept, F_OK), 0);
    assert_printed(tui, kept);
    assert_screen(tui, 24, 80, "2 moves", false);
    press(tui, "k");
    press(tui, "j");
    assert_int_equal(press(tui, "\r"), GO_GAME);
    assert_int_equal(tui->local.game.record.plies, 2);
    enter_screen(tui, &game_screen);
    play_own_moves(tui, 2);
    enter_menu(tui);
    assert_int_equal(menu_state(tui)->games.count, 2);
    /* The one just played is the newest. */
    assert_int_equal(menu_state(tui)->games.games[0].brief.plies, 6);
    assert_int_equal(menu_state(tui)->games.games[1].brief.plies, 6);
    assert_string_not_equal(strrchr(menu_state(tui)->games.games[1].path, '/'), path);
    for (int rows = LAYOUT_MIN_ROWS; rows < 30; rows++)
        for (size_t at = 0; at < menu_state(tui)->count; at++, press(tui, "j"))
            assert_screen(tui, rows, 40, "> ", true);
    free_tui(tui);
    remove_all("vedette");
}

/* A damaged journal is named with its line, and gone on with up to there. */
TEST(test_damaged)
{
    struct tui *tui = new_tui(RED);
    struct text text = {0};
    char path[4096], place[4200], away[4200];
    begin_with_moves(tui, 5);
    snprintf(path, sizeof path, "%s", tui->local.journal.journal.path);
    local_game_leave(&tui->local);
    assert_int_equal(disk_read(path, FILE_LIMIT, &text, NULL), STATUS_OK);
    size_t line = 1, move = 0, at = 0;
    while (move < 7) { /* to the seventh move */
        move += move > 0 || strncmp(text.bytes + at, "moves:", 6) == 0;
        at += strcspn(text.bytes + at, "\n") + 1;
        line++;
    }
    text.bytes[at + 4] = '#';
    assert_int_equal(disk_write(path, text.bytes, text.size, NULL), STATUS_OK);
    enter_menu(tui);
    assert_printed(tui, "you (red) - random (blue), 3 moves, then damaged");
    snprintf(place, sizeof place, "is damaged: %s:%zu:", path, line);
    assert_printed(tui, place);
    assert_true(tui->message_is_error);
    assert_int_equal(press(tui, "\r"), GO_GAME);
    game_screen.enter(tui);
    assert_int_equal(tui->local.game.record.plies, 6);
    snprintf(away, sizeof away, "%s/vedette/finished%s", folder, strrchr(path, '/'));
    tui->screen = &game_screen;
    assert_printed(tui, "The damaged file is");
    assert_printed(tui, away);
    assert_int_equal(access(away, F_OK), 0);
    assert_int_equal(access(path, F_OK), -1);
    enter_menu(tui);
    assert_int_equal(menu_state(tui)->games.count, 1);
    assert_int_equal(menu_state(tui)->games.games[0].state, UNFINISHED_SOUND);

    /* One without a head can only be discarded. */
    snprintf(path, sizeof path, "%s", menu_state(tui)->games.games[0].path);
    assert_int_equal(disk_write(path, "nothing\n", 8, NULL), STATUS_OK);
    enter_menu(tui);
    assert_printed(tui, "This unfinished game cannot be read:");
    assert_int_equal(press(tui, "\r"), 0);
    assert_true(tui->message_is_error);
    press(tui, "dy");
    assert_int_equal(menu_state(tui)->games.count, 0);
    text_free(&text);
    free_tui(tui);
    remove_all("vedette");
}

/* Only what is so is promised. */
TEST(test_what_is_promised)
{
    struct tui *tui = new_tui(RED);
    begin_with_moves(tui, 1);
    press(tui, "q");
    assert_printed(tui, "Quit? You can resume it. (y/n)");
    press(tui, "n");
    /* A move that could not be journalled is reported, and tried again. */
    limit_files((rlim_t)tui->local.journal.journal.whole + 3);
    press(tui, "u");
    assert_printed(tui, "Taken back");
    limit_files((rlim_t)tui->local.journal.journal.whole + 3);
    struct move legal[MOVES_MAX];
    board_moves(local_game_board(&tui->local), legal);
    tui->cursor.square = legal[0].from;
    press(tui, "\r");
    tui->cursor.square = legal[0].to;
    press(tui, "\r");
    assert_int_equal(tui->local.game.record.plies, 2);
    assert_printed(tui, "Not in the journal: ");
    assert_true(tui->message_is_error);
    press(tui, "q");
    assert_printed(tui, "Quit? The game is not kept: its journal failed. s saves it. (y/n)");
    assert_screen(tui, 12, 40, "is not kept: its journal failed. s saves it. (y/n)", true);
    limit_files(RLIM_INFINITY);
    press(tui, "nq");
    assert_printed(tui, "Quit? You can resume it. (y/n)");
    press(tui, "n");
    enter_menu(tui);
    assert_printed(tui, "you (red) - random (blue), 1 move");

    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    begin_with_moves(tui, 1);
    press(tui, "n");
    assert_printed(tui, "Leave? The game is not kept: its journal failed. s saves it. (y/n)");
    press(tui, "n");
    setenv("XDG_STATE_HOME", folder, 1);
    press(tui, "n");
    assert_printed(tui, "Leave? You can resume it. (y/n)");
    press(tui, "n");
    free_tui(tui);
    remove_all("vedette");
}

/* A game that is over is so even where it cannot be put among the finished ones: the outcome is shown, it is
 * not offered again, and it is put there as soon as that can be. */
TEST(test_no_place_for_the_finished)
{
    struct tui *tui = new_tui(RED);
    struct file_content content = {0};
    char path[4096], kept[4200];
    begin_with_moves(tui, 1);
    snprintf(path, sizeof path, "%s", tui->local.journal.journal.path);
    setenv("XDG_DATA_HOME", "/dev/null", 1);
    press(tui, "ry");
    assert_printed(tui, "You have lost: red resigned");
    assert_printed(tui, "It is not among the finished games: /dev/null");
    assert_true(tui->message_is_error);
    enter_menu(tui);
    assert_screen(tui, 24, 80, "Resume the", false);
    assert_int_equal(file_read(path, &content, NULL), STATUS_OK);
    assert_int_equal(content.record.outcome.result, RESULT_BLUE);
    file_content_free(&content);
    setenv("XDG_DATA_HOME", folder, 1);
    enter_menu(tui);
    snprintf(kept, sizeof kept, "%s/vedette/finished%s", folder, strrchr(path, '/'));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(access(kept, F_OK), 0);
    free_tui(tui);
    remove_all("vedette");
}

/* The end of a game names its file in full, and counts its moves in English. */
TEST(test_the_end_is_shown_in_full)
{
    struct tui *tui = new_tui(RED);
    char path[4200];
    setenv("HOME", folder, 1);
    unsetenv("XDG_DATA_HOME");
    setup_screen.enter(tui);
    tui->next_game.side = BLUE; /* the agent moves, once */
    begin_with_moves(tui, 0);
    assert_int_equal(tui->local.game.record.plies, 1);
    press(tui, "ry");
    assert_printed(tui, "red has won after 1 move ");
    snprintf(path, sizeof path, "The game is kept as ~/.local/share/vedette/finished%s",
             strrchr(tui->local.end.kept, '/'));
    paint(tui, 60, 259);
    assert_true(find_row(tui, path) >= 0);
    assert_screen(tui, 24, 80, "..", false);
    free_tui(tui);
    setenv("XDG_DATA_HOME", folder, 1);
    remove_all("vedette");
    remove_all(".local");
}

/* The column in which a text stands. */
static size_t column_of(const struct tui *tui, const char *text)
{
    char line[4096];
    int row = find_row(tui, text);
    assert_true(row >= 0);
    canvas_row(&tui->canvas, row, line);
    return (size_t)(strstr(line, text) - line);
}

/* No line of help is cut off, at any width. */
TEST(test_help_is_whole)
{
    struct tui *tui = new_tui(RED);
    static const struct screen *const from[] = {&menu_screen, &new_screen, &setup_screen, &game_screen};
    static const int sizes[][2] = {{24, 80}, {12, 40}, {12, 33}, {50, 133}};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            struct text all = {0};
            /* Keys in groups: the arrows have one line. */
            bool grouped = from[i] == &game_screen || from[i] == &setup_screen;
            tui->help_caller = from[i];
            enter_screen(tui, &help_screen);
            paint(tui, sizes[size][0], sizes[size][1]);
            size_t at = column_of(tui, grouped ? "go to another square" : "these lines");
            for (int top = -1; top != help_place(tui)->top;) {
                char line[4096];
                top = help_place(tui)->top;
                paint(tui, sizes[size][0], sizes[size][1]);
                int first = tui->layout.title.rows;
                canvas_row(&tui->canvas, first, line);
                text_printf(&all, "%s ", strlen(line) > at ? line + at : "");
                press(tui, "j");
                for (int row = first + 1; top == help_place(tui)->top && row < tui->layout.message.row;
                     row++) {
                    canvas_row(&tui->canvas, row, line);
                    text_printf(&all, "%s ", strlen(line) > at ? line + at : "");
                }
            }
            for (size_t k = 0; k < key_count; k++) {
                static const char over[] = "a finished game: "; /* stands once, where two keys share a line */
                const char *help = key_table[k].help;
                help += strncmp(help, over, strlen(over)) == 0 ? strlen(over) : 0;
                if (grouped && key_table[k].action <= ACTION_RIGHT && key_table[k].action)
                    continue;
                if (key_table[k].screens & from[i]->on && !strstr(text_string(&all), help))
                    fail_msg("%dx%d: %s\n%s", sizes[size][1], sizes[size][0], help, text_string(&all));
            }
            text_free(&all);
        }
    free_tui(tui);
}

static int set_up_unfinished(void **state)
{
    signal(SIGXFSZ, SIG_IGN);
    return screens_set_up(state);
}

TESTS_MAIN(set_up_unfinished, screens_tear_down)
