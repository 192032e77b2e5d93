/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/own_setup.h"

#include "base/clock.h"

#include <string.h>

void own_setup_create(const struct setup_statistics *statistics, const struct setup_options *options,
                      const uint8_t army[RANKS], const struct think *think, struct setup *setup)
{
    struct setup_options chosen = *options;
    memcpy(chosen.army, army, sizeof chosen.army);
    chosen.stop = think->stop;
    chosen.deadline = think->hard_seconds > 0 ? clock_now() + think->hard_seconds : 0;
    setup_create(statistics, &chosen, think->rng, setup);
}
