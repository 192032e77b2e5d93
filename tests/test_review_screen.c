/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen of reviews: its list, filters, curve and words, at all sizes; what it keeps. */
#include "analysis/review_keep.h"
#include "base/decimal.h"
#include "base/disk.h"
#include "file/file.h"
#include "cmocka_all.h"
#include "play/game.h"
#include "report/review_words.h"
#include "screens.h"
#include "shortcuts.h"
#include "tui/review_place.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Writes a game of few pieces that the person lost as red, with graded moves. */
static void write_played(const char *path)
{
    struct game game;
    struct text text = {0};
    const struct game_terms terms = {.player = {"random", "random"}, .rules = *rules_find("deepnash"),
                                     .variant = variant_index(variant_find("barrage")), .seed = 3,
                                     .settings = &session.settings, .library = session.library};
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_true(game.record.plies > 24);
    record_cut(&game.record, 24);
    game.record.outcome = (struct outcome){RESULT_BLUE, REASON_RESIGNED};
    record_name_agent(&game.record, RED, "", 0);
    snprintf(game.record.player[RED], sizeof game.record.player[RED], "you");
    game_write(&game.record, &text);
    assert_int_equal(disk_write(path, text_string(&text), text.size, NULL), STATUS_OK);
    text_free(&text);
    game_end(&game);
}

/* Writes that game as the program keeps finished ones, and sets its path: its review is judged once, by the
 * first test that opens it, and kept for the others. */
static void write_own(char path[256])
{
    struct error error;
    snprintf(path, 256, "%s/vedette/finished", folder);
    assert_int_equal(disk_folder(path, &error), STATUS_OK);
    snprintf(path, 256, "%s/vedette/finished/own.game", folder);
    write_played(path);
}

/* Waits until all moves are judged, which takes seconds, and under load a minute. */
static void await_judged(struct tui *tui)
{
    for (settle(tui); !review_shown(tui) || !review_shown(tui)->judged; settle(tui))
        assert_true(wake_wait(&tui->wake, 120000 * test_patience()));
}

/* The screen keeps the review of a game that this program saved, and shows it at once the next time; what is
 * damaged is named and judged again. */
TEST(test_review_kept)
{
    struct tui *tui = new_tui(RED);
    char path[256], kept[REVIEW_KEPT_PATH];
    write_own(path);
    assert_true(review_kept_path(path, kept));
    unlink(kept);
    for (int times = 0; times < 3; times++) {
        load(tui, path);
        enter_screen(tui, &review_screen);
        if (times == 1) /* it was kept */
            while (!review_shown(tui))
                settle(tui);
        else
            await_judged(tui);
        assert_true(review_shown(tui)->judged);
        assert_int_equal(review_shown(tui)->was_kept, times == 1);
        assert_int_equal(access(kept, F_OK), 0);
        session_show_game(tui->session, NULL);
        local_game_leave(&tui->local);
        reviewer_free(&tui->reviewer); /* as at the end of the program */
        reviewer_init(&tui->reviewer, &tui->wake);
        if (times == 1)
            assert_int_equal(disk_write(kept, "damaged", 7, NULL), STATUS_OK);
    }
    free_tui(tui);
}

/* Where no move is listed the message says why: none was graded, or none of the requested kind. */
static void assert_empty_lists(struct tui *tui, struct review *review)
{
    size_t count = review->graded_count;
    review->graded_count = 0;
    press(tui, "XXX");
    assert_string_equal(tui->message, "None of your moves was graded; X shows the other side's");
    press(tui, "X");
    assert_string_equal(tui->message, "None of blue's moves was graded; X shows all");
    press(tui, "X");
    assert_non_null(strstr(tui->message, "No move was graded"));
    press(tui, "Xg");
    assert_non_null(strstr(tui->message, "No move of that kind"));
    press(tui, "gggg");
    review->graded_count = count;
}

/* The review begins with one's own moves; X takes the other side's, then both; the filters take those of a
 * grade and a kind. Left and Right walk along the curve, Enter goes to that moment, Up and Down are back in
 * the list. The words stand in place of the list. Nothing is written beside a user's file. */
