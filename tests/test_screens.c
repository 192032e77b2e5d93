/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screens, played on without a terminal: keys go in, the canvas comes out. */
#include "base/disk.h"
#include "boards.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "tui/screen.h"
#include "twins.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct session session;
static char folder[] = "/tmp/vedette-screens-XXXXXX";

static void free_tui(struct tui *tui)
{
    seat_leave(&tui->seat);
    arrange_free(&tui->arrange);
    canvas_free(&tui->canvas);
    free(tui);
}

static struct tui *new_tui(enum side side)
{
    struct tui *tui = calloc(1, sizeof *tui);
    tui->session = &session;
    tui->seat.journal.file = -1;
    tui->arrange.picked = -1;
    tui->wishes = (struct wishes){.opponent = "random", .side = side, .rules = *rules_find("isf")};
    rng_seed(&tui->rng, 1, 0);
    return tui;
}

static void paint(struct tui *tui, int rows, int cols)
{
    canvas_reset(&tui->canvas, rows, cols);
    layout_compute(rows, cols, &tui->layout);
    tui->screen->draw(tui, &tui->canvas);
}

/* Waits until the person is to move or the game is over. */
static void settle(struct tui *tui)
{
    struct error error;
    for (;;) {
        bool finished = tui->seat.finished, moved = seat_advance(&tui->seat, &error);
        assert_int_equal(error.status, STATUS_OK);
        if (moved || finished != tui->seat.finished)
            game_news(tui);
        if (!tui->seat.thinking)
            return;
        struct pollfd wake = {.fd = seat_wake(&tui->seat), .events = POLLIN};
        assert_int_equal(poll(&wake, 1, 10000), 1);
    }
}

/* Types keys; returns the flags of the last. */
static unsigned press(struct tui *tui, const char *keys)
{
    unsigned flags = 0;
    for (; *keys; keys++)
        flags = tui->screen->key(tui, (unsigned char)*keys);
    settle(tui);
    return flags;
}

/* The row of the canvas in which `text` stands, or -1. */
static int find_row(const struct tui *tui, const char *text)
{
    char line[4096];
    for (int row = 0; row < tui->canvas.rows; row++) {
        canvas_row(&tui->canvas, row, line);
        if (strstr(line, text))
            return row;
    }
    return -1;
}

static void assert_shown(struct tui *tui, const char *text)
{
    paint(tui, 24, 80);
    if (find_row(tui, text) < 0) {
        char line[4096];
        for (int row = 0; row < 24; row++) {
            canvas_row(&tui->canvas, row, line);
            print_message("%s\n", line);
        }
        fail_msg("not on the screen: %s", text);
    }
}

/* What stands on a square of the 80x24 screen, seen from red: four columns. */
static void square_text(struct tui *tui, const char *square, char text[5])
{
    char line[4096];
    paint(tui, 24, 80);
    int row = 10 - atoi(square + 1), col = square[0] - 'a';
    canvas_row(&tui->canvas, tui->layout.squares.row + 2 * row, line);
    size_t from = (size_t)(tui->layout.squares.col + 4 * col);
    memset(text, ' ', 4);
    for (size_t i = 0; i < 4 && from + i < strlen(line); i++)
        text[i] = line[from + i];
    text[4] = '\0';
}

static void assert_square(struct tui *tui, const char *square, const char *expected)
{
    char text[5];
    square_text(tui, square, text);
    assert_string_equal(text, expected);
}

static void write_game(const char *path, const struct placement *start, const char *red,
                       const char *blue, const struct board *moves)
{
    struct record record = {0};
    struct text text = {0};
    record_clear(&record);
    record.rules = *rules_find("isf");
    record.start = *start;
    snprintf(record.player[RED], PLAYER_NAME_MAX, "%s", red);
    snprintf(record.player[BLUE], PLAYER_NAME_MAX, "%s", blue);
    for (uint32_t ply = 0; moves && ply < moves->plies; ply++)
        record_append(&record,
                      (struct told_move){moves->history[ply].move, RANK_UNKNOWN, RANK_UNKNOWN});
    game_write(&record, &text);
    assert_int_equal(disk_write(path, text_string(&text), text.size, NULL), STATUS_OK);
    text_free(&text);
    record_clear(&record);
}

