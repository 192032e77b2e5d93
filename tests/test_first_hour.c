/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* What a newcomer meets in the first hour: the rules, the form, an army, what is explained while playing, the
 * end of the game and the next one; and the mouse. */
#include "agent/screen_option.h"
#include "base/disk.h"
#include "cmocka_all.h"
#include "plan/plan.h"
#include "screens.h"
#include "setup/random_setup.h"
#include "setup/store.h"
#include "shortcuts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int sizes[][2] = {{24, 80}, {20, 60}, {43, 132}, {12, 33}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* The rules stand on the menu, take two pages at 80x24, and any key leads through them. */
TEST(test_how_to_play)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &menu_screen);
    press(tui, "j");
    assert_shown(tui, "> How to play");
    assert_int_equal(press(tui, "\r"), GO_HOWTO);
    for (int size = 0; size < SIZES; size++)
        for (int unicode = 0; unicode < 2; unicode++) {
            tui->canvas.unicode = unicode;
            enter_screen(tui, &howto_screen);
            bool keys = false, end = false;
            unsigned flags = 0;
            int pages = 0;
            for (; !flags && pages < 20; pages++) {
                paint(tui, sizes[size][0], sizes[size][1]);
                if (pages == 0)
                    assert_true(find_row(tui, "The aim") >= 0);
                keys |= find_row(tui, "The keys that matter") >= 0;
                end = find_row(tui, "Any key goes to the menu") >= 0;
                flags = howto_screen.key(tui, 'x');
            }
            assert_int_equal(flags, GO_MENU);
            assert_true(keys && end);
            assert_true(pages <= 2 || sizes[size][0] < 24);
        }
    enter_screen(tui, &howto_screen);
    paint(tui, 24, 80);
    assert_int_equal(howto_screen.key(tui, KEY_ESCAPE), GO_MENU);
    free_tui(tui);
}

/* They are shown by themselves once: in a home that has nothing of the program. */
TEST(test_first_start)
{
    static const char *const places[] = {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
    char before[3][512] = {{0}}, empty[256];
    snprintf(empty, sizeof empty, "%s/empty", folder);
    for (int i = 0; i < 3; i++) {
        snprintf(before[i], sizeof before[i], "%s", getenv(places[i]) ? getenv(places[i]) : "");
        setenv(places[i], empty, 1);
    }
    assert_true(howto_is_due());
    assert_false(howto_is_due());
    for (int i = 0; i < 3; i++)
        setenv(places[i], before[i], 1);
}

/* Level and side are all that the form asks first; the side may be drawn. */
TEST(test_form)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &new_screen);
    assert_shown(tui, "> Start");
    assert_int_equal(find_row(tui, "Variant "), -1);
    press(tui, "kh");
    assert_shown(tui, "> You play   < red or blue >");
    press(tui, "jj\r");
    assert_shown(tui, "Practice   < no >");
    assert_int_equal(find_row(tui, "isf"), -1);
    bool seen[SIDES] = {false, false};
    for (int i = 0; i < 40; i++) {
        tui->screen = &new_screen;
        enter_screen(tui, &new_screen);
        assert_int_equal(new_screen.key(tui, '\r'), GO_SETUP);
        seen[tui->next_game.side] = true;
    }
    assert_true(seen[RED] && seen[BLUE]);
    free_tui(tui);
}

/* Armies made for a person have the flag behind the two front rows; the last one is offered again. */
TEST(test_armies)
{
    struct tui *tui = new_tui(RED);
    struct setup setup;
    for (int i = 0; i < 300; i++) {
        assert_true(create_setup(tui, &setup));
        const uint8_t *flag = memchr(setup.rank, FLAG, sizeof setup.rank);
        assert_true(flag - setup.rank >= 2 * FILES);
    }
    store_delete("last-army", NULL);
    enter_screen(tui, &setup_screen);
    assert_shown(tui, "Set your pieces up, or play with them as they stand: p");
    press(tui, "r");
    const struct setup played = setup_arrange(tui)->setup;
    if (press(tui, "p") != GO_GAME) /* a random one may have no first move */
        assert_int_equal(press(tui, "rp"), GO_GAME);
    local_game_leave(&tui->local);
    enter_screen(tui, &setup_screen);
    assert_shown(tui, "Your last army: p plays with it, c creates another");
    (void)played;
    assert_int_equal(press(tui, "p"), GO_GAME);
    free_tui(tui);
}

