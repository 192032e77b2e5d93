/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts about options: tables, differences, explanations. */
#include "profile/profile.h"

#include "base/text.h"
#include "profile/former.h"

#include <stdio.h>
#include <string.h>

/* Finds the options for which `name` stands: [*first, *last). NULL stands for all options, a group's name for
 * its options, and a key for one option. */
static enum status find_range(const struct settings *settings, const char *name, int *first,
                              int *last, struct error *error)
{
    *first = 0;
    *last = (int)settings->count;
    if (!name)
        return STATUS_OK;
    const struct option_group *group = former_group(settings, name);
    for (const struct option_group *const *g = settings->groups; *g; g++) {
        *last = *first + (int)(*g)->count;
        if (*g == group)
            return STATUS_OK;
        *first = *last;
    }
    *first = settings_find(settings, name);
    if (*first < 0)
        return settings_unknown(settings, name, error);
    *last = *first + 1;
    return STATUS_OK;
}

enum status profile_show(const struct settings *settings, const char *name, struct text *out,
                         struct error *error)
{
    int first, last, width = 0;
    enum status status = find_range(settings, name, &first, &last, error);
    if (status)
        return status;
    char key[OPTION_KEY_TEXT], value[OPTION_VALUE_TEXT];
    for (int i = first; i < last; i++) {
        int size = (int)strlen(settings_key(settings, i, key));
        width = size > width ? size : width;
    }
    for (int i = first; i < last; i++) {
        const struct option *option = settings_option(settings, i, NULL);
        settings_show(settings, i, value, sizeof value);
        text_printf(out, "%-*s  %s%s%s", width, settings_key(settings, i, key), value,
                    *option->unit ? " " : "", option->unit);
        if (!settings_is_standard(settings, i))
            text_printf(out, "  (%s)", settings->origins[i]);
        text_add(out, "\n");
    }
    return STATUS_OK;
}

size_t profile_diff(const struct settings *from, const struct settings *to, struct text *out)
{
    size_t differ = 0;
    char key[OPTION_KEY_TEXT], old[OPTION_VALUE_TEXT], now[OPTION_VALUE_TEXT];
    for (size_t i = 0; i < from->count; i++) {
        if (settings_same(from, to, (int)i))
            continue;
        settings_show(from, (int)i, old, sizeof old);
        settings_show(to, (int)i, now, sizeof now);
        text_printf(out, "%s: %s -> %s (%s)\n", settings_key(to, (int)i, key), old, now, to->origins[i]);
        differ++;
    }
    return differ;
}

/* Writes "NAME: WORDS", wrapped to several lines if necessary. */
static void write_meaning(const char *name, const char *words, struct text *out)
{
    text_printf(out, "%s: ", name);
    text_wrapped(out, words, (int)strlen(name) + 2, 2);
}

/* Writes everything about an option: meaning, value, default, range, source. */
static void explain_option(const struct settings *settings, int index, struct text *out)
{
    char key[OPTION_KEY_TEXT], value[OPTION_VALUE_TEXT], standard[OPTION_VALUE_TEXT];
    const struct option *option = settings_option(settings, index, NULL);
    const char *blank = *option->unit ? " " : "";
    settings_show(settings, index, value, sizeof value);
    option_show_standard(option, standard, sizeof standard);
    write_meaning(settings_key(settings, index, key), option->meaning, out);
    text_printf(out, "value: %s%s%s (%s)\n", value, blank, option->unit, settings->origins[index]);
    text_printf(out, "default: %s%s%s\nrange: ", standard, blank, option->unit);
    option_expects(option, out);
    text_add(out, "\n");
    if (*option->source)
        write_meaning("source", option->source, out);
}

enum status profile_explain(const struct settings *settings, const char *name, struct text *out,
                            struct error *error)
{
    char key[OPTION_KEY_TEXT];
    const struct option_group *group = former_group(settings, name);
    if (group) {
        write_meaning(group->name, group->meaning, out);
        for (size_t i = 0; i < group->count; i++) {
            snprintf(key, sizeof key, "%s.%s", group->name, group->options[i].key);
            write_meaning(key, group->options[i].meaning, out);
        }
        return STATUS_OK;
    }
    int index = settings_find(settings, name);
    if (index < 0)
        return settings_unknown(settings, name, error);
    explain_option(settings, index, out);
    return STATUS_OK;
}