static void load(struct tui *tui, const char *path)
{
    struct error error = {0};
    struct game_terms terms = wished_terms(tui, NULL);
    if (seat_load(&tui->seat, path, &terms, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    tui->screen = &game_screen;
    game_screen.enter(tui);
    settle(tui);
}

/* A few pieces: red's captain and scout, blue's sergeant known, a hidden one, one that has moved. */
static const char few[] =
    ".  .  .  .  .  .  .  .  .  bF   .  .  .  .  .  .  .  .  .  bB   b4!* .  .  .  b5* .  .  .  .  ."
    " .  .  .  .  b3* .  .  .  .  .   r6* .  ~  ~  .  .  ~  ~  .  .   .  .  ~  ~  .  r2 ~  ~  .  ."
    " r9!* .  .  .  r7* .  .  .  .  .   .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  ."
    " rF .  .  .  .  .  .  .  .  .";

static void load_few(struct tui *tui)
{
    struct placement placement;
    char path[128];
    snprintf(path, sizeof path, "%s/few.game", folder);
    placement_draw(&placement, RED, few);
    write_game(path, &placement, "you", "random", NULL);
    load(tui, path);
}

static struct move move_of(int from, int to)
{
    return (struct move){(uint8_t)from, (uint8_t)to};
}

/* Each kind of piece has its own sign, without any colour. */
static void test_signs(void **state)
{
    (void)state;
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
static void test_choosing(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "\tkkhhhh");      /* nothing is chosen yet: Tab only goes to a piece */
    tui->hand.cursor = square_at(4, 3);
    press(tui, "\r");
    assert_shown(tui, "Where to with the major?");
    press(tui, "l");
    assert_square(tui, "e4", " {7}");
    assert_square(tui, "e5", "  + ");
    assert_square(tui, "f4", " [+]");
    press(tui, "\x1b");
    assert_square(tui, "e4", "  7'");
    tui->hand.cursor = square_at(0, 0);
    press(tui, "\r");
    assert_shown(tui, "The flag there cannot move");
    tui->hand.cursor = square_at(9, 9);
    press(tui, "\r");
    assert_shown(tui, "None of your pieces is there");
    tui->hand.cursor = square_at(5, 4);   /* the scout: it may attack the miner from afar */
    press(tui, "\rh");
    assert_square(tui, "f10", "  + ");
    free_tui(tui);
}

/* A typed move is played and answered; an illegal one says why and changes nothing. */
static void test_typed_moves(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "a4 a9\r");
    assert_shown(tui, "a4-a9: only scouts move more than one square");
    press(tui, "a1a2\r");
    assert_shown(tui, "a1-a2: flags and bombs do not move");
    press(tui, "zz\r");
    assert_int_equal(seat_board(&tui->seat)->plies, 0);
    press(tui, "a4 a5\r");
    assert_int_equal(seat_board(&tui->seat)->plies, 2);
    assert_shown(tui, "Answer: ");
    /* h and j move the cursor, and begin a move with a digit behind them. */
    int before = tui->hand.cursor;
    press(tui, "h4");
    assert_true(tui->hand.typing);
    assert_int_equal(tui->hand.cursor, before);
    press(tui, "\x1b");
    assert_false(tui->hand.typing);
    press(tui, "flip\r");
    assert_int_equal(tui->hand.below, BLUE);
    free_tui(tui);
}

/* What fell is shown beside who won, for as long as it is the last move. */
static void test_battle_is_shown(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    struct error error = {0};
    char text[256];
    load_few(tui);
    assert_int_equal(seat_move(&tui->seat, move_of(square_at(0, 5), square_at(0, 6)), &error),
                     STATUS_OK);
    assert_int_equal(game_play(&tui->seat.game, move_of(square_at(0, 7), square_at(0, 6)), NULL,
                               &error), STATUS_OK);
    game_news(tui);
    assert_square(tui, "a7", " (6)");
    canvas_row(&tui->canvas, tui->layout.squares.row + 2 * 3 + 1, text);
    assert_non_null(strstr(text, "xb4"));
    assert_shown(tui, "a8xa7, blue's sergeant falls to your captain");
    assert_shown(tui, "4 sergeant          .     1/4");
    assert_int_equal(seat_move(&tui->seat, move_of(square_at(4, 3), square_at(4, 4)), &error),
                     STATUS_OK);
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "xb4"), -1);
    free_tui(tui);
}

