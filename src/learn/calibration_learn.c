/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objective: the log-loss of the true ranks, those of new setups weighing most, and for new and
 * for unlike games the gaps between what was said and how often it was right, by bins of the likeliest rank's
 * probability. By steps of Gauss and Newton, damped as Levenberg (1944) and Marquardt (1963) have it. Steps
 * up are rare and looked for, and their weights fitted by themselves. */
#include "learn/calibration_learn.h"

#include "base/memory.h"
#include "base/stop.h"
#include "belief/fast_math.h"
#include "lab/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    KNOTS = CALIBRATION_KNOTS,
    STEPS = RANKS * STEP_WEIGHTS,          /* weights of steps up by one kind of player */
    NUMBERS = KNOTS + PLAYER_KINDS * STEPS, /* all that is fitted: heights, then steps' weights */
    WAYS = CALIBRATION_SUMS + DIRECTIONS * STEP_WEIGHTS, /* in which a piece's logarithms may go, at most */
    PARTS = 2 * CALIBRATION_CURVES + DIRECTIONS * STEP_WEIGHTS * PLAYER_KINDS, /* numbers that count for it */
    GAP_CLASSES = 2,         /* new games, and the unlike ones among them */
    GAP_BINS = 10,
};
static const double gap_weight[GAP_CLASSES] = {9, 10};
static const double gap_far = 0.02;  /* a gap of so much weighs twice as much as by its square */
static const double step_ridge = 10; /* of a step's weight: as of so many pieces */
static const double few = 1e-3; /* a bin with so small a part of all pieces counts half */

/* Where the bins lie; between two of them a piece counts for both in part. */
static const float bin_centre[GAP_BINS] = {0.15f, 0.25f, 0.35f, 0.45f, 0.55f,
                                           0.65f, 0.75f, 0.85f, 0.925f, 0.975f};

/* --- the objective --- */

/* A gap, right less said, with what it hangs on: sums over pieces. */
struct gap {
    double weight, off;
    double rise[NUMBERS], shift[NUMBERS]; /* derivatives of `off` and of `weight` */
};

/* The objective at some numbers, its gradient, and Gauss and Newton's matrix. */
struct fit_view {
    double value, gradient[NUMBERS], matrix[NUMBERS][NUMBERS];
    struct gap gap[GAP_CLASSES][GAP_BINS];
};

struct calibration_trainer {
    const struct calibration_samples *samples;
    const struct calibration_settings *settings;
    enum player_kind player; /* of whose games the samples count */
    bool steps;              /* fitted are the weights of steps up, on pieces that step up; else the curves */
    int without;
    float (*offset)[RANKS];  /* of each side: logarithms of the normal form's factors for the ranks */
    double all;              /* sum of the loss's weights */
};

/* A number that counts for a piece: the way in which it turns the logarithms, and how far. */
struct part {
    int number, way;
    double much;
};

/* A piece's row after the calibration, and what that hangs on. */
struct raised_row {
    float p[RANKS];
    float way[WAYS][RANKS];  /* what the logarithms change by */
    double mean[WAYS];       /* under p */
    int ways, parts, best;
    struct part part[PARTS];
};

static void add_part(struct raised_row *out, int number, int way, float much)
{
    if (much != 0)
        out->part[out->parts++] = (struct part){number, way, (double)much};
}

/* The weights of steps up to known pieces. */
static void add_steps(const struct calibration *calibration, const struct calibration_side *side,
                      const struct calibration_row *row, struct raised_row *out, float logs[RANKS])
{
    for (int i = 0; i < row->steps; i++)
        for (int strength = 0; strength < STEP_WEIGHTS; strength++) {
            int way = out->ways++;
            float sum = 0;
            for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
                sum += side->step_part[player] * calibration->step[player][row->known[i]][strength];
                add_part(out, KNOTS + (player * RANKS + row->known[i]) * STEP_WEIGHTS + strength, way,
                         side->step_part[player]);
            }
            for (int rank = 0; rank < RANKS; rank++) {
                out->way[way][rank] = step_strength(rank, row->known[i]) == (enum step_strength)strength;
                logs[rank] += sum * out->way[way][rank];
            }
        }
}

