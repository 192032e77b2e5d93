/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/normal.h"

#include "belief/rank_vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* An assignment of ranks to rows as a network flow. Rows with the same mask form a class; the flow goes from
 * classes to ranks. */
struct flow {
    int classes;
    uint16_t mask[NORMAL_ROWS];
    int supply[NORMAL_ROWS];              /* rows of the class not yet assigned */
    int amount[NORMAL_ROWS][RANKS];       /* rows of the class that have the rank */
    int left[RANKS];                      /* pieces of the rank not yet assigned */
    uint8_t class_of[NORMAL_ROWS];
};

/* Builds the classes (rows with the same mask), without assigning a rank to any row. */
static void build_flow(struct flow *flow, const uint16_t *mask, int rows, const uint8_t *count)
{
    memset(flow, 0, sizeof *flow);
    for (int rank = 0; rank < RANKS; rank++)
        flow->left[rank] = count[rank];
    for (int row = 0; row < rows; row++) {
        int k = 0;
        while (k < flow->classes && flow->mask[k] != mask[row])
            k++;
        if (k == flow->classes)
            flow->mask[flow->classes++] = mask[row];
        flow->class_of[row] = (uint8_t)k;
        flow->supply[k]++;
    }
}

/* Assigns one more row of class k, if necessary by changing other assignments. `seen_classes` and
 * `seen_ranks` collect the classes and ranks visited; each is visited once. False if it is impossible. */
static bool augment(struct flow *flow, int k, uint64_t *seen_classes, uint16_t *seen_ranks)
{
    *seen_classes |= (uint64_t)1 << k;
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(flow->mask[k] >> rank & 1) || (*seen_ranks >> rank & 1))
            continue;
        *seen_ranks |= (uint16_t)(1u << rank);
        if (flow->left[rank] > 0) {
            flow->left[rank]--;
            flow->amount[k][rank]++;
            return true;
        }
        for (int other = 0; other < flow->classes; other++) {
            if (!flow->amount[other][rank] || (*seen_classes >> other & 1))
                continue;
            if (augment(flow, other, seen_classes, seen_ranks)) {
                flow->amount[other][rank]--;
                flow->amount[k][rank]++;
                return true;
            }
        }
    }
    return false;
}

/* Assigns as many rows of class k as possible without changing other assignments. */
static void assign_free_ranks(struct flow *flow, int k)
{
    for (int rank = 0; rank < RANKS; rank++) {
        int taken = flow->mask[k] >> rank & 1 ? flow->left[rank] : 0;
        taken = taken < flow->supply[k] ? taken : flow->supply[k];
        flow->amount[k][rank] += taken;
        flow->left[rank] -= taken;
        flow->supply[k] -= taken;
    }
}

/* Fills `conflict` (may be NULL) with the rows of `classes` and with `ranks`, a bit each. */
static void fill_conflict(const struct flow *flow, int rows, const uint8_t *count, uint64_t classes,
                          uint16_t ranks, struct normal_conflict *conflict)
{
    if (!conflict)
        return;
    *conflict = (struct normal_conflict){.ranks = ranks};
    for (int row = 0; row < rows; row++)
        if (classes >> flow->class_of[row] & 1) {
            conflict->rows |= (uint64_t)1 << row;
            conflict->pieces++;
        }
    for (int rank = 0; rank < RANKS; rank++)
        if (ranks >> rank & 1)
            conflict->places += count[rank];
}

/* Returns the classes that a rank reaches by exchanges. An exchange leads from a rank to the classes with
 * rows of this rank, and from a class to the ranks of its mask. A cell without flow is in some assignment if
 * and only if its rank reaches its class. */
static uint64_t classes_reached(const struct flow *flow, int from)
{
    uint64_t classes = 0;
    uint16_t ranks = (uint16_t)(1u << from), before = 0;
    while (ranks != before) {
        before = ranks;
        for (int k = 0; k < flow->classes; k++)
            for (int rank = 0; rank < RANKS; rank++)
                if ((ranks >> rank & 1) && flow->amount[k][rank]) {
                    classes |= (uint64_t)1 << k;
                    ranks |= flow->mask[k];
                }
    }
    return classes;
}

