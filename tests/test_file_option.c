/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that are files: the name of one that comes with the program, or a path, through every door by
 * which an option is set, kept, copied, shown, written and read. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "profile/layers.h"
#include "profile/profile.h"
#include "shortcuts.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {"human", "robot", NULL};
static const struct option rows[] = {
    {"before", OPTION_INT, 0, 9, 1, NULL, "", "a number", ""},
    {"model", OPTION_FILE, 0, 0, 0, names, "", "what was learnt", "ours"},
    {"after", OPTION_INT, 0, 9, 2, NULL, "", "another number", ""},
};
static const struct option_group group = {"mind", "what it thinks", rows, 3};
static const struct option_group *const table[] = {&group, NULL};
enum { MODEL = 1 };

static char folder[] = "/tmp/vedette-files-XXXXXX";
static const char *const odd[] = {"plain.yaml", "two words.yaml", "a: b # c", "q\"uo\\te'd", "r\xc3\xb8yk",
                                  "-x", "human", "null"};
enum { ODD = sizeof odd / sizeof *odd };

static char *path_of(const char *name, char path[PATH_MAX])
{
    assert_true(snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX);
    return path;
}

TEST(test_names_and_paths)
{
    struct settings settings;
    double numbers[2];
    char path[PATH_MAX], shown[OPTION_VALUE_TEXT];
    settings_init(&settings, table);
    assert_string_equal(settings_file(&settings, "mind", "model"), "human");
    assert_true(settings_is_standard(&settings, MODEL));
    assert_int_equal(settings_set(&settings, "mind.model", "robot", "set", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), "robot");
    assert_false(settings_is_standard(&settings, MODEL));
    assert_string_equal(settings.origins[MODEL], "set");
    for (int i = 0; i < ODD; i++) { /* "human" by its path is another file than the program's own */
        path_of(odd[i], path);
        assert_int_equal(settings_set(&settings, "mind.model", path, "set", NULL), STATUS_OK);
        assert_string_equal(settings_file(&settings, "mind", "model"), path);
        settings_show(&settings, MODEL, shown, sizeof shown);
        assert_string_equal(shown, path);
        assert_false(settings_is_standard(&settings, MODEL));
    }
    settings_group(&settings, "mind", numbers, 2);
    assert_true(numbers[0] == 1 && numbers[1] == 2);
    assert_int_equal(settings_reset(&settings, "mind.model", NULL), STATUS_OK);
    assert_true(settings_is_standard(&settings, MODEL));
    settings_free(&settings);
}

/* A path by hand begins in the current folder, one in a profile in that of the profile. */
TEST(test_where_paths_begin)
{
    struct settings settings;
    struct text text = {0};
    struct error error = {0};
    char before[PATH_MAX], path[PATH_MAX], profile[PATH_MAX], there[PATH_MAX];
    const struct layers layers = {.files = NULL};
    assert_non_null(getcwd(before, sizeof before));
    settings_init(&settings, table);
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(settings_set(&settings, "mind.model", "plain.yaml", "set", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), path_of("plain.yaml", path));
    assert_int_equal(settings_set(&settings, "mind.model", "./human", "set", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), path_of("./human", path));
    assert_int_equal(mkdir("inner", 0700), 0);
    text_add(&text, "format: vedette-profile/1\nmind: {model: deep.yaml}\n");
    assert_int_equal(disk_write("inner/p.yaml", text.bytes, text.size, NULL), STATUS_OK);
    assert_int_equal(disk_write("inner/deep.yaml", "x", 1, NULL), STATUS_OK);
    path_of("inner/deep.yaml", there);
    assert_int_equal(layers_add(&settings, &layers, "inner/p.yaml", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), there);
    assert_string_equal(settings.origins[MODEL], "inner/p.yaml");
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(layers_add(&settings, &layers, path_of("inner/p.yaml", profile), NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), there);
    assert_int_equal(settings_set(&settings, "mind.model", there + 1, "set", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), there);
    /* What the profile names is gone: reported with the place in it, and nothing is changed. */
    assert_int_equal(unlink(there), 0);
    assert_int_equal(layers_add(&settings, &layers, profile, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "p.yaml:2:15: mind.model: found 'deep.yaml' (there is no such file)"));
    assert_string_equal(settings_file(&settings, "mind", "model"), there);
    assert_int_equal(chdir(before), 0);
    unlink(profile);
    assert_int_equal(rmdir(path_of("inner", path)), 0);
    text_free(&text);
    settings_free(&settings);
}

