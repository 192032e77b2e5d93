/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive's query language: what it makes of a query, and what it says of a wrong one. */
#include "archive/archive.h"
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

static void assert_compiles(const char *text, const char *where, size_t values)
{
    struct query query = {0};
    struct error error = {0};
    if (query_compile(text, &query, &error))
        fail_msg("%s: %s", text, error.text);
    assert_string_equal(text_string(&query.where), where);
    assert_int_equal(query.count, values);
    query_free(&query);
}

/* No value is ever a part of the SQL. */
TEST(test_sql)
{
    assert_compiles("", "1", 0);
    assert_compiles(" \t\n", "1", 0);
    assert_compiles("reason=flag", "((reason COLLATE NOCASE = ?1))", 1);
    assert_compiles("opponent!=Ann", "(NOT (opponent COLLATE NOCASE = ?1))", 1);
    assert_compiles("file~x", "((instr(lower(path), lower(?1)) > 0))", 1);
    assert_compiles("red is x", "((red COLLATE NOCASE = ?1 OR red_agent COLLATE NOCASE = ?1))", 1);
    assert_compiles("plies >= 20 and plies<30", "((plies >= ?1) AND (plies < ?2))", 2);
    assert_compiles("moves over 20", "((plies > ?1))", 1);
    assert_compiles("date from 2026-11", "((date <> '' AND substr(date, 1, 7) >= ?1))", 1);
    assert_compiles("first=B4B5 f7-f6", "((opening(first, 2) = ?1))", 1);
    assert_compiles("not (side=red or side=blue) practice=no",
                    "(NOT ((((person COLLATE NOCASE = ?1) OR (person COLLATE NOCASE = ?2)))) AND "
                    "(practice COLLATE NOCASE = ?3))", 3);
}

/* The fields of a fight or an army are one EXISTS, of an and that is said or implied; what follows after a
 * bracket, or, not or another field is not of it. */
TEST(test_groups)
{
    assert_compiles("lost=marshal by=spy before=100",
                    "(EXISTS (SELECT 1 FROM fights WHERE game = games.id AND ("
                    "(removed <> 2 AND defender = ?1 AND attacker = ?2 AND ply < ?3) OR "
                    "(removed <> 1 AND attacker = ?1 AND defender = ?2 AND ply < ?3))))", 3);
    assert_compiles("took!=any and at=b1 known=yes and moved!=yes",
                    "(EXISTS (SELECT 1 FROM fights WHERE game = games.id AND ("
                    "(removed = 1 AND 0 AND target = ?1 AND defender_known = 1 AND defender_moved = 0))))",
                    1);
    assert_compiles("flag=i1 bombs>=2 closed=no",
                    "(EXISTS (SELECT 1 FROM armies WHERE game = games.id AND ("
                    "(flag = ?1 AND bombs >= ?2 AND closed = 0))))", 2);
    assert_compiles("bombs=2 and owner=won",
                    "(EXISTS (SELECT 1 FROM armies WHERE game = games.id AND ("
                    "(bombs = ?1 AND (winner = CASE side WHEN 0 THEN 'red' ELSE 'blue' END)))))", 1);
    assert_compiles("spy=a1 owner=blue of=Ann",
                    "(EXISTS (SELECT 1 FROM armies WHERE game = games.id AND ((spy = ?1 AND (side = 1) AND "
                    "((CASE side WHEN 0 THEN red ELSE blue END) COLLATE NOCASE = ?2 OR "
                    "(CASE side WHEN 0 THEN red_agent ELSE blue_agent END) COLLATE NOCASE = ?2)))))", 2);
    assert_compiles("took=any took=any",
                    "(EXISTS (SELECT 1 FROM fights WHERE game = games.id AND ((removed = 1 AND 1))) AND "
                    "EXISTS (SELECT 1 FROM fights WHERE game = games.id AND ((removed = 1 AND 1))))", 0);
    assert_compiles("not took=any or (bombs=1) side=red",
                    "(NOT (EXISTS (SELECT 1 FROM fights WHERE game = games.id AND ((removed = 1 AND 1)))) OR "
                    "((EXISTS (SELECT 1 FROM armies WHERE game = games.id AND ((bombs = ?1))))) AND "
                    "(person COLLATE NOCASE = ?2))", 2);
}

static const char *value_of(const char *text, struct query *query)
{
    struct error error = {0};
    query_free(query);
    if (query_compile(text, query, &error))
        fail_msg("%s: %s", text, error.text);
    assert_int_equal(query->count, 1);
    return query->value[0].text;
}

