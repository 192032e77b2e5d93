/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other programs' forms of a game: Ataraxos' text and MessagePack, logs of the strategoevaluator. */
#include "boards.h"
#include "cmocka_all.h"
#include "file/ataraxos.h"
#include "file/msgpack.h"
#include "files.h"
#include "shortcuts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED_BOARD "BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM"
#define LAKES "aa__aa__aaaa__aa__aa"
#define BLUE_BOARD "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN"
#define BOARD RED_BOARD LAKES BLUE_BOARD

/* --- Ataraxos: moves and boards --- */

/* Each action is another move along a row or a file, and its own again; blue's is red's turned round. */
TEST(test_actions)
{
    bool seen[SQUARES][SQUARES] = {{false}};
    for (int action = 0; action < ATARAXOS_ACTIONS; action++) {
        struct move red = ataraxos_move(action, RED), blue = ataraxos_move(action, BLUE);
        assert_int_equal(red.from, action % SQUARES);
        assert_true(red.from != red.to);
        assert_true(square_file(red.from) == square_file(red.to) ||
                    square_row(red.from) == square_row(red.to));
        assert_false(seen[red.from][red.to]);
        seen[red.from][red.to] = true;
        assert_int_equal(blue.from, SQUARES - 1 - red.from);
        assert_int_equal(blue.to, SQUARES - 1 - red.to);
        assert_int_equal(ataraxos_action(red, RED), action);
        assert_int_equal(ataraxos_action(blue, BLUE), action);
    }
    /* a4-a5: of the rows but its own, 4, the fifth is number 3; j4-i4: of the files but j, i is number 8. */
    assert_int_equal(ataraxos_action((struct move){30, 40}, RED), 330);
    assert_int_equal(ataraxos_action((struct move){39, 38}, RED), 1739);
}

TEST(test_board)
{
    struct file_content content;
    struct setup setups[SIDES];
    assert_read(BOARD "\n", FILE_ATARAXOS, &content);
    assert_true(placement_to_setups(&content.record.start, setups));
    assert_int_equal(content.record.outcome.result, RESULT_OPEN);
    file_content_free(&content);
    /* Upper case alone is a field, unless actions follow. */
    assert_read(RED_BOARD "AA__AA__AAAA__AA__AA" BLUE_BOARD "\n", FILE_FIELD, &content);
    file_content_free(&content);
    assert_read(RED_BOARD "AA__AA__AAAA__AA__AA" BLUE_BOARD "\n\n331\n", FILE_ATARAXOS, &content);
    assert_int_equal(content.record.plies, 1);
    file_content_free(&content);
    /* The enemy knows the marshal on i4, which stands on a5; without marks it has moved. */
    assert_read("BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKaM" "la__aa__aaaa__aa__aa" BLUE_BOARD "\n",
                FILE_ATARAXOS, &content);
    assert_true(content.record.start.cell[40].known && content.record.start.cell[40].moved);
    assert_false(content.record.start.cell[37].known || content.record.start.cell[37].moved);
    file_content_free(&content);
}

