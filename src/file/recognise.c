/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kind a file is, told by its beginning; and the table of kinds. */
#include "file/recognise.h"

#include "file/gravon.h"
#include "game/notation.h"

#include <string.h>

static const struct kind_row kind_table[FILE_KINDS] = {
    [FILE_SETUP] = {"setup", HOLDS_SETUP, setup_read},
    [FILE_LETTERS] = {"letters", HOLDS_SETUP, letters_read},
    [FILE_POSITION] = {"position", HOLDS_POSITION, document_read},
    [FILE_FIELD] = {"field", HOLDS_POSITION, field_read},
    [FILE_GAME] = {"game", HOLDS_GAME, document_read},
    [FILE_XML] = {"gravon xml", HOLDS_GAME, xml_read},
    [FILE_GSN] = {"gravon gsn", HOLDS_GAME, gsn_read},
    [FILE_TSV] = {"games one a line", HOLDS_GAMES, NULL},
};

const struct kind_row *kind_row(enum file_kind kind)
{
    return &kind_table[kind];
}

const char *file_kind_name(enum file_kind kind)
{
    return kind_table[kind].name;
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

enum status kind_recognise(const struct input *input, enum file_kind *kind, struct error *error)
{
    enum { FIELD_LEAST = 70 }; /* letters between a setup's 40 and a field's 100 */
    char found[FOUND_TEXT];
    const char *zero = input->size ? memchr(input->bytes, '\0', input->size) : NULL;
    struct text_line line = {0};
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
    else if (*line.bytes == '<')
        *kind = FILE_XML;
    else if (is_tsv(line))
        *kind = FILE_TSV;
    else if (is_named_setup(input, line))
        *kind = FILE_SETUP;
    else if (is_yaml(line))
        *kind = FILE_GAME; /* or a position, as its `format:` says */
    else if (is_letters(line))
        *kind = word_size(line) < FIELD_LEAST ? FILE_LETTERS : FILE_FIELD;
    else if (rank_from_symbol(*line.bytes) >= 0 || *line.bytes == '.')
        *kind = FILE_SETUP;
    else
        return input_fault(input, (size_t)(line.bytes - input->bytes), error,
                           "found %s, expected a setup, a position or a game",
                           found_text(line.bytes, line.bytes + line.size, found));
    return STATUS_OK;
}
