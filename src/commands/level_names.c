/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/level_names.h"

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

/* One of a ladder's two lists of names. */
struct ladder_list {
    const char *word;                                               /* what one is */
    size_t (*count)(const struct ladder *ladder);
    const char *(*name)(const struct ladder *ladder, size_t i);
    int (*find)(const struct ladder *ladder, const char *name);
};

static size_t count_levels(const struct ladder *ladder) { return ladder->count; }
static size_t count_styles(const struct ladder *ladder) { return ladder->style_count; }
static const char *level_name(const struct ladder *ladder, size_t i) { return ladder->levels[i].name; }
static const char *style_name(const struct ladder *ladder, size_t i) { return ladder->styles[i].name; }

static const struct ladder_list level_list = {"level", count_levels, level_name, ladder_level};
static const struct ladder_list style_list = {"style", count_styles, style_name, ladder_style};

/* Whether a name stands in the ladder of a variant before the one at `at`. */
static bool is_there(const struct ladders *ladders, uint8_t at, const char *name,
                     const struct ladder_list *list)
{
    for (uint8_t i = 0; i < at; i++)
        if (list->find(ladders_for_variant(ladders, i), name) >= 0)
            return true;
    return false;
}

static void all_names(const struct ladder_list *list, name_taker *take, void *context)
{
    struct ladders *ladders = ladders_new();
    for (uint8_t i = 0; i < variant_count; i++) {
        const struct ladder *ladder = ladders_for_variant(ladders, i);
        for (size_t k = 0; k < list->count(ladder); k++)
            if (!is_there(ladders, i, list->name(ladder, k), list))
                take_small(take, context, list->name(ladder, k));
    }
    ladders_free(ladders);
}

void level_names(name_taker *take, void *context)
{
    all_names(&level_list, take, context);
}

void style_names(name_taker *take, void *context)
{
    all_names(&style_list, take, context);
}

static void add_name(void *context, const char *name)
{
    struct text *names = context;
    text_printf(names, "%s%s", names->size ? ", " : "", name);
}

static enum status is_unknown(const struct ladder_list *list, const char *command,
                              const struct ladder *ladder, const char *name, struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < list->count(ladder); i++)
        take_small(add_name, &names, list->name(ladder, i));
    error_set(error, STATUS_BAD, "%s: found the %s '%.40s', expected one of %s", command, list->word, name,
              text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}

enum status level_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error)
{
    return is_unknown(&level_list, command, ladder, name, error);
}

enum status style_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error)
{
    return is_unknown(&style_list, command, ladder, name, error);
}
