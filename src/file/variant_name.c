/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/variant_name.h"

#include "base/plural.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { NAME_MAX_QUOTED = 40 }; /* max bytes of a name that is quoted */

enum status variant_name_fault(const char *name, struct error *why)
{
    char names[VARIANT_NAMES];
    size_t size = strlen(name);
    if (size == 0)
        return error_set(why, STATUS_BAD, "found no name of a variant, expected %s", variant_names(names));
    if (size > NAME_MAX_QUOTED || utf8_printable_size(name, size) < size)
        return error_set(why, STATUS_BAD, "found another variant, expected %s", variant_names(names));
    return error_set(why, STATUS_BAD, "found the variant \"%s\", expected %s", name, variant_names(names));
}

enum status variant_check_pieces(const struct variant *variant, const uint8_t army[RANKS], struct error *why)
{
    struct error wrong;
    if (variant_check_army(variant, army, &wrong) == STATUS_OK)
        return STATUS_OK;
    const struct variant *other = variant_of_armies(army, NULL);
    if (other)
        return error_set(why, STATUS_BAD, "found the pieces of the variant \"%s\", expected those of \"%s\"",
                         other->name, variant->name);
    return error_set(why, STATUS_BAD, "%s in the variant \"%s\"", wrong.text, variant->name);
}

const struct variant *variant_of_size(int pieces)
{
    for (size_t i = 0; i < variant_count; i++)
        if (!variant_table[i].any_army && variant_table[i].pieces == pieces)
            return &variant_table[i];
    return NULL;
}

/* Writes "40 (classic), 8 (barrage) or 10 (duel)" into `text`; returns it. */
static const char *write_variant_sizes(char text[VARIANT_NAMES])
{
    size_t used = 0, variants = 0, listed = 0;
    for (size_t i = 0; i < variant_count; i++)
        variants += !variant_table[i].any_army;
    *text = '\0';
    for (size_t i = 0; i < variant_count && used < VARIANT_NAMES; i++) {
        if (variant_table[i].any_army)
            continue;
        const char *separator = listed == 0 ? "" : listed + 1 < variants ? ", " : " or ";
        used += (size_t)snprintf(text + used, VARIANT_NAMES - used, "%s%d (%s)", separator,
                                 variant_table[i].pieces, variant_table[i].name);
        listed++;
    }
    return text;
}

enum status variant_no_army(const uint8_t army[RANKS], struct error *why)
{
    char sizes[VARIANT_NAMES];
    int size = army_size(army);
    const struct variant *same_size = variant_of_size(size);
    if (same_size)
        return variant_check_pieces(same_size, army, why);
    return error_set(why, STATUS_BAD, "found %d piece%s, expected %s", size, plural((uint64_t)size),
                     write_variant_sizes(sizes));
}
