/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing a whole assignment of ranks that follows the beliefs.
 *
 * The pieces get their ranks one by one, those of which most is known first: a rank is drawn with a weight
 * p * left / due, where `left` pieces of it are still to be assigned and the pieces without a rank yet expect
 * `due` of them. That keeps the counts, but the later pieces come out a little off; so pairs then exchange
 * their ranks by Metropolis' rule, which has the product of the odds as its stationary law.
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

enum { EXCHANGES = 10, EXCHANGES_LEAST = 150 }; /* tries for each hidden piece; in all at least. Ten times as
                                                 * many made the measured errors of the shares no smaller
                                                 * (doc/belief.md) */

/* Classes of pieces by the probability of their likeliest rank. */
enum { CLASSES = 32 };

struct sampler {
    int rows, pieces;                    /* rows in all; of them hidden pieces, the others are missing ones */
    uint8_t row[PIECES_A_SIDE];          /* the hidden pieces, in the order of drawing */
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

/* Fills in the rows: the surest piece first, since what is drawn for the first follows its p, and what is
 * drawn for the last is what the others leave; in order of number among those of a class. */
static void sampler_start(struct sampler *sampler, const struct belief *belief)
{
    uint8_t at[CLASSES + 1] = {0}, class[PIECES_A_SIDE];
    int base = side_base(belief->side);
    sampler->rows = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        class[row] = CLASSES;
        if (!belief_is_hidden(belief, base + row))
            continue;
        class[row] = class_of(belief->p[row]);
        at[class[row] + 1]++;
        sampler->rows++;
    }
    for (int i = 1; i < CLASSES; i++)
        at[i] = (uint8_t)(at[i] + at[i - 1]);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (class[row] == CLASSES)
            continue;
        int i = at[class[row]]++;
        sampler->row[i] = (uint8_t)row;
        sampler->rank[i] = RANK_UNKNOWN;
        sampler->p[i] = belief->p[row];
        sampler->odds[i] = belief->odds[row];
        sampler->mask[i] = belief->mask[row];
    }
    sampler->pieces = sampler->rows;
    for (int i = 0; i < belief->surplus_ranks; i++, sampler->rows++) {
        sampler->rank[sampler->rows] = RANK_UNKNOWN;
        sampler->p[sampler->rows] = belief->surplus_p;
        sampler->odds[sampler->rows] = belief->surplus_odds;
        sampler->mask[sampler->rows] = belief->surplus_mask;
    }
    for (int rank = 0; rank < RANKS; rank++)
        sampler->left[rank] = belief->public_state.unknown_count[belief->side][rank];
}

/* Augmenting path (Berge 1957): gives piece i a rank although all its ranks are taken, by giving another
 * piece a different one. Each rank is tried once; since the facts allow a whole assignment there is such a
 * path. */
static bool augment(struct sampler *sampler, int i, uint16_t *tried)
{
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(sampler->mask[i] >> rank & 1) || (*tried >> rank & 1))
            continue;
        *tried |= (uint16_t)(1u << rank);
        if (sampler->left[rank] > 0) {
            sampler->left[rank]--;
            sampler->rank[i] = (uint8_t)rank;
            return true;
        }
        for (int other = 0; other < sampler->rows; other++) {
            if (other == i || sampler->rank[other] != rank)
                continue;
            sampler->rank[other] = RANK_UNKNOWN;
            if (augment(sampler, other, tried)) {
                sampler->rank[i] = (uint8_t)rank;
                return true;
            }
            sampler->rank[other] = (uint8_t)rank;
        }
    }
    return false;
}

/* Draws a rank by weights that sum up to `total`; a rounding remainder goes to the last candidate. */
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

static void draw_assignment(struct sampler *sampler, struct rng *rng)
{
    double due[RANKS] = {0};
    for (int i = 0; i < sampler->rows; i++)
        for (int rank = 0; rank < RANKS; rank++)
            due[rank] += sampler->p[i][rank];
    for (int i = 0; i < sampler->rows; i++) {
        double weight[RANKS], total = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            weight[rank] = sampler->p[i][rank] * sampler->left[rank] / (due[rank] + 1e-12);
            due[rank] -= sampler->p[i][rank];
            due[rank] = due[rank] > 0 ? due[rank] : 0;
            total += weight[rank];
        }
        if (!(total > 0)) {
            uint16_t tried = 0;
            augment(sampler, i, &tried);
            continue;
        }
        int rank = draw_rank(weight, total, rng);
        sampler->rank[i] = (uint8_t)rank;
        sampler->left[rank]--;
    }
}

static void exchange(struct sampler *sampler, struct rng *rng)
{
    if (sampler->rows < 2)
        return;
    int n = EXCHANGES * sampler->rows;
    for (n = n > EXCHANGES_LEAST ? n : EXCHANGES_LEAST; n > 0; n--) {
        uint64_t draw = rng_next(rng); /* each row is equally likely to one part in 2^26 */
        int i = (int)((draw >> 32) * (uint32_t)sampler->rows >> 32);
        int j = (int)((draw & UINT32_MAX) * (uint32_t)sampler->rows >> 32);
        int a = sampler->rank[i], b = sampler->rank[j];
        if (a == b)
            continue;
        double now = (double)sampler->odds[i][a] * (double)sampler->odds[j][b];
        double then = (double)sampler->odds[i][b] * (double)sampler->odds[j][a];
        /* Odds may be too small for a float: such a rank may be kept, but a rank that is ruled out is never
         * taken. */
        if ((then >= now || rng_unit(rng) * now < then) && then > 0) {
            sampler->rank[i] = (uint8_t)b;
            sampler->rank[j] = (uint8_t)a;
        }
    }
}

void belief_sample(const struct belief *belief, struct rng *rng, uint8_t out[PIECES_A_SIDE])
{
    struct sampler sampler;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        out[row] = belief->public_state.piece[base + row].rank;
    if (belief->infeasible) {
        for (int row = 0; row < PIECES_A_SIDE; row++)
            if (belief_is_hidden(belief, base + row))
                out[row] = (uint8_t)draw_rank(belief->p[row], 1, rng);
        return;
    }
    sampler_start(&sampler, belief);
    draw_assignment(&sampler, rng);
    exchange(&sampler, rng);
    for (int i = 0; i < sampler.pieces; i++)
        out[sampler.row[i]] = sampler.rank[i];
}