/* What the person's own attack met stays to be seen when the answer has come. */
static void test_own_battle_outlasts_the_answer(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    struct error error = {0};
    char text[256];
    load_few(tui);
    press(tui, "a6 a7\r");
    if (seat_board(&tui->seat)->history[1].battle != BATTLE_NONE)
        fail_msg("the answer was to be quiet");
    assert_int_equal(seat_move(&tui->seat, move_of(square_at(0, 6), square_at(0, 7)), &error),
                     STATUS_OK);
    settle(tui);
    assert_int_equal(seat_board(&tui->seat)->plies, 4);
    paint(tui, 24, 80);
    canvas_row(&tui->canvas, tui->layout.squares.row + 2 * 2 + 1, text);
    assert_non_null(strstr(text, "xb4"));
    assert_shown(tui, "a7xa8, your captain takes blue's sergeant   Answer: ");
    paint(tui, 12, 40);
    canvas_row(&tui->canvas, tui->layout.squares.row + 2, text);
    assert_non_null(strstr(text, "6x4"));
    free_tui(tui);
}

/* The board as blue sees it: file j left, row 1 on top. */
static void test_turned_board(void **state)
{
    (void)state;
    struct tui *tui = new_tui(BLUE);
    struct placement start;
    struct rng rng;
    char path[128], line[4096];
    rng_seed(&rng, 5, 0);
    placement_random_game(&start, &rng);
    snprintf(path, sizeof path, "%s/turned.game", folder);
    write_game(path, &start, "random", "you", NULL);
    load(tui, path);
    assert_int_equal(tui->seat.person, BLUE);
    assert_int_equal(seat_board(&tui->seat)->plies, 1);
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
static void test_no_peeking(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80}, {20, 60}, {12, 40}, {60, 200}};
    static const char *const keys[] = {"", "\t", "\r", "l", "?", "\x1b", "[", "[", "{", "\x1b", "F", "n"};
    struct rng rng;
    int compared = 0;
    rng_seed(&rng, 8, 0);
    for (int game = 0; game < 12; game++) {
        struct twins twins;
        struct tui *tui[2];
        if (!twins_make(&twins, (int)rng_below(&rng, 200), rules_find("isf"), &rng))
            continue;
        for (int i = 0; i < 2; i++) {
            const struct position *position = i ? &twins.two : &twins.one;
            char path[128];
            snprintf(path, sizeof path, "%s/twin.game", folder);
            write_game(path, &position->start, twins.watcher == RED ? "you" : "random",
                       twins.watcher == RED ? "random" : "you", &position->board);
            tui[i] = new_tui(RED);
            load(tui[i], path);
            assert_int_equal(tui[i]->seat.person, twins.watcher);
        }
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
static void test_the_end(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    char journal[4096];
    struct thing thing = {0};
    load_few(tui);
    memcpy(journal, tui->seat.journal.path, sizeof journal);
    assert_int_equal(access(journal, F_OK), 0);
    assert_square(tui, "e8", "  @ ");
    press(tui, "rn");
    assert_false(seat_over(&tui->seat));
    press(tui, "ry");
    assert_true(seat_over(&tui->seat));
    assert_shown(tui, "You have lost: red resigned");
    assert_square(tui, "e8", " b5 ");
    assert_square(tui, "j10", " bF ");
    assert_int_equal(access(journal, F_OK), -1);
    assert_int_equal(file_read(tui->seat.kept, &thing, NULL), STATUS_OK);
    assert_int_equal(thing.record.outcome.result, RESULT_BLUE);
    thing_free(&thing);
    press(tui, "a4a5\r");
    assert_shown(tui, "the game is over");
    assert_int_equal(press(tui, "q"), GO_AWAY);
    free_tui(tui);
}

static void test_take_back_and_look_back(void **state)
{
    (void)state;
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
    const struct board *board = seat_board(&tui->seat);
    assert_int_equal(board->plies, 2);
    struct move first = board->history[0].move;
    press(tui, "[");
    assert_int_equal(seat_board(&tui->seat)->plies, 1);
    press(tui, "[[[[");
    assert_int_equal(seat_board(&tui->seat)->plies, 0);
    assert_shown(tui, "after move 0 of 2");
    press(tui, "\r");
    assert_shown(tui, "This is the past");
    press(tui, "\x1b");
    assert_int_equal(seat_board(&tui->seat)->plies, 2);
    press(tui, "u");
    assert_int_equal(seat_board(&tui->seat)->plies, 0);
    assert_int_equal(seat_board(&tui->seat)->at[first.to], NO_PIECE);
    free_tui(tui);
}

/* Goes on where a journal ends. */
static void test_resume(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    char command[128];
    /* The other tests' games may be as new, by the clock of the file system. */
    snprintf(command, sizeof command, "rm -rf %s/vedette/games", folder);
    assert_int_equal(system(command), 0);
    load_few(tui);
    press(tui, "a4a5\r");
    uint64_t key = tui->seat.game.position.board.key;
    seat_leave(&tui->seat);
    tui->screen = &menu_screen;
    menu_screen.enter(tui);
    assert_shown(tui, "Go on with the unfinished game");
    assert_shown(tui, "you (red) - random (blue), 2 moves");
    assert_int_equal(press(tui, "\r"), GO_GAME);
    assert_true(tui->seat.game.position.board.key == key);
    free_tui(tui);
}

static void test_setup(void **state)
{
    (void)state;
    struct tui *tui = new_tui(BLUE);
    tui->screen = &setup_screen;
    setup_screen.enter(tui);
    paint(tui, 24, 80);
    struct setup before = tui->arrange.setup;
    tui->arrange.cursor = 0;
    press(tui, "\rjl\r");
    assert_int_equal(tui->arrange.setup.rank[0], before.rank[11]);
    assert_int_equal(tui->arrange.setup.rank[11], before.rank[0]);
    assert_int_equal(setup_check(&tui->arrange.setup, NULL), STATUS_OK);
    struct setup swapped = tui->arrange.setup;
    press(tui, "m");
    assert_int_equal(tui->arrange.setup.rank[9], swapped.rank[0]);
    press(tui, "m");
    assert_memory_equal(&tui->arrange.setup, &swapped, sizeof swapped);
    char path[160];
    snprintf(path, sizeof path, "s\x15%s/mine.setup\r", folder);
    press(tui, path);
    press(tui, "r");
    assert_memory_not_equal(&tui->arrange.setup, &swapped, sizeof swapped);
    snprintf(path, sizeof path, "o%s/mine.setup\r", folder);
    press(tui, path);
    assert_memory_equal(&tui->arrange.setup, &swapped, sizeof swapped);
    press(tui, "o/nowhere\r");
    assert_true(tui->alarm);
    assert_int_equal(press(tui, "p"), GO_GAME);
    struct setup both[SIDES];
    assert_true(placement_to_setups(&tui->seat.game.position.start, both));
    assert_memory_equal(&both[BLUE], &swapped, sizeof swapped);
    free_tui(tui);
}

static struct tui *new_arranging(enum side side)
{
    struct tui *tui = new_tui(side);
    tui->screen = &setup_screen;
    setup_screen.enter(tui);
    return tui;
}

/* The judge's total and points on the screen are those of the set-up, after every exchange. */
static void test_setup_points(void **state)
{
    (void)state;
    struct tui *tui = new_arranging(RED);
    struct judge judge;
    struct judge_finding findings[JUDGE_ROWS];
    char text[96];
    judge_from_settings(&judge, &session.settings);
    press(tui, "c");
    for (int n = 0; n < 20; n++) {
        double before = judge_score(&judge, &tui->arrange.setup);
        tui->arrange.cursor = n;
        press(tui, "\r");
        tui->arrange.cursor = 39 - n;
        paint(tui, 24, 80);
        struct setup swapped = tui->arrange.setup;
        swapped.rank[n] = tui->arrange.setup.rank[39 - n];
        swapped.rank[39 - n] = tui->arrange.setup.rank[n];
        snprintf(text, sizeof text, "Points (swapped: %g)", judge_score(&judge, &swapped));
        assert_shown(tui, text);
        snprintf(text, sizeof text, "%7.5g", before);
        assert_shown(tui, text);
        press(tui, "\r");
        assert_memory_equal(&tui->arrange.setup, &swapped, sizeof swapped);
        double after = judge_explain(&judge, &swapped, findings), flag = 0;
        for (int row = 0; row < JUDGE_ROWS; row++)
            if (judge_table[row].heuristic == 3)
                flag += findings[row].times * judge.points[row];
        snprintf(text, sizeof text, "Points                    %7.5g", after);
        assert_shown(tui, text);
        snprintf(text, sizeof text, "Flag bombed in            %7.5g", flag);
        assert_shown(tui, text);
    }
    paint(tui, 12, 40);
    snprintf(text, sizeof text, "Points: %g", judge_score(&judge, &tui->arrange.setup));
    assert_int_equal(find_row(tui, text), 11);
    free_tui(tui);
}

/* Everything to the reserve and down again piece by piece, in each of the ways there are. */
static void test_setup_reserve(void **state)
{
    (void)state;
    struct tui *tui = new_arranging(BLUE);
    struct arrange *arrange = &tui->arrange;
    press(tui, "x");
    assert_int_equal(arrange->waiting, PIECES_A_SIDE);
    assert_shown(tui, "Reserve");
    assert_shown(tui, "40 to put down");
    assert_int_equal(press(tui, "p"), 0);
    assert_shown(tui, "40 pieces are still in the reserve");
    press(tui, "s");
    assert_int_equal(tui->prompt.question, ASK_NOTHING);
    arrange->cursor = 33;
    press(tui, "F");                       /* by its letter */
    assert_int_equal(arrange->setup.rank[33], FLAG);
    press(tui, "F");
    assert_shown(tui, "There is no flag in the reserve");
    press(tui, "hB");
    assert_int_equal(arrange->hand, BOMB); /* the hand follows */
    press(tui, "ll\r+k\r");                /* the hand's; the next higher rank, the spy; the row above */
    assert_int_equal(arrange->setup.rank[34], BOMB);
    assert_int_equal(arrange->setup.rank[24], SPY);
    assert_int_equal(arrange->waiting, 36);
    press(tui, "9");                       /* in the spy's place, who goes to the reserve */
    assert_int_equal(arrange->setup.rank[24], GENERAL);
    assert_int_equal(arrange->reserve[SPY], 1);
    press(tui, "\rk\r");                   /* to an empty place */
    assert_int_equal(arrange->setup.rank[14], GENERAL);
    assert_true(arrange->setup.rank[24] == RANK_UNKNOWN);
    press(tui, "d");
    assert_int_equal(arrange->waiting, 37);
    press(tui, "d");
    assert_shown(tui, "No piece stands there");
    press(tui, "m");
    assert_int_equal(arrange->setup.rank[36], FLAG);
    press(tui, "c");                       /* round what stands */
    assert_int_equal(arrange->waiting, 0);
    assert_int_equal(arrange->setup.rank[36], FLAG);
    assert_int_equal(arrange->setup.rank[35], BOMB);
    assert_int_equal(arrange->setup.rank[37], BOMB);
    assert_int_equal(setup_check(&arrange->setup, NULL), STATUS_OK);
    struct setup kept = arrange->setup;
    press(tui, "x");
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        arrange->cursor = place;
        press(tui, "\r");
    }
    assert_int_equal(arrange->waiting, 0);
    assert_int_equal(setup_check(&arrange->setup, NULL), STATUS_OK);
    assert_memory_not_equal(&arrange->setup, &kept, sizeof kept);
    free_tui(tui);
}

