/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/people_setup.h"

#include "base/clock.h"
#include "setup/creator.h"
#include "setup/random_setup.h"

/* Max seconds for creating a setup. */
#define SETUP_SECONDS 1.0

void people_setup_settings(struct settings *to, const struct settings *from)
{
    static const char behind[] = "setup.flag_behind";
    setup_settings_like_people(to, from);
    if (!settings_is_given(from, settings_find(from, behind)))
        settings_set(to, behind, "yes", "default", NULL);
}

enum status people_setup(struct library *library, const struct settings *settings, const uint8_t army[RANKS],
                         struct rng *rng, struct setup *setup, struct error *error)
{
    struct settings own = {0};
    struct setup_sources sources;
    people_setup_settings(&own, settings);
    enum status status = library_setup_sources(library, &own, &sources, error);
    if (!status)
        setup_create_once(&own, &sources, army, clock_now() + SETUP_SECONDS, rng, setup);
    else
        setup_random(army, setup, rng);
    settings_free(&own);
    return status;
}
