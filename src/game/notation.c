/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/notation.h"

#include "base/ascii.h"

#include <stdio.h>
#include <string.h>

/* The letters of the ten files in each notation. */
static const char file_letters[][FILES + 1] = {
    [NOTATION_DEBOER] = "abcdefghij",
    [NOTATION_ARTS] = "abcdefghjk",
};

char rank_write(int rank, enum notation notation)
{
    return notation == NOTATION_ARTS ? rank_table[rank].arts : rank_table[rank].symbol;
}

int rank_read(char c, enum notation notation)
{
    if (notation == NOTATION_DEBOER)
        return rank_from_symbol(c);
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_table[rank].arts == ascii_upper(c))
            return rank;
    return -1;
}

char file_write(int file, enum notation notation)
{
    return file_letters[notation][file];
}

int row_write(int row, enum notation notation)
{
    return notation == NOTATION_ARTS ? (row + 1) % ROWS : row + 1;
}

char *square_write(int square, enum notation notation, char text[SQUARE_TEXT])
{
    int row = square_row(square) + 1;
    char *end = text;
    *end++ = file_letters[notation][square_file(square)];
    if (row == ROWS && notation == NOTATION_DEBOER)
        *end++ = '1';
    *end++ = (char)('0' + row % 10); /* row 10 ends with 0 in both notations */
    *end = '\0';
    return text;
}

char *move_write(struct move move, bool attack, enum notation notation, char text[MOVE_TEXT])
{
    return event_write(&(struct event){.move = move,
                                       .battle = attack ? BATTLE_WON /* or any battle */ : BATTLE_NONE,
                                       .attacker = RANK_UNKNOWN,
                                       .defender = RANK_UNKNOWN},
                       notation, text);
}

/* Writes "a4", or "a4#6" if `rank` is not RANK_UNKNOWN; returns the end of the text. */
static char *square_and_rank_write(int square, int rank, enum notation notation, char *text)
{
    square_write(square, notation, text);
    text += strlen(text);
    if (rank < RANKS) {
        *text++ = '#';
        *text++ = rank_write(rank, notation);
        *text = '\0';
    }
    return text;
}

char *event_write(const struct event *event, enum notation notation, char text[MOVE_TEXT])
{
    char *end = square_and_rank_write(event->move.from, event->attacker, notation, text);
    *end++ = event->battle == BATTLE_NONE ? '-' : 'x';
    square_and_rank_write(event->move.to, event->defender, notation, end);
    return text;
}

char *found_text(const char *at, const char *end, char text[FOUND_TEXT])
{
    unsigned char c = at < end ? (unsigned char)*at : 0;
    if (at >= end)
        snprintf(text, FOUND_TEXT, "the end");
    else if (c > ' ' && c < 0x7f)
        snprintf(text, FOUND_TEXT, "'%c'", c);
    else
        snprintf(text, FOUND_TEXT, "byte 0x%02x", c);
    return text;
}

/* Reads a row at *cursor and moves the cursor behind it. Returns 0 .. 9, or -1 with the cursor unmoved if
 * there is no row. */
static int row_read(const char **cursor, enum notation notation)
{
    const char *next = *cursor;
    if (*next < '0' || *next > '9')
        return -1;
    int row = *next++ - '1';
    if (notation == NOTATION_ARTS && row < 0) { /* "0" is row 10 */
        row = ROWS - 1;
    } else if (notation == NOTATION_DEBOER && row == 0 && *next == '0') { /* "10" */
        row = ROWS - 1;
        next++;
    }
    if (row < 0)
        return -1;
    *cursor = next;
    return row;
}

/* Reads the letter of a file at *cursor and moves the cursor behind it. Returns 0 .. 9, or -1 with the
 * cursor unmoved. */
static int file_letter_read(const char **cursor, enum notation notation)
{
    const char *letters = file_letters[notation];
    const char *letter = **cursor ? strchr(letters, ascii_lower(**cursor)) : NULL;
    if (!letter)
        return -1;
    ++*cursor;
    return (int)(letter - letters);
}

int square_read(const char **cursor, enum notation notation)
{
    const char *next = *cursor;
    int file = file_letter_read(&next, notation);
    int row = file < 0 ? -1 : row_read(&next, notation);
    if (row < 0)
        return -1;
    *cursor = next;
    return square_at(file, row);
}

