/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An agent thinks on the enemy's time, on a worker's thread. */
#ifndef VEDETTE_PLAY_PONDERER_H
#define VEDETTE_PLAY_PONDERER_H

#include "agent/agent.h"
#include "base/worker.h"

/* Start with all zero: idle. ponderer_free stops it first. */
struct ponderer {
    struct worker worker;
    bool begun;     /* there is a worker */
    bool on;        /* started, and not stopped since; it may be through */
};
void ponderer_free(struct ponderer *ponderer);

/* Lets the agent think about the view, on whose board the enemy is to move, for the question that `think`
 * will be: both are copied, and the random numbers. Until ponderer_stop nothing else may be asked of the
 * agent, nor may it end. `wake`, the same each time, is rung when it is through; it must outlive the
 * ponderer. */
void ponderer_start(struct ponderer *ponderer, const struct wake *wake, struct agent *agent,
                    const struct view *view, const struct think *think);

/* Stops it, and returns when the agent is free again: within 20 ms. */
void ponderer_stop(struct ponderer *ponderer);

#endif