/* Values of several words, in quotes or up to what cannot be one. */
TEST(test_values)
{
    struct query query = {0};
    assert_string_equal(value_of("opponent=Captain", &query), "Captain");
    assert_string_equal(value_of("opponent = Captain, careful", &query), "Captain, careful");
    assert_string_equal(value_of("(opponent = Captain,   careful )", &query), "Captain, careful");
    assert_string_equal(value_of("opponent='and or not)'", &query), "and or not)");
    assert_string_equal(value_of("opponent=\"it's\"", &query), "it's");
    assert_string_equal(value_of("opponent=\"\"", &query), "");
    assert_string_equal(value_of("opponent=x'; DROP TABLE games; --", &query), "x'; DROP TABLE games; --");
    assert_string_equal(value_of("result=drawn", &query), "draw");
    assert_string_equal(value_of("RESULT IS WON", &query), "won");
    assert_string_equal(value_of("first=b4xb5", &query), "b4-b5");
    assert_string_equal(value_of("first=i4-i5 b7-b6", &query), "b4-b5 i7-i6"); /* the mirror image */
    /* Two mirror images are one query. */
    assert_string_equal(value_of("front=263X272952", &query), "259272X362");
    assert_string_equal(value_of("front is 2 5 9 2 7 2 X 3 6 2", &query), "259272X362");
    char letters[PIECES_A_SIDE + 1];
    snprintf(letters, sizeof letters, "%s",
             value_of("setup=KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB", &query));
    assert_string_equal(letters, "HHIIIJJLMKFFFFGGGGHHDDDDDEEEEEBBBBBBCDDD");
    assert_string_equal(value_of("setup=HHIIIJJLMKFFFFGGGGHHDDDDDEEEEEBBBBBBCDDD", &query), letters);
    /* Blue's letters are those of the same setup. */
    assert_string_equal(value_of("setup=WYXVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN", &query), letters);
    query_free(&query);
}

struct wrong_query {
    const char *text, *error;
};

