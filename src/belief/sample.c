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
 * both alternatives concentrate (find_odds); of a rank with several pieces each has its part of p. */
#include "belief/belief.h"

#include "belief/rank_vector.h"

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
    struct rank_vector p[PIECES_A_SIDE];
    float odds[PIECES_A_SIDE][RANKS];
    uint16_t mask[PIECES_A_SIDE];
    int left[RANKS];
};

/* The class of a piece: 0 for one that is as good as known. */
static uint8_t class_of(struct rank_vector row)
{
    float p = ranks_most(row);
    return (uint8_t)((1 - (p < 1 ? p : 1)) * (CLASSES - 1));
}

/* Fills in the rows: the surest piece first, since what is drawn for the first follows its p, and what is
 * drawn for the last is what the others leave; in order of number among those of a class. */
static void sampler_start(struct sampler *sampler, const struct belief *belief)
{
    uint8_t at[CLASSES + 1] = {0}, class[PIECES_A_SIDE], hidden[PIECES_A_SIDE];
    struct rank_vector p[PIECES_A_SIDE];
    int base = side_base(belief->side), count = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row))
            continue;
        p[count] = ranks_from_doubles(belief->p[row]);
        class[count] = class_of(p[count]);
        at[class[count] + 1]++;
        hidden[count++] = (uint8_t)row;
    }
    for (int i = 1; i < CLASSES; i++)
        at[i] = (uint8_t)(at[i] + at[i - 1]);
    for (int k = 0; k < count; k++) {
        int i = at[class[k]]++, row = hidden[k];
        sampler->row[i] = (uint8_t)row;
        sampler->rank[i] = RANK_UNKNOWN;
        sampler->p[i] = p[k];
        sampler->mask[i] = belief->mask[row];
    }
    sampler->rows = sampler->pieces = count;
    for (int i = 0; i < belief->surplus_ranks; i++, sampler->rows++) {
        sampler->rank[sampler->rows] = RANK_UNKNOWN;
        sampler->p[sampler->rows] = ranks_from_doubles(belief->surplus_p);
        sampler->mask[sampler->rows] = belief->surplus_mask;
    }
    for (int rank = 0; rank < RANKS; rank++)
        sampler->left[rank] = belief->public_state.unknown_count[belief->side][rank];
}

/* The ranks' columns: how many pieces of each are hidden, 1 over that, and the sum of the cells' squares. */
struct columns {
    struct rank_vector count, part, squares;
};

static void add_up_columns(const struct sampler *sampler, struct columns *columns)
{
    float count[RANKS], part[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
        count[rank] = (float)sampler->left[rank];
        part[rank] = count[rank] > 0 ? 1 / count[rank] : 0;
    }
    columns->count = ranks_load(count);
    columns->part = ranks_load(part);
    columns->squares = ranks_all(0);
    for (int i = 0; i < sampler->rows; i++)
        columns->squares = ranks_add(columns->squares, ranks_times(sampler->p[i], sampler->p[i]));
}

/* The odds of four ranks (find_odds). */
static float4 odds_of(float4 q, float own, float4 count, float4 part, float4 squares)
{
    const float4 zero = fast_all(0), one = fast_all(1), least = fast_all(1e-6f), tiny = fast_all(1e-15f);
    float4 square = q * q, rest = one - q * part;
    float4 beside = (one - q) * (count - q);
    float4 near = (own - square) * (squares - square) / (beside * beside + 1e-9f);
    near = fast_choose(near < zero, zero, fast_choose(near > one, one, near));
    rest = fast_choose(rest > least, rest, least);
    float4 odds = q * (rest + near * (fast_sqrt4(rest) - rest));
    return fast_choose(q > zero, fast_choose(odds > tiny, odds, tiny), zero);
}

/* Fills in the odds p (1 - p / count)^g: a law in proportion to the product of p itself would give each
 * piece's likeliest ranks too much, since a rank on one piece leaves the others without it. `near` is 1 where
 * all that the piece would be instead is one rank, and all that would have its rank instead one piece; it
 * nears 0 as either is spread. Between g = 1/2, for near 1, and g = 1 the mean of both powers stands for the
 * power. Odds of what is possible are never so small that products of two are none. */
