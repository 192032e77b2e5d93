/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/guess_fit.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "lab/guess_tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The games that options are tried on. */
struct validation {
    const struct guess_fit_terms *terms;
    const struct belief_model *model;     /* NULL where the guesser needs none */
    struct belief_options *options;
    struct training_game *games;
    size_t count;
    struct belief_knowledge knowledge;
    struct guess_sum *sums;               /* one a game */
};

static bool is_stopped(const struct guess_fit_terms *terms)
{
    return terms->stop && atomic_load(terms->stop);
}

static void report(const struct guess_fit_terms *terms, const char *text)
{
    if (terms->report)
        terms->report(terms->context, text);
}

/* Splits games: each FIT_PARTS-th goes to the validation, up to FIT_VALIDATION_MOST, the others to `rest`
 * (may be NULL), which has room for all. Returns how many the rest are. */
static size_t split(const struct guess_fit_terms *terms, int player, struct validation *validation,
                    struct training_game *rest)
{
    size_t count = 0;
    for (size_t i = 0; i < terms->count[player]; i++) {
        const struct training_game *game = &terms->games[player][i];
        if (i % FIT_PARTS != FIT_PARTS - 1) {
            if (rest)
                rest[count] = *game;
            count++;
        } else if (validation->count < FIT_VALIDATION_MOST) {
            validation->games[validation->count++] = *game;
        }
    }
    return count;
}

static void validation_init(struct validation *validation, const struct guess_fit_terms *terms,
                            const struct belief_model *model, struct belief_options *options)
{
    *validation = (struct validation){.terms = terms, .model = model, .options = options};
    validation->games = memory_new(PLAYER_KINDS * FIT_VALIDATION_MOST, sizeof *validation->games);
    validation->sums = memory_new(PLAYER_KINDS * FIT_VALIDATION_MOST, sizeof *validation->sums);
}

static void validation_free(struct validation *validation)
{
    free(validation->games);
    free(validation->sums);
}

static void try_game(void *context, size_t index)
{
    struct validation *validation = context;
    struct guess_tally tally = {0};
    if (is_stopped(validation->terms))
        return;
    for (enum side side = RED; side <= BLUE; side++)
        guess_follow(&validation->knowledge, &validation->games[index], side, &tally);
    validation->sums[index] = tally.part[GUESS_WHOLE];
}

/* The mean loss a piece of the validation's games with its options as they are, bits. */
static double loss(struct validation *validation)
{
    double bits = 0, pieces = 0;
    belief_knowledge_init(&validation->knowledge, validation->options, validation->terms->statistics,
                          validation->model,
                          NULL);
    parallel_run(validation->terms->jobs, validation->count, try_game, validation);
    for (size_t i = 0; i < validation->count; i++) {
        bits += validation->sums[i].loss;
        pieces += validation->sums[i].pieces;
    }
    return pieces > 0 ? bits / pieces : 0;
}

/* A number to be fitted, its range, and the wide and the narrow step of the search. */
struct parameter {
    double *value, least, most;
    double step[2];
};

/* Line search: goes on in one direction while the loss falls by more than rounding. */
static bool line_search(struct validation *validation, const struct parameter *parameter, double step,
                        double *best)
{
    bool better = false;
    while (!is_stopped(validation->terms)) {
        double before = *parameter->value, after = round((before + step) * 1e6) / 1e6;
        if (after < parameter->least || after > parameter->most)
            break;
        *parameter->value = after;
        double bits = loss(validation);
        if (!(bits < *best - 1e-9)) {
            *parameter->value = before;
            break;
        }
        *best = bits;
        better = true;
    }
    return better;
}

/* Coordinate descent: changes one parameter after the other until none helps, first by wide steps, then by
 * narrow ones. */
static void search(struct validation *validation, const struct parameter *parameters, size_t count)
{
    if (!validation->count)
        return;
    double best = loss(validation);
    for (int fine = 0; fine < 2; fine++)
        for (bool better = true; better && !is_stopped(validation->terms);) {
            better = false;
            for (size_t i = 0; i < count; i++)
                better |= line_search(validation, &parameters[i], parameters[i].step[fine], &best) ||
                          line_search(validation, &parameters[i], -parameters[i].step[fine], &best);
            better &= count > 1; /* a single parameter is at its best after one search */
        }
}

