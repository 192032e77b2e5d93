/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravon games, one per line: name, field, result type, winner, plies and moves, separated by tabs. */
#include "base/plural.h"
#include "file/format.h"
#include "file/gravon.h"

#include <string.h>

enum column { NAME, FIELD, RESULT_TYPE, WINNER, PLIES, MOVES, COLUMNS };

enum { MOVE_LETTERS = 4 };

/* A part of the line: its offset and size in bytes. */
struct line_part {
    size_t start, size;
};

/* Splits a line at its tabs; STATUS_BAD unless there are six parts. */
static enum status split_line(const struct input *input, struct line_part part[COLUMNS], struct error *error)
{
    size_t start = input_start(input);
    for (int i = 0; i < COLUMNS; i++) {
        const char *from = input->bytes + start;
        const char *tab = memchr(from, '\t', input->size - start);
        bool last = i == COLUMNS - 1;
        if (last ? tab != NULL : tab == NULL)
            return input_fault(input, last ? (size_t)(tab - input->bytes) : input->size, error,
                               "found %s, expected six parts with tabs between",
                               last ? "a seventh part" : "the line's end");
        part[i] = (struct line_part){start, tab ? (size_t)(tab - from) : input->size - start};
        start += part[i].size + 1;
    }
    return STATUS_OK;
}

/* Reads the moves, "A4A5 B4B5", and appends them. */
static enum status moves_read_tsv(const struct input *input, struct line_part part, struct record *record,
                                  struct error *error)
{
    for (size_t i = 0; i < part.size;) {
        const char *text = input->bytes + part.start + i;
        size_t bytes_left = part.size - i;
        if (i > 0) { /* the blank between two moves */
            if (*text != ' ' || bytes_left == 1)
                return input_fault(input, part.start + i, error, "expected a blank and a move");
            text++;
            bytes_left--;
            i++;
        }
        int from = bytes_left >= MOVE_LETTERS ? gravon_square(text) : -1;
        int to = from < 0 ? -1 : gravon_square(text + 2);
        if (to < 0)
            return input_fault(input, part.start + i + (from < 0 ? 0 : 2), error,
                               "expected a move as A4A5, with ':' for row 10");
        record_append(record, (struct move_with_ranks){
            {(uint8_t)from, (uint8_t)to}, RANK_UNKNOWN, RANK_UNKNOWN});
        i += MOVE_LETTERS;
    }
    return STATUS_OK;
}

/* Reads result type, winner and number of plies. */
static enum status numbers_read(const struct input *input, const struct line_part part[COLUMNS], int *plies,
                                struct outcome *outcome, struct error *error)
{
    int number[COLUMNS] = {0};
    for (int i = RESULT_TYPE; i <= PLIES; i++)
        if (!number_read(input->bytes + part[i].start, part[i].size, &number[i]))
            return input_fault(input, part[i].start, error, "expected a whole number");
    if (!gravon_outcome(number[RESULT_TYPE], number[WINNER], outcome))
        return input_fault(input, part[RESULT_TYPE].start, error,
                           "found result type %d with winner %d, expected a type and a winner that fit",
                           number[RESULT_TYPE], number[WINNER]);
    *plies = number[PLIES];
    return STATUS_OK;
}

/* Returns the variant with whose name the game's name begins ("barrage-2005.3-7.xml"). NULL if there is none;
 * the pieces then decide. */
static const struct variant *name_variant(const char *name, size_t size)
{
    char word[VARIANT_NAMES];
    size_t length = 0;
    while (length < size && length + 1 < sizeof word && name[length] != '-' && name[length] != '.')
        length++;
    memcpy(word, name, length);
    word[length] = '\0';
    return variant_find_foreign(word);
}

enum status tsv_line_read(const struct input *input, struct record *record, bool *has_game, size_t *result,
                          struct error *error)
{
    struct line_part part[COLUMNS];
    size_t fault_index, start = input_start(input);
    int plies = 0;
    struct error why;
    *has_game = start < input->size && input->bytes[start] != '#';
    if (!*has_game)
        return STATUS_OK;
    const char *zero = memchr(input->bytes, '\0', input->size);
    if (zero)
        return input_fault(input, (size_t)(zero - input->bytes), error, "found byte 0x00, expected text");
    enum status status = split_line(input, part, error);
    if (status)
        return status;
    *result = part[RESULT_TYPE].start;
    if (field_to_start(input->bytes + part[FIELD].start, part[FIELD].size,
                       name_variant(input->bytes + part[NAME].start, part[NAME].size), &record->start,
                       &fault_index, &why))
        return input_because(input, part[FIELD].start + fault_index, error, &why);
    status = numbers_read(input, part, &plies, &record->outcome, error);
    if (!status)
        status = moves_read_tsv(input, part[MOVES], record, error);
    if (!status && record->plies != (size_t)plies)
        status = input_fault(input, part[PLIES].start, error, "found %d %s, expected %zu, as there are moves",
                             plies, plural_of((uint64_t)plies, "ply", "plies"), record->plies);
    return status;
}

/* Finds the offset of move `index` of the first game; all moves have the same width. */
bool tsv_move_place(const struct input *input, size_t index, size_t *offset)
{
    struct line_part part[COLUMNS];
    size_t next = input_start(input), start, size;
    while (input_next_line(input, &next, &start, &size)) {
        struct input line = {.name = input->name, .bytes = input->bytes + start, .size = size};
        if (!size || line.bytes[0] == '#')
            continue;
        if (split_line(&line, part, NULL) != STATUS_OK)
            return false;
        *offset = start + part[MOVES].start + index * (MOVE_LETTERS + 1);
        return *offset < start + size;
    }
    return false;
}

enum status game_write_tsv(const struct record *record, const char *name, struct text *out,
                           struct error *error)
{
    char field[FIELD_LETTERS + 1], from[GRAVON_SQUARE], to[GRAVON_SQUARE];
    int type, winner;
    enum status status = gravon_field_write(record, field, error);
    if (status)
        return status;
    const struct variant *variant = variant_at(record->start.variant);
    const struct variant *named = name_variant(name, strlen(name));
    gravon_result(record->outcome, &type, &winner);
    /* A reader takes the variant from the name or, if that shows none, from the pieces. So a prefix is needed
     * if the name shows another variant, or if it shows none and the pieces do not show it (any army). */
    if (variant->any_army ? named != variant : named && named != variant)
        text_printf(out, "%s-", variant->gravon);
    text_printf(out, "%s\t%s\t%d\t%d\t%zu\t", name, field, type, winner, record->plies);
    for (size_t i = 0; i < record->plies; i++)
        text_printf(out, "%s%s%s", i ? " " : "", gravon_square_write(record->moves[i].move.from, from),
                    gravon_square_write(record->moves[i].move.to, to));
    text_add(out, "\n");
    return STATUS_OK;
}
