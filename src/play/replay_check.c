/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/replay_check.h"

#include "play/origin.h"
#include "play/time_guard.h"

#include <inttypes.h>

/* Returns the first ply from which the recorded options of a side's agent apply. SIZE_MAX if the record has
 * no agent. */
static size_t first_requested_ply(const struct record *record, enum side side)
{
    const struct agent_in_record *agent = &record->agent[side];
    return agent->name[0] ? agent->since : SIZE_MAX;
}

/* Checks that the record has everything that is needed, and that its agents can be started. */
static enum status check_origin(const struct record *record, const struct game_terms *terms,
                                struct replay_check *check, struct error *error)
{
    if (!record->has_seed)
        return error_set(error, STATUS_NO, "the game does not say by which seed it was played");
    /* A request for the index `plies` asks for the decision after the last move: to resign, for example. */
    if (first_requested_ply(record, RED) >= record->plies + 1 &&
        first_requested_ply(record, BLUE) >= record->plies + 1)
        return error_set(error, STATUS_NO, "the game does not say by which options an agent played it");
    for (enum side side = RED; side <= BLUE; side++) {
        struct settings own = {0};
        struct agent agent;
        struct error why;
        if (!record->agent[side].name[0])
            continue;
        check->fault_side = side; /* the caller uses it only on an error */
        enum status status = origin_settings(record, side, terms->settings->groups, &own,
                                             &check->fault_option, &why);
        if (status == STATUS_OK)
            status = agent_start(&agent, record->agent[side].name, &own,
                                 library_for_variant(terms->library, variant_at(record->start.variant)),
                                 &why);
        if (status == STATUS_OK) {
            uint64_t recorded = record->agent[side].weights;
            uint64_t found = agent.kind->weights ? agent.kind->weights(agent.state) : 0;
            if (recorded && found != recorded)
                status = error_set(&why, STATUS_NO, "found weights with the digest %016" PRIx64 ", expected "
                                   "%016" PRIx64, found, recorded);
            agent_end(&agent);
        }
        settings_free(&own);
        if (status != STATUS_OK)
            return error_set(error, status, "%s's agent: %s", side_name(side), why.text);
    }
    return STATUS_OK;
}

/* Returns whether the agent's move is the recorded one or, after the last move, leads to the recorded end. */
static bool is_recorded_move(const struct game *game, const struct record *record, struct move move)
{
    size_t at = game->record.plies;
    if (at < record->plies)
        return move_equal(move, record->moves[at].move);
    if (record->outcome.reason == REASON_RESIGNED)
        return move_is_none(move);
    return board_check(&game->position.board, move) != MOVE_LEGAL; /* REASON_ILLEGAL (ends_by_agent) */
}

/* Returns whether the game ended after its last move by a decision of the agent to move. */
static bool ends_by_agent(const struct game *game, const struct record *record)
{
    enum reason reason = record->outcome.reason;
    return game_outcome(game).result == RESULT_OPEN &&
           (reason == REASON_RESIGNED || reason == REASON_ILLEGAL) &&
           record->outcome.result == result_win(side_other(game_to_move(game)));
}

/* Requests the next move, with the time limit that it had. */
static struct move request_recorded_move(struct game *game, struct time_guard *guard, const atomic_bool *stop)
{
    if (guard->started)
        time_guard_watch(guard);
    struct move move = game_request_move(game, &(struct think){.stop = guard->started ? &guard->stop : stop});
    if (guard->started)
        time_guard_unwatch(guard);
    return move;
}

/* Compares all moves; `game` is at the start of the record. */
static enum status compare_moves(struct game *game, const struct record *record, const atomic_bool *stop,
                                 struct time_guard *guard, struct replay_check *check, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t at = 0; status == STATUS_OK; at++) {
        enum side side = game_to_move(game);
        bool last = at == record->plies;
        if (stop && atomic_load(stop))
            return error_set(error, STATUS_NO, "stopped");
        if (last && !ends_by_agent(game, record))
            break;
        if (game->player[side].is_agent && at >= first_requested_ply(record, side)) {
            check->move = request_recorded_move(game, guard, stop);
            check->at = at;
            if (stop && atomic_load(stop)) /* then the answer may be incomplete */
                return error_set(error, STATUS_NO, "stopped");
            if (!is_recorded_move(game, record, check->move))
                return STATUS_OK;
            check->requests += !last;
        }
        if (last)
            break;
        game->clock.before = record_move_time(record, at); /* the move takes the time that it took */
        status = game_play(game, record->moves[at].move, NULL, error);
    }
    check->same = status == STATUS_OK;
    return status;
}

enum status replay_check_run(const struct record *record, const struct game_terms *terms,
                             const atomic_bool *stop, struct replay_check *check, struct error *error)
{
    struct record start = {0};
    struct game game = {0};
    struct time_guard guard = {0};
    *check = (struct replay_check){.by_clock = time_terms_are_set(&record->time), .fault_option = SIZE_MAX};
    enum status status = check_origin(record, terms, check, error);
    if (status != STATUS_OK)
        return status;
    record_clear(&start);
    record_copy(&start, record);
    record_cut(&start, 0);
    /* The recorded moves were in time: do not enforce limits on the new ones. */
    start.time.counted = true;
    struct game_terms own = *terms;
    own.external = EXTERNAL_SEATED;
    status = game_resume(&game, &start, &own, error);
    if (status == STATUS_OK && game.clock.is_set)
        status = time_guard_init(&guard, &game.clock, stop, error);
    if (status == STATUS_OK)
        status = compare_moves(&game, record, stop, &guard, check, error);
    time_guard_free(&guard);
    game_end(&game);
    record_clear(&start);
    return status;
}
