/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* The screens, played on without a terminal: keys go in, the canvas comes out. */
#include "base/disk.h"
#include "boards.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "screens.h"
#include "setup/random_setup.h"
#include "shortcuts.h"
#include "tui/screen.h"
#include "twins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each kind of piece has its own sign, without any colour. */
TEST(test_signs)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    assert_square(tui, "a6", "  6'");
    assert_square(tui, "a4", "  9!");
    assert_square(tui, "a1", "  F ");
    assert_square(tui, "a8", " b4 ");
    assert_square(tui, "e8", "  @ ");
    assert_square(tui, "j9", "  # ");
    assert_square(tui, "b1", "  . ");
    assert_square(tui, "e4", " [7]");
    free_tui(tui);
}

/* A chosen piece, its targets, and where none of them is. */
TEST(test_choosing)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "\tkkhhhh");      /* nothing is chosen yet: Tab only goes to a piece */
    tui->cursor.square = square_at(4, 3);
    press(tui, "\r");
    assert_shown(tui, "Where to with the major?");
    press(tui, "l");
    assert_square(tui, "e4", " {7}");
    assert_square(tui, "e5", "  + ");
    assert_square(tui, "f4", " [+]");
    press(tui, "\x1b");
    assert_square(tui, "e4", "  7'");
    tui->cursor.square = square_at(0, 0);
    press(tui, "\r");
    assert_shown(tui, "The flag there cannot move");
    tui->cursor.square = square_at(9, 9);
    press(tui, "\r");
    assert_shown(tui, "choose one of your own; Tab goes to the next");
    tui->cursor.square = square_at(5, 4); /* the scout: it may attack the miner from afar */
    press(tui, "\rh");
    assert_square(tui, "f10", "  + ");
    free_tui(tui);
}

