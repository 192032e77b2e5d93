/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/game.h"

#include "base/clock.h"
#include "game/ending.h"
#include "game/notation.h"
#include "play/origin.h"
#include "play/time_guard.h"
#include "setup/creator.h"
#include "setup/random_setup.h"

#include <stdio.h>
#include <string.h>

/* The random streams of one game: its setups, and then one for each ply. */
enum { STREAM_SETUPS, STREAM_PLIES, STREAM_ARMY = 1 << 30 };

uint64_t game_seed(uint64_t seed, uint64_t number)
{
    struct rng rng;
    if (number == 0)
        return seed;
    rng_seed(&rng, seed, number);
    return rng_next(&rng) >> 11;
}

/* The random numbers of whoever moves after `plies` plies. */
static void seed_ply_rng(const struct record *record, uint32_t plies, struct rng *rng)
{
    rng_seed(rng, record->seed, STREAM_PLIES + (uint64_t)plies);
}

static bool is_agent(const struct record *record, enum side side)
{
    return agent_index(record->player[side]) >= 0;
}

enum status game_player_settings(const struct record *record, enum side side, size_t plies,
                                 const struct settings *settings, struct settings *own,
                                 struct error *error)
{
    struct settings told = {0};
    if (!is_agent(record, side)) {
        settings_copy(own, settings);
        return STATUS_OK;
    }
    if (!record->agent[side].name[0] || plies < record->agent[side].since)
        return agent_settings(record->player[side], settings, own, error);
    enum status status = origin_settings(record, side, settings->groups, &told, NULL, error);
    if (status) {
        agent_settings(record->player[side], settings, own, NULL);
        return status;
    }
    /* What is given here counts more, but for what the name says. That is told too, and not asked for again:
     * its files may be others here, or none; a name that has no meaning here any more is of no matter. */
    struct settings named = {0};
    bool known = agent_settings(record->player[side], settings, &named, NULL) == STATUS_OK;
    settings_copy(own, &told);
    for (size_t i = 0; i < settings->count && known; i++)
        if (settings_is_given(settings, (int)i) && strcmp(named.origins[i], settings->origins[i]) == 0)
            settings_take(own, settings, (int)i);
    settings_free(&named);
    settings_free(&told);
    return STATUS_OK;
}

void game_player_rng(const struct record *record, enum side side, uint32_t plies, uint64_t seed,
                     struct rng *rng)
{
    if (is_agent(record, side) && record->has_seed)
        seed_ply_rng(record, plies, rng);
    else
        rng_seed(rng, seed, 0);
}

static const struct variant *terms_variant(const struct game_terms *terms)
{
    return variant_at(terms->start ? terms->start->variant : terms->variant);
}

/* Which pieces each side sets up. */
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
    for (enum side side = RED; side <= BLUE; side++)
        if (!has[side] && (side == BLUE || has[BLUE]))
            memcpy(army[side], army[side_other(side)], RANKS);
}

/* Starts the agent of a side by `settings`; `spec` is how it is named to people. */
static enum status start_agent(struct game *game, enum side side, const char *spec,
                               const struct settings *settings, struct library *library,
                               struct error *error)
{
    struct player *player = &game->player[side];
    enum status status = agent_start(&player->agent, spec, settings, library, error);
    player->is_agent = !status;
    return status;
}

/* Starts the player of a side: an agent where `spec` is not NULL. */
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
                                     library_of(terms->library, terms_variant(terms)), error);
    /* Nobody can ask a program outside again by what stands in a record. */
    if (!status && !agent_is_outside(spec))
        origin_put_down(&game->record, side, &game->player[side].agent);
    return status;
}

