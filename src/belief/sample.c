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
#include "belief/sample.h"

#include "belief/rank_vector.h"

#include <string.h>

enum { EXCHANGES = 10, EXCHANGES_MIN = 150 }; /* tries for each hidden piece; in all at least. Ten times as
                                                 * many made the measured errors of the shares no smaller
                                                 * (doc/belief.md) */

/* Classes of pieces by the probability of their likeliest rank. */
enum { CLASSES = 32 };

/* The probabilities of a sampler's rows, while it is worked out. */
struct rows {
    int count;
    struct rank_vector p[PIECES_A_SIDE];
};

/* The class of a piece: 0 for one that is as good as known. */
static uint8_t class_of(struct rank_vector row)
{
    float p = ranks_max(row);
    return (uint8_t)((1 - (p < 1 ? p : 1)) * (CLASSES - 1));
}

/* Fills in the rows: the surest piece first, since what is drawn for the first follows its p, and what is
 * drawn for the last is what the others leave; in order of number among those of a class. */
static void put_rows(struct belief_sampler *sampler, const struct belief *belief, struct rows *rows)
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
        sampler->mask[i] = belief->mask[row];
        rows->p[i] = p[k];
    }
    sampler->pieces = rows->count = count;
    for (int i = 0; i < belief->surplus_ranks; i++, rows->count++) {
        sampler->mask[rows->count] = belief->surplus_mask;
        rows->p[rows->count] = ranks_from_doubles(belief->surplus_p);
    }
    sampler->rows = rows->count;
}

/* The ranks' columns: how many pieces of each are hidden, 1 over that, and the sum of the cells' squares. */
struct columns {
    struct rank_vector count, part, squares;
};

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

/* The odds of four ranks (find_odds). */
static float4 odds_of(float4 q, float own, float4 count, float4 part, float4 squares)
{
    const float4 zero = fast_all(0), one = fast_all(1), min = fast_all(1e-6f), tiny = fast_all(1e-15f);
    float4 square = q * q, rest = one - q * part;
    float4 beside = (one - q) * (count - q);
    float4 near = (own - square) * (squares - square) / (beside * beside + 1e-9f);
    near = fast_most4(zero, fast_least4(one, near));
    rest = fast_most4(rest, min);
    float4 odds = q * (rest + near * (fast_sqrt4(rest) - rest));
    return fast_choose(q > zero, fast_most4(odds, tiny), zero);
}

/* Fills in the odds p (1 - p / count)^g: a law in proportion to the product of p itself would give each
 * piece's likeliest ranks too much, since a rank on one piece leaves the others without it. `near` is 1 where
 * all that the piece would be instead is one rank, and all that would have its rank instead one piece; it
 * nears 0 as either is spread. Between g = 1/2, for near 1, and g = 1 the mean of both powers stands for the
 * power. Odds of what is possible are never so small that products of two are none. */
static void find_odds(struct belief_sampler *sampler, const struct rows *rows)
{
    struct columns columns;
    add_up_columns(rows, sampler->left, &columns);
    const struct rank_vector *count = &columns.count, *one = &columns.part, *squares = &columns.squares;
    for (int i = 0; i < rows->count; i++) {
        struct rank_vector p = rows->p[i];
        float own = ranks_sum(ranks_times(p, p));
        ranks_store((struct rank_vector){odds_of(p.a, own, count->a, one->a, squares->a),
                                         odds_of(p.b, own, count->b, one->b, squares->b),
                                         odds_of(p.c, own, count->c, one->c, squares->c)}, sampler->odds[i]);
    }
}

/* Fills in which part of a rank's pieces each row expects of those that it and the rows behind it expect. It
 * is summed up from the last one on, so that no rounding makes it less than the p of the piece whose turn it
 * is. */
static void find_parts(struct belief_sampler *sampler, const struct rows *rows)
{
    struct rank_vector due = ranks_all(1e-30f);
    for (int i = rows->count - 1; i >= 0; i--) {
        struct rank_vector p = rows->p[i];
        due = ranks_add(due, p);
        ranks_store((struct rank_vector){p.a / due.a, p.b / due.b, p.c / due.c}, sampler->part[i]);
    }
}

/* Where the facts contradict each other each piece has its own row of p to be drawn by. */
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
    sampler->infeasible = belief->infeasible;
    if (belief->infeasible) {
        put_contradiction(sampler, belief);
        return;
    }
    put_rows(sampler, belief, &rows);
    find_odds(sampler, &rows);
    find_parts(sampler, &rows);
}

/* --- one sample --- */

/* What has been dealt so far. */
struct deal {
    const struct belief_sampler *from;
    uint8_t rank[PIECES_A_SIDE]; /* of the sampler's rows; RANK_UNKNOWN: not yet */
    float left[RANKS];           /* pieces of each rank not dealt yet */
};

/* Augmenting path (Berge 1957): gives piece i a rank although all its ranks are taken, by giving another
 * piece a different one. Each rank is tried once; since the facts allow a whole assignment there is such a
 * path. */
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