TEST(test_review_keys)
{
    struct tui *tui = new_tui(RED);
    char path[128], kept[REVIEW_KEPT_PATH], heading[64];
    snprintf(path, sizeof path, "%s/reviewed.game", folder);
    write_played(path);
    load(tui, path);
    enter_screen(tui, &review_screen);
    await_judged(tui);
    assert_true(review_kept_path(path, kept));
    assert_int_not_equal(access(kept, F_OK), 0);
    assert_shown(tui, "(red's moves)");
    assert_shown(tui, "red: start ");
    assert_shown(tui, " each); all as red knew it");
    assert_shown(tui, " brilliant");
    press(tui, "X");
    assert_shown(tui, "(blue's moves)");
    assert_shown(tui, " each); all as blue knew it");
    press(tui, "X");
    assert_shown(tui, "(both sides' moves)");
    press(tui, "X");
    const struct review *review = reviewer_result(&tui->reviewer, NULL);
    assert_true(review && review->judged && review->count > 0);
    size_t all = 0;
    static const enum review_grade grades[] = {REVIEW_BLUNDER, REVIEW_MISTAKE, REVIEW_INACCURACY,
                                               REVIEW_BRILLIANT};
    static const char *const names[] = {"blunders", "mistakes", "inaccuracies", "brilliant moves"};
    for (int i = 0; i < 4; i++) {
        press(tui, "g");
        snprintf(heading, sizeof heading, "(red's %s)", names[i]);
        assert_shown(tui, heading);
        assert_int_equal(review_place(tui)->filter.grade, grades[i]);
        for (int k = 0; review_listed(review, &review_place(tui)->filter, (size_t)k); k++, all++) {
            const struct review_move *move = review_listed(review, &review_place(tui)->filter, (size_t)k);
            assert_true(move->grade == grades[i] && move->side == RED);
        }
    }
    press(tui, "gttt");
    assert_shown(tui, "(red's moves, other attack)");
    press(tui, "tt");
    assert_shown(tui, "(red's moves)");
    size_t listed = 0;
    assert_true(all > 0);
    while (review_listed(review, &review_place(tui)->filter, (size_t)listed))
        listed++;
    assert_int_equal(listed, all);
    press(tui, "w");
    assert_shown(tui, "chance to win was");
    press(tui, "w");
    assert_empty_lists(tui, (struct review *)(uintptr_t)review);
    for (size_t i = 0; i < review->plies + 2; i++) /* stops at the end */
        press(tui, "l");
    assert_int_equal(review_place(tui)->moment, review->plies);
    assert_non_null(strstr(tui->message, ": red "));
    press(tui, "c");
    assert_shown(tui, "if all ranks were known");
    assert_true(review_curve(tui, review) == review->truth[RED]);
    press(tui, "c");
    press(tui, "hj");
    assert_null(strstr(tui->message, ": red ")); /* the list again */
    press(tui, "hh");
    long back = (long)(review->plies - review_place(tui)->moment);
    assert_int_equal(press(tui, "\r"), GO_BACK);
    assert_int_equal(tui->local.shown.back, back);
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    free_tui(tui);
}

/* At each size and in both sets of signs the screen shows the curve, the sum and the first graded move. */
TEST(test_review_sizes)
{
    static const int sizes[][2] = {{24, 80}, {20, 60}, {43, 132}, {12, 40}};
    struct tui *tui = new_tui(RED);
    char path[256];
    write_own(path);
    load(tui, path);
    enter_screen(tui, &review_screen);
    await_judged(tui);
    press(tui, "XX");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int unicode = 0; unicode < 2; unicode++) {
            char better[MOVE_TEXT];
            const struct review_move *move = review_selected(tui);
            assert_non_null(move);
            move_write(move->better, move->better_attacks, tui->canvas.notation, better);
            tui->canvas.unicode = unicode;
            paint(tui, sizes[i][0], sizes[i][1]);
            int row = find_row(tui, better);
            assert_true(row > 0 && row < tui->layout.message.row);
            assert_true(find_row(tui, sizes[i][1] < 56 ? "!! 0" : "brilliant") > 0);
            assert_true((find_row(tui, ", luck ") > 0) == (sizes[i][0] > 12));
            assert_true((find_row(tui, " each)") > 0) == (sizes[i][0] > 12));
            assert_true((find_row(tui, review_grade_name[move->grade]) > 0) || sizes[i][1] < 56);
        }
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    free_tui(tui);
}

/* Fails unless the heading names all that a filter lets pass, by the grade's word or its sign. */
static void assert_heading(const char *heading, const struct review_filter *filter)
{
    static const char *const grades[] = {"", "inaccuracies", "mistakes", "blunders", "brilliant moves"};
    static const char *const kinds[] = {"rash", "missed", "other", "quiet", ""};
    char sign[8];
    snprintf(sign, sizeof sign, " %s", review_grade_sign[filter->grade]);
    bool whole = strstr(heading, filter->side == SIDES ? "both" : side_name(filter->side)) &&
                 strstr(heading, kinds[filter->kind]) && (!strchr(heading, '(') || strchr(heading, ')')) &&
                 (strstr(heading, grades[filter->grade]) || strstr(heading, sign));
    if (!whole)
        fail_msg("side %d, grade %d, kind %d: %s", filter->side, filter->grade, filter->kind, heading);
}

/* With every filter the heading of the list says whole which moves are listed, at all sizes. */
TEST(test_review_headings)
{
    static const int sizes[][2] = {{24, 80}, {20, 60}, {43, 132}, {12, 40}};
    struct tui *tui = new_tui(RED);
    char path[256];
    write_own(path);
    load(tui, path);
    enter_screen(tui, &review_screen);
    await_judged(tui);
    for (int side = 0; side < 3; side++, press(tui, "X"))
        for (int grade = 0; grade < 5; grade++, press(tui, "g"))
            for (int kind = 0; kind < 5; kind++, press(tui, "t"))
                for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                    char heading[4096];
                    paint(tui, sizes[i][0], sizes[i][1]);
                    int row = tui->layout.message.row - review_list_rows(&tui->layout) - 1;
                    canvas_row(&tui->canvas, row, heading);
                    assert_heading(heading, &review_place(tui)->filter);
                }
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    free_tui(tui);
}

