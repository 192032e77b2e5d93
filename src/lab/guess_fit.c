/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/guess_fit.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "lab/bench_guess.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lessons to try options on. */
struct trial {
    const struct guess_fit_terms *terms;
    const struct belief_model *model;     /* NULL where the guesser needs none */
    struct belief_options *options;
    struct lesson *lessons;
    size_t count;
    struct belief_knowledge knowledge;
    struct guess_sum *sums;               /* one a lesson */
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

/* Splits lessons: each FIT_PARTS-th goes to the trial, up to FIT_TRIAL_MOST, the others to `rest` (may be
 * NULL), which has room for all. Returns how many the rest are. */
static size_t split(const struct guess_fit_terms *terms, int player, struct trial *trial,
                    struct lesson *rest)
{
    size_t count = 0;
    for (size_t i = 0; i < terms->count[player]; i++) {
        const struct lesson *lesson = &terms->lessons[player][i];
        if (i % FIT_PARTS != FIT_PARTS - 1) {
            if (rest)
                rest[count] = *lesson;
            count++;
        } else if (trial->count < FIT_TRIAL_MOST) {
            trial->lessons[trial->count++] = *lesson;
        }
    }
    return count;
}

static void trial_init(struct trial *trial, const struct guess_fit_terms *terms,
                       const struct belief_model *model, struct belief_options *options)
{
    *trial = (struct trial){.terms = terms, .model = model, .options = options};
    trial->lessons = memory_new(CONDUCT_PLAYERS * FIT_TRIAL_MOST, sizeof *trial->lessons);
    trial->sums = memory_new(CONDUCT_PLAYERS * FIT_TRIAL_MOST, sizeof *trial->sums);
}

static void trial_free(struct trial *trial)
{
    free(trial->lessons);
    free(trial->sums);
}

static void try_lesson(void *context, size_t index)
{
    struct trial *trial = context;
    struct guess_sum sums[GUESS_PLIES] = {{0}};
    if (is_stopped(trial->terms))
        return;
    for (int side = RED; side <= BLUE; side++)
        guess_follow(&trial->knowledge, &trial->lessons[index], (enum side)side, sums);
    trial->sums[index] = sums[GUESS_PLIES - 1];
}

/* The mean loss a piece of the trial's lessons with its options as they are, bits. */
static double loss(struct trial *trial)
{
    double bits = 0, pieces = 0;
    belief_knowledge_init(&trial->knowledge, trial->options, trial->terms->statistics, trial->model,
                          NULL);
    parallel_run(trial->terms->jobs, trial->count, try_lesson, trial);
    for (size_t i = 0; i < trial->count; i++) {
        bits += trial->sums[i].loss;
        pieces += trial->sums[i].pieces;
    }
    return pieces > 0 ? bits / pieces : 0;
}

/* A number to be picked; `steps` are tried one after the other. */
struct dial {
    double *value, least, most;
    double step[2];
};

/* Goes on with a dial in one direction while the loss falls by more than rounding. */
static bool turn(struct trial *trial, const struct dial *dial, double step, double *best)
{
    bool better = false;
    while (!is_stopped(trial->terms)) {
        double before = *dial->value, after = round((before + step) * 1e6) / 1e6;
        if (after < dial->least || after > dial->most)
            break;
        *dial->value = after;
        double bits = loss(trial);
        if (!(bits < *best - 1e-9)) {
            *dial->value = before;
            break;
        }
        *best = bits;
        better = true;
    }
    return better;
}

/* Turns one dial after the other until none helps: first by wide steps, then by narrow ones. */
static void search(struct trial *trial, const struct dial *dials, size_t count)
{
    if (!trial->count)
        return;
    double best = loss(trial);
    for (int fine = 0; fine < 2; fine++)
        for (bool better = true; better && !is_stopped(trial->terms);) {
            better = false;
            for (size_t i = 0; i < count; i++)
                better |= turn(trial, &dials[i], dials[i].step[fine], &best) ||
                          turn(trial, &dials[i], -dials[i].step[fine], &best);
            better &= count > 1; /* a single dial is where it should be */
        }
}

/* Options of the guesser "bayes" in which all weights are numbers that the search may turn. */
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
    struct trial trial;
    trial_init(&trial, terms, inner, &options);
    split(terms, player, &trial, NULL);
    options.prior = player;
    const struct dial people[] = {
        {&options.weights.people, 0, 2, {0.1, 0.05}},
        {&options.weights.joint, 0, 2, {0.1, 0.05}},
    }, programs[] = {
        {&options.weights.programs, 0, 2, {0.1, 0.05}},
        {&options.weights.programs_setup, 0, 2, {0.1, 0.05}},
        {&options.weights.programs_joint, 0, 2, {0.1, 0.05}},
    };
    if (player == CONDUCT_PEOPLE)
        search(&trial, people, sizeof people / sizeof people[0]);
    else
        search(&trial, programs, sizeof programs / sizeof programs[0]);
    *weights = options.weights;
    trial_free(&trial);
}

