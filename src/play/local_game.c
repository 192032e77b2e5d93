/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/local_game.h"

#include "base/clock.h"
#include "file/file.h"
#include "play/unfinished.h"

#include <stdio.h>

/* Default seconds between the moves of two agents. */
#define USUAL_DELAY 1.0

void local_game_init(struct local_game *local, const struct wake *wake)
{
    *local = (struct local_game){.wake = wake, .shown.seat = SIDES};
    journal_writer_init(&local->journal, wake);
}

enum seating local_game_seating(const struct local_game *local)
{
    return local->game.record.seating;
}

/* Whether the game is not over. */
static bool is_running(const struct local_game *local)
{
    return game_outcome(&local->game).result == RESULT_OPEN;
}

/* Sets the side whose pieces the person sees, and which pieces commands must hide. */
static void set_viewer(struct local_game *local, enum side person)
{
    local->shown.person = person;
    for (enum side side = RED; side <= BLUE; side++)
        local->game.hides[side] =
            local_game_seating(local) == SEATING_TWO && (side != person || local->shown.covered);
}

/* Initialises the state for the game in `local`; `person`: the side of the person. */
static void attach_game(struct local_game *local, enum side person)
{
    enum seating seating = local_game_seating(local);
    local->shown.covered = seating == SEATING_TWO && is_running(local);
    local->watching = (struct watching){.delay = seating == SEATING_WATCH ? USUAL_DELAY : 0};
    local->watching.due = clock_now() + local->watching.delay;
    set_viewer(local, local->shown.covered ? game_to_move(&local->game) : person);
    local->game.journal = &local->journal;
    thinker_init(&local->thought.thinker, local->wake);
    local->has_game = true;
    if (is_running(local) && !local->shown.covered)
        game_clock_run(&local->game.clock);
}

enum status local_game_begin(struct local_game *local, const struct game_terms *terms, struct error *error)
{
    /* Attacks that are taken back would reveal ranks to the other person. */
    if (terms->practice && terms->seating == SEATING_TWO)
        return error_set(error, STATUS_BAD, "two people play no game of practice");
    enum status status = game_start(&local->game, terms, error);
    if (status)
        return status;
    /* Shown from the side whose ranks the start has, else from the person's; from red for two people. */
    enum side seat = terms->start ? placement_viewing_side(terms->start) : SIDES;
    attach_game(local, seat < SIDES ? seat : terms->player[RED] && !terms->player[BLUE] ? BLUE : RED);
    journal_writer_post(&local->journal, JOURNAL_BEGIN, &local->game.record);
    return STATUS_OK;
}

/* For an unfinished record without a valid seating: changes the players so that exactly one is a person.
 * Returns the side from which the game is shown; for a finished game the person's side, or red. */
static enum side choose_person(struct record *record, const struct game_terms *terms, enum side to_move,
                               bool over)
{
    enum side seat = placement_viewing_side(&record->start);
    bool red = agent_index(record->player[RED]) >= 0, blue = agent_index(record->player[BLUE]) >= 0;
    int agents = red + blue;
    /* The seating in a file may contradict its players. */
    bool no_opponent = record->seating != SEATING_AGAINST; /* not a person against an agent */
    if (no_opponent && agents != (record->seating == SEATING_WATCH ? 2 : 0))
        record->seating = SEATING_AGAINST;
    /* Two people and unknown pieces: the game is played elsewhere. */
    if (agents == 0 && (!over || no_opponent) && placement_has_unknown(&record->start))
        record->seating = SEATING_SECOND;
    if (record->seating != SEATING_AGAINST)
        return seat < SIDES ? seat : RED;
    const char *opponent = terms->player[terms->player[RED] ? RED : BLUE];
    if (red != blue)
        return red ? BLUE : RED;
    if (over)
        return RED;
    if (red)
        snprintf(record->player[to_move], PLAYER_NAME_MAX, "%s", terms->person ? terms->person : "you");
    else if (opponent)
        snprintf(record->player[side_other(to_move)], PLAYER_NAME_MAX, "%s", opponent);
    return to_move;
}