/* Enter goes to a move or a moment, and the review opens again at the same place; that of another game does
 * not. */
TEST(test_review_place)
{
    struct tui *tui = new_tui(RED);
    char path[256];
    write_own(path);
    load(tui, path);
    enter_screen(tui, &review_screen);
    await_judged(tui);
    press(tui, "XX"); /* both sides' moves */
    assert_non_null(review_listed(review_shown(tui), &review_place(tui)->filter, 1));
    press(tui, "j");
    const struct review_move *move = review_selected(tui);
    size_t plies = review_shown(tui)->plies;
    assert_int_equal(press(tui, "\r"), GO_BACK);
    assert_int_equal(tui->local.shown.back, (long)(plies - move->ply));
    enter_screen(tui, &game_screen);
    enter_screen(tui, &review_screen);
    assert_shown(tui, "(both sides' moves)");
    assert_int_equal(review_place(tui)->selected, 1);
    assert_ptr_equal(review_selected(tui), move);
    press(tui, "hhh");
    size_t moment = review_place(tui)->moment;
    assert_int_equal(press(tui, "\r"), GO_BACK);
    enter_screen(tui, &game_screen);
    enter_screen(tui, &review_screen);
    assert_true(review_place(tui)->walks && review_place(tui)->moment == moment);
    assert_non_null(strstr(tui->message, " %")); /* what the moment made of the chance */
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    load_few(tui);
    enter_screen(tui, &review_screen);
    assert_true(!review_place(tui)->walks && review_place(tui)->selected == 0);
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    free_tui(tui);
}

/* The words scroll to their end and back where they do not fit, at any size. */
TEST(test_review_words)
{
    static const int sizes[][2] = {{24, 80}, {20, 60}, {12, 40}};
    struct tui *tui = new_tui(RED);
    char path[256];
    struct text words = {0};
    write_own(path);
    load(tui, path);
    enter_screen(tui, &review_screen);
    await_judged(tui);
    press(tui, "w");
    review_add_words(tui, review_shown(tui), &words);
    const char *last = strrchr(text_string(&words), ' ');
    assert_non_null(last);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        paint(tui, sizes[i][0], sizes[i][1]);
        assert_true(find_row(tui, "Blue has won") > 0 || find_row(tui, "You have lost") > 0);
        assert_true(sizes[i][0] > 12 || find_row(tui, last) < 0);
        press(tui, "jjjjjjjjjjjjjjjjjjjjjjjj");
        paint(tui, sizes[i][0], sizes[i][1]);
        int row = find_row(tui, last);
        assert_true(row > 0 && row < tui->layout.message.row);
        press(tui, "kkkkkkkkkkkkkkkkkkkkkkkk");
        assert_int_equal(review_place(tui)->words_top, 0);
    }
    text_free(&words);
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    free_tui(tui);
}

/* The console's `review` at the board reads what is kept beside the game's file: it names what does not
 * fit. */
TEST(test_review_at_the_board)
{
    struct tui *tui = new_tui(RED);
    char path[256];
    write_own(path);
    load(tui, path);
    enter_screen(tui, &review_screen);
    await_judged(tui);
    enter_screen(tui, &game_screen);
    session_show_game(&session, &tui->local.game);
    press(tui, ":review --worlds 1\r");
    assert_non_null(strstr(text_string(&tui->pane.transcript),
                           "own.game.review:4:9: found worlds 48, expected 1; the moves are judged again"));
    free_tui(tui);
}

/* The panel at the end rounds skill and luck as the review does, whose parts add up. */
TEST(test_end_panel_sum)
{
    struct tui *tui = new_tui(RED);
    char path[256], expected[64];
    int unlike = 0; /* the usual rounding shows something else */
    write_own(path);
    load(tui, path);
    enter_screen(tui, &review_screen);
    await_judged(tui);
    struct review *review = (struct review *)(uintptr_t)review_shown(tui);
    enter_screen(tui, &game_screen);
    for (int i = 0; i < 40; i++) {
        struct review_sum sum, exact;
        review->account[0].after -= 0.0013; /* luck */
        review->own_chance[RED][0] += 0.0007; /* skill */
        review_sum_make(review, RED, &exact);
        sum = exact;
        review_sum_round(&sum, 0);
        unlike += fabs(sum.luck - exact.luck) > 0.005 || fabs(sum.skill - exact.skill) > 0.005;
        tui->end_panel.open = true;
        snprintf(expected, sizeof expected, "skill %+.0f, luck %+.0f", decimal_plain_zero(100 * sum.skill, 0),
                 decimal_plain_zero(100 * sum.luck, 0));
        paint(tui, 43, 132);
        assert_true(find_row(tui, expected) >= 0);
    }
    assert_true(unlike > 0);
    free_tui(tui);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