/* A number in [0, 1) from the low 24 bits. */
static float unit_of(uint64_t bits)
{
    return (float)(int32_t)(bits & 0xffffff) * 0x1p-24f;
}

/* The sums of the weights up to each rank: one by one, so that each is at least the one before. */
static inline struct rank_vector add_up(struct rank_vector weight)
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

/* For each rank -1 where the ranks up to it weigh no more than the part u, in [0, 1), of all. The first where
 * it is 0 is drawn. */
struct passed {
    int4 a, b, c;
};

static inline struct passed pass(struct rank_vector weight, float u)
{
    struct rank_vector below = add_up(weight);
    float4 most = fast_all(u * below.c[3]);
    return (struct passed){below.a <= most, below.b <= most, below.c <= most};
}

/* The number of ranks passed: the rank drawn; RANKS where all weights are zero, or where rounding has gone
 * past the last. */
static inline int count_passed(struct passed passed)
{
    int4 sum = passed.a + passed.b + passed.c;
    return -(sum[0] + sum[1] + (sum[2] + sum[3]));
}

/* The last rank that may be; RANKS for none. */
static int last_rank(struct rank_vector weight)
{
    float at[RANKS];
    ranks_store(weight, at);
    for (int rank = RANKS - 1; rank >= 0; rank--)
        if (at[rank] > 0)
            return rank;
    return RANKS;
}

/* Gives row i a rank where none was drawn. */
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

/* Deals the ranks. What is left of them stays in vectors, and no branch hangs on what is drawn: either would
 * take longer than all else. */
static void draw_assignment(struct deal *deal, struct rng *rng)
{
    const struct belief_sampler *sampler = deal->from;
    const float4 one = fast_all(1), none = fast_all(0);
    struct rank_vector left = ranks_load(sampler->left);
    struct rng own = *rng;
    memset(deal->rank, RANK_UNKNOWN, sizeof deal->rank);
    for (int i = 0; i < sampler->rows; i++) {
        struct rank_vector weight = ranks_times(ranks_load(sampler->part[i]), left);
        struct passed passed = pass(weight, unit_of(rng_next(&own)));
        const int4 a = passed.a, b = passed.b, c = passed.c;
        if (c[3]) {
            ranks_store(left, deal->left);
            deal_last(deal, i, weight);
            left = ranks_load(deal->left);
            continue;
        }
        const int4 before_a = {-1, a[0], a[1], a[2]}, before_b = {a[3], b[0], b[1], b[2]},
                   before_c = {b[3], c[0], c[1], c[2]};
        deal->rank[i] = (uint8_t)count_passed(passed);
        left.a -= fast_choose(before_a & ~a, one, none);
        left.b -= fast_choose(before_b & ~b, one, none);
        left.c -= fast_choose(before_c & ~c, one, none);
    }
    *rng = own;
}

/* Which two pieces, and whether, one draw of 64 bits says: each row is equally likely to one part in 2^14.
 * There is no branch on what was drawn, as none could be foreseen. A rank that is ruled out has odds of zero,
 * and is never taken. */
static void exchange(struct deal *deal, struct rng *rng)
{
    const struct belief_sampler *sampler = deal->from;
    if (sampler->rows < 2)
        return;
    struct rng own = *rng;
    uint32_t rows = (uint32_t)sampler->rows, n = EXCHANGES * rows;
    uint8_t *ranks = deal->rank;
    for (n = n > EXCHANGES_MIN ? n : EXCHANGES_MIN; n > 0; n--) {
        uint64_t draw = rng_next(&own);
        uint32_t i = (uint32_t)(draw >> 44) * rows >> 20, j = (uint32_t)(draw >> 24 & 0xfffff) * rows >> 20;
        const float *odds_i = sampler->odds[i], *odds_j = sampler->odds[j];
        unsigned a = ranks[i], b = ranks[j];
        float now = odds_i[a] * odds_j[b], then = odds_i[b] * odds_j[a];
        unsigned change = (a ^ b) & (0u - (unsigned)(unit_of(draw) * now < then));
        ranks[i] = (uint8_t)(a ^ change);
        ranks[j] = (uint8_t)(b ^ change);
    }
    *rng = own;
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

void belief_odds(const struct belief *belief, float odds[PIECES_A_SIDE][RANKS])
{
    struct belief_sampler sampler;
    struct rows rows;
    memset(odds, 0, PIECES_A_SIDE * sizeof *odds);
    for (int rank = 0; rank < RANKS; rank++)
        sampler.left[rank] = belief->public_state.unknown_count[belief->side][rank];
    put_rows(&sampler, belief, &rows);
    find_odds(&sampler, &rows);
    for (int i = 0; i < sampler.pieces; i++)
        memcpy(odds[sampler.row[i]], sampler.odds[i], RANKS * sizeof *sampler.odds[i]);
}
