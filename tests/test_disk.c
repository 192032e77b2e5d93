/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are written whole or not at all, also where the file system lacks a call: fsync, fchmod, ftruncate,
 * rename, flock and mkdir stand here in place of the system's and fail on demand. */
#include "base/disk.h"
#include "cmocka_all.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[] = "/tmp/vedette-disk-XXXXXX";

/* The error that each call gives; 0: it does what it should. */
static struct {
    int sync, mode, name, lock, folder;
    int cuts; /* so many calls of ftruncate fail */
} fails;

static int fail_with(int why)
{
    errno = why;
    return -1;
}

int fsync(int file)
{
    return fails.sync ? fail_with(fails.sync) : (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    return fails.sync ? fail_with(fails.sync) : (int)syscall(SYS_fdatasync, file);
}

int fchmod(int file, mode_t mode)
{
    return fails.mode ? fail_with(fails.mode) : (int)syscall(SYS_fchmod, file, mode);
}

int ftruncate(int file, off_t size)
{
    return fails.cuts && fails.cuts-- ? fail_with(EIO) : (int)syscall(SYS_ftruncate, file, size);
}

int rename(const char *from, const char *to)
{
    return fails.name ? fail_with(fails.name) : renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int flock(int file, int how)
{
    return fails.lock ? fail_with(fails.lock) : (int)syscall(SYS_flock, file, how);
}

int mkdir(const char *path, mode_t mode)
{
    return fails.folder ? fail_with(fails.folder) : mkdirat(AT_FDCWD, path, mode);
}

static int reset_faults(void **state)
{
    (void)state;
    memset(&fails, 0, sizeof fails);
    return 0;
}

static enum status put_text(const char *path, const char *text, struct error *error)
{
    return disk_write(path, text, strlen(text), error);
}

static void assert_holds(const char *path, const char *expected)
{
    struct text text = {0};
    assert_int_equal(disk_read(path, 1000, &text, NULL), STATUS_OK);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static int count_files(void)
{
    int count = 0;
    DIR *entries = opendir(".");
    assert_non_null(entries);
    for (const struct dirent *entry; (entry = readdir(entries));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(entries);
    return count;
}

static mode_t mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 07777;
}

/* A call that the file system does not have costs nothing; one that failed is an error, and the old file
 * stays. */
TEST(test_sync)
{
    static const int none[] = {EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EROFS}, real[] = {EIO, ENOSPC, EDQUOT};
    struct error error;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        fails.sync = none[i];
        assert_int_equal(put_text("synced", i % 2 ? "odd" : "even", &error), STATUS_OK);
        assert_holds("synced", i % 2 ? "odd" : "even");
        assert_int_equal(disk_sync_data(STDOUT_FILENO), 0);
    }
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        fails.sync = real[i];
        assert_int_equal(put_text("synced", "new", &error), STATUS_FAILED);
        assert_memory_equal(error.text, "synced: ", 8);
        assert_int_equal(disk_sync_data(STDOUT_FILENO), -1);
        assert_holds("synced", "even");
    }
    assert_int_equal(count_files(), 1);
    unlink("synced");
}

/* A mode that cannot be set: the file is written in place and keeps its own. */
TEST(test_mode)
{
    static const int none[] = {EPERM, ENOSYS, EOPNOTSUPP, EROFS, EINVAL};
    assert_int_equal(put_text("moded", "old", NULL), STATUS_OK);
    assert_int_equal(chmod("moded", 0640), 0);
    assert_int_equal(put_text("moded", "kept", NULL), STATUS_OK);
    assert_int_equal(mode_of("moded"), 0640);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char text[16];
        snprintf(text, sizeof text, "%zu", i);
        fails.mode = none[i];
        assert_int_equal(put_text("moded", text, NULL), STATUS_OK);
        assert_holds("moded", text);
        assert_int_equal(mode_of("moded"), 0640);
    }
    assert_int_equal(count_files(), 1);
    unlink("moded");
}

