/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of matches as the lab writes and reads them, sound and hostile, and the JSON that they are of. */
#include "cmocka_all.h"
#include "base/json_read.h"
#include "engine.h"
#include "lab/match_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum status read_json(struct json_members *members, const char *line, struct error *error)
{
    return json_read(members, line, strlen(line), "f", 7, error);
}

TEST(json_is_taken_apart)
{
    struct json_members members = {0};
    struct error error;
    uint64_t whole;
    assert_int_equal(read_json(&members, " { \"a\" : 1 , \"b\":{\"c\":[true,"
                                         "\"x\\n\\u00e9\\ud83d\\ude00\",[]],"
                                         "\"d\":{}},\"e\":-2.5e3}  ", &error), STATUS_OK);
    assert_int_equal(members.count, 4);
    assert_string_equal(json_path(&members, 2), "b.c.1");
    assert_string_equal(json_find(&members, "b.c.1", JSON_STRING), "x\n\xc3\xa9\xf0\x9f\x98\x80");
    assert_string_equal(json_find(&members, "b.c.0", JSON_WORD), "true");
    assert_string_equal(json_find(&members, "e", JSON_NUMBER), "-2.5e3");
    assert_null(json_find(&members, "a", JSON_STRING));
    assert_null(json_find(&members, "b.c", JSON_STRING));
    assert_true(json_find_whole(&members, "a", 1, &whole) && whole == 1);
    assert_false(json_find_whole(&members, "a", 0, &whole));
    assert_false(json_find_whole(&members, "e", 5000, &whole));
    assert_int_equal(read_json(&members, "{\"n\":18446744073709551615,\"m\":18446744073709551616}", &error),
                     STATUS_OK);
    assert_true(json_find_whole(&members, "n", UINT64_MAX, &whole) && whole == UINT64_MAX);
    assert_false(json_find_whole(&members, "m", UINT64_MAX, &whole));
    assert_int_equal(read_json(&members, "{}", &error), STATUS_OK);
    assert_int_equal(members.count, 0);
    json_members_free(&members);
}

TEST(bad_json_has_its_place)
{
    static const char *const bad[][2] = {
        {"", "f:7:1: found the end, expected '{'"},
        {"[1]", "f:7:1: found '[', expected '{'"},
        {"{\"a\":1", "f:7:7: found the end, expected ',' or '}'"},
        {"{\"a\" 1}", "f:7:6: found '1', expected ':'"},
        {"{a:1}", "f:7:2: found 'a', expected a key in quotes"},
        {"{\"a\":1,}", "f:7:8: found '}', expected a key in quotes"},
        {"{\"a\":}", "f:7:6: found '}', expected a value"},
        {"{\"a\":truth}", "f:7:6: found 't', expected a value"},
        {"{\"a\":[1 2]}", "f:7:9: found '2', expected ',' or ']'"},
        {"{\"a\":\"x", "f:7:8: found the end, expected the end of the string"},
        {"{\"a\":\"\\x\"}", "f:7:8: found 'x', expected what may stand behind a '\\'"},
        {"{\"a\":\"\\u0000\"}", "f:7:13: found '\"', expected four digits of a character"},
        {"{\"a\":\"\\ud800x\"}", "f:7:13: found 'x', expected the other half of a character"},
        {"{\"a\":1} x", "f:7:9: found 'x', expected the end of the line"},
        {"{\"a\":01}", "f:7:6: found '0', expected a value"},
        {"{\"a\":-}", "f:7:6: found '-', expected a value"},
        {"{\"a\":1.}", "f:7:6: found '1', expected a value"},
        {"{\"a\":1e+}", "f:7:6: found '1', expected a value"},
        {"{\"a\":1-2}", "f:7:6: found '1', expected a value"},
        {"{\"a\":\"\xe9\"}", "f:7:7: found a byte, expected UTF-8"},
        {"\x01", "f:7:1: found a byte, expected '{'"},
    };
    struct json_members members = {0};
    struct error error;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(read_json(&members, bad[i][0], &error), STATUS_BAD);
        assert_string_equal(error.text, bad[i][1]);
    }
    json_members_free(&members);
}

/* Writes {"a":[[..]]} with so many lists. */
static void nest(size_t lists, struct text *line)
{
    text_clear(line);
    text_add(line, "{\"a\":");
    for (size_t i = 0; i < 2 * lists; i++)
        text_add(line, i < lists ? "[" : "]");
    text_add(line, "}");
}

