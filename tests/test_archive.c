/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive's database: games in and out, queries and counts, damage of every kind, a disk that is full,
 * two programs at once, and hostile files. */
#include "archives.h"
#include "base/disk.h"
#include "base/rng.h"
#include "cmocka_all.h"
#include "file_limit.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Who is called "bot" is the program, and plays at the level Novice. */
static void name_players(const void *context, const struct record *record, struct archive_names *names)
{
    (void)context;
    for (enum side side = RED; side <= BLUE; side++) {
        bool bot = strcmp(record->player[side], "bot") == 0;
        snprintf(names->name[side], sizeof names->name[side], "%s", bot ? "Novice" : record->player[side]);
        snprintf(names->level[side], sizeof names->level[side], "%s", bot ? "Novice" : "");
        if (bot && strcmp(record->player[side_other(side)], "bot") != 0)
            names->person = side_other(side);
    }
    names->counts = names->person != SIDES && !record->practice;
}

static const struct archive_terms terms = {.path = archive_path, .name = name_players};

/* --- games --- */

#define RED_LETTERS "KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB"
#define BLUE_LETTERS "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN"

struct made_game {
    const char *date, *red, *blue, *moves, *result, *reason;
};

static void write_made(const struct made_game *made, int seed, struct text *text)
{
    text_clear(text);
    text_printf(text, "format: vedette-game/1\ndate: %s\nprogram: \"vedette 1.0\"\nrules: isf\nseed: %d\n"
                "red:  {player: %s, setup: \"" RED_LETTERS "\"}\n"
                "blue: {player: %s, setup: \"" BLUE_LETTERS "\"}\nmoves: >-\n  %s\nresult: %s\n",
                made->date, seed, made->red, made->blue, made->moves, made->result);
    if (made->reason)
        text_printf(text, "reason: %s\n", made->reason);
}

static enum status add_text(struct archive *archive, const char *text, size_t size, const char *from,
                            enum archive_source source, enum archive_change *answer, struct error *error)
{
    struct file_content content = {0};
    if (file_parse("made", text, size, &content, error) != STATUS_OK)
        fail_msg("%s", error->text);
    struct archive_game game = {.record = &content.record, .bytes = text, .size = size, .kind = content.kind,
                                .path = from, .source = source};
    enum status status = archive_add(archive, &game, answer, error);
    file_content_free(&content);
    return status;
}

static const struct made_game games[] = {
    {"2026-01-05", "Ann", "bot", "e4-e5 i7-i6", "red", "resigned"},
    {"2026-02-10", "Ann", "bot", "a4-a5 i7-i6", "blue", "resigned"},
    {"2026-02-11", "bot", "Ann", "j4-j5 b7-b6 e4-e5", "draw", "agreed"},
    {"2026-03-01", "bot", "bot", "e4-e5 a7-a6 e5-e6", "red", "resigned"},
    {"2025-12-31", "Ann", "Bob Baker", "f4-f5", "blue", "resigned"},
};
enum { GAMES = sizeof games / sizeof *games };

static struct archive *open_archive(void)
{
    return archives_open(&terms);
}

static enum status add_made(struct archive *archive, size_t game, int seed, enum archive_source source)
{
    struct text text = {0};
    struct error error = {0};
    enum archive_change answer;
    write_made(&games[game % GAMES], seed, &text);
    enum status status = add_text(archive, text.bytes, text.size, "made", source, &answer, &error);
    if (!status)
        assert_int_equal(answer, ARCHIVE_ADDED);
    text_free(&text);
    return status;
}

static struct archive *open_filled(void)
{
    struct archive *archive = open_archive();
    for (size_t i = 0; i < GAMES; i++)
        assert_int_equal(add_made(archive, i, 1, i == 3 ? ARCHIVE_MATCH : ARCHIVE_OWN), STATUS_OK);
    return archive;
}

/* --- queries --- */