/* A file that no other may take the place of, as one with a mount of its own, is written in place. */
TEST(test_no_rename)
{
    static const int none[] = {EBUSY, EPERM, EACCES, EXDEV, ENOSYS};
    struct stat before, after;
    struct error error;
    assert_int_equal(put_text("mounted", "a longer text that was there", NULL), STATUS_OK);
    assert_int_equal(stat("mounted", &before), 0);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char text[16];
        snprintf(text, sizeof text, "%zu", i);
        fails.name = none[i];
        assert_int_equal(put_text("mounted", text, NULL), STATUS_OK);
        assert_holds("mounted", text);
        assert_int_equal(put_text("anew", text, NULL), STATUS_OK);
        assert_holds("anew", text);
        assert_int_equal(unlink("anew"), 0);
    }
    assert_int_equal(stat("mounted", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    fails.name = EIO;
    assert_int_equal(put_text("mounted", "new", &error), STATUS_FAILED);
    assert_holds("mounted", "4");
    assert_int_equal(count_files(), 1);
    unlink("mounted");
}

/* Writing in place fails midway: what was there is put back. Where that fails too, the error names the file
 * that has all. */
TEST(test_put_back)
{
    struct error error;
    const char *words = "it is written in part, all of it is in ";
    assert_int_equal(put_text("mounted", "old", NULL), STATUS_OK);
    fails.name = EBUSY;
    fails.cuts = 1;
    assert_int_equal(put_text("mounted", "new and longer", &error), STATUS_FAILED);
    assert_holds("mounted", "old");
    assert_int_equal(count_files(), 1);
    fails.cuts = 1;
    assert_int_equal(put_text("other", "new", &error), STATUS_FAILED);
    assert_int_equal(count_files(), 1);
    fails.cuts = 2;
    assert_int_equal(put_text("mounted", "new and longer", &error), STATUS_FAILED);
    const char *whole = strstr(error.text, words);
    assert_non_null(whole);
    assert_holds(whole + strlen(words), "new and longer");
    assert_int_equal(count_files(), 2);
    unlink(whole + strlen(words));
    unlink("mounted");
}

/* The whole range of a name's length, with nothing left beside. */
TEST(test_long_names)
{
    char name[NAME_MAX + 2];
    struct error error;
    for (size_t size = 240; size <= NAME_MAX; size++) {
        memset(name, 'n', size);
        name[size] = '\0';
        assert_int_equal(disk_check_writable(name, NULL), STATUS_OK);
        assert_int_equal(put_text(name, "one", NULL), STATUS_OK);
        assert_int_equal(put_text(name, "two", NULL), STATUS_OK);
        assert_holds(name, "two");
        assert_int_equal(count_files(), 1);
        assert_int_equal(unlink(name), 0);
    }
    memset(name, 'n', NAME_MAX + 1);
    name[NAME_MAX + 1] = '\0';
    assert_int_equal(put_text(name, "one", &error), STATUS_BAD);
    assert_int_equal(disk_check_writable(name, NULL), STATUS_BAD);
}

static void assert_link(const char *path, const char *expected)
{
    char found[PATH_MAX];
    ssize_t size = readlink(path, found, sizeof found - 1);
    assert_true(size > 0);
    found[size] = '\0';
    assert_string_equal(found, expected);
}

/* A link to a file that is not there yet stays one: alone, in a chain, from another folder. */
TEST(test_links)
{
    struct error error;
    assert_int_equal(mkdir("dots", 0700), 0);
    assert_int_equal(mkdir("home", 0700), 0);
    assert_int_equal(symlink("dots/plain", "straight"), 0);
    assert_int_equal(symlink("../dots/far", "home/relative"), 0);
    assert_int_equal(symlink("home/relative", "chain"), 0);
    assert_int_equal(symlink("nowhere/file", "lost"), 0);
    assert_int_equal(symlink("round", "round"), 0);
    assert_int_equal(disk_check_writable("straight", NULL), STATUS_OK);
    assert_int_equal(put_text("straight", "a", NULL), STATUS_OK);
    assert_link("straight", "dots/plain");
    assert_holds("dots/plain", "a");
    for (int i = 0; i < 2; i++) { /* not there, and there */
        assert_int_equal(put_text("chain", i ? "b" : "c", NULL), STATUS_OK);
        assert_link("chain", "home/relative");
        assert_link("home/relative", "../dots/far");
        assert_holds("dots/far", i ? "b" : "c");
    }
    assert_int_equal(disk_check_writable("lost", &error), STATUS_BAD);
    assert_string_equal(error.text, "lost -> nowhere/file: No such file or directory");
    assert_int_equal(put_text("lost", "d", &error), STATUS_BAD);
    assert_string_equal(error.text, "lost -> nowhere/file: No such file or directory");
    assert_link("lost", "nowhere/file");
    assert_int_equal(put_text("round", "d", &error), STATUS_BAD);
    assert_link("round", "round");
    assert_int_equal(system("rm -r dots home straight chain lost round"), 0);
}

/* Two names of one file, which need not be there. */
TEST(test_same_file)
{
    assert_int_equal(mkdir("home", 0700), 0);
    assert_int_equal(symlink("home", "other"), 0);
    assert_int_equal(symlink("home/game", "link"), 0);
    for (int there = 0; there < 2; there++) {
        assert_true(disk_same_file("home/game", "home/game"));
        assert_true(disk_same_file("home/game", "./home/../other/game"));
        assert_true(disk_same_file("link", "home/game"));
        assert_false(disk_same_file("home/game", "game"));
        assert_false(disk_same_file("home/game", "home/games"));
        assert_int_equal(put_text("home/game", "a", NULL), STATUS_OK);
    }
    assert_int_equal(link("home/game", "hard"), 0);
    assert_true(disk_same_file("hard", "home/game"));
    assert_false(disk_same_file("/dev/null", "/dev/null"));
    assert_false(disk_same_file("nowhere/game", "nowhere/game"));
    assert_int_equal(system("rm -r home other link hard"), 0);
}

/* A file that nobody may write, a folder, a full device. */
TEST(test_refused)
{
    struct error error;
    assert_int_equal(put_text("kept", "old", NULL), STATUS_OK);
    assert_int_equal(chmod("kept", 0444), 0);
    assert_int_equal(disk_check_writable("kept", NULL), STATUS_BAD);
    assert_int_equal(put_text("kept", "new", &error), STATUS_BAD);
    assert_string_equal(error.text, "kept: is write-protected (mode 0444): 'chmod u+w' would allow it");
    assert_holds("kept", "old");
    assert_int_equal(put_text(".", "new", &error), STATUS_BAD);
    assert_string_equal(error.text, ".: Is a directory");
    assert_int_equal(put_text("", "new", &error), STATUS_BAD);
    assert_int_equal(disk_check_writable("", &error), STATUS_BAD);
    if (access("/dev/full", W_OK) == 0)
        assert_int_equal(put_text("/dev/full", "new", &error), STATUS_FAILED);
    assert_int_equal(put_text("/dev/null", "new", &error), STATUS_OK);
    unlink("kept");
}

/* "/dev/fd/N" is what is open there, at its place: nothing is written over. */
TEST(test_descriptor)
{
    char name[32];
    int file = open("log", O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(file >= 0);
    snprintf(name, sizeof name, "/dev/fd/%d", file);
    assert_int_equal(put_text(name, "one ", NULL), STATUS_OK);
    assert_int_equal(put_text(name, "two", NULL), STATUS_OK);
    close(file);
    assert_holds("log", "one two");
    unlink("log");
}

/* A user's own file in a folder that takes no new ones; root may all. */
TEST(test_closed_folder)
{
    assert_int_equal(mkdir("closed", 0700), 0);
    assert_int_equal(put_text("closed/file", "old and long", NULL), STATUS_OK);
    assert_int_equal(chmod("closed", 0500), 0);
    assert_int_equal(disk_check_writable("closed/file", NULL), STATUS_OK);
    assert_int_equal(put_text("closed/file", "new", NULL), STATUS_OK);
    assert_holds("closed/file", "new");
    if (geteuid() != 0)
        assert_int_equal(put_text("closed/other", "new", NULL), STATUS_BAD);
    assert_int_equal(chmod("closed", 0700), 0);
    assert_int_equal(system("rm -r closed"), 0);
}

/* What a write that was killed has left beside is taken away, and nothing else. */
TEST(test_sweep)
{
    fails.sync = EIO;
    assert_int_equal(put_text("game", "one", NULL), STATUS_FAILED);
    assert_int_equal(count_files(), 0);
    fails.sync = 0;
    assert_int_equal(put_text("game", "one", NULL), STATUS_OK);
    assert_int_equal(put_text("game.0123abcd", "a name of somebody's", NULL), STATUS_OK);
    disk_sweep("game");
    assert_int_equal(count_files(), 2);
    unlink("game");
    unlink("game.0123abcd");
}

/* A lock that another has is missed; where there are none one goes on. */
TEST(test_locks)
{
    static const int none[] = {ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, EBADF};
    int one = open("locked", O_RDWR | O_CREAT, 0600), other = open("locked", O_RDWR);
    assert_true(one >= 0 && other >= 0);
    assert_true(disk_lock(one, LOCK_EX | LOCK_NB));
    assert_false(disk_lock(other, LOCK_EX | LOCK_NB));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        fails.lock = none[i];
        assert_true(disk_lock(other, LOCK_EX | LOCK_NB));
    }
    close(one);
    close(other);
    unlink("locked");
}

/* A folder is a folder: a file or a link to nothing in its place is an error. */
TEST(test_folder)
{
    struct error error;
    assert_int_equal(disk_folder("a/b/c", NULL), STATUS_OK);
    assert_int_equal(disk_folder("a/b/c", NULL), STATUS_OK);
    assert_int_equal(put_text("a/file", "x", NULL), STATUS_OK);
    assert_int_equal(symlink("nothing", "a/link"), 0);
    assert_int_equal(disk_folder("a/file", &error), STATUS_BAD);
    assert_string_equal(error.text, "a/file: Not a directory");
    assert_int_equal(disk_folder("a/link", &error), STATUS_BAD);
    fails.folder = EACCES; /* that is what is said, and not that the folder is not there */
    assert_int_equal(disk_folder("a/b/c", NULL), STATUS_OK);
    assert_int_equal(disk_folder("a/new", &error), STATUS_BAD);
    assert_string_equal(error.text, "a/new: Permission denied");
    assert_int_equal(system("rm -r a"), 0);
}

static int enter(void **state)
{
    (void)state;
    umask(022);
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_sync, reset_faults),
        cmocka_unit_test_setup(test_mode, reset_faults),
        cmocka_unit_test_setup(test_no_rename, reset_faults),
        cmocka_unit_test_setup(test_put_back, reset_faults),
        cmocka_unit_test_setup(test_long_names, reset_faults),
        cmocka_unit_test_setup(test_links, reset_faults),
        cmocka_unit_test_setup(test_refused, reset_faults),
        cmocka_unit_test_setup(test_descriptor, reset_faults),
        cmocka_unit_test_setup(test_closed_folder, reset_faults),
        cmocka_unit_test_setup(test_sweep, reset_faults),
        cmocka_unit_test_setup(test_locks, reset_faults),
        cmocka_unit_test_setup(test_folder, reset_faults),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
