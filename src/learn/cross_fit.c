/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/cross_fit.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "learn/calibration_learn.h"
#include "learn/guess_fit.h"
#include "learn/habits_learn.h"
#include "learn/fold_samples.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* The work of one run. Models have numbers: 0 is the whole, i > 0 is the model of part i - 1. */
struct cross_fit_work {
    const struct cross_fit *cross;
    pthread_mutex_t *report_lock;   /* held while the report callback runs */
    struct habit_samples *samples;  /* for learn_habits; otherwise NULL */
    struct calibration_samples *calibration_samples; /* for learn_calibration; otherwise NULL */
};

/* Reports what model `number` is doing; one call at a time. */
static void report(const struct cross_fit_work *work, int number, const char *text)
{
    const struct cross_fit *cross = work->cross;
    char line[96];
    if (!cross->report)
        return;
    if (number)
        snprintf(line, sizeof line, "part %d: %s", number, text);
    else
        snprintf(line, sizeof line, "%s", text);
    pthread_mutex_lock(work->report_lock);
    cross->report(cross->context, line);
    pthread_mutex_unlock(work->report_lock);
}

/* Returns model `number`. NULL for the whole if there is none. */
static struct belief_model *model_by_number(const struct cross_fit *cross, int number)
{
    return number ? cross->parts[number - 1] : cross->whole;
}

/* Returns the games that model `number` may learn from: those of the other parts, or all for the whole (0).
 * Each comes with the model of the game's own part, which has not learnt from the game. */
static struct fold_samples make_fold_samples(const struct cross_fit *cross, int number)
{
    struct fold_samples folds = {0};
    for (int player = 0; player < PLAYER_KINDS; player++) {
        const struct dataset *games = cross->games[player];
        size_t parts = (size_t)cross->part_count;
        folds.items[player] = memory_new(games->count + 1, sizeof *folds.items[player]);
        for (size_t i = 0; i < games->count; i++)
            if (!number || i % parts != (size_t)number - 1)
                folds.items[player][folds.count[player]++] =
                    (struct fold_sample){&games->items[i], cross->parts[i % parts]};
    }
    return folds;
}

/* --- the steps: each is done for all models before the next begins; it changes a copy of its model, because
 * other threads may read the model meanwhile --- */

/* A step of the cross-fit (cross_fit_step): learns the models of how people and programs move, each from its
 * games in `folds`. Needs none of the samples' models. */
static void learn_behaviour(const struct cross_fit_work *work, int number, const struct fold_samples *folds,
                            struct belief_model *model)
{
    static const char *const doing[PLAYER_KINDS] = {"how people move", "how programs move"};
    const struct cross_fit *cross = work->cross;
    for (int player = 0; player < PLAYER_KINDS; player++) {
        if (!folds->count[player])
            continue;
        report(work, number, doing[player]);
        struct training_game *games = memory_new(folds->count[player], sizeof *games);
        for (size_t i = 0; i < folds->count[player]; i++)
            games[i] = *folds->items[player][i].game;
        model->move_model[player] = (struct move_model){0};
        move_model_learn(&model->move_model[player], games, folds->count[player], MOVE_MODEL_EPOCHS,
                         MOVE_MODEL_RATE, cross->stop);
        free(games);
    }
}

/* A step of the cross-fit: fits the weights of the parts of the evidence for the whole model. The samples'
 * models must be complete except for these weights. */
static void learn_weights(const struct cross_fit_work *work, int number, const struct fold_samples *folds,
                          struct belief_model *model)
{
    const struct cross_fit *cross = work->cross;
    const struct guess_fit_terms terms = {.samples = folds, .options = cross->options,
                                          .statistics = cross->statistics, .jobs = cross->jobs,
                                          .stop = cross->stop};
    if (number)
        return;
    report(work, number, "the weights");
    guess_fit(&terms, &model->weights);
}

/* A step of the cross-fit: fits the weights of a part's model, on people's games only, because the model is
 * measured on these. The weights for programs are copied from the whole. */
static void learn_part_weights(const struct cross_fit_work *work, int number,
                               const struct fold_samples *folds, struct belief_model *model)
{
    const struct cross_fit *cross = work->cross;
    struct fold_samples people = *folds;
    const struct guess_fit_terms terms = {.samples = &people, .options = cross->options,
                                          .statistics = cross->statistics, .jobs = 1, .stop = cross->stop};
    if (!number || !cross->parts_weights)
        return;
    people.count[PLAYER_PROGRAMS] = 0;
    if (cross->whole) {
        const struct belief_weights *whole_weights = &cross->whole->weights;
        struct belief_weights *part_weights = &model->weights;
        part_weights->programs = whole_weights->programs;
        part_weights->programs_joint = whole_weights->programs_joint;
        part_weights->programs_setup = whole_weights->programs_setup;
        part_weights->evidence = whole_weights->evidence;
    }
    report(work, number, "the weights");
    guess_fit(&terms, &model->weights);
}

/* Returns samples of hidden pieces of all games. The belief of each comes from the model of the game's part,
 * without the piece's behaviour. The weights are those of the whole, if there is one: they are only a few
 * numbers, so they hardly store single games. */
