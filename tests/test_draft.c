/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions that are put together: cells as people type them, what is refused, what is missing. */
#include "boards.h"
#include "cmocka_all.h"
#include "play/draft.h"

#include <stdio.h>
#include <string.h>

/* A cell as a position file has it, or the error's first words. */
static const char *read_cell(const char *text, enum side side, enum notation notation)
{
    static char out[512];
    struct cell cell;
    struct error error = {0};
    if (draft_read_cell(text, side, notation, &cell, &error)) {
        assert_int_equal(error.status, STATUS_BAD);
        return "bad";
    }
    if (cell.side == SIDES)
        return ".";
    snprintf(out, sizeof out, "%c%c%s%s", cell.side == RED ? 'r' : 'b', rank_table[cell.rank].symbol,
             cell.moved ? "*" : "", cell.known ? "!" : "");
    return out;
}

TEST(cells_are_read)
{
    static const struct case_row {
        const char *text, *red, *blue;
    } rows[] = {
        {"9", "r9", "b9"}, {"?", "r?", "b?"}, {"x", "rX", "bX"}, {"b", "rB", "bB"}, {"bB", "bB", "bB"},
        {"r2*!", "r2*!", "r2*!"}, {"b9!*", "b9*!", "b9*!"}, {"?moved", "r?*", "b?*"},
        {"5known", "r5!", "b5!"},
        {"b7movedknown", "b7*!", "b7*!"},
        {"bomb", "rB", "bB"}, {"scoutmoved", "r2*", "b2*"},
        {"bflag", "bF", "bF"}, {"b*", "rB*", "bB*"}, {".", ".", "."}, {"~", ".", "."},
        {"", "bad", "bad"}, {"r", "bad", "bad"}, {"10", "bad", "bad"}, {"?!", "bad", "bad"},
        {"9%", "bad", "bad"},
        {"bq", "bad", "bad"}, {"rr9", "bad", "bad"}, {"1", "bad", "bad"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(read_cell(rows[i].text, RED, NOTATION_DEBOER), rows[i].red);
        assert_string_equal(read_cell(rows[i].text, BLUE, NOTATION_DEBOER), rows[i].blue);
    }
    assert_string_equal(read_cell("1", RED, NOTATION_ARTS), "rX");
    assert_string_equal(read_cell("b9", RED, NOTATION_ARTS), "b2");
}

static enum status put_cell(struct position_draft *draft, const char *square, const char *text,
                            struct error *error)
{
    struct cell cell;
    assert_int_equal(draft_read_cell(text, RED, NOTATION_DEBOER, &cell, NULL), STATUS_OK);
    return draft_put(draft, square_read(&square, NOTATION_DEBOER), cell, error);
}

static void refused(struct position_draft *draft, const char *square, const char *text, const char *why)
{
    struct position_draft before = *draft;
    struct error error;
    assert_int_equal(put_cell(draft, square, text, &error), STATUS_BAD);
    assert_string_equal(error.text, why);
    assert_memory_equal(draft, &before, sizeof before);
}

TEST(contradictions_are_refused)
{
    struct position_draft draft;
    struct error error;
    uint8_t max[RANKS];
    draft_clear(&draft);
    refused(&draft, "c5", "9", "c5 is water");
    refused(&draft, "a1", "F*", "the flag on a1 has moved, it cannot");
    assert_int_equal(put_cell(&draft, "a1", "9", NULL), STATUS_OK);
    refused(&draft, "a2", "9", "red has 2 generals, captured ones counted; 1 at most");
    /* All that moves was captured but a spy: one unknown piece may have moved, a second may not. */
    for (int rank = 0; rank < RANKS; rank++)
        max[rank] = rank_moves(rank) ? rank_table[rank].count : 0;
    max[SPY] = 0;
    assert_int_equal(draft_set_captured(&draft, BLUE, max, &error), STATUS_OK);
    assert_int_equal(put_cell(&draft, "e7", "b?*", NULL), STATUS_OK);
    refused(&draft, "e8", "b?*", "blue has 2 unknown pieces that moved, and 1 rank left that can");
    assert_int_equal(put_cell(&draft, "e8", "b?", NULL), STATUS_OK);
    assert_int_equal(draft_capture_rest(&draft, BLUE, &error), STATUS_BAD);
    assert_int_equal(draft_place_army(&draft, BLUE, NULL, NULL), STATUS_OK);
    assert_int_equal(draft_count(&draft, BLUE).unknown, PIECES_A_SIDE);
    assert_int_equal(draft_count(&draft, BLUE).captured, 0);
    refused(&draft, "e5", "b?", "blue has 41 pieces, captured ones counted; 40 at most");
    assert_int_equal(put_cell(&draft, "a7", ".", NULL), STATUS_OK);
    assert_int_equal(put_cell(&draft, "a7", "r5", NULL), STATUS_OK);
    assert_int_equal(draft_place_army(&draft, BLUE, NULL, &error), STATUS_BAD);
    assert_string_equal(error.text, "red stands on a7: no room for the army of blue");
}

static void lacks(const struct position_draft *draft, const char *expected)
{
    struct text out = {0};
    draft_list_faults(draft, "- ", &out);
    assert_string_equal(text_string(&out), expected);
    text_free(&out);
}

TEST(what_is_missing_is_named)
{
    struct position_draft draft;
    draft_clear(&draft);
    lacks(&draft, "- red has no piece on the board\n- blue has no piece on the board\n");
    put_cell(&draft, "a1", "B", NULL);
    put_cell(&draft, "e7", "b?", NULL);
    put_cell(&draft, "e8", "b4", NULL);
    lacks(&draft, "- red has no flag\n- red has no piece that could move\n"
                           "- blue: 38 pieces are neither on the board nor captured: name what was captured\n"
                           "- blue: 1 piece has a rank that red does not know: '!' marks one that it does\n");
    put_cell(&draft, "b1", "F", NULL);
    put_cell(&draft, "c1", "2", NULL);
    draft_place_army(&draft, BLUE, NULL, NULL);
    lacks(&draft, "");
    assert_int_equal(placement_viewing_side(&draft.placement), RED);
    put_cell(&draft, "d1", "?", NULL);
    assert_int_equal(placement_viewing_side(&draft.placement), SIDES);
}

TEST(the_rest_is_captured)
{
    struct position_draft draft;
    draft_clear(&draft);
    put_cell(&draft, "a1", "F", NULL);
    put_cell(&draft, "b1", "2*", NULL);
    assert_int_equal(draft_capture_rest(&draft, RED, NULL), STATUS_OK);
    struct draft_count count = draft_count(&draft, RED);
    assert_int_equal(count.captured, 38);
    assert_int_equal(count.missing, 0);
    assert_int_equal(draft.placement.captured[RED][SCOUT], 7);
    assert_int_equal(draft.placement.captured[RED][FLAG], 0);
}

/* A barrage army in the corner of its first row. */
static void barrage_setup(struct setup *setup)
{
    static const uint8_t army[] = {FLAG, BOMB, SPY, SCOUT, SCOUT, MINER, GENERAL, MARSHAL};
    memset(setup->rank, PLACE_EMPTY, sizeof setup->rank);
    memcpy(setup->rank, army, sizeof army);
}

/* The first army says which variant it is; another one's is refused, and so is what the variant has not. */
TEST(variants_have_their_pieces)
{
    struct position_draft draft;
    struct setup setup;
    struct error error;
    draft_clear(&draft);
    barrage_setup(&setup);
    assert_int_equal(draft_place_army(&draft, BLUE, &setup, NULL), STATUS_OK);
    assert_string_equal(variant_at(draft.placement.variant)->name, "barrage");
    assert_int_equal(draft_count(&draft, BLUE).known, 8);
    assert_int_equal(draft_count(&draft, BLUE).missing, 0);
    assert_int_equal(draft_count(&draft, RED).missing, 8);
    refused(&draft, "a1", "8", "red has 1 colonel, captured ones counted; 0 at most");
    assert_int_equal(draft_place_army(&draft, RED, NULL, &error), STATUS_BAD);
    assert_int_equal(draft_variant(&draft, variant_find("duel"), NULL), STATUS_OK);
    assert_int_equal(draft_count(&draft, BLUE).missing, 2);
    assert_int_equal(draft_place_army(&draft, RED, &setup, &error), STATUS_BAD);
    assert_string_equal(error.text,
                        "found the pieces of the variant \"barrage\", expected those of \"duel\"");
    assert_int_equal(draft_variant(&draft, variant_find("free"), NULL), STATUS_OK);
    assert_int_equal(draft_place_army(&draft, RED, &setup, NULL), STATUS_OK);
    assert_int_equal(draft_capture_rest(&draft, RED, &error), STATUS_BAD);
    assert_int_equal(put_cell(&draft, "a1", "8", NULL), STATUS_OK);
    assert_int_equal(draft_variant(&draft, variant_find("barrage"), &error), STATUS_BAD);
    assert_string_equal(error.text, "red has 1 colonel, captured ones counted; 0 at most");
}

/* With unknown pieces of a short army on the board, and all others captured, nothing is missing. */
TEST(short_armies_are_counted)
{
    struct position_draft draft;
    const uint8_t taken[RANKS] = {[SPY] = 1, [SCOUT] = 2};
    draft_clear(&draft);
    assert_int_equal(draft_variant(&draft, variant_find("barrage"), NULL), STATUS_OK);
    put_cell(&draft, "a1", "F", NULL);
    put_cell(&draft, "b1", "2*", NULL);
    for (char square[] = "a9"; square[0] < 'e'; square[0]++)
        assert_int_equal(put_cell(&draft, square, "b?", NULL), STATUS_OK);
    lacks(&draft, "- blue: 4 pieces are neither on the board nor captured: name what was captured\n");
    assert_int_equal(draft_set_captured(&draft, BLUE, taken, NULL), STATUS_OK);
    lacks(&draft, "- blue: 1 piece is neither on the board nor captured: name what was captured\n");
    assert_int_equal(put_cell(&draft, "e9", "b?", NULL), STATUS_OK);
    lacks(&draft, "");
    refused(&draft, "f9", "b?", "blue has 9 pieces, captured ones counted; 8 at most");
    assert_int_equal(draft_capture_rest(&draft, RED, NULL), STATUS_OK);
    assert_int_equal(draft.placement.captured[RED][SCOUT], 1);
    assert_int_equal(draft_count(&draft, RED).captured, 6);
}

TESTS_MAIN(NULL, NULL)
