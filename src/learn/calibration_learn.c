/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the calibration. The objective has two parts. The first is the log-loss of the true ranks; new setups
 * have the largest weights. The second punishes gaps: for new games and for far ones, and for each bin of the
 * likeliest rank's probability, the difference between how often that rank was right and its mean
 * probability. The objective is minimised by damped Gauss-Newton steps (Levenberg 1944, Marquardt 1963).
 * Steps up to a known piece are rare, so samples of them are collected separately, and their weights are
 * fitted separately from the curves. */
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
    STEPS = RANKS * STEP_WEIGHTS,          /* number of weights of steps up, for one kind of player */
    NUMBERS = KNOTS + PLAYER_KINDS * STEPS, /* parameters to fit: curves' heights, then steps' weights */
    WAYS = CALIBRATION_SUMS + DIRECTIONS * STEP_WEIGHTS, /* max directions in which a row's logs can change */
    PARTS = 2 * CALIBRATION_CURVES + DIRECTIONS * STEP_WEIGHTS * PLAYER_KINDS, /* max parameters of a piece */
    GAP_CLASSES = 2,         /* 0: all new games (near and far); 1: only the far ones */
    GAP_BINS = 10,
};
static const double gap_weight[GAP_CLASSES] = {9, 10};
static const double gap_far = 0.02;  /* a gap of this size costs twice its square; a larger one still more */
static const double step_ridge = 10; /* ridge of a step's weight, in pieces */
static const double few = 1e-3; /* a bin with this share of the pieces has half of its full weight */

/* Probabilities at the centres of the bins. A piece between two centres counts for both bins, in shares. */
static const float bin_centre[GAP_BINS] = {0.15f, 0.25f, 0.35f, 0.45f, 0.55f,
                                           0.65f, 0.75f, 0.85f, 0.925f, 0.975f};

/* --- the objective --- */

/* The gap of one bin: weighted sums over pieces. off / weight is the mean of (1 if the likeliest rank was
 * right, else 0) - its probability. */
struct gap {
    double weight, off;
    double rise[NUMBERS], shift[NUMBERS]; /* derivatives of `off` and of `weight` by each parameter */
};

/* The objective at one point: its value, its gradient, and the Gauss-Newton matrix. */
struct fit_view {
    double value, gradient[NUMBERS], matrix[NUMBERS][NUMBERS];
    struct gap gap[GAP_CLASSES][GAP_BINS];
};

struct calibration_trainer {
    const struct calibration_samples *samples;
    const struct calibration_settings *settings;
    enum player_kind player; /* only samples from games of this kind of player count */
    bool steps;              /* true: fits the weights of steps up, on such pieces; false: the curves */
    int without;             /* the fold whose samples are left out; -1: none */
    float (*offset)[RANKS];  /* of each side: logarithms of the factors of the ranks in the normal form */
    double all;              /* sum of the weights in the log-loss */
};

/* The influence of one parameter on a piece: its derivative is `much` x the direction `way`. */
struct part {
    int number, way;         /* index of the parameter; index of the direction */
    double much;
};

/* A piece's probabilities after the calibration, with their derivatives. */
struct raised_row {
    float p[RANKS];
    float way[WAYS][RANKS];  /* directions: change of each rank's logarithm for one unit */
    double mean[WAYS];       /* mean of each direction under p */
    int ways, parts, best;   /* number of directions; number of parts; the likeliest rank */
    struct part part[PARTS];
};

/* Appends the influence of parameter `number` along direction `way`, unless `much` is 0. */
static void add_part(struct raised_row *out, int number, int way, float much)
{
    if (much != 0)
        out->part[out->parts++] = (struct part){number, way, (double)much};
}

/* Adds to the logarithms the weights of the steps up to known pieces, and appends their directions and
 * parts. */
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

/* Computes the logarithms of level^power * e^(surplus * behaviour) * steps for each rank of a piece, before
 * the normal form, and appends the parts: the parameters that influence them. */
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
        int way = calibration_curves[i].sum; /* the sign lies between two knots */
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

/* Computes a piece's calibrated probabilities (sum 1), and the mean of each direction under them. `offset`:
 * logarithms of the factors of the ranks. */
