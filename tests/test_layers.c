/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which profile beats which. */
#include "cmocka_all.h"
#include "option_rows.h"

#include "base/disk.h"
#include "profile/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FORMAT "format: vedette-profile/1\n"

static const char quick[] = FORMAT "weights: {piece: 10, distance: 0.1, depth: 10}\n";
static const char careful[] = FORMAT "weights: {distance: 0.2, depth: 20}\nrules: arts\n";
static const char broken[] = FORMAT "weights: {depth: 20}\nrules: chess\n";

static const struct embedded files[] = {
    {"data/openings.txt", (const unsigned char *)"x", 1},
    {"data/profiles/broken.yaml", (const unsigned char *)broken, sizeof broken - 1},
    {"data/profiles/careful.yaml", (const unsigned char *)careful, sizeof careful - 1},
    {"data/profiles/quick.yaml", (const unsigned char *)quick, sizeof quick - 1},
    {"setups/careful.yaml", (const unsigned char *)"x", 1},
};
static const struct layers layers = {.files = files, .count = sizeof files / sizeof files[0]};
static const struct layers no_layers = {.files = NULL};

/* A folder of its own for each test, in which the user's folder is "vedette". */
struct home {
    char folder[40], file[80];
    struct settings settings;
};

static void put_layer(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(disk_write(path, text, strlen(text), NULL), 0);
}

static int set_up_layers(void **state)
{
    static struct home home;
    char own[60];
    strcpy(home.folder, "/tmp/vedette-layers-XXXXXX");
    if (!mkdtemp(home.folder))
        return -1;
    snprintf(own, sizeof own, "%s/vedette", home.folder);
    snprintf(home.file, sizeof home.file, "%s/mine.yaml", home.folder);
    setenv("XDG_CONFIG_HOME", home.folder, 1);
    settings_init(&home.settings, small_table);
    *state = &home;
    return disk_folder(own, NULL) ? -1 : 0;
}

static int tear_down_layers(void **state)
{
    struct home *home = *state;
    char command[100];
    settings_free(&home->settings);
    snprintf(command, sizeof command, "rm -r %s", home->folder);
    return system(command);
}

static void check_layer(const struct settings *settings, const char *key, double value, const char *origin)
{
    int index = settings_find(settings, key);
    assert_true(index >= 0);
    if (settings->values[index] != value)
        fail_msg("%s is %g", key, settings->values[index]);
    const char *end = settings->origins[index] + strlen(settings->origins[index]) - strlen(origin);
    assert_true(end >= settings->origins[index]);
    assert_string_equal(end, origin);
}

static void test_none(void **state)
{
    struct home *home = *state;
    struct error error = {0};
    assert_int_equal(layers_read(&home->settings, &layers, NULL, 0, &error), 0);
    for (size_t i = 0; i < home->settings.count; i++)
        assert_string_equal(home->settings.origins[i], "default");
}

/* Each layer sets what the next one sets too, and one thing more. */
static void test_order(void **state)
{
    struct home *home = *state;
    struct error error = {0};
    const char *picks[] = {home->file, "quick"};
    put_layer(home->folder, "vedette/quick.yaml",
              FORMAT "weights: {distance: 0.3, depth: 30, probe: yes}\n");
    put_layer(home->folder, "vedette/config.yaml", FORMAT "weights: {depth: 40}\nrules.two_squares: 4\n");
    put_layer(home->folder, "mine.yaml", FORMAT "rules: {two_squares: 6, more_squares: no}\n");
    assert_int_equal(layers_read(&home->settings, &layers, picks, 2, &error), 0);
    check_layer(&home->settings, "rules.rules", 0, "default");
    check_layer(&home->settings, "weights.piece", 10, "data/profiles/quick.yaml");
    check_layer(&home->settings, "weights.distance", 0.3, "/vedette/quick.yaml");
    check_layer(&home->settings, "weights.probe", 1, "/vedette/quick.yaml");
    check_layer(&home->settings, "weights.depth", 40, "/vedette/config.yaml");
    check_layer(&home->settings, "rules.two_squares", 6, home->file);
    check_layer(&home->settings, "rules.more_squares", 0, home->file);
}

static void test_names_in_order(void **state)
{
    struct home *home = *state;
    struct error error = {0};
    const char *picks[] = {"quick", "careful"};
    put_layer(home->folder, "vedette/quick.yaml", FORMAT "weights: {depth: 30}\n");
    put_layer(home->folder, "vedette/mine.yaml", FORMAT "weights: {probe: yes}\n");
    assert_int_equal(layers_read(&home->settings, &layers, picks, 2, &error), 0);
    check_layer(&home->settings, "weights.piece", 10, "data/profiles/quick.yaml");
    check_layer(&home->settings, "weights.depth", 20, "data/profiles/careful.yaml");
    check_layer(&home->settings, "rules", 1, "data/profiles/careful.yaml");
    check_layer(&home->settings, "weights.probe", 0, "default"); /* mine was not picked */
    assert_int_equal(layers_add(&home->settings, &layers, "mine", &error), 0); /* only the user's */
    check_layer(&home->settings, "weights.probe", 1, "/vedette/mine.yaml");
    assert_int_equal(layers_add(&home->settings, &layers, "quick", &error), 0);
    check_layer(&home->settings, "weights.depth", 30, "/vedette/quick.yaml");
    check_layer(&home->settings, "weights.distance", 0.1, "data/profiles/quick.yaml");
}