/* Returns the first byte of `text` that is not a space, tab or line end. */
static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n')
        text++;
    return text;
}

/* Where a move's text is wrong, and what was expected there. */
struct fault {
    const char *position;
    const char *expected;
};

/* Reads "a4" or "a4#6" at *cursor and moves the cursor behind it. `rank` gets RANK_UNKNOWN if there is no
 * rank. On false only `fault` is set. */
static bool square_and_rank_read(const char **cursor, enum notation notation, uint8_t *square, uint8_t *rank,
                                 struct fault *fault)
{
    static const char *const files[] = {"a file a-j", "a file a-k without i"};
    static const char *const rows[] = {"a row 1-10", "a row 0-9"};
    static const char *const ranks[] = {"a rank F B S 2-9 X", "a rank F B S 1-9"};
    const char *next = *cursor;
    int file = file_letter_read(&next, notation);
    if (file < 0) {
        *fault = (struct fault){next, files[notation]};
        return false;
    }
    int row = row_read(&next, notation);
    if (row < 0) {
        *fault = (struct fault){next, rows[notation]};
        return false;
    }
    *square = (uint8_t)square_at(file, row);
    *rank = RANK_UNKNOWN;
    if (*next == '#') {
        int read_rank = rank_read(*++next, notation);
        if (read_rank < 0 || read_rank >= RANKS) {
            *fault = (struct fault){next, ranks[notation]};
            return false;
        }
        *rank = (uint8_t)read_rank;
        next++;
    }
    *cursor = next;
    return true;
}

const char *ranks_range(enum notation notation)
{
    return notation == NOTATION_ARTS ? "1 .. 9" : "2 .. 9 X";
}

uint16_t ranks_read(const char *text, size_t size, enum notation notation)
{
    uint16_t found = 0;
    for (size_t i = 0; i < size; i++) {
        int rank = rank_read(text[i], notation);
        if (text[i] == ',')
            continue;
        if (rank < 0 || rank >= RANKS)
            return 0;
        found |= (uint16_t)(1u << rank);
    }
    return found;
}

char *ranks_write(uint16_t ranks, enum notation notation, char text[RANKS_TEXT])
{
    size_t size = 0;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        if (!(ranks >> rank & 1))
            continue;
        if (size)
            text[size++] = ',';
        text[size++] = rank_write(rank, notation);
    }
    text[size] = '\0';
    return text;
}

/* Reads a move that fills `text`, for move_read_marked. On false only `fault` is certain. */
static bool move_scan(const char *text, enum notation notation, struct move_with_ranks *move, bool *attack,
                      struct fault *fault)
{
    const char *next = skip_blanks(text);
    if (!square_and_rank_read(&next, notation, &move->move.from, &move->attacker, fault))
        return false;
    next = skip_blanks(next);
    *attack = *next == 'x' || *next == 'X';
    bool joined = *attack || *next == '-';
    next = skip_blanks(joined ? next + 1 : next);
    if (!joined && !ascii_is_letter(*next)) {
        *fault = (struct fault){next, "'-', 'x' or a square"};
        return false;
    }
    if (!square_and_rank_read(&next, notation, &move->move.to, &move->defender, fault))
        return false;
    next = skip_blanks(next);
    if (*next) {
        *fault = (struct fault){next, "the move's end"};
        return false;
    }
    return true;
}

enum status move_read_marked(const char *text, enum notation notation, struct move_with_ranks *move,
                             bool *attack, size_t *column, struct error *error)
{
    struct move_with_ranks read;
    struct fault fault;
    char found[FOUND_TEXT];
    if (!move_scan(text, notation, &read, attack, &fault)) {
        if (column)
            *column = (size_t)(fault.position - text) + 1;
        return error_set(error, STATUS_BAD, "found %s, expected %s",
                         found_text(fault.position, text + strlen(text), found), fault.expected);
    }
    *move = read;
    return STATUS_OK;
}

enum status move_read(const char *text, enum notation notation, struct move_with_ranks *move, size_t *column,
                      struct error *error)
{
    bool attack;
    return move_read_marked(text, notation, move, &attack, column, error);
}
