/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of games: what is listed of each without parsing it, thousands of them, damaged ones, the trash,
 * and games won and lost. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "folder.h"
#include "play/game_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char finished[128];

static int set_up_game_list(void **state)
{
    char path[160];
    if (folder_set_up(state))
        return -1;
    snprintf(finished, sizeof finished, "%s/vedette/finished", folder);
    snprintf(path, sizeof path, "%s/vedette/games", folder);
    return disk_folder(finished, NULL) == STATUS_OK && disk_folder(path, NULL) == STATUS_OK ? 0 : -1;
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", finished, name);
    assert_int_equal(disk_write(path, text, strlen(text), NULL), STATUS_OK);
}

static void empty(void)
{
    struct game_list list = {0};
    game_list_find(&list);
    for (size_t i = 0; i < list.count; i++)
        unlink(list.games[i].path);
    game_list_free(&list);
}

/* A game file of the two players with a move each; `end` is its end. */
static void make_game(const char *red, const char *blue, const char *end, struct text *out)
{
    text_clear(out);
    text_printf(out,
                "format: vedette-game/1\ndate: 2026-11-21\nrules: isf\n"
                "red:  {player: %s, setup: \"KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\"}\n"
                "blue: {player: %s, setup: \"YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN\"}\n"
                "moves: >-\n  e4-e5 i7-i6\n%s", red, blue, end);
}

static void write_made(const char *name, const char *red, const char *blue, const char *end)
{
    struct text text = {0};
    make_game(red, blue, end, &text);
    write_file(name, text_string(&text));
    text_free(&text);
}

static void brief_of_made(const char *red, const char *blue, const char *end, struct game_brief *brief)
{
    char path[256];
    struct error error = {0};
    write_made("brief.game", red, blue, end);
    snprintf(path, sizeof path, "%s/brief.game", finished);
    if (game_brief_read(path, brief, &error))
        fail_msg("%s", error.text);
}

/* What is looked through says the same as what is parsed, also of names that need quotes. */
TEST(test_brief)
{
    static const char *const names[] = {"you", "\"Ann \\\"A\\\" {x}, y\"", "\"invincible:profile=beginner\"",
                                        "\"\\u00e9t\\u00e9\""};
    static const char *const ends[] = {"result: red\nreason: flag\n", "result: draw\n",
                                       "result: unfinished\n", "", "result: blue\nreason: time\n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t j = 0; j < sizeof ends / sizeof *ends; j++) {
            struct game_brief brief, parsed;
            struct file_content content = {0};
            char path[256];
            brief_of_made(names[i], "random", ends[j], &brief);
            snprintf(path, sizeof path, "%s/brief.game", finished);
            assert_int_equal(file_read(path, &content, NULL), STATUS_OK);
            game_brief_of(&content.record, &parsed);
            assert_string_equal(brief.player[RED], parsed.player[RED]);
            assert_string_equal(brief.player[BLUE], "random");
            assert_string_equal(brief.date, "2026-11-21");
            assert_int_equal(brief.plies, 2);
            assert_int_equal(brief.outcome.result, parsed.outcome.result);
            assert_int_equal(brief.outcome.reason, parsed.outcome.reason);
            file_content_free(&content);
        }
    empty();
}

/* A game file in the program's own form: "you" against random with the options of `agent`, and
 * `more` lines before the moves. */
static void write_own(const char *name, const char *agent, const char *more)
{
    struct text text = {0}, own = {0};
    make_game("you", "random", "result: red\nreason: resigned\n", &text);
    char *end = strstr(text.bytes, "NNNNNN\"}") + 7, *moves = strstr(text.bytes, "moves:");
    text_printf(&own, "%.*s%s%s}\n%s%s", (int)(end - text.bytes), text.bytes, agent[0] ? ",\n  " : "", agent,
                more, moves);
    write_file(name, text_string(&own));
    text_free(&text);
    text_free(&own);
}