/* A typed move is played and answered; an illegal one says why and changes nothing. */
TEST(test_typed_moves)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "a4 a9\r");
    assert_shown(tui, "a4-a9: only scouts move more than one square");
    press(tui, "a1a2\r");
    assert_shown(tui, "a1-a2: flags and bombs do not move");
    press(tui, "zz\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 0);
    press(tui, "a4 a5\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    assert_shown(tui, "Answer: ");
    /* h and j move the cursor, and begin a move with a digit behind them. */
    int before = tui->cursor.square;
    press(tui, "h4");
    assert_true(tui->cursor.typing);
    assert_int_equal(tui->cursor.square, before);
    press(tui, "\x1b");
    assert_false(tui->cursor.typing);
    press(tui, "flip\r");
    assert_int_equal(tui->cursor.bottom_side, BLUE);
    /* A square alone is where the cursor goes; other words get an answer in plain ones. */
    press(tui, "d4\r");
    assert_int_equal(tui->cursor.square, square_at(3, 3));
    /* A chosen piece goes with it, if it may. */
    press(tui, "a5\r\r");
    assert_shown(tui, "Where to with the ");
    press(tui, "h5\r");
    assert_shown(tui, "a5-h5: ");
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    press(tui, "a5\r\rb5\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 4);
    press(tui, "d4\r");
    press(tui, "foo\r");
    assert_shown(tui, "'foo' is nothing here: type a move (b4 b5), a square to go to (d4), or draw");
    assert_int_equal(tui->cursor.square, square_at(3, 3));
    free_tui(tui);
}

/* Help has the rules of the game, a few keys away from wherever it was opened. */
TEST(test_rules_in_help)
{
    struct tui *tui = new_tui(RED);
    const struct screen *from[] = {&menu_screen, &new_screen, &game_screen};
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
        tui->help_caller = from[i];
        enter_screen(tui, &help_screen);
        paint(tui, 24, 80);
        press(tui, from[i] == &game_screen ? "\t\t\t" : "\t");
        assert_shown(tui, "The rules of Stratego");
        assert_shown(tui, "Takes the marshal by attacking;");
    }
    assert_shown(tui, "may agree on a draw, or resign."); /* one screen has them all */
    press(tui, "\t");
    paint(tui, 24, 80);
    free_tui(tui);
}

/* Where there is nothing to choose it is said what is there; what was put down leaves what can be done. */
TEST(test_nothing_to_choose)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    const char *next = ": choose one of your own; Tab goes to the next";
    const struct { const char *square, *words; } rows[] = {
        {"e8\r", "That piece is not yours"}, {"e5\r", "No piece is there"}, {"c5\r", "That is water"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char expected[128];
        press(tui, rows[i].square);
        press(tui, "\r");
        snprintf(expected, sizeof expected, "%s%s", rows[i].words, next);
        assert_string_equal(tui->message, expected);
    }
    const char *own[] = {"\t\r\r", "\t\r\x1b", "ww", "pp"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        press(tui, own[i]);
        assert_shown(tui, "Move with the arrow keys and Enter, or type a move: ");
    }
    free_tui(tui);
}

/* What is typed into a question replaces what it proposes, unless that was touched. */
TEST(test_proposed_name)
{
    struct tui *tui = new_tui(RED);
    char path[128], typed[160];
    load_few(tui);
    snprintf(path, sizeof path, "%s/typed.game", folder);
    snprintf(typed, sizeof typed, "s%s\r", path);
    press(tui, typed);
    assert_int_equal(access(path, F_OK), 0);
    press(tui, "s\x05x");
    assert_non_null(strstr(tui->prompt.line.text, ".gamex"));
    press(tui, "\x1b");
    free_tui(tui);
}

/* A finished game of two agents is nobody's here. */
TEST(test_game_of_others)
{
    struct tui *tui = new_tui(RED);
    struct record record = {0};
    struct text text = {0};
    struct rng rng;
    char path[128];
    rng_seed(&rng, 6, 0);
    record_clear(&record);
    record.rules = *rules_find("isf");
    placement_random_game(&record.start, &rng);
    snprintf(record.player[RED], PLAYER_NAME_MAX, "random");
    snprintf(record.player[BLUE], PLAYER_NAME_MAX, "probabilistic");
    record.outcome = (struct outcome){RESULT_BLUE, REASON_RESIGNED};
    game_write(&record, &text);
    snprintf(path, sizeof path, "%s/others.game", folder);
    assert_int_equal(disk_write(path, text_string(&text), text.size, NULL), STATUS_OK);
    load(tui, path);
    assert_shown(tui, "Blue has won: red resigned");
    text_free(&text);
    record_clear(&record);
    free_tui(tui);
}

/* What fell is shown beside who won, for as long as it is the last move. */
TEST(test_battle_is_shown)
{
    struct tui *tui = new_tui(RED);
    struct error error = {0};
    char text[256];
    load_few(tui);
    assert_int_equal(local_game_move(&tui->local, move_of(square_at(0, 5), square_at(0, 6)), &error),
                     STATUS_OK);
    assert_int_equal(game_play(&tui->local.game, move_of(square_at(0, 7), square_at(0, 6)), NULL,
                               &error), STATUS_OK);
    settle(tui);
    assert_square(tui, "a7", " (6)");
    canvas_row(&tui->canvas, tui->layout.squares.row + 2 * 3 + 1, text);
    assert_non_null(strstr(text, "xb4"));
    assert_shown(tui, "a8xa7, blue's sergeant falls to your captain");
    assert_shown(tui, "4 sergeant          .     1/4");
    assert_int_equal(local_game_move(&tui->local, move_of(square_at(4, 3), square_at(4, 4)), &error),
                     STATUS_OK);
    settle(tui);
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "xb4"), -1);
    free_tui(tui);
}

