/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board against the second referee, and against itself computed from scratch: in each variant.
 *
 * VEDETTE_VARIANT_PLIES makes the games of each variant longer (make soak). */
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void start_oracle(struct oracle *oracle, const struct placement *placement,
                         const struct rules *rules)
{
    static char text[SQUARES][8];
    const char *cells[SQUARES];
    for (int s = 0; s < SQUARES; s++) {
        const struct cell *cell = &placement->cell[s];
        cells[s] = ".";
        if (cell->side == SIDES)
            continue;
        snprintf(text[s], sizeof text[s], "%c%c%s%s", cell->side == RED ? 'r' : 'b',
                 rank_table[cell->rank].symbol, cell->moved ? "*" : "", cell->known ? "!" : "");
        cells[s] = text[s];
    }
    oracle_start(oracle, cells, placement->to_move == RED ? 'r' : 'b', rules->two_squares,
                 rules->more_squares);
}

/* Both referees list the same moves; returns how many, and in `moves` the board's. */
static int compare_moves(const struct board *board, const struct oracle *oracle, struct move *moves,
                         int *cut)
{
    int mine[MOVES_MAX], theirs[2000];
    struct move steps[MOVES_MAX];
    int count = board_moves(board, moves), wanted = oracle_moves(oracle, theirs);
    assert_int_equal(count, wanted);
    for (int i = 0; i < count; i++)
        mine[i] = moves[i].from * 100 + moves[i].to;
    qsort(mine, (size_t)count, sizeof mine[0], compare_ints);
    assert_memory_equal(mine, theirs, (size_t)count * sizeof mine[0]);
    assert_int_equal(board_can_move(board), count > 0);
    struct move attacks[MOVES_MAX];
    int attack_count = oracle_attacks(oracle, theirs, wanted, theirs);
    assert_int_equal(board_attacks(board, attacks), attack_count);
    /* In the order of all moves. */
    for (int i = 0, next = 0; i < count; i++)
        if (board->at[moves[i].to] != NO_PIECE) {
            assert_true(move_equal(moves[i], attacks[next++]));
            mine[next - 1] = moves[i].from * 100 + moves[i].to;
        }
    qsort(mine, (size_t)attack_count, sizeof mine[0], compare_ints);
    assert_memory_equal(mine, theirs, (size_t)attack_count * sizeof mine[0]);
    *cut += board_pseudo_legal_moves(board, board->to_move, steps) - count;
    return count;
}

/* Every pair of squares: board_check says legal exactly of the listed moves. */
static void compare_checks(const struct board *board, const struct move *moves, int count)
{
    static bool listed[256][256];
    memset(listed, 0, sizeof listed);
    for (int i = 0; i < count; i++)
        listed[moves[i].from][moves[i].to] = true;
    for (int from = 0; from <= SQUARES; from++)
        for (int to = 0; to <= SQUARES; to++) {
            struct move move = {(uint8_t)from, (uint8_t)to};
            assert_int_equal(board_check(board, move) == MOVE_LEGAL, listed[from][to]);
        }
}

static void compare_men(const struct board *board, const struct oracle *oracle)
{
    for (int s = 0; s < SQUARES; s++) {
        int man = oracle->map.man[s / 10][s % 10], number = board->at[s];
        if (man < 0) {
            assert_true(number >= PIECES);
            continue;
        }
        const struct piece *piece = &board->piece[number];
        assert_int_equal(rank_table[piece->rank].symbol, oracle->men[man].symbol);
        assert_int_equal(piece->side == RED ? 'r' : 'b', oracle->men[man].color);
        assert_int_equal(piece->moved, oracle->men[man].moved);
        assert_int_equal(piece->known, oracle->men[man].known);
    }
}

/* Plays a random game on both; moves that shuttle or chase are preferred, so that the rules bite. */
static int play_both(const struct placement *start, const struct rules *rules, int plies,
                     struct rng *rng, int *cut)
{
    struct position position;
    struct oracle oracle;
    struct move moves[MOVES_MAX];
    assert_int_equal(position_init(&position, start, rules, NULL), STATUS_OK);
    start_oracle(&oracle, start, rules);
    struct board *board = &position.board;
    int ply = 0;
    for (; ply < plies; ply++) {
        int count = compare_moves(board, &oracle, moves, cut);
        if (ply % 16 == 0)
            compare_checks(board, moves, count);
        if (count == 0)
            break;
        struct move move = moves[rng_below(rng, (uint32_t)count)];
        for (int i = 0; i < count && board->plies >= 2 && rng_below(rng, 8); i++) {
            const struct ply *last = &board->history[board->plies - 2];
            if (moves[i].from == last->move.to && board->at[moves[i].to] == NO_PIECE &&
                rng_below(rng, 2))
                move = moves[i];
        }
        oracle_play(&oracle, move.from, move.to);
        board_make(board, move);
        assert_null(board_fault(board));
        compare_men(board, &oracle);
        if (board->captured[RED][FLAG] || board->captured[BLUE][FLAG])
            break;
    }
    oracle_free(&oracle);
    position_free(&position);
    return ply;
}

