/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small table of options for the tests of profiles. */
#ifndef VEDETTE_TESTS_OPTION_ROWS_H
#define VEDETTE_TESTS_OPTION_ROWS_H

#include "profile/option.h"

static const char *const rule_words[] = {"isf", "arts", "free", NULL};

static const struct option rule_rows[] = {
    {"rules", OPTION_CHOICE, 0, 2, 0, rule_words, "", "which rules", "ISF"},
    {"two_squares", OPTION_INT, 0, 20, 5, NULL, "moves", "moves to and fro", "ISF 10"},
    {"more_squares", OPTION_FLAG, 0, 1, 1, NULL, "", "the other rule", "ISF 11"},
};

static const struct option weight_rows[] = {
    {"piece", OPTION_NUMBER, -2, 100, 1.5, NULL, "points", "what a piece is worth", "Arts 2010, 4"},
    {"distance", OPTION_NUMBER, 0, 1, 0.02, NULL, "points a square", "what a step is worth", ""},
    {"depth", OPTION_INT, 1, 60, 4, NULL, "plies", "how far it looks", ""},
    {"probe", OPTION_FLAG, 0, 1, 0, NULL, "", "looks at one reply first", "Ballard 1983"},
};

static const struct option_group rule_group = {"rules", "how the game is played", rule_rows, 3};
static const struct option_group weight_group = {"weights", "what things are worth", weight_rows,
                                                 4};
static const struct option_group empty_group = {"empty", "nothing yet", NULL, 0};
static const struct option_group *const small_table[] = {&rule_group, &empty_group, &weight_group,
                                                         NULL};

enum { SMALL_TABLE = 7 /* options in it */ };

#endif