TEST(test_hostile_values)
{
    static char of_5000[5001], of_1023[1024];
    char fifo[PATH_MAX], shut[PATH_MAX];
    memset(of_5000, 'x', 5000);
    memset(of_1023, 'x', 1023);
    assert_int_equal(mkfifo(path_of("fifo", fifo), 0600), 0);
    path_of("plain.yaml/below", shut);
    const struct {
        const char *value, *why;
    } values[] = {
        {"", "mind.model: found nothing, expected"},
        {" ", "mind.model: found ' ' (there is no such file), expected"},
        {of_5000, "xxxxxxxxxx' (too long), expected"},
        {of_1023, "xxxxxxxxxx' (too long), expected"},
        {"a\nb", "mind.model: found 'a\\x0ab' (no plain text in UTF-8), expected"},
        {"a\x1b[2J", "(no plain text in UTF-8), expected"},
        {"a\x7f", "(no plain text in UTF-8), expected"},
        {"a\xff", "(no plain text in UTF-8), expected"},
        {"/", "mind.model: found '/' (a folder), expected"},
        {".", "mind.model: found '.' (a folder), expected"},
        {fifo, "(no regular file), expected"},
        {"/dev/null", "(no regular file), expected"},
        {"-", "mind.model: found '-' (there is no such file), expected"},
        {"robots", "mind.model: found 'robots' (there is no such file), expected"},
        {shut, "(there is no such file), expected"},
    };
    struct settings settings;
    settings_init(&settings, table);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct error error = {0};
        assert_int_equal(settings_set(&settings, "mind.model", values[i].value, "set", &error), STATUS_BAD);
        if (!strstr(error.text, values[i].why) || strncmp(error.text, "mind.model: ", 12) != 0 ||
            !strstr(error.text, "expected a file, or one of human, robot"))
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(settings_file(&settings, "mind", "model"), "human");
    }
    /* For one command a pipe and standard input will do; a folder and what is missing will not. */
    assert_int_equal(settings_set_for_now(&settings, "mind.model", fifo, "--model", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), fifo);
    assert_int_equal(settings_set_for_now(&settings, "mind.model", "-", "--model", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), "-");
    assert_int_equal(settings_set_for_now(&settings, "mind.before", "3", "--before", NULL), STATUS_OK);
    assert_int_equal(settings_set_for_now(&settings, "mind.model", "/", "--model", NULL), STATUS_BAD);
    assert_int_equal(settings_set_for_now(&settings, "mind.model", "robots", "--model", NULL), STATUS_BAD);
    assert_int_equal(settings_set_for_now(&settings, "mind.model", "", "--model", NULL), STATUS_BAD);
    assert_string_equal(settings_file(&settings, "mind", "model"), "-");
    settings_free(&settings);
    unlink(fifo);
}

TEST(test_copies)
{
    struct settings one, two = {0}, three;
    struct text out = {0};
    char path[PATH_MAX], line[2 * PATH_MAX];
    settings_init(&one, table);
    settings_init(&three, table);
    path_of("plain.yaml", path);
    assert_int_equal(settings_set(&one, "mind.model", path, "mine", NULL), STATUS_OK);
    settings_copy(&two, &one);
    assert_true(settings_same(&one, &two, MODEL));
    assert_ptr_not_equal(one.files[MODEL], two.files[MODEL]);
    settings_set(&one, "mind.model", "robot", "set", NULL);
    assert_false(settings_same(&one, &two, MODEL));
    settings_copy_option(&three, &two, MODEL);
    settings_free(&one);
    settings_copy(&one, &two);
    settings_free(&two);
    assert_string_equal(settings_file(&one, "mind", "model"), path);
    assert_string_equal(settings_file(&three, "mind", "model"), path);
    assert_string_equal(three.origins[MODEL], "mine");
    settings_reset(&one, "mind.model", NULL);
    assert_int_equal(profile_diff(&one, &three, &out), 1);
    snprintf(line, sizeof line, "mind.model: human -> %s (mine)\n", path);
    assert_string_equal(text_string(&out), line);
    text_clear(&out);
    assert_int_equal(profile_show(&three, "mind.model", &out, NULL), STATUS_OK);
    snprintf(line, sizeof line, "mind.model  %s  (mine)\n", path);
    assert_string_equal(text_string(&out), line);
    text_clear(&out);
    assert_int_equal(profile_explain(&three, "mind.model", &out, NULL), STATUS_OK);
    snprintf(line, sizeof line,
             "mind.model: what was learnt\nvalue: %s (mine)\ndefault: human\n"
             "range: a file, or one of human, robot\nsource: ours\n", path);
    assert_string_equal(text_string(&out), line);
    text_free(&out);
    settings_free(&one);
    settings_free(&three);
}

