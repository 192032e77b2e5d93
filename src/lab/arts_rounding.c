/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds beliefs to whole thousandths with exact row and column sums.
 *
 * First each row is rounded so that its sum is exact: all down, then the largest remainders up. Then columns
 * with a surplus give thousandths, one by one, to columns with a deficit along the cheapest path: a step from
 * rank a to rank b moves a thousandth of some row from a to b. The cost is the change of the sum of squared
 * errors. Optimally rounded rows have no step of negative cost, and shortest paths preserve this, so the
 * result is the nearest table (successive shortest paths). */
#include "lab/arts_positions.h"

#include <math.h>
#include <string.h>

#define TOLERANCE 1e-9 /* of costs, which are squares of thousandths: about 1 */

/* Rounds a row that is not all zero to thousandths with the sum 1000: all down, then the largest remainders
 * up. Zeros stay zero. */
static void round_row(const double p[RANKS], int units[RANKS])
{
    double sum = 0;
    int missing = ARTS_BELIEF_UNITS;
    for (int rank = 0; rank < RANKS; rank++)
        sum += p[rank];
    for (int rank = 0; rank < RANKS; rank++) {
        units[rank] = (int)floor(p[rank] / sum * ARTS_BELIEF_UNITS);
        missing -= units[rank];
    }
    /* The missing thousandths, fewer than the ranks, go to the largest remainders. */
    for (; missing > 0; missing--) {
        int best = -1;
        double max_remainder = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            double remainder = p[rank] / sum * ARTS_BELIEF_UNITS - units[rank];
            if (p[rank] > 0 && (best < 0 || remainder > max_remainder)) {
                best = rank;
                max_remainder = remainder;
            }
        }
        units[best]++;
    }
}

/* Returns by how much the squared error grows if a thousandth of a row moves from one rank to another:
 * (from_error - 1)^2 + (to_error + 1)^2 minus the squares before. */
static double step_cost(double from, int from_units, double to, int to_units)
{
    double from_error = from_units - from * ARTS_BELIEF_UNITS, to_error = to_units - to * ARTS_BELIEF_UNITS;
    return (1 - 2 * from_error) + (1 + 2 * to_error);
}

/* The cheapest step between each two ranks, and its row; -1: no step is possible. */
struct rounding_steps {
    double cost[RANKS][RANKS];
    int row[RANKS][RANKS];
};

/* Finds for each pair of ranks the row in which moving a thousandth costs least. */
static void find_steps(double p[PIECES_A_SIDE][RANKS], int units[PIECES_A_SIDE][RANKS],
                       struct rounding_steps *steps)
{
    memset(steps->row, -1, sizeof steps->row);
    /* Rank a of the row must have a thousandth to give, and rank b must be possible. */
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b < RANKS && units[row][a] > 0; b++) {
                if (a == b || !(p[row][b] > 0))
                    continue;
                double cost = step_cost(p[row][a], units[row][a], p[row][b], units[row][b]);
                if (steps->row[a][b] < 0 || cost < steps->cost[a][b]) {
                    steps->cost[a][b] = cost;
                    steps->row[a][b] = row;
                }
            }
}

/* Moves one thousandth along the cheapest path from a rank with a surplus to one with a deficit (Bellman and
 * Ford), and updates `units` and `surplus`. `surplus`: the thousandths that each rank's column has too many;
 * negative: a deficit. Returns false if there is no path. */
static bool move_unit(double p[PIECES_A_SIDE][RANKS], int units[PIECES_A_SIDE][RANKS], int surplus[RANKS])
{
    struct rounding_steps steps;
    double distance[RANKS];
    int before[RANKS], end = -1;
    find_steps(p, units, &steps);
    for (int rank = 0; rank < RANKS; rank++) {
        distance[rank] = surplus[rank] > 0 ? 0 : HUGE_VAL;
        before[rank] = -1;
    }
    /* The distances from the nearest rank with a surplus. The tolerance keeps rounding errors from making a
     * cycle of negative cost. */
    for (int round = 1; round < RANKS; round++)
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b < RANKS; b++)
                if (steps.row[a][b] >= 0 && distance[a] + steps.cost[a][b] < distance[b] - TOLERANCE) {
                    distance[b] = distance[a] + steps.cost[a][b];
                    before[b] = a;
                }
    for (int rank = 0; rank < RANKS; rank++)
        if (surplus[rank] < 0 && distance[rank] < HUGE_VAL && (end < 0 || distance[rank] < distance[end]))
            end = rank;
    if (end < 0)
        return false;
    /* Goes the path back from its end to its start; a step moves a thousandth of its row. */
    int start = end;
    for (int length = 0; before[start] >= 0 && length < RANKS; start = before[start], length++) {
        int row = steps.row[before[start]][start];
        units[row][before[start]]--;
        units[row][start]++;
    }
    surplus[start]--;
    surplus[end]++;
    return true;
}

enum status arts_belief_round(double p[PIECES_A_SIDE][RANKS], const uint8_t count[RANKS],
                              int units[PIECES_A_SIDE][RANKS])
{
    int surplus[RANKS]; /* thousandths too many in each rank's column; negative: a deficit */
    memset(units, 0, sizeof(int[PIECES_A_SIDE][RANKS]));
    for (int rank = 0; rank < RANKS; rank++)
        surplus[rank] = -ARTS_BELIEF_UNITS * count[rank];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        bool any = false;
        for (int rank = 0; rank < RANKS; rank++)
            any = any || p[row][rank] > 0;
        if (any)
            round_row(p[row], units[row]);
        for (int rank = 0; rank < RANKS; rank++)
            surplus[rank] += units[row][rank];
    }
    /* total: surplus less deficit of all ranks, 0 if a table can exist. wrong: the thousandths to move. */
    int total = 0, wrong = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        total += surplus[rank];
        wrong += surplus[rank] > 0 ? surplus[rank] : 0;
    }
    for (; total == 0 && wrong > 0; wrong--)
        if (!move_unit(p, units, surplus))
            return STATUS_BAD;
    return total == 0 ? STATUS_OK : STATUS_BAD;
}
