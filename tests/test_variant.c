/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants: their table, their armies, and the files of their setups, games and positions, there and back. */
#include "boards.h"
#include "cmocka_all.h"
#include "file/sealed.h"
#include "files.h"
#include "game/view.h"
#include "shortcuts.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 12 }; /* of each variant */

/* --- the table --- */

/* Each row is what its fields say, and is found by its names and by nothing else's. */
TEST(rows_are_sound)
{
    for (size_t i = 0; i < variant_count; i++) {
        const struct variant *row = &variant_table[i];
        assert_int_equal(army_size(row->count), row->pieces);
        assert_int_equal(row->count[FLAG], 1);
        for (int rank = 0; rank < RANKS; rank++)
            assert_true(row->count[rank] <= rank_table[rank].count);
        assert_true(variant_find(row->name) == row && variant_at(variant_index(row)) == row);
        assert_true(variant_find_foreign(row->gravon) == row);
        assert_true(!row->other || variant_find_foreign(row->other) == row);
        assert_true(row->gsn_type < 0 || variant_of_gsn(row->gsn_type) == row);
        assert_true(row->any_army || variant_of_armies(row->count, row->count) == row);
        assert_int_equal(variant_check_army(row, row->count, NULL), STATUS_OK);
    }
    assert_null(variant_find("Barrage"));
    assert_null(variant_find("duell"));
    assert_null(variant_find_foreign("brawl"));
    assert_null(variant_of_gsn(-1));
    assert_null(variant_of_gsn(3));
}

TEST(names_are_listed)
{
    char names[VARIANT_NAMES], army[ARMY_TEXT];
    assert_string_equal(variant_names(names), "classic, barrage, duel or free");
    assert_string_equal(army_write(variant_find("barrage")->count, army), "F B S 2 2 3 9 X");
    assert_string_equal(army_write(variant_find("duel")->count, army), "F B B S 2 2 3 3 9 X");
    assert_string_equal(army_write((const uint8_t[RANKS]){0}, army), "");
}

/* --- armies --- */

/* What is wrong with the army of a variant that has `change` more of a rank; NULL: nothing. */
static const char *army_fault(const char *variant, int rank, int change)
{
    static struct error error;
    uint8_t army[RANKS];
    memcpy(army, variant_find(variant)->count, RANKS);
    army[rank] = (uint8_t)(army[rank] + change);
    return variant_check_army(variant_find(variant), army, &error) == STATUS_OK ? NULL : error.text;
}

TEST(armies_are_checked)
{
    const uint8_t still[RANKS] = {[FLAG] = 1, [BOMB] = 6}, min[RANKS] = {[FLAG] = 1, [SPY] = 1};
    struct error error;
    for (size_t i = 0; i < variant_count; i++) {
        const struct variant *row = &variant_table[i];
        for (int rank = 0; rank < RANKS; rank++) {
            assert_non_null(army_fault(row->name, rank, 1));
            if (row->count[rank])
                assert_int_equal(army_fault(row->name, rank, -1) == NULL, row->any_army && rank != FLAG);
        }
        assert_int_equal(variant_check_army(row, min, NULL) == STATUS_OK, row->any_army);
        assert_int_equal(variant_check_army(row, still, &error), STATUS_BAD);
    }
    assert_string_equal(error.text, "found no piece that moves, expected one");
    assert_string_equal(army_fault("barrage", BOMB, 1), "found 2 pieces of rank B (bomb), expected 1");
    assert_string_equal(army_fault("duel", MINER, -1), "found 1 piece of rank 3 (miner), expected 2");
    assert_string_equal(army_fault("free", SCOUT, 1), "found 9 pieces of rank 2 (scout), expected at most 8");
    assert_string_equal(army_fault("free", FLAG, -1), "found 0 pieces of rank F (flag), expected 1");
}

TEST(armies_say_their_variant)
{
    const struct variant *classic = variant_find("classic"), *barrage = variant_find("barrage");
    const struct variant *duel = variant_find("duel"), *free = variant_find("free");
    const uint8_t min[RANKS] = {[FLAG] = 1, [SPY] = 1}, none[RANKS] = {0};
    assert_true(variant_of_armies(barrage->count, NULL) == barrage);
    assert_null(variant_of_armies(barrage->count, duel->count));
    assert_null(variant_of_armies(min, min));
    assert_true(variant_of_any_army() == free);
    assert_true(variant_fitting_armies(barrage->count, duel->count) == free);
    assert_true(variant_fitting_armies(classic->count, NULL) == classic);
    assert_true(variant_fitting_armies(min, classic->count) == free);
    assert_null(variant_fitting_armies(min, none));
}

