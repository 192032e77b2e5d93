/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan_common.h"

void plan_distances(const struct plan_context *context, bitboard targets, bitboard asked,
                    uint8_t moves[SQUARES])
{
    path_distances(targets, (context->own & ~context->own_mobile) | context->foe, asked, moves);
}

bitboard plan_feared(const struct plan_context *context, int rank, double least)
{
    bitboard feared = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->enemy_first + i, square = context->piece[number].square;
        if (square != SQUARE_NONE && plan_odds(context, rank, number)->falls >= least)
            feared |= bit(square);
    }
    return feared & context->foe_mobile;
}

int plan_highest(const struct plan_context *context, enum side side)
{
    for (int rank = MARSHAL; rank > BOMB; rank--)
        if (context->worth->counts.left[side][rank])
            return rank;
    return BOMB;
}

int plan_own_flag(const struct plan_context *context)
{
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (context->piece[context->own_first + i].rank == FLAG)
            return context->piece[context->own_first + i].square;
    return SQUARE_NONE;
}

bool plan_touched(const struct plan_context *context, int square)
{
    const struct board *board = &context->view->board;
    if (board->plies <= board->prior_plies)
        return false;
    const struct ply *last = &board->history[board->plies - 1];
    return last->victim == NO_PIECE && square_distance(last->move.to, square) == 1;
}

static double limited(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

double plan_stake(const struct plan_context *context, double ahead, double obvious)
{
    int flag = plan_own_flag(context);
    double lead = limited((plan_state(context) - 1) / ahead);
    double suspected =
        flag == SQUARE_NONE ? 0
                            : limited(context->piece[plan_at(context, flag)].p[FLAG] / obvious);
    return lead > suspected ? lead : suspected;
}

double plan_mean(const struct plan_context *context)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->own_first + i];
        if (piece->square == SQUARE_NONE || !rank_moves(piece->rank))
            continue;
        sum += piece->value;
        count++;
    }
    return count ? sum / count : 0;
}
