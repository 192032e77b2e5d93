/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/sweep.h"

#include "base/decimal.h"

#include <math.h>
#include <stdio.h>

size_t sweep_values(const struct sweep_terms *terms)
{
    /* The small addition makes 3 steps of 0.1 reach 0.3 despite rounding. */
    return (size_t)floor((terms->to - terms->from) / terms->step + 1e-9) + 1;
}

double sweep_value(const struct sweep_terms *terms, size_t number)
{
    char text[64];
    double value = terms->from + (double)number * terms->step;
    /* Rounds to nine digits after the first one of the step, so that 0.1 + 0.2 gives 0.3. */
    int digits = 9 - (int)floor(log10(terms->step));
    snprintf(text, sizeof text, "%.*f", digits < 0 ? 0 : digits > 30 ? 30 : digits, value);
    decimal_read(text, &value);
    return value;
}

/* Sets the option in `own`, A's settings, to value number `number`. STATUS_BAD if the value is not valid. */
static enum status set_value(const struct sweep_terms *terms, size_t number, struct settings *own,
                             struct error *error)
{
    char key[OPTION_KEY_TEXT], value[DECIMAL_TEXT];
    return settings_set(own, settings_key(own, terms->option, key),
                        decimal_write(sweep_value(terms, number), value), "swept", error);
}

enum status sweep_check(const struct sweep_terms *terms, struct error *error)
{
    struct settings own = {0};
    enum status status = agent_settings(terms->match.agent[MATCH_A], terms->match.settings, &own, error);
    size_t count = sweep_values(terms);
    for (size_t number = 0; number < count && !status; number++)
        status = set_value(terms, number, &own, error);
    settings_free(&own);
    return status;
}

enum status sweep_run(const struct sweep_terms *terms, size_t number, struct match_result *result,
                      struct error *error)
{
    struct settings own = {0};
    struct match_terms match = terms->match;
    enum status status = agent_settings(match.agent[MATCH_A], match.settings, &own, error);
    if (!status)
        status = set_value(terms, number, &own, error);
    if (!status) {
        /* The agent's name without options: the settings have them, and they would override the value. */
        match.agent[MATCH_A] = agent_table[agent_index(match.agent[MATCH_A])]->name;
        match.own[MATCH_A] = &own;
    }
    if (!status)
        status = match_run(&match, result, error);
    settings_free(&own);
    return status;
}
