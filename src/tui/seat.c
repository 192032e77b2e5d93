/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/seat.h"

#include "base/clock.h"
#include "file/file.h"
#include "play/unfinished.h"

#include <stdio.h>
#include <string.h>

/* The game is there: takes the seat. */
static enum status sit_down(struct seat *seat, enum side person, struct error *error)
{
    seat->person = person;
    enum status status = thinker_init(&seat->thinker, error);
    if (status != STATUS_OK) {
        journal_close(&seat->journal, true);
        game_end(&seat->game);
        return status;
    }
    seat->taken = true;
    return STATUS_OK;
}

/* Begins the game's journal; without one the game goes on all the same. */
static enum status begin_journal(struct seat *seat, struct error *error)
{
    enum status status = journal_start(&seat->journal, &seat->game.record, error);
    if (status != STATUS_OK)
        return error ? error_set(error, STATUS_FAILED, "no journal: %s", error->text) : STATUS_FAILED;
    seat->game.journal = &seat->journal;
    return STATUS_OK;
}

enum status seat_begin(struct seat *seat, const struct game_terms *terms, struct error *error)
{
    *seat = (struct seat){.journal.file = -1};
    enum status status = game_start(&seat->game, terms, error);
    if (status == STATUS_OK)
        status = sit_down(seat, terms->player[RED] ? BLUE : RED, error);
    return status == STATUS_OK ? begin_journal(seat, error) : status;
}

/* Leaves exactly one person among the players of an unfinished record; returns his side. A finished
 * one is seen from the person's side, or Red's. */
