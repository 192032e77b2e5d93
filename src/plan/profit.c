/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/profit.h"

/* An own piece of `rank`, worth `worth` and its secret `secret`, attacks. */
static struct profit expect(const struct plan_context *context, int rank, double worth, double secret,
                            int enemy, double pessimism)
{
    const struct plan_piece *victim = &context->piece[enemy];
    const double *value = context->worth->value[context->enemy];
    const double *secrets = context->worth->secret[context->enemy];
    double learnt = victim->known ? 0 : context->scale;
    double weigh = victim->known ? 1 : pessimism;
    struct profit profit = {0};
    for (int its = 0; its < RANKS; its++) {
        if (victim->p[its] <= 0)
            continue;
        enum battle battle = battle_result(rank, its);
        double gain = 0, price = 0;
        if (battle != BATTLE_LOST) {
            gain += context->scale * value[its];
            price += secret;
        }
        if (battle != BATTLE_WON) {
            gain += learnt * secrets[its];
            price += worth;
        }
        profit.gain += victim->p[its] * gain;
        profit.price += victim->p[its] * price;
        profit.total += victim->p[its] * (gain - price) * (gain < price ? weigh : 1);
    }
    return profit;
}

struct profit plan_profit(const struct plan_context *context, int own, int enemy, double pessimism)
{
    const struct plan_piece *piece = &context->piece[own];
    return expect(context, piece->rank, piece->value, piece->secret, enemy, pessimism);
}

double plan_prospect(const struct plan_context *context, int rank, int enemy)
{
    double worth = context->scale * context->worth->value[context->me][rank];
    return expect(context, rank, worth, 0, enemy, 1).total;
}

double plan_believed(const struct plan_context *context, int own, int enemy)
{
    const struct plan_piece *attacker = &context->piece[own], *victim = &context->piece[enemy];
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int mine = SPY; victim->p[rank] > 0 && mine < RANKS; mine++)
            if (battle_result(mine, rank) == BATTLE_WON)
                sum += attacker->p[mine] * victim->p[rank];
    return sum;
}
