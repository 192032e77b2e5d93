/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes: those that come with the program can be read and differ, and any other file gets one line. */
#include "base/disk.h"
#include "base/rng.h"
#include "base/text.h"
#include "cmocka_all.h"
#include "source.h"
#include "tui/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "format: vedette-theme/1\n"

static const int counts[] = {256, 16, 8};

TEST(test_environment)
{
    assert_string_equal(colours_default_theme("1", "0;15"), "mono");
    assert_null(colours_default_theme("", NULL));
    assert_string_equal(colours_default_theme(NULL, "0;15"), "light");
    assert_string_equal(colours_default_theme(NULL, "15;0"), "dark");
    assert_null(colours_default_theme(NULL, "0;"));
}

TEST(test_shipped)
{
    struct string_list names = {0};
    theme_list(&names, NULL);
    assert_true(names.count >= 4);
    for (size_t at = 0; at < 4; at++) {
        struct theme theme;
        struct error error;
        if (theme_load(&theme, names.items[at], &error) != STATUS_OK)
            fail_msg("%s", error.text);
        bool mono = strcmp(names.items[at], "mono") == 0;
        for (int role = 0; role < ROLES; role++)
            for (int ground = 0; ground < GROUNDS; ground++) {
                struct text_style none = colours_style(&theme, 0, (enum role)role, (enum ground)ground);
                assert_true(none.foreground < 0 && none.background < 0);
                for (size_t n = 0; n < 3; n++) {
                    struct text_style look = colours_style(&theme, counts[n], (enum role)role,
                                                           (enum ground)ground);
                    struct text_style lake = colours_style(&theme, counts[n], (enum role)role, GROUND_LAKE);
                    assert_true(look.foreground < 0 || look.foreground != look.background);
                    assert_true(look.foreground < counts[n] && look.background < counts[n]);
                    if (mono)
                        assert_true(look.foreground < 0 && look.background < 0);
                    /* Where a piece probably is must not look like water. */
                    else if (ground >= GROUND_HEAT)
                        assert_int_not_equal(look.background, lake.background);
                    /* Nothing of the board has the terminal's own background, nor its text the own colour
                     * on what is painted. */
                    if (!mono && ground != GROUND_PLAIN)
                        assert_true(look.background >= 0);
                }
            }
        for (size_t n = 0; n < 3 && !mono; n++) {
            static const enum role on_board[] = {ROLE_RED, ROLE_BLUE, ROLE_RED_OWN, ROLE_BLUE_OWN, ROLE_EMPTY,
                                                 ROLE_MARK, ROLE_LAKE, ROLE_TARGET, ROLE_LAST, ROLE_CHOSEN,
                                                 ROLE_CAPTURED, ROLE_HEAT};
            for (size_t i = 0; i < sizeof on_board / sizeof *on_board; i++)
                for (int ground = GROUND_SQUARE; ground < GROUNDS; ground++)
                    assert_true(colours_style(&theme, counts[n], on_board[i],
                                              (enum ground)ground).foreground >= 0);
            /* Every step of heat has a colour of its own. */
            for (int a = GROUND_HEAT; a <= GROUND_HEAT_LAST; a++)
                for (int b = GROUND_HEAT; b < a; b++)
                    assert_int_not_equal(colours_style(&theme, counts[n], ROLE_HEAT,
                                                       (enum ground)a).background,
                                         colours_style(&theme, counts[n], ROLE_HEAT,
                                                       (enum ground)b).background);
        }
    }
    string_list_free(&names);
}

/* Reads `words` as a theme on top of dark. */
static enum status parse(const char *words, struct theme *theme, struct error *error)
{
    assert_int_equal(theme_load(theme, "dark", NULL), STATUS_OK);
    return theme_parse(theme, "x.yaml", words, strlen(words), error);
}

TEST(test_parts)
{
    struct theme theme, dark, light;
    assert_int_equal(theme_load(&dark, "dark", NULL), STATUS_OK);
    assert_int_equal(theme_load(&light, "light", NULL), STATUS_OK);
    assert_int_equal(parse(FORMAT "text:\n  red: {fore: [1, red, own], bold: no}\n"
                           "ground:\n  lake: {back: cyan, fore: black}\n", &theme, NULL), STATUS_OK);
    assert_int_equal(theme.texts[ROLE_RED].foreground.by_depth[DEPTH_256], 1);
    assert_int_equal(theme.texts[ROLE_RED].foreground.by_depth[DEPTH_16], 1);
    assert_int_equal(theme.texts[ROLE_RED].foreground.by_depth[DEPTH_8], OWN_COLOUR);
    assert_int_equal(theme.texts[ROLE_RED].attributes, 0);
    assert_int_equal(colours_style(&theme, 256, ROLE_RED, GROUND_LAKE).foreground, 0);
    assert_int_equal(theme.grounds[GROUND_LAKE].background.by_depth[DEPTH_256], 6);
    /* What the file leaves out is as it was, or as in the theme it is like. */
    assert_memory_equal(&theme.texts[ROLE_BLUE], &dark.texts[ROLE_BLUE], sizeof dark.texts[0]);
    assert_int_equal(parse("like: light\n" FORMAT, &theme, NULL), STATUS_OK);
    assert_memory_equal(&theme.texts, &light.texts, sizeof light.texts);
    assert_string_equal(theme.name, "dark");
}

