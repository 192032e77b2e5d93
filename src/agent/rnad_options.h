/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the agent rnad, group "rnad". */
#ifndef VEDETTE_AGENT_RNAD_OPTIONS_H
#define VEDETTE_AGENT_RNAD_OPTIONS_H

#include "profile/option.h"

/* The options in the order of their table: first the numbers, then the file. */
enum {
    RNAD_THRESHOLD, RNAD_QUANTA, RNAD_SET_UP_QUANTA, RNAD_EAGERNESS, RNAD_MEMORY, RNAD_LOSSES,
    RNAD_THREATS, RNAD_BOUNDS, RNAD_SEARCH, RNAD_ETA, RNAD_TAU, RNAD_WORLDS, RNAD_PLIES, RNAD_TIME,
    RNAD_NUMBERS, RNAD_MODEL = RNAD_NUMBERS, RNAD_OPTIONS
};

/* A step between the network and the drawn move. `off`: the word of a spec that switches off only this
 * step (no effect if it is off already). The table ends with a NULL name. */
struct rnad_step {
    const char *name; /* of the option */
    const char *off;  /* e.g. "threshold=0" */
};
extern const struct rnad_step rnad_steps[];

#endif
