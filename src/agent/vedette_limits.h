/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of the agent vedette for a request: the length of rollouts, their number or time, and the
 * time for following the game so far. `option`: the values of its options, by number (vedette_options.h).
 * doc/rollout.md, "Time". */
#ifndef VEDETTE_AGENT_VEDETTE_LIMITS_H
#define VEDETTE_AGENT_VEDETTE_LIMITS_H

#include "agent/agent.h"
#include "agent/vedette_options.h"
#include "rollout/rollout.h"

/* Returns the plies of a rollout: by the request, otherwise by the option. */
int vedette_plies(const double option[], const struct think *think);

/* Returns the number of threads, 1 or more: by the option, otherwise by the request. */
int vedette_threads(const double option[], const struct think *think);

/* Returns the number of worlds, 1 .. 65536, if `nodes` rollouts are divided among `moves` (1 or more). */
uint32_t vedette_worlds(uint64_t nodes, int moves);

/* Sets the plies, worlds, seconds, deadline and threads of rollouts from the request, or from the options if
 * the request has none. `moves`: own moves made; `candidates`: moves to play out; `start`: when the request
 * came (clock_now). False if the clock has no time to spare: the plans then decide alone. */
bool vedette_set_limits(const double option[], const struct think *think, uint32_t moves, int candidates,
                        double start, struct rollout_terms *terms);

/* Returns by which factor (1 .. 3) rollouts with these limits are made longer, and the weight of the plans
 * smaller. `strangeness`: probability, 0 .. 1, that the enemy is none of the known programs. */
double vedette_length_factor(const double option[], const struct think *think,
                             const struct rollout_terms *terms, double strangeness);

/* Multiplies the plies of rollouts by `depth`, in steps of some plies. */
void vedette_lengthen(struct rollout_terms *terms, double depth);

/* Returns until when (on clock_now) the observer may follow the game before the rollouts: half of the time of
 * the request, which came at `start`. Returns 0 if there is no limit. */
double vedette_observe_until(const double option[], const struct think *think, uint32_t moves, double start);

#endif
