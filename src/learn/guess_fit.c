/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/guess_fit.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "lab/guess_tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODELS_MAX = 100 };

/* The games that the loss of the options is measured on. */
struct validation {
    const struct guess_fit_terms *terms;
    struct belief_options *options;       /* the search changes its parameters in here */
    struct fold_sample *samples;
    size_t count;
    const struct belief_model *models[MODELS_MAX]; /* the different models of the samples */
    struct belief_knowledge *knowledge;   /* for each of these models */
    size_t model_count;
    uint8_t *model;                       /* of each sample: index of its model in `models` */
    struct guess_sum *sums;               /* one for each game */
};

/* Adds the games of a kind of player to the validation, each with its model. If there are more than
 * FIT_GAMES_MAX, adds that many, spread evenly over all. */
static void add_games(struct validation *validation, int player)
{
    const struct fold_samples *samples = validation->terms->samples;
    size_t available = samples->count[player], used = available < FIT_GAMES_MAX ? available : FIT_GAMES_MAX;
    for (size_t i = 0; i < used; i++) {
        const struct fold_sample *sample = &samples->items[player][i * available / used];
        /* Finds the index of the sample's model, or adds the model. Beyond MODELS_MAX the game is skipped. */
        size_t model = 0;
        while (model < validation->model_count && validation->models[model] != sample->model)
            model++;
        if (model == MODELS_MAX)
            continue;
        if (model == validation->model_count)
            validation->models[validation->model_count++] = sample->model;
        validation->model[validation->count] = (uint8_t)model;
        validation->samples[validation->count++] = *sample;
    }
}

/* Allocates memory for FIT_GAMES_MAX games of each kind of player; add_games adds the games. */
static void validation_init(struct validation *validation, const struct guess_fit_terms *terms,
                            struct belief_options *options)
{
    enum { MAX = PLAYER_KINDS * FIT_GAMES_MAX };
    *validation = (struct validation){.terms = terms, .options = options};
    validation->samples = memory_new(MAX, sizeof *validation->samples);
    validation->model = memory_new(MAX, sizeof *validation->model);
    validation->sums = memory_new(MAX, sizeof *validation->sums);
    validation->knowledge = memory_new(MODELS_MAX, sizeof *validation->knowledge);
}

/* Frees what validation_init allocated. */
static void validation_free(struct validation *validation)
{
    free(validation->samples);
    free(validation->model);
    free(validation->sums);
    free(validation->knowledge);
}

/* Guesses both sides of game `index` and stores the sums of the losses. It is the work of a thread. */
static void measure_game_loss(void *context, size_t index)
{
    struct validation *validation = context;
    struct guess_tally *tally = memory_new(1, sizeof *tally);
    const struct belief_knowledge *knowledge = &validation->knowledge[validation->model[index]];
    for (enum side side = RED; side <= BLUE && !stop_requested(validation->terms->stop); side++)
        guess_tally_belief(knowledge, validation->samples[index].game, side, tally);
    validation->sums[index] = tally->part[GUESS_WHOLE];
    free(tally);
}

/* Returns the mean loss for a hidden piece over all games, with the current options, in bits. */
static double mean_loss(struct validation *validation)
{
    double bits = 0, pieces = 0;
    for (size_t i = 0; i < validation->model_count; i++)
        belief_knowledge_init(&validation->knowledge[i], validation->options, validation->terms->statistics,
                              validation->models[i], NULL);
    parallel_run(validation->terms->jobs, validation->count, measure_game_loss, validation);
    for (size_t i = 0; i < validation->count; i++) {
        bits += validation->sums[i].loss;
        pieces += validation->sums[i].pieces;
    }
    return pieces > 0 ? bits / pieces : 0;
}

/* A parameter to fit: where it is stored, its range, and the wide and the narrow step of the search. */
struct parameter {
    double *value, min, max;
    double step[2];
};

/* Adds `step` to the parameter as long as the loss falls by more than rounding errors. `best`: the lowest
 * loss so far, in bits. Returns whether the loss fell. */
static bool line_search(struct validation *validation, const struct parameter *parameter, double step,
                        double *best)
{
    bool better = false;
    while (!stop_requested(validation->terms->stop)) {
        /* Rounded, so that many steps of 0.05 give exact decimals. */
        double old_value = *parameter->value, new_value = round((old_value + step) * 1e6) / 1e6;
        if (new_value < parameter->min || new_value > parameter->max)
            break;
        *parameter->value = new_value;
        double new_loss = mean_loss(validation);
        if (!(new_loss < *best - 1e-9)) {
            *parameter->value = old_value;
            break;
        }
        *best = new_loss;
        better = true;
    }
    return better;
}

