/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the agent rnad, group "rnad". */
#ifndef VEDETTE_AGENT_RNAD_OPTIONS_H
#define VEDETTE_AGENT_RNAD_OPTIONS_H

#include "profile/option.h"

/* In the order of the table. The numbers come first, then the file. */
enum {
    RNAD_THRESHOLD, RNAD_QUANTA, RNAD_SET_UP_QUANTA, RNAD_EAGERNESS, RNAD_MEMORY, RNAD_LOSSES,
    RNAD_THREATS, RNAD_BOUNDS, RNAD_SEARCH, RNAD_ETA, RNAD_TAU, RNAD_WORLDS, RNAD_PLIES, RNAD_TIME,
    RNAD_NUMBERS, RNAD_MODEL = RNAD_NUMBERS, RNAD_OPTIONS
};

/* The steps between the network and a drawn move, each with the word of a spec that switches it off alone; a
 * step that is off already has the value in that word. A NULL name ends them. */
struct rnad_step {
    const char *name; /* of the option */
    const char *off;
};
extern const struct rnad_step rnad_steps[];

#endif
