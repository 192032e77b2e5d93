/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/profit.h"

/* An own piece of `rank`, worth `worth` and its secret `secret`, attacks one of rank `its`, whose secret,
 * where it is one, is worth `learnt` times what its owner has in it. */
static void meet(const struct plan_context *context, int rank, double worth, double secret, int its,
                 double learnt, double *gain, double *price)
{
    enum battle battle = battle_result(rank, its);
    *gain = *price = 0;
    if (battle != BATTLE_LOST) {
        *gain += context->scale * context->worth->value[context->enemy][its];
        *price += secret;
    }
    if (battle != BATTLE_WON) {
        *gain += learnt * context->worth->secret[context->enemy][its];
        *price += worth;
    }
}

struct profit plan_profit(const struct plan_context *context, int own, int enemy, double pessimism)
{
    const struct plan_piece *piece = &context->piece[own], *victim = &context->piece[enemy];
    double learnt = victim->known ? 0 : context->scale;
    double weigh = victim->known ? 1 : pessimism;
    struct profit profit = {0};
    for (int its = 0; its < RANKS; its++) {
        double gain, price;
        if (victim->p[its] <= 0)
            continue;
        meet(context, piece->rank, piece->value, piece->secret, its, learnt, &gain, &price);
        profit.gain += victim->p[its] * gain;
        profit.price += victim->p[its] * price;
        profit.total += victim->p[its] * (gain - price) * (gain < price ? weigh : 1);
    }
    return profit;
}

static void meet_all(struct meetings *meetings, const struct plan_context *context, int rank, double worth,
                     double secret, double pessimism)
{
    meetings->context = context;
    for (int known = 0; known < 2; known++)
        for (int its = 0; its < RANKS; its++) {
            double gain, price;
            meet(context, rank, worth, secret, its, known ? 0 : context->scale, &gain, &price);
            meetings->result[known][its] = gain - price;
            meetings->weigh[known][its] = gain < price && !known ? pessimism : 1;
        }
}

void plan_meetings_of(struct meetings *meetings, const struct plan_context *context, int own,
                      double pessimism)
{
    const struct plan_piece *piece = &context->piece[own];
    meet_all(meetings, context, piece->rank, piece->value, piece->secret, pessimism);
}

void plan_meetings_of_rank(struct meetings *meetings, const struct plan_context *context, int rank)
{
    meet_all(meetings, context, rank, context->scale * context->worth->value[context->me][rank], 0, 1);
}

double plan_meetings_total(const struct meetings *meetings, int enemy)
{
    const struct plan_piece *victim = &meetings->context->piece[enemy];
    const double *result = meetings->result[victim->known], *weigh = meetings->weigh[victim->known];
    double total = 0;
    for (int its = 0; its < RANKS; its++)
        total += victim->p[its] * result[its] * weigh[its];
    return total;
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
