/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing a whole assignment of ranks that follows the beliefs.
 *
 * The pieces are dealt one by one, those of which most is known first: a rank is drawn with a weight
 * p * left / due, where `left` pieces of it are still to be dealt and the pieces not yet served expect `due`
 * of them. That keeps the counts, but the later pieces come out a little off; so pairs then exchange their
 * ranks by Metropolis' rule, which has the product of the odds as its stationary law.
 *
 * Of a law in proportion to a product of weights w the share of a rank on a piece is not w but sharper: for
 * two pieces and two ranks weights of 0.9 and 0.1 give 0.99. Weights p (1 - p)^g go from the normal form
 * (g = 0) to Bethe's approximation of such laws (g = 1; Chertkov and Yedidia 2013, "Approximating the
 * permanent with fractional belief propagation"), which is exact where what a piece would be instead, and who
 * would have its rank instead, are spread wide. g = 1/2 is exact for two pieces. So g goes from 1 to 1/2 as
 * both alternatives concentrate (belief.c, put_row); of a rank with several pieces each has its part of p. */
#include "belief/belief.h"

#include <math.h>
#include <string.h>

enum { EXCHANGES = 10, EXCHANGES_LEAST = 150 }; /* for each open piece; in all */

/* Classes of pieces by the probability of their likeliest rank. */
enum { CLASSES = 32 };

struct deal {
    int rows, open;                      /* of all; of pieces, the others are spare */
    uint8_t row[PIECES_A_SIDE];          /* the open ones, in the order of dealing */
    uint8_t rank[PIECES_A_SIDE];         /* of row[i]; RANK_UNKNOWN: not yet */
    const double *p[PIECES_A_SIDE];
    const float *odds[PIECES_A_SIDE];
    uint16_t mask[PIECES_A_SIDE];
    int left[RANKS];
};

/* The class of a piece: 0 for one that is as good as known. */
static uint8_t class_of(const double p[RANKS])
{
    double most = 0;
    for (int rank = 0; rank < RANKS; rank++)
        most = p[rank] > most ? p[rank] : most;
    return (uint8_t)((1 - fmin(most, 1)) * (CLASSES - 1));
}

/* Opens the deal: the surest piece first, since what is drawn for the first follows its p, and what is drawn
 * for the last is what the others leave; in order of number among those of a class. */
static void open_deal(struct deal *deal, const struct belief *belief)
{
    uint8_t at[CLASSES + 1] = {0}, class[PIECES_A_SIDE];
    int base = side_base(belief->side);
    deal->rows = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        class[row] = CLASSES;
        if (!belief_is_open(belief, base + row))
            continue;
        class[row] = class_of(belief->p[row]);
        at[class[row] + 1]++;
        deal->rows++;
    }
    for (int i = 1; i < CLASSES; i++)
        at[i] = (uint8_t)(at[i] + at[i - 1]);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (class[row] == CLASSES)
            continue;
        int i = at[class[row]]++;
        deal->row[i] = (uint8_t)row;
        deal->rank[i] = RANK_UNKNOWN;
        deal->p[i] = belief->p[row];
        deal->odds[i] = belief->odds[row];
        deal->mask[i] = belief->mask[row];
    }
    deal->open = deal->rows;
    for (int i = 0; i < belief->spares; i++, deal->rows++) {
        deal->rank[deal->rows] = RANK_UNKNOWN;
        deal->p[deal->rows] = belief->spare;
        deal->odds[deal->rows] = belief->spare_odds;
        deal->mask[deal->rows] = belief->spare_mask;
    }
    for (int rank = 0; rank < RANKS; rank++)
        deal->left[rank] = belief->scene.hidden[belief->side][rank];
}

/* Serves piece i although all its ranks are dealt: another gives its own up and takes a different one. Each
 * rank is tried once; since the facts allow a whole assignment there is such a chain (Berge 1957). */
static bool serve(struct deal *deal, int i, uint16_t *tried)
{
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(deal->mask[i] >> rank & 1) || (*tried >> rank & 1))
            continue;
        *tried |= (uint16_t)(1u << rank);
        if (deal->left[rank] > 0) {
            deal->left[rank]--;
            deal->rank[i] = (uint8_t)rank;
            return true;
        }
        for (int other = 0; other < deal->rows; other++) {
            if (other == i || deal->rank[other] != rank)
                continue;
            deal->rank[other] = RANK_UNKNOWN;
            if (serve(deal, other, tried)) {
                deal->rank[i] = (uint8_t)rank;
                return true;
            }
            deal->rank[other] = (uint8_t)rank;
        }
    }
    return false;
}

/* Draws a rank by weights that sum up to `total`; rounding may leave a crumb, which is the last one's. */
static int draw_rank(const double weight[RANKS], double total, struct rng *rng)
{
    double draw = rng_unit(rng) * total;
    int last = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(weight[rank] > 0))
            continue;
        last = rank;
        draw -= weight[rank];
        if (draw < 0)
            break;
    }
    return last;
}

static void deal_out(struct deal *deal, struct rng *rng)
{
    double due[RANKS] = {0};
    for (int i = 0; i < deal->rows; i++)
        for (int rank = 0; rank < RANKS; rank++)
            due[rank] += deal->p[i][rank];
    for (int i = 0; i < deal->rows; i++) {
        double weight[RANKS], total = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            weight[rank] = deal->p[i][rank] * deal->left[rank] / (due[rank] + 1e-12);
            due[rank] -= deal->p[i][rank];
            due[rank] = due[rank] > 0 ? due[rank] : 0;
            total += weight[rank];
        }
        if (!(total > 0)) {
            uint16_t tried = 0;
            serve(deal, i, &tried);
            continue;
        }
        int rank = draw_rank(weight, total, rng);
        deal->rank[i] = (uint8_t)rank;
        deal->left[rank]--;
    }
}

static void exchange(struct deal *deal, struct rng *rng)
{
    if (deal->rows < 2)
        return;
    int n = EXCHANGES * deal->rows;
    for (n = n > EXCHANGES_LEAST ? n : EXCHANGES_LEAST; n > 0; n--) {
        uint64_t draw = rng_next(rng); /* of so few each is as likely as the others to one in 2^26 */
        int i = (int)((draw >> 32) * (uint32_t)deal->rows >> 32);
        int j = (int)((draw & UINT32_MAX) * (uint32_t)deal->rows >> 32);
        int a = deal->rank[i], b = deal->rank[j];
        if (a == b)
            continue;
        double now = (double)deal->odds[i][a] * (double)deal->odds[j][b];
        double then = (double)deal->odds[i][b] * (double)deal->odds[j][a];
        /* Odds may be too small for a number: such a rank is kept, but none that is ruled out taken. */
        if ((then >= now || rng_unit(rng) * now < then) && then > 0) {
            deal->rank[i] = (uint8_t)b;
            deal->rank[j] = (uint8_t)a;
        }
    }
}

void belief_sample(const struct belief *belief, struct rng *rng, uint8_t out[PIECES_A_SIDE])
{
    struct deal deal;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        out[row] = belief->scene.piece[base + row].rank;
    if (belief->clashed) {
        for (int row = 0; row < PIECES_A_SIDE; row++)
            if (belief_is_open(belief, base + row))
                out[row] = (uint8_t)draw_rank(belief->p[row], 1, rng);
        return;
    }
    open_deal(&deal, belief);
    deal_out(&deal, rng);
    exchange(&deal, rng);
    for (int i = 0; i < deal.open; i++)
        out[deal.row[i]] = deal.rank[i];
}
