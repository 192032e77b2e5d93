/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is made least: the log-loss of the true ranks, those of new setups weighing most, and for new and
 * for unlike games the squared gaps between what was said and how often it was right, by bins of the
 * likeliest rank's probability. By steps of Gauss and Newton, damped as Levenberg (1944) and Marquardt (1963)
 * have it. */
#include "learn/calibration_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "belief/bayes.h"
#include "belief/fast_math.h"
#include "learn/guess_course.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EARLY = 60,              /* plies */
    KNOWN_EVERY = 4,         /* of known games one in so many is taken */
    KNOTS = CALIBRATION_KNOTS,
    PARTS = 2 * CALIBRATION_SIGNS, /* knots that count for one piece */
    GAP_CLASSES = 2,         /* new games, and the unlike ones among them */
    GAP_BINS = 10,
};
static const double gap_weight[GAP_CLASSES] = {5, 7}, ridge = 1e-3;
static const double few = 1e-3; /* a bin with so small a part of all pieces counts half */

/* How much a piece's loss weighs, by the game's novelty and (second) within its first plies: there the plain
 * tables of setups are nearly as good, and the guesser must not fall behind them. */
static const float loss_weight[GUESS_NO_SETUPS][2] = {
    [GUESS_MET] = {0.3f, 0.6f}, [GUESS_NEAR] = {1, 2}, [GUESS_FAR] = {2, 8}};

/* Where the bins lie; between two of them a piece counts for both in part. */
static const float bin_centre[GAP_BINS] = {0.15f, 0.25f, 0.35f, 0.45f, 0.55f,
                                           0.65f, 0.75f, 0.85f, 0.925f, 0.975f};

struct calibration_samples {
    struct calibration_side *sides;
    struct calibration_row *rows;
    size_t side_count, side_room, row_count, row_room;
    uint64_t games[COURSE_PARTS_MOST], fresh[COURSE_PARTS_MOST];
};

struct calibration_samples *calibration_samples_new(void)
{
    return memory_new(1, sizeof(struct calibration_samples));
}

static void drop(struct calibration_samples *samples)
{
    free(samples->sides);
    free(samples->rows);
}

void calibration_samples_free(struct calibration_samples *samples)
{
    if (!samples)
        return;
    drop(samples);
    free(samples);
}

void calibration_samples_count(struct calibration_samples *samples, int fold, size_t games, size_t fresh)
{
    samples->games[fold] += games;
    samples->fresh[fold] += fresh;
}

void calibration_samples_put(struct calibration_samples *samples, const struct calibration_side *side,
                             const struct calibration_row *rows)
{
    size_t count = (size_t)side->count;
    samples->sides = memory_grow(samples->sides, &samples->side_room, samples->side_count + 1,
                                 sizeof *samples->sides);
    samples->rows = memory_grow(samples->rows, &samples->row_room, samples->row_count + count + 1,
                                sizeof *samples->rows);
    struct calibration_side *put = &samples->sides[samples->side_count++];
    *put = *side;
    put->first = samples->row_count;
    memcpy(samples->rows + samples->row_count, rows, count * sizeof *rows);
    samples->row_count += count;
}

/* --- following games --- */

struct calibration_work {
    const struct calibration_terms *terms;
    struct belief_knowledge *knowledge;
    struct calibration_samples *lists; /* one a game */
    uint32_t every;
};

/* A side as it stands; nothing where a piece's truth is not known. */
static void take_side(const struct calibration_work *work, const struct belief *belief, const uint8_t *truth,
                      size_t index, struct calibration_samples *list)
{
    const struct calibration_terms *terms = work->terms;
    struct calibration_row rows[PIECES_A_SIDE];
    struct calibration_side side = {.novelty = (enum guess_novelty)terms->novelty[index],
                                    .early = belief->public_state.plies <= EARLY, .fold = terms->fold};
    side.weight = (float)work->every * (side.novelty == GUESS_MET ? KNOWN_EVERY : 1);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row;
        float sign[CALIBRATION_SIGNS];
        struct calibration_row *taken = &rows[side.count];
        if (!belief_is_hidden(belief, number))
            continue;
        if (truth[number] >= RANKS || !(belief->level[row][truth[number]] > 0))
            return;
        memcpy(taken->level, belief->level[row], sizeof taken->level);
        taken->truth = truth[number];
        bayes_signs(belief, row, sign);
        calibration_locate(sign, &taken->place);
        side.count++;
    }
    calibration_samples_put(list, &side, rows);
}

