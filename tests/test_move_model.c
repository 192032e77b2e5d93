/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How readily players make a move: all moves in one pass against one move at a time. */
#include "belief/move_model.h"

#include "boards.h"
#include "cmocka_all.h"
#include "lifelike.h"
#include "shipped.h"

#include <stdlib.h>

/* What move_model_strengths says of one move, with each piece of the side to move as it is. */
static double one_move(const struct lifelike *game, enum player_kind player, struct move move)
{
    static struct move_strengths strengths;
    const struct board *board = &game->position.board;
    uint16_t mask[PIECES_A_SIDE];
    for (int row = 0; row < PIECES_A_SIDE; row++)
        mask[row] = (uint16_t)(1u << board->piece[side_base(board->to_move) + row].rank);
    move_model_strengths(&game->move_weights, &game->public_state, move, mask, &strengths);
    return (double)strengths.made[player][board->piece[board->at[move.from]].rank];
}

/* Compares the moves of the position in an order of its own; returns how many go over several squares. */
static int compare_moves(const struct lifelike *game, enum player_kind player, struct rng *rng)
{
    const struct board *board = &game->position.board;
    struct move moves[MOVES_MAX];
    uint8_t rank[MOVES_MAX];
    double strength[MOVES_MAX];
    int count = board_moves(board, moves), far = 0;
    for (int i = count - 1; i > 0; i--) {
        int other = (int)rng_below(rng, (uint32_t)i + 1);
        struct move move = moves[i];
        moves[i] = moves[other];
        moves[other] = move;
    }
    for (int i = 0; i < count; i++) {
        rank[i] = board->piece[board->at[moves[i].from]].rank;
        far += !squares_touch(moves[i].from, moves[i].to);
    }
    move_model_compute(&game->move_weights, &game->public_state, player, moves, rank, count, strength);
    for (int i = 0; i < count; i++)
        assert_true(strength[i] > 0 && strength[i] == one_move(game, player, moves[i]));
    return far;
}

TEST(test_made)
{
    static struct setup_statistics statistics;
    struct belief_model *model = shipped_belief_model();
    struct rng rng;
    int far = 0;
    rng_seed(&rng, 14, 0);
    shipped_statistics(&statistics);
    for (int i = 0, games = (int)test_size("MOVE_MODEL_GAMES", 6); i < games; i++) {
        enum player_kind player = i % 2 ? PLAYER_PROGRAMS : PLAYER_PEOPLE;
        struct lifelike game;
        struct event event;
        lifelike_start(&game, model, &statistics, &rng);
        for (int ply = 0; ply < 300 && lifelike_play(&game, player, &rng, &event); ply++)
            if (board_outcome(&game.position.board).result == RESULT_OPEN)
                far += compare_moves(&game, PLAYER_PEOPLE, &rng) +
                       compare_moves(&game, PLAYER_PROGRAMS, &rng);
        lifelike_end(&game);
    }
    assert_true(far > 100);
    belief_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_made)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
