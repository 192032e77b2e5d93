/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in and out, in any locale; how far words are apart. */
#include "cmocka_all.h"

#include "base/edit_distance.h"
#include "base/decimal.h"
#include "base/rng.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(test_read)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {
        {"0", 0},      {"5", 5},       {"-7", -7},
        {"+3", 3},     {"0.35", 0.35}, {".5", 0.5},
        {"5.", 5},     {"1e3", 1000},  {"1.5E-2", 0.015},
        {"1e+2", 100}, {"007", 7},     {"-0", 0},
        {"1e-400", 0}, {"-1e-400", 0}, {"1.7976931348623157e308", 1.7976931348623157e308},
    };
    static const char *const bad[] = {
        "",     " 1",   "1 ",  "1\n", "+",    "-",     ".",      "e5",    "1e",    "1e+",  "0x10",
        "nan",  "NAN",  "inf", "-inf", "infinity", "1,5", "1.2.3", "1e2e3", "--1", "1-", "1_000",
        "1e309", "-1e400", "1f", "\xd9\xa1",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = 77;
        if (!decimal_read(good[i].text, &value) || value != good[i].value)
            fail_msg("'%s' read as %g", good[i].text, value);
        assert_false(value == 0 && signbit(value));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 77;
        if (decimal_read(bad[i], &value) || value != 77)
            fail_msg("'%s' read as %g", bad[i], value);
    }
}

TEST(test_write)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"}, {5, "5"}, {-1, "-1"}, {0.1, "0.1"}, {1.2, "1.2"}, {1000000, "1000000"},
        {0.1 + 0.2, "0.30000000000000004"}, {1e-5, "1e-05"}, {123456789.125, "123456789.125"},
        {1e300, "1e+300"},
    };
    char text[DECIMAL_TEXT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(decimal_write(rows[i].value, text), rows[i].text);
}

/* Whatever the bits of a number, it is read as it was written. */
static void check_there_and_back(void)
{
    struct rng rng;
    int tried = 0;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 2000; i++) {
        uint64_t bits = rng_next(&rng);
        double value, again;
        char text[DECIMAL_TEXT];
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        decimal_write(value, text);
        if (strchr(text, ',') || !decimal_read(text, &again) || again != value)
            fail_msg("%a written as '%s'", value, text);
        tried++;
    }
    assert_true(tried > 1900);
}

TEST(test_decimal_there_and_back)
{
    check_there_and_back();
}

/* A locale with a decimal comma changes nothing, and is in force again afterwards. */
TEST(test_comma)
{
    char folder[] = "/tmp/vedette-locale-XXXXXX", command[200];
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    const char *name = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !name; i++)
        name = setlocale(LC_ALL, names[i]);
    bool made = !name && mkdtemp(folder);
    if (made) { /* none is installed: make one, where that can be done */
        snprintf(command, sizeof command,
                 "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
        if (system(command) == 0) {
            setenv("LOCPATH", folder, 1);
            name = setlocale(LC_ALL, "de_DE.UTF-8");
        }
    }
    bool comma = name && strcmp(localeconv()->decimal_point, ",") == 0;
    if (comma) {
        char text[DECIMAL_TEXT], plain[DECIMAL_TEXT];
        double value = 0;
        assert_true(decimal_read("1.5", &value));
        assert_true(value == 1.5);
        assert_false(decimal_read("1,5", &value));
        assert_string_equal(decimal_write(0.35, text), "0.35");
        check_there_and_back();
        snprintf(plain, sizeof plain, "%g", 0.5);
        assert_string_equal(plain, "0,5");
    }
    setlocale(LC_ALL, "C");
    if (made) {
        snprintf(command, sizeof command, "rm -r %s", folder);
        assert_int_equal(system(command), 0);
    }
    if (!comma)
        skip();
}

TEST(test_near)
{
    static const struct {
        const char *a, *b;
        size_t distance;
    } rows[] = {
        {"", "", 0},           {"", "abc", 3},         {"abc", "", 3},       {"abc", "abc", 0},
        {"abc", "abd", 1},     {"abc", "ab", 1},       {"abc", "xabc", 1},   {"piece", "peice", 1},
        {"ab", "ba", 1},       {"kitten", "sitting", 3}, {"abcd", "badc", 2}, {"ca", "abc", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(edit_distance(rows[i].a, rows[i].b), rows[i].distance);
        assert_int_equal(edit_distance(rows[i].b, rows[i].a), rows[i].distance);
    }
    char long_word[5000];
    memset(long_word, 'a', sizeof long_word);
    long_word[sizeof long_word - 1] = '\0';
    assert_int_equal(edit_distance(long_word, "aab"), NEAR_TEXT - 2);
    assert_int_equal(edit_distance(long_word, long_word), 0);
}

/* All words of up to six letters a and b: nearer is what the distance says. */
TEST(test_nearer)
{
    char a[8], b[8];
    for (int i = 1; i < 128; i++)
        for (int j = 1; j < 128; j++) {
            size_t size = 0;
            for (int rest = i; rest > 1; rest /= 2)
                a[size++] = rest % 2 ? 'a' : 'b';
            a[size] = '\0';
            size = 0;
            for (int rest = j; rest > 1; rest /= 2)
                b[size++] = rest % 2 ? 'a' : 'b';
            b[size] = '\0';
            size_t far = edit_distance(a, b), min = (size_t)(i + j) % 5, now = min;
            bool nearer = far < min && edit_is_near(far, b);
            assert_int_equal(edit_is_nearer(a, b, &now), nearer);
            assert_int_equal(now, nearer ? far : min);
        }
}

/* No minus before nothing, and nothing else is changed. */
TEST(test_plain_zero)
{
    for (int digits = 0; digits <= 4; digits++)
        for (int n = -3000; n <= 3000; n++) {
            double value = n / 100000.0;
            char plain[32], shown[32];
            snprintf(plain, sizeof plain, "%.*f", digits, value);
            snprintf(shown, sizeof shown, "%.*f", digits, decimal_plain_zero(value, digits));
            bool nothing = plain[strspn(plain, "-0.")] == '\0';
            assert_string_equal(shown, nothing && plain[0] == '-' ? plain + 1 : plain);
        }
    assert_true(isnan(decimal_plain_zero(NAN, 2)));
}

TESTS_MAIN(NULL, NULL)