static void check_refused(struct home *home, const struct layers *known, const char *pick,
                          const char *expected)
{
    struct error error = {0};
    const char *picks[] = {"careful", pick};
    size_t first = known == &no_layers;
    assert_int_equal(layers_read(&home->settings, known, picks + first, 2 - first, &error),
                     STATUS_BAD);
    assert_string_equal(error.text, expected);
    assert_int_equal(layers_add(&home->settings, known, pick, &error), STATUS_BAD);
    assert_string_equal(error.text, expected);
    for (size_t i = 0; i < home->settings.count; i++) /* all or nothing */
        assert_string_equal(home->settings.origins[i], "default");
}

static void test_refused(void **state)
{
    struct home *home = *state;
    char expected[200];
    assert_int_equal(chdir(home->folder), 0);
    put_layer(home->folder, "near", FORMAT);
    check_refused(home, &layers, "carefull",
                  "found the unknown profile 'carefull'; the nearest known is 'careful'");
    check_refused(
        home, &layers, "near",
        "found the unknown profile 'near', expected a known one or a file (a file's name has "
        "a '/' or ends in .yaml)");
    check_refused(home, &no_layers, "quick",
                  "found the unknown profile 'quick', expected a known one or a file");
    check_refused(home, &layers, "a b",
                  "found the profile 'a b', expected a name of letters, digits, '-' and '_'; or a path, as "
                  "./a b");
    check_refused(home, &layers, "near.profile",
                  "found the profile 'near.profile', expected a name of letters, digits, '-' and '_'; or a "
                  "path, as ./near.profile");
    check_refused(home, &layers, "",
                  "found the profile '', expected a name of letters, digits, '-' and '_'");
    check_refused(home, &layers, "..",
                  "found the profile '..', expected a name of letters, digits, '-' and '_'; or a path, as "
                  "./..");
    check_refused(home, &layers, "broken",
                  "data/profiles/broken.yaml:3:8: rules.rules: found 'chess', expected one of isf, "
                  "arts, free");
    check_refused(home, &layers, "./far", "./far: No such file or directory");
    check_refused(home, &layers, "quick.yaml", "quick.yaml: No such file or directory");
    put_layer(home->folder, "vedette/quick.yaml", "format: x\n");
    snprintf(expected, sizeof expected,
             "%s/vedette/quick.yaml:1:9: found 'x', expected the format 'vedette-profile/1'",
             home->folder);
    check_refused(home, &layers, "quick", expected);
    assert_int_equal(chdir("/"), 0);
}

static void test_broken_config(void **state)
{
    struct home *home = *state;
    struct error error = {0};
    char expected[200];
    put_layer(home->folder, "vedette/config.yaml", FORMAT "rules: {two_squares: many}\n");
    snprintf(
        expected, sizeof expected,
        "%s/vedette/config.yaml:2:22: rules.two_squares: found 'many', expected a whole number "
        "from 0 to 20 moves",
        home->folder);
    assert_int_equal(layers_read(&home->settings, &layers, (const char *[]){"quick"}, 1, &error),
                     STATUS_BAD);
    assert_string_equal(error.text, expected);
    check_layer(&home->settings, "weights.depth", 4, "default");
}

static void test_no_home(void **state)
{
    struct home *home = *state;
    struct error error = {0};
    char path[100];
    const char *before = getenv("HOME");
    char *kept = before ? strdup(before) : NULL;
    assert_true(layers_config(path, sizeof path));
    assert_string_equal(path + strlen(home->folder), "/vedette/config.yaml");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    assert_false(layers_config(path, sizeof path));
    assert_int_equal(layers_read(&home->settings, &layers, (const char *[]){"quick"}, 1, &error),
                     0);
    check_layer(&home->settings, "weights.depth", 10, "data/profiles/quick.yaml");
    if (kept)
        setenv("HOME", kept, 1);
    free(kept);
}

TEST(test_names)
{
    static const char *const expected[] = {"broken", "careful", "quick"};
    char name[LAYER_NAME];
    for (size_t i = 0; i < 3; i++) {
        assert_true(layers_name(&layers, i, name));
        assert_string_equal(name, expected[i]);
    }
    assert_false(layers_name(&layers, 3, name));
    assert_false(layers_name(&no_layers, 0, name));
    assert_true(layers_is_file("./x") && layers_is_file("x.yaml") && layers_is_file("x.yml") &&
                layers_is_file("-") && layers_is_file("/x"));
    assert_false(layers_is_file("x") || layers_is_file("x.yamls") || layers_is_file("yaml"));
}

