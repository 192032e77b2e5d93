/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bench guess measured, as tables. */
#ifndef VEDETTE_REPORT_GUESS_TABLES_H
#define VEDETTE_REPORT_GUESS_TABLES_H

#include "console/session.h"
#include "lab/bench_guess.h"

/* Prints the tables of all games, and where it is known how new they are, of each class; with `full` all
 * tables. `rows`: the set of those measured. Lines have at most 120 columns. */
void guess_tables_print(struct session *session, const struct guess_result *result, unsigned rows, bool full);

/* The figures over whole games as lines "figure M-NAME VALUE UNIT" of each guesser M, and
 * "figure M-KIND-NAME …" of each kind of games (known, new, unlike) where it is known of any. */
void guess_tables_print_figures(struct session *session, const struct guess_result *result, unsigned rows);

#endif
