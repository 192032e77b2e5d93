/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a complete assignment of ranks that follows the belief.
 *
 * The pieces get their ranks one by one, the most certain ones first. A rank is drawn with the weight
 * p * left / due, where `left` is the number of its pieces still to be assigned and `due` the sum of p over
 * the pieces without a rank. This keeps the counts, but the shares of later pieces are slightly wrong. So
 * pairs of pieces then exchange their ranks by Metropolis' rule, whose stationary distribution is the
 * product of the odds.
 *
 * In a distribution in proportion to a product of weights w, the share of a rank on a piece is not w but more
 * extreme: for two pieces and two ranks weights of 0.9 and 0.1 give 0.99. Weights p (1 - p)^g go from the
 * normal form (g = 0) to Bethe's approximation of such distributions (g = 1; Chertkov and Yedidia 2013,
 * "Approximating the permanent with fractional belief propagation"). That is exact if a piece has many
 * alternative ranks and its rank many alternative pieces. g = 1/2 is exact for two pieces. So g falls from 1
 * to 1/2 as the alternatives become fewer (find_odds). For a rank with several pieces, p is divided by their
 * number. */
#include "belief/sample.h"

#include "belief/rank_vector.h"

#include <string.h>

enum { EXCHANGES = 10, EXCHANGES_MIN = 150 }; /* tried exchanges for each hidden piece, and min in all. Ten
                                                 * times more did not lower the measured errors of the
                                                 * shares (doc/belief.md) */

/* Classes of pieces by the probability of their likeliest rank. */
enum { CLASSES = 32 };

/* The probabilities of a sampler's rows, during its initialisation. */
struct rows {
    int count;
    struct rank_vector p[PIECES_A_SIDE];
};

/* Returns the class of a piece, 0 .. CLASSES - 1: the more probable its likeliest rank is, the lower. */
static uint8_t class_of(struct rank_vector row)
{
    float p = ranks_max(row);
    return (uint8_t)((1 - (p < 1 ? p : 1)) * (CLASSES - 1));
}

/* Fills the rows, sorted by class (a counting sort) so that the most certain piece comes first: the first
 * draws follow p exactly, while the last pieces get the remaining ranks. Within a class pieces stay in
 * order. */
static void put_rows(struct belief_sampler *sampler, const struct belief *belief, struct rows *rows)
{
    uint8_t class_start[CLASSES + 1] = {0}, class[PIECES_A_SIDE], hidden[PIECES_A_SIDE];
    struct rank_vector p[PIECES_A_SIDE];
    int base = side_base(belief->side), count = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row))
            continue;
        p[count] = ranks_from_doubles(belief->p[row]);
        class[count] = class_of(p[count]);
        class_start[class[count] + 1]++;
        hidden[count++] = (uint8_t)row;
    }
    for (int i = 1; i < CLASSES; i++)
        class_start[i] = (uint8_t)(class_start[i] + class_start[i - 1]);
    for (int k = 0; k < count; k++) {
        int i = class_start[class[k]]++, row = hidden[k];
        sampler->row[i] = (uint8_t)row;
        sampler->mask[i] = facts_ranks(&belief->facts, row);
        rows->p[i] = p[k];
    }
    /* The rows of missing pieces come last. */
    sampler->pieces = rows->count = count;
    int missing = facts_missing(&belief->facts);
    for (int i = 0; i < missing; i++, rows->count++) {
        sampler->mask[rows->count] = facts_missing_ranks(&belief->facts);
        rows->p[rows->count] = ranks_from_doubles(belief_missing_p(belief));
    }
    sampler->rows = rows->count;
}

/* By rank: the number of hidden pieces (count), its reciprocal or 0 (part), and the sum of squared
 * probabilities over the rows (squares). */
struct columns {
    struct rank_vector count, part, squares;
};