static struct habit_samples *make_habit_samples(const struct cross_fit *cross)
{
    struct habit_samples *samples = habit_samples_new();
    struct belief_knowledge *knowledge = memory_new(1, sizeof *knowledge);
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (int part = 0; part < cross->part_count; part++) {
            const struct dataset *games = cross->games[player];
            const struct belief_model *model = cross->parts[part];
            struct belief_options options = cross->options;
            struct habit_terms terms = {.player = (enum player_kind)player, .fold = part, .all = games->count,
                                        .knowledge = knowledge, .jobs = cross->jobs, .stop = cross->stop};
            /* The games of the part; their model has not learnt from them. */
            struct training_game *part_games = memory_new(games->count + 1, sizeof *part_games);
            for (size_t i = (size_t)part; i < games->count; i += (size_t)cross->part_count)
                part_games[terms.count++] = games->items[i];
            terms.games = part_games;
            options.kind = (double)(belief_kind_find("bayes") - belief_kind_table);
            options.weights = (cross->whole ? cross->whole : model)->weights;
            if (belief_knowledge_init(knowledge, &options, cross->statistics, model, NULL) == STATUS_OK)
                habit_samples_add(samples, &terms);
            free(part_games);
        }
    free(knowledge);
    return samples;
}

/* A step of the cross-fit: learns what a piece's actions show about its rank, from all samples outside the
 * model's own part. That is fold `number` - 1 (-1, none, for the whole). */
static void learn_habits(const struct cross_fit_work *work, int number, const struct fold_samples *folds,
                         struct belief_model *model)
{
    if (!folds->count[PLAYER_PEOPLE] || (number && !work->cross->parts_weights))
        return;
    report(work, number, "habits");
    for (int player = 0; player < PLAYER_KINDS; player++)
        habits_fit(model, (enum player_kind)player, work->samples, number - 1, work->cross->stop);
}

/* Returns samples for the calibration from all games. The belief of each comes from the model of the game's
 * part. Empty if novelty is not known. */
static struct calibration_samples *make_calibration_samples(const struct cross_fit *cross)
{
    struct calibration_samples *samples = calibration_samples_new();
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
        /* Adds the samples of one kind of games, part by part. Programs' games need no novelty. */
        const struct dataset *games = cross->games[player];
        struct belief_knowledge *knowledge = memory_new(1, sizeof *knowledge);
        struct training_game *part_games = memory_new(games->count + 1, sizeof *part_games);
        uint8_t *novelty = memory_new(games->count + 1, sizeof *novelty);
        struct belief_options options = cross->options;
        options.kind = (double)(belief_kind_find("bayes") - belief_kind_table);
        for (int part = 0; part < cross->part_count && cross->novelty; part++) {
            struct calibration_terms terms = {.games = part_games, .player = player, .novelty = novelty,
                                              .all = games->count, .fold = part, .knowledge = knowledge,
                                              .jobs = cross->jobs, .stop = cross->stop};
            for (size_t i = (size_t)part; i < games->count; i += (size_t)cross->part_count) {
                novelty[terms.count] = player == PLAYER_PEOPLE ? cross->novelty[i] : 0;
                part_games[terms.count++] = games->items[i];
            }
            if (belief_knowledge_init(knowledge, &options, cross->statistics, cross->parts[part], NULL) ==
                STATUS_OK)
                calibration_samples_add(samples, &terms);
        }
        free(novelty);
        free(part_games);
        free(knowledge);
    }
    return samples;
}

/* A step of the cross-fit: fits the calibration (how sure a guess may be), without the samples of the model's
 * own part (fold `number` - 1). The samples' models must be complete except for the calibration. */
static void learn_calibration(const struct cross_fit_work *work, int number, const struct fold_samples *folds,
                              struct belief_model *model)
{
    if (!folds->count[PLAYER_PEOPLE] || !work->cross->novelty)
        return;
    report(work, number, "how sure a guess may be");
    calibration_fit(&model->calibration, work->calibration_samples, number - 1, work->cross->stop);
}

/* Does one step of the learning: changes `model`, a copy of model `number`. */
typedef void cross_fit_step(const struct cross_fit_work *work, int number, const struct fold_samples *folds,
                         struct belief_model *model);

struct step_work {
    struct cross_fit_work work;
    cross_fit_step *step;
    struct belief_model *after[CROSS_FIT_PARTS_MAX + 1]; /* changed copy of each model; NULL: no change */
};

/* Runs the step for model `number` on a copy of it. It is a callback of the threads. */
static void run_step(void *context, size_t number)
{
    struct step_work *step = context;
    const struct cross_fit *cross = step->work.cross;
    if (stop_requested(cross->stop) || !model_by_number(cross, (int)number))
        return;
    struct fold_samples folds = make_fold_samples(cross, (int)number);
    step->after[number] = belief_model_copy(model_by_number(cross, (int)number));
    step->step(&step->work, (int)number, &folds, step->after[number]);
    for (int player = 0; player < PLAYER_KINDS; player++)
        free(folds.items[player]);
}

/* Runs the steps. All models finish a step before the next one begins, since the steps read the other
 * models. */
void cross_fit_run(const struct cross_fit *cross)
{
    static cross_fit_step *const steps[] = {learn_behaviour, learn_weights, learn_part_weights, learn_habits,
                                         learn_calibration};
    size_t models = (size_t)cross->part_count + 1;
    pthread_mutex_t report_lock;
    pthread_mutex_init(&report_lock, NULL);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct step_work step = {.work = {cross, &report_lock}, .step = steps[i]};
        if (steps[i] == learn_habits)
            step.work.samples = make_habit_samples(cross);
        if (steps[i] == learn_calibration)
            step.work.calibration_samples = make_calibration_samples(cross);
        parallel_run(cross->jobs, models, run_step, &step);
        /* The changed copies replace the models only now. */
        for (size_t number = 0; number < models; number++)
            if (step.after[number]) {
                belief_model_assign(model_by_number(cross, (int)number), step.after[number]);
                belief_model_free(step.after[number]);
            }
        habit_samples_free(step.work.samples);
        calibration_samples_free(step.work.calibration_samples);
    }
    pthread_mutex_destroy(&report_lock);
}
