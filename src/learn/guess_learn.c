/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/guess_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/plural.h"
#include "base/stop.h"
#include "lab/bench_guess.h"
#include "learn/families_learn.h"
#include "learn/guess_fit.h"
#include "learn/network_learn.h"
#include "learn/network_samples.h"
#include "setup/novelty.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without folds, how players move is learnt from all games but those of each of so many parts, for the
 * weights. */
enum { PARTS = 3 };

struct learn_work {
    const struct guess_learn_terms *terms;
    struct belief_model *const *models;
    pthread_mutex_t talk;           /* of the report */
    struct novelty *learnt[CROSS_FIT_PARTS_MAX]; /* of each fold: what its games are new to (find_learnt) */
    enum status status[CROSS_FIT_PARTS_MAX + 1];
    struct error error[CROSS_FIT_PARTS_MAX + 1];
};

/* One model's learning from setups. */
struct setup_training {
    struct learn_work *work;
    int number;
};

static void report(struct learn_work *work, int number, const char *text)
{
    char line[96];
    if (!work->terms->report)
        return;
    if (number)
        snprintf(line, sizeof line, "fold %d: %s", number, text);
    else
        snprintf(line, sizeof line, "%s", text);
    pthread_mutex_lock(&work->talk);
    work->terms->report(work->terms->context, line);
    pthread_mutex_unlock(&work->talk);
}

static bool report_round(void *context, int round, double loss)
{
    const struct setup_training *learner = context;
    char text[80];
    snprintf(text, sizeof text, "setups: round %d, %.4f bits a hidden piece", round + 1, loss / log(2));
    report(learner->work, learner->number, text);
    return !stop_requested(learner->work->terms->stop);
}

/* What a model learns from setups alone, its setup part. */
static void learn_setups(struct setup_training *learner, const struct network_samples *samples,
                         struct belief_model *model)
{
    const struct guess_learn_terms *terms = learner->work->terms;
    struct network_training training = network_training_default;
    struct rng rng;
    training.rounds = terms->rounds;
    training.jobs = terms->folds ? 1 : terms->jobs; /* folds are learnt side by side */
    training.report = report_round;
    training.context = learner;
    rng_seed(&rng, terms->seed, 0);
    report(learner->work, learner->number, "families of setups");
    families_learn(&model->families, samples->setups, samples->setup_count);
    network_learn(model->network, samples, &training, &rng);
}

/* Rounds a model to what its file will say, so that what hangs on it is learnt from that, and goes on from a
 * draft as it would have gone on by itself. What was rounded once may be rounded again (a row's scale to the
 * one below): until the text stays. */
static void round_to_file(struct belief_model *model)
{
    enum { ROUNDS_MAX = 10 };
    struct text before = {0};
    for (int i = 0; i < ROUNDS_MAX; i++) {
        struct text text = {0};
        struct error error;
        belief_model_write(model, &text);
        bool same = text.size == before.size && !memcmp(text.bytes, before.bytes, text.size);
        struct belief_model *rounded = NULL;
        if (!same)
            rounded = belief_model_parse("draft", text.bytes, text.size, &error);
        if (rounded)
            belief_model_assign(model, rounded);
        text_free(&before);
        before = text;
        if (!rounded)
            break;
        belief_model_free(rounded);
    }
    text_free(&before);
}

/* Adds the games of a model's fold to `own` (may be NULL) and all others to `others`: the events stay those
 * of the games. */
static void split(const struct guess_learn_terms *terms, const struct dataset *games, int number,
                  struct dataset *own, struct dataset *others)
{
    for (size_t i = 0; i < games->count; i++)
        if (!number || i % (size_t)terms->folds != (size_t)number - 1)
            dataset_add(others, &games->items[i]);
        else if (own)
            dataset_add(own, &games->items[i]);
}

