/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: replayed, copied, held against their own results. */
#include "boards.h"
#include "cmocka_all.h"
#include "game/record.h"

#include <stdio.h>
#include <string.h>

/* A random game, played until its end or for `plies` moves, as a record without a result. */
static void make_record(struct record *record, int plies, struct rng *rng)
{
    struct position position;
    struct move moves[MOVES_MAX];
    record_clear(record);
    placement_random_few(&record->start, 6, rng);
    position_init(&position, &record->start, &record->rules, NULL);
    for (int ply = 0; ply < plies; ply++) {
        int count = board_moves(&position.board, moves);
        struct move_with_ranks entered = {MOVE_NONE, RANK_UNKNOWN, RANK_UNKNOWN};
        if (count == 0)
            break;
        entered.move = moves[rng_below(rng, (uint32_t)count)];
        if (position_play(&position, entered, NULL, NULL) != STATUS_OK)
            break;
        record_append(record, entered);
    }
    position_free(&position);
}

/* Some servers end a game as soon as the loser has no piece that can move, before the loser's turn. */
static bool is_stuck(const struct position *position, enum result result)
{
    struct move moves[MOVES_MAX];
    return position_outcome(position).result == RESULT_OPEN &&
           ((result == RESULT_RED && board_pseudo_legal_moves(&position->board, BLUE, moves) == 0) ||
            (result == RESULT_BLUE && board_pseudo_legal_moves(&position->board, RED, moves) == 0));
}

TEST(test_results)
{
    struct rng rng;
    int over = 0, open = 0, wrong = 0;
    rng_seed(&rng, 21, 0);
    for (int game = 0; game < 400; game++) {
        struct record record = {0};
        struct position position = {0};
        make_record(&record, (int)rng_below(&rng, 200), &rng);
        assert_int_equal(record_replay(&record, SIZE_MAX, &position, NULL, NULL), STATUS_OK);
        struct outcome truth = position_outcome(&position);
        for (int result = RESULT_OPEN; result <= RESULT_DRAW; result++)
            for (int reason = REASON_NONE; reason < REASONS; reason++) {
                if (result == RESULT_OPEN && reason != REASON_NONE)
                    continue; /* no such thing is written down */
                record.outcome = (struct outcome){(enum result)result, (enum reason)reason};
                bool by_rules = reason == REASON_FLAG || reason == REASON_NO_MOVES ||
                                reason == REASON_MOVE_LIMIT || reason == REASON_NO_ATTACK_LIMIT;
                bool same = result == (int)truth.result && reason == (int)truth.reason;
                /* Players may end a game that the rules leave open, and a clock may have run out in
                 * one that is over, for the side that has lost it; what the rules are said to have ended
                 * they must have, and nobody draws by giving up. */
                bool can_be = !by_rules && !(result == RESULT_DRAW &&
                              (reason == REASON_RESIGNED || reason == REASON_ILLEGAL ||
                               reason == REASON_NO_ANSWER));
                bool stuck = reason == REASON_NO_MOVES && is_stuck(&position, (enum result)result);
                bool fits = truth.result == RESULT_OPEN ? result != RESULT_OPEN
                                                        : result == (int)truth.result;
                bool sound = same || (fits && can_be) || stuck;
                assert_int_equal(record_check(&record, NULL) == STATUS_OK, sound);
                struct outcome known = record_outcome(&record, &position);
                struct outcome expected = truth.result == RESULT_OPEN && sound ? record.outcome : truth;
                assert_int_equal(known.result, expected.result);
                assert_int_equal(known.reason, expected.reason);
                wrong += !same && truth.result != RESULT_OPEN && !sound && !by_rules;
            }
        over += truth.result != RESULT_OPEN;
        open += truth.result == RESULT_OPEN;
        position_free(&position);
        record_clear(&record);
    }
    assert_true(over > 20 && open > 20 && wrong > 20);
}

TEST(test_illegal_move)
{
    struct rng rng;
    struct record record = {0}, copy = {0};
    struct error error;
    struct position position;
    size_t at;
    rng_seed(&rng, 22, 0);
    do
        make_record(&record, 40, &rng);
    while (record.plies < 40);
    record_copy(&copy, &record);
    copy.moves[17].move = (struct move){42, 43}; /* in the lake */
    assert_int_equal(record_replay(&copy, SIZE_MAX, &position, &at, &error), STATUS_NO);
    assert_int_equal(at, 17);
    assert_int_equal(position.board.plies, 17);
    position_free(&position);
    assert_int_equal(record_check(&copy, &error), STATUS_NO);
    assert_string_equal(error.text, "move 18: there is no piece on its start square");
    assert_int_equal(record_replay(&record, 17, &position, &at, &error), STATUS_OK);
    assert_int_equal(position.board.plies, 17);
    position_free(&position);
    record_clear(&copy);
    record_clear(&record);
}

