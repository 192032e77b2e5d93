/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Position files: what they hold, what is wrong with a bad one and where, and there and back. */
#include "boards.h"
#include "cmocka_all.h"
#include "files.h"
#include "shortcuts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "format: vedette-position/1\nto_move: red\nboard: |\n"
#define EMPTY "  .    .    .    .    .    .    .    .    .    .\n"
#define LAKE "  .    .    ~    ~    .    .    ~    ~    .    .\n"
#define REST EMPTY EMPTY EMPTY LAKE LAKE EMPTY EMPTY EMPTY /* rows 9 to 2 */

TEST(test_example)
{
    static const char text[] = HEAD
        "  .    .    .    .    .    .    bF   .    .    .\n" EMPTY
        "  .    b2!* .    .    .    .    .    .    .    .\n" EMPTY LAKE LAKE
        "  rx*  .    .    .    .    .    .    .    .    .\n" EMPTY
        "  .    .    .    .    .    .    .    r?*  .    .\n"
        "  rF   rB!  .    .    .    .    .    .    .    .\n"
        "moves: >-\n  a4-a5 b8-b4\n  a5-a6\n"
        "captured: {red: \"2 25\", blue: \"9\"}\n";
    struct file_content content;
    assert_read(text, FILE_POSITION, &content);
    const struct placement *start = &content.record.start;
    assert_int_equal(start->to_move, RED);
    assert_true(start->free);
    assert_int_equal(start->cell[96].rank, FLAG);
    assert_int_equal(start->cell[96].side, BLUE);
    const struct cell *scout = &start->cell[71], *marshal = &start->cell[30];
    assert_true(scout->rank == SCOUT && scout->moved && scout->known && scout->side == BLUE);
    assert_true(marshal->rank == MARSHAL && marshal->moved && !marshal->known);
    assert_true(start->cell[17].rank == RANK_UNKNOWN && start->cell[17].moved);
    assert_true(start->cell[1].rank == BOMB && start->cell[1].known && !start->cell[1].moved);
    assert_int_equal(start->cell[42].side, SIDES);
    assert_int_equal(start->captured[RED][SCOUT], 2);
    assert_int_equal(start->captured[RED][SERGEANT + 1], 1);
    assert_int_equal(start->captured[BLUE][GENERAL], 1);
    assert_int_equal(start->captured[BLUE][SCOUT], 0);
    assert_int_equal(content.record.plies, 3);
    assert_int_equal(content.record.moves[1].move.from, 71);
    assert_int_equal(content.record.outcome.result, RESULT_OPEN);
    file_content_free(&content);
}

/* Without `captured` all that is lacking was captured; with it the others never were there. */
TEST(test_captured)
{
    static const char board[] = HEAD "  bF   .    .    .    .    .    .    .    .    .\n" REST
                                     "  rF   r9   .    .    .    .    .    .    .    .\n";
    char text[2000];
    struct file_content content;
    assert_read(board, FILE_POSITION, &content);
    assert_false(content.record.start.free);
    for (int rank = SPY; rank < RANKS; rank++) {
        assert_int_equal(content.record.start.captured[RED][rank],
                         rank_table[rank].count - (rank == GENERAL));
        assert_int_equal(content.record.start.captured[BLUE][rank], rank_table[rank].count);
    }
    assert_int_equal(content.record.start.captured[RED][FLAG], 0);
    file_content_free(&content);
    static const char *const empty[] = {"captured: {}\n", "captured:\n", "captured: {red: \"\"}\n",
                                        "captured: {blue: \"\", red: \"\"}\n"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        snprintf(text, sizeof text, "%s%s", board, empty[i]);
        assert_read(text, FILE_POSITION, &content);
        assert_true(content.record.start.free);
        for (int rank = 0; rank < RANKS; rank++)
            assert_int_equal(content.record.start.captured[RED][rank], 0);
        file_content_free(&content);
    }
}

/* What a side began without is no captured piece, and no '?' piece either; it is written again. */
TEST(test_absent)
{
    static const char board[] = "format: vedette-position/1\nvariant: free\nto_move: red\nboard: |\n"
                                "  b?   b?   .    .    .    .    .    .    .    .\n" REST
                                "  rF   r9   .    .    .    .    .    .    .    .\n";
    static const char rest[] = "B B B B B B S 2 2 2 2 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 8 8 9 X";
    static const uint8_t army[RANKS] = {[FLAG] = 1, [MINER] = 1};
    char text[2000];
    struct file_content content;
    struct position position;
    struct text out = {0};
    snprintf(text, sizeof text, "%scaptured: {}\nabsent: {blue: \"%s\"}\n", board, rest);
    assert_read(text, FILE_POSITION, &content);
    assert_int_equal(position_init(&position, &content.record.start, &content.record.rules, NULL), STATUS_OK);
    assert_memory_equal(position.board.unknown_count[BLUE], army, RANKS);
    assert_int_equal(army_size(position.board.captured[BLUE]), 0);
    position_write(&position, &out);
    assert_string_equal(out.bytes, text);
    text_free(&out);
    position_free(&position);
    file_content_free(&content);
}

