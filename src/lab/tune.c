/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune.h"

#include "base/clock.h"
#include "base/decimal.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/stop.h"
#include "lab/tune_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { FILE_MAX = 256 << 20 };

void tune_course_free(struct tune_course *course)
{
    free(course->step);
    free(course->values);
    *course = (struct tune_course){0};
}

enum status tune_settings(const struct tune_terms *terms, const double *values, struct settings *own,
                          struct error *error)
{
    enum status status = agent_settings(terms->agent, terms->settings, own, error);
    for (size_t i = 0; i < terms->spsa.count && !status; i++) {
        char key[OPTION_KEY_TEXT], number[DECIMAL_TEXT];
        double value = spsa_rounded(&terms->spsa.parameters[i], values[i]);
        status = settings_set(own, settings_key(own, terms->option[i], key), decimal_write(value, number),
                              "tuned", error);
    }
    return status;
}

/* Plays one match of pairs with the tuning's terms. `points` gets the points of its first and second agent;
 * `whole`: whether all games were played. */
static enum status play_match(const struct tune_terms *terms, struct match_terms *match,
                              struct tune_step *points, bool *whole, struct error *error)
{
    struct match_result result;
    match->variant = terms->variant;
    match->rules = terms->rules;
    match->paired = true;
    match->pool = terms->pool;
    match->pool_count = terms->pool_count;
    match->pool_first = terms->pool_first;
    match->jobs = terms->jobs;
    match->settings = terms->settings;
    match->library = terms->library;
    match->stop = terms->stop;
    enum status status = match_run(match, &result, error);
    *whole = result.games == match->games;
    points->plus = (double)result.agent[MATCH_A].wins + 0.5 * (double)result.draws;
    points->minus = (double)result.agent[MATCH_B].wins + 0.5 * (double)result.draws;
    return status;
}

/* Plays the two proposals against each other, or each against the opponent, with the same setups and random
 * numbers. `whole` is false if it was stopped. */
static enum status play_step(const struct tune_terms *terms, uint64_t seed, const struct settings *plus,
                             const struct settings *minus, struct tune_step *step, bool *whole,
                             struct error *error)
{
    /* The agent's name without options: they are in the settings already, and would override the values. */
    const char *name = agent_table[agent_index(terms->agent)]->name;
    struct match_terms match = {.agent = {name, name}, .games = terms->games, .seed = seed,
                                .own = {plus, minus}};
    if (!terms->against) /* the proposals play each other */
        return play_match(terms, &match, step, whole, error);
    struct tune_step second = {0};
    match.agent[MATCH_B] = terms->against;
    match.games = terms->games / 2;
    match.own[MATCH_B] = NULL;
    /* `plus` plays the opponent first, then `minus` does. */
    enum status status = play_match(terms, &match, step, whole, error);
    match.own[MATCH_A] = minus;
    if (!status && *whole)
        status = play_match(terms, &match, &second, whole, error);
    step->minus = second.plus; /* the points of `minus`, the first agent of its match */
    return status;
}

/* Makes the next step of SPSA: plays its match and moves the values. If it was stopped, *whole is false and
 * the course is unchanged. */
static enum status take_step(const struct tune_terms *terms, struct tune_course *course, bool *whole,
                             struct error *error)
{
    const struct spsa_terms *spsa = &terms->spsa;
    size_t step_index = course->done;
    const double *values = &course->values[step_index * spsa->count];
    double *next = &course->values[(step_index + 1) * spsa->count];
    double *plus = memory_new(spsa->count, sizeof *plus), *minus = memory_new(spsa->count, sizeof *minus);
    struct settings own[2] = {{0}, {0}};
    struct tune_step step = {0};
    /* Two sets of values, the settings with each, and the points of both. */
    spsa_propose(spsa, step_index, values, plus, minus);
    enum status status = tune_settings(terms, plus, &own[0], error);
    if (!status)
        status = tune_settings(terms, minus, &own[1], error);
    if (!status)
        status = play_step(terms, game_seed(spsa->seed, step_index), &own[0], &own[1], &step, whole, error);
    if (!status && *whole) {
        double games = (double)(terms->against ? terms->games / 2 : terms->games); /* of each proposal */
        for (size_t i = 0; i < spsa->count; i++)
            next[i] = values[i];
        spsa_take(spsa, step_index, (step.plus - step.minus) / games, next);
        course->step[step_index] = step;
        course->done++;
    }
    settings_free(&own[0]);
    settings_free(&own[1]);
    free(plus);
    free(minus);
    return status;
}

