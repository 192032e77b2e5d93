/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravon's older format with one item per line: a head, the type, the field, the moves, END, the result. */
#include "file/format.h"
#include "file/gravon.h"

#include <stdio.h>
#include <string.h>

enum { MOVE_LETTERS = 5 };

static const char head[] = "Stratego-Notation", versus[] = " vs ", result_word[] = " result ";

/* The state while a .gsn file is read. */
struct gsn {
    const struct input *input;
    size_t offset;       /* offset of the next line */
    size_t start, size;  /* the current line */
    size_t result;       /* offset of the game's result */
    struct record *record;
};

/* Moves to the next line that is not blank; false at the end. */
static bool go_to_next_line(struct gsn *gsn)
{
    while (input_next_line(gsn->input, &gsn->offset, &gsn->start, &gsn->size))
        for (size_t i = 0; i < gsn->size; i++)
            if (!is_blank(gsn->input->bytes[gsn->start + i]))
                return true;
    gsn->start = gsn->input->size;
    gsn->size = 0;
    return false;
}

/* Returns where `word` begins in the current line, or NULL. */
static const char *line_find(const struct gsn *gsn, const char *word)
{
    return memmem(gsn->input->bytes + gsn->start, gsn->size, word, strlen(word));
}

/* Returns whether the current line is `word`, without blanks at its end. */
static bool line_is(const struct gsn *gsn, const char *word)
{
    const char *line = gsn->input->bytes + gsn->start;
    size_t size = gsn->size;
    while (size && is_blank(line[size - 1]))
        size--;
    return size == strlen(word) && memcmp(line, word, size) == 0;
}

/* Reads the number in the line "type N" from byte `at` on. False if it is not a number. */
static bool type_read(const struct gsn *gsn, size_t at, int *type)
{
    size_t size = gsn->size;
    while (size > at && is_blank(gsn->input->bytes[gsn->start + size - 1]))
        size--;
    return number_read(gsn->input->bytes + gsn->start + at, size - at, type);
}

/* Reports a type that is the number of no variant. */
static enum status report_type_fault(const struct gsn *gsn, size_t offset, int type, struct error *error)
{
    char known[VARIANT_NAMES] = "";
    size_t used = 0;
    for (size_t i = 0; i < variant_count && used < sizeof known; i++)
        if (variant_table[i].gsn_type >= 0)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%d (%s)", used ? ", " : "",
                                     variant_table[i].gsn_type, variant_table[i].name);
    return input_fault(gsn->input, offset, error, "found type %d, expected one of %s", type, known);
}

/* Reads the head, the type and the field. A type that no variant has is a fault only if the field fits no
 * variant. */
static enum status head_read(struct gsn *gsn, struct error *error)
{
    static const char type[] = "type ";
    if (!go_to_next_line(gsn) || !line_find(gsn, head))
        return input_fault(gsn->input, gsn->start, error, "expected \"#... %s v1\"", head);
    if (!go_to_next_line(gsn) || gsn->size < sizeof type ||
        memcmp(gsn->input->bytes + gsn->start, type, sizeof type - 1) != 0)
        return input_fault(gsn->input, gsn->start, error, "expected \"type\" and a digit");
    size_t type_offset = gsn->start + sizeof type - 1;
    int number;
    if (!type_read(gsn, sizeof type - 1, &number))
        return input_fault(gsn->input, type_offset, error, "expected a whole number as type");
    const struct variant *variant = variant_of_gsn(number);
    if (!go_to_next_line(gsn) || line_is(gsn, "END"))
        return input_fault(gsn->input, gsn->start, error,
                           "found no field, expected 100 letters: the game ended before both setups "
                           "were in");
    size_t fault_index;
    struct error why;
    if (!field_to_start(gsn->input->bytes + gsn->start, gsn->size, variant, &gsn->record->start,
                        &fault_index, &why))
        return STATUS_OK;
    return variant ? input_because(gsn->input, gsn->start + fault_index, error, &why)
                   : report_type_fault(gsn, type_offset, number, error);
}

/* Reads a move "A4-A6" and appends it. Ignores "A4:A6", which is not a move of the game (a rescue in
 * another game). */
static enum status move_line_read(struct gsn *gsn, struct error *error)
{
    const char *line = gsn->input->bytes + gsn->start;
    int from = gsn->size >= 2 ? gravon_square(line) : -1;
    int to = gsn->size >= MOVE_LETTERS ? gravon_square(line + 3) : -1;
    bool joined = gsn->size > 2 && (line[2] == '-' || line[2] == ':');
    size_t fault_index = from < 0 ? 0 : !joined ? 2 : to < 0 ? 3 : MOVE_LETTERS; /* of the first wrong part */
    if (from < 0 || to < 0 || !joined || gsn->size != MOVE_LETTERS)
        return input_fault(gsn->input, gsn->start + fault_index, error,
                           "expected a move (A4-A6), END or the result");
    if (line[2] == '-')
        record_append(gsn->record, (struct move_with_ranks){
            {(uint8_t)from, (uint8_t)to}, RANK_UNKNOWN, RANK_UNKNOWN});
    return STATUS_OK;
}