static enum side choose_person(struct record *record, const struct game_terms *terms,
                               enum side to_move, bool over)
{
    const char *opponent = terms->player[terms->player[RED] ? RED : BLUE];
    bool red = agent_index(record->player[RED]) >= 0, blue = agent_index(record->player[BLUE]) >= 0;
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

/* Goes on with a record, which may be changed; its journal is open already or comes later. */
static enum status go_on(struct seat *seat, struct record *record, const struct game_terms *terms,
                         struct error *error)
{
    struct position position = {0};
    enum status status = record_replay(record, SIZE_MAX, &position, NULL, error);
    bool over = record->outcome.result != RESULT_OPEN ||
                (status == STATUS_OK && position_outcome(&position).result != RESULT_OPEN);
    enum side person = choose_person(record, terms, position.board.to_move, over);
    position_free(&position);
    if (status == STATUS_OK)
        status = game_resume(&seat->game, record, terms, error);
    if (status != STATUS_OK)
        return status;
    seat->finished = over;
    if (seat->journal.file >= 0)
        seat->game.journal = &seat->journal;
    return sit_down(seat, person, error);
}

/* Goes on from a damaged journal in a new one; the old one is put away as it is. */
static enum status go_on_damaged(struct seat *seat, const char *path, struct record *record,
                                 const struct game_terms *terms, struct error *error)
{
    char kept[sizeof seat->kept];
    size_t plies = record->plies;
    enum status status = go_on(seat, record, terms, error);
    if (status == STATUS_OK && !seat->finished)
        status = begin_journal(seat, error);
    if (status == STATUS_OK)
        status = unfinished_put_away(path, kept, sizeof kept, error);
    if (status != STATUS_OK)
        return status;
    return error_set(error, STATUS_BAD, "Gone on with from the last sound move, %zu. The damaged file is %s",
                     plies, kept);
}

enum status seat_resume(struct seat *seat, const char *path, const struct game_terms *terms,
                        struct error *error)
{
    struct record record = {0};
    record_clear(&record);
    *seat = (struct seat){.journal.file = -1};
    if (unfinished_look(path, &record, error) == UNFINISHED_DAMAGED) {
        enum status status = go_on_damaged(seat, path, &record, terms, error);
        record_clear(&record);
        return status;
    }
    record_clear(&record);
    enum status status = journal_resume(&seat->journal, path, &record, error);
    if (status == STATUS_OK) {
        status = go_on(seat, &record, terms, error);
        if (status != STATUS_OK)
            journal_close(&seat->journal, true);
    }
    record_clear(&record);
    return status;
}

enum status seat_load(struct seat *seat, const char *path, const struct game_terms *terms,
                      struct error *error)
{
    struct thing thing = {0};
    *seat = (struct seat){.journal.file = -1};
    enum status status = file_read(path, &thing, error);
    if (status != STATUS_OK)
        return status;
    if (thing.kind == FILE_SETUP || thing.kind == FILE_LETTERS)
        status = error_set(error, STATUS_BAD, "%s: a setup, expected a game or a position", path);
    else
        status = go_on(seat, &thing.record, terms, error);
    thing_free(&thing);
    return status == STATUS_OK && !seat->finished ? begin_journal(seat, error) : status;
}

/* A finished game leaves its journal for a file of its own. */
static void keep_finished(struct seat *seat, struct error *error)
{
    struct error why = {0};
    seat->finished = true;
    if (seat->journal.file < 0)
        return;
    if (journal_finish(&seat->journal, &seat->game.record, seat->kept, sizeof seat->kept, &why) ==
        STATUS_OK)
        seat->game.journal = NULL;
    else
        error_set(error, why.status, "It is not among the finished games: %s", why.text);
}

bool seat_is_kept(struct seat *seat)
{
    if (!seat->taken || seat_over(seat))
        return false;
    if (seat->journal.file < 0)
        return begin_journal(seat, NULL) == STATUS_OK;
    return !seat->journal.behind ||
           journal_rewrite(&seat->journal, &seat->game.record, NULL) == STATUS_OK;
}

void seat_leave(struct seat *seat)
{
    if (!seat->taken)
        return;
    thinker_free(&seat->thinker);
    if (seat->journal.file >= 0 && seat->finished)
        keep_finished(seat, NULL);
    else
        seat_is_kept(seat);
    journal_close(&seat->journal, true);
    game_end(&seat->game);
    board_free(&seat->past);
    *seat = (struct seat){.journal.file = -1};
}

/* What the person may see now. */
static const struct board *present(const struct seat *seat)
{
    return seat_over(seat) ? &seat->game.position.board : &seat->game.view[seat->person].board;
}

const struct board *seat_board(const struct seat *seat)
{
    return seat->back ? &seat->past : present(seat);
}

bool seat_over(const struct seat *seat)
{
    return game_outcome(&seat->game).result != RESULT_OPEN;
}

bool seat_to_move(const struct seat *seat)
{
    return !seat_over(seat) && !seat->back && game_to_move(&seat->game) == seat->person;
}

void seat_step(struct seat *seat, long plies)
{
    const struct board *now = present(seat);
    long most = (long)now->plies - (long)now->recalled, back = (long)seat->back + plies;
    seat->back = (uint32_t)(back < 0 ? 0 : back > most ? most : back);
    if (!seat->back)
        return;
    board_copy(&seat->past, now);
    for (uint32_t n = 0; n < seat->back; n++)
        board_unmake(&seat->past);
}

enum status seat_move(struct seat *seat, struct move move, struct error *error)
{
    seat_step(seat, -(long)seat->back);
    if (!seat_over(seat) && game_to_move(&seat->game) != seat->person)
        return error_set(error, STATUS_NO, "it is not your turn");
    struct error why = {0};
    enum status status = game_play(&seat->game, move, NULL, &why);
    if (status == STATUS_FAILED)
        return error_set(error, status, "Not in the journal: %s", why.text);
    if (status != STATUS_OK && error)
        *error = why;
    return status;
}

/* Plays what the agent answered; its illegal move or none loses the game. */
static void play_answer(struct seat *seat, struct move move, struct error *error)
{
    enum side side = game_to_move(&seat->game);
    if (move_is_none(move)) {
        game_resign(&seat->game, side);
        return;
    }
    struct error why = {0};
    size_t played = seat->game.record.plies;
    enum status status = game_play(&seat->game, move, NULL, &why);
    if (seat->game.record.plies == played)
        game_forfeit(&seat->game, side);
    else if (status != STATUS_OK)
        error_set(error, status, "Not in the journal: %s", why.text);
}

bool seat_advance(struct seat *seat, struct error *error)
{
    bool moved = false;
    struct move move;
    *error = (struct error){0};
    if (!seat->taken)
        return false;
    if (seat->thinking && thinker_poll(&seat->thinker, &move, &seat->progress)) {
        seat->thinking = false;
        seat_step(seat, -(long)seat->back);
        play_answer(seat, move, error);
        moved = true;
    }
    if (seat->thinking)
        seat->thought = clock_now() - seat->since;
    if (seat_over(seat)) {
        if (!seat->finished)
            keep_finished(seat, error);
        return moved;
    }
    if (!seat->thinking && game_to_move(&seat->game) != seat->person) {
        seat->progress = (struct progress){.best = MOVE_NONE};
        seat->hurried = false;
        seat->since = clock_now();
        seat->thought = 0;
        seat->thinking = thinker_start(&seat->thinker, &seat->game, error) == STATUS_OK;
    }
    return moved;
}

static void stop_thinking(struct seat *seat)
{
    if (seat->thinking)
        thinker_cancel(&seat->thinker);
    seat->thinking = false;
}

enum status seat_take_back(struct seat *seat, struct error *error)
{
    if (seat_over(seat))
        return error_set(error, STATUS_NO, "the game is over");
    size_t plies = game_to_move(&seat->game) == seat->person ? 2 : 1;
    if (seat->game.record.plies < plies)
        return error_set(error, STATUS_NO, "there is no move of yours to take back");
    stop_thinking(seat);
    seat_step(seat, -(long)seat->back);
    return game_take_back(&seat->game, plies, error);
}

enum status seat_note(struct seat *seat, int number, uint16_t ranks, struct error *error)
{
    struct error why = {0};
    enum status status = game_note(&seat->game, number, ranks, &why);
    if (status != STATUS_OK)
        error_set(error, status, "Not in the journal: %s", why.text);
    return status;
}

void seat_resign(struct seat *seat)
{
    stop_thinking(seat);
    seat_step(seat, -(long)seat->back);
    game_resign(&seat->game, seat->person);
}

bool seat_offer_draw(struct seat *seat)
{
    stop_thinking(seat);
    return game_offer_draw(&seat->game, seat->person);
}

void seat_hurry(struct seat *seat)
{
    if (seat->thinking)
        thinker_hurry(&seat->thinker);
    seat->hurried = true;
}

int seat_wake(const struct seat *seat)
{
    return seat->taken && seat->thinking ? seat->thinker.wake[0] : -1;
}
