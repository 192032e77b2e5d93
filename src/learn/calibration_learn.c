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
    PARAMETERS = KNOTS + PLAYER_KINDS * STEPS, /* to fit: the curves' heights, then the steps' weights */
    EFFECTS_MAX = CALIBRATION_SUMS + DIRECTIONS * STEP_WEIGHTS, /* on a piece */
    /* On a piece: two knots of each curve, and each player's weights of its steps. */
    INFLUENCES_MAX = 2 * CALIBRATION_CURVES + DIRECTIONS * STEP_WEIGHTS * PLAYER_KINDS,
    GAP_CLASSES = 2,         /* 0: all new games (near and far); 1: only the far ones */
    GAP_BINS = 10,
};
static const double gap_weight[GAP_CLASSES] = {9, 10};
static const double gap_far = 0.02;  /* a gap of this size costs twice its square; a larger one still more */
static const double step_ridge = 10; /* ridge of a step's weight, in pieces */
static const double small_bin = 1e-3; /* a bin with this share of all pieces has half of its full weight */

/* Probabilities at the centres of the bins. A piece between two centres counts for both bins, in shares. */
static const float bin_centre[GAP_BINS] = {0.15f, 0.25f, 0.35f, 0.45f, 0.55f,
                                           0.65f, 0.75f, 0.85f, 0.925f, 0.975f};

/* --- the objective --- */

/* The gap of one bin: weighted sums over pieces. off / weight is how far the bin's probabilities were off:
 * the mean of hit - p, where hit is 1 if the likeliest rank was right and 0 if not, and p its probability. */
struct gap {
    double weight, off;
    double off_slope[PARAMETERS], weight_slope[PARAMETERS]; /* their derivatives by each parameter */
};

/* The objective at one point: its value, its gradient, and the Gauss-Newton matrix. */
struct fit_objective {
    double value, gradient[PARAMETERS], matrix[PARAMETERS][PARAMETERS];
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

/* The influence of one parameter on a piece: a unit of it changes the ranks' logarithms by `factor` x an
 * effect. */
struct influence {
    int parameter, effect; /* indices */
    double factor;
};

/* A piece's probabilities after the calibration, with their derivatives. */
struct calibrated_row {
    float p[RANKS];
    float effect[EFFECTS_MAX][RANKS]; /* the changes of the ranks' logarithms that parameters cause */
    double mean[EFFECTS_MAX];         /* mean of each effect under p */
    int effect_count, influence_count;
    int best;                         /* the likeliest rank */
    struct influence influence[INFLUENCES_MAX];
};

/* Appends an influence of a parameter on the piece: if the parameter grows by 1, the ranks' logarithms change
 * by `factor` x out->effect[effect]. A factor of 0 is no influence. */
static void add_influence(struct calibrated_row *out, int parameter, int effect, float factor)
{
    if (factor != 0)
        out->influence[out->influence_count++] = (struct influence){parameter, effect, (double)factor};
}

/* Adds to the logarithms of a piece's ranks the weights of its steps up (step_up.h). For each known piece
 * next to it after a step, a rank gets one weight, which depends on the rank's strength against that piece.
 * Appends the effect of each such weight: 1 on the ranks of that strength, 0 on others. */
static void add_step_weights(const struct calibration *calibration, const struct calibration_side *side,
                             const struct calibration_row *row, struct calibrated_row *out, float logs[RANKS])
{
    for (int i = 0; i < row->steps; i++)
        for (int strength = 0; strength < STEP_WEIGHTS; strength++) {
            int effect = out->effect_count++;
            /* Each kind of player has weights of its own; side->step_weight mixes them. */
            float sum = 0;
            for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
                sum += side->step_weight[player] * calibration->step[player][row->known[i]][strength];
                int parameter = KNOTS + (player * RANKS + row->known[i]) * STEP_WEIGHTS + strength;
                add_influence(out, parameter, effect, side->step_weight[player]);
            }
            for (int rank = 0; rank < RANKS; rank++) {
                out->effect[effect][rank] =
                    step_strength(rank, row->known[i]) == (enum step_strength)strength;
                logs[rank] += sum * out->effect[effect][rank];
            }
        }
}

