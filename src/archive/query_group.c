/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fights and armies in queries. The fields of a group stand together and mean the same row of the table of
 * fights or of armies: a group becomes one EXISTS. */
#include "archive/query_parts.h"

#include "archive/events.h"
#include "base/memory.h"
#include "game/notation.h"

#include <stdio.h>

/* A group being compiled. In a fight the piece that the group names was either the defender or the attacker,
 * so that there are two conditions, of which one must be true. */
struct group {
    unsigned kind;              /* QUERY_FIGHT or QUERY_ARMY */
    struct text where[COLUMN_OF_ARMY + 1];
    bool never[COLUMN_OF_ARMY + 1]; /* a field has no such column: this condition is not true */
};

/* Returns the first and the last condition of a group by enum column. */
static int first_condition(const struct group *group)
{
    return group->kind == QUERY_ARMY ? COLUMN_OF_ARMY : COLUMN_OF_DEFENDER;
}

static int last_condition(const struct group *group)
{
    return group->kind == QUERY_ARMY ? COLUMN_OF_ARMY : COLUMN_OF_ATTACKER;
}

/* --- values --- */

/* Reads a square; for QUERY_OWN_SQUARE one of the owner's rows, with its mirror image joined. */
static enum status read_square(const struct compiling *compiling, const struct query_comparison *comparison,
                               int64_t *number)
{
    const struct query_field *field = comparison->field;
    const char *value = text_string(&comparison->value), *end = value;
    bool own = field->kind == QUERY_OWN_SQUARE;
    int square = square_read(&end, NOTATION_DEBOER);
    if (square < 0 || *end || (own && square >= PIECES_A_SIDE))
        return query_refuse_value(compiling, field, value,
                                  own ? "a square from the owner's view, a1 to j4" : "a square, a1 to j10");
    *number = own ? events_own_square(square) : square;
    return STATUS_OK;
}

/* Reads the number that the value stands for. */
static enum status read_number(const struct compiling *compiling, const struct query_comparison *comparison,
                               int64_t *number)
{
    const struct query_field *field = comparison->field;
    const char *value = text_string(&comparison->value);
    if (field->kind == QUERY_SQUARE || field->kind == QUERY_OWN_SQUARE)
        return read_square(compiling, comparison, number);
    if (!field->word)
        return query_read_number(compiling, field, value, number);
    *number = query_find_word(compiling, field, value);
    return *number < 0 ? STATUS_BAD : STATUS_OK;
}

/* --- conditions --- */

/* Appends the condition on an army's owner. `side`: an SQL expression of the owner's side, 0 or 1. */
static void add_owner(enum query_owner owner, const char *side, struct text *where)
{
    static const char own[] = "CASE %s WHEN 0 THEN 'red' ELSE 'blue' END";
    static const char other[] = "CASE %s WHEN 0 THEN 'blue' ELSE 'red' END";
    char name[80];
    if (owner == OWNER_DREW) {
        text_add(where, "(winner = 'draw')");
    } else if (owner == OWNER_RED || owner == OWNER_BLUE) {
        text_printf(where, "(%s = %d)", side, owner == OWNER_BLUE);
    } else {
        snprintf(name, sizeof name, owner == OWNER_WON || owner == OWNER_YOU ? own : other, side);
        text_printf(where, "(%s = %s)",
                    owner == OWNER_WON || owner == OWNER_LOST ? "winner" : "person", name);
    }
}

/* Appends the condition on the owner's name, that people see or that of the agent, against the last value. */
static void add_name(const struct compiling *compiling, const char *side, bool part, struct text *where)
{
    static const char *const columns[] = {"", "_agent"};
    size_t value = compiling->query->count;
    text_add(where, "(");
    for (int i = 0; i < 2; i++) {
        text_printf(where, "%s%s(CASE %s WHEN 0 THEN red%s ELSE blue%s END)%s", i ? " OR " : "",
                    part ? "instr(lower" : "", side, columns[i], columns[i], part ? "" : " COLLATE NOCASE");
        text_printf(where, part ? ", lower(?%zu)) > 0" : " = ?%zu", value);
    }
    text_add(where, ")");
}

/* Appends one field's condition to `where`. `column`: an SQL expression. `number`: the value as a number; if
 * it is bound, it is the query's last value. */
