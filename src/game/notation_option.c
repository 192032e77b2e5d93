/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/notation_option.h"

static const char *const words[] = {
    [NOTATION_DEBOER] = "deboer", [NOTATION_ARTS] = "arts", NULL};

static const struct option rows[] = {
    {"notation", OPTION_CHOICE, NOTATION_DEBOER, NOTATION_ARTS, NOTATION_DEBOER, words, "",
     "how commands read and print squares, moves and ranks; files are always in deboer",
     "De Boer 2007; Arts 2010"},
};

const struct option_group notation_group = {
    "notation", "how squares, moves and ranks are written", rows, sizeof rows / sizeof rows[0],
};

enum notation notation_from_settings(const struct settings *settings)
{
    return (enum notation)settings_int(settings, notation_group.name, "notation");
}
