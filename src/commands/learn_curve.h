/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curve of a run of `learn rnad`: a CSV file with a row a learning step. */
#ifndef VEDETTE_COMMANDS_LEARN_CURVE_H
#define VEDETTE_COMMANDS_LEARN_CURVE_H

enum {
    LEARN_CURVE_COLUMNS = 13,
    LEARN_CURVE_TESTS = 2 /* the last columns: shares against agents, where tests were played; else empty */
};

enum learn_curve_kind { CURVE_SELF_PLAY, CURVE_OPPONENT, CURVE_KINDS };

/* The first line. In self-play games are won by red or blue, against an agent won or lost by the policy. */
extern const char *const learn_curve_heads[CURVE_KINDS];

#endif