static enum status take_id(void *context, const struct archive_row *row, struct error *error)
{
    struct text *ids = context;
    (void)error;
    text_printf(ids, "%s%lld", ids->size ? " " : "", (long long)row->id);
    return STATUS_OK;
}

/* The ids of the games of which a query is true, in that order. */
static void run_query(struct archive *archive, const char *text, enum archive_order order, struct text *ids)
{
    struct query query = {0};
    struct error error = {0};
    text_clear(ids);
    if (query_compile(text, &query, &error))
        fail_msg("%s: %s", text, error.text);
    const struct archive_search search = {.query = &query, .order = order};
    if (archive_find(archive, &search, take_id, ids, &error))
        fail_msg("%s: %s", text, error.text);
    query_free(&query);
}

static size_t count_games(struct archive *archive)
{
    struct text ids = {0};
    run_query(archive, "", ARCHIVE_BY_DATE, &ids);
    size_t count = ids.size > 0;
    for (size_t i = 0; i < ids.size; i++)
        count += ids.bytes[i] == ' ';
    text_free(&ids);
    return count;
}

struct asked_archive {
    const char *query, *ids;
};

TEST(test_queries)
{
    static const struct asked_archive rows[] = {
        {"", "4 3 2 1 5"},
        {"opponent=novice", "3 2 1"},
        {"opponent=nov", ""},
        {"opponent~NOV", "4 3 2 1"}, /* "Novice - Novice" too */
        {"result=won", "1"},
        {"result=lost or result=drawn", "3 2"},
        {"result=draw", "3"},
        {"result=red", "4 1"},
        {"not result=red", "3 2 5"},
        {"result!=red", "3 2 5"},
        {"side=red", "2 1"},
        {"player='bob baker'", "5"},
        {"player=bob baker and result=blue", "5"},
        {"red=bot", "4 3"},
        {"level=Novice", "4 3 2 1"},
        {"date=2026", "4 3 2 1"},
        {"date=2026-02", "3 2"},
        {"date from 2026-02 date to 2026-02", "3 2"},
        {"date>2026-02-10", "4 3"},
        {"date<2026", "5"},
        {"plies=3", "4 3"},
        {"plies under 3 and plies over 1", "2 1"},
        {"reason=agreed", "3"},
        {"reason~sign", "4 2 1 5"},
        {"source=match", "4"},
        {"counts=yes", "3 2 1"},
        {"practice=yes", ""},
        {"rules=isf", "4 3 2 1 5"},
        {"seating=against", "4 3 2 1 5"},
        {"program~vedette", "4 3 2 1 5"},
        {"first=e4-e5", "4 1 5"}, {"first=f4-f5 j7-j6", "4"}, {"first=j4-j5 b7-b6", "3 2"},
        {"first=e4-e5 i7-i6", "1"},
        {"setup=" RED_LETTERS, "4 3 2 1 5"},
        {"front=9FX8877766", "4 3 2 1 5"}, /* Red's: KMLJJIIIHH */
        {"front=66777 88XF9", "4 3 2 1 5"},
        {"front=9F88777X66", ""},
        {"setup!=" RED_LETTERS, ""},
        {"id=2", "2"},
        {"file=made", "4 3 2 1 5"},
        {"opponent=\"x' OR 1=1 --\"", ""},
        {"(result=won or (date=2025 and plies=1)) and not (reason=agreed)", "1 5"},
        {"result=won or result=lost and date=2026-02", "2 1"}, /* and binds more tightly */
    };
    struct archive *archive = open_filled();
    struct text ids = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run_query(archive, rows[i].query, ARCHIVE_BY_DATE, &ids);
        if (strcmp(text_string(&ids), rows[i].ids) != 0)
            fail_msg("%s: found %s, expected %s", rows[i].query, text_string(&ids), rows[i].ids);
    }
    run_query(archive, "", ARCHIVE_BY_PLIES, &ids);
    assert_string_equal(text_string(&ids), "4 3 2 1 5");
    run_query(archive, "", ARCHIVE_BY_OPPONENT, &ids);
    assert_string_equal(text_string(&ids), "5 3 2 1 4");
    run_query(archive, "", ARCHIVE_BY_RESULT, &ids);
    assert_string_equal(text_string(&ids), "5 3 2 4 1");
    text_free(&ids);
    archive_close(archive);
}

