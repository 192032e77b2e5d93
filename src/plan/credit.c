/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/credit.h"

#include <string.h>

/* The board as it was, as far as credit_count asks. */
struct earlier {
    uint8_t at[SQUARES];
    bool moved[PIECES], known[PIECES];
};

static void start(struct earlier *earlier, const struct board *board)
{
    memcpy(earlier->at, board->at, sizeof earlier->at);
    for (int number = 0; number < PIECES; number++) {
        earlier->moved[number] = board->piece[number].moved;
        earlier->known[number] = board->piece[number].known;
    }
}

static void take_back(struct earlier *earlier, const struct ply *ply)
{
    earlier->at[ply->move.to] = ply->victim;
    earlier->at[ply->move.from] = ply->mover;
    earlier->moved[ply->mover] = ply->mover_moved;
    earlier->known[ply->mover] = ply->mover_known;
    if (ply->victim != NO_PIECE)
        earlier->known[ply->victim] = ply->victim_known;
}

/* What the enemy made of the unknown piece on `square` in the ply `answer`, before which the board is as
 * `earlier` has it. `by`: only his piece of that number asks (NO_PIECE: each of them). */
static void ask(const struct board *board, const struct earlier *earlier, const struct ply *answer,
                int square, int by, struct credit *credit)
{
    int number = earlier->at[square];
    bool beside = false;
    if (number >= PIECES || earlier->known[number] || !earlier->moved[number])
        return;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int next = square_next[square][direction];
        int foe = next == SQUARE_NONE ? NO_PIECE : earlier->at[next];
        beside = beside || (foe < PIECES && (by == NO_PIECE || foe == by) && earlier->known[foe] &&
                            board->piece[foe].side != board->piece[number].side &&
                            rank_moves(board->piece[foe].rank));
    }
    if (beside && answer->victim == number)
        credit->taken += earlier->known[answer->mover];
    else if (beside && answer->victim == NO_PIECE) /* else he had something else to take */
        credit->left++;
}

/* Both ways to come together before the enemy's ply number `i`: this side's step, and his own one before. */
static void ask_both(const struct board *board, const struct earlier *earlier, enum side side, uint32_t i,
                     struct credit *credit)
{
    const struct ply *answer = &board->history[i], *step = answer - 1;
    if (step->victim == NO_PIECE)
        ask(board, earlier, answer, step->move.to, NO_PIECE, credit);
    if (i == board->prior_plies + 1 || step[-1].victim != NO_PIECE)
        return;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int square = square_next[step[-1].move.to][direction];
        int number = square == SQUARE_NONE ? NO_PIECE : earlier->at[square];
        if (number < PIECES && number != step->mover && board->piece[number].side == (uint8_t)side)
            ask(board, earlier, answer, square, step[-1].mover, credit);
    }
}

void credit_count(const struct board *board, enum side side, uint32_t from, struct credit *credit)
{
    struct earlier earlier;
    uint32_t least = board->prior_plies > from ? board->prior_plies : from;
    start(&earlier, board);
    for (uint32_t i = board->plies; i-- > least;) {
        const struct ply *answer = &board->history[i];
        take_back(&earlier, answer);
        if (i > board->prior_plies && board->piece[answer->mover].side != (uint8_t)side)
            ask_both(board, &earlier, side, i, credit);
    }
}

double credit_of(const struct credit *credit, double prior, double occasions)
{
    double left = credit->left + 0.5 * prior * occasions;
    double share = left / (credit->left + credit->taken + occasions);
    return share < 0.5 ? 2 * share : 1;
}
