/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of bench guess as tables and as JSON. */
#ifndef VEDETTE_REPORT_GUESS_REPORT_H
#define VEDETTE_REPORT_GUESS_REPORT_H

#include "base/json.h"
#include "console/session.h"
#include "lab/bench_guess.h"

/* Prints the tables of all games. If known setups were given, also prints a short table of each class of
 * games; with `full` all tables of all classes. `rows`: bit set of the measured guessers. Lines have up to
 * 120 columns. */
void guess_tables_print(struct session *session, const struct guess_result *result, unsigned rows, bool full);

/* Prints the figures over whole games as lines: "figure M-NAME VALUE UNIT" for each guesser M, and "figure
 * M-KIND-NAME …" for each class of games (known, new, unlike) that has games. */
void guess_tables_print_figures(struct session *session, const struct guess_result *result, unsigned rows);

/* Adds a member "classes" to an open object: all figures of each class of games that has games, for the
 * rows (guessers) of the bit set `rows`. A figure is an object with its mean and, if there are at least two
 * games, its 95 % interval. */
void guess_json_add(const struct guess_result *result, unsigned rows, struct json *json);

#endif
