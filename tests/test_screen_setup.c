/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The setup screen: pieces change places, go to the reserve, are created, judged, stored. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "report/army_words.h"
#include "report/heat.h"
#include "screens.h"
#include "setup/kind.h"
#include "setup/random_setup.h"
#include "setup/store.h"
#include "shipped.h"
#include "tui/keymap.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(test_setup)
{
    struct tui *tui = new_tui(BLUE);
    enter_screen(tui, &setup_screen);
    paint(tui, 24, 80);
    struct setup before = setup_arrange(tui)->setup;
    setup_arrange(tui)->cursor = 0;
    press(tui, "\rjl\r");
    assert_int_equal(setup_arrange(tui)->setup.rank[0], before.rank[11]);
    assert_int_equal(setup_arrange(tui)->setup.rank[11], before.rank[0]);
    assert_int_equal(setup_check(&setup_arrange(tui)->setup, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
    struct setup swapped = setup_arrange(tui)->setup;
    press(tui, "m");
    assert_int_equal(setup_arrange(tui)->setup.rank[9], swapped.rank[0]);
    press(tui, "m");
    assert_memory_equal(&setup_arrange(tui)->setup, &swapped, sizeof swapped);
    char path[160];
    snprintf(path, sizeof path, "s\x15%s/mine.setup\r", folder);
    press(tui, path);
    press(tui, "r");
    assert_memory_not_equal(&setup_arrange(tui)->setup, &swapped, sizeof swapped);
    snprintf(path, sizeof path, "o%s/mine.setup\r", folder);
    press(tui, path);
    assert_memory_equal(&setup_arrange(tui)->setup, &swapped, sizeof swapped);
    press(tui, "o/nowhere\r");
    assert_true(tui->message_is_error);
    assert_int_equal(press(tui, "p"), GO_GAME);
    struct setup both[SIDES];
    assert_true(placement_to_setups(&tui->local.game.position.start, both));
    assert_memory_equal(&both[BLUE], &swapped, sizeof swapped);
    free_tui(tui);
}

static struct tui *new_arranging(enum side side)
{
    struct tui *tui = new_tui(side);
    enter_screen(tui, &setup_screen);
    return tui;
}

/* The judge's total and points on the screen are those of the setup, after every exchange. */
TEST(test_setup_points)
{
    struct tui *tui = new_arranging(RED);
    struct judge judge;
    struct judge_finding findings[JUDGE_ROWS];
    char text[96];
    judge_from_settings(&judge, &session.settings);
    press(tui, "c");
    for (int n = 0; n < 20; n++) {
        double before = judge_score(&judge, &setup_arrange(tui)->setup);
        setup_arrange(tui)->cursor = n;
        press(tui, "\r");
        setup_arrange(tui)->cursor = 39 - n;
        paint(tui, 24, 80);
        struct setup swapped = setup_arrange(tui)->setup;
        swapped.rank[n] = setup_arrange(tui)->setup.rank[39 - n];
        swapped.rank[39 - n] = setup_arrange(tui)->setup.rank[n];
        snprintf(text, sizeof text, "Swapped %g, now", judge_score(&judge, &swapped));
        assert_shown(tui, text);
        snprintf(text, sizeof text, "%7.5g", before);
        assert_shown(tui, text);
        press(tui, "\r");
        assert_memory_equal(&setup_arrange(tui)->setup, &swapped, sizeof swapped);
        double after = judge_explain(&judge, &swapped, findings), flag = 0;
        for (int row = 0; row < JUDGE_ROWS; row++)
            if (judge_table[row].heuristic == 3)
                flag += findings[row].times * judge.points[row];
        snprintf(text, sizeof text, "How good it is            %7.5g", after);
        assert_shown(tui, text);
        snprintf(text, sizeof text, "Flag bombed in            %7.5g", flag);
        assert_shown(tui, text);
    }
    paint(tui, 12, 40);
    message_clear(tui);
    paint(tui, 12, 40);
    snprintf(text, sizeof text, "Your army: %s",
             army_grade(judge_score(&judge, &setup_arrange(tui)->setup)));
    assert_int_equal(find_row(tui, text), 11);
    free_tui(tui);
}

/* Makes the opponent the lowest level. */
static void play_recruit(struct tui *tui)
{
    snprintf(tui->next_game.opponent, sizeof tui->next_game.opponent, "%s",
             ladders_for_variant(session.ladders, VARIANT_STANDARD)->levels[0].agent);
}

/* Exchanges the flag with the piece at the left of the front row. */
static void exchange_flag(struct tui *tui)
{
    setup_arrange(tui)->cursor = setup_find(&setup_arrange(tui)->setup, FLAG);
    press(tui, "\r");
    setup_arrange(tui)->cursor = setup_arrange(tui)->cursor ? 0 : 31;
    press(tui, "\r");
}

/* An exchange says what it changed and why: in points, or against the lowest levels in plain words, where one
 * assessment stands in place of the points. */
TEST(test_setup_exchange_explained)
{
    struct tui *tui = new_arranging(RED);
    struct arrange *arrange = setup_arrange(tui);
    struct judge judge;
    char total[64], words[ARMY_WORDS];
    judge_from_settings(&judge, &session.settings);
    press(tui, "c");
    struct setup before = arrange->setup;
    exchange_flag(tui);
    snprintf(total, sizeof total, "Total %g to %g: ", judge_score(&judge, &before),
             judge_score(&judge, &arrange->setup));
    assert_memory_equal(tui->message, total, strlen(total));
    assert_non_null(strstr(tui->message, "(the flag in front)"));
    play_recruit(tui);
    exchange_flag(tui);
    assert_shown(tui, "Better than before. Gone: the flag in front");
    assert_shown(tui, "Your army: ");
    assert_shown(tui, "  Level: Recruit");
    assert_int_equal(find_row(tui, "Flag bombed in"), -1);
    exchange_flag(tui);
    assert_shown(tui, "Worse than before. Now: the flag in front");
    assert_shown(tui, "The flag stands in front");
    setup_arrange(tui)->cursor = 20;
    press(tui, "\r");
    assert_int_equal(find_row(tui, "Swapped"), -1); /* only picked up */
    setup_arrange(tui)->cursor = 21;
    paint(tui, 24, 80);
    assert_shown(tui, "Swapped: ");
    setup_arrange(tui)->cursor = 20;
    press(tui, "\r"); /* on the same square: nothing changed */
    assert_string_equal(tui->message, "");
    assert_string_equal(army_change_words(&judge, &before, &before, true, words), "As good as before");
    free_tui(tui);
}

/* What is said of bombs without a guard names the bomb: one beside the flag, with no 4 or 5 on the eight
 * places around, though another bomb beside the flag has one. */
TEST(test_bare_flag_bomb)
{
    static const char army[] = "2687458225" "5223726963" "B34B2XS542" "4BBFB376B3";
    struct tui *tui = new_arranging(RED);
    struct arrange *arrange = setup_arrange(tui);
    struct setup before, *setup = &arrange->setup;
    char words[ARMY_WORDS];
    struct judge judge;
    placeset places;
    judge_init(&judge);
    play_recruit(tui);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        setup->rank[place] = (uint8_t)rank_read(army[place], NOTATION_DEBOER);
    assert_string_equal(army_weakness(&judge, setup, &places),
                        "Each bomb beside the flag needs a 4 or 5 around it, against miners.");
    assert_true(places == PLACE_BIT(setup_index(RED, square_at(4, 0))));
    message_clear(tui);
    paint(tui, 24, 80);
    assert_shown(tui, "e1 has none.");
    arrange_swap(arrange, 3, 23); /* d2 is open again, so that e1 does not complete the bombs */
    before = *setup;
    before.rank[34] = setup->rank[37], before.rank[37] = setup->rank[34];
    army_change_words(&judge, &before, setup, false, words);
    assert_non_null(strstr(words, "a bomb beside the flag with no 4 or 5 around it"));
    army_weakness(&judge, &before, &places);
    assert_true(places == 0); /* c1 has the 4 on c2 */
    free_tui(tui);
}

/* The words name no more than two lines of the points, and sum up the others. */
TEST(test_army_change_words)
{
    struct tui *tui = new_arranging(RED);
    struct setup other, *setup = &setup_arrange(tui)->setup;
    char words[ARMY_WORDS];
    struct judge judge;
    judge_init(&judge);
    int summed = 0;
    for (int n = 0; n < 100; n++) {
        double before, after, sum = 0, points;
        int used = 0;
        press(tui, n % 2 ? "c" : "r");
        other = *setup;
        setup_random(variant_at(VARIANT_STANDARD)->count, &other, &tui->rng);
        army_change_words(&judge, setup, &other, true, words);
        if (sscanf(words, "Total %lf to %lf:%n", &before, &after, &used) != 2)
            continue;
        assert_true(before == judge_score(&judge, setup) && after == judge_score(&judge, &other));
        for (const char *at = words + used; (at = strpbrk(at, "+-")) != NULL; at++)
            if (sscanf(at, "%lf", &points) == 1)
                sum += points;
        assert_true(sum == after - before);
        summed += strstr(words, ", others ") != NULL;
    }
    assert_in_range(summed, 20, 100);
    free_tui(tui);
}

/* Everything to the reserve and down again piece by piece, in each of the ways there are. */
TEST(test_setup_reserve)
{
    struct tui *tui = new_arranging(BLUE);
    struct arrange *arrange = setup_arrange(tui);
    press(tui, "x");
    assert_int_equal(arrange->reserve_total, PIECES_A_SIDE);
    assert_shown(tui, "Reserve");
    assert_shown(tui, "40 to put down");
    assert_int_equal(press(tui, "p"), 0);
    assert_shown(tui, "40 pieces are still in the reserve");
    press(tui, "c");
    assert_shown(tui, "Made by the creator: flag ");
    assert_null(strstr(tui->message, "around your pieces")); /* none was placed */
    for (int place = 0; place < PIECES_A_SIDE; place++)
        arrange_remove(arrange, place);
    press(tui, "c");
    assert_false(arrange->by_hand);
    press(tui, "x");
    press(tui, "s");
    assert_int_equal(tui->prompt.question, QUESTION_NONE);
    arrange->cursor = 33;
    press(tui, "F");                       /* by its letter */
    assert_int_equal(arrange->setup.rank[33], FLAG);
    press(tui, "F");
    assert_shown(tui, "There is no flag in the reserve");
    press(tui, "hB");
    assert_int_equal(arrange->selected_rank, BOMB); /* the hand follows */
    press(tui, "ll\r+k\r");                /* the hand's; the next higher rank, the spy; the row above */
    assert_int_equal(arrange->setup.rank[34], BOMB);
    assert_int_equal(arrange->setup.rank[24], SPY);
    assert_int_equal(arrange->reserve_total, 36);
    press(tui, "9");                       /* in the spy's place, who goes to the reserve */
    assert_int_equal(arrange->setup.rank[24], GENERAL);
    assert_int_equal(arrange->reserve[SPY], 1);
    press(tui, "\rk\r");                   /* to an empty place */
    assert_int_equal(arrange->setup.rank[14], GENERAL);
    assert_true(arrange->setup.rank[24] == RANK_UNKNOWN);
    press(tui, "d");
    assert_int_equal(arrange->reserve_total, 37);
    press(tui, "d");
    assert_shown(tui, "No piece stands there");
    press(tui, "m");
    assert_int_equal(arrange->setup.rank[36], FLAG);
    press(tui, "c");                       /* round what stands */
    assert_shown(tui, "Made by the creator around your pieces: flag ");
    assert_int_equal(arrange->reserve_total, 0);
    assert_int_equal(arrange->setup.rank[36], FLAG);
    assert_int_equal(arrange->setup.rank[35], BOMB);
    assert_int_equal(arrange->setup.rank[37], BOMB);
    assert_int_equal(setup_check(&arrange->setup, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
    struct setup kept = arrange->setup;
    press(tui, "x");
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        arrange->cursor = place;
        press(tui, "\r");
    }
    assert_int_equal(arrange->reserve_total, 0);
    assert_int_equal(setup_check(&arrange->setup, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
    assert_memory_not_equal(&arrange->setup, &kept, sizeof kept);
    free_tui(tui);
}

/* Bombs on all exits leave nothing to be created round them. */
TEST(test_setup_create_refused)
{
    static const int exits[] = {0, 1, 4, 5, 8, 9};
    struct tui *tui = new_arranging(RED);
    press(tui, "x");
    for (size_t i = 0; i < 6; i++) {
        setup_arrange(tui)->cursor = exits[i];
        press(tui, "B");
    }
    press(tui, "c");
    assert_true(tui->message_is_error);
    assert_int_equal(setup_arrange(tui)->reserve_total, 34);
    free_tui(tui);
}

/* Under a name, over it, and back again; also what came with the program, one after the other. */
TEST(test_setup_names)
{
    struct tui *tui = new_arranging(RED);
    struct setup kept = setup_arrange(tui)->setup, other;
    press(tui, "s\x15" "fort\r");
    assert_shown(tui, "Saved under the name fort");
    press(tui, "c");
    other = setup_arrange(tui)->setup;
    press(tui, "s\x15" "fort\rn");
    press(tui, "o\x15" "fort\r");
    assert_memory_equal(&setup_arrange(tui)->setup, &kept, sizeof kept);
    setup_arrange(tui)->setup = other;
    press(tui, "mms\x15" "fort\ry");
    press(tui, "ro\x15" "fort\r");
    assert_memory_equal(&setup_arrange(tui)->setup, &other, sizeof other);
    press(tui, "o\x15" "nosuch\r");
    assert_true(tui->message_is_error);
    press(tui, "smy first\r"); /* neither a name nor meant as a file */
    assert_shown(tui, "A name has letters, digits, '-' and '_' alone");
    assert_int_equal(access("my first", F_OK), -1);
    bool seen = false;
    for (int n = 0; n < 12; n++) {
        press(tui, "t");
        seen |= strstr(tui->message, "fort") && memcmp(&setup_arrange(tui)->setup, &other, sizeof other) == 0;
    }
    assert_true(seen);
    free_tui(tui);
}

/* Tab makes a file's name as long as the files agree, and lists the rest; the way from "~/" too. */
TEST(test_tab_completes_files)
{
    struct tui *tui = new_arranging(RED);
    char path[160], typed[160], home[4096];
    const char *names[] = {"tab/one.setup", "tab/other.setup", "tab/.hidden", "tab/deep/x"};
    snprintf(path, sizeof path, "%s/tab/deep", folder);
    assert_int_equal(disk_folder(path, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(disk_write(path, "", 0, NULL), STATUS_OK);
    }
    snprintf(home, sizeof home, "%s", getenv("HOME") ? getenv("HOME") : "");
    setenv("HOME", folder, 1);
    press(tui, "o~/tab/\t");
    assert_string_equal(tui->prompt.line.text, "~/tab/");
    assert_shown(tui, "deep  one.setup  other.setup");
    press(tui, "o\t");
    assert_string_equal(tui->prompt.line.text, "~/tab/o");
    press(tui, "t\t");
    assert_string_equal(tui->prompt.line.text, "~/tab/other.setup");
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "one.setup"), -1);
    setenv("HOME", home, 1);
    snprintf(typed, sizeof typed, "\x15%s/tab/d\t", folder);
    press(tui, typed);
    snprintf(path, sizeof path, "%s/tab/deep/", folder);
    assert_string_equal(tui->prompt.line.text, path);
    press(tui, "no such\t");
    assert_shown(tui, "No file begins so");
    press(tui, "\x1b");
    free_tui(tui);
}

/* The heatmap has what the statistics say of the selected rank, on the squares of either side. */
TEST(test_setup_heat)
{
    for (enum side side = RED; side <= BLUE; side++) {
        struct tui *tui = new_arranging(side);
        struct setup_statistics *statistics = calloc(1, sizeof *statistics);
        shipped_statistics(statistics);
        press(tui, "cw");
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            setup_arrange(tui)->cursor = place;
            int rank = setup_arrange(tui)->setup.rank[place];
            char digits[3], line[512], text[64];
            paint(tui, 24, 80);
            for (int at = 0; at < PIECES_A_SIDE; at++) {
                const struct spot *spot = &tui->canvas.spots[
                    (size_t)(tui->layout.squares.row + 2 * (6 + at / FILES) + 1) * 80 +
                    (size_t)(tui->layout.squares.col + 4 * (at % FILES))];
                heat_digits(setup_prior(statistics, at, rank), digits);
                assert_int_equal(spot[1].code, digits[0]);
                assert_int_equal(spot[2].code, digits[1]);
            }
            snprintf(text, sizeof text, "%s on ", rank_table[rank].name);
            snprintf(line, sizeof line, " %.1f %%", 100 * setup_prior(statistics, place, rank));
            assert_shown(tui, text);
            assert_shown(tui, line);
        }
        press(tui, "w");
        paint(tui, 24, 80);
        assert_int_equal(find_row(tui, "People:"), -1);
        free(statistics);
        free_tui(tui);
    }
}

/* A front row of bombs and pieces before lakes could not make the first move. */
TEST(test_setup_that_cannot_move)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &setup_screen);
    static const int open_files[] = {0, 1, 4, 5, 8, 9};
    for (size_t i = 0; i < 6; i++) {
        uint8_t *rank = setup_arrange(tui)->setup.rank;
        int bomb = 0;
        for (int at = PIECES_A_SIDE - 1; at >= 0; at--)
            if (rank[at] == BOMB && !(at < 10 && memchr(open_files, at, i * sizeof *open_files)))
                bomb = at;
        rank[bomb] = rank[open_files[i]];
        rank[open_files[i]] = BOMB;
    }
    press(tui, "m"); /* takes the setup over */
    assert_int_equal(press(tui, "p"), 0);
    assert_shown(tui, "No piece could make the first move");
    free_tui(tui);
}

/* Esc removes the heatmap first, then leaves. The army that was being arranged, the one set aside and the
 * pieces in the reserve come back with a message, whatever the side; no word where none was left. */
TEST(test_setup_left)
{
    static const char back[] = "Your army is back as you left it: p plays with it, c creates another";
    struct tui *tui = new_arranging(RED);
    struct arrange *arrange = setup_arrange(tui);
    assert_string_not_equal(tui->message, back);
    press(tui, "cw");
    assert_true(arrange->heat);
    assert_int_equal(press(tui, "\x1b"), 0);
    assert_false(arrange->heat);
    struct setup kept = arrange->setup; /* a created one comes back too */
    assert_int_equal(press(tui, "\x1b"), GO_NEW);
    enter_screen(tui, &new_screen);
    tui->next_game.side = BLUE;
    enter_screen(tui, &setup_screen);
    assert_shown(tui, back);
    assert_memory_equal(&arrange->setup, &kept, sizeof kept);
    arrange->cursor = 0;
    press(tui, "\rjl\r");
    kept = arrange->setup;
    press(tui, "rxB"); /* sets it aside, and puts one bomb down */
    assert_int_equal(press(tui, "\x1b"), GO_NEW);
    enter_screen(tui, &setup_screen);
    assert_shown(tui, "Your army is back as you left it: c puts the rest of it down");
    assert_int_equal(arrange->reserve_total, PIECES_A_SIDE - 1);
    assert_true(arrange->by_hand);
    press(tui, "u");
    assert_memory_equal(&arrange->setup, &kept, sizeof kept);
    tui->next_game.variant = variant_index(variant_find("duel")); /* each variant has its own */
    press(tui, "\x1b");
    enter_screen(tui, &setup_screen);
    assert_string_not_equal(tui->message, back);
    assert_int_equal(arrange->variant, tui->next_game.variant);
    press(tui, "x\x1b"); /* an empty board is none */
    enter_screen(tui, &setup_screen);
    assert_string_not_equal(tui->message, back);
    tui->next_game.variant = VARIANT_STANDARD;
    enter_screen(tui, &setup_screen);
    assert_memory_equal(&arrange->setup, &kept, sizeof kept);
    free_tui(tui);
    tui = new_arranging(RED); /* after the end of the program */
    assert_shown(tui, back);
    assert_memory_equal(&setup_arrange(tui)->setup, &kept, sizeof kept);
    assert_int_equal(press(tui, "p"), 0); /* the one bomb is set aside */
    assert_int_equal(press(tui, "y"), GO_GAME);
    local_game_leave(&tui->local);
    enter_screen(tui, &setup_screen);
    assert_int_equal(setup_arrange(tui)->reserve_total, PIECES_A_SIDE - 1);
    free_tui(tui);
    store_delete_part("arranged-army", NULL);
    tui = new_arranging(RED);
    assert_shown(tui, "Your last army: p plays with it, c creates another");
    free_tui(tui);
}

/* The message says what kind of army was made. Against the lowest levels one made by chance has the flag on
 * the two back rows, and the creator takes the best of several. */
TEST(test_setup_made)
{
    static const struct {
        int flag;
        uint8_t bombs[4];
        int count;
        const char *words;
    } rows[] = {
        {30, {20, 31}, 2, "flag in the corner behind 2 bombs"},
        {39, {38}, 1, "flag in the corner, 1 bomb beside it"},
        {34, {24, 33, 35}, 3, "flag at the back behind 3 bombs"},
        {24, {14, 23, 25}, 3, "flag on the third row, 3 bombs beside it"},
        {14, {0}, 0, "flag on the second row, 0 bombs beside it"},
        {4, {14, 3, 5}, 3, "flag in front, 3 bombs beside it"},
    };
    char words[SETUP_FLAG_WORDS];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct setup setup;
        memset(setup.rank, SCOUT, sizeof setup.rank);
        setup.rank[rows[i].flag] = FLAG;
        for (int bomb = 0; bomb < rows[i].count; bomb++)
            setup.rank[rows[i].bombs[bomb]] = BOMB;
        assert_string_equal(setup_flag_words(&setup, words), rows[i].words);
    }
    struct tui *tui = new_arranging(RED);
    struct judge judge;
    judge_from_settings(&judge, &session.settings);
    double total[2] = {0, 0};
    int in_front[2] = {0, 0};
    for (int beginner = 0; beginner < 2; beginner++) {
        if (beginner)
            play_recruit(tui);
        for (int n = 0; n < 40; n++) {
            press(tui, "r");
            in_front[beginner] += setup_find(&setup_arrange(tui)->setup, FLAG) < 2 * FILES;
            press(tui, "c");
            total[beginner] += judge_score(&judge, &setup_arrange(tui)->setup) / 40;
        }
    }
    assert_in_range(in_front[0], 5, 35);
    assert_int_equal(in_front[1], 0);
    assert_true(total[1] > total[0] + 3);
    free_tui(tui);
}