/* A placement's army is the variant's, and in a free one or where any army will do what is there. */
TEST(placements_have_armies)
{
    struct placement placement;
    struct rng rng;
    uint8_t army[RANKS], wanted[RANKS] = {[FLAG] = 1, [SCOUT] = 2, [MARSHAL] = 1};
    rng_seed(&rng, 1, 0);
    for (size_t i = 0; i < variant_count; i++) {
        struct setup setups[SIDES];
        placement_random_start(&placement, &variant_table[i], &rng);
        assert_int_equal(placement_check(&placement, NULL), STATUS_OK);
        assert_true(placement_to_setups(&placement, setups));
        for (enum side side = RED; side <= BLUE; side++) {
            uint8_t own[RANKS];
            placement_army(&placement, side, army);
            setup_army(&setups[side], own);
            assert_memory_equal(army, own, RANKS);
        }
    }
    placement_clear(&placement);
    placement.variant = variant_index(variant_find("barrage"));
    placement.cell[0] = (struct cell){.rank = FLAG, .side = RED};
    placement.cell[1] = (struct cell){.rank = SCOUT, .side = RED};
    placement.cell[2] = (struct cell){.rank = RANK_UNKNOWN, .side = RED};
    placement.captured[RED][SCOUT] = placement.captured[RED][MARSHAL] = 1;
    placement_army(&placement, RED, army);
    assert_memory_equal(army, wanted, RANKS);
    placement.free = false;
    placement_army(&placement, RED, army);
    assert_memory_equal(army, variant_find("barrage")->count, RANKS);
    placement_unknown(&placement, RED, army);
    assert_int_equal(army_size(army), 4); /* B S 3 9 */
}

/* No setups are made of what is not the untouched start of the variant's game. */
TEST(no_start_no_setups)
{
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (size_t i = 0; i < variant_count; i++) {
        struct setup setups[SIDES];
        struct placement start, other;
        placement_random_start(&start, &variant_table[i], &rng);
        int first = 0;
        while (start.cell[first].side == SIDES || !rank_moves(start.cell[first].rank))
            first++;
        other = start;
        other.cell[first].moved = true;
        assert_false(placement_to_setups(&other, setups));
        other = start;
        other.captured[RED][SCOUT] = 1;
        assert_false(placement_to_setups(&other, setups));
        other = start;
        other.cell[square_at(0, 4)] = other.cell[first];
        other.cell[first] = (struct cell){.rank = RANK_UNKNOWN, .side = SIDES};
        assert_false(placement_to_setups(&other, setups));
        other = start;
        other.variant = (uint8_t)((i + 1) % variant_count);
        assert_int_equal(placement_to_setups(&other, setups), variant_at(other.variant)->any_army);
    }
}

/* --- files, there and back --- */

TEST(setups_come_back)
{
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (size_t i = 0; i < variant_count * GAMES; i++) {
        const struct variant *variant = &variant_table[i % variant_count];
        struct placement start;
        struct setup setups[SIDES];
        struct file_content content;
        struct text out = {0};
        placement_random_start(&start, variant, &rng);
        assert_true(placement_to_setups(&start, setups));
        setup_write(&setups[BLUE], NULL, &out);
        assert_read(text_string(&out), FILE_SETUP, &content);
        assert_memory_equal(&content.setup, &setups[BLUE], sizeof content.setup);
        file_content_free(&content);
        text_clear(&out);
        setup_write_letters(&setups[BLUE], BLUE, &out);
        if (!variant->any_army) { /* letters alone do not say that any army will do */
            assert_read(text_string(&out), FILE_LETTERS, &content);
            assert_memory_equal(&content.setup, &setups[BLUE], sizeof content.setup);
            assert_int_equal(content.setup_side, BLUE);
            file_content_free(&content);
        }
        text_free(&out);
    }
}

/* A random game of a variant, from setups or, where `few`, from a free position of it. */
static void draw_game(const struct variant *variant, bool few, struct record *record, struct position *end,
                      struct rng *rng)
{
    *record = (struct record){0};
    record_clear(record);
    if (few) {
        placement_random_few_of(&record->start, variant, 8, rng);
        placement_capture_some(&record->start, rng);
    } else {
        placement_random_start(&record->start, variant, rng);
    }
    *end = (struct position){0};
    record_play_random(record, (int)rng_below(rng, 60), end, rng);
}

TEST(games_come_back)
{
    struct rng rng;
    rng_seed(&rng, 4, 0);
    for (size_t i = 0; i < variant_count * GAMES; i++) {
        struct record record;
        struct position end;
        struct file_content content;
        struct text out = {0}, again = {0};
        draw_game(&variant_table[i % variant_count], i / variant_count % 3 == 2, &record, &end, &rng);
        game_write(&record, &out);
        assert_read(text_string(&out), FILE_GAME, &content);
        assert_same_record(&content.record, &record);
        game_write(&content.record, &again);
        assert_string_equal(text_string(&again), text_string(&out));
        file_content_free(&content);
        position_free(&end);
        record_clear(&record);
        text_free(&out);
        text_free(&again);
    }
}

