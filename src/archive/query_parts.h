/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the query compiler: words and grammar (query.c), values (query_values.c), fights and armies
 * (query_group.c). Private to src/archive. */
#ifndef VEDETTE_ARCHIVE_QUERY_PARTS_H
#define VEDETTE_ARCHIVE_QUERY_PARTS_H

#include "archive/query.h"

/* A query being compiled. The grammar: or_part = and_part {"or" and_part}; and_part = not_part {["and"]
 * not_part}; not_part = "not" not_part | "(" or_part ")" | term; term = comparison, or a group: a comparison
 * of a field that opens one, and {["and"] comparison} of fields that belong to it; comparison = FIELD
 * OPERATOR VALUE. */
struct compiling {
    const char *at; /* the rest of the query's text */
    struct query *query;
    int depth;      /* nesting of brackets and "not" */
    int groups;     /* number of fights and armies */
    struct query_of of; /* the owner that all of them must have */
    struct error *error;
};

/* The comparisons; those from LESS on need an order of the values. The value is the MAX for "<=", the MIN
 * for ">=". */
enum comparing { IS, IS_NOT, HAS, HAS_NOT, LESS, MORE, MAX, MIN };

struct operator_row {
    const char *sign;
    enum comparing compare;
};

/* A comparison as read: FIELD OPERATOR VALUE. */
struct query_comparison {
    const struct query_field *field;
    const struct operator_row *row;
    struct text value;  /* freed by the reader of the comparison */
};

/* --- words (query.c) --- */

/* Reads a comparison; checks the field, the operator and that there is a value. `comparison` must be all
 * zero. */
enum status query_read_comparison(struct compiling *compiling, struct query_comparison *comparison);

/* Returns the field of the comparison that begins behind blanks and an optional "and"; NULL: none begins.
 * Does not move. */
const struct query_field *query_next_field(const struct compiling *compiling);

/* Skips blanks and the word `word`. False if another word follows. */
bool query_skip_word(struct compiling *compiling, const char *word);

/* Returns the comparison FIELD = VALUE. `field` must be a field's name. The caller frees the value. */
struct query_comparison query_equals(const char *field, const char *value);

/* --- values (query_values.c) --- */

/* Returns STATUS_BAD if the operator is not possible for the field's kind. */
enum status query_check_operator(const struct compiling *compiling, const struct query_field *field,
                                 const struct operator_row *row);

/* Appends the comparison of a field of games with a value, after checking the value. */
enum status query_compare(struct compiling *compiling, const struct query_comparison *comparison);

/* Adds a value to the query, which then owns its text. */
enum status query_add_value(struct compiling *compiling, struct query_value value);

/* Sets the error for a value that the field does not accept; returns STATUS_BAD. */
enum status query_refuse_value(const struct compiling *compiling, const struct query_field *field,
                               const char *value, const char *expected);

/* Returns the index of the field's word that equals the value; -1 and an error if none does. */
int query_find_word(const struct compiling *compiling, const struct query_field *field, const char *value);

/* Reads a whole number of up to 15 digits. */
enum status query_read_number(const struct compiling *compiling, const struct query_field *field,
                              const char *value, int64_t *number);

/* Returns SQL's operator for a comparison other than HAS and HAS_NOT. */
const char *query_sql_operator(enum comparing compare);

/* --- fights and armies (query_group.c) --- */

/* Compiles a group, of which the first comparison is read, to one EXISTS. */
enum status query_compile_group(struct compiling *compiling, const struct query_comparison *first);

#endif
