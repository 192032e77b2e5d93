/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/value.h"

#include <math.h>

/* Limit of the log-odds: 0.05 % to lose. */
#define LOG_ODDS_MAX 7.6

double value_from_log_odds(double log_odds)
{
    return 1 / (1 + exp(-fmin(fmax(log_odds, -LOG_ODDS_MAX), LOG_ODDS_MAX)));
}

double value_probability(const struct value_model *model, enum player_kind kind,
                         const struct value_terms *terms)
{
    double sum = 0;
    for (int i = 0; i < VALUE_TERMS; i++)
        sum += model->weight[kind][i] * terms->x[i];
    return value_from_log_odds(sum);
}

double value_term_share(const struct value_model *model, enum player_kind kind,
                        const struct value_terms *terms, enum value_term term)
{
    struct value_terms without = *terms;
    without.x[term] = 0;
    return value_probability(model, kind, terms) - value_probability(model, kind, &without);
}

double value_group_share(const struct value_model *model, enum player_kind kind,
                         const struct value_terms *terms, enum value_group group)
{
    struct value_terms without = *terms;
    for (int i = 0; i < VALUE_TERMS; i++)
        if (value_term_table[i].group == group)
            without.x[i] = 0;
    return value_probability(model, kind, terms) - value_probability(model, kind, &without);
}

double value_of(const struct value_model *model, enum player_kind kind, const struct view *view,
                const struct worth *worth, value_beliefs *enemy, value_beliefs *own)
{
    struct value_terms terms;
    value_terms_make(&terms, view, worth, enemy, own);
    return value_probability(model, kind, &terms);
}
