/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of embedded files is the data on disk: every file of it, and nothing else. */
#include "base/disk.h"
#include "base/embedded.h"
#include "cmocka_all.h"
#include "source.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glob.h>

TEST(bytes_are_those_on_disk)
{
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded *file = &embedded_table[i];
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", source_folder(), file->name);
        struct text text = {0};
        struct error error;
        assert_int_equal(disk_read(path, 1 << 24, &text, &error), STATUS_OK);
        assert_int_equal(text.size, file->size);
        assert_memory_equal(text_string(&text), file->bytes, file->size + 1);
        assert_ptr_equal(embedded_find(file->name), file);
        text_free(&text);
    }
}

TEST(every_file_is_embedded)
{
    static const char *const patterns[] = {"data/*/*", "setups/*.setup"};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", source_folder(), patterns[i]);
        glob_t found;
        int result = glob(path, 0, NULL, &found);
        assert_true(result == 0 || result == GLOB_NOMATCH);
        for (size_t j = 0; result == 0 && j < found.gl_pathc; j++) {
            const char *name = found.gl_pathv[j] + strlen(source_folder()) + 1;
            if (!embedded_find(name))
                fail_msg("%s is not in data_files of Makefile.am", name);
        }
        globfree(&found);
    }
}

TEST(other_names_are_not_found)
{
    assert_null(embedded_find(""));
    assert_null(embedded_find("data"));
    assert_null(embedded_find("data/../configure.ac"));
}

TESTS_MAIN(NULL, NULL)
