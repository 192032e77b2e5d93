/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine.h"

#include "cmocka_all.h"

struct settings settings;
struct library *library;

int engine_set_up(void **state)
{
    (void)state;
    settings_init(&settings, option_groups);
    library = library_new();
    return 0;
}

int engine_tear_down(void **state)
{
    (void)state;
    library_free(library);
    settings_free(&settings);
    return 0;
}

void engine_start(struct agent *agent, const char *spec)
{
    struct error error;
    if (agent_start(agent, spec, &settings, library, &error) != STATUS_OK)
        fail_msg("%s: %s", spec, error.text);
}

struct game_terms engine_game_terms(const char *red, const char *blue, uint64_t seed)
{
    return (struct game_terms){.player = {red, blue}, .rules = *rules_find("deepnash"), .seed = seed,
                               .settings = &settings, .library = library};
}