bool normal_exclude(uint16_t *mask, int rows, const uint8_t count[RANKS], struct normal_conflict *conflict)
{
    struct flow flow;
    int total = 0;
    build_flow(&flow, mask, rows, count);
    for (int rank = 0; rank < RANKS; rank++)
        total += count[rank];
    for (int k = 0; k < flow.classes; k++) {
        assign_free_ranks(&flow, k);
        while (flow.supply[k] > 0) {
            uint64_t classes = 0;
            uint16_t ranks = 0;
            /* The classes and ranks visited in vain are the conflict: these rows can have no other ranks. */
            if (!augment(&flow, k, &classes, &ranks)) {
                fill_conflict(&flow, rows, count, classes, ranks, conflict);
                return false;
            }
            flow.supply[k]--;
        }
    }
    if (total != rows) {
        fill_conflict(&flow, rows, count, ~(uint64_t)0, (1u << RANKS) - 1, conflict);
        return false;
    }
    /* Keep the ranks that occur in some assignment. */
    uint16_t supported[NORMAL_ROWS] = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        uint64_t reached = count[rank] ? classes_reached(&flow, rank) : 0;
        for (int k = 0; k < flow.classes; k++)
            if ((flow.mask[k] >> rank & 1) && (reached >> k & 1))
                supported[k] |= (uint16_t)(1u << rank);
    }
    for (int row = 0; row < rows; row++)
        mask[row] = supported[flow.class_of[row]];
    return true;
}

/* Pairs of ranks, one for each vector of two doubles. */
enum { PAIRS = RANKS / 2 };
static_assert(RANKS == 12, "loops over pairs are written out");

/* Computes the rows' factors, so that each row of cell[i][r] factor[i] scale[r] adds up to 1. `column` gets
 * the totals of the columns. */
static void scale_rows(double (*cell)[RANKS], int rows, const double *scale, double *factor, double *column)
{
    const double2 by0 = fast_load2(scale), by1 = fast_load2(scale + 2), by2 = fast_load2(scale + 4),
                  by3 = fast_load2(scale + 6), by4 = fast_load2(scale + 8), by5 = fast_load2(scale + 10);
    /* Sums of the scaled rows by column; each vector has two ranks. */
    double2 sum0 = {0}, sum1 = {0}, sum2 = {0}, sum3 = {0}, sum4 = {0}, sum5 = {0};
    for (int row = 0; row < rows; row++) {
        const double *p = cell[row];
        double2 part = (fast_load2(p) * by0 + fast_load2(p + 2) * by1 + fast_load2(p + 4) * by2) +
                       (fast_load2(p + 6) * by3 + fast_load2(p + 8) * by4 + fast_load2(p + 10) * by5);
        double total = part[0] + part[1], f = total > 0 ? 1 / total : 0;
        factor[row] = f;
        sum0 += fast_load2(p) * f;
        sum1 += fast_load2(p + 2) * f;
        sum2 += fast_load2(p + 4) * f;
        sum3 += fast_load2(p + 6) * f;
        sum4 += fast_load2(p + 8) * f;
        sum5 += fast_load2(p + 10) * f;
    }
    const double2 sums[PAIRS] = {sum0 * by0, sum1 * by1, sum2 * by2, sum3 * by3, sum4 * by4, sum5 * by5};
    memcpy(column, sums, sizeof sums);
}

/* Returns the largest relative error of a column total. */
static double max_error(const double *column, const uint8_t *count)
{
    double error = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (count[rank]) {
            double column_error = fabs(column[rank] / count[rank] - 1);
            error = column_error > error ? column_error : error;
        }
    return error;
}

/* Solves (D - w) x = b, where D is the diagonal matrix of w's row sums; x replaces `b`. w is symmetric and
 * nonnegative; only w[i][k] with i < k is read, all is overwritten. Eliminating a rank gives a system of the
 * same form without subtractions (Grassmann, Taksar and Heyman 1985), so the result is accurate even for
 * ranks that hardly mix. The last rank of each connected group gets 0. */