/* Starts the player of a side as a record names it. */
static enum status resume_player(struct game *game, enum side side, const struct game_terms *terms,
                                 struct error *error)
{
    struct game_terms own = *terms;
    char name[PLAYER_NAME_MAX];
    struct settings settings = {0};
    snprintf(name, sizeof name, "%s", game->record.player[side]);
    bool outside = agent_is_outside(name);
    bool is_agent = outside ? terms->outside != OUTSIDE_SEATED : agent_index(name) >= 0;
    if (outside && terms->outside == OUTSIDE_REFUSED)
        return error_set(error, STATUS_BAD, "%s's player is the program '%s', which no game file may start",
                         side_name(side), name);
    const struct option_group *const *groups = terms->settings->groups;
    if (is_agent && origin_settings(&game->record, side, groups, &settings, NULL, NULL) == STATUS_OK) {
        enum status status = start_agent(game, side, game->record.agent[side].name, &settings,
                                         library_of(terms->library, terms_variant(terms)), error);
        settings_free(&settings);
        /* The agent is named by all its words, for when it takes new settings. */
        snprintf(game->player[side].agent.name, sizeof game->player[side].agent.name, "%s", name);
        return status;
    }
    own.people[side] = name[0] ? name : NULL;
    return start_player(game, side, is_agent ? name : NULL, &own, error);
}

/* Whether a player plays no setup but its own. */
static bool is_bound(const struct player *player)
{
    return player->is_agent && player->agent.kind->brings_setup;
}

/* Whether a side's player sets up itself: a pool that comes first beats that. */
static bool sets_up(const struct game *game, enum side side, const struct game_terms *terms)
{
    const struct player *player = &game->player[side];
    bool from_pool = terms->pool_count && terms->pool_first && !is_bound(player);
    return !terms->setup[side] && !from_pool && player->is_agent && player->agent.kind->setup;
}

/* A seed for each side's setup, so that one given for one side does not change the other's. In the second
 * game of a pair they are those of the first: of the colour, so that the players change places, but where one
 * of them brings its own, each keeps its setup with the other colour. */
static void seed_setups(const struct game *game, const struct game_terms *terms, uint64_t seed[SIDES])
{
    uint64_t of_game = terms->has_partner ? game_seed(terms->seed, terms->partner) : game->record.seed;
    bool stay = sets_up(game, RED, terms) || sets_up(game, BLUE, terms);
    struct rng rng;
    rng_seed(&rng, of_game, STREAM_SETUPS);
    for (enum side side = RED; side <= BLUE; side++)
        seed[terms->has_partner && stay ? side_other(side) : side] = rng_next(&rng);
}

/* Who one practises with sets up as people do, unless its own options say how. */
static bool set_up_like_people(const struct game *game, enum side side, const uint8_t army[RANKS],
                               const struct game_terms *terms, struct rng *rng, struct setup *setup)
{
    struct settings own = {0}, settings = {0};
    struct setup_sources sources;
    agent_settings(game->record.player[side], terms->settings, &own, NULL);
    setup_settings_like_people(&settings, &own);
    bool found = library_setup_sources(library_of(terms->library, terms_variant(terms)), &settings,
                                       &sources, NULL) == STATUS_OK;
    if (found)
        setup_create_once(&settings, &sources, army, 0, rng, setup);
    settings_free(&settings);
    settings_free(&own);
    return found;
}

/* A side's setup: the one asked for, the agent's own, one of the pool, or a random one. */
static void choose_setup(struct game *game, enum side side, const uint8_t army[RANKS],
                         const struct game_terms *terms, uint64_t seed, struct setup *setup)
{
    struct rng own;
    rng_seed(&own, seed, 0);
    if (terms->setup[side]) {
        *setup = *terms->setup[side];
        return;
    }
    struct think think = {.rng = &own, .hard_seconds = terms->setup_seconds, .stop = terms->stop};
    if (agent_is_outside(game->record.player[side]))
        setup_random(army, setup, &own); /* what stands there where it gives none */
    if (terms->practice && sets_up(game, side, terms) && !agent_is_outside(game->record.player[side]) &&
        set_up_like_people(game, side, army, terms, &own, setup))
        return;
    if (sets_up(game, side, terms) && agent_setup(&game->player[side].agent, side, army, &think, setup))
        return;
    if (terms->pool_count)
        *setup = terms->pool[rng_below(&own, (uint32_t)terms->pool_count)];
    else
        setup_random(army, setup, &own);
}

/* What the last answer of a side's agent was worth, and a sentence where it failed. */
static enum agent_failure failure_of(struct game *game, enum side side, const char **why)
{
    struct player *player = &game->player[side];
    *why = "";
    return player->is_agent && player->agent.kind ? agent_failure(&player->agent, why) : AGENT_SOUND;
}

