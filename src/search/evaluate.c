/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/evaluate.h"

#include "base/rng.h"

#include <string.h>

/* Evaluations are limited to this share of a won game's points. */
static const double limit_share = 0.999;

void evaluator_init(struct evaluator *evaluator, const struct search_options *options)
{
    memset(evaluator, 0, sizeof *evaluator);
    evaluator->options = *options;
    evaluator->win = options->value[FLAG];
    evaluator->limit = limit_share * evaluator->win;
}

uint64_t evaluate_piece_key(int side, int rank)
{
    uint64_t counter = (uint64_t)(side * RANKS + rank + 1) << 32;
    return rng_mix(&counter) | 1; /* odd, so that its multiples in evaluate_key all differ */
}

uint64_t evaluate_key(const uint8_t left[SIDES][RANKS])
{
    uint64_t key = 0;
    for (int side = RED; side <= BLUE; side++)
        for (int rank = FLAG; rank < RANKS; rank++)
            key += left[side][rank] * evaluate_piece_key(side, rank);
    return key;
}

/* Returns the factor of the features that multiply a rank's value (Arts 2010, 5.4: first, second, fourth,
 * sixth). */
static double feature_factor(const struct evaluator *evaluator, const uint8_t left[SIDES][RANKS], int side,
                             int rank)
{
    const struct search_options *options = &evaluator->options;
    int other = 1 - side;
    double factor = 1;
    if (rank == MARSHAL && left[other][SPY] && options->hunted != 0)
        factor *= options->hunted_factor;
    if (rank == MARSHAL && left[other][SPY] && options->hunted_half != 0)
        factor *= options->hunted_half_factor;
    if (rank == MINER && options->scarce != 0) {
        double miners = worth_as_of_forty(left[side][MINER], rank_table[MINER].count,
                                          evaluator->lacking[side][MINER]);
        factor *= miners < 3 ? 4 - miners : 1;
    }
    if (left[side][rank] > left[other][rank] && options->more != 0)
        factor *= options->more_factor;
    return factor;
}

/* Computes the values of one piece of each rank for these counts, and the material total. */
static void fill_material(const struct evaluator *evaluator, const uint8_t left[SIDES][RANKS],
                          struct material *material)
{
    const struct search_options *options = &evaluator->options;
    for (int side = RED; side <= BLUE; side++)
        for (int rank = BOMB; rank < RANKS; rank++)
            material->value[side][rank] = options->value[rank] * feature_factor(evaluator, left, side, rank);
    if (options->bomb_half != 0) {
        /* Third feature: half the enemy's highest piece (Arts 2010, 5.1 says whose: "the strongest
         * piece of the opponent"). */
        double highest[SIDES] = {0};
        for (int side = RED; side <= BLUE; side++)
            for (int rank = SPY; rank < RANKS; rank++)
                if (left[side][rank] && material->value[side][rank] > highest[side])
                    highest[side] = material->value[side][rank];
        for (int side = RED; side <= BLUE; side++)
            material->value[side][BOMB] = highest[1 - side] / 2;
    }
    /* De Boer's values, with the weight that the option `worth` has. */
    if (options->worth_weight > 0) {
        struct worth_counts counts;
        struct worth worth;
        memcpy(counts.left, left, sizeof counts.left);
        memcpy(counts.lacking, evaluator->lacking, sizeof counts.lacking);
        worth_of_counts(&options->worth, &counts, &worth);
        for (int side = RED; side <= BLUE; side++)
            for (int rank = BOMB; rank < RANKS; rank++)
                material->value[side][rank] += options->worth_weight * worth.value[side][rank];
    }
    material->total = 0;
    for (int rank = BOMB; rank < RANKS; rank++)
        material->total += left[RED][rank] * material->value[RED][rank] -
                           left[BLUE][rank] * material->value[BLUE][rank];
}

const struct material *evaluate_material(struct evaluator *evaluator, const uint8_t left[SIDES][RANKS],
                                         uint64_t key)
{
    /* High bits, because in a sum they depend on all lower ones. */
    struct material *material = &evaluator->cache[(key >> 40) % MATERIALS];
    if (!material->filled || material->key != key) {
        fill_material(evaluator, left, material);
        material->key = key;
        material->filled = true;
    }
    return material;
}

/* Returns the points that known pieces lose (fifth feature), red minus blue. */
static double shown_loss(const struct evaluator *evaluator, const struct material *material,
                         const uint8_t shown[SIDES][RANKS])
{
    double loss = 0;
    if (evaluator->options.shown == 0)
        return 0;
    for (int rank = BOMB; rank < RANKS; rank++)
        loss += shown[RED][rank] * material->value[RED][rank] -
                shown[BLUE][rank] * material->value[BLUE][rank];
    return loss * evaluator->options.shown_share;
}