TEST(test_unsound_starts)
{
    const struct {
        struct cell cell;
        int square;
        bool free;
        const char *text;
    } cases[] = {
        {{.rank = SCOUT, .side = RED}, 42, true, "a piece in the lake on c5"},
        {{.rank = BOMB, .side = RED, .moved = true}, 0, false, "the bomb on a1 has moved, it cannot"},
        {{.rank = FLAG, .side = BLUE}, 0, false,
         "the flag on a1 is outside its owner's four rows"},
        {{.rank = RANK_UNKNOWN, .side = BLUE, .known = true}, 99, true,
         "the piece on j10 is known but has no rank"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct placement placement;
        struct error error;
        placement_clear(&placement);
        placement.free = cases[i].free;
        placement.cell[cases[i].square] = cases[i].cell;
        assert_int_equal(placement_check(&placement, &error), STATUS_BAD);
        assert_string_equal(error.text, cases[i].text);
    }
}

TEST(test_setups)
{
    struct rng rng;
    rng_seed(&rng, 23, 0);
    struct placement placement;
    struct setup setups[SIDES], again[SIDES];
    placement_random_game(&placement, &rng);
    assert_true(placement_to_setups(&placement, setups));
    placement_from_setups(&placement, variant_at(VARIANT_STANDARD), &setups[RED], &setups[BLUE]);
    assert_true(placement_to_setups(&placement, again));
    assert_memory_equal(setups, again, sizeof setups);
    /* The front row comes first, from the owner's left: red's a4, blue's j7. */
    assert_int_equal(placement.cell[30].rank, setups[RED].rank[0]);
    assert_int_equal(placement.cell[69].rank, setups[BLUE].rank[0]);
    assert_int_equal(placement.cell[9].rank, setups[RED].rank[39]);
    assert_int_equal(placement.cell[90].rank, setups[BLUE].rank[39]);
    for (enum side side = RED; side <= BLUE; side++)
        for (int i = 0; i < PIECES_A_SIDE; i++)
            assert_int_equal(setup_index(side, setup_square(side, i)), i);
    assert_int_equal(setup_index(RED, 40), -1);
    setups[RED].rank[0] = setups[RED].rank[0] == SCOUT ? MINER : SCOUT;
    assert_int_equal(setup_check(&setups[RED], variant_at(VARIANT_STANDARD), NULL), STATUS_BAD);
}

/* How a game ended, in words: its winner first, as the first word of result_name, and no side that lost by
 * what the other did. A draw names neither side. */
TEST(test_words_of_ends)
{
    char words[OUTCOME_WORDS], why[REASON_WORDS];
    static const char *const winners[] = {[RESULT_RED] = "red won", [RESULT_BLUE] = "blue won",
                                          [RESULT_DRAW] = "draw"};
    assert_string_equal(outcome_write((struct outcome){RESULT_OPEN, REASON_NONE}, words), "open");
    for (int result = RESULT_RED; result <= RESULT_DRAW; result++)
        for (int reason = REASON_NONE; reason < REASONS; reason++) {
            struct outcome outcome = {(enum result)result, (enum reason)reason};
            size_t size = strlen(winners[result]);
            const char *winner = result == RESULT_RED ? "red" : result == RESULT_BLUE ? "blue" : NULL;
            outcome_write(outcome, words);
            outcome_write_reason(outcome, why);
            assert_memory_equal(words, winners[result], size);
            assert_true(strlen(words) < OUTCOME_WORDS - 1 && strlen(why) < REASON_WORDS - 1);
            char rest[OUTCOME_WORDS] = "";
            if (reason != REASON_NONE)
                snprintf(rest, sizeof rest, winner ? ": %s" : " (%s)", why);
            assert_string_equal(words + size, rest);
            assert_true((reason == REASON_NONE) == !why[0]);
            assert_true(winner ? !strstr(why, winner) : !strstr(why, "red ") && !strstr(why, "blue "));
            assert_true(strlen(reason_noun((enum reason)reason)) > 0);
        }
    assert_string_equal(outcome_write((struct outcome){RESULT_RED, REASON_RESIGNED}, words),
                        "red won: blue resigned");
    assert_string_equal(outcome_write((struct outcome){RESULT_BLUE, REASON_FLAG}, words),
                        "blue won: red's flag is taken");
    assert_string_equal(outcome_write((struct outcome){RESULT_DRAW, REASON_NO_MOVES}, words),
                        "draw (neither side can move)");
    assert_string_equal(outcome_write((struct outcome){RESULT_DRAW, REASON_AGREED}, words),
                        "draw (both agreed)");
    assert_string_equal(outcome_write((struct outcome){RESULT_RED, REASON_AGREED}, words),
                        "red won: by agreement");
    assert_string_equal(outcome_write((struct outcome){RESULT_RED, REASON_NONE}, words), "red won");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_words_of_ends),
        cmocka_unit_test(test_illegal_move),
        cmocka_unit_test(test_unsound_starts),
        cmocka_unit_test(test_setups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
