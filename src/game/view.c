/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/view.h"

#include "game/position.h"

#include <string.h>

/* Makes `seen` the placement as `side` knows it: without the ranks of the enemy's pieces that are not
 * known. */
static void hide_ranks(const struct placement *truth, enum side side, struct placement *seen)
{
    *seen = *truth;
    for (int square = 0; square < SQUARES; square++) {
        struct cell *cell = &seen->cell[square];
        if (cell->side == side_other(side) && !cell->known)
            cell->rank = RANK_UNKNOWN;
    }
}

/* Counts by rank the enemy's pieces that are unknown to the other side. These counts are public: they are
 * the army minus the pieces seen. */
static void count_unknown(const struct placement *truth, enum side enemy, uint8_t unknown_count[RANKS])
{
    bool has_unknown = false;
    uint8_t hidden_count[RANKS] = {0};
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &truth->cell[square];
        if (cell->side != enemy || cell->known)
            continue;
        if (cell->rank == RANK_UNKNOWN)
            has_unknown = true;
        else
            hidden_count[cell->rank]++;
    }
    if (has_unknown) { /* neither side's data has their ranks: count what the variant's table leaves */
        struct placement seen;
        hide_ranks(truth, side_other(enemy), &seen);
        placement_unknown(&seen, enemy, unknown_count);
    } else {
        memcpy(unknown_count, hidden_count, RANKS);
    }
}

void view_init(struct view *view, const struct position *position, enum side side)
{
    struct placement seen;
    uint8_t unknown_count[RANKS];
    const struct board *truth = &position->board;
    hide_ranks(&position->start, side, &seen);
    count_unknown(&position->start, side_other(side), unknown_count);
    view->side = side;
    board_init_unknown(&view->board, &seen, &truth->rules, side_other(side), unknown_count);
    if (position->prior_count)
        board_set_prior_plies(&view->board, position->prior, position->prior_count, NULL);
    for (uint32_t i = truth->prior_plies; i < truth->plies; i++) {
        struct event event = board_event(truth, i);
        view_apply(view, &event);
    }
}

void view_copy(struct view *to, const struct view *from)
{
    to->side = from->side;
    board_copy(&to->board, &from->board);
}

void view_free(struct view *view)
{
    board_free(&view->board);
}

void view_of_world(struct view *view, const struct board *world, enum side side)
{
    struct board *board = &view->board;
    uint64_t hidden = 0;
    view->side = side;
    board_copy(board, world);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct piece *piece = &board->piece[(int)side_other(side) * PIECES_A_SIDE + i];
        if (piece->square != SQUARE_NONE && !piece->known)
            hidden |= UINT64_C(1) << i;
    }
    /* Ranks that board_make_as revealed stay revealed in this world, so unmaking their moves must not hide
     * them. The keys in the plies depend on the hidden ranks. */
    for (uint32_t i = 0; i < board->plies; i++) {
        board->history[i].revealed = 0;
        board->history[i].key = 0;
    }
    board_hide_all(board, side_other(side), hidden);
}

/* Sets the rank of the piece on `square`, if there is an unknown piece and the rank is known. */
static void reveal_if_unknown(struct board *board, int square, int rank)
{
    int number = board->at[square];
    if (number < PIECES && rank < RANKS && board->piece[number].rank == RANK_UNKNOWN)
        board_reveal(board, number, rank);
}

void view_apply(struct view *view, const struct event *event)
{
    reveal_if_unknown(&view->board, event->move.from, event->attacker);
    reveal_if_unknown(&view->board, event->move.to, event->defender);
    board_make(&view->board, event->move);
}
