/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a local game comes to the screen: begun, resumed, loaded, or gone on with from a finished one. */
#include "play/local_parts.h"

#include "base/clock.h"
#include "play/named_game.h"
#include "play/unfinished.h"

#include <stdio.h>
#include <unistd.h>

/* Default seconds between the moves of two agents. */
#define USUAL_DELAY 1.0

/* Initialises the state for the game in `local`; `person`: the side of the person. */
static void attach_game(struct local_game *local, enum side person)
{
    enum seating seating = local_game_seating(local);
    local->shown.covered = seating == SEATING_TWO && local_is_running(local);
    local->watching = (struct watching){.delay = seating == SEATING_WATCH ? USUAL_DELAY : 0};
    local->watching.due = clock_now() + local->watching.delay;
    local_set_viewer(local, local->shown.covered ? game_to_move(&local->game) : person);
    local->game.journal = &local->journal;
    thinker_init(&local->thought.thinker, local->wake);
    local->has_game = true;
    if (local_is_running(local) && !local->shown.covered)
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
    /* Show the game from the side whose ranks the start has. If it has both, show it from the person's side,
     * or from red for two people. */
    enum side seat = terms->start ? placement_viewing_side(terms->start) : SIDES;
    enum side person = terms->player[RED] && !terms->player[BLUE] ? BLUE : RED;
    attach_game(local, seat < SIDES ? seat : person);
    journal_writer_post(&local->journal, JOURNAL_BEGIN, &local->game.record);
    return STATUS_OK;
}

/* Chooses the side from which an unfinished record without a valid seating is shown, and changes the players
 * so that exactly one is a person. For a finished game returns the person's side, or red. */
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
    /* Two agents: a person takes the side to move. Two people: an agent takes the other side. */
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
    bool needs_new_journal = state == UNFINISHED_DAMAGED; /* the journal must be written again */
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
    enum status status = named_game_read(path, true, &content, error);
    if (status)
        return status;
    if (content.kind == FILE_SETUP || content.kind == FILE_LETTERS)
        status = error_set(error, STATUS_BAD, "%s: found a setup, expected a position or a game", path);
    else
        status = resume_record(local, &content.record, terms, error);
    if (!status && local->end.finished && content.kind == FILE_GAME && access(path, F_OK) == 0)
        snprintf(local->end.file, sizeof local->end.file, "%s", path);
    file_content_free(&content);
    if (!status && !local->end.finished)
        journal_writer_post(&local->journal, JOURNAL_BEGIN, &local->game.record);
    return status;
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
