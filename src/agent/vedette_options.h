/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the agent vedette, group "vedette" (kinds.h); doc/rollout.md explains them. */
#ifndef VEDETTE_AGENT_VEDETTE_OPTIONS_H
#define VEDETTE_AGENT_VEDETTE_OPTIONS_H

#include "profile/option.h"

enum vedette_option {
    VEDETTE_CANDIDATES, VEDETTE_FAR_BEHIND, VEDETTE_RESCUE, VEDETTE_WORLDS, VEDETTE_PLIES, VEDETTE_PULL,
    VEDETTE_DEEPEN, VEDETTE_CAUTION, VEDETTE_EQUAL, VEDETTE_TIME, VEDETTE_SURE,
    VEDETTE_VALUE, VEDETTE_WON, VEDETTE_MIXTURE, VEDETTE_REPETITION, VEDETTE_DRAW_BELOW,
    VEDETTE_THREADS, VEDETTE_PONDER,
    VEDETTE_NUMBERS, VEDETTE_VALUE_MODEL = VEDETTE_NUMBERS, /* a file */
    VEDETTE_OPTIONS
};

/* The option table, by number. */
extern const struct option vedette_options[VEDETTE_OPTIONS];

#endif