/* The program's and the user's, each once, in order; nothing else that lies in the folder. */
static void test_list(void **state)
{
    struct home *home = *state;
    char own[60];
    struct string_list names = {0};
    static const char *const expected[] = {"Zulu", "broken", "careful", "mine", "quick"};
    snprintf(own, sizeof own, "%s/vedette", home->folder);
    put_layer(own, "mine.yaml", careful);
    put_layer(own, "Zulu.yaml", careful);
    put_layer(own, "careful.yaml", careful);
    put_layer(own, "config.yaml", careful);
    put_layer(own, "notes.txt", "x");
    put_layer(own, ".yaml", "x");
    put_layer(own, "no name.yaml", "x");
    layers_list(&layers, &names, NULL);
    assert_int_equal(names.count, 5);
    for (size_t i = 0; i < names.count; i++)
        assert_string_equal(names.items[i], expected[i]);
    string_list_free(&names);
    unsetenv("XDG_CONFIG_HOME");
    setenv("HOME", "/nowhere", 1);
    layers_list(&no_layers, &names, NULL);
    assert_int_equal(names.count, 0);
}

static const char *const look_words[] = {"auto", "dark", NULL};
static const struct option look_rows[] = {
    {"look", OPTION_NAME, 0, 0, 0, look_words, "", "how it looks", ""},
    {"loud", OPTION_FLAG, 0, 1, 0, NULL, "", "whether it can be heard", ""},
};
static const struct option_group look_group = {"look", "looks", look_rows, 2};
static const struct option_group *const look_table[] = {&look_group, NULL};

/* Names are any line of text; a value that is kept stands in config.yaml, beside all else that is there. */
static void test_keep(void **state)
{
    struct home *home = *state;
    struct settings settings;
    struct error error;
    struct text file = {0};
    char path[128], shown[OPTION_VALUE_TEXT], longest[OPTION_NAME_TEXT + 1] = "";
    settings_init(&settings, look_table);
    assert_string_equal(settings_file(&settings, "look", "look"), "auto");
    assert_true(settings_is_standard(&settings, 0));
    assert_int_equal(settings_set(&settings, "look", "my: own", "set", NULL), STATUS_OK);
    settings_show(&settings, 0, shown, sizeof shown);
    assert_string_equal(shown, "my: own");
    assert_int_equal(settings_set(&settings, "look", "", "set", &error), STATUS_BAD);
    assert_string_equal(error.text,
                        "look.look: found an empty value, expected a name: auto, dark, or another");
    assert_int_equal(settings_set(&settings, "look", "two\nlines", "set", NULL), STATUS_BAD);
    memset(longest, 'x', OPTION_NAME_TEXT);
    assert_int_equal(settings_set(&settings, "look", longest, "set", NULL), STATUS_BAD);
    longest[OPTION_NAME_TEXT - 1] = '\0';
    assert_int_equal(settings_set(&settings, "look", longest, "set", NULL), STATUS_OK);

    snprintf(path, sizeof path, "%s/vedette/config.yaml", home->folder);
    assert_int_equal(layers_save_option(look_table, "look.look", "my: own", NULL), STATUS_OK);
    put_layer(home->folder, "vedette/config.yaml", "# mine\n" FORMAT "look: {look: dark, loud: yes} # so\n");
    assert_int_equal(layers_save_option(look_table, "look.look", "my: own", NULL), STATUS_OK);
    assert_int_equal(disk_read(path, 1000, &file, NULL), STATUS_OK);
    assert_string_equal(text_string(&file), "# mine\n" FORMAT "look: {look: \"my: own\", loud: yes} # so\n");
    assert_int_equal(layers_read(&settings, &no_layers, NULL, 0, NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "look", "look"), "my: own");
    /* What is no sound profile stays as it is. */
    put_layer(home->folder, "vedette/config.yaml", "look: {look: dark\n");
    assert_int_equal(layers_save_option(look_table, "look.look", "light", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "config.yaml:"));
    text_clear(&file);
    assert_int_equal(disk_read(path, 1000, &file, NULL), STATUS_OK);
    assert_string_equal(text_string(&file), "look: {look: dark\n");
    text_free(&file);
    settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_none, set_up_layers, tear_down_layers),
        cmocka_unit_test_setup_teardown(test_order, set_up_layers, tear_down_layers),
        cmocka_unit_test_setup_teardown(test_names_in_order, set_up_layers, tear_down_layers),
        cmocka_unit_test_setup_teardown(test_refused, set_up_layers, tear_down_layers),
        cmocka_unit_test_setup_teardown(test_broken_config, set_up_layers, tear_down_layers),
        cmocka_unit_test_setup_teardown(test_no_home, set_up_layers, tear_down_layers),
        cmocka_unit_test(test_names),
        cmocka_unit_test_setup_teardown(test_keep, set_up_layers, tear_down_layers),
        cmocka_unit_test_setup_teardown(test_list, set_up_layers, tear_down_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
