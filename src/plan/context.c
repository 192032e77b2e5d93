/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan.h"

#include <string.h>

/* --- history of single pieces --- */

/* Resets the pieces' history to the time before the first ply, with the `moved` flags of that time. */
static void reset_history(struct plan_context *context)
{
    const struct board *board = &context->view->board;
    bool *moved = context->origin.moved;
    for (int number = 0; number < PIECES; number++) {
        struct plan_piece *plan_piece = &context->piece[number];
        plan_piece->moves = plan_piece->last_ply = 0;
        plan_piece->last_from = SQUARE_NONE;
        plan_piece->attacked_blindly = false;
        moved[number] = board->piece[number].moved;
    }
    for (uint32_t i = board->plies; i-- > board->prior_plies;)
        moved[board->history[i].mover] = board->history[i].mover_moved;
    context->origin.plies_read = board->prior_plies;
}

/* Brings the pieces' history up to date: reads the new plies. If the view does not continue the last one,
 * reads all plies. */
static void read_history(struct plan_context *context)
{
    const struct board *board = &context->view->board;
    struct plan_context_origin *origin = &context->origin;
    /* Whether the view continues the history that was read last. */
    bool continues = origin->plies_read > board->prior_plies && origin->plies_read <= board->plies &&
                   board->history[origin->plies_read - 1].piece_key == origin->piece_key;
    if (!continues)
        reset_history(context);
    for (uint32_t i = origin->plies_read; i < board->plies; i++) {
        const struct ply *ply = &board->history[i];
        struct plan_piece *plan_piece = &context->piece[ply->mover];
        plan_piece->moves++;
        plan_piece->last_ply = i + 1;
        plan_piece->last_from = ply->move.from;
        /* It took an unknown piece that had not moved: such a piece may be a bomb. */
        if (ply->victim != NO_PIECE && !ply->victim_known && !origin->moved[ply->victim] &&
            ply->battle == BATTLE_WON)
            plan_piece->attacked_blindly = true;
        origin->moved[ply->mover] = true;
    }
    origin->plies_read = board->plies;
    origin->piece_key = board->plies ? board->history[board->plies - 1].piece_key : 0;
    context->quiet = board_quiet(board);
}

/* --- values of pieces, results of battles --- */

/* Returns the most probable rank. */
static int likeliest(const double p[RANKS])
{
    int best = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (p[rank] > p[best])
            best = rank;
    return best;
}

/* Computes the expected value, secret and mobility of an enemy piece over its possible ranks. */
static void expect_worth(const struct plan_context *context, const struct piece *piece,
                         struct plan_piece *plan_piece)
{
    const double *value = context->worth->value[piece->side], *secret = context->worth->secret[piece->side];
    plan_piece->value = plan_piece->secret = plan_piece->mobile = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        double share = plan_piece->p[rank];
        plan_piece->value += share * value[rank] * context->scale;
        if (!piece->known)
            plan_piece->secret += share * secret[rank] * context->scale;
        if (rank_moves(rank))
            plan_piece->mobile += share;
    }
}

/* Fills in the fields of one piece that do not come from the history. `p` is what its enemy may believe about
 * it. `same`: values and scale have not changed since the last time, so a piece with unchanged rank and
 * belief keeps its value. Returns whether the probabilities of its ranks changed. */
