/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/army_word.h"

#include "commands/setups.h"
#include "file/variant_name.h"
#include "game/army.h"

#include <string.h>

static const char separators[] = " ,\t";

/* Returns whether the text has only symbols of ranks and separators; any other text names a setup. */
static bool is_ranks(const char *text, enum notation notation)
{
    for (; *text; text++)
        if (!strchr(separators, *text) && rank_read(*text, notation) < 0)
            return false;
    return true;
}

/* Reads a setup (a file or a stored one) and counts its pieces by rank into `army`. */
static enum status read_army_of_setup(const char *name, enum notation notation, uint8_t army[RANKS],
                                      struct error *error)
{
    struct setup setup;
    struct error why;
    enum status status = setups_load(name, notation, &setup, NULL, NULL, &why);
    if (!status)
        setup_army(&setup, army);
    else
        error_set(error, status, "--army: %s, and no ranks such as F B S 2 2 3 9 X", why.text);
    return status;
}

enum status army_word_read(const char *text, enum notation notation, uint8_t army[RANKS], struct error *error)
{
    struct error why;
    if (!is_ranks(text, notation))
        return read_army_of_setup(text, notation, army, error);
    if (army_read_ranks(text, notation, army, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "--army: %s", why.text);
    if (variant_fitting_armies(army, NULL))
        return STATUS_OK;
    /* No variant allows this army. The error is that of the variant which allows any sound army. */
    variant_check_army(variant_of_any_army(), army, &why);
    return error_set(error, STATUS_BAD, "--army: %s", why.text);
}

enum status army_of_variant(int given, const char *text, enum notation notation,
                            const struct variant **variant, uint8_t army[RANKS], struct error *error)
{
    struct error why;
    *variant = variant_at(given == ARMY_NO_VARIANT ? VARIANT_STANDARD : (uint8_t)given);
    if (!text && (*variant)->any_army)
        return error_set(error, STATUS_BAD, "--variant %s: found no --army, expected its pieces, as in"
                         " --army 'F B S 2 2 3 9 X'", (*variant)->name);
    memcpy(army, (*variant)->count, RANKS);
    enum status status = text ? army_word_read(text, notation, army, error) : STATUS_OK;
    if (status || !text)
        return status;
    if (given == ARMY_NO_VARIANT)
        *variant = variant_fitting_armies(army, NULL);
    else if (variant_check_pieces(*variant, army, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "--army: %s", why.text);
    return STATUS_OK;
}
