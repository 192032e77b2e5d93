/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The static evaluation of a position (Arts 2010, chapter 5), updated move by move.
 *
 * It uses only public data: how many pieces of each rank each side has left, which of them the enemy knows,
 * and how many rows the pieces have advanced. Unknown pieces count through the remaining ranks. */
#ifndef VEDETTE_SEARCH_EVALUATE_H
#define VEDETTE_SEARCH_EVALUATE_H

#include "game/board.h"
#include "search/options.h"

enum { MATERIALS = 256 /* entries of the cache */ };

/* The values of both sides' pieces for given counts of remaining pieces. */
struct material {
    uint64_t key;                  /* hash key of the counts */
    bool filled;
    double value[SIDES][RANKS];    /* points for one piece, including the part of De Boer's values */
    double total;                  /* points, red minus blue */
};

/* The evaluation of a position, with the data that moves change. */
struct evaluation {
    uint8_t left[SIDES][RANKS];    /* pieces on the board, unknown ones included */
    uint8_t shown[SIDES][RANKS];   /* pieces among `left` whose rank the enemy knows */
    uint64_t key;                  /* hash key of `left`: equal for equal counts */
    int rows;                      /* rows that red's pieces have advanced minus rows of blue's pieces */
    double material, shown_loss;   /* points, red minus blue; shown_loss: loss by known pieces */
    double total;                  /* the evaluation: the sum, limited to the evaluator's `limit`; red minus
                                    * blue */
};

struct evaluator {
    struct search_options options;
    double win;                    /* points of a won game; every evaluation is nearer to 0 */
    double limit;                  /* max absolute value of an evaluation, slightly below `win` */
    uint8_t lacking[SIDES][RANKS]; /* pieces fewer than in the classic army (worth_counts) */
    struct material cache[MATERIALS];
};

/* Prepares an evaluator with an empty cache. */
void evaluator_init(struct evaluator *evaluator, const struct search_options *options);

/* Computes the evaluation of a view's board from scratch. `counts`: the remaining pieces of both armies by
 * the public record (worth_count_pieces). */
void evaluate(struct evaluator *evaluator, const struct board *board, const struct worth_counts *counts,
              struct evaluation *evaluation);

/* Computes the evaluation after the last ply of `board` from the one before it. All ranks of a fight in
 * this ply must be known. */
void evaluate_ply(struct evaluator *evaluator, const struct board *board, const struct evaluation *before,
                  struct evaluation *after);

/* Returns the total (red minus blue) after a quiet move over one square, without making the move. */
double evaluate_step(const struct evaluator *evaluator, const struct evaluation *evaluation,
                     struct move step);

/* Returns the values of both armies for these counts and their key; valid until the next call. */
const struct material *evaluate_material(struct evaluator *evaluator, const uint8_t left[SIDES][RANKS],
                                         uint64_t key);

/* Returns the hash key of the counts: a sum over the pieces. */
uint64_t evaluate_key(const uint8_t left[SIDES][RANKS]);
/* Returns what one piece adds to this key. */
uint64_t evaluate_piece_key(int side, int rank);

/* Returns the evaluation in points for a side. */
static inline double evaluation_for(const struct evaluation *evaluation, enum side side)
{
    return side == RED ? evaluation->total : -evaluation->total;
}

#endif
