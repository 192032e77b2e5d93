/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/profit.h"

struct profit plan_profit(const struct plan_context *context, int own, int enemy,
                          double pessimism)
{
    const struct plan_man *attacker = &context->man[own], *victim = &context->man[enemy];
    const double *value = context->worth->value[context->enemy];
    const double *secret = context->worth->information[context->enemy];
    double learnt = victim->known ? 0 : context->scale;
    double weigh = victim->known ? 1 : pessimism;
    struct profit profit = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        if (victim->p[rank] <= 0)
            continue;
        enum battle battle = battle_result(attacker->rank, rank);
        double gain = 0, price = 0;
        if (battle != BATTLE_LOST) {
            gain += context->scale * value[rank];
            price += attacker->secret;
        }
        if (battle != BATTLE_WON) {
            gain += learnt * secret[rank];
            price += attacker->value;
        }
        profit.gain += victim->p[rank] * gain;
        profit.price += victim->p[rank] * price;
        profit.total += victim->p[rank] * (gain - price) * (gain < price ? weigh : 1);
    }
    return profit;
}

double plan_believed(const struct plan_context *context, int own, int enemy)
{
    const struct plan_man *attacker = &context->man[own], *victim = &context->man[enemy];
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int mine = SPY; victim->p[rank] > 0 && mine < RANKS; mine++)
            if (battle_result(mine, rank) == BATTLE_WON)
                sum += attacker->p[mine] * victim->p[rank];
    return sum;
}