/* What the person's own attack met stays to be seen when the answer has come. */
TEST(test_own_battle_outlasts_the_answer)
{
    struct tui *tui = new_tui(RED);
    struct error error = {0};
    char text[256];
    load_few(tui);
    press(tui, "a6 a7\r");
    if (local_game_board(&tui->local)->history[1].battle != BATTLE_NONE)
        fail_msg("the answer was to be quiet");
    assert_int_equal(local_game_move(&tui->local, move_of(square_at(0, 6), square_at(0, 7)), &error),
                     STATUS_OK);
    settle(tui);
    assert_int_equal(local_game_board(&tui->local)->plies, 4);
    paint(tui, 24, 80);
    canvas_row(&tui->canvas, tui->layout.squares.row + 2 * 2 + 1, text);
    assert_non_null(strstr(text, "xb4"));
    assert_shown(tui, "a7xa8, your captain takes blue's sergeant   Answer:");
    paint(tui, 12, 40);
    canvas_row(&tui->canvas, tui->layout.squares.row + 2, text);
    assert_non_null(strstr(text, "6x4"));
    free_tui(tui);
}

/* The board as blue sees it: file j left, row 1 on top. */
TEST(test_turned_board)
{
    struct tui *tui = new_tui(BLUE);
    struct placement start;
    struct rng rng;
    char path[128], line[4096];
    rng_seed(&rng, 5, 0);
    placement_random_game(&start, &rng);
    snprintf(path, sizeof path, "%s/turned.game", folder);
    write_game(path, &start, "random", "you", NULL);
    load(tui, path);
    assert_int_equal(tui->local.shown.person, BLUE);
    assert_int_equal(local_game_board(&tui->local)->plies, 1);
    paint(tui, 24, 80);
    canvas_row(&tui->canvas, tui->layout.letters_above, line);
    assert_int_equal(line[5], 'j');
    canvas_row(&tui->canvas, tui->layout.squares.row, line);
    assert_memory_equal(line, " 1", 2);
    canvas_row(&tui->canvas, tui->layout.squares.row + 18, line);
    assert_memory_equal(line, "10", 2);
    assert_int_equal(line[5], rank_table[start.cell[99].rank].symbol);
    free_tui(tui);
}

/* Twin games, two hidden enemy pieces exchanged: the same screens, spot for spot. */
TEST(test_no_peeking)
{
    static const int sizes[][2] = {{24, 80}, {20, 60}, {12, 40}, {60, 200}};
    static const char *const keys[] = {"", "\t", "\r", "l", "?", "\x1b", "[", "[", "{", "\x1b", "F",
                                       "w", "+", "-", "-", "t", "v", "p", "H", "\x1b", "[", "[", "t",
                                       "}", "w", "n"};
    struct rng rng;
    int compared = 0;
    rng_seed(&rng, 8, 0);
    for (int game = 0; game < 12; game++) {
        struct twins twins;
        struct tui *tui[2];
        if (!twins_make(&twins, (int)rng_below(&rng, 200), rules_find("isf"), &rng))
            continue;
        for (int i = 0; i < 2; i++)
            tui[i] = new_twin(&twins, i, "random");
        for (size_t key = 0; key < sizeof keys / sizeof *keys; key++)
            for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
                for (int i = 0; i < 2; i++) {
                    if (size == 0)
                        press(tui[i], keys[key]);
                    paint(tui[i], sizes[size][0], sizes[size][1]);
                }
                assert_memory_equal(tui[0]->canvas.spots, tui[1]->canvas.spots,
                                    (size_t)(sizes[size][0] * sizes[size][1]) *
                                        sizeof *tui[0]->canvas.spots);
                compared++;
            }
        free_tui(tui[0]);
        free_tui(tui[1]);
        twins_free(&twins);
    }
    assert_true(compared > 300);
}

