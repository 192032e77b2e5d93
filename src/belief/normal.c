/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/normal.h"

#include <math.h>
#include <string.h>

/* Rows with the same mask are alike: a flow from classes of rows to ranks stands for all assignments. */
struct flow {
    int classes;
    uint16_t mask[NORMAL_ROWS];
    int supply[NORMAL_ROWS];              /* rows of the class not yet assigned */
    int amount[NORMAL_ROWS][RANKS];       /* rows of the class with that rank */
    int left[RANKS];                      /* pieces of the rank not yet assigned */
    uint8_t class_of[NORMAL_ROWS];
};

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

/* Finds a way to assign one more row of class k; `seen_classes` and `seen_ranks` collect what was
 * reached. Each class and rank is entered once, so it ends. */
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

static void describe(const struct flow *flow, int rows, const uint8_t *count, uint64_t classes,
                     uint16_t ranks, struct normal_clash *clash)
{
    if (!clash)
        return;
    *clash = (struct normal_clash){.ranks = ranks};
    for (int row = 0; row < rows; row++)
        if (classes >> flow->class_of[row] & 1) {
            clash->rows |= (uint64_t)1 << row;
            clash->pieces++;
        }
    for (int rank = 0; rank < RANKS; rank++)
        if (ranks >> rank & 1)
            clash->places += count[rank];
}

/* Which classes a rank reaches by changing who has which rank: from a rank to the classes that hold some of
 * it, from a class to the ranks it may be. A cell without flow is in some solution just where its rank
 * reaches its class. */
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

bool normal_support(uint16_t *mask, int rows, const uint8_t count[RANKS],
                    struct normal_clash *clash)
{
    struct flow flow;
    int total = 0;
    build_flow(&flow, mask, rows, count);
    for (int rank = 0; rank < RANKS; rank++)
        total += count[rank];
    for (int k = 0; k < flow.classes; k++)
        while (flow.supply[k] > 0) {
            uint64_t classes = 0;
            uint16_t ranks = 0;
            if (!augment(&flow, k, &classes, &ranks)) {
                describe(&flow, rows, count, classes, ranks, clash);
                return false;
            }
            flow.supply[k]--;
        }
    if (total != rows) {
        describe(&flow, rows, count, ~(uint64_t)0, (1u << RANKS) - 1, clash);
        return false;
    }
    uint16_t kept[NORMAL_ROWS] = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        uint64_t reached = count[rank] ? classes_reached(&flow, rank) : 0;
        for (int k = 0; k < flow.classes; k++)
            if ((flow.mask[k] >> rank & 1) && (reached >> k & 1))
                kept[k] |= (uint16_t)(1u << rank);
    }
    for (int row = 0; row < rows; row++)
        mask[row] = kept[flow.class_of[row]];
    return true;
}

/* One scaling of the rows, of which only the factors are kept: cell[i][r] * factor[i] * scale[r] has rows
 * that add up to one. `column` gets the totals of its columns. */
static void scale_rows(double (*cell)[RANKS], int rows, const double *scale, double *factor,
                       double *column)
{
    double sum[RANKS] = {0};
    for (int row = 0; row < rows; row++) {
        double total = 0;
        for (int rank = 0; rank < RANKS; rank++)
            total += cell[row][rank] * scale[rank];
        double f = total > 0 ? 1 / total : 0;
        factor[row] = f;
        for (int rank = 0; rank < RANKS; rank++)
            sum[rank] += cell[row][rank] * f;
    }
    for (int rank = 0; rank < RANKS; rank++)
        column[rank] = sum[rank] * scale[rank];
}

static double worst(const double *column, const uint8_t *count)
{
    double error = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (count[rank]) {
            double off = fabs(column[rank] / count[rank] - 1);
            error = off > error ? off : error;
        }
    return error;
}

/* Solves a x = b in place of b by Cholesky; `a` is positive semidefinite. Where a pivot vanishes (the totals
 * of ranks that only go together are not independent) that unknown is zero. */
