/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/tuned_option.h"

#include "agent/agent.h"
#include "base/decimal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Returns whether the values of the option are numbers. */
static bool is_number(const struct option *option)
{
    return option->type == OPTION_INT || option->type == OPTION_NUMBER;
}

/* Reads "FROM..TO", two numbers with FROM below TO. False for anything else. */
static bool read_range(const char *text, double *from, double *to)
{
    char first[DECIMAL_TEXT];
    const char *dots = strstr(text, "..");
    /* "1...5" could be 1. and .5, or 1 and ..5: not accepted. */
    if (!dots || (size_t)(dots - text) >= sizeof first || dots[2] == '.')
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
    return decimal_read(first, from) && decimal_read(dots + 2, to) && *from < *to;
}

/* Finds the option of a key. STATUS_BAD if there is no such option or it is not a number. */
static enum status find_option(const struct settings *settings, const char *key, int *index,
                               struct error *error)
{
    *index = settings_find(settings, key);
    if (*index < 0)
        return settings_unknown(settings, key, error);
    if (!is_number(settings_option(settings, *index, NULL)))
        return error_set(error, STATUS_BAD, "'%s' is not a number: only numbers can be moved", key);
    return STATUS_OK;
}

enum status tuned_option_read(const struct settings *settings, const char *word,
                              struct spsa_parameter *parameter, int *option, struct error *error)
{
    char key[OPTION_KEY_TEXT];
    size_t length = strcspn(word, "=");
    snprintf(key, sizeof key, "%.*s", length < sizeof key ? (int)length : (int)sizeof key - 1, word);
    enum status status = find_option(settings, key, option, error);
    if (status)
        return status;
    const struct option *row = settings_option(settings, *option, NULL);
    *parameter = (struct spsa_parameter){
        .min = row->min, .max = row->max, .start = settings->values[*option],
        .whole = row->type == OPTION_INT,
    };
    /* The range and the step. */
    if (word[length] == '=') {
        double from, to;
        if (!read_range(word + length + 1, &from, &to) || from < row->min || to > row->max)
            return error_set(error, STATUS_BAD, "'%s': expected KEY=FROM..TO, from %g to %g", word,
                             row->min, row->max);
        parameter->min = from;
        parameter->max = to;
        parameter->step = (to - from) / 10;
    } else {
        parameter->step = parameter->start != 0 ? fabs(parameter->start) / 5 : (row->max - row->min) / 20;
    }
    /* A whole number moves by at least 1. */
    if (parameter->whole && parameter->step < 1)
        parameter->step = 1;
    if (parameter->start < parameter->min || parameter->start > parameter->max)
        return error_set(error, STATUS_BAD, "'%s': its value, %g, is not in that range", word,
                         parameter->start);
    return STATUS_OK;
}

enum status tuned_option_check(const struct settings *settings, int option, const char *agent,
                               struct error *error)
{
    char name[AGENT_SHORT_NAME], key[OPTION_KEY_TEXT];
    const struct option_group *group;
    settings_option(settings, option, &group);
    if (agent_reads_group(agent, group->name))
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "'%s': %s never reads that option",
                     settings_key(settings, option, key), agent_short_name(agent, name));
}

void tuned_option_names(name_taker *take, void *context)
{
    struct settings settings = {0};
    settings_init(&settings, option_groups);
    for (int i = 0; i < (int)settings.count; i++) {
        char key[OPTION_KEY_TEXT];
        if (is_number(settings_option(&settings, i, NULL)))
            take(context, settings_key(&settings, i, key));
    }
    settings_free(&settings);
}