static void solve(double w[RANKS][RANKS], double b[RANKS])
{
    double diagonal[RANKS];
    /* Eliminate rank j: its weights and its b go to the later ranks, in proportion to w[j]. */
    for (int j = 0; j < RANKS; j++) {
        diagonal[j] = 0;
        for (int k = j + 1; k < RANKS; k++)
            diagonal[j] += w[j][k];
        if (!(diagonal[j] > 0))
            continue;
        double inverse = 1 / diagonal[j];
        for (int i = j + 1; i < RANKS; i++) {
            double share = w[j][i] * inverse;
            for (int k = (i + 1) / 2 * 2; k < RANKS; k += 2) { /* may change w[i][i], which is not used */
                double2 sum = fast_load2(&w[i][k]) + share * fast_load2(&w[j][k]);
                memcpy(&w[i][k], &sum, sizeof sum);
            }
            b[i] += share * b[j];
        }
    }
    /* Substitute back, from the last rank to the first. */
    for (int j = RANKS - 1; j >= 0; j--) {
        double sum = b[j];
        for (int k = j + 1; k < RANKS; k++)
            sum += w[j][k] * b[k];
        b[j] = diagonal[j] > 0 ? sum / diagonal[j] : 0;
    }
}

/* Computes mix[i][k], the sums over the rows of the products of the probabilities of ranks i and k. For each
 * i it starts with the first rank of i's vector. The sums only determine Newton's step, so floats are
 * accurate enough. */
static void add_products(double (*cell)[RANKS], int rows, const double *scale, const double *factor,
                         float mix[RANKS][RANKS])
{
    float factors[RANKS];
    float4 sum[RANKS][3] = {{{0}}};
    for (int rank = 0; rank < RANKS; rank++)
        factors[rank] = (float)scale[rank];
    for (int row = 0; row < rows; row++) {
        struct rank_vector p = ranks_times(ranks_scaled(ranks_from_doubles(cell[row]), (float)factor[row]),
                                           ranks_load(factors));
        for (int i = 0; i < 4; i++) {
            sum[i][0] += p.a * p.a[i];
            sum[i][1] += p.b * p.a[i];
            sum[i][2] += p.c * p.a[i];
            sum[4 + i][1] += p.b * p.b[i];
            sum[4 + i][2] += p.c * p.b[i];
            sum[8 + i][2] += p.c * p.c[i];
        }
    }
    memcpy(mix, sum, sizeof sum);
}

/* Returns exp(x) for x in -4 .. 4 with a relative error of 1e-12: the series at x / 64, to the power of
 * 64. */
static double exp_of_step(double x)
{
    double t = x / 64;
    double e = 1 + t * (1 + t / 2 * (1 + t / 3 * (1 + t / 4 * (1 + t / 5 * (1 + t / 6)))));
    for (int i = 0; i < 6; i++) /* 2^6 = 64 */
        e *= e;
    return e;
}

/* Makes a step of Newton's method for the columns' factors; `next` gets them. Its logarithms are bounded to
 * -4 .. 4, the range of exp_of_step. The normal form is the minimum of the convex function
 *     sum over rows log(sum over ranks cell * exp(y)) - sum over ranks count * y,   y = log(scale).
 * Its gradient is the columns' error; its Hessian has the form that `solve` needs, since rows add up to 1. */
static void make_newton_step(double (*cell)[RANKS], int rows, const uint8_t *count, const double *scale,
                             const double *factor, const double *column, double *next)
{
    float sums[RANKS][RANKS];
    double mix[RANKS][RANKS], move[RANKS];
    add_products(cell, rows, scale, factor, sums);
    for (int i = 0; i < RANKS; i++)
        for (int k = 0; k < RANKS; k++)
            mix[i][k] = (double)sums[i][k];
    for (int rank = 0; rank < RANKS; rank++)
        move[rank] = count[rank] - column[rank];
    solve(mix, move);
    for (int rank = 0; rank < RANKS; rank++) {
        double m = move[rank] < -4 ? -4 : move[rank] > 4 ? 4 : move[rank];
        next[rank] = scale[rank] * exp_of_step(m);
    }
}

/* Returns the convex function that Newton's method minimises,
 *     sum over rows log(sum over ranks cell * scale) - sum over ranks count * log(scale).
 * The sum over the ranks of a row is 1 / factor. */