/* Minimises the mean loss by coordinate descent: changes one parameter after the other until no change helps,
 * first by wide steps, then by narrow ones. */
static void minimise_loss(struct validation *validation, const struct parameter *parameters, size_t count)
{
    if (!validation->count)
        return;
    double best = mean_loss(validation);
    /* fine: 0 for the wide steps, 1 for the narrow ones. */
    for (int fine = 0; fine < 2; fine++)
        for (bool better = true; better && !stop_requested(validation->terms->stop);) {
            better = false;
            for (size_t i = 0; i < count; i++)
                better |= line_search(validation, &parameters[i], parameters[i].step[fine], &best) ||
                          line_search(validation, &parameters[i], -parameters[i].step[fine], &best);
            better &= count > 1; /* a single parameter is at its best after one search */
        }
}

/* Returns options of the guesser "bayes" with these weights as explicit numbers, so that the search can
 * change them. */
static struct belief_options bayes_options(const struct guess_fit_terms *terms,
                                           const struct belief_weights *weights)
{
    struct belief_options options = terms->options;
    options.kind = (double)(belief_kind_find("bayes") - belief_kind_table);
    options.weights = *weights;
    options.neighbours = 1;  /* the default, in case the user's options are others */
    options.calibration = 0; /* is fitted after the weights */
    return options;
}

/* Fits the weights of one kind of player on its games. The prior says for certain that this kind plays:
 * `prior` is the probability of programs, `anyone` that of neither kind. */
static void fit_player(const struct guess_fit_terms *terms, int player, struct belief_weights *weights)
{
    struct belief_options options = bayes_options(terms, weights);
    struct validation validation;
    validation_init(&validation, terms, &options);
    add_games(&validation, player);
    options.prior = player;
    options.weights.anyone = 0;
    /* The last parameter has an effect only if the models have families. The prior of known setups is not
     * fitted: its best value over all games makes the guesser believe too early in a known setup when the
     * setup is in fact new. */
    enum { PEOPLE_PARAMETERS = 3 };
    const struct parameter people[PEOPLE_PARAMETERS] = {
        {&options.weights.people, 0, 2, {0.1, 0.05}},
        {&options.weights.joint, 0, 2, {0.1, 0.05}},
        {&options.weights.recall_seen, 0, 2, {0.1, 0.05}},
    };
    const struct parameter programs[] = {
        {&options.weights.programs, 0, 2, {0.1, 0.05}},
        {&options.weights.programs_setup, 0, 2, {0.1, 0.05}},
        {&options.weights.programs_joint, 0, 2, {0.1, 0.05}},
    };
    bool has_families = validation.model_count && validation.models[0]->families.count > 0;
    if (player == PLAYER_PEOPLE)
        minimise_loss(&validation, people, has_families ? PEOPLE_PARAMETERS : PEOPLE_PARAMETERS - 1);
    else
        minimise_loss(&validation, programs, sizeof programs / sizeof programs[0]);
    options.weights.anyone = weights->anyone;
    *weights = options.weights;
    validation_free(&validation);
}

void guess_fit(const struct guess_fit_terms *terms, struct belief_weights *weights)
{
    for (int player = 0; player < PLAYER_KINDS; player++)
        if (terms->samples->count[player])
            fit_player(terms, player, weights);
    if (terms->samples->count[PLAYER_PEOPLE] && terms->samples->count[PLAYER_PROGRAMS]) {
        /* Fits how much a move counts as evidence of the kind of player, on the games of both kinds. */
        struct belief_options options = bayes_options(terms, weights);
        struct validation validation;
        validation_init(&validation, terms, &options);
        for (int player = 0; player < PLAYER_KINDS; player++)
            add_games(&validation, player);
        options.prior = 0.5; /* before a game both kinds are equally likely */
        const struct parameter parameter = {&options.weights.evidence, 0, 1, {0.1, 0.05}};
        minimise_loss(&validation, &parameter, 1);
        weights->evidence = options.weights.evidence;
        validation_free(&validation);
    }
}

void guess_fit_deboer(const struct guess_fit_terms *terms, struct belief_options *options)
{
    struct validation validation;
    options->kind = (double)(belief_kind_find("deboer") - belief_kind_table);
    options->neighbours = options->opportunities = options->behaviour = 1;
    validation_init(&validation, terms, options);
    add_games(&validation, PLAYER_PEOPLE);
    const struct parameter parameters[] = {
        {&options->missed, 0, 20, {2, 1}},
        {&options->happiness, 0, 20, {0.5, 0.25}},
        {&options->decay, 0, 1, {0.1, 0.05}},
        {&options->line, -1, 5, {0.5, 0.25}},
    };
    minimise_loss(&validation, parameters, sizeof parameters / sizeof parameters[0]);
    validation_free(&validation);
}