/* Resigning ends the game: everything is shown, the game is kept, the journal is gone. */
TEST(test_the_end)
{
    struct tui *tui = new_tui(RED);
    char journal[4096];
    struct file_content content = {0};
    load_few(tui);
    memcpy(journal, tui->local.journal.journal.path, sizeof journal);
    assert_int_equal(access(journal, F_OK), 0);
    assert_square(tui, "e8", "  @ ");
    press(tui, "rn");
    assert_false(local_game_over(&tui->local));
    press(tui, "ry");
    assert_true(local_game_over(&tui->local));
    assert_shown(tui, "You have lost: red resigned");
    assert_square(tui, "e8", " b5 ");
    assert_square(tui, "j10", " bF ");
    assert_int_equal(access(journal, F_OK), -1);
    assert_int_equal(file_read(tui->local.end.kept, &content, NULL), STATUS_OK);
    assert_int_equal(content.record.outcome.result, RESULT_BLUE);
    file_content_free(&content);
    press(tui, "a4a5\r");
    assert_shown(tui, "the game is over");
    assert_int_equal(press(tui, "q"), GO_EXIT);
    free_tui(tui);
}

TEST(test_take_back_and_look_back)
{
    struct tui *tui = new_tui(RED);
    struct placement start;
    struct rng rng;
    char path[128];
    rng_seed(&rng, 6, 0);
    placement_random_game(&start, &rng);
    snprintf(path, sizeof path, "%s/back.game", folder);
    write_game(path, &start, "you", "random", NULL);
    load(tui, path);
    press(tui, "u");
    assert_shown(tui, "there is no move of yours to take back");
    press(tui, "\t\rk\r");
    const struct board *board = local_game_board(&tui->local);
    assert_int_equal(board->plies, 2);
    struct move first = board->history[0].move;
    press(tui, "[");
    assert_int_equal(local_game_board(&tui->local)->plies, 1);
    press(tui, "[[[[");
    assert_int_equal(local_game_board(&tui->local)->plies, 0);
    assert_shown(tui, "before move 1 of 1");
    press(tui, "\r");
    assert_shown(tui, "This is the past");
    press(tui, "u"); /* takes nothing back that is not seen */
    assert_shown(tui, "This is the past");
    assert_int_equal(tui->local.game.position.board.plies, 2);
    press(tui, "\x1b");
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    press(tui, "u");
    assert_int_equal(local_game_board(&tui->local)->plies, 0);
    assert_int_equal(local_game_board(&tui->local)->at[first.to], NO_PIECE);
    free_tui(tui);
}

/* Goes on where a journal ends. */
TEST(test_resume)
{
    struct tui *tui = new_tui(RED);
    char command[128];
    /* The other tests' games may be as new, by the clock of the file system. */
    snprintf(command, sizeof command, "rm -rf %s/vedette/games", folder);
    assert_int_equal(system(command), 0);
    load_few(tui);
    press(tui, "a4a5\r");
    uint64_t key = tui->local.game.position.board.key;
    local_game_leave(&tui->local);
    enter_screen(tui, &menu_screen);
    assert_shown(tui, "Resume the unfinished game");
    assert_shown(tui, "you (red) - random (blue), 1 move");
    assert_int_equal(press(tui, "\r"), GO_GAME);
    assert_true(tui->local.game.position.board.key == key);
    free_tui(tui);
}

TEST(test_new_game_form)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &new_screen);
    press(tui, "kkljljjljjjljlljlkkkkkk");
    assert_int_equal(tui->next_game.side, BLUE);
    assert_string_not_equal(tui->next_game.opponent, "random");
    assert_string_equal(tui->next_game.rules.name, rules_table[1].name);
    assert_true(tui->next_game.created);
    assert_shown(tui, "Clock      < 3m+2s >");
    assert_shown(tui, "3m, and 2s more with each move");
    assert_int_equal(press(tui, "\r"), GO_GAME);
    assert_int_equal(tui->local.shown.person, BLUE);
    assert_int_equal(tui->local.game.record.time.side[RED].total, 180000);
    assert_true(tui->local.game.clock.runs);
    free_tui(tui);
}

/* What one form says of practice holds for its own games alone: two people would see each other's ranks by
 * taking attacks back. */