/* Before a first game against one of the lowest levels the set-up begins with the aim of the game. */
TEST(test_setup_begins_with_the_aim)
{
    static const char instruction[] = "Set your pieces up, or play with them as they stand: p";
    store_delete("last-army", NULL);
    store_delete("arranged-army", NULL);
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &setup_screen);
    assert_string_equal(tui->message, instruction);
    free_tui(tui);
    tui = new_tui(RED);
    play_recruit(tui);
    enter_screen(tui, &setup_screen);
    assert_shown(tui, "The aim: capture the enemy's flag, and guard your own. Set your pieces up, or");
    assert_shown(tui, "play with them as they stand: p");
    press(tui, "p");
    local_game_leave(&tui->local);
    enter_screen(tui, &setup_screen);
    assert_null(strstr(tui->message, "The aim")); /* the second game */
    free_tui(tui);
    store_delete("last-army", NULL);
}

/* Before the end of the program a prompt says whether the army comes back; where people arrange theirs one
 * after the other, none does, and Esc has a prompt if work by hand would be lost. */
TEST(test_setup_left_for_good)
{
    static const char lost[] = "Quit? The setup is lost unless you saved it. (y/n)";
    struct tui *tui = new_arranging(RED);
    press(tui, "cq");
    assert_shown(tui, lost);
    setup_arrange(tui)->cursor = 0;
    press(tui, "n\rjl\rq");
    assert_shown(tui, "Quit? The army that you arranged comes back at the next start. (y/n)");
    struct setup kept = setup_arrange(tui)->setup;
    press(tui, "ndq");
    assert_shown(tui, "Quit? The army that you arranged comes back at the next start. (y/n)"); /* a part */
    press(tui, "nc");
    setup_arrange(tui)->setup = kept;
    assert_int_equal(press(tui, "qy"), GO_EXIT);
    free_tui(tui);
    tui = new_arranging(RED);
    assert_memory_equal(&setup_arrange(tui)->setup, &kept, sizeof kept);
    press(tui, "rq");
    assert_shown(tui, "Quit? The army that you arranged comes back at the next start. (y/n)"); /* set aside */
    tui->seating_form.arranging = true;
    press(tui, "nx\x1b");
    assert_shown(tui, "Leave? Your own setup, set aside, is lost. (y/n)");
    press(tui, "nF\x1b");
    assert_shown(tui, "Leave? The setup is lost unless you saved it. (y/n)");
    press(tui, "nq");
    assert_shown(tui, lost);
    press(tui, "n");
    assert_int_equal(press(tui, "\x1by"), GO_SEATING);
    enter_screen(tui, &setup_screen);
    assert_null(strstr(tui->message, "Your army is back"));
    free_tui(tui);
    store_delete("arranged-army", NULL);
    store_delete("last-army", NULL);
}

