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

/* The same for attacks on many: what each of the enemy's ranks brings is worked out once. */
struct meetings {
    const struct plan_context *context;
    double result[2][RANKS];   /* by whether the enemy piece is known and by its rank: gain less price */
    double weigh[2][RANKS];    /* how often that counts */
};

/* Attacks by own piece `own`, which must be one that moves; by any own piece of `rank`: results below 0
 * count once, and the own secret is left out. */
void plan_meetings_of(struct meetings *meetings, const struct plan_context *context, int own,
                      double pessimism);
void plan_meetings_of_rank(struct meetings *meetings, const struct plan_context *context, int rank);

/* What may be expected of attacking enemy piece `enemy`: the total of plan_profit, to the last bit. */
double plan_meetings_total(const struct meetings *meetings, int enemy);

/* The probability with which the opponent expects our piece to take theirs when it attacks: by what the
 * opponent may believe of ours and what we believe of theirs. */
double plan_believed(const struct plan_context *context, int own, int enemy);

#endif
