/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/query.h"

#include "archive/summary.h"
#include "base/ascii.h"
#include "base/edit_distance.h"
#include "base/memory.h"
#include "file/file.h"
#include "game/notation.h"

#include <stdlib.h>
#include <string.h>

/* A query being compiled. The grammar: or_part = and_part {"or" and_part}; and_part = not_part {["and"]
 * not_part}; not_part = "not" not_part | "(" or_part ")" | FIELD OPERATOR VALUE. */
struct compiling {
    const char *at; /* the rest of the query's text */
    struct query *query;
    int depth; /* nesting of brackets and "not" */
    struct error *error;
};

/* Whether a character is a blank. */
static bool is_blank_at(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Moves to the next character that is not blank. */
static void skip_blanks(struct compiling *compiling)
{
    while (is_blank_at(*compiling->at))
        compiling->at++;
}

/* --- words --- */

/* Returns the number of bytes at the start of `text` that can belong to a field or an operator in letters. */
static size_t letters_at(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_");
}

/* Returns the size in bytes of the word at the start of `text`, up to a blank, a bracket or the end. */
static size_t word_at(const char *text)
{
    return strcspn(text, " \t\n\v\f\r()");
}

/* Whether the first word of `text` is `word`, ignoring case. */
static bool is_word_at(const char *text, const char *word)
{
    size_t size = strlen(word);
    return ascii_compare_size(text, word, size) == 0 && word_at(text) == size;
}

/* Skips blanks and the word `word`; false if another word follows. */
static bool skip_word(struct compiling *compiling, const char *word)
{
    skip_blanks(compiling);
    if (!is_word_at(compiling->at, word))
        return false;
    compiling->at += strlen(word);
    return true;
}

/* Sets the error "found … in the query, expected …"; returns STATUS_BAD. */
static enum status syntax_error(const struct compiling *compiling, const char *expected)
{
    size_t size = word_at(compiling->at);
    if (!*compiling->at)
        return error_set(compiling->error, STATUS_BAD, "the query ends, expected %s", expected);
    /* A bracket is no part of a word: name it alone. */
    return error_set(compiling->error, STATUS_BAD, "found '%.*s' in the query, expected %s",
                     size ? (int)(size < 60 ? size : 60) : 1, compiling->at, expected);
}

/* --- fields --- */

/* Returns the field with this name or alias, ignoring case; or NULL. */
static const struct query_field *find_field(const char *name, size_t size)
{
    for (size_t i = 0; i < query_field_count; i++) {
        const char *field = query_fields[i].name, *alias = query_fields[i].alias;
        if ((strlen(field) == size && ascii_compare_size(field, name, size) == 0) ||
            (alias && strlen(alias) == size && ascii_compare_size(alias, name, size) == 0))
            return &query_fields[i];
    }
    return NULL;
}

/* Sets the error for an unknown field: the most similar name, or all names. */
static enum status unknown_field_error(const struct compiling *compiling, size_t size)
{
    char word[NEAR_TEXT];
    struct text names = {0};
    const char *nearest = NULL;
    size_t min = SIZE_MAX;
    size = size < sizeof word ? size : sizeof word - 1;
    memcpy(word, compiling->at, size);
    word[size] = '\0';
    for (size_t i = 0; i < query_field_count; i++) {
        text_printf(&names, "%s%s", i ? ", " : "", query_fields[i].name);
        if (edit_is_nearer(query_fields[i].name, word, &min))
            nearest = query_fields[i].name;
    }
    if (nearest)
        error_set(compiling->error, STATUS_BAD, "unknown field '%s' in the query; did you mean '%s'?", word,
                  nearest);
    else
        error_set(compiling->error, STATUS_BAD, "unknown field '%s' in the query; there are %s", word,
                  text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}

/* --- operators --- */

/* The comparisons; those from LESS on need an order of the values. The value is the MAX for "<=", the MIN
 * for ">=". */
enum comparing { IS, IS_NOT, HAS, HAS_NOT, LESS, MORE, MAX, MIN };

struct operator_row {
    const char *sign;
    enum comparing compare;
};

/* An operator that begins with another one must precede it. The operators in letters are for shells,
 * where '<' and '>' need quotes. */
static const struct operator_row operators[] = {
    {"!=", IS_NOT}, {"!~", HAS_NOT}, {"<=", MAX}, {">=", MIN}, {"==", IS}, {"=", IS}, {"~", HAS},
    {"<", LESS}, {">", MORE}, {"is", IS}, {"has", HAS}, {"from", MIN}, {"to", MAX}, {"over", MORE},
    {"under", LESS},
};

/* Returns the operator that the text begins with; or NULL. */
static const struct operator_row *operator_at(const char *text)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const char *sign = operators[i].sign;
        if (letters_at(sign) ? is_word_at(text, sign) : strncmp(text, sign, strlen(sign)) == 0)
            return &operators[i];
    }
    return NULL;
}