static void make_views(struct game *game)
{
    ponderer_stop(&game->ponderer);
    for (enum side side = RED; side <= BLUE; side++) {
        view_free(&game->view[side]);
        view_init(&game->view[side], &game->position, side);
    }
}

/* Ends a game whose programs did not set up as they should. */
static void judge_setups(struct game *game)
{
    static const enum reason reasons[] = {[AGENT_FAILED] = REASON_FAILED, [AGENT_LATE] = REASON_NO_ANSWER,
                                          [AGENT_ILLEGAL] = REASON_ILLEGAL};
    const char *why[SIDES];
    enum agent_failure failure[SIDES] = {failure_of(game, RED, &why[RED]),
                                         failure_of(game, BLUE, &why[BLUE])};
    bool failed[SIDES] = {failure[RED] > AGENT_STOPPED, failure[BLUE] > AGENT_STOPPED};
    char said[COMMENT_MOST];
    if (!failed[RED] && !failed[BLUE])
        return;
    bool both = failed[RED] && failed[BLUE];
    enum side loser = failed[RED] ? RED : BLUE;
    if (both)
        snprintf(said, sizeof said, "%.190s; %.190s", why[RED], why[BLUE]);
    else
        snprintf(said, sizeof said, "%s", why[loser]);
    record_comment(&game->record, 0, said);
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
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = start_player(game, side, terms->player[side], terms, error);
    record->has_seed = true;
    record->seed = game_seed(terms->seed, terms->stream);
    seed_setups(game, terms, setup_seed);
    choose_armies(terms, terms->has_partner ? game_seed(terms->seed, terms->partner) : record->seed, army);
    for (enum side side = RED; side <= BLUE && !status; side++) {
        if (terms->start)
            continue;
        choose_setup(game, side, army[side], terms, setup_seed[side], &setup[side]);
        status = setup_check(&setup[side], terms_variant(terms), error);
    }
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
    if (!status) {
        make_views(game);
        game_clock_init(&game->clock, record, terms->time_source);
        game->threads = terms->threads;
        game->ends_dead = terms->ends_dead;
        record->outcome = position_outcome(&game->position);
        judge_setups(game);
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
    make_views(game);
    game_clock_init(&game->clock, record, NULL);
    game->record.outcome = record_outcome(&game->record, &game->position);
    return STATUS_OK;
}

enum status game_resume(struct game *game, const struct record *record,
                        const struct game_terms *terms, struct error *error)
{
    enum status status = game_open(game, record, error);
    game->record.sealed[RED] = game->record.sealed[BLUE] = false;
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

void game_end(struct game *game)
{
    ponderer_free(&game->ponderer);
    for (enum side side = RED; side <= BLUE; side++)
        agent_over(&game->player[side].agent, &game->view[side], game->record.outcome);
    for (enum side side = RED; side <= BLUE; side++) {
        view_free(&game->view[side]);
        agent_end(&game->player[side].agent);
    }
    position_free(&game->position);
    record_clear(&game->record);
    *game = (struct game){0};
}

enum side game_to_move(const struct game *game)
{
    return game->position.board.to_move;
}

struct outcome game_outcome(const struct game *game)
{
    return game->record.outcome;
}

/* Lets the journal, where there is one, have a change of the record; the number of the write, or 0. */
static uint64_t post_write(struct game *game, enum journal_write write)
{
    return game->journal ? journal_writer_post(game->journal, write, &game->record) : 0;
}

/* Ends the game, and its clocks with it. */
static void end_game(struct game *game, enum result result, enum reason reason)
{
    game->record.outcome = (struct outcome){result, reason};
    game_clock_stop(&game->clock);
    ponderer_stop(&game->ponderer);
}

static uint32_t clamp_time(int64_t milliseconds)
{
    return milliseconds < 0 ? 0 : milliseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)milliseconds;
}

/* Ends the game against the side to move, which has used `spent` milliseconds, where that is too much. */
static bool check_time(struct game *game, int64_t spent)
{
    struct record *record = &game->record;
    const struct game_clock *clock = &game->clock;
    if (!clock->is_set || record->outcome.result != RESULT_OPEN || record->time.counted ||
        !time_control_is_set(&record->time.side[clock->side]) || spent < clock->left[clock->side])
        return false;
    record_spend(record, record->plies, clamp_time(spent));
    end_game(game, result_win(side_other(clock->side)), REASON_TIME);
    return true;
}

bool game_check_time(struct game *game)
{
    return check_time(game, game_clock_spent(&game->clock));
}

bool game_journal_time(struct game *game)
{
    struct record *record = &game->record;
    uint32_t spent = clamp_time(game_clock_spent(&game->clock));
    if (!game->clock.runs || !time_control_is_set(&record->time.side[game->clock.side]))
        return false;
    struct record now = {0};
    record_copy(&now, record);
    record_spend(&now, now.plies, spent);
    bool posted = game->journal && journal_writer_post(game->journal, JOURNAL_REWRITE, &now);
    record_clear(&now);
    return posted;
}

void game_pause(struct game *game)
{
    struct record *record = &game->record;
    game_clock_stop(&game->clock);
    uint32_t spent = clamp_time(game_clock_spent(&game->clock));
    if (!game->clock.is_set || record->outcome.result != RESULT_OPEN ||
        spent == record_spent(record, record->plies))
        return;
    record_spend(record, record->plies, spent);
    post_write(game, JOURNAL_REWRITE);
}

enum status game_play(struct game *game, struct move move, struct event *event, struct error *error)
{
    struct move_with_ranks told = {move, RANK_UNKNOWN, RANK_UNKNOWN};
    return game_play_told(game, told, event, error);
}

enum status game_play_told(struct game *game, struct move_with_ranks told, struct event *event,
                           struct error *error)
{
    struct event seen;
    int64_t spent = game_clock_spent(&game->clock);
    if (game->record.outcome.result != RESULT_OPEN)
        return error_set(error, STATUS_NO, "%s", illegal_text(MOVE_GAME_OVER));
    if (check_time(game, spent))
        return error_set(error, STATUS_NO, "the time has run out");
    enum status status = position_play(&game->position, told, &seen, error);
    if (status)
        return status;
    if (game->clock.is_set)
        record_spend(&game->record, game->record.plies, clamp_time(spent));
    record_append(&game->record, told);
    game_clock_press(&game->clock, spent);
    game_rest(game);
    for (enum side side = RED; side <= BLUE; side++)
        view_apply(&game->view[side], &seen);
    game->record.outcome = position_outcome(&game->position);
    if (game->record.outcome.result != RESULT_OPEN)
        game_clock_stop(&game->clock);
    if (event)
        *event = seen;
    game->move_write = post_write(game, JOURNAL_MOVE);
    return STATUS_OK;
}

struct move game_ask(struct game *game, const struct think *think)
{
    enum side side = game_to_move(game);
    struct think own = think ? *think : (struct think){0};
    struct rng rng;
    seed_ply_rng(&game->record, game->view[side].board.plies, &rng);
    own.rng = &rng;
    if (!own.threads)
        own.threads = game->threads;
    game_clock_limit(&game->clock, side, &own);
    return agent_move(&game->player[side].agent, &game->view[side], &own);
}

void game_ponder(struct game *game, const struct wake *wake)
{
    enum side side = side_other(game_to_move(game));
    struct think think = {.threads = game->threads};
    struct player *player = &game->player[side];
    struct rng rng;
    if (game->ponderer.on || game->record.outcome.result != RESULT_OPEN || !player->is_agent ||
        game->player[side_other(side)].is_agent || !agent_ponders(&player->agent))
        return;
    seed_ply_rng(&game->record, game->view[side].board.plies + 1, &rng);
    think.rng = &rng;
    game_clock_limit(&game->clock, side, &think); /* as it will be asked: by that its rollouts are as long */
    ponderer_start(&game->ponderer, wake, &player->agent, &game->view[side], &think);
}

void game_rest(struct game *game)
{
    ponderer_stop(&game->ponderer);
}

/* Ends the game against the side to move, with a sentence in the record. */
static void lose(struct game *game, enum reason reason, const char *why)
{
    game_comment(game, game->record.plies, why);
    end_game(game, result_win(side_other(game_to_move(game))), reason);
}

/* Ends it because the agent's move is illegal. */
static void lose_by_move(struct game *game, struct move move, enum illegal why)
{
    const struct board *board = &game->position.board;
    char text[MOVE_TEXT], name[AGENT_CALLED], said[COMMENT_MOST];
    bool attack = move.to < SQUARES && board->at[move.to] < NO_PIECE;
    snprintf(said, sizeof said, "%s moved %s, which is illegal: %s",
             agent_called(game->record.player[game_to_move(game)], name),
             move_write(move, attack, NOTATION_DEBOER, text), illegal_text(why));
    lose(game, REASON_ILLEGAL, said);
}

bool game_judge(struct game *game, struct move move)
{
    const char *why;
    enum side side = game_to_move(game);
    switch (failure_of(game, side, &why)) {
    case AGENT_STOPPED:
        return false;
    case AGENT_FAILED:
        lose(game, REASON_FAILED, why);
        return false;
    case AGENT_LATE:
        lose(game, REASON_NO_ANSWER, why);
        return false;
    case AGENT_ILLEGAL:
        lose(game, REASON_ILLEGAL, why);
        return false;
    case AGENT_SOUND:
        break;
    }
    enum illegal fault = move_is_none(move) ? MOVE_LEGAL : board_check(&game->position.board, move);
    if (move_is_none(move))
        game_resign(game, side);
    else if (fault != MOVE_LEGAL)
        lose_by_move(game, move, fault);
    return game->record.outcome.result == RESULT_OPEN;
}

/* Asks the side to move, under the guard where there is one, and plays its answer. */
static void run_move(struct game *game, struct time_guard *guard, const atomic_bool *stop)
{
    enum side side = game_to_move(game);
    if (guard->started)
        time_guard_watch(guard);
    struct move move = game_ask(game, &(struct think){.stop = guard->started ? &guard->stop : stop});
    if (guard->started)
        time_guard_rest(guard);
    if (game->clock.is_set && game_check_time(game))
        return;
    if (game_judge(game, move) && game_play(game, move, NULL, NULL) != STATUS_OK)
        game_forfeit(game, side);
}

enum status game_run(struct game *game, const atomic_bool *stop, struct error *error)
{
    struct time_guard guard = {0};
    enum status status = STATUS_OK;
    if (game->clock.is_set)
        status = time_guard_init(&guard, &game->clock, stop, error);
    game_clock_run(&game->clock);
    while (!status && game->record.outcome.result == RESULT_OPEN &&
           game->player[game_to_move(game)].is_agent) {
        if (stop && atomic_load(stop))
            break;
        run_move(game, &guard, stop);
        if (game->ends_dead && ending_of(&game->position.board) == ENDING_DEAD)
            game_agree_draw(game);
    }
    game_clock_stop(&game->clock);
    time_guard_free(&guard);
    return status;
}

enum status game_reload(struct game *game, const struct settings *settings, struct error *error)
{
    enum status status = STATUS_OK;
    bool changed = false;
    game_rest(game);
    for (enum side side = RED; side <= BLUE && !status; side++) {
        struct player *player = &game->player[side];
        if (!player->is_agent || !player->agent.kind) /* of a copy to look at none is started */
            continue;
        status = agent_reload(&player->agent, settings, error);
        if (status || agent_is_outside(player->agent.name))
            continue;
        changed |= origin_differs(&game->record, side, &player->agent, &player->agent.settings);
        origin_put_down(&game->record, side, &player->agent);
    }
    if (changed)
        post_write(game, JOURNAL_REWRITE);
    return status;
}

bool game_reload_changes(const struct game *game, const struct settings *settings)
{
    bool changes = false;
    for (enum side side = RED; side <= BLUE && !changes; side++) {
        const struct agent *agent = &game->player[side].agent;
        struct settings own = {0};
        if (!game->player[side].is_agent || !agent->kind || !agent->kind->reload)
            continue;
        if (agent_settings(agent->name, settings, &own, NULL) == STATUS_OK)
            changes = origin_differs(&game->record, side, agent, &own);
        settings_free(&own);
    }
    return changes;
}

void game_note(struct game *game, int number, uint16_t ranks)
{
    int square = record_start_square(&game->record, number);
    if (square == SQUARE_NONE)
        return;
    game->record.note[square] = ranks == (1u << RANKS) - 1 ? 0 : ranks;
    post_write(game, JOURNAL_REWRITE);
}

bool game_hides(const struct game *game, enum side side)
{
    bool agents = game->player[side].is_agent && !game->player[side_other(side)].is_agent;
    bool hidden = agents || game->hides[side] || game->record.sealed[side];
    return game->record.outcome.result == RESULT_OPEN && hidden;
}

void game_resign(struct game *game, enum side side)
{
    if (game->record.outcome.result == RESULT_OPEN)
        end_game(game, result_win(side_other(side)), REASON_RESIGNED);
}

void game_forfeit(struct game *game, enum side side)
{
    if (game->record.outcome.result == RESULT_OPEN)
        end_game(game, result_win(side_other(side)), REASON_ILLEGAL);
}

bool game_offer_draw(struct game *game, enum side side)
{
    enum side other = side_other(side);
    struct player *player = &game->player[other];
    game_rest(game);
    if (game->record.outcome.result != RESULT_OPEN || !player->is_agent ||
        !agent_accepts_draw(&player->agent, &game->view[other]))
        return false;
    end_game(game, RESULT_DRAW, REASON_AGREED);
    return true;
}

bool game_draw_offered(const struct game *game, enum side side)
{
    const struct player *player = &game->player[side];
    return game->record.outcome.result == RESULT_OPEN && player->is_agent && player->agent.kind &&
           agent_offers_draw(&player->agent, &game->view[side]);
}

bool game_agree_draw(struct game *game)
{
    bool open = game->record.outcome.result == RESULT_OPEN;
    if (open)
        end_game(game, RESULT_DRAW, REASON_AGREED);
    return open;
}

/* Moves that are taken back take their times with them. */
static void turn_clock_back(struct game *game)
{
    bool runs = game->clock.runs;
    struct time_source source = game->clock.source;
    game_clock_init(&game->clock, &game->record, &source);
    if (runs)
        game_clock_run(&game->clock);
}

/* Sets position, views and clock up anew from the record, and lets the journal have it. */
static enum status rebuild(struct game *game, struct error *error)
{
    position_free(&game->position);
    enum status status = record_replay(&game->record, SIZE_MAX, &game->position, NULL, error);
    make_views(game);
    turn_clock_back(game);
    if (!status)
        post_write(game, JOURNAL_REWRITE);
    return status;
}

enum status game_correct(struct game *game, size_t plies, struct error *error)
{
    struct record *record = &game->record;
    if (plies > record->plies)
        return error_set(error, STATUS_NO, "only %zu move%s been played", record->plies,
                         record->plies == 1 ? " has" : "s have");
    record_cut(record, record->plies - plies);
    return rebuild(game, error);
}

enum status game_put_back(struct game *game, const struct record *from, size_t plies, struct error *error)
{
    struct record *record = &game->record;
    if (plies > from->plies || plies <= record->plies)
        return error_set(error, STATUS_NO, "no move was taken back");
    for (size_t i = record->plies; i < plies; i++) {
        const char *comment = record_comment_at(from, i + 1);
        record_append(record, from->moves[i]);
        if (i < from->spent_count)
            record_spend(record, i, from->spent[i]);
        if (comment)
            record_comment(record, i + 1, comment);
    }
    return rebuild(game, error);
}

void game_comment(struct game *game, size_t plies, const char *text)
{
    record_comment(&game->record, plies, text);
    post_write(game, JOURNAL_REWRITE);
}

enum status game_take_back(struct game *game, size_t plies, struct error *error)
{
    const struct board *board = &game->position.board;
    if (plies > game->record.plies)
        return game_correct(game, plies, error); /* which says so */
    for (size_t back = 1; back <= plies && !game->record.practice; back++) {
        const struct ply *ply = &board->history[board->plies - back];
        if (ply->battle != BATTLE_NONE)
            return error_set(error, STATUS_NO, "an attack cannot be taken back: ranks were seen");
        if (!ply->mover_known && square_distance(ply->move.from, ply->move.to) > 1)
            return error_set(error, STATUS_NO,
                             "a scout's run cannot be taken back: its rank was seen");
    }
    return game_correct(game, plies, error);
}
