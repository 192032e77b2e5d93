/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive on a file system without locks: it takes games and gives them back all the same. */
#include "archives.h"
#include "cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The error of every lock on a file; 0: locks are as they are. The program's own calls come here, and
 * SQLite's by its table of system calls. */
static int no_locks;

int fcntl(int file, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (no_locks && (command == F_SETLK || command == F_SETLKW || command == F_GETLK)) {
        errno = no_locks;
        return -1;
    }
    return (int)syscall(SYS_fcntl, file, command, argument);
}

static void name_players(const void *context, const struct record *record, struct archive_names *names)
{
    (void)context;
    for (enum side side = RED; side <= BLUE; side++)
        snprintf(names->name[side], sizeof names->name[side], "%s", record->player[side]);
}

static struct archive *open_archive(void)
{
    static const struct archive_terms terms = {.path = archive_path, .name = name_players};
    return archives_open(&terms);
}

static void add_game(struct archive *archive, enum archive_change expected)
{
    static const char text[] =
        "format: vedette-game/1\ndate: 2026-01-05\nrules: isf\n"
        "red:  {player: Ann, setup: \"KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\"}\n"
        "blue: {player: Bob, setup: \"YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN\"}\n"
        "moves: >-\n  e4-e5 i7-i6\nresult: red\nreason: resigned\n";
    struct file_content content = {0};
    enum archive_change answer;
    assert_int_equal(file_parse("made", text, sizeof text - 1, &content, NULL), STATUS_OK);
    struct archive_game game = {.record = &content.record, .bytes = text, .size = sizeof text - 1,
                                .kind = content.kind, .path = "made", .source = ARCHIVE_IMPORT};
    assert_int_equal(archive_add(archive, &game, &answer, NULL), STATUS_OK);
    assert_int_equal(answer, expected);
    file_content_free(&content);
}

TEST(test_without_locks)
{
    static const int errors[] = {ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL};
    char beside[64];
    sqlite3_vfs *system = sqlite3_vfs_find("unix");
    assert_non_null(system);
    assert_int_equal(system->xSetSystemCall(system, "fcntl", (sqlite3_syscall_ptr)fcntl), SQLITE_OK);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        no_locks = errors[i];
        struct archive *archive = open_archive();
        add_game(archive, ARCHIVE_ADDED);
        archive_close(archive);
        archive = open_archive();
        add_game(archive, ARCHIVE_UNCHANGED);
        archive_close(archive);
        no_locks = 0;
        assert_int_equal(unlink(archive_path), 0);
        snprintf(beside, sizeof beside, "%s/vedette", archive_folder);
        assert_int_equal(rmdir(beside), 0); /* nothing is left there */
    }
    assert_int_equal(system->xSetSystemCall(system, "fcntl", NULL), SQLITE_OK);
}

TESTS_MAIN(archives_set_up, archives_tear_down)