/* Whether a comparison begins here: letters and an operator in signs, or a field and an operator in
 * letters. A value of several words ends there. */
static bool is_term_start(const char *text)
{
    size_t size = letters_at(text);
    const char *behind = text + size;
    if (!size)
        return false;
    while (is_blank_at(*behind))
        behind++;
    const struct operator_row *row = operator_at(behind);
    return row && (!letters_at(row->sign) || find_field(text, size));
}

/* --- values --- */

/* Reads a value: quoted text, or a word. A value that may have several words goes on up to "and", "or",
 * "not", a bracket or the next comparison. */
static enum status read_value(struct compiling *compiling, const struct query_field *field,
                              struct text *value)
{
    skip_blanks(compiling);
    char quote = *compiling->at;
    if (quote == '"' || quote == '\'') {
        const char *end = strchr(compiling->at + 1, quote);
        if (!end)
            return syntax_error(compiling, "a quote that closes");
        text_append(value, compiling->at + 1, (size_t)(end - compiling->at - 1));
        compiling->at = end + 1;
        return STATUS_OK;
    }
    /* Unquoted: one word, or several if the field allows it. */
    for (;;) {
        size_t size = word_at(compiling->at);
        if (!size && !value->size)
            return syntax_error(compiling, "a value");
        text_append(value, compiling->at, size);
        compiling->at += size;
        const char *next = compiling->at;
        while (is_blank_at(*next))
            next++;
        bool takes_words = field->kind == QUERY_TEXT || field->kind == QUERY_MOVES ||
                           field->kind == QUERY_SETUP;
        if (!takes_words || !word_at(next) || is_word_at(next, "and") || is_word_at(next, "or") ||
            is_word_at(next, "not") || is_term_start(next))
            return STATUS_OK;
        text_add(value, " ");
        compiling->at = next;
    }
}

/* Adds a value to the query, which then owns its text. */
static enum status add_value(struct compiling *compiling, struct query_value value)
{
    struct query *query = compiling->query;
    if (query->count == QUERY_VALUES) {
        free(value.text);
        return error_set(compiling->error, STATUS_BAD,
                         "found more than %d values in the query, expected fewer", QUERY_VALUES);
    }
    query->value[query->count++] = value;
    return STATUS_OK;
}

/* Sets the error for a value that the field does not accept; returns STATUS_BAD. */
static enum status value_not_accepted(const struct compiling *compiling, const struct query_field *field,
                                      const char *value, const char *expected)
{
    return error_set(compiling->error, STATUS_BAD, "found the %s '%.60s' in the query, expected %s",
                     field->name, value, expected);
}

/* Returns the word of a choice as stored in the table; NULL and an error if it is not one. */
static const char *find_choice(const struct compiling *compiling, const struct query_field *field,
                               const char *value)
{
    struct text expected = {0};
    const char *nearest = NULL, *word;
    size_t min = SIZE_MAX;
    for (size_t i = 0; (word = field->word(i)); i++) {
        if (ascii_compare(value, word) == 0) {
            text_free(&expected);
            return strcmp(word, "drawn") == 0 ? "draw" : word; /* the table has "draw" for both words */
        }
        text_printf(&expected, "%s%s", !i ? "" : field->word(i + 1) ? ", " : " or ", word);
        if (edit_is_nearer(word, value, &min))
            nearest = word;
    }
    if (nearest)
        text_printf(&expected, "; did you mean '%s'?", nearest);
    value_not_accepted(compiling, field, value, text_string(&expected));
    text_free(&expected);
    return NULL;
}

