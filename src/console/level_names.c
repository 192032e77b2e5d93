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

/* Whether a name stands in a ladder before the one at `at`. */
static bool is_there(const struct ladders *ladders, size_t at, const char *name,
                     int (*find)(const struct ladder *ladder, const char *name))
{
    for (size_t i = 0; i < at; i++)
        if (find(&ladders->of[i], name) >= 0)
            return true;
    return false;
}

void level_names(name_taker *take, void *context)
{
    struct ladders ladders;
    ladders_standard(&ladders);
    for (size_t i = 0; i < ladders.count; i++)
        for (size_t k = 0; k < ladders.of[i].count; k++)
            if (!is_there(&ladders, i, ladders.of[i].levels[k].name, ladder_level))
                take_small(take, context, ladders.of[i].levels[k].name);
}

void style_names(name_taker *take, void *context)
{
    struct ladders ladders;
    ladders_standard(&ladders);
    for (size_t i = 0; i < ladders.count; i++)
        for (size_t k = 0; k < ladders.of[i].style_count; k++)
            if (!is_there(&ladders, i, ladders.of[i].styles[k].name, ladder_style))
                take_small(take, context, ladders.of[i].styles[k].name);
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
