/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles: read, refused with a place, written, explained. */
#include "cmocka_all.h"
#include "option_rows.h"

#include "base/disk.h"
#include "profile/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FORMAT "format: vedette-profile/1\n"

static void check_values(const struct settings *settings, const double expected[SMALL_TABLE])
{
    for (size_t i = 0; i < SMALL_TABLE; i++)
        if (settings->values[i] != expected[i])
            fail_msg("option %zu is %g", i, settings->values[i]);
}

TEST(test_read)
{
    static const struct {
        const char *text;
        double values[SMALL_TABLE];
    } rows[] = {
        {FORMAT, {0, 5, 1, 1.5, 0.02, 4, 0}},
        {FORMAT "rules: free\n", {2, 5, 1, 1.5, 0.02, 4, 0}},
        {FORMAT "rules: {}\nempty: {}\n", {0, 5, 1, 1.5, 0.02, 4, 0}},
        {FORMAT "weights: {piece: 1.2, distance: 0.01}\nrules:\n  two_squares: 3\n",
         {0, 3, 1, 1.2, 0.01, 4, 0}},
        {FORMAT "rules: {rules: arts, more_squares: no}\n", {1, 5, 0, 1.5, 0.02, 4, 0}},
        {FORMAT "rules: arts\nrules.two_squares: 3\n", {1, 3, 1, 1.5, 0.02, 4, 0}},
        {"weights:\n  probe: 'yes'\n  depth: \"6\"\n" FORMAT, {0, 5, 1, 1.5, 0.02, 6, 1}},
        {"{format: vedette-profile/1, weights: {piece: -2e0}}", {0, 5, 1, -2, 0.02, 4, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct settings settings;
        struct error error = {0};
        settings_init(&settings, small_table);
        if (profile_parse(&settings, "mine", rows[i].text, strlen(rows[i].text), &error))
            fail_msg("%s", error.text);
        check_values(&settings, rows[i].values);
        for (size_t k = 0; k < SMALL_TABLE; k++)
            if (settings.values[k] != settings_option(&settings, (int)k, NULL)->standard)
                assert_string_equal(settings.origins[k], "mine");
        settings_free(&settings);
    }
}

TEST(test_errors)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"rules: free\n", "mine:1:1: found no key 'format', expected 'format: vedette-profile/1'"},
        {"format: vedette-game/1\n",
         "mine:1:9: found 'vedette-game/1', expected the format 'vedette-profile/1'"},
        {"format: [vedette-profile/1]\n",
         "mine:1:9: found a list, expected the format 'vedette-profile/1'"},
        {"format: {}\n", "mine:1:9: found a mapping, expected the format 'vedette-profile/1'"},
        {"vedette-profile/1\n", "mine:1:1: found no mapping, expected groups of options as 'group: "
                                "{key: value}'"},
        {"- a\n",
         "mine:1:1: found no mapping, expected groups of options as 'group: {key: value}'"},
        {FORMAT "weights:\n  depth: 7\n  piece: heavy\n",
         "mine:4:10: weights.piece: found 'heavy', expected a number from -2 to 100 points"},
        {FORMAT "weights:\n  piece:\n",
         "mine:3:9: weights.piece: found an empty value, expected a number from -2 to 100 points"},
        {FORMAT "weights: {piece: [1]}\n",
         "mine:2:18: weights.piece: found a list, expected one value"},
        {FORMAT "weights:\n  piece: {rook: 1}\n",
         "mine:3:10: weights.piece: found a mapping, expected one value"},
        {FORMAT "weights: [1, 2]\n",
         "mine:2:10: weights: found a list, expected options as 'key: value'"},
        {FORMAT "weights: 3\n",
         "mine:2:10: weights: found one value, expected options as 'key: value'"},
        {FORMAT "weigths: {piece: 1}\n",
         "mine:2:1: found the unknown group 'weigths'; the nearest known is 'weights'"},
        {FORMAT "qwertz: {piece: 1}\n",
         "mine:2:1: found the unknown group 'qwertz'; 'profile show' lists all options"},
        {FORMAT "weights: {piece: 1,5}\n",
         "mine:2:20: found '5' as a key, expected a name: numbers are written with a point, as 0.5"},
        {FORMAT "weights: {depth: 7, peice: 1}\n",
         "mine:2:21: found the unknown key 'weights.peice'; "
         "the nearest known is 'weights.piece'"},
        {FORMAT "weights: {depth: 7}\nrules: {two_squares: 99}\n",
         "mine:3:22: rules.two_squares: found '99', expected a whole number from 0 to 20 moves"},
        {FORMAT "rules: chess\n",
         "mine:2:8: rules.rules: found 'chess', expected one of isf, arts, free"},
        {FORMAT "weights: {depth: 7}\nweights: {piece: 1}\n",
         "mine:3:1: found the key 'weights' again, expected it once (it is in line 2)"},
        {FORMAT "weights: {depth: 7, depth: 8}\n",
         "mine:2:21: found the key 'depth' again, expected it once (it is in line 2)"},
        {FORMAT "weights: {depth: 7}\nweights.depth: 8\n",
         "mine:3:1: found 'weights.depth' again, expected it once (it is in line 2)"},
        {FORMAT "rules: isf\nrules.rules: arts\n",
         "mine:3:1: found 'rules.rules' again, expected it once (it is in line 2)"},
        {FORMAT "weights: &w {depth: 7}\n",
         "mine:2:10: found the anchor '&w', expected a plain value"},
        {"", "mine:1:1: found no key, expected lines of 'key: value'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct settings settings;
        struct error error = {0};
        settings_init(&settings, small_table);
        settings_set(&settings, "weights.depth", "9", "set", NULL);
        assert_int_equal(
            profile_parse(&settings, "mine", rows[i].text, strlen(rows[i].text), &error),
            STATUS_BAD);
        assert_string_equal(error.text, rows[i].error);
        check_values(&settings, (double[]){0, 5, 1, 1.5, 0.02, 9, 0}); /* all or nothing */
        assert_string_equal(settings.origins[5], "set");
        settings_free(&settings);
    }
}