TEST(json_is_bounded)
{
    struct json_members members = {0};
    struct text line = {0};
    struct error error;
    nest(JSON_DEPTH_MAX - 1, &line);
    assert_int_equal(read_json(&members, text_string(&line), &error), STATUS_OK);
    nest(JSON_DEPTH_MAX, &line);
    assert_int_equal(read_json(&members, text_string(&line), &error), STATUS_BAD);
    assert_string_equal(error.text, "f:7:38: found ']', expected fewer brackets in each other");
    text_clear(&line);
    text_add(&line, "{\"a\":[0");
    for (size_t i = 1; i < JSON_VALUES_MAX; i++)
        text_add(&line, ",0");
    text_add(&line, "]}");
    assert_int_equal(read_json(&members, text_string(&line), &error), STATUS_OK);
    assert_int_equal(members.count, JSON_VALUES_MAX);
    line.size -= 2;
    text_add(&line, ",0]}");
    assert_int_equal(read_json(&members, text_string(&line), &error), STATUS_BAD);
    assert_string_equal(error.text + strlen(error.text) - 12, "fewer values");
    text_free(&line);
    json_members_free(&members);
}

/* Plays a tournament with a log, as `shard` of `shards`, in `meetings`. */
static void play_logged(const char *path, size_t shard, size_t shards, struct match_result meetings[3])
{
    static const char *const players[] = {"random", "probabilistic", "random:wait=0"};
    static const struct tournament tournament = {TOURNAMENT_ROUND_ROBIN, players, 3};
    struct error error;
    const struct match_terms terms = {
        .games = 5, .paired = true, .rules = *rules_find("redeca"), .seed = UINT64_MAX, .jobs = 2,
        .settings = &settings, .log = path, .shard = shard, .shards = shards,
        .clock = {{.move = 60000}, {0}},
    };
    assert_int_equal(tournament_run(&tournament, &terms, meetings, &error), STATUS_OK);
}

static void assert_alike(const struct match_result *a, const struct match_result *b)
{
    for (int i = 0; i < 3; i++) {
        assert_int_equal(a[i].games, b[i].games);
        for (int agent = MATCH_A; agent < MATCH_AGENTS; agent++) {
            assert_int_equal(a[i].agent[agent].wins, b[i].agent[agent].wins);
            assert_memory_equal(a[i].wins_by[agent], b[i].wins_by[agent], sizeof a[i].wins_by[agent]);
        }
        assert_true(a[i].plies.mean == b[i].plies.mean && a[i].plies.squares == b[i].plies.squares);
        assert_memory_equal(&a[i].pairs, &b[i].pairs, sizeof a[i].pairs);
    }
}

/* Shards of a tournament together are the tournament; so is its log, begun and gone on with. */
TEST(logs_make_the_whole)
{
    char files[][10] = {"log-2", "log-0", "log-3", "log-1", "log-whole"};
    char *paths[] = {files[0], files[1], files[2], files[3]}, *whole[] = {files[4]};
    struct match_result played[3], shard[3], again[3];
    struct merged merged;
    struct error error;
    play_logged(NULL, 0, 0, played);
    for (size_t i = 0; i < 4; i++) {
        unlink(paths[i]);
        play_logged(paths[i], (size_t)(paths[i][4] - '0'), 4, shard);
    }
    assert_int_equal(match_merge(paths, 4, &merged, &error), STATUS_OK);
    assert_alike(played, merged.meetings);
    assert_int_equal(merged.tournament.players, 3);
    assert_string_equal(merged.tournament.player[2], "random:wait=0");
    assert_true(merged.terms.seed == UINT64_MAX && merged.terms.paired && !merged.terms.a_is_red);
    assert_string_equal(merged.terms.rules.name, "redeca");
    assert_int_equal(merged.terms.rules.move_limit, rules_find("redeca")->move_limit);
    assert_int_equal(merged.terms.clock[MATCH_A].move, 60000);
    assert_int_equal(merged.terms.clock[MATCH_B].move, 0);
    merged_free(&merged);
    unlink(whole[0]);
    play_logged(whole[0], 0, 0, shard);
    assert_int_equal(truncate(whole[0], 1500), 0);
    play_logged(whole[0], 0, 0, again);
    assert_alike(played, again);
    assert_int_equal(match_merge(whole, 1, &merged, &error), STATUS_OK);
    assert_alike(played, merged.meetings);
    merged_free(&merged);
    for (size_t i = 0; i < 4; i++)
        unlink(paths[i]);
    unlink(whole[0]);
}

