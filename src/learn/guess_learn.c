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

/* Without folds the games are split into PARTS parts for the fit of the weights; each part's model of moves
 * is learnt from the games of the other parts. */
enum { PARTS = 3 };

struct learn_work {
    const struct guess_learn_terms *terms;
    struct belief_model *const *models;
    pthread_mutex_t report_lock;    /* held while the report callback runs */
    struct novelty *learnt[CROSS_FIT_PARTS_MAX]; /* of each fold: the setups that make a game a known one */
    enum status status[CROSS_FIT_PARTS_MAX + 1];
    struct error error[CROSS_FIT_PARTS_MAX + 1];
};

/* Context of the callback report_round: which model learns from setups. */
struct setup_training {
    struct learn_work *work;
    int number;
};

/* Reports what model `number` is doing: 0 is the model of all games, others are those of a fold (from 1). The
 * callback is called by one thread at a time. */
static void report(struct learn_work *work, int number, const char *text)
{
    char line[96];
    if (!work->terms->report)
        return;
    if (number)
        snprintf(line, sizeof line, "fold %d: %s", number, text);
    else
        snprintf(line, sizeof line, "%s", text);
    pthread_mutex_lock(&work->report_lock);
    work->terms->report(work->terms->context, line);
    pthread_mutex_unlock(&work->report_lock);
}

/* Reports the loss of a round (nats) in bits. It is a callback of the network's training. Returns false when
 * the run was stopped. */
static bool report_round(void *context, int round, double loss)
{
    const struct setup_training *learner = context;
    char text[80];
    snprintf(text, sizeof text, "setups: round %d, %.4f bits a hidden piece", round + 1, loss / log(2));
    report(learner->work, learner->number, text);
    return !stop_requested(learner->work->terms->stop);
}

/* Learns the parts of a model that come from setups alone: the families and the network. `learner`: which
 * model it is, for the reports. */
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

/* Rounds a model to the numbers that its file has. So everything that is learnt later depends only on the
 * file, and a run that continues from a stored draft gives the same result. Rounding is repeated until the
 * text does not change, since a rounded row may get another scale when it is written again. */
static void round_to_file(struct belief_model *model)
{
    enum { ROUNDS_MAX = 10 };
    struct text old_text = {0};
    for (int i = 0; i < ROUNDS_MAX; i++) {
        struct text new_text = {0};
        struct error error;
        belief_model_write(model, &new_text);
        bool same = new_text.size == old_text.size && !memcmp(new_text.bytes, old_text.bytes, new_text.size);
        struct belief_model *rounded = NULL;
        if (!same)
            rounded = belief_model_parse("draft", new_text.bytes, new_text.size, &error);
        if (rounded)
            belief_model_assign(model, rounded);
        text_free(&old_text);
        old_text = new_text;
        if (!rounded)
            break;
        belief_model_free(rounded);
    }
    text_free(&old_text);
}

/* Adds the games of the model's fold to `own` (may be NULL) and all other games to `others`. Model 0 has no
 * fold: all games are others. The events are shared with `games`. */
static void split_by_fold(const struct guess_learn_terms *terms, const struct dataset *games, int number,
                          struct dataset *own, struct dataset *others)
{
    for (size_t i = 0; i < games->count; i++)
        if (!number || i % (size_t)terms->folds != (size_t)number - 1)
            dataset_add(others, &games->items[i]);
        else if (own)
            dataset_add(own, &games->items[i]);
}

/* Replaces the model by the draft of an earlier run, if that was learnt from the same setups. Returns whether
 * it was replaced. Weights, habits and calibration are reset, because a finished model can also serve as a
 * draft. */
static bool reuse_draft(const struct guess_learn_terms *terms, int number, struct belief_model *model)
{
    struct belief_model *draft = belief_model_new();
    bool usable = terms->take && terms->take(terms->context, number, draft) &&
                 draft->setups == model->setups && draft->variant == model->variant &&
                 memcmp(&draft->without, &model->without, sizeof draft->without) == 0;
    if (usable) {
        memcpy(draft->source, model->source, sizeof draft->source);
        memcpy(draft->date, model->date, sizeof draft->date);
        belief_model_assign(model, draft);
        model->weights = belief_weights_plain; /* a finished model is a draft too */
        memset(&model->habits, 0, sizeof model->habits);
        memset(&model->calibration, 0, sizeof model->calibration);
    }
    belief_model_free(draft);
    return usable;
}