TEST(test_position_file_faults)
{
#define LAST "  rF   .    .    .    .    .    .    .    .    .\n"
#define FIRST "  bF   .    .    .    .    .    .    .    .    .\n"
    static const struct refusal rows[] = {
        {"to_move: red\nboard: |\n" FIRST REST LAST,
         "f:1:1: found no key \"format\", expected \"format: vedette-position/1\" or \"format: "
         "vedette-game/1\""},
        {"format: vedette-position/2\nto_move: red\n",
         "f:1:9: found another format, expected vedette-position/1 or vedette-game/1"},
        {"format: vedette-position/1\nto_move: red\n", "f:1:1: found no key \"board\", expected one"},
        {"format: vedette-position/1\nboard: |\n" FIRST REST LAST,
         "f:1:1: found no key \"to_move\", expected one"},
        {"format: vedette-position/1\nto_move: green\nboard: |\n" FIRST REST LAST,
         "f:2:10: found \"green\", expected red or blue"},
        {HEAD FIRST REST LAST "colour: blue\n",
         "f:14:1: found the key \"colour\", expected one of format, variant, to_move, board, captured, "
         "absent, history, played, quiet, moves"},
        {HEAD FIRST REST "  rQ   .    .    .    .    .    .    .    .    .\n",
         "f:13:4: found 'Q', expected a rank F B S 2-9 X or ?"},
        {HEAD FIRST REST "  r    .    .    .    .    .    .    .    .    .\n",
         "f:13:4: found the end, expected a rank F B S 2-9 X or ?"},
        {HEAD FIRST REST "  .    gF   .    .    .    .    .    .    .    .\n",
         "f:13:8: found 'g', expected a cell: '.' or r or b and a rank"},
        {HEAD FIRST REST "  .    ~    .    .    .    .    .    .    .    .\n",
         "f:13:8: found '~', expected a cell: '.' or r or b and a rank"},
        {HEAD FIRST REST "  .    r2** .    .    .    .    .    .    .    .\n",
         "f:13:11: found '*', expected '*', '!' once each, or the cell's end"},
        {HEAD FIRST REST "  .    r2*+ .    .    .    .    .    .    .    .\n",
         "f:13:11: found '+', expected '*', '!' once each, or the cell's end"},
        {HEAD FIRST REST "  .    ..   .    .    .    .    .    .    .    .\n",
         "f:13:9: found '.', expected the cell's end"},
        {HEAD FIRST EMPTY EMPTY EMPTY EMPTY LAKE EMPTY EMPTY EMPTY LAST,
         "f:8:13: found '.', expected '~' (a lake)"},
        {HEAD FIRST EMPTY "  . .\n" EMPTY LAKE LAKE EMPTY EMPTY EMPTY LAST,
         "f:7:3: found the end of row 8 after 2 cells, expected ten"},
        {HEAD FIRST EMPTY EMPTY EMPTY LAKE LAKE EMPTY EMPTY "  . . . . . . . . . . .\n" LAST,
         "f:12:23: found an eleventh cell in row 2, expected ten"},
        {HEAD FIRST REST EMPTY LAST, "f:14:3: found an eleventh row, expected ten"},
        {HEAD FIRST REST, "f:3:8: found 90 cells, expected ten rows of ten"},
        {HEAD FIRST REST "  rF   r9   r9   .    .    .    .    .    .    .\n",
         "f:13:13: red has 2 generals, captured ones counted; 1 at most"},
        {HEAD FIRST REST "  rF   r9   .    .    .    .    .    .    .    .\ncaptured: {red: \"9\"}\n",
         "f:13:8: red has 2 generals, captured ones counted; 1 at most"},
        {HEAD FIRST REST LAST "captured: {red: \"9\", blue: \"2 2 X X\"}\n",
         "f:14:35: found 2 captured pieces of rank X, expected at most 1"},
        {HEAD FIRST REST LAST "captured: {red: \"2Q\"}\n", "f:14:19: found 'Q', expected a rank F B S 2-9 X"},
        {HEAD FIRST REST LAST "captured: {green: \"2\"}\n",
         "f:14:12: found the key \"green\", expected one of red, blue"},
        {HEAD FIRST REST LAST "absent: {red: \"9\", blue: \"F\"}\n",
         "f:4:3: blue has 1 flag, and began without 1; 1 together at most"},
        {HEAD FIRST REST "  rF   r?   r?   .    .    .    .    .    .    .\n"
         "captured: {}\nabsent: {red: \"BBBBBBS2222222233333444455556666777889\"}\n",
         "f:13:13: red has 41 pieces, captured and absent ones counted; 40 at most"},
        {HEAD FIRST REST LAST "absent: {blue: \"X X\"}\n",
         "f:14:19: found 2 absent pieces of rank X, expected at most 1"},
        {HEAD FIRST REST LAST "captured: \"2\"\n",
         "f:14:11: found a scalar, expected a mapping for \"captured\""},
        {HEAD FIRST REST "  rF   r?   .    .    .    .    .    .    .    .\n",
         "f:13:9: found '?' without the key \"captured\", expected it: it says which ranks are left"},
        {HEAD FIRST REST "  rF   r?!  .    .    .    .    .    .    .    .\ncaptured: {}\n",
         "f:13:8: the piece on b1 is known but has no rank"},
        {HEAD FIRST REST "  rF*  .    .    .    .    .    .    .    .    .\n",
         "f:13:3: the flag on a1 has moved, it cannot"},
        {HEAD FIRST EMPTY EMPTY EMPTY LAKE "  .    rB   ~    ~    .    .    ~    ~    .    .\n" EMPTY EMPTY
         EMPTY LAST, "f:9:8: the bomb on b5 is outside its owner's four rows"},
        {HEAD FIRST REST LAST "moves: >-\n  a4-a5 b7-b6\n  c4+c5 d4-d5\n",
         "f:16:5: found '+', expected '-', 'x' or a square, in the move \"c4+c5\""},
        {HEAD FIRST REST LAST "moves: a4-a5 b7-b66\n",
         "f:14:19: found '6', expected the move's end, in the move \"b7-b66\""},
        {HEAD FIRST REST LAST "moves: [a4-a5]\n",
         "f:14:8: found a sequence, expected a scalar for \"moves\""},
        {HEAD FIRST REST LAST "played: many\n",
         "f:14:9: found \"many\", expected a whole number 0-1000000"},
        {HEAD FIRST REST LAST "quiet: 1000001\n",
         "f:14:8: found \"1000001\", expected a whole number 0-1000000"},
        {HEAD FIRST REST LAST "quiet: 7\nplayed: 6\n",
         "f:15:9: found 6 moves played, expected 7 at least"},
        {HEAD FIRST REST "  rF   .    .    .    .    .    .    .    .    r2*\n"
         "history: j3xj2\nquiet: 3\n",
         "f:15:8: found 3 quiet moves, the history has 0"},
        {"- a\n- b\n", "f:1:1: found no mapping, expected the keys of a position or game"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

/* --- there and back --- */

static void check_there_and_back(const struct position *position)
{
    struct placement now;
    struct text out = {0}, again = {0};
    struct file_content content;
    struct position read = {0};
    position_to_placement(position, &now);
    position_write(position, &out);
    assert_read(text_string(&out), FILE_POSITION, &content);
    assert_same_placement(&content.record.start, &now);
    assert_int_equal(record_replay(&content.record, SIZE_MAX, &read, NULL, NULL), STATUS_OK);
    position_write(&read, &again);
    assert_string_equal(text_string(&again), text_string(&out));
    for (const char *line = text_string(&out), *end; (end = strchr(line, '\n')); line = end + 1)
        assert_true(end - line <= 80 || strncmp(line, "captured:", 9) == 0);
    struct move moves[2][MOVES_MAX];
    int count = board_moves(&position->board, moves[0]);
    assert_int_equal(board_moves(&read.board, moves[1]), count);
    assert_memory_equal(moves[0], moves[1], (size_t)count * sizeof(struct move));
    position_free(&read);
    file_content_free(&content);
    text_free(&out);
    text_free(&again);
}

/* Positions in the middle of games: what the repetition rules forbid, they forbid after reading too. */
TEST(test_games_there_and_back)
{
    struct rng rng;
    size_t recalled = 0;
    rng_seed(&rng, 51, 0);
    for (int game = 0; game < 120; game++) {
        struct record record = {0};
        struct position position = {0};
        record_clear(&record);
        if (game % 2)
            placement_random_game(&record.start, &rng);
        else
            placement_random_few(&record.start, 4, &rng);
        record_play_random(&record, (int)rng_below(&rng, 150), &position, &rng);
        check_there_and_back(&position);
        recalled += position_needed_history(&position, NULL) > 0;
        position_free(&position);
        record_clear(&record);
    }
    assert_true(recalled > 20);
}

/* What the limits count goes on counting in a position that was written and read between two moves. */
TEST(test_limits_there_and_back)
{
    struct rng rng;
    int drawn[REASONS] = {0};
    rng_seed(&rng, 53, 0);
    for (int game = 0; game < 60; game++) {
        struct placement start;
        struct position position = {0};
        struct move moves[MOVES_MAX];
        struct rules rules = *rules_find("isf");
        rules.move_limit = game % 2 ? 60 : 0;
        rules.no_attack_limit = game % 2 ? 0 : 25;
        placement_random_few(&start, 4, &rng);
        assert_int_equal(position_init(&position, &start, &rules, NULL), STATUS_OK);
        struct position stepped = {0};
        assert_int_equal(position_init(&stepped, &start, &rules, NULL), STATUS_OK);
        while (position_outcome(&position).result == RESULT_OPEN) {
            struct file_content content;
            struct text out = {0};
            struct move_with_ranks entered = {MOVE_NONE, RANK_UNKNOWN, RANK_UNKNOWN};
            int count = board_moves(&position.board, moves);
            entered.move = moves[rng_below(&rng, (uint32_t)count)];
            assert_int_equal(position_play(&position, entered, NULL, NULL), STATUS_OK);
            assert_int_equal(position_play(&stepped, entered, NULL, NULL), STATUS_OK);
            position_write(&stepped, &out);
            position_free(&stepped);
            assert_read(text_string(&out), FILE_POSITION, &content);
            content.record.rules = rules;
            assert_int_equal(record_replay(&content.record, SIZE_MAX, &stepped, NULL, NULL), STATUS_OK);
            assert_int_equal(board_played(&stepped.board), board_played(&position.board));
            assert_int_equal(board_quiet(&stepped.board), board_quiet(&position.board));
            assert_int_equal(position_outcome(&stepped).reason, position_outcome(&position).reason);
            file_content_free(&content);
            text_free(&out);
        }
        drawn[position_outcome(&position).reason]++;
        position_free(&stepped);
        position_free(&position);
    }
    assert_true(drawn[REASON_MOVE_LIMIT] > 3 && drawn[REASON_NO_ATTACK_LIMIT] > 3);
}

/* The history is written as far as a repetition rule may need it, and no further. */
TEST(test_history_length)
{
    static const struct {
        const char *moves, *history;
    } rows[] = {
        {"a4-a5", "history: >-\n  a4-a5\n"},
        {"a4-a5 j7-j6 b4-b5 i7-i6", "history: >-\n  b4-b5 i7-i6\n"},
        {"a4-a5 j7-j6 a5-a6 j6-j5", "history: >-\n  a4-a5 j7-j6 a5-a6 j6-j5\n"},
        {"a4-a5 j7-j6 e4xe7", "history: >-\n  j7-j6 e4xe7\n"}, /* both fall; j6 may go back */
        {"e4xe7", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text file = {0}, out = {0};
        struct file_content content;
        struct position position = {0};
        text_printf(&file, "format: vedette-game/1\n"
                    "red: {setup: DDDDDDDDBBEEEEEBBBBFFFFGGGGHHHHIIIJJKLCM}\n"
                    "blue: {setup: DDDDDDDDBBEEEEEBBBBFFFFGGGGHHHHIIIJJKLCM}\nmoves: %s\n",
                    rows[i].moves);
        assert_read(text_string(&file), FILE_GAME, &content);
        assert_int_equal(record_replay(&content.record, SIZE_MAX, &position, NULL, NULL), STATUS_OK);
        position_write(&position, &out);
        const char *history = strstr(text_string(&out), "history:");
        if (rows[i].history)
            assert_string_equal(history, rows[i].history);
        else
            assert_null(history);
        position_free(&position);
        file_content_free(&content);
        text_free(&file);
        text_free(&out);
    }
}

TEST(test_blurred_there_and_back)
{
    struct rng rng;
    rng_seed(&rng, 52, 0);
    for (int i = 0; i < 100; i++) {
        struct placement start;
        struct position position = {0};
        placement_random_game(&start, &rng);
        for (int lost = (int)rng_below(&rng, 60); lost > 0; lost--)
            start.cell[rng_below(&rng, SQUARES)] = (struct cell){.rank = RANK_UNKNOWN, .side = SIDES};
        placement_blur(&start, &rng);
        if (start.captured[RED][FLAG] && start.captured[BLUE][FLAG])
            continue; /* no such game */
        assert_int_equal(position_init(&position, &start, rules_find("isf"), NULL), STATUS_OK);
        check_there_and_back(&position);
        position_free(&position);
    }
}

/* --- used --- */

static enum status use(const char *text, struct position *position, char fault[512])
{
    char *path = file_make(text, strlen(text));
    struct error error = {0};
    enum status status = file_position(path, position, &error);
    strcpy(fault, status ? error.text + strlen(path) : "");
    unlink(path);
    free(path);
    return status;
}

static void expect_fault(const char *fault, const char *place, const char *reason)
{
    assert_memory_equal(fault, place, strlen(place));
    assert_memory_equal(fault + strlen(place), reason, strlen(reason));
}

/* The moves are played by the rules before the position is used; stated ranks are the only ones known. */
TEST(test_used)
{
#define FIGHT \
    HEAD EMPTY "  bF   .    .    .    .    .    .    .    .    .\n" EMPTY EMPTY LAKE LAKE \
    "  b?   .    .    .    .    .    .    .    .    .\n" \
    "  r?   .    .    .    .    .    .    .    .    .\n" EMPTY \
    "  rF   .    .    .    .    .    .    .    .    .\n"
    struct position position;
    char fault[512];
    assert_int_equal(use(FIGHT "captured: {}\nmoves: a3#6xa4#5\n", &position, fault), STATUS_OK);
    assert_int_equal(position.board.to_move, BLUE);
    assert_int_equal(position.board.piece[position.board.at[30]].rank, CAPTAIN);
    assert_int_equal(position.board.captured[BLUE][LIEUTENANT], 1);
    position_free(&position);
    assert_int_equal(use(FIGHT "captured: {}\nmoves: a3xa4\n", &position, fault), STATUS_BAD);
    expect_fault(fault, ":15:8: found a3xa4 as move 1, expected a legal one: ",
                 "the defender's rank is not known");
    assert_int_equal(use(FIGHT "captured: {}\nmoves: >-\n  a3-b3 a4-b4\n  b3-c4\n", &position, fault),
                     STATUS_BAD);
    expect_fault(fault, ":17:3: found b3-c4 as move 3, expected a legal one: ",
                 illegal_text(MOVE_NOT_STRAIGHT));
    assert_int_equal(use("2\n", &position, fault), STATUS_BAD);
    assert_string_equal(fault, ":2:1: found the end after 1 piece, expected 40");
    char setup[] = "2 9 2 7 X 2 4 4 B 2 8 6 3 S 2 6 8 B 7 6 3 5 5 5 4 B 4 F B 5 2 2 3 7 2 3 6 B 3 B";
    assert_int_equal(use(setup, &position, fault), STATUS_BAD);
    assert_string_equal(fault, ":1:1: found a setup, expected a position or a game");
}

/* A scout shuttles; the plies that led to the board forbid it a sixth time, without them it may. */
TEST(test_history)
{
#define SHUTTLE \
    HEAD "  .    .    .    .    .    .    .    .    .    bF\n" EMPTY \
    "  .    .    .    .    .    .    .    .    .    b2\n" EMPTY LAKE LAKE EMPTY EMPTY \
    "  r3   .    .    .    .    .    .    .    .    .\n" \
    "  rF   .    .    .    .    .    .    .    .    .\ncaptured: {}\n"
    struct position position;
    struct move back = {10, 11};
    char fault[512];
    assert_int_equal(use(SHUTTLE, &position, fault), STATUS_OK);
    assert_int_equal(board_check(&position.board, back), MOVE_LEGAL);
    position_free(&position);
    static const char stated[] = SHUTTLE "history: >-\n  a2-b2 j7-j8 b2-a2 j8-j7 a2-b2 j7-j8\n"
                                       "  b2-a2 j8-j7 b2-a2 j7-j8\n";
    static const char right[] = SHUTTLE "history: >-\n  b2-a2 j7-j8 a2-b2 j8-j7 b2-a2 j7-j8\n"
                                        "  a2-b2 j8-j7 b2-a2 j7-j8\n";
    assert_int_equal(use(right, &position, fault), STATUS_OK);
    assert_int_equal(board_check(&position.board, back), MOVE_TWO_SQUARES);
    position_free(&position);
    /* They must be able to have led here. */
    assert_int_equal(use(stated, &position, fault), STATUS_BAD);
    expect_fault(fault, ":15:10: ", "");
}

TESTS_MAIN(NULL, NULL)
