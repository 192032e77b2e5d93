/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/model.h"

#include "setup/features.h"
#include "setup/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void setup_model_free(struct setup_model *model)
{
    free(model->pair);
    free(model->shape);
    boosted_free(model->critic);
    known_free(&model->known);
    *model = (struct setup_model){0};
}

/* Returns the critic's log odds, which is added to the log-probability; 0 without a critic. */
static double critic_log_odds(const struct setup_model *model, const struct setup *setup)
{
    uint8_t row[SETUP_FEATURES];
    if (!model->critic)
        return 0;
    setup_write_features(setup, row);
    return boosted_log_odds(model->critic, row);
}

double setup_log_joint(const struct setup_model *model, const struct setup *setup)
{
    double sum = critic_log_odds(model, setup) - model->log_partition;
    /* The fields of all pieces and the couplings of all pairs, then the flag and the counts. */
    for (placeset taken = setup_taken(setup); taken != 0; taken &= taken - 1) {
        int s = __builtin_ctzll(taken);
        const float (*row)[RANKS] = (const float (*)[RANKS])model->pair[s][setup->rank[s]];
        sum += model->field[s][setup->rank[s]];
        for (placeset others = taken & (taken - 1); others != 0; others &= others - 1) {
            int t = __builtin_ctzll(others);
            sum += row[t][setup->rank[t]];
        }
    }
    if (flag_is_bombed(setup))
        sum += model->bombed[setup_find(setup, FLAG)];
    struct shape shape;
    shape_count(setup, &shape);
    for (int i = 0; i < SHAPES; i++)
        sum += model->shape[i][shape_bin(i, shape.count[i])];
    return sum;
}

double setup_log_probability(const struct setup_model *model, const struct setup *setup)
{
    double joint = log(1 - model->known.share) + setup_log_joint(model, setup);
    double known = known_log_probability(&model->known, setup);
    return known > -HUGE_VAL ? log(model->known.share * exp(known) + exp(joint)) : joint;
}

/* A setup on its walk, with values that are kept up to date. */
struct setup_walk {
    const struct setup_model *model;
    struct setup *setup;
    float field[PIECES_A_SIDE][RANKS]; /* field plus couplings with all other places */
    struct shape shape;           /* the counts */
    struct shape_changes changes; /* of the exchange being tried */
    int flag;                     /* the flag's place */
    placeset bombs;
    uint8_t place[PIECES_A_SIDE]; /* the places that may change */
    uint32_t places;              /* number of `place` */
};

/* Four numbers at once. Written by hand because compilers do not vectorise the loop at -O2: they cannot
 * see that the rows do not overlap. */
typedef float four_floats __attribute__((vector_size(16)));

/* Loads four numbers from an address that may be unaligned. */
static inline four_floats load_four(const float *from)
{
    four_floats x;
    memcpy(&x, from, sizeof x);
    return x;
}

/* The couplings of an empty place. */
static const float no_couplings[PIECES_A_SIDE][RANKS];

/* Returns the couplings (parameters of pairs) of a rank, or PLACE_EMPTY, on a place with all ranks on all
 * places. */
static inline const float *couplings(const struct setup_model *model, int place, int rank)
{
    return rank == PLACE_EMPTY ? no_couplings[0] : model->pair[place][rank][0];
}

/* Updates walk->field when the rank of one place changes: adds the couplings of the new rank (`after`) and
 * subtracts those of the old one (`before`; NULL: subtracts nothing). */
static void change_fields(struct setup_walk *walk, const float *before, const float *after)
{
    float *field = walk->field[0];
    for (int i = 0; i < PIECES_A_SIDE * RANKS; i += 4) {
        four_floats sum = load_four(field + i) + load_four(after + i);
        if (before)
            sum -= load_four(before + i);
        memcpy(field + i, &sum, sizeof sum);
    }
}

