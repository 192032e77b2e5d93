/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the archive keeps of the inside of games: fights and armies, as the tables have them, after they were
 * added, after a rebuild, from an archive of an older version, and when a game is removed. */
#include "archives.h"
#include "base/disk.h"
#include "cmocka_all.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Ann is the user. */
static void name_players(const void *context, const struct record *record, struct archive_names *names)
{
    (void)context;
    for (enum side side = RED; side <= BLUE; side++) {
        snprintf(names->name[side], sizeof names->name[side], "%s", record->player[side]);
        if (strcmp(record->player[side], "Ann") == 0)
            names->person = side;
    }
}

static const struct archive_terms terms = {.path = archive_path, .name = name_players};

/* Red's front row, a4 to j4: general, flag, marshal, two colonels, three majors, two captains. Blue's, j7 to
 * a7: flag, marshal, general, two colonels, three majors, two captains. */
#define FRONTS \
    "red:  {player: Ann, setup: \"KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\"}\n" \
    "blue: {player: Bob, setup: \"YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN\"}\n"

/* The general takes a captain; the marshal a captain, and stands against another that attacks it; a colonel
 * takes a major, and goes with a colonel. */
static const char fights_game[] =
    "format: vedette-game/1\nrules: isf\n" FRONTS
    "moves: >-\n  a4-a5 a7-a6 a5xa6 i7-i6 i4-i5 i6xi5 j4-j5 b7-b6 j5xi5 b6-b5 e4-e5 e7-e6 e5xe6 f7-f6 e6xf6\n"
    "result: blue\nreason: resigned\n";

/* Red's flag on h1 and Blue's on b10, i1 of its view, have two bombs beside them; a scout's long move makes
 * it known. */
static const char bombs_game[] =
    "format: vedette-game/1\nrules: isf\n"
    "red:  {player: Bob, setup: \"DDDDDDDDLKJJIIIHHHHGGGGFFFFEEEECBEBBBMBB\"}\n"
    "blue: {player: Ann, setup: \"PXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPONNNNNYN\"}\n"
    "moves: >-\n  a4-a6 a7-a6\nresult: draw\nreason: agreed\n";

/* The general goes beside a captain, which goes away, three times: the second and the third are chases. */
static const char chase_game[] =
    "format: vedette-game/1\nrules: isf\n" FRONTS
    "moves: >-\n  a4-a5 b7-b6 a5-a6 b6-b5 a6-a5 b5-b6 a5-a6\nresult: draw\nreason: agreed\n";

