/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive while another program writes to it: reading is not held up, writing waits as long as it was
 * said, and what is left undone is done later. */
#include "archives.h"
#include "base/clock.h"
#include "base/disk.h"
#include "cmocka_all.h"
#include "play/archive_keeper.h"
#include "play/archiver.h"

#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct wake nobody = {{-1, -1}};

static void name_nobody(const void *context, const struct record *record, struct archive_names *names)
{
    (void)context, (void)record;
    names->person = SIDES;
}

/* --- the other program --- */

static sqlite3 *lock_archive(const char *how)
{
    sqlite3 *other = NULL;
    assert_int_equal(sqlite3_open(archive_path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, how, NULL, NULL, NULL), SQLITE_OK);
    return other;
}

/* Ends what the other wrote, and the other too. */
static void *unlock(void *other)
{
    sqlite3_close(other);
    return NULL;
}

/* --- games --- */

#define FIELD "BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJLMKAA__AA__AA" \
              "AA__AA__AAYXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN"

/* Writes a table of `count` games that differ by how long they are. */
static void write_table(const char *name, int count)
{
    struct text text = {0};
    for (int i = 0; i < count; i++) {
        text_printf(&text, "g\t" FIELD "\t3\t1\t%d\t", i + 1);
        for (int ply = 0; ply <= i; ply++)
            text_printf(&text, "%s%s", ply ? " " : "",
                        ply % 4 == 0 ? "K4K5" : ply % 4 == 1 ? "K7K6" : ply % 4 == 2 ? "K5K4" : "K6K7");
        text_add(&text, "\n");
    }
    assert_int_equal(disk_write(name, text.bytes, text.size, NULL), STATUS_OK);
    text_free(&text);
}

static void write_finished(const char *name, const char *date)
{
    char whole[160];
    struct text text = {0};
    snprintf(whole, sizeof whole, "%s/vedette/finished", archive_folder);
    assert_int_equal(disk_folder(whole, NULL), STATUS_OK);
    snprintf(whole, sizeof whole, "%s/vedette/finished/%s", archive_folder, name);
    text_printf(&text, "format: vedette-game/1\ndate: %s\nprogram: \"vedette 1.0\"\nrules: isf\nseed: 1\n"
                "red:  {player: you, setup: \"KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\"}\n"
                "blue: {player: random, setup: \"YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN\"}\n"
                "moves: a4-a5\nresult: red\nreason: resigned\n", date);
    assert_int_equal(disk_write(whole, text.bytes, text.size, NULL), STATUS_OK);
    text_free(&text);
}

/* --- queries --- */

static enum status count_row(void *context, const struct archive_row *row, struct error *error)
{
    (void)row, (void)error;
    ++*(size_t *)context;
    return STATUS_OK;
}

static enum status count_games(struct archive *archive, size_t *count, struct error *error)
{
    struct query query = {0};
    *count = 0;
    assert_int_equal(query_compile("", &query, NULL), STATUS_OK);
    const struct archive_search search = {.query = &query};
    enum status status = archive_find(archive, &search, count_row, count, error);
    query_free(&query);
    return status;
}

static struct archive *open_archive(const atomic_bool *stop, double patience)
{
    const struct archive_terms terms = {.path = archive_path, .name = name_nobody, .stop = stop,
                                        .patience = patience};
    return archives_open(&terms);
}

static size_t games_there(void)
{
    size_t count;
    struct archive *archive = open_archive(NULL, 0);
    assert_int_equal(count_games(archive, &count, NULL), STATUS_OK);
    archive_close(archive);
    return count;
}

/* --- tests --- */

/* Who opens the archive and reads it needs no lock that a writer has. */
TEST(test_read)
{
    char table[96];
    struct archive_import import = {0};
    struct archive *archive = open_archive(NULL, 0);
    snprintf(table, sizeof table, "%s/table.tsv", archive_folder);
    write_table(table, 3);
    assert_int_equal(archive_import(archive, table, &import, NULL), STATUS_OK);
    archive_close(archive);
    sqlite3 *other = lock_archive("BEGIN IMMEDIATE");
    size_t count;
    archive = open_archive(NULL, -1);
    assert_int_equal(count_games(archive, &count, NULL), STATUS_OK);
    assert_int_equal(count, 3);
    archive_close(archive);
    unlock(other);
}

