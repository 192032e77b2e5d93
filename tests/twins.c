/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "twins.h"

#include "boards.h"
#include "cmocka_all.h"

#include <string.h>

/* Plays the first game of the twins; false where it ends early. */
static bool play_one(struct position *position, int plies, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    for (int ply = 0; ply < plies; ply++) {
        int count = board_moves(&position->board, moves);
        struct move_with_ranks entered = {MOVE_NONE, RANK_UNKNOWN, RANK_UNKNOWN};
        if (count == 0)
            return false;
        entered.move = moves[rng_below(rng, (uint32_t)count)];
        if (position_play(position, entered, NULL, NULL) != STATUS_OK)
            return false;
    }
    return position_outcome(position).result == RESULT_OPEN;
}

/* The square a piece started from. */
static int start_square(const struct position *position, int number)
{
    struct board board = {0};
    board_init(&board, &position->start, &position->board.rules);
    int square = board.piece[number].square;
    board_free(&board);
    return square;
}

static bool may_exchange(const struct board *board, int a, int b)
{
    const struct piece *first = &board->piece[a], *second = &board->piece[b];
    bool hidden = !first->known && !second->known && first->square != SQUARE_NONE &&
                  second->square != SQUARE_NONE && first->rank != second->rank;
    bool able = (rank_moves(first->rank) || !second->moved) &&
                (rank_moves(second->rank) || !first->moved);
    return hidden && able;
}

bool twins_make(struct twins *twins, int plies, const struct rules *rules, struct rng *rng)
{
    struct placement start;
    *twins = (struct twins){0};
    placement_random_game(&start, rng);
    assert_int_equal(position_init(&twins->one, &start, rules, NULL), STATUS_OK);
    if (!play_one(&twins->one, plies, rng)) {
        position_free(&twins->one);
        return false;
    }
    struct board *board = &twins->one.board;
    twins->watcher = board->to_move;
    int base = twins->watcher == RED ? PIECES_A_SIDE : 0, tries = 200;
    do {
        twins->first = base + (int)rng_below(rng, PIECES_A_SIDE);
        twins->second = base + (int)rng_below(rng, PIECES_A_SIDE);
    } while (!may_exchange(board, twins->first, twins->second) && --tries);
    if (!tries) {
        position_free(&twins->one);
        return false;
    }
    struct cell *a = &start.cell[start_square(&twins->one, twins->first)];
    struct cell *b = &start.cell[start_square(&twins->one, twins->second)];
    uint8_t kept = a->rank;
    a->rank = b->rank;
    b->rank = kept;
    assert_int_equal(position_init(&twins->two, &start, rules, NULL), STATUS_OK);
    for (uint32_t i = 0; i < board->plies; i++) {
        struct move_with_ranks entered = {board->history[i].move, RANK_UNKNOWN, RANK_UNKNOWN};
        assert_int_equal(position_play(&twins->two, entered, NULL, NULL), STATUS_OK);
    }
    return true;
}

void twins_free(struct twins *twins)
{
    position_free(&twins->one);
    position_free(&twins->two);
}