/* Against the levels below Captain, what happens first is explained once. */
TEST(test_lessons)
{
    static const char moved[] = "What has moved is neither bomb nor flag";
    struct tui *tui = new_tui(RED);
    settings_set(&session.settings, "screen.taught", "0", "set", NULL);
    load_few(tui);
    press(tui, "a4 a5\r"); /* against random nothing is explained */
    assert_int_equal(find_row(tui, moved), -1);
    free_tui(tui);
    tui = new_tui(RED);
    load_few(tui);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=recruit");
    press(tui, "a4 a5\r");
    assert_shown(tui, moved);
    assert_shown(tui, "n menu q quit"); /* the key bar stays */
    press(tui, "a5 a4\r");
    assert_shown(tui, "Answer: ");
    assert_int_equal(find_row(tui, moved), -1);
    press(tui, "f5 f2\r"); /* a scout's run */
    assert_shown(tui, "f5-f2: only a scout (2) goes more than one square"); /* not the answer */
    free_tui(tui);
    settings_set(&session.settings, "screen.taught", "0", "set", NULL);
    settings_set(&session.settings, "screen.lessons", "no", "set", NULL);
    tui = new_tui(RED);
    load_few(tui);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=recruit");
    press(tui, "a4 a5\r");
    assert_int_equal(settings_int(&session.settings, screen_group.name, "taught"), 0);
    settings_reset(&session.settings, "screen.lessons", NULL);
    free_tui(tui);
}

/* What the cursor is on: by default one line against the lower levels, the whole panel from Captain on. */
TEST(test_brief_inspector)
{
    struct tui *tui = new_tui(RED);
    settings_reset(&session.settings, "screen.about", NULL);
    load_few(tui);
    assert_false(tui->square_info.brief);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=recruit");
    enter_screen(tui, &game_screen);
    settle(tui);
    assert_shown(tui, "7' e4 your major");
    assert_int_equal(find_row(tui, "worth"), -1);
    assert_int_equal(find_row(tui, "guess"), -1);
    press(tui, "I"); /* all of it */
    assert_shown(tui, "worth");
    press(tui, "I");
    assert_shown(tui, "is not shown");
    assert_int_equal(find_row(tui, "your major"), -1);
    settings_reset(&session.settings, "screen.about", NULL);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=captain");
    enter_screen(tui, &game_screen);
    paint(tui, 24, 80);
    panels_update(tui);
    settle(tui);
    assert_shown(tui, "worth");
    free_tui(tui);
}

/* The end has a panel: result, losses, score, and what comes next; Esc shows the lists again. */
TEST(test_end_panel)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=recruit");
    press(tui, "ry");
    for (int size = 0; size < SIZES; size++)
        for (int unicode = 0; unicode < 2; unicode++) {
            tui->canvas.unicode = unicode;
            paint(tui, sizes[size][0], sizes[size][1]);
            assert_true(find_row(tui, "You have lost") >= 0);
            assert_true(find_row(tui, "again, as blue") >= 0);
            assert_true(find_row(tui, "next: Sergeant") >= 0);
            assert_true(find_row(tui, "close this") >= 0);
        }
    tui->canvas.unicode = false;
    assert_shown(tui, "red resigned");
    assert_shown(tui, "You lost 0");
    assert_shown(tui, "? help  y again  Y next level  E review  n menu  q quit");
    assert_int_equal(find_row(tui, "Taken"), -1);
    press(tui, "\x1b");
    assert_shown(tui, "Taken");
    assert_int_equal(press(tui, "y"), GO_SETUP);
    assert_false(tui->local.has_game);
    assert_int_equal(tui->next_game.side, BLUE);
    assert_string_equal(tui->next_game.opponent, "invincible:profile=recruit");
    free_tui(tui);
    tui = new_tui(RED);
    load_few(tui);
    press(tui, "y"); /* not while the game is on */
    assert_shown(tui, "That is for after the game");
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=recruit");
    press(tui, "ry");
    tui->next_game.created = true;
    assert_int_equal(press(tui, "Y"), GO_GAME);
    assert_string_equal(tui->local.game.record.player[BLUE], "invincible:profile=sergeant");
    enter_screen(tui, &game_screen);
    settle(tui);
    assert_int_equal(find_row(tui, "close this"), -1);
    press(tui, "ry"); /* a whole game: it counts */
    assert_shown(tui, "Against Sergeant: 0 won, 1 lost");
    assert_shown(tui, "You play like Recruit, most");
    paint(tui, 20, 60);
    assert_true(find_row(tui, "You play like Recruit,") >= 0);
    assert_true(find_row(tui, "(1 game)") >= 0); /* whole */
    free_tui(tui);
}

