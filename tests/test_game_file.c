/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Game files: what they hold, what is wrong with a bad one and where, and there and back. */
#include "base/disk.h"
#include "boards.h"
#include "cmocka_all.h"
#include "files.h"
#include "shortcuts.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED_SETUP "MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB"
#define BLUE_SETUP "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN"
/* The same as a running game hides it. */
#define BLUE_SEALED "8RGms7w2LlTHxwe6Ptj/JxhX/QZJT7wPrcXJYRIk3zRMXOwBgz6m85yftI0="
#define HEAD "format: vedette-game/1\n"
#define SIDES_LINES "red: {setup: " RED_SETUP "}\nblue: {setup: " BLUE_SETUP "}\n"
#define POSITION \
    "position:\n  to_move: blue\n  board: |\n" \
    "    .    .    .    .    .    .    .    .    .    bF\n" EMPTY EMPTY \
    "    b2   .    .    .    .    .    .    .    .    .\n" LAKE LAKE EMPTY EMPTY \
    "    r3   .    .    .    .    .    .    .    .    .\n" \
    "    rF   .    .    .    .    .    .    .    .    .\n  captured: {}\n"
#define EMPTY "    .    .    .    .    .    .    .    .    .    .\n"
#define LAKE "    .    .    ~    ~    .    .    ~    ~    .    .\n"

#define SIXTY_FOUR "0123456789012345678901234567890123456789012345678901234567890123"

TEST(test_example)
{
    static const char text[] = HEAD
        "date: 2026-11-21\nrules: deepnash\nseed: 18446744073709551615\n"
        "red:  {player: you, setup: \"" RED_SETUP "\"}\n"
        "blue: {player: \"star:depth=4,probe=1\", setup: \"" BLUE_SETUP "\"}\n"
        "moves: >-\n  b4-b5 f7-f6 b5-b6\n  f6-f5 b6xb7#X\n"
        "result: blue          # comments are free\nreason: resigned\n";
    struct file_content content;
    assert_read(text, FILE_GAME, &content);
    const struct record *record = &content.record;
    assert_string_equal(record->date, "2026-11-21");
    assert_string_equal(record->rules.name, "deepnash");
    assert_int_equal(record->rules.no_attack_limit, 200);
    assert_true(record->has_seed && record->seed == UINT64_MAX);
    assert_string_equal(record->player[RED], "you");
    assert_string_equal(record->player[BLUE], "star:depth=4,probe=1");
    assert_int_equal(record->start.cell[30].rank, FLAG);
    assert_int_equal(record->start.cell[69].side, BLUE);
    assert_int_equal(record->plies, 5);
    assert_int_equal(record->moves[4].move.from, 51);
    assert_int_equal(record->moves[4].defender, MARSHAL);
    assert_int_equal(record->outcome.result, RESULT_BLUE);
    assert_int_equal(record->outcome.reason, REASON_RESIGNED);
    file_content_free(&content);
}

/* The least a game must have; keys in any order; either alphabet for either side. */
TEST(test_sparse)
{
    struct file_content content;
    assert_read("blue: {setup: " RED_SETUP "}\nmoves: a4-a5\nred: {setup: " BLUE_SETUP "}\n" HEAD,
                FILE_GAME, &content);
    assert_int_equal(content.record.plies, 1);
    assert_int_equal(content.record.outcome.result, RESULT_OPEN);
    assert_string_equal(content.record.rules.name, "isf");
    assert_string_equal(content.record.player[RED], "");
    assert_int_equal(content.record.start.cell[30].rank, FLAG);
    assert_int_equal(content.record.start.cell[30].side, RED);
    file_content_free(&content);
    assert_read(HEAD SIDES_LINES, FILE_GAME, &content);
    assert_int_equal(content.record.plies, 0);
    file_content_free(&content);
    assert_read("{\"format\": \"vedette-game/1\", \"red\": {\"setup\": \"" RED_SETUP
                "\"}, \"blue\": {\"setup\": \"" BLUE_SETUP "\"}}", FILE_GAME, &content);
    file_content_free(&content);
}

TEST(test_position)
{
    struct file_content content;
    assert_read(HEAD POSITION "moves: a7-a8 a2-a3\nred: {player: a}\n", FILE_GAME, &content);
    assert_true(content.record.start.free);
    assert_int_equal(content.record.start.to_move, BLUE);
    assert_int_equal(content.record.start.cell[10].rank, MINER);
    assert_int_equal(content.record.plies, 2);
    file_content_free(&content);
    /* Moves of the position go before the game's. */
    assert_read(HEAD POSITION "  moves: a7-a8\nmoves: a2-a3\n", FILE_GAME, &content);
    assert_int_equal(content.record.plies, 2);
    assert_int_equal(content.record.moves[0].move.from, 60);
    assert_int_equal(content.record.moves[1].move.from, 10);
    file_content_free(&content);
}