/* Computes for each rank of a piece the logarithm of level^power x e^(surplus x behaviour) x the weights of
 * its steps up, before the normal form. `level`: the piece's probabilities so far. Lists the parameters that
 * influence these logarithms. */
static void find_logs(const struct calibration *calibration, const struct calibration_side *side,
                      const struct calibration_row *row, struct calibrated_row *out, float logs[RANKS])
{
    float sum[CALIBRATION_SUMS];
    calibration_compute_sums(calibration, &row->place, sum);
    float power = fast_exp(side->curve_weight * calibration_bound(sum[SUM_POWER]));
    float surplus = side->curve_weight * calibration_bound(sum[SUM_BEHAVIOUR]);
    out->influence_count = 0;
    out->effect_count = CALIBRATION_SUMS;
    for (int i = 0; i < CALIBRATION_CURVES; i++) {
        int effect = calibration_curves[i].sum;
        /* Between two knots a curve is linear, so the heights of both count, in shares. */
        add_influence(out, row->place.knot[i], effect, side->curve_weight * (1 - row->place.part[i]));
        add_influence(out, row->place.knot[i] + 1, effect, side->curve_weight * row->place.part[i]);
    }
    /* The power is e^sum: a unit of its sum changes a logarithm by power x log(level). */
    for (int rank = 0; rank < RANKS; rank++)
        out->effect[SUM_POWER][rank] = fmaxf(row->level[rank], 1e-30f); /* no logarithm of 0 */
    fast_log_all(out->effect[SUM_POWER], out->effect[SUM_POWER], RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
        out->effect[SUM_POWER][rank] *= power;
        out->effect[SUM_BEHAVIOUR][rank] = row->behaviour[rank];
        logs[rank] = out->effect[SUM_POWER][rank] + surplus * row->behaviour[rank];
    }
    add_step_weights(calibration, side, row, out, logs);
}

/* Computes a piece's calibrated probabilities (sum 1), and the mean of each effect under them. Ranks with
 * level 0 are ruled out and get 0. `offset`: logarithms of the ranks' factors of the normal form. */
static void calibrate_row(const struct calibration *calibration, const struct calibration_side *side,
                          const struct calibration_row *row, const float offset[RANKS],
                          struct calibrated_row *out)
{
    float max_log = -INFINITY, total = 0;
    find_logs(calibration, side, row, out, out->p); /* p has the logarithms until fast_exp_all */
    /* Softmax over the ranks that are not ruled out; the likeliest rank. */
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
    for (int effect = 0; effect < out->effect_count; effect++) {
        out->mean[effect] = 0;
        for (int rank = 0; rank < RANKS; rank++)
            out->mean[effect] += (double)(out->p[rank] * out->effect[effect][rank]);
    }
}

/* Adds a piece with this weight to the gap of one bin, and to the gap's derivatives by each parameter.
 * `slope`: derivative of `weight` by the likeliest rank's probability. `off`: whether that rank is the true
 * one (1 or 0), minus its probability; so its derivative by the probability is -1. */
static void add_to_gap(struct gap *gap, double weight, double slope, double off,
                       const struct calibrated_row *out)
{
    double top = (double)out->p[out->best];
    gap->weight += weight;
    gap->off += weight * off;
    for (int i = 0; i < out->influence_count; i++) {
        const struct influence *influence = &out->influence[i];
        /* The derivative of the likeliest rank's probability, a softmax, by the parameter. */
        double effect = (double)out->effect[influence->effect][out->best];
        double change = top * (effect - out->mean[influence->effect]) * influence->factor;
        gap->off_slope[influence->parameter] += (slope * off - weight) * change;
        gap->weight_slope[influence->parameter] += slope * change;
    }
}

/* Adds a piece to the gaps of the two bins around the likeliest rank's probability, in shares, so that a gap
 * changes smoothly with the parameters. Beyond the outer centres there is only one bin. */