/* What of an agent's options and of the game's beginning decides whether it counts: looked through and parsed
 * say the same, and one that does not count is in the list all the same. */
TEST(test_what_counts)
{
    static const struct {
        const char *agent, *more;
        bool counts;
    } cases[] = {
        {"", "", true},
        {"agent: {name: random}", "", true},
        {"agent: {name: random, options: {\n    plan_random.weight: 5}}", "", true},
        {"agent: {name: random, since: 1}", "", false},
        {"agent: {name: random, since: 2, options: {\n    plan_random.weight: 5}}", "", false},
        {"agent: {name: \"x, since: 9\", options: {\n    plan_random.weight: 5}}", "", true},
        {"agent: {name: \"x \\\"y\\\"\", since: 2}", "", false},
        {"", "practice: yes\n", false},
        {"", "comments:\n  1: \"agent: {name: random, since: 2}\"\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game_list list = {0};
        struct file_content content = {0};
        struct game_brief parsed;
        write_own("1.game", cases[i].agent, cases[i].more);
        game_list_find(&list);
        assert_int_equal(list.count, 1);
        struct game_entry *entry = list.games;
        game_entry_read(entry);
        assert_int_equal(entry->state, GAME_READ);
        assert_int_equal(file_read(entry->path, &content, NULL), STATUS_OK);
        game_brief_of(&content.record, &parsed);
        if (game_entry_counts(entry) != cases[i].counts || entry->brief.changed[RED] != parsed.changed[RED] ||
            entry->brief.changed[BLUE] != parsed.changed[BLUE] || entry->brief.placed != parsed.placed)
            fail_msg("case %zu: counts %d, changed %d %d", i, game_entry_counts(entry),
                     entry->brief.changed[RED], entry->brief.changed[BLUE]);
        assert_string_equal(game_entry_result(entry), "won");
        file_content_free(&content);
        game_list_free(&list);
    }
    empty();
}

#define PLACED(players, ranks) \
    "format: vedette-game/1\nrules: isf\n" players "position:\n  to_move: red\n  board: |\n" \
    "    " ranks " bF . . . . . . . .\n    . . . . . . . . . .\n    . . . . . . . . . .\n" \
    "    . . . . . . . . . .\n    . . ~ ~ . . ~ ~ . .\n    . . ~ ~ . . ~ ~ . .\n" \
    "    . . . . . . . . . .\n    . . . . . . . . . .\n    . . . . . . . . . .\n" \
    "    rF r6 . . . . . . . .\n  captured: {"

/* A game from a position does not count; beside a board elsewhere it is won or lost by the person there. */
TEST(test_placed)
{
    static const char end[] = "moves: >-\n  b1-b2\nresult: blue\nreason: resigned\n";
    struct game_list list = {0};
    struct standing *tallies;
    struct text text = {0};
    text_printf(&text, "%s}\n%s", PLACED("red:  {player: you}\nblue: {player: random}\n", "b6"), end);
    write_file("1.game", text_string(&text));
    text_clear(&text);
    text_printf(&text, "%sblue: \"%s\"}\n%s",
                PLACED("seating: second\nred:  {player: you}\nblue: {player: Bob}\n", "b?"),
                "B B B B B B S 2 2 2 2 2 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 7 7 7 8 8 9 X", end);
    write_file("2.game", text_string(&text));
    text_free(&text);
    game_list_find(&list);
    assert_int_equal(list.count, 2);
    for (size_t i = 0; i < list.count; i++) {
        struct game_entry *entry = &list.games[i];
        char opponent[PLAYER_NAME_MAX];
        game_entry_check(entry);
        if (entry->fault)
            fail_msg("%s", entry->fault);
        game_entry_opponent(entry, opponent, sizeof opponent);
        assert_string_equal(opponent, strcmp(game_entry_name(entry), "1.game") == 0 ? "random" : "Bob");
        assert_int_equal(game_entry_person(entry), RED);
        assert_string_equal(game_entry_result(entry), "lost");
        assert_true(entry->brief.placed);
    }
    assert_int_equal(game_list_tally(&list, &tallies), 0);
    game_list_free(&list);
    empty();
}

/* A result that cannot be is none, once the moves were played. */
TEST(test_false_results)
{
    static const char *const ends[] = {"red\nreason: flag", "blue\nreason: no-moves",
                                       "draw\nreason: move-limit", "draw\nreason: resigned",
                                       "draw\nreason: illegal"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct game_list list = {0};
        struct text text = {0};
        char end[64];
        snprintf(end, sizeof end, "result: %s\n", ends[i]);
        make_game("you", "random", end, &text);
        write_file("1.game", text_string(&text));
        game_list_find(&list);
        assert_int_equal(list.count, 1);
        game_entry_check(&list.games[0]);
        assert_int_equal(list.games[0].state, GAME_SOUND);
        assert_string_equal(game_entry_result(&list.games[0]), "unfinished");
        assert_false(game_entry_counts(&list.games[0]));
        game_list_free(&list);
        text_free(&text);
        empty();
    }
}

/* An unfinished game of practice says so. */
TEST(test_unfinished_practice)
{
    char path[256], opponent[PLAYER_NAME_MAX];
    struct text text = {0};
    struct game_list list = {0};
    make_game("you", "random", "", &text);
    char *moves = strstr(text.bytes, "moves:");
    struct text journal = {0};
    text_printf(&journal, "%.*spractice: yes\nresult: unfinished\nmoves: >-\n  e4-e5\n",
                (int)(moves - text.bytes), text.bytes);
    snprintf(path, sizeof path, "%s/vedette/games/1.game", folder);
    assert_int_equal(disk_write(path, journal.bytes, journal.size, NULL), STATUS_OK);
    game_list_find(&list);
    assert_int_equal(list.count, 1);
    assert_true(list.games[0].unfinished);
    assert_int_equal(list.games[0].state, GAME_SOUND);
    assert_true(list.games[0].brief.practice);
    game_entry_opponent(&list.games[0], opponent, sizeof opponent);
    assert_string_equal(opponent, "random, practice");
    game_list_free(&list);
    text_free(&text);
    text_free(&journal);
    empty();
}

/* Files that are no games have a line of their own, with what is wrong. */
TEST(test_damaged)
{
    struct game_list list = {0};
    struct text text = {0};
    write_file("1.game", "format: vedette-game/1\nmoves: x\n");
    write_file("2.setup", "MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\n");
    write_file("3.game", "");
    /* It looks sound as long as nobody plays its moves. */
    make_game("you", "random", "result: red\nreason: resigned\n", &text);
    memcpy(strstr(text.bytes, "i7-i6"), "i8-i5", 5);
    write_file("4.game", text_string(&text));
    game_list_find(&list);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < list.count; i++) {
        struct game_entry *entry = &list.games[i];
        char opponent[PLAYER_NAME_MAX];
        bool last = strcmp(game_entry_name(entry), "4.game") == 0;
        game_entry_read(entry);
        assert_int_equal(entry->state, last ? GAME_READ : GAME_DAMAGED);
        game_entry_check(entry);
        assert_int_equal(entry->state, GAME_DAMAGED);
        assert_non_null(strstr(entry->fault, game_entry_name(entry)));
        assert_string_equal(game_entry_result(entry), "damaged");
        game_entry_opponent(entry, opponent, sizeof opponent);
        assert_string_equal(opponent, last ? "random" : game_entry_name(entry));
    }
    game_list_free(&list);
    text_free(&text);
    empty();
}

