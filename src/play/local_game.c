/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/local_game.h"

#include "base/clock.h"
#include "play/local_parts.h"

#include <stdio.h>

void local_game_init(struct local_game *local, const struct wake *wake)
{
    *local = (struct local_game){.wake = wake, .shown.seat = SIDES};
    journal_writer_init(&local->journal, wake);
}

enum seating local_game_seating(const struct local_game *local)
{
    return local->game.record.seating;
}

void local_set_viewer(struct local_game *local, enum side person)
{
    local->shown.person = person;
    for (enum side side = RED; side <= BLUE; side++)
        local->game.hides[side] =
            local_game_seating(local) == SEATING_TWO && (side != person || local->shown.covered);
}

bool local_game_is_writing(const struct local_game *local)
{
    return local->journal.under_way > 0;
}

bool local_game_is_saved(const struct local_game *local)
{
    return !local_game_is_writing(local) && journal_writer_is_whole(&local->journal);
}

const char *local_game_file(const struct local_game *local)
{
    const char *path = local->end.kept[0] ? local->end.kept : local->end.file;
    return path[0] ? path : NULL;
}

void local_game_retry_save(struct local_game *local)
{
    if (!local_game_is_writing(local) && !local_game_is_saved(local))
        journal_writer_post(&local->journal, JOURNAL_KEEP, &local->game.record);
}

void local_game_leave(struct local_game *local)
{
    struct journal_result result;
    if (local->has_game) {
        thinker_free(&local->thought.thinker);
        game_pause(&local->game);
        journal_writer_wait(&local->journal); /* then the journal may be looked at */
        while (journal_writer_poll(&local->journal, &result))
            ;
        bool over = game_outcome(&local->game).result != RESULT_OPEN;
        /* What could not be written before may be now. A game that was over when it was loaded has none. */
        if (!over || local->journal.journal.file >= 0)
            journal_writer_post(&local->journal, over ? JOURNAL_FINISH : JOURNAL_KEEP, &local->game.record);
        game_end(&local->game);
        board_free(&local->shown.past);
        trial_end(&local->shown.trial);
        record_clear(&local->undone);
    }
    journal_writer_free(&local->journal);
    local_game_init(local, local->wake);
}

/* Returns whether one person enters the moves of both sides. */
static bool enters_both(const struct local_game *local)
{
    enum seating seating = local_game_seating(local);
    return seating == SEATING_SECOND || seating == SEATING_OPEN;
}

enum side local_game_mover(const struct local_game *local)
{
    if (local->shown.trial.on)
        return local_game_board(local)->to_move;
    return enters_both(local) ? game_to_move(&local->game) : local->shown.person;
}

/* Returns whether the person may enter a move now. */
static bool may_move(const struct local_game *local)
{
    enum side to_move = game_to_move(&local->game);
    bool entered = enters_both(local) || to_move == local->shown.person;
    return local_is_running(local) && !local->shown.held && !local->shown.covered && entered &&
           !local->game.player[to_move].is_agent;
}

bool local_game_to_move(const struct local_game *local)
{
    if (local->shown.trial.on)
        return !local_game_over(local);
    return may_move(local) && !local->shown.back;
}

bool local_game_to_cover(const struct local_game *local)
{
    const struct shown_game *shown = &local->shown;
    return local_game_seating(local) == SEATING_TWO && local_is_running(local) && !shown->held &&
           !shown->covered &&
           game_to_move(&local->game) != shown->person;
}

void local_game_uncover(struct local_game *local)
{
    local->shown.covered = false;
    local_set_viewer(local, local->shown.person);
    if (local_is_running(local))
        game_clock_run(&local->game.clock);
}

void local_game_pause(struct local_game *local, bool paused)
{
    local->watching.paused = paused;
    local->watching.step = false;
}

void local_game_play_one(struct local_game *local)
{
    local->watching.paused = local->watching.step = true;
}