static void add_to_gaps(struct gap gaps[GAP_BINS], const struct calibrated_row *out, int truth, double weight)
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

/* Returns the weight of a side's pieces in the log-loss: how many sides the sample stands for; for regular
 * samples it also depends on how new the setup is. */
static float loss_weight_of_side(const struct calibration_trainer *fit, const struct calibration_side *side)
{
    return side->steps ? side->weight : side->weight * fit->settings->loss_weight[side->novelty][side->early];
}

/* Returns whether a piece counts for the fit. Pieces that step up come only from samples of steps (which have
 * more of them). All others come only from the regular samples, and count only for the fit of the curves. */
static bool row_counts(const struct calibration_trainer *fit, const struct calibration_side *side,
                       const struct calibration_row *row)
{
    return side->steps == (row->steps > 0) && (row->steps > 0 || !fit->steps);
}

/* Adds one piece to the log-loss, its gradient and its matrix, and to the gaps. */
static void add_sample_row(const struct calibration_trainer *fit, struct fit_objective *objective,
                           const struct calibration_side *side, const struct calibration_row *row,
                           const struct calibrated_row *out)
{
    double weight = (double)loss_weight_of_side(fit, side);
    objective->value -= weight * log(fmax((double)out->p[row->truth], 1e-12)); /* no logarithm of 0 */
    /* The derivative of -log p[truth], p a softmax: mean of the effect minus the effect on the true rank. */
    for (int i = 0; i < out->influence_count; i++) {
        const struct influence *influence = &out->influence[i];
        double effect = (double)out->effect[influence->effect][row->truth];
        objective->gradient[influence->parameter] +=
            weight * influence->factor * (out->mean[influence->effect] - effect);
    }
    /* The second derivatives of the log-loss are the covariances of the effects. Each pair of influences is
     * added on one side of the diagonal only: complete_objective makes the matrix symmetric. */
    double covariance[EFFECTS_MAX][EFFECTS_MAX];
    for (int i = 0; i < out->effect_count; i++)
        for (int k = 0; k <= i; k++) {
            double sum = 0;
            for (int rank = 0; rank < RANKS; rank++)
                sum += (double)(out->p[rank] * out->effect[i][rank] * out->effect[k][rank]);
            covariance[i][k] = covariance[k][i] = weight * (sum - out->mean[i] * out->mean[k]);
        }
    for (int i = 0; i < out->influence_count; i++) {
        const struct influence *one = &out->influence[i];
        for (int k = 0; k <= i; k++) {
            const struct influence *other = &out->influence[k];
            objective->matrix[one->parameter][other->parameter] +=
                covariance[one->effect][other->effect] * one->factor * other->factor;
        }
    }
    /* Gaps are measured on new games only; class 1 has only the far ones. */
    for (int class = 0; class < GAP_CLASSES && !fit->steps; class++)
        if (side->novelty == GUESS_FAR || (side->novelty == GUESS_NEAR && class == 0))
            add_to_gaps(objective->gap[class], out, row->truth, (double)side->weight);
}

/* Returns a pointer to parameter `index`: first the heights of the curves, then the steps' weights. */
static float *parameter_at(struct calibration *calibration, int index)
{
    return index < KNOTS ? &calibration->height[index] : &calibration->step[0][0][0] + (index - KNOTS);
}

/* Adds the cost of a bin's gap, times `share`, to the objective and its derivatives. The cost of the bin's
 * mean `off` is off^2 (1 + off^2 / gap_far^2): faster than the square, so that no bin has a large gap. */
