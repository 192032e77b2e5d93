/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ataraxos' text format of a game: a line with the board, then one action per line. Blank lines and
 * comments are ignored. */
#include "file/ataraxos.h"
#include "file/format.h"
#include "game/notation.h"

/* An iterator over the lines of a file that are neither blank nor a comment. */
struct lines {
    const struct input *input;
    size_t offset;      /* offset of the next line */
    size_t start, size; /* the current line without the blanks at its ends */
};

/* Moves to the next line; false at the end. */
static bool go_to_next_line(struct lines *lines)
{
    const char *bytes = lines->input->bytes;
    while (input_next_line(lines->input, &lines->offset, &lines->start, &lines->size)) {
        while (lines->size && is_blank(bytes[lines->start])) {
            lines->start++;
            lines->size--;
        }
        while (lines->size && is_blank(bytes[lines->start + lines->size - 1]))
            lines->size--;
        if (lines->size && bytes[lines->start] != '#')
            return true;
    }
    return false;
}

/* Reads the current line as the start position. */
static enum status board_line_read(const struct lines *lines, struct record *record, struct error *error)
{
    const char *letters = lines->input->bytes + lines->start;
    char found[FOUND_TEXT];
    size_t at, size = 0;
    struct error why;
    while (size < lines->size && !is_blank(letters[size]))
        size++;
    if (ataraxos_board_read(letters, size, &record->start, &at, &why))
        return input_because(lines->input, lines->start + at, error, &why);
    while (size < lines->size && is_blank(letters[size]))
        size++;
    if (size < lines->size)
        return input_fault(lines->input, lines->start + size, error, "found %s, expected the line's end",
                           found_text(letters + size, letters + lines->size, found));
    return STATUS_OK;
}

/* Reads the current line as an action and appends its move. */
static enum status action_line_read(const struct lines *lines, struct record *record, struct error *error)
{
    const char *text = lines->input->bytes + lines->start, *end = text + lines->size;
    char found[FOUND_TEXT];
    int action;
    if (!number_read(text, lines->size, &action)) {
        /* The wrong byte is the first that is no digit; in a number that is too long, its first one. */
        while (text < end && *text >= '0' && *text <= '9')
            text++;
        if (text == end)
            text = lines->input->bytes + lines->start;
        return input_fault(lines->input, (size_t)(text - lines->input->bytes), error,
                           "found %s, expected an action 0-%d alone on its line",
                           found_text(text, end, found), ATARAXOS_ACTIONS - 1);
    }
    if (action >= ATARAXOS_ACTIONS)
        return input_fault(lines->input, lines->start, error, "found the action %d, expected 0-%d", action,
                           ATARAXOS_ACTIONS - 1);
    struct move move = ataraxos_move(action, record_mover(record, record->plies));
    record_append(record, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN});
    return STATUS_OK;
}

/* Reads a file of Ataraxos' text: the board, then an action on each line. */
enum status ataraxos_read(const struct input *input, struct file_content *content, struct error *error)
{
    struct lines lines = {.input = input, .offset = input_start(input)};
    struct record *record = &content->record;
    content->kind = FILE_ATARAXOS;
    if (!go_to_next_line(&lines))
        return input_fault(input, input->size, error, "found the end, expected a board of 100 letters");
    enum status status = board_line_read(&lines, record, error);
    while (!status && go_to_next_line(&lines))
        status = action_line_read(&lines, record, error);
    if (!status)
        ataraxos_finish(record);
    return status;
}

/* Finds the line of move `index`: the board is the first line, each action one behind it. */
bool ataraxos_move_place(const struct input *input, size_t index, size_t *offset)
{
    struct lines lines = {.input = input, .offset = input_start(input)};
    bool found = go_to_next_line(&lines);
    for (size_t i = 0; found && i <= index; i++)
        found = go_to_next_line(&lines);
    *offset = lines.start;
    return found;
}

enum status game_write_ataraxos(const struct record *record, struct text *out, struct error *error)
{
    enum status status = ataraxos_board_write(record, false, out, error);
    if (status)
        return status;
    text_add(out, "\n");
    for (size_t i = 0; i < record->plies; i++)
        text_printf(out, "%d\n", ataraxos_action(record->moves[i].move, record_mover(record, i)));
    return STATUS_OK;
}
