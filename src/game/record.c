/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/record.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void record_clear(struct record *record)
{
    free(record->moves);
    free(record->before);
    *record = (struct record){.rules = *rules_find("isf")};
    placement_clear(&record->start);
}

void record_append(struct record *record, struct told_move move)
{
    record->moves = memory_grow(record->moves, &record->room, record->plies + 1, sizeof move);
    record->moves[record->plies++] = move;
}

void record_copy(struct record *to, const struct record *from)
{
    free(to->moves);
    free(to->before);
    *to = *from;
    to->moves = memory_new(from->plies, sizeof *to->moves);
    to->room = from->plies ? from->plies : 1;
    to->before = memory_new(from->before_count, sizeof *to->before);
    if (from->plies)
        memcpy(to->moves, from->moves, from->plies * sizeof *to->moves);
    if (from->before_count)
        memcpy(to->before, from->before, from->before_count * sizeof *to->before);
}

enum status record_replay(const struct record *record, size_t plies, struct position *position,
                          size_t *at, struct error *error)
{
    enum status status = position_init(position, &record->start, &record->rules, error);
    if (status == STATUS_OK && record->before_count)
        status = position_recall(position, record->before, record->before_count, error);
    size_t i = 0;
    for (; status == STATUS_OK && i < record->plies && i < plies; i++) {
        status = position_play(position, record->moves[i], NULL, error);
        if (status != STATUS_OK)
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

/* Whether nobody of the loser's can move, though it is not his turn: some servers end a game there,
 * a ply before the rules do. */
static bool stuck_already(const struct board *board, struct outcome told)
{
    struct move moves[MOVES_MAX];
    if (told.reason != REASON_NO_MOVES || (told.result != RESULT_RED && told.result != RESULT_BLUE))
        return false;
    return board_steps(board, told.result == RESULT_RED ? BLUE : RED, moves) == 0;
}

/* Whether only the rules can end a game for that reason. */
static bool is_by_rules(enum reason reason)
{
    return reason == REASON_FLAG || reason == REASON_NO_MOVES || reason == REASON_MOVE_LIMIT ||
           reason == REASON_NO_ATTACK_LIMIT;
}

/* Whether a game that the rules leave open can end so. */
static bool can_end(struct outcome told)
{
    bool drawn = told.result == RESULT_DRAW;
    switch (told.reason) {
    case REASON_RESIGNED:
    case REASON_ILLEGAL:
        return !drawn;
    default:
        return !is_by_rules(told.reason);
    }
}

struct outcome record_outcome(const struct record *record, const struct position *position)
{
    struct outcome board = position_outcome(position), told = record->outcome;
    if (board.result != RESULT_OPEN || told.result == RESULT_OPEN)
        return board;
    return can_end(told) || stuck_already(&position->board, told) ? told : board;
}

/* Writes "red by flag", or "red" where no reason is told; returns `text`. */
enum { OUTCOME_TEXT = 40 };
static char *outcome_text(struct outcome outcome, char text[OUTCOME_TEXT])
{
    bool reason = outcome.reason != REASON_NONE;
    snprintf(text, OUTCOME_TEXT, "%s%s%s", result_name(outcome.result), reason ? " by " : "",
             reason ? reason_name(outcome.reason) : "");
    return text;
}

/* Whether the recorded end fits what stands on the board after the last move. */
static enum status check_end(const struct record *record, const struct position *position,
                             struct error *error)
{
    struct outcome board = position_outcome(position), told = record->outcome;
    char said[OUTCOME_TEXT], true_one[OUTCOME_TEXT];
    outcome_text(told, said);
    if (board.result == RESULT_OPEN) {
        if (told.result == RESULT_OPEN || record_outcome(record, position).result == told.result)
            return STATUS_OK;
        if (is_by_rules(told.reason))
            return error_set(error, STATUS_NO,
                             "the result is %s, but on the board the game is open", said);
        return error_set(error, STATUS_NO, "the result is %s, which ends no game", said);
    }
    /* Somebody may give up, or his clock run out, where the rules have ended the game: the winner is
     * the same. */
    if (board.result == told.result && (board.reason == told.reason || can_end(told)))
        return STATUS_OK;
    return error_set(error, STATUS_NO, "the result is %s, but on the board it is %s", said,
                     outcome_text(board, true_one));
}

enum status record_check(const struct record *record, struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    size_t at;
    enum status status = record_replay(record, SIZE_MAX, &position, &at, &why);
    if (status == STATUS_OK)
        status = check_end(record, &position, error);
    else if (at < record->plies && position.board.rules.name)
        status = error_set(error, status, "move %zu: %s", at + 1, why.text);
    else
        status = error_set(error, status, "%s", why.text);
    position_free(&position);
    return status;
}
