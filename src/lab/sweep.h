/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One option of an agent at one value after the other, each measured by a match: what tables IV to VII of
 * Redeca & Groza 2018 do with their weights. */
#ifndef VEDETTE_LAB_SWEEP_H
#define VEDETTE_LAB_SWEEP_H

#include "lab/match.h"

struct sweep_terms {
    struct match_terms match;   /* A's option is changed; its own settings are not looked at */
    int option;                 /* its index in the settings */
    double from, to, step;      /* from <= to, step above 0; `to` itself is among the values where steps meet
                                 * it, but for rounding */
};

/* How many values there are, and the one of that number, rounded to the digits that `step` can tell apart. */
size_t sweep_values(const struct sweep_terms *terms);
double sweep_value(const struct sweep_terms *terms, size_t number);

/* STATUS_BAD where the option cannot have all of the values: said before hours of games, not after them. */
enum status sweep_check(const struct sweep_terms *terms, struct error *error);

/* Plays the match of one value; all have the same seed, and so the same set-ups. STATUS_BAD where the
 * option cannot have that value. */
enum status sweep_run(const struct sweep_terms *terms, size_t number, struct match_result *result,
                      struct error *error);

#endif
