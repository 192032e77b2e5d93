/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/vedette_limits.h"

#include "agent/time_share.h"

#include <math.h>

/* The options `plies`, `pull` and `equal` are meant for `usual_worlds` worlds a move, or for
 * `usual_seconds`. With more worlds or time they are scaled by max `max_deeper`. The plies change in steps
 * of `plies_step`: rollouts made on the enemy's time can be used again only if their length is the same,
 * although the time may differ a little. */
static const double usual_worlds = 8, usual_seconds = 0.1, max_deeper = 3, plies_step = 5;

static const double belief_seconds = 0.0005; /* time for the beliefs if the clock has no time to spare */

/* Returns whether the request sets the number of rollouts. Time is then only a limit, not a goal. */
static bool has_fixed_effort(const struct think *think)
{
    return think->samples || think->nodes;
}

int vedette_plies(const double option[], const struct think *think)
{
    return think->depth > 0 ? think->depth : (int)option[VEDETTE_PLIES];
}

int vedette_threads(const double option[], const struct think *think)
{
    int threads = option[VEDETTE_THREADS] > 0 ? (int)option[VEDETTE_THREADS] : think->threads;
    return threads > 1 ? threads : 1;
}

uint32_t vedette_worlds(uint64_t nodes, int moves)
{
    uint64_t share = nodes / (unsigned)moves;
    /* At most 65536, the largest value of the option `worlds`. */
    return share < 1 ? 1 : share < 65536 ? (uint32_t)share : 65536;
}

bool vedette_set_limits(const double option[], const struct think *think, uint32_t moves, int candidates,
                        double start, struct rollout_terms *terms)
{
    terms->threads = vedette_threads(option, think);
    terms->plies = vedette_plies(option, think);
    terms->worlds = (uint32_t)option[VEDETTE_WORLDS];
    if (think->samples)
        terms->worlds = vedette_worlds(think->samples, 1);
    if (think->nodes)
        terms->worlds = vedette_worlds(think->nodes, candidates);
    bool fixed_effort = has_fixed_effort(think);
    struct time_share limits;
    if (!time_limits_of_move(think, moves, &limits))
        return false;
    terms->seconds = fixed_effort ? 0 : option[VEDETTE_TIME];
    /* A request for values of several moves sets their time, even above the option's. */
    bool is_soft_used = think->all_roots || terms->seconds <= 0 || limits.soft < terms->seconds;
    if (limits.soft > 0 && !fixed_effort && is_soft_used)
        terms->seconds = limits.soft;
    if (limits.hard > 0) {
        terms->deadline = start + limits.hard;
        if (!fixed_effort && (terms->seconds <= 0 || terms->seconds > limits.hard))
            terms->seconds = limits.hard;
    }
    return true;
}

/* Returns a larger factor with more worlds or time: rollouts then see effects beyond the first twenty plies,
 * and the plans count less. The power 1 / (1 + deepen) of a longer time goes into worlds: longer rollouts
 * vary more, so this keeps the error of the mean about constant. Against an unknown kind of enemy only the
 * number of worlds grows, because long rollouts depend on the assumed enemy, and the weight of the plans
 * protects against errors. The length does not change if the request sets the plies, or the worlds or time
 * for each of several moves. */
double vedette_length_factor(const double option[], const struct think *think,
                             const struct rollout_terms *terms, double strangeness)
{
    double power = option[VEDETTE_DEEPEN], times_usual = terms->worlds / usual_worlds;
    if (think->depth || (think->all_roots && (think->samples || think->soft_seconds > 0)))
        return 1;
    if (terms->seconds > 0) {
        times_usual = terms->seconds * terms->threads / usual_seconds;
        power /= 1 + power;
    }
    power *= 1 - strangeness;
    return fmin(pow(fmax(times_usual, 1), power), max_deeper);
}

void vedette_lengthen(struct rollout_terms *terms, double depth)
{
    double longer = fmax(terms->plies, plies_step * floor(terms->plies * depth / plies_step + 0.5));
    terms->plies = (int)fmin(fmin(longer, max_deeper * terms->plies), vedette_options[VEDETTE_PLIES].max);
}

double vedette_observe_until(const double option[], const struct think *think, uint32_t moves, double start)
{
    bool fixed_effort = has_fixed_effort(think);
    bool is_time_given = think->all_roots && think->soft_seconds > 0; /* it replaces the option */
    double seconds = fixed_effort || is_time_given ? 0 : option[VEDETTE_TIME];
    struct time_share limits;
    if (!time_limits_of_move(think, moves, &limits))
        return start + belief_seconds;
    if (limits.soft > 0 && !fixed_effort && (seconds <= 0 || limits.soft < seconds))
        seconds = limits.soft;
    if (limits.hard > 0 && (seconds <= 0 || limits.hard < seconds))
        seconds = limits.hard;
    return seconds > 0 ? start + seconds / 2 : 0;
}