/* Computes the columns for find_odds. `left`: number of hidden pieces of each rank. */
static void add_up_columns(const struct rows *rows, const float left[RANKS], struct columns *columns)
{
    float part[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        part[rank] = left[rank] > 0 ? 1 / left[rank] : 0;
    columns->count = ranks_load(left);
    columns->part = ranks_load(part);
    columns->squares = ranks_all(0);
    for (int i = 0; i < rows->count; i++)
        columns->squares = ranks_add(columns->squares, ranks_times(rows->p[i], rows->p[i]));
}

/* Returns the odds of four ranks of a row (find_odds). q: their probabilities; `row_squares`: the sum of the
 * row's squared probabilities; the other arguments: the ranks' columns. `near` is the product of two factors,
 * one for the row and one for the column: the sum of the others' squares divided by the square of their sum.
 * A factor is 1 if there is one other. */
static float4 odds_of(float4 q, float row_squares, float4 count, float4 part, float4 squares)
{
    const float4 zero = fast_all(0), one = fast_all(1), min = fast_all(1e-6f), tiny = fast_all(1e-15f);
    float4 square = q * q, rest = one - q * part;
    float4 others = (one - q) * (count - q);
    float4 near = (row_squares - square) * (squares - square) / (others * others + 1e-9f);
    near = fast_max4(zero, fast_min4(one, near));
    rest = fast_max4(rest, min);
    float4 odds = q * (rest + near * (fast_sqrt4(rest) - rest));
    return fast_choose(q > zero, fast_max4(odds, tiny), zero);
}

/* Computes the weights with which each row (a hidden piece) draws each rank: p (1 - p / count)^g, where count
 * is the number of hidden pieces of the rank and g is 1/2 .. 1. With p itself, each piece's likeliest ranks
 * would be too frequent, since a rank on one piece is missing for the others. `near` is 1 if the piece has
 * only one alternative rank and the rank only one alternative piece; it approaches 0 as either has more. As a
 * fast approximation of the power, the weights are interpolated between g = 1/2 (near = 1) and g = 1. Weights
 * of possible ranks have a lower bound, so that products of two do not underflow. */
static void find_odds(struct belief_sampler *sampler, const struct rows *rows)
{
    struct columns columns;
    add_up_columns(rows, sampler->left, &columns);
    const struct rank_vector *count = &columns.count, *part = &columns.part, *squares = &columns.squares;
    for (int i = 0; i < rows->count; i++) {
        struct rank_vector p = rows->p[i];
        float own = ranks_sum(ranks_times(p, p));
        ranks_store((struct rank_vector){odds_of(p.a, own, count->a, part->a, squares->a),
                                         odds_of(p.b, own, count->b, part->b, squares->b),
                                         odds_of(p.c, own, count->c, part->c, squares->c)}, sampler->odds[i]);
    }
}

/* Computes `part`: p of a row divided by the sum of p over this row and all later ones. The sum starts at the
 * last row, so that rounding cannot make it smaller than the row's own p. */
static void find_parts(struct belief_sampler *sampler, const struct rows *rows)
{
    struct rank_vector due = ranks_all(1e-30f);
    for (int i = rows->count - 1; i >= 0; i--) {
        struct rank_vector p = rows->p[i];
        due = ranks_add(due, p);
        ranks_store((struct rank_vector){p.a / due.a, p.b / due.b, p.c / due.c}, sampler->part[i]);
    }
}

/* Fills the rows if the facts contradict each other: each piece is drawn from its own row of p. */
static void put_contradiction(struct belief_sampler *sampler, const struct belief *belief)
{
    sampler->pieces = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        ranks_store(ranks_from_doubles(belief->p[row]), sampler->part[sampler->pieces]);
        sampler->row[sampler->pieces++] = (uint8_t)row;
    }
    sampler->rows = sampler->pieces;
}

