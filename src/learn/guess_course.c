/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/guess_course.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "learn/calibration_learn.h"
#include "learn/guess_fit.h"
#include "learn/habits_learn.h"
#include "learn/lessons.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* One model of the course and what it learns from: number 0 is the whole, i the model of part i - 1. */
struct course_work {
    const struct guess_course *course;
    pthread_mutex_t *talk;          /* of the report */
    struct habit_samples *samples;  /* of learn_habits, */
    struct calibration_samples *calibration_samples; /* of learn_calibration */
};

static void report(const struct course_work *work, int number, const char *text)
{
    const struct guess_course *course = work->course;
    char line[96];
    if (!course->report)
        return;
    if (number)
        snprintf(line, sizeof line, "part %d: %s", number, text);
    else
        snprintf(line, sizeof line, "%s", text);
    pthread_mutex_lock(work->talk);
    course->report(course->context, line);
    pthread_mutex_unlock(work->talk);
}

static struct belief_model *model_of(const struct guess_course *course, int number)
{
    return number ? course->parts[number - 1] : course->whole;
}

/* The games that a model may learn from, each with the model of its part. */
static struct lessons take_lessons(const struct guess_course *course, int number)
{
    struct lessons lessons = {0};
    for (int player = 0; player < PLAYER_KINDS; player++) {
        const struct dataset *games = course->games[player];
        size_t parts = (size_t)course->part_count;
        lessons.items[player] = memory_new(games->count + 1, sizeof *lessons.items[player]);
        for (size_t i = 0; i < games->count; i++)
            if (!number || i % parts != (size_t)number - 1)
                lessons.items[player][lessons.count[player]++] =
                    (struct lesson){&games->items[i], course->parts[i % parts]};
    }
    return lessons;
}

/* --- the steps: each is done for all models before the next, and fills a copy of the model, for others may
 * be looking at it meanwhile --- */

/* How players move, and what it tells. Of a lesson's model, network and families are there. */
static void learn_behaviour(const struct course_work *work, int number, const struct lessons *lessons,
                            struct belief_model *model)
{
    static const char *const doing[PLAYER_KINDS] = {"how people move", "how programs move"};
    const struct guess_course *course = work->course;
    for (int player = 0; player < PLAYER_KINDS; player++) {
        if (!lessons->count[player])
            continue;
        report(work, number, doing[player]);
        struct training_game *games = memory_new(lessons->count[player], sizeof *games);
        for (size_t i = 0; i < lessons->count[player]; i++)
            games[i] = *lessons->items[player][i].game;
        model->move_model[player] = (struct move_model){0};
        move_model_learn(&model->move_model[player], games, lessons->count[player], MOVE_MODEL_EPOCHS,
                         MOVE_MODEL_RATE, course->stop);
        free(games);
    }
}

/* What each part of the evidence weighs. Of a lesson's model all else is there. */
static void learn_weights(const struct course_work *work, int number, const struct lessons *lessons,
                          struct belief_model *model)
{
    const struct guess_course *course = work->course;
    const struct guess_fit_terms fit = {.lessons = lessons, .options = course->options,
                                        .statistics = course->statistics, .jobs = course->jobs,
                                        .stop = course->stop};
    if (number)
        return;
    report(work, number, "the weights");
    guess_fit(&fit, &model->weights);
}

/* The same for a part: of people's games, which measure it; as to programs it goes by the whole. */
static void learn_part_weights(const struct course_work *work, int number, const struct lessons *lessons,
                               struct belief_model *model)
{
    const struct guess_course *course = work->course;
    struct lessons people = *lessons;
    const struct guess_fit_terms fit = {.lessons = &people, .options = course->options,
                                        .statistics = course->statistics, .jobs = 1, .stop = course->stop};
    if (!number || !course->parts_weights)
        return;
    people.count[PLAYER_PROGRAMS] = 0;
    if (course->whole) {
        const struct belief_weights *from = &course->whole->weights;
        struct belief_weights *to = &model->weights;
        to->programs = from->programs;
        to->programs_joint = from->programs_joint;
        to->programs_setup = from->programs_setup;
        to->evidence = from->evidence;
    }
    report(work, number, "the weights");
    guess_fit(&fit, &model->weights);
}

/* Hidden pieces of all games, each as the model of its part believes of them without their behaviour. Its
 * parts of the evidence are weighed as the whole's, where there is one: a handful of numbers. */
