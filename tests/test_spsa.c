/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tuning: what is tried, how far a result moves it, and climbs on simulated games whose best values are
 * known. */
#include "base/rng.h"
#include "cmocka_all.h"
#include "lab/spsa.h"

#include <math.h>

static const struct spsa_parameter parameters[] = {
    {.min = 0, .max = 10, .start = 9, .step = 0.5},
    {.min = -1, .max = 1, .start = -0.9, .step = 0.1},
    {.min = 0, .max = 40, .start = 5, .step = 2, .whole = true},
};
enum { COUNT = sizeof parameters / sizeof parameters[0] };

/* What is tried lies on both sides, as far as the step says, and inside the range. */
TEST(proposals)
{
    const struct spsa_terms terms = {parameters, COUNT, 100, 0, 3};
    double values[COUNT] = {5, 0, 20}, plus[COUNT], minus[COUNT], again[COUNT], ups = 0;
    for (size_t step = 0; step < terms.steps; step++) {
        double shrink = pow(100.0 / (double)(step + 1), 0.101);
        spsa_propose(&terms, step, values, plus, minus);
        assert_true(fabs((plus[0] + minus[0]) / 2 - 5) < 1e-12);
        assert_true(fabs(fabs(plus[0] - minus[0]) - 2 * 0.5 * shrink) < 1e-12);
        assert_true(fabs(fabs(plus[1] - minus[1]) - 2 * 0.1 * shrink) < 1e-12);
        assert_true(plus[2] == floor(plus[2]) && minus[2] == floor(minus[2]));
        assert_true(fabs(fabs(plus[2] - minus[2]) - 4 * shrink) <= 1);
        ups += plus[0] > minus[0];
        spsa_propose(&terms, step, values, again, minus);
        for (int i = 0; i < COUNT; i++)
            assert_true(again[i] == plus[i]);
    }
    assert_true(ups > 25 && ups < 75);
    double edge[COUNT] = {10, -1, 0};
    for (size_t step = 0; step < terms.steps; step++) {
        spsa_propose(&terms, step, edge, plus, minus);
        for (int i = 0; i < COUNT; i++)
            assert_true(plus[i] >= parameters[i].min && plus[i] <= parameters[i].max &&
                        minus[i] >= parameters[i].min && minus[i] <= parameters[i].max);
    }
}

/* A result moves the values towards what won; the last step by the rate, earlier ones by more. */
TEST(gains)
{
    const struct spsa_terms terms = {parameters, 1, 50, 0.2, 9};
    double plus, minus, before = 5, last = 0;
    for (size_t step = 0; step < terms.steps; step++) {
        double won = before, lost = before, drawn = before;
        spsa_propose(&terms, step, &before, &plus, &minus);
        spsa_take(&terms, step, 1, &won);
        spsa_take(&terms, step, -1, &lost);
        spsa_take(&terms, step, 0, &drawn);
        assert_true(drawn == before);
        assert_true((won > before) == (plus > minus) && won != before);
        assert_true(fabs(won + lost - 2 * before) < 1e-12);
        assert_true(last == 0 || fabs(won - before) < last);
        last = fabs(won - before);
    }
    assert_true(fabs(last - 0.2 * 0.5) < 1e-12);
}

/* The mean result of games between two sets of values, where each is worse by the square of how far it is, in
 * steps, from `best`: one step costs 3.5 Elo. */
static double lead(const double *a, const double *b, const double *best)
{
    double sum = 0;
    for (int i = 0; i < COUNT; i++) {
        double off_a = (a[i] - best[i]) / parameters[i].step, off_b = (b[i] - best[i]) / parameters[i].step;
        sum += 0.01 * (off_b * off_b - off_a * off_a);
    }
    return sum < -1 ? -1 : sum > 1 ? 1 : sum;
}

/* Ten thousand games in steps of 16, with the noise that they have: near the best values from far away. */
TEST(climbs)
{
    static const double best[COUNT] = {4, 0.3, 21};
    const size_t steps = 625;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const struct spsa_terms terms = {parameters, COUNT, steps, 0, seed};
        double values[COUNT], plus[COUNT], minus[COUNT];
        struct rng rng;
        rng_seed(&rng, seed, 1000000);
        spsa_start(&terms, values);
        for (size_t step = 0; step < steps; step++) {
            int points = 0;
            spsa_propose(&terms, step, values, plus, minus);
            double mean = lead(plus, minus, best);
            for (int game = 0; game < 16; game++)
                points += rng_unit(&rng) < (1 + mean) / 2 ? 1 : -1;
            spsa_take(&terms, step, points / 16.0, values);
        }
        for (int i = 0; i < COUNT; i++)
            if (!(fabs(values[i] - best[i]) < 1.6 * parameters[i].step))
                fail_msg("seed %d: parameter %d ends at %g, best is %g", (int)seed, i, values[i], best[i]);
    }
}

TEST(rounding)
{
    assert_true(spsa_rounded(&parameters[0], 4.4) == 4.4);
    assert_true(spsa_rounded(&parameters[2], 4.4) == 4 && spsa_rounded(&parameters[2], 4.5) == 5);
    assert_true(spsa_rate(1) == 0.5 && spsa_rate(1150) == 0.1);
}

TESTS_MAIN(NULL, NULL)