/* Bombs on all exits leave nothing to be created round them. */
static void test_setup_create_refused(void **state)
{
    (void)state;
    static const int exits[] = {0, 1, 4, 5, 8, 9};
    struct tui *tui = new_arranging(RED);
    press(tui, "x");
    for (size_t i = 0; i < 6; i++) {
        tui->arrange.cursor = exits[i];
        press(tui, "B");
    }
    press(tui, "c");
    assert_true(tui->alarm);
    assert_int_equal(tui->arrange.waiting, 34);
    free_tui(tui);
}

/* Under a name, over it, and back again; also what came with the program, one after the other. */
static void test_setup_names(void **state)
{
    (void)state;
    struct tui *tui = new_arranging(RED);
    struct setup kept = tui->arrange.setup, other;
    press(tui, "s\x15" "fort\r");
    assert_shown(tui, "Saved under the name fort");
    press(tui, "c");
    other = tui->arrange.setup;
    press(tui, "s\x15" "fort\rn");
    press(tui, "o\x15" "fort\r");
    assert_memory_equal(&tui->arrange.setup, &kept, sizeof kept);
    tui->arrange.setup = other;
    press(tui, "mms\x15" "fort\ry");
    press(tui, "ro\x15" "fort\r");
    assert_memory_equal(&tui->arrange.setup, &other, sizeof other);
    press(tui, "o\x15" "nosuch\r");
    assert_true(tui->alarm);
    bool seen = false;
    for (int n = 0; n < 12; n++) {
        press(tui, "t");
        seen |= strstr(tui->message, "fort") && memcmp(&tui->arrange.setup, &other, sizeof other) == 0;
    }
    assert_true(seen);
    free_tui(tui);
}

