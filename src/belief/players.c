/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/players.h"

#include "belief/facts.h"
#include "belief/mixture.h"

#include <math.h>

const char *const player_kind_name[PLAYER_COUNT] = {"people", "programs", "anyone"};

/* Limit of what moves, and of what ranks, add to the logarithm of an expert's odds against people: facts are
 * not as independent as the sum takes them to be, and a player who was taken for the other kind should be
 * recognised within some moves. */
enum { FIT_MAX = 8 };

/* An expert with a smaller share than this is left out: what it says would not show. */
static const double share_min = 1e-3;

struct evidence_weights players_weights(const struct belief *belief, enum player_kind player)
{
    const struct belief_options *options = &belief->knowledge->options;
    const struct belief_weights *weights = &options->weights;
    struct evidence_weights of = {0};
    float half = (float)weights->anyone_moves / 2;
    switch (player) {
    case PLAYER_PEOPLE:
        of.moves[PLAYER_PEOPLE] = (float)weights->people;
        of.habits[PLAYER_PEOPLE] = (float)options->habits;
        of.joint = (float)weights->joint;
        break;
    case PLAYER_PROGRAMS:
        of.moves[PLAYER_PROGRAMS] = (float)weights->programs;
        of.habits[PLAYER_PROGRAMS] = (float)options->habits;
        of.joint = (float)weights->programs_joint;
        of.setup = (float)weights->programs_setup;
        break;
    default:
        of.moves[PLAYER_PEOPLE] = half * (float)weights->people;
        of.moves[PLAYER_PROGRAMS] = half * (float)weights->programs;
        of.habits[PLAYER_PEOPLE] = of.habits[PLAYER_PROGRAMS] = half * (float)options->habits;
        of.setup = 1;
    }
    return of;
}

struct evidence_weights players_mean(const struct belief *belief)
{
    struct evidence_weights mean = {0};
    for (enum player_kind player = 0; player < PLAYER_COUNT; player++) {
        float share = belief->player_share[player];
        struct evidence_weights of = players_weights(belief, player);
        for (int kind = 0; kind < PLAYER_KINDS; kind++) {
            mean.moves[kind] += share * of.moves[kind];
            mean.habits[kind] += share * of.habits[kind];
        }
        mean.joint += share * of.joint;
        mean.setup += share * of.setup;
    }
    return mean;
}

/* The posterior of each, and the shares that follow. */
static void judge(struct belief *belief)
{
    const struct belief_options *options = &belief->knowledge->options;
    const struct belief_weights *weights = &options->weights;
    const double prior[PLAYER_COUNT] = {(1 - options->prior) * (1 - weights->anyone), options->prior,
                                        (1 - options->prior) * weights->anyone};
    double fit[PLAYER_COUNT], odds[PLAYER_COUNT], most = -INFINITY, sum = 0, kept = 0;
    for (int player = 0; player < PLAYER_COUNT; player++) {
        fit[player] = weights->evidence * belief->move_odds[player] +
                      weights->evidence_setup * belief->setup_odds[player];
        if (prior[player] > 0)
            most = fmax(most, fit[player]);
    }
    for (int player = 0; player < PLAYER_COUNT; player++)
        sum += odds[player] = prior[player] > 0 ? prior[player] * exp(fit[player] - most) : 0;
    for (int player = 0; player < PLAYER_COUNT; player++) {
        belief->player_posterior[player] = (float)(odds[player] / sum);
        odds[player] = odds[player] >= share_min * sum ? odds[player] : 0;
        kept += odds[player];
    }
    for (int player = 0; player < PLAYER_COUNT; player++)
        belief->player_share[player] = (float)(odds[player] / kept);
}

void players_start(struct belief *belief)
{
    judge(belief);
}

/* A hidden piece of the side is one of `ranks`: what that was to each expert tells of who plays. */
static void take_fact(struct belief *belief, int row, uint16_t ranks)
{
    double expected[PLAYER_COUNT];
    for (enum player_kind player = 0; player < PLAYER_COUNT; player++) {
        float p[RANKS];
        double sum = 0;
        mixture_row(belief, player, row, p);
        for (int rank = 0; rank < RANKS; rank++)
            sum += ranks >> rank & 1 ? (double)p[rank] : 0;
        expected[player] = fmax(sum, 1e-3);
    }
    for (enum player_kind player = 0; player < PLAYER_COUNT; player++) {
        double odds = belief->setup_odds[player] + log(expected[player] / expected[PLAYER_PEOPLE]);
        belief->setup_odds[player] = fmin(fmax(odds, -FIT_MAX), FIT_MAX);
    }
}

void players_watch_setup(struct belief *belief, const struct event *event)
{
    struct setup_fact fact[2];
    int count = facts_of_event(belief, event, fact);
    for (int i = 0; i < count; i++)
        take_fact(belief, fact[i].row, fact[i].ranks);
    if (count)
        judge(belief);
}

void players_watch_move(struct belief *belief, double programs_less_people)
{
    const double fit[PLAYER_COUNT] = {0, programs_less_people, log((1 + exp(programs_less_people)) / 2)};
    for (int player = 0; player < PLAYER_COUNT; player++)
        belief->move_odds[player] = fmin(fmax(belief->move_odds[player] + fit[player], -FIT_MAX), FIT_MAX);
    judge(belief);
}
