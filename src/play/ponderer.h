/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs an agent's pondering on a worker's thread. */
#ifndef VEDETTE_PLAY_PONDERER_H
#define VEDETTE_PLAY_PONDERER_H

#include "agent/agent.h"
#include "base/worker.h"

/* All zero: idle. */
struct ponderer {
    struct worker worker;
    bool has_worker;     /* the worker is initialised */
    bool on;             /* started and not stopped since; the job may have finished */
};
/* Stops pondering and frees the memory. */
void ponderer_free(struct ponderer *ponderer);

/* Lets the agent ponder the view, on whose board the enemy is to move. `think` is the expected next
 * request; it is copied with its random stream. Until ponderer_stop the agent must not be used or freed.
 * `wake` is rung at the end; it must be the same at each call and outlive the ponderer. */
void ponderer_start(struct ponderer *ponderer, const struct wake *wake, struct agent *agent,
                    const struct view *view, const struct think *think);

/* Stops the pondering, and returns when the agent is idle, within 20 ms. */
void ponderer_stop(struct ponderer *ponderer);

#endif
