/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/local_game.h"

#include "base/clock.h"
#include "file/file.h"
#include "play/draft.h"
#include "play/unfinished.h"

#include <stdio.h>

/* Seconds that a move of two agents stands, until somebody says otherwise. */
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

static bool is_on(const struct local_game *local)
{
    return game_outcome(&local->game).result == RESULT_OPEN;
}

/* The person at the screen sees this side's pieces; commands keep to that too. */
static void set_viewer(struct local_game *local, enum side person)
{
    local->shown.person = person;
    for (enum side side = RED; side <= BLUE; side++)
        local->game.hides[side] =
            local_game_seating(local) == SEATING_TWO && (side != person || local->shown.covered);
}

/* Begins to show the game that is in `local`, with the person at this side. */
static void attach_game(struct local_game *local, enum side person)
{
    enum seating seating = local_game_seating(local);
    local->shown.covered = seating == SEATING_TWO && is_on(local);
    local->watching = (struct watching){.delay = seating == SEATING_WATCH ? USUAL_DELAY : 0};
    local->watching.due = clock_now() + local->watching.delay;
    set_viewer(local, local->shown.covered ? game_to_move(&local->game) : person);
    local->game.journal = &local->journal;
    thinker_init(&local->thought.thinker, local->wake);
    local->taken = true;
    if (is_on(local) && !local->shown.covered)
        game_clock_run(&local->game.clock);
}

enum status local_game_begin(struct local_game *local, const struct game_terms *terms, struct error *error)
{
    /* Two people would see each other's ranks by attacks that are taken back. */
    if (terms->practice && terms->seating == SEATING_TWO)
        return error_set(error, STATUS_BAD, "two people play no game of practice");
    enum status status = game_start(&local->game, terms, error);
    if (status)
        return status;
    enum side seat = terms->start ? placement_viewing_side(terms->start) : SIDES;
    attach_game(local, seat < SIDES ? seat : terms->player[RED] && !terms->player[BLUE] ? BLUE : RED);
    journal_writer_post(&local->journal, JOURNAL_BEGIN, &local->game.record);
    return STATUS_OK;
}

/* Leaves exactly one person among the players of an unfinished record whose seating is not told; returns the
 * side that is seen. A finished one is seen from the person's side, or Red's. */
static enum side choose_person(struct record *record, const struct game_terms *terms, enum side to_move,
                               bool over)
{
    enum side seat = placement_viewing_side(&record->start);
    bool red = agent_index(record->player[RED]) >= 0, blue = agent_index(record->player[BLUE]) >= 0;
    int agents = red + blue;
    /* A file may say what its players cannot do. */
    bool open_ranks = record->seating != SEATING_AGAINST;
    if (open_ranks && agents != (record->seating == SEATING_WATCH ? 2 : 0))
        record->seating = SEATING_AGAINST;
    if (agents == 0 && (!over || open_ranks) && placement_has_unknown(&record->start))
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

/* Makes a game from a record, which may be changed. */
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
    own.external = over ? EXTERNAL_SEATED : own.external; /* it is only looked at */
    return status ? status : game_resume(&resumed->game, record, &own, error);
}

static void attach_resumed(struct local_game *local, const struct resumed_game *resumed)
{
    local->game = resumed->game;
    local->end.finished = resumed->over;
    local->end.watched = resumed->watched;
    attach_game(local, resumed->person);
}

/* Goes on with a record, which may be changed; its journal is open already or comes later. */
static enum status go_on(struct local_game *local, struct record *record, const struct game_terms *terms,
                         struct error *error)
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
    struct record looked = {0}, record = {0};
    record_clear(&looked);
    record_clear(&record);
    enum unfinished_state state = unfinished_look(path, &looked, error);
    bool anew = state == UNFINISHED_DAMAGED; /* the journal is to be written */
    enum status status = STATUS_OK;
    if (!anew)
        status = journal_resume(&local->journal.journal, path, &record, error);
    if (status && status != STATUS_NO && state == UNFINISHED_SOUND) {
        status = STATUS_OK; /* it can be read, but not written, of which the journal's writer will tell */
        anew = true;
    }
    struct game_terms own = *terms;
    own.external = EXTERNAL_STARTED; /* the journal was begun at this screen */
    if (!status)
        status = go_on(local, anew ? &looked : &record, &own, error);
    record_clear(&looked);
    if (status)
        journal_close(&local->journal.journal, true);
    else if (anew)
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
        status = go_on(local, &content.record, terms, error);
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

bool local_game_is_kept(const struct local_game *local)
{
    return !local_game_is_writing(local) && journal_writer_is_whole(&local->journal);
}

void local_game_keep(struct local_game *local)
{
    if (!local_game_is_writing(local) && !local_game_is_kept(local))
        journal_writer_post(&local->journal, JOURNAL_KEEP, &local->game.record);
}

