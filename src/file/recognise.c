/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognises the kind of a file from its first bytes; and the table of kinds. */
#include "file/recognise.h"

#include "base/ascii.h"
#include "file/gravon.h"
#include "game/notation.h"

#include <string.h>

enum { FIELD_MIN = 70 /* min letters of a field: a setup has 40, a field 100 */ };

/* Each row: name, ending, content, reader, finder of moves. */
static const struct kind_row kind_table[FILE_KINDS] = {
    [FILE_SETUP] = {"setup", ".setup", HOLDS_SETUP, setup_read, NULL},
    [FILE_LETTERS] = {"letters", ".setups", HOLDS_SETUP, letters_read, NULL},
    [FILE_POSITION] = {"position", ".position", HOLDS_POSITION, document_read, NULL},
    [FILE_FIELD] = {"field", ".position", HOLDS_POSITION, field_read, NULL},
    [FILE_GAME] = {"game", ".game", HOLDS_GAME, document_read, NULL},
    [FILE_XML] = {"gravon xml", ".xml", HOLDS_GAME, xml_read, xml_move_place},
    [FILE_GSN] = {"gravon gsn", ".gsn", HOLDS_GAME, gsn_read, gsn_move_place},
    [FILE_TSV] = {"games one a line", ".tsv", HOLDS_GAMES, NULL, tsv_move_place},
    [FILE_ATARAXOS] = {"ataraxos text", ".txt", HOLDS_GAME, ataraxos_read, ataraxos_move_place},
    [FILE_MSGPACK] = {"ataraxos msgpack", ".msgpack", HOLDS_GAMES, packed_read, packed_move_place},
    [FILE_EVALUATOR] = {"evaluator log", ".log", HOLDS_GAME, evaluator_read, evaluator_move_place},
};

const struct kind_row *kind_row(enum file_kind kind)
{
    return &kind_table[kind];
}

const char *file_kind_name(enum file_kind kind)
{
    return kind_table[kind].name;
}

bool file_kind_is_game(enum file_kind kind)
{
    return kind < FILE_KINDS && kind_table[kind].holds == HOLDS_GAME;
}

bool file_kind_has_games(enum file_kind kind)
{
    return kind < FILE_KINDS && kind_table[kind].holds == HOLDS_GAMES;
}

const char *file_kind_ending(enum file_kind kind)
{
    return kind_table[kind].ending;
}

/* One line without the blanks at its ends. */
struct text_line {
    const char *bytes;
    size_t size;
};

/* Finds the first line that is neither blank nor a comment; false if there is none. */
static bool find_first_line(const struct input *input, struct text_line *line)
{
    size_t offset = input_start(input), start, size;
    while (input_next_line(input, &offset, &start, &size)) {
        while (size && is_blank(input->bytes[start])) {
            start++;
            size--;
        }
        while (size && is_blank(input->bytes[start + size - 1]))
            size--;
        *line = (struct text_line){input->bytes + start, size};
        if (size && *line->bytes != '#')
            return true;
    }
    return false;
}

/* Returns whether the input starts with `with`. */
static bool line_starts(const struct input *input, const char *with)
{
    size_t start = input_start(input), size = strlen(with);
    return input->size - start >= size && memcmp(input->bytes + start, with, size) == 0;
}

/* Returns whether it is a .gsn file: its first line is "#X38FA11 Stratego-Notation v1". */
static bool is_gsn(const struct input *input)
{
    size_t offset = input_start(input), start, size;
    return line_starts(input, "#") && input_next_line(input, &offset, &start, &size) &&
           memmem(input->bytes + start, size, "Stratego-Notation", strlen("Stratego-Notation"));
}

/* Returns the number of bytes before the first blank or comment of the line. */
static size_t word_size(struct text_line line)
{
    size_t size = 0;
    while (size < line.size && !is_blank(line.bytes[size]) && line.bytes[size] != '#')
        size++;
    return size;
}

/* Returns whether the line is one of a game table, even if it is damaged: it has tabs. A setup may have tabs
 * too, but only between rank symbols. So the first part must have another byte, or the second part, where a
 * table has the field, must be longer than a setup. */
static bool is_tsv(struct text_line line)
{
    const char *tab = memchr(line.bytes, '\t', line.size);
    if (!tab)
        return false;
    for (const char *byte = line.bytes; byte < tab; byte++)
        if (rank_from_symbol(*byte) < 0)
            return true;
    const char *second = memchr(tab + 1, '\t', line.size - (size_t)(tab + 1 - line.bytes));
    return second && second - tab > PIECES_A_SIDE;
}

/* Returns whether a line has the form of a game in a table: six parts, the second of which is a field. */
static bool is_game_line(const char *next, size_t size)
{
    enum { TABS = 5 };
    const char *end = next + size, *tab[TABS + 1];
    int tabs = 0;
    if (!size || *next == '#')
        return false;
    while (tabs <= TABS && (next = memchr(next, '\t', (size_t)(end - next))))
        tab[tabs++] = next++;
    return tabs == TABS && tab[1] - tab[0] == FIELD_LETTERS + 1;
}

/* Returns whether the input contains a line of a game table. Searches all lines, because the first ones
 * may be damaged. */
static bool has_game_line(const struct input *input)
{
    size_t offset = input_start(input), start, size;
    while (input_next_line(input, &offset, &start, &size))
        if (is_game_line(input->bytes + start, size))
            return true;
    return false;
}