/* Clicks at a text of the last picture; returns the flags. */
static unsigned click(struct tui *tui, const char *text)
{
    char line[4096];
    unsigned flags;
    int key = KEY_MOUSE, row = find_row(tui, text);
    assert_true(row >= 0);
    canvas_row(&tui->canvas, row, line);
    tui->terminal.clicked = true;
    tui->terminal.click_row = row;
    tui->terminal.click_col = (int)(strstr(line, text) - line);
    if (!screen_mouse(tui, &key, &flags))
        flags = tui->screen->key(tui, key);
    settle(tui);
    return flags;
}

/* Rows of menu and forms, keys of the bar, moves of the list, and the wheel. */
TEST(test_mouse)
{
    struct tui *tui = new_tui(RED);
    unsigned flags;
    enter_screen(tui, &menu_screen);
    paint(tui, 24, 80);
    assert_int_equal(click(tui, "Settings"), GO_SETTINGS);
    assert_int_equal(click(tui, "help"), GO_HELP);
    enter_screen(tui, &new_screen);
    paint(tui, 24, 80);
    click(tui, "More");
    assert_shown(tui, "> More");
    click(tui, "Clock");
    assert_shown(tui, "> Clock      < 1m >");
    load_few(tui);
    press(tui, "a4 a5\ra5 a4\r");
    paint(tui, 24, 80);
    click(tui, "a5#9-a4");
    assert_int_equal(tui->local.shown.back, 1);
    int key = KEY_WHEEL_UP;
    assert_false(screen_mouse(tui, &key, &flags));
    assert_int_equal(key, '[');
    tui->screen->key(tui, key);
    assert_int_equal(tui->local.shown.back, 2);
    paint(tui, 24, 80);
    click(tui, "Esc to the present");
    assert_int_equal(tui->local.shown.back, 0);
    paint(tui, 24, 80);
    click(tui, "resign");
    assert_int_equal(tui->prompt.question, QUESTION_RESIGN);
    paint(tui, 24, 80);
    click(tui, "n no");
    assert_int_equal(tui->prompt.question, QUESTION_NONE);
    assert_false(local_game_over(&tui->local));
    free_tui(tui);
}

/* In the editor all changes go back; an army asks before it takes the place of pieces; squares are typed. */
TEST(test_editor)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &editor_screen);
    press(tui, "x9lXx");
    assert_shown(tui, "The board is empty; z brings the pieces back");
    press(tui, "z");
    struct draft_count count = draft_count(&editor_state(tui)->draft, RED);
    assert_int_equal(count.known, 2);
    press(tui, "z");
    count = draft_count(&editor_state(tui)->draft, RED);
    assert_int_equal(count.known, 1);
    press(tui, "ga10\r");
    assert_int_equal(editor_state(tui)->cursor, square_at(0, 9));
    press(tui, "gz9\r");
    assert_shown(tui, "'z9' is no square");
    press(tui, "a\r");
    assert_shown(tui, "It replaces the 1 piece of red on the board. Do it? (y/n)");
    press(tui, "n");
    count = draft_count(&editor_state(tui)->draft, RED);
    assert_int_equal(count.unknown, 0);
    press(tui, "a\ry");
    count = draft_count(&editor_state(tui)->draft, RED);
    assert_int_equal(count.unknown, PIECES_A_SIDE);
    free_tui(tui);
}

/* Two people have names: in the form, on the board and in the file. */
TEST(test_names)
{
    struct tui *tui = new_tui(RED);
    seating_init(tui);
    enter_screen(tui, &seating_screen);
    assert_shown(tui, "Red        < Red >");
    press(tui, "jj\r");
    assert_shown(tui, "Red's name:");
    press(tui, "Anna\rj\rBen \r");
    assert_shown(tui, "> Blue       < Ben >");
    tui->seating_form.selected_row = 0;
    assert_int_equal(press(tui, "k\r"), GO_GAME);
    enter_screen(tui, &game_screen);
    assert_shown(tui, "Anna (red) - Ben");
    assert_string_equal(tui->local.game.record.player[RED], "Anna");
    settle(tui); /* the board is covered */
    if (tui->screen == &cover_screen)
        press(tui, "\r");
    enter_screen(tui, &game_screen);
    press(tui, "ry"); /* again: the names change sides */
    assert_shown(tui, "again, sides changed");
    assert_int_equal(press(tui, "y"), GO_SEATING);
    enter_screen(tui, &seating_screen);
    assert_shown(tui, "Red        < Ben >");
    assert_shown(tui, "Blue       < Anna >");
    free_tui(tui);
}