bool local_game_waits(const struct local_game *local)
{
    const struct watching *watching = &local->watching;
    if (local_game_seating(local) != SEATING_WATCH || watching->step)
        return false;
    return watching->paused || clock_now() < watching->due;
}

int local_game_due(const struct local_game *local)
{
    const struct watching *watching = &local->watching;
    if (!local->has_game || !local_game_waits(local) || watching->paused || !local_is_running(local))
        return -1;
    double left = watching->due - clock_now();
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

void local_game_cover(struct local_game *local)
{
    local_game_show_present(local);
    local->shown.covered = true;
    game_clock_stop(&local->game.clock);
    local_set_viewer(local, game_to_move(&local->game));
}

/* Plays a move, but shows the position before it until the move is in the journal. */
static enum status play_and_hold(struct local_game *local, struct move_with_ranks entered,
                                 struct error *error)
{
    local_game_show_present(local);
    board_copy(&local->shown.past, local_game_present(local));
    enum status status = game_play_with_ranks(&local->game, entered, NULL, error);
    if (!status) {
        local->shown.held = local->game.move_write;
        local->watching.due = clock_now() + local->watching.delay;
        local->watching.step = false;
    }
    /* No clock runs while one person looks at the result and the other waits for the board. */
    if (!status && local_game_seating(local) == SEATING_TWO)
        game_clock_stop(&local->game.clock);
    return status;
}

enum status local_game_move_with_ranks(struct local_game *local, struct move_with_ranks entered,
                                       struct error *error)
{
    /* In a game that is over playing the move fails with that reason. */
    if (local->shown.trial.on || (!local_game_is_decided(local) && !may_move(local)))
        return error_set(error, STATUS_NO, "it is not your turn");
    record_clear(&local->undone);
    return play_and_hold(local, entered, error);
}

/* Plays the agent's answer; an illegal move or MOVE_NONE loses the game. */
static void play_answer(struct local_game *local, struct move move)
{
    local_game_show_present(local);
    if (game_check_time(&local->game))
        return;
    if (game_check_answer(&local->game, move)) /* then playing it fails only if the time has run out */
        play_and_hold(local, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN}, NULL);
    if (local_is_running(local) && !local->watching.paused)
        game_clock_run(&local->game.clock);
}

/* Sets the clock to the moment of the agent's answer, so that the time of the disk does not count. */
static void stop_clock_at_answer(struct local_game *local)
{
    int64_t spent;
    if (local->thought.on && thinker_has_answer(&local->thought.thinker, &spent)) {
        local->game.clock.before = spent;
        local->game.clock.runs = false;
    }
}

/* Sets `error` to the message about a failed write; stores the paths of a successful one. */
static void report_write(struct local_game *local, const struct journal_result *result, struct error *error)
{
    switch (result->write) {
    case JOURNAL_BEGIN:
        if (!result->begun)
            error_set(error, STATUS_FAILED, "no journal: %s", result->error.text);
        else if (result->status)
            error_set(error, STATUS_FAILED, "Resumed after the last sound move, %zu. The damaged file stays: "
                      "%s", local->game.record.plies, result->error.text);
        else if (result->kept[0])
            error_set(error, STATUS_BAD, "Resumed after the last sound move, %zu. The damaged file is %s",
                      local->game.record.plies, result->kept);
        break;
    case JOURNAL_MOVE:
    case JOURNAL_REWRITE:
        if (result->status)
            error_set(error, STATUS_FAILED, "Not in the journal: %s", result->error.text);
        break;
    case JOURNAL_KEEP:
        break;
    case JOURNAL_FINISH:
        local->end.finished = true;
        snprintf(local->end.kept, sizeof local->end.kept, "%s", result->kept);
        if (result->status)
            error_set(error, STATUS_FAILED, "It is not among the finished games: %s", result->error.text);
        break;
    }
}

/* Polls finished writes. A move is shown when it is in the journal or cannot be written. Returns event
 * flags. */
