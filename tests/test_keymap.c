/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys that a person binds otherwise. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "source.h"
#include "tui/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "format: vedette-keys/1\n"

static struct keymap keymap;

static enum status parse(const char *words, struct error *error)
{
    enum status status = keymap_parse(&keymap, "keys.yaml", words, strlen(words), error);
    if (!status)
        keys_use(keymap.rows, keymap.count);
    return status;
}

static const struct key_binding *find(enum action action, unsigned screen)
{
    for (size_t i = 0; i < key_count; i++)
        if (key_table[i].action == action && key_table[i].screens & screen)
            return &key_table[i];
    return NULL;
}

/* No two actions have the same name; what is done with the keyboard in a game can be bound. */
TEST(test_names)
{
    for (size_t i = 0; i < key_count; i++)
        for (size_t j = 0; j < i; j++) {
            const char *a = keymap_action_names[key_table[i].action];
            const char *b = keymap_action_names[key_table[j].action];
            if (a && b && key_table[i].action != key_table[j].action)
                assert_string_not_equal(a, b);
        }
    static const enum action some[] = {ACTION_UP, ACTION_CHOOSE, ACTION_HINT, ACTION_TAKE_BACK,
                                       ACTION_CONSOLE, ACTION_MOVES, ACTION_SETTINGS, ACTION_REVIEW,
                                       ACTION_QUIT};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        assert_non_null(keymap_action_names[some[i]]);
}

TEST(test_bind)
{
    assert_int_equal(parse(FORMAT "game: {hint: [Ctrl-H, F5], undo: \"u\"}\nall: {choose: Enter}\n", NULL),
                     STATUS_OK);
    assert_int_equal(key_action(CONTROL('H'), ON_GAME), ACTION_HINT);
    assert_int_equal(key_action(KEY_F(5), ON_GAME), ACTION_HINT);
    assert_int_equal(key_action('H', ON_GAME), ACTION_NONE);
    assert_string_equal(find(ACTION_HINT, ON_GAME)->label, "Backspace, F5"); /* which Ctrl-H is */
    assert_int_equal(key_action('u', ON_GAME), ACTION_TAKE_BACK);
    for (unsigned screen = 1; screen < ON_ALL; screen <<= 1)
        if (find(ACTION_CHOOSE, screen)) {
            assert_int_equal(key_action(KEY_ENTER, screen), ACTION_CHOOSE);
            assert_int_not_equal(key_action(' ', screen), ACTION_CHOOSE);
            assert_string_equal(find(ACTION_CHOOSE, screen)->label, "Enter");
        }
    /* On one screen alone: the others keep theirs. */
    assert_int_equal(parse(FORMAT "menu: {up: [u, Up]}\n", NULL), 0);
    assert_int_equal(key_action('u', ON_MENU), ACTION_UP);
    assert_int_equal(key_action('k', ON_MENU), ACTION_NONE);
    assert_int_equal(key_action('k', ON_GAME), ACTION_UP);
    assert_string_equal(find(ACTION_UP, ON_MENU)->label, "u, Up");
    assert_string_equal(find(ACTION_UP, ON_GAME)->label, "Up, k");
    /* Two screens after each other, and none. */
    assert_int_equal(parse(FORMAT "setup: {up: U}\ngame: {up: Ctrl-P, draw: []}\nmenu: {up: F12}\n", NULL),
                     STATUS_OK);
    assert_string_equal(find(ACTION_UP, ON_SETUP)->label, "U");
    assert_string_equal(find(ACTION_UP, ON_GAME)->label, "Ctrl-P");
    assert_string_equal(find(ACTION_UP, ON_MENU)->label, "F12");
    assert_string_equal(find(ACTION_UP, ON_HELP)->label, "Up, k");
    assert_int_equal(key_action('D', ON_GAME), ACTION_NONE);
    assert_string_equal(find(ACTION_DRAW, ON_GAME)->label, "(none)");
    /* What is said of keys names the first that one has. */
    assert_string_equal(key_for(ACTION_UP, ON_GAME).text, "Ctrl-P");
    assert_string_equal(key_for(ACTION_UP, ON_HELP).text, "Up");
    assert_string_equal(key_for(ACTION_DRAW, ON_GAME).text, "(no key)");
    assert_int_equal(parse(FORMAT "game: {pause: [\",\", Z]}\n", NULL), STATUS_OK);
    assert_string_equal(key_for(ACTION_PAUSE, ON_GAME).text, ",");
    keys_use(NULL, 0);
    assert_int_equal(key_action('D', ON_GAME), ACTION_DRAW);
}

