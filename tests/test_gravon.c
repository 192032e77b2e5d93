/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravon's forms: fields, XML, .gsn, games one a line. */
#include "boards.h"
#include "cmocka_all.h"
#include "file/gravon.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A start of our own: red's best in front, blue's best in front. */
#define RED_FIELD "BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM"
#define LAKES "AA__AA__AAAA__AA__AA"
#define BLUE_FIELD "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN"
#define FIELD RED_FIELD LAKES BLUE_FIELD

#define FORTY "abcdefghijklmnopqrstuvwxyzabcdefghijklmn"
#define SIXTY_FOUR "0123456789012345678901234567890123456789012345678901234567890123"

TEST(test_squares)
{
    char text[GRAVON_SQUARE];
    for (int square = 0; square < SQUARES; square++)
        assert_int_equal(gravon_square(gravon_square_write(square, text)), square);
    assert_string_equal(gravon_square_write(99, text), "K:");
    assert_string_equal(gravon_square_write(8, text), "I1");
    assert_int_equal(gravon_square("J3"), 29); /* some old files have it */
    assert_int_equal(gravon_square("L1"), -1);
    assert_int_equal(gravon_square("A0"), -1);
    assert_int_equal(gravon_square("A;"), -1);
    assert_int_equal(gravon_square("a1"), -1);
    assert_int_equal(gravon_square(""), -1);
}

TEST(test_field)
{
    struct file_content content;
    struct setup setups[SIDES];
    struct position position = {0};
    struct text out = {0};
    assert_read(FIELD "\n", FILE_FIELD, &content);
    const struct placement *start = &content.record.start;
    assert_int_equal(start->cell[0].rank, BOMB);
    assert_int_equal(start->cell[0].side, RED);
    assert_int_equal(start->cell[39].rank, FLAG);
    assert_int_equal(start->cell[60].rank, FLAG);
    assert_int_equal(start->cell[60].side, BLUE);
    assert_true(placement_to_setups(start, setups)); /* all eighty: the start of a game */
    assert_int_equal(position_init(&position, start, &content.record.rules, NULL), STATUS_OK);
    assert_int_equal(position_write_field(&position, &out, NULL), STATUS_OK);
    assert_string_equal(text_string(&out), FIELD);
    position_free(&position);
    text_free(&out);
    file_content_free(&content);
}

/* Letters of a later position: what lacks is captured, who stands elsewhere has moved. */
TEST(test_field_later)
{
    struct file_content content;
    assert_read("ABBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKAM" "LA__AA__AAAA__AA__AA" BLUE_FIELD, FILE_FIELD,
                &content);
    const struct placement *start = &content.record.start;
    assert_false(start->free);
    assert_int_equal(start->captured[RED][BOMB], 1);
    assert_int_equal(start->captured[RED][MARSHAL], 0);
    assert_true(start->cell[40].moved);
    assert_false(start->cell[39].moved);
    file_content_free(&content);
    /* A bomb away from home: a free position, nothing was captured. */
    assert_read("ABBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM" "BA__AA__AAAA__AA__AA" BLUE_FIELD, FILE_FIELD,
                &content);
    assert_true(content.record.start.free);
    assert_int_equal(content.record.start.captured[RED][BOMB], 0);
    file_content_free(&content);
}

TEST(test_field_unknown)
{
    struct placement start;
    struct position position = {0};
    struct text out = {0};
    struct error error;
    const struct rules *rules = rules_find("isf");
    placement_clear(&start);
    start.cell[13] = (struct cell){.rank = RANK_UNKNOWN, .side = BLUE};
    assert_int_equal(position_init(&position, &start, rules, NULL), STATUS_OK);
    assert_int_equal(position_write_field(&position, &out, &error), STATUS_BAD);
    assert_string_equal(error.text,
                        "found a piece of unknown rank on d2, which has no Gravon letter");
    assert_int_equal(out.size, 0);
    position_free(&position);
}