static void add_text(struct archive *archive, const char *text, const char *path, enum archive_source source)
{
    struct file_content content = {0};
    struct error error = {0};
    if (file_parse("made", text, strlen(text), &content, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    const struct archive_game game = {.record = &content.record, .bytes = text, .size = strlen(text),
                                      .kind = content.kind, .path = path, .source = source};
    if (archive_add(archive, &game, NULL, &error))
        fail_msg("%s", error.text);
    file_content_free(&content);
}

/* The rows that a statement finds, columns with blanks, rows with '|'; NULL is '-'. */
static void assert_rows(const char *sql, const char *rows)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    struct text found = {0};
    assert_int_equal(sqlite3_open(archive_path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *value = (const char *)sqlite3_column_text(statement, i);
            text_printf(&found, "%s%s", i ? " " : "", value ? value : "-");
        }
        text_add(&found, "|");
    }
    assert_string_equal(text_string(&found), rows);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    text_free(&found);
}

static void run_sql(const char *sql)
{
    sqlite3 *database = NULL;
    assert_int_equal(sqlite3_open(archive_path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

/* Ranks are 0 flag, 1 bomb, 2 spy, 3 scout … 7 captain, 8 major, 9 colonel, 10 general, 11 marshal; squares
 * 0 is a1, 99 is j10; removed 1 is the defender, 2 the attacker, 3 both. */
static void assert_events(void)
{
    assert_rows("SELECT * FROM fights WHERE game = 1",
                "1 3 0 10 7 40 50 1 0 0 1 1|" "1 6 1 11 7 58 48 1 0 0 1 1|" "1 9 0 7 11 49 48 2 0 1 1 1|"
                "1 13 0 9 8 44 54 1 0 0 1 1|" "1 15 0 9 9 54 55 3 1 0 1 1|");
    assert_rows("SELECT * FROM fights WHERE game <> 1", "2 2 1 7 3 60 50 1 0 1 0 1|");
    /* flag, marshal, general, spy; bombs, closed, (pattern,) result, opener, attack. */
    assert_rows("SELECT game, side, flag, marshal, general, spy, bombs, closed, result, opener, attack "
                "FROM armies",
                "1 0 31 32 30 3 0 0 0 10 3|" "1 1 30 31 32 3 0 0 2 7 6|"
                "2 0 2 31 30 1 2 0 1 3 -|" "2 1 1 31 32 2 2 0 1 7 2|");
}

static void add_both(void)
{
    struct archive *archive = archives_open(&terms);
    add_text(archive, fights_game, "fights", ARCHIVE_IMPORT);
    add_text(archive, bombs_game, "bombs", ARCHIVE_IMPORT);
    archive_close(archive);
}

TEST(test_events)
{
    add_both();
    assert_events();
    assert_rows("SELECT moved_general, moved_marshal, moved_captain, moved_colonel, moved_scout FROM armies "
                "WHERE game = 1", "1 - 5 11 -|" "- 4 2 14 -|");
    assert_rows("SELECT pattern FROM armies WHERE game = 2", "187|125|");
}

/* Red bluffs twice, the second time beside the marshal that it knows; Blue three times. */
TEST(test_habits)
{
    struct archive *archive = archives_open(&terms);
    add_text(archive, fights_game, "fights", ARCHIVE_IMPORT);
    add_text(archive, chase_game, "chase", ARCHIVE_IMPORT);
    archive_close(archive);
    assert_rows("SELECT game, side, moves, attacks, unmoved_attacks, approaches, known_approaches, bluffs, "
                "known_bluffs, chases, fights_won, fights_lost FROM armies",
                "1 0 8 4 0 2 1 2 1 0 2 2|" "1 1 7 1 0 4 2 3 1 0 2 2|" "2 0 4 0 0 3 0 0 0 2 0 0|"
                "2 1 3 0 0 0 0 0 0 0 0 0|");
}

/* A game that is there already, and an own one with another comment, get no second events. */
TEST(test_once)
{
    struct archive *archive = archives_open(&terms);
    struct text text = {0};
    add_text(archive, fights_game, "fights", ARCHIVE_IMPORT);
    add_text(archive, bombs_game, "bombs", ARCHIVE_OWN);
    add_text(archive, fights_game, "again", ARCHIVE_IMPORT);
    text_printf(&text, "%scomments:\n  1: \"well played\"\n", bombs_game);
    add_text(archive, text_string(&text), "bombs", ARCHIVE_OWN);
    archive_close(archive);
    assert_events();
    text_free(&text);
}

TEST(test_rebuild)
{
    struct archive_rebuild rebuild = {0};
    add_both();
    run_sql("DELETE FROM fights WHERE ply > 3; UPDATE armies SET flag = 9; "
            "INSERT INTO fights VALUES (2, 1, 0, 3, 3, 1, 2, 3, 0, 0, 0, 0)");
    struct archive *archive = archives_open(&terms);
    assert_int_equal(archive_rebuild_events(archive, &rebuild, NULL), STATUS_OK);
    assert_int_equal(rebuild.games, 2);
    assert_int_equal(rebuild.unsound, 0);
    archive_close(archive);
    assert_events();
    /* A file that cannot be read has no events; the other game keeps its own. */
    run_sql("UPDATE games SET bytes = 'nothing' WHERE id = 2");
    archive = archives_open(&terms);
    rebuild = (struct archive_rebuild){0};
    assert_int_equal(archive_rebuild_events(archive, &rebuild, NULL), STATUS_OK);
    assert_int_equal(rebuild.games, 1);
    assert_int_equal(rebuild.unsound, 1);
    archive_close(archive);
    assert_rows("SELECT game, count(*) FROM fights GROUP BY game", "1 5|");
    assert_rows("SELECT game, count(*) FROM armies GROUP BY game", "1 2|");
}

/* A rebuild that is stopped before it begins leaves all as it is. */
TEST(test_stopped_rebuild)
{
    atomic_bool stop = true;
    struct archive_terms stopped = terms;
    struct archive_rebuild rebuild = {0};
    add_both();
    stopped.stop = &stop;
    struct archive *archive = archives_open(&stopped);
    assert_int_equal(archive_rebuild_events(archive, &rebuild, NULL), STATUS_NO);
    archive_close(archive);
    assert_events();
}

/* The second version had no events: they are made from the stored files. */
TEST(test_second_version)
{
    struct archive *archive = NULL;
    struct text report = {0};
    add_both();
    run_sql("DROP TABLE fights; DROP TABLE armies; PRAGMA user_version = 2");
    assert_int_equal(archive_open(&archive, &terms, &report, NULL), STATUS_OK);
    assert_non_null(strstr(text_string(&report), "was of an older Vedette"));
    archive_close(archive);
    text_free(&report);
    assert_events();
}

/* The third version had no habits. */
TEST(test_third_version)
{
    struct archive *archive = NULL;
    struct text report = {0};
    add_both();
    run_sql("ALTER TABLE armies DROP COLUMN chases; PRAGMA user_version = 3");
    assert_int_equal(archive_open(&archive, &terms, &report, NULL), STATUS_OK);
    assert_non_null(strstr(text_string(&report), "was of an older Vedette"));
    archive_close(archive);
    text_free(&report);
    assert_events();
    assert_rows("SELECT game, side, attacks, chases FROM armies", "1 0 4 0|1 1 1 0|2 0 0 0|2 1 1 0|");
}

/* A game that goes to the trash takes its events with it. */
TEST(test_trash)
{
    char folder[64], trash[64], path[96], path_in_trash[96];
    snprintf(folder, sizeof folder, "%s/finished", archive_folder);
    snprintf(trash, sizeof trash, "%s/trash", archive_folder);
    snprintf(path, sizeof path, "%s/a.game", folder);
    snprintf(path_in_trash, sizeof path_in_trash, "%s/a.game", trash);
    assert_int_equal(mkdir(folder, 0700) | mkdir(trash, 0700), 0);
    assert_int_equal(disk_write(path, bombs_game, strlen(bombs_game), NULL), STATUS_OK);
    struct archive *archive = archives_open(&terms);
    add_text(archive, fights_game, "fights", ARCHIVE_IMPORT);
    assert_int_equal(archive_update_from_folder(archive, folder, trash, NULL), STATUS_OK);
    assert_rows("SELECT game, count(*) FROM fights GROUP BY game", "1 5|2 1|");
    assert_int_equal(rename(path, path_in_trash), 0);
    assert_int_equal(archive_update_from_folder(archive, folder, trash, NULL), STATUS_OK);
    archive_close(archive);
    assert_rows("SELECT game, count(*) FROM fights GROUP BY game", "1 5|");
    assert_rows("SELECT game, count(*) FROM armies GROUP BY game", "1 2|");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_events, archives_clean),
        cmocka_unit_test_teardown(test_habits, archives_clean),
        cmocka_unit_test_teardown(test_once, archives_clean),
        cmocka_unit_test_teardown(test_rebuild, archives_clean),
        cmocka_unit_test_teardown(test_stopped_rebuild, archives_clean),
        cmocka_unit_test_teardown(test_second_version, archives_clean),
        cmocka_unit_test_teardown(test_third_version, archives_clean),
        cmocka_unit_test_teardown(test_trash, archives_clean),
    };
    return cmocka_run_group_tests(tests, archives_set_up, archives_tear_down);
}
