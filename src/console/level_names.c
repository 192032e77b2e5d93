/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/level_names.h"

#include "base/ascii.h"
#include "base/text.h"

static void take_small(name_taker *take, void *context, const char *name)
{
    char small[LEVEL_NAME];
    size_t size = 0;
    for (; name[size]; size++)
        small[size] = ascii_lower(name[size]);
    small[size] = '\0';
    take(context, small);
}

/* Whether a name stands in the ladder of a variant before the one at `at`. */
static bool is_there(const struct ladders *ladders, uint8_t at, const char *name,
                     int (*find)(const struct ladder *ladder, const char *name))
{
    for (uint8_t i = 0; i < at; i++)
        if (find(ladders_of(ladders, i), name) >= 0)
            return true;
    return false;
}

void level_names(name_taker *take, void *context)
{
    struct ladders *ladders = ladders_new();
    for (uint8_t i = 0; i < variant_count; i++) {
        const struct ladder *ladder = ladders_of(ladders, i);
        for (size_t k = 0; k < ladder->count; k++)
            if (!is_there(ladders, i, ladder->levels[k].name, ladder_level))
                take_small(take, context, ladder->levels[k].name);
    }
    ladders_free(ladders);
}

void style_names(name_taker *take, void *context)
{
    struct ladders *ladders = ladders_new();
    for (uint8_t i = 0; i < variant_count; i++) {
        const struct ladder *ladder = ladders_of(ladders, i);
        for (size_t k = 0; k < ladder->style_count; k++)
            if (!is_there(ladders, i, ladder->styles[k].name, ladder_style))
                take_small(take, context, ladder->styles[k].name);
    }
    ladders_free(ladders);
}

static void add_name(void *context, const char *name)
{
    struct text *names = context;
    text_printf(names, "%s%s", names->size ? ", " : "", name);
}

enum status level_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < ladder->count; i++)
        take_small(add_name, &names, ladder->levels[i].name);
    error_set(error, STATUS_BAD, "%s: found the level '%.40s', expected one of %s", command, name,
              text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}

enum status style_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < ladder->style_count; i++)
        take_small(add_name, &names, ladder->styles[i].name);
    error_set(error, STATUS_BAD, "%s: found the style '%.40s', expected one of %s", command, name,
              text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}
