/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/game.h"

#include "game/ending.h"
#include "game/notation.h"
#include "play/game_parts.h"
#include "play/origin.h"
#include "play/time_guard.h"

#include <stdio.h>

void game_end(struct game *game)
{
    ponderer_free(&game->ponderer);
    /* Programs outside get the result before they are ended. */
    for (enum side side = RED; side <= BLUE; side++)
        agent_game_over(&game->player[side].agent, &game->view[side], game->record.outcome);
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

/* Posts a write of the record to the journal. Returns its number; 0 if there is no journal. */
static uint64_t post_journal_write(struct game *game, enum journal_write write)
{
    return game->journal ? journal_writer_post(game->journal, write, &game->record) : 0;
}

/* Ends the game, stops its clocks and the pondering. */
static void end_game(struct game *game, enum result result, enum reason reason)
{
    game->record.outcome = (struct outcome){result, reason};
    game_clock_stop(&game->clock);
    ponderer_stop(&game->ponderer);
}

/* Limits milliseconds to 0 .. UINT32_MAX. */
static uint32_t clamp_time(int64_t milliseconds)
{
    return milliseconds < 0 ? 0 : milliseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)milliseconds;
}

/* Ends the game as lost on time if the side to move has used up its time (`spent` ms for this move) and time
 * limits are enforced. Returns whether it did. */
static bool end_if_out_of_time(struct game *game, int64_t spent)
{
    struct record *record = &game->record;
    const struct game_clock *clock = &game->clock;
    if (!clock->is_set || record->outcome.result != RESULT_OPEN || record->time.counted ||
        !time_control_is_set(&record->time.side[clock->side]) || spent < clock->left[clock->side])
        return false;
    record_set_move_time(record, record->plies, clamp_time(spent));
    end_game(game, result_win(side_other(clock->side)), REASON_TIME);
    return true;
}

bool game_check_time(struct game *game)
{
    return end_if_out_of_time(game, game_clock_spent(&game->clock));
}

bool game_journal_time(struct game *game)
{
    struct record *record = &game->record;
    uint32_t spent = clamp_time(game_clock_spent(&game->clock));
    if (!game->clock.runs || !time_control_is_set(&record->time.side[game->clock.side]))
        return false;
    struct record now = {0};
    record_copy(&now, record);
    record_set_move_time(&now, now.plies, spent);
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
        spent == record_move_time(record, record->plies))
        return;
    record_set_move_time(record, record->plies, spent);
    post_journal_write(game, JOURNAL_REWRITE);
}

enum status game_play(struct game *game, struct move move, struct event *event, struct error *error)
{
    struct move_with_ranks entered = {move, RANK_UNKNOWN, RANK_UNKNOWN};
    return game_play_with_ranks(game, entered, event, error);
}

enum status game_play_with_ranks(struct game *game, struct move_with_ranks entered, struct event *event,
                                 struct error *error)
{
    struct event seen;
    int64_t spent = game_clock_spent(&game->clock);
    if (game->record.outcome.result != RESULT_OPEN)
        return error_set(error, STATUS_NO, "%s", illegal_text(MOVE_GAME_OVER));
    if (end_if_out_of_time(game, spent)) /* the move came too late */
        return error_set(error, STATUS_NO, "the time has run out");
    enum status status = position_play(&game->position, entered, &seen, error);
    if (status)
        return status;
    if (game->clock.is_set)
        record_set_move_time(&game->record, game->record.plies, clamp_time(spent));
    record_append(&game->record, entered);
    game_clock_press(&game->clock, spent);
    game_stop_pondering(game);
    for (enum side side = RED; side <= BLUE; side++)
        view_apply(&game->view[side], &seen);
    game->record.outcome = position_outcome(&game->position);
    if (game->record.outcome.result != RESULT_OPEN)
        game_clock_stop(&game->clock);
    if (event)
        *event = seen;
    game->move_write = post_journal_write(game, JOURNAL_MOVE);
    return STATUS_OK;
}

