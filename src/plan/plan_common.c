/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan_common.h"

#include <math.h>

void plan_distances(const struct plan_context *context, bitboard targets, bitboard wanted,
                    uint8_t moves[SQUARES])
{
    path_distances(targets, (context->own & ~context->own_mobile) | context->foe, wanted, moves);
}

bitboard plan_dangerous_enemies(const struct plan_context *context, int rank, double min)
{
    bitboard feared = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->enemy_first + i, square = context->piece[number].square;
        if (square != SQUARE_NONE && plan_odds(context, rank, number)->falls >= min)
            feared |= bit(square);
    }
    return feared & context->foe_mobile;
}

int plan_highest_rank(const struct plan_context *context, enum side side)
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

/* Returns whether `square` holds the only piece of `mobile`, a side's movable pieces. A side that loses its
 * only one loses the game. */
static bool is_last(bitboard mobile, int square)
{
    return !(mobile & ~bit(square));
}

struct plan_results plan_attack_results(const struct plan_context *context, const struct plan_move *move)
{
    struct plan_results results = {{0}};
    const struct plan_odds *odds = plan_odds(context, context->piece[move->piece].rank, move->victim);
    bool own_last = is_last(context->own_mobile, move->move.from);
    bool foe_last = is_last(context->foe_mobile, move->move.to);
    results.chance[BATTLE_WON] = foe_last ? 0 : fmax(0, odds->wins - context->piece[move->victim].p[FLAG]);
    results.chance[BATTLE_LOST] = own_last ? 0 : odds->loses;
    results.chance[BATTLE_BOTH] = own_last || foe_last ? 0 : odds->both;
    return results;
}

double plan_chance_to_win(const struct plan_context *context, const struct plan_move *move)
{
    if (move->victim == NO_PIECE)
        return 0;
    if (!is_last(context->foe_mobile, move->move.to))
        return context->piece[move->victim].p[FLAG];
    const struct plan_odds *odds = plan_odds(context, context->piece[move->piece].rank, move->victim);
    return odds->wins + (is_last(context->own_mobile, move->move.from) ? 0 : odds->both);
}

double plan_chance_to_lose(const struct plan_context *context, const struct plan_move *move)
{
    if (move->victim == NO_PIECE || !is_last(context->own_mobile, move->move.from))
        return 0;
    const struct plan_odds *odds = plan_odds(context, context->piece[move->piece].rank, move->victim);
    return odds->loses + (is_last(context->foe_mobile, move->move.to) ? 0 : odds->both);
}

bool plan_is_certain(const struct plan_context *context, const struct plan_move *move)
{
    static const double certain = 0.999; /* smaller deviations are rounding errors */
    const struct plan_results results = plan_results(context, move);
    for (int battle = BATTLE_WON; battle <= BATTLE_BOTH; battle++)
        if (results.chance[battle] >= certain)
            return true;
    return false;
}

bool plan_was_approached(const struct plan_context *context, int square)
{
    const struct board *board = &context->view->board;
    if (board->plies <= board->prior_plies)
        return false;
    const struct ply *last = &board->history[board->plies - 1];
    return last->victim == NO_PIECE && square_distance(last->move.to, square) == 1;
}

/* Returns `share` limited to 0 .. 1. */
static double limited(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

double plan_need_for_defense(const struct plan_context *context, double ahead, double obvious)
{
    int flag = plan_own_flag(context);
    double lead = limited((plan_state(context) - 1) / ahead);
    double suspected =
        flag == SQUARE_NONE ? 0
                            : limited(context->piece[plan_at(context, flag)].p[FLAG] / obvious);
    return lead > suspected ? lead : suspected;
}

double plan_mean_value(const struct plan_context *context)
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
