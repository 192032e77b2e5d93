/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/level_names.h"

#include "base/ascii.h"
#include "base/text.h"

/* Passes the name in lower case to `take`. */
static void pass_lower_case(name_taker *take, void *context, const char *name)
{
    char small[LEVEL_NAME];
    size_t size = 0;
    for (; name[size]; size++)
        small[size] = ascii_lower(name[size]);
    small[size] = '\0';
    take(context, small);
}

/* Functions on one of the two lists of a ladder: levels or styles. */
struct ladder_list {
    const char *word;                                               /* "level" or "style" */
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

/* Returns whether the ladder of a variant before `variant` has the name. */
static bool is_in_earlier_ladder(const struct ladders *ladders, uint8_t variant, const char *name,
                                 const struct ladder_list *list)
{
    for (uint8_t i = 0; i < variant; i++)
        if (list->find(ladders_for_variant(ladders, i), name) >= 0)
            return true;
    return false;
}

/* Passes each name of all ladders to `take`, once. */
static void pass_all_names(const struct ladder_list *list, name_taker *take, void *context)
{
    struct ladders *ladders = ladders_new();
    for (uint8_t i = 0; i < variant_count; i++) {
        const struct ladder *ladder = ladders_for_variant(ladders, i);
        for (size_t k = 0; k < list->count(ladder); k++)
            if (!is_in_earlier_ladder(ladders, i, list->name(ladder, k), list))
                pass_lower_case(take, context, list->name(ladder, k));
    }
    ladders_free(ladders);
}

void level_names(name_taker *take, void *context)
{
    pass_all_names(&level_list, take, context);
}

void style_names(name_taker *take, void *context)
{
    pass_all_names(&style_list, take, context);
}

/* Appends a name to the list in *context, a struct text. */
static void add_name(void *context, const char *name)
{
    struct text *names = context;
    text_printf(names, "%s%s", names->size ? ", " : "", name);
}

/* Sets the error that the ladder has no such name, with all names that it has. Returns STATUS_BAD. */
static enum status unknown_name_error(const struct ladder_list *list, const char *command,
                                      const struct ladder *ladder, const char *name, struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < list->count(ladder); i++)
        pass_lower_case(add_name, &names, list->name(ladder, i));
    error_set(error, STATUS_BAD, "%s: found the %s '%.40s', expected one of %s", command, list->word, name,
              text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}

enum status level_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error)
{
    return unknown_name_error(&level_list, command, ladder, name, error);
}

enum status style_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error)
{
    return unknown_name_error(&style_list, command, ladder, name, error);
}