static void add_gap_cost(struct fit_objective *objective, struct gap *gap, double share)
{
    double off = gap->weight > 0 ? gap->off / gap->weight : 0, excess = off * off / (gap_far * gap_far);
    objective->value += share * off * off * (1 + excess);
    for (int i = 0; i < PARAMETERS && gap->weight > 0; i++) {
        /* From here on off_slope is the derivative of the mean, the quotient off / weight. */
        gap->off_slope[i] = (gap->off_slope[i] - off * gap->weight_slope[i]) / gap->weight;
        objective->gradient[i] += 2 * share * off * (1 + 2 * excess) * gap->off_slope[i];
    }
    /* Gauss-Newton: the second derivative of the cost by `off`, 2 (1 + 6 excess), times both slopes. */
    for (int i = 0; i < PARAMETERS && gap->weight > 0; i++)
        for (int k = 0; k < PARAMETERS && gap->off_slope[i] != 0; k++)
            objective->matrix[i][k] += 2 * share * (1 + 6 * excess) * gap->off_slope[i] * gap->off_slope[k];
}

/* Completes the objective after all pieces were added: divides the sums by the total weight, makes the matrix
 * symmetric, and adds the ridge and the costs of the gaps. Bins with few pieces get less weight, since their
 * gaps are mostly chance. */
