/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/profit.h"

#include <stdio.h>

/* Computes gain and price, in points, of an attack by an own piece of `rank` on one of `enemy_rank`.
 * `worth` and `secret` are the attacker's points; `learnt` is the factor on the secret of the enemy's rank:
 * 0 if it is known. */
static void compute_result(const struct plan_context *context, int rank, double worth, double secret,
                           int enemy_rank, double learnt, double *gain, double *price)
{
    enum battle battle = battle_result(rank, enemy_rank);
    *gain = *price = 0;
    if (battle != BATTLE_LOST) {
        *gain += context->scale * context->worth->value[context->enemy][enemy_rank];
        *price += secret;
    }
    if (battle != BATTLE_WON) {
        *gain += learnt * context->worth->secret[context->enemy][enemy_rank];
        *price += worth;
    }
}

struct profit plan_profit(const struct plan_context *context, int own, int enemy, double pessimism)
{
    const struct plan_piece *piece = &context->piece[own], *victim = &context->piece[enemy];
    double learnt = victim->known ? 0 : context->scale;
    double weight = victim->known ? 1 : pessimism;
    struct profit profit = {0};
    for (int enemy_rank = 0; enemy_rank < RANKS; enemy_rank++) {
        double gain, price;
        if (victim->p[enemy_rank] <= 0)
            continue;
        compute_result(context, piece->rank, piece->value, piece->secret, enemy_rank, learnt, &gain, &price);
        profit.gain += victim->p[enemy_rank] * gain;
        profit.price += victim->p[enemy_rank] * price;
        profit.total += victim->p[enemy_rank] * (gain - price) * (gain < price ? weight : 1);
    }
    return profit;
}

char *plan_attack_words(const struct plan_context *context, const struct plan_move *move, bool figures,
                        char text[PLAN_ATTACK])
{
    const struct plan_odds *odds = plan_odds(context, context->piece[move->piece].rank, move->victim);
    char name[PLAN_PIECE], results[64] = "";
    bool open = odds->wins < 1 && odds->loses < 1 && odds->both < 1;
    if (open && !figures)
        snprintf(results, sizeof results, odds->wins > 0.5           ? " and probably takes it"
                                          : odds->loses > odds->wins ? ", which may well cost it"
                                                                     : " and may take it");
    else if (open)
        snprintf(results, sizeof results, ": wins %.0f %%, loses %.0f %%, both fall %.0f %%",
                 100 * odds->wins, 100 * odds->loses, 100 * odds->both);
    else if (odds->wins < 1)
        snprintf(results, sizeof results, odds->both < 1 ? " and is lost" : ", and both fall");
    snprintf(text, PLAN_ATTACK, "%s %s%s", odds->wins < 1 ? "attacks" : "takes",
             plan_name_piece(context, move->victim, move->move.to, name), results);
    return text;
}

/* Computes profit and weight for each enemy rank, known and unknown. */
static void fill_meetings(struct meetings *meetings, const struct plan_context *context, int rank,
                          double worth, double secret, double pessimism)
{
    meetings->context = context;
    for (int known = 0; known < 2; known++)
        for (int enemy_rank = 0; enemy_rank < RANKS; enemy_rank++) {
            double gain, price;
            compute_result(context, rank, worth, secret, enemy_rank, known ? 0 : context->scale, &gain,
                           &price);
            meetings->result[known][enemy_rank] = gain - price;
            meetings->weight[known][enemy_rank] = gain < price && !known ? pessimism : 1;
        }
}

void plan_meetings_of_piece(struct meetings *meetings, const struct plan_context *context, int own,
                            double pessimism)
{
    const struct plan_piece *piece = &context->piece[own];
    fill_meetings(meetings, context, piece->rank, piece->value, piece->secret, pessimism);
}

void plan_meetings_of_rank(struct meetings *meetings, const struct plan_context *context, int rank)
{
    fill_meetings(meetings, context, rank, context->scale * context->worth->value[context->me][rank], 0, 1);
}

double plan_meetings_total(const struct meetings *meetings, int enemy)
{
    const struct plan_piece *victim = &meetings->context->piece[enemy];
    const double *result = meetings->result[victim->known], *weight = meetings->weight[victim->known];
    double total = 0;
    for (int enemy_rank = 0; enemy_rank < RANKS; enemy_rank++)
        total += victim->p[enemy_rank] * result[enemy_rank] * weight[enemy_rank];
    return total;
}

double plan_believed_win_chance(const struct plan_context *context, int own, int enemy)
{
    const struct plan_piece *attacker = &context->piece[own], *victim = &context->piece[enemy];
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int own_rank = SPY; victim->p[rank] > 0 && own_rank < RANKS; own_rank++)
            if (battle_result(own_rank, rank) == BATTLE_WON)
                sum += attacker->p[own_rank] * victim->p[rank];
    return sum;
}