TEST(test_keymap_faults)
{
    static const struct {
        const char *words, *says;
    } faults[] = {
        {"", "keys.yaml:1:1: "},
        {"game: {}\n", "keys.yaml:1:1: found no 'format: vedette-keys/1', expected it"},
        {"format: vedette-keys/2\n", "keys.yaml:1:9: found no 'format: vedette-keys/1'"},
        {FORMAT "gaem: {}\n", "keys.yaml:2:1: found the unknown screen 'gaem'; the nearest known is 'game'"},
        {FORMAT "game: F5\n", "keys.yaml:2:7: game: found one value, expected actions with their keys"},
        {FORMAT "game: {hnit: F5}\n",
         "keys.yaml:2:8: found the unknown action 'hnit'; the nearest known is 'hint'"},
        {FORMAT "game: {sort: F5}\n",
         "keys.yaml:2:8: found 'sort' under 'game', where there is no such action"},
        {FORMAT "game: {hint: F99}\n", "keys.yaml:2:14: found 'F99', expected a key: a letter or sign"},
        {FORMAT "game: {hint: \"\"}\n", "keys.yaml:2:14: found '', expected a key"},
        {FORMAT "game: {hint: {a: b}}\n", "keys.yaml:2:14: hint: found a mapping, expected a key or a list"},
        {FORMAT "game: {hint: [[a]]}\n", "keys.yaml:2:15: found a list, expected a key"},
        {FORMAT "game: {hint: [F2, F3, F4, F5, F6, F7]}\n", "found more than 5 keys for 'hint'"},
        {FORMAT "game: {hint: w}\n", "keys.yaml: game: found 'w' for where and for hint, expected it once"},
        {FORMAT "game: {hint: d}\n", "keys.yaml: game: found 'd' for hint, but typed moves begin with it"},
        {FORMAT "all: {quit: []}\n", "keys.yaml: menu: found no key for quit, expected one"},
        {FORMAT "game: {hint: &a F5, draw: *a}\n", "keys.yaml:2:"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct error error = {0};
        assert_int_equal(parse(faults[i].words, &error), STATUS_BAD);
        if (!strstr(error.text, faults[i].says))
            fail_msg("'%s' gives '%s', expected '%s'", faults[i].words, error.text, faults[i].says);
        assert_int_equal(key_action('H', ON_GAME), ACTION_HINT); /* the program's own keys stay */
    }
}

/* The example of doc/FILES.md holds, and its list of actions is whole. */
TEST(test_documented)
{
    char path[4096];
    struct text text = {0};
    struct error error = {0};
    source_text("doc/FILES.md", &text);
    const char *from = strstr(text_string(&text), FORMAT);
    assert_non_null(from);
    const char *to = strstr(from, "```");
    if (keymap_parse(&keymap, "example", from, (size_t)(to - from), &error) != STATUS_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < key_count; i++) {
        const char *name = keymap_action_names[key_table[i].action];
        snprintf(path, sizeof path, "`%s`", name ? name : "");
        if (name && !strstr(to, path))
            fail_msg("not in doc/FILES.md: %s", name);
    }
    text_free(&text);
}

TESTS_MAIN(NULL, NULL)