/* An army that is not finished outlasts the program, with the one that it replaced; each variant has its own.
 * A list of setups does not have it, and what is damaged is no army. */
TEST(test_setup_part_kept)
{
    static const char back[] = "Your army is back as you left it: c puts the rest of it down";
    struct setup first, part, small;
    struct stored_setup *list;
    struct error fault = {0};
    size_t count;
    char path[256];
    struct tui *tui = new_arranging(RED);
    press(tui, "\rjl\r");
    first = setup_arrange(tui)->setup;
    press(tui, "xB7X");
    part = setup_arrange(tui)->setup;
    assert_memory_not_equal(&part, &first, sizeof part);
    assert_int_equal(press(tui, "qy"), GO_EXIT);
    free_tui(tui);
    tui = new_tui(RED);
    tui->next_game.variant = variant_index(variant_find("duel"));
    enter_screen(tui, &setup_screen);
    setup_arrange(tui)->cursor = setup_find(&setup_arrange(tui)->setup, MARSHAL);
    press(tui, "d");
    small = setup_arrange(tui)->setup;
    setup_keep(tui); /* as a signal does */
    free_tui(tui);
    for (int i = 0; i < 2; i++) {
        tui = new_arranging(RED);
        assert_shown(tui, back);
        assert_memory_equal(&setup_arrange(tui)->setup, &part, sizeof part);
        tui->next_game.variant = variant_index(variant_find("duel"));
        enter_screen(tui, &setup_screen);
        assert_shown(tui, back);
        assert_memory_equal(&setup_arrange(tui)->setup, &small, sizeof small);
        free_tui(tui);
    }
    assert_int_equal(store_list(&list, &count, &fault, NULL), STATUS_OK);
    for (size_t i = 0; i < count; i++)
        assert_null(strstr(list[i].name, "arranged"));
    assert_int_equal(fault.status, STATUS_OK);
    free(list);
    tui = new_arranging(RED);
    press(tui, "u");
    assert_memory_equal(&setup_arrange(tui)->setup, &first, sizeof first);
    assert_int_equal(press(tui, "p"), 0); /* the part is set aside now, */
    assert_int_equal(press(tui, "y"), GO_GAME);
    local_game_leave(&tui->local);
    free_tui(tui);
    tui = new_arranging(RED); /* and comes back */
    assert_memory_equal(&setup_arrange(tui)->setup, &part, sizeof part);
    free_tui(tui);
    assert_true(disk_path(DISK_DATA, "setups/arranged-army.part", path, sizeof path));
    assert_int_equal(disk_write(path, "B B B B B B B B\n", 16, NULL), STATUS_OK);
    tui = new_arranging(RED);
    assert_shown(tui, "Your last army: ");
    free_tui(tui);
    store_delete("last-army", NULL);
    assert_int_equal(store_delete_part("arranged-army", NULL), STATUS_OK);
    store_delete_part("arranged-army-duel", NULL);
}