TEST(test_field_faults)
{
    static const struct refusal rows[] = {
        {RED_FIELD LAKES "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNN",
         "f:1:100: found 99 letters, expected 100"},
        {FIELD "A", "f:1:101: found 101 letters, expected 100"},
        {RED_FIELD "AAAAAA__AAAA__AA__AA" BLUE_FIELD, "f:1:43: found 'A', expected '_' (a lake)"},
        {RED_FIELD "_A__AA__AAAA__AA__AA" BLUE_FIELD, "f:1:41: found '_', expected a Gravon letter A-Y"},
        {"ZBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM" LAKES BLUE_FIELD,
         "f:1:1: found 'Z', expected a Gravon letter A-Y"},
        {"LBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM" LAKES BLUE_FIELD,
         "f:1:39: red has 2 marshals, captured ones counted; 1 at most"},
        {FIELD " " FIELD, "f:1:102: found 'B', expected the line's end"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

/* --- games --- */

#define XML_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=\"classic\">\n"
#define XML_FIELD "  <field content=\"" FIELD "\"/>\n"
#define XML_MOVES \
    "  <move id=\"1\" source=\"A4\" target=\"A5\"/>\n  <move id=\"2\" source=\"K7\" target=\"K6\"/>\n"
#define XML_TAIL \
    "  <player id=\"1\">Ann &amp; Bob</player>\n  <player id=\"2\">J\xc3\xbcrgen</player>\n" \
    "  <result type=\"3\" winner=\"1\"/>\n </game>\n</stratego>\n"

TEST(test_xml)
{
    static const char whole[] = XML_HEAD "  \n" XML_FIELD XML_MOVES XML_TAIL;
    struct file_content content;
    struct text out = {0};
    assert_read(whole, FILE_XML, &content);
    const struct record *record = &content.record;
    assert_int_equal(record->plies, 2);
    assert_int_equal(record->moves[0].move.from, 30);
    assert_int_equal(record->moves[0].move.to, 40);
    assert_int_equal(record->moves[1].move.from, 69);
    assert_int_equal(record->moves[1].move.to, 59);
    assert_string_equal(record->player[RED], "Ann & Bob");
    assert_string_equal(record->player[BLUE], "J\xc3\xbcrgen");
    assert_int_equal(record->outcome.result, RESULT_RED);
    assert_int_equal(record->outcome.reason, REASON_RESIGNED);
    assert_int_equal(record->start.cell[39].rank, FLAG);
    assert_int_equal(game_write_xml(record, &out, NULL), STATUS_OK);
    assert_string_equal(text_string(&out), whole);
    text_free(&out);
    file_content_free(&content);
}

TEST(test_xml_faults)
{
    static const struct refusal rows[] = {
        {XML_HEAD XML_MOVES XML_TAIL, "f:11:1: found no field, expected one: the game ended before both "
                                      "setups were in"},
        {XML_HEAD XML_FIELD " </game>\n</stratego>\n", "f:7:1: found no result, expected one"},
        {XML_HEAD XML_FIELD XML_FIELD XML_TAIL, "f:5:3: found a second field, expected one"},
        {XML_HEAD XML_FIELD "  <move id=\"2\" source=\"A4\" target=\"A5\"/>" XML_TAIL,
         "f:5:13: found move 2, expected 1"},
        {XML_HEAD XML_FIELD "  <move id=\"x\" source=\"A4\" target=\"A5\"/>" XML_TAIL,
         "f:5:13: expected a whole number as \"id\""},
        {XML_HEAD XML_FIELD "  <move id=\"1\" source=\"A4\"/>" XML_TAIL,
         "f:5:3: expected the attribute \"target\""},
        {XML_HEAD XML_FIELD "  <move id=\"1\" source=\"A4\" target=\"A11\"/>" XML_TAIL,
         "f:5:36: expected a square A1-K: as \"target\""},
        {XML_HEAD "  <field content=\"AB\"/>" XML_TAIL, "f:4:21: found 2 letters, expected 100"},
        {XML_HEAD "  <field content='B" FIELD "'/>" XML_TAIL, "f:4:119: found 101 letters, expected 100"},
        {XML_HEAD "  <field content=\"A" "BBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM" LAKES BLUE_FIELD "\"/>"
         XML_TAIL, "f:4:19: found 'A', expected a letter of red"},
        {XML_HEAD XML_FIELD "  <result type=\"0\" winner=\"3\"/>\n </game>\n</stratego>\n",
         "f:5:3: found result type 0 with winner 3, expected a type and a winner that fit"},
        {XML_HEAD XML_FIELD "  <result type=\"5\" winner=\"1\"/>\n </game>\n</stratego>\n",
         "f:5:3: found result type 5 with winner 1, expected a type and a winner that fit"},
        {XML_HEAD XML_FIELD "  <player id=\"3\">x</player>" XML_TAIL,
         "f:5:15: found player 3, expected players 1 and 2, once each"},
        {XML_HEAD XML_FIELD "  <player id=\"1\">x<b/></player>" XML_TAIL,
         "f:5:19: found an element \"b\" too deep, expected none here"},
        {XML_HEAD XML_FIELD "  <clock/>" XML_TAIL,
         "f:5:3: found the element \"clock\", expected field, move, player or result"},
        {"<html/>", "f:1:1: found the element \"html\", expected stratego"},
        {XML_HEAD XML_FIELD "  hello" XML_TAIL, "f:5:3: found 'h', expected an element"},
        {XML_HEAD XML_FIELD "  <move id=\"1\"", "f:5:15: the file ends in the middle of \"<move\""},
        {XML_HEAD XML_FIELD, "f:5:1: the file ends in the middle of the game"},
        {"<strat", "f:1:7: the file ends in the middle of \"<strat\""},
        {"<", "f:1:2: the file ends in the middle of \"<\""},
        {"<stra\xc3", "f:1:7: the file ends in the middle of \"<stra\""},
        {"<" FORTY "eeee", "f:1:46: the file ends in the middle of \"<" FORTY "\""},
        {"<!DOCTYPE stratego [<!ENTITY a \"aaaa\">]>" XML_HEAD,
         "f:1:20: found a document type, expected none: entities are not read"},
        {"<stratego>&lol;</stratego>", "f:1:11: found undefined entity, expected sound XML"},
        {XML_HEAD XML_FIELD "<player id=\"1\">a&#7;</player>" XML_TAIL,
         "f:5:17: found reference to invalid character number, expected sound XML"},
        {XML_HEAD XML_FIELD "<player id=\"1\">" SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR "</player>" XML_TAIL,
         "f:5:208: found a name of 192 bytes, expected at most 191"},
        {XML_HEAD XML_FIELD "<player id=\"1\">a\nb</player>" XML_TAIL,
         "f:6:2: found byte 0x0a in a name, expected printable UTF-8"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

TEST(test_gsn)
{
    static const char whole[] = "#X38FA11 Stratego-Notation v1\ntype 0\n" FIELD
                                "\nA4-A5\nK7-K6\nEND\nred vs blue result 11 winner 1\n";
    static const char damaged[] = "\xef\xbb\xbf#X38FA11 Stratego-Notation v2\r\ntype 10\r\n" FIELD
                                  "\r\nA4-A5\r\nA4:A5\r\nEND\r\nK7-K6\r\nEND\r\n"
                                  "red vs blue result 11 winner 1\r\n\r\n";
    struct file_content content;
    struct text out = {0};
    for (int i = 0; i < 2; i++) {
        assert_read(i ? damaged : whole, FILE_GSN, &content);
        assert_int_equal(content.record.outcome.result, RESULT_BLUE);
        assert_int_equal(content.record.outcome.reason, REASON_TIME);
        assert_string_equal(content.record.player[RED], "red");
        assert_string_equal(content.record.player[BLUE], "blue");
        assert_int_equal(game_write_gsn(&content.record, &out, NULL), STATUS_OK);
        assert_string_equal(text_string(&out), whole);
        text_clear(&out);
        file_content_free(&content);
    }
    text_free(&out);
}

TEST(test_gsn_faults)
{
#define GSN_HEAD "#X38FA11 Stratego-Notation v1\ntype 0\n"
    static const struct refusal rows[] = {
        {"#X38FA11 Stratego-Notation v1\n", "f:2:1: expected \"type\" and a digit"},
        {GSN_HEAD "END\nred vs blue result 3 winner 1\n",
         "f:3:1: found no field, expected 100 letters: the game ended before both setups were in"},
        {GSN_HEAD "BBB\n", "f:3:4: found 3 letters, expected 100"},
        {GSN_HEAD FIELD "\nA4-A5\n", "f:5:1: found the end, expected \"RED vs BLUE result N winner N\""},
        {GSN_HEAD FIELD "\nA4+A5\n", "f:4:3: expected a move (A4-A6), END or the result"},
        {GSN_HEAD FIELD "\nA4-Z5\n", "f:4:4: expected a move (A4-A6), END or the result"},
        {GSN_HEAD FIELD "\nA4-A55\n", "f:4:6: expected a move (A4-A6), END or the result"},
        {GSN_HEAD FIELD "\nred vs blue result 3 winner 3\n",
         "f:4:13: expected \"result N winner N\", a type of result and a winner 0-2 that fit"},
        {GSN_HEAD FIELD "\nred vs blue result 3\n",
         "f:4:13: expected \"result N winner N\", a type of result and a winner 0-2 that fit"},
        {GSN_HEAD FIELD "\nred vs blue result 3 winner 1\nA4-A5\n",
         "f:5:1: found more after the result, expected the end"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

/* Each type of result that Gravon's files have, with the winners that go with it. */
TEST(test_results)
{
    static const struct {
        int type, winner;
        enum result result;
        enum reason reason;
    } rows[] = {
        {0, 1, RESULT_RED, REASON_NO_MOVES},      {0, 2, RESULT_BLUE, REASON_NO_MOVES},
        {1, 2, RESULT_BLUE, REASON_FLAG},         {2, 3, RESULT_DRAW, REASON_NO_MOVES},
        {3, 1, RESULT_RED, REASON_RESIGNED},      {4, 3, RESULT_DRAW, REASON_AGREED},
        {4, 1, RESULT_RED, REASON_AGREED},        {10, 3, RESULT_DRAW, REASON_BOTH_MISSING},
        {11, 1, RESULT_RED, REASON_TIME},         {12, 3, RESULT_DRAW, REASON_GAME_TIME},
        {13, 2, RESULT_BLUE, REASON_TIME_MISSING}, {14, 1, RESULT_RED, REASON_MISSING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct outcome outcome;
        int type, winner;
        assert_true(gravon_outcome(rows[i].type, rows[i].winner, &outcome));
        assert_int_equal(outcome.result, rows[i].result);
        assert_int_equal(outcome.reason, rows[i].reason);
        gravon_result(outcome, &type, &winner);
        assert_int_equal(type, rows[i].type);
        assert_int_equal(winner, rows[i].winner);
    }
    struct outcome outcome;
    static const int none[][2] = {{0, 3}, {1, 3}, {2, 1}, {3, 0}, {3, 4}, {5, 1}, {9, 3}, {15, 1}, {-1, 1}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(gravon_outcome(none[i][0], none[i][1], &outcome));
    int type, winner; /* what Gravon does not know becomes its nearest */
    gravon_result((struct outcome){RESULT_DRAW, REASON_MOVE_LIMIT}, &type, &winner);
    assert_int_equal(type * 10 + winner, 43);
    gravon_result((struct outcome){RESULT_BLUE, REASON_ILLEGAL}, &type, &winner);
    assert_int_equal(type * 10 + winner, 32);
}

/* Random games go through each form and come back as they were. */
TEST(test_gravon_there_and_back)
{
    struct rng rng;
    rng_seed(&rng, 41, 0);
    for (int game = 0; game < 60; game++) {
        struct record record = {0};
        struct position position = {0};
        struct text xml = {0}, gsn = {0}, line = {0};
        struct file_content content;
        record_clear(&record);
        placement_random_game(&record.start, &rng);
        record_play_random(&record, (int)rng_below(&rng, 400), &position, &rng);
        if (record.outcome.result == RESULT_OPEN)
            record.outcome = (struct outcome){RESULT_BLUE, REASON_RESIGNED};
        assert_int_equal(game_write_xml(&record, &xml, NULL), STATUS_OK);
        assert_read(text_string(&xml), FILE_XML, &content);
        assert_same_record(&content.record, &record);
        assert_int_equal(record_check(&content.record, NULL), STATUS_OK);
        file_content_free(&content);
        assert_int_equal(game_write_gsn(&record, &gsn, NULL), STATUS_OK);
        assert_read(text_string(&gsn), FILE_GSN, &content);
        assert_same_record(&content.record, &record);
        file_content_free(&content);
        text_free(&xml);
        text_free(&gsn);
        text_free(&line);
        position_free(&position);
        record_clear(&record);
    }
}

TEST(test_no_form)
{
    struct record record = {0};
    struct text out = {0};
    struct error error;
    record_clear(&record);
    assert_int_equal(game_write_xml(&record, &out, &error), STATUS_BAD);
    assert_string_equal(error.text,
                        "found a game from a position, Gravon's form expects two setups");
    struct rng rng;
    rng_seed(&rng, 1, 0);
    placement_random_game(&record.start, &rng);
    assert_int_equal(game_write_xml(&record, &out, &error), STATUS_BAD);
    assert_string_equal(error.text, "found an unfinished game, Gravon's form expects a result");
    assert_int_equal(game_write_gsn(&record, &out, &error), STATUS_BAD);
    assert_int_equal(game_write_tsv(&record, "x", &out, &error), STATUS_BAD);
    assert_int_equal(out.size, 0);
    record_clear(&record);
}

/* --- one a line --- */

struct games_seen {
    struct record records[4];
    size_t count, max;
    char last[64];
};

static enum status note(void *context, const struct record *record, const char *place,
                        struct error *error)
{
    struct games_seen *seen = context;
    if (seen->count == seen->max)
        return error_set(error, STATUS_NO, "%s: enough", strrchr(place, '/') + 1);
    record_copy(&seen->records[seen->count++], record);
    snprintf(seen->last, sizeof seen->last, "%s", strchr(strrchr(place, '/'), ':'));
    return STATUS_OK;
}

static enum status read_games(const char *bytes, size_t size, struct games_seen *seen, char *fault)
{
    char *path = file_make(bytes, size);
    struct error error = {0};
    for (size_t i = 0; i < seen->count; i++)
        record_clear(&seen->records[i]);
    seen->count = 0;
    enum status status = games_read(path, note, NULL, seen, &error);
    if (status == STATUS_BAD) {
        assert_memory_equal(error.text, path, strlen(path));
        strcpy(fault, error.text + strlen(path));
    } else {
        strcpy(fault, error.text);
    }
    unlink(path);
    free(path);
    return status;
}

TEST(test_lines)
{
    struct games_seen seen = {.max = 4};
    struct record records[3] = {{.plies = 0}};
    struct text out = {0};
    struct rng rng;
    char fault[512];
    rng_seed(&rng, 43, 0);
    text_add(&out, "#file\tfield\ttype\twinner\tplies\tmoves\n\n");
    for (int i = 0; i < 3; i++) {
        struct position position = {0};
        record_clear(&records[i]);
        placement_random_game(&records[i].start, &rng);
        record_play_random(&records[i], i * 150, &position, &rng);
        if (records[i].outcome.result == RESULT_OPEN)
            records[i].outcome = (struct outcome){RESULT_RED, REASON_TIME_MISSING};
        assert_int_equal(game_write_tsv(&records[i], "game", &out, NULL), STATUS_OK);
        position_free(&position);
    }
    assert_int_equal(read_games(out.bytes, out.size, &seen, fault), STATUS_OK);
    assert_int_equal(seen.count, 3);
    assert_string_equal(seen.last, ":5");
    for (int i = 0; i < 3; i++)
        assert_same_record(&seen.records[i], &records[i]);
    /* The visitor may end it; the last line may lack its newline. */
    assert_int_equal(read_games(out.bytes, out.size - 1, &seen, fault), STATUS_OK);
    assert_int_equal(seen.count, 3);
    seen.max = 1;
    assert_int_equal(read_games(out.bytes, out.size, &seen, fault), STATUS_NO);
    assert_int_equal(seen.count, 1);
    record_clear(&seen.records[0]);
    for (int i = 0; i < 3; i++)
        record_clear(&records[i]);
    text_free(&out);
}

TEST(test_line_faults)
{
#define PARTS "x.xml\t" FIELD "\t3\t1\t"
    static const struct refusal rows[] = {
        {PARTS "2\tA4A5 K7K6\n" PARTS "2\tA4A5\n", ":2:112: found 2 plies, expected 1, as there are moves"},
        {PARTS "1\tA4A5 \n", ":1:118: expected a blank and a move"},
        {PARTS "1\tA4A\n", ":1:114: expected a move as A4A5, with ':' for row 10"},
        {PARTS "1\tA4,A5\n", ":1:116: expected a move as A4A5, with ':' for row 10"},
        {PARTS "2\tA4A5K7K6\n", ":1:118: expected a blank and a move"},
        {PARTS "1\tA4A5\t\n", ":1:118: found a seventh part, expected six parts with tabs between"},
        {PARTS "1\n", ":1:113: found the line's end, expected six parts with tabs between"},
        {PARTS "one\tA4A5\n", ":1:112: expected a whole number"},
        {"x.xml\t" FIELD "\t1\t3\t0\t\n",
         ":1:108: found result type 1 with winner 3, expected a type and a winner that fit"},
        {"x.xml\tB" FIELD "\t3\t1\t0\t\n", ":1:107: found 101 letters, expected 100"},
    };
    struct games_seen seen = {.max = 4};
    char fault[512];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(read_games(rows[i].text, strlen(rows[i].text), &seen, fault), STATUS_BAD);
        assert_string_equal(fault, rows[i].error);
    }
    for (size_t i = 0; i < seen.count; i++)
        record_clear(&seen.records[i]);
    static const char two[] = PARTS "1\tA4A5\n\n" PARTS "1\tA4A5\n";
    assert_refused(two, strlen(two),
                   "f:3:1: found a second game in the table, expected a table of one: give the line of the "
                   "one that is meant as a file of its own");
    assert_refused("#file\tfield\n", strlen("#file\tfield\n"),
                   "f:1:1: found a table without a game, expected a table of one");
}

TESTS_MAIN(NULL, NULL)
