/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a position is worth (Arts 2010, chapter 5), kept up to date move by move.
 *
 * It goes by public things only: how many pieces of each rank either side has left, which of them the enemy
 * knows, how far they have come. An unknown piece counts with what is left to be. */
#ifndef VEDETTE_SEARCH_EVALUATE_H
#define VEDETTE_SEARCH_EVALUATE_H

#include "game/board.h"
#include "search/options.h"

enum { MATERIALS = 256 /* places of the cache */ };

/* What the pieces of both sides are worth while so many of each rank are left. */
struct material {
    uint64_t key;                  /* of the counts */
    bool filled;
    double value[SIDES][RANKS];    /* points for one piece, De Boer's part included */
    double total;                  /* points, red's pieces less blue's */
};

/* A position's judgement: what changes from move to move. */
struct judgement {
    uint8_t left[SIDES][RANKS];    /* pieces on the board, unknown ones included */
    uint8_t shown[SIDES][RANKS];   /* of those, the ones whose rank their enemy knows */
    uint64_t key;                  /* of `left`: equal where all counts are */
    int rows;                      /* that red's pieces have come forward, less blue's */
    double material, shown_loss;   /* points, red's less blue's */
    double total;                  /* all of it together, within the bounds */
};

struct evaluator {
    struct search_options options;
    double win;                    /* points; every judgement is nearer to 0 */
    double limit;                  /* at most so near */
    uint8_t lacking[SIDES][RANKS]; /* what the armies lack of the classic one (worth_counts) */
    struct material cache[MATERIALS];
};

void evaluator_init(struct evaluator *evaluator, const struct search_options *options);

/* The judgement of a side's board (the board of a view) from scratch. `counts` are what remains of both
 * armies by the public record (worth_count). */
void evaluate(struct evaluator *evaluator, const struct board *board, const struct worth_counts *counts,
              struct judgement *judgement);

/* The judgement after the last ply of `board` (made with all ranks of a fight known) from the one before. */
void evaluate_ply(struct evaluator *evaluator, const struct board *board, const struct judgement *before,
                  struct judgement *after);

/* The total, red's less blue's, after a quiet move of one square, without making it. */
double evaluate_step(const struct evaluator *evaluator, const struct judgement *judgement, struct move step);

/* What both armies are worth with these counts; good until the next call. */
const struct material *evaluate_material(struct evaluator *evaluator, const uint8_t left[SIDES][RANKS],
                                         uint64_t key);

/* The key of counts; and what one piece adds to it. */
uint64_t evaluate_key(const uint8_t left[SIDES][RANKS]);
uint64_t evaluate_piece_key(int side, int rank);

/* A judgement for a side. */
static inline double judgement_for(const struct judgement *judgement, enum side side)
{
    return side == RED ? judgement->total : -judgement->total;
}

#endif