TEST(test_files)
{
    char path[] = "/tmp/vedette-profile-XXXXXX", expected[200];
    struct settings settings;
    struct error error = {0};
    struct text text = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    settings_init(&settings, small_table);
    text_add(&text, FORMAT "rules: {two_squares: 3}\n");
    assert_int_equal(write(fd, text.bytes, text.size), text.size);
    assert_int_equal(profile_read(&settings, path, false, NULL, &error), 0);
    assert_int_equal(settings_int(&settings, "rules", "two_squares"), 3);
    assert_string_equal(settings.origins[1], path);
    assert_int_equal(ftruncate(fd, 1048577), 0);
    assert_int_equal(profile_read(&settings, path, false, NULL, &error), STATUS_BAD);
    snprintf(expected, sizeof expected, "%s:1:1: found more than 1048576 bytes, expected no more",
             path);
    assert_string_equal(error.text, expected);
    close(fd);
    unlink(path);
    assert_int_equal(profile_read(&settings, path, false, NULL, &error), STATUS_BAD);
    snprintf(expected, sizeof expected, "%s: No such file or directory", path);
    assert_string_equal(error.text, expected);
    settings_free(&settings);
    text_free(&text);
}

TEST(test_write)
{
    struct settings settings, again;
    struct text text = {0};
    struct error error = {0};
    settings_init(&settings, small_table);
    profile_write(&settings, false, &text);
    assert_string_equal(text.bytes, FORMAT);
    settings_set(&settings, "rules", "free", "set", NULL);
    settings_set(&settings, "weights.distance", "0.123456789012345", "set", NULL);
    settings_set(&settings, "weights.probe", "on", "set", NULL);
    settings_set(&settings, "weights.depth", "4", "set", NULL); /* the default: not written */
    text_clear(&text);
    profile_write(&settings, false, &text);
    assert_string_equal(text.bytes, FORMAT "rules:\n  rules: free\nweights:\n"
                                           "  distance: 0.123456789012345\n  probe: yes\n");
    text_clear(&text);
    profile_write(&settings, true, &text);
    assert_string_equal(
        text.bytes, FORMAT
        "\n# how the game is played\nrules:\n"
        "  # which rules; one of isf, arts, free (ISF)\n  rules: free\n"
        "  # moves to and fro; a whole number from 0 to 20 moves (ISF 10)\n  two_squares: 5\n"
        "  # the other rule; yes or no (ISF 11)\n  more_squares: yes\n"
        "\n# what things are worth\nweights:\n"
        "  # what a piece is worth; a number from -2 to 100 points (Arts 2010, 4)\n"
        "  piece: 1.5\n"
        "  # what a step is worth; a number from 0 to 1 points a square\n"
        "  distance: 0.123456789012345\n"
        "  # how far it looks; a whole number from 1 to 60 plies\n  depth: 4\n"
        "  # looks at one reply first; yes or no (Ballard 1983)\n  probe: yes\n");
    settings_init(&again, small_table);
    if (profile_parse(&again, "written", text.bytes, text.size, &error))
        fail_msg("%s", error.text);
    check_values(&again, settings.values);
    settings_free(&again);
    settings_free(&settings);
    text_free(&text);
}

