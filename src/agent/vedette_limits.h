/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much the agent vedette plays out for a question: how long rollouts are, how many worlds or seconds
 * there are for them, and how long it may look at the game so far. `option` is what its options are set to,
 * by number (vedette_options.h). doc/rollout.md, "Time". */
#ifndef VEDETTE_AGENT_VEDETTE_LIMITS_H
#define VEDETTE_AGENT_VEDETTE_LIMITS_H

#include "agent/agent.h"
#include "agent/vedette_options.h"
#include "rollout/rollout.h"

/* The plies of a rollout that a question names, or that are usual. */
int vedette_plies(const double option[], const struct think *think);

/* On how many threads it thinks, 1 or more: by the option, or else as the question says. */
int vedette_threads(const double option[], const struct think *think);

/* How many worlds each of so many moves, 1 or more, may have of so many rollouts: 1 .. 65536. */
uint32_t vedette_worlds(uint64_t nodes, int moves);

/* Sets plies, worlds, seconds, deadline and threads of rollouts by the limits of the question that came at
 * `start` (on clock_now), after `moves` own moves, for so many candidates; by the options where it sets none.
 * A clock without time to spare gets the plans' answer: false. */
bool vedette_limit(const double option[], const struct think *think, uint32_t moves, int candidates,
                   double start, struct rollout_terms *terms);

/* How many times longer than usual rollouts with these limits are to be, and how many times less the plans'
 * word is to count: 1 .. 3. `strangeness`: how likely the enemy is none of the programs that are known, from
 * 0 to 1. */
double vedette_depth(const double option[], const struct think *think, const struct rollout_terms *terms,
                     double strangeness);

/* Makes rollouts so many times longer, in steps of some plies. */
void vedette_lengthen(struct rollout_terms *terms, double depth);

/* Until when (on clock_now) a question that came at `start` leaves time for a look at the game so far: half
 * of what it leaves in all; 0: for ever. */
double vedette_look_until(const double option[], const struct think *think, uint32_t moves, double start);

#endif