struct move game_request_move(struct game *game, const struct think *think)
{
    enum side side = game_to_move(game);
    struct think own = think ? *think : (struct think){0};
    struct rng rng;
    game_seed_ply(&game->record, game->view[side].board.plies, &rng);
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
    game_seed_ply(&game->record, game->view[side].board.plies + 1, &rng); /* that of its next move */
    think.rng = &rng;
    game_clock_limit(&game->clock, side, &think); /* as in the later request, so that rollouts are as long */
    ponderer_start(&game->ponderer, wake, &player->agent, &game->view[side], &think);
}

void game_stop_pondering(struct game *game)
{
    ponderer_stop(&game->ponderer);
}

/* Ends the game as lost by the side to move, with a comment in the record. */
static void lose_game(struct game *game, enum reason reason, const char *why)
{
    game_comment(game, game->record.plies, why);
    end_game(game, result_win(side_other(game_to_move(game))), reason);
}

/* Ends the game because the agent's move is illegal. */
static void lose_by_illegal_move(struct game *game, struct move move, enum illegal why)
{
    const struct board *board = &game->position.board;
    char text[MOVE_TEXT], name[AGENT_SHORT_NAME], remark[COMMENT_MAX];
    bool attack = move.to < SQUARES && board->at[move.to] < NO_PIECE;
    snprintf(remark, sizeof remark, "%s moved %s, which is illegal: %s",
             agent_short_name(game->record.player[game_to_move(game)], name),
             move_write(move, attack, NOTATION_DEBOER, text), illegal_text(why));
    lose_game(game, REASON_ILLEGAL, remark);
}

bool game_check_answer(struct game *game, struct move move)
{
    const char *why;
    enum side side = game_to_move(game);
    switch (game_failure_of(game, side, &why)) {
    case AGENT_STOPPED: return false;
    case AGENT_FAILED: lose_game(game, REASON_FAILED, why); return false;
    case AGENT_LATE: lose_game(game, REASON_NO_ANSWER, why); return false;
    case AGENT_ILLEGAL: lose_game(game, REASON_ILLEGAL, why); return false;
    case AGENT_NO_FAILURE:
        break;
    }
    enum illegal fault = move_is_none(move) ? MOVE_LEGAL : board_check(&game->position.board, move);
    if (move_is_none(move))
        game_resign(game, side);
    else if (fault != MOVE_LEGAL)
        lose_by_illegal_move(game, move, fault);
    return game->record.outcome.result == RESULT_OPEN;
}

/* Requests a move from the side to move and plays it. If there is a guard, it watches the time. */
static void run_agent_move(struct game *game, struct time_guard *guard, const atomic_bool *stop)
{
    enum side side = game_to_move(game);
    if (guard->started)
        time_guard_watch(guard);
    struct move move = game_request_move(game, &(struct think){.stop = guard->started ? &guard->stop : stop});
    if (guard->started)
        time_guard_unwatch(guard);
    if (game->clock.is_set && game_check_time(game))
        return;
    if (game_check_answer(game, move) && game_play(game, move, NULL, NULL) != STATUS_OK &&
        game->record.outcome.result == RESULT_OPEN) /* refused after the check: end the game all the same */
        end_game(game, result_win(side_other(side)), REASON_ILLEGAL);
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
        run_agent_move(game, &guard, stop);
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
    game_stop_pondering(game);
    for (enum side side = RED; side <= BLUE && !status; side++) {
        struct player *player = &game->player[side];
        if (!player->is_agent || !player->agent.kind) /* in a game from game_open no agent is started */
            continue;
        status = agent_reload(&player->agent, settings, error);
        if (status || agent_is_external(player->agent.name)) /* options of programs are not recorded */
            continue;
        changed |= origin_differs(&game->record, side, &player->agent, &player->agent.settings);
        origin_record_agent(&game->record, side, &player->agent);
    }
    if (changed)
        post_journal_write(game, JOURNAL_REWRITE);
    return status;
}

