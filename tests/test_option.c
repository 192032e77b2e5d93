/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options and their values: found, set from text, copied, shown. */
#include "cmocka_all.h"
#include "option_rows.h"
#include "shortcuts.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(test_defaults)
{
    struct settings settings;
    double weights[4];
    settings_init(&settings, small_table);
    assert_int_equal(settings.count, SMALL_TABLE);
    assert_int_equal(settings_int(&settings, "rules", "two_squares"), 5);
    assert_true(settings_flag(&settings, "rules", "more_squares"));
    assert_false(settings_flag(&settings, "weights", "probe"));
    assert_true(settings_get(&settings, "weights", "piece") == 1.5);
    settings_group(&settings, "weights", weights, 4);
    assert_true(weights[0] == 1.5 && weights[1] == 0.02 && weights[2] == 4 && weights[3] == 0);
    for (size_t i = 0; i < settings.count; i++)
        assert_string_equal(settings.origins[i], "default");
    settings_free(&settings);
    settings_free(&settings); /* all zero now: nothing to free */
}

TEST(test_find)
{
    struct settings settings;
    const struct option_group *group = NULL;
    char key[OPTION_KEY_TEXT];
    settings_init(&settings, small_table);
    for (int i = 0; i < SMALL_TABLE; i++)
        assert_int_equal(settings_find(&settings, settings_key(&settings, i, key)), i);
    assert_int_equal(settings_find(&settings, "weights.piece"), 3);
    assert_int_equal(settings_find(&settings, "rules"), 0);
    static const char *const unknown[] = {"", ".", "weights", "piece", "rules.", ".rules", "empty",
                                          "weights.piec", "weights.pieces", "weights.piece.x",
                                          "weight.piece", "weightss.piece", "rules.piece"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_int_equal(settings_find(&settings, unknown[i]), -1);
    assert_ptr_equal(settings_option(&settings, 5, &group), &weight_rows[2]);
    assert_ptr_equal(group, &weight_group);
    assert_ptr_equal(settings_option(&settings, 1, NULL), &rule_rows[1]);
    assert_null(settings_option(&settings, SMALL_TABLE, NULL));
    settings_free(&settings);
}

TEST(test_set)
{
    static const struct {
        const char *key, *text;
        double value;
        const char *shown;
    } rows[] = {
        {"rules.rules", "free", 2, "free"},
        {"rules", "arts", 1, "arts"},
        {"rules.two_squares", "0", 0, "0"},
        {"rules.two_squares", "20", 20, "20"},
        {"rules.two_squares", "3.0", 3, "3"},
        {"rules.more_squares", "no", 0, "no"},
        {"rules.more_squares", "yes", 1, "yes"},
        {"rules.more_squares", "false", 0, "no"},
        {"rules.more_squares", "true", 1, "yes"},
        {"rules.more_squares", "off", 0, "no"},
        {"rules.more_squares", "on", 1, "yes"},
        {"rules.more_squares", "0", 0, "no"},
        {"rules.more_squares", "1", 1, "yes"},
        {"weights.piece", "-2", -2, "-2"},
        {"weights.piece", "1.24444444444", 1.24444444444, "1.24444444444"},
        {"weights.distance", "1e-3", 0.001, "0.001"},
    };
    struct settings settings;
    settings_init(&settings, small_table);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char shown[OPTION_VALUE_TEXT], origin[20];
        int index = settings_find(&settings, rows[i].key);
        snprintf(origin, sizeof origin, "layer %zu", i % 3);
        assert_int_equal(settings_set(&settings, rows[i].key, rows[i].text, origin, NULL), 0);
        assert_true(settings.values[index] == rows[i].value);
        assert_string_equal(settings.origins[index], origin);
        settings_show(&settings, index, shown, sizeof shown);
        assert_string_equal(shown, rows[i].shown);
        assert_int_equal(settings_set(&settings, rows[i].key, shown, origin, NULL), 0);
        assert_true(settings.values[index] == rows[i].value);
    }
    assert_int_equal(settings.name_count, 3); /* each name is kept once */
    settings_free(&settings);
}

