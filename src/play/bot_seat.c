/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/bot_seat.h"

#include "base/clock.h"
#include "setup/creator.h"

enum status bot_choose_setup(struct agent *agent, const struct settings *settings, enum side side,
                             double seconds, struct rng *rng, struct setup *setup, struct error *error)
{
    struct think think = {.rng = rng, .hard_seconds = seconds};
    struct settings own = {0};
    struct setup_sources sources;
    double deadline = clock_now() + seconds;
    const char *why;
    if (agent_setup(agent, side, library_variant(agent->library)->count, &think, setup)) {
        if (agent_failure(agent, &why) != AGENT_SOUND)
            return error_set(error, STATUS_NO, "%s", why);
        return STATUS_OK;
    }
    agent_settings(agent->name, settings, &own, NULL);
    enum status status = library_setup_sources(agent->library, &own, &sources, error);
    if (!status)
        setup_create_once(&own, &sources, library_variant(agent->library)->count, deadline, rng, setup);
    settings_free(&own);
    return status;
}

enum status bot_begin(struct position *position, struct view *view, enum side side, const struct setup *setup,
                      const struct rules *rules, struct error *error)
{
    struct placement start;
    placement_clear(&start);
    start.free = false;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        enum side enemy = side_other(side);
        start.cell[setup_square(side, i)] = (struct cell){.rank = setup->rank[i], .side = (uint8_t)side};
        start.cell[setup_square(enemy, i)] = (struct cell){.rank = RANK_UNKNOWN, .side = (uint8_t)enemy};
    }
    position_free(position);
    view_free(view);
    enum status status = position_init(position, &start, rules, error);
    if (!status)
        view_init(view, position, side);
    return status;
}