TEST(test_rules)
{
    struct file_content content;
    char text[1000];
    for (size_t i = 0; i < rules_count; i++) {
        snprintf(text, sizeof text, HEAD SIDES_LINES "rules: %s\n", rules_table[i].name);
        assert_read(text, FILE_GAME, &content);
        assert_string_equal(content.record.rules.name, rules_table[i].name);
        assert_int_equal(content.record.rules.two_squares, rules_table[i].two_squares);
        assert_int_equal(content.record.rules.move_limit, rules_table[i].move_limit);
        file_content_free(&content);
    }
    assert_read(HEAD SIDES_LINES "rules: {two_squares: 3, more_squares: no, move_limit: 7}\n", FILE_GAME,
                &content);
    assert_string_equal(content.record.rules.name, "custom");
    assert_int_equal(content.record.rules.two_squares, 3);
    assert_int_equal(content.record.rules.more_squares, false);
    assert_int_equal(content.record.rules.move_limit, 7);
    assert_int_equal(content.record.rules.no_attack_limit, 0);
    struct text out = {0};
    game_write(&content.record, &out);
    assert_non_null(
        strstr(text_string(&out),
               "\nrules: {two_squares: 3, more_squares: no, move_limit: 7, no_attack_limit: 0}\n"));
    text_free(&out);
    file_content_free(&content);
}

TEST(test_ends)
{
    for (int result = RESULT_OPEN; result <= RESULT_DRAW; result++)
        for (int reason = REASON_NONE; reason < REASONS; reason++) {
            if (result == RESULT_OPEN && reason != REASON_NONE)
                continue;
            struct record record = {0};
            struct text out = {0};
            struct file_content content;
            struct rng rng;
            rng_seed(&rng, 1, 0);
            record_clear(&record);
            placement_random_game(&record.start, &rng);
            record.outcome = (struct outcome){(enum result)result, (enum reason)reason};
            game_write(&record, &out);
            assert_read(text_string(&out), FILE_GAME, &content);
            assert_int_equal(content.record.outcome.result, result);
            assert_int_equal(content.record.outcome.reason, reason);
            text_free(&out);
            file_content_free(&content);
            record_clear(&record);
        }
}

