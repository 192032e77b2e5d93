/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/own_setup.h"

#include "base/clock.h"

#include <string.h>

void own_setup_init(struct own_setup *own, const struct settings *settings,
                    const struct setup_sources *sources)
{
    setup_options_init(&own->options, settings);
    own->options.model = sources->model;
    own->statistics = sources->statistics;
}

void own_setup_make(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                    struct setup *setup)
{
    const struct own_setup *own = state;
    struct setup_options chosen = own->options;
    (void)side;
    memcpy(chosen.army, army, sizeof chosen.army);
    chosen.stop = think->stop;
    chosen.deadline = think->hard_seconds > 0 ? clock_now() + think->hard_seconds : 0;
    setup_create(own->statistics, &chosen, think->rng, setup);
}
