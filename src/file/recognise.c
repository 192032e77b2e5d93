/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kind a file is, told by its beginning; and the table of kinds. */
#include "file/recognise.h"

#include "base/ascii.h"
#include "file/gravon.h"
#include "game/notation.h"

#include <string.h>

enum { FIELD_MIN = 70 /* letters between a setup's 40 and a field's 100 */ };

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

/* The first line that is neither blank nor a comment; false where there is none. */
static bool first_line(const struct input *input, struct text_line *line)
{
    size_t offset = input_start(input), start, size;
    while (input_line(input, &offset, &start, &size)) {
        while (size && is_blank(input->bytes[start]))
            start++, size--;
        while (size && is_blank(input->bytes[start + size - 1]))
            size--;
        *line = (struct text_line){input->bytes + start, size};
        if (size && *line->bytes != '#')
            return true;
    }
    return false;
}

static bool line_starts(const struct input *input, const char *with)
{
    size_t start = input_start(input), size = strlen(with);
    return input->size - start >= size && memcmp(input->bytes + start, with, size) == 0;
}

/* A .gsn starts with "#X38FA11 Stratego-Notation v1". */
static bool is_gsn(const struct input *input)
{
    size_t offset = input_start(input), start, size;
    return line_starts(input, "#") && input_line(input, &offset, &start, &size) &&
           memmem(input->bytes + start, size, "Stratego-Notation", strlen("Stratego-Notation"));
}

/* How many bytes from the start of the line are neither blank nor comment. */
static size_t word_size(struct text_line line)
{
    size_t size = 0;
    while (size < line.size && !is_blank(line.bytes[size]) && line.bytes[size] != '#')
        size++;
    return size;
}

/* A line of games has tabs; the parts of a setup between tabs are symbols only. */
static bool is_tsv(struct text_line line)
{
    const char *tab = memchr(line.bytes, '\t', line.size);
    if (!tab)
        return false;
    for (const char *at = line.bytes; at < tab; at++)
        if (rank_from_symbol(*at) < 0)
            return true;
    const char *second = memchr(tab + 1, '\t', line.size - (size_t)(tab + 1 - line.bytes));
    return second && second - tab > PIECES_A_SIDE;
}

/* Whether a line has the whole shape of a game's: six parts, of which the second is a field. */
static bool is_game_line(const char *at, size_t size)
{
    enum { TABS = 5 };
    const char *end = at + size, *tab[TABS + 1];
    int tabs = 0;
    if (!size || *at == '#')
        return false;
    while (tabs <= TABS && (at = memchr(at, '\t', (size_t)(end - at))))
        tab[tabs++] = at++;
    return tabs == TABS && tab[1] - tab[0] == FIELD_LETTERS + 1;
}

/* Whether there is such a line, whatever stands before it: a table may begin with a line that is damaged. */
static bool has_game_line(const struct input *input)
{
    size_t offset = input_start(input), start, size;
    while (input_line(input, &offset, &start, &size))
        if (is_game_line(input->bytes + start, size))
            return true;
    return false;
}

/* A key and its colon, before any comment; or what only YAML starts with. */
static bool is_yaml(struct text_line line)
{
    const char *comment = memchr(line.bytes, '#', line.size);
    size_t size = comment ? (size_t)(comment - line.bytes) : line.size;
    return strchr("{}[]\"'&*!|>%-", *line.bytes) || memchr(line.bytes, ':', size);
}

/* A setup file may begin with a line that names its variant: what follows it is no key of YAML. */
static bool is_named_setup(const struct input *input, struct text_line line)
{
    struct text_line next = line;
    while (setup_names_variant(next.bytes, next.size)) {
        size_t behind = (size_t)(next.bytes - input->bytes) + next.size;
        struct input rest = {.name = input->name, .bytes = input->bytes + behind,
                             .size = input->size - behind};
        if (!first_line(&rest, &next))
            return false;
    }
    return setup_names_variant(line.bytes, line.size) && !is_yaml(next);
}

/* A word of Gravon's letters: no digit, and longer than a row of symbols without one could be. */
static bool is_letters(struct text_line line)
{
    size_t size = word_size(line);
    bool foreign = false;
    for (size_t i = 0; i < size; i++) {
        char c = line.bytes[i];
        if ((c < 'A' || c > 'Z') && c != '_')
            return false;
        foreign = foreign || rank_from_symbol(c) < 0;
    }
    return foreign || size > FILES;
}

/* "NAME RED SETUP". */
static bool is_evaluator_log(struct text_line line)
{
    static const char end[] = " RED SETUP";
    size_t size = sizeof end - 1;
    return line.size > size && memcmp(line.bytes + line.size - size, end, size) == 0;
}

/* A board of Gravon's letters, some in lower case or with marks; or in upper case, with a number on the next
 * line. */
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
    size_t at = (size_t)(line.bytes - input->bytes) + line.size;
    struct input rest = {.name = input->name, .bytes = input->bytes + at, .size = input->size - at};
    int number;
    return first_line(&rest, &second) && number_read(second.bytes, second.size, &number);
}

enum status kind_recognise(const struct input *input, enum file_kind *kind, struct error *error)
{
    char found[FOUND_TEXT];
    const char *zero = input->size ? memchr(input->bytes, '\0', input->size) : NULL;
    struct text_line line = {0};
    uint8_t head = input->size ? (uint8_t)input->bytes[0] : 0;
    if ((head & 0xf0) == 0x90 || head == 0xdc || head == 0xdd) { /* that of an array: no text begins so */
        *kind = FILE_MSGPACK;
        return STATUS_OK;
    }
    if (has_game_line(input)) {
        *kind = FILE_TSV;
        return STATUS_OK;
    }
    if (zero)
        return input_fault(input, (size_t)(zero - input->bytes), error,
                           "found byte 0x00, expected a text file");
    bool there = first_line(input, &line);
    if (is_gsn(input))
        *kind = FILE_GSN;
    else if (line_starts(input, "#file\t"))
        *kind = FILE_TSV;
    else if (!there)
        return input_fault(input, input->size, error,
                           "found an empty file, expected a setup, a position or a game");
    else if (is_evaluator_log(line))
        *kind = FILE_EVALUATOR;
    else if (*line.bytes == '<')
        *kind = FILE_XML;
    else if (is_tsv(line))
        *kind = FILE_TSV;
    else if (is_named_setup(input, line))
        *kind = FILE_SETUP;
    else if (is_yaml(line))
        *kind = FILE_GAME; /* or a position, as its `format:` says */
    else if (is_ataraxos(input, line))
        *kind = FILE_ATARAXOS;
    else if (is_letters(line))
        *kind = word_size(line) < FIELD_MIN ? FILE_LETTERS : FILE_FIELD;
    else if (rank_from_symbol(*line.bytes) >= 0 || *line.bytes == '.')
        *kind = FILE_SETUP;
    else
        return input_fault(input, (size_t)(line.bytes - input->bytes), error,
                           "found %s, expected a setup, a position or a game",
                           found_text(line.bytes, line.bytes + line.size, found));
    return STATUS_OK;
}