/* Takes an earlier run's draft where it is of the same setups. */
static bool take_draft(const struct guess_learn_terms *terms, int number, struct belief_model *model)
{
    struct belief_model *draft = belief_model_new();
    bool taken = terms->take && terms->take(terms->context, number, draft) &&
                 draft->setups == model->setups && draft->variant == model->variant &&
                 memcmp(&draft->without, &model->without, sizeof draft->without) == 0;
    if (taken) {
        memcpy(draft->source, model->source, sizeof draft->source);
        memcpy(draft->date, model->date, sizeof draft->date);
        belief_model_assign(model, draft);
        model->weights = belief_weights_plain; /* a finished model is a draft too */
        memset(&model->habits, 0, sizeof model->habits);
        memset(&model->calibration, 0, sizeof model->calibration);
    }
    belief_model_free(draft);
    return taken;
}

/* The setups that decide whether a game is new: the given ones that a model learnt from; where none are
 * given, those of games. (`bench guess --setups` takes both together.) */
static struct novelty *find_learnt(const struct guess_learn_terms *terms,
                                   const struct network_samples *samples, const struct dataset *unknown)
{
    size_t count;
    if (!terms->setup_count)
        return novelty_new(samples->setups, samples->setup_count);
    struct setup *others = dataset_other_setups(unknown, terms->setups, terms->setup_count, &count);
    struct novelty *novelty = novelty_new(others, count);
    free(others);
    return novelty;
}

static void learn_draft(void *context, size_t index)
{
    struct learn_work *work = context;
    const struct guess_learn_terms *terms = work->terms;
    struct setup_training learner = {work, (int)index};
    struct belief_model *model = work->models[index];
    struct dataset others = {0}, unknown = {0}; /* what it learns from; what it is not to know */
    struct network_samples samples;
    split(terms, terms->games, (int)index, &unknown, &others);
    for (size_t i = 0; i < terms->without->count; i++)
        dataset_add(&unknown, &terms->without->items[i]);
    network_samples_make(&samples, &others, terms->setups, terms->setup_count, &unknown);
    model->weights = belief_weights_plain;
    model->setups = samples.setup_count;
    if (index)
        work->learnt[index - 1] = find_learnt(terms, &samples, &unknown);
    /* Fingerprints of the games that the model learns from, and of those that it leaves out. */
    struct dataset programs = {0};
    split(terms, terms->programs, (int)index, NULL, &programs);
    dataset_fingerprint(&others, &model->fingerprints[PLAYER_PEOPLE]);
    dataset_fingerprint(&programs, &model->fingerprints[PLAYER_PROGRAMS]);
    dataset_fingerprint(&unknown, &model->without);
    free(programs.items);
    if (!samples.setup_count || !samples.mask_count) {
        work->status[index] = error_set(&work->error[index], STATUS_BAD,
                                        "guess learn: no %s to learn from",
                                        samples.setup_count ? "games from setups" : "setups");
    } else if (!take_draft(terms, (int)index, model) && !stop_requested(terms->stop)) {
        learn_setups(&learner, &samples, model);
        round_to_file(model);
        if (terms->keep && !stop_requested(terms->stop))
            terms->keep(terms->context, (int)index, model);
    }
    network_samples_free(&samples);
    free(others.items);
    free(unknown.items);
}

