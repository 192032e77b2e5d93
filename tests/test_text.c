/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for a terminal: lines broken at blanks, and what does not belong there spelled out; text as JSON. */
#include "cmocka_all.h"

#include "base/json.h"
#include "base/rng.h"
#include "base/text.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEN "123456789 "
#define SIXTY TEN TEN TEN TEN TEN TEN
#define SIXTY_NINE SIXTY "123456789"
#define SEVENTY SIXTY_NINE " "

TEST(test_wrapped)
{
    static const struct {
        const char *text;
        int column, indent;
        const char *lines;
    } rows[] = {
        {"", 0, 4, "\n"},
        {"short", 0, 4, "short\n"},
        {"two\nlines\n", 0, 4, "two\nlines\n"},
        {SEVENTY "123456789", 0, 4, SEVENTY "123456789\n"},             /* 79 columns */
        {SEVENTY "1234567890", 0, 4, SIXTY_NINE "\n    1234567890\n"},   /* 80 */
        {SEVENTY "1234567\xe2\x80\xa6" "9", 0, 4, SEVENTY "1234567\xe2\x80\xa6" "9\n"},
        {SEVENTY "12345", 5, 0, SIXTY_NINE "\n12345\n"}, /* the first line has begun already */
        {"1234567890 x", 70, 2, "\n  1234567890 x\n"}, /* not even its first word has room there */
        {"1234567890 x", 70, 70, "1234567890\n" "          " "          " "          " "          "
                                 "          " "          " "          " "x\n"}, /* nor elsewhere */
        {"ab   " SEVENTY "1", 0, 2, "ab   " SEVENTY "1\n"},             /* runs of blanks stay */
        {SEVENTY "1\nx " SEVENTY "1234567890", 70, 1,
         "123456789\n " SIXTY "1\nx " SIXTY_NINE "\n 1234567890\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text out = {0};
        text_wrapped(&out, rows[i].text, rows[i].column, rows[i].indent);
        assert_string_equal(text_string(&out), rows[i].lines);
        text_free(&out);
    }
}

/* Options of an agent have no blanks between them. */
TEST(test_names)
{
    struct text out = {0};
    text_wrapped_names(&out, SEVENTY "a,b,345678901,c", 0, 3);
    assert_string_equal(text_string(&out), SEVENTY "a,b,\n   345678901,c\n");
    text_clear(&out);
    text_wrapped_names(&out, "a,b", 0, 3);
    assert_string_equal(text_string(&out), "a,b\n");
    text_free(&out);
}

/* A word longer than a line stays whole, by itself. */
TEST(test_long_word)
{
    struct text out = {0};
    char word[101], expected[300];
    memset(word, 'w', 100);
    word[100] = '\0';
    snprintf(expected, sizeof expected, "a %s b", word);
    text_wrapped(&out, expected, 0, 3);
    snprintf(expected, sizeof expected, "a\n   %s\n   b\n", word);
    assert_string_equal(text_string(&out), expected);
    text_free(&out);
}

/* Whatever the words are, no line is too long, and the words are the same. */
TEST(test_random_words)
{
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int round = 0; round < 300; round++) {
        struct text in = {0}, out = {0};
        int indent = (int)rng_below(&rng, 20);
        for (int word = 0; word < 60; word++)
            text_printf(&in, "%s%.*s", word ? " " : "", 1 + (int)rng_below(&rng, 40),
                        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
        text_wrapped(&out, text_string(&in), 0, indent);
        for (char *at = out.bytes, *end; (end = strchr(at, '\n')); at = end + 1)
            assert_true(end - at <= TEXT_WIDTH);
        size_t kept = 0;
        for (size_t i = 0; i + 1 < out.size; i++)
            if (out.bytes[i] != '\n' && (out.bytes[i] != ' ' || in.bytes[kept] == ' '))
                assert_int_equal(out.bytes[i], in.bytes[kept++]);
            else if (out.bytes[i] == '\n')
                kept++; /* the blank that the line was broken at */
        assert_int_equal(kept, in.size);
        text_free(&in);
        text_free(&out);
    }
}

/* Letters of two columns and marks of none are counted as a terminal shows them. */
TEST(test_wide_letters)
{
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        skip();
    struct text in = {0}, out = {0};
    for (int word = 0; word < 15; word++) /* nine columns each, with the blank behind it */
        text_printf(&in, "%s\u68cb\u8b5c\u68cb\u8b5c", word ? " " : "");
    text_wrapped(&out, text_string(&in), 0, 2);
    for (const char *at = out.bytes, *end; (end = strchr(at, '\n')); at = end + 1)
        assert_true(utf8_columns(at, (size_t)(end - at)) <= TEXT_WIDTH);
    assert_non_null(strstr(out.bytes, "\n  \u68cb"));
    text_clear(&out);
    text_padded(&out, "\u68cb\u8b5c", 6);
    text_padded(&out, "e\u0301", 3);
    text_padded(&out, "long", 2);
    assert_string_equal(text_string(&out), "\u68cb\u8b5c  e\u0301  long");
    assert_int_equal(utf8_fit("a\u68cb\u8b5c", 7, 4), 4);
    assert_int_equal(utf8_fit("a\u68cb\u8b5c", 7, 5), 7);
    assert_int_equal(utf8_columns("\xff\xe6", 2), 2);
    for (size_t size = 0; size <= 8; size++) /* no half of a letter at the end of what was cut */
        assert_int_equal(utf8_whole("a\u68cb\U0001f642", size), size < 4 ? size > 0 : size < 8 ? 4 : 8);
    assert_int_equal(utf8_whole("\xe4", 1), 0);
    assert_int_equal(utf8_whole("\xa4", 1), 1);
    text_free(&in);
    text_free(&out);
    setlocale(LC_CTYPE, "C");
}

/* What may stand in a line on a terminal is left as it is; all else is spelled out. JSON has the characters
 * themselves, spelled its own way, and of bytes that are none the text. */
TEST(test_plain)
{
    static const struct {
        const char *raw, *plain, *json;
    } rows[] = {
        {"", "", "\"\""},
        {"gr\xc3\xb6\xc3\x9f" "e \xe2\x99\x9a", "gr\xc3\xb6\xc3\x9f" "e \xe2\x99\x9a",
         "\"gr\xc3\xb6\xc3\x9f" "e \xe2\x99\x9a\""},
        {"a\x1b[31mb", "a\\x1b[31mb", "\"a\\u001b[31mb\""},
        {"a\nb\tc\x7f", "a\\x0ab\\x09c\\x7f", "\"a\\nb\\u0009c\\u007f\""},
        {"\xc2\x9b" "2J", "\\xc2\\x9b2J", "\"\\u009b2J\""},              /* a control sequence in one point */
        {"a\xe2\x80\xae" "b", "a\\xe2\\x80\\xaeb", "\"a\\u202eb\""},    /* from right to left */
        {"\xe2\x81\xa6" "b", "\\xe2\\x81\\xa6b", "\"\\u2066b\""},
        {"\xe2\x80\xa8", "\\xe2\\x80\\xa8", "\"\\u2028\""},              /* a line end */
        {"\xf0\x9f\xbf\xbe", "\\xf0\\x9f\\xbf\\xbe", "\"\\ud83f\\udffe\""}, /* no character */
        {"c\xe4" "d", "c\\xe4d", "\"c\\\\xe4d\""},                         /* Latin-1 */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80", "\"\\\\xed\\\\xa0\\\\x80\""}, /* half a character */
        {"\xc3", "\\xc3", "\"\\\\xc3\""},
        {"\"\\", "\"\\", "\"\\\"\\\\\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text plain = {0};
        struct json json = {0};
        text_add_plain(&plain, rows[i].raw);
        assert_string_equal(text_string(&plain), rows[i].plain);
        json_add_text(&json, NULL, rows[i].raw);
        assert_string_equal(text_string(&json.text), rows[i].json);
        text_free(&plain);
        text_free(&json.text);
    }
}

/* A skeleton gives the same bytes as a call for each value. Text is never read as part of the skeleton, nor
 * are numbers printed beyond what JSON has. */
TEST(test_json_printf)
{
    struct json json = {0};
    const char *volatile none = NULL; /* gcc warns where it sees that an argument is always NULL */
    json_printf(NULL, "{plies: %d", 3); /* no JSON is wanted */
    json_printf(&json, "{plies: %d, left: %zu, seed: %" PRIu64 ", id: %" PRId64 ", few: %u, score: [%g, %g]",
                -3, (size_t)7, UINT64_MAX, INT64_MIN, UINT_MAX, 0.1, -0.0);
    json_printf(&json, "won: %i, lost: %i, on: true, off: false, gone: null, list: [], empty: {}", 2, 0);
    json_printf(&json, "%s: {%s: %s, none: %s}", "100 %d, {", "a b", "%s: ]}\"\\\n", none);
    json_printf(&json, "numbers: [");
    json_add_whole(&json, NULL, 1);
    json_printf(&json, "%g, %g, %g], moves: [{move: %s}", NAN, INFINITY, 1e300, "a4-a5");
    assert_int_equal(json.depth, 2);
    json_printf(&json, "%s: {}]}", none);
    assert_int_equal(json.depth, 0);
    assert_string_equal(text_string(&json.text),
                        "{\"plies\":-3,\"left\":7,\"seed\":18446744073709551615,"
                        "\"id\":-9223372036854775808,\"few\":4294967295,\"score\":[0.1,0],"
                        "\"won\":true,\"lost\":false,\"on\":true,\"off\":false,\"gone\":null,\"list\":[],"
                        "\"empty\":{},\"100 %d, {\":{\"a b\":\"%s: ]}\\\"\\\\\\n\",\"none\":null},"
                        "\"numbers\":[1,null,null,1e+300],\"moves\":[{\"move\":\"a4-a5\"},{}]}");
    text_free(&json.text);
}

/* Tabs go to the next column of eight, wherever the pieces of a line are cut. */
TEST(test_tabs)
{
    static const char given[] = "\ta\tbcdefghi\tj\n\tk\n1234567\t8";
    static const char wanted[] = "        a       bcdefghi        j\n        k\n1234567 8";
    for (size_t piece = 1; piece <= sizeof given; piece++) {
        struct text text = {0};
        int column = 0;
        for (size_t at = 0, left; at < sizeof given - 1; at += piece) {
            left = sizeof given - 1 - at;
            text_add_untabbed(&text, given + at, piece < left ? piece : left, TEXT_STOPS,
                              &column);
        }
        assert_string_equal(text_string(&text), wanted);
        text_free(&text);
    }
}

TESTS_MAIN(NULL, NULL)
