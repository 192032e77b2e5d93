/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curve of a run of `learn rnad`: a CSV file with a row a learning step. */
#ifndef VEDETTE_COMMANDS_LEARN_CURVE_H
#define VEDETTE_COMMANDS_LEARN_CURVE_H

enum {
    LEARN_CURVE_NUMBERS = 11,  /* columns that each row fills */
    LEARN_CURVE_TESTS_MAX = 8  /* columns after them: the share of points against each agent of the tests */
};

enum learn_curve_kind { CURVE_SELF_PLAY, CURVE_OPPONENT, CURVE_KINDS };

/* The beginning of the first line, by the kind of curve. After it comes ",AGENT" for each agent of the
 * tests (a ',' in its name is written as ';') and the line end. In self-play two columns are the shares of
 * games that red and blue won; against an opponent, the shares that the policy won and lost. */
extern const char *const learn_curve_heads[CURVE_KINDS];

#endif