/* The numbers that count for a piece, and its logarithms before the normal form. */
static void find_parts(const struct calibration *calibration, const struct calibration_side *side,
                       const struct calibration_row *row, struct raised_row *out, float logs[RANKS])
{
    float sum[CALIBRATION_SUMS];
    calibration_sums(calibration, &row->place, sum);
    float power = fast_exp(side->part * calibration_bound(sum[SUM_POWER]));
    float surplus = side->part * calibration_bound(sum[SUM_BEHAVIOUR]);
    out->parts = 0;
    out->ways = CALIBRATION_SUMS;
    for (int i = 0; i < CALIBRATION_CURVES; i++) {
        int way = calibration_curves[i].sum;
        add_part(out, row->place.knot[i], way, side->part * (1 - row->place.part[i]));
        add_part(out, row->place.knot[i] + 1, way, side->part * row->place.part[i]);
    }
    for (int rank = 0; rank < RANKS; rank++)
        out->way[SUM_POWER][rank] = fmaxf(row->level[rank], 1e-30f);
    fast_log_all(out->way[SUM_POWER], out->way[SUM_POWER], RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
        out->way[SUM_POWER][rank] *= power;
        out->way[SUM_BEHAVIOUR][rank] = row->behaviour[rank];
        logs[rank] = out->way[SUM_POWER][rank] + surplus * row->behaviour[rank];
    }
    add_steps(calibration, side, row, out, logs);
}

static void calibrate_row(const struct calibration *calibration, const struct calibration_side *side,
                     const struct calibration_row *row, const float offset[RANKS], struct raised_row *out)
{
    float most = -INFINITY, total = 0;
    find_parts(calibration, side, row, out, out->p);
    for (int rank = 0; rank < RANKS; rank++) {
        out->p[rank] += offset[rank];
        if (row->level[rank] > 0 && out->p[rank] > most)
            most = out->p[rank];
    }
    for (int rank = 0; rank < RANKS; rank++)
        out->p[rank] -= most;
    fast_exp_all(out->p, out->p, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        total += out->p[rank] *= (float)(row->level[rank] > 0);
    out->best = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        out->p[rank] /= total;
        if (out->p[rank] > out->p[out->best])
            out->best = rank;
    }
    for (int way = 0; way < out->ways; way++) {
        out->mean[way] = 0;
        for (int rank = 0; rank < RANKS; rank++)
            out->mean[way] += (double)(out->p[rank] * out->way[way][rank]);
    }
}

/* A piece's part in the gap of one bin, for which it counts `in` (its derivative by the likeliest rank's
 * probability `slope`): `off` is right less said. */
static void add_to_gap(struct gap *gap, double in, double slope, double off, const struct raised_row *out)
{
    double top = (double)out->p[out->best];
    gap->weight += in;
    gap->off += in * off;
    for (int i = 0; i < out->parts; i++) {
        const struct part *part = &out->part[i];
        double turn = top * ((double)out->way[part->way][out->best] - out->mean[part->way]) * part->much;
        gap->rise[part->number] += (slope * off - in) * turn;
        gap->shift[part->number] += slope * turn;
    }
}

static void add_to_gaps(struct gap gaps[GAP_BINS], const struct raised_row *out, int truth, double weight)
{
    double top = (double)out->p[out->best], off = (out->best == truth) - top;
    int bin = 0;
    while (bin < GAP_BINS - 1 && top >= (double)bin_centre[bin + 1])
        bin++;
    if (bin == GAP_BINS - 1 || top <= (double)bin_centre[0]) {
        add_to_gap(&gaps[bin], weight, 0, off, out);
        return;
    }
    double slope = 1 / (double)(bin_centre[bin + 1] - bin_centre[bin]);
    double next = (top - (double)bin_centre[bin]) * slope;
    add_to_gap(&gaps[bin], weight * (1 - next), -weight * slope, off, out);
    add_to_gap(&gaps[bin + 1], weight * next, weight * slope, off, out);
}

static float weight_of(const struct calibration_trainer *fit, const struct calibration_side *side)
{
    return side->steps ? side->weight : side->weight * fit->settings->loss_weight[side->novelty][side->early];
}

/* Each kind of piece is taken from one kind of samples. */
static bool row_counts(const struct calibration_trainer *fit, const struct calibration_side *side,
                   const struct calibration_row *row)
{
    return side->steps == (row->steps > 0) && (row->steps > 0 || !fit->steps);
}

