/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/server_question.h"

#include "commands/server_game.h"
#include "commands/table.h"
#include "console/parse.h"
#include "console/value.h"

#include <string.h>

const struct server_question server_question_table[] = {
    {"load", &server_command_load, "text file side moves", "load a position or a game",
     "Loads a Stratego position or game from its text, in any format that Vedette reads, or from a file "
     "here; all other questions are about it. An unfinished game is looked at from the seat of one side, "
     "and hidden ranks of the other side never show in an answer; of a finished game all is open."},
    {"play", &server_command_play, "moves", "append moves",
     "Appends moves to the game that was loaded from a text, for a game that goes on elsewhere."},
    {"show", &command_show, "at side all", "show the board",
     "The board as one side sees it: pieces, which of them have moved, and the ranks that the side "
     "knows; with all, of a finished game, every rank."},
    {"legal", &command_legal, "at", "legal moves",
     "The legal moves of the side to move. Of an unfinished game only on the seat's own turn: an enemy's "
     "moves would show which pieces are bombs."},
    {"moves", &command_moves, "at side first last chances", "list moves",
     "The moves up to that moment, with ranks as far as the side may know them, fights, comments, times and, "
     "with chances, the chance to win after each move."},
    {"guess", &command_guess, "at side of note", "guess hidden ranks",
     "How probable each rank is for each piece of the enemy, from what the guessing side has seen: "
     "battles, moves, and how people set up. Never the true ranks. With of: what the enemy may believe "
     "of one's own pieces."},
    {"chances", &command_value, "at side weights", "chance to win",
     "How probable it is that a side wins, from what that side knows, and what speaks for it, in points."},
    {"best", &command_rollout, "at worlds plies time agent moves", "best moves",
     "Compares moves of the side to move by playing them out in worlds drawn from what that side may "
     "believe: mean, error and chance to win of each, the best first. It takes some seconds; fewer "
     "worlds take less."},
    {"plans", &command_plans, "at move active", "plans behind moves",
     "What each plan gives to each move of the side to move, from what that side knows; with move, why "
     "that one is worth what it is."},
    {"review", &command_review, "side worst worlds", "review a finished game",
     "How a finished game went: each side's chance to win over time, mistakes with the better move, "
     "turning points, luck. It uses both sides' ranks, so an unfinished game is refused. A long game "
     "takes half a minute."},
};

const size_t server_question_count = sizeof server_question_table / sizeof server_question_table[0];

const struct server_question *server_question_find(const char *name)
{
    for (size_t i = 0; i < server_question_count; i++)
        if (strcmp(server_question_table[i].name, name) == 0)
            return &server_question_table[i];
    return NULL;
}

/* Returns the name of a word of a command that is a field: of its moves. */
static const char *word_field_name(const struct argument *row)
{
    return row->list ? "moves" : "move";
}

/* Returns the row of the field whose name is the first `size` bytes of `name`; NULL if the question has
 * none. *is_word gets whether the row is a word of the command. */
static const struct argument *find_field(const struct server_question *question, const char *name,
                                         size_t size, bool *is_word)
{
    const struct command *command = question->command;
    const struct argument *row;
    const char *field = question->fields;
    *is_word = false;
    size_t field_size = strcspn(field, " ");
    while (field_size && (field_size != size || memcmp(field, name, size) != 0)) {
        field += field_size + strspn(field + field_size, " ");
        field_size = strcspn(field, " ");
    }
    if (!field_size)
        return NULL;
    for (size_t i = 0; i < command->words.count; i++) {
        row = &command->words.rows[i];
        *is_word = row->kind == VALUE_MOVE && strlen(word_field_name(row)) == size &&
                   memcmp(word_field_name(row), name, size) == 0;
        if (*is_word)
            return row;
    }
    for (size_t i = 0; (row = command_flag(command, i, NULL)); i++)
        if (strlen(row->name) == size && memcmp(row->name, name, size) == 0)
            return row;
    return NULL;
}

/* Adds each part of a text between blanks. */
static void add_parts(struct string_list *words, const char *text)
{
    static const char blanks[] = " \t\r\n";
    for (size_t size; *(text += strspn(text, blanks)); text += size) {
        size = strcspn(text, blanks);
        string_list_add_part(words, text, size);
    }
}

/* One value of a field, as the client sent it. */
struct field_value {
    const struct argument *row;
    bool is_word;            /* the row is a word of the command, no flag */
    const char *name;        /* of the field, its first `size` bytes; the rest of the path follows */
    size_t size;
    enum json_kind kind;
    const char *text;
};

/* Finds the field of member `index`, whose name begins behind the prefix. STATUS_BAD if the question has no
 * such field. */
static enum status read_field_name(const struct server_question *question, const struct json_members *members,
                                   size_t index, size_t prefix_size, struct field_value *value,
                                   struct error *error)
{
    value->name = json_path(members, index) + prefix_size;
    value->size = strcspn(value->name, ".");
    value->kind = members->value[index].kind;
    value->text = json_value_text(members, index);
    value->row = find_field(question, value->name, value->size, &value->is_word);
    if (value->row)
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "%s: found '%.*s', expected these fields: %s", question->name,
                     value->size < 40 ? (int)value->size : 40, value->name, question->fields);
}

