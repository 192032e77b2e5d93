/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/record.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const seating_names[SEATINGS] = {"against", "two", "watch", "second", "open"};

/* Frees an agent's name and options and sets it to all zero. */
static void free_options(struct agent_in_record *agent)
{
    for (size_t i = 0; i < agent->count; i++) {
        free(agent->options[i].key);
        free(agent->options[i].value);
    }
    free(agent->options);
    *agent = (struct agent_in_record){0};
}

/* Deletes the comments from index `from` on. */
static void free_comments_from(struct record *record, size_t from)
{
    for (size_t i = from; i < record->comment_count; i++)
        free(record->comments[i].text);
    if (record->comment_count > from)
        record->comment_count = from;
}

/* Frees all memory that the record owns. */
static void free_contents(struct record *record)
{
    free(record->moves);
    free(record->prior);
    free(record->spent);
    free_comments_from(record, 0);
    free(record->comments);
    for (enum side side = RED; side <= BLUE; side++)
        free_options(&record->agent[side]);
}

void record_clear(struct record *record)
{
    free_contents(record);
    *record = (struct record){.rules = *rules_find("isf")};
    placement_clear(&record->start);
}

void record_append(struct record *record, struct move_with_ranks move)
{
    record->moves = memory_grow(record->moves, &record->capacity, record->plies + 1, sizeof move);
    record->moves[record->plies++] = move;
}

/* Returns a copy of `count` items of `size` bytes each. */
static void *copy_items(const void *items, size_t count, size_t size)
{
    void *copy = memory_new(count, size);
    if (count)
        memcpy(copy, items, count * size);
    return copy;
}

void record_copy(struct record *to, const struct record *from)
{
    free_contents(to);
    *to = *from;
    to->moves = copy_items(from->moves, from->plies, sizeof *to->moves);
    to->capacity = from->plies ? from->plies : 1;
    to->prior = copy_items(from->prior, from->prior_count, sizeof *to->prior);
    to->spent = copy_items(from->spent, from->spent_count, sizeof *to->spent);
    to->spent_capacity = from->spent_count ? from->spent_count : 1;
    to->comments = NULL;
    to->comment_count = to->comment_capacity = 0;
    for (size_t i = 0; i < from->comment_count; i++)
        record_set_comment(to, from->comments[i].plies, from->comments[i].text);
    for (enum side side = RED; side <= BLUE; side++) {
        const struct agent_in_record *agent = &from->agent[side];
        to->agent[side] = (struct agent_in_record){0};
        record_name_agent(to, side, agent->name, agent->since);
        to->agent[side].weights = agent->weights;
        for (size_t i = 0; i < agent->count; i++)
            record_add_option(to, side, agent->options[i].key, agent->options[i].value);
    }
}

void record_cut(struct record *record, size_t plies)
{
    record->plies = plies;
    if (record->spent_count > plies)
        record->spent_count = plies;
    size_t count = record->comment_count;
    while (count > 0 && record->comments[count - 1].plies > plies)
        count--;
    free_comments_from(record, count);
    for (enum side side = RED; side <= BLUE; side++)
        if (record->agent[side].since > plies)
            record->agent[side].since = plies;
    record->outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
}

void record_set_move_time(struct record *record, size_t index, uint32_t milliseconds)
{
    size_t count = index + 1;
    record->spent = memory_grow(record->spent, &record->spent_capacity, count, sizeof *record->spent);
    for (size_t i = record->spent_count; i < index; i++)
        record->spent[i] = 0;
    record->spent[index] = milliseconds;
    record->spent_count = count;
}

/* Returns the index of the first comment on a moment after `plies` moves or later; comment_count if there
 * is none. */
static size_t find_comment_index(const struct record *record, size_t plies)
{
    size_t index = 0;
    while (index < record->comment_count && record->comments[index].plies < plies)
        index++;
    return index;
}

void record_set_comment(struct record *record, size_t plies, const char *text)
{
    size_t index = find_comment_index(record, plies);
    size_t following = record->comment_count - index; /* number of comments from `index` on */
    bool exists = following > 0 && record->comments[index].plies == plies;
    if (exists) {
        free(record->comments[index].text);
        if (!text[0]) {
            memmove(record->comments + index, record->comments + index + 1,
                    (following - 1) * sizeof *record->comments);
            record->comment_count--;
            return;
        }
    } else if (text[0]) { /* make space for a new comment */
        record->comments = memory_grow(record->comments, &record->comment_capacity, record->comment_count + 1,
                                       sizeof *record->comments);
        memmove(record->comments + index + 1, record->comments + index, following * sizeof *record->comments);
        record->comment_count++;
    } else {
        return;
    }
    record->comments[index] = (struct comment){plies, memory_text(text)};
}

const char *record_comment_at(const struct record *record, size_t plies)
{
    size_t index = find_comment_index(record, plies);
    bool exists = index < record->comment_count && record->comments[index].plies == plies;
    return exists ? record->comments[index].text : NULL;
}

uint32_t record_move_time(const struct record *record, size_t index)
{
    return index < record->spent_count ? record->spent[index] : 0;
}

