/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen of setups by shape: its lists agree with the statistics and the archive, and end in an army. */
#include "cmocka_all.h"
#include "play/archiver.h"
#include "screens.h"
#include "setup/outline.h"
#include "setup/random_setup.h"
#include "shipped.h"

#include <stdio.h>
#include <string.h>

/* The setup screen, and from it that of the shapes. */
static struct tui *new_shapes(void)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &setup_screen);
    assert_int_equal(press(tui, "b"), GO_SHAPES);
    enter_screen(tui, &shapes_screen);
    return tui;
}

/* A row of the list, as the sums of the statistics say. */
static void assert_row(struct tui *tui, const struct outline_table *table, struct outline outline, int steps)
{
    char text[80], word[OUTLINE_WORD];
    struct outline_cell row = outline_sum(table, outline, steps + 1);
    struct outline_cell all = outline_sum(table, outline, steps);
    double score = (row.won + 0.5 * row.drawn) / row.setups;
    snprintf(text, sizeof text, "%-14s%6u %5.1f%% %5.1f%%",
             outline_word(steps, outline.value[steps], NOTATION_DEBOER, word), row.setups,
             100.0 * row.setups / all.setups, 100 * score);
    assert_shown(tui, text);
}

/* Enter goes down by the most frequent values; the last one ends in an army of that shape. */
TEST(lists_descend_to_an_army)
{
    static struct setup_statistics statistics;
    struct tui *tui = new_shapes();
    struct outline outline = {{0}};
    shipped_statistics(&statistics);
    assert_shown(tui, "People's setups, seen with the flag on files a to e");
    for (int step = 0; step < OUTLINE_STEPS; step++) {
        struct outline_cell sums[OUTLINE_REST + 1];
        int best = 0;
        outline_sum_next(&statistics.outlines, outline, step, sums);
        for (int value = 0; value < OUTLINE_REST; value++)
            best = sums[value].setups > sums[best].setups ? value : best;
        outline.value[step] = (uint8_t)best;
        assert_row(tui, &statistics.outlines, outline, step);
        assert_int_equal(press(tui, "\r"), step == OUTLINE_STEPS - 1 ? GO_BACK : 0);
    }
    struct outline made = setup_outline(&setup_arrange(tui)->setup, NULL);
    assert_memory_equal(&made, &outline, sizeof made);
    tui->screen = &setup_screen;
    assert_shown(tui, "Made of this shape: flag ");
    free_tui(tui);
}

/* Esc goes up to where it came from, the creator makes an army of what is chosen so far. */
TEST(lists_go_up_and_end_early)
{
    struct tui *tui = new_shapes();
    press(tui, "jj\r");
    assert_shown(tui, "flag e1");
    press(tui, "\x1b");
    press(tui, "\r");
    assert_shown(tui, "flag e1");
    assert_int_equal(press(tui, "c"), GO_BACK);
    struct outline made = setup_outline(&setup_arrange(tui)->setup, NULL);
    assert_int_equal(made.value[OUTLINE_FLAG], outline_read_word(OUTLINE_FLAG, "e1", NOTATION_DEBOER));
    press(tui, "\x1b");
    assert_int_equal(press(tui, "\x1b"), GO_BACK);
    press(tui, "}\r");
    assert_shown(tui, "These are too rare for shapes of their own");
    for (int rows = 8; rows < 24; rows++)
        paint(tui, rows, 40);
    free_tui(tui);
}

/* An army set up by hand is set aside. */
TEST(an_own_army_can_be_put_back)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &setup_screen);
    press(tui, "\rl\r");
    struct setup own = setup_arrange(tui)->setup;
    enter_screen(tui, &shapes_screen);
    press(tui, "c");
    assert_memory_not_equal(&setup_arrange(tui)->setup, &own, sizeof own);
    tui->screen = &setup_screen;
    assert_shown(tui, "; u puts yours back");
    press(tui, "u");
    assert_memory_equal(&setup_arrange(tui)->setup, &own, sizeof own);
    free_tui(tui);
}

static char own_row[80];

/* Takes what came in, and looks for the row. */
static bool shows_own(const struct tui *tui)
{
    shapes_advance((struct tui *)tui);
    paint((struct tui *)tui, 24, 80);
    return find_row(tui, own_row) >= 0;
}

/* The archive's games are counted meanwhile. Variants with any army have no shapes. */
TEST(the_archive_is_counted)
{
    struct archiver archiver;
    struct record record = {0};
    struct setup setups[SIDES];
    struct rng rng;
    char word[OUTLINE_WORD];
    record_clear(&record);
    rng_seed(&rng, 4, 0);
    for (enum side side = RED; side <= BLUE; side++)
        setup_random(variant_at(VARIANT_STANDARD)->count, &setups[side], &rng);
    placement_from_setups(&record.start, variant_at(VARIANT_STANDARD), &setups[RED], &setups[BLUE]);
    record.outcome = (struct outcome){RESULT_RED, REASON_RESIGNED};
    assert_int_equal(archiver_open(&archiver, NULL, NULL, NULL), STATUS_OK);
    assert_int_equal(archiver_add(&archiver, &record, ARCHIVE_IMPORT, "a test", NULL), STATUS_OK);
    archiver_close(&archiver);
    record_clear(&record);
    struct tui *tui = new_shapes();
    int red = setup_outline(&setups[RED], NULL).value[OUTLINE_FLAG];
    assert_int_not_equal(red, setup_outline(&setups[BLUE], NULL).value[OUTLINE_FLAG]);
    snprintf(own_row, sizeof own_row, "      1 100.0%%");
    go_on_until(tui, shows_own);
    int row = find_row(tui, own_row);
    outline_word(OUTLINE_FLAG, red, NOTATION_DEBOER, word);
    assert_int_equal(find_row(tui, word), row);
    free_tui(tui);
    tui = new_tui(RED);
    tui->next_game.variant = variant_index(variant_of_any_army());
    enter_screen(tui, &setup_screen);
    assert_int_equal(press(tui, "b"), 0);
    assert_true(tui->message_is_error);
    free_tui(tui);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