TEST(test_practice_stays_in_its_form)
{
    static const enum seating seatings[] = {SEATING_TWO, SEATING_AGAINST, SEATING_WATCH, SEATING_OPEN};
    for (size_t i = 0; i < sizeof seatings / sizeof seatings[0]; i++) {
        struct tui *tui = new_tui(RED);
        struct error error = {0};
        seating_init(tui);
        tui->next_game.practice = true;
        struct game_terms terms = next_game_terms(tui, NULL);
        assert_true(terms.practice);
        terms.seating = SEATING_TWO;
        terms.player[RED] = terms.player[BLUE] = NULL;
        assert_int_equal(local_game_begin(&tui->local, &terms, &error), STATUS_BAD);
        assert_string_equal(error.text, "two people play no game of practice");
        assert_false(tui->local.has_game);
        enter_screen(tui, &seating_screen);
        tui->seating_form.seating = seatings[i];
        snprintf(tui->seating_form.agent[BLUE], sizeof tui->seating_form.agent[BLUE], "random");
        snprintf(tui->seating_form.agent[RED], sizeof tui->seating_form.agent[RED], "random");
        seating_screen.key(tui, 'k'); /* to the last row, which starts the game */
        assert_int_equal(seating_screen.key(tui, '\r'), GO_GAME);
        assert_int_equal(local_game_seating(&tui->local), seatings[i]);
        assert_false(tui->local.game.record.practice);
        assert_true(tui->next_game.practice);
        free_tui(tui);
    }
}

/* Who enters both sides' moves, or watches, is nobody's opponent. */
TEST(test_no_answer_to_oneself)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    tui->local.game.record.seating = SEATING_OPEN;
    tui->local.game.player[BLUE].is_agent = false;
    press(tui, "a6 a7\r");
    assert_shown(tui, "a6-a7");
    press(tui, "a8 a7\r");
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    assert_shown(tui, "a8xa7, blue's sergeant falls to red's captain");
    assert_null(strstr(tui->message, "Answer"));
    free_tui(tui);
}

/* A draw agreed on while one looks back shows where the game has ended, as resigning does. */
TEST(test_draw_from_the_past)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "a4 a5\r[");
    assert_int_equal(tui->local.shown.back, 1);
    tui->local.game.record.seating = SEATING_SECOND; /* where both agree because the person says so */
    press(tui, "draw\ry");
    assert_int_equal(local_game_outcome(&tui->local).reason, REASON_AGREED);
    assert_int_equal(tui->local.shown.back, 0);
    assert_int_equal(local_game_board(&tui->local)->plies, 2);
    free_tui(tui);
}

/* A finished game in a file of the user's own. */
static void write_finished(const char *path, const char *red, const char *blue)
{
    struct file_content content = {0};
    struct text text = {0};
    struct placement start;
    struct rng rng;
    rng_seed(&rng, 6, 0);
    placement_random_game(&start, &rng);
    write_game(path, &start, red, blue, NULL);
    assert_int_equal(file_read(path, &content, NULL), STATUS_OK);
    content.record.outcome = (struct outcome){RESULT_BLUE, REASON_RESIGNED};
    game_write(&content.record, &text);
    assert_int_equal(disk_write(path, text_string(&text), text.size, NULL), STATUS_OK);
    text_free(&text);
    file_content_free(&content);
}