TEST(test_set_errors)
{
    static const struct {
        const char *key, *text, *error;
    } rows[] = {
        {"rules.rules", "isff", "rules.rules: found 'isff', expected one of isf, arts, free"},
        {"rules", "ISF", "rules.rules: found 'ISF', expected one of isf, arts, free"},
        {"rules.two_squares", "5.5",
         "rules.two_squares: found '5.5', expected a whole number from 0 to 20 moves"},
        {"rules.two_squares", "21",
         "rules.two_squares: found '21', expected a whole number from 0 to 20 moves"},
        {"rules.two_squares", "-1",
         "rules.two_squares: found '-1', expected a whole number from 0 to 20 moves"},
        {"rules.two_squares", "",
         "rules.two_squares: found an empty value, expected a whole number from 0 to 20 moves"},
        {"rules.two_squares", "five\n",
         "rules.two_squares: found 'five\\x0a', expected a whole number from 0 to 20 moves"},
        {"weights.piece", "nan",
         "weights.piece: found 'nan', expected a number from -2 to 100 points"},
        {"weights.piece", "inf",
         "weights.piece: found 'inf', expected a number from -2 to 100 points"},
        {"weights.piece", "1,5",
         "weights.piece: found '1,5', expected a number from -2 to 100 points"},
        {"weights.piece", "100.00001",
         "weights.piece: found '100.00001', expected a number from -2 to 100 points"},
        {"rules.more_squares", "maybe", "rules.more_squares: found 'maybe', expected yes or no"},
        {"rules.more_squares", "2", "rules.more_squares: found '2', expected yes or no"},
        {"weights.peice", "1",
         "found the unknown key 'weights.peice'; the nearest known is 'weights.piece'"},
        {"two_square", "1",
         "found the unknown key 'two_square'; the nearest known is 'rules.two_squares'"},
        {"ruls.two", "1",
         "found the unknown key 'ruls.two'; the nearest known is 'rules.two_squares'"},
        {"weights.d", "1",
         "found the unknown key 'weights.d'; the nearest known is 'weights.distance'"},
        {"zebra", "1", "found the unknown key 'zebra'; 'profile show' lists all"},
        {"weight.dephts", "1",
         "found the unknown key 'weight.dephts'; the nearest known is 'weights.depth'"},
        {"agent.weights.piece", "1",
         "found the unknown key 'agent.weights.piece'; the nearest known is 'weights.piece'"},
    };
    struct settings settings, before = {0};
    settings_init(&settings, small_table);
    settings_copy(&before, &settings);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error error = {0};
        assert_int_equal(settings_set(&settings, rows[i].key, rows[i].text, "set", &error),
                         STATUS_BAD);
        assert_string_equal(error.text, rows[i].error);
        assert_memory_equal(settings.values, before.values, SMALL_TABLE * sizeof(double));
    }
    settings_free(&before);
    settings_free(&settings);
}

TEST(test_long_words)
{
    struct settings settings;
    struct error error = {0};
    char word[100000];
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    settings_init(&settings, small_table);
    assert_int_equal(settings_set(&settings, word, "1", "set", &error), STATUS_BAD);
    assert_int_equal(settings_set(&settings, "weights.piece", word, "set", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "expected a number from -2 to 100 points"));
    memset(word, '0', sizeof word - 2); /* a number, but of more digits than any spec needs */
    memcpy(word, "piece=1", 7);
    assert_int_equal(settings_set_spec(&settings, "weights", word, "set", &error), STATUS_BAD);
    assert_true(settings_get(&settings, "weights", "piece") == 1.5);
    settings_free(&settings);
}

TEST(test_copy)
{
    struct settings settings, copy = {0};
    settings_init(&settings, small_table);
    settings_set(&settings, "weights.piece", "3", "first", NULL);
    settings_set(&settings, "weights.depth", "6", "second", NULL);
    settings_set(&settings, "weights.piece", "4", "third", NULL);
    settings_copy(&copy, &settings);
    settings_set(&settings, "weights.piece", "5", "fourth", NULL);
    settings_set(&copy, "rules.two_squares", "3", "fifth", NULL);
    assert_true(settings_get(&copy, "weights", "piece") == 4);
    assert_int_equal(settings_int(&settings, "rules", "two_squares"), 5);
    settings_free(&settings);
    assert_string_equal(copy.origins[settings_find(&copy, "weights.piece")], "third");
    assert_string_equal(copy.origins[settings_find(&copy, "weights.depth")], "second");
    assert_string_equal(copy.origins[settings_find(&copy, "rules.two_squares")], "fifth");
    assert_string_equal(copy.origins[settings_find(&copy, "weights.probe")], "default");
    assert_int_equal(copy.name_count, 3); /* "first" is the origin of nothing */
    settings_free(&copy);
}