/* Initialises a walk over the places `free`. `anchor` (may be NULL): the setup near which the walk stays. */
static void walk_start(struct setup_walk *walk, const struct setup_model *model, struct setup *setup,
                       placeset free, const struct setup_anchor *anchor)
{
    walk->places = 0;
    for (; free != 0; free &= free - 1)
        walk->place[walk->places++] = (uint8_t)__builtin_ctzll(free);
    walk->model = model;
    walk->setup = setup;
    walk->flag = setup_find(setup, FLAG);
    walk->bombs = setup_places(setup, BOMB);
    memcpy(walk->field, model->field, sizeof walk->field);
    for (int place = 0; place < PIECES_A_SIDE && anchor; place++) {
        int held = anchor->to->rank[place]; /* to keep a place empty, all ranks get -hold */
        for (int rank = 0; rank < RANKS; rank++)
            walk->field[place][rank] += rank == held ? anchor->hold : held == PLACE_EMPTY ? -anchor->hold : 0;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] != PLACE_EMPTY)
            change_fields(walk, NULL, couplings(model, place, setup->rank[place]));
    shape_count(setup, &walk->shape);
}

/* Returns the parameter `bombed` of the flag's place if the flag is bombed in; 0 if not. */
static float bombed_at(const struct setup_model *model, int flag, placeset bombs)
{
    return place_row(flag) > 0 && (places_around(PLACE_BIT(flag)) & ~bombs) == 0 ? model->bombed[flag] : 0;
}

/* Returns how much the log-probability changes by the parameters `bombed` (of a flag that is bombed in) if
 * places a and b, with ranks p and q, are exchanged. */
static float bombed_gain(const struct setup_walk *walk, int a, int b, int p, int q)
{
    if (p > BOMB && q > BOMB)
        return 0; /* neither the flag nor a bomb */
    int flag = p == FLAG ? b : q == FLAG ? a : walk->flag;
    placeset bombs = p == BOMB || q == BOMB ? walk->bombs ^ PLACE_BIT(a) ^ PLACE_BIT(b) : walk->bombs;
    return bombed_at(walk->model, flag, bombs) - bombed_at(walk->model, walk->flag, walk->bombs);
}

/* Updates walk->shape.count for an exchange of places a and b. Returns the change of the log-probability that
 * comes from the counts. */
static float update_shape_counts(struct setup_walk *walk, int a, int b)
{
    float gain = 0;
    shape_swap_changes(walk->setup, a, b, walk->flag, walk->bombs, &walk->changes);
    for (int i = 0; i < walk->changes.count; i++) {
        int shape = walk->changes.change[i].shape, before = walk->shape.count[shape];
        int after = before + walk->changes.change[i].by;
        const float *weights = walk->model->shape[shape];
        gain += weights[shape_bin(shape, after)] - weights[shape_bin(shape, before)];
        walk->shape.count[shape] = (int16_t)after;
    }
    return gain;
}

/* Exchanges places a and b and updates fields, flag and bombs; the counts are updated already. */
static void walk_swap(struct setup_walk *walk, int a, int b)
{
    struct setup *setup = walk->setup;
    int p = setup->rank[a], q = setup->rank[b];
    const struct setup_model *model = walk->model;
    change_fields(walk, couplings(model, a, p), couplings(model, a, q));
    change_fields(walk, couplings(model, b, q), couplings(model, b, p));
    setup->rank[a] = (uint8_t)q;
    setup->rank[b] = (uint8_t)p;
    walk->flag = p == FLAG ? b : q == FLAG ? a : walk->flag;
    if (p == BOMB || q == BOMB)
        walk->bombs ^= PLACE_BIT(a) ^ PLACE_BIT(b);
}

/* Decides by Metropolis' rule whether a step with this gain of log-probability is accepted. */
static bool is_accepted(double gain, struct rng *rng)
{
    if (gain >= 0)
        return true;
    double unit = rng_unit(rng);
    /* For x = -gain > 0, e^-x < 1 / (1 + x + x^2 / 2): most steps are rejected without the exponential. */
    return unit * (1 - gain + gain * gain / 2) < 1 && unit < exp(gain);
}

