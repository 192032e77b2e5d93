/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's archive: a game that ends on the screen gets into it, and is in its file where it cannot. */
#include "archives.h"
#include "cmocka_all.h"
#include "file_limit.h"
#include "base/disk.h"
#include "play/archive_keeper.h"
#include "play/archiver.h"
#include "play/game.h"
#include "play/game_list.h"
#include "play/journal_writer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct wake nobody = {{-1, -1}};

/* A game of a person with the level Recruit, which gives up after so many moves. */
static void make_record(struct record *record, size_t plies)
{
    static const struct move shuttle[4] = {{30, 40}, {69, 59}, {40, 30}, {59, 69}};
    struct setup red, blue;
    enum side side;
    struct ladders *ladders = ladders_new();
    const struct ladder *ladder = ladders_for_variant(ladders, VARIANT_STANDARD);
    record_clear(record);
    assert_int_equal(setup_read_letters("KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB", &red, &side, NULL),
                     STATUS_OK);
    assert_int_equal(setup_read_letters("WYXVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN", &blue, &side, NULL),
                     STATUS_OK);
    placement_from_setups(&record->start, variant_at(VARIANT_STANDARD), &red, &blue);
    snprintf(record->player[RED], sizeof record->player[RED], "you");
    snprintf(record->player[BLUE], sizeof record->player[BLUE], "%s", ladder->levels[0].agent);
    snprintf(record->date, sizeof record->date, "2026-11-22");
    for (size_t i = 0; i < plies; i++)
        record_append(record, (struct move_with_ranks){shuttle[i % 4], RANK_UNKNOWN, RANK_UNKNOWN});
    record->outcome = (struct outcome){RESULT_RED, REASON_RESIGNED};
    ladders_free(ladders);
}

/* Writes a game's journal and its end, for which there must be room, into `kept`, and then into the archive:
 * what came of that. */
static struct error finish(const struct record *record, char kept[4096])
{
    struct journal_writer writer;
    struct journal_result news = {0};
    struct archive_keeper keeper;
    struct error error = {0};
    journal_writer_init(&writer, &nobody);
    journal_writer_post(&writer, JOURNAL_BEGIN, record);
    journal_writer_post(&writer, JOURNAL_FINISH, record);
    journal_writer_wait(&writer);
    for (int i = 0; i < 2; i++) {
        assert_true(journal_writer_poll(&writer, &news));
        assert_int_equal(news.status, STATUS_OK);
    }
    snprintf(kept, 4096, "%s", news.kept);
    journal_writer_free(&writer);
    archive_keeper_init(&keeper, &nobody);
    archive_keeper_post(&keeper, false);
    worker_wait(&keeper.worker);
    assert_true(archive_keeper_poll(&keeper, &error));
    archive_keeper_free(&keeper);
    return error;
}

static enum status take_row(void *context, const struct archive_row *row, struct error *error)
{
    (void)error;
    text_printf(context, "%s %s %s %zu %s %s|", row->opponent, row->person, row->outcome, row->plies,
                row->source, row->level[BLUE]);
    return STATUS_OK;
}

/* All games of the archive when it is up to date. */
static void assert_archive(const char *wanted)
{
    struct archiver archiver;
    struct query query = {0};
    struct text found = {0};
    struct error error = {0};
    assert_int_equal(query_compile("", &query, NULL), STATUS_OK);
    if (archiver_open(&archiver, NULL, NULL, &error) || archiver_update(&archiver, &error))
        fail_msg("%s", error.text);
    const struct archive_search search = {.query = &query, .order = ARCHIVE_BY_PLIES};
    assert_int_equal(archive_find(archiver.archive, &search, take_row, &found, NULL), STATUS_OK);
    assert_string_equal(text_string(&found), wanted);
    archiver_close(&archiver);
    query_free(&query);
    text_free(&found);
}

#define THE_GAME "Recruit red won 3 own Recruit|"

TEST(test_finish)
{
    struct record record = {0};
    char kept[4096], trash[4096];
    make_record(&record, 3);
    struct error news = finish(&record, kept);
    assert_int_equal(news.status, STATUS_OK);
    assert_int_equal(access(archive_path, F_OK), 0);
    assert_archive(THE_GAME);
    assert_archive(THE_GAME);
    /* Who throws the game away wants it listed no more. */
    assert_int_equal(game_list_move_to_trash(kept, trash, sizeof trash, NULL), STATUS_OK);
    assert_archive("");
    record_clear(&record);
}

/* The disk has room for the game's file and not for the archive: the game is finished and kept, one line
 * reports it, and when there is space again the archive has the game. */
TEST(test_full_disk)
{
    struct record record = {0};
    char kept[4096];
    make_record(&record, 3);
    signal(SIGXFSZ, SIG_IGN);
    limit_files(8192);
    struct error news = finish(&record, kept);
    limit_files(RLIM_INFINITY);
    assert_int_equal(news.status, STATUS_FAILED);
    assert_non_null(strstr(news.text, "Its file is kept"));
    assert_int_equal(access(kept, F_OK), 0);
    assert_archive(THE_GAME);
    record_clear(&record);
}

/* So with a folder where the archive should be, and with one that is damaged. */
TEST(test_no_archive)
{
    struct record record = {0};
    char kept[4096];
    make_record(&record, 3);
    assert_int_equal(disk_folder(archive_path, NULL), STATUS_OK);
    struct error news = finish(&record, kept);
    assert_int_equal(news.status, STATUS_FAILED);
    assert_int_equal(access(kept, F_OK), 0);
    assert_int_equal(rmdir(archive_path), 0);
    assert_int_equal(disk_write(archive_path, "no database at all, only a few words of text", 44, NULL),
                     STATUS_OK);
    record_append(&record, (struct move_with_ranks){{59, 69}, RANK_UNKNOWN, RANK_UNKNOWN});
    record.outcome = (struct outcome){RESULT_RED, REASON_RESIGNED};
    news = finish(&record, kept);
    assert_int_equal(news.status, STATUS_FAILED);
    assert_non_null(strstr(news.text, "games.db was damaged"));
    assert_archive("Recruit red won 4 own Recruit|" THE_GAME);
    record_clear(&record);
}

/* A game of a match, and an unfinished one. */
TEST(test_match)
{
    struct archiver archiver;
    struct record record = {0};
    make_record(&record, 3);
    snprintf(record.player[RED], sizeof record.player[RED], "random");
    assert_int_equal(archiver_open(&archiver, NULL, NULL, NULL), STATUS_OK);
    assert_int_equal(archiver_add(&archiver, &record, ARCHIVE_MATCH, "match, game 1", NULL), STATUS_OK);
    record.outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
    assert_int_equal(archiver_add(&archiver, &record, ARCHIVE_MATCH, "match, game 2", NULL), STATUS_NO);
    archiver_close(&archiver);
    assert_archive("random - Recruit   3 match Recruit|");
    record_clear(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_finish, archives_clean),
        cmocka_unit_test_teardown(test_full_disk, archives_clean),
        cmocka_unit_test_teardown(test_no_archive, archives_clean),
        cmocka_unit_test_teardown(test_match, archives_clean),
    };
    return cmocka_run_group_tests(tests, archives_set_up, archives_tear_down);
}
