/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/record.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const seating_names[SEATINGS] = {"against", "two", "watch", "second", "open"};

static void drop_options(struct agent_in_record *agent)
{
    for (size_t i = 0; i < agent->count; i++) {
        free(agent->options[i].key);
        free(agent->options[i].value);
    }
    free(agent->options);
    *agent = (struct agent_in_record){0};
}

/* Forgets the comments from number `from` on. */
static void drop_comments(struct record *record, size_t from)
{
    for (size_t i = from; i < record->comment_count; i++)
        free(record->comments[i].text);
    if (record->comment_count > from)
        record->comment_count = from;
}

static void drop_memory(struct record *record)
{
    free(record->moves);
    free(record->prior);
    free(record->spent);
    drop_comments(record, 0);
    free(record->comments);
    for (enum side side = RED; side <= BLUE; side++)
        drop_options(&record->agent[side]);
}

void record_clear(struct record *record)
{
    drop_memory(record);
    *record = (struct record){.rules = *rules_find("isf")};
    placement_clear(&record->start);
}

void record_append(struct record *record, struct move_with_ranks move)
{
    record->moves = memory_grow(record->moves, &record->capacity, record->plies + 1, sizeof move);
    record->moves[record->plies++] = move;
}

/* A copy of `count` items. */
static void *copy_of(const void *items, size_t count, size_t size)
{
    void *copy = memory_new(count, size);
    if (count)
        memcpy(copy, items, count * size);
    return copy;
}

void record_copy(struct record *to, const struct record *from)
{
    drop_memory(to);
    *to = *from;
    to->moves = copy_of(from->moves, from->plies, sizeof *to->moves);
    to->capacity = from->plies ? from->plies : 1;
    to->prior = copy_of(from->prior, from->prior_count, sizeof *to->prior);
    to->spent = copy_of(from->spent, from->spent_count, sizeof *to->spent);
    to->spent_capacity = from->spent_count ? from->spent_count : 1;
    to->comments = NULL;
    to->comment_count = to->comment_capacity = 0;
    for (size_t i = 0; i < from->comment_count; i++)
        record_comment(to, from->comments[i].plies, from->comments[i].text);
    for (enum side side = RED; side <= BLUE; side++) {
        const struct agent_in_record *agent = &from->agent[side];
        to->agent[side] = (struct agent_in_record){0};
        record_name_agent(to, side, agent->name, agent->since);
        for (size_t i = 0; i < agent->count; i++)
            record_add_option(to, side, agent->options[i].key, agent->options[i].value);
    }
}

void record_cut(struct record *record, size_t plies)
{
    record->plies = plies;
    if (record->spent_count > plies)
        record->spent_count = plies;
    size_t kept = record->comment_count;
    while (kept > 0 && record->comments[kept - 1].plies > plies)
        kept--;
    drop_comments(record, kept);
    for (enum side side = RED; side <= BLUE; side++)
        if (record->agent[side].since > plies)
            record->agent[side].since = plies;
    record->outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
}

void record_spend(struct record *record, size_t index, uint32_t milliseconds)
{
    size_t count = index + 1;
    record->spent = memory_grow(record->spent, &record->spent_capacity, count, sizeof *record->spent);
    for (size_t i = record->spent_count; i < index; i++)
        record->spent[i] = 0;
    record->spent[index] = milliseconds;
    record->spent_count = count;
}

/* The number of the first comment that is not before that moment. */
static size_t find_comment(const struct record *record, size_t plies)
{
    size_t at = 0;
    while (at < record->comment_count && record->comments[at].plies < plies)
        at++;
    return at;
}