/* A broken file of keys is named with its line when it is read again; colours come back to auto. */
TEST(test_read_again)
{
    char path[512];
    static const char broken[] = "format: vedette-keys/1\ngame: {hint: [}\n";
    struct tui *tui = new_tui(RED);
    load_few(tui);
    snprintf(path, sizeof path, "%s/vedette", folder);
    disk_folder(path, NULL);
    snprintf(path, sizeof path, "%s/vedette/keys.yaml", folder);
    assert_int_equal(disk_write(path, broken, sizeof broken - 1, NULL), STATUS_OK);
    press(tui, "R");
    assert_shown(tui, "keys.yaml:2:");
    unlink(path);
    press(tui, "R");
    assert_shown(tui, "Profiles, colours and keys have been read again");
    /* A broken theme is named with its line, and passed over. */
    snprintf(path, sizeof path, "%s/vedette/themes", folder);
    disk_folder(path, NULL);
    snprintf(path, sizeof path, "%s/vedette/themes/aaa.yaml", folder);
    static const char broken_theme[] = "format: vedette-theme/1\ncolors: {red: [}\n";
    assert_int_equal(disk_write(path, broken_theme, sizeof broken_theme - 1, NULL), STATUS_OK);
    settings_set(&session.settings, "screen.theme", "auto", "set", NULL);
    bool named = false, passed = false;
    for (int i = 0; i < 10 && !(named && passed); i++) {
        preferences_next_theme(tui);
        named |= strstr(tui->message, "aaa.yaml:2:") != NULL;
        passed |= named && strstr(tui->message, "Colours: ");
    }
    assert_true(named && passed);
    unlink(path);
    settings_set(&session.settings, "screen.theme", "mono", "set", NULL);
    for (int i = 0; i < 10 && find_row(tui, "Colours: auto") < 0; i++) {
        preferences_next_theme(tui);
        paint(tui, 24, 80);
    }
    assert_shown(tui, "Colours: auto");
    settings_reset(&session.settings, "screen.theme", NULL);
    free_tui(tui);
}

/* A new game from a moment of a finished one is announced as practice. */
TEST(test_practice_announced)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "a4 a5\rry[[");
    assert_int_equal(press(tui, "G"), GO_GAME);
    enter_screen(tui, &game_screen);
    assert_shown(tui, "A practice game from here");
    free_tui(tui);
}

/* While a piece is chosen or a hint stands the key bar has what comes next; `now` never says nothing. */
TEST(test_bar_follows)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "\t\r");
    assert_shown(tui, "Enter move it here");
    press(tui, "\x1bH");
    assert_shown(tui, "Enter play the hint");
    press(tui, "\x1bN");
    assert_shown(tui, "Nobody is thinking");
    free_tui(tui);
}

/* The bar has undo only where a move can be taken back: not after a scout's run, but in practice. */
TEST(test_bar_undo)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    assert_shown(tui, "? help");
    assert_int_equal(find_row(tui, "u undo"), -1);
    press(tui, "a4 a5\r");
    assert_shown(tui, "u undo");
    press(tui, "f5 f2\r");
    assert_shown(tui, "? help");
    assert_int_equal(find_row(tui, "u undo"), -1);
    press(tui, "u");
    assert_shown(tui, "Not taken back: a scout's run cannot be taken back");
    tui->local.game.record.practice = true;
    assert_shown(tui, "u undo");
    press(tui, "u");
    assert_shown(tui, "Taken back");
    free_tui(tui);
}

/* A message of two rows covers no move of the list. */
TEST(test_long_message)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    for (int i = 0; i < 12; i++)
        press(tui, "\t\r\t\r");
    const struct board *board = local_game_board(&tui->local);
    assert_false(local_game_over(&tui->local));
    char number[16], line[4096];
    snprintf(number, sizeof number, " %u. ", board_move_number(board, board->plies - 1));
    for (int rows = 1; rows <= 2; rows++) {
        bool found = false;
        message_show(tui, false, "%080d%s", 0, rows == 2 ? " covers" : "");
        paint(tui, 24, 80);
        for (int row = 0; row < 23 - rows; row++) {
            canvas_row(&tui->canvas, row, line);
            found |= strstr(line, number) != NULL;
        }
        assert_true(found);
    }
    message_clear(tui);
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, number), 21); /* the row that a second one covers */
    free_tui(tui);
}

