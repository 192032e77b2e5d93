/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/level_names.h"

#include "base/ascii.h"
#include "base/text.h"
#include "play/ladder.h"

static void take_small(name_taker *take, void *context, const char *name)
{
    char small[LEVEL_NAME];
    size_t size = 0;
    for (; name[size]; size++)
        small[size] = ascii_lower(name[size]);
    small[size] = '\0';
    take(context, small);
}

void level_names(name_taker *take, void *context)
{
    struct ladder ladder;
    ladder_standard(&ladder);
    for (size_t i = 0; i < ladder.count; i++)
        take_small(take, context, ladder.levels[i].name);
}

void style_names(name_taker *take, void *context)
{
    struct ladder ladder;
    ladder_standard(&ladder);
    for (size_t i = 0; i < ladder.style_count; i++)
        take_small(take, context, ladder.styles[i].name);
}

static void add_name(void *context, const char *name)
{
    struct text *names = context;
    text_printf(names, "%s%s", names->size ? ", " : "", name);
}

enum status level_unknown(const char *command, const char *what, const char *name,
                          void (*tell)(name_taker *take, void *context), struct error *error)
{
    struct text names = {0};
    tell(add_name, &names);
    error_set(error, STATUS_BAD, "%s: found the %s '%.40s', expected one of %s", command, what, name,
              text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}