/* Returns the setups that decide whether a game is new: those of the given setups that the model may learn
 * from. Without given setups, they are those of the games. (`bench guess --setups` uses both together.) */
static struct novelty *make_novelty(const struct guess_learn_terms *terms,
                                    const struct network_samples *samples, const struct dataset *left_out)
{
    size_t count;
    if (!terms->setup_count)
        return novelty_new(samples->setups, samples->setup_count);
    struct setup *remaining = dataset_other_setups(left_out, terms->setups, terms->setup_count, &count);
    struct novelty *novelty = novelty_new(remaining, count);
    free(remaining);
    return novelty;
}

/* Learns the setup part of model `index`, or reuses the draft of an earlier run. It is a callback of the
 * threads. Also fills in its fingerprints and, for a fold, its novelty. */
static void learn_draft(void *context, size_t index)
{
    struct learn_work *work = context;
    const struct guess_learn_terms *terms = work->terms;
    struct setup_training learner = {work, (int)index};
    struct belief_model *model = work->models[index];
    struct dataset known = {0}, left_out = {0}; /* games to learn from; games that it must not know */
    struct network_samples samples;
    split_by_fold(terms, terms->games, (int)index, &left_out, &known);
    for (size_t i = 0; i < terms->without->count; i++)
        dataset_add(&left_out, &terms->without->items[i]);
    network_samples_make(&samples, &known, terms->setups, terms->setup_count, &left_out);
    model->weights = belief_weights_plain;
    model->setups = samples.setup_count;
    if (index)
        work->learnt[index - 1] = make_novelty(terms, &samples, &left_out);
    /* Fingerprints of the games that the model learns from, and of those that it leaves out. */
    struct dataset programs = {0};
    split_by_fold(terms, terms->programs, (int)index, NULL, &programs);
    dataset_fingerprint(&known, &model->fingerprints[PLAYER_PEOPLE]);
    dataset_fingerprint(&programs, &model->fingerprints[PLAYER_PROGRAMS]);
    dataset_fingerprint(&left_out, &model->without);
    free(programs.items);
    if (!samples.setup_count || !samples.mask_count) {
        work->status[index] = error_set(&work->error[index], STATUS_BAD, "guess learn: no %s to learn from",
                                        samples.setup_count ? "games from setups" : "setups");
    } else if (!reuse_draft(terms, (int)index, model) && !stop_requested(terms->stop)) {
        learn_setups(&learner, &samples, model);
        round_to_file(model);
        if (terms->keep && !stop_requested(terms->stop))
            terms->keep(terms->context, (int)index, model);
    }
    network_samples_free(&samples);
    free(known.items);
    free(left_out.items);
}

/* Learns everything that depends on the setup part of the models (cross_fit_run), then fits De Boer's
 * constants on all of people's games. */
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
    /* If there are no folds, the parts of the cross-fit share the setup part of model 0, and learn moves
     * apart. */
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
    /* De Boer's constants, from samples without models: De Boer's guesser uses none. */
    struct fold_samples samples = {0};
    samples.items[PLAYER_PEOPLE] = memory_new(terms->games->count + 1, sizeof *samples.items[PLAYER_PEOPLE]);
    for (size_t i = 0; i < terms->games->count; i++)
        samples.items[PLAYER_PEOPLE][samples.count[PLAYER_PEOPLE]++].game = &terms->games->items[i];
    const struct guess_fit_terms fit_terms = {.samples = &samples, .options = terms->options,
                                              .statistics = terms->statistics, .jobs = terms->jobs,
                                              .stop = terms->stop};
    *deboer = terms->options;
    report(work, 0, "De Boer's constants");
    guess_fit_deboer(&fit_terms, deboer);
    free(samples.items[PLAYER_PEOPLE]);
    free(novelty);
}

/* Checks that games, setups and statistics are all of one variant, and stores it in `variant`. STATUS_BAD if
 * not. */
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
    pthread_mutex_init(&work->report_lock, NULL);
    if (!status && terms->games->count < (size_t)terms->folds)
        status = error_set(error, STATUS_BAD, "guess learn: %zu game%s to learn from, expected at least %d",
                           terms->games->count, plural(terms->games->count), terms->folds);
    /* First the setup part of each model, then all that depends on it. */
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
    pthread_mutex_destroy(&work->report_lock);
    for (int i = 0; i < terms->folds; i++)
        novelty_free(work->learnt[i]);
    free(work);
    return status;
}