/* Games from the start, and every second one of few pieces, by both repetition rules: so many plies, and on
 * until a rule has forbidden a move, within a hundred thousand. */
static void play_variant(const struct variant *variant, uint64_t wanted)
{
    struct rng rng;
    uint64_t plies = 0;
    int cut = 0;
    rng_seed(&rng, 1, variant_index(variant));
    for (int game = 0; plies < wanted || (!cut && plies < 100000); game++) {
        struct placement start;
        int max = game % 2 ? 80 : 400;
        if (game % 2) {
            placement_random_few_of(&start, variant, 6, &rng);
            placement_capture_some(&start, &rng);
        } else {
            placement_random_start(&start, variant, &rng);
        }
        if (plies < wanted && wanted - plies < (uint64_t)max)
            max = (int)(wanted - plies);
        plies += (uint64_t)play_both(&start, rules_find("isf"), max, &rng, &cut);
    }
    print_message("%s: both referees agree in %llu random plies, %d moves forbidden as repetitions\n",
                  variant->name, (unsigned long long)plies, cut);
    assert_true(cut > 0);
}

TEST(test_random_games)
{
    for (size_t i = 0; i < variant_count; i++)
        play_variant(&variant_table[i], test_size("VEDETTE_VARIANT_PLIES", 20000));
}

TEST(test_few_pieces)
{
    struct rng rng;
    int cut = 0, plies = 0;
    rng_seed(&rng, 2, 0);
    for (int game = 0; game < 600; game++) {
        struct placement start;
        struct rules rules = *rules_find("isf");
        rules.two_squares = (int)rng_below(&rng, 7);
        rules.more_squares = rng_below(&rng, 4) > 0;
        placement_random_few(&start, 4, &rng);
        plies += play_both(&start, &rules, 80, &rng, &cut);
    }
    /* The rules must have had something to cut, or this test has tested nothing. */
    assert_true(plies > 10000);
    assert_true(cut > 1000);
}

/* Make and unmake to a depth: every derived value comes back. */
static void walk(struct board *board, int depth)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    for (int i = 0; i < count && depth > 0; i++) {
        uint64_t key = board->key, piece_key = board->piece_key;
        uint32_t starts[SIDES] = {board->chase_start[RED], board->chase_start[BLUE]};
        struct piece pieces[PIECES];
        memcpy(pieces, board->piece, sizeof pieces);
        board_make(board, moves[i]);
        assert_null(board_fault(board));
        assert_true(board->key != key);
        walk(board, depth - 1);
        board_unmake(board);
        assert_null(board_fault(board));
        assert_true(board->key == key && board->piece_key == piece_key);
        assert_memory_equal(board->piece, pieces, sizeof pieces);
        assert_memory_equal(board->chase_start, starts, sizeof starts);
    }
}

TEST(test_make_unmake)
{
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int game = 0; game < 60; game++) {
        struct placement start;
        struct position position;
        placement_random_few_of(&start, variant_at((uint8_t)(game % (int)variant_count)), 8, &rng);
        placement_capture_some(&start, &rng);
        assert_int_equal(position_init(&position, &start, rules_find("isf"), NULL), STATUS_OK);
        walk(&position.board, 3);
        position_free(&position);
    }
}

static uint64_t slow_perft(struct oracle *oracle, const struct placement *start,
                           const struct rules *rules, int *line, int length, int depth)
{
    if (depth == 0)
        return 1;
    /* From the start each time: the second referee cannot take back. */
    start_oracle(oracle, start, rules);
    for (int i = 0; i < length; i++)
        oracle_play(oracle, line[i] / 100, line[i] % 100);
    int moves[2000], flags = 0, before = 0;
    for (int i = 0; i < oracle->man_count; i++) {
        before += oracle->men[i].symbol == 'F';
        flags += oracle->men[i].symbol == 'F' && oracle->men[i].on_board;
    }
    int count = flags < before ? 0 : oracle_moves(oracle, moves);
    oracle_free(oracle);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        line[length] = moves[i];
        leaves += slow_perft(oracle, start, rules, line, length + 1, depth - 1);
    }
    return leaves;
}

TEST(test_perft)
{
    struct rng rng;
    struct oracle oracle;
    int line[8];
    rng_seed(&rng, 4, 0);
    for (int game = 0; game < 12; game++) {
        struct placement start;
        struct position position;
        const struct rules *rules = rules_find("isf");
        placement_random_few_of(&start, variant_at((uint8_t)(game % (int)variant_count)), 5, &rng);
        position_init(&position, &start, rules, NULL);
        assert_true(position_perft(&position, 3) ==
                    slow_perft(&oracle, &start, rules, line, 0, 3));
        assert_null(board_fault(&position.board));
        position_free(&position);
    }
}