TEST(test_orders)
{
    static const char *const by_result[] = {"drawn", "lost", "unfinished", "won"};
    struct game_list list = {0};
    write_made("1.game", "you", "random", "result: red\n");
    write_made("2.game", "probabilistic", "you", "result: red\n");
    write_made("3.game", "you", "star", "result: draw\n");
    write_made("4.game", "you", "\"invincible:profile=beginner\"", "result: unfinished\n");
    game_list_find(&list);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(list.games[i].state, GAME_UNREAD);
    game_list_sort(&list, GAMES_BY_RESULT);
    for (size_t i = 0; i < list.count; i++)
        assert_string_equal(game_entry_result(&list.games[i]), by_result[i]);
    game_list_sort(&list, GAMES_BY_OPPONENT);
    assert_true(game_entry_has(&list.games[0], "BEGIN"));
    assert_true(game_entry_has(&list.games[0], "2026-11"));
    assert_true(game_entry_has(&list.games[0], "4.ga"));
    assert_false(game_entry_has(&list.games[1], "begin"));
    assert_true(game_entry_has(&list.games[1], "lost"));
    game_list_free(&list);
    empty();
}

/* Ten thousand files are named without one of them being opened: they may not even be read. */
TEST(test_many)
{
    char name[32];
    struct game_list list = {0};
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "%05d.game", i);
        char path[256];
        snprintf(path, sizeof path, "%s/%s", finished, name);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fclose(file);
    }
    game_list_find(&list);
    assert_int_equal(list.count, 10000);
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(list.games[i].state, GAME_UNREAD);
    game_list_free(&list);
    empty();
}