/* Options of the guesser "bayes" in which all weights are numbers that the search may change. */
static struct belief_options bayes_options(const struct guess_fit_terms *terms,
                                           const struct belief_weights *weights)
{
    struct belief_options options = terms->options;
    options.kind = (double)(belief_kind_find("bayes") - belief_kind_table);
    options.weights = *weights;
    options.neighbours = 1;
    return options;
}

/* Picks the weights of one kind of player, as if it were known that such a one plays. */
static void fit_player(const struct guess_fit_terms *terms, int player, const struct belief_model *inner,
                       struct belief_weights *weights)
{
    struct belief_options options = bayes_options(terms, weights);
    struct validation validation;
    validation_init(&validation, terms, inner, &options);
    split(terms, player, &validation, NULL);
    options.prior = player;
    const struct parameter people[] = {
        {&options.weights.people, 0, 2, {0.1, 0.05}},
        {&options.weights.joint, 0, 2, {0.1, 0.05}},
    }, programs[] = {
        {&options.weights.programs, 0, 2, {0.1, 0.05}},
        {&options.weights.programs_setup, 0, 2, {0.1, 0.05}},
        {&options.weights.programs_joint, 0, 2, {0.1, 0.05}},
    };
    if (player == PLAYER_PEOPLE)
        search(&validation, people, sizeof people / sizeof people[0]);
    else
        search(&validation, programs, sizeof programs / sizeof programs[0]);
    *weights = options.weights;
    validation_free(&validation);
}

/* Picks how much a move tells of who plays, on the games of both. */
static void fit_evidence(const struct guess_fit_terms *terms, const struct belief_model *inner,
                         struct belief_weights *weights)
{
    struct belief_options options = bayes_options(terms, weights);
    struct validation validation;
    validation_init(&validation, terms, inner, &options);
    for (int player = 0; player < PLAYER_KINDS; player++)
        split(terms, player, &validation, NULL);
    options.prior = 0.5;
    const struct parameter parameter = {&options.weights.evidence, 0, 1, {0.1, 0.05}};
    search(&validation, &parameter, 1);
    weights->evidence = options.weights.evidence;
    validation_free(&validation);
}

void guess_fit(const struct guess_fit_terms *terms, struct belief_model *model)
{
    struct belief_model *inner = memory_new(1, sizeof *inner);
    *inner = *model;
    for (int player = 0; player < PLAYER_KINDS && !is_stopped(terms); player++) {
        if (!terms->count[player])
            continue;
        struct validation unused;
        struct training_game *rest = memory_new(terms->count[player], sizeof *rest);
        validation_init(&unused, terms, NULL, NULL);
        size_t count = split(terms, player, &unused, rest);
        report(terms, player == PLAYER_PEOPLE ? "how people move" : "how programs move");
        inner->move_model[player] = model->move_model[player] = (struct move_model){0};
        move_model_learn(&inner->move_model[player], rest, count, MOVE_MODEL_EPOCHS, MOVE_MODEL_RATE,
                         terms->stop);
        report(terms, "the weights");
        fit_player(terms, player, inner, &model->weights);
        move_model_learn(&model->move_model[player], terms->games[player], terms->count[player],
                         MOVE_MODEL_EPOCHS, MOVE_MODEL_RATE, terms->stop);
        validation_free(&unused);
        free(rest);
    }
    if (terms->count[PLAYER_PEOPLE] && terms->count[PLAYER_PROGRAMS])
        fit_evidence(terms, inner, &model->weights);
    free(inner);
}

void guess_fit_deboer(const struct guess_fit_terms *terms, struct belief_options *options)
{
    struct validation validation;
    options->kind = (double)(belief_kind_find("deboer") - belief_kind_table);
    options->neighbours = options->opportunities = options->behaviour = 1;
    validation_init(&validation, terms, NULL, options);
    split(terms, PLAYER_PEOPLE, &validation, NULL);
    report(terms, "De Boer's constants");
    const struct parameter parameters[] = {
        {&options->missed, 0, 20, {2, 1}},
        {&options->happiness, 0, 20, {0.5, 0.25}},
        {&options->decay, 0, 1, {0.1, 0.05}},
        {&options->line, -1, 5, {0.5, 0.25}},
    };
    search(&validation, parameters, sizeof parameters / sizeof parameters[0]);
    validation_free(&validation);
}