TEST(test_edit)
{
    static const struct {
        const char *before, *key, *value, *after;
    } rows[] = {
        {"", "rules", "arts", FORMAT "rules.rules: arts\n"},
        {FORMAT "# mine\nweights: {piece: 1.2,  depth: 6}  # good\n", "weights.piece", "3",
         FORMAT "# mine\nweights: {piece: 3,  depth: 6}  # good\n"},
        {FORMAT "weights: {piece: 1.2,  depth: 6}", "weights.distance", "5e-1",
         FORMAT "weights: {piece: 1.2,  depth: 6}\nweights.distance: 0.5\n"},
        {FORMAT "rules:\n  more_squares: 'no' # so\n  two_squares: 3", "rules.more_squares", "on",
         FORMAT "rules:\n  more_squares: yes # so\n  two_squares: 3"},
        {FORMAT "rules:\n  two_squares: 3", "rules.two_squares", "10",
         FORMAT "rules:\n  two_squares: 10"},
        {FORMAT "rules: isf\n", "rules.rules", "free", FORMAT "rules: free\n"},
        {FORMAT "rules.rules: isf\n", "rules", "free", FORMAT "rules.rules: free\n"},
        {"\xef\xbb\xbf" FORMAT "# \xc3\xa4\r\nweights: {depth: 6}\r\n", "weights.depth", "7",
         "\xef\xbb\xbf" FORMAT "# \xc3\xa4\r\nweights: {depth: 7}\r\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text file = {0};
        struct error error = {0};
        text_add(&file, rows[i].before);
        if (profile_edit(small_table, "f", &file, rows[i].key, rows[i].value, &error))
            fail_msg("%s", error.text);
        assert_string_equal(file.bytes, rows[i].after);
        text_free(&file);
    }
}

TEST(test_edit_refused)
{
    static const struct {
        const char *before, *value, *error;
        enum status status;
    } rows[] = {
        {FORMAT "weights: {depth: 99}\n", "7",
         "f:2:18: weights.depth: found '99', expected a whole number from 1 to 60 plies",
         STATUS_BAD},
        {FORMAT, "x", "weights.depth: found 'x', expected a whole number from 1 to 60 plies",
         STATUS_BAD},
        {FORMAT "...\n", "7",
         "f: found no plain place for 'weights.depth: 7', expected it to be put in by hand",
         STATUS_NO},
        {"{format: vedette-profile/1}\n", "7",
         "f: found no plain place for 'weights.depth: 7', expected it to be put in by hand",
         STATUS_NO},
        {FORMAT "weights:\n  depth: >-\n    6\n", "7",
         "f: found no plain place for 'weights.depth: 7', expected it to be put in by hand",
         STATUS_NO},
        {FORMAT "weights:\n  depth: \"\\x36\"\n", "7",
         "f: found no plain place for 'weights.depth: 7', expected it to be put in by hand",
         STATUS_NO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text file = {0};
        struct error error = {0};
        text_add(&file, rows[i].before);
        assert_int_equal(
            profile_edit(small_table, "f", &file, "weights.depth", rows[i].value, &error),
            rows[i].status);
        assert_string_equal(error.text, rows[i].error);
        assert_string_equal(file.bytes, rows[i].before);
        text_free(&file);
    }
}

TEST(test_explain)
{
    struct settings settings;
    struct text text = {0};
    struct error error = {0};
    settings_init(&settings, small_table);
    settings_set(&settings, "weights.piece", "2", "my.yaml", NULL);
    assert_int_equal(profile_explain(&settings, "weights.piece", &text, &error), 0);
    assert_string_equal(text.bytes, "weights.piece: what a piece is worth\n"
                                    "value: 2 points (my.yaml)\ndefault: 1.5 points\n"
                                    "range: a number from -2 to 100 points\n"
                                    "source: Arts 2010, 4\n");
    text_clear(&text);
    assert_int_equal(profile_explain(&settings, "weights.depth", &text, &error), 0);
    assert_string_equal(text.bytes, "weights.depth: how far it looks\nvalue: 4 plies (default)\n"
                                    "default: 4 plies\nrange: a whole number from 1 to 60 plies\n");
    text_clear(&text);
    assert_int_equal(profile_explain(&settings, "rules", &text, &error), 0);
    assert_string_equal(text.bytes, "rules: how the game is played\nrules.rules: which rules\n"
                                    "rules.two_squares: moves to and fro\n"
                                    "rules.more_squares: the other rule\n");
    text_clear(&text);
    assert_int_equal(profile_explain(&settings, "weights.peace", &text, &error), STATUS_BAD);
    assert_string_equal(
        error.text, "found the unknown key 'weights.peace'; the nearest known is 'weights.piece'");
    assert_int_equal(text.size, 0);
    text_free(&text);
    settings_free(&settings);
}

TEST(test_show_and_diff)
{
    struct settings settings, other;
    struct text text = {0};
    struct error error = {0};
    settings_init(&settings, small_table);
    settings_init(&other, small_table);
    settings_set(&other, "weights.piece", "2", "my.yaml", NULL);
    settings_set(&other, "rules.more_squares", "no", "set", NULL);
    assert_int_equal(profile_show(&other, "weights", &text, &error), 0);
    assert_string_equal(text.bytes, "weights.piece     2 points  (my.yaml)\n"
                                    "weights.distance  0.02 points a square\n"
                                    "weights.depth     4 plies\nweights.probe     no\n");
    text_clear(&text);
    assert_int_equal(profile_show(&other, "weights.depth", &text, &error), 0);
    assert_string_equal(text.bytes, "weights.depth  4 plies\n");
    text_clear(&text);
    assert_int_equal(profile_show(&other, NULL, &text, &error), 0);
    size_t lines = 0;
    for (const char *c = text.bytes; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, SMALL_TABLE);
    assert_int_equal(profile_show(&other, "weight", &text, &error), STATUS_BAD);
    text_clear(&text);
    assert_int_equal(profile_diff(&settings, &other, &text), 2);
    assert_string_equal(text.bytes, "rules.more_squares: yes -> no (set)\n"
                                    "weights.piece: 1.5 -> 2 (my.yaml)\n");
    text_clear(&text);
    assert_int_equal(profile_diff(&other, &settings, &text), 2);
    assert_string_equal(text.bytes, "rules.more_squares: no -> yes (default)\n"
                                    "weights.piece: 2 -> 1.5 (default)\n");
    text_clear(&text);
    assert_int_equal(profile_diff(&other, &other, &text), 0);
    assert_int_equal(text.size, 0);
    text_free(&text);
    settings_free(&settings);
    settings_free(&other);
}

TESTS_MAIN(NULL, NULL)