TEST(test_trash)
{
    char kept[4096];
    struct stat about;
    struct game_list list = {0};
    for (int i = 0; i < 2; i++) { /* the second finds the first one's name taken */
        write_made("1.game", "you", "random", "result: red\n");
        game_list_find(&list);
        assert_int_equal(list.count, 1);
        assert_int_equal(game_list_move_to_trash(list.games[0].path, kept, sizeof kept, NULL), STATUS_OK);
        assert_int_equal(stat(kept, &about), 0);
        assert_non_null(strstr(kept, i ? "/trash/1-2.game" : "/trash/1.game"));
        game_list_free(&list);
        game_list_find(&list);
        assert_int_equal(list.count, 0);
        game_list_free(&list);
    }
    assert_int_equal(game_list_move_to_trash("/nonexistent/1.game", kept, sizeof kept, &(struct error){0}),
                     STATUS_FAILED);
}

TEST(test_tally)
{
    struct game_list list = {0};
    struct standing *tallies;
    write_made("1.game", "you", "random", "result: red\n");
    write_made("2.game", "random", "you", "result: red\n");
    write_made("3.game", "you", "random", "result: draw\n");
    write_made("4.game", "Ann", "\"invincible:profile=beginner\"", "result: red\n");
    write_made("5.game", "you", "random", "result: unfinished\n");
    write_made("6.game", "star", "random", "result: red\n");
    write_made("7.game", "Ann", "Bob", "result: red\n");
    write_file("8.game", "format: vedette-game/1\nmoves: x\n");
    game_list_find(&list);
    assert_int_equal(game_list_tally(&list, &tallies), 2);
    assert_string_equal(tallies[0].opponent, "beginner");
    assert_int_equal(tallies[0].won, 1);
    assert_int_equal(tallies[0].drawn + tallies[0].lost, 0);
    assert_string_equal(tallies[1].opponent, "random");
    assert_int_equal(tallies[1].won, 1);
    assert_int_equal(tallies[1].drawn, 1);
    assert_int_equal(tallies[1].lost, 1);
    assert_int_equal(tallies[1].plies, 6);
    assert_true(standing_score(&tallies[1]) == 0.5);
    free(tallies);
    game_list_free(&list);
    empty();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brief),  cmocka_unit_test(test_damaged), cmocka_unit_test(test_orders),
        cmocka_unit_test(test_many),   cmocka_unit_test(test_trash),   cmocka_unit_test(test_tally),
        cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_placed),
        cmocka_unit_test(test_false_results),
        cmocka_unit_test(test_unfinished_practice),
    };
    return cmocka_run_group_tests(tests, set_up_game_list, folder_tear_down);
}