static void add_row(const struct calibration_trainer *fit, struct fit_view *view,
                    const struct calibration_side *side, const struct calibration_row *row,
                    const struct raised_row *out)
{
    double weight = (double)weight_of(fit, side);
    view->value -= weight * log(fmax((double)out->p[row->truth], 1e-12));
    for (int i = 0; i < out->parts; i++) {
        const struct part *part = &out->part[i];
        view->gradient[part->number] +=
            weight * part->much * (out->mean[part->way] - (double)out->way[part->way][row->truth]);
    }
    /* Half of the matrix: finish copies the other. */
    double bend[WAYS][WAYS];
    for (int i = 0; i < out->ways; i++)
        for (int k = 0; k <= i; k++) {
            double sum = 0;
            for (int rank = 0; rank < RANKS; rank++)
                sum += (double)(out->p[rank] * out->way[i][rank] * out->way[k][rank]);
            bend[i][k] = bend[k][i] = weight * (sum - out->mean[i] * out->mean[k]);
        }
    for (int i = 0; i < out->parts; i++) {
        const struct part *one = &out->part[i];
        for (int k = 0; k <= i; k++) {
            const struct part *other = &out->part[k];
            view->matrix[one->number][other->number] += bend[one->way][other->way] * one->much * other->much;
        }
    }
    for (int class = 0; class < GAP_CLASSES && !fit->steps; class++)
        if (side->novelty == GUESS_FAR || (side->novelty == GUESS_NEAR && class == 0))
            add_to_gaps(view->gap[class], out, row->truth, (double)side->weight);
}

static float *number_at(struct calibration *calibration, int i)
{
    return i < KNOTS ? &calibration->height[i] : &calibration->step[0][0][0] + (i - KNOTS);
}

/* Adds a gap, of which `share` counts. The further from none, the more: the aim is that no bin is far off. */
static void finish_gap(struct fit_view *view, struct gap *gap, double share)
{
    double off = gap->weight > 0 ? gap->off / gap->weight : 0, far = off * off / (gap_far * gap_far);
    view->value += share * off * off * (1 + far);
    for (int i = 0; i < NUMBERS && gap->weight > 0; i++) {
        gap->rise[i] = (gap->rise[i] - off * gap->shift[i]) / gap->weight;
        view->gradient[i] += 2 * share * off * (1 + 2 * far) * gap->rise[i];
    }
    for (int i = 0; i < NUMBERS && gap->weight > 0; i++)
        for (int k = 0; k < NUMBERS && gap->rise[i] != 0; k++)
            view->matrix[i][k] += 2 * share * (1 + 6 * far) * gap->rise[i] * gap->rise[k];
}

/* Brings the sums into the form of means, and adds the gaps and the ridge. */
static void finish(const struct calibration_trainer *fit, struct calibration *calibration,
                   struct fit_view *view)
{
    view->value /= fit->all;
    for (int i = 0; i < NUMBERS; i++) {
        double height = (double)*number_at(calibration, i);
        double held = i < KNOTS ? fit->settings->ridge : step_ridge / fit->all;
        for (int k = 0; k < i; k++) {
            view->matrix[i][k] += view->matrix[k][i]; /* where the numbers came in the other order */
            view->matrix[k][i] = view->matrix[i][k] /= fit->all;
        }
        view->matrix[i][i] = view->matrix[i][i] / fit->all + 2 * held;
        view->gradient[i] = view->gradient[i] / fit->all + 2 * held * height;
        view->value += held * height * height;
    }
    for (int class = 0; class < GAP_CLASSES; class++) {
        double all = 0;
        for (int bin = 0; bin < GAP_BINS; bin++)
            all += view->gap[class][bin].weight;
        for (int bin = 0; bin < GAP_BINS; bin++) {
            struct gap *gap = &view->gap[class][bin];
            finish_gap(view, gap, gap_weight[class] * gap->weight / (gap->weight + few * all + 1e-9));
        }
    }
}

static bool side_counts(const struct calibration_trainer *fit, const struct calibration_side *side)
{
    return side->fold != fit->without && side->player == fit->player && side->count > 0;
}

static void evaluate(const struct calibration_trainer *fit, struct calibration *calibration,
                 struct fit_view *view)
{
    memset(view, 0, sizeof *view);
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        for (int k = 0; k < side->count && side_counts(fit, side); k++) {
            const struct calibration_row *row = &fit->samples->rows[side->first + (size_t)k];
            struct raised_row out;
            if (!row_counts(fit, side, row))
                continue;
            calibrate_row(calibration, side, row, fit->offset[i], &out);
            add_row(fit, view, side, row, &out);
        }
    }
    finish(fit, calibration, view);
}

