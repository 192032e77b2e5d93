/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first part of a review: the game as each seat saw it. */
#include "analysis/review_parts.h"

#include "analysis/chance.h"
#include "base/memory.h"
#include "game/position.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- material, strength, and the truth --- */

/* Returns the sum of the values at the start of a side's remaining pieces, without the flag. */
static double material_of(const struct worth *start, const struct worth_counts *counts, enum side side)
{
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (rank != FLAG)
            sum += counts->left[side][rank] * start->value[side][rank];
    return sum;
}

/* Returns red's chance to win if both sides knew all ranks: the mean of both views of such a board. */
static double true_chance(const struct review *review, const struct value_model *model,
                          const struct position *position)
{
    double sum = 0, p[SIDES][PIECES_A_SIDE][RANKS] = {{{0}}};
    const struct board *board = &position->board;
    for (int number = 0; number < PIECES; number++)
        if (board->piece[number].rank < RANKS)
            p[piece_side(number)][number % PIECES_A_SIDE][board->piece[number].rank] = 1;
    for (enum side side = RED; side <= BLUE; side++) {
        enum side enemy = side_other(side);
        struct view view = {0};
        view_init(&view, position, side);
        for (int number = side_base(enemy); number < side_base(enemy) + PIECES_A_SIDE; number++) {
            const struct piece *piece = &view.board.piece[number];
            if (piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN)
                board_reveal(&view.board, number, board->piece[number].rank);
        }
        double own = chance_by_beliefs(&view, (value_beliefs *)p[enemy], (value_beliefs *)p[side], model,
                                       review->players);
        sum += side == RED ? own : 1 - own;
        view_free(&view);
    }
    return sum / 2;
}

/* Plays the game and computes material, strength and truth after each move. Stores the moves by which a spy
 * took a marshal. */
static enum status follow_board(struct review *review, const struct review_request *request,
                                const struct value_model *model, struct error *error)
{
    const struct record *record = request->record;
    struct worth_options options;
    struct worth start, now;
    struct position position = {0};
    struct view view = {0};
    worth_options_read(&options, request->settings);
    enum status status = record_replay(record, 0, &position, NULL, error);
    if (status) {
        position_free(&position);
        return status;
    }
    view_init(&view, &position, RED);
    worth_compute(&options, &view, &start);
    for (size_t i = 0; !status; i++) {
        struct event event;
        worth_compute(&options, &view, &now);
        review->state[i] = now.state[RED];
        for (enum side side = RED; side <= BLUE; side++)
            review->material[side][i] = material_of(&start, &now.counts, side);
        if (review->truth[RED]) {
            double end = chance_on_board(&position);
            review->truth[RED][i] = isnan(end) ? true_chance(review, model, &position) : end;
            review->truth[BLUE][i] = 1 - review->truth[RED][i];
        }
        if (i == record->plies)
            break;
        status = position_play(&position, record->moves[i], &event, error);
        if (!status)
            view_apply(&view, &event);
        if (!status && review_is_spied(&event) && review->spied_count < SIDES)
            review->spied[review->spied_count++] = i;
    }
    review->outcome = record_outcome(record, &position);
    view_free(&view);
    position_free(&position);
    return status;
}

/* --- the seats --- */

/* Returns whether all ranks of a side are known. */
static bool knows_all_ranks(const struct record *record, enum side side)
{
    for (int square = 0; square < SQUARES; square++)
        if (record->start.cell[square].side == side && record->start.cell[square].rank == RANK_UNKNOWN)
            return false;
    return true;
}

/* Fills in the account of the walk's next move, which is a move of the walk's own side. */
static void account_move(struct review *review, const struct value_model *model, struct analysis_walk *walk,
                         struct move move, size_t ply)
{
    const struct board *board = &walk->position->board;
    int victim = board->at[move.to];
    int met = victim == NO_PIECE ? RANK_UNKNOWN : board->piece[victim].rank;
    enum side side = walk->analysis->view.side;
    struct move_account *account = &review->account[ply];
    if (victim != NO_PIECE && met == RANK_UNKNOWN) /* a sealed piece that took the attacker or was taken */
        *account = (struct move_account){.before = review->own_chance[side][ply],
                                         .expected = review->own_chance[side][ply],
                                         .after = review->own_chance[side][ply]};
    else
        move_account_make(account, walk->analysis, &walk->cache.planner.observer, move, met,
                          review->own_chance[side][ply], model, review->players);
}

/* Gives its result to the last move of a game, if it decided the game on the board: a flag that was taken, or
 * no move left. A draw by a limit is nothing that the move gave. */
static void account_result(struct review *review, const struct analysis_walk *walk, size_t ply)
{
    double end = chance_on_board(walk->position);
    struct move_account *account = &review->account[ply];
    if (isnan(end) || end == 0.5)
        return;
    account->after = walk->analysis->view.side == RED ? end : 1 - end;
    if (!account->risked)
        account->expected = account->after;
}

/* Follows the game from one seat: its chance at each moment, and the accounts of its moves. */
static enum status follow_seat(struct review *review, const struct review_request *request,
                               const struct value_model *model, enum side side, struct analysis_watch *watch,
                               struct error *error)
{
    const struct record *record = request->record;
    const struct analysis_request walk_request = {
        .record = record, .side = side, .parts = ANALYSIS_BELIEFS, .settings = request->settings,
        .seed = request->seed, .library = request->library, .notation = request->notation};
    struct analysis_watch inner = {.stop = watch ? watch->stop : NULL};
    struct analysis_walk walk = {0};
    review->own_chance[side] = memory_new(record->plies + 1, sizeof *review->own_chance[side]);
    enum status status = analysis_walk_begin(&walk, &walk_request, error);
    for (size_t ply = 0; !status; ply++) {
        status = analysis_walk_analyse(&walk, &inner, error);
        if (status)
            break;
        review->own_chance[side][ply] = chance_of_walk(&walk, model, review->players);
        if (ply == record->plies)
            break;
        if (record_mover(record, ply) == side)
            account_move(review, model, &walk, record->moves[ply].move, ply);
        status = analysis_walk_next(&walk, error);
        if (!status && record_mover(record, ply) == side)
            account_result(review, &walk, ply);
    }
    analysis_walk_end(&walk);
    return status;
}

enum status review_follow(struct review *review, const struct review_request *request,
                          struct analysis_watch *watch, struct error *error)
{
    const struct record *record = request->record;
    const struct variant *variant = variant_at(record->start.variant);
    const struct value_model *model;
    enum status status = library_chosen_value_model(library_for_variant(request->library, variant),
                                                    request->settings, &model, error);
    if (status)
        return status;
    review->players = chance_players(record);
    if (model->variant != record->start.variant)
        review->weights_from = variant_at(model->variant);
    bool knows_all = knows_all_ranks(record, RED) && knows_all_ranks(record, BLUE);
    for (enum side side = RED; side <= BLUE && knows_all; side++)
        review->truth[side] = memory_new(record->plies + 1, sizeof *review->truth[side]);
    status = follow_board(review, request, model, error);
    for (enum side side = RED; side <= BLUE && !status; side++)
        if (knows_all_ranks(record, side))
            status = follow_seat(review, request, model, side, watch, error);
    return status;
}