static void solve(double a[RANKS][RANKS], double b[RANKS])
{
    for (int j = 0; j < RANKS; j++) {
        double own = a[j][j];
        for (int k = 0; k < j; k++)
            a[j][j] -= a[j][k] * a[j][k];
        if (a[j][j] <= 1e-9 * own) {
            for (int i = j; i < RANKS; i++)
                a[i][j] = 0;
            b[j] = 0;
            continue;
        }
        a[j][j] = sqrt(a[j][j]);
        for (int i = j + 1; i < RANKS; i++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
    }
    for (int j = 0; j < RANKS; j++) {
        for (int k = 0; k < j; k++)
            b[j] -= a[j][k] * b[k];
        b[j] = a[j][j] > 0 ? b[j] / a[j][j] : 0;
    }
    for (int j = RANKS - 1; j >= 0; j--) {
        for (int k = j + 1; k < RANKS; k++)
            b[j] -= a[k][j] * b[k];
        b[j] = a[j][j] > 0 ? b[j] / a[j][j] : 0;
    }
}

/* Newton's step for the columns' factors. The normal form is where the convex function
 *     sum over rows log(sum over ranks cell * exp(y)) - sum over ranks count * y,   y = log(scale),
 * is least; its slope is the columns' error. `next` gets the factors after the step. */
static void newton(double (*cell)[RANKS], int rows, const uint8_t *count, const double *scale,
                   const double *factor, const double *column, double *next)
{
    double curve[RANKS][RANKS] = {{0}}, move[RANKS];
    for (int row = 0; row < rows; row++) {
        double p[RANKS];
        for (int rank = 0; rank < RANKS; rank++)
            p[rank] = cell[row][rank] * factor[row] * scale[rank];
        for (int i = 0; i < RANKS; i++)
            for (int j = 0; j < RANKS; j++)
                curve[i][j] -= p[i] * p[j];
    }
    for (int rank = 0; rank < RANKS; rank++) {
        curve[rank][rank] += column[rank];
        move[rank] = count[rank] - column[rank];
    }
    solve(curve, move);
    for (int rank = 0; rank < RANKS; rank++) {
        double m = move[rank] < -4 ? -4 : move[rank] > 4 ? 4 : move[rank];
        next[rank] = scale[rank] * exp(m);
    }
}

/* So many plain scalings come first: enough for a coarse accuracy, and for Newton's method to start near
 * enough. */
enum { PLAIN_SWEEPS = 4 };

struct normal_result normal_scale(double (*cell)[RANKS], int rows, const uint8_t count[RANKS],
                                  double accuracy, int sweeps_most, double *scale)
{
    double factor[NORMAL_ROWS], column[RANKS], own[RANKS], next[RANKS];
    struct normal_result result = {.sweeps = 1};
    if (!scale) {
        scale = own;
        for (int rank = 0; rank < RANKS; rank++)
            scale[rank] = 1;
    }
    scale_rows(cell, rows, scale, factor, column);
    result.error = worst(column, count);
    while (result.error > accuracy && result.sweeps < sweeps_most) {
        if (result.sweeps >= PLAIN_SWEEPS) {
            double next_factor[NORMAL_ROWS], next_column[RANKS];
            newton(cell, rows, count, scale, factor, column, next);
            scale_rows(cell, rows, next, next_factor, next_column);
            double error = worst(next_column, count);
            result.sweeps++;
            if (error < result.error) {
                memcpy(scale, next, sizeof next);
                memcpy(factor, next_factor, sizeof factor);
                memcpy(column, next_column, sizeof column);
                result.error = error;
                continue;
            }
        }
        for (int rank = 0; rank < RANKS; rank++)
            if (count[rank] && column[rank] > 0)
                scale[rank] *= count[rank] / column[rank];
        scale_rows(cell, rows, scale, factor, column);
        result.sweeps++;
        result.error = worst(column, count);
    }
    result.reached = result.error <= accuracy;
    for (int row = 0; row < rows; row++)
        for (int rank = 0; rank < RANKS; rank++)
            cell[row][rank] *= factor[row] * scale[rank];
    return result;
}