TEST(test_game_file_faults)
{
    static const struct refusal rows[] = {
        {HEAD, "f:1:1: found no setup of red, expected both setups or a position"},
        {HEAD "red: {setup: " RED_SETUP "}\n",
         "f:1:1: found no setup of blue, expected both setups or a position"},
        {HEAD SIDES_LINES POSITION, "f:4:1: found a position beside a setup, expected either"},
        {HEAD SIDES_LINES "date: 21 November\n", "f:4:7: found \"21 November\", expected a date YYYY-MM-DD"},
        {HEAD SIDES_LINES "rules: chess\n",
         "f:4:8: found rules \"chess\", expected one of isf, deepnash, arts, "
         "redeca, free, or numbers"},
        {HEAD SIDES_LINES "rules: {two_squares: 101}\n",
         "f:4:22: found \"101\", expected a whole number 0-100"},
        {HEAD SIDES_LINES "rules: {move_limit: -1}\n",
         "f:4:21: found \"-1\", expected a whole number 0-1000000"},
        {HEAD SIDES_LINES "rules: {more_squares: maybe}\n", "f:4:23: found \"maybe\", expected yes or no"},
        {HEAD SIDES_LINES "rules: {squares: 3}\n", "f:4:9: found the key \"squares\", expected one of "
                                                   "two_squares, more_squares, move_limit, no_attack_limit"},
        {HEAD SIDES_LINES "seed: 18446744073709551616\n",
         "f:4:7: found \"18446744073709551616\", expected a whole number below 2^64"},
        {HEAD SIDES_LINES "seed: ''\n", "f:4:7: found \"\", expected a whole number below 2^64"},
        {HEAD SIDES_LINES "result: purple\n",
         "f:4:9: found \"purple\", expected red, blue, draw or unfinished"},
        {HEAD SIDES_LINES "result: open\n", "f:4:9: found \"open\", expected red, blue, draw or unfinished"},
        {HEAD SIDES_LINES "reason: flag\n", "f:4:9: found a reason, expected none: the game is unfinished"},
        {HEAD SIDES_LINES "result: red\nreason: tired\n",
         "f:5:9: found \"tired\", expected one of flag, no-moves, resigned, agreed, move-limit, "
         "no-attack-limit, time, game-time, time-missing, missing, both-missing, illegal, failed, "
         "no-answer"},
        {HEAD "red: {setup: \"MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBQ\"}\n",
         "f:2:54: found 'Q', blue's, among red's letters"},
        {HEAD "red: {setup: \"\"}\n", "f:2:14: found an empty value, expected 40 Gravon letters"},
        {HEAD "red: {setup: MLK}\n", "f:2:17: found 3 letters, expected 40"},
        {HEAD "red: {setup: " RED_SETUP " again}\n",
         "f:2:55: found a second word, expected 40 letters alone"},
        {HEAD "red: you\n", "f:2:6: found a scalar, expected a mapping for \"red\""},
        {HEAD "red: {player: \"a\\u0007b\"}\n",
         "f:2:15: found byte 0x07 in a name, expected printable UTF-8"},
        {HEAD "red: {player: " SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR "}\n",
         "f:2:15: found a name of 192 bytes, expected at most 191"},
        {HEAD SIDES_LINES "moves: >-\n  a4-a5 j7-j6\n\n  a5-a6 k7-j8\n",
         "f:7:9: found 'k', expected a file a-j, in the move \"k7-j8\""},
        {HEAD SIDES_LINES "moves: >-\n  a4-a5 j7-j6 a5-a6666666666666666666666666666666666\n",
         "f:5:20: found '6', expected the move's end, in the move \"a5-a666666666666666666666666666\""},
        {HEAD POSITION "  moves: a4=a5\n", "f:16:12: found '=', expected '-', 'x' or a square, in the move "
                                           "\"a4=a5\""},
        {HEAD POSITION "  rules: isf\n", "f:16:3: found the key \"rules\", expected one of format, variant, "
                                         "to_move, board, captured, absent, history, played, quiet, moves"},
        {HEAD SIDES_LINES "notes: a7=X,9 b10=BF,B a7=S\n",
         "f:4:24: found \"a7=S\", expected one note a square"},
        {HEAD SIDES_LINES "notes: a5=X\n",
         "f:4:8: found the note \"a5=X\", expected a square that has a piece at the start"},
        {HEAD SIDES_LINES "notes: c5=X\n",
         "f:4:8: found the note \"c5=X\", expected a square that has a piece at the start"},
        {HEAD SIDES_LINES "notes: X\n", "f:4:8: found \"X\", expected a note as e7=X,9"},
        {HEAD SIDES_LINES "notes: a7-X\n", "f:4:10: found '-', expected '=' in the note \"a7-X\""},
        {HEAD SIDES_LINES "notes: 'a10= b10=B'\n",
         "f:4:13: found the note \"a10=\", expected ranks F B S 2 .. 9 X behind the '='"},
        {HEAD SIDES_LINES "notes: {a7: X}\n", "f:4:8: found a mapping, expected a scalar for \"notes\""},
        {HEAD "position: a1\n", "f:2:11: found a scalar, expected a mapping for \"position\""},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

/* An agent's pieces are sealed while a person plays it, also where the game begins from a position, and plain
 * when it is over, in games of two agents or two persons, and in files written before. */
TEST(test_sealed)
{
    static const char *const agents[] = {"", ", agent: {name: random}"};
    for (int red = 0; red < 2; red++)
        for (int blue = 0; blue < 2; blue++)
            for (int over = 0; over < 2; over++) {
                struct file_content content;
                struct text text = {0}, out = {0}, again = {0};
                bool hidden = !over && red != blue;
                text_printf(&text, HEAD "red: {setup: " RED_SETUP "%s}\nblue: {setup: " BLUE_SETUP "%s}\n"
                            "moves: a4-a5 j7-j6\nresult: %s\n", agents[red], agents[blue],
                            over ? "red" : "unfinished");
                assert_read(text_string(&text), FILE_GAME, &content);
                game_write(&content.record, &out);
                assert_int_equal(strstr(text_string(&out), RED_SETUP) == NULL, hidden && red);
                assert_int_equal(strstr(text_string(&out), BLUE_SETUP) == NULL, hidden && blue);
                file_content_free(&content);
                assert_read(text_string(&out), FILE_GAME, &content);
                assert_int_equal(content.record.start.cell[30].rank, FLAG);
                assert_int_equal(content.record.start.cell[69].rank, FLAG);
                assert_int_equal(content.record.sealed[RED], hidden && red);
                assert_int_equal(content.record.sealed[BLUE], hidden && blue);
                game_write(&content.record, &again);
                assert_string_equal(text_string(&again), text_string(&out));
                file_content_free(&content);
                text_free(&text);
                text_free(&out);
                text_free(&again);
            }
}

/* Two people at one screen: neither shall see the other's pieces in the file. */
TEST(test_sealed_two)
{
    struct file_content content;
    struct text out = {0};
    assert_read(HEAD "seating: two\n" SIDES_LINES "moves: a4-a5\n", FILE_GAME, &content);
    game_write(&content.record, &out);
    assert_null(strstr(text_string(&out), RED_SETUP));
    assert_null(strstr(text_string(&out), BLUE_SETUP));
    content.record.outcome = (struct outcome){RESULT_DRAW, REASON_AGREED};
    text_clear(&out);
    game_write(&content.record, &out);
    assert_non_null(strstr(text_string(&out), RED_SETUP));
    assert_non_null(strstr(text_string(&out), BLUE_SETUP));
    file_content_free(&content);
    text_free(&out);
}

TEST(test_sealed_position)
{
    struct file_content content;
    struct text out = {0}, again = {0};
    assert_read(HEAD "red: {player: you}\nblue: {player: random, agent: {name: random}}\n" POSITION
                "moves: a7-a6\n", FILE_GAME, &content);
    game_write(&content.record, &out);
    assert_non_null(strstr(text_string(&out), "position:\n  sealed: >-\n    "));
    assert_null(strstr(text_string(&out), "bF"));
    file_content_free(&content);
    assert_read(text_string(&out), FILE_GAME, &content);
    assert_int_equal(content.record.start.cell[99].rank, FLAG);
    assert_int_equal(content.record.start.cell[99].side, BLUE);
    assert_int_equal(content.record.start.to_move, BLUE);
    assert_true(content.record.sealed[BLUE] && !content.record.sealed[RED]);
    game_write(&content.record, &again);
    assert_string_equal(text_string(&again), text_string(&out));
    file_content_free(&content);
    text_free(&out);
    text_free(&again);
}

/* What is damaged is no other setup. */
TEST(test_sealed_faults)
{
    struct error error;
    for (size_t i = 0; i < sizeof BLUE_SEALED; i++) {
        char sealed[] = BLUE_SEALED;
        struct file_content content;
        struct text text = {0};
        sealed[i] = i + 1 < sizeof BLUE_SEALED ? (sealed[i] == 'A' ? 'B' : 'A') : '!';
        text_printf(&text, HEAD "red: {setup: " RED_SETUP "}\nblue: {sealed: \"%.*s\"}\n", (int)sizeof sealed,
                    sealed);
        assert_int_equal(file_parse("f", text.bytes, text.size, &content, &error), STATUS_BAD);
        assert_string_equal(error.text, "f:3:16: found sealed text that is damaged");
        text_free(&text);
    }
}

/* Comments and the mark of practice, there and back. */
TEST(test_comments)
{
    static const char text[] = HEAD
        "rules: isf\nred:  {setup: \"" RED_SETUP "\"}\nblue: {setup: \"" BLUE_SETUP "\"}\npractice: yes\n"
        "comments:\n  0: \"a \\\"good\\\" start: {x}\"\n  3: \"h\u00f6her\"\n"
        "moves: >-\n  a4-a5 j7-j6 a5-a6\nresult: unfinished\n";
    struct file_content content;
    struct text out = {0};
    assert_read(text, FILE_GAME, &content);
    struct record *record = &content.record;
    assert_true(record->practice);
    assert_string_equal(record_comment_at(record, 0), "a \"good\" start: {x}");
    assert_null(record_comment_at(record, 1));
    assert_string_equal(record_comment_at(record, 3), "h\u00f6her");
    game_write(record, &out);
    assert_string_equal(text_string(&out), text);
    record_set_comment(record, 1, "between");
    record_set_comment(record, 0, "");
    assert_int_equal(record->comment_count, 2);
    assert_string_equal(record->comments[0].text, "between");
    record_set_comment(record, 1, "other");
    assert_string_equal(record_comment_at(record, 1), "other");
    record_cut(record, 2);
    assert_int_equal(record->comment_count, 1);
    /* Whatever bytes a comment has, the file can be read again and holds all letters. */
    snprintf(record->player[RED], PLAYER_NAME_MAX, "/b\xe4t\t\u2028x");
    memset(record->player[BLUE], 0xe4, PLAYER_NAME_MAX - 1); /* twice as long in UTF-8 */
    record_set_comment(record, 1, "l\xe4\u2028ne\t\"\\\x01\ufeff\xc2\x85.");
    text_clear(&out);
    game_write(record, &out);
    file_content_free(&content);
    assert_read(text_string(&out), FILE_GAME, &content);
    assert_string_equal(record->player[RED], "/b\u00e4t  x");
    assert_memory_equal(record->player[BLUE], "\u00e4\u00e4\u00e4", 6);
    assert_string_equal(record_comment_at(record, 1), "l\u00e4 ne \"\\ .");
    record_set_comment(record, 1, "");
    record_set_comment(record, 1, "");
    assert_int_equal(record->comment_count, 0);
    file_content_free(&content);
    /* A journal that has lost its last move does not stumble over what was said of it. */
    assert_read(HEAD SIDES_LINES "moves: a4-a5\ncomments: {1: x, 2: y}\n", FILE_GAME, &content);
    assert_int_equal(content.record.comment_count, 1);
    file_content_free(&content);
    text_free(&out);
}

TEST(test_origin_faults)
{
    static const struct refusal rows[] = {
        {HEAD SIDES_LINES "clock: 5 minutes\n",
         "f:4:8: found \"5 minutes\", expected none, a time as 5m or 5m+3s, or 10s/move; at most 100 hours"},
        {HEAD SIDES_LINES "clock: 5m+3\n",
         "f:4:10: found \"+3\", expected none, a time as 5m or 5m+3s, or 10s/move; at most 100 hours"},
        {HEAD SIDES_LINES "clock: {red: 5m, blue: 0s}\n",
         "f:4:24: found \"0s\", expected none, a time as 5m or 5m+3s, or 10s/move; at most 100 hours"},
        {HEAD SIDES_LINES "clock: {green: 5m}\n",
         "f:4:9: found the key \"green\", expected one of red, blue, enforced"},
        {HEAD SIDES_LINES "clock: {red: 5m, enforced: maybe}\n",
         "f:4:28: found \"maybe\", expected yes or no"},
        {HEAD SIDES_LINES "moves: a4-a5 j7-j6\ntimes: 1.5 2.0001\n",
         "f:5:12: found \"2.0001\", expected seconds with at most three digits behind a point"},
        {HEAD SIDES_LINES "moves: a4-a5\ntimes: -1\n",
         "f:5:8: found \"-1\", expected seconds with at most three digits behind a point"},
        {HEAD SIDES_LINES "moves: a4-a5\ntimes: 4294967.296\n",
         "f:5:8: found \"4294967.296\", expected seconds with at most three digits behind a point"},
        {HEAD SIDES_LINES "moves: a4-a5 j7-j6 a5-a6\ntimes: 1\n",
         "f:5:9: found 1 time, expected one for each of 3 moves, and one more at most"},
        {HEAD SIDES_LINES "moves: a4-a5\nresult: red\ntimes: 1 2 3\n",
         "f:6:12: found 3 times, expected one for each of 1 move, and one more at most"},
        {HEAD SIDES_LINES "program: \"" SIXTY_FOUR "\"\n",
         "f:4:10: found \"01234567890123456789\", expected a program's name of at most 47 bytes"},
        {HEAD SIDES_LINES "moves: a4-a5\ncomments: {x: y}\n",
         "f:5:12: found a comment on \"x\", expected a number of moves, 0-1"},
        {HEAD SIDES_LINES "moves: a4-a5\nresult: red\ncomments: {2: x}\n",
         "f:6:12: found a comment on \"2\", expected a number of moves, 0-1"},
        {HEAD SIDES_LINES "comments: {0: \"\"}\n",
         "f:4:15: found another comment, expected a line of text of at most 400 bytes"},
        {HEAD SIDES_LINES "comments: {0: [a]}\n",
         "f:4:15: found another comment, expected a line of text of at most 400 bytes"},
        {HEAD SIDES_LINES "practice: perhaps\n", "f:4:11: found \"perhaps\", expected yes or no"},
        {HEAD SIDES_LINES "practice: yes\nseating: two\n",
         "f:4:11: found practice in an unfinished game of two people, expected none"},
        {HEAD "position: {sealed: x}\n", "f:2:20: found sealed text that is damaged"},
        {HEAD "position: {sealed: {}}\n", "f:2:20: found no sealed text, expected one"},
        {HEAD "red: {agent: random}\n", "f:2:14: found a scalar, expected a mapping for \"agent\""},
        {HEAD "red: {agent: {options: {}}}\n", "f:2:14: found no key \"name\", expected one"},
        {HEAD "red: {agent: {name: \"\"}}\n", "f:2:21: found an empty name, expected an agent's"},
        {HEAD "red: {agent: {name: a, since: x}}\n", "f:2:31: found \"x\", expected the number of a move"},
        {HEAD "red: {agent: {name: a, weights: 0123456789abcdefg}}\n",
         "f:2:33: found \"0123456789abcdefg\", expected a digest of 16 digits 0 to 9 and a to f"},
        {HEAD "red: {agent: {name: a, weights: 0123456789abcdeF}}\n",
         "f:2:33: found \"0123456789abcdeF\", expected a digest of 16 digits 0 to 9 and a to f"},
        {HEAD "red: {agent: {name: a, options: {A.b: 1}}}\n",
         "f:2:34: found the key \"A.b\", expected an option's, as belief.guesser"},
        {HEAD "red: {agent: {name: a, options: {a.b: [1]}}}\n",
         "f:2:39: found no value of \"a.b\", expected one of at most 1000 bytes"},
        {HEAD "red: {agent: {name: a, options: {a.b: 1, a.b: 2}}}\n",
         "f:2:42: found the key 'a.b' again, expected it once (it is in line 2)"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

/* The program, the agents and the clocks of a game, as its file has them. */
TEST(test_origin)
{
    static const char text[] = HEAD
        "program: \"vedette 0.1.0\"\nrules: isf\nclock: {red: 5m+3s, blue: none, enforced: no}\nseed: 7\n"
        "red:  {player: you, setup: \"" RED_SETUP "\"}\n"
        "blue: {player: \"invincible:profile=x\", sealed: \"" BLUE_SEALED "\",\n"
        "  agent: {name: invincible, since: 2, weights: 00f123456789abcd, options: {\n"
        "    belief.kind: counts, plan_random.max: 12, setup.file: \"a b\"}}}\n"
        "times: >-\n  1.5 0.001 600 0.25\n"
        "moves: >-\n  a4-a5 j7-j6 a5-a6\nresult: unfinished\n";
    struct file_content content;
    struct text out = {0};
    assert_read(text, FILE_GAME, &content);
    const struct record *record = &content.record;
    const struct agent_in_record *agent = &record->agent[BLUE];
    assert_string_equal(record->program, "vedette 0.1.0");
    assert_true(record->time.side[RED].total == 300000 && record->time.side[RED].increment == 3000);
    assert_false(time_control_is_set(&record->time.side[BLUE]));
    assert_true(record->time.counted);
    assert_int_equal(record->spent_count, 4);
    assert_int_equal(record_move_time(record, 2), 600000);
    assert_int_equal(record_move_time(record, 3), 250);
    assert_string_equal(record->agent[RED].name, "");
    assert_string_equal(agent->name, "invincible");
    assert_int_equal(agent->since, 2);
    assert_true(agent->weights == UINT64_C(0x00f123456789abcd));
    assert_int_equal(agent->count, 3);
    assert_string_equal(agent->options[2].key, "setup.file");
    assert_string_equal(agent->options[2].value, "a b");
    game_write(record, &out);
    assert_string_equal(text_string(&out), text);
    file_content_free(&content);
    text_free(&out);
    /* A file that was cut off among its moves has times without a move. */
    assert_read(HEAD SIDES_LINES "times: 1 2 3 4\nclock: 1m\nmoves: a4-a5\n", FILE_GAME, &content);
    assert_int_equal(content.record.spent_count, 2);
    assert_int_equal(content.record.time.side[BLUE].total, 60000);
    file_content_free(&content);
}

/* Notes stay with the pieces that stood on the squares at the start, and come back as they were. */
TEST(test_notes)
{
    struct file_content content, again;
    struct text out = {0};
    assert_read("notes: \"b10=B a7=9X a1=f,B,S,2,3,4,5,6,7,8,9,x\"\nmoves: b4-b5 f7-f6\n" HEAD SIDES_LINES,
                FILE_GAME, &content);
    assert_int_equal(content.record.note[square_at(1, 9)], 1 << BOMB);
    assert_int_equal(content.record.note[square_at(0, 6)], 1 << MARSHAL | 1 << GENERAL);
    assert_int_equal(content.record.note[square_at(0, 0)], (1 << RANKS) - 1);
    for (int number = 0; number < PIECES; number++) {
        int square = record_start_square(&content.record, number);
        assert_int_equal(content.record.start.cell[square].side, number < PIECES_A_SIDE ? RED : BLUE);
    }
    game_write(&content.record, &out);
    assert_non_null(strstr(text_string(&out),
                           "notes: >-\n  a1=X,9,8,7,6,5,4,3,2,S,B,F a7=X,9 b10=B\nmoves:"));
    assert_read(text_string(&out), FILE_GAME, &again);
    assert_memory_equal(again.record.note, content.record.note, sizeof content.record.note);
    file_content_free(&again);
    text_clear(&out);
    game_write_journal(&content.record, &out);
    assert_read(text_string(&out), FILE_GAME, &again);
    assert_memory_equal(again.record.note, content.record.note, sizeof content.record.note);
    assert_int_equal(again.record.plies, 2);
    file_content_free(&again);
    file_content_free(&content);
    text_free(&out);
}

/* A game grows: its head, then a move a line; cut off at any line it is a whole file. */
TEST(test_journal)
{
    struct record record = {0};
    struct position position = {0};
    struct text head = {0}, grown = {0}, journal = {0};
    struct file_content content;
    struct rng rng;
    rng_seed(&rng, 61, 0);
    record_clear(&record);
    placement_random_game(&record.start, &rng);
    snprintf(record.player[BLUE], PLAYER_NAME_MAX, "random");
    record_play_random(&record, 120, &position, &rng);
    game_write_head(&record, &head);
    text_append(&grown, head.bytes, head.size);
    for (size_t i = 0; i <= record.plies; i++) {
        assert_read(text_string(&grown), FILE_GAME, &content);
        assert_int_equal(content.record.plies, i);
        assert_int_equal(content.record.outcome.result, RESULT_OPEN);
        assert_string_equal(content.record.player[BLUE], "random");
        file_content_free(&content);
        if (i < record.plies)
            text_printf(&grown, "  %c%d-%c%d\n", 'a' + square_file(record.moves[i].move.from),
                        square_row(record.moves[i].move.from) + 1,
                        'a' + square_file(record.moves[i].move.to),
                        square_row(record.moves[i].move.to) + 1);
    }
    game_write_journal(&record, &journal);
    assert_read(text_string(&journal), FILE_GAME, &content);
    assert_int_equal(content.record.plies, record.plies);
    assert_memory_equal(journal.bytes, head.bytes, head.size);
    size_t lines = 0;
    for (size_t i = head.size; i < journal.size; i++)
        lines += journal.bytes[i] == '\n';
    assert_int_equal(lines, record.plies);
    file_content_free(&content);
    text_free(&head);
    text_free(&grown);
    text_free(&journal);
    position_free(&position);
    record_clear(&record);
}

/* --- there and back --- */

static const char *const names[] = {
    "", "you", "no", "star:depth=4,probe=1", "J\xc3\xbcrgen \"the\" \\ Great", "a: b, {c} #d", "'", "-",
    "012345678901234567890123456789012345678901234567890123456789012",
};

static void random_head(struct record *record, struct rng *rng)
{
    for (enum side side = RED; side <= BLUE; side++)
        snprintf(record->player[side], PLAYER_NAME_MAX, "%s",
                 names[rng_below(rng, sizeof names / sizeof *names)]);
    if (rng_below(rng, 2))
        snprintf(record->date, sizeof record->date, "2026-11-%02u", rng_below(rng, 30) + 1);
    record->has_seed = rng_below(rng, 2);
    record->seed = record->has_seed ? rng_next(rng) : 0;
    record->rules = rules_table[rng_below(rng, (uint32_t)rules_count)];
    if (rng_below(rng, 3) == 0) {
        record->rules.name = "custom";
        record->rules.two_squares = (int)rng_below(rng, 9);
        record->rules.move_limit = 9000;
    }
}

/* Agents, clocks and times of all kinds; `plies` are known. */
static void random_origin(struct record *record, struct rng *rng)
{
    static const char *const values[] = {"", "1", "0.5", "-1", "1.", "yes", "forever",
                                         "a \"b\" \\ {c}, d: #e"};
    if (rng_below(rng, 2))
        snprintf(record->program, sizeof record->program, "vedette 1.%u", rng_below(rng, 100));
    for (enum side side = RED; side <= BLUE; side++) {
        struct time_control *control = &record->time.side[side];
        if (rng_below(rng, 2))
            record_name_agent(record, side, names[3], rng_below(rng, 3));
        for (uint32_t i = rng_below(rng, 9); record->agent[side].name[0] && i > 0; i--) {
            char key[40];
            snprintf(key, sizeof key, "group_%u.key", i);
            record_add_option(record, side, key, values[rng_below(rng, 8)]);
        }
        if (rng_below(rng, 2))
            *control = (struct time_control){.total = 1 + rng_below(rng, TIME_MAX),
                                             .increment = rng_below(rng, 2) * rng_below(rng, 9000)};
        else if (rng_below(rng, 2))
            *control = (struct time_control){.move = 1 + rng_below(rng, 100000)};
    }
    record->time.counted = time_terms_are_set(&record->time) && rng_below(rng, 2);
    for (size_t i = 0; time_terms_are_set(&record->time) && i < record->plies + rng_below(rng, 2); i++)
        record_set_move_time(record, i, rng_below(rng, 2) ? rng_below(rng, 100000) : (uint32_t)rng_next(rng));
}

static void assert_same_origin(const struct record *one, const struct record *two)
{
    assert_string_equal(one->program, two->program);
    assert_memory_equal(&one->time.side, &two->time.side, sizeof one->time.side);
    assert_int_equal(one->time.counted, two->time.counted);
    assert_int_equal(one->spent_count, two->spent_count);
    for (size_t i = 0; i < one->spent_count; i++)
        assert_int_equal(one->spent[i], two->spent[i]);
    for (enum side side = RED; side <= BLUE; side++) {
        const struct agent_in_record *a = &one->agent[side], *b = &two->agent[side];
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->since, b->since);
        assert_int_equal(a->count, b->count);
        for (size_t i = 0; i < a->count; i++) {
            assert_string_equal(a->options[i].key, b->options[i].key);
            assert_string_equal(a->options[i].value, b->options[i].value);
        }
    }
}

/* Plays, and states the ranks that fought, as a game must whose start has unknown ones. */
static void play_told(struct record *record, int plies, struct rng *rng)
{
    struct position position = {0};
    struct event event;
    assert_int_equal(record_replay(record, SIZE_MAX, &position, NULL, NULL), STATUS_OK);
    while (plies-- > 0 && position_outcome(&position).result == RESULT_OPEN) {
        struct move_with_ranks entered = move_random(&position.board, rng);
        struct move_with_ranks bare = entered;
        entered.attacker = (uint8_t)rng_below(rng, RANKS);
        entered.defender = (uint8_t)rng_below(rng, RANKS);
        if (position_play(&position, bare, &event, NULL) == STATUS_OK)
            record_append(record, (struct move_with_ranks){bare.move, event.attacker, event.defender});
        else if (position_play(&position, entered, &event, NULL) == STATUS_OK)
            record_append(record, entered);
    }
    position_free(&position);
}

TEST(test_game_file_there_and_back)
{
    struct rng rng;
    size_t entered = 0;
    rng_seed(&rng, 62, 0);
    for (int game = 0; game < 150; game++) {
        struct record record = {0};
        struct text out = {0}, again = {0};
        struct file_content content;
        record_clear(&record);
        placement_random_game(&record.start, &rng);
        if (game % 3 == 1)
            placement_random_few(&record.start, 6, &rng);
        if (game % 3 == 2)
            placement_blur(&record.start, &rng);
        random_head(&record, &rng);
        play_told(&record, (int)rng_below(&rng, 200), &rng);
        for (size_t i = 0; i < record.plies; i++)
            entered += game % 3 == 2 && record.moves[i].defender < RANKS;
        random_origin(&record, &rng);
        game_write(&record, &out);
        assert_read(text_string(&out), FILE_GAME, &content);
        assert_same_record(&content.record, &record);
        for (enum side side = RED; side <= BLUE; side++)
            assert_string_equal(content.record.player[side], record.player[side]);
        assert_same_origin(&content.record, &record);
        game_write(&content.record, &again);
        assert_string_equal(text_string(&again), text_string(&out));
        const char *moves = strstr(text_string(&out), "\nmoves:");
        for (const char *line = moves + 1, *end; (end = strchr(line, '\n')); line = end + 1)
            assert_true(end - line <= 80);
        file_content_free(&content);
        text_free(&out);
        text_free(&again);
        record_clear(&record);
    }
    assert_true(entered > 50);
}

/* An attack is written with an 'x'; in a game that goes wrong, as far as it was right. */
TEST(test_attacks)
{
    static const char whole[] = HEAD
        "rules: isf\nred:  {setup: \"" RED_SETUP "\"}\nblue: {setup: \"" BLUE_SETUP "\"}\n"
        "moves: >-\n  b4-b5 i7-i6 b5-b6 i6-i5 b6xb7 i5xi4 a4-a5 j7-j6 b7xb8\nresult: unfinished\n";
    struct file_content content;
    struct text out = {0};
    assert_read(HEAD SIDES_LINES "moves: b4b5 i7i6 b5b6 i6i5 b6b7 i5i4 a4a5 j7j6 b7xb8\n", FILE_GAME,
                &content);
    game_write(&content.record, &out);
    char *last = strstr(out.bytes, "a4-a5"); /* flags do not move: from here on all is as if quiet */
    assert_non_null(last);
    assert_string_equal(last, "a4-a5 j7-j6 b7-b8\nresult: unfinished\n");
    assert_memory_equal(out.bytes, whole, (size_t)(last - out.bytes));
    text_free(&out);
    file_content_free(&content);
}

/* Which move of a file is illegal, and where it stands. */
TEST(test_illegal)
{
    static const struct refusal rows[] = {
        {HEAD SIDES_LINES "moves: >-\n  b4-b5 i7-i6\n  a4-a5\n", ":6:3: found a4-a5 as move 3, "},
        {HEAD POSITION "  moves: a7-a8\nmoves: a2-a3 a8-b9\n", ":17:14: found a8-b9 as move 3, "},
        {HEAD POSITION "  moves: a7-d8\nmoves: a2-a3 a8-b9\n", ":16:10: found a7-d8 as move 1, "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *path = file_make(rows[i].text, strlen(rows[i].text));
        struct position position;
        struct error error;
        assert_int_equal(file_position(path, &position, &error), STATUS_BAD);
        assert_memory_equal(error.text, path, strlen(path));
        assert_memory_equal(error.text + strlen(path), rows[i].error, strlen(rows[i].error));
        unlink(path);
        free(path);
    }
}

/* doc/FILES.md lists every reason that a result may have. */
TEST(test_reasons_are_documented)
{
    char path[4096];
    struct text text = {0};
    source_text("doc/FILES.md", &text);
    char *line = strstr(text.bytes, "\n- `reason` is one of");
    assert_non_null(line);
    *strstr(line, "\n\n") = '\0';
    size_t listed = 0, reasons = 0;
    for (int reason = REASON_NONE + 1; reason < REASONS; reason++, reasons++) {
        snprintf(path, sizeof path, "`%s`", reason_name((enum reason)reason));
        if (!strstr(line, path))
            fail_msg("not in doc/FILES.md: %s", path);
    }
    for (const char *at = line; (at = strchr(at, '`')); at++)
        listed++;
    assert_int_equal(listed / 2, reasons + 1);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example),        cmocka_unit_test(test_sparse),
        cmocka_unit_test(test_position),       cmocka_unit_test(test_rules),
        cmocka_unit_test(test_ends),           cmocka_unit_test(test_game_file_faults),
        cmocka_unit_test(test_journal),        cmocka_unit_test(test_game_file_there_and_back),
        cmocka_unit_test(test_sealed),         cmocka_unit_test(test_sealed_two),
        cmocka_unit_test(test_sealed_position),
        cmocka_unit_test(test_sealed_faults),  cmocka_unit_test(test_comments),
        cmocka_unit_test(test_reasons_are_documented),
        cmocka_unit_test(test_notes),          cmocka_unit_test(test_origin),
        cmocka_unit_test(test_origin_faults),
        cmocka_unit_test(test_attacks),        cmocka_unit_test(test_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
