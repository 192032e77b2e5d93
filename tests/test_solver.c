/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exhaustive solver against minimax without any pruning, written apart from it. */
#include "boards.h"
#include "cmocka_all.h"
#include "lab/solver.h"

#include <stdlib.h>

/* A board, and what red's pieces were worth more than blue's before the first ply: the solver counts from
 * there. */
struct solver_sample {
    struct board board;
    int start[SOLVER_SCALES];
};

/* What red's pieces on the board are worth more than blue's, counted one by one. */
static int count_worth(const struct board *board, enum solver_scale scale)
{
    int sum = 0;
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square != SQUARE_NONE)
            sum += (piece->side == RED ? 1 : -1) * solver_scale_table[scale].worth[piece->rank];
    }
    return sum;
}

static int minimax(struct solver_sample *sample, enum solver_scale scale, int depth)
{
    struct board *board = &sample->board;
    struct move moves[MOVES_MAX];
    enum side side = board->to_move;
    struct outcome outcome = board_outcome(board);
    if (outcome.result == RESULT_DRAW)
        return 0;
    if (outcome.result != RESULT_OPEN)
        return outcome.result == result_win(side) ? SOLVER_WIN : -SOLVER_WIN;
    if (depth == 0)
        return (side == RED ? 1 : -1) * (count_worth(board, scale) - sample->start[scale]);
    int count = board_moves(board, moves), best = -SOLVER_WIN;
    for (int i = 0; i < count; i++) {
        board_make(board, moves[i]);
        int value = -minimax(sample, scale, depth - 1);
        board_unmake(board);
        best = value > best ? value : best;
    }
    return best;
}

/* The only move that wins by the margin and beats every other by it, from all values. */
static struct move plain_right(struct solver_sample *sample, enum solver_scale scale, int depth)
{
    struct board *board = &sample->board;
    struct move moves[MOVES_MAX], right = MOVE_NONE;
    int value[MOVES_MAX], count = board_moves(board, moves), margin = solver_scale_table[scale].margin;
    int now = minimax(sample, scale, 0);
    for (int i = 0; i < count; i++) {
        board_make(board, moves[i]);
        value[i] = -minimax(sample, scale, depth - 1);
        board_unmake(board);
    }
    for (int i = 0; i < count; i++) {
        bool better = value[i] >= now + margin;
        for (int j = 0; j < count; j++)
            better = better && (j == i || value[j] <= value[i] - margin);
        right = better ? moves[i] : right;
    }
    return right;
}

/* A crowded board with some random plies behind it, so that the repetition rules forbid a move now and then;
 * false where the game is over. */
static bool draw_sample(struct solver_sample *sample, struct rng *rng)
{
    struct placement placement;
    struct board *board = &sample->board;
    placement_random_few(&placement, 4, rng);
    board_init(board, &placement, rules_find("isf"));
    for (int scale = 0; scale < SOLVER_SCALES; scale++)
        sample->start[scale] = count_worth(board, (enum solver_scale)scale);
    for (int ply = (int)rng_below(rng, 30); ply > 0 && board_outcome(board).result == RESULT_OPEN; ply--) {
        board_make(board, move_random(board, rng).move);
    }
    return board_outcome(board).result == RESULT_OPEN;
}

/* Returns whether there is a right move. */
static bool compare_solutions(struct solver_sample *sample, enum solver_scale scale, int depth)
{
    struct board *board = &sample->board;
    struct move right = plain_right(sample, scale, depth);
    int value = minimax(sample, scale, depth);
    assert_int_equal(solver_value(board, scale, depth, -2 * SOLVER_WIN, 2 * SOLVER_WIN), value);
    assert_true(solver_value(board, scale, depth, value, value + 1) <= value);
    assert_true(solver_value(board, scale, depth, value - 1, value) >= value);
    assert_true(move_equal(solver_right(board, scale, depth), right));
    return !move_is_none(right);
}

TEST(values_are_those_of_plain_minimax)
{
    struct rng rng;
    int compared = 0, rights = 0;
    rng_seed(&rng, 11, 0);
    for (int i = 0; i < 300; i++) {
        struct solver_sample sample = {0};
        if (draw_sample(&sample, &rng))
            for (int scale = 0; scale < SOLVER_SCALES; scale++)
                for (int depth = 1; depth <= 3; depth++) {
                    rights += compare_solutions(&sample, (enum solver_scale)scale, depth);
                    compared++;
                }
        board_free(&sample.board);
    }
    assert_true(compared > 1000 && rights > 40);
}

/* The best line leads to the value. */
TEST(lines_keep_the_value)
{
    struct rng rng;
    rng_seed(&rng, 12, 0);
    for (int i = 0; i < 100; i++) {
        struct solver_sample sample = {0};
        struct move line[4];
        if (draw_sample(&sample, &rng)) {
            int value = minimax(&sample, SCALE_RANK, 4);
            int length = solver_line(&sample.board, SCALE_RANK, 4, line);
            for (int ply = 0; ply < length; ply++)
                board_make(&sample.board, line[ply]);
            int end = minimax(&sample, SCALE_RANK, 4 - length);
            assert_int_equal(length % 2 ? -end : end, value);
        }
        board_free(&sample.board);
    }
}

static struct move solve(enum side to_move, const char *picture, int *plies)
{
    struct placement placement;
    struct board board = {0};
    placement_draw(&placement, to_move, picture);
    board_init(&board, &placement, rules_find("isf"));
    struct move right = solver_solve(&board, SOLVER_PLIES, plies, NULL);
    board_free(&board);
    return right;
}

/* The captain steps between two lieutenants that cannot both get away; the flags are far. */
TEST(a_fork_is_found)
{
    int plies = 0;
    struct move right = solve(RED,
        ".   .   .   bF! .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        "b5*! .  b5*! .  .   .   .   .   .   .\n"
        ".   r6*! .  .   .   .   .   .   .   .\n"
        ".   .   .   .   rF! .   .   .   .   .\n", &plies);
    assert_true(move_equal(right, (struct move){(uint8_t)square_at(1, 1), (uint8_t)square_at(1, 2)}));
    assert_int_equal(plies, 3);
}

/* What any search of two plies sees is no tactic. */
TEST(a_piece_for_the_taking_is_none)
{
    assert_true(move_is_none(solve(RED,
        "bF! bB! .   .   .   .   .   .   .   .\n"
        "bB! .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   r7*! b6*! .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        "rF! .   .   .   .   .   .   .   .   .\n", NULL)));
}

TESTS_MAIN(NULL, NULL)