static void add_field(const struct compiling *compiling, const struct query_comparison *comparison,
                      const char *column, int64_t number, struct text *where)
{
    enum comparing compare = comparison->row->compare;
    enum query_kind kind = comparison->field->kind;
    bool not = compare == IS_NOT || compare == HAS_NOT;
    const char *sign = kind == QUERY_BEFORE  ? "<"
                       : kind == QUERY_AFTER ? ">"
                                             : query_sql_operator(compare);
    text_add(where, where->size ? " AND " : "");
    if (kind == QUERY_RANK && number == RANKS) {
        text_add(where, not ? "0" : "1");
    } else if (kind == QUERY_OWNER || kind == QUERY_TEXT) {
        text_add(where, not ? "NOT " : "");
        if (kind == QUERY_OWNER)
            add_owner((enum query_owner)number, column, where);
        else
            add_name(compiling, column, compare == HAS || compare == HAS_NOT, where);
    } else if (kind == QUERY_YES) {
        text_printf(where, "%s = %d", column, (number == 0) != not); /* the words are yes, no */
    } else {
        text_printf(where, "%s %s ?%zu", column, sign, compiling->query->count);
    }
}

/* Adds a comparison to the conditions of the group. */
static enum status add_comparison(struct compiling *compiling, const struct query_comparison *comparison,
                                  struct group *group)
{
    const struct query_field *field = comparison->field;
    int64_t number = 0;
    enum status status = STATUS_OK;
    if (field->kind == QUERY_TEXT)
        status = query_add_value(compiling,
                                 (struct query_value){.text = memory_text(text_string(&comparison->value))});
    else
        status = read_number(compiling, comparison, &number);
    bool is_word = field->kind == QUERY_TEXT || field->kind == QUERY_OWNER || field->kind == QUERY_YES ||
                   (field->kind == QUERY_RANK && number == RANKS);
    if (!status && !is_word)
        status = query_add_value(compiling, (struct query_value){.is_number = true, .number = number});
    for (int i = first_condition(group); i <= last_condition(group) && !status; i++) {
        if (field->column[i])
            add_field(compiling, comparison, field->column[i], number, &group->where[i]);
        else
            group->never[i] = true;
    }
    return status;
}

/* Appends the condition in SQL that the game has a fight or army with the properties of the group. */
static void write_group(const struct group *group, struct text *where)
{
    bool took = group->never[COLUMN_OF_ATTACKER]; /* the attacker stays */
    const char *const removed[] = {
        [COLUMN_OF_DEFENDER] = took ? "removed = 1 AND " : "removed <> 2 AND ",
        [COLUMN_OF_ATTACKER] = "removed <> 1 AND ", [COLUMN_OF_ARMY] = ""};
    int first = first_condition(group);
    bool joined = false;
    text_printf(where, "EXISTS (SELECT 1 FROM %s WHERE game = games.id AND (",
                group->kind == QUERY_ARMY ? "armies" : "fights");
    for (int i = first; i <= last_condition(group); i++) {
        if (group->never[i])
            continue;
        text_printf(where, "%s(%s%s)", joined ? " OR " : "", removed[i], text_string(&group->where[i]));
        joined = true;
    }
    text_add(where, "))");
}

/* --- groups --- */

/* Sets the error for a field that belongs to a group but stands alone. */
static enum status report_lone_field(const struct compiling *compiling, const struct query_field *field)
{
    bool army = field->groups & QUERY_ARMY;
    return error_set(compiling->error, STATUS_BAD, "found '%s' alone in the query, expected it behind lost "
                     "or took%s, as in %s", field->name, army ? " or an army's field" : "",
                     army ? "flag=b1 owner=won" : "lost=marshal by=spy before=100");
}

enum status query_compile_group(struct compiling *compiling, const struct query_comparison *first)
{
    struct group group = {.kind = first->field->groups};
    if (!first->field->opens)
        return report_lone_field(compiling, first->field);
    if (++compiling->groups > QUERY_GROUPS_MAX)
        return error_set(compiling->error, STATUS_BAD,
                         "found more than %d fights and armies in the query, expected fewer",
                         QUERY_GROUPS_MAX);
    enum status status = add_comparison(compiling, first, &group);
    for (;;) {
        struct query_comparison comparison = {0};
        const struct query_field *next = status ? NULL : query_next_field(compiling);
        /* A second lost or took is another fight; an army's fields open none while one is open. */
        if (!next || !(next->groups & group.kind) || (next->opens && group.kind == QUERY_FIGHT))
            break;
        query_skip_word(compiling, "and");
        status = query_read_comparison(compiling, &comparison);
        if (!status)
            status = add_comparison(compiling, &comparison, &group);
        text_free(&comparison.value);
    }
    if (!status && compiling->of.field) {
        struct query_comparison owner = query_equals(compiling->of.field, compiling->of.value);
        status = add_comparison(compiling, &owner, &group);
        text_free(&owner.value);
    }
    if (!status)
        write_group(&group, &compiling->query->where);
    for (int i = 0; i <= COLUMN_OF_ARMY; i++)
        text_free(&group.where[i]);
    return status;
}