static void take_game(void *context, size_t index)
{
    struct calibration_work *work = context;
    const struct calibration_terms *terms = work->terms;
    const struct training_game *game = &terms->games[index];
    struct belief *belief = memory_new(1, sizeof *belief);
    struct rng rng;
    rng_seed(&rng, (uint64_t)terms->fold, index);
    bool wanted = terms->novelty[index] < GUESS_NO_SETUPS &&
                  (terms->novelty[index] != GUESS_MET || rng_below(&rng, KNOWN_EVERY) == 0);
    for (enum side side = RED; side <= BLUE && wanted; side++) {
        uint32_t next = rng_below(&rng, work->every);
        if (terms->stop && atomic_load(terms->stop))
            break;
        belief_init_public(belief, work->knowledge, &game->start, side);
        for (uint32_t ply = 0; ply < game->count && game->events[ply].defender != FLAG; ply++) {
            belief_event(belief, &game->events[ply]);
            if (ply != next)
                continue;
            take_side(work, belief, game->truth, index, &work->lists[index]);
            next += work->every;
        }
    }
    free(belief);
}

void calibration_samples_add(struct calibration_samples *samples, const struct calibration_terms *terms)
{
    static const struct calibration none = {0};
    struct calibration_work work = {.terms = terms, .every = (uint32_t)(8 + terms->all / 150)};
    size_t fresh = 0;
    work.knowledge = memory_new(1, sizeof *work.knowledge);
    *work.knowledge = *terms->knowledge;
    work.knowledge->calibration = &none; /* which changes nothing, but makes what it would go by */
    work.lists = memory_new(terms->count + 1, sizeof *work.lists);
    parallel_run(terms->jobs, terms->count, take_game, &work);
    for (size_t i = 0; i < terms->count; i++) {
        for (size_t k = 0; k < work.lists[i].side_count; k++)
            calibration_samples_put(samples, &work.lists[i].sides[k],
                                    work.lists[i].rows + work.lists[i].sides[k].first);
        fresh += terms->novelty[i] == GUESS_NEAR || terms->novelty[i] == GUESS_FAR;
        drop(&work.lists[i]);
    }
    calibration_samples_count(samples, terms->fold, terms->count, fresh);
    free(work.lists);
    free(work.knowledge);
}

/* --- what is made least --- */

/* A gap, right less said, with what it hangs on: sums over pieces. */
struct gap {
    double weight, off;
    double rise[KNOTS], shift[KNOTS]; /* derivatives of `off` and of `weight` */
};

/* The objective at some heights, its gradient, and Gauss and Newton's matrix. */
struct fit_view {
    double value, gradient[KNOTS], matrix[KNOTS][KNOTS];
    struct gap gap[GAP_CLASSES][GAP_BINS];
};

struct calibration_trainer {
    const struct calibration_samples *samples;
    int without;
    float (*offset)[RANKS];  /* of each side: logarithms of the normal form's factors for the ranks */
    double all;              /* sum of the loss's weights */
};

/* A piece's row after the calibration. */
struct raised_row {
    float log[RANKS], p[RANKS];
    double power, mean, variance; /* of the logarithms under p */
    int best;
};