static void calibrate_row(const struct calibration *calibration, const struct calibration_side *side,
                     const struct calibration_row *row, const float offset[RANKS], struct raised_row *out)
{
    float max_log = -INFINITY, total = 0;
    find_parts(calibration, side, row, out, out->p);
    for (int rank = 0; rank < RANKS; rank++) {
        out->p[rank] += offset[rank];
        if (row->level[rank] > 0 && out->p[rank] > max_log)
            max_log = out->p[rank];
    }
    for (int rank = 0; rank < RANKS; rank++)
        out->p[rank] -= max_log;
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

/* Adds a piece to the gap of one bin with the weight `weight`. `slope`: derivative of `weight` by the
 * likeliest rank's probability. `off`: 1 if the likeliest rank is the true one, else 0, minus its
 * probability. */
static void add_to_gap(struct gap *gap, double weight, double slope, double off, const struct raised_row *out)
{
    double top = (double)out->p[out->best];
    gap->weight += weight;
    gap->off += weight * off;
    for (int i = 0; i < out->parts; i++) {
        const struct part *part = &out->part[i];
        double change = top * ((double)out->way[part->way][out->best] - out->mean[part->way]) * part->much;
        gap->rise[part->number] += (slope * off - weight) * change;
        gap->shift[part->number] += slope * change;
    }
}

/* Adds a piece to the gaps of the two bins around the likeliest rank's probability, in shares. */
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

/* Returns the weight of a side's pieces in the log-loss. */
static float loss_weight_of_side(const struct calibration_trainer *fit, const struct calibration_side *side)
{
    return side->steps ? side->weight : side->weight * fit->settings->loss_weight[side->novelty][side->early];
}

/* Returns whether a piece counts for the fit. Pieces that step up come only from samples of steps; all others
 * only from the regular samples. */
static bool row_counts(const struct calibration_trainer *fit, const struct calibration_side *side,
                   const struct calibration_row *row)
{
    return side->steps == (row->steps > 0) && (row->steps > 0 || !fit->steps);
}

/* Adds one piece to the log-loss, its gradient and its matrix, and to the gaps. */
static void add_sample_row(const struct calibration_trainer *fit, struct fit_view *view,
                           const struct calibration_side *side, const struct calibration_row *row,
                           const struct raised_row *out)
{
    double weight = (double)loss_weight_of_side(fit, side);
    view->value -= weight * log(fmax((double)out->p[row->truth], 1e-12));
    for (int i = 0; i < out->parts; i++) {
        const struct part *part = &out->part[i];
        view->gradient[part->number] +=
            weight * part->much * (out->mean[part->way] - (double)out->way[part->way][row->truth]);
    }
    /* Only one half of the symmetric matrix: complete_objective copies the other. */
    double curve[WAYS][WAYS];
    for (int i = 0; i < out->ways; i++)
        for (int k = 0; k <= i; k++) {
            double sum = 0;
            for (int rank = 0; rank < RANKS; rank++)
                sum += (double)(out->p[rank] * out->way[i][rank] * out->way[k][rank]);
            curve[i][k] = curve[k][i] = weight * (sum - out->mean[i] * out->mean[k]);
        }
    for (int i = 0; i < out->parts; i++) {
        const struct part *one = &out->part[i];
        for (int k = 0; k <= i; k++) {
            const struct part *other = &out->part[k];
            view->matrix[one->number][other->number] += curve[one->way][other->way] * one->much * other->much;
        }
    }
    for (int class = 0; class < GAP_CLASSES && !fit->steps; class++)
        if (side->novelty == GUESS_FAR || (side->novelty == GUESS_NEAR && class == 0))
            add_to_gaps(view->gap[class], out, row->truth, (double)side->weight);
}

/* Returns a pointer to parameter `index`: first the heights, then the steps' weights. */
static float *number_at(struct calibration *calibration, int index)
{
    return index < KNOTS ? &calibration->height[index] : &calibration->step[0][0][0] + (index - KNOTS);
}

/* Adds a gap to the objective, with the weight `share`. The cost grows faster than the square, so that no bin
 * has a large gap. */
static void finish_gap(struct fit_view *view, struct gap *gap, double share)
{
    double off = gap->weight > 0 ? gap->off / gap->weight : 0, excess = off * off / (gap_far * gap_far);
    view->value += share * off * off * (1 + excess);
    for (int i = 0; i < NUMBERS && gap->weight > 0; i++) {
        gap->rise[i] = (gap->rise[i] - off * gap->shift[i]) / gap->weight;
        view->gradient[i] += 2 * share * off * (1 + 2 * excess) * gap->rise[i];
    }
    for (int i = 0; i < NUMBERS && gap->weight > 0; i++)
        for (int k = 0; k < NUMBERS && gap->rise[i] != 0; k++)
            view->matrix[i][k] += 2 * share * (1 + 6 * excess) * gap->rise[i] * gap->rise[k];
}

/* Divides the sums by the total weight, and adds the gaps and the ridge. */
static void complete_objective(const struct calibration_trainer *fit, struct calibration *calibration,
                               struct fit_view *view)
{
    view->value /= fit->all;
    for (int i = 0; i < NUMBERS; i++) {
        double height = (double)*number_at(calibration, i);
        double ridge = i < KNOTS ? fit->settings->ridge : step_ridge / fit->all;
        for (int k = 0; k < i; k++) {
            view->matrix[i][k] += view->matrix[k][i]; /* where the numbers came in the other order */
            view->matrix[k][i] = view->matrix[i][k] /= fit->all;
        }
        view->matrix[i][i] = view->matrix[i][i] / fit->all + 2 * ridge;
        view->gradient[i] = view->gradient[i] / fit->all + 2 * ridge * height;
        view->value += ridge * height * height;
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

/* Returns whether a side's samples count: right kind of player, not in the fold that is left out. */
static bool side_counts(const struct calibration_trainer *fit, const struct calibration_side *side)
{
    return side->fold != fit->without && side->player == fit->player && side->count > 0;
}

/* Computes the objective, its gradient and its matrix at `calibration`. */
static void evaluate_objective(const struct calibration_trainer *fit, struct calibration *calibration,
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
            add_sample_row(fit, view, side, row, &out);
        }
    }
    complete_objective(fit, calibration, view);
}

/* Updates the offsets of each side once, so that the probabilities of each rank sum closer to the number of
 * hidden pieces of that rank. */
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

/* Returns whether parameter `index` may change in this fit: either only the curves, or only the player's step
 * weights. */
static bool parameter_is_free(const struct calibration_trainer *fit, int index)
{
    return fit->steps ? index >= KNOTS && (index - KNOTS) / STEPS == (int)fit->player : index < KNOTS;
}

/* Takes up to TRIES damped Gauss-Newton steps from `calibration`; a step that does not improve the objective
 * is undone and damped more. After each step the offsets are scaled again. */
static void descend(const struct calibration_trainer *fit, struct calibration *calibration,
                    const atomic_bool *stop)
{
    enum { TRIES = 10, SCALINGS = 2 };
    size_t size = fit->samples->side_count * sizeof *fit->offset;
    float (*saved)[RANKS] = memory_new(fit->samples->side_count + 1, sizeof *saved);
    struct fit_view *current = memory_new(1, sizeof *current), *tried = memory_new(1, sizeof *tried);
    double damping = 1e-3;
    evaluate_objective(fit, calibration, current);
    for (int step = 0; step < TRIES && !stop_requested(stop); step++) {
        struct calibration next = *calibration;
        double direction[NUMBERS], matrix[NUMBERS][NUMBERS];
        memcpy(direction, current->gradient, sizeof direction);
        memcpy(matrix, current->matrix, sizeof matrix);
        for (int i = 0; i < NUMBERS; i++) {
            for (int k = 0; k < NUMBERS && !parameter_is_free(fit, i); k++)
                matrix[i][k] = matrix[k][i] = i == k;
            matrix[i][i] *= 1 + damping;
            direction[i] = parameter_is_free(fit, i) ? direction[i] : 0;
        }
        cholesky_factorise(&matrix[0][0], NUMBERS, NUMBERS, 1e-12);
        cholesky_solve(&matrix[0][0], NUMBERS, NUMBERS, direction);
        for (int i = 0; i < NUMBERS; i++)
            *number_at(&next, i) -= (float)direction[i];
        memcpy(saved, fit->offset, size);
        for (int i = 0; i < SCALINGS; i++)
            fit_rank_offsets(fit, &next);
        evaluate_objective(fit, &next, tried);
        bool better = tried->value < current->value;
        damping = better ? damping / 4 : damping * 8;
        if (!better) {
            memcpy(fit->offset, saved, size);
            continue;
        }
        struct fit_view *swapped = current;
        *calibration = next;
        current = tried;
        tried = swapped;
    }
    free(saved);
    free(current);
    free(tried);
}

/* Sums the loss's weights. */
static double sum_loss_weights(const struct calibration_trainer *fit)
{
    double all = 0;
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        for (int k = 0; k < side->count && side_counts(fit, side); k++)
            if (row_counts(fit, side, &fit->samples->rows[side->first + (size_t)k]))
                all += (double)loss_weight_of_side(fit, side);
    }
    return all;
}

/* Fits the parameters that games of one kind of player determine: from people's games the curves and their
 * step weights, from programs' games only their step weights. Step weights are fitted separately, because
 * steps up are few among all samples. */
static void fit_player(struct calibration *calibration, const struct calibration_settings *settings,
                       enum player_kind player, const struct calibration_samples *samples, int without,
                       const atomic_bool *stop)
{
    enum { ROUNDS = 2, SCALINGS = 5 };
    struct calibration_trainer trainer = {.samples = samples, .settings = settings, .player = player,
                                          .without = without};
    const double all[2] = {sum_loss_weights(&trainer), (trainer.steps = true, sum_loss_weights(&trainer))};
    trainer.offset = memory_new(samples->side_count + 1, sizeof *trainer.offset);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SCALINGS; i++)
            fit_rank_offsets(&trainer, calibration);
        for (int steps = player != PLAYER_PEOPLE; steps < 2; steps++) {
            trainer.steps = steps > 0;
            trainer.all = all[steps];
            if (trainer.all > 0)
                descend(&trainer, calibration, stop);
        }
    }
    free(trainer.offset);
}

/* Fits first the people's part, then the programs'. The numbers are then scaled by the setting `part` and
 * rounded to 0.001. */
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