/* Recomputes material and shown_loss from the counts. */
static void update_material(struct evaluator *evaluator, struct evaluation *evaluation)
{
    const uint8_t(*left)[RANKS] = (const uint8_t(*)[RANKS])evaluation->left;
    const struct material *material = evaluate_material(evaluator, left, evaluation->key);
    evaluation->material = material->total;
    evaluation->shown_loss =
        shown_loss(evaluator, material, (const uint8_t(*)[RANKS])evaluation->shown);
}

/* Returns the total that the evaluation would have if the pieces had advanced by `rows` rows. Other data
 * stays as it is. */
static inline double total_for_rows(const struct evaluator *evaluator, const struct evaluation *evaluation,
                                    int rows)
{
    double total = evaluation->material - evaluation->shown_loss + evaluator->options.advance * rows;
    if (total > evaluator->limit)
        total = evaluator->limit;
    if (total < -evaluator->limit)
        total = -evaluator->limit;
    return total;
}

/* Sets `total` from the other fields, which must be up to date. */
static inline void update_total(const struct evaluator *evaluator, struct evaluation *evaluation)
{
    evaluation->total = total_for_rows(evaluator, evaluation, evaluation->rows);
}

double evaluate_step(const struct evaluator *evaluator, const struct evaluation *evaluation, struct move step)
{
    return total_for_rows(evaluator, evaluation,
                          evaluation->rows + square_row(step.to) - square_row(step.from));
}

/* Returns the rows advanced from the side's own edge: positive for red (0 .. 9), negative for blue (0 ..
 * -9). */
static inline int rows_forward(int side, int square)
{
    return side == RED ? square_row(square) : square_row(square) - (ROWS - 1);
}

void evaluate(struct evaluator *evaluator, const struct board *board, const struct worth_counts *counts,
              struct evaluation *evaluation)
{
    memset(evaluation, 0, sizeof *evaluation);
    memcpy(evaluation->left, counts->left, sizeof evaluation->left);
    /* The cached values hold for these numbers at the start only. */
    if (memcmp(evaluator->lacking, counts->lacking, sizeof evaluator->lacking) != 0) {
        memset(evaluator->cache, 0, sizeof evaluator->cache);
        memcpy(evaluator->lacking, counts->lacking, sizeof evaluator->lacking);
    }
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square == SQUARE_NONE)
            continue;
        evaluation->rows += rows_forward(piece->side, piece->square);
        if (piece->known && piece->rank != RANK_UNKNOWN)
            evaluation->shown[piece->side][piece->rank]++;
    }
    evaluation->key = evaluate_key((const uint8_t(*)[RANKS])evaluation->left);
    update_material(evaluator, evaluation);
    update_total(evaluator, evaluation);
}

/* Removes a captured piece from the counts; `square` is where it stood. */
static void remove_piece(const struct piece *piece, bool was_known, int square, struct evaluation *evaluation)
{
    /* Estimated counts (worth_count_unknown) may lack the rank that the search assumes. */
    if (evaluation->left[piece->side][piece->rank]) {
        evaluation->left[piece->side][piece->rank]--;
        evaluation->key -= evaluate_piece_key(piece->side, piece->rank);
    }
    if (was_known)
        evaluation->shown[piece->side][piece->rank]--;
    evaluation->rows -= rows_forward(piece->side, square);
}

void evaluate_ply(struct evaluator *evaluator, const struct board *board, const struct evaluation *before,
                  struct evaluation *after)
{
    const struct ply *ply = &board->history[board->plies - 1];
    const struct piece *mover = &board->piece[ply->mover];
    *after = *before;
    bool recount = false; /* pieces were captured or revealed, so material and shown_loss change */
    if (mover->square == SQUARE_NONE)
        remove_piece(mover, ply->mover_known, ply->move.from, after);
    else
        after->rows += square_row(mover->square) - square_row(ply->move.from);
    if (mover->square != SQUARE_NONE && mover->known && !ply->mover_known) {
        after->shown[mover->side][mover->rank]++;
        recount = true;
    }
    if (ply->victim != NO_PIECE) {
        const struct piece *victim = &board->piece[ply->victim];
        if (victim->square == SQUARE_NONE)
            remove_piece(victim, ply->victim_known, ply->move.to, after);
        else if (!ply->victim_known)
            after->shown[victim->side][victim->rank]++;
        recount = true;
    }
    if (recount)
        update_material(evaluator, after);
    update_total(evaluator, after);
}
