/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/record.h"

#include "base/memory.h"

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

/* Whether nobody of the loser's can move, though it is not his turn: some servers end a game there,
 * a ply before the rules do. */
static bool stuck_already(const struct board *board, struct outcome told)
{
    struct move moves[MOVES_MAX];
    if (told.reason != REASON_NO_MOVES || (told.result != RESULT_RED && told.result != RESULT_BLUE))
        return false;
    return board_steps(board, told.result == RESULT_RED ? BLUE : RED, moves) == 0;
}

/* Whether the recorded end fits what stands on the board after the last move. */
static enum status check_end(const struct record *record, const struct position *position,
                             struct error *error)
{
    struct outcome board = position_outcome(position), told = record->outcome;
    bool by_rules = told.reason == REASON_FLAG || told.reason == REASON_NO_MOVES ||
                    told.reason == REASON_MOVE_LIMIT || told.reason == REASON_NO_ATTACK_LIMIT;
    if (board.result == RESULT_OPEN && stuck_already(&position->board, told))
        return STATUS_OK;
    if (board.result == RESULT_OPEN && told.result != RESULT_OPEN && by_rules)
        return error_set(error, STATUS_NO, "the result is %s by %s, but on the board the game is open",
                         result_name(told.result), reason_name(told.reason));
    bool ended = board.result != RESULT_OPEN && (by_rules || told.result == RESULT_OPEN);
    if (ended && (board.result != told.result || board.reason != told.reason))
        return error_set(error, STATUS_NO, "the result is %s by %s, but on the board it is %s by %s",
                         result_name(told.result), reason_name(told.reason),
                         result_name(board.result), reason_name(board.reason));
    return STATUS_OK;
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