static void complete_objective(const struct calibration_trainer *fit, struct calibration *calibration,
                               struct fit_objective *objective)
{
    objective->value /= fit->all;
    for (int i = 0; i < PARAMETERS; i++) {
        double height = (double)*parameter_at(calibration, i);
        double ridge = i < KNOTS ? fit->settings->ridge : step_ridge / fit->all;
        for (int k = 0; k < i; k++) {
            objective->matrix[i][k] += objective->matrix[k][i];
            objective->matrix[k][i] = objective->matrix[i][k] /= fit->all;
        }
        objective->matrix[i][i] = objective->matrix[i][i] / fit->all + 2 * ridge;
        objective->gradient[i] = objective->gradient[i] / fit->all + 2 * ridge * height;
        objective->value += ridge * height * height;
    }
    for (int class = 0; class < GAP_CLASSES; class++) {
        double all = 0;
        for (int bin = 0; bin < GAP_BINS; bin++)
            all += objective->gap[class][bin].weight;
        for (int bin = 0; bin < GAP_BINS; bin++) {
            struct gap *gap = &objective->gap[class][bin];
            double divisor = gap->weight + small_bin * all + 1e-9; /* not 0 if the class has no pieces */
            add_gap_cost(objective, gap, gap_weight[class] * gap->weight / divisor);
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
                               struct fit_objective *objective)
{
    memset(objective, 0, sizeof *objective);
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        for (int k = 0; k < side->count && side_counts(fit, side); k++) {
            const struct calibration_row *row = &fit->samples->rows[side->first + (size_t)k];
            struct calibrated_row out;
            if (!row_counts(fit, side, row))
                continue;
            calibrate_row(calibration, side, row, fit->offset[i], &out);
            add_sample_row(fit, objective, side, row, &out);
        }
    }
    complete_objective(fit, calibration, objective);
}

/* Updates the offsets of each side once (a step towards the normal form): the probabilities of each rank then
 * sum closer to the number of hidden pieces of that rank. */
static void fit_rank_offsets(const struct calibration_trainer *fit, const struct calibration *calibration)
{
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        float sum[RANKS] = {0}, count[RANKS] = {0};
        for (int k = 0; k < side->count && side_counts(fit, side); k++) {
            const struct calibration_row *row = &fit->samples->rows[side->first + (size_t)k];
            struct calibrated_row out;
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

/* Takes up to TRIES damped Gauss-Newton steps from `calibration`. A step that does not improve the objective
 * is undone, and the next one is damped more. After each step the offsets are scaled again. */
static void descend(const struct calibration_trainer *fit, struct calibration *calibration,
                    const atomic_bool *stop)
{
    enum { TRIES = 10, SCALINGS = 2 /* updates of the offsets after a step */ };
    const double min_pivot = 1e-12;
    size_t size = fit->samples->side_count * sizeof *fit->offset;
    float (*saved)[RANKS] = memory_new(fit->samples->side_count + 1, sizeof *saved);
    struct fit_objective *current = memory_new(1, sizeof *current), *tried = memory_new(1, sizeof *tried);
    double damping = 1e-3;
    evaluate_objective(fit, calibration, current);
    for (int step = 0; step < TRIES && !stop_requested(stop); step++) {
        struct calibration next = *calibration;
        double change[PARAMETERS], matrix[PARAMETERS][PARAMETERS];
        memcpy(change, current->gradient, sizeof change);
        memcpy(matrix, current->matrix, sizeof matrix);
        for (int i = 0; i < PARAMETERS; i++) {
            /* A parameter that is not free gets a row of the unit matrix and the gradient 0: no change. */
            for (int k = 0; k < PARAMETERS && !parameter_is_free(fit, i); k++)
                matrix[i][k] = matrix[k][i] = i == k;
            matrix[i][i] *= 1 + damping;
            change[i] = parameter_is_free(fit, i) ? change[i] : 0;
        }
        /* change = matrix^-1 x gradient. */
        cholesky_factorise(&matrix[0][0], PARAMETERS, PARAMETERS, min_pivot);
        cholesky_solve(&matrix[0][0], PARAMETERS, PARAMETERS, change);
        for (int i = 0; i < PARAMETERS; i++)
            *parameter_at(&next, i) -= (float)change[i];
        /* Try the new point with its own offsets; keep it only if the objective is lower. */
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
        struct fit_objective *swapped = current;
        *calibration = next;
        current = tried;
        tried = swapped;
    }
    free(saved);
    free(current);
    free(tried);
}

/* Sums the weights in the log-loss of all pieces that count. */
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

/* Fits the parameters that games of one kind of player determine: people's games the curves and their step
 * weights, programs' games only their step weights. Step weights are fitted separately, because steps up are
 * few among all samples. */
static void fit_player(struct calibration *calibration, const struct calibration_settings *settings,
                       enum player_kind player, const struct calibration_samples *samples, int without,
                       const atomic_bool *stop)
{
    enum { ROUNDS = 2, SCALINGS = 5 /* updates of the offsets before a round */ };
    struct calibration_trainer trainer = {.samples = samples, .settings = settings, .player = player,
                                          .without = without};
    double all[2]; /* total weight of the samples for the curves; for the steps' weights */
    for (int steps = 0; steps < 2; steps++) {
        trainer.steps = steps > 0;
        all[steps] = sum_loss_weights(&trainer);
    }
    trainer.offset = memory_new(samples->side_count + 1, sizeof *trainer.offset);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SCALINGS; i++)
            fit_rank_offsets(&trainer, calibration);
        /* First the curves (0), on people's games only, then the weights of steps up (1). */
        for (int steps = player != PLAYER_PEOPLE; steps < 2; steps++) {
            trainer.steps = steps > 0;
            trainer.all = all[steps];
            if (trainer.all > 0)
                descend(&trainer, calibration, stop);
        }
    }
    free(trainer.offset);
}

/* Fits first the people's part, then the programs'. Then shrinks the parameters by the factor for so many
 * games, and rounds them to 0.001. The games of the fold `without` are left out; -1: no fold is. */
void calibration_fit(struct calibration *calibration, const struct calibration_samples *samples, int without,
                     const atomic_bool *stop)
{
    /* Games to learn from, those of them with new setups, and games of all folds. */
    uint64_t games = 0, fresh = 0, all = 0;
    *calibration = (struct calibration){0};
    for (int fold = 0; fold < CROSS_FIT_PARTS_MAX; fold++) {
        all += samples->games[fold];
        games += fold == without ? 0 : samples->games[fold];
        fresh += fold == without ? 0 : samples->fresh[fold];
    }
    /* The calibration is for new setups, so only games with new ones count for the minimum. */
    if (fresh < CALIBRATION_GAMES_MIN)
        return;
    /* The samples were drawn with the settings for `all` games, so the fit uses these too. */
    const struct calibration_settings *settings = calibration_settings_for(all);
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++)
        fit_player(calibration, settings, player, samples, without, stop);
    for (int i = 0; i < PARAMETERS; i++) {
        float *parameter = parameter_at(calibration, i);
        *parameter = roundf(*parameter * settings->shrink * 1000) / 1000;
    }
    calibration->games = games;
}