TEST(test_errors)
{
    static const struct wrong_query rows[] = {
        {"oponent=x", "unknown field 'oponent' in the query; did you mean 'opponent'?"},
        {"result=won and reslt=lost", "unknown field 'reslt' in the query; did you mean 'result'?"},
        {"opponent=Ann datte>2026", "unknown field 'datte' in the query; did you mean 'date'?"},
        {"xyzzy=1", "there are opponent, level, "},
        {"result=wun", "expected won, lost, drawn, red, blue or draw; did you mean 'won'?"},
        {"reason=resignd", "did you mean 'resigned'?"},
        {"practice=maybe", "found the practice 'maybe' in the query, expected yes or no"},
        {"result", "the query ends, expected =, "},
        {"result won", "found 'won' in the query, expected =, "},
        {"result=", "the query ends, expected a value"},
        {"result= and", "found the result 'and' in the query"},
        {"result=won and", "the query ends, expected a field"},
        {"=won", "found '=won' in the query, expected a field"},
        {"(result=won", "the query ends, expected and, or, or a bracket that closes"},
        {"result=won)", "found ')' in the query, expected and, or, or the query's end"},
        {"not", "the query ends, expected a field"},
        {"opponent='Ann", "expected a quote that closes"},
        {"opponent>Ann", "found '>' behind opponent in the query, expected =, !=, ~ or !~"},
        {"plies~3", "found '~' behind plies in the query, expected =, !=, <, <=, > or >="},
        {"setup~B", "found '~' behind setup in the query, expected =, !="},
        {"plies=many", "found the plies 'many' in the query, expected a whole number"},
        {"plies=-1", "expected a whole number"},
        {"plies=99999999999999999999", "expected a whole number"},
        {"date=21.11.2026", "expected 2026, 2026-11 or 2026-11-21"},
        {"date=2026-1", "expected 2026, 2026-11 or 2026-11-21"},
        {"first=b4", "found 'b4' in the query, expected up to 8 moves"},
        {"first=a4-a5 a7-a6 a4-a5 a7-a6 a4-a5 a7-a6 a4-a5 a7-a6 a4-a5", "expected up to 8 moves"},
        {"setup=KML", "expected the 40 letters of a setup"},
        {"front=263X27295", "expected 10 symbols"},
        {"front=263X2729522", "expected 10 symbols"},
        {"front=263Y272952", "expected 10 symbols"},
        {"lost=marshl", "expected flag, bomb, spy, scout, miner, sergeant, lieutenant, captain, major, "
                        "colonel, general, marshal or any; did you mean 'marshal'?"},
        {"lost=marshal bye=spy", "unknown field 'bye' in the query; did you mean 'by'?"},
        {"lost~mar", "found '~' behind lost in the query, expected =, !="},
        {"lost=marshal before<9", "found '<' behind before in the query, expected ="},
        {"lost=marshal before=soon", "found the before 'soon' in the query, expected a whole number"},
        {"lost=marshal at=b11", "found the at 'b11' in the query, expected a square, a1 to j10"},
        {"lost=marshal known=perhaps", "expected yes or no"},
        {"lost=marshal owner=wun", "expected won, lost, drawn, red, blue, you or opponent; did you mean "
                                   "'won'?"},
        {"lost=marshal by=", "the query ends, expected a value"},
        {"by=spy", "found 'by' alone in the query, expected it behind lost or took, as in lost=marshal "
                   "by=spy before=100"},
        {"owner=won", "found 'owner' alone in the query, expected it behind lost or took or an army's "
                      "field, as in flag=b1 owner=won"},
        {"lost=marshal result=won by=spy", "found 'by' alone"},
        {"lost=marshal or by=spy", "found 'by' alone"},
        {"lost=marshal not by=spy", "found 'by' alone"},
        {"(lost=marshal) by=spy", "found 'by' alone"},
        {"flag=b1 by=spy", "found 'by' alone"},
        {"flag=b5", "found the flag 'b5' in the query, expected a square from the owner's view, a1 to j4"},
        {"flag=", "the query ends, expected a value"},
        {"bombs=two", "found the bombs 'two' in the query, expected a whole number"},
        {"general-moved=always", "found the general-moved 'always' in the query, expected a whole number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct query query = {0};
        struct error error = {0};
        assert_int_equal(query_compile(rows[i].text, &query, &error), STATUS_BAD);
        if (!strstr(error.text, rows[i].error))
            fail_msg("%s: '%s' is not in: %s", rows[i].text, rows[i].error, error.text);
        query_free(&query);
    }
}

static void refuse(const struct text *text, const char *sentence)
{
    struct query query = {0};
    struct error error = {0};
    assert_int_equal(query_compile(text_string(text), &query, &error), STATUS_BAD);
    if (!strstr(error.text, sentence))
        fail_msg("%s", error.text);
    query_free(&query);
}

/* What would need much of memory, of the stack or of SQLite is refused. */
TEST(test_archive_query_limits)
{
    struct text text = {0};
    for (int i = 0; i < QUERY_BYTES; i++)
        text_add(&text, "(");
    refuse(&text, "more than 50 brackets");
    text_add(&text, "(");
    refuse(&text, "more than 4000 bytes");
    text_clear(&text);
    for (int i = 0; i < 100; i++)
        text_add(&text, "not ");
    refuse(&text, "more than 50 brackets");
    text_clear(&text);
    for (int i = 0; i <= QUERY_GROUPS_MAX; i++)
        text_add(&text, "lost=any ");
    refuse(&text, "more than 20 fights and armies");
    text_clear(&text);
    for (int i = 0; i < QUERY_VALUES; i++)
        text_printf(&text, "%splies=%d", i ? " or " : "", i);
    struct query query = {0};
    assert_int_equal(query_compile(text_string(&text), &query, NULL), STATUS_OK);
    assert_int_equal(query.count, QUERY_VALUES);
    query_free(&query);
    text_add(&text, " and plies=1");
    refuse(&text, "more than 100 values");
    text_free(&text);
}

/* The words of each choice are those that files have, and no field's name begins a query that it does not. */
TEST(test_fields)
{
    for (size_t i = 0; i < query_field_count; i++) {
        const struct query_field *field = &query_fields[i];
        struct query query = {0};
        struct text text = {0};
        const char *before = field->groups && !field->opens ? "lost=any " : "";
        const char *value = field->kind == QUERY_NUMBER || field->kind == QUERY_BEFORE ||
                                    field->kind == QUERY_AFTER ? "1"
                            : field->kind == QUERY_SQUARE || field->kind == QUERY_OWN_SQUARE ? "a1"
                            : field->kind == QUERY_DATE  ? "2026"
                            : field->kind == QUERY_MOVES ? "b4-b5"
                            : field->kind == QUERY_TEXT  ? "x"
                            : NULL;
        for (size_t j = 0; field->word && field->word(j); j++) {
            text_clear(&text);
            text_printf(&text, "%s%s=%s", before, field->name, field->word(j));
            assert_int_equal(query_compile(text_string(&text), &query, NULL), STATUS_OK);
            query_free(&query);
        }
        text_clear(&text);
        text_printf(&text, "%s%s=%s", before, field->name, value ? value : "?");
        assert_int_equal(query_compile(text_string(&text), &query, NULL), value ? STATUS_OK : STATUS_BAD);
        query_free(&query);
        text_free(&text);
    }
}

TESTS_MAIN(NULL, NULL)
