/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/gravon.h"

#include "base/utf8.h"
#include "file/input.h"

#include <string.h>

static const char gravon_files[] = "ABCDEFGHIK";

int gravon_square(const char *text)
{
    const char *letter = text[0] ? strchr(gravon_files, text[0] == 'J' ? 'K' : text[0]) : NULL;
    if (!letter || text[1] < '1' || text[1] > ':')
        return -1;
    return square_at((int)(letter - gravon_files), text[1] - '1'); /* ':', row 10, follows '9' in ASCII */
}

char *gravon_square_write(int square, char text[GRAVON_SQUARE])
{
    text[0] = gravon_files[square_file(square)];
    text[1] = (char)('1' + square_row(square));
    text[2] = '\0';
    return text;
}

/* Gravon's types of results, with the reason, and whether a type can go with a winner or a draw. */
static const struct type_row {
    int type;
    enum reason reason;
    bool won, drawn; /* possible with a winner, with a draw */
} type_table[] = {
    {0, REASON_NO_MOVES, true, false},   {1, REASON_FLAG, true, false},
    {2, REASON_NO_MOVES, false, true},   {3, REASON_RESIGNED, true, true},
    {4, REASON_AGREED, true, true},      {10, REASON_BOTH_MISSING, true, true},
    {11, REASON_TIME, true, true},       {12, REASON_GAME_TIME, true, true},
    {13, REASON_TIME_MISSING, true, true}, {14, REASON_MISSING, true, true},
};

bool gravon_outcome(int type, int winner, struct outcome *outcome)
{
    static const enum result results[] = {RESULT_OPEN, RESULT_RED, RESULT_BLUE, RESULT_DRAW};
    for (size_t i = 0; i < sizeof type_table / sizeof *type_table; i++) {
        const struct type_row *row = &type_table[i];
        if (row->type != type)
            continue;
        bool fits = winner == 3 ? row->drawn : row->won;
        if (winner < 1 || winner > 3 || !fits)
            return false;
        *outcome = (struct outcome){results[winner], row->reason};
        return true;
    }
    return false;
}

void gravon_result(struct outcome outcome, int *type, int *winner)
{
    bool drawn = outcome.result == RESULT_DRAW;
    *winner = drawn ? 3 : outcome.result == RESULT_RED ? 1 : 2;
    *type = drawn ? 4 : 3; /* "agreed" or "resigned", also for limits and illegal moves, which Gravon does
                            * not have */
    for (size_t i = 0; i < sizeof type_table / sizeof *type_table; i++) {
        const struct type_row *row = &type_table[i];
        if (row->reason == outcome.reason && (drawn ? row->drawn : row->won)) {
            *type = row->type;
            return;
        }
    }
}

enum status gravon_field_write(const struct record *record, char field[FIELD_LETTERS + 1],
                               struct error *error)
{
    struct placement start;
    size_t unused;
    enum status status = field_write(&record->start, field, error);
    if (status)
        return status;
    /* The start must be the one that is read from its field. */
    if (record->prior_count ||
        field_to_start(field, FIELD_LETTERS, variant_at(record->start.variant), &start, &unused, NULL) ||
        !placement_equal(&start, &record->start))
        return error_set(error, STATUS_BAD, "found a game from a position, Gravon's form expects two setups");
    if (record->outcome.result == RESULT_OPEN)
        return error_set(error, STATUS_BAD, "found an unfinished game, Gravon's form expects a result");
    return STATUS_OK;
}

enum status player_name_read(char player[PLAYER_NAME_MAX], const char *name, size_t size, struct error *why)
{
    while (size && is_blank(name[0])) {
        name++;
        size--;
    }
    while (size && is_blank(name[size - 1]))
        size--;
    if (size >= PLAYER_NAME_MAX)
        return error_set(why, STATUS_BAD, "found a name of %zu bytes, expected at most %d", size,
                         PLAYER_NAME_MAX - 1);
    size_t printable = utf8_printable_size(name, size);
    if (printable < size)
        return error_set(why, STATUS_BAD, "found byte 0x%02x in a name, expected printable UTF-8",
                         (unsigned char)name[printable]);
    memset(player, 0, PLAYER_NAME_MAX);
    memcpy(player, name, size);
    return STATUS_OK;
}