/* Whatever a path is made of, a profile holds it, and can be edited to hold it. */
TEST(test_written_and_read)
{
    for (int i = 0; i < ODD; i++) {
        struct settings settings, again;
        struct text text = {0}, edited = {0};
        struct error error = {0};
        char path[PATH_MAX];
        path_of(odd[i], path);
        settings_init(&settings, table);
        settings_set(&settings, "mind.model", path, "set", NULL);
        for (int whole = 0; whole < 2; whole++) {
            settings_init(&again, table);
            text_clear(&text);
            profile_write(&settings, whole, &text);
            if (profile_parse(&again, "written", text.bytes, text.size, &error))
                fail_msg("%s: %s", path, error.text);
            assert_true(settings_same(&settings, &again, MODEL));
            settings_free(&again);
        }
        text_add(&edited, "format: vedette-profile/1\n# mine\nmind:\n  model: robot # for now\n");
        assert_int_equal(profile_edit(table, "p", &edited, "mind.model", path, &error), STATUS_OK);
        assert_non_null(strstr(edited.bytes, "# mine\n"));
        assert_non_null(strstr(edited.bytes, " # for now\n"));
        settings_init(&again, table);
        assert_int_equal(profile_parse(&again, "p", edited.bytes, edited.size, &error), STATUS_OK);
        assert_true(settings_same(&settings, &again, MODEL));
        settings_free(&again);
        settings_free(&settings);
        text_free(&edited);
        text_free(&text);
    }
}

TEST(test_spec)
{
    struct settings settings;
    char path[PATH_MAX], spec[2 * PATH_MAX];
    settings_init(&settings, table);
    snprintf(spec, sizeof spec, "before=3, model = %s ,after=4", path_of("plain.yaml", path));
    assert_int_equal(settings_set_spec(&settings, "mind", spec, "spec", NULL), STATUS_OK);
    assert_string_equal(settings_file(&settings, "mind", "model"), path);
    assert_int_equal(settings_int(&settings, "mind", "after"), 4);
    settings_free(&settings);
}

/* A number read as a file, and a file as a number: the program's own mistakes. */
TEST(test_wrong_types_abort)
{
    for (int which = 0; which < 3; which++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct settings settings;
            double values[3];
            signal(SIGABRT, SIG_DFL);
            settings_init(&settings, table);
            if (which == 0)
                settings_get(&settings, "mind", "model");
            else if (which == 1)
                settings_file(&settings, "mind", "before");
            else
                settings_group(&settings, "mind", values, 3);
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_and_paths), cmocka_unit_test(test_where_paths_begin),
        cmocka_unit_test(test_hostile_values),  cmocka_unit_test(test_copies),
        cmocka_unit_test(test_written_and_read), cmocka_unit_test(test_spec),
        cmocka_unit_test(test_wrong_types_abort),
    };
    char path[PATH_MAX];
    if (!mkdtemp(folder))
        return 1;
    for (int i = 0; i < ODD; i++)
        if (disk_write(path_of(odd[i], path), "x", 1, NULL) != STATUS_OK)
            return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < ODD; i++)
        unlink(path_of(odd[i], path));
    rmdir(folder);
    return failed;
}