enum side record_mover(const struct record *record, size_t index)
{
    return index % 2 == 0 ? record->start.to_move : side_other(record->start.to_move);
}

void record_name_agent(struct record *record, enum side side, const char *name, size_t since)
{
    struct agent_in_record *agent = &record->agent[side];
    free_options(agent);
    snprintf(agent->name, sizeof agent->name, "%s", name);
    agent->since = since;
}

void record_add_option(struct record *record, enum side side, const char *key, const char *value)
{
    struct agent_in_record *agent = &record->agent[side];
    agent->options = memory_grow(agent->options, &agent->capacity, agent->count + 1, sizeof *agent->options);
    agent->options[agent->count++] = (struct agent_option){memory_text(key), memory_text(value)};
}

enum status record_replay(const struct record *record, size_t plies, struct position *position,
                          size_t *at, struct error *error)
{
    enum status status = position_init(position, &record->start, &record->rules, error);
    if (!status && record->prior_count)
        status = position_set_prior_plies(position, record->prior, record->prior_count, error);
    size_t i = 0;
    for (; !status && i < record->plies && i < plies; i++) {
        status = position_play(position, record->moves[i], NULL, error);
        if (status)
            break;
    }
    if (at)
        *at = i;
    return status;
}

int record_start_square(const struct record *record, int number)
{
    /* board_init numbers the pieces of a side by their start squares. */
    enum side side = number < PIECES_A_SIDE ? RED : BLUE;
    int pieces_before = number % PIECES_A_SIDE;
    for (int square = 0; square < SQUARES; square++)
        if (record->start.cell[square].side == side && pieces_before-- == 0)
            return square;
    return SQUARE_NONE;
}

/* Returns whether the recorded loser has no move. Some servers end a game there, one ply before the rules do.
 * The game must be open on the board, so that it is the other side's turn. */
static bool loser_cannot_move(const struct board *board, struct outcome entered)
{
    struct move moves[MOVES_MAX];
    if (entered.reason != REASON_NO_MOVES || (entered.result != RESULT_RED && entered.result != RESULT_BLUE))
        return false;
    return board_pseudo_legal_moves(board, entered.result == RESULT_RED ? BLUE : RED, moves) == 0;
}

/* Returns whether a game can end for this reason only by the rules on the board. */
static bool only_rules_can_end(enum reason reason)
{
    return reason == REASON_FLAG || reason == REASON_NO_MOVES || reason == REASON_MOVE_LIMIT ||
           reason == REASON_NO_ATTACK_LIMIT;
}

/* Returns whether a game that is open on the board can end with this result. False for a reason that only the
 * rules can bring, and for a draw by a reason that one side loses by. */
static bool can_end_by(struct outcome entered)
{
    bool drawn = entered.result == RESULT_DRAW;
    switch (entered.reason) {
    case REASON_RESIGNED:
    case REASON_ILLEGAL:
    case REASON_NO_ANSWER: return !drawn;
    default: return !only_rules_can_end(entered.reason);
    }
}

struct outcome record_outcome(const struct record *record, const struct position *position)
{
    struct outcome board = position_outcome(position), entered = record->outcome;
    if (board.result != RESULT_OPEN || entered.result == RESULT_OPEN)
        return board;
    return can_end_by(entered) || loser_cannot_move(&position->board, entered) ? entered : board;
}

enum status record_check_end(const struct record *record, const struct position *position,
                             struct error *error)
{
    struct outcome board = position_outcome(position), entered = record->outcome;
    char claimed[OUTCOME_WORDS], on_board[OUTCOME_WORDS];
    outcome_write(entered, claimed);
    if (board.result == RESULT_OPEN) {
        if (entered.result == RESULT_OPEN || record_outcome(record, position).result == entered.result)
            return STATUS_OK;
        if (only_rules_can_end(entered.reason))
            return error_set(error, STATUS_NO,
                             "the record says %s, but on the board the game is open", claimed);
        return error_set(error, STATUS_NO, "the record says %s, which ends no game", claimed);
    }
    /* A side may also resign or lose on time after the rules have ended the game, if the winner is the
     * same. */
    if (board.result == entered.result && (board.reason == entered.reason || can_end_by(entered)))
        return STATUS_OK;
    return error_set(error, STATUS_NO, "the record says %s, but the board says %s", claimed,
                     outcome_write(board, on_board));
}

enum status record_check_replay(const struct record *record, struct position *position, struct error *error)
{
    struct error why = {0};
    size_t plies_played;
    enum status status = record_replay(record, SIZE_MAX, position, &plies_played, &why);
    if (!status)
        return record_check_end(record, position, error);
    if (plies_played < record->plies && position->board.rules.name) /* the start was sound, a move not */
        return error_set(error, status, "move %zu: %s", plies_played + 1, why.text);
    return error_set(error, status, "%s", why.text);
}

enum status record_check(const struct record *record, struct error *error)
{
    struct position position = {0};
    enum status status = record_check_replay(record, &position, error);
    position_free(&position);
    return status;
}