/* The heatmap has what the statistics say of the selected rank, on the squares of either side. */
static void test_setup_heat(void **state)
{
    (void)state;
    for (int side = RED; side <= BLUE; side++) {
        struct tui *tui = new_arranging((enum side)side);
        struct setup_statistics *statistics = calloc(1, sizeof *statistics);
        setup_statistics_human(statistics);
        press(tui, "cw");
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            tui->arrange.cursor = place;
            int rank = tui->arrange.setup.rank[place];
            char digits[3], line[512], text[64];
            paint(tui, 24, 80);
            for (int at = 0; at < PIECES_A_SIDE; at++) {
                const struct spot *spot = &tui->canvas.spots[
                    (size_t)(tui->layout.squares.row + 2 * (6 + at / FILES) + 1) * 80 +
                    (size_t)(tui->layout.squares.col + 4 * (at % FILES))];
                heat_digits(setup_prior(statistics, at, rank), digits);
                assert_int_equal(spot[1].code, digits[0]);
                assert_int_equal(spot[2].code, digits[1]);
            }
            snprintf(text, sizeof text, "%s on ", rank_table[rank].name);
            snprintf(line, sizeof line, " %.1f %%", 100 * setup_prior(statistics, place, rank));
            assert_shown(tui, text);
            assert_shown(tui, line);
        }
        press(tui, "w");
        paint(tui, 24, 80);
        assert_int_equal(find_row(tui, "People:"), -1);
        free(statistics);
        free_tui(tui);
    }
}