void belief_sampler_init(struct belief_sampler *sampler, const struct belief *belief)
{
    struct rows rows;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        sampler->known[row] = belief->public_state.piece[side_base(belief->side) + row].rank;
    for (int rank = 0; rank < RANKS; rank++)
        sampler->left[rank] = belief->public_state.unknown_count[belief->side][rank];
    sampler->infeasible = facts_infeasible(&belief->facts);
    if (sampler->infeasible) {
        put_contradiction(sampler, belief);
        return;
    }
    put_rows(sampler, belief, &rows);
    find_odds(sampler, &rows);
    find_parts(sampler, &rows);
}

/* --- one sample --- */

/* An assignment during its drawing. */
struct deal {
    const struct belief_sampler *from;
    uint8_t rank[PIECES_A_SIDE]; /* by row of the sampler; RANK_UNKNOWN: not yet drawn */
    float left[RANKS];           /* number of pieces of each rank not yet assigned */
};

/* Finds an augmenting path (Berge 1957): gives row i a rank although all its ranks are used up, by changing
 * the ranks of other rows. Each rank is tried once (`tried`). The facts allow a complete assignment, so
 * there is such a path. */
static bool augment(struct deal *deal, int i, uint16_t *tried)
{
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(deal->from->mask[i] >> rank & 1) || (*tried >> rank & 1))
            continue;
        *tried |= (uint16_t)(1u << rank);
        if (deal->left[rank] > 0) {
            deal->left[rank]--;
            deal->rank[i] = (uint8_t)rank;
            return true;
        }
        for (int other = 0; other < deal->from->rows; other++) {
            if (other == i || deal->rank[other] != rank)
                continue;
            deal->rank[other] = RANK_UNKNOWN;
            if (augment(deal, other, tried)) {
                deal->rank[i] = (uint8_t)rank;
                return true;
            }
            deal->rank[other] = (uint8_t)rank;
        }
    }
    return false;
}

/* Returns a number in [0, 1) from the low 24 bits. */
static float unit_of(uint64_t bits)
{
    return (float)(int32_t)(bits & 0xffffff) * 0x1p-24f;
}

/* Returns the cumulative sums of the weights, added one by one so that they never decrease. */
static inline struct rank_vector cumulative_sums(struct rank_vector weight)
{
    float4 a = weight.a, b = weight.b, c = weight.c;
    a[1] += a[0];
    a[2] += a[1];
    a[3] += a[2];
    b[0] += a[3];
    b[1] += b[0];
    b[2] += b[1];
    b[3] += b[2];
    c[0] += b[3];
    c[1] += c[0];
    c[2] += c[1];
    c[3] += c[2];
    return (struct rank_vector){a, b, c};
}

/* For each rank -1 if the cumulative weight up to it is at most u (0 .. below 1) times the total; 0 for the
 * others. The first rank with 0 is the one drawn. */
struct passed {
    int4 a, b, c;
};

/* Compares the cumulative weights with the random number u. */
static inline struct passed pass(struct rank_vector weight, float u)
{
    struct rank_vector below = cumulative_sums(weight);
    float4 max = fast_all(u * below.c[3]);
    return (struct passed){below.a <= max, below.b <= max, below.c <= max};
}

/* Returns how many ranks the draw has passed, which is the rank drawn. RANKS if all weights are 0 or rounding
 * went past the last. */
static inline int count_passed(struct passed passed)
{
    int4 sum = passed.a + passed.b + passed.c;
    return -(sum[0] + sum[1] + (sum[2] + sum[3]));
}

/* Returns the last rank with a weight above 0; RANKS if there is none. */
static int last_rank(struct rank_vector weight)
{
    float weights[RANKS];
    ranks_store(weight, weights);
    for (int rank = RANKS - 1; rank >= 0; rank--)
        if (weights[rank] > 0)
            return rank;
    return RANKS;
}

/* Gives row i a rank if the draw found none: the last possible one. If there is none, changes other rows'
 * ranks. */
static void deal_last(struct deal *deal, int i, struct rank_vector weight)
{
    int rank = last_rank(weight);
    uint16_t tried = 0;
    deal->rank[i] = (uint8_t)rank;
    if (rank < RANKS)
        deal->left[rank]--;
    else
        augment(deal, i, &tried);
}

