/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bot/bot_seat.h"

#include "base/clock.h"
#include "base/plural.h"
#include "setup/creator.h"

#include <string.h>

enum status bot_choose_setup(struct agent *agent, const struct settings *settings, enum side side,
                             const uint8_t army[RANKS], double seconds, struct rng *rng, struct setup *setup,
                             struct error *error)
{
    struct think think = {.rng = rng, .hard_seconds = seconds};
    struct settings agent_options = {0};
    struct setup_sources sources;
    double deadline = clock_now() + seconds;
    const char *why;
    if (agent_setup(agent, side, army, &think, setup)) {
        if (agent_failure(agent, &why) != AGENT_NO_FAILURE)
            return error_set(error, STATUS_NO, "%s", why);
        return STATUS_OK;
    }
    agent_settings(agent->name, settings, &agent_options, NULL);
    enum status status = library_setup_sources(agent->library, &agent_options, &sources, error);
    if (!status)
        setup_create_once(&agent_options, &sources, army, deadline, rng, setup);
    settings_free(&agent_options);
    return status;
}

void bot_enemy_full(const struct variant *variant, struct bot_enemy *enemy)
{
    for (int i = 0; i < PIECES_A_SIDE; i++)
        enemy->stands[i] = true;
    memcpy(enemy->army, variant->count, RANKS);
}

enum status bot_enemy_check(const struct bot_enemy *enemy, const struct variant *variant, struct error *error)
{
    int places = 0, pieces = army_size(enemy->army);
    for (int i = 0; i < PIECES_A_SIDE; i++)
        places += enemy->stands[i];
    enum status status = variant_check_army(variant, enemy->army, error);
    if (!status && places != pieces)
        status = error_set(error, STATUS_BAD, "found %d piece%s on %d place%s, expected a place for each",
                           pieces, plural((uint64_t)pieces), places, plural((uint64_t)places));
    return status;
}

/* Fills in the starting position as the bot knows it. The enemy's pieces get no rank. Pieces that the enemy's
 * army lacks, compared with the variant's army, count as absent. */
static void fill_in_start(struct placement *start, const struct variant *variant, enum side side,
                          const struct setup *setup, const struct bot_enemy *enemy)
{
    placement_clear(start);
    start->free = false;
    start->variant = variant_index(variant);
    for (int rank = 0; rank < RANKS; rank++)
        start->absent[side_other(side)][rank] = (uint8_t)(variant->count[rank] - enemy->army[rank]);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        enum side other = side_other(side);
        if (setup->rank[i] != PLACE_EMPTY)
            start->cell[setup_square(side, i)] = (struct cell){.rank = setup->rank[i], .side = (uint8_t)side};
        if (enemy->stands[i])
            start->cell[setup_square(other, i)] = (struct cell){.rank = RANK_UNKNOWN, .side = (uint8_t)other};
    }
}

enum status bot_start_game(struct position *position, struct view *view, const struct variant *variant,
                           enum side side, const struct setup *setup, const struct bot_enemy *enemy,
                           const struct rules *rules, struct error *error)
{
    struct placement start;
    fill_in_start(&start, variant, side, setup, enemy);
    position_free(position);
    view_free(view);
    enum status status = position_init(position, &start, rules, error);
    if (status)
        return status;
    /* The agent may see the whole position: it has no hidden ranks. */
    view->side = side;
    board_init(&view->board, &start, rules);
    return STATUS_OK;
}
