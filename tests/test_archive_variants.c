/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive separates games of one variant from those of another. */
#include "archives.h"
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

static void name_nobody(const void *context, const struct record *record, struct archive_names *names)
{
    (void)context, (void)record;
    names->counts = false;
}

static const struct archive_terms terms = {.path = archive_path, .name = name_nobody};

static void add_game(struct archive *archive, const char *variant)
{
    struct file_content content = {0};
    struct text text = {0};
    struct error error = {0};
    enum archive_change answer;
    text_printf(&text, "format: vedette-game/1\nvariant: %s\n"
                "red: {player: Ann, setup: \"DLKAACAAAAAAAAAAAAAAAAAAAABMAAAAAAADAEAA\"}\n"
                "blue: {player: Bob, setup: \"PXWAAOAAAAAAAAAAAAAAAAAAAANYAAAAAAAPAQAA\"}\n"
                "moves: >-\n  a4-a5\nresult: red\nreason: resigned\n", variant);
    if (file_parse("made", text.bytes, text.size, &content, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    const struct archive_game game = {.record = &content.record, .bytes = text.bytes, .size = text.size,
                                      .kind = content.kind, .path = "made", .source = ARCHIVE_IMPORT};
    assert_int_equal(archive_add(archive, &game, &answer, &error), STATUS_OK);
    assert_int_equal(answer, ARCHIVE_ADDED);
    file_content_free(&content);
    text_free(&text);
}

static enum status take_id(void *context, const struct archive_row *row, struct error *error)
{
    (void)error;
    text_printf(context, "%lld %s|", (long long)row->id, row->variant);
    return STATUS_OK;
}

static void take_counted(void *context, const struct archive_count *count)
{
    text_printf(context, "%s %s %zu %zu-%zu-%zu|", count->variant, count->what, count->games, count->won,
                count->drawn, count->lost);
}

/* The games of which a query is true, and their openings. */
static void assert_found(struct archive *archive, const char *text, const char *games, const char *openings)
{
    struct query query = {0};
    struct text found = {0};
    size_t all, kinds;
    assert_int_equal(query_compile(text, &query, NULL), STATUS_OK);
    const struct archive_search search = {.query = &query};
    const struct archive_census census = {.query = &query, .counted = COUNT_OPENINGS, .plies = 1};
    assert_int_equal(archive_find(archive, &search, take_id, &found, NULL), STATUS_OK);
    assert_string_equal(text_string(&found), games);
    text_clear(&found);
    assert_int_equal(archive_run_census(archive, &census, take_counted, &found, &all, &kinds, NULL),
                     STATUS_OK);
    assert_string_equal(text_string(&found), openings);
    text_free(&found);
    query_free(&query);
}

/* The same moves of the same pieces are two games where the variants differ, and are counted apart. */
TEST(test_variants)
{
    struct archive *archive = archives_open(&terms);
    add_game(archive, "barrage");
    add_game(archive, "free");
    assert_found(archive, "", "2 free|1 barrage|", "barrage a4-a5 1 1-0-0|free a4-a5 1 1-0-0|");
    assert_found(archive, "variant=barrage", "1 barrage|", "barrage a4-a5 1 1-0-0|");
    assert_found(archive, "variant != barrage", "2 free|", "free a4-a5 1 1-0-0|");
    assert_found(archive, "variant=classic", "", "");
    assert_found(archive, "variant=free setup=DLKAACAAAAAAAAAAAAAAAAAAAABMAAAAAAADAEAA", "2 free|",
                 "free a4-a5 1 1-0-0|");
    assert_found(archive, "variant=free front='....S..9X2'", "2 free|", "free a4-a5 1 1-0-0|");
    assert_found(archive, "variant=free front='....S..X92'", "", "");
    archive_close(archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_variants, archives_clean)};
    return cmocka_run_group_tests(tests, archives_set_up, archives_tear_down);
}
