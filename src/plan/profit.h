/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What attacks are worth (De Boer 2007, 5.4.1): the one measure for plans that make them, and for
 * plans that only look for who is worth attacking. */
#ifndef VEDETTE_PLAN_PROFIT_H
#define VEDETTE_PLAN_PROFIT_H

#include "plan/plan.h"

/* The parts of an attack's expected profit, in points, each already times its probability. */
struct profit {
    double gain;   /* enemy pieces taken and enemy secrets learnt */
    double price;  /* own pieces lost and own secrets shown */
    double total;  /* gain - price, each result that costs more than it brings counted more often */
};

/* What own piece `own`, which must be one that moves, may expect of attacking enemy piece `enemy`.
 * A result below 0 counts `pessimism` times where the enemy's rank is not known (1: as often as it
 * happens). */
struct profit plan_profit(const struct plan_context *context, int own, int enemy,
                          double pessimism);

/* The total of the same for any own piece of `rank`, in points, results below 0 counting once: what asking an
 * enemy piece may bring. The own secret is left out. */
double plan_prospect(const struct plan_context *context, int rank, int enemy);

/* The probability with which the opponent expects our piece to take theirs when it attacks: by what the
 * opponent may believe of ours and what we believe of theirs. */
double plan_believed(const struct plan_context *context, int own, int enemy);

#endif
