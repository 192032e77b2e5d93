/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start of a game, from terms or from a record: players, their settings, random streams and setups. */
#include "play/game_parts.h"

#include "base/clock.h"
#include "play/origin.h"
#include "setup/creator.h"
#include "setup/random_setup.h"

#include <stdio.h>
#include <string.h>

/* The random streams of one game: its setups, then one for each ply, and, above all plies, its army. */
enum { STREAM_SETUPS, STREAM_PLIES, STREAM_ARMY = 1 << 30 };

uint64_t game_seed(uint64_t seed, uint64_t number)
{
    struct rng rng;
    if (number == 0)
        return seed;
    rng_seed(&rng, seed, number);
    return rng_next(&rng) >> 11; /* 53 bits, which a program that reads numbers as doubles keeps exactly */
}

void game_seed_ply(const struct record *record, uint32_t plies, struct rng *rng)
{
    rng_seed(rng, record->seed, STREAM_PLIES + (uint64_t)plies);
}

/* Returns whether a recorded player is an agent (of a known kind). */
static bool is_agent(const struct record *record, enum side side)
{
    return agent_index(record->player[side]) >= 0;
}

enum status game_player_settings(const struct record *record, enum side side, size_t plies,
                                 const struct settings *settings, struct settings *own, struct error *error)
{
    struct settings settings_read = {0};
    if (!is_agent(record, side)) {
        settings_copy(own, settings);
        return STATUS_OK;
    }
    if (!record->agent[side].name[0] || plies < record->agent[side].since)
        return agent_settings(record->player[side], settings, own, error);
    enum status status = origin_settings(record, side, settings->groups, &settings_read, NULL, error);
    if (status) {
        agent_settings(record->player[side], settings, own, NULL);
        return status;
    }
    /* Options set in `settings` override the record, except those that the name sets: the record has them
     * as well, and the files that the name refers to may be different or missing here. An invalid name is
     * ignored. */
    struct settings named = {0};
    bool known = agent_settings(record->player[side], settings, &named, NULL) == STATUS_OK;
    settings_copy(own, &settings_read);
    for (size_t i = 0; i < settings->count && known; i++)
        if (settings_is_given(settings, (int)i) && strcmp(named.origins[i], settings->origins[i]) == 0)
            settings_copy_option(own, settings, (int)i);
    settings_free(&named);
    settings_free(&settings_read);
    return STATUS_OK;
}

void game_player_rng(const struct record *record, enum side side, uint32_t plies, uint64_t seed,
                     struct rng *rng)
{
    if (is_agent(record, side) && record->has_seed)
        game_seed_ply(record, plies, rng);
    else
        rng_seed(rng, seed, 0);
}

/* Returns the variant of the terms. */
static const struct variant *terms_variant(const struct game_terms *terms)
{
    return variant_at(terms->start ? terms->start->variant : terms->variant);
}

/* Sets the army of each side (count by rank), from the first of these that exists: the variant's army, that
 * of the given setup, that of the terms, the other side's. If none exists, draws one for both. */
static void choose_armies(const struct game_terms *terms, uint64_t seed, uint8_t army[SIDES][RANKS])
{
    const struct variant *variant = terms_variant(terms);
    bool has[SIDES];
    for (enum side side = RED; side <= BLUE; side++) {
        if (!variant->any_army)
            memcpy(army[side], variant->count, RANKS);
        else if (terms->setup[side])
            setup_army(terms->setup[side], army[side]);
        else
            memcpy(army[side], terms->army[side], RANKS);
        has[side] = army_size(army[side]) > 0;
    }
    if (!has[RED] && !has[BLUE]) {
        struct rng rng;
        rng_seed(&rng, seed, STREAM_ARMY);
        army_draw(variant, &rng, army[RED]);
    }
    /* Red takes blue's army, blue red's, which may have been drawn just now. */
    for (enum side side = RED; side <= BLUE; side++)
        if (!has[side] && (side == BLUE || has[BLUE]))
            memcpy(army[side], army[side_other(side)], RANKS);
}

/* Starts the agent of a side; `spec` is the name that people see. */
static enum status start_agent(struct game *game, enum side side, const char *spec,
                               const struct settings *settings, struct library *library, struct error *error)
{
    struct player *player = &game->player[side];
    enum status status = agent_start(&player->agent, spec, settings, library, error);
    player->is_agent = !status;
    return status;
}

/* Sets the player of a side: an agent with that spec, or a person if `spec` is NULL. */
static enum status start_player(struct game *game, enum side side, const char *spec,
                                const struct game_terms *terms, struct error *error)
{
    const char *own = terms->people[side] ? terms->people[side] : terms->person;
    const char *person = own ? own : "you";
    snprintf(game->record.player[side], PLAYER_NAME_MAX, "%s", spec ? spec : person);
    record_name_agent(&game->record, side, "", 0);
    if (!spec)
        return STATUS_OK;
    const struct settings *settings = terms->own[side] ? terms->own[side] : terms->settings;
    enum status status = start_agent(game, side, spec, settings,
                                     library_for_variant(terms->library, terms_variant(terms)), error);
    /* The options of an external program are not recorded: they would not suffice to repeat its moves. */
    if (!status && !agent_is_external(spec))
        origin_record_agent(&game->record, side, &game->player[side].agent);
    return status;
}