/* `t` says which map it opens, and `I` which of three amounts it shows. */
TEST(test_maps_announced)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    settings_reset(&session.settings, "screen.about", NULL);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=recruit");
    enter_screen(tui, &game_screen);
    press(tui, "t");
    assert_shown(tui, "Your marshal, as blue may believe, in percent; t: blue's");
    press(tui, "t");
    assert_shown(tui, "Where blue's marshal may be, in percent; + and - choose the rank   w: no map");
    press(tui, "wI");
    assert_shown(tui, "What the cursor is on is shown in full");
    press(tui, "I");
    assert_shown(tui, "What the cursor is on is not shown");
    press(tui, "I");
    assert_shown(tui, "What the cursor is on is shown in one line");
    assert_true(tui->square_info.brief);
    settings_reset(&session.settings, "screen.about", NULL);
    free_tui(tui);
}

/* When the review of a game that has just ended is finished, the message says so once. */
TEST(test_review_announced)
{
    static const char reviewed[] = "Reviewed: skill and luck are in";
    struct tui *tui = new_tui(RED);
    load_few(tui);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "invincible:profile=recruit");
    press(tui, "a4 a5\r");
    press(tui, "ry");
    for (settle(tui); !strstr(tui->message, reviewed); settle(tui))
        assert_true(wake_wait(&tui->wake, 60000 * test_patience()));
    assert_memory_equal(tui->message, "You have lost: red resigned.", 28);
    assert_non_null(strstr(tui->message, reviewed));
    assert_shown(tui, "Chance to win: skill ");
    message_show(tui, false, "%080d covers", 0);
    assert_shown(tui, "Esc close this"); /* a message of two rows covers no row of the panel */
    end_panel_review_came(tui);
    assert_null(strstr(tui->message, reviewed));
    free_tui(tui);
}

/* The words of the panels are explained under `?`, on the screens of game, setup and review. */
TEST(test_words_explained)
{
    static const struct {
        const struct screen *caller;
        const char *words[12];
    } rows[] = {
        {&game_screen, {"% to win", "worlds", "played out", "known setup", "skill, luck", "points", "2/15",
                        "level", "agent", "profile", "0 15 35 60 85", "thinks, 73 %"}},
        {&setup_screen, {"How good it is", "Shut in", "Flag bombed in", "Flag defence", "Blocked by",
                         "Miners", "Bomb protection", "Starting pieces", "reserve", "Level: Recruit",
                         "the creator"}},
        {&new_screen, {"level", "agent", "profile"}},
        {&settings_screen, {"safe", "mono", "planner", "rollouts", "lines", "policy", "deboer", "arts"}},
        {&review_screen, {"The curve", "for people", "opponent", "luck", "rest", "blunder", "brilliant"}},
    };
    struct tui *tui = new_tui(RED);
    load_few(tui);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tui->help_caller = rows[i].caller;
        tui->screen = &help_screen;
        help_screen.enter(tui);
        unsigned found = 0, plans = 0;
        for (int page = 0; page < 20; page++) {
            paint(tui, 24, 80);
            for (int word = 0; word < 12 && rows[i].words[word]; word++)
                found |= (unsigned)(find_row(tui, rows[i].words[word]) >= 0) << word;
            for (int plan = 0; plan < plan_kind_count; plan++)
                plans |= (unsigned)(find_row(tui, plan_kind_table[plan]->help) >= 0) << plan;
            help_screen.key(tui, KEY_NPAGE);
        }
        for (int word = 0; word < 12 && rows[i].words[word]; word++)
            assert_true(found >> word & 1);
        assert_true(rows[i].caller != &game_screen || plans);
    }
    free_tui(tui);
}

/* All keys of a game are on three pages at 80x24, in groups. */
TEST(test_help_pages)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    tui->help_caller = &game_screen;
    enter_screen(tui, &help_screen);
    assert_shown(tui, "To move");
    assert_shown(tui, "To look");
    press(tui, "\006\006");
    assert_shown(tui, "The signs on the board");
    free_tui(tui);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
