/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that options had before: they still work, leave one note each, and can be rewritten. */
#include "cmocka_all.h"

#include "profile/former.h"
#include "profile/profile.h"
#include "shortcuts.h"

#include <string.h>

#define FORMAT "format: vedette-profile/1\n"
#define NO_PLACE "found no plain place for today's names of "
#define BY_HAND ", expected them to be put in by hand"

static const struct option seek_rows[] = {
    {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "", "a factor", ""},
    {"reach", OPTION_INT, 0, 9, 3, NULL, "moves", "how far", "", .formerly = "range"},
    {"trust", OPTION_NUMBER, 0, 1, 0.5, NULL, "", "was in another group", "", .formerly = "old.trust"},
};
static const struct option_gone gone_rows[] = {
    {"luck", "no game was better for it"},
    {"old.fear", "it counted twice"},
    {NULL, NULL},
};
static const struct option_group seek_group = {"seek", "a group with another name", seek_rows, 3,
                                               .formerly = "search", .gone = gone_rows};
static const struct option old_rows[] = {{"worth", OPTION_NUMBER, 0, 9, 2, NULL, "", "as ever", ""}};
static const struct option_group old_group = {"old", "a group as it was", old_rows, 1};
static const struct option_group *const table[] = {&seek_group, &old_group, NULL};

enum { WEIGHT, REACH, TRUST, WORTH, TABLE };

static void check_values(const struct settings *settings, const double values[TABLE], const char *notes)
{
    for (size_t i = 0; i < TABLE; i++)
        if (settings->values[i] != values[i])
            fail_msg("option %zu is %g", i, settings->values[i]);
    assert_string_equal(text_string(&settings->notes), notes);
}

TEST(test_set)
{
    static const struct {
        const char *key, *value, *note;
        double values[TABLE];
    } rows[] = {
        {"seek.weight", "7", "", {7, 3, 0.5, 2}},
        {"search.weight", "7", "search.weight is now called seek.weight\n", {7, 3, 0.5, 2}},
        {"seek.range", "4", "seek.range is now called seek.reach\n", {1, 4, 0.5, 2}},
        {"search.range", "4", "search.range is now called seek.reach\n", {1, 4, 0.5, 2}},
        {"search.reach", "4", "search.reach is now called seek.reach\n", {1, 4, 0.5, 2}},
        {"old.trust", "1", "old.trust is now called seek.trust\n", {1, 3, 1, 2}},
        {"search.luck", "never read", "search.luck is gone and does nothing: no game was better for it\n",
         {1, 3, 0.5, 2}},
        {"seek.luck", "7", "seek.luck is gone and does nothing: no game was better for it\n", {1, 3, 0.5, 2}},
        {"old.fear", "7", "old.fear is gone and does nothing: it counted twice\n", {1, 3, 0.5, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct settings settings, copy;
        struct error error = {0};
        settings_init(&settings, table);
        for (int again = 0; again < 2; again++) /* the note comes once */
            if (settings_set(&settings, rows[i].key, rows[i].value, "set", &error))
                fail_msg("%s", error.text);
        check_values(&settings, rows[i].values, rows[i].note);
        settings_copy(&copy, &settings);
        check_values(&copy, rows[i].values, rows[i].note);
        settings_free(&settings);
        settings_free(&copy);
    }
}

/* An error about a value has today's name, and an option that is gone cannot be looked up. */
TEST(test_former_faults)
{
    struct settings settings;
    struct error error = {0};
    settings_init(&settings, table);
    assert_int_equal(settings_set(&settings, "search.range", "10", "set", &error), STATUS_BAD);
    assert_string_equal(error.text, "seek.reach: found '10', expected a whole number from 0 to 9 moves");
    assert_int_equal(settings_reset(&settings, "seek.luck", &error), STATUS_BAD);
    assert_string_equal(error.text, "the option 'seek.luck' is gone: no game was better for it");
    assert_int_equal(settings_set(&settings, "old.range", "1", "set", &error), STATUS_BAD);
    assert_int_equal(settings_set(&settings, "seek.fear", "1", "set", &error), STATUS_BAD);
    settings_free(&settings);
}

static const char profile[] = FORMAT "# mine\n"
                                     "search:\n"
                                     "  weight: 7    # a factor\n"
                                     "  'range': 4\n"
                                     "  luck: 3 # much\n"
                                     "old: {worth: 5}\n"
                                     "old.fear: 1\n"
                                     "\"old.trust\": 1";

TEST(test_profile)
{
    struct settings settings;
    struct error error = {0};
    settings_init(&settings, table);
    if (profile_parse(&settings, "mine", profile, strlen(profile), &error))
        fail_msg("%s", error.text);
    check_values(&settings, (const double[TABLE]){7, 4, 1, 5},
                 "mine:3:1: search is now called seek\n"
                 "mine:5:3: seek.range is now called seek.reach\n"
                 "mine:6:3: seek.luck is gone and does nothing: no game was better for it\n"
                 "mine:8:1: old.fear is gone and does nothing: it counted twice\n"
                 "mine:9:1: old.trust is now called seek.trust\n");
    settings_free(&settings);
    settings_init(&settings, table);
    static const char both[] = FORMAT "search.weight: 1\nseek: {weight: 2}\n";
    assert_int_equal(profile_parse(&settings, "mine", both, strlen(both), &error), STATUS_BAD);
    assert_string_equal(error.text,
                        "mine:3:8: found 'seek.weight' again, expected it once (it is in line 2)");
    settings_free(&settings);
}

/* An option is changed where it stands, whatever it is called there. */
TEST(test_edit)
{
    struct text file = {0};
    struct error error = {0};
    text_add(&file, FORMAT "search: {range: 4}\n");
    if (profile_edit(table, "mine", &file, "seek.reach", "5", &error))
        fail_msg("%s", error.text);
    assert_string_equal(text_string(&file), FORMAT "search: {range: 5}\n");
    text_free(&file);
}

TEST(test_rewrite)
{
    struct text file = {0};
    struct error error = {0};
    int count = 0;
    text_add(&file, profile);
    for (int again = 0; again < 2; again++) {
        if (profile_rewrite(table, "mine", &file, &count, &error))
            fail_msg("%s", error.text);
        assert_string_equal(text_string(&file), FORMAT "# mine\n"
                                                       "seek:\n"
                                                       "  weight: 7    # a factor\n"
                                                       "  'reach': 4\n"
                                                       "old: {worth: 5}\n"
                                                       "\"seek.trust\": 1");
        assert_int_equal(count, again ? 0 : 5);
    }
    text_free(&file);
}

/* Where only a person can change it, all stays as it was. */
TEST(test_by_hand)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {FORMAT "search.weight: 2\nold: {trust: 1}\n", "mine:3:1: " NO_PLACE "'old'" BY_HAND},
        {FORMAT "old:\n  fear: 1\n", "mine:2:1: " NO_PLACE "'old'" BY_HAND},
        {FORMAT "seek: {luck: 1, weight: 2}\n", "mine:2:1: " NO_PLACE "'seek'" BY_HAND},
        {FORMAT "\"s\\x65arch\": {weight: 2}\n", "mine:2:1: " NO_PLACE "'search'" BY_HAND},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text file = {0};
        struct error error = {0};
        int count = 0;
        text_add(&file, rows[i].text);
        assert_int_equal(profile_rewrite(table, "mine", &file, &count, &error), STATUS_NO);
        assert_string_equal(error.text, rows[i].error);
        assert_string_equal(text_string(&file), rows[i].text);
        assert_int_equal(count, 0);
        text_free(&file);
    }
}

TESTS_MAIN(NULL, NULL)