/* A note leaves the user's own file as it was, whatever is in it; it goes along when that is saved. */
TEST(test_note_on_a_file)
{
    struct tui *tui = new_tui(RED);
    struct text before = {0}, after = {0};
    char path[128], copy[128], typed[160];
    snprintf(path, sizeof path, "%s/own.game", folder);
    snprintf(copy, sizeof copy, "%s/noted.game", folder);
    write_finished(path, "you", "random");
    assert_int_equal(disk_read(path, 1 << 20, &before, NULL), STATUS_OK);
    load(tui, path);
    press(tui, "Atoo soon\r");
    assert_shown(tui, "Noted. The file is as it was: s saves the game with its notes");
    assert_string_equal(local_game_comment_shown(&tui->local), "too soon");
    assert_int_equal(disk_read(path, 1 << 20, &after, NULL), STATUS_OK);
    assert_string_equal(text_string(&after), text_string(&before));
    snprintf(typed, sizeof typed, "s%s\r", copy);
    press(tui, typed);
    text_clear(&after);
    assert_int_equal(disk_read(copy, 1 << 20, &after, NULL), STATUS_OK);
    assert_non_null(strstr(text_string(&after), "too soon"));
    text_free(&before);
    text_free(&after);
    free_tui(tui);
}

static void leave_game(struct tui *tui)
{
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
}

/* Notes on the user's own file are not lost without a question, whichever way leads away from them. */
TEST(test_notes_with_a_prompt)
{
    static const char *const ways[] = {"n", "q", "\x03", "G"};
    static const unsigned flags[] = {GO_MENU, GO_EXIT, GO_EXIT, GO_GAME};
    struct tui *tui = new_tui(RED);
    char path[128], copy[128], typed[160];
    snprintf(path, sizeof path, "%s/noted.game", folder);
    snprintf(copy, sizeof copy, "s%s/noted-copy.game\r", folder);
    write_finished(path, "you", "random");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        load(tui, path);
        if (i < 3)
            assert_int_equal(press(tui, ways[i]), flags[i]);
        press(tui, "Atoo soon\r");
        assert_int_equal(press(tui, ways[i]), 0);
        assert_shown(tui, "Your notes are in no file. s saves them. (y/n)");
        assert_int_equal(press(tui, "n"), 0);
        assert_string_equal(local_game_comment_shown(&tui->local), "too soon");
        snprintf(typed, sizeof typed, "%sy", ways[i]);
        assert_int_equal(press(tui, typed), flags[i]);
        leave_game(tui);
    }
    load(tui, path);
    press(tui, "Atoo soon\r");
    tui->screen = &review_screen;
    assert_int_equal(press(tui, "q"), GO_BACK); /* to the game, with the question */
    assert_int_equal(tui->prompt.question, QUESTION_QUIT);
    tui->screen = &game_screen;
    press(tui, "n");
    press(tui, copy);
    assert_int_equal(press(tui, "q"), GO_EXIT);
    free_tui(tui);
}

/* Where no new game can begin the finished one stays on the screen. */
TEST(test_no_new_game)
{
    struct tui *tui = new_tui(RED);
    char path[128];
    snprintf(path, sizeof path, "%s/people.game", folder);
    write_finished(path, "Ann", "Bob");
    load(tui, path);
    snprintf(tui->next_game.opponent, sizeof tui->next_game.opponent, "random:nosuch=1");
    assert_int_equal(press(tui, "G"), 0);
    assert_shown(tui, "No new game: ");
    assert_true(tui->local.has_game);
    assert_true(local_game_over(&tui->local));
    assert_ptr_equal(session.game, &tui->local.game);
    snprintf(tui->next_game.opponent, sizeof tui->next_game.opponent, "random");
    assert_int_equal(press(tui, "G"), GO_GAME);
    assert_false(local_game_over(&tui->local));
    press(tui, "ry");
    assert_true(tui->local.end.kept[0]);
    free_tui(tui);
}

/* The test's time, in milliseconds. */
static atomic_llong now;

static double screen_time(void *context)
{
    (void)context;
    return (double)atomic_load(&now) / 1000;
}

static const struct time_source source = {screen_time, NULL};

/* Begins a game with clocks, the person's first. */
static void begin_with_clock(struct tui *tui, const char *clock)
{
    assert_int_equal(time_terms_read(clock, &tui->next_game.clock, NULL, NULL), STATUS_OK);
    struct game_terms terms = next_game_terms(tui, NULL);
    terms.time_source = &source;
    assert_int_equal(local_game_begin(&tui->local, &terms, NULL), STATUS_OK);
    enter_screen(tui, &game_screen);
    settle(tui);
}