/* Draws a rank for each row. For speed the numbers of remaining pieces stay in vectors, and no branch
 * depends on the ranks drawn. */
static void draw_assignment(struct deal *deal, struct rng *rng)
{
    const struct belief_sampler *sampler = deal->from;
    const float4 one = fast_all(1), none = fast_all(0);
    struct rank_vector left = ranks_load(sampler->left);
    struct rng local_rng = *rng;
    memset(deal->rank, RANK_UNKNOWN, sizeof deal->rank);
    for (int i = 0; i < sampler->rows; i++) {
        struct rank_vector weight = ranks_times(ranks_load(sampler->part[i]), left);
        struct passed passed = pass(weight, unit_of(rng_next(&local_rng)));
        const int4 a = passed.a, b = passed.b, c = passed.c;
        if (c[3]) { /* past the last rank: none was drawn */
            ranks_store(left, deal->left);
            deal_last(deal, i, weight);
            left = ranks_load(deal->left);
            continue;
        }
        const int4 before_a = {-1, a[0], a[1], a[2]}, before_b = {a[3], b[0], b[1], b[2]},
                   before_c = {b[3], c[0], c[1], c[2]};
        deal->rank[i] = (uint8_t)count_passed(passed);
        /* One piece fewer in the lane of the rank drawn: the first that was not passed. */
        left.a -= fast_choose(before_a & ~a, one, none);
        left.b -= fast_choose(before_b & ~b, one, none);
        left.c -= fast_choose(before_c & ~c, one, none);
    }
    *rng = local_rng;
}

/* Tries exchanges of the ranks of two rows by Metropolis' rule. One 64-bit random number gives both rows
 * (uniform to one part in 2^14) and the decision, without an unpredictable branch. Excluded ranks have odds
 * 0 and are never accepted. */
static void exchange(struct deal *deal, struct rng *rng)
{
    const struct belief_sampler *sampler = deal->from;
    if (sampler->rows < 2)
        return;
    struct rng local_rng = *rng;
    uint32_t rows = (uint32_t)sampler->rows, n = EXCHANGES * rows;
    uint8_t *ranks = deal->rank;
    for (n = n > EXCHANGES_MIN ? n : EXCHANGES_MIN; n > 0; n--) {
        /* Bits 44 .. 63 choose row i, bits 24 .. 43 row j, bits 0 .. 23 decide. */
        uint64_t draw = rng_next(&local_rng);
        uint32_t i = (uint32_t)(draw >> 44) * rows >> 20, j = (uint32_t)(draw >> 24 & 0xfffff) * rows >> 20;
        const float *odds_i = sampler->odds[i], *odds_j = sampler->odds[j];
        unsigned a = ranks[i], b = ranks[j];
        float now = odds_i[a] * odds_j[b], exchanged = odds_i[b] * odds_j[a];
        unsigned change = (a ^ b) & (0u - (unsigned)(unit_of(draw) * now < exchanged)); /* 0 if rejected */
        ranks[i] = (uint8_t)(a ^ change);
        ranks[j] = (uint8_t)(b ^ change);
    }
    *rng = local_rng;
}

void belief_sampler_draw(const struct belief_sampler *sampler, struct rng *rng, uint8_t out[PIECES_A_SIDE])
{
    struct deal deal = {.from = sampler};
    memcpy(out, sampler->known, sizeof sampler->known);
    if (sampler->infeasible) {
        for (int i = 0; i < sampler->pieces; i++) {
            struct rank_vector weight = ranks_load(sampler->part[i]);
            int rank = count_passed(pass(weight, unit_of(rng_next(rng))));
            out[sampler->row[i]] = (uint8_t)(rank < RANKS ? rank : last_rank(weight));
        }
        return;
    }
    draw_assignment(&deal, rng);
    exchange(&deal, rng);
    for (int i = 0; i < sampler->pieces; i++)
        out[sampler->row[i]] = deal.rank[i];
}
