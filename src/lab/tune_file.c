/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune_file.h"

#include "base/decimal.h"
#include "base/digest.h"
#include "play/origin.h"

#include <string.h>

/* Appends comment lines with an agent's spec and all its options. `what`: "agent" or "against". */
static enum status add_agent(const struct tune_terms *terms, const char *what, const char *spec,
                             struct text *out, struct error *error)
{
    struct agent agent = {0};
    struct record record = {0};
    enum status status = agent_start(&agent, spec, terms->settings,
                                     library_for_variant(terms->library, variant_at(terms->variant)), error);
    if (status)
        return status;
    origin_record_agent(&record, RED, &agent);
    text_printf(out, "# %s: ", what);
    text_line(out, spec, strlen(spec));
    text_add(out, "\n");
    for (size_t i = 0; i < record.agent[RED].count; i++)
        text_printf(out, "# %s goes by: %s = %s\n", what, record.agent[RED].options[i].key,
                    record.agent[RED].options[i].value);
    record_clear(&record);
    agent_end(&agent);
    return STATUS_OK;
}

/* Appends `before` and a number. */
static void add_number(const char *before, double value, struct text *out)
{
    char text[DECIMAL_TEXT];
    text_printf(out, "%s%s", before, decimal_write(value, text));
}

enum status tune_file_write_head(const struct tune_terms *terms, struct text *out, struct error *error)
{
    char program[PROGRAM_NAME_MAX], key[OPTION_KEY_TEXT];
    const struct rules *rules = &terms->rules;
    /* The program, the agents with their options, and all that the games depend on. */
    text_printf(out, "# course of a tuning, %s\n", origin_program(program));
    enum status status = add_agent(terms, "agent", terms->agent, out, error);
    if (!status && terms->against)
        status = add_agent(terms, "against", terms->against, out, error);
    if (status)
        return status;
    if (terms->variant != VARIANT_STANDARD)
        text_printf(out, "# variant: %s\n", variant_at(terms->variant)->name);
    text_printf(out, "# rules: %s, two squares %d, more squares %d, limits %d and %d\n", rules->name,
                rules->two_squares, rules->more_squares, rules->move_limit, rules->no_attack_limit);
    text_printf(out, "# setups: %zu, %016llx%s\n", terms->pool_count,
                (unsigned long long)digest(terms->pool, terms->pool_count * sizeof *terms->pool),
                terms->pool_first ? ", for both" : "");
    text_printf(out, "# %zu games a step, %zu steps, seed %llu", terms->games, terms->spsa.steps,
                (unsigned long long)terms->spsa.seed);
    add_number(", rate ", terms->spsa.rate, out);
    text_add(out, "\n");
    /* The tuned parameters, then the names of the columns. */
    for (size_t i = 0; i < terms->spsa.count; i++) {
        const struct spsa_parameter *parameter = &terms->spsa.parameters[i];
        text_printf(out, "# tuned: %s", settings_key(terms->settings, terms->option[i], key));
        add_number(" from ", parameter->start, out);
        add_number(", step ", parameter->step, out);
        add_number(", range ", parameter->min, out);
        add_number(" to ", parameter->max, out);
        text_add(out, "\n");
    }
    text_add(out, "step,plus,minus");
    for (size_t i = 0; i < terms->spsa.count; i++)
        text_printf(out, ",%s", settings_key(terms->settings, terms->option[i], key));
    text_add(out, "\n");
    return STATUS_OK;
}

void tune_file_write_row(const struct tune_terms *terms, const struct tune_course *course, size_t step,
                         struct text *out)
{
    text_printf(out, "%zu", step + 1);
    add_number(",", course->step[step].plus, out);
    add_number(",", course->step[step].minus, out);
    for (size_t i = 0; i < terms->spsa.count; i++)
        add_number(",", course->values[(step + 1) * terms->spsa.count + i], out);
    text_add(out, "\n");
}

/* Reads the next word of a row, up to a comma or the end of the line, as a number. Moves the cursor behind
 * the word and its comma. False if the word is not a number. */
static bool take_number(const char **cursor, const char *end, double *value)
{
    char word[DECIMAL_TEXT];
    size_t length = 0;
    while (*cursor + length < end && (*cursor)[length] != ',')
        length++;
    if (length >= sizeof word)
        return false;
    memcpy(word, *cursor, length);
    word[length] = '\0';
    *cursor += length + (*cursor + length < end);
    return decimal_read(word, value);
}

/* Reads the row of the next step and counts the step as done. False, with nothing counted, if the row is
 * invalid, is of another step or has a value out of range. */
static bool read_row(const struct tune_terms *terms, const char *cursor, const char *end,
                     struct tune_course *course)
{
    size_t step = course->done;
    double number;
    double *values = &course->values[(step + 1) * terms->spsa.count];
    if (step >= terms->spsa.steps || !take_number(&cursor, end, &number) || number != (double)step + 1 ||
        !take_number(&cursor, end, &course->step[step].plus) ||
        !take_number(&cursor, end, &course->step[step].minus))
        return false;
    for (size_t i = 0; i < terms->spsa.count; i++)
        if (!take_number(&cursor, end, &values[i]) || !(values[i] >= terms->spsa.parameters[i].min) ||
            !(values[i] <= terms->spsa.parameters[i].max))
            return false;
    bool complete = cursor == end; /* the row has no more words */
    course->done += complete;
    return complete;
}

/* Returns the offset of the line end ('\n') at or after `offset`; the size of the text if there is none. */
static size_t line_end(const struct text *text, size_t offset)
{
    const char *end = offset < text->size ? memchr(text->bytes + offset, '\n', text->size - offset) : NULL;
    return end ? (size_t)(end - text->bytes) : text->size;
}

/* Reports the line of the file's head that differs from this tuning's. */
static enum status report_other_tuning(const struct tune_terms *terms, const struct text *head,
                                const struct text *file, struct error *error)
{
    size_t number = 1, a = 0, b = 0;
    for (; a < head->size; number++) {
        size_t end_a = line_end(head, a), end_b = line_end(file, b);
        if (end_a - a != end_b - b || memcmp(head->bytes + a, file->bytes + b, end_a - a) != 0) {
            int shown = end_b - b < 80 ? (int)(end_b - b) : 80;
            return error_set(error, STATUS_BAD, "%s:%zu:1: of another tuning: '%.*s', expected '%.*s'",
                             terms->file, number, shown, b < file->size ? file->bytes + b : "",
                             (int)(end_a - a), head->bytes + a);
        }
        a = end_a + 1;
        b = end_b + 1 < file->size ? end_b + 1 : file->size;
    }
    return error_set(error, STATUS_BAD, "%s: of another tuning", terms->file);
}

enum status tune_file_read(const struct tune_terms *terms, const struct text *head, const struct text *file,
                           struct tune_course *course, struct error *error)
{
    size_t number = 1, at = head->size;
    if (!file->size)
        return STATUS_OK;
    if (file->size < head->size || memcmp(file->bytes, head->bytes, head->size) != 0)
        return report_other_tuning(terms, head, file, error);
    for (size_t i = 0; i < head->size; i++)
        number += head->bytes[i] == '\n';
    for (size_t end = line_end(file, at); end < file->size; at = end + 1, end = line_end(file, at), number++)
        if (!read_row(terms, file->bytes + at, file->bytes + end, course))
            return error_set(error, STATUS_BAD, "%s:%zu:1: expected step %zu: its number, the points of both "
                             "sides and %zu value%s", terms->file, number, course->done + 1,
                             terms->spsa.count, terms->spsa.count == 1 ? "" : "s");
    return STATUS_OK;
}