typedef enum status game_writer(const struct record *record, struct text *out, struct error *error);

static enum status write_tsv(const struct record *record, struct text *out, struct error *error)
{
    return game_write_tsv(record, "game", out, error);
}

/* Gravon's forms hold the games that start from setups, but a .gsn those only that it has a type for. */
TEST(gravons_games_come_back)
{
    static const struct {
        enum file_kind kind;
        game_writer *write;
    } forms[] = {{FILE_XML, game_write_xml}, {FILE_GSN, game_write_gsn}, {FILE_TSV, write_tsv}};
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (size_t i = 0; i < variant_count * GAMES; i++) {
        struct record record;
        struct position end;
        const struct variant *variant = &variant_table[i % variant_count];
        draw_game(variant, false, &record, &end, &rng);
        if (record.outcome.result == RESULT_OPEN)
            record.outcome = (struct outcome){RESULT_BLUE, REASON_RESIGNED};
        for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
            struct file_content content;
            struct text out = {0};
            struct error error;
            bool holds = forms[form].kind != FILE_GSN || variant->gsn_type >= 0;
            assert_int_equal(forms[form].write(&record, &out, &error) == STATUS_OK, holds);
            if (holds) {
                assert_read(text_string(&out), forms[form].kind, &content);
                assert_same_placement(&content.record.start, &record.start);
                assert_int_equal(content.record.plies, record.plies);
                file_content_free(&content);
            }
            text_free(&out);
        }
        position_free(&end);
        record_clear(&record);
    }
}

/* Writes a position, reads it, writes it again: the same; and the same legal moves. */
static void check_position(const struct position *position)
{
    struct text out = {0}, again = {0};
    struct file_content content;
    struct position back = {0};
    struct move moves[MOVES_MAX], others[MOVES_MAX];
    position_write(position, &out);
    assert_read(text_string(&out), FILE_POSITION, &content);
    assert_int_equal(content.record.start.variant, position->start.variant);
    assert_int_equal(record_replay(&content.record, SIZE_MAX, &back, NULL, NULL), STATUS_OK);
    position_write(&back, &again);
    assert_string_equal(text_string(&again), text_string(&out));
    int count = board_moves(&position->board, moves);
    assert_int_equal(board_moves(&back.board, others), count);
    assert_memory_equal(others, moves, (size_t)count * sizeof *moves);
    assert_memory_equal(back.board.captured, position->board.captured, sizeof back.board.captured);
    position_free(&back);
    file_content_free(&content);
    text_free(&out);
    text_free(&again);
}

TEST(positions_come_back)
{
    struct rng rng;
    rng_seed(&rng, 6, 0);
    for (size_t i = 0; i < variant_count * GAMES; i++) {
        struct record record;
        struct position end;
        draw_game(&variant_table[i % variant_count], i / variant_count % 2, &record, &end, &rng);
        check_position(&end);
        position_free(&end);
        record_clear(&record);
    }
}

/* --- what a seal hides is checked too --- */

static void check_sealed(const char *variant, const char *letters, const char *fault)
{
    static const char red[] = "AAAAAAAAAALAABCAAKAADAADAAAAAAEAAAAAMAAA";
    struct text text = {0};
    struct file_content content;
    text_printf(&text, "format: vedette-game/1\nvariant: %s\nred: {setup: %s}\nblue: {sealed: \"", variant,
                red);
    seal_write(letters, strlen(letters), &text);
    text_add(&text, "\"}\nmoves: \"\"\nresult: unfinished\n");
    if (fault) {
        assert_refused(text_string(&text), text.size, fault);
    } else {
        assert_read(text_string(&text), FILE_GAME, &content);
        assert_true(content.record.sealed[BLUE]);
        file_content_free(&content);
    }
    text_free(&text);
}

TEST(sealed_armies_are_checked)
{
    static const char blue[] = "AAAAAAAAAAXAANOAAWAAPAAPAAAAAAQAAAAAYAAA";
    check_sealed("barrage", blue, NULL);
    check_sealed("free", blue, NULL);
    check_sealed("duel", blue,
                 "f:3:24: found the pieces of the variant \"barrage\", expected those of \"duel\"");
    check_sealed("barrage", "AAAAAAAAAAXAANOAAWAAPAAPAAAAAANAAAAAYAAA",
                 "f:4:16: found 2 pieces of rank B (bomb), expected 1");
    check_sealed("barrage", "AAAAAAAAAAXAANOAAWAAPAAPAAAAAAQAAAAAYAA",
                 "f:4:16: found 39 letters, expected 40");
}

TESTS_MAIN(NULL, NULL)