static void find_odds(struct sampler *sampler)
{
    struct columns columns;
    add_up_columns(sampler, &columns);
    const struct rank_vector *count = &columns.count, *one = &columns.part, *squares = &columns.squares;
    for (int i = 0; i < sampler->rows; i++) {
        struct rank_vector p = sampler->p[i];
        float own = ranks_sum(ranks_times(p, p));
        ranks_store((struct rank_vector){odds_of(p.a, own, count->a, one->a, squares->a),
                                         odds_of(p.b, own, count->b, one->b, squares->b),
                                         odds_of(p.c, own, count->c, one->c, squares->c)}, sampler->odds[i]);
    }
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

/* A number in [0, 1) from the low 24 bits. */
static float unit_of(uint64_t bits)
{
    return (float)(int32_t)(bits & 0xffffff) * 0x1p-24f;
}

/* Draws a rank by weights, `u` in [0, 1); RANKS where all are zero. */
static int draw_rank(const float weight[RANKS], float u)
{
    float below[RANKS], sum = 0;
    int drawn = 0;
    for (int rank = 0; rank < RANKS; rank++)
        below[rank] = sum += weight[rank];
    for (int rank = 0; rank < RANKS; rank++) /* no branch, as none could be foreseen */
        drawn += below[rank] <= u * sum;
    if (drawn == RANKS && sum > 0) /* the last that may be, where rounding has gone past it */
        for (drawn = RANKS - 1; !(weight[drawn] > 0);)
            drawn--;
    return drawn;
}

/* Deals the ranks. What the pieces without a rank yet expect of each is summed up from the last one on, so
 * that no rounding makes it less than the p of the piece whose turn it is. */
static void draw_assignment(struct sampler *sampler, struct rng *rng)
{
    struct rank_vector due = ranks_all(1e-30f);
    float part[PIECES_A_SIDE][RANKS];
    for (int i = sampler->rows - 1; i >= 0; i--) {
        struct rank_vector p = sampler->p[i];
        due = ranks_add(due, p);
        ranks_store((struct rank_vector){p.a / due.a, p.b / due.b, p.c / due.c}, part[i]);
    }
    for (int i = 0; i < sampler->rows; i++) {
        float weight[RANKS];
        for (int rank = 0; rank < RANKS; rank++)
            weight[rank] = part[i][rank] * (float)sampler->left[rank];
        int rank = draw_rank(weight, unit_of(rng_next(rng)));
        if (rank == RANKS) {
            uint16_t tried = 0;
            augment(sampler, i, &tried);
            continue;
        }
        sampler->rank[i] = (uint8_t)rank;
        sampler->left[rank]--;
    }
}

/* Which two pieces, and whether, one draw of 64 bits says: each row is equally likely to one part in 2^14.
 * There is no branch on what was drawn, as none could be foreseen. A rank that is ruled out has odds of zero,
 * and is never taken. */
static void exchange(struct sampler *sampler, struct rng *rng)
{
    if (sampler->rows < 2)
        return;
    struct rng own = *rng;
    uint32_t rows = (uint32_t)sampler->rows;
    int n = EXCHANGES * sampler->rows;
    for (n = n > EXCHANGES_LEAST ? n : EXCHANGES_LEAST; n > 0; n--) {
        uint64_t draw = rng_next(&own);
        uint32_t i = (uint32_t)(draw >> 44) * rows >> 20, j = (uint32_t)(draw >> 24 & 0xfffff) * rows >> 20;
        unsigned a = sampler->rank[i], b = sampler->rank[j];
        float now = sampler->odds[i][a] * sampler->odds[j][b];
        float then = sampler->odds[i][b] * sampler->odds[j][a];
        unsigned change = (a ^ b) & (0u - (unsigned)(unit_of(draw) * now < then));
        sampler->rank[i] = (uint8_t)(a ^ change);
        sampler->rank[j] = (uint8_t)(b ^ change);
    }
    *rng = own;
}

void belief_sample(const struct belief *belief, struct rng *rng, uint8_t out[PIECES_A_SIDE])
{
    struct sampler sampler;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        out[row] = belief->public_state.piece[base + row].rank;
    if (belief->infeasible) {
        for (int row = 0; row < PIECES_A_SIDE; row++) {
            float weight[RANKS];
            ranks_store(ranks_from_doubles(belief->p[row]), weight);
            if (belief_is_hidden(belief, base + row))
                out[row] = (uint8_t)draw_rank(weight, unit_of(rng_next(rng)));
        }
        return;
    }
    sampler_start(&sampler, belief);
    find_odds(&sampler);
    draw_assignment(&sampler, rng);
    exchange(&sampler, rng);
    for (int i = 0; i < sampler.pieces; i++)
        out[sampler.row[i]] = sampler.rank[i];
}

void belief_odds(const struct belief *belief, float odds[PIECES_A_SIDE][RANKS])
{
    struct sampler sampler;
    memset(odds, 0, PIECES_A_SIDE * sizeof *odds);
    sampler_start(&sampler, belief);
    find_odds(&sampler);
    for (int i = 0; i < sampler.pieces; i++)
        memcpy(odds[sampler.row[i]], sampler.odds[i], sizeof sampler.odds[i]);
}
