/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/value.h"

#include <math.h>

/* No position is surer than this: 0.05 % to lose. */
#define LOG_ODDS_MOST 7.6

double value_from_log_odds(double log_odds)
{
    return 1 / (1 + exp(-fmin(fmax(log_odds, -LOG_ODDS_MOST), LOG_ODDS_MOST)));
}

double value_probability(const struct value_model *model, enum player_kind kind,
                         const struct value_terms *terms)
{
    double sum = 0;
    for (int i = 0; i < VALUE_TERMS; i++)
        sum += model->weight[kind][i] * terms->x[i];
    return value_from_log_odds(sum);
}

double value_of(const struct value_model *model, enum player_kind kind, const struct view *view,
                const struct worth *worth, value_beliefs *enemy, value_beliefs *own)
{
    struct value_terms terms;
    value_terms_make(&terms, view, worth, enemy, own);
    return value_probability(model, kind, &terms);
}
