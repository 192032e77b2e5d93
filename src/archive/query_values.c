/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/query_parts.h"

#include "archive/summary.h"
#include "base/ascii.h"
#include "base/edit_distance.h"
#include "base/memory.h"
#include "file/file.h"
#include "game/notation.h"

#include <stdlib.h>
#include <string.h>

enum status query_add_value(struct compiling *compiling, struct query_value value)
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

enum status query_refuse_value(const struct compiling *compiling, const struct query_field *field,
                                      const char *value, const char *expected)
{
    return error_set(compiling->error, STATUS_BAD, "found the %s '%.60s' in the query, expected %s",
                     field->name, value, expected);
}

int query_find_word(const struct compiling *compiling, const struct query_field *field, const char *value)
{
    struct text expected = {0};
    const char *nearest = NULL, *word;
    size_t min = SIZE_MAX;
    for (size_t i = 0; (word = field->word(i)); i++) {
        if (ascii_compare(value, word) == 0) {
            text_free(&expected);
            return (int)i;
        }
        text_printf(&expected, "%s%s", !i ? "" : field->word(i + 1) ? ", " : " or ", word);
        if (edit_is_nearer(word, value, &min))
            nearest = word;
    }
    if (nearest)
        text_printf(&expected, "; did you mean '%s'?", nearest);
    query_refuse_value(compiling, field, value, text_string(&expected));
    text_free(&expected);
    return -1;
}

/* Returns the word of a choice as the archive stores it. NULL and an error if it is no such word. */
static const char *find_choice(const struct compiling *compiling, const struct query_field *field,
                               const char *value)
{
    int index = query_find_word(compiling, field, value);
    const char *word = index < 0 ? NULL : field->word((size_t)index);
    return word && strcmp(word, "drawn") == 0 ? "draw" : word; /* the table has "draw" for both words */
}

/* Returns whether the two digits are a number from `min` to `max`. */
static bool is_between(const char *digits, int min, int max)
{
    int number = 10 * (digits[0] - '0') + (digits[1] - '0');
    return number >= min && number <= max;
}

/* Returns whether the text is a year, a month or a day. Any month may have a day 31, as the end of a
 * range. */
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

/* Writes a setup or a front row in the form in which the field's column stores it. */
static enum status normalise_setup(const struct compiling *compiling, const struct query_field *field,
                                   const char *value, struct text *out)
{
    char symbols[FILES], front[FILES + 1], normal[PIECES_A_SIDE + 1];
    struct setup setup;
    enum side side;
    int count = 0;
    if (strcmp(field->name, "front") != 0) {
        if (setup_read_letters(value, &setup, &side, NULL) != STATUS_OK)
            return query_refuse_value(compiling, field, value, "the 40 letters of a setup");
        summary_setup(&setup, normal);
        text_add(out, normal);
        return STATUS_OK;
    }
    for (const char *letter = value; *letter; letter++) {
        int rank = rank_from_symbol(*letter);
        if (*letter == ' ')
            continue;
        if ((rank < 0 && *letter != NO_SYMBOL) || count == FILES)
            return query_refuse_value(compiling, field, value, front_form);
        symbols[count++] = rank < 0 ? NO_SYMBOL : rank_table[rank].symbol;
    }
    if (count != FILES)
        return query_refuse_value(compiling, field, value, front_form);
    summary_front(symbols, front);
    text_add(out, front);
    return STATUS_OK;
}

/* --- comparisons --- */

/* Appends the condition in SQL that one of the field's columns equals the last value; with `part`, that it
 * contains the value; with `not`, the negation. */
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
    enum status status = query_add_value(compiling, (struct query_value){.text = memory_text(text)});
    if (status)
        return status;
    bool not = compare == IS_NOT || compare == HAS_NOT;
    /* If there are no moves, the value is '', which equals the opening of the games without first moves. */
    if (field->kind == QUERY_MOVES)
        text_printf(&compiling->query->where, "%s(opening(first, %d) = ?%zu)", not ? "NOT " : "",
                    text[0] ? summary_move_count(text) : 1, compiling->query->count);
    else
        add_condition(compiling, field, not, part);
    return STATUS_OK;
}

const char *query_sql_operator(enum comparing compare)
{
    static const char *const signs[] = {[IS] = "=", [IS_NOT] = "<>", [LESS] = "<", [MORE] = ">",
                                        [MAX] = "<=", [MIN] = ">="};
    return signs[compare];
}

enum status query_read_number(const struct compiling *compiling, const struct query_field *field,
                              const char *value, int64_t *number)
{
    size_t size = strlen(value);
    if (size == 0 || size > 15 || strspn(value, "0123456789") != size)
        return query_refuse_value(compiling, field, value, "a whole number");
    *number = strtoll(value, NULL, 10);
    return STATUS_OK;
}

/* Reads the number from `text` and appends its comparison with the field's column. */
static enum status compare_number(struct compiling *compiling, const struct query_field *field,
                                  enum comparing compare, const char *text)
{
    struct query_value value = {.is_number = true};
    enum status status = query_read_number(compiling, field, text, &value.number);
    if (!status)
        status = query_add_value(compiling, value);
    if (!status)
        text_printf(&compiling->query->where, "(%s %s ?%zu)", field->column[0], query_sql_operator(compare),
                    compiling->query->count);
    return status;
}

/* Appends the comparison of a date. Compares dates only as far as the query gives them, so that a year or a
 * month stands for all its days. */
static enum status compare_date(struct compiling *compiling, const struct query_field *field,
                                enum comparing compare, const char *text)
{
    if (!is_date(text))
        return query_refuse_value(compiling, field, text, "2026, 2026-11 or 2026-11-21");
    enum status status = query_add_value(compiling, (struct query_value){.text = memory_text(text)});
    if (!status)
        text_printf(&compiling->query->where, "(date <> '' AND substr(date, 1, %zu) %s ?%zu)", strlen(text),
                    query_sql_operator(compare), compiling->query->count);
    return status;
}

enum status query_compare(struct compiling *compiling, const struct query_comparison *comparison)
{
    const struct query_field *field = comparison->field;
    enum comparing compare = comparison->row->compare;
    const char *value = text_string(&comparison->value);
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

enum status query_check_operator(const struct compiling *compiling, const struct query_field *field,
                                 const struct operator_row *row)
{
    bool part = row->compare == HAS || row->compare == HAS_NOT;
    bool order = row->compare >= LESS;
    bool ordered = field->kind == QUERY_NUMBER || field->kind == QUERY_DATE;
    bool whole_only = ordered || field->kind == QUERY_MOVES || field->kind == QUERY_SETUP ||
                      field->kind >= QUERY_RANK;
    bool equal_only = field->kind == QUERY_BEFORE || field->kind == QUERY_AFTER;
    if (equal_only && row->compare != IS)
        return error_set(compiling->error, STATUS_BAD, "found '%s' behind %s in the query, expected =",
                         row->sign, field->name);
    if (order && !ordered)
        return error_set(compiling->error, STATUS_BAD, "found '%s' behind %s in the query, expected =, !=%s",
                         row->sign, field->name, whole_only ? "" : ", ~ or !~");
    if (part && whole_only)
        return error_set(compiling->error, STATUS_BAD, "found '%s' behind %s in the query, expected =, !=%s",
                         row->sign, field->name, ordered ? ", <, <=, > or >=" : "");
    return STATUS_OK;
}