/* --- adding --- */

static enum status compare_bytes(void *context, const struct archive_row *row, struct error *error)
{
    const struct text *wanted = context;
    (void)error;
    assert_int_equal(row->size, wanted->size);
    assert_memory_equal(row->bytes, wanted->bytes, wanted->size);
    return STATUS_OK;
}

static void assert_file(struct archive *archive, const struct text *wanted)
{
    struct query query = {0};
    assert_int_equal(query_compile("", &query, NULL), STATUS_OK);
    const struct archive_search search = {.query = &query, .bytes = true};
    assert_int_equal(archive_find(archive, &search, compare_bytes, (void *)wanted, NULL), STATUS_OK);
    query_free(&query);
}

/* A game is there once, byte for byte; what was said about it takes its place; what is unfinished, sealed or
 * unsound does not get in. */
TEST(test_add)
{
    struct archive *archive = open_archive();
    struct text text = {0};
    struct error error = {0};
    enum archive_change answer;
    write_made(&games[0], 1, &text);
    text_add(&text, "# the end\n");
    assert_int_equal(add_text(archive, text.bytes, text.size, "a", ARCHIVE_IMPORT, &answer, &error),
                     STATUS_OK);
    assert_int_equal(answer, ARCHIVE_ADDED);
    assert_file(archive, &text);
    assert_int_equal(add_text(archive, text.bytes, text.size, "b", ARCHIVE_MATCH, &answer, &error),
                     STATUS_OK);
    assert_int_equal(answer, ARCHIVE_UNCHANGED);
    text_add(&text, "comments:\n  1: \"well played\"\n");
    assert_int_equal(add_text(archive, text.bytes, text.size, "b", ARCHIVE_IMPORT, &answer, &error),
                     STATUS_OK);
    assert_int_equal(answer, ARCHIVE_UNCHANGED);
    assert_int_equal(add_text(archive, text.bytes, text.size, "b", ARCHIVE_OWN, &answer, &error),
                     STATUS_OK);
    assert_int_equal(answer, ARCHIVE_REPLACED);
    assert_file(archive, &text);
    assert_int_equal(add_text(archive, text.bytes, text.size, "b", ARCHIVE_OWN, &answer, &error),
                     STATUS_OK);
    assert_int_equal(answer, ARCHIVE_UNCHANGED);
    assert_int_equal(count_games(archive), 1);

    struct made_game made = games[0];
    made.result = "unfinished", made.reason = NULL;
    write_made(&made, 2, &text);
    assert_int_equal(add_text(archive, text.bytes, text.size, "c", ARCHIVE_OWN, NULL, &error), STATUS_NO);
    made = games[0], made.moves = "e4-e6 i7-i6";
    write_made(&made, 2, &text);
    assert_int_equal(add_text(archive, text.bytes, text.size, "c", ARCHIVE_OWN, NULL, &error), STATUS_BAD);
    made = games[0], made.reason = "flag";
    write_made(&made, 2, &text);
    assert_int_equal(add_text(archive, text.bytes, text.size, "c", ARCHIVE_OWN, NULL, &error), STATUS_BAD);
    assert_int_equal(count_games(archive), 1);
    text_free(&text);
    archive_close(archive);
}

/* --- counting --- */

static void take_counted(void *context, const struct archive_count *count)
{
    text_printf(context, "%s %zu %zu-%zu-%zu|", count->what, count->games, count->won, count->drawn,
                count->lost);
}