static void learn_rest(struct learn_work *work, struct belief_options *deboer)
{
    const struct guess_learn_terms *terms = work->terms;
    uint8_t *novelty = NULL; /* of each game, to the model of its fold */
    struct belief_model *parts[PARTS] = {NULL};
    if (terms->folds) {
        novelty = memory_new(terms->games->count + 1, sizeof *novelty);
        guess_novelty(terms->games, (const struct novelty *const *)work->learnt, terms->folds, terms->jobs,
                      terms->stop, novelty);
    }
    for (int i = 0; i < PARTS && !terms->folds; i++)
        parts[i] = belief_model_copy(work->models[0]);
    const struct cross_fit cross = {
        .games = {terms->games, terms->programs}, .options = terms->options, .statistics = terms->statistics,
        .part_count = terms->folds ? terms->folds : PARTS, .parts = terms->folds ? work->models + 1 : parts,
        .whole = work->models[0], .parts_weights = terms->folds > 0, .novelty = novelty, .jobs = terms->jobs,
        .stop = terms->stop, .report = terms->report, .context = terms->context,
    };
    cross_fit_run(&cross);
    for (int i = 0; i < PARTS; i++)
        belief_model_free(parts[i]);
    struct fold_samples samples = {0};
    samples.items[PLAYER_PEOPLE] = memory_new(terms->games->count + 1, sizeof *samples.items[PLAYER_PEOPLE]);
    for (size_t i = 0; i < terms->games->count; i++)
        samples.items[PLAYER_PEOPLE][samples.count[PLAYER_PEOPLE]++].game = &terms->games->items[i];
    const struct guess_fit_terms fit = {.samples = &samples, .options = terms->options,
                                        .statistics = terms->statistics, .jobs = terms->jobs,
                                        .stop = terms->stop};
    *deboer = terms->options;
    report(work, 0, "De Boer's constants");
    guess_fit_deboer(&fit, deboer);
    free(samples.items[PLAYER_PEOPLE]);
    free(novelty);
}

/* One model is of one variant: `variant` gets that of the games, people's if there are any. */
static enum status check_variant(const struct guess_learn_terms *terms, uint8_t *variant, struct error *error)
{
    const struct dataset *games[] = {terms->games, terms->programs};
    const struct dataset *first = games[terms->games->count ? 0 : 1];
    *variant = first->count ? first->items[0].variant : terms->statistics->variant;
    for (int kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < games[kind]->count; i++)
            if (games[kind]->items[i].variant != *variant)
                return error_set(error, STATUS_BAD, "guess learn: found a game of %s among those of %s",
                                 variant_at(games[kind]->items[i].variant)->name, variant_at(*variant)->name);
    for (size_t i = 0; i < terms->setup_count; i++)
        if (setup_check(&terms->setups[i], variant_at(*variant), NULL) != STATUS_OK)
            return error_set(error, STATUS_BAD, "guess learn: found a setup that is not one of %s, as the "
                             "games are", variant_at(*variant)->name);
    if (terms->statistics->variant != *variant)
        return error_set(error, STATUS_BAD, "guess learn: found statistics of %s, expected them of %s, as "
                         "the games are", variant_at(terms->statistics->variant)->name,
                         variant_at(*variant)->name);
    return STATUS_OK;
}

enum status guess_learn(const struct guess_learn_terms *terms, struct belief_model *const *models,
                        struct belief_options *deboer, struct error *error)
{
    struct learn_work *work = memory_new(1, sizeof *work);
    size_t count = (size_t)terms->folds + 1;
    uint8_t variant;
    enum status status = check_variant(terms, &variant, error);
    for (size_t i = 0; i < count && !status; i++)
        models[i]->variant = variant;
    work->terms = terms;
    work->models = models;
    pthread_mutex_init(&work->talk, NULL);
    if (!status && terms->games->count < (size_t)terms->folds)
        status = error_set(error, STATUS_BAD, "guess learn: %zu game%s to learn from, expected at least %d",
                           terms->games->count, plural(terms->games->count), terms->folds);
    if (!status)
        parallel_run(terms->jobs, count, learn_draft, work);
    for (size_t i = 0; i < count && !status; i++)
        if (work->status[i]) {
            status = work->status[i];
            *error = work->error[i];
        }
    if (!status && !stop_requested(terms->stop))
        learn_rest(work, deboer);
    if (!status && stop_requested(terms->stop))
        status = error_set(error, STATUS_NO, "stopped");
    pthread_mutex_destroy(&work->talk);
    for (int i = 0; i < terms->folds; i++)
        novelty_free(work->learnt[i]);
    free(work);
    return status;
}
