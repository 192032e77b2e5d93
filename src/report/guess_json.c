/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/guess_report.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { NAME = 40 };

/* Writes the key of a part: "after-20", "whole", "from-21-to-50", "from-201", "unmoved", "moved",
 * "marshal", "unmoved-marshal", … */
static void part_name(int part, char name[NAME])
{
    if (part == GUESS_WHOLE)
        snprintf(name, NAME, "whole");
    else if (part < GUESS_PLIES)
        snprintf(name, NAME, "after-%u", guess_plies[part]);
    else if (part == GUESS_STRETCH + GUESS_STRETCHES - 1)
        snprintf(name, NAME, "from-%u", guess_stretches[GUESS_STRETCHES - 2] + 1);
    else if (part < GUESS_STRETCH + GUESS_STRETCHES)
        snprintf(name, NAME, "from-%u-to-%u",
                 part > GUESS_STRETCH ? guess_stretches[part - GUESS_STRETCH - 1] + 1 : 1,
                 guess_stretches[part - GUESS_STRETCH]);
    else if (part < GUESS_RANK)
        snprintf(name, NAME, "%s", part == GUESS_UNMOVED ? "unmoved" : "moved");
    else
        snprintf(name, NAME, "%s%s",
                 part < GUESS_RANK_UNMOVED ? "" : part < GUESS_RANK_MOVED ? "unmoved-" : "moved-",
                 rank_table[(part - GUESS_RANK) % RANKS].name);
}

/* Adds the mean and the interval of an estimate, times `sign`. `sign` is 1, or -1 for a difference of losses,
 * which then becomes a gain and exchanges the ends. Adds null if there are no units (games); the interval is
 * null for a single one. */
static void add_figure(struct json *json, const char *key, struct estimate estimate, double sign)
{
    if (!estimate.units) {
        json_add_null(json, key);
        return;
    }
    bool several = estimate.units > 1;
    json_printf(json, "%s: {mean: %g, low: %g, high: %g}",
                key, sign * estimate.mean, several ? sign * (sign < 0 ? estimate.high : estimate.low) : NAN,
                several ? sign * (sign < 0 ? estimate.low : estimate.high) : NAN);
}

/* Adds the figures of all parts of the games that have pieces. "program": the mean probability that the side
 * is a program. */
static void add_parts(struct json *json, const struct guess_figures *figures)
{
    json_open(json, "parts", '{');
    for (int part = 0; part < GUESS_PARTS; part++) {
        const struct guess_sum *sum = &figures->sum.part[part];
        char name[NAME];
        if (!(sum->pieces > 0))
            continue;
        part_name(part, name);
        json_printf(json, "%s: {pieces: %g", name, sum->pieces);
        add_figure(json, "right", share_estimate(&figures->right[part]), 1);
        add_figure(json, "true_p", share_estimate(&figures->p_true[part]), 1);
        add_figure(json, "bits", ratio_estimate(&figures->loss[part]), 1);
        add_figure(json, "flag_among_3", share_estimate(&figures->flag[part]), 1);
        add_figure(json, "gain", ratio_estimate(&figures->gain[part]), -1);
        add_figure(json, "gain_of_last", ratio_estimate(&figures->last[part]), -1);
        json_printf(json, "program: %g}", sum->sides > 0 ? sum->programs / sum->sides : NAN);
    }
    json_close(json, '}');
}

/* Adds the calibration bins with predictions: predicted and actual shares ("said", "right"), and their
 * difference `off`. */
static void add_bins(struct json *json, const char *key, const struct guess_bin bins[GUESS_BINS],
                     const struct ratio off[GUESS_BINS])
{
    json_open(json, key, '[');
    for (int i = 0; i < GUESS_BINS; i++) {
        if (!(bins[i].count > 0))
            continue;
        json_printf(json, "{from: %g, to: %g, given: %g, said: %g, right: %g",
                    guess_bins[i], guess_bins[i + 1], bins[i].count, bins[i].predicted / bins[i].count,
                    bins[i].right / bins[i].count);
        add_figure(json, "right_less_said", ratio_estimate(&off[i]), 1);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Adds how often each true rank was taken for each rank. */
static void add_confusion(struct json *json, const double confusion[RANKS][RANKS])
{
    json_open(json, "taken_for", '{');
    for (int rank = 0; rank < RANKS; rank++) {
        json_open(json, rank_table[rank].name, '{');
        for (int other = 0; other < RANKS; other++)
            if (confusion[rank][other] > 0)
                json_add_number(json, rank_table[other].name, confusion[rank][other]);
        json_close(json, '}');
    }
    json_close(json, '}');
}

/* Adds, for each rank of a known piece, how often a hidden piece that stepped next to it was stronger,
 * equal or weaker: predicted and actual shares. */
static void add_steps(struct json *json, const struct guess_figures *figures)
{
    static const char *const names[STEP_STRENGTHS] = {"stronger", "equal", "weaker"};
    json_open(json, "steps_up", '{');
    for (int rank = 0; rank < RANKS; rank++) {
        const struct guess_step *step = &figures->sum.step[rank];
        if (!(step->count > 0))
            continue;
        json_printf(json, "%s: {steps: %g", rank_table[rank].name, step->count);
        for (int i = 0; i < STEP_STRENGTHS; i++) {
            json_printf(json, "%s: {said: %g, found: %g",
                        names[i], step->predicted[i] / step->count, step->found[i] / step->count);
            add_figure(json, "found_less_said", ratio_estimate(&figures->step[rank][i]), 1);
            json_close(json, '}');
        }
        json_close(json, '}');
    }
    json_close(json, '}');
}

void guess_json_add(const struct guess_result *result, unsigned rows, struct json *json)
{
    json_open(json, "classes", '{');
    for (int class = 0; class < GUESS_CLASSES; class++) {
        if (!result->class_games[class])
            continue;
        json_printf(json, "%s: {games: %zu, guessers: {",
                    guess_class_names[class], result->class_games[class]);
        for (int row = 0; row < GUESS_ROWS; row++) {
            const struct guess_figures *figures = &result->figures[class][row];
            if (!(rows >> row & 1))
                continue;
            json_open(json, guess_table[row].name, '{');
            add_parts(json, figures);
            json_add_number(json, "calibration", calibration_gap(figures->best, GUESS_BINS));
            add_bins(json, "likeliest", figures->sum.best, figures->best);
            add_bins(json, "every_rank", figures->sum.every, figures->every);
            add_confusion(json, figures->sum.taken);
            add_steps(json, figures);
            json_close(json, '}');
        }
        json_printf(json, "}}");
    }
    json_close(json, '}');
}