/* A resumed game that is not at the screen yet. */
struct resumed_game {
    struct game game;
    enum side person;
    bool over, watched;
};

/* Makes a game from a record (the record may be changed). */
static enum status prepare_resumed(struct resumed_game *resumed, struct record *record,
                                   const struct game_terms *terms, struct error *error)
{
    struct position position = {0};
    enum status status = record_replay(record, SIZE_MAX, &position, NULL, error);
    bool over = !status && record_outcome(record, &position).result != RESULT_OPEN;
    bool agents[SIDES] = {agent_index(record->player[RED]) >= 0, agent_index(record->player[BLUE]) >= 0};
    resumed->person = choose_person(record, terms, position.board.to_move, over);
    resumed->over = over;
    resumed->watched = over && agents[RED] == agents[BLUE] && record->seating != SEATING_SECOND;
    position_free(&position);
    struct game_terms own = *terms;
    own.external = over ? EXTERNAL_SEATED : own.external; /* a finished game needs no program */
    return status ? status : game_resume(&resumed->game, record, &own, error);
}

/* Puts a resumed game at the screen. */
static void attach_resumed(struct local_game *local, const struct resumed_game *resumed)
{
    local->game = resumed->game;
    local->end.finished = resumed->over;
    local->end.watched = resumed->watched;
    attach_game(local, resumed->person);
}

/* Continues a record (which may be changed); its journal is open already or is created later. */
static enum status resume_record(struct local_game *local, struct record *record,
                                 const struct game_terms *terms, struct error *error)
{
    struct resumed_game resumed = {0};
    enum status status = prepare_resumed(&resumed, record, terms, error);
    if (!status)
        attach_resumed(local, &resumed);
    return status;
}

enum status local_game_resume(struct local_game *local, const char *path, const struct game_terms *terms,
                              struct error *error)
{
    struct record readable = {0}, record = {0}; /* as unfinished_read, and as journal_resume reads it */
    record_clear(&readable);
    record_clear(&record);
    enum unfinished_state state = unfinished_read(path, &readable, error);
    bool needs_new_journal = state == UNFINISHED_DAMAGED; /* the journal is to be written */
    enum status status = STATUS_OK;
    if (!needs_new_journal)
        status = journal_resume(&local->journal.journal, path, &record, error);
    if (status && status != STATUS_NO && state == UNFINISHED_SOUND) {
        status = STATUS_OK; /* it can be read, but not written, which the journal's writer will report */
        needs_new_journal = true;
    }
    struct game_terms own = *terms;
    own.external = EXTERNAL_STARTED; /* the journal was begun at this screen */
    if (!status)
        status = resume_record(local, needs_new_journal ? &readable : &record, &own, error);
    record_clear(&readable);
    if (status)
        journal_close(&local->journal.journal, true);
    else if (needs_new_journal)
        journal_writer_replace(&local->journal, &local->game.record, path);
    record_clear(&record);
    return status;
}

enum status local_game_load(struct local_game *local, const char *path, const struct game_terms *terms,
                            struct error *error)
{
    struct file_content content = {0};
    enum status status = file_read_regular(path, &content, error);
    if (status)
        return status;
    if (content.kind == FILE_SETUP || content.kind == FILE_LETTERS)
        status = error_set(error, STATUS_BAD, "%s: found a setup, expected a position or a game", path);
    else
        status = resume_record(local, &content.record, terms, error);
    if (!status && local->end.finished && content.kind == FILE_GAME)
        snprintf(local->end.file, sizeof local->end.file, "%s", path);
    file_content_free(&content);
    if (!status && !local->end.finished)
        journal_writer_post(&local->journal, JOURNAL_BEGIN, &local->game.record);
    return status;
}

bool local_game_is_writing(const struct local_game *local)
{
    return local->journal.under_way > 0;
}