/* One line says why nothing can be written, and nothing is counted. */
TEST(test_impatient)
{
    char table[96];
    struct archive_import import = {0};
    struct error error = {0};
    struct archive *archive = open_archive(NULL, -1);
    snprintf(table, sizeof table, "%s/table.tsv", archive_folder);
    write_table(table, 3);
    sqlite3 *other = lock_archive("BEGIN IMMEDIATE");
    assert_int_equal(archive_import(archive, table, &import, &error), STATUS_FAILED);
    assert_true(archive_is_busy(archive));
    assert_false(archive_is_damaged(archive));
    assert_non_null(strstr(error.text, "another program is writing to it"));
    assert_null(strchr(error.text, '\n'));
    assert_int_equal(import.added, 0);
    unlock(other);
    assert_int_equal(archive_import(archive, table, &import, &error), STATUS_OK);
    assert_int_equal(import.added, 3);
    archive_close(archive);
    assert_int_equal(games_there(), 3);
}

/* After one wait in vain the next does not begin anew. */
TEST(test_give_up_once)
{
    size_t count;
    struct error error = {0};
    archive_close(open_archive(NULL, 0));
    struct archive *archive = open_archive(NULL, 1);
    write_finished("1.game", "2026-01-01");
    sqlite3 *other = lock_archive("BEGIN EXCLUSIVE");
    char finished[160];
    snprintf(finished, sizeof finished, "%s/vedette/finished", archive_folder);
    double begun = clock_now();
    assert_int_equal(archive_update_from_folder(archive, finished, NULL, &error), STATUS_FAILED);
    archive_set_patience(archive, INFINITY);
    assert_int_equal(count_games(archive, &count, &error), STATUS_FAILED);
    assert_true(archive_is_busy(archive));
    assert_true(clock_now() - begun >= 1);
    unlock(other);
    assert_int_equal(archive_update_from_folder(archive, finished, NULL, &error), STATUS_OK);
    archive_close(archive);
    assert_int_equal(games_there(), 1);
}

struct stopped_wait {
    atomic_bool stop;
    int waited;
};

static void stop_waiting(void *context)
{
    struct stopped_wait *stopping = context;
    stopping->waited++;
    atomic_store(&stopping->stop, true);
}

/* A wait without end is reported once, and ends with a stop. */
TEST(test_archive_busy_stop)
{
    struct stopped_wait stopping = {0};
    struct error error = {0};
    archive_close(open_archive(NULL, 0));
    const struct archive_terms terms = {.path = archive_path, .name = name_nobody, .stop = &stopping.stop,
                                        .patience = INFINITY, .waiting = stop_waiting,
                                        .progress_context = &stopping};
    struct archive *archive = NULL;
    assert_int_equal(archive_open(&archive, &terms, &(struct text){0}, &error), STATUS_OK);
    sqlite3 *other = lock_archive("BEGIN EXCLUSIVE");
    assert_int_equal(archive_begin(archive, &error), STATUS_NO);
    assert_string_equal(error.text, "stopped");
    assert_int_equal(stopping.waited, 1);
    archive_close(archive);
    unlock(other);
}

/* A finished game gets in as soon as the other program is done, however long that takes. */
TEST(test_keeper)
{
    struct archive_keeper keeper;
    struct error error = {0};
    pthread_t thread;
    archive_close(open_archive(NULL, 0));
    write_finished("1.game", "2026-01-01");
    sqlite3 *other = lock_archive("BEGIN EXCLUSIVE");
    archive_keeper_init(&keeper, &nobody);
    archive_keeper_post(&keeper, false);
    usleep(50000);
    assert_false(archive_keeper_poll(&keeper, &error));
    assert_int_equal(pthread_create(&thread, NULL, unlock, other), 0);
    worker_wait(&keeper.worker);
    assert_true(archive_keeper_poll(&keeper, &error));
    assert_int_equal(error.status, STATUS_OK);
    pthread_join(thread, NULL);
    archive_keeper_free(&keeper);
    assert_int_equal(games_there(), 1);
}

/* Nor does it keep a program that ends; the game gets in the next time. */
TEST(test_keeper_stopped)
{
    struct archive_keeper keeper;
    archive_close(open_archive(NULL, 0));
    write_finished("1.game", "2026-01-01");
    sqlite3 *other = lock_archive("BEGIN EXCLUSIVE");
    archive_keeper_init(&keeper, &nobody);
    archive_keeper_post(&keeper, false);
    archive_keeper_free(&keeper); /* does not wait for the other */
    unlock(other);
    write_finished("2.game", "2026-01-02");
    archive_keeper_init(&keeper, &nobody);
    archive_keeper_post(&keeper, false);
    worker_wait(&keeper.worker);
    archive_keeper_free(&keeper);
    assert_int_equal(games_there(), 2);
}

