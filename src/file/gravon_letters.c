/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravon's letters: setups of 40, fields of 100. */
#include "base/plural.h"
#include "file/format.h"
#include "file/gravon.h"
#include "file/variant_name.h"
#include "game/notation.h"

#include <string.h>

enum { EMPTY_LETTER = 'A', LAKE_LETTER = '_' };

/* --- setups --- */

/* Returns the side to which the letter `c` belongs, or SIDES. */
static enum side find_letter_side(char c)
{
    return rank_from_gravon(c, RED) >= 0 ? RED : rank_from_gravon(c, BLUE) >= 0 ? BLUE : SIDES;
}

enum status gravon_setup_read(const char *letters, size_t size, const struct variant *variant,
                              struct setup *setup, enum side *side, size_t *at, struct error *why)
{
    char found[FOUND_TEXT];
    *side = SIDES;
    for (size_t i = 0; i < size && i < PIECES_A_SIDE; i++) {
        enum side side_of_letter = find_letter_side(letters[i]);
        *at = i;
        setup->rank[i] = PLACE_EMPTY;
        if (letters[i] == EMPTY_LETTER)
            continue;
        if (side_of_letter == SIDES)
            return error_set(why, STATUS_BAD, "found %s, expected a Gravon letter A-Y",
                             found_text(letters + i, letters + size, found));
        if (*side != SIDES && side_of_letter != *side)
            return error_set(why, STATUS_BAD, "found '%c', %s's, among %s's letters", letters[i],
                             side_name(side_of_letter), side_name(*side));
        *side = side_of_letter;
        setup->rank[i] = (uint8_t)rank_from_gravon(letters[i], side_of_letter);
    }
    if (size != PIECES_A_SIDE) {
        *at = size < PIECES_A_SIDE ? size : PIECES_A_SIDE;
        return error_set(why, STATUS_BAD, "found %zu letter%s, expected 40", size, plural(size));
    }
    int place;
    enum status status = setup_check_places(setup, variant, &place, why);
    *at = status ? (size_t)place : 0;
    return status;
}

enum status setup_read_letters(const char *letters, struct setup *setup, enum side *side, struct error *error)
{
    struct setup read;
    enum side letters_side;
    size_t fault_index;
    struct error why;
    if (gravon_setup_read(letters, strlen(letters), NULL, &read, &letters_side, &fault_index, &why))
        return error_set(error, STATUS_BAD, "letter %zu: %s", fault_index + 1, why.text);
    *setup = read;
    if (side)
        *side = letters_side;
    return STATUS_OK;
}

void setup_write_letters(const struct setup *setup, enum side side, struct text *out)
{
    static const char empty = EMPTY_LETTER;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        uint8_t rank = setup->rank[i];
        text_append(out, rank == PLACE_EMPTY ? &empty : &rank_table[rank].gravon[side], 1);
    }
}

/* --- files of letters --- */

/* Finds the only word of a line, without a comment; *size is 0 if there is none. A second word is a fault. */
static enum status find_line_word(const struct input *input, size_t start, size_t end, size_t *word,
                                  size_t *size, struct error *error)
{
    char found[FOUND_TEXT];
    const char *bytes = input->bytes, *comment = memchr(bytes + start, '#', end - start);
    if (comment)
        end = (size_t)(comment - bytes);
    while (start < end && is_blank(bytes[start]))
        start++;
    *word = start;
    while (start < end && !is_blank(bytes[start]))
        start++;
    *size = start - *word;
    while (start < end && is_blank(bytes[start]))
        start++;
    if (start < end)
        return input_fault(input, start, error, "found %s, expected the line's end",
                           found_text(bytes + start, bytes + end, found));
    return STATUS_OK;
}

/* Finds the only word of a whole file; *size is 0 if there is none. */
static enum status find_file_word(const struct input *input, size_t *word, size_t *size, struct error *error)
{
    size_t offset = input_start(input), start, length;
    *word = offset;
    *size = 0;
    while (input_next_line(input, &offset, &start, &length)) {
        size_t word_start, word_bytes;
        enum status status = find_line_word(input, start, start + length, &word_start, &word_bytes, error);
        if (status)
            return status;
        if (word_bytes && *size)
            return input_fault(input, word_start, error,
                               "found a second word, expected one setup or field alone");
        if (word_bytes) {
            *word = word_start;
            *size = word_bytes;
        }
    }
    return STATUS_OK;
}

enum status letters_line_read(const struct input *input, struct setup *setup, enum side *side,
                              bool *has_setup, struct error *error)
{
    size_t word, size, at;
    struct error why;
    enum status status = find_line_word(input, input_start(input), input->size, &word, &size, error);
    *has_setup = !status && size > 0;
    if (*has_setup && gravon_setup_read(input->bytes + word, size, NULL, setup, side, &at, &why))
        status = input_because(input, word + at, error, &why);
    return status;
}

