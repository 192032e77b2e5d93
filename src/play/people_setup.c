/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/people_setup.h"

#include "base/clock.h"
#include "setup/creator.h"
#include "setup/random_setup.h"

/* Max seconds for creating a setup. */
#define SETUP_SECONDS 1.0

enum status people_setup(struct library *library, const struct settings *settings, const uint8_t army[RANKS],
                         struct rng *rng, struct setup *setup, struct error *error)
{
    struct settings own = {0};
    struct setup_sources sources;
    setup_settings_like_people(&own, settings);
    enum status status = library_setup_sources(library, &own, &sources, error);
    if (!status)
        setup_create_once(&own, &sources, army, clock_now() + SETUP_SECONDS, rng, setup);
    else
        setup_random(army, setup, rng);
    settings_free(&own);
    return status;
}