/* Where no game was ever finished no archive is made. */
TEST(test_keeper_idle)
{
    struct archive_keeper keeper;
    struct error error = {0};
    archive_keeper_init(&keeper, &nobody);
    archive_keeper_post(&keeper, true);
    worker_wait(&keeper.worker);
    assert_true(archive_keeper_poll(&keeper, &error));
    assert_int_equal(error.status, STATUS_OK);
    archive_keeper_free(&keeper);
    assert_true(access(archive_path, F_OK) < 0);
}

struct lock_tries {
    struct archive *archive;
    atomic_bool stop;
    size_t tries, done;
};

/* The other program's lock is tried for while games are read. */
static void try_lock(void *context, size_t done, size_t count)
{
    struct lock_tries *writing = context;
    sqlite3 *other = NULL;
    (void)done, (void)count;
    assert_int_equal(sqlite3_open(archive_path, &other), SQLITE_OK);
    writing->tries++;
    writing->done += sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(other);
}

/* An import locks the archive while it writes, and not while it reads. */
TEST(test_import_lets_in)
{
    char table[96];
    struct lock_tries writing = {0};
    struct archive_import import = {0};
    const struct archive_terms terms = {.path = archive_path, .name = name_nobody, .progress = try_lock,
                                        .progress_context = &writing};
    struct archive *archive = NULL;
    snprintf(table, sizeof table, "%s/table.tsv", archive_folder);
    write_table(table, 8);
    assert_int_equal(archive_open(&archive, &terms, &(struct text){0}, NULL), STATUS_OK);
    assert_int_equal(archive_import(archive, table, &import, NULL), STATUS_OK);
    archive_close(archive);
    assert_int_equal(import.added, 8);
    assert_int_equal(writing.tries, 8);
    assert_int_equal(writing.done, 8);
}

struct slow_export {
    size_t given;
    sqlite3 *other;          /* which waits for the archive, on a thread of its own */
    pthread_t thread;
    int code;
};

static void *write_other(void *context)
{
    struct slow_export *slow = context;
    sqlite3_busy_timeout(slow->other, 60000);
    slow->code = sqlite3_exec(slow->other, "DELETE FROM games WHERE plies = 6", NULL, NULL, NULL);
    return NULL;
}

/* Returns when another connection has begun to write. */
static void await_writer(void)
{
    sqlite3 *third = NULL;
    assert_int_equal(sqlite3_open(archive_path, &third), SQLITE_OK);
    while (sqlite3_exec(third, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK) {
        sqlite3_exec(third, "ROLLBACK", NULL, NULL, NULL);
        usleep(1000);
    }
    sqlite3_close(third);
}

/* Another program wants to write while the first file is looked at, and has done so when the last one is. */
static enum status take_slowly(void *context, const struct archive_row *row, struct error *error)
{
    struct slow_export *slow = context;
    (void)error;
    if (slow->given == 0) {
        assert_int_equal(pthread_create(&slow->thread, NULL, write_other, slow), 0);
        await_writer();
    }
    if (row->plies == 7)
        pthread_join(slow->thread, NULL);
    else
        usleep(150000);
    slow->given++;
    return STATUS_OK;
}

/* Files that are read one by one are given once each, and others may write between. */
TEST(test_slow_export)
{
    char table[96];
    struct slow_export slow = {0};
    struct query query = {0};
    struct archive_import import = {0};
    struct archive *archive = open_archive(NULL, 0);
    snprintf(table, sizeof table, "%s/table.tsv", archive_folder);
    write_table(table, 8);
    assert_int_equal(archive_import(archive, table, &import, NULL), STATUS_OK);
    assert_int_equal(sqlite3_open(archive_path, &slow.other), SQLITE_OK);
    assert_int_equal(query_compile("plies to 7", &query, NULL), STATUS_OK);
    const struct archive_search search = {.query = &query, .bytes = true};
    assert_int_equal(archive_find(archive, &search, take_slowly, &slow, NULL), STATUS_OK);
    assert_int_equal(slow.code, SQLITE_OK);
    assert_int_equal(slow.given, 6); /* of seven one was taken out before its turn */
    query_free(&query);
    archive_close(archive);
    sqlite3_close(slow.other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_read, archives_clean),
        cmocka_unit_test_teardown(test_impatient, archives_clean),
        cmocka_unit_test_teardown(test_give_up_once, archives_clean),
        cmocka_unit_test_teardown(test_archive_busy_stop, archives_clean),
        cmocka_unit_test_teardown(test_keeper, archives_clean),
        cmocka_unit_test_teardown(test_keeper_stopped, archives_clean),
        cmocka_unit_test_teardown(test_keeper_idle, archives_clean),
        cmocka_unit_test_teardown(test_import_lets_in, archives_clean),
        cmocka_unit_test_teardown(test_slow_export, archives_clean),
    };
    return cmocka_run_group_tests(tests, archives_set_up, archives_tear_down);
}
