/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/players.h"

#include "belief/belief.h"
#include "belief/facts.h"
#include "belief/mixture.h"

#include <math.h>

const char *const player_kind_name[PLAYER_COUNT] = {"people", "programs", "anyone"};

/* Max absolute log odds against people that moves, and separately ranks, can add up to. The observations are
 * not independent, and a wrong estimate must be correctable within a few moves. */
enum { FIT_MAX = 8 };

/* An expert with a smaller share is left out, as its effect would not be visible. */
static const double share_min = 1e-3;

struct evidence_weights players_weights(const struct belief *belief, enum player_kind player)
{
    const struct belief_options *options = &belief->knowledge->options;
    const struct belief_weights *weights = &options->weights;
    struct evidence_weights result = {0};
    float half = (float)weights->anyone_moves / 2; /* anyone is half people, half programs */
    switch (player) {
    case PLAYER_PEOPLE:
        result.moves[PLAYER_PEOPLE] = (float)weights->people;
        result.habits[PLAYER_PEOPLE] = (float)options->habits;
        result.joint = (float)weights->joint;
        break;
    case PLAYER_PROGRAMS:
        result.moves[PLAYER_PROGRAMS] = (float)weights->programs;
        result.habits[PLAYER_PROGRAMS] = (float)options->habits;
        result.joint = (float)weights->programs_joint;
        result.setup = (float)weights->programs_setup;
        break;
    default:
        result.moves[PLAYER_PEOPLE] = half * (float)weights->people;
        result.moves[PLAYER_PROGRAMS] = half * (float)weights->programs;
        result.habits[PLAYER_PEOPLE] = result.habits[PLAYER_PROGRAMS] = half * (float)options->habits;
        result.setup = 1;
    }
    return result;
}

struct evidence_weights players_mean(const struct belief *belief)
{
    struct evidence_weights mean = {0};
    for (enum player_kind player = 0; player < PLAYER_COUNT; player++) {
        float share = belief->players.share[player];
        struct evidence_weights weights = players_weights(belief, player);
        for (int kind = 0; kind < PLAYER_KINDS; kind++) {
            mean.moves[kind] += share * weights.moves[kind];
            mean.habits[kind] += share * weights.habits[kind];
        }
        mean.joint += share * weights.joint;
        mean.setup += share * weights.setup;
    }
    return mean;
}

/* Recomputes the posterior probability of each kind of player and its share in the mixture. */
static void update_posterior(struct belief *belief)
{
    const struct belief_options *options = &belief->knowledge->options;
    const struct belief_weights *weights = &options->weights;
    struct players *players = &belief->players;
    /* `anyone` is a probability given that no program plays. */
    const double prior[PLAYER_COUNT] = {(1 - options->prior) * (1 - weights->anyone), options->prior,
                                        (1 - options->prior) * weights->anyone};
    double fit[PLAYER_COUNT], odds[PLAYER_COUNT], max_fit = -INFINITY, sum = 0, share_sum = 0;
    for (int player = 0; player < PLAYER_COUNT; player++) {
        fit[player] = weights->evidence * players->move_odds[player] +
                      weights->evidence_setup * players->setup_odds[player];
        if (prior[player] > 0)
            max_fit = fmax(max_fit, fit[player]);
    }
    /* Subtracting the largest logarithm avoids overflow. */
    for (int player = 0; player < PLAYER_COUNT; player++)
        sum += odds[player] = prior[player] > 0 ? prior[player] * exp(fit[player] - max_fit) : 0;
    for (int player = 0; player < PLAYER_COUNT; player++) {
        players->posterior[player] = (float)(odds[player] / sum);
        /* A kind that is too improbable gets no share: its part of the mixture need not be computed. */
        odds[player] = odds[player] >= share_min * sum ? odds[player] : 0;
        share_sum += odds[player];
    }
    for (int player = 0; player < PLAYER_COUNT; player++)
        players->share[player] = (float)(odds[player] / share_sum);
}

void players_start(struct belief *belief)
{
    update_posterior(belief);
}

/* Updates setup_odds by a fact: a hidden piece of the side has one of `ranks` (bit r for rank r). Each kind
 * of player gave this fact a probability. The odds are bounded, so that a wrong estimate can be corrected. */
static void add_fact(struct belief *belief, int row, uint16_t ranks)
{
    struct players *players = &belief->players;
    double expected[PLAYER_COUNT];
    for (enum player_kind player = 0; player < PLAYER_COUNT; player++) {
        float p[RANKS];
        double sum = 0;
        mixture_row(belief, player, row, p);
        for (int rank = 0; rank < RANKS; rank++)
            sum += ranks >> rank & 1 ? (double)p[rank] : 0;
        expected[player] = fmax(sum, 1e-3); /* so that a single surprise excludes no kind */
    }
    for (enum player_kind player = 0; player < PLAYER_COUNT; player++) {
        double odds = players->setup_odds[player] + log(expected[player] / expected[PLAYER_PEOPLE]);
        players->setup_odds[player] = fmin(fmax(odds, -FIT_MAX), FIT_MAX);
    }
}

void players_watch_setup(struct belief *belief, const struct event *event)
{
    struct setup_fact fact[2];
    int count = facts_of_event(belief, event, fact);
    for (int i = 0; i < count; i++)
        add_fact(belief, fact[i].row, fact[i].ranks);
    if (count)
        update_posterior(belief);
}

void players_watch_move(struct belief *belief, double programs_less_people)
{
    /* Log likelihoods relative to people's; anyone's likelihood is the mean of both. */
    const double fit[PLAYER_COUNT] = {0, programs_less_people, log((1 + exp(programs_less_people)) / 2)};
    for (int player = 0; player < PLAYER_COUNT; player++) {
        double odds = belief->players.move_odds[player] + fit[player];
        belief->players.move_odds[player] = fmin(fmax(odds, -FIT_MAX), FIT_MAX);
    }
    update_posterior(belief);
}
