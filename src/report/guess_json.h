/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bench guess measured, as JSON. */
#ifndef VEDETTE_REPORT_GUESS_JSON_H
#define VEDETTE_REPORT_GUESS_JSON_H

#include "base/json.h"
#include "lab/bench_guess.h"

/* Adds a member "classes" to an open object: all figures of each class of games that there are, by the rows
 * measured. A figure is an object of its mean and, from two games on, the ends of its 95 % interval. */
void guess_json_add(const struct guess_result *result, unsigned rows, struct json *json);

#endif