/* Sets the player of a side as the record names it. */
static enum status resume_player(struct game *game, enum side side, const struct game_terms *terms,
                                 struct error *error)
{
    struct game_terms own = *terms;
    char name[PLAYER_NAME_MAX];
    struct settings settings = {0};
    snprintf(name, sizeof name, "%s", game->record.player[side]);
    bool external = agent_is_external(name);
    bool is_agent = external ? terms->external != EXTERNAL_SEATED : agent_index(name) >= 0;
    if (external && terms->external == EXTERNAL_REFUSED)
        return error_set(error, STATUS_BAD, "%s's player is the program '%s', which no game file may start",
                         side_name(side), name);
    const struct option_group *const *groups = terms->settings->groups;
    if (is_agent && origin_settings(&game->record, side, groups, &settings, NULL, NULL) == STATUS_OK) {
        enum status status = start_agent(game, side, game->record.agent[side].name, &settings,
                                         library_for_variant(terms->library, terms_variant(terms)), error);
        settings_free(&settings);
        /* The full spec is needed when the settings are reloaded. */
        snprintf(game->player[side].agent.name, sizeof game->player[side].agent.name, "%s", name);
        return status;
    }
    own.people[side] = name[0] ? name : NULL;
    return start_player(game, side, is_agent ? name : NULL, &own, error);
}

/* Returns whether the side's agent makes its setup. It does if no setup is given and setups do not come from
 * the pool first (the pool is ignored for agents that only play their own setup). */
static bool agent_makes_setup(const struct game *game, enum side side, const struct game_terms *terms)
{
    const struct player *player = &game->player[side];
    const struct agent_kind *kind = player->is_agent ? player->agent.kind : NULL;
    bool from_pool = terms->pool_count && terms->pool_first && !(kind && kind->own_setup_only);
    return !terms->setup[side] && !from_pool && kind && kind->setup;
}

/* Sets a seed for each side's setup, so that a given setup of one side does not change the other's. In the
 * second game of a pair the seeds are those of the first. They belong to the colours, so that the players
 * exchange setups; if an agent makes its own setup or has a given one, they belong to the players, so that
 * each keeps its setup. */
static void seed_setups(const struct game *game, const struct game_terms *terms, uint64_t seed[SIDES])
{
    uint64_t seed_of_game = terms->has_partner ? game_seed(terms->seed, terms->partner) : game->record.seed;
    bool keep_with_player = agent_makes_setup(game, RED, terms) || agent_makes_setup(game, BLUE, terms) ||
                            terms->setup[RED] || terms->setup[BLUE];
    struct rng rng;
    rng_seed(&rng, seed_of_game, STREAM_SETUPS);
    for (enum side side = RED; side <= BLUE; side++)
        seed[terms->has_partner && keep_with_player ? side_other(side) : side] = rng_next(&rng);
}

/* Makes a setup like people's for a practice opponent, unless its own options say otherwise. False if there
 * are no sources. */
static bool set_up_like_people(const struct game *game, enum side side, const uint8_t army[RANKS],
                               const struct game_terms *terms, struct rng *rng, struct setup *setup)
{
    struct settings own = {0}, settings = {0};
    struct setup_sources sources;
    agent_settings(game->record.player[side], terms->settings, &own, NULL);
    setup_settings_like_people(&settings, &own);
    bool found = library_setup_sources(library_for_variant(terms->library, terms_variant(terms)), &settings,
                                       &sources, NULL) == STATUS_OK;
    if (found)
        setup_create_once(&settings, &sources, army, 0, rng, setup);
    settings_free(&settings);
    settings_free(&own);
    return found;
}

/* Chooses a side's setup, from the first of these that exists: the given one, the agent's own, one of the
 * pool, a random one. */
static void choose_side_setup(struct game *game, enum side side, const uint8_t army[RANKS],
                              const struct game_terms *terms, uint64_t seed, struct setup *setup)
{
    struct rng own;
    rng_seed(&own, seed, 0);
    if (terms->setup[side]) {
        *setup = *terms->setup[side];
        return;
    }
    struct think think = {.rng = &own, .hard_seconds = terms->setup_seconds, .stop = terms->stop};
    if (agent_is_external(game->record.player[side]))
        setup_random(army, setup, &own); /* stays if the program makes none */
    if (terms->practice && agent_makes_setup(game, side, terms) &&
        !agent_is_external(game->record.player[side]) &&
        set_up_like_people(game, side, army, terms, &own, setup))
        return;
    if (agent_makes_setup(game, side, terms) && agent_setup(&game->player[side].agent, side, army, &think,
                                                            setup))
        return;
    if (terms->pool_count)
        *setup = terms->pool[rng_below(&own, (uint32_t)terms->pool_count)];
    else
        setup_random(army, setup, &own);
}