bool game_reload_changes(const struct game *game, const struct settings *settings)
{
    bool changes = false;
    for (enum side side = RED; side <= BLUE && !changes; side++) {
        const struct agent *agent = &game->player[side].agent;
        struct settings own = {0};
        if (!game->player[side].is_agent || !agent->kind || !agent->kind->reloads)
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
    post_journal_write(game, JOURNAL_REWRITE);
}

bool game_hides(const struct game *game, enum side side)
{
    bool plays_person = game->player[side].is_agent && !game->player[side_other(side)].is_agent;
    bool hidden = plays_person || game->hides[side] || game->record.sealed[side];
    return game->record.outcome.result == RESULT_OPEN && hidden;
}

void game_resign(struct game *game, enum side side)
{
    if (game->record.outcome.result == RESULT_OPEN)
        end_game(game, result_win(side_other(side)), REASON_RESIGNED);
}

bool game_offer_draw(struct game *game, enum side side)
{
    enum side other = side_other(side);
    struct player *player = &game->player[other];
    game_stop_pondering(game);
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

/* Computes position, views and clocks again from the record, and rewrites the journal. */
static enum status rebuild_from_record(struct game *game, struct error *error)
{
    bool runs = game->clock.runs;
    struct time_source source = game->clock.source;
    position_free(&game->position);
    enum status status = record_replay(&game->record, SIZE_MAX, &game->position, NULL, error);
    game_make_views(game);
    game_clock_init(&game->clock, &game->record, &source);
    if (runs)
        game_clock_run(&game->clock);
    if (!status)
        post_journal_write(game, JOURNAL_REWRITE);
    return status;
}

enum status game_undo(struct game *game, size_t plies, struct error *error)
{
    struct record *record = &game->record;
    if (plies > record->plies)
        return error_set(error, STATUS_NO, "only %zu move%s been played", record->plies,
                         record->plies == 1 ? " has" : "s have");
    record_cut(record, record->plies - plies);
    return rebuild_from_record(game, error);
}

enum status game_redo(struct game *game, const struct record *from, size_t plies, struct error *error)
{
    struct record *record = &game->record;
    if (plies > from->plies || plies <= record->plies)
        return error_set(error, STATUS_NO, "no move was taken back");
    for (size_t i = record->plies; i < plies; i++) {
        const char *comment = record_comment_at(from, i + 1);
        record_append(record, from->moves[i]);
        if (i < from->spent_count)
            record_set_move_time(record, i, from->spent[i]);
        if (comment)
            record_set_comment(record, i + 1, comment);
    }
    return rebuild_from_record(game, error);
}

void game_comment(struct game *game, size_t plies, const char *text)
{
    record_set_comment(&game->record, plies, text);
    post_journal_write(game, JOURNAL_REWRITE);
}

enum status game_check_take_back(const struct game *game, size_t plies, struct error *error)
{
    const struct board *board = &game->position.board;
    if (plies > game->record.plies)
        return error_set(error, STATUS_NO, "only %zu move%s been played", game->record.plies,
                         game->record.plies == 1 ? " has" : "s have");
    for (size_t back = 1; back <= plies && !game->record.practice; back++) {
        const struct ply *ply = &board->history[board->plies - back];
        if (ply->battle != BATTLE_NONE)
            return error_set(error, STATUS_NO, "an attack cannot be taken back: ranks were seen");
        if (!ply->mover_known && square_distance(ply->move.from, ply->move.to) > 1)
            return error_set(error, STATUS_NO, "a scout's run cannot be taken back: its rank was seen");
    }
    return STATUS_OK;
}

enum status game_take_back(struct game *game, size_t plies, struct error *error)
{
    enum status status = game_check_take_back(game, plies, error);
    return status ? status : game_undo(game, plies, error);
}