/* Appends text to the file. An incomplete row is removed when the tuning continues. */
static enum status write_text(const struct tune_terms *terms, int file, const struct text *text,
                              struct error *error)
{
    return disk_write_all(file, text->bytes, text->size) == 0 ? STATUS_OK : error_errno(error, terms->file);
}

/* Reads the course from the file, removes an incomplete row, and writes the head if the file is empty. */
static enum status begin_file(const struct tune_terms *terms, int file, const struct text *head,
                              struct tune_course *course, struct error *error)
{
    struct text bytes = {0};
    enum status status = disk_read_regular(terms->file, FILE_MAX, &bytes, error);
    /* cut_head: the file has only a part of the head, or nothing: its writing was interrupted. */
    bool cut_head = bytes.size < head->size && memcmp(text_string(&bytes), head->bytes, bytes.size) == 0;
    if (!status && !cut_head)
        status = tune_file_read(terms, head, &bytes, course, error);
    /* `whole`: the size without an incomplete last line, or without an incomplete head. */
    size_t whole = cut_head ? 0 : bytes.size;
    while (whole && bytes.bytes[whole - 1] != '\n')
        whole--;
    if (!status && whole < bytes.size && ftruncate(file, (off_t)whole) != 0)
        status = error_errno(error, terms->file);
    text_free(&bytes);
    return status || !cut_head ? status : write_text(terms, file, head, error);
}

/* Opens the course's file and reads the steps in it. Returns the descriptor, or -1 if the file cannot be
 * opened. *status is not STATUS_OK after any error; it is STATUS_BAD if another tuning writes to the file. */
static int open_file(const struct tune_terms *terms, const struct text *head, struct tune_course *course,
                     struct error *error, enum status *status)
{
    *status = disk_check_name(terms->file, error);
    if (!*status)
        *status = disk_check_regular(terms->file, error);
    if (!*status)
        *status = disk_check_writable(terms->file, error);
    if (*status)
        return -1;
    int file = open(terms->file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) {
        *status = error_errno(error, terms->file);
        return -1;
    }
    if (!disk_lock(file, LOCK_EX | LOCK_NB))
        *status = error_set(error, STATUS_BAD, "%s: another tuning writes this course now", terms->file);
    else
        *status = begin_file(terms, file, head, course, error);
    return file;
}

/* Makes steps until all are made, the time is over or it is stopped. Writes each step to the file (-1: no
 * file) before it is reported. */
static enum status run_steps(const struct tune_terms *terms, int file, struct tune_course *course,
                             struct error *error)
{
    double start = clock_now();
    bool whole = true;
    enum status status = STATUS_OK;
    while (!status && whole && course->done < terms->spsa.steps) {
        if (stop_requested(terms->stop) || (terms->seconds > 0 && clock_now() - start >= terms->seconds))
            return STATUS_OK;
        status = take_step(terms, course, &whole, error);
        if (status || !whole)
            return status;
        const struct tune_step *step = &course->step[course->done - 1];
        if (file >= 0) {
            struct text row = {0};
            tune_file_write_row(terms, course, course->done - 1, &row);
            status = write_text(terms, file, &row, error);
            text_free(&row);
        }
        if (terms->progress)
            terms->progress(terms->context, course->done, step->plus, step->minus);
    }
    return status;
}

enum status tune_run(const struct tune_terms *terms, struct tune_course *course, struct error *error)
{
    struct text head = {0};
    int file = -1;
    *course = (struct tune_course){0};
    course->step = memory_new(terms->spsa.steps, sizeof *course->step);
    course->values = memory_new((terms->spsa.steps + 1) * terms->spsa.count, sizeof *course->values);
    spsa_start(&terms->spsa, course->values);
    enum status status = tune_file_write_head(terms, &head, error);
    if (!status && terms->file)
        file = open_file(terms, &head, course, error, &status);
    if (!status)
        status = run_steps(terms, file, course, error);
    if (file >= 0)
        close(file);
    text_free(&head);
    return status;
}

void tune_result(const struct tune_terms *terms, const struct tune_course *course, double *values)
{
    size_t count = terms->spsa.count, rows = course->done / 4 ? course->done / 4 : 1; /* last quarter */
    for (size_t i = 0; i < count; i++) {
        values[i] = 0;
        for (size_t row = course->done + 1 - rows; row <= course->done; row++)
            values[i] += course->values[row * count + i] / (double)rows;
        /* Four digits: more would not be significant, and would be long to type. */
        double value = spsa_rounded(&terms->spsa.parameters[i], values[i]);
        char text[DECIMAL_TEXT];
        snprintf(text, sizeof text, "%.4g", value);
        decimal_read(text, &value);
        values[i] = value;
    }
}