/* Whether the two digits are a number from `min` to `max`. */
static bool is_between(const char *digits, int min, int max)
{
    int number = 10 * (digits[0] - '0') + (digits[1] - '0');
    return number >= min && number <= max;
}

/* Whether the text is a year, a month or a day. Any month may have a day 31, as the end of a range. */
static bool is_date(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    size_t size = strlen(text);
    if (size != 4 && size != 7 && size != 10)
        return false;
    for (size_t i = 0; i < size; i++)
        if (form[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return false;
    return (size < 7 || is_between(text + 5, 1, 12)) && (size < 10 || is_between(text + 8, 1, 31));
}

/* Writes moves in the normal form of the column `first` (summary_opening). */
static enum status normalise_moves(const struct compiling *compiling, const char *value, struct text *moves)
{
    char opening[FIRST_MOVES * FIRST_MOVE];
    struct text written = {0};
    int count = 0;
    for (const char *rest = value; *rest;) {
        char word[MOVE_TEXT], text[MOVE_TEXT];
        struct move_with_ranks move;
        struct error why = {0};
        size_t size = strcspn(rest, " ");
        size_t copied = size < sizeof word ? size : sizeof word - 1;
        memcpy(word, rest, copied);
        word[copied] = '\0';
        bool fits = count < FIRST_MOVES;
        if (size && (!fits || move_read(word, NOTATION_DEBOER, &move, NULL, &why) != STATUS_OK)) {
            text_free(&written);
            return error_set(compiling->error, STATUS_BAD,
                             "found '%s' in the query, expected up to %d moves as in b4-b5", word,
                             FIRST_MOVES);
        }
        if (size)
            text_printf(&written, "%s%s", count++ ? " " : "",
                        move_write(move.move, false, NOTATION_DEBOER, text));
        rest += size + (rest[size] == ' ');
    }
    summary_opening(text_string(&written), FIRST_MOVES, opening);
    text_add(moves, opening);
    text_free(&written);
    return STATUS_OK;
}

static const char front_form[] = "10 symbols as in 263X272952, '.' for an empty square";

/* Writes a setup or a front row in the normal form of its column. */
static enum status normalise_setup(const struct compiling *compiling, const struct query_field *field,
                                   const char *value, struct text *out)
{
    char symbols[FILES], front[FILES + 1], normal[PIECES_A_SIDE + 1];
    struct setup setup;
    enum side side;
    int count = 0;
    if (strcmp(field->name, "front") != 0) {
        if (setup_read_letters(value, &setup, &side, NULL) != STATUS_OK)
            return value_not_accepted(compiling, field, value, "the 40 letters of a setup");
        summary_setup(&setup, normal);
        text_add(out, normal);
        return STATUS_OK;
    }
    for (const char *letter = value; *letter; letter++) {
        int rank = rank_from_symbol(*letter);
        if (*letter == ' ')
            continue;
        if ((rank < 0 && *letter != NO_SYMBOL) || count == FILES)
            return value_not_accepted(compiling, field, value, front_form);
        symbols[count++] = rank < 0 ? NO_SYMBOL : rank_table[rank].symbol;
    }
    if (count != FILES)
        return value_not_accepted(compiling, field, value, front_form);
    summary_front(symbols, front);
    text_add(out, front);
    return STATUS_OK;
}

/* --- comparisons --- */

/* Appends the condition that one of the field's columns equals the last value, or contains it (`part`);
 * negated with `not`. */
static void add_condition(const struct compiling *compiling, const struct query_field *field, bool not,
                          bool part)
{
    struct text *where = &compiling->query->where;
    size_t number = compiling->query->count;
    text_printf(where, "%s(", not ? "NOT " : "");
    for (int i = 0; i < QUERY_COLUMNS && field->column[i]; i++)
        text_printf(where, part ? "%sinstr(lower(%s), lower(?%zu)) > 0" : "%s%s COLLATE NOCASE = ?%zu",
                    i ? " OR " : "", field->column[i], number);
    text_add(where, ")");
}

/* Appends the comparison of a text, a choice, moves or a setup. */
static enum status compare_text(struct compiling *compiling, const struct query_field *field,
                                enum comparing compare, const char *text)
{
    bool part = compare == HAS || compare == HAS_NOT;
    enum status status = add_value(compiling, (struct query_value){.text = memory_text(text)});
    if (status)
        return status;
    bool not = compare == IS_NOT || compare == HAS_NOT;
    /* Without moves the value is '': it equals the opening of the games that have no first moves. */
    if (field->kind == QUERY_MOVES)
        text_printf(&compiling->query->where, "%s(opening(first, %d) = ?%zu)", not ? "NOT " : "",
                    text[0] ? summary_move_count(text) : 1, compiling->query->count);
    else
        add_condition(compiling, field, not, part);
    return STATUS_OK;
}

/* Returns SQL's operator for a comparison. */
static const char *sql_operator(enum comparing compare)
{
    static const char *const signs[] = {[IS] = "=", [IS_NOT] = "<>", [LESS] = "<", [MORE] = ">",
                                        [MAX] = "<=", [MIN] = ">="};
    return signs[compare];
}

/* Appends the comparison of a number. */
static enum status compare_number(struct compiling *compiling, const struct query_field *field,
                                  enum comparing compare, const char *text)
{
    size_t size = strlen(text);
    if (size == 0 || size > 15 || strspn(text, "0123456789") != size)
        return value_not_accepted(compiling, field, text, "a whole number");
    enum status status = add_value(compiling, (struct query_value){.is_number = true,
                                                                   .number = strtoll(text, NULL, 10)});
    if (!status)
        text_printf(&compiling->query->where, "(%s %s ?%zu)", field->column[0], sql_operator(compare),
                    compiling->query->count);
    return status;
}

/* Appends the comparison of a date. Dates are compared only as far as the query gives them, so that a year
 * or a month stands for all its days. */
static enum status compare_date(struct compiling *compiling, const struct query_field *field,
                                enum comparing compare, const char *text)
{
    if (!is_date(text))
        return value_not_accepted(compiling, field, text, "2026, 2026-11 or 2026-11-21");
    enum status status = add_value(compiling, (struct query_value){.text = memory_text(text)});
    if (!status)
        text_printf(&compiling->query->where, "(date <> '' AND substr(date, 1, %zu) %s ?%zu)", strlen(text),
                    sql_operator(compare), compiling->query->count);
    return status;
}

/* Appends the comparison of a field with a value, after checking the value. */
static enum status compare_value(struct compiling *compiling, const struct query_field *field,
                                 enum comparing compare, const char *value)
{
    bool part = compare == HAS || compare == HAS_NOT;
    struct text normal_text = {0};
    enum status status = STATUS_OK;
    const char *text = value;
    if (field->kind == QUERY_NUMBER)
        return compare_number(compiling, field, compare, value);
    if (field->kind == QUERY_DATE)
        return compare_date(compiling, field, compare, value);
    if (field->kind == QUERY_CHOICE && !part) /* a part of a word may be anything */
        text = find_choice(compiling, field, value);
    if (field->kind == QUERY_MOVES)
        status = normalise_moves(compiling, value, &normal_text);
    if (field->kind == QUERY_SETUP)
        status = normalise_setup(compiling, field, value, &normal_text);
    if (field->kind == QUERY_MOVES || field->kind == QUERY_SETUP)
        text = text_string(&normal_text);
    if (!status)
        status = text ? compare_text(compiling, field, compare, text) : STATUS_BAD;
    text_free(&normal_text);
    return status;
}

/* STATUS_BAD if the operator is not possible for the field's kind. */
static enum status check_operator(const struct compiling *compiling, const struct query_field *field,
                                  const struct operator_row *row)
{
    bool part = row->compare == HAS || row->compare == HAS_NOT;
    bool order = row->compare >= LESS;
    bool ordered = field->kind == QUERY_NUMBER || field->kind == QUERY_DATE;
    bool whole_only = ordered || field->kind == QUERY_MOVES || field->kind == QUERY_SETUP;
    if (order && !ordered)
        return error_set(compiling->error, STATUS_BAD, "found '%s' behind %s in the query, expected =, !=%s",
                         row->sign, field->name, whole_only ? "" : ", ~ or !~");
    if (part && whole_only)
        return error_set(compiling->error, STATUS_BAD, "found '%s' behind %s in the query, expected =, !=%s",
                         row->sign, field->name, ordered ? ", <, <=, > or >=" : "");
    return STATUS_OK;
}

/* Compiles FIELD OPERATOR VALUE. */
static enum status compile_term(struct compiling *compiling)
{
    size_t size = letters_at(compiling->at);
    if (!size)
        return syntax_error(compiling, "a field, as in result = won");
    const struct query_field *field = find_field(compiling->at, size);
    if (!field)
        return unknown_field_error(compiling, size);
    compiling->at += size;
    skip_blanks(compiling);
    const struct operator_row *row = operator_at(compiling->at);
    if (!row)
        return syntax_error(compiling, "=, !=, ~, !~, <, <=, > or >=, or is, has, from, to, over or under");
    enum status status = check_operator(compiling, field, row);
    struct text value = {0};
    compiling->at += strlen(row->sign);
    if (!status)
        status = read_value(compiling, field, &value);
    if (!status)
        status = compare_value(compiling, field, row->compare, text_string(&value));
    text_free(&value);
    return status;
}

/* --- and, or, not --- */

static enum status compile_or(struct compiling *compiling);

/* Compiles a not_part of the grammar. */
static enum status compile_not(struct compiling *compiling)
{
    struct text *where = &compiling->query->where;
    skip_blanks(compiling);
    bool not = skip_word(compiling, "not"), bracket = !not && *compiling->at == '(';
    if (!not && !bracket)
        return compile_term(compiling);
    if (++compiling->depth > QUERY_DEPTH)
        return error_set(compiling->error, STATUS_BAD,
                         "found more than %d brackets within each other in the query, expected fewer",
                         QUERY_DEPTH);
    text_add(where, not ? "NOT (" : "(");
    compiling->at += bracket;
    enum status status = not ? compile_not(compiling) : compile_or(compiling);
    skip_blanks(compiling);
    if (!status && bracket && *compiling->at != ')')
        status = syntax_error(compiling, "and, or, or a bracket that closes");
    compiling->at += !status && bracket;
    text_add(where, ")");
    compiling->depth--;
    return status;
}

/* Compiles an and_part; "and" may be left out before the next comparison. */
static enum status compile_and(struct compiling *compiling)
{
    enum status status = compile_not(compiling);
    while (!status) {
        skip_blanks(compiling);
        bool open = *compiling->at == '(' || is_word_at(compiling->at, "not") || is_term_start(compiling->at);
        if (!skip_word(compiling, "and") && !open)
            return STATUS_OK;
        text_add(&compiling->query->where, " AND ");
        status = compile_not(compiling);
    }
    return status;
}

/* Compiles an or_part. */
static enum status compile_or(struct compiling *compiling)
{
    struct text *where = &compiling->query->where;
    text_add(where, "(");
    enum status status = compile_and(compiling);
    while (!status && skip_word(compiling, "or")) {
        text_add(where, " OR ");
        status = compile_and(compiling);
    }
    text_add(where, ")");
    return status;
}

enum status query_compile(const char *text, struct query *query, struct error *error)
{
    struct compiling compiling = {.at = text, .query = query, .error = error};
    if (strlen(text) > QUERY_BYTES)
        return error_set(error, STATUS_BAD, "found a query of more than %d bytes, expected a shorter one",
                         QUERY_BYTES);
    skip_blanks(&compiling);
    if (!*compiling.at) {
        text_add(&query->where, "1");
        return STATUS_OK;
    }
    enum status status = compile_or(&compiling);
    skip_blanks(&compiling);
    if (!status && *compiling.at)
        status = syntax_error(&compiling, "and, or, or the query's end");
    return status;
}

void query_free(struct query *query)
{
    for (size_t i = 0; i < query->count; i++)
        free(query->value[i].text);
    text_free(&query->where);
    *query = (struct query){0};
}