/* Two digits for every probability; darker is never less probable. */
static void test_heat_digits(void **state)
{
    (void)state;
    char digits[3];
    int level = 0;
    for (int n = 0; n <= 1000; n++) {
        double probability = n / 1000.0;
        heat_digits(probability, digits);
        int shown = atoi(digits);
        assert_true(shown == 99 ? n >= 985 : abs(10 * shown - n) <= 5);
        assert_true(heat_level(probability) >= level);
        level = heat_level(probability);
    }
    assert_int_equal(heat_level(0), 0);
    assert_int_equal(level, 4);
}

/* A front row of bombs and pieces before lakes could not make the first move. */
static void test_setup_that_cannot_move(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    tui->screen = &setup_screen;
    setup_screen.enter(tui);
    static const int open_files[] = {0, 1, 4, 5, 8, 9};
    for (size_t i = 0; i < 6; i++) {
        uint8_t *rank = tui->arrange.setup.rank;
        int bomb = 0;
        for (int at = PIECES_A_SIDE - 1; at >= 0; at--)
            if (rank[at] == BOMB && !(at < 10 && memchr(open_files, at, i * sizeof *open_files)))
                bomb = at;
        rank[bomb] = rank[open_files[i]];
        rank[open_files[i]] = BOMB;
    }
    press(tui, "m"); /* takes the setup over */
    assert_int_equal(press(tui, "p"), 0);
    assert_shown(tui, "No piece could move");
    free_tui(tui);
}

static void test_new_game_form(void **state)
{
    (void)state;
    struct tui *tui = new_tui(RED);
    tui->screen = &new_screen;
    new_screen.enter(tui);
    press(tui, "ljljljlj");
    assert_int_equal(tui->wishes.side, BLUE);
    assert_string_not_equal(tui->wishes.opponent, "random");
    assert_string_equal(tui->wishes.rules.name, rules_table[1].name);
    assert_int_equal(tui->wishes.arrange, 1);
    assert_int_equal(press(tui, "\r"), GO_GAME);
    assert_int_equal(tui->seat.person, BLUE);
    free_tui(tui);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    session_init(&session);
    session.seed = 7;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    session_free(&session);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_choosing),
        cmocka_unit_test(test_typed_moves),
        cmocka_unit_test(test_battle_is_shown),
        cmocka_unit_test(test_own_battle_outlasts_the_answer),
        cmocka_unit_test(test_turned_board),
        cmocka_unit_test(test_no_peeking),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_take_back_and_look_back),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_setup),
        cmocka_unit_test(test_setup_points),
        cmocka_unit_test(test_setup_reserve),
        cmocka_unit_test(test_setup_create_refused),
        cmocka_unit_test(test_setup_names),
        cmocka_unit_test(test_setup_heat),
        cmocka_unit_test(test_heat_digits),
        cmocka_unit_test(test_setup_that_cannot_move),
        cmocka_unit_test(test_new_game_form),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