static void assert_counts(struct archive *archive, const char *text, struct archive_census census,
                          const char *wanted)
{
    struct query query = {0};
    struct text found = {0};
    size_t all, kinds;
    assert_int_equal(query_compile(text, &query, NULL), STATUS_OK);
    census.query = &query;
    assert_int_equal(archive_run_census(archive, &census, take_counted, &found, &all, &kinds, NULL),
                     STATUS_OK);
    text_printf(&found, "%zu of %zu", kinds, all);
    assert_string_equal(text_string(&found), wanted);
    query_free(&query);
    text_free(&found);
}

/* Mirror images are one thing, as are j4-j5 and a4-a5. */
TEST(test_census)
{
    struct archive *archive = open_filled();
    struct archive_census openings = {.counted = COUNT_OPENINGS, .plies = 1};
    assert_counts(archive, "", openings, "e4-e5 3 2-0-1|a4-a5 2 0-1-1|2 of 5");
    openings.limit = 1;
    assert_counts(archive, "opponent=Novice", openings, "a4-a5 2 0-1-1|2 of 3");
    openings.limit = 0, openings.plies = 3;
    assert_counts(archive, "source=match", openings, "e4-e5 a7-a6 e5-e6 1 1-0-0|1 of 1");
    struct archive_census fronts = {.counted = COUNT_FRONTS};
    assert_counts(archive, "", fronts, "66777889XF 5 2-1-2|6677788XF9 5 2-1-2|2 of 10");
    fronts.whose = WHOSE_RED;
    assert_counts(archive, "date=2026", fronts, "6677788XF9 4 2-1-1|1 of 4");
    struct archive_census setups = {.counted = COUNT_SETUPS, .whose = WHOSE_YOURS};
    const char *red = "HHIIIJJLMKFFFFGGGGHHDDDDDEEEEEBBBBBBCDDD";
    const char *blue = "HHIIIJJKLMFFFFGGGGHHDDDDDEEEEEBBBBBBCDDD";
    char wanted[160];
    snprintf(wanted, sizeof wanted, "%s 2 1-0-1|%s 1 0-1-0|2 of 3", red, blue);
    assert_counts(archive, "", setups, wanted);
    setups.whose = WHOSE_OPPONENTS;
    snprintf(wanted, sizeof wanted, "%s 2 1-0-1|%s 1 0-1-0|2 of 3", blue, red);
    assert_counts(archive, "", setups, wanted);
    archive_close(archive);
}

static void take_opponent(void *context, const char *name)
{
    text_printf(context, "%s|", name);
}

TEST(test_opponents)
{
    struct archive *archive = open_filled();
    struct text names = {0};
    assert_int_equal(archive_opponents(archive, 10, take_opponent, &names, NULL), STATUS_OK);
    assert_string_equal(text_string(&names), "Novice|");
    text_free(&names);
    archive_close(archive);
}

/* --- the folder of finished games --- */

static void write_named(const char *name, const char *bytes, size_t size)
{
    char whole[128];
    snprintf(whole, sizeof whole, "%s/%s", archive_folder, name);
    assert_int_equal(disk_write(whole, bytes, size, NULL), STATUS_OK);
}

