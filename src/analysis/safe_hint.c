/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/safe_hint.h"

#include "game/square.h"

#include <math.h>
#include <string.h>

/* The pieces after a move, by square. */
struct after_move {
    const struct rollout_study *study;
    const struct board *board; /* before the move */
    uint8_t at[SQUARES];
};

/* Returns the rank of a side's piece beside a square if it is known and can move; else RANK_UNKNOWN. */
static int neighbour_rank(const struct after_move *after, int square, int direction, enum side side)
{
    int next = square_next[square][direction];
    int number = next == SQUARE_NONE ? NO_PIECE : after->at[next];
    if (number >= PIECES || piece_side(number) != side || !rank_moves(after->board->piece[number].rank))
        return RANK_UNKNOWN;
    return after->board->piece[number].rank;
}

/* Returns whether a piece of the side, beside a square, beats a rank there. */
static bool beats_there(const struct after_move *after, int square, enum side side, int rank)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int own = neighbour_rank(after, square, direction, side);
        if (own != RANK_UNKNOWN && battle_result(own, rank) == BATTLE_WON)
            return true;
    }
    return false;
}

/* Returns the value of the own piece on a square if a known enemy piece can take it, less the value of that
 * one if it can be taken back; the highest of several, 0 if there is none. */
static double value_en_prise(const struct after_move *after, int square)
{
    const struct rollout_study *study = after->study;
    enum side me = study->me, enemy = side_other(me);
    int rank = after->board->piece[after->at[square]].rank;
    double max = 0;
    for (int direction = 0; direction < DIRECTIONS && rank != RANK_UNKNOWN; direction++) {
        int taker = neighbour_rank(after, square, direction, enemy);
        if (taker == RANK_UNKNOWN || battle_result(taker, rank) != BATTLE_WON)
            continue;
        bool taken_back = beats_there(after, square, me, taker);
        max = fmax(max, study->value[me][rank] - (taken_back ? study->value[enemy][taker] : 0));
    }
    return max;
}

/* Returns what a move loses for certain. */
static double certain_loss(const struct rollout_study *study, const struct board *board, struct move move)
{
    enum side me = study->me, enemy = side_other(me);
    struct after_move after = {.study = study, .board = board};
    int mover = board->at[move.from], victim = board->at[move.to];
    int rank = board->piece[mover].rank, other = victim == NO_PIECE ? RANKS : board->piece[victim].rank;
    double balance = 0, worst = 0;
    /* A piece that attacks an unknown one, and that one, may both be gone: nothing about them is certain. */
    enum battle battle = BATTLE_BOTH;
    if (victim == NO_PIECE)
        battle = BATTLE_WON;
    else if (other != RANK_UNKNOWN && rank != RANK_UNKNOWN)
        battle = battle_result(rank, other);
    memcpy(after.at, board->at, sizeof after.at);
    after.at[move.from] = NO_PIECE;
    if (battle == BATTLE_LOST)
        balance = -study->value[me][rank];
    else
        after.at[move.to] = battle == BATTLE_WON ? (uint8_t)mover : NO_PIECE;
    if (battle == BATTLE_WON && victim != NO_PIECE)
        balance = study->value[enemy][other];
    /* The enemy takes one piece at most. A piece that has neither moved nor been seen may be a bomb to it. */
    for (int square = 0; square < SQUARES; square++) {
        int own = after.at[square];
        if (own < PIECES && piece_side(own) == me &&
            (own == mover || board->piece[own].moved || board->piece[own].known))
            worst = fmax(worst, value_en_prise(&after, square));
    }
    return fmax(0, worst - balance);
}

void safe_hint_losses(const struct rollout_study *study, const struct board *board,
                      double loss[HALVING_ARMS])
{
    for (int i = 0; i < study->count; i++)
        loss[i] = certain_loss(study, board, study->move[i].move);
}

void safe_hint_choose(struct rollout_study *study, const double loss[HALVING_ARMS])
{
    int chosen = study->best;
    for (int i = 0; i < study->count; i++) {
        const struct rollout_account *account = &study->move[i], *so_far = &study->move[chosen];
        bool ahead = account->diff + account->bonus > so_far->diff + so_far->bonus;
        if (i != study->best && study_equals_best(study, i) &&
            (loss[i] < loss[chosen] || (loss[i] == loss[chosen] && chosen != study->best && ahead)))
            chosen = i;
    }
    study_choose(study, chosen);
}