static unsigned collect_writes(struct local_game *local, struct error *error)
{
    struct journal_result result;
    unsigned events = 0;
    while (journal_writer_poll(&local->journal, &result)) {
        report_write(local, &result, error);
        if (result.write == JOURNAL_BEGIN)
            events |= LOCAL_GAME_BEGUN;
        if (result.write == JOURNAL_FINISH)
            events |= LOCAL_GAME_FINISHED;
        if (local->shown.held && result.number == local->shown.held) {
            local->shown.held = 0;
            events |= LOCAL_GAME_MOVED;
            /* The time for writing does not count. */
            if (!local->game.player[game_to_move(&local->game)].is_agent)
                game_clock_forgive(&local->game.clock);
        }
    }
    return events;
}

/* Journals the time of the current turn once a second, so that a killed program loses no more. Posts only one
 * write at a time, and none after a failure. */
static void journal_clock(struct local_game *local)
{
    int64_t second = game_clock_spent(&local->game.clock) / 1000;
    if (second == 0)
        local->journalled_second = 0;
    else if (second != local->journalled_second && local_game_is_saved(local) &&
             game_journal_time(&local->game))
        local->journalled_second = second;
}

/* Starts the agent to move. */
static void start_thinking(struct local_game *local)
{
    game_clock_run(&local->game.clock);
    local->thought.effort = (struct think_stats){0};
    local->thought.hurried = false;
    local->thought.since = clock_now();
    local->thought.seconds = 0;
    local->thought.on = true;
    thinker_start(&local->thought.thinker, &local->game);
}

/* Stops the agent and drops its answer. */
static void stop_thinking(struct local_game *local)
{
    if (local->thought.on)
        thinker_cancel(&local->thought.thinker);
    local->thought.on = false;
    if (local_is_running(local) && !local->shown.covered)
        game_clock_run(&local->game.clock); /* it stands if the answer was there already */
}

/* Ends the game if the side to move has no time left. If times are only measured, requests the agent's move
 * instead. */
static void check_clock(struct local_game *local)
{
    const struct record *record = &local->game.record;
    /* The person's time does not run before the answer is shown. */
    bool unseen = local->shown.held && game_to_move(&local->game) == local->shown.person;
    if (record->outcome.result != RESULT_OPEN || unseen || !game_clock_is_out(&local->game.clock))
        return;
    stop_clock_at_answer(local); /* it may have come since, in time */
    if (!game_clock_is_out(&local->game.clock))
        return;
    if (record->time.counted) {
        if (local->thought.on)
            thinker_hurry(&local->thought.thinker);
        return;
    }
    stop_thinking(local);
    local_game_show_present(local);
    game_check_time(&local->game);
}

unsigned local_game_advance(struct local_game *local, struct error *error)
{
    struct move move;
    *error = (struct error){0};
    if (!local->has_game)
        return 0;
    unsigned events = collect_writes(local, error);
    /* An answer that came while a move is held or the pause of two agents lasts waits in the thinker. */
    bool answered = local->thought.on && !local->shown.held && !local_game_waits(local) &&
                    thinker_poll(&local->thought.thinker, &move, &local->thought.effort);
    stop_clock_at_answer(local);
    if (answered) {
        local->thought.on = false;
        if (local->shown.back && !local->shown.trial.on) /* play_answer shows the present position */
            events |= LOCAL_GAME_STEPPED;
        play_answer(local, move);
    }
    check_clock(local);
    if (local->thought.on)
        local->thought.seconds = clock_now() - local->thought.since;
    /* Store a game that is over, start the agent to move, or let the waiting one ponder. */
    if (local_game_is_decided(local) && !local->end.finished && !local->end.finishing) {
        local->end.finishing = true;
        events |= LOCAL_GAME_MOVED;
        journal_writer_post(&local->journal, JOURNAL_FINISH, &local->game.record);
    } else if (local_is_running(local) && !local->thought.on &&
               (!local->watching.paused || local->watching.step) &&
               local->game.player[game_to_move(&local->game)].is_agent) {
        start_thinking(local);
    } else if (local_is_running(local)) {
        game_ponder(&local->game, local->wake);
    }
    journal_clock(local);
    return events;
}