/* Both clocks are on the screen; who does not move in time loses, and the game is kept. */
TEST(test_person_loses_on_time)
{
    struct tui *tui = new_tui(RED);
    begin_with_clock(tui, "61s+2s,2m");
    assert_shown(tui, "move 1  red to move  red 1:01  blue 2:00");
    paint(tui, 12, 40); /* no room for a title */
    assert_int_equal(find_row(tui, "  red 1:01  blue 2:00"), 11);
    atomic_fetch_add(&now, 1500);
    assert_shown(tui, "move 1  red to move  red 0:59  blue 2:00");
    press(tui, "\t\rk\r");
    assert_int_equal(tui->local.game.record.plies, 2);
    assert_shown(tui, "move 2  red to move  red 1:01  blue 2:00");
    assert_int_equal(game_clock_next(&tui->local.game.clock), 501);
    atomic_fetch_add(&now, 61499);
    settle(tui);
    assert_shown(tui, "move 2  red to move  red 0:00.0  blue 2:00");
    assert_int_equal(game_clock_next(&tui->local.game.clock), 2);
    atomic_fetch_add(&now, 1);
    settle(tui);
    assert_shown(tui, "You have lost: red's time ran out");
    assert_shown(tui, "blue has won after 1 move  red 0:00  blue 2:00");
    assert_int_equal(game_clock_next(&tui->local.game.clock), -1);
    assert_true(tui->local.end.kept[0]);
    free_tui(tui);
}

/* A line that is tried outlasts a question that is declined, and that the game ended meanwhile is reported
 * behind it. */
TEST(test_line_on_time)
{
    struct tui *tui = new_tui(RED);
    begin_with_clock(tui, "61s+2s,2m");
    press(tui, "T\t\rk\r");
    assert_shown(tui, "In the line: ");
    for (const char *key = "nq"; *key; key++) {
        press(tui, (char[]){*key, 'n', '\0'});
        assert_int_equal(tui->local.shown.trial.at, tui->local.shown.trial.start + 1); /* 0, 0 without one */
    }
    atomic_fetch_add(&now, 62000);
    settle(tui);
    assert_shown(tui, "In the game something has happened: Esc shows it");
    press(tui, "\x1b");
    assert_shown(tui, "You have lost: red's time ran out");
    free_tui(tui);
}

/* An agent that thinks for ever loses when its time is over, and one that only has no time moves then. */
TEST(test_agent_loses_on_time)
{
    for (int counted = 0; counted < 2; counted++) {
        struct tui *tui = new_tui(BLUE);
        snprintf(tui->next_game.opponent, sizeof tui->next_game.opponent, "random:wait=forever");
        assert_int_equal(settings_set(&session.settings, "clock.enforced", counted ? "no" : "yes", "set",
                                      NULL), STATUS_OK);
        assert_int_equal(time_terms_read("none,5s", &tui->next_game.clock, NULL, NULL), STATUS_OK);
        struct game_terms terms = next_game_terms(tui, NULL);
        terms.time_source = &source;
        assert_int_equal(local_game_begin(&tui->local, &terms, NULL), STATUS_OK);
        enter_screen(tui, &game_screen);
        game_advance(tui);
        assert_true(tui->local.thought.on);
        atomic_fetch_add(&now, 4999);
        game_advance(tui);
        assert_true(tui->local.thought.on);
        assert_false(local_game_over(&tui->local));
        assert_shown(tui, "red to move  red 0:00.0");
        atomic_fetch_add(&now, 1);
        settle(tui);
        assert_false(tui->local.thought.on);
        if (counted) {
            assert_int_equal(tui->local.game.record.plies, 1);
            assert_true(local_game_to_move(&tui->local));
        } else {
            assert_shown(tui, "You have won: red's time ran out");
            assert_int_equal(tui->local.game.record.plies, 0);
        }
        free_tui(tui);
    }
    settings_reset(&session.settings, "clock.enforced", NULL);
}

