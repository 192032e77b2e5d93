/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/query.h"

#include "archive/query_parts.h"

#include "base/ascii.h"
#include "base/edit_distance.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether a character is a blank. */
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

/* Returns whether the first word of `text` is `word`, ignoring case. */
static bool is_word_at(const char *text, const char *word)
{
    size_t size = strlen(word);
    return ascii_compare_size(text, word, size) == 0 && word_at(text) == size;
}

bool query_skip_word(struct compiling *compiling, const char *word)
{
    skip_blanks(compiling);
    if (!is_word_at(compiling->at, word))
        return false;
    compiling->at += strlen(word);
    return true;
}

/* Sets the error "found … in the query, expected …"; returns STATUS_BAD. */
static enum status report_syntax_error(const struct compiling *compiling, const char *expected)
{
    size_t size = word_at(compiling->at);
    if (!*compiling->at)
        return error_set(compiling->error, STATUS_BAD, "the query ends, expected %s", expected);
    /* A bracket is no part of a word: name it alone. */
    return error_set(compiling->error, STATUS_BAD, "found '%.*s' in the query, expected %s",
                     size ? (int)(size < 60 ? size : 60) : 1, compiling->at, expected);
}

/* --- fields --- */

/* Returns the field with this name or alias, ignoring case. NULL if there is none. */
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

/* Sets the error for an unknown field. It has the most similar name or, if none is similar, all names. */
static enum status report_unknown_field(const struct compiling *compiling, size_t size)
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

/* An operator that begins with another one must precede it. The operators in letters are for shells,
 * where '<' and '>' need quotes. */
static const struct operator_row operators[] = {
    {"!=", IS_NOT}, {"!~", HAS_NOT}, {"<=", MAX}, {">=", MIN}, {"==", IS}, {"=", IS}, {"~", HAS},
    {"<", LESS}, {">", MORE}, {"is", IS}, {"has", HAS}, {"from", MIN}, {"to", MAX}, {"over", MORE},
    {"under", LESS},
};

/* Returns the operator with which the text begins. NULL if there is none. */
static const struct operator_row *operator_at(const char *text)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const char *sign = operators[i].sign;
        if (letters_at(sign) ? is_word_at(text, sign) : strncmp(text, sign, strlen(sign)) == 0)
            return &operators[i];
    }
    return NULL;
}

/* Returns whether a comparison begins here: letters and an operator in signs, or a field and an operator in
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

const struct query_field *query_next_field(const struct compiling *compiling)
{
    struct compiling ahead = *compiling;
    query_skip_word(&ahead, "and");
    skip_blanks(&ahead);
    return is_term_start(ahead.at) ? find_field(ahead.at, letters_at(ahead.at)) : NULL;
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
            return report_syntax_error(compiling, "a quote that closes");
        text_append(value, compiling->at + 1, (size_t)(end - compiling->at - 1));
        compiling->at = end + 1;
        return STATUS_OK;
    }
    /* Unquoted: one word, or several if the field allows it. */
    for (;;) {
        size_t size = word_at(compiling->at);
        if (!size && !value->size)
            return report_syntax_error(compiling, "a value");
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

enum status query_read_comparison(struct compiling *compiling, struct query_comparison *comparison)
{
    skip_blanks(compiling);
    size_t size = letters_at(compiling->at);
    if (!size)
        return report_syntax_error(compiling, "a field, as in result = won");
    const struct query_field *field = comparison->field = find_field(compiling->at, size);
    if (!field)
        return report_unknown_field(compiling, size);
    compiling->at += size;
    skip_blanks(compiling);
    const struct operator_row *row = comparison->row = operator_at(compiling->at);
    if (!row)
        return report_syntax_error(compiling,
                                   "=, !=, ~, !~, <, <=, > or >=, or is, has, from, to, over or under");
    enum status status = query_check_operator(compiling, field, row);
    compiling->at += strlen(row->sign);
    return status ? status : read_value(compiling, field, &comparison->value);
}

struct query_comparison query_equals(const char *field, const char *value)
{
    struct query_comparison comparison = {.field = find_field(field, strlen(field)), .row = operator_at("=")};
    text_add(&comparison.value, value);
    return comparison;
}

/* Compiles a term of the grammar (archive/query_parts.h), and appends its condition in SQL to
 * query->where. */
static enum status compile_term(struct compiling *compiling)
{
    struct query_comparison comparison = {0};
    enum status status = query_read_comparison(compiling, &comparison);
    if (!status)
        status = comparison.field->groups ? query_compile_group(compiling, &comparison)
                                          : query_compare(compiling, &comparison);
    text_free(&comparison.value);
    return status;
}

/* --- and, or, not --- */

static enum status compile_or(struct compiling *compiling);

/* Compiles a not_part of the grammar in the same way. */
static enum status compile_not(struct compiling *compiling)
{
    struct text *where = &compiling->query->where;
    skip_blanks(compiling);
    bool not = query_skip_word(compiling, "not"), bracket = !not && *compiling->at == '(';
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
        status = report_syntax_error(compiling, "and, or, or a bracket that closes");
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
        if (!query_skip_word(compiling, "and") && !open)
            return STATUS_OK;
        text_add(&compiling->query->where, " AND ");
        status = compile_not(compiling);
    }
    return status;
}

/* Compiles an or_part of the grammar in the same way. */
static enum status compile_or(struct compiling *compiling)
{
    struct text *where = &compiling->query->where;
    text_add(where, "(");
    enum status status = compile_and(compiling);
    while (!status && query_skip_word(compiling, "or")) {
        text_add(where, " OR ");
        status = compile_and(compiling);
    }
    text_add(where, ")");
    return status;
}

enum status query_compile(const char *text, struct query *query, struct error *error)
{
    return query_compile_of(text, (struct query_of){0}, query, error);
}

enum status query_compile_of(const char *text, struct query_of of, struct query *query, struct error *error)
{
    struct compiling compiling = {.at = text, .query = query, .of = of, .error = error};
    if (strlen(text) > QUERY_BYTES)
        return error_set(error, STATUS_BAD, "found a query of more than %d bytes, expected a shorter one",
                         QUERY_BYTES);
    enum status status = STATUS_OK;
    skip_blanks(&compiling);
    if (*compiling.at)
        status = compile_or(&compiling);
    else
        text_add(&query->where, "1");
    skip_blanks(&compiling);
    if (!status && *compiling.at)
        status = report_syntax_error(&compiling, "and, or, or the query's end");
    if (!status && of.field && !compiling.groups)
        status = error_set(error, STATUS_BAD, "found no piece or army in the query, expected one whose owner "
                           "is given, as in lost=marshal or flag=b1");
    return status;
}

void query_free(struct query *query)
{
    for (size_t i = 0; i < query->count; i++)
        free(query->value[i].text);
    text_free(&query->where);
    *query = (struct query){0};
}