static double convex_function(int rows, const uint8_t *count, const double *scale, const double *factor)
{
    double sum = 0;
    for (int row = 0; row < rows; row++)
        sum -= log(factor[row]);
    for (int rank = 0; rank < RANKS; rank++)
        if (count[rank])
            sum -= count[rank] * log(scale[rank]);
    return sum;
}

/* The state of a scaling. */
struct scaling {
    double (*cell)[RANKS];
    int rows;
    const uint8_t *count;
    double scale[RANKS], factor[NORMAL_ROWS], column[RANKS], error;
    bool careful;  /* Newton's steps must decrease the convex function, not the error */
    double height; /* value of the convex function, if `careful` */
};

/* Recomputes the factors, the column totals, the error and the height after `scale` has changed. */
static void rescale(struct scaling *scaling)
{
    scale_rows(scaling->cell, scaling->rows, scaling->scale, scaling->factor, scaling->column);
    scaling->error = max_error(scaling->column, scaling->count);
    if (scaling->careful)
        scaling->height = convex_function(scaling->rows, scaling->count, scaling->scale, scaling->factor);
}

/* Returns whether `next` is nearer to the normal form. Near the minimum the convex function is flat within
 * rounding errors; then the error decides. */
static bool is_nearer(const struct scaling *next, const struct scaling *now)
{
    double flat = 1e-13 * (1 + fabs(now->height));
    if (!now->careful)
        return next->error < now->error;
    return next->height < now->height - flat ||
           (next->height < now->height + flat && next->error < now->error);
}

enum { HALVINGS = 6 };

/* Makes Newton's step, or a part of it (halved up to HALVINGS times). The step must decrease the error. Far
 * from the solution it may have to increase the error first: from the first time that it would, the step must
 * decrease the convex function instead. False, with nothing changed, if no part of the step helps. */
static bool try_newton(struct scaling *now, int *sweeps, int sweeps_max)
{
    struct scaling next = *now;
    make_newton_step(now->cell, now->rows, now->count, now->scale, now->factor, now->column, next.scale);
    for (int half = 0; half <= HALVINGS && *sweeps < sweeps_max; half++) {
        rescale(&next);
        ++*sweeps;
        if (is_nearer(&next, now)) {
            *now = next;
            return true;
        }
        if (!now->careful) {
            now->careful = next.careful = true;
            now->height = convex_function(now->rows, now->count, now->scale, now->factor);
        }
        for (int rank = 0; rank < RANKS; rank++) /* halves the step of the logarithms */
            next.scale[rank] = sqrt(next.scale[rank] * now->scale[rank]);
    }
    return false;
}

/* The number of plain scalings before Newton's method: enough for a coarse accuracy, and for a start near
 * enough to the solution. */
enum { PLAIN_SWEEPS = 4 };

struct normal_result normal_scale(double (*cell)[RANKS], int rows, const uint8_t count[RANKS],
                                  double accuracy, int sweeps_max, double *scale)
{
    struct scaling scaling = {.cell = cell, .rows = rows, .count = count};
    struct normal_result result = {.sweeps = 1};
    for (int rank = 0; rank < RANKS; rank++)
        scaling.scale[rank] = scale ? scale[rank] : 1;
    rescale(&scaling);
    while (scaling.error > accuracy && result.sweeps < sweeps_max) {
        if (result.sweeps >= PLAIN_SWEEPS && try_newton(&scaling, &result.sweeps, sweeps_max))
            continue;
        if (result.sweeps >= sweeps_max)
            break;
        /* A plain scaling: of the columns, then of the rows. */
        for (int rank = 0; rank < RANKS; rank++)
            if (count[rank] && scaling.column[rank] > 0)
                scaling.scale[rank] *= count[rank] / scaling.column[rank];
        rescale(&scaling);
        result.sweeps++;
    }
    result.error = scaling.error;
    result.converged = scaling.error <= accuracy;
    if (scale)
        memcpy(scale, scaling.scale, sizeof scaling.scale);
    for (int row = 0; row < rows; row++)
        for (int rank = 0; rank < RANKS; rank += 2) {
            double2 pair = fast_load2(cell[row] + rank) * (scaling.factor[row] *
                                                           fast_load2(scaling.scale + rank));
            memcpy(cell[row] + rank, &pair, sizeof pair);
        }
    return result;
}