TEST(test_spec)
{
    struct settings settings;
    struct error error = {0};
    settings_init(&settings, small_table);
    assert_int_equal(settings_set_spec(&settings, "weights", "piece=1.2,distance=0.01,probe=1",
                                       "a spec", &error), 0);
    assert_true(settings_get(&settings, "weights", "piece") == 1.2);
    assert_true(settings_get(&settings, "weights", "distance") == 0.01);
    assert_true(settings_flag(&settings, "weights", "probe"));
    assert_string_equal(settings.origins[3], "a spec");
    assert_int_equal(settings_set_spec(&settings, "weights", " depth = 9 ,probe=no", "x", NULL), 0);
    assert_int_equal(settings_int(&settings, "weights", "depth"), 9);
    assert_int_equal(settings_set_spec(&settings, "weights", "", "x", NULL), 0);
    assert_int_equal(settings_set_spec(&settings, "weights", "  ", "x", NULL), 0);

    static const struct {
        const char *spec, *error;
    } rows[] = {
        {"depth=3,piece", "found 'piece', expected KEY=VALUE"},
        {"depth=3,", "found '', expected KEY=VALUE"},
        {",depth=3", "found '', expected KEY=VALUE"},
        {"=3", "found '=3', expected KEY=VALUE"},
        {"depth=3,piece=x", "weights.piece: found 'x', expected a number from -2 to 100 points"},
        {"depth=", "weights.depth: found an empty value, expected a whole number from 1 to 60 plies"},
        {"depth=3=4", "weights.depth: found '3=4', expected a whole number from 1 to 60 plies"},
        {"depth=3,dept=4",
         "found the unknown key 'weights.dept'; the nearest known is 'weights.depth'"},
        {"depth=3,probe=1,depth=4", "found the key 'depth' twice, expected it once"},
        {"two_squares=3",
         "found the unknown key 'weights.two_squares'; the nearest known is 'rules.two_squares'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(settings_set_spec(&settings, "weights", rows[i].spec, "x", &error),
                         STATUS_BAD);
        assert_string_equal(error.text, rows[i].error);
        assert_int_equal(settings_int(&settings, "weights", "depth"), 9); /* all or none */
    }
    settings_free(&settings);
}

TEST(test_reset)
{
    struct settings settings;
    struct error error = {0};
    settings_init(&settings, small_table);
    settings_set(&settings, "weights.piece", "3", "set", NULL);
    assert_int_equal(settings_reset(&settings, "weights.piece", NULL), 0);
    assert_true(settings_get(&settings, "weights", "piece") == 1.5);
    assert_string_equal(settings.origins[3], "default");
    assert_int_equal(settings_reset(&settings, "weights.pieces", &error), STATUS_BAD);
    assert_string_equal(error.text,
                        "found the unknown key 'weights.pieces'; the nearest known is "
                        "'weights.piece'");
    settings_free(&settings);
}

/* Asks for what does not exist, in a process of its own. */
static void check_aborts(int which)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct settings settings;
        double values[SMALL_TABLE];
        signal(SIGABRT, SIG_DFL);
        settings_init(&settings, small_table);
        if (which == 0)
            settings_get(&settings, "weights", "pieces");
        else if (which == 1)
            settings_get(&settings, "weight", "piece");
        else
            settings_group(&settings, "weights", values, 3);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

TEST(test_wrong_names_abort)
{
    for (int which = 0; which < 3; which++)
        check_aborts(which);
}

/* A number that may be a word: the word is read, shown and offered, and its value is not in the range. */
TEST(test_word)
{
    static const char *const words[] = {"learnt", NULL};
    static const struct option rows[] = {
        {"share", OPTION_NUMBER, 0, 2, OPTION_WORD, words, "", "how much", "ours"},
    };
    static const struct option_group group = {"parts", "parts", rows, 1};
    static const struct option_group *const table[] = {&group, NULL};
    struct settings settings;
    struct error error = {0};
    struct text out = {0};
    char text[OPTION_VALUE_TEXT];
    settings_init(&settings, table);
    settings_show(&settings, 0, text, sizeof text);
    assert_string_equal(text, "learnt");
    assert_int_equal(settings_set(&settings, "parts.share", "0.5", "set", &error), STATUS_OK);
    settings_show(&settings, 0, text, sizeof text);
    assert_string_equal(text, "0.5");
    assert_int_equal(settings_set(&settings, "parts.share", "learnt", "set", &error), STATUS_OK);
    assert_true(settings_get(&settings, "parts", "share") == OPTION_WORD);
    assert_int_equal(settings_set(&settings, "parts.share", "-1", "set", &error), STATUS_BAD);
    assert_int_equal(settings_set(&settings, "parts.share", "taught", "set", &error), STATUS_BAD);
    assert_string_equal(error.text, "parts.share: found 'taught', expected a number from 0 to 2, or learnt");
    option_expects(&rows[0], &out);
    assert_string_equal(text_string(&out), "a number from 0 to 2, or learnt");
    text_free(&out);
    settings_free(&settings);
}

TESTS_MAIN(NULL, NULL)
