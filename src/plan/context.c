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
    for (uint32_t i = board->plies; i-- > board->recalled;) /* back to before the first ply */
        moved[board->history[i].mover] = board->history[i].mover_moved;
    for (uint32_t i = board->recalled; i < board->plies; i++) {
        const struct ply *ply = &board->history[i];
        struct plan_man *man = &context->man[ply->mover];
        man->moves++;
        man->last = i + 1;
        man->from = ply->move.from;
        if (ply->victim != NO_PIECE && !ply->victim_known && !moved[ply->victim] &&
            ply->battle == BATTLE_WON)
            man->lotto = true;
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
    struct plan_man *man = &context->man[number];
    bool own = piece->side == context->me;
    *man = (struct plan_man){.rank = piece->rank, .square = piece->square, .from = SQUARE_NONE,
                             .moved = piece->moved, .known = piece->known};
    memcpy(man->p, p, sizeof man->p);
    if (piece->rank != RANK_UNKNOWN && (piece->known || !own)) {
        memset(man->p, 0, sizeof man->p);
        man->p[piece->rank] = 1;
    }
    if (own && piece->rank == RANK_UNKNOWN)
        man->rank = (uint8_t)likeliest(p);
    for (int rank = 0; rank < RANKS; rank++) {
        double share = own ? rank == man->rank : man->p[rank];
        man->value += share * context->worth->value[piece->side][rank] * context->scale;
        if (!piece->known)
            man->secret += share * context->worth->information[piece->side][rank] * context->scale;
        if (rank_moves(rank))
            man->mobile += share;
    }
}

static void reckon_odds(struct plan_context *context, int number)
{
    const struct plan_man *man = &context->man[number];
    for (int own = 0; own < RANKS; own++) {
        struct plan_odds *odds = &context->odds[own][number - context->enemy_first];
        *odds = (struct plan_odds){0};
        for (int rank = 0; rank < RANKS; rank++) {
            if (man->p[rank] <= 0)
                continue;
            if (rank_moves(own)) {
                enum battle battle = battle_result(own, rank);
                *(battle == BATTLE_WON    ? &odds->wins
                  : battle == BATTLE_LOST ? &odds->loses
                                          : &odds->both) += man->p[rank];
            }
            if (rank_moves(rank)) {
                enum battle battle = battle_result(rank, own);
                *(battle == BATTLE_WON    ? &odds->falls
                  : battle == BATTLE_LOST ? &odds->withstands
                                          : &odds->both_fall) += man->p[rank];
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
    context->rng = rng;
    context->told = NULL;
    context->own = board->of[me];
    context->foe = board->of[enemy];
    context->own_mobile = board->mobile[me];
    context->foe_mobile = board->mobile[enemy];
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        describe(context, context->own_first + i, own_p[i]);
        describe(context, context->enemy_first + i, enemy_p[i]);
        reckon_odds(context, context->enemy_first + i);
    }
    read_history(context);
    list_moves(context);
}