static struct habit_samples *take_samples(const struct guess_course *course)
{
    struct habit_samples *samples = habit_samples_new();
    struct belief_knowledge *knowledge = memory_new(1, sizeof *knowledge);
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (int part = 0; part < course->part_count; part++) {
            const struct dataset *games = course->games[player];
            const struct belief_model *model = course->parts[part];
            struct belief_options options = course->options;
            struct habit_terms terms = {.player = (enum player_kind)player, .fold = part, .all = games->count,
                                        .knowledge = knowledge, .jobs = course->jobs, .stop = course->stop};
            struct training_game *own = memory_new(games->count + 1, sizeof *own);
            for (size_t i = (size_t)part; i < games->count; i += (size_t)course->part_count)
                own[terms.count++] = games->items[i];
            terms.games = own;
            options.kind = (double)(belief_kind_find("bayes") - belief_kind_table);
            options.weights = (course->whole ? course->whole : model)->weights;
            if (belief_knowledge_init(knowledge, &options, course->statistics, model, NULL) == STATUS_OK)
                habit_samples_add(samples, &terms);
            free(own);
        }
    free(knowledge);
    return samples;
}

/* What a piece did and did not do, and what it tells. Of a lesson's model all else is there. */
static void learn_habits(const struct course_work *work, int number, const struct lessons *lessons,
                         struct belief_model *model)
{
    if (!lessons->count[PLAYER_PEOPLE] || (number && !work->course->parts_weights))
        return;
    report(work, number, "habits");
    for (int player = 0; player < PLAYER_KINDS; player++)
        habits_fit(model, (enum player_kind)player, work->samples, number - 1, work->course->stop);
}

static struct calibration_samples *take_calibration_samples(const struct guess_course *course)
{
    struct calibration_samples *samples = calibration_samples_new();
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
        /* Adds sides of one kind of games, as the models of their parts believe of them. */
        const struct dataset *games = course->games[player];
        struct belief_knowledge *knowledge = memory_new(1, sizeof *knowledge);
        struct training_game *own = memory_new(games->count + 1, sizeof *own);
        uint8_t *novelty = memory_new(games->count + 1, sizeof *novelty);
        struct belief_options options = course->options;
        options.kind = (double)(belief_kind_find("bayes") - belief_kind_table);
        for (int part = 0; part < course->part_count && course->novelty; part++) {
            struct calibration_terms terms = {.games = own, .player = player, .novelty = novelty,
                                              .all = games->count, .fold = part, .knowledge = knowledge,
                                              .jobs = course->jobs, .stop = course->stop};
            for (size_t i = (size_t)part; i < games->count; i += (size_t)course->part_count) {
                novelty[terms.count] = player == PLAYER_PEOPLE ? course->novelty[i] : 0;
                own[terms.count++] = games->items[i];
            }
            if (belief_knowledge_init(knowledge, &options, course->statistics, course->parts[part], NULL) ==
                STATUS_OK)
                calibration_samples_add(samples, &terms);
        }
        free(novelty);
        free(own);
        free(knowledge);
    }
    return samples;
}

/* How sure a guess may be. Of a lesson's model all else is there. */
static void learn_calibration(const struct course_work *work, int number, const struct lessons *lessons,
                              struct belief_model *model)
{
    if (!lessons->count[PLAYER_PEOPLE] || !work->course->novelty)
        return;
    report(work, number, "how sure a guess may be");
    calibration_fit(&model->calibration, work->calibration_samples, number - 1, work->course->stop);
}

typedef void course_step(const struct course_work *work, int number, const struct lessons *lessons,
                         struct belief_model *model);

struct step_work {
    struct course_work work;
    course_step *step;
    struct belief_model *after[COURSE_PARTS_MOST + 1]; /* what each model is to be after the step */
};

static void take_step(void *context, size_t number)
{
    struct step_work *step = context;
    const struct guess_course *course = step->work.course;
    if (stop_requested(course->stop) || !model_of(course, (int)number))
        return;
    struct lessons lessons = take_lessons(course, (int)number);
    struct belief_model *after = step->after[number] = memory_new(1, sizeof *after);
    *after = *model_of(course, (int)number); /* which keeps the network */
    step->step(&step->work, (int)number, &lessons, after);
    for (int player = 0; player < PLAYER_KINDS; player++)
        free(lessons.items[player]);
}

void guess_course_run(const struct guess_course *course)
{
    static course_step *const steps[] = {learn_behaviour, learn_weights, learn_part_weights, learn_habits,
                                         learn_calibration};
    size_t models = (size_t)course->part_count + 1;
    pthread_mutex_t talk;
    pthread_mutex_init(&talk, NULL);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct step_work step = {.work = {course, &talk}, .step = steps[i]};
        if (steps[i] == learn_habits)
            step.work.samples = take_samples(course);
        if (steps[i] == learn_calibration)
            step.work.calibration_samples = take_calibration_samples(course);
        parallel_run(course->jobs, models, take_step, &step);
        for (size_t number = 0; number < models; number++)
            if (step.after[number]) {
                *model_of(course, (int)number) = *step.after[number];
                free(step.after[number]);
            }
        habit_samples_free(step.work.samples);
        calibration_samples_free(step.work.calibration_samples);
    }
    pthread_mutex_destroy(&talk);
}