static bool fill_piece(struct plan_context *context, int number, const double p[RANKS], bool same)
{
    static const double certain[RANKS][RANKS] = {
        [FLAG][FLAG] = 1, [BOMB][BOMB] = 1, [SPY][SPY] = 1, [SCOUT][SCOUT] = 1,
        [MINER][MINER] = 1, [SERGEANT][SERGEANT] = 1, [LIEUTENANT][LIEUTENANT] = 1,
        [CAPTAIN][CAPTAIN] = 1, [MAJOR][MAJOR] = 1, [COLONEL][COLONEL] = 1,
        [GENERAL][GENERAL] = 1, [MARSHAL][MARSHAL] = 1,
    };
    const struct piece *piece = &context->view->board.piece[number];
    struct plan_piece *plan_piece = &context->piece[number];
    bool own = piece->side == context->me;
    /* A rank that both sides know is certain; of other own pieces the enemy has only a belief. */
    bool is_certain = piece->rank != RANK_UNKNOWN && (piece->known || !own);
    const double *probabilities = is_certain ? certain[piece->rank] : p;
    int rank = own && piece->rank == RANK_UNKNOWN ? likeliest(p) : piece->rank;
    bool still_known = piece->known && plan_piece->known && plan_piece->rank == rank; /* p is certain[rank] */
    bool changed = !still_known && memcmp(plan_piece->p, probabilities, sizeof plan_piece->p) != 0;
    same = same && !changed && plan_piece->known == piece->known && plan_piece->rank == rank;
    plan_piece->rank = (uint8_t)rank;
    plan_piece->square = piece->square;
    plan_piece->moved = piece->moved;
    plan_piece->known = piece->known;
    if (changed)
        memcpy(plan_piece->p, probabilities, sizeof plan_piece->p);
    if (!same && rank != RANK_UNKNOWN) { /* a rank that this side knows, or takes for known */
        plan_piece->value = context->worth->value[piece->side][rank] * context->scale;
        plan_piece->secret = piece->known ? 0 : context->worth->secret[piece->side][rank] * context->scale;
        plan_piece->mobile = rank_moves(rank);
    } else if (!same) {
        expect_worth(context, piece, plan_piece);
    }
    return changed;
}

/* Returns `sum` plus the probabilities p[from .. to]. The order of the additions is part of the result:
 * rounding must not change. */
static double sum_up(double sum, const double p[RANKS], int from, int to)
{
    for (int rank = from; rank <= to; rank++)
        sum += p[rank];
    return sum;
}

/* Computes the odds of each own rank against an enemy piece: sums the probabilities of its ranks by battle
 * result (battle_table). For an own rank all lower ranks are beaten and all higher ones win; spy, miner,
 * marshal, flag and bomb are exceptions and are corrected at the end. */
static void compute_odds(struct plan_context *context, int number)
{
    const double *p = context->piece[number].p;
    int row = number - context->enemy_first;
    double wins = p[FLAG], withstands = 0; /* sums over the ranks below `own`; every rank takes the flag */
    for (int own = SPY; own < RANKS; own++) {
        context->odds[own][row] = (struct plan_odds){
            .wins = wins, .loses = sum_up(p[BOMB], p, own + 1, MARSHAL), .both = p[own],
            .withstands = withstands, .falls = sum_up(0, p, own + 1, MARSHAL), .both_fall = p[own],
        };
        wins += p[own];
        withstands += p[own];
    }
    struct plan_odds *miner = &context->odds[MINER][row], *spy = &context->odds[SPY][row];
    miner->wins = sum_up(p[FLAG], p, BOMB, MINER - 1);
    miner->loses = miner->falls;
    spy->wins = p[FLAG] + p[MARSHAL];
    spy->loses = sum_up(p[BOMB], p, SPY + 1, GENERAL);
    context->odds[MARSHAL][row].falls = p[SPY];
    context->odds[MARSHAL][row].withstands = sum_up(0, p, SPY + 1, GENERAL);
    context->odds[FLAG][row] = (struct plan_odds){.falls = sum_up(0, p, SPY, MARSHAL)};
    context->odds[BOMB][row] = (struct plan_odds){
        .falls = p[MINER],
        .withstands = sum_up(sum_up(0, p, SPY, MINER - 1), p, MINER + 1, MARSHAL),
    };
}

/* Computes which own ranks stop an enemy piece. `feared` are the ranks that it does not attack, because the
 * attack would rather fail; `guards` are those that rather win an attack on it. Its odds and its `mobile`
 * must be up to date. */
