/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/value.h"

#include "base/decimal.h"
#include "game/variant.h"
#include "plan/planner.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { RANKS_ANY = (1 << RANKS) - 1 };

bool value_read_whole(const char *text, uint64_t *value)
{
    uint64_t sum = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return true;
}

bool value_square(const char *text, enum notation notation, int *square)
{
    const char *cursor = text;
    *square = square_read(&cursor, notation);
    return *square >= 0 && *cursor == '\0';
}

/* Returns the rank with this name, or -1. */
static int find_rank_name(const char *text)
{
    for (int rank = 0; rank < RANKS; rank++)
        if (strcmp(text, rank_table[rank].name) == 0)
            return rank;
    return -1;
}

bool value_rank(const char *text, enum notation notation, int *rank)
{
    *rank = find_rank_name(text);
    if (*rank < 0 && text[0] && !text[1])
        *rank = rank_read(text[0], notation);
    return *rank >= 0 && *rank < RANKS;
}

bool value_ranks(const char *text, enum notation notation, uint16_t *ranks)
{
    int named = find_rank_name(text);
    if (named >= 0)
        *ranks = (uint16_t)(1 << named);
    else
        *ranks = strcmp(text, "?") == 0 ? RANKS_ANY : ranks_read(text, strlen(text), notation);
    return *ranks != 0;
}

/* Returns the words for an error about a rank or ranks. */
static const char *expected_ranks(enum value_kind kind, enum notation notation)
{
    bool arts = notation == NOTATION_ARTS;
    if (kind == VALUE_RANK)
        return arts ? "a rank: F B S 1 .. 9 or its name" : "a rank: F B S 2 .. 9 X or its name";
    return arts ? "ranks F B S 1 .. 9 as in 1,2, a name, or ?"
        : "ranks F B S 2 .. 9 X as in X,9, a name, or ?";
}

/* Returns the words for an error about a square. */
static const char *expected_square(enum notation notation)
{
    return notation == NOTATION_ARTS ? "a square a1 .. k0" : "a square a1 .. j10";
}

enum status value_read_note(const char *command, const char *text, enum notation notation, int *square,
                            uint16_t *ranks, struct error *error)
{
    char place[8];
    const char *sign = strchr(text, '=');
    size_t size = sign ? (size_t)(sign - text) : 0;
    if (!sign || size >= sizeof place)
        return error_set(error, STATUS_BAD, "%s: found --note '%s', expected as in e7=X,9", command, text);
    memcpy(place, text, size);
    place[size] = '\0';
    if (!value_square(place, notation, square))
        return error_set(error, STATUS_BAD, "%s: found '%s', expected %s", command, place,
                         expected_square(notation));
    if (!value_ranks(sign + 1, notation, ranks))
        return error_set(error, STATUS_BAD, "%s: found '%s', expected %s", command, sign + 1,
                         expected_ranks(VALUE_RANKS, notation));
    return STATUS_OK;
}

/* The value being read and the context for its errors. */
struct value_reading {
    const struct session *session;
    const char *command; /* NULL: a flag of the session */
    bool is_flag;
    const struct argument *row;
    const char *text;
    struct error *error;
};

/* Sets the error "match: --games: found 'x', expected …" or, for a word, "perft: found 'x', expected …". */
static enum status report_value_error(const struct value_reading *reading, const char *expected)
{
    const struct argument *row = reading->row;
    return error_set(reading->error, STATUS_BAD, "%s%s%s%s%sfound '%s', expected %s",
                     reading->command ? reading->command : "", reading->command ? ": " : "",
                     reading->is_flag ? "--" : "", reading->is_flag ? row->name : "",
                     reading->is_flag ? ": " : "", reading->text, expected);
}

/* Sets the error for a value that is one of a list: "convert: found --to 'png', expected …". */
static enum status report_choice_error(const struct value_reading *reading, const char *expected)
{
    const struct argument *row = reading->row;
    return error_set(reading->error, STATUS_BAD, "%s%sfound %s%s%s'%.40s', expected %s",
                     reading->command ? reading->command : "", reading->command ? ": " : "",
                     reading->is_flag ? "--" : "", reading->is_flag ? row->name : "",
                     reading->is_flag ? " " : "", reading->text, expected);
}

/* Reads a whole number in the row's range. */
static enum status read_whole(const struct value_reading *reading, uint64_t *value)
{
    const struct argument *row = reading->row;
    struct text expected = {0};
    if (value_read_whole(reading->text, value) && *value >= row->min && *value <= row->max)
        return STATUS_OK;
    text_add(&expected, "a whole number");
    bool digits = reading->text[0] && reading->text[strspn(reading->text, "0123456789")] == '\0';
    if (row->min > 0 || row->max < UINT64_MAX || digits) /* digits that are out of the range */
        text_printf(&expected, " from %llu to %llu", (unsigned long long)row->min,
                    (unsigned long long)row->max);
    else
        text_add(&expected, ", 0 or more");
    enum status status = report_value_error(reading, text_string(&expected));
    text_free(&expected);
    return status;
}