/* A game that is left keeps the time that its clocks had, whatever goes by until it is gone on with. */
TEST(test_clock_waits)
{
    struct tui *tui = new_tui(RED);
    char path[4096];
    begin_with_clock(tui, "5m");
    atomic_fetch_add(&now, 10000);
    press(tui, "\t\rk\r");
    atomic_fetch_add(&now, 5000);
    memcpy(path, tui->local.journal.journal.path, sizeof path);
    local_game_leave(&tui->local);
    atomic_fetch_add(&now, 500000);
    struct game_terms terms = next_game_terms(tui, NULL);
    terms.time_source = &source;
    assert_int_equal(local_game_resume(&tui->local, path, &terms, NULL), STATUS_OK);
    settle(tui);
    assert_int_equal(game_clock_left(&tui->local.game.clock, RED), 300000 - 15000);
    assert_true(tui->local.game.clock.runs);
    free_tui(tui);
}

static void keep_output(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

/* What a command answers. */
static const char *command_answer(const char *line, struct text *out)
{
    struct error error = {0};
    text_clear(out);
    session.write = keep_output;
    session.context = out;
    if (command_run_line(&session, line, &error) != STATUS_OK)
        text_printf(out, "%s", error.text);
    session.write = NULL;
    return text_string(out);
}

/* The game on the screen is the one that commands work on, for as long as it is there. */
TEST(test_game_at_hand)
{
    struct text out = {0};
    struct setup setup;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    do
        setup_random(variant_at(VARIANT_STANDARD)->count, &setup, &rng);
    while (!rank_moves(setup.rank[0]));
    struct tui *tui = new_tui(RED);
    assert_string_equal(command_answer("legal", &out),
                        "legal: no game is at hand: name a file, or 'load' one");
    assert_int_equal(begin_game(tui, &setup), GO_GAME);
    enter_screen(tui, &game_screen);
    assert_true(session_is_playing(&session));
    assert_non_null(strstr(command_answer("legal", &out), "a4-a5\n"));
    press(tui, "a4 a5\r");
    assert_non_null(strstr(command_answer("show", &out), "last move: "));
    assert_string_equal(command_answer("load nosuch", &out), "load: a game is on the screen: leave it first");
    session_show_game(&session, NULL);
    assert_string_equal(command_answer("legal", &out),
                        "legal: no game is at hand: name a file, or 'load' one");
    text_free(&out);
    free_tui(tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game_at_hand),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_choosing),
        cmocka_unit_test(test_typed_moves),
        cmocka_unit_test(test_rules_in_help),
        cmocka_unit_test(test_nothing_to_choose),
        cmocka_unit_test(test_proposed_name),
        cmocka_unit_test(test_game_of_others),
        cmocka_unit_test(test_battle_is_shown),
        cmocka_unit_test(test_own_battle_outlasts_the_answer),
        cmocka_unit_test(test_turned_board),
        cmocka_unit_test(test_no_peeking),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_take_back_and_look_back),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_new_game_form),
        cmocka_unit_test(test_practice_stays_in_its_form),
        cmocka_unit_test(test_no_answer_to_oneself),
        cmocka_unit_test(test_draw_from_the_past),
        cmocka_unit_test(test_note_on_a_file),
        cmocka_unit_test(test_notes_with_a_prompt),
        cmocka_unit_test(test_no_new_game),
        cmocka_unit_test(test_line_on_time),
        cmocka_unit_test(test_person_loses_on_time),
        cmocka_unit_test(test_agent_loses_on_time),
        cmocka_unit_test(test_clock_waits),
    };
    return cmocka_run_group_tests(tests, screens_set_up, screens_tear_down);
}
