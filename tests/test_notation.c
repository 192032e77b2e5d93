/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares and moves as people write them. */
#include "cmocka_all.h"
#include "game/notation.h"

#include <string.h>

TEST(test_squares)
{
    static const struct {
        int square;
        const char *deboer, *arts;
    } known[] = {
        {0, "a1", "a1"},   {9, "j1", "k1"},   {8, "i1", "j1"},
        {90, "a10", "a0"}, {99, "j10", "k0"}, {44, "e5", "e5"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[SQUARE_TEXT];
        assert_string_equal(square_write(known[i].square, NOTATION_DEBOER, text), known[i].deboer);
        assert_string_equal(square_write(known[i].square, NOTATION_ARTS, text), known[i].arts);
    }
    for (int notation = NOTATION_DEBOER; notation <= NOTATION_ARTS; notation++)
        for (int square = 0; square < SQUARES; square++) {
            char text[SQUARE_TEXT];
            const char *cursor = square_write(square, (enum notation)notation, text);
            assert_int_equal(square_read(&cursor, (enum notation)notation), square);
            assert_int_equal(*cursor, '\0');
        }
}

TEST(test_no_squares)
{
    static const char *const none[2][8] = {
        [NOTATION_DEBOER] = {"", "a", "k1", "a0", "1a", " a1", "`1", "ax"},
        [NOTATION_ARTS] = {"", "a", "i1", "l1", "1a", " a1", "a-", "a:"},
    };
    for (int notation = NOTATION_DEBOER; notation <= NOTATION_ARTS; notation++)
        for (size_t i = 0; i < sizeof none[0] / sizeof none[0][0]; i++) {
            const char *cursor = none[notation][i];
            assert_int_equal(square_read(&cursor, (enum notation)notation), -1);
            assert_ptr_equal(cursor, none[notation][i]);
        }
}

/* A cursor stops right behind the square: "a11" is a1 and a 1, "a100" is a10 and a 0. */
TEST(test_square_ends)
{
    const char *text = "a11", *cursor = text;
    assert_int_equal(square_read(&cursor, NOTATION_DEBOER), 0);
    assert_int_equal(cursor - text, 2);
    text = cursor = "a100";
    assert_int_equal(square_read(&cursor, NOTATION_DEBOER), 90);
    assert_int_equal(cursor - text, 3);
    text = cursor = "a10";
    assert_int_equal(square_read(&cursor, NOTATION_ARTS), 0);
    assert_int_equal(cursor - text, 2);
}

TEST(test_forms)
{
    static const struct {
        const char *text;
        enum notation notation;
        int from, to, attacker, defender;
        bool attack;
    } rows[] = {
        {"a4-a5", NOTATION_DEBOER, 30, 40, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"a4a5", NOTATION_DEBOER, 30, 40, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"a4 a5", NOTATION_DEBOER, 30, 40, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"A4-A5", NOTATION_DEBOER, 30, 40, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"a4xa5", NOTATION_DEBOER, 30, 40, RANK_UNKNOWN, RANK_UNKNOWN, true},
        {"  a4\t-  a5 \n", NOTATION_DEBOER, 30, 40, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"a10j10", NOTATION_DEBOER, 90, 99, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"a4#6xa5#B", NOTATION_DEBOER, 30, 40, CAPTAIN, BOMB, true},
        {"a4#xxa5#x", NOTATION_DEBOER, 30, 40, MARSHAL, MARSHAL, true},
        {"a4#xa5", NOTATION_DEBOER, 30, 40, MARSHAL, RANK_UNKNOWN, false},
        {"a4#2-a10", NOTATION_DEBOER, 30, 90, SCOUT, RANK_UNKNOWN, false},
        {"a4xa5#f", NOTATION_DEBOER, 30, 40, RANK_UNKNOWN, FLAG, true},
        {"k9-k0", NOTATION_ARTS, 89, 99, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"j1j2", NOTATION_ARTS, 8, 18, RANK_UNKNOWN, RANK_UNKNOWN, false},
        {"a4#1xa5#9", NOTATION_ARTS, 30, 40, MARSHAL, SCOUT, true},
        {"a4#Sxa5#1", NOTATION_ARTS, 30, 40, SPY, MARSHAL, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct move_with_ranks move;
        struct error error = {0};
        bool attack;
        move_read_marked(rows[i].text, rows[i].notation, &move, &attack, NULL, &error);
        assert_string_equal(error.text, "");
        assert_int_equal(move.move.from, rows[i].from);
        assert_int_equal(move.move.to, rows[i].to);
        assert_int_equal(move.attacker, rows[i].attacker);
        assert_int_equal(move.defender, rows[i].defender);
        assert_int_equal(attack, rows[i].attack);
    }
}

TEST(test_notation_faults)
{
    static const struct {
        const char *text;
        enum notation notation;
        size_t column;
        const char *error;
    } rows[] = {
        {"", NOTATION_DEBOER, 1, "found the end, expected a file a-j"},
        {"   ", NOTATION_DEBOER, 4, "found the end, expected a file a-j"},
        {"k4-k5", NOTATION_DEBOER, 1, "found 'k', expected a file a-j"},
        {"a", NOTATION_DEBOER, 2, "found the end, expected a row 1-10"},
        {"a0-a1", NOTATION_DEBOER, 2, "found '0', expected a row 1-10"},
        {"a11-a1", NOTATION_DEBOER, 3, "found '1', expected '-', 'x' or a square"},
        {"a4", NOTATION_DEBOER, 3, "found the end, expected '-', 'x' or a square"},
        {"a4=a5", NOTATION_DEBOER, 3, "found '=', expected '-', 'x' or a square"},
        {"a4--a5", NOTATION_DEBOER, 4, "found '-', expected a file a-j"},
        {"a4-", NOTATION_DEBOER, 4, "found the end, expected a file a-j"},
        {"a4-z5", NOTATION_DEBOER, 4, "found 'z', expected a file a-j"},
        {"a4-a5 b1", NOTATION_DEBOER, 7, "found 'b', expected the move's end"},
        {"a4#0xa5", NOTATION_DEBOER, 4, "found '0', expected a rank F B S 2-9 X"},
        {"a4#?xa5", NOTATION_DEBOER, 4, "found '?', expected a rank F B S 2-9 X"},
        {"a4#6#7xa5", NOTATION_DEBOER, 5, "found '#', expected '-', 'x' or a square"},
        {"a4xa5#", NOTATION_DEBOER, 7, "found the end, expected a rank F B S 2-9 X"},
        {"a4-a\xc3\xb6", NOTATION_DEBOER, 5, "found byte 0xc3, expected a row 1-10"},
        {"i4-i5", NOTATION_ARTS, 1, "found 'i', expected a file a-k without i"},
        {"a-a5", NOTATION_ARTS, 2, "found '-', expected a row 0-9"},
        {"a4#Xxa5", NOTATION_ARTS, 4, "found 'X', expected a rank F B S 1-9"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct move_with_ranks move = {{1, 2}, 3, 4};
        struct error error = {0};
        size_t column = 0;
        assert_int_equal(move_read(rows[i].text, rows[i].notation, &move, &column, &error), STATUS_BAD);
        assert_string_equal(error.text, rows[i].error);
        assert_int_equal(column, rows[i].column);
        assert_int_equal(move.move.from, 1); /* nothing is read by half */
    }
}

/* Everything that can be written is read as what it was. */
TEST(test_notation_there_and_back)
{
    for (int notation = NOTATION_DEBOER; notation <= NOTATION_ARTS; notation++)
        for (int from = 0; from < SQUARES; from++)
            for (int rank = 0; rank <= RANKS; rank++) {
                int to = (from * 37 + rank) % SQUARES, other = (rank * 5 + from) % (RANKS + 1);
                struct event event = {{(uint8_t)from, (uint8_t)to},
                                      from % 2 ? BATTLE_LOST : BATTLE_NONE, (uint8_t)rank,
                                      (uint8_t)other};
                struct move_with_ranks read;
                bool attack;
                char text[MOVE_TEXT];
                event_write(&event, (enum notation)notation, text);
                assert_int_equal(move_read_marked(text, (enum notation)notation, &read, &attack, NULL,
                                                  NULL), STATUS_OK);
                assert_true(move_equal(read.move, event.move));
                assert_int_equal(read.attacker, rank);
                assert_int_equal(read.defender, other);
                assert_int_equal(attack, from % 2);
            }
}

TEST(test_written)
{
    char text[MOVE_TEXT];
    struct move move = {30, 90};
    assert_string_equal(move_write(move, false, NOTATION_DEBOER, text), "a4-a10");
    assert_string_equal(move_write(move, true, NOTATION_ARTS, text), "a4xa0");
    struct event event = {{30, 40}, BATTLE_LOST, CAPTAIN, BOMB};
    assert_string_equal(event_write(&event, NOTATION_DEBOER, text), "a4#6xa5#B");
    assert_string_equal(event_write(&event, NOTATION_ARTS, text), "a4#5xa5#B");
}

TESTS_MAIN(NULL, NULL)