/* Reads a number in the row's range, with or without its unit. */
static enum status read_number(const struct value_reading *reading, double *value)
{
    const struct argument *row = reading->row;
    char expected[80], number[80];
    size_t size = strlen(reading->text), unit = row->unit ? strlen(row->unit) : 0;
    if (unit && size > unit && strcmp(reading->text + size - unit, row->unit) == 0)
        size -= unit;
    snprintf(number, sizeof number, "%.*s", (int)size, reading->text);
    if (size < sizeof number && decimal_read(number, value) && *value >= row->low && *value <= row->high)
        return STATUS_OK;
    snprintf(expected, sizeof expected, "a number from %g to %g%s%s", row->low, row->high, unit ? " " : "",
             unit ? row->unit : "");
    return report_value_error(reading, expected);
}

/* Reads one of the words; *value gets its index. */
static enum status read_choice(const struct value_reading *reading, const char *const *words, int *value)
{
    struct text expected = {0};
    for (*value = 0; words[*value]; ++*value)
        if (strcmp(reading->text, words[*value]) == 0)
            return STATUS_OK;
    for (int i = 0; words[i]; i++)
        text_printf(&expected, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    enum status status = report_choice_error(reading, text_string(&expected));
    text_free(&expected);
    return status;
}

/* Reads a time control. */
static enum status read_clock(const struct value_reading *reading, struct time_terms *value)
{
    if (time_terms_read(reading->text, value, NULL, NULL) == STATUS_OK)
        return STATUS_OK;
    return report_value_error(reading, "none, a time as 5m or 5m+3s, 10s/move, or two of them with a comma "
                              "between; a time is 0.001s to 100h");
}

/* Reads a number of plies, or the number of a side's move: "20r", "20b". */
static enum status read_moment(const struct value_reading *reading, struct moment *value)
{
    char number[24];
    size_t digits = strspn(reading->text, "0123456789");
    char side = reading->text[digits];
    bool has_side = (side == 'r' || side == 'b') && !reading->text[digits + 1];
    snprintf(number, sizeof number, "%.*s", (int)digits, reading->text);
    *value = (struct moment){.is_given = true, .side = !has_side ? MOMENT_PLIES : side == 'r' ? RED : BLUE};
    if (digits < sizeof number && (has_side || !side) && value_read_whole(number, &value->number) &&
        value->number >= has_side && value->number <= UINT32_MAX)
        return STATUS_OK;
    return report_value_error(reading, "a number of plies, or of a side's move as 20r or 20b");
}

/* Checks an agent's spec, with the session's options. */
static enum status read_agent(const struct value_reading *reading)
{
    struct settings agent_options = {0};
    enum status status = agent_settings(reading->text, &reading->session->settings, &agent_options,
                                        reading->error);
    settings_free(&agent_options);
    return status;
}

/* Reads the name of a plan or of its options; *value gets its index in plan_kind_table. */
static enum status read_plan(const struct value_reading *reading, int *value)
{
    for (*value = 0; *value < plan_kind_count; ++*value) {
        const struct plan_kind *plan = plan_kind_table[*value];
        if (strcmp(plan->name, reading->text) == 0 || strcmp(plan->options.name, reading->text) == 0)
            return STATUS_OK;
    }
    return report_choice_error(reading, "a plan, as FlagDefense or plan_flag_defense");
}

/* Reads the name of a variant; *value gets its index in variant_table. */
static enum status read_variant(const struct value_reading *reading, int *value)
{
    char names[VARIANT_NAMES];
    const struct variant *variant = variant_find(reading->text);
    if (!variant)
        return report_choice_error(reading, variant_names(names));
    *value = variant_index(variant);
    return STATUS_OK;
}

/* Reads a note, square, rank or ranks in the session's notation. For a note only checks it. */
static enum status read_noted(const struct value_reading *reading, void *value)
{
    enum notation notation = session_notation(reading->session);
    enum value_kind kind = reading->row->kind;
    int square;
    uint16_t ranks;
    if (kind == VALUE_NOTE)
        return value_read_note(reading->command, reading->text, notation, &square, &ranks, reading->error);
    if (kind == VALUE_SQUARE)
        return value_square(reading->text, notation, value) ? STATUS_OK
                                                            : report_value_error(reading,
                                                                                 expected_square(notation));
    bool fits = kind == VALUE_RANK ? value_rank(reading->text, notation, value)
                                   : value_ranks(reading->text, notation, value);
    return fits ? STATUS_OK : report_value_error(reading, expected_ranks(kind, notation));
}

static const char *const side_words[] = {"red", "blue", NULL};

enum status value_read(const struct session *session, const char *command, bool is_flag,
                       const struct argument *row, char *text, void *value, struct error *error)
{
    const struct value_reading reading = {session, command, is_flag, row, text, error};
    enum status status = STATUS_OK;
    switch (row->kind) {
    case VALUE_NONE: *(bool *)value = true; return STATUS_OK;
    case VALUE_WHOLE: return read_whole(&reading, value);
    case VALUE_NUMBER: return read_number(&reading, value);
    case VALUE_CHOICE: return read_choice(&reading, row->words, value);
    case VALUE_SIDE: return read_choice(&reading, side_words, value);
    case VALUE_SQUARE:
    case VALUE_RANK:
    case VALUE_RANKS: return read_noted(&reading, value);
    case VALUE_CLOCK: return read_clock(&reading, value);
    case VALUE_MOMENT: return read_moment(&reading, value);
    case VALUE_PLAN: return read_plan(&reading, value);
    case VALUE_VARIANT: return read_variant(&reading, value);
    case VALUE_NOTE: status = read_noted(&reading, NULL); break;
    case VALUE_AGENT: status = read_agent(&reading); break;
    default: break;
    }
    if (!status)
        *(const char **)value = text;
    return status;
}

/* Returns whether a text has the form of a move. */
static bool is_move(const struct session *session, const char *text)
{
    struct move_with_ranks move;
    return move_read(text, session_notation(session), &move, NULL, NULL) == STATUS_OK;
}

bool value_fits(const struct session *session, const struct argument *row, char *text)
{
    union {
        uint64_t whole;
        double number;
        int index;
        uint16_t ranks;
        struct time_terms clock;
        struct moment moment;
        const char *text;
    } value;
    if (row->kind == VALUE_MOVE)
        return is_move(session, text);
    if (row->kind == VALUE_FILE && strchr(text, '='))
        return false; /* OPTION=VALUE belongs to a later word */
    if (row->kind == VALUE_FILE && is_move(session, text) && access(text, F_OK) != 0)
        return false; /* a move belongs to a later word, unless a file has this name */
    return value_read(session, "", false, row, text, &value, NULL) == STATUS_OK;
}

void value_name(const struct argument *row, struct text *out)
{
    static const char *const names[VALUE_KINDS] = {
        [VALUE_TEXT] = "TEXT",         [VALUE_WHOLE] = "N",      [VALUE_NUMBER] = "X",
        [VALUE_SIDE] = "red|blue",     [VALUE_SQUARE] = "SQUARE", [VALUE_RANK] = "RANK",
        [VALUE_RANKS] = "RANKS",       [VALUE_NOTE] = "NOTE",    [VALUE_MOVE] = "MOVE",
        [VALUE_FILE] = "FILE",         [VALUE_FOLDER] = "DIR",   [VALUE_SETUP] = "NAME",
        [VALUE_SETUP_FILE] = "FILE|NAME", [VALUE_AGENT] = "AGENT", [VALUE_PROFILE] = "PROFILE",
        [VALUE_KEY] = "KEY",           [VALUE_SETTING] = "VALUE", [VALUE_PLAN] = "PLAN",
        [VALUE_COMMAND] = "COMMAND",   [VALUE_CLOCK] = "CLOCK",  [VALUE_VARIANT] = "VARIANT",
        [VALUE_MOMENT] = "PLY",
    };
    if (row->value)
        text_add(out, row->value);
    else if (row->kind == VALUE_CHOICE)
        for (int i = 0; row->words[i]; i++)
            text_printf(out, "%s%s", i ? "|" : "", row->words[i]);
    else if (names[row->kind])
        text_add(out, names[row->kind]);
}

void value_add_standard(const struct argument *row, const void *defaults, struct text *out)
{
    const void *place = defaults ? (const char *)defaults + row->at : NULL;
    if (row->standard)
        text_add(out, row->standard);
    else if (row->kind == VALUE_VARIANT && !row->required)
        text_add(out, variant_table[place ? *(const int *)place : VARIANT_STANDARD].name);
    else if (!place || row->sets || row->list || row->required)
        return;
    else if (row->kind == VALUE_WHOLE && *(const uint64_t *)place >= row->min &&
             *(const uint64_t *)place <= row->max)
        text_printf(out, "%llu", (unsigned long long)*(const uint64_t *)place);
    else if (row->kind == VALUE_NUMBER && *(const double *)place >= row->low &&
             *(const double *)place <= row->high)
        text_printf(out, "%g", *(const double *)place);
    else if (row->kind == VALUE_CHOICE && *(const int *)place >= 0)
        text_add(out, row->words[*(const int *)place]);
    else if (row->kind == VALUE_TEXT && *(const char *const *)place)
        text_add(out, *(const char *const *)place);
}
