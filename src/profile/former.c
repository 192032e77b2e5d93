/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/former.h"

#include <stdio.h>
#include <string.h>

/* Returns whether `text` equals the `size` bytes of `word`. */
static bool is_word(const char *text, const char *word, size_t size)
{
    return text && strlen(text) == size && memcmp(text, word, size) == 0;
}

/* Returns whether `full_key` is the former name `name` of an option in the group; if `name` has a point, it
 * is compared as a full key. The first `size` bytes of `full_key` are the group. */
static bool is_former(const char *name, const struct option_group *group, const char *full_key, size_t size)
{
    if (!name || strchr(name, '.'))
        return name && strcmp(name, full_key) == 0;
    return (is_word(group->name, full_key, size) || is_word(group->formerly, full_key, size)) &&
           full_key[size] && strcmp(name, full_key + size + 1) == 0;
}

struct former former_find(const struct settings *settings, const char *full_key)
{
    struct former former = {.index = -1};
    size_t size = strcspn(full_key, ".");
    const char *key = full_key[size] ? full_key + size + 1 : full_key;
    int first = 0;
    for (const struct option_group *const *g = settings->groups; *g; first += (int)(*g)->count, g++) {
        const bool renamed = is_word((*g)->formerly, full_key, size);
        for (size_t i = 0; i < (*g)->count; i++) {
            const struct option *option = &(*g)->options[i];
            if ((renamed && strcmp(option->key, key) == 0) || is_former(option->formerly, *g, full_key, size))
                return (struct former){.index = first + (int)i};
        }
        for (const struct option_gone *gone = (*g)->gone; gone && gone->key; gone++)
            if (is_former(gone->key, *g, full_key, size))
                former.gone = gone;
    }
    return former;
}

const struct option_group *former_group(const struct settings *settings, const char *name)
{
    const struct option_group *found = NULL;
    for (const struct option_group *const *g = settings->groups; *g; g++) {
        if (strcmp((*g)->name, name) == 0)
            return *g;
        if (is_word((*g)->formerly, name, strlen(name))) /* unless another group has the name now */
            found = *g;
    }
    return found;
}

/* Returns whether the notes contain a line that ends with `line`. */
static bool is_noted(const struct settings *settings, const char *line)
{
    const char *notes = text_string(&settings->notes);
    for (const char *at = notes; (at = strstr(at, line)); at++)
        if (at == notes || at[-1] == '\n' || at[-1] == ' ') /* a place ends with a blank */
            return true;
    return false;
}

/* Appends a note about a name. Does nothing if there is one already. */
static void add_note(struct settings *settings, const char *place, const char *name, const char *rest)
{
    struct text line = {0};
    text_printf(&line, "%s%s %s\n", place, name, rest);
    if (!is_noted(settings, text_string(&line) + strlen(place)))
        text_append(&settings->notes, line.bytes, line.size);
    text_free(&line);
}

bool former_note(struct settings *settings, const char *full_key, const char *place)
{
    char key[OPTION_KEY_TEXT], rest[2 * OPTION_KEY_TEXT];
    struct former former = former_find(settings, full_key);
    if (former.gone)
        snprintf(rest, sizeof rest, "is gone and does nothing: %s", former.gone->why);
    else if (former.index >= 0)
        snprintf(rest, sizeof rest, "is now called %s", settings_key(settings, former.index, key));
    else
        return false;
    add_note(settings, place, full_key, rest);
    return true;
}

bool former_note_group(struct settings *settings, const char *name, const char *place)
{
    char rest[OPTION_KEY_TEXT];
    const struct option_group *group = former_group(settings, name);
    if (!group || strcmp(group->name, name) == 0)
        return false;
    snprintf(rest, sizeof rest, "is now called %s", group->name);
    add_note(settings, place, name, rest);
    return true;
}
