/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/vedette_limits.h"

#include "agent/time_share.h"

#include <math.h>

/* The options `plies`, `pull` and `equal` are for so many worlds a move, or so many seconds. With more of
 * either they change by no more than such a factor, and the plies in steps: what was tried on the enemy's
 * time can be used again only where rollouts are as long, and the time may differ a little then. */
static const double usual_worlds = 8, usual_seconds = 0.1, max_deeper = 3, plies_step = 5;

static const double answer_at_once = 0.0005; /* seconds: the beliefs are wanted then too */

/* Whether the question says how much is to be done, so that no clock decides but for being late. */
static bool is_bounded(const struct think *think)
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
    uint64_t most = nodes / (unsigned)moves;
    return most < 1 ? 1 : most < 65536 ? (uint32_t)most : 65536;
}

bool vedette_limit(const double option[], const struct think *think, uint32_t moves, int candidates,
                   double start, struct rollout_terms *terms)
{
    terms->threads = vedette_threads(option, think);
    terms->plies = vedette_plies(option, think);
    terms->worlds = (uint32_t)option[VEDETTE_WORLDS];
    if (think->samples)
        terms->worlds = vedette_worlds(think->samples, 1);
    if (think->nodes)
        terms->worlds = vedette_worlds(think->nodes, candidates);
    bool bounded = is_bounded(think);
    struct time_share limits;
    if (!time_limits(think, moves, &limits))
        return false;
    terms->seconds = bounded ? 0 : option[VEDETTE_TIME];
    bool lower = think->all_roots || terms->seconds <= 0 || limits.soft < terms->seconds;
    if (limits.soft > 0 && !bounded && lower)
        terms->seconds = limits.soft;
    if (limits.hard > 0) {
        terms->deadline = start + limits.hard;
        if (!bounded && (terms->seconds <= 0 || terms->seconds > limits.hard))
            terms->seconds = limits.hard;
    }
    return true;
}

/* More worlds or time go into longer rollouts too, which see what only the plies after the first twenty make,
 * and then less is left to say for the plans: of the time the power 1 / (1 + deepen) goes into worlds, which
 * holds the error of a mean about where it was, as longer rollouts spread more. But against a stranger all of
 * it does: the longer a rollout, the more it builds on what he is imagined to do, and the pull is what keeps
 * from harm. Not where a question names the plies, or wants each of several moves tried in so many worlds or
 * so much time. */
double vedette_depth(const double option[], const struct think *think, const struct rollout_terms *terms,
                     double strangeness)
{
    double power = option[VEDETTE_DEEPEN], times = terms->worlds / usual_worlds;
    if (think->depth || (think->all_roots && (think->samples || think->soft_seconds > 0)))
        return 1;
    if (terms->seconds > 0) {
        times = terms->seconds * terms->threads / usual_seconds;
        power /= 1 + power;
    }
    power *= 1 - strangeness;
    return fmin(pow(fmax(times, 1), power), max_deeper);
}

void vedette_lengthen(struct rollout_terms *terms, double depth)
{
    double longer = fmax(terms->plies, plies_step * floor(terms->plies * depth / plies_step + 0.5));
    terms->plies = (int)fmin(fmin(longer, max_deeper * terms->plies), vedette_options[VEDETTE_PLIES].most);
}

double vedette_look_until(const double option[], const struct think *think, uint32_t moves, double start)
{
    bool bounded = is_bounded(think), named = think->all_roots && think->soft_seconds > 0;
    double seconds = bounded || named ? 0 : option[VEDETTE_TIME];
    struct time_share limits;
    if (!time_limits(think, moves, &limits))
        return start + answer_at_once;
    if (limits.soft > 0 && !bounded && (seconds <= 0 || limits.soft < seconds))
        seconds = limits.soft;
    if (limits.hard > 0 && (seconds <= 0 || limits.hard < seconds))
        seconds = limits.hard;
    return seconds > 0 ? start + seconds / 2 : 0;
}
