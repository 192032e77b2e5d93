/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan.h"

#include <string.h>

/* Replays the history for what it tells of single pieces. */
static void read_history(struct plan_context *context)
{
    const struct board *board = &context->view->board;
    bool moved[PIECES];
    for (int number = 0; number < PIECES; number++)
        moved[number] = board->piece[number].moved;
    for (uint32_t i = board->plies; i-- > board->prior_plies;) /* back to before the first ply */
        moved[board->history[i].mover] = board->history[i].mover_moved;
    for (uint32_t i = board->prior_plies; i < board->plies; i++) {
        const struct ply *ply = &board->history[i];
        struct plan_piece *plan_piece = &context->piece[ply->mover];
        plan_piece->moves++;
        plan_piece->last = i + 1;
        plan_piece->from = ply->move.from;
        if (ply->victim != NO_PIECE && !ply->victim_known && !moved[ply->victim] &&
            ply->battle == BATTLE_WON)
            plan_piece->attacked_blindly = true;
        moved[ply->mover] = true;
    }
    context->quiet = board_quiet(board);
}

static int likeliest(const double p[RANKS])
{
    int best = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (p[rank] > p[best])
            best = rank;
    return best;
}

/* Fills in one piece; `p` is what its enemy may believe of it. */
static void describe(struct plan_context *context, int number, const double p[RANKS])
{
    const struct piece *piece = &context->view->board.piece[number];
    struct plan_piece *plan_piece = &context->piece[number];
    bool own = piece->side == context->me;
    *plan_piece = (struct plan_piece){.rank = piece->rank, .square = piece->square, .from = SQUARE_NONE,
                                      .moved = piece->moved, .known = piece->known};
    memcpy(plan_piece->p, p, sizeof plan_piece->p);
    if (piece->rank != RANK_UNKNOWN && (piece->known || !own)) {
        memset(plan_piece->p, 0, sizeof plan_piece->p);
        plan_piece->p[piece->rank] = 1;
    }
    if (own && piece->rank == RANK_UNKNOWN)
        plan_piece->rank = (uint8_t)likeliest(p);
    for (int rank = 0; rank < RANKS; rank++) {
        double share = own ? rank == plan_piece->rank : plan_piece->p[rank];
        plan_piece->value += share * context->worth->value[piece->side][rank] * context->scale;
        if (!piece->known)
            plan_piece->secret += share * context->worth->secret[piece->side][rank] * context->scale;
        if (rank_moves(rank))
            plan_piece->mobile += share;
    }
}

static void compute_odds(struct plan_context *context, int number)
{
    const struct plan_piece *plan_piece = &context->piece[number];
    for (int own = 0; own < RANKS; own++) {
        struct plan_odds *odds = &context->odds[own][number - context->enemy_first];
        *odds = (struct plan_odds){0};
        for (int rank = 0; rank < RANKS; rank++) {
            if (plan_piece->p[rank] <= 0)
                continue;
            if (rank_moves(own)) {
                enum battle battle = battle_result(own, rank);
                *(battle == BATTLE_WON    ? &odds->wins
                  : battle == BATTLE_LOST ? &odds->loses
                                          : &odds->both) += plan_piece->p[rank];
            }
            if (rank_moves(rank)) {
                enum battle battle = battle_result(rank, own);
                *(battle == BATTLE_WON    ? &odds->falls
                  : battle == BATTLE_LOST ? &odds->withstands
                                          : &odds->both_fall) += plan_piece->p[rank];
            }
        }
    }
}

static void list_moves(struct plan_context *context)
{
    const struct board *board = &context->view->board;
    struct move moves[MOVES_MAX];
    context->count = board_moves(board, moves);
    for (int i = 0; i < context->count; i++) {
        int victim = board->at[moves[i].to];
        context->moves[i] =
            (struct plan_move){.move = moves[i], .piece = board->at[moves[i].from],
                               .victim = (uint8_t)(victim < PIECES ? victim : NO_PIECE)};
    }
}

void plan_context_init(struct plan_context *context, const struct view *view,
                       const struct worth *worth, double scale,
                       const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                       struct rng *rng)
{
    const struct board *board = &view->board;
    enum side me = view->side, enemy = side_other(me);
    context->view = view;
    context->me = me;
    context->enemy = enemy;
    context->own_first = me == RED ? 0 : PIECES_A_SIDE;
    context->enemy_first = PIECES_A_SIDE - context->own_first;
    context->worth = worth;
    context->scale = scale;
    context->notation = NOTATION_DEBOER;
    context->rng = rng;
    context->explanation = NULL;
    context->own = board->of[me];
    context->foe = board->of[enemy];
    context->own_mobile = board_mobile(board, me);
    context->foe_mobile = board_mobile(board, enemy);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        describe(context, context->own_first + i, own_p[i]);
        describe(context, context->enemy_first + i, enemy_p[i]);
        compute_odds(context, context->enemy_first + i);
    }
    read_history(context);
    list_moves(context);
}