static void work_out(const struct calibration *calibration, const struct calibration_row *row,
                     const float offset[RANKS], struct raised_row *out)
{
    float most = -INFINITY, total = 0, power = fast_exp(calibration_sum(calibration, &row->place));
    double squares = 0;
    for (int rank = 0; rank < RANKS; rank++)
        out->log[rank] = fmaxf(row->level[rank], 1e-30f);
    fast_log_all(out->log, out->log, RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
        out->p[rank] = power * out->log[rank] + offset[rank];
        if (row->level[rank] > 0 && out->p[rank] > most)
            most = out->p[rank];
    }
    for (int rank = 0; rank < RANKS; rank++)
        out->p[rank] -= most;
    fast_exp_all(out->p, out->p, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        total += out->p[rank] *= (float)(row->level[rank] > 0);
    out->best = 0;
    out->mean = 0;
    out->power = (double)power;
    for (int rank = 0; rank < RANKS; rank++) {
        double log = (double)out->log[rank], p = (double)(out->p[rank] /= total);
        out->mean += p * log;
        squares += p * log * log;
        if (out->p[rank] > out->p[out->best])
            out->best = rank;
    }
    out->variance = fmax(squares - out->mean * out->mean, 0);
}

/* The knots that count for a piece, and how much. */
static void find_parts(const struct calibration_place *place, uint8_t knot[PARTS], double part[PARTS])
{
    for (int i = 0; i < CALIBRATION_SIGNS; i++) {
        knot[2 * i] = place->knot[i];
        knot[2 * i + 1] = (uint8_t)(place->knot[i] + 1);
        part[2 * i + 1] = (double)place->part[i];
        part[2 * i] = 1 - part[2 * i + 1];
    }
}

/* A piece's part in the gap of one bin, for which it counts `in` (its derivative by the likeliest rank's
 * probability `slope`): `off` is right less said, `turn` that probability's derivative by the power's
 * logarithm. */
static void add_to_gap(struct gap *gap, double in, double slope, double off, double turn,
                       const uint8_t knot[PARTS], const double part[PARTS])
{
    gap->weight += in;
    gap->off += in * off;
    for (int i = 0; i < PARTS; i++) {
        gap->rise[knot[i]] += (slope * off - in) * turn * part[i];
        gap->shift[knot[i]] += slope * turn * part[i];
    }
}

static void add_to_gaps(struct gap gaps[GAP_BINS], const struct raised_row *out, int truth, double weight,
                        const uint8_t knot[PARTS], const double part[PARTS])
{
    double top = (double)out->p[out->best], off = (out->best == truth) - top;
    double turn = top * out->power * ((double)out->log[out->best] - out->mean);
    int bin = 0;
    while (bin < GAP_BINS - 1 && top >= (double)bin_centre[bin + 1])
        bin++;
    if (bin == GAP_BINS - 1 || top <= (double)bin_centre[0]) {
        add_to_gap(&gaps[bin], weight, 0, off, turn, knot, part);
        return;
    }
    double slope = 1 / (double)(bin_centre[bin + 1] - bin_centre[bin]);
    double next = (top - (double)bin_centre[bin]) * slope;
    add_to_gap(&gaps[bin], weight * (1 - next), -weight * slope, off, turn, knot, part);
    add_to_gap(&gaps[bin + 1], weight * next, weight * slope, off, turn, knot, part);
}

static void add_row(struct fit_view *view, const struct calibration_side *side,
                    const struct calibration_row *row, const struct raised_row *out)
{
    uint8_t knot[PARTS];
    double part[PARTS], weight = (double)(side->weight * loss_weight[side->novelty][side->early]);
    double pull = weight * out->power * (out->mean - (double)out->log[row->truth]);
    double bend = weight * out->power * out->power * out->variance;
    find_parts(&row->place, knot, part);
    view->value -= weight * log(fmax((double)out->p[row->truth], 1e-12));
    for (int i = 0; i < PARTS; i++) {
        view->gradient[knot[i]] += pull * part[i];
        for (int k = 0; k < PARTS; k++)
            view->matrix[knot[i]][knot[k]] += bend * part[i] * part[k];
    }
    for (int class = 0; class < GAP_CLASSES; class++)
        if (side->novelty == GUESS_FAR || (side->novelty == GUESS_NEAR && class == 0))
            add_to_gaps(view->gap[class], out, row->truth, (double)side->weight, knot, part);
}

/* Brings the sums into the form of means, and adds the gaps and the ridge. */
static void finish(const struct calibration_trainer *fit, const struct calibration *calibration,
                   struct fit_view *view)
{
    view->value /= fit->all;
    for (int i = 0; i < KNOTS; i++) {
        double height = (double)calibration->height[i];
        view->gradient[i] = view->gradient[i] / fit->all + 2 * ridge * height;
        view->value += ridge * height * height;
        for (int k = 0; k < KNOTS; k++)
            view->matrix[i][k] = view->matrix[i][k] / fit->all + (i == k ? 2 * ridge : 0);
    }
    for (int class = 0; class < GAP_CLASSES; class++) {
        double all = 0;
        for (int bin = 0; bin < GAP_BINS; bin++)
            all += view->gap[class][bin].weight;
        for (int bin = 0; bin < GAP_BINS; bin++) {
            struct gap *gap = &view->gap[class][bin];
            double off = gap->weight > 0 ? gap->off / gap->weight : 0;
            double share = gap_weight[class] * gap->weight / (gap->weight + few * all + 1e-9);
            view->value += share * off * off;
            for (int i = 0; i < KNOTS && gap->weight > 0; i++) {
                gap->rise[i] = (gap->rise[i] - off * gap->shift[i]) / gap->weight;
                view->gradient[i] += 2 * share * off * gap->rise[i];
            }
            for (int i = 0; i < KNOTS && gap->weight > 0; i++)
                for (int k = 0; k < KNOTS; k++)
                    view->matrix[i][k] += 2 * share * gap->rise[i] * gap->rise[k];
        }
    }
}

static bool is_in(const struct calibration_trainer *fit, const struct calibration_side *side)
{
    return side->fold != fit->without && side->count > 0;
}

static void look(const struct calibration_trainer *fit, const struct calibration *calibration,
                 struct fit_view *view)
{
    memset(view, 0, sizeof *view);
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        for (int k = 0; k < side->count && is_in(fit, side); k++) {
            const struct calibration_row *row = &fit->samples->rows[side->first + (size_t)k];
            struct raised_row out;
            work_out(calibration, row, fit->offset[i], &out);
            add_row(view, side, row, &out);
        }
    }
    finish(fit, calibration, view);
}

