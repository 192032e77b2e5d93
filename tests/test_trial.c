/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that are tried beside a game: nothing hidden is in them, the game stays as it is, and what an unknown
 * piece shall be is entered. */
#include "cmocka_all.h"
#include "file/file.h"
#include "game/notation.h"
#include "play/trial.h"
#include "twins.h"

#include <string.h>

/* The record of a position that was played to. */
static void record_of(const struct position *position, struct record *record)
{
    record_clear(record);
    record->start = position->start;
    record->rules = position->board.rules;
    record->has_seed = true;
    record->seed = 77;
    for (uint32_t i = 0; i < position->board.plies; i++)
        record_append(record, (struct move_with_ranks){position->board.history[i].move, RANK_UNKNOWN,
                                                       RANK_UNKNOWN});
}

/* Two games that differ in hidden ranks alone make the same line: to the last byte of its file. */
TEST(test_no_leak)
{
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 11, 0);
    for (int game = 0; game < 40; game++) {
        struct twins twins;
        struct trial one, two;
        struct record record = {0};
        struct text first = {0}, second = {0};
        if (!twins_make(&twins, 20 + 4 * game, rules_find("isf"), &rng))
            continue;
        made++;
        size_t plies = twins.one.board.plies;
        record_of(&twins.one, &record);
        assert_int_equal(trial_begin(&one, &record, plies, twins.watcher, NULL), STATUS_OK);
        record_of(&twins.two, &record);
        assert_int_equal(trial_begin(&two, &record, plies, twins.watcher, NULL), STATUS_OK);
        game_write(&one.record, &first);
        game_write(&two.record, &second);
        assert_string_equal(text_string(&first), text_string(&second));
        assert_int_equal(one.position.board.key, two.position.board.key);
        assert_false(one.record.has_seed);
        /* The public side of it is that of the game. */
        assert_int_equal(one.position.board.plies, plies);
        assert_int_equal(one.position.board.occupied[RED], twins.one.board.occupied[RED]);
        assert_int_equal(one.position.board.occupied[BLUE], twins.one.board.occupied[BLUE]);
        trial_end(&one);
        trial_end(&two);
        text_free(&first);
        text_free(&second);
        record_clear(&record);
        twins_free(&twins);
    }
    assert_true(made > 20);
}

static struct move move_at(const char *text)
{
    struct move_with_ranks entered;
    assert_int_equal(move_read(text, NOTATION_DEBOER, &entered, NULL, NULL), STATUS_OK);
    return entered.move;
}

static void start_record(struct record *record)
{
    struct setup red, blue;
    struct error error;
    enum side side;
    record_clear(record);
    assert_int_equal(setup_read_letters("KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB", &red, &side, &error),
                     STATUS_OK);
    assert_int_equal(setup_read_letters("YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN", &blue, &side, &error),
                     STATUS_OK);
    placement_from_setups(&record->start, variant_at(VARIANT_STANDARD), &red, &blue);
    record_append(record, (struct move_with_ranks){move_at("a4-a5"), RANK_UNKNOWN, RANK_UNKNOWN});
    record_append(record, (struct move_with_ranks){move_at("b7-b6"), RANK_UNKNOWN, RANK_UNKNOWN});
}