/* Reads a file of one setup of 40 letters. */
enum status letters_read(const struct input *input, struct file_content *content, struct error *error)
{
    size_t word, size, at;
    struct error why;
    enum status status = find_file_word(input, &word, &size, error);
    if (status)
        return status;
    if (gravon_setup_read(input->bytes + word, size, NULL, &content->setup, &content->setup_side, &at, &why))
        return input_because(input, word + at, error, &why);
    content->kind = FILE_LETTERS;
    return STATUS_OK;
}

/* Reads a file of one field of 100 letters as a position. */
enum status field_read(const struct input *input, struct file_content *content, struct error *error)
{
    size_t word, size, at;
    struct error why;
    enum status status = find_file_word(input, &word, &size, error);
    if (status)
        return status;
    if (field_to_position(input->bytes + word, size, &content->record.start, &at, &why))
        return input_because(input, word + at, error, &why);
    content->kind = FILE_FIELD;
    return STATUS_OK;
}

/* --- fields --- */

/* Reads the letters of a field into cells; checks single letters only. */
static enum status field_cells_read(const char *letters, size_t size, struct placement *placement,
                                    size_t *at, struct error *why)
{
    char found[FOUND_TEXT];
    placement_clear(placement);
    placement->free = false;
    *at = size < FIELD_LETTERS ? size : FIELD_LETTERS;
    if (size != FIELD_LETTERS)
        return error_set(why, STATUS_BAD, "found %zu letter%s, expected 100", size, plural(size));
    for (int square = 0; square < SQUARES; square++) {
        char c = letters[square];
        enum side side = find_letter_side(c);
        bool lake = square_is_lake(square);
        *at = (size_t)square;
        if (lake ? c != LAKE_LETTER : c != EMPTY_LETTER && side == SIDES)
            return error_set(why, STATUS_BAD, "found %s, expected %s",
                             found_text(letters + square, letters + size, found),
                             lake ? "'_' (a lake)" : "a Gravon letter A-Y");
        if (side < SIDES)
            placement->cell[square] = (struct cell){
                .rank = (uint8_t)rank_from_gravon(c, side), .side = (uint8_t)side};
    }
    return STATUS_OK;
}

/* Checks a placement. On STATUS_BAD, *at gets the first wrong square. */
static enum status field_check(const struct placement *placement, size_t *at, struct error *why)
{
    int index = 0;
    enum status status = placement_check_squares(placement, NULL, &index, why);
    *at = status && index < SQUARES ? (size_t)index : 0;
    return status;
}

/* Checks that each piece is on its owner's rows, and if `full` that these rows have no empty square. */
static enum status rows_check(const char *letters, const struct placement *start, bool full, size_t *at,
                              struct error *why)
{
    char found[FOUND_TEXT];
    for (int square = 0; square < SQUARES; square++) {
        int row = square_row(square);
        enum side row_owner = row < 4 ? RED : row < 6 ? SIDES : BLUE; /* the two middle rows: nobody's */
        enum side piece_side = (enum side)start->cell[square].side;
        *at = (size_t)square;
        if (piece_side == row_owner || (piece_side == SIDES && !full))
            continue;
        return error_set(why, STATUS_BAD, "found %s, expected %s%s",
                         found_text(letters + square, letters + SQUARES, found),
                         row_owner == SIDES ? "an empty square" : "a letter of ",
                         row_owner == SIDES ? "" : side_name(row_owner));
    }
    return STATUS_OK;
}

/* Returns where to report a fault of a side's army: the square of its first piece in the field. */
static size_t army_place(const struct placement *placement, enum side side)
{
    size_t square = 0;
    while (square < SQUARES && placement->cell[square].side != (int)side)
        square++;
    return square < SQUARES ? square : 0;
}

/* Returns whether the army has no more pieces than a variant with fewer than forty. */
static bool is_small_army(const uint8_t army[RANKS])
{
    for (size_t i = 0; i < variant_count; i++)
        if (variant_table[i].pieces < PIECES_A_SIDE && army_size(army) <= variant_table[i].pieces)
            return true;
    return false;
}

/* Checks two armies that have no variant in common, if the file names none. STATUS_BAD if an army is small
 * but no variant's, or if the armies are of different variants. */