TEST(test_follow)
{
    char finished[64], trash[64], whole[128], there[128];
    struct text text = {0};
    struct error error = {0};
    snprintf(finished, sizeof finished, "%s/finished", archive_folder);
    snprintf(trash, sizeof trash, "%s/trash", archive_folder);
    struct archive *archive = open_archive();
    /* without such a folder */
    assert_int_equal(archive_update_from_folder(archive, finished, trash, &error), STATUS_OK);
    assert_int_equal(mkdir(finished, 0700), 0);
    write_made(&games[0], 1, &text);
    write_named("finished/1.game", text.bytes, text.size);
    write_named("finished/2.game", "format: vedette-game/1\n", 23);
    write_named("finished/3.setup", RED_LETTERS "\n", 41);
    struct made_game made = games[1];
    made.result = "unfinished", made.reason = NULL;
    write_made(&made, 1, &text);
    write_named("finished/4.game", text.bytes, text.size);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(archive_update_from_folder(archive, finished, trash, &error), STATUS_OK);
        assert_int_equal(count_games(archive), 1);
    }
    /* One gets its end, and something is said about the other. */
    write_made(&games[1], 1, &text);
    write_named("finished/4.game", text.bytes, text.size);
    write_made(&games[0], 1, &text);
    text_add(&text, "comments:\n  1: \"well played\"\n");
    write_named("finished/1.game", text.bytes, text.size);
    assert_int_equal(archive_update_from_folder(archive, finished, trash, &error), STATUS_OK);
    assert_int_equal(count_games(archive), 2);
    /* One in the trash leaves the archive, one that is just gone does not; one that is back is taken in. */
    snprintf(whole, sizeof whole, "%s/4.game", finished);
    snprintf(there, sizeof there, "%s/4.game", trash);
    assert_int_equal(mkdir(trash, 0700), 0);
    assert_int_equal(rename(whole, there), 0);
    assert_int_equal(archive_update_from_folder(archive, finished, NULL, &error), STATUS_OK);
    assert_int_equal(count_games(archive), 2);
    assert_int_equal(archive_update_from_folder(archive, finished, trash, &error), STATUS_OK);
    assert_int_equal(count_games(archive), 1);
    assert_file(archive, &text);
    assert_int_equal(rename(there, whole), 0);
    assert_int_equal(archive_update_from_folder(archive, finished, trash, &error), STATUS_OK);
    assert_int_equal(count_games(archive), 2);
    text_free(&text);
    archive_close(archive);
}

/* --- damage --- */

static void patch(long at, const char *bytes, size_t size)
{
    int file = open(archive_path, O_WRONLY);
    assert_true(file >= 0);
    assert_int_equal(pwrite(file, bytes, size, at), (ssize_t)size);
    close(file);
}

/* Whether a copy was set aside today. */
static bool is_aside(void)
{
    char aside[128], day[16];
    time_t now = time(NULL);
    struct tm parts;
    strftime(day, sizeof day, "%Y-%m-%d", localtime_r(&now, &parts));
    snprintf(aside, sizeof aside, "%s.%s", archive_path, day);
    return access(aside, F_OK) == 0;
}

/* Opens an archive that is to be set aside: a line says so and has `why`, and so many games are still
 * there. */
static void assert_replaced(const char *why, size_t count)
{
    struct archive *archive = NULL;
    struct text report = {0};
    struct error error = {0};
    if (archive_open(&archive, &terms, &report, &error))
        fail_msg("%s", error.text);
    if (!strstr(text_string(&report), why) || strchr(text_string(&report), '\n'))
        fail_msg("'%s' is not in: %s", why, text_string(&report));
    assert_true(is_aside());
    assert_int_equal(count_games(archive), count);
    archive_close(archive);
    text_free(&report);
    archive_close(open_archive()); /* the new one is sound */
}

TEST(test_not_a_database)
{
    static const char text[] = "a text of somebody's, in which there is no database";
    archive_close(open_archive());
    assert_int_equal(disk_write(archive_path, text, sizeof text - 1, NULL), STATUS_OK);
    assert_replaced("was damaged (file is not a database)", 0);
}

/* The header of an SQLite database has at byte 60 the user's version, at 68 whose it is. */
TEST(test_foreign)
{
    archive_close(open_filled());
    patch(68, "Geos", 4);
    assert_replaced("was no archive of Vedette's", GAMES);
}

TEST(test_older)
{
    archive_close(open_filled());
    patch(60, "\0\0\0\0", 4);
    assert_replaced("was of an older Vedette", GAMES);
}

