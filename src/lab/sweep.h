/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures one option of an agent at several values, by a match for each, as tables IV to VII of Redeca &
 * Groza 2018 do for their weights. */
#ifndef VEDETTE_LAB_SWEEP_H
#define VEDETTE_LAB_SWEEP_H

#include "lab/match.h"

/* The option, its values and the match that measures each. */
struct sweep_terms {
    struct match_terms match;   /* A's option is changed; own[MATCH_A] is not used */
    int option;                 /* index of the option in the settings */
    double from, to, step;      /* from <= to, step > 0; `to` is included if a whole number of steps, apart
                                 * from rounding, leads to it */
};

/* Returns the number of values. */
size_t sweep_values(const struct sweep_terms *terms);
/* Returns value number `number`, rounded to 9 decimals more than the step's first digit. */
double sweep_value(const struct sweep_terms *terms, size_t number);

/* Checks that the option can have all values, before hours of games. STATUS_BAD if not. */
enum status sweep_check(const struct sweep_terms *terms, struct error *error);

/* Plays the match of one value. All matches have the same seed, and so the same setups. STATUS_BAD if the
 * option cannot have that value. */
enum status sweep_run(const struct sweep_terms *terms, size_t number, struct match_result *result,
                      struct error *error);

#endif
