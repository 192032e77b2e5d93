/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of a game file about how the game was played: the program, the agents with their options, the
 * clocks, and the time used for each move. */
#include "base/plural.h"
#include "base/utf8.h"
#include "file/document.h"
#include "file/gravon.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_LENGTH_MAX = 120,    /* bytes of an option's key */
    VALUE_MAX = 1000, /* bytes of an option's value */
};

/* --- reading --- */

/* Reads the name of the program that played the game. */
enum status program_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    char *program = document->record->program;
    if (value->size >= PROGRAM_NAME_MAX || utf8_printable_size(value->text, value->size) < value->size)
        return value_fault(document, value, error,
                           "found \"%.20s\", expected a program's name of at most %d bytes", value->text,
                           PROGRAM_NAME_MAX - 1);
    snprintf(program, PROGRAM_NAME_MAX, "%s", value->text);
    return STATUS_OK;
}

/* Reads the time control of a side. */
static enum status control_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct error why;
    size_t fault_index = 0;
    if (time_control_read(value->text, &document->record->time.side[document->side], &fault_index, &why))
        return word_fault(document, value, 0, fault_index, error, "%s", why.text);
    return STATUS_OK;
}

/* Reads whether a side loses when its time has run out. */
static enum status enforced_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    if (strcmp(value->text, "yes") && strcmp(value->text, "no"))
        return value_fault(document, value, error, "found \"%.20s\", expected yes or no", value->text);
    document->record->time.counted = value->text[0] == 'n'; /* the time is counted, but nobody loses by it */
    return STATUS_OK;
}

/* Reads the clocks: controls as time_terms_read reads them, or a mapping with one for each side and
 * `enforced:`. */
enum status clock_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    static const struct key_row rows[] = {
        {"red", control_key_read, .scalar = true, .names_side = true},
        {"blue", control_key_read, .scalar = true, .names_side = true},
        {"enforced", enforced_key_read, .scalar = true},
    };
    if (value->kind == YAML_MAPPING)
        return mapping_read(document, value, rows, sizeof rows / sizeof *rows, error);
    struct error why;
    size_t fault_index = 0;
    if (time_terms_read(value->text, &document->record->time, &fault_index, &why))
        return word_fault(document, value, 0, fault_index, error, "%s", why.text);
    return STATUS_OK;
}

/* Reads the seconds used for each move. */
enum status times_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct text_words words = {.text = value->text};
    for (const char *word; (word = text_words_next(&words));) {
        int64_t time;
        if (!seconds_read(word, words.size, UINT32_MAX, &time))
            return word_fault(document, value, words.index, 0, error,
                              "found \"%.*s\", expected seconds with at most three digits behind a point",
                              (int)(words.size < 20 ? words.size : 20), word);
        record_set_move_time(document->record, words.index, (uint32_t)time);
    }
    return STATUS_OK;
}

enum status times_check(const struct document *document, const struct yaml *times, struct error *error)
{
    struct record *record = document->record;
    bool is_unfinished = record->outcome.result == RESULT_OPEN;
    if (!times)
        return STATUS_OK;
    /* One time more than moves is that of a move which was not made. */
    bool too_few = record->spent_count < record->plies;
    bool too_many = !is_unfinished && record->spent_count > record->plies + 1;
    if (too_few || too_many)
        return word_fault(document, times, too_few ? record->spent_count : record->plies + 1, 0, error,
                          "found %zu time%s, expected one for each of %zu move%s, and one more at most",
                          record->spent_count, plural(record->spent_count), record->plies,
                          plural(record->plies));
    /* A journal may have lost its last moves: drop their times. */
    if (record->spent_count > record->plies + 1)
        record->spent_count = record->plies + 1;
    return STATUS_OK;
}

/* Reads the name of a side's agent. */
static enum status agent_name_key_read(struct document *document, const struct yaml *value,
                                       struct error *error)
{
    struct error why;
    char name[PLAYER_NAME_MAX];
    if (player_name_read(name, value->text, value->size, &why))
        return value_fault(document, value, error, "%s", why.text);
    if (!name[0])
        return value_fault(document, value, error, "found an empty name, expected an agent's");
    record_name_agent(document->record, document->side, name, 0);
    return STATUS_OK;
}

/* Reads the index of the move from which on the agent's options were used. */
static enum status since_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    int since;
    if (!number_read(value->text, value->size, &since))
        return value_fault(document, value, error, "found \"%.20s\", expected the number of a move",
                           value->text);
    document->record->agent[document->side].since = (size_t)since;
    return STATUS_OK;
}

/* Reads the digest of the weights by which a side's agent played. */
static enum status weights_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    enum { DIGITS = 16 }; /* hexadecimal digits of a digest of 64 bits */
    if (value->size != DIGITS || strspn(value->text, "0123456789abcdef") != DIGITS)
        return value_fault(document, value, error,
                           "found \"%.20s\", expected a digest of 16 digits 0 to 9 and a to f", value->text);
    document->record->agent[document->side].weights = strtoull(value->text, NULL, 16);
    return STATUS_OK;
}

