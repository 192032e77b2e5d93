/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of bench guess as JSON. */
#ifndef VEDETTE_REPORT_GUESS_JSON_H
#define VEDETTE_REPORT_GUESS_JSON_H

#include "base/json.h"
#include "lab/bench_guess.h"

/* Adds a member "classes" to an open object: all figures of each class of games that has games, for the
 * rows (guessers) of the bit set `rows`. A figure is an object with its mean and, if there are at least two
 * games, its 95 % interval. */
void guess_json_add(const struct guess_result *result, unsigned rows, struct json *json);

#endif