/* The first version's games had no column of the variant: it is made from their files. */
TEST(test_first_version)
{
    sqlite3 *database = NULL;
    struct text ids = {0};
    archive_close(open_filled());
    assert_int_equal(sqlite3_open(archive_path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "ALTER TABLE games DROP COLUMN variant; PRAGMA user_version = 1",
                                  NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    assert_replaced("was of an older Vedette", GAMES);
    struct archive *archive = open_archive();
    run_query(archive, "variant=classic", ARCHIVE_BY_PLIES, &ids);
    assert_string_equal(text_string(&ids), "4 3 2 1 5");
    text_free(&ids);
    archive_close(archive);
}

/* What a newer program has written is not touched. */
TEST(test_newer)
{
    struct archive *archive = NULL;
    struct error error = {0};
    archive_close(open_filled());
    patch(60, "\0\0\0\7", 4);
    assert_int_equal(archive_open(&archive, &terms, &(struct text){0}, &error), STATUS_FAILED);
    assert_null(archive);
    assert_non_null(strstr(error.text, "newer Vedette"));
    assert_false(is_aside());
    patch(60, "\0\0\0\5", 4);
    archive = open_archive();
    assert_int_equal(count_games(archive), GAMES);
    archive_close(archive);
}

/* Tables of the same names with other columns: whoever made them, they are not read as ours. */
TEST(test_other_tables)
{
    char page[4096];
    archive_close(open_filled());
    int file = open(archive_path, O_RDONLY);
    assert_int_equal(read(file, page, sizeof page), sizeof page);
    close(file);
    char *at = memmem(page, sizeof page, "stamp INTEGER", 13);
    assert_non_null(at);
    patch(at - page, "stomp", 5);
    assert_replaced("its tables are others", GAMES);
}

static enum status take_size(void *context, const struct archive_row *row, struct error *error)
{
    (void)error;
    *(size_t *)context += row->size;
    return STATUS_OK;
}

/* Reads all there is. */
static enum status read_all(struct archive *archive)
{
    struct query query = {0};
    size_t size = 0;
    assert_int_equal(query_compile("", &query, NULL), STATUS_OK);
    const struct archive_search search = {.query = &query, .bytes = true};
    enum status status = archive_find(archive, &search, take_size, &size, NULL);
    query_free(&query);
    return status;
}

/* Opens what stands at the path, uses it, and mends it where that shows that it is damaged: how many games
 * there are then. */
static size_t use_damaged(size_t page, bool *mended)
{
    struct archive *archive = NULL;
    struct text report = {0};
    struct error error = {0};
    if (archive_open(&archive, &terms, &report, &error))
        fail_msg("page %zu: %s", page, error.text);
    enum status status = read_all(archive);
    if (!status)
        status = add_made(archive, page, 10000, ARCHIVE_IMPORT);
    *mended = report.size > 0;
    if (status) {
        assert_true(archive_is_damaged(archive));
        if (archive_repair(&archive, &report, &error))
            fail_msg("page %zu: %s", page, error.text);
        assert_int_equal(add_made(archive, page, 10000, ARCHIVE_IMPORT), STATUS_OK);
        *mended = true;
    }
    assert_int_equal(report.size > 0, *mended);
    size_t count = count_games(archive);
    archive_close(archive);
    text_free(&report);
    return count;
}

/* A page is noise, and of every other file the end is gone too: what can be read is saved, and no damage is a
 * crash. */
TEST(test_damaged_pages)
{
    enum { MANY = 200, PAGE = 4096 };
    struct archive *archive = open_archive();
    struct text whole = {0}, broken = {0};
    struct rng rng;
    size_t mends = 0, max = 0;
    assert_int_equal(archive_begin(archive, NULL), STATUS_OK);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(add_made(archive, (size_t)i, i, ARCHIVE_IMPORT), STATUS_OK);
    assert_int_equal(archive_end(archive, NULL), STATUS_OK);
    archive_close(archive);
    assert_int_equal(disk_read_regular(archive_path, 1 << 24, &whole, NULL), STATUS_OK);
    rng_seed(&rng, 1, 0);
    for (size_t page = 0; page < whole.size / PAGE; page += 5) {
        bool mended;
        text_clear(&broken);
        text_append(&broken, whole.bytes, whole.size - (page % 2 ? 0 : PAGE / 2));
        for (size_t i = 0; i < PAGE && page * PAGE + i < broken.size; i++)
            broken.bytes[page * PAGE + i] = (char)rng_next(&rng);
        archives_clean(NULL);
        archive_close(open_archive());
        assert_int_equal(disk_write(archive_path, broken.bytes, broken.size, NULL), STATUS_OK);
        size_t count = use_damaged(page, &mended);
        mends += mended;
        max = mended && count > max ? count : max;
    }
    assert_true(mends >= 5);
    assert_true(max > MANY / 2);
    text_free(&broken);
    text_free(&whole);
}

/* --- a full disk --- */

/* What was in is still in when the disk has become full in the middle of a batch, and the batch can be done
 * again when there is room. */
TEST(test_full_disk)
{
    struct archive *archive = open_filled();
    struct error error = {0};
    enum status status = STATUS_OK;
    int seed = 10;
    struct stat about;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(stat(archive_path, &about), 0);
    limit_files((rlim_t)about.st_size + 20000);
    assert_int_equal(archive_begin(archive, &error), STATUS_OK);
    for (; seed < 20000 && !status; seed++)
        status = add_made(archive, 0, seed, ARCHIVE_IMPORT);
    if (!status)
        status = archive_end(archive, &error);
    else
        assert_int_equal(archive_end(archive, &error), STATUS_FAILED);
    assert_int_equal(status, STATUS_FAILED);
    assert_false(archive_is_damaged(archive));
    limit_files(RLIM_INFINITY);
    assert_int_equal(count_games(archive), GAMES);
    assert_int_equal(add_made(archive, 0, 10, ARCHIVE_IMPORT), STATUS_OK);
    archive_close(archive);
    archive = open_archive();
    assert_int_equal(count_games(archive), GAMES + 1);
    archive_close(archive);
}

/* --- two programs --- */

static void add_many(int from, int count)
{
    struct archive *archive = open_archive();
    for (int i = 0; i < count; i++)
        if (add_made(archive, 0, from + i, ARCHIVE_IMPORT) != STATUS_OK)
            _exit(1);
    archive_close(archive);
}

TEST(test_two_programs)
{
    enum { EACH = 25 };
    int status;
    pid_t other = fork();
    assert_true(other >= 0);
    if (other == 0) {
        add_many(1000, EACH);
        _exit(0);
    }
    add_many(2000, EACH);
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_int_equal(status, 0);
    struct archive *archive = open_archive();
    assert_int_equal(count_games(archive), 2 * EACH);
    archive_close(archive);
}

/* Two programs that meet the same damage set one file aside, not the new one too. */
TEST(test_mended_by_other)
{
    struct archive *one = open_filled(), *other = open_archive();
    struct text report = {0};
    struct error error = {0};
    assert_int_equal(archive_repair(&one, &report, &error), STATUS_OK);
    assert_true(report.size > 0 && is_aside());
    text_clear(&report);
    assert_int_equal(add_made(one, 0, 5, ARCHIVE_IMPORT), STATUS_OK);
    assert_int_equal(archive_repair(&other, &report, &error), STATUS_OK);
    assert_int_equal(report.size, 0);
    assert_int_equal(count_games(other), GAMES + 1);
    archive_close(one);
    archive_close(other);
    text_free(&report);
}

/* --- importing --- */

TEST(test_import)
{
    char whole[64];
    struct text text = {0};
    struct error error = {0};
    struct archive_import import = {0};
    struct archive *archive = open_archive();
    snprintf(whole, sizeof whole, "%s/in", archive_folder);
    assert_int_equal(mkdir(whole, 0700), 0);
    snprintf(whole, sizeof whole, "%s/in/below", archive_folder);
    assert_int_equal(mkdir(whole, 0700), 0);
    for (size_t i = 0; i < GAMES; i++) {
        char name[32];
        write_made(&games[i], 1, &text);
        snprintf(name, sizeof name, "in/%s%zu.game", i % 2 ? "below/" : "", i);
        write_named(name, text.bytes, text.size);
    }
    write_named("in/double.yaml", text.bytes, text.size);
    write_named("in/notes.txt", "nothing", 7);
    write_named("in/bad.game", "format: vedette-game/1\n", 23);
    write_named("in/setup.game", RED_LETTERS "\n", 41);
    write_named("in/.hidden.game", "x", 1);
    struct made_game made = games[0];
    made.result = "unfinished", made.reason = NULL;
    write_made(&made, 2, &text);
    write_named("in/open.game", text.bytes, text.size);
    snprintf(whole, sizeof whole, "%s/in", archive_folder);
    if (archive_import(archive, whole, &import, &error))
        fail_msg("%s", error.text);
    assert_int_equal(import.files, GAMES + 4);
    assert_int_equal(import.added, GAMES);
    assert_int_equal(import.there, 1);
    assert_int_equal(import.unfinished, 1);
    assert_int_equal(import.unsound, 2);
    assert_non_null(strstr(text_string(&import.faults), "bad.game:1:1: "));
    assert_non_null(strstr(text_string(&import.faults), "setup.game:1:1: found a letters"));
    assert_int_equal(count_games(archive), GAMES);
    assert_int_equal(archive_import(archive, "/nonexistent", &import, &error), STATUS_BAD);
    assert_int_equal(archive_import(archive, "/dev/null", &import, &error), STATUS_BAD);
    assert_int_equal(import.unsound, 4);
    assert_non_null(strstr(text_string(&import.faults), "\n/nonexistent: No such file or directory\n"
                                                        "/dev/null: "));
    text_free(&import.faults);
    text_free(&text);
    archive_close(archive);
}

static void stop_at_third(void *context, size_t done, size_t count)
{
    (void)count;
    atomic_store((atomic_bool *)context, done == 3);
}

/* An import that is stopped leaves in what was read. */
TEST(test_stopped_import)
{
    struct text text = {0};
    struct archive_import import = {0};
    struct archive *archive = NULL;
    atomic_bool stop = false;
    struct archive_terms stopped = terms;
    stopped.stop = stopped.progress_context = &stop;
    stopped.progress = stop_at_third;
    for (size_t i = 0; i < GAMES; i++) {
        char name[32];
        write_made(&games[i], 1, &text);
        snprintf(name, sizeof name, "%zu.game", i);
        write_named(name, text.bytes, text.size);
    }
    text_clear(&text);
    assert_int_equal(archive_open(&archive, &stopped, &text, NULL), STATUS_OK);
    assert_int_equal(archive_import(archive, archive_folder, &import, NULL), STATUS_NO);
    archive_close(archive);
    archive = open_archive();
    assert_int_equal(count_games(archive), 3);
    archive_close(archive);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_queries, archives_clean),
        cmocka_unit_test_teardown(test_add, archives_clean),
        cmocka_unit_test_teardown(test_census, archives_clean),
        cmocka_unit_test_teardown(test_opponents, archives_clean),
        cmocka_unit_test_teardown(test_follow, archives_clean),
        cmocka_unit_test_teardown(test_not_a_database, archives_clean),
        cmocka_unit_test_teardown(test_foreign, archives_clean),
        cmocka_unit_test_teardown(test_older, archives_clean),
        cmocka_unit_test_teardown(test_first_version, archives_clean),
        cmocka_unit_test_teardown(test_newer, archives_clean),
        cmocka_unit_test_teardown(test_other_tables, archives_clean),
        cmocka_unit_test_teardown(test_damaged_pages, archives_clean),
        cmocka_unit_test_teardown(test_full_disk, archives_clean),
        cmocka_unit_test_teardown(test_two_programs, archives_clean),
        cmocka_unit_test_teardown(test_mended_by_other, archives_clean),
        cmocka_unit_test_teardown(test_import, archives_clean),
        cmocka_unit_test_teardown(test_stopped_import, archives_clean),
    };
    return cmocka_run_group_tests(tests, archives_set_up, archives_tear_down);
}