#define HEAD_OF(players, rest) \
    "{\"format\":\"vedette-match/1\",\"kind\":\"match\",\"players\":" players ",\"games\":2,\"seed\":1," \
    "\"paired\":true,\"fixed\":false,\"rules\":{\"name\":\"isf\",\"two_squares\":5,\"more_squares\":true," \
    "\"move_limit\":0,\"no_attack_limit\":0},\"setups\":{\"count\":0,\"digest\":\"\",\"first\":false}," \
    "\"clock\":\"none\",\"clock_counted\":false" rest "}\n"
#define HEAD HEAD_OF("[{\"name\":\"a\"},{\"name\":\"b\"}]", "")
#define GAME_OF(index, red, blue, result, reason, plies) \
    "{\"index\":" index ",\"red\":\"" red "\",\"blue\":\"" blue "\",\"result\":\"" result "\",\"reason\":\"" \
    reason "\",\"plies\":" plies "}\n"
#define GAME_0 GAME_OF("0", "a", "b", "red", "flag", "9")
#define GAME_1 GAME_OF("1", "b", "a", "draw", "agreed", "9")

static enum status merge(const char *text, struct merged *merged, struct error *error)
{
    char path[] = "log-made", *paths[] = {path};
    FILE *file = fopen(paths[0], "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    enum status status = match_merge(paths, 1, merged, error);
    unlink(paths[0]);
    return status;
}

TEST(hostile_logs_are_refused)
{
    static const char *const bad[][2] = {
        {"", "expected the log of a match"},
        {HEAD, "game 0 is in none of the logs, and others: 2 of 2"},
        {HEAD GAME_0, "game 1 is in none of the logs: 1 of 2"},
        {HEAD GAME_1, "game 0 is in none of the logs: 1 of 2"},
        {HEAD GAME_0 GAME_1 GAME_0, "game 0 is listed twice"},
        {HEAD GAME_0 "{\"index\":1", "game 1 is in none"}, /* cut */
        {HEAD GAME_0 "{\"index\":1\n", "log-made:3:11: found the end"},
        {HEAD GAME_OF("2", "a", "b", "red", "flag", "9"),
         "log-made:2:1: found a line that does not have the index of a game of this match"},
        {HEAD GAME_OF("-1", "a", "b", "red", "flag", "9"), "does not have the index"},
        {HEAD GAME_OF("0", "b", "a", "red", "flag", "9"), "does not have the players"},
        {HEAD GAME_OF("0", "a", "b", "open", "flag", "9"), "does not have a result"},
        {HEAD GAME_OF("0", "a", "b", "red", "luck", "9"), "does not have a reason"},
        {HEAD GAME_OF("0", "a", "b", "red", "flag", "1e3"), "does not have a number of plies"},
        {HEAD_OF("[{\"name\":\"a\"}]", "") GAME_0 GAME_1, "found a first line that lacks something"},
        {HEAD_OF("[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}]", ""), "lacks something"},
        {HEAD_OF("[{\"name\":\"a\"},{\"name\":\"b\"}]",
                 ",\"sprt\":{\"elo0\":5,\"elo1\":1,\"alpha\":0.1,\"beta\":0.1}"),
         "lacks something"},
        {"{\"format\":\"vedette-match/2\"}\n", "expected the log of a match"},
    };
    struct merged merged;
    struct error error;
    assert_int_equal(merge(HEAD GAME_1 GAME_0, &merged, &error), STATUS_OK);
    assert_int_equal(merged.meetings[0].agent[MATCH_A].wins, 1);
    assert_int_equal(merged.meetings[0].draws, 1);
    merged_free(&merged);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(merge(bad[i][0], &merged, &error), STATUS_BAD);
        if (!strstr(error.text, bad[i][1]))
            fail_msg("found '%s', expected '%s'", error.text, bad[i][1]);
        merged_free(&merged);
    }
}

/* Two matches cannot write the same log. */
TEST(a_log_has_one_writer)
{
    static const char *const players[] = {"random", "random"};
    static const struct tournament tournament = {TOURNAMENT_MATCH, players, 2};
    struct match_log *log, *other;
    struct error error;
    const struct match_terms terms = {.games = 2, .rules = *rules_find("isf"), .settings = &settings};
    assert_int_equal(match_log_open(&log, "log-shared", &tournament, &terms, &error), STATUS_OK);
    assert_int_equal(match_log_open(&other, "log-shared", &tournament, &terms, &error), STATUS_BAD);
    assert_string_equal(error.text, "log-shared: another match writes this log now");
    assert_int_equal(match_log_close(log, &error), STATUS_OK);
    assert_int_equal(match_log_open(&other, "log-shared", &tournament, &terms, &error), STATUS_OK);
    assert_int_equal(match_log_close(other, &error), STATUS_OK);
    unlink("log-shared");
}

TESTS_MAIN(engine_set_up, engine_tear_down)
