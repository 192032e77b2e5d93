/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/rules_option.h"

enum { AS_ROW = -1 }; /* value of a number option: use the number of the row */

/* "standard", then the names of the rows of rules_table in their order (a test checks this). */
static const char *const row_words[] = {
    "standard", "isf", "deepnash", "arts", "redeca", "free", NULL,
};
static const char *const more_squares_words[] = {"standard", "no", "yes", NULL};

static const struct option rows[] = {
    {"rules", OPTION_CHOICE, 0, 5, 0, row_words, "",
     "the row of the rules table; standard: isf with a person, deepnash between agents", ""},
    {"two_squares", OPTION_INT, AS_ROW, 100, AS_ROW, NULL, "moves",
     "own moves before this one that the two-squares rule counts; 0: off, -1: as the row has it", "ISF 10"},
    {"more_squares", OPTION_CHOICE, 0, 2, 0, more_squares_words, "",
     "whether the more-squares rule holds; standard: as the row has it", "ISF 11; De Boer 2007, A3"},
    {"move_limit", OPTION_INT, AS_ROW, 1000000, AS_ROW, NULL, "moves",
     "drawn after this many moves in all; 0: never, -1: as the row has it", "DeepNash 2022"},
    {"no_attack_limit", OPTION_INT, AS_ROW, 1000000, AS_ROW, NULL, "moves",
     "drawn after this many moves without an attack; 0: never, -1: as the row has it", "DeepNash 2022"},
};

const struct option_group rules_group = {
    "rules", "what counts as a repetition, and when a game is drawn", rows,
    sizeof rows / sizeof rows[0],
};

/* Sets *number to the option's value, unless the value is AS_ROW. Returns whether *number changed. */
static bool set_number(int *number, const struct settings *settings, const char *key)
{
    int value = settings_int(settings, rules_group.name, key);
    if (value == AS_ROW || value == *number)
        return false;
    *number = value;
    return true;
}

void rules_from_settings(struct rules *rules, const struct settings *settings, const struct rules *standard)
{
    int row = settings_int(settings, rules_group.name, "rules");
    *rules = row ? *rules_find(row_words[row]) : *standard;
    bool changed = set_number(&rules->two_squares, settings, "two_squares");
    int word = settings_int(settings, rules_group.name, "more_squares"); /* in more_squares_words */
    if (word && rules->more_squares != (word == 2)) {
        rules->more_squares = word == 2;
        changed = true;
    }
    changed |= set_number(&rules->move_limit, settings, "move_limit");
    changed |= set_number(&rules->no_attack_limit, settings, "no_attack_limit");
    if (changed)
        rules->name = "custom";
}
