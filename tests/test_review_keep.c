/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews that are kept beside a game's file: what is read is what was judged, and nothing else is read. */
#include "analysis/review_keep.h"
#include "analysis/reviewer.h"
#include "base/digest.h"
#include "base/disk.h"
#include "cmocka_all.h"
#include "engine.h"
#include "file/file.h"
#include "folder.h"
#include "game/notation.h"
#include "play/game.h"
#include "report/review_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A finished game of forty plies with graded moves, in the file `path`, and its review. */
static struct game game;
static struct review judged;
static char path[256], kept[REVIEW_KEPT_PATH];

static struct review_request request_for(const struct record *record)
{
    return (struct review_request){.record = record, .worlds = 8, .settings = &settings, .seed = 1,
                                   .library = library, .kept = kept};
}

static int keep_set_up(void **state)
{
    struct text text = {0};
    if (engine_set_up(state) || folder_set_up(state))
        return -1;
    struct game_terms terms = engine_game_terms("random", "invincible", 3);
    if (game_start(&game, &terms, NULL) || game_run(&game, NULL, NULL) || game.record.plies < 40)
        return -1;
    record_cut(&game.record, 40);
    game.record.outcome = (struct outcome){RESULT_RED, REASON_RESIGNED};
    snprintf(path, sizeof path, "%s/short.game", folder);
    game_write(&game.record, &text);
    int failed = disk_write(path, text.bytes, text.size, NULL);
    text_free(&text);
    if (failed || !review_kept_path(path, kept))
        return -1;
    const struct review_request request = request_for(&game.record);
    return review_make(&judged, &request, NULL, NULL) || judged.was_kept || !judged.graded_count ? -1 : 0;
}

static int keep_tear_down(void **state)
{
    review_free(&judged);
    game_end(&game);
    return folder_tear_down(state) || engine_tear_down(state);
}

/* Returns the kept file. */
static struct text read_kept_file(void)
{
    struct text text = {0};
    assert_int_equal(disk_read(kept, FILE_LIMIT, &text, NULL), STATUS_OK);
    return text;
}

/* Ends the text with the line that shows that it is whole. */
static void add_check(struct text *text)
{
    text_printf(text, "check: %016llx\n", (unsigned long long)digest(text->bytes, text->size));
}

/* The review as text. */
static void write_review(const struct review *review, struct text *out)
{
    struct position position = {0};
    assert_int_equal(record_replay(&game.record, SIZE_MAX, &position, NULL, NULL), STATUS_OK);
    const struct review_view view = {.review = review, .record = &game.record, .board = &position.board,
                                     .seat = RED, .both = true, .moves = 100};
    review_text(&view, out);
    position_free(&position);
}

/* What is read from the file is what was judged, to the last digit, and makes the same text. */
TEST(test_kept)
{
    struct review review = {0};
    struct text fresh = {0}, again = {0};
    const struct review_request request = request_for(&game.record);
    assert_int_equal(review_keep(&judged, &request, kept, NULL), STATUS_OK);
    assert_int_equal(review_make(&review, &request, NULL, NULL), STATUS_OK);
    assert_true(review.judged && review.was_kept && !review.kept_fault.status);
    assert_int_equal(review.count, judged.count);
    for (size_t i = 0; i < review.count; i++) {
        const struct review_move *one = &review.moves[i], *two = &judged.moves[i];
        assert_int_equal(one->ply, two->ply);
        assert_int_equal(one->side, two->side);
        assert_int_equal(one->grade, two->grade);
        assert_int_equal(one->times, two->times);
        assert_int_equal(one->played_attacks, two->played_attacks);
        assert_int_equal(one->better_attacks, two->better_attacks);
        assert_true(move_equal(one->played, two->played) && move_equal(one->better, two->better));
        assert_true(one->cost == two->cost && one->error == two->error);
        assert_string_equal(one->why, two->why);
    }
    write_review(&judged, &fresh);
    write_review(&review, &again);
    assert_string_equal(text_string(&fresh), text_string(&again));
    text_free(&fresh);
    text_free(&again);
    review_free(&review);
}