TEST(test_text_faults)
{
    static const struct refusal rows[] = {
        {RED_BOARD LAKES "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNN\n",
         "f:1:100: found 99 letters, expected 100, or 200 with marks"},
        {BOARD "a\n", "f:1:101: found 101 letters, expected 100, or 200 with marks"},
        {RED_BOARD "aaaaaa__aaaa__aa__aa" BLUE_BOARD, "f:1:43: found 'a', expected '_' (a lake)"},
        {RED_BOARD "_a__aa__aaaa__aa__aa" BLUE_BOARD, "f:1:41: found '_', expected a letter a-y or A-Y"},
        {"zBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM" LAKES BLUE_BOARD,
         "f:1:1: found 'z', expected a letter a-y or A-Y"},
        {"@BBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM" LAKES BLUE_BOARD,
         "f:1:1: found '@', expected a letter a-y or A-Y"},
        {BOARD "\n1800\n", "f:2:1: found the action 1800, expected 0-1799"},
        {BOARD "\n330\n-1\n", "f:3:1: found '-', expected an action 0-1799 alone on its line"},
        {BOARD "\n330 331\n", "f:2:4: found byte 0x20, expected an action 0-1799 alone on its line"},
        {BOARD "\n3300000000\n", "f:2:1: found '3', expected an action 0-1799 alone on its line"},
        {BOARD "\n330\n" BOARD "\n", "f:3:1: found 'B', expected an action 0-1799 alone on its line"},
        {BOARD " 330\n", "f:1:102: found '3', expected the line's end"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

/* The rules are the first by which all is legal, so a game against the repetition rules is read too. */
TEST(test_rules)
{
    static const char to_and_fro[] = "330\n331\n438\n439\n"; /* a4-a5 i7-i6 b5-b4: not legal by any rules */
    struct file_content content;
    struct text out = {0};
    text_printf(&out, "%s\n", BOARD);
    for (int i = 0; i < 6; i++)
        text_add(&out, "330\n330\n340\n340\n");
    assert_read(text_string(&out), FILE_ATARAXOS, &content);
    assert_string_equal(content.record.rules.name, "free");
    file_content_free(&content);
    text_clear(&out);
    text_printf(&out, "%s\n330\n330\n", BOARD);
    assert_read(text_string(&out), FILE_ATARAXOS, &content);
    assert_string_equal(content.record.rules.name, "deepnash");
    file_content_free(&content);
    text_clear(&out);
    text_printf(&out, "%s\n%s", BOARD, to_and_fro);
    assert_read(text_string(&out), FILE_ATARAXOS, &content);
    assert_int_equal(record_check(&content.record, NULL), STATUS_NO);
    file_content_free(&content);
    text_free(&out);
}

/* --- there and back --- */

typedef enum status writer(const struct record *record, struct text *out, struct error *error);

/* Writes a record, reads it, and compares; the rules of Ataraxos' forms are the reader's own. */
static void check_again(const struct record *record, writer *write, enum file_kind kind)
{
    struct text out = {0}, second = {0};
    struct file_content content;
    struct error error = {0};
    struct record same = {0};
    record_copy(&same, record);
    write(record, &out, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(file_parse("f", out.bytes, out.size, &content, &error), STATUS_OK);
    assert_int_equal(content.kind, kind);
    same.rules = content.record.rules;
    memcpy(same.date, content.record.date, sizeof same.date);
    assert_int_equal(content.record.start.variant, record->start.variant);
    assert_same_record(&same, &content.record);
    assert_int_equal(write(&content.record, &second, &error), STATUS_OK);
    assert_int_equal(out.size, second.size);
    assert_memory_equal(out.bytes, second.bytes, out.size);
    record_clear(&same);
    file_content_free(&content);
    text_free(&out);
    text_free(&second);
}

TEST(test_formats_there_and_back)
{
    struct rng rng;
    rng_seed(&rng, 81, 0);
    size_t ended = 0;
    for (int i = 0; i < 60; i++) {
        struct record record = {0};
        struct position position = {0};
        record_clear(&record);
        placement_random_game(&record.start, &rng);
        record_play_random(&record, (int)rng_below(&rng, 1500), &position, &rng);
        check_again(&record, game_write_ataraxos, FILE_ATARAXOS);
        check_again(&record, game_write_msgpack, FILE_MSGPACK);
        ended += record.outcome.result != RESULT_OPEN;
        if (record.outcome.result == RESULT_OPEN)
            record.outcome = (struct outcome){result_win(side_other(position.board.to_move)),
                                              REASON_RESIGNED};
        snprintf(record.player[RED], sizeof record.player[RED], "red-one");
        snprintf(record.player[BLUE], sizeof record.player[BLUE], "../bots/blue");
        check_again(&record, game_write_evaluator, FILE_EVALUATOR);
        position_free(&position);
        record_clear(&record);
    }
    assert_true(ended > 5);
}

/* A random army of a variant, on random squares of its own. */
static void place_army(struct placement *start, const struct variant *variant, enum side side,
                       struct rng *rng)
{
    for (int rank = 0; rank < RANKS; rank++) {
        bool sure = rank == FLAG || rank == SCOUT; /* of any army: the flag, and something that moves */
        uint32_t max = variant->count[rank];
        uint32_t count = !variant->any_army ? max : sure ? 1 : rng_below(rng, max + 1);
        while (count > 0) {
            struct cell *cell = &start->cell[setup_square(side, (int)rng_below(rng, PIECES_A_SIDE))];
            if (cell->side != SIDES)
                continue;
            *cell = (struct cell){.rank = (uint8_t)rank, .side = (uint8_t)side};
            count--;
        }
    }
}

/* Games of each variant keep it; the strategoevaluator's log is for the standard one. */
TEST(test_variants)
{
    struct rng rng;
    rng_seed(&rng, 83, 0);
    for (size_t row = 0; row < variant_count; row++)
        for (int i = 0; i < 40; i++) {
            struct record record = {0};
            struct position position = {0};
            struct text log = {0};
            record_clear(&record);
            placement_clear(&record.start);
            record.start.free = false;
            record.start.variant = (uint8_t)row;
            place_army(&record.start, &variant_table[row], RED, &rng);
            place_army(&record.start, &variant_table[row], BLUE, &rng);
            record_play_random(&record, (int)rng_below(&rng, 200), &position, &rng);
            check_again(&record, game_write_ataraxos, FILE_ATARAXOS);
            check_again(&record, game_write_msgpack, FILE_MSGPACK);
            record.outcome = (struct outcome){result_win(side_other(position.board.to_move)),
                                              REASON_RESIGNED};
            enum status status = game_write_evaluator(&record, &log, NULL);
            assert_int_equal(status, row == VARIANT_STANDARD ? STATUS_OK : STATUS_BAD);
            text_free(&log);
            position_free(&position);
            record_clear(&record);
        }
}

/* Gives each side without a flag one, on the first free square of its back row. */
static void give_flags(struct placement *placement)
{
    for (enum side side = RED; side <= BLUE; side++) {
        int flags = 0, index = PIECES_A_SIDE - FILES;
        for (int square = 0; square < SQUARES; square++)
            flags += placement->cell[square].side == side && placement->cell[square].rank == FLAG;
        while (!flags && placement->cell[setup_square(side, index)].side != SIDES)
            index++;
        if (!flags)
            placement->cell[setup_square(side, index)] = (struct cell){.rank = FLAG, .side = (uint8_t)side};
    }
}

/* Positions of all kinds are refused, or read again the same. */
TEST(test_positions)
{
    struct rng rng;
    rng_seed(&rng, 82, 0);
    size_t held[2] = {0};
    for (int i = 0; i < 3000; i++) {
        struct record record = {0};
        struct error error = {0};
        struct text out = {0};
        record_clear(&record);
        placement_random_few(&record.start, 4, &rng);
        give_flags(&record.start);
        writer *const writers[] = {game_write_ataraxos, game_write_msgpack};
        for (int form = 0; form < 2; form++) {
            text_clear(&out);
            enum status status = writers[form](&record, &out, &error);
            assert_true(status == STATUS_OK || (status == STATUS_BAD && error.text[0] && !out.size));
            if (status)
                continue;
            held[form]++;
            record.outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
            struct position position = {0};
            assert_int_equal(record_replay(&record, 0, &position, NULL, NULL), STATUS_OK);
            record.outcome = position_outcome(&position);
            position_free(&position);
            check_again(&record, writers[form], form ? FILE_MSGPACK : FILE_ATARAXOS);
        }
        text_free(&out);
        record_clear(&record);
    }
    assert_true(held[0] > 0 && held[1] > held[0]); /* the marks hold more */
}

TEST(test_refused_to_write)
{
    struct record record = {0};
    struct text out = {0};
    struct error error = {0};
    record_clear(&record);
    placement_clear(&record.start);
    record.start.cell[0] = (struct cell){.rank = RANK_UNKNOWN, .side = RED};
    assert_int_equal(game_write_ataraxos(&record, &out, &error), STATUS_BAD);
    assert_string_equal(error.text, "found a piece of unknown rank on a1, which has no Gravon letter");
    record.start.cell[0].rank = SCOUT;
    record.start.to_move = BLUE;
    assert_int_equal(game_write_msgpack(&record, &out, &error), STATUS_BAD);
    assert_string_equal(error.text, "found blue to move first, Ataraxos' forms expect red");
    assert_int_equal(game_write_evaluator(&record, &out, &error), STATUS_BAD);
    assert_string_equal(error.text, "found a game that does not start from two setups, the "
                                    "strategoevaluator's log expects them");
    assert_int_equal(out.size, 0);
    record_clear(&record);
}

/* --- MessagePack --- */

TEST(test_numbers)
{
    static const uint64_t numbers[] = {0, 1, 15, 16, 31, 32, 127, 128, 255, 256, 1799, 65535, 65536,
                                       4294967295u, 4294967296u, UINT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct text out = {0};
        uint64_t value = 0;
        uint32_t count = 0, size = 0;
        const char *bytes;
        msgpack_add_whole(&out, numbers[i]);
        size_t end = out.size;
        msgpack_add_array(&out, (uint32_t)numbers[i]);
        struct msgpack from = {.bytes = out.bytes, .size = out.size};
        assert_false(msgpack_read_array(&from, &count));
        assert_int_equal(from.at, 0);
        assert_true(msgpack_read_whole(&from, &value) && value == numbers[i]);
        assert_int_equal(from.at, end);
        assert_false(msgpack_read_text(&from, &bytes, &size));
        assert_true(msgpack_read_array(&from, &count) && count == (uint32_t)numbers[i]);
        assert_int_equal(from.at, out.size);
        assert_string_equal(msgpack_found(&from), "the end");
        for (size_t cut = 0; cut < end; cut++) {
            struct msgpack part = {.bytes = out.bytes, .size = cut};
            assert_false(msgpack_read_whole(&part, &value));
            assert_true(part.cut_short);
        }
        text_free(&out);
    }
}

/* Each width that other writers may choose, signed ones too. */
TEST(test_widths)
{
    static const struct {
        const char *bytes;
        size_t size;
        bool whole;
    } rows[] = {
        {"\xcc\x05", 2, true},  {"\xcd\0\x05", 3, true}, {"\xce\0\0\0\x05", 5, true},
        {"\xcf\0\0\0\0\0\0\0\x05", 9, true}, {"\xd0\x05", 2, true}, {"\xd1\0\x05", 3, true},
        {"\xd2\0\0\0\x05", 5, true}, {"\xd3\0\0\0\0\0\0\0\x05", 9, true}, {"\xd0\xfb", 2, false},
        {"\xd1\xff\xfb", 3, false}, {"\xff", 1, false}, {"\xca\0\0\0\0", 5, false}, {"\xc0", 1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct msgpack from = {.bytes = rows[i].bytes, .size = rows[i].size};
        uint64_t value = 0;
        assert_int_equal(msgpack_read_whole(&from, &value), rows[i].whole);
        assert_int_equal(from.at, rows[i].whole ? rows[i].size : 0);
        assert_int_equal(value == 5, rows[i].whole);
    }
}

/* Appends a game of the board and one action. */
static void add_game(struct text *out, const char *board, uint64_t action)
{
    msgpack_add_array(out, 2);
    msgpack_add_text(out, board, (uint32_t)strlen(board));
    msgpack_add_array(out, 1);
    msgpack_add_whole(out, action);
}

struct visits {
    size_t games, faults;
    char place[64], fault[160];
};

static enum status see(void *context, const struct record *record, const char *place, struct error *error)
{
    struct visits *seen = context;
    (void)error;
    assert_int_equal(record->plies, 1);
    seen->games++;
    snprintf(seen->place, sizeof seen->place, "%s", place + strlen(place) - 2);
    return STATUS_OK;
}

static bool see_fault(void *context, enum status status, const struct error *why)
{
    struct visits *seen = context;
    assert_int_equal(status, STATUS_BAD);
    seen->faults++;
    snprintf(seen->fault, sizeof seen->fault, "%s", strchr(why->text, ':'));
    return true;
}

/* In one list, in two, one behind the other, lists of none; a game that is wrong spoils no other. */
TEST(test_several)
{
    static const struct {
        uint32_t list[4]; /* how many games are in each list; 99: a game without a list */
    } rows[] = {{{3}}, {{99, 99, 99}}, {{0, 2, 99}}, {{1, 99, 1, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int wrong = 0; wrong < 2; wrong++) {
            struct text out = {0};
            struct visits seen = {0};
            struct error error = {0};
            int games = 0;
            for (size_t list = 0; list < 4; list++) {
                uint32_t count = rows[i].list[list];
                if (count != 99)
                    msgpack_add_array(&out, count);
                for (uint32_t j = 0; j < (count == 99 ? 1 : count); j++)
                    add_game(&out, BOARD, wrong && ++games == 2 ? 1800 : 330);
            }
            char *path = file_make(out.bytes, out.size);
            assert_int_equal(games_read(path, see, see_fault, &seen, &error), STATUS_OK);
            assert_int_equal(seen.games, 3 - wrong);
            assert_int_equal(seen.faults, wrong);
            assert_string_equal(seen.place, ":3");
            assert_true(!wrong || strstr(seen.fault, "found the action 1800, expected 0-1799"));
            assert_true(!wrong || strncmp(seen.fault, ":2:", 3) == 0);
            assert_int_equal(games_read(path, see, NULL, &seen, &error), wrong ? STATUS_BAD : STATUS_OK);
            unlink(path);
            free(path);
            text_free(&out);
        }
}

/* A file of more than fits into the window. */
TEST(test_many)
{
    enum { GAMES = 15000 };
    struct text out = {0};
    struct visits seen = {0};
    struct error error = {0};
    msgpack_add_array(&out, GAMES);
    for (int i = 0; i < GAMES; i++)
        add_game(&out, BOARD, 330);
    assert_true(out.size > FILE_LIMIT + FILE_LIMIT / 4);
    char *path = file_make(out.bytes, out.size);
    assert_int_equal(games_read(path, see, NULL, &seen, &error), STATUS_OK);
    assert_int_equal(seen.games, GAMES);
    unlink(path);
    free(path);
    path = file_make(out.bytes, out.size - 1);
    assert_int_equal(games_read(path, see, NULL, &seen, &error), STATUS_BAD);
    assert_true(strstr(error.text, "found the end, expected an action 0-1799"));
    unlink(path);
    free(path);
    text_free(&out);
}

TEST(test_packed_faults)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *error;
    } rows[] = {
        {"\x90", 1, "f:1:1: found no game, expected one"},
        {"\x92", 1, "f:1:2: found the end, expected 2 more games"},
        {"\xdd\xff\xff\xff\xff", 5, "f:1:6: found the end, expected 4294967295 more games"},
        {"\xdc\xff", 2,
         "f:1:3: found the end, expected an array: [board, [actions]] or a list of such games"},
        {"\x91\x80", 2, "f:1:2: found a map, expected an array: [board, [actions]] or a list of such games"},
        {"\x91\x91\x91\x91", 4, "f:1:2: found an array of 1, expected 2: [board, [actions]]"},
        {"\x93\xa1xx", 4, "f:1:1: found an array of 3, expected 2: [board, [actions]]"},
        {"\x91\x92\x05\x90", 4, "f:1:3: found a number, expected a board of 100 letters"},
        {"\x92\xa1x\x90", 4, "f:1:4: found 1 letter, expected 100, or 200 with marks"},
        {"\x92\xdb\xff\xff\xff\xffx", 7, "f:1:8: found the end, expected a board of 100 letters"},
        {"\x92\xa1x", 3, "f:1:4: found the end, expected an array of actions"},
        {"\x92\xa1x\x91\x90", 5, "f:1:5: found an array, expected an action 0-1799"},
        {"\x92\xa1x\x91\xff", 5, "f:1:5: found a negative number, expected an action 0-1799"},
        {"\x92\xa1x\xdd\xff\xff\xff\xff\x05", 9, "f:1:10: found the end, expected an action 0-1799"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(rows[i].bytes, rows[i].size, rows[i].error);
    struct text out = {0};
    add_game(&out, BOARD, 330);
    add_game(&out, BOARD, 330);
    assert_refused(out.bytes, out.size, "f:2:108: found more games than one, expected one: give the one that "
                                        "is meant as a file of its own");
    text_free(&out);
    add_game(&out, BOARD, 330);
    text_add(&out, "x");
    assert_refused(out.bytes, out.size, "f:2:108: found a number, expected an array: [board, [actions]] or a "
                                        "list of such games");
    text_free(&out);
}

/* --- logs of the strategoevaluator --- */

#define RED_SETUP "one RED SETUP\nB99999999s\nFB88888777\nB7666655BB\n5544433B21\n"
#define BLUE_SETUP "two BLUE SETUP\n5544433B21\nB7666655BB\nFB88888777\nB99999999s\n"
#define SETUPS RED_SETUP BLUE_SETUP

TEST(test_log)
{
    /* Red attacks a7 from a6 and gives up; the double blank is a bot's. */
    static const char whole[] = SETUPS "1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP  1 OK\n2 RED: 0 4 DOWN OK\n"
                                       "2 BLU: 9 5 UP OK\n3 RED: 0 5 DOWN BOTHDIE 5 5\n3 BLU: SURRENDER OK\n"
                                       "Game ends on BLUE's turn - REASON: This player has surrendered!\n"
                                       "two BLUE SURRENDER 3 142 142\n";
    struct file_content content;
    assert_read(whole, FILE_EVALUATOR, &content);
    const struct record *record = &content.record;
    assert_string_equal(record->player[RED], "one");
    assert_string_equal(record->player[BLUE], "two");
    assert_int_equal(record->start.cell[0].rank, BOMB);
    assert_int_equal(record->start.cell[10].rank, FLAG);
    assert_int_equal(record->start.cell[39].rank, MARSHAL);
    assert_int_equal(record->start.cell[60].rank, CAPTAIN);
    assert_int_equal(record->start.cell[60].side, BLUE);
    assert_int_equal(record->plies, 5);
    assert_int_equal(record->outcome.result, RESULT_RED);
    assert_int_equal(record->outcome.reason, REASON_RESIGNED);
    assert_string_equal(record->rules.name, "free");
    assert_int_equal(content.result_line, 18);
    file_content_free(&content);
}

/* Each way in which the manager ends a game, and what is read from it. */
TEST(test_ends)
{
    static const struct {
        const char *answer, *text, *word, *turn;
        enum result result;
        enum reason reason;
    } rows[] = {
        {"2 BLU: SURRENDER OK\n", "This player has surrendered!", "SURRENDER", "BLUE", RESULT_RED,
         REASON_RESIGNED},
        {"2 BLU: \n", "Response timeout after 2.000000 seconds.", "ILLEGAL", "BLUE", RESULT_RED,
         REASON_NO_ANSWER},
        {"2 BLU: NO_MOVE\n", "Unintelligable response", "ILLEGAL", "BLUE", RESULT_RED, REASON_FAILED},
        {"2 BLU: 9 3 UP ILLEGAL\n", "Selected unit cannot move that way", "ILLEGAL", "BLUE", RESULT_RED,
         REASON_ILLEGAL},
        {"2 BLU: 9 3\n", "Selected unit cannot move that way", "ILLEGAL", "BLUE", RESULT_RED, REASON_ILLEGAL},
        {"2 BLU: 9 5 UP OK\n", "Game declared a draw after 3 turns", "DRAW_DEFAULT", "BLUE", RESULT_DRAW,
         REASON_MOVE_LIMIT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text log = {0};
        struct file_content content;
        text_printf(&log, "%s1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP OK\n2 RED: 0 4 DOWN OK\n%s"
                    "Game ends on %s's turn - REASON: %s\ntwo BLUE %s %d 148 148\n", SETUPS, rows[i].answer,
                    rows[i].turn, rows[i].text, rows[i].word, rows[i].reason == REASON_MOVE_LIMIT ? 3 : 2);
        assert_read(text_string(&log), FILE_EVALUATOR, &content);
        assert_int_equal(content.record.outcome.result, rows[i].result);
        assert_int_equal(content.record.outcome.reason, rows[i].reason);
        assert_int_equal(record_check(&content.record, NULL), STATUS_OK);
        struct text out = {0};
        struct error error = {0};
        enum status status = game_write_evaluator(&content.record, &out, &error);
        assert_int_equal(status, rows[i].reason == REASON_ILLEGAL ? STATUS_BAD : STATUS_OK);
        if (!status && rows[i].reason != REASON_FAILED) /* of which the answer is not kept */
            assert_string_equal(text_string(&out), text_string(&log));
        text_free(&out);
        text_free(&log);
        file_content_free(&content);
    }
}

TEST(test_log_faults)
{
    static const char twice[] = "found another outcome than the board's, expected ";
    static const struct {
        const char *text, *error, *more;
    } rows[] = {
        {"one RED SETUP\n", "f:2:1: found the end, expected a row of ten pieces 1-9 s B F", ""},
        {"one RED SETUP\nINVALID!\n", "f:2:1: found 'I', expected a row of ten pieces 1-9 s B F", ""},
        {"one RED SETUP\nB99999999\n",
         "f:2:10: found the line's end, expected a row of ten pieces 1-9 s B F", ""},
        {"one RED SETUP\nB99999999ss\n", "f:2:11: found 's', expected the end of a row of ten pieces", ""},
        {"one RED SETUP\nB99999999.\n", "f:2:10: found '.', expected a row of ten pieces 1-9 s B F", ""},
        {RED_SETUP, "f:6:1: found the end, expected \"NAME BLUE SETUP\"", ""},
        {RED_SETUP "two RED SETUP\n", "f:6:1: found 't', expected \"NAME BLUE SETUP\"", ""},
        {"one RED SETUP\nB99999999s\nFB88888777\nB7666655BB\n5544433B11\n" BLUE_SETUP,
         "f:5:10: red has 2 marshals, captured ones counted; 1 at most", ""},
        {SETUPS, "f:11:1: found the end, expected a move \"N RED: X Y DIRECTION OUTCOME\" or \"Game ends on "
                 "RED's turn - REASON: ...\"", ""},
        {SETUPS "2 RED: 0 3 DOWN OK\n", "f:11:1: found move 2 of RED, expected 1 of RED", ""},
        {SETUPS "1 BLU: 0 3 DOWN OK\n", "f:11:1: found move 1 of BLU, expected 1 of RED", ""},
        {SETUPS "1 RED: 0 3 DOWN\n", "f:11:12: found 'D', expected OK, KILLS, DIES or BOTHDIE with two "
                                     "ranks, VICTORY_FLAG or ILLEGAL", ""},
        {SETUPS "1 RED: 0 3 DOWN KILLS 5 5\n", "f:11:17: ", "OK"},
        {SETUPS "1 RED: 0 3 DOWN VICTORY_FLAG\n", "f:11:17: ", "OK"},
        {SETUPS "1 RED: 0 3 DOWN 2 OK\n1 BLU: 0 3 DOWN OK\n2 BLU: 1 3 DOWN OK\n",
         "f:13:1: found move 2 of BLU, expected 2 of RED", ""},
        {SETUPS "1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP OK\n2 RED: 0 4 DOWN OK\n2 BLU: 0 6 UP DIES 5 5\n",
         "f:14:15: ", "BOTHDIE 5 5"},
        {SETUPS "1 RED: SURRENDER OK\n1 BLU: 0 6 UP OK\n",
         "f:12:1: found a move after an answer that was none, expected the end of the game", ""},
        {SETUPS "1 RED: 0 3 DOWN OK\nGame ends on RED's turn - REASON: of its own accord\n",
         "f:12:35: found 'o', expected a reason for the end of a game, as \"Captured the flag\"", ""},
        {SETUPS "Game ends on RED's turn - REASON: This player has surrendered!\n"
                "one RED SURRENDER 1 148 148\n",
         "f:11:1: found an end that does not go with the last answer, expected an answer before it", ""},
        {SETUPS "1 RED: SURRENDER OK\nGame ends on RED's turn - REASON: This player has surrendered!\n",
         "f:13:1: found the end, expected the result line \"NAME RED OUTCOME TURN POINTS POINTS\"", ""},
        {SETUPS "1 RED: SURRENDER OK\nGame ends on RED's turn - REASON: This player has surrendered!\n"
                "one RED SURRENDER 1 148 147\n",
         "f:13:27: found another result than the game's, expected \"one RED SURRENDER 1 148 148\"", ""},
        {SETUPS "1 RED: SURRENDER OK\nGame ends on RED's turn - REASON: This player has surrendered!\n"
                "1 BLU: 0 6 UP OK\none RED SURRENDER 1 148 148\n",
         "f:13:1: found '1', expected the result of the game, as it has ended", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char error[256];
        snprintf(error, sizeof error, "%s%s%s", rows[i].error, *rows[i].more ? twice : "", rows[i].more);
        assert_refused(rows[i].text, strlen(rows[i].text), error);
    }
}

/* After an illegal move the outcomes are not compared: the replay says which move it is, with its place. */
TEST(test_illegal)
{
    static const char *const texts[] = {
        SETUPS "1 RED: 0 3 DOWN OK\n1 BLU: 0 0 DOWN OK\n2 RED: SURRENDER OK\n"
               "Game ends on RED's turn - REASON: This player has surrendered!\n"
               "one RED SURRENDER 2 148 148\n",
        BOARD "\n330\n1799\n",
    };
    static const char *const places[] = {":12:8: ", ":3:1: "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct position position;
        struct error error = {0};
        char *path = file_make(texts[i], strlen(texts[i]));
        assert_int_equal(file_position(path, &position, &error), STATUS_BAD);
        assert_memory_equal(error.text + strlen(path), places[i], strlen(places[i]));
        position_free(&position);
        unlink(path);
        free(path);
    }
    struct text out = {0};
    struct position position;
    struct error error = {0};
    add_game(&out, BOARD, 0);
    char *path = file_make(out.bytes, out.size);
    assert_int_equal(file_position(path, &position, &error), STATUS_BAD);
    assert_memory_equal(error.text + strlen(path), ":1:105: ", 8);
    position_free(&position);
    unlink(path);
    free(path);
    text_free(&out);
}

TESTS_MAIN(NULL, NULL)