static void find_stoppers(struct plan_context *context, int number)
{
    int row = number - context->enemy_first;
    struct plan_stoppers *stoppers = &context->stoppers[row];
    *stoppers = (struct plan_stoppers){0};
    for (int rank = 0; rank < RANKS; rank++) {
        const struct plan_odds *odds = &context->odds[rank][row];
        if (odds->falls + odds->both_fall < 0.5 * context->piece[number].mobile)
            stoppers->feared |= (uint16_t)(1u << rank);
        if (rank_moves(rank) && odds->wins > 0.5)
            stoppers->guards |= (uint16_t)(1u << rank);
    }
}

/* --- the board --- */

/* Lists the legal moves and the squares they leave and reach. */
static void list_moves(struct plan_context *context)
{
    const struct board *board = &context->view->board;
    struct move moves[MOVES_MAX];
    context->count = board_moves(board, moves);
    memset(context->own_reach, 0, sizeof context->own_reach);
    context->sources = context->targets = 0;
    for (int i = 0; i < context->count; i++) {
        int victim = board->at[moves[i].to];
        context->moves[i] =
            (struct plan_move){.move = moves[i], .piece = board->at[moves[i].from],
                               .victim = (uint8_t)(victim < PIECES ? victim : NO_PIECE)};
        context->own_reach[context->moves[i].piece - context->own_first] |= bit(moves[i].to);
        context->sources |= bit(moves[i].from);
        context->targets |= bit(moves[i].to);
    }
}

/* Fills the sets of pieces by rank, secrecy and mobility. */
static void sort_pieces(struct plan_context *context)
{
    memset(context->own_rank, 0, sizeof context->own_rank);
    context->own_hidden = 0;
    context->foe_movers = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *own = &context->piece[context->own_first + i];
        const struct plan_piece *foe = &context->piece[context->enemy_first + i];
        if (own->square != SQUARE_NONE) {
            context->own_rank[own->rank] |= bit(own->square);
            if (!own->moved && !own->known)
                context->own_hidden |= bit(own->square);
        }
        if (foe->square != SQUARE_NONE && foe->mobile > 0)
            context->foe_movers |= UINT64_C(1) << i;
    }
}

/* Fills all fields that do not depend on beliefs or on the history. */
static void fill_in(struct plan_context *context, const struct view *view, const struct worth *worth,
                    double scale, struct rng *rng)
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
    context->own = board->occupied[me];
    context->foe = board->occupied[enemy];
    context->own_mobile = board_mobile(board, me);
    context->foe_mobile = board_mobile(board, enemy);
}

/* Computes the whole context. `anew`: uses nothing of its last contents. */
static void compute_context(struct plan_context *context, const struct view *view, const struct worth *worth,
                            double scale, const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                            struct rng *rng, bool anew)
{
    if (anew) {
        memset(&context->origin, 0, sizeof context->origin);
        memset(context->piece, 0, sizeof context->piece);
    }
    /* Whether all values are the same as the last time. */
    struct plan_context_origin *origin = &context->origin;
    bool same = !anew && origin->scale == scale &&
                !memcmp(origin->value, worth->value, sizeof origin->value) &&
                !memcmp(origin->secret, worth->secret, sizeof origin->secret);
    origin->scale = scale;
    memcpy(origin->value, worth->value, sizeof origin->value);
    memcpy(origin->secret, worth->secret, sizeof origin->secret);
    fill_in(context, view, worth, scale, rng);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        fill_piece(context, context->own_first + i, own_p[i], same);
        if (fill_piece(context, context->enemy_first + i, enemy_p[i], same) || anew) {
            compute_odds(context, context->enemy_first + i);
            find_stoppers(context, context->enemy_first + i);
        }
    }
    read_history(context);
    sort_pieces(context);
    list_moves(context);
    flag_way_init(&context->flag_way, context); /* last: it reads all other fields */
}

void plan_context_init(struct plan_context *context, const struct view *view, const struct worth *worth,
                       double scale, const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                       struct rng *rng)
{
    compute_context(context, view, worth, scale, enemy_p, own_p, rng, true);
}

void plan_context_update(struct plan_context *context, const struct view *view, const struct worth *worth,
                         double scale, const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                         struct rng *rng)
{
    bool anew = context->view == NULL || context->me != view->side;
    compute_context(context, view, worth, scale, enemy_p, own_p, rng, anew);
}