static enum status small_armies_check(const struct placement *start, uint8_t army[SIDES][RANKS], size_t *at,
                                      struct error *why)
{
    const struct variant *army_variant[SIDES];
    for (enum side side = RED; side <= BLUE; side++) {
        army_variant[side] = variant_of_armies(army[side], NULL);
        *at = army_place(start, side);
        if (!army_variant[side] && is_small_army(army[side]))
            return variant_no_army(army[side], why);
    }
    if (army_variant[RED] && army_variant[BLUE] && army_variant[RED] != army_variant[BLUE])
        return error_set(why, STATUS_BAD, "found the pieces of the variant \"%s\" against those of \"%s\", "
                         "expected those of one", army_variant[BLUE]->name, army_variant[RED]->name);
    return STATUS_OK;
}

enum status field_to_start(const char *letters, size_t size, const struct variant *variant,
                           struct placement *start, size_t *at, struct error *why)
{
    uint8_t army[SIDES][RANKS] = {{0}};
    enum status status = field_cells_read(letters, size, start, at, why);
    if (status)
        return status;
    for (int square = 0; square < SQUARES; square++)
        if (start->cell[square].side < SIDES && start->cell[square].rank < RANKS)
            army[start->cell[square].side][start->cell[square].rank]++;
    const struct variant *found = variant_of_armies(army[RED], army[BLUE]);
    if (!variant && !found)
        status = small_armies_check(start, army, at, why);
    if (status)
        return status;
    if (!variant)
        variant = found ? found : variant_at(VARIANT_STANDARD);
    start->variant = variant_index(variant);
    if (found && found != variant && !variant->any_army) { /* both armies are another variant's */
        *at = 0;
        return variant_check_pieces(variant, army[RED], why);
    }
    status = rows_check(letters, start, variant_fills_rows(variant), at, why);
    if (status && variant->any_army) { /* Gravon allows any squares: the game then starts from a free
                                        * position */
        start->free = true;
        status = STATUS_OK;
    }
    if (!status)
        status = field_check(start, at, why);
    for (enum side side = RED; side <= BLUE && !status; side++) {
        status = variant_check_pieces(variant, army[side], why);
        *at = status ? army_place(start, side) : 0;
    }
    return status;
}

enum status field_to_position(const char *letters, size_t size, struct placement *placement, size_t *at,
                              struct error *why)
{
    size_t unused;
    if (field_to_start(letters, size, NULL, placement, &unused, NULL) == STATUS_OK)
        return STATUS_OK;
    enum status status = field_cells_read(letters, size, placement, at, why);
    if (status)
        return status;
    for (int square = 0; square < SQUARES; square++) {
        struct cell *cell = &placement->cell[square];
        cell->moved = cell->side < SIDES && rank_moves(cell->rank) &&
                      setup_index((enum side)cell->side, square) < 0;
    }
    /* Try it first as a position of a full game, in which the missing pieces were captured. */
    captured_fill(placement);
    if (!placement_check(placement, NULL))
        return STATUS_OK;
    placement->free = true;
    memset(placement->captured, 0, sizeof placement->captured);
    return field_check(placement, at, why);
}

enum status field_write(const struct placement *placement, char field[FIELD_LETTERS + 1], struct error *error)
{
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        char name[SQUARE_TEXT];
        if (cell->side < SIDES && cell->rank >= RANKS)
            return error_set(error, STATUS_BAD,
                             "found a piece of unknown rank on %s, which has no Gravon letter",
                             square_write(square, NOTATION_DEBOER, name));
        if (cell->side < SIDES)
            field[square] = rank_table[cell->rank].gravon[cell->side];
        else
            field[square] = square_is_lake(square) ? LAKE_LETTER : EMPTY_LETTER;
    }
    field[FIELD_LETTERS] = '\0';
    return STATUS_OK;
}

/* Checks that reading the written field gives the placement's variant and captured pieces again. STATUS_BAD
 * if not. */
static enum status check_field_complete(const struct placement *placement, const char *field,
                                        struct error *error)
{
    struct placement read;
    size_t at;
    const struct variant *variant = variant_at(placement->variant);
    if (field_to_position(field, FIELD_LETTERS, &read, &at, NULL) || read.variant != placement->variant)
        return error_set(error, STATUS_BAD, "found a position of the variant \"%s\", which a field of 100 "
                         "letters does not hold", variant->name);
    if (memcmp(read.captured, placement->captured, sizeof read.captured) != 0)
        return error_set(error, STATUS_BAD, "found captured pieces that do not follow from the board, a "
                         "field of 100 letters has no place for them");
    return STATUS_OK;
}

enum status position_write_field(const struct position *position, struct text *out, struct error *error)
{
    struct placement now;
    char field[FIELD_LETTERS + 1];
    position_to_placement(position, &now);
    enum status status = field_write(&now, field, error);
    if (!status)
        status = check_field_complete(&now, field, error);
    if (!status)
        text_add(out, field);
    return status;
}