/* Fails unless the file is ignored for a request, with one line that names it. */
static void assert_ignored(const struct review_request *request, const char *words)
{
    struct review review = {0};
    struct review_request outline = *request;
    outline.outline = true;
    assert_int_equal(review_make(&review, &outline, NULL, NULL), STATUS_OK);
    assert_true(!review.judged && !review.was_kept && review.count == 0);
    assert_int_equal(review.kept_fault.status, STATUS_BAD);
    assert_int_equal(strncmp(review.kept_fault.text, kept, strlen(kept)), 0);
    assert_non_null(strstr(review.kept_fault.text, words));
    review_free(&review);
}

/* A review of another game, by other settings, or of other players is ignored; comments and times change
 * nothing. */
TEST(test_belongs)
{
    struct record record = {0};
    struct settings own = {0};
    const struct review_request request = request_for(&game.record);
    assert_int_equal(review_keep(&judged, &request, kept, NULL), STATUS_OK);
    struct review_request other = request;
    other.seed = 2;
    assert_ignored(&other, "found seed 1, expected 2");
    other = request;
    other.worlds = 9;
    assert_ignored(&other, "found worlds 8, expected 9");
    other = request;
    other.notation = NOTATION_ARTS;
    assert_ignored(&other, "found notation deboer, expected arts");
    settings_copy(&own, &settings);
    assert_int_equal(settings_set(&own, "vedette.worlds", "5", "test", NULL), STATUS_OK);
    other = request;
    other.settings = &own;
    assert_ignored(&other, "a review by other options");
    settings_free(&own);
    record_copy(&record, &game.record);
    record_cut(&record, 39);
    other = request_for(&record);
    assert_ignored(&other, "the review of another game");
    record_copy(&record, &game.record);
    record_name_agent(&record, RED, "", 0);
    assert_ignored(&other, "the review of another game"); /* now one of people */
    record_copy(&record, &game.record);
    record_set_comment(&record, 3, "a comment");
    record_set_move_time(&record, 1, 1000);
    snprintf(record.player[RED], sizeof record.player[RED], "you");
    struct review review = {0};
    assert_int_equal(review_make(&review, &other, NULL, NULL), STATUS_OK);
    assert_true(review.was_kept);
    review_free(&review);
    record_clear(&record);
}

#define GRADED(fields) "judged: \"1\"\nmoves:\n  - {" fields "}\n"

/* A file that is cut or changed anywhere is ignored; so is one that is whole but says what cannot be. */
TEST(test_hostile)
{
    static const char *const lies[] = {
        "judged: \"1 2 3\"\nmoves: []\n",
        "judged: \"0\"\nmoves: []\n",
        "judged: \"1 3 2\"\nmoves: []\n",
        "judged: \"41\"\nmoves: []\n",
        "judged: \"1 2\"\n",
        GRADED("ply: 2, grade: mistake, cost: 0.1, error: 0, better: a4-a5, why: \"\""),
        GRADED("ply: 1, grade: good, cost: 0.1, error: 0, better: a4-a5, why: \"\""),
        GRADED("ply: 1, grade: blunder, cost: 0.1, error: 0, better: a4-a5, why: \"\""),
        GRADED("ply: 1, grade: mistake, cost: nan, error: 0, better: a4-a5, why: \"\""),
        GRADED("ply: 1, grade: mistake, cost: 0.1, error: 0, better: a4-a9, why: \"\""),
        GRADED("ply: 1, grade: mistake, cost: 0.1, error: 0, better: e5-e6, why: \"\""),
        GRADED("ply: 1, grade: mistake, cost: 0.1, error: 0, better: a4-a5"),
        "judged: \"1\"\nmoves: {a: b}\n",
    };
    const struct review_request request = request_for(&game.record);
    assert_int_equal(review_keep(&judged, &request, kept, NULL), STATUS_OK);
    struct text whole = read_kept_file();
    struct review review = judged; /* the parser reads into what was followed */
    struct error error;
    for (size_t i = 0; i <= whole.size; i += i + 200 < whole.size ? 61 : 1) {
        char *copy = memcpy(malloc(whole.size + 1), whole.bytes, whole.size + 1);
        size_t size = i < whole.size ? i : whole.size - 1;
        review.moves = NULL;
        review.count = review.capacity = 0;
        assert_int_equal(review_kept_parse(kept, copy, size, &request, &review, &error), STATUS_BAD);
        copy[size] ^= 1;
        assert_int_equal(review_kept_parse(kept, copy, whole.size, &request, &review, &error), STATUS_BAD);
        assert_int_equal(review.count, 0);
        free(review.moves);
        free(copy);
    }
    const char *judged_key = strstr(whole.bytes, "judged: ");
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct text lie = {0};
        text_append(&lie, whole.bytes, (size_t)(judged_key - whole.bytes));
        text_add(&lie, lies[i]);
        add_check(&lie);
        review.moves = NULL;
        review.count = review.capacity = 0;
        enum status status = review_kept_parse(kept, lie.bytes, lie.size, &request, &review, &error);
        assert_int_equal(status, i ? STATUS_BAD : STATUS_OK); /* the first one is no lie */
        assert_int_equal(review.count, i ? 0 : 3);
        assert_true(!i || strncmp(error.text, kept, strlen(kept)) == 0);
        free(review.moves);
        text_free(&lie);
    }
    text_free(&whole);
    assert_int_equal(disk_write(kept, "check: ", 7, NULL), STATUS_OK);
    assert_ignored(&request, "found a damaged review");
}