TEST(test_battles)
{
    /* Attackers S 2 .. X down, defenders F B S 2 .. X across: w won, l lost, b both. */
    static const char *const table[] = {
        "wlbllllllllw", "wlwbllllllll", "wwwwblllllll", "wlwwwbllllll", "wlwwwwblllll",
        "wlwwwwwbllll", "wlwwwwwwblll", "wlwwwwwwwbll", "wlwwwwwwwwbl", "wlwwwwwwwwwb",
    };
    static const char letters[] = "?wlb";
    for (int attacker = SPY; attacker < RANKS; attacker++)
        for (int defender = FLAG; defender < RANKS; defender++) {
            char wanted = table[attacker - SPY][defender];
            assert_int_equal(letters[battle_result(attacker, defender)], wanted);
        }
}

static const char no_moves_left[] =
    " .  .  .  .  .  .  .  .  bB bF  .  .  .  .  .  .  .  .  bB bB  .  .  .  .  .  .  .  .  .  ."
    " .  .  .  .  .  .  .  .  .  .   .  .  ~  ~  .  .  ~  ~  .  .   .  .  ~  ~  .  .  ~  ~  .  ."
    " .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .   rB rB .  .  .  .  .  .  .  ."
    " r3 rB .  .  .  .  .  .  .  .";

TEST(test_outcomes)
{
    struct placement placement;
    struct position position;
    placement_draw(&placement, RED, no_moves_left);
    position_init(&position, &placement, rules_find("isf"), NULL);
    struct outcome outcome = position_outcome(&position);
    assert_int_equal(outcome.result, RESULT_DRAW); /* red's miner is shut in, blue has nothing */
    assert_int_equal(outcome.reason, REASON_NO_MOVES);
    position_free(&position);

    placement.cell[square_at(5, 5)] = (struct cell){.rank = SCOUT, .side = BLUE};
    position_init(&position, &placement, rules_find("isf"), NULL);
    outcome = position_outcome(&position);
    assert_int_equal(outcome.result, RESULT_BLUE);
    assert_int_equal(outcome.reason, REASON_NO_MOVES);
    position_free(&position);

    placement.to_move = BLUE;
    struct rules rules = *rules_find("deepnash");
    rules.no_attack_limit = 2;
    placement.cell[square_at(0, 5)] = (struct cell){.rank = MAJOR, .side = RED};
    position_init(&position, &placement, &rules, NULL);
    assert_int_equal(position_outcome(&position).result, RESULT_OPEN);
    board_make(&position.board, (struct move){55, 65});
    assert_int_equal(position_outcome(&position).result, RESULT_OPEN);
    board_make(&position.board, (struct move){50, 60});
    outcome = position_outcome(&position);
    assert_int_equal(outcome.result, RESULT_DRAW);
    assert_int_equal(outcome.reason, REASON_NO_ATTACK_LIMIT);
    position_free(&position);
}

/* A board set up anew in the middle of a game, with the plies before, allows the same moves. */
TEST(test_recall)
{
    struct rng rng;
    int cut = 0, plies = 0;
    rng_seed(&rng, 5, 0);
    for (int game = 0; game < 300; game++) {
        struct placement start, now;
        struct position position, again;
        struct oracle oracle;
        struct move moves[MOVES_MAX];
        placement_random_few_of(&start, variant_at((uint8_t)(game % (int)variant_count)), 4, &rng);
        position_init(&position, &start, rules_find("isf"), NULL);
        start_oracle(&oracle, &start, rules_find("isf"));
        for (int ply = 0; ply < 60; ply++, plies++) {
            int count = board_moves(&position.board, moves);
            if (count == 0 || position.board.captured[RED][FLAG] ||
                position.board.captured[BLUE][FLAG])
                break;
            struct move move = moves[rng_below(&rng, (uint32_t)count)];
            oracle_play(&oracle, move.from, move.to);
            board_make(&position.board, move);
            size_t memory = position_needed_history(&position, NULL);
            struct prior_ply *prior = calloc(memory + 1, sizeof *prior);
            position_needed_history(&position, prior);
            position_to_placement(&position, &now);
            position_init(&again, &now, rules_find("isf"), NULL);
            assert_int_equal(position_set_prior_plies(&again, prior, memory, NULL), STATUS_OK);
            assert_null(board_fault(&again.board));
            compare_moves(&again.board, &oracle, moves, &cut);
            free(prior);
            if (rng_below(&rng, 4) == 0) { /* go on from there */
                position_free(&position);
                position = again;
            } else {
                position_free(&again);
            }
        }
        oracle_free(&oracle);
        position_free(&position);
    }
    assert_true(plies > 5000 && cut > 50);
}

TEST(test_recall_refuses)
{
    struct placement placement;
    struct position position;
    struct error error;
    placement_draw(&placement, RED, no_moves_left);
    position_init(&position, &placement, rules_find("isf"), NULL);
    const struct prior_ply nobody[] = {{{22, 32}, false}}, crooked[] = {{{22, 33}, false}};
    assert_int_equal(position_set_prior_plies(&position, nobody, 1, &error), STATUS_BAD);
    assert_string_equal(error.text, "move 1 of the history cannot have led to the board");
    assert_int_equal(position_set_prior_plies(&position, crooked, 1, &error), STATUS_BAD);
    assert_int_equal(position.board.plies, 0);
    position_free(&position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_battles),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_few_pieces),
        cmocka_unit_test(test_make_unmake),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_recall),
        cmocka_unit_test(test_recall_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