enum agent_failure game_failure_of(struct game *game, enum side side, const char **why)
{
    struct player *player = &game->player[side];
    *why = "";
    return player->is_agent && player->agent.kind ? agent_failure(&player->agent, why) : AGENT_NO_FAILURE;
}

void game_make_views(struct game *game)
{
    ponderer_stop(&game->ponderer);
    for (enum side side = RED; side <= BLUE; side++) {
        view_free(&game->view[side]);
        view_init(&game->view[side], &game->position, side);
    }
}

/* Ends the game if an external program did not make a valid setup. If both failed, it is drawn. */
static void end_if_setup_failed(struct game *game)
{
    static const enum reason reasons[] = {[AGENT_FAILED] = REASON_FAILED, [AGENT_LATE] = REASON_NO_ANSWER,
                                          [AGENT_ILLEGAL] = REASON_ILLEGAL};
    const char *why[SIDES];
    enum agent_failure failure[SIDES] = {game_failure_of(game, RED, &why[RED]),
                                         game_failure_of(game, BLUE, &why[BLUE])};
    /* AGENT_STOPPED and AGENT_NO_FAILURE are no fault of the program. */
    bool failed[SIDES] = {failure[RED] > AGENT_STOPPED, failure[BLUE] > AGENT_STOPPED};
    char comment[COMMENT_MAX];
    if (!failed[RED] && !failed[BLUE])
        return;
    bool both = failed[RED] && failed[BLUE];
    enum side loser = failed[RED] ? RED : BLUE; /* if only one failed */
    if (both) /* half of COMMENT_MAX for each */
        snprintf(comment, sizeof comment, "%.190s; %.190s", why[RED], why[BLUE]);
    else
        snprintf(comment, sizeof comment, "%s", why[loser]);
    record_set_comment(&game->record, 0, comment);
    game->record.outcome = both ? (struct outcome){RESULT_DRAW, REASON_FAILED}
                                : (struct outcome){result_win(side_other(loser)), reasons[failure[loser]]};
}

enum status game_start(struct game *game, const struct game_terms *terms, struct error *error)
{
    *game = (struct game){0};
    struct record *record = &game->record;
    struct setup setup[SIDES];
    uint64_t setup_seed[SIDES];
    uint8_t army[SIDES][RANKS];
    record_clear(record);
    enum status status = STATUS_OK;
    /* The players come first: an agent may make its own setup. */
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = start_player(game, side, terms->player[side], terms, error);
    /* The random streams, then the armies and setups that follow from them. */
    record->has_seed = true;
    record->seed = game_seed(terms->seed, terms->stream);
    seed_setups(game, terms, setup_seed);
    choose_armies(terms, terms->has_partner ? game_seed(terms->seed, terms->partner) : record->seed, army);
    for (enum side side = RED; side <= BLUE && !status; side++) {
        if (terms->start)
            continue;
        choose_side_setup(game, side, army[side], terms, setup_seed[side], &setup[side]);
        status = setup_check(&setup[side], terms_variant(terms), error);
    }
    /* The record and the position from which the moves start. */
    if (!status) {
        clock_date(record->date);
        origin_program(record->program);
        record->rules = terms->rules;
        record->time = terms->time;
        record->practice = terms->practice;
        record->seating = terms->seating;
        if (terms->start)
            record->start = *terms->start;
        else
            placement_from_setups(&record->start, terms_variant(terms), &setup[RED], &setup[BLUE]);
        status = position_init(&game->position, &record->start, &record->rules, error);
    }
    /* What is needed to play; a program without a valid setup loses at once. */
    if (!status) {
        game_make_views(game);
        game_clock_init(&game->clock, record, terms->time_source);
        game->threads = terms->threads;
        game->ends_dead = terms->ends_dead;
        record->outcome = position_outcome(&game->position);
        end_if_setup_failed(game);
    } else {
        game_end(game);
    }
    return status;
}

enum status game_open(struct game *game, const struct record *record, struct error *error)
{
    *game = (struct game){0};
    record_copy(&game->record, record);
    enum status status = record_replay(record, SIZE_MAX, &game->position, NULL, error);
    if (status) {
        game_end(game);
        return status;
    }
    game_make_views(game);
    game_clock_init(&game->clock, record, NULL);
    game->record.outcome = record_outcome(&game->record, &game->position);
    return STATUS_OK;
}

enum status game_resume(struct game *game, const struct record *record, const struct game_terms *terms,
                        struct error *error)
{
    enum status status = game_open(game, record, error);
    game->record.sealed[RED] = game->record.sealed[BLUE] = false; /* its players and `hides` decide again */
    struct game_terms own = *terms;
    own.variant = record->start.variant;
    own.start = NULL;
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = resume_player(game, side, &own, error);
    if (!status && terms->time_source)
        game->clock.source = *terms->time_source;
    game->threads = terms->threads;
    game->ends_dead = terms->ends_dead;
    if (status) {
        game_end(game);
    } else if (!game->record.has_seed) {
        game->record.has_seed = true;
        game->record.seed = game_seed(terms->seed, terms->stream);
    }
    return status;
}
