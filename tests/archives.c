/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archives.h"

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char archive_folder[] = "/tmp/vedette-archive-XXXXXX";
char archive_path[sizeof archive_folder + sizeof "/vedette/games.db"];

int archives_set_up(void **state)
{
    (void)state;
    if (!mkdtemp(archive_folder))
        return -1;
    setenv("XDG_DATA_HOME", archive_folder, 1);
    setenv("XDG_STATE_HOME", archive_folder, 1);
    snprintf(archive_path, sizeof archive_path, "%s/vedette/games.db", archive_folder);
    return 0;
}

int archives_clean(void **state)
{
    (void)state;
    char command[sizeof archive_folder + sizeof "rm -rf /*"];
    snprintf(command, sizeof command, "rm -rf %s/*", archive_folder);
    return system(command);
}

int archives_tear_down(void **state)
{
    return archives_clean(state) || rmdir(archive_folder);
}

struct archive *archives_open(const struct archive_terms *terms)
{
    struct archive *archive = NULL;
    struct text report = {0};
    struct error error = {0};
    if (archive_open(&archive, terms, &report, &error))
        fail_msg("%s", error.text);
    assert_int_equal(report.size, 0);
    text_free(&report);
    return archive;
}
