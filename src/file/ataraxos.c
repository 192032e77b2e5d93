/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/ataraxos.h"

#include "base/ascii.h"
#include "base/plural.h"
#include "file/gravon.h"
#include "game/notation.h"

static const char empty = 'a', lake = '_', moved_mark = '.', unmoved_mark = '@';

/* --- actions --- */

enum { TURNED = SQUARES - 1 /* blue sees square s as TURNED - s */ };

/* Returns the row or file with this index among those other than `own`. */
static int line_of_index(int index, int own)
{
    return index < own ? index : index + 1;
}

/* Returns the index of row or file `line` among those other than `own`. */
static int index_among_others(int line, int own)
{
    return line < own ? line : line - 1;
}

struct move ataraxos_move(int action, enum side mover)
{
    int from = action % SQUARES, target = action / SQUARES, row = square_row(from),
        file = square_file(from);
    int to = target < ROWS - 1 ? square_at(file, line_of_index(target, row))
                               : square_at(line_of_index(target - (ROWS - 1), file), row);
    if (mover == BLUE) {
        from = TURNED - from;
        to = TURNED - to;
    }
    return (struct move){(uint8_t)from, (uint8_t)to};
}

int ataraxos_action(struct move move, enum side mover)
{
    int from = mover == BLUE ? TURNED - move.from : move.from;
    int to = mover == BLUE ? TURNED - move.to : move.to;
    int target = square_file(from) == square_file(to)
                     ? index_among_others(square_row(to), square_row(from))
                     : ROWS - 1 + index_among_others(square_file(to), square_file(from));
    return SQUARES * target + from;
}

/* --- boards --- */

/* Checks the letter of a square, in either case, and, if `width` is 2, its mark. *at: the index of the wrong
 * byte. */
static enum status square_check(const char *letters, size_t size, int square, int width, size_t *at,
                                struct error *why)
{
    const char *letter = letters + square * width, *end = letters + size;
    char found[FOUND_TEXT], upper = ascii_upper(*letter);
    bool is_piece = rank_from_gravon(upper, RED) >= 0 || rank_from_gravon(upper, BLUE) >= 0;
    bool is_lake = square_is_lake(square);
    *at = (size_t)(letter - letters);
    if (is_lake ? *letter != lake : !is_piece && ascii_lower(*letter) != empty)
        return error_set(why, STATUS_BAD, "found %s, expected %s", found_text(letter, end, found),
                         is_lake ? "'_' (a lake)" : "a letter a-y or A-Y");
    if (width == 1)
        return STATUS_OK;
    ++*at;
    if (letter[1] != unmoved_mark && (letter[1] != moved_mark || !is_piece))
        return error_set(why, STATUS_BAD, "found %s, expected %s", found_text(letter + 1, end, found),
                         is_piece ? "'.' (has moved) or '@'" : "'@' behind a square without a piece");
    return STATUS_OK;
}

/* Checks that each side has a flag, because a game starts from this board. On STATUS_BAD, *at is the square
 * of the first piece of the side without one. */
static enum status flags_check(const struct placement *placement, size_t *at, struct error *why)
{
    int flags[SIDES] = {0}, first[SIDES] = {-1, -1};
    for (int square = 0; square < SQUARES; square++) {
        struct cell cell = placement->cell[square];
        if (cell.side == SIDES)
            continue;
        flags[cell.side] += cell.rank == FLAG;
        if (first[cell.side] < 0)
            first[cell.side] = square;
    }
    for (enum side side = RED; side <= BLUE; side++)
        if (!flags[side]) {
            *at = (size_t)(first[side] < 0 ? 0 : first[side]);
            return error_set(why, STATUS_BAD, "found 0 pieces of rank %c (%s), expected 1",
                             rank_table[FLAG].symbol, rank_table[FLAG].name);
        }
    return STATUS_OK;
}

/* Reads a board in upper case. If all pieces are on their own rows, it is a game's start of any variant;
 * otherwise a position (field_to_position). */
static enum status field_place(const char *field, struct placement *placement, size_t *at, struct error *why)
{
    size_t unused;
    for (size_t i = 0; i <= variant_count; i++) {
        /* First NULL (the variant with exactly these pieces), then each variant that allows any army. */
        const struct variant *variant = i ? &variant_table[i - 1] : NULL;
        if ((!variant || variant->any_army) &&
            field_to_start(field, FIELD_LETTERS, variant, placement, &unused, NULL) == STATUS_OK &&
            !placement->free)
            return STATUS_OK;
    }
    enum status status = field_to_position(field, FIELD_LETTERS, placement, at, why);
    return status ? status : flags_check(placement, at, why);
}