enum status local_game_reload(struct local_game *local, const struct settings *settings, struct error *error)
{
    bool thinking = local->thought.on;
    stop_thinking(local);
    enum status status = game_reload(&local->game, settings, error);
    if (thinking)
        start_thinking(local);
    return status;
}

/* Checks whether the person's last move can be taken back; fills in the number of plies that this takes. */
static enum status check_take_back(const struct local_game *local, size_t *plies, struct error *error)
{
    if (game_outcome(&local->game).result != RESULT_OPEN)
        return error_set(error, STATUS_NO, "the game is over");
    enum seating seating = local_game_seating(local);
    /* Of two people's moves only the last can be taken back, until the board is covered for the other. */
    if (seating == SEATING_WATCH || (seating == SEATING_TWO && !local_game_to_cover(local)))
        return error_set(error, STATUS_NO, seating == SEATING_WATCH ? "none of the moves is yours"
                                                                    : "your opponent has seen it");
    /* If the person is to move: the answer and the person's move before it. */
    bool both = enters_both(local);
    *plies = game_to_move(&local->game) == local->shown.person && !both ? 2 : 1;
    if (local->game.record.plies < *plies)
        return error_set(error, STATUS_NO, "there is no move of yours to take back");
    return both ? STATUS_OK : game_check_take_back(&local->game, *plies, error);
}

bool local_game_can_take_back(const struct local_game *local)
{
    size_t plies;
    return check_take_back(local, &plies, NULL) == STATUS_OK;
}

enum status local_game_take_back(struct local_game *local, struct error *error)
{
    size_t plies;
    bool is_own = local_game_to_cover(local);
    enum status status = check_take_back(local, &plies, error);
    if (status)
        return status;
    stop_thinking(local);
    local_game_show_present(local);
    if (local->undone.plies <= local->game.record.plies) /* otherwise it has these moves and later ones */
        record_copy(&local->undone, &local->game.record);
    status = game_undo(&local->game, plies, error); /* that it may be was checked */
    if (!status)
        local->shown.held = 0;
    if (!status && is_own)
        game_clock_run(&local->game.clock);
    return status;
}

enum status local_game_put_back(struct local_game *local, struct error *error)
{
    bool is_own = game_to_move(&local->game) == local->shown.person && !enters_both(local);
    /* If the person is to move: the person's move and the answer to it. */
    size_t plies = local->game.record.plies, wanted = is_own ? 2 : 1;
    size_t left = local->undone.plies > plies ? local->undone.plies - plies : 0;
    if (game_outcome(&local->game).result != RESULT_OPEN || !left)
        return error_set(error, STATUS_NO, "no move was taken back");
    stop_thinking(local);
    local_game_show_present(local);
    return game_redo(&local->game, &local->undone, plies + (left < wanted ? left : wanted), error);
}

void local_game_resign(struct local_game *local)
{
    enum side side = local_game_mover(local);
    if (local_game_seating(local) == SEATING_WATCH)
        return;
    stop_thinking(local);
    local_game_show_present(local);
    game_resign(&local->game, side);
}

bool local_game_offer_draw(struct local_game *local)
{
    enum seating seating = local_game_seating(local);
    if (seating == SEATING_WATCH)
        return false;
    stop_thinking(local);
    bool agreed = seating == SEATING_AGAINST ? game_offer_draw(&local->game, local->shown.person)
                                             : game_agree_draw(&local->game);
    if (agreed)
        local_game_show_present(local);
    return agreed;
}

bool local_game_draw_offered(const struct local_game *local)
{
    return local_game_seating(local) == SEATING_AGAINST &&
           game_draw_offered(&local->game, side_other(local->shown.person));
}

void local_game_hurry(struct local_game *local)
{
    if (local->thought.on)
        thinker_hurry(&local->thought.thinker);
    local->thought.hurried = true;
}
