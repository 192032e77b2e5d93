/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected profit of attacks (De Boer 2007, 5.4.1), for plans that attack and for plans that look for
 * targets. */
#ifndef VEDETTE_PLAN_PROFIT_H
#define VEDETTE_PLAN_PROFIT_H

#include "plan/plan.h"

/* The parts of an attack's expected profit, in points, summed over results times their probabilities. */
struct profit {
    double gain;   /* enemy pieces captured and enemy ranks revealed */
    double price;  /* own pieces lost and own ranks revealed */
    double total;  /* gain - price, where results with a loss count `pessimism` times */
};

/* Returns the expected profit if own piece `own`, which must be movable, attacks enemy piece `enemy`. If the
 * enemy's rank is not known, results with a loss count `pessimism` times (1: no change). */
struct profit plan_profit(const struct plan_context *context, int own, int enemy, double pessimism);

enum { PLAN_ATTACK = 128 };
/* Writes an attack and its odds by the belief: "takes the sergeant on e5", "attacks the piece on e5: wins
 * 62 %, loses 33 %, both fall 5 %"; without `figures` "attacks the piece on e5 and probably takes it".
 * Returns `text`. */
char *plan_attack_words(const struct plan_context *context, const struct plan_move *move, bool figures,
                        char text[PLAN_ATTACK]);

/* The profit of one attacker against each enemy rank, computed once for many targets. */
struct meetings {
    const struct plan_context *context;
    double result[2][RANKS];   /* [known][enemy rank]: gain - price */
    double weight[2][RANKS];   /* factor on it: `pessimism` for losses */
};

/* Fills `meetings` for attacks by own piece `own`, which must be movable. */
void plan_meetings_of_piece(struct meetings *meetings, const struct plan_context *context, int own,
                            double pessimism);
/* Fills `meetings` for attacks by any own piece of `rank`, without pessimism and without the attacker's
 * secret. */
void plan_meetings_of_rank(struct meetings *meetings, const struct plan_context *context, int rank);

/* Returns the expected profit of attacking enemy piece `enemy`: exactly the total of plan_profit. */
double plan_meetings_total(const struct meetings *meetings, int enemy);

/* Returns the probability that our piece captures theirs by an attack, as the opponent may believe it. It
 * follows from what the opponent may believe about our piece and what we believe about theirs. */
double plan_believed_win_chance(const struct plan_context *context, int own, int enemy);

#endif