/* Returns what was expected in place of a value; NULL if it may stand there. */
static const char *expected_value(const struct field_value *value)
{
    const char *rest = value->name + value->size; /* ".0" is the first element of a list */
    bool is_flag = value->row->kind == VALUE_NONE, is_element = rest[0] == '.' && !strchr(rest + 1, '.');
    if (rest[0] && !(is_element && value->row->list))
        return value->row->list ? "a list" : "a single value";
    if (is_flag != (value->kind == JSON_WORD))
        return is_flag ? "true or false" : "a text or a number";
    /* Behind the name of a flag, a word with a dash would be another flag. */
    return value->row->list && !value->is_word && value->text[0] == '-' ? "no dash" : NULL;
}

/* Adds a value to the words of the command. `before` (may be NULL): the row of the value before. */
static void add_field_value(const struct field_value *value, const struct argument *before,
                            struct string_list *words)
{
    const struct argument *row = value->row;
    struct text flag = {0};
    text_printf(&flag, "--%s", row->name);
    if (value->is_word && row->list) {
        add_parts(words, value->text);
    } else if (value->is_word) {
        string_list_add(words, value->text);
    } else if (row->kind == VALUE_NONE) {
        if (strcmp(value->text, "true") == 0)
            string_list_add(words, text_string(&flag));
    } else if (row->list) {
        if (row != before) /* the flag stands once, before all words of its list */
            string_list_add(words, text_string(&flag));
        string_list_add(words, value->text);
    } else {
        text_printf(&flag, "=%s", value->text);
        string_list_add(words, text_string(&flag));
    }
    text_free(&flag);
}

/* Returns whether a member is no field: it is outside the prefix, or one of `skip`. */
static bool is_skipped(const char *path, const char *prefix, const char *const *skip)
{
    size_t size = strlen(prefix);
    bool skipped = strncmp(path, prefix, size) != 0;
    for (size_t i = 0; skip[i] && !skipped; i++)
        skipped = strcmp(path + size, skip[i]) == 0;
    return skipped;
}

enum status server_question_read(const struct server_question *question, const struct json_members *members,
                          const char *prefix, const char *const *skip, struct string_list *words,
                          struct error *error)
{
    const struct argument *before = NULL;
    string_list_add(words, "--json");
    /* Flags first, then the command's words: behind "--" these may begin with anything. */
    for (int pass = 0; pass < 2; pass++) {
        if (pass)
            string_list_add(words, "--");
        for (size_t i = 0; i < members->count; i++) {
            struct field_value value;
            if (is_skipped(json_path(members, i), prefix, skip))
                continue;
            if (read_field_name(question, members, i, strlen(prefix), &value, error))
                return STATUS_BAD;
            bool is_null = value.kind == JSON_WORD && strcmp(value.text, "null") == 0;
            if (value.is_word != (pass == 1) || is_null)
                continue;
            const char *expected = expected_value(&value);
            if (expected)
                return error_set(error, STATUS_BAD, "%s: found '%.40s' in '%.*s', expected %s",
                                 question->name, value.text, (int)value.size, value.name, expected);
            add_field_value(&value, before, words);
            before = value.row;
        }
    }
    return STATUS_OK;
}

/* --- schema --- */

/* Adds the type of one value of a row, and its range, to the object that is open. */
static void add_value_type(const struct argument *row, struct json *json)
{
    switch (row->kind) {
    case VALUE_NONE:
        json_printf(json, "type: %s", "boolean");
        break;
    case VALUE_WHOLE:
        json_printf(json, "type: %s, minimum: %llu, maximum: %llu", "integer", (unsigned long long)row->min,
                    (unsigned long long)row->max);
        break;
    case VALUE_NUMBER:
        json_printf(json, "type: %s, minimum: %g, maximum: %g", "number", row->low, row->high);
        break;
    case VALUE_SIDE:
        json_printf(json, "type: %s, enum: [%s, %s]", "string", side_name(RED), side_name(BLUE));
        break;
    case VALUE_MOMENT:
        json_printf(json, "type: [%s, %s]", "integer", "string");
        break;
    case VALUE_CHOICE:
        json_printf(json, "type: %s, enum: [", "string");
        for (size_t i = 0; row->words[i]; i++)
            json_add_text(json, NULL, row->words[i]);
        json_close(json, ']');
        break;
    default:
        json_printf(json, "type: %s", "string");
    }
}

/* Adds the schema of one field. */
static void add_field_schema(const struct server_question *question, const char *name,
                             const struct argument *row, struct json *json)
{
    struct text meaning = {0}, standard = {0};
    text_add(&meaning, row->meaning ? row->meaning : name);
    value_add_standard(row, question->command->defaults, &standard);
    if (standard.size)
        text_printf(&meaning, " (default: %s)", text_string(&standard));
    json_open(json, name, '{');
    if (row->list) {
        json_printf(json, "type: %s, items: {", "array");
        add_value_type(row, json);
        json_close(json, '}');
    } else {
        add_value_type(row, json);
    }
    json_printf(json, "description: %s}", text_string(&meaning));
    text_free(&meaning);
    text_free(&standard);
}

void server_question_add_schema(const struct server_question *question, const char *key, struct json *json)
{
    char name[32];
    bool is_word;
    json_open(json, key, '{');
    json_printf(json, "type: %s, properties: {", "object");
    for (const char *field = question->fields; *field; field += strspn(field, " ")) {
        size_t size = strcspn(field, " ");
        memcpy(name, field, size);
        name[size] = '\0';
        add_field_schema(question, name, find_field(question, field, size, &is_word), json);
        field += size;
    }
    json_printf(json, "}, required: [");
    for (size_t i = 0; i < question->command->words.count; i++)
        if (!question->command->words.rows[i].optional)
            json_add_text(json, NULL, word_field_name(&question->command->words.rows[i]));
    json_printf(json, "], additionalProperties: false}");
}
