/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ataraxos' binary format: MessagePack. A game is [board, [actions]]. A file is an array of games, as
 * Ataraxos saves them, or games one after the other. Messages give the game's number as the line, and the
 * byte in the file, from 1, as the column. */
#include "file/ataraxos.h"
#include "file/format.h"
#include "file/msgpack.h"

#include <inttypes.h>
#include <stdarg.h>

/* Fills in `error` with a fault at byte `at` of the bytes being read. */
__attribute__((format(printf, 4, 5)))
static enum status report_fault_at(const struct packed_games *games, size_t at, struct error *error,
                                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_vat(error, games->name, games->number ? games->number : 1, games->offset + at + 1, format, args);
    va_end(args);
    return STATUS_BAD;
}

/* Reports that the next value is not the expected one, or that the bytes end before it. If more bytes of the
 * file follow (not `last`), the game is longer than a game may be. */
static enum status report_value_fault(const struct packed_games *games, const struct msgpack *from, bool last,
                                      const char *expected, struct error *error)
{
    if (from->cut_short && !last)
        return report_fault_at(games, 0, error, "found a game of more than %zu bytes, expected a smaller one",
                               from->size);
    if (from->cut_short)
        return report_fault_at(games, from->size, error, "found the end, expected %s", expected);
    return report_fault_at(games, from->at, error, "found %s, expected %s", msgpack_found(from), expected);
}

/* Returns whether the next value is a text, or is cut short and may be one. */
static bool is_text(const struct msgpack *from)
{
    struct msgpack copy = *from;
    const char *bytes;
    uint32_t size;
    return msgpack_read_text(&copy, &bytes, &size) || copy.cut_short;
}

/* Moves `from` to the board of the next game: past the heads of lists of games and of the game's own
 * array. *has_game: false at the end of the file. */
static enum status find_game(struct packed_games *games, struct msgpack *from, bool last, bool *has_game,
                             struct error *error)
{
    static const char expected[] = "an array: [board, [actions]] or a list of such games";
    uint32_t count;
    *has_game = false;
    while (from->at < from->size) {
        size_t head = from->at;
        if (!msgpack_read_array(from, &count))
            return report_value_fault(games, from, last, expected, error);
        /* A game begins with a text, its board. Lists are not nested: within one there are only games. */
        bool is_list = games->left == 0 && (count == 0 || from->at >= from->size || !is_text(from));
        if (!is_list && count != 2)
            return report_fault_at(games, head, error,
                                   "found an array of %" PRIu32 ", expected 2: [board, [actions]]", count);
        *has_game = !is_list;
        if (*has_game)
            return STATUS_OK;
        games->left = count;
    }
    if (!last)
        return report_fault_at(games, 0, error, "found more than %zu bytes without a game, expected one",
                               from->size);
    if (games->left == 0)
        return STATUS_OK;
    return report_fault_at(games, from->size, error, "found the end, expected %" PRIu32 " more game%s",
                           games->left, games->left == 1 ? "" : "s");
}

/* Reads the actions of a game into the record. A number out of range makes *game_status STATUS_BAD, but
 * the rest is read, so that the next game can follow. */
static enum status actions_read(const struct packed_games *games, struct msgpack *from, bool last,
                                struct record *record, enum status *game_status, struct error *error)
{
    uint32_t count;
    if (!msgpack_read_array(from, &count))
        return report_value_fault(games, from, last, "an array of actions", error);
    for (uint32_t i = 0; i < count; i++) {
        size_t at = from->at;
        uint64_t action;
        if (!msgpack_read_whole(from, &action))
            return report_value_fault(games, from, last, "an action 0-1799", error);
        if (action >= ATARAXOS_ACTIONS && !*game_status)
            *game_status = report_fault_at(games, at, error, "found the action %" PRIu64 ", expected 0-%d",
                                           action, ATARAXOS_ACTIONS - 1);
        if (*game_status)
            continue;
        struct move move = ataraxos_move((int)action, record_mover(record, record->plies));
        record_append(record, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN});
        if (record->plies - 1 == games->wanted)
            *games->place = games->offset + at;
    }
    return STATUS_OK;
}

enum status packed_game_read(struct packed_games *games, const char *bytes, size_t size, bool last,
                             struct record *record, bool *has_game, size_t *used, struct error *error)
{
    struct msgpack from = {.bytes = bytes, .size = size};
    struct error why;
    const char *board;
    uint32_t length;
    size_t at;
    *used = 0;
    games->number++;
    /* `game_status` is STATUS_BAD if only this game is wrong: the next one can be read. */
    enum status game_status = STATUS_OK, status = find_game(games, &from, last, has_game, error);
    if (status || !*has_game)
        return status;
    if (!msgpack_read_text(&from, &board, &length))
        return report_value_fault(games, &from, last, "a board of 100 letters", error);
    if (ataraxos_board_read(board, length, &record->start, &at, &why))
        game_status = report_fault_at(games, (size_t)(board - bytes) + at, error, "%s", why.text);
    status = actions_read(games, &from, last, record, &game_status, error);
    if (status)
        return status;
    *used = from.at;
    games->offset += from.at;
    games->left -= games->left > 0;
    if (!game_status)
        ataraxos_finish(record);
    return game_status;
}

/* Reads a file that must have exactly one game: a second one is only looked for. */
enum status packed_read(const struct input *input, struct file_content *content, struct error *error)
{
    struct packed_games games = {.name = input->name, .wanted = SIZE_MAX};
    struct record second = {0};
    size_t at = 0, used;
    bool has_game;
    content->kind = FILE_MSGPACK;
    enum status status = packed_game_read(&games, input->bytes, input->size, true, &content->record,
                                          &has_game, &used, error);
    if (status)
        return status;
    if (!has_game)
        return report_fault_at(&games, 0, error, "found no game, expected one");
    at += used;
    record_clear(&second);
    status = packed_game_read(&games, input->bytes + at, input->size - at, true, &second, &has_game, &used,
                              error);
    record_clear(&second);
    if (!status && has_game) {
        games.offset -= used; /* the fault's place is the start of the second game */
        status = report_fault_at(&games, 0, error, "found more games than one, expected one: give the one "
                                 "that is meant as a file of its own");
    }
    return status;
}

/* Finds the offset of move `index` of the first game. */
bool packed_move_place(const struct input *input, size_t index, size_t *offset)
{
    struct packed_games games = {.name = input->name, .wanted = index, .place = offset};
    struct record record = {0};
    struct error error;
    size_t used;
    bool has_game;
    record_clear(&record);
    enum status status = packed_game_read(&games, input->bytes, input->size, true, &record, &has_game, &used,
                                          &error);
    bool found = !status && has_game && index < record.plies;
    record_clear(&record);
    return found;
}

enum status game_write_msgpack(const struct record *record, struct text *out, struct error *error)
{
    struct text board = {0};
    enum status status = ataraxos_board_write(record, true, &board, error);
    if (!status) {
        msgpack_add_array(out, 1); /* a list of one game */
        msgpack_add_array(out, 2);
        msgpack_add_text(out, board.bytes, (uint32_t)board.size);
        msgpack_add_array(out, (uint32_t)record->plies);
        for (size_t i = 0; i < record->plies; i++)
            msgpack_add_whole(out, (uint64_t)ataraxos_action(record->moves[i].move, record_mover(record, i)));
    }
    text_free(&board);
    return status;
}