/* Scales the probabilities of each rank once, so that they add up to the number of hidden pieces of it. */
static void fit_rank_offsets(const struct calibration_trainer *fit, const struct calibration *calibration)
{
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        float sum[RANKS] = {0}, count[RANKS] = {0};
        for (int k = 0; k < side->count && side_counts(fit, side); k++) {
            const struct calibration_row *row = &fit->samples->rows[side->first + (size_t)k];
            struct raised_row out;
            calibrate_row(calibration, side, row, fit->offset[i], &out);
            count[row->truth]++;
            for (int rank = 0; rank < RANKS; rank++)
                sum[rank] += out.p[rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            if (count[rank] > 0 && sum[rank] > 0)
                fit->offset[i][rank] += fast_log(count[rank] / sum[rank]);
    }
}

/* --- minimising it --- */

static bool is_free(const struct calibration_trainer *fit, int i)
{
    return fit->steps ? i >= KNOTS && (i - KNOTS) / STEPS == (int)fit->player : i < KNOTS;
}

/* Some steps downhill from where it stands; the normal form follows each. */
static void descend(const struct calibration_trainer *fit, struct calibration *calibration,
                    const atomic_bool *stop)
{
    enum { TRIES = 10, SCALINGS = 2 };
    size_t size = fit->samples->side_count * sizeof *fit->offset;
    float (*saved)[RANKS] = memory_new(fit->samples->side_count + 1, sizeof *saved);
    struct fit_view *now = memory_new(1, sizeof *now), *then = memory_new(1, sizeof *then);
    double damping = 1e-3;
    evaluate(fit, calibration, now);
    for (int step = 0; step < TRIES && !stop_requested(stop); step++) {
        struct calibration next = *calibration;
        double way[NUMBERS], matrix[NUMBERS][NUMBERS];
        memcpy(way, now->gradient, sizeof way);
        memcpy(matrix, now->matrix, sizeof matrix);
        for (int i = 0; i < NUMBERS; i++) {
            for (int k = 0; k < NUMBERS && !is_free(fit, i); k++)
                matrix[i][k] = matrix[k][i] = i == k;
            matrix[i][i] *= 1 + damping;
            way[i] = is_free(fit, i) ? way[i] : 0;
        }
        cholesky_factorise(&matrix[0][0], NUMBERS, NUMBERS, 1e-12);
        cholesky_solve(&matrix[0][0], NUMBERS, NUMBERS, way);
        for (int i = 0; i < NUMBERS; i++)
            *number_at(&next, i) -= (float)way[i];
        memcpy(saved, fit->offset, size);
        for (int i = 0; i < SCALINGS; i++)
            fit_rank_offsets(fit, &next);
        evaluate(fit, &next, then);
        bool better = then->value < now->value;
        damping = better ? damping / 4 : damping * 8;
        if (!better) {
            memcpy(fit->offset, saved, size);
            continue;
        }
        struct fit_view *left = now;
        *calibration = next;
        now = then;
        then = left;
    }
    free(saved);
    free(now);
    free(then);
}

/* Sums the loss's weights. */
static double sum_loss_weights(const struct calibration_trainer *fit)
{
    double all = 0;
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        for (int k = 0; k < side->count && side_counts(fit, side); k++)
            if (row_counts(fit, side, &fit->samples->rows[side->first + (size_t)k]))
                all += (double)weight_of(fit, side);
    }
    return all;
}

/* Fits what the games of one kind of player tell: the curves to people's, and steps up to either's. Steps are
 * fitted by themselves, for they are so few beside all others. */
static void fit_player(struct calibration *calibration, const struct calibration_settings *settings,
                       enum player_kind player, const struct calibration_samples *samples, int without,
                       const atomic_bool *stop)
{
    enum { ROUNDS = 2, SCALINGS = 5 };
    struct calibration_trainer fit = {.samples = samples, .settings = settings, .player = player,
                                      .without = without};
    const double all[2] = {sum_loss_weights(&fit), (fit.steps = true, sum_loss_weights(&fit))};
    fit.offset = memory_new(samples->side_count + 1, sizeof *fit.offset);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SCALINGS; i++)
            fit_rank_offsets(&fit, calibration);
        for (int steps = player != PLAYER_PEOPLE; steps < 2; steps++) {
            fit.steps = steps > 0;
            fit.all = all[steps];
            if (fit.all > 0)
                descend(&fit, calibration, stop);
        }
    }
    free(fit.offset);
}

void calibration_fit(struct calibration *calibration, const struct calibration_samples *samples, int without,
                     const atomic_bool *stop)
{
    uint64_t games = 0, fresh = 0, all = 0;
    *calibration = (struct calibration){0};
    for (int fold = 0; fold < CROSS_FIT_PARTS_MAX; fold++) {
        all += samples->games[fold];
        games += fold == without ? 0 : samples->games[fold];
        fresh += fold == without ? 0 : samples->fresh[fold];
    }
    if (fresh < CALIBRATION_GAMES_MIN)
        return;
    const struct calibration_settings *settings = calibration_settings_for(all);
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++)
        fit_player(calibration, settings, player, samples, without, stop);
    for (int i = 0; i < NUMBERS; i++) {
        float *number = number_at(calibration, i);
        *number = roundf(*number * settings->part * 1000) / 1000;
    }
    calibration->games = games;
}