/* Reads the options of a side's agent. */
static enum status options_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    for (const struct yaml *option = value->child; option; option = option->next) {
        size_t size = strlen(option->key);
        bool is_key = option->key[0] >= 'a' && option->key[0] <= 'z' && size <= KEY_LENGTH_MAX &&
                     option->key[strspn(option->key, "abcdefghijklmnopqrstuvwxyz0123456789_.")] == '\0';
        if (!is_key)
            return error_at(error, document->input->name, option->key_line, option->key_column,
                            "found the key \"%.40s\", expected an option's, as belief.guesser", option->key);
        if (option->kind != YAML_SCALAR || option->size > VALUE_MAX ||
            utf8_printable_size(option->text, option->size) < option->size)
            return value_fault(document, option, error,
                               "found no value of \"%.40s\", expected one of at most %d bytes", option->key,
                               VALUE_MAX);
        record_add_option(document->record, document->side, option->key, option->text);
    }
    return STATUS_OK;
}

/* Reads the agent of a side: its name, its weights, its options and since which move they are used. */
enum status agent_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    static const struct key_row rows[] = {
        {"name", agent_name_key_read, .scalar = true, .needed = true},
        {"since", since_key_read, .scalar = true},
        {"weights", weights_key_read, .scalar = true},
        {"options", options_key_read, .mapping = true},
    };
    return mapping_read(document, value, rows, sizeof rows / sizeof *rows, error);
}

bool document_option_place(const struct input *input, enum side side, size_t index, size_t *line,
                           size_t *column)
{
    struct yaml *root;
    if (yaml_parse(input->name, input->bytes, input->size, &root, NULL) || !root)
        return false;
    const struct yaml *options = yaml_get(yaml_get(yaml_get(root, side_name(side)), "agent"), "options");
    const struct yaml *option = options ? options->child : NULL;
    for (; option && index > 0; index--)
        option = option->next;
    if (option) {
        *line = option->key_line;
        *column = option->key_column;
    }
    yaml_drop(root);
    return option != NULL;
}

bool document_time_place(const struct input *input, size_t index, size_t *line, size_t *column)
{
    struct yaml *root;
    if (yaml_parse(input->name, input->bytes, input->size, &root, NULL) || !root)
        return false;
    const struct yaml *times = yaml_get(root, "times");
    bool found = times && times->kind == YAML_SCALAR;
    if (found)
        yaml_word_place(times, input->bytes, input->size, index, 0, line, column);
    yaml_drop(root);
    return found;
}

/* --- writing --- */

void program_write(const struct record *record, struct text *out)
{
    if (!record->program[0])
        return;
    text_add(out, "program: ");
    scalar_write(record->program, out);
    text_add(out, "\n");
}

void clock_write(const struct record *record, struct text *out)
{
    const struct time_terms *time = &record->time;
    char red[TIME_CONTROL_TEXT], blue[TIME_CONTROL_TEXT];
    if (!time_terms_are_set(time))
        return;
    time_control_write(&time->side[RED], red);
    time_control_write(&time->side[BLUE], blue);
    if (strcmp(red, blue) == 0 && !time->counted)
        text_printf(out, "clock: %s\n", red);
    else
        text_printf(out, "clock: {red: %s, blue: %s%s}\n", red, blue, time->counted ? ", enforced: no" : "");
}

/* Writes milliseconds as seconds with as few decimals as needed. */
static void write_seconds(uint32_t milliseconds, char *text, size_t capacity)
{
    uint32_t decimals = milliseconds % 1000;
    int digits = decimals ? 3 : 0;
    for (; digits && decimals % 10 == 0; digits--) /* leave out zeros at the end */
        decimals /= 10;
    if (digits)
        snprintf(text, capacity, "%" PRIu32 ".%0*" PRIu32, milliseconds / 1000, digits, decimals);
    else
        snprintf(text, capacity, "%" PRIu32, milliseconds / 1000);
}

void times_write(const struct record *record, struct text *out)
{
    struct wrap wrap = {.out = out, .indent = 2, .width = PAGE_WIDTH};
    if (!record->spent_count)
        return;
    text_add(out, "times: >-\n");
    for (size_t i = 0; i < record->plies || i < record->spent_count; i++) {
        char word[24];
        write_seconds(record_move_time(record, i), word, sizeof word);
        wrap_word(&wrap, word);
    }
    wrap_end(&wrap);
}

/* Writes the value of an option: a number without quotes, other text as scalar_write writes it. */
static void write_value(const char *value, struct text *out)
{
    size_t size = strlen(value);
    bool is_number = size && size < 16 && strspn(value, "0123456789.") == size;
    if (is_number && value[0] != '.' && value[size - 1] != '.')
        text_add(out, value);
    else
        scalar_write(value, out);
}

void agent_write(const struct record *record, enum side side, struct text *out)
{
    const struct agent_in_record *agent = &record->agent[side];
    struct wrap wrap = {.out = out, .indent = 4, .width = PAGE_WIDTH};
    struct text word = {0};
    text_add(out, "agent: {name: ");
    scalar_write(agent->name, out);
    if (agent->since)
        text_printf(out, ", since: %zu", agent->since);
    if (agent->weights)
        text_printf(out, ", weights: %016" PRIx64, agent->weights);
    if (agent->count)
        text_add(out, ", options: {\n");
    for (size_t i = 0; i < agent->count; i++) {
        text_clear(&word);
        text_printf(&word, "%s: ", agent->options[i].key);
        write_value(agent->options[i].value, &word);
        text_add(&word, i + 1 < agent->count ? "," : "}");
        wrap_word(&wrap, text_string(&word));
    }
    text_free(&word);
    text_add(out, "}");
}