/* p has a prompt only where the game would begin with another army than the one arranged by hand. */
TEST(test_setup_started)
{
    struct tui *tui = new_arranging(RED);
    setup_arrange(tui)->cursor = 0;
    press(tui, "\rjl\r");
    struct setup own = setup_arrange(tui)->setup;
    press(tui, "r");
    assert_int_equal(press(tui, "p"), 0);
    assert_shown(tui, "Play with this setup? Your own, set aside, comes back for the next game. (y/n)");
    assert_int_equal(press(tui, "n"), 0);
    press(tui, "u");
    assert_memory_equal(&setup_arrange(tui)->setup, &own, sizeof own);
    assert_int_equal(press(tui, "p"), GO_GAME);
    free_tui(tui);
    tui = new_arranging(RED);
    setup_arrange(tui)->cursor = 0;
    press(tui, "\rjl\r");
    own = setup_arrange(tui)->setup;
    assert_int_equal(press(tui, "rpy"), GO_GAME);
    local_game_leave(&tui->local);
    enter_screen(tui, &setup_screen);
    assert_memory_equal(&setup_arrange(tui)->setup, &own, sizeof own);
    press(tui, "p");
    free_tui(tui);
}

/* Whatever takes the place of an army that was arranged by hand, `u` puts that one back. */
TEST(test_setup_put_back)
{
    static const char *const keys[] = {"r", "t", "x", "c", "o\025aside\r", "rc", "xcr"};
    struct tui *tui = new_arranging(RED);
    press(tui, "s\x15" "aside\r");
    press(tui, "u");
    assert_shown(tui, "Nothing to put back: no army that you arranged was set aside");
    press(tui, "r");                       /* saved, so that nothing is kept */
    assert_int_equal(find_row(tui, "u puts yours back"), -1);
    press(tui, "u");
    assert_shown(tui, "Nothing to put back: no army that you arranged was set aside");
    setup_arrange(tui)->cursor = 0;
    press(tui, "\rjl\r");
    struct setup own = setup_arrange(tui)->setup;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char first[] = {keys[i][0], '\0'};
        press(tui, first);
        press(tui, keys[i] + 1);
        assert_memory_not_equal(&setup_arrange(tui)->setup, &own, sizeof own);
        if (!keys[i][1] || keys[i][0] == 'o')
            assert_shown(tui, "; u puts yours back");
        press(tui, "u");
        assert_shown(tui, "Your setup is back");
        assert_memory_equal(&setup_arrange(tui)->setup, &own, sizeof own);
        assert_true(setup_arrange(tui)->by_hand);
    }
    press(tui, "r\rl\r");                  /* two by hand: they change places */
    struct setup other = setup_arrange(tui)->setup;
    press(tui, "u");
    assert_memory_equal(&setup_arrange(tui)->setup, &own, sizeof own);
    press(tui, "u");
    assert_memory_equal(&setup_arrange(tui)->setup, &other, sizeof other);
    static const char words[] = "format: vedette-keys/1\nsetup:\n  undo: []\n";
    static struct keymap keymap;
    assert_int_equal(keymap_parse(&keymap, "keys.yaml", words, sizeof words - 1, NULL), STATUS_OK);
    keys_use(keymap.rows, keymap.count);
    press(tui, "r");                       /* no key, no promise */
    assert_shown(tui, "Made by chance: flag ");
    assert_int_equal(find_row(tui, "puts yours back"), -1);
    keys_use(NULL, 0);
    free_tui(tui);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