enum status ataraxos_board_read(const char *letters, size_t size, struct placement *placement, size_t *at,
                                struct error *why)
{
    char field[FIELD_LETTERS];
    int width = size == ATARAXOS_LONG ? 2 : 1;
    *at = size < ATARAXOS_SHORT ? size : ATARAXOS_SHORT; /* the end, or the first letter too many */
    if (size != ATARAXOS_SHORT && size != ATARAXOS_LONG)
        return error_set(why, STATUS_BAD, "found %zu letter%s, expected %d, or %d with marks", size,
                         plural(size), ATARAXOS_SHORT, ATARAXOS_LONG);
    for (int square = 0; square < SQUARES; square++) {
        if (square_check(letters, size, square, width, at, why))
            return STATUS_BAD;
        field[square] = ascii_upper(letters[square * width]);
    }
    enum status status = field_place(field, placement, at, why);
    *at *= (size_t)width; /* from a square to its byte in `letters` */
    for (int square = 0; !status && square < SQUARES; square++) {
        struct cell *cell = &placement->cell[square];
        const char *letter = letters + square * width;
        if (cell->side == SIDES)
            continue;
        cell->known = *letter != ascii_upper(*letter);
        if (width == 2)
            cell->moved = letter[1] == moved_mark;
    }
    return status ? status : placement_check(placement, why);
}

/* Checks that reading the written board gives the record's start again. If not, describes what is lost. */
static enum status check_whole(const struct record *record, const struct text *board, struct error *error)
{
    struct placement read;
    const struct placement *start = &record->start;
    char name[SQUARE_TEXT];
    size_t at;
    enum status status = ataraxos_board_read(text_string(board), board->size, &read, &at, error);
    for (int square = 0; !status && square < SQUARES; square++) {
        struct cell a = start->cell[square], b = read.cell[square];
        bool same_piece = a.rank == b.rank && a.moved == b.moved && a.known == b.known;
        /* Only a piece's mark can be lost: a board without marks does not say what has moved. */
        if (a.side != b.side || (a.side != SIDES && !same_piece))
            status = error_set(error, STATUS_BAD, "found a piece on %s that has %s, which a board of 100 "
                               "letters does not say", square_write(square, NOTATION_DEBOER, name),
                               a.moved ? "moved" : "not moved");
    }
    if (!status && (record->prior_count || start->played))
        status = error_set(error, STATUS_BAD, "found moves before the start, Ataraxos' forms have no place "
                           "for them");
    if (!status && start->variant != read.variant)
        status = error_set(error, STATUS_BAD, "found a game of %s from pieces by which Ataraxos' forms take "
                           "it for %s", variant_at(start->variant)->title, variant_at(read.variant)->title);
    if (!status && !placement_equal(start, &read))
        status = error_set(error, STATUS_BAD, "found captured pieces that do not follow from the board, "
                           "Ataraxos' forms have no place for them");
    return status;
}

enum status ataraxos_board_write(const struct record *record, bool marks, struct text *out,
                                 struct error *error)
{
    char field[FIELD_LETTERS + 1];
    struct text board = {0};
    if (record->start.to_move != RED)
        return error_set(error, STATUS_BAD, "found blue to move first, Ataraxos' forms expect red");
    enum status status = field_write(&record->start, field, error);
    for (int square = 0; !status && square < SQUARES; square++) {
        struct cell cell = record->start.cell[square];
        /* An empty square, and a piece whose rank the enemy knows, are written in lower case. */
        char letter = cell.side == SIDES || cell.known ? ascii_lower(field[square]) : field[square];
        char pair[2] = {letter, cell.side < SIDES && cell.moved ? moved_mark : unmoved_mark};
        text_append(&board, pair, marks ? 2 : 1);
    }
    if (!status)
        status = check_whole(record, &board, error);
    if (!status)
        text_append(out, board.bytes, board.size);
    text_free(&board);
    return status;
}

/* --- records --- */

void ataraxos_finish(struct record *record)
{
    /* The rules are not in the file: take the strictest by which all moves are legal. */
    static const char *const names[] = {"deepnash", "isf", "redeca", "free"};
    bool legal = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !legal; i++) {
        struct position position = {0};
        record->rules = *rules_find(names[i]);
        legal = record_replay(record, SIZE_MAX, &position, NULL, NULL) == STATUS_OK;
        if (legal)
            record->outcome = position_outcome(&position);
        position_free(&position);
    }
}