/* No review of a running game is kept. The file moves with the game's. */
TEST(test_files)
{
    struct error error;
    char other[256], other_kept[REVIEW_KEPT_PATH], missing[REVIEW_KEPT_PATH];
    const struct review_request request = request_for(&game.record);
    struct review running = judged;
    running.outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
    unlink(kept);
    assert_int_equal(review_keep(&running, &request, kept, &error), STATUS_NO);
    assert_int_not_equal(access(kept, F_OK), 0);
    running = judged;
    running.graded_count = REVIEW_KEPT_GRADED + 1;
    assert_int_equal(review_keep(&running, &request, kept, &error), STATUS_NO);
    assert_int_equal(review_kept_read(kept, &request, &running, &error), STATUS_NO);
    assert_int_equal(review_keep(&judged, &request, kept, &error), STATUS_OK);
    snprintf(other, sizeof other, "%s/other.game", folder);
    assert_int_equal(rename(path, other), 0);
    assert_false(review_kept_path(path, missing));
    review_kept_move(path, other);
    assert_int_not_equal(access(kept, F_OK), 0);
    assert_true(review_kept_path(other, other_kept));
    assert_int_equal(access(other_kept, F_OK), 0);
    assert_string_equal(disk_file_name(other_kept), ".other.game.review");
    assert_int_equal(rename(other, path), 0);
    review_kept_move(other, path);
    assert_false(review_kept_path(folder, other_kept)); /* a folder */
}

/* The reviewer shows what is kept in its first step, and keeps once what was judged. */
TEST(test_reviewer_keeps)
{
    struct wake bell;
    struct reviewer reviewer;
    struct review_request request = request_for(&game.record);
    assert_int_equal(review_keep(&judged, &request, kept, NULL), STATUS_OK);
    assert_int_equal(wake_init(&bell, NULL), STATUS_OK);
    reviewer_init(&reviewer, &bell);
    reviewer_request(&reviewer, &request);
    while (!reviewer_poll(&reviewer))
        wake_wait(&bell, 1000);
    const struct review *review = reviewer_result(&reviewer, NULL);
    assert_true(review && review->judged && review->was_kept && !reviewer_is_busy(&reviewer));
    unlink(kept);
    assert_int_equal(reviewer_keep(&reviewer, kept, NULL), STATUS_OK);
    assert_int_not_equal(access(kept, F_OK), 0); /* it was kept before */
    request.worlds = 2;
    reviewer_request(&reviewer, &request);
    while (!reviewer_poll(&reviewer))
        wake_wait(&bell, 1000);
    assert_int_equal(reviewer_keep(&reviewer, kept, NULL), STATUS_OK);
    assert_int_not_equal(access(kept, F_OK), 0); /* it is not judged yet */
    while (!reviewer_poll(&reviewer))
        wake_wait(&bell, 1000);
    assert_int_equal(reviewer_keep(&reviewer, kept, NULL), STATUS_OK);
    assert_int_equal(unlink(kept), 0);
    assert_int_equal(reviewer_keep(&reviewer, kept, NULL), STATUS_OK);
    assert_int_not_equal(access(kept, F_OK), 0); /* once */
    reviewer_free(&reviewer);
    wake_free(&bell);
}

TESTS_MAIN(keep_set_up, keep_tear_down)