TEST(test_theme_faults)
{
    static const struct {
        const char *words, *says;
    } faults[] = {
        {"", "x.yaml:1:1: "},
        {"[1]\n", "x.yaml:1:1: found a list, expected a theme"},
        {"text: {}\n", "found no key 'format'"},
        {"format: vedette-theme/2\n",
         "x.yaml:1:9: format: found 'vedette-theme/2', expected vedette-theme/1"},
        {FORMAT "tex: {}\n", "x.yaml:2:1: found the unknown key 'tex', expected one as 'text'"},
        {FORMAT "like: drak\n", "x.yaml:2:7: like: found 'drak', expected dark, light"},
        {FORMAT "text: 3\n", "x.yaml:2:7: text: found one value"},
        {FORMAT "text: {rde: {}}\n",
         "x.yaml:2:8: found the unknown role 'rde', expected one as 'red'"},
        {FORMAT "text: {red: 3}\n", "x.yaml:2:13: red: found one value, expected a look"},
        {FORMAT "text: {red: {back: 3}}\n", "found the unknown key 'back'"},
        {FORMAT "text: {red: {fore: 300}}\n", "x.yaml:2:20: found '300', expected a colour of 8"},
        {FORMAT "text: {red: {fore: [256, 1, 1]}}\n", "found '256', expected a colour of 256"},
        {FORMAT "text: {red: {fore: [1, 16, 1]}}\n", "found '16', expected a colour of 16"},
        {FORMAT "text: {red: {fore: [1, 1]}}\n", "expected three colours"},
        {FORMAT "text: {red: {fore: rde}}\n",
         "found 'rde', expected a number, a colour's name as 'red'"},
        {FORMAT "text: {red: {fore: -1}}\n", "found '-1', expected a number"},
        {FORMAT "text: {red: {bold: perhaps}}\n", "bold: found 'perhaps', expected yes or no"},
        {FORMAT "ground: {lakes: {}}\n",
         "found the unknown ground 'lakes', expected one as 'lake'"},
        {FORMAT "text: &a {red: {}}\nground: *a\n", "x.yaml:2:"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct theme theme, dark;
        struct error error = {0};
        assert_int_equal(theme_load(&dark, "dark", NULL), STATUS_OK);
        assert_int_equal(parse(faults[i].words, &theme, &error), STATUS_BAD);
        if (!strstr(error.text, faults[i].says))
            fail_msg("'%s' gives '%s', expected '%s'", faults[i].words, error.text, faults[i].says);
        assert_memory_equal(&theme, &dark, sizeof theme); /* all or nothing */
    }
}

/* The example of the manual, in doc/FILES.md. */
TEST(test_documented)
{
    char path[4096];
    struct text text = {0};
    struct theme theme;
    struct error error = {0};
    source_text("doc/FILES.md", &text);
    const char *from = strstr(text_string(&text), "format: vedette-theme/1");
    assert_non_null(from);
    const char *to = strstr(from, "```");
    assert_int_equal(theme_load(&theme, "light", NULL), STATUS_OK);
    if (theme_parse(&theme, "example", from, (size_t)(to - from), &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_int_equal(theme.texts[ROLE_BLUE].foreground.by_depth[DEPTH_16], 14);
    /* All names stand there. */
    for (int role = 0; role < ROLES; role++) {
        snprintf(path, sizeof path, "`%s`", theme_role_names[role]);
        assert_non_null(strstr(to, path));
    }
    for (int ground = 0; ground < GROUND_HEAT; ground++) {
        snprintf(path, sizeof path, "`%s`", theme_ground_names[ground]);
        assert_non_null(strstr(to, path));
    }
    text_free(&text);
}

/* A person's own theme, from the folder; and what is none. */
TEST(test_own)
{
    char folder[] = "/tmp/vedette-theme-XXXXXX", path[128];
    struct theme theme;
    struct error error;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CONFIG_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/vedette/themes", folder);
    assert_int_equal(disk_folder(path, NULL), STATUS_OK);
    snprintf(path, sizeof path, "%s/vedette/themes/mine.yaml", folder);
    static const char words[] = FORMAT "text: {error: {fore: green}}\n";
    assert_int_equal(disk_write(path, words, strlen(words), NULL), STATUS_OK);
    assert_int_equal(theme_load(&theme, "mine", NULL), STATUS_OK);
    assert_int_equal(theme.texts[ROLE_ERROR].foreground.by_depth[DEPTH_256], 2);
    assert_string_equal(theme.name, "mine");
    struct string_list names = {0};
    theme_list(&names, NULL);
    assert_int_equal(names.count, 5);
    assert_string_equal(names.items[4], "mine");
    string_list_free(&names);
    assert_int_equal(theme_load(&theme, "mono", NULL), STATUS_OK);
    assert_int_equal(theme_load(&theme, "lihgt", &error), STATUS_BAD);
    assert_string_equal(error.text, "found the unknown theme 'lihgt'; the nearest known is 'light'");
    assert_int_equal(theme_load(&theme, "../mine", &error), STATUS_BAD);
    assert_int_equal(theme_load(&theme, "", &error), STATUS_BAD);
    /* What cannot be read leaves what was there. */
    assert_int_equal(disk_write(path, "a", 1, NULL), STATUS_OK);
    assert_int_equal(theme_load(&theme, "mine", &error), STATUS_BAD);
    assert_string_equal(theme.name, "mono");
    remove(path);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

TESTS_MAIN(NULL, NULL)