/* One scaling of each side's ranks to the counts that are hidden. */
static void scale(const struct calibration_trainer *fit, const struct calibration *calibration)
{
    for (size_t i = 0; i < fit->samples->side_count; i++) {
        const struct calibration_side *side = &fit->samples->sides[i];
        float sum[RANKS] = {0}, count[RANKS] = {0};
        for (int k = 0; k < side->count && is_in(fit, side); k++) {
            const struct calibration_row *row = &fit->samples->rows[side->first + (size_t)k];
            struct raised_row out;
            work_out(calibration, row, fit->offset[i], &out);
            count[row->truth]++;
            for (int rank = 0; rank < RANKS; rank++)
                sum[rank] += out.p[rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            if (count[rank] > 0 && sum[rank] > 0)
                fit->offset[i][rank] += fast_log(count[rank] / sum[rank]);
    }
}

/* --- making it least --- */

/* Solves matrix x = right side by Cholesky's way; the matrix is symmetric and positive. */
static void solve(double matrix[KNOTS][KNOTS], double x[KNOTS])
{
    for (int i = 0; i < KNOTS; i++)
        for (int k = 0; k <= i; k++) {
            double sum = matrix[i][k];
            for (int j = 0; j < k; j++)
                sum -= matrix[i][j] * matrix[k][j];
            matrix[i][k] = i == k ? sqrt(fmax(sum, 1e-12)) : sum / matrix[k][k];
        }
    for (int i = 0; i < KNOTS; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= matrix[i][j] * x[j];
        x[i] /= matrix[i][i];
    }
    for (int i = KNOTS - 1; i >= 0; i--) {
        for (int j = i + 1; j < KNOTS; j++)
            x[i] -= matrix[j][i] * x[j];
        x[i] /= matrix[i][i];
    }
}

/* Some steps downhill from where it stands. */
static void descend(const struct calibration_trainer *fit, struct calibration *calibration,
                    const atomic_bool *stop)
{
    enum { STEPS = 7 };
    struct fit_view *now = memory_new(1, sizeof *now), *then = memory_new(1, sizeof *then);
    double damping = 1e-3;
    look(fit, calibration, now);
    for (int step = 0; step < STEPS && !(stop && atomic_load(stop)); step++) {
        struct calibration next = *calibration;
        double way[KNOTS], matrix[KNOTS][KNOTS];
        memcpy(way, now->gradient, sizeof way);
        memcpy(matrix, now->matrix, sizeof matrix);
        for (int i = 0; i < KNOTS; i++)
            matrix[i][i] *= 1 + damping;
        solve(matrix, way);
        for (int i = 0; i < KNOTS; i++)
            next.height[i] -= (float)way[i];
        look(fit, &next, then);
        bool better = then->value < now->value;
        damping = better ? damping / 4 : damping * 8;
        if (!better)
            continue;
        struct fit_view *left = now;
        *calibration = next;
        now = then;
        then = left;
    }
    free(now);
    free(then);
}

void calibration_fit(struct calibration *calibration, const struct calibration_samples *samples, int without,
                     const atomic_bool *stop)
{
    enum { ROUNDS = 4, SCALINGS = 4 };
    struct calibration_trainer fit = {.samples = samples, .without = without};
    uint64_t games = 0, fresh = 0;
    *calibration = (struct calibration){0};
    for (int fold = 0; fold < COURSE_PARTS_MOST; fold++) {
        games += fold == without ? 0 : samples->games[fold];
        fresh += fold == without ? 0 : samples->fresh[fold];
    }
    for (size_t i = 0; i < samples->side_count; i++) {
        const struct calibration_side *side = &samples->sides[i];
        if (is_in(&fit, side))
            fit.all += (double)(side->weight * loss_weight[side->novelty][side->early]) * side->count;
    }
    if (fresh < CALIBRATION_GAMES_LEAST || !(fit.all > 0))
        return;
    fit.offset = memory_new(samples->side_count, sizeof *fit.offset);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SCALINGS; i++)
            scale(&fit, calibration);
        descend(&fit, calibration, stop);
    }
    free(fit.offset);
    for (int i = 0; i < KNOTS; i++)
        calibration->height[i] = roundf(calibration->height[i] * 1000) / 1000;
    calibration->games = games;
}
