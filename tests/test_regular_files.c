/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the screen reads are regular files: a pipe that nobody writes to, a folder and "-" are refused at
 * once. A reader that waits is ended by the alarm. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "profile/layers.h"
#include "profile/profile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/vedette-regular-XXXXXX";

static const struct option rows[] = {{"number", OPTION_INT, 0, 9, 1, NULL, "", "a number", ""}};
static const struct option_group group = {"some", "some", rows, 1};
static const struct option_group *const table[] = {&group, NULL};

static void put_named(const char *name, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "./%s", name); /* disk_write takes no "-" */
    assert_int_equal(disk_write(path, text, strlen(text), NULL), STATUS_OK);
}

/* Each of these is refused, with its name, and nothing waits. */
TEST(test_refused)
{
    static const struct {
        const char *name, *why;
    } files[] = {{"pipe", "pipe: no regular file"}, {"/dev/null", "/dev/null: no regular file"},
                 {".", ".: "}, {"-", "-: No such file or directory"}, {"nothing", "nothing: No such"}};
    struct settings settings;
    const struct layers layers = {.regular = true};
    settings_init(&settings, table);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct file_content content = {0};
        struct text text = {0};
        struct error error = {0};
        const char *name = files[i].name, *why = files[i].why;
        assert_int_equal(file_read_regular(name, &content, &error), STATUS_BAD);
        assert_int_equal(strncmp(error.text, why, strlen(why)), 0);
        assert_int_equal(disk_read_regular(name, 100, &text, &error), STATUS_BAD);
        assert_int_equal(strncmp(error.text, why, strlen(why)), 0);
        assert_int_equal(profile_read(&settings, name, true, NULL, &error), STATUS_BAD);
        assert_int_equal(strncmp(error.text, why, strlen(why)), 0);
        file_content_free(&content);
        text_free(&text);
    }
    assert_int_equal(layers_add(&settings, &layers, "./pipe", NULL), STATUS_BAD);
    assert_int_equal(disk_check_regular("pipe", NULL), STATUS_BAD);
    assert_int_equal(disk_check_regular("nothing", NULL), STATUS_OK);
    settings_free(&settings);
}

/* "-" is a name like another: what was saved under it is read again. */
TEST(test_dash_is_a_name)
{
    struct settings settings;
    struct file_content content = {0};
    const struct layers layers = {.regular = true};
    settings_init(&settings, table);
    put_named("-", "format: vedette-profile/1\nsome: {number: 7}\n");
    assert_int_equal(layers_add(&settings, &layers, "-", NULL), STATUS_OK);
    assert_int_equal(settings_int(&settings, "some", "number"), 7);
    put_named("-", "2 6 3 X 2 7 2 9 5 2\n5 4 8 B 6 S 2 8 6 7\n2 3 B 4 5 7 3 2 4 6\n3 B F B 5 2 4 B 3 B\n");
    assert_int_equal(file_read_regular("-", &content, NULL), STATUS_OK);
    assert_int_equal(content.kind, FILE_SETUP);
    file_content_free(&content);
    assert_int_equal(unlink("-"), 0);
    settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_dash_is_a_name),
    };
    if (!mkdtemp(folder) || chdir(folder) != 0 || mkfifo("pipe", 0600) != 0)
        return 1;
    alarm(60);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink("pipe");
    rmdir(folder);
    return failed;
}