/* Reads "RED vs BLUE result 3 winner 1", a line in which the caller has found " vs " and " result ".
 * Winners count from 0 here, from 1 in gravon_outcome. */
static enum status result_line_read(struct gsn *gsn, struct error *error)
{
    static const char winner_word[] = " winner ";
    const char *line = gsn->input->bytes + gsn->start, *end = line + gsn->size;
    const char *versus_start = line_find(gsn, versus), *result = line_find(gsn, result_word);
    const char *number = result + strlen(result_word);
    const char *winner = memmem(number, (size_t)(end - number), winner_word, strlen(winner_word));
    const char *winner_number = winner ? winner + strlen(winner_word) : end;
    while (end > winner_number && is_blank(end[-1]))
        end--;
    int type, winner_index;
    struct error why;
    if (!winner || !number_read(number, (size_t)(winner - number), &type) ||
        !number_read(winner_number, (size_t)(end - winner_number), &winner_index) ||
        !gravon_outcome(type, winner_index + 1, &gsn->record->outcome))
        return input_fault(gsn->input, (size_t)(result - gsn->input->bytes) + 1, error,
                           "expected \"result N winner N\", a type of result and a winner 0-2 that fit");
    if (versus_start > result)
        return input_fault(gsn->input, gsn->start, error, "expected \"RED vs BLUE result ...\"");
    gsn->result = (size_t)(result - gsn->input->bytes) + 1; /* behind the blank */
    const char *blue = versus_start + strlen(versus);
    if (player_name_read(gsn->record->player[RED], line, (size_t)(versus_start - line), &why) ||
        player_name_read(gsn->record->player[BLUE], blue, blue < result ? (size_t)(result - blue) : 0, &why))
        return input_because(gsn->input, gsn->start, error, &why);
    return STATUS_OK;
}

/* Reads a .gsn file: the head, the moves, the result. */
enum status gsn_read(const struct input *input, struct file_content *content, struct error *error)
{
    struct gsn gsn = {.input = input, .offset = input_start(input), .record = &content->record};
    content->kind = FILE_GSN;
    enum status status = head_read(&gsn, error);
    bool ended = false;
    while (!status && !ended && go_to_next_line(&gsn)) {
        ended = line_find(&gsn, versus) && line_find(&gsn, result_word);
        if (ended)
            status = result_line_read(&gsn, error);
        else if (!line_is(&gsn, "END")) /* some files repeat it, in some moves follow it */
            status = move_line_read(&gsn, error);
    }
    if (!status && !ended)
        status = input_fault(input, input->size, error,
                             "found the end, expected \"RED vs BLUE result N winner N\"");
    if (!status && go_to_next_line(&gsn))
        status = input_fault(input, gsn.start, error, "found more after the result, expected the end");
    if (!status)
        input_place(input, gsn.result, &content->result_line, &content->result_column);
    return status;
}

/* Finds the line of move `index` by reading the moves again. */
bool gsn_move_place(const struct input *input, size_t index, size_t *offset)
{
    struct gsn gsn = {.input = input, .offset = input_start(input)};
    struct record moves = {0};
    gsn.record = &moves;
    bool found = head_read(&gsn, NULL) == STATUS_OK;
    while (found && moves.plies <= index)
        found = go_to_next_line(&gsn) && (line_is(&gsn, "END") || move_line_read(&gsn, NULL) == STATUS_OK);
    record_clear(&moves);
    *offset = gsn.start;
    return found;
}

/* Returns a player's name. Returns the side's name instead if the player's is empty or contains a word of the
 * result line. */
static const char *plain_name(const struct record *record, enum side side)
{
    const char *name = record->player[side];
    bool plain = *name && !strstr(name, "vs") && !strstr(name, "result") && !strstr(name, "winner");
    return plain ? name : side_name(side);
}

enum status game_write_gsn(const struct record *record, struct text *out, struct error *error)
{
    char field[FIELD_LETTERS + 1], from[GRAVON_SQUARE], to[GRAVON_SQUARE];
    int type, winner;
    const struct variant *variant = variant_at(record->start.variant);
    enum status status = gravon_field_write(record, field, error);
    if (status)
        return status;
    if (variant->gsn_type < 0)
        return error_set(error, STATUS_BAD, "found a game of the variant \"%s\", a .gsn has no type for it",
                         variant->name);
    text_printf(out, "#X38FA11 %s v1\ntype %d\n%s\n", head, variant->gsn_type, field);
    for (size_t i = 0; i < record->plies; i++)
        text_printf(out, "%s-%s\n", gravon_square_write(record->moves[i].move.from, from),
                    gravon_square_write(record->moves[i].move.to, to));
    gravon_result(record->outcome, &type, &winner);
    /* Winners count from 0 here. */
    text_printf(out, "END\n%s%s%s%s%d winner %d\n", plain_name(record, RED), versus,
                plain_name(record, BLUE), result_word, type, winner - 1);
    return STATUS_OK;
}