/* Returns the change of the log-probability that comes from fields and couplings if places a and b, with
 * different pieces, are exchanged. */
static inline float gain_of_swap(const struct setup_walk *walk, int a, int b)
{
    const struct setup_model *model = walk->model;
    int p = walk->setup->rank[a], q = walk->setup->rank[b];
    float gain = walk->field[a][q] - walk->field[a][p] + walk->field[b][p] - walk->field[b][q];
    /* The fields contain the coupling with the other place's old rank: correct this. */
    return gain + (model->pair[a][q][b][p] - model->pair[a][q][b][q] + model->pair[a][p][b][q] -
                   model->pair[a][p][b][p]);
}

/* Returns the same if a piece of `rank` moves from one place to an empty one. The field of `to` contains the
 * coupling with the piece itself on `from`, which is subtracted. */
static float gain_of_move(const struct setup_walk *walk, int rank, int from, int to)
{
    return walk->field[to][rank] - walk->field[from][rank] - walk->model->pair[from][rank][to][rank];
}

/* Tries `swaps` exchanges. Each is decided twice: first by fields and couplings, then by the counts, which
 * cost more time. This gives the same distribution as one decision about the sum (delayed acceptance,
 * Christen & Fox 2005). */
static void walk_on(struct setup_walk *walk, int swaps, double temperature, struct rng *rng)
{
    for (; swaps > 0 && walk->places > 1; swaps--) {
        int a = walk->place[rng_below(rng, walk->places)], b = walk->place[rng_below(rng, walk->places)];
        int p = walk->setup->rank[a], q = walk->setup->rank[b];
        if (p == q)
            continue;
        float gain = p == PLACE_EMPTY   ? gain_of_move(walk, q, b, a)
                     : q == PLACE_EMPTY ? gain_of_move(walk, p, a, b)
                                        : gain_of_swap(walk, a, b);
        gain += bombed_gain(walk, a, b, p, q);
        if (!is_accepted(gain / temperature, rng))
            continue;
        if (is_accepted(update_shape_counts(walk, a, b) / temperature, rng))
            walk_swap(walk, a, b);
        else
            for (int i = 0; i < walk->changes.count; i++) /* restore the counts */
                walk->shape.count[walk->changes.change[i].shape] -= walk->changes.change[i].by;
    }
}

void setup_model_walk(const struct setup_model *model, struct setup *setup, placeset free,
                      int swaps, double temperature, const struct setup_anchor *anchor, struct rng *rng)
{
    struct setup_walk walk;
    walk_start(&walk, model, setup, free, anchor);
    walk_on(&walk, swaps, temperature, rng);
}

/* Several sweeps together are a reversible step for the family without the critic. So the step is
 * accepted by the ratio of the critic's odds: again delayed acceptance. */
void setup_model_draw(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                      const struct setup_anchor *anchor, struct rng *rng)
{
    struct setup_walk walk;
    int step = model->critic ? JUDGED_SWEEPS : sweeps;
    double log_odds = critic_log_odds(model, setup);
    walk_start(&walk, model, setup, free, anchor);
    for (; sweeps > 0; sweeps -= step) {
        struct setup_walk old_walk = walk;
        struct setup old_setup = *setup;
        walk_on(&walk, (sweeps < step ? sweeps : step) * PIECES_A_SIDE, 1, rng);
        double new_log_odds = critic_log_odds(model, setup);
        if (is_accepted(new_log_odds - log_odds, rng)) {
            log_odds = new_log_odds;
        } else {
            walk = old_walk;
            *setup = old_setup;
        }
    }
}

double setup_model_percentile(const struct setup_model *model, double log_probability)
{
    const double *quantile = model->quantile;
    if (log_probability <= quantile[0])
        return 0;
    for (int i = 1; i < MODEL_QUANTILES; i++)
        if (log_probability < quantile[i]) {
            double part = (log_probability - quantile[i - 1]) / (quantile[i] - quantile[i - 1]);
            return (i - 1 + part) / (MODEL_QUANTILES - 1);
        }
    return 1;
}