void record_comment(struct record *record, size_t plies, const char *text)
{
    size_t at = find_comment(record, plies), after = record->comment_count - at;
    bool there = after > 0 && record->comments[at].plies == plies;
    if (there) {
        free(record->comments[at].text);
        if (!text[0]) {
            memmove(record->comments + at, record->comments + at + 1, (after - 1) * sizeof *record->comments);
            record->comment_count--;
            return;
        }
    } else if (text[0]) {
        record->comments = memory_grow(record->comments, &record->comment_capacity, record->comment_count + 1,
                                       sizeof *record->comments);
        memmove(record->comments + at + 1, record->comments + at, after * sizeof *record->comments);
        record->comment_count++;
    } else {
        return;
    }
    record->comments[at] = (struct comment){plies, memory_text(text)};
}

const char *record_comment_at(const struct record *record, size_t plies)
{
    size_t at = find_comment(record, plies);
    bool there = at < record->comment_count && record->comments[at].plies == plies;
    return there ? record->comments[at].text : NULL;
}

uint32_t record_spent(const struct record *record, size_t index)
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
    drop_options(agent);
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
    /* As board_init numbers them. */
    enum side side = number < PIECES_A_SIDE ? RED : BLUE;
    int left = number % PIECES_A_SIDE;
    for (int square = 0; square < SQUARES; square++)
        if (record->start.cell[square].side == side && left-- == 0)
            return square;
    return SQUARE_NONE;
}

/* Whether no piece of the loser can move, though it is not the loser's turn: some servers end a game there, a
 * ply before the rules do. */
static bool stuck_already(const struct board *board, struct outcome entered)
{
    struct move moves[MOVES_MAX];
    if (entered.reason != REASON_NO_MOVES || (entered.result != RESULT_RED && entered.result != RESULT_BLUE))
        return false;
    return board_steps(board, entered.result == RESULT_RED ? BLUE : RED, moves) == 0;
}

/* Whether only the rules can end a game for that reason. */
static bool is_by_rules(enum reason reason)
{
    return reason == REASON_FLAG || reason == REASON_NO_MOVES || reason == REASON_MOVE_LIMIT ||
           reason == REASON_NO_ATTACK_LIMIT;
}

/* Whether a game that the rules leave open can end so. */
static bool can_end(struct outcome entered)
{
    bool drawn = entered.result == RESULT_DRAW;
    switch (entered.reason) {
    case REASON_RESIGNED:
    case REASON_ILLEGAL:
    case REASON_NO_ANSWER:
        return !drawn;
    default:
        return !is_by_rules(entered.reason);
    }
}

struct outcome record_outcome(const struct record *record, const struct position *position)
{
    struct outcome board = position_outcome(position), entered = record->outcome;
    if (board.result != RESULT_OPEN || entered.result == RESULT_OPEN)
        return board;
    return can_end(entered) || stuck_already(&position->board, entered) ? entered : board;
}

enum status record_check_end(const struct record *record, const struct position *position,
                             struct error *error)
{
    struct outcome board = position_outcome(position), entered = record->outcome;
    char claimed[OUTCOME_WORDS], true_one[OUTCOME_WORDS];
    outcome_words(entered, claimed);
    if (board.result == RESULT_OPEN) {
        if (entered.result == RESULT_OPEN || record_outcome(record, position).result == entered.result)
            return STATUS_OK;
        if (is_by_rules(entered.reason))
            return error_set(error, STATUS_NO,
                             "the record says %s, but on the board the game is open", claimed);
        return error_set(error, STATUS_NO, "the record says %s, which ends no game", claimed);
    }
    /* Somebody may give up, or run out of time, where the rules have ended the game: the winner is the
     * same. */
    if (board.result == entered.result && (board.reason == entered.reason || can_end(entered)))
        return STATUS_OK;
    return error_set(error, STATUS_NO, "the record says %s, but the board says %s", claimed,
                     outcome_words(board, true_one));
}

enum status record_check(const struct record *record, struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    size_t at;
    enum status status = record_replay(record, SIZE_MAX, &position, &at, &why);
    if (!status)
        status = record_check_end(record, &position, error);
    else if (at < record->plies && position.board.rules.name)
        status = error_set(error, status, "move %zu: %s", at + 1, why.text);
    else
        status = error_set(error, status, "%s", why.text);
    position_free(&position);
    return status;
}