/* From red's seat: blue's piece on b6 has moved, is unknown and is entered; what it was then is known. */
TEST(test_line)
{
    struct record record = {0};
    struct trial trial;
    struct error error = {0};
    start_record(&record);
    assert_int_equal(trial_begin(&trial, &record, 2, RED, &error), STATUS_OK);
    assert_int_equal(trial.position.board.piece[trial.position.board.at[square_at(1, 5)]].rank, RANK_UNKNOWN);
    struct move quiet = move_at("a5-a6"), attack = move_at("b6xa6");
    assert_int_equal(trial_attacker_ranks(&trial, quiet), 0);
    assert_int_equal(trial_play(&trial, (struct move_with_ranks){quiet, RANK_UNKNOWN, RANK_UNKNOWN}, &error),
                     STATUS_OK);
    uint16_t ranks = trial_attacker_ranks(&trial, attack);
    assert_int_equal(ranks, ((1u << RANKS) - 1) & ~(1u << FLAG) & ~(1u << BOMB));
    assert_int_equal(trial_defender_ranks(&trial, attack), 0); /* red's own general */
    assert_int_equal(trial_play(&trial, (struct move_with_ranks){attack, RANK_UNKNOWN, RANK_UNKNOWN}, &error),
                     STATUS_BAD);
    assert_int_equal(trial.at, 3);
    assert_int_equal(trial_play(&trial, (struct move_with_ranks){attack, MARSHAL, RANK_UNKNOWN}, &error),
                     STATUS_OK);
    assert_int_equal(trial.position.board.captured[RED][GENERAL], 1);
    /* There is one marshal. */
    assert_true(trial_step(&trial, 2));
    assert_int_equal(trial.at, 2);
    assert_false(trial_step(&trial, 1));
    assert_true(trial_step(&trial, -2));
    assert_int_equal(trial.position.board.captured[RED][GENERAL], 1);
    assert_false(trial_step(&trial, -1));
    assert_int_equal(trial.position.board.unknown_count[BLUE][MARSHAL], 0);
    assert_int_equal(trial_defender_ranks(&trial, move_at("b4xb7")) & 1u << MARSHAL, 0);
    /* Another move in the middle forgets the old end; the game has its two moves. */
    assert_true(trial_step(&trial, 1));
    const struct move_with_ranks other = {move_at("b6-b5"), RANK_UNKNOWN, RANK_UNKNOWN};
    assert_int_equal(trial_play(&trial, other, &error), STATUS_OK);
    assert_int_equal(trial.record.plies, 4);
    assert_int_equal(record.plies, 2);
    trial_end(&trial);
    record_clear(&record);
}

/* What is drawn is possible, and as likely as there are pieces of it. */
TEST(test_draw)
{
    enum { DRAWN = 4000 };
    struct record record = {0};
    struct trial trial;
    struct rng rng;
    int count[RANKS] = {0};
    start_record(&record);
    rng_seed(&rng, 3, 0);
    assert_int_equal(trial_begin(&trial, &record, 2, RED, NULL), STATUS_OK);
    int square = square_at(1, 5);
    uint16_t ranks = (1u << MARSHAL) | (1u << SCOUT);
    for (int i = 0; i < DRAWN; i++)
        count[trial_draw(&trial, square, ranks, &rng)]++;
    assert_int_equal(count[MARSHAL] + count[SCOUT], DRAWN);
    /* One in nine: 444, standard error 20. */
    assert_in_range(count[MARSHAL], 444 - 100, 444 + 100);
    trial_end(&trial);
    record_clear(&record);
}

/* With all ranks known there is no prompt, and no line begins where the game is over. */
TEST(test_all_known)
{
    struct record record = {0};
    struct trial trial;
    struct error error = {0};
    start_record(&record);
    assert_int_equal(trial_begin(&trial, &record, 2, SIDES, &error), STATUS_OK);
    struct move attack = move_at("a5-a6");
    assert_int_equal(trial_play(&trial, (struct move_with_ranks){attack, RANK_UNKNOWN, RANK_UNKNOWN}, &error),
                     STATUS_OK);
    assert_int_equal(trial_attacker_ranks(&trial, move_at("b6xa6")), 0);
    assert_int_equal(trial_defender_ranks(&trial, move_at("b6xa6")), 0);
    trial_end(&trial);
    record.rules.move_limit = 2;
    record.rules.name = "custom";
    assert_int_equal(trial_begin(&trial, &record, 2, SIDES, &error), STATUS_NO);
    assert_false(trial.on);
    record_clear(&record);
}

TESTS_MAIN(NULL, NULL)