bool local_game_is_saved(const struct local_game *local)
{
    return !local_game_is_writing(local) && journal_writer_is_whole(&local->journal);
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

/* Whether one person enters the moves of both sides. */
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

/* Whether the person may enter a move now. */
static bool may_move(const struct local_game *local)
{
    enum side to_move = game_to_move(&local->game);
    bool entered = enters_both(local) || to_move == local->shown.person;
    return is_running(local) && !local->shown.held && !local->shown.covered && entered &&
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
    return local_game_seating(local) == SEATING_TWO && is_running(local) && !shown->held && !shown->covered &&
           game_to_move(&local->game) != shown->person;
}

void local_game_uncover(struct local_game *local)
{
    local->shown.covered = false;
    set_viewer(local, local->shown.person);
    if (is_running(local))
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
    if (!local->has_game || !local_game_waits(local) || watching->paused || !is_running(local))
        return -1;
    double left = watching->due - clock_now();
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* Copies the shown position of a finished game as a record of an unfinished one. STATUS_NO: not possible. */
static enum status copy_shown_record(const struct local_game *local, struct record *record,
                                     struct error *error)
{
    const struct board *board = local_game_board(local);
    const struct trial *trial = &local->shown.trial;
    if (!local_game_is_decided(local))
        return error_set(error, STATUS_NO, "a game can be gone on with from a move of it when it is over: "
                         "the enemy's pieces are hidden till then");
    if (local->shown.seat != SIDES)
        return error_set(error, STATUS_NO, "from one seat not all ranks are known: let all of them be shown");
    if (board_outcome(board).result != RESULT_OPEN)
        return error_set(error, STATUS_NO, "nothing can be played here: step back first");
    record_copy(record, trial->on ? &trial->record : &local->game.record);
    record_cut(record, board->plies - board->prior_plies);
    record->practice = true; /* all ranks have been seen */
    if (record->seating == SEATING_WATCH)
        record->seating = SEATING_AGAINST; /* who goes on with a game of agents plays the side to move */
    if (record->seating == SEATING_TWO)
        record->seating = SEATING_OPEN; /* nothing is hidden any more from either */
    clock_date(record->date);
    return STATUS_OK;
}

enum status local_game_continue(struct local_game *local, const struct game_terms *terms, struct error *error)
{
    struct record record = {0};
    record_clear(&record);
    enum status status = copy_shown_record(local, &record, error);
    struct resumed_game resumed = {0};
    if (!status)
        status = prepare_resumed(&resumed, &record, terms, error);
    if (!status) { /* leave the old game only now: after an error nothing has changed */
        local_game_leave(local);
        attach_resumed(local, &resumed);
        journal_writer_post(&local->journal, JOURNAL_BEGIN, &local->game.record);
    }
    record_clear(&record);
    return status;
}

void local_game_cover(struct local_game *local)
{
    local_game_show_present(local);
    local->shown.covered = true;
    game_clock_stop(&local->game.clock);
    set_viewer(local, game_to_move(&local->game));
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
    if (is_running(local) && !local->watching.paused)
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

/* Journals the time of the current turn once a second, so that a killed program loses no more. Only one
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
    if (is_running(local) && !local->shown.covered)
        game_clock_run(&local->game.clock); /* it stands if the answer was there already */
}

/* Ends the game if the side to move has no time left; if times are only measured, requests the agent's
 * move. */
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
        events |= local->shown.back && !local->shown.trial.on ? LOCAL_GAME_STEPPED : 0;
        play_answer(local, move);
    }
    check_clock(local);
    if (local->thought.on)
        local->thought.seconds = clock_now() - local->thought.since;
    if (local_game_is_decided(local) && !local->end.finished && !local->end.finishing) {
        local->end.finishing = true;
        events |= LOCAL_GAME_MOVED;
        journal_writer_post(&local->journal, JOURNAL_FINISH, &local->game.record);
    } else if (is_running(local) && !local->thought.on && (!local->watching.paused || local->watching.step) &&
               local->game.player[game_to_move(&local->game)].is_agent) {
        start_thinking(local);
    } else if (is_running(local)) {
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
    if (local->undone.plies <= local->game.record.plies) /* else it has these moves and later ones */
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