/* Returns whether the line is YAML: it has a ':' before any comment, or begins with a character with which
 * only YAML begins. */
static bool is_yaml(struct text_line line)
{
    const char *comment = memchr(line.bytes, '#', line.size);
    size_t size = comment ? (size_t)(comment - line.bytes) : line.size;
    return strchr("{}[]\"'&*!|>%-", *line.bytes) || memchr(line.bytes, ':', size);
}

/* Returns whether the file is a setup with its variant in the first line: "variant: NAME", and the next
 * line is not YAML. */
static bool is_named_setup(const struct input *input, struct text_line line)
{
    struct text_line next = line;
    while (setup_names_variant(next.bytes, next.size)) { /* the reader refuses a second such line */
        size_t line_end = (size_t)(next.bytes - input->bytes) + next.size;
        struct input rest = {.name = input->name, .bytes = input->bytes + line_end,
                             .size = input->size - line_end};
        if (!find_first_line(&rest, &next))
            return false;
    }
    return setup_names_variant(line.bytes, line.size) && !is_yaml(next);
}

/* Returns whether the line is a word of Gravon letters: only capitals and '_'. It must contain a letter that
 * is no rank symbol, or have more than FILES letters. */
static bool is_letters(struct text_line line)
{
    size_t size = word_size(line);
    bool has_other_letter = false;
    for (size_t i = 0; i < size; i++) {
        char c = line.bytes[i];
        if ((c < 'A' || c > 'Z') && c != '_')
            return false;
        has_other_letter = has_other_letter || rank_from_symbol(c) < 0;
    }
    return has_other_letter || size > FILES;
}

/* Returns whether the line is "NAME RED SETUP". */
static bool is_evaluator_log(struct text_line line)
{
    static const char end[] = " RED SETUP";
    size_t size = sizeof end - 1;
    return line.size > size && memcmp(line.bytes + line.size - size, end, size) == 0;
}

/* Returns whether the file is Ataraxos' text: a board of Gravon letters with lower case or marks. A board in
 * upper case needs a number on the next line. */
static bool is_ataraxos(const struct input *input, struct text_line line)
{
    struct text_line second;
    size_t size = word_size(line);
    bool upper = true;
    if (size < FIELD_MIN)
        return false;
    for (size_t i = 0; i < size; i++) {
        char c = line.bytes[i];
        if (!ascii_is_letter(c) && c != '_' && c != '.' && c != '@')
            return false;
        upper = upper && (c == '_' || (c >= 'A' && c <= 'Z'));
    }
    if (!upper)
        return true;
    size_t line_end = (size_t)(line.bytes - input->bytes) + line.size;
    struct input rest = {.name = input->name, .bytes = input->bytes + line_end,
                         .size = input->size - line_end};
    int number;
    return find_first_line(&rest, &second) && number_read(second.bytes, second.size, &number);
}

enum status kind_recognise(const struct input *input, enum file_kind *kind, struct error *error)
{
    char found[FOUND_TEXT];
    const char *zero = input->size ? memchr(input->bytes, '\0', input->size) : NULL;
    struct text_line line = {0};
    uint8_t head = input->size ? (uint8_t)input->bytes[0] : 0;
    /* The first byte of an array in MessagePack: no text begins with it. */
    if ((head & 0xf0) == 0x90 || head == 0xdc || head == 0xdd) {
        *kind = FILE_MSGPACK;
        return STATUS_OK;
    }
    /* A table with one sound line is a table, whatever its other lines have, zero bytes or comments: their
     * faults are reported line by line. */
    if (has_game_line(input)) {
        *kind = FILE_TSV;
        return STATUS_OK;
    }
    if (zero)
        return input_fault(input, (size_t)(zero - input->bytes), error,
                           "found byte 0x00, expected a text file");
    /* From the surest mark to the weakest: the first line of two formats begins as a comment; a line of
     * letters can be of several kinds. */
    bool has_line = find_first_line(input, &line);
    if (is_gsn(input))
        *kind = FILE_GSN;
    else if (line_starts(input, "#file\t")) /* the heading of a table, here without a sound game */
        *kind = FILE_TSV;
    else if (!has_line)
        return input_fault(input, input->size, error,
                           "found an empty file, expected a setup, a position or a game");
    else if (is_evaluator_log(line))
        *kind = FILE_EVALUATOR;
    else if (*line.bytes == '<')
        *kind = FILE_XML;
    else if (is_tsv(line)) /* a table without a heading or a sound game */
        *kind = FILE_TSV;
    else if (is_named_setup(input, line))
        *kind = FILE_SETUP;
    else if (is_yaml(line))
        *kind = FILE_GAME; /* or a position: `format:` is read later */
    else if (is_ataraxos(input, line))
        *kind = FILE_ATARAXOS;
    else if (is_letters(line))
        *kind = word_size(line) < FIELD_MIN ? FILE_LETTERS : FILE_FIELD; /* a setup, or a whole board */
    else if (rank_from_symbol(*line.bytes) >= 0 || *line.bytes == '.')
        *kind = FILE_SETUP;
    else
        return input_fault(input, (size_t)(line.bytes - input->bytes), error,
                           "found %s, expected a setup, a position or a game",
                           found_text(line.bytes, line.bytes + line.size, found));
    return STATUS_OK;
}