/* Picks how much a move tells of who plays, on the games of both. */
static void fit_evidence(const struct guess_fit_terms *terms, const struct belief_model *inner,
                         struct belief_weights *weights)
{
    struct belief_options options = bayes_options(terms, weights);
    struct trial trial;
    trial_init(&trial, terms, inner, &options);
    for (int player = 0; player < CONDUCT_PLAYERS; player++)
        split(terms, player, &trial, NULL);
    options.prior = 0.5;
    const struct dial dial = {&options.weights.evidence, 0, 1, {0.1, 0.05}};
    search(&trial, &dial, 1);
    weights->evidence = options.weights.evidence;
    trial_free(&trial);
}

void guess_fit(const struct guess_fit_terms *terms, struct belief_model *model)
{
    struct belief_model *inner = memory_new(1, sizeof *inner);
    *inner = *model;
    for (int player = 0; player < CONDUCT_PLAYERS && !is_stopped(terms); player++) {
        if (!terms->count[player])
            continue;
        struct trial unused;
        struct lesson *rest = memory_new(terms->count[player], sizeof *rest);
        trial_init(&unused, terms, NULL, NULL);
        size_t count = split(terms, player, &unused, rest);
        report(terms, player == CONDUCT_PEOPLE ? "how people move" : "how programs move");
        inner->conduct[player] = model->conduct[player] = (struct conduct_model){0};
        conduct_learn(&inner->conduct[player], rest, count, CONDUCT_EPOCHS, CONDUCT_RATE, terms->stop);
        report(terms, "the weights");
        fit_player(terms, player, inner, &model->weights);
        conduct_learn(&model->conduct[player], terms->lessons[player], terms->count[player],
                      CONDUCT_EPOCHS, CONDUCT_RATE, terms->stop);
        trial_free(&unused);
        free(rest);
    }
    if (terms->count[CONDUCT_PEOPLE] && terms->count[CONDUCT_PROGRAMS])
        fit_evidence(terms, inner, &model->weights);
    free(inner);
}

void guess_fit_deboer(const struct guess_fit_terms *terms, struct belief_options *options)
{
    struct trial trial;
    options->kind = (double)(belief_kind_find("deboer") - belief_kind_table);
    options->neighbours = options->opportunities = options->behaviour = 1;
    trial_init(&trial, terms, NULL, options);
    split(terms, CONDUCT_PEOPLE, &trial, NULL);
    report(terms, "De Boer's constants");
    const struct dial dials[] = {
        {&options->missed, 0, 20, {2, 1}},
        {&options->happiness, 0, 20, {0.5, 0.25}},
        {&options->decay, 0, 1, {0.1, 0.05}},
        {&options->line, -1, 5, {0.5, 0.25}},
    };
    search(&trial, dials, sizeof dials / sizeof dials[0]);
    trial_free(&trial);
}