void local_game_leave(struct local_game *local)
{
    struct journal_news news;
    if (local->taken) {
        thinker_free(&local->thought.thinker);
        game_pause(&local->game);
        journal_writer_wait(&local->journal);
        while (journal_writer_take(&local->journal, &news))
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

/* Whether a move that is entered now may be played. */
static bool may_move(const struct local_game *local)
{
    enum side to_move = game_to_move(&local->game);
    bool entered = enters_both(local) || to_move == local->shown.person;
    return is_on(local) && !local->shown.held && !local->shown.covered && entered &&
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
    return local_game_seating(local) == SEATING_TWO && is_on(local) && !shown->held && !shown->covered &&
           game_to_move(&local->game) != shown->person;
}

void local_game_uncover(struct local_game *local)
{
    local->shown.covered = false;
    set_viewer(local, local->shown.person);
    if (is_on(local))
        game_clock_run(&local->game.clock);
}

void local_game_pause(struct local_game *local, bool paused)
{
    local->watching.paused = paused;
    local->watching.step = false;
}

void local_game_step_on(struct local_game *local)
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
    if (!local->taken || !local_game_waits(local) || watching->paused || !is_on(local))
        return -1;
    double left = watching->due - clock_now();
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* What is shown as the record of a game that is not over. STATUS_NO where it cannot be one. */
static enum status record_shown(const struct local_game *local, struct record *record, struct error *error)
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

enum status local_game_go_on(struct local_game *local, const struct game_terms *terms, struct error *error)
{
    struct record record = {0};
    record_clear(&record);
    enum status status = record_shown(local, &record, error);
    struct resumed_game resumed = {0};
    if (!status)
        status = prepare_resumed(&resumed, &record, terms, error);
    if (!status) {
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

/* Plays a move and holds it back until it is in the journal: what the person sees is the board before it. */
static enum status play(struct local_game *local, struct move_with_ranks open_ranks, struct error *error)
{
    local_game_show_present(local);
    board_copy(&local->shown.past, local_game_present(local));
    enum status status = game_play_with_ranks(&local->game, open_ranks, NULL, error);
    if (!status) {
        local->shown.held = local->game.move_write;
        local->watching.due = clock_now() + local->watching.delay;
        local->watching.step = false;
    }
    /* Nobody's time runs while one looks at what came of his move and the other waits to sit down. */
    if (!status && local_game_seating(local) == SEATING_TWO)
        game_clock_stop(&local->game.clock);
    return status;
}

enum status local_game_move_with_ranks(struct local_game *local, struct move_with_ranks open_ranks,
                                       struct error *error)
{
    if (local->shown.trial.on || (!local_game_is_decided(local) && !may_move(local)))
        return error_set(error, STATUS_NO, "it is not your turn");
    record_clear(&local->undone);
    return play(local, open_ranks, error);
}

/* Plays what the agent answered; its illegal move or none loses the game. */
static void play_answer(struct local_game *local, struct move move)
{
    local_game_show_present(local);
    if (game_check_time(&local->game))
        return;
    if (game_judge(&local->game, move)) /* it can only fail where the time has run out */
        play(local, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN}, NULL);
    if (is_on(local) && !local->watching.paused)
        game_clock_run(&local->game.clock);
}

/* The clock of an agent that has answered stands where it did then: what the disk takes before the answer can
 * be played is not the agent's time. */
static void stop_clock_at_answer(struct local_game *local)
{
    int64_t spent;
    if (local->thought.on && thinker_answered(&local->thought.thinker, &spent))
        game_clock_halt(&local->game.clock, spent);
}

/* What is to be said of a write that failed, into `error`; what to keep of one that did not. */
static void report_write(struct local_game *local, const struct journal_news *news, struct error *error)
{
    switch (news->write) {
    case JOURNAL_BEGIN:
        if (!news->begun)
            error_set(error, STATUS_FAILED, "no journal: %s", news->error.text);
        else if (news->status)
            error_set(error, STATUS_FAILED, "Resumed after the last sound move, %zu. The damaged file stays: "
                      "%s", local->game.record.plies, news->error.text);
        else if (news->kept[0])
            error_set(error, STATUS_BAD, "Resumed after the last sound move, %zu. The damaged file is %s",
                      local->game.record.plies, news->kept);
        break;
    case JOURNAL_MOVE:
    case JOURNAL_REWRITE:
        if (news->status)
            error_set(error, STATUS_FAILED, "Not in the journal: %s", news->error.text);
        break;
    case JOURNAL_KEEP:
        break;
    case JOURNAL_FINISH:
        local->end.finished = true;
        snprintf(local->end.kept, sizeof local->end.kept, "%s", news->kept);
        if (news->status)
            error_set(error, STATUS_FAILED, "It is not among the finished games: %s", news->error.text);
        break;
    }
}

/* Takes in what was written. A move that is in the journal, or cannot be, is shown. */
static unsigned collect_writes(struct local_game *local, struct error *error)
{
    struct journal_news news;
    unsigned happened = 0;
    while (journal_writer_take(&local->journal, &news)) {
        report_write(local, &news, error);
        if (news.write == JOURNAL_BEGIN)
            happened |= LOCAL_GAME_BEGUN;
        if (news.write == JOURNAL_FINISH)
            happened |= LOCAL_GAME_FINISHED;
        if (local->shown.held && news.number == local->shown.held) {
            local->shown.held = 0;
            happened |= LOCAL_GAME_MOVED;
            /* The disk's time is nobody's. */
            if (!local->game.player[game_to_move(&local->game)].is_agent)
                game_clock_forgive(&local->game.clock);
        }
    }
    return happened;
}

/* Lets the journal have each new second of the move to come, so that a kill gives no more than that back. One
 * write at a time, and none on a disk that has failed. */
static void journal_clock(struct local_game *local)
{
    int64_t second = game_clock_spent(&local->game.clock) / 1000;
    if (second == 0)
        local->second_kept = 0;
    else if (second != local->second_kept && local_game_is_kept(local) && game_journal_time(&local->game))
        local->second_kept = second;
}

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

static void stop_thinking(struct local_game *local)
{
    if (local->thought.on)
        thinker_cancel(&local->thought.thinker);
    local->thought.on = false;
    if (is_on(local) && !local->shown.covered)
        game_clock_run(&local->game.clock); /* which stands where an answer was there */
}

/* Ends the game where the time of the side to move is over; an agent whose time is only counted shall
 * move. */
static void check_clock(struct local_game *local)
{
    const struct record *record = &local->game.record;
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
    if (!local->taken)
        return 0;
    unsigned happened = collect_writes(local, error);
    bool answered = local->thought.on && !local->shown.held && !local_game_waits(local) &&
                    thinker_poll(&local->thought.thinker, &move, &local->thought.effort);
    stop_clock_at_answer(local);
    if (answered) {
        local->thought.on = false;
        happened |= local->shown.back && !local->shown.trial.on ? LOCAL_GAME_STEPPED : 0;
        play_answer(local, move);
    }
    check_clock(local);
    if (local->thought.on)
        local->thought.seconds = clock_now() - local->thought.since;
    if (local_game_is_decided(local) && !local->end.finished && !local->end.finishing) {
        local->end.finishing = true;
        happened |= LOCAL_GAME_MOVED;
        journal_writer_post(&local->journal, JOURNAL_FINISH, &local->game.record);
    } else if (is_on(local) && !local->thought.on && (!local->watching.paused || local->watching.step) &&
               local->game.player[game_to_move(&local->game)].is_agent) {
        start_thinking(local);
    } else if (is_on(local)) {
        game_ponder(&local->game, local->wake);
    }
    journal_clock(local);
    return happened;
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

enum status local_game_take_back(struct local_game *local, struct error *error)
{
    if (game_outcome(&local->game).result != RESULT_OPEN)
        return error_set(error, STATUS_NO, "the game is over");
    enum seating seating = local_game_seating(local);
    bool both = enters_both(local), mine = local_game_to_cover(local);
    if (seating == SEATING_WATCH || (seating == SEATING_TWO && !mine))
        return error_set(error, STATUS_NO, seating == SEATING_WATCH ? "none of the moves is yours"
                                                                    : "your opponent has seen it");
    size_t plies = game_to_move(&local->game) == local->shown.person && !both ? 2 : 1;
    if (local->game.record.plies < plies)
        return error_set(error, STATUS_NO, "there is no move of yours to take back");
    stop_thinking(local);
    local_game_show_present(local);
    if (local->undone.plies <= local->game.record.plies)
        record_copy(&local->undone, &local->game.record);
    enum status status = both ? game_correct(&local->game, plies, error)
                              : game_take_back(&local->game, plies, error);
    if (!status)
        local->shown.held = 0;
    if (!status && mine)
        game_clock_run(&local->game.clock);
    return status;
}

enum status local_game_put_back(struct local_game *local, struct error *error)
{
    bool mine = game_to_move(&local->game) == local->shown.person && !enters_both(local);
    size_t plies = local->game.record.plies, min = mine ? 2 : 1;
    size_t left = local->undone.plies > plies ? local->undone.plies - plies : 0;
    if (game_outcome(&local->game).result != RESULT_OPEN || !left)
        return error_set(error, STATUS_NO, "no move was taken back");
    stop_thinking(local);
    local_game_show_present(local);
    return game_put_back(&local->game, &local->undone, plies + (left < min ? left : min), error);
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
