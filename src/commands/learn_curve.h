/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curve of a run of `learn rnad`: a CSV file with a row a learning step. */
#ifndef VEDETTE_COMMANDS_LEARN_CURVE_H
#define VEDETTE_COMMANDS_LEARN_CURVE_H

enum {
    LEARN_CURVE_NUMBERS = 11,  /* columns that each row fills */
    LEARN_CURVE_TESTS_MAX = 8  /* columns behind them: shares against agents, where tests were played */
};

enum learn_curve_kind { CURVE_SELF_PLAY, CURVE_OPPONENT, CURVE_KINDS };

/* How the first line begins; then ",AGENT" for each agent of the tests, with ';' for each ',' in it, and the
 * line's end. In self-play games are won by red or blue, against an agent won or lost by the policy. */
extern const char *const learn_curve_heads[CURVE_KINDS];

#endif
