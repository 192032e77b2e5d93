/* SPDX-License-Identifier: GPL-3.0-or-later */
/* R-NaD on matching pennies: the figures that Perolat et al. (2022) print with figure 2, and what the method
 * promises: a distance to the fixed point that falls exponentially, and fixed points nearer and nearer to the
 * equilibrium. */
#include "cmocka_all.h"
#include "learn/normal_form.h"

#include <math.h>

static const struct joint_policy start = {{{0.999, 0.001}, {0.999, 0.001}}};
static const double eta = 0.2;

/* The fixed point of a two-action game by another way: bisection on player 0's probability. A fixed point
 * is where both policies are the softmax of payoff / eta + log(regular). */
static double reply(double other, double regular, double sign)
{
    double gain = sign * 2 * (2 * other - 1); /* of the first action over the second */
    return 1 / (1 + exp(-gain / eta) * (1 - regular) / regular);
}

static void fixed_point(double regular0, double regular1, double *first, double *second)
{
    double low = 0, high = 1;
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        *(reply(reply(middle, regular1, -1), regular0, 1) > middle ? &low : &high) = middle;
    }
    *first = low;
    *second = reply(low, regular1, -1);
}

TEST(figure_2)
{
    struct joint_policy regular = start;
    double apart = INFINITY;
    for (int iteration = 0; iteration < 3; iteration++) {
        struct dynamics_path path = {0};
        double first, second;
        normal_form_dynamics(&matching_pennies, &regular, &regular, eta, 0.05, &path);
        fixed_point(regular.of[0][0], regular.of[1][0], &first, &second);
        regular = path.points[path.count - 1].policy;
        assert_true(fabs(regular.of[0][0] - first) < 1e-9 && fabs(regular.of[1][0] - second) < 1e-9);
        if (!iteration) {
            assert_true(fabs(first - 0.8969) < 0.0005 && fabs(second - 0.2628) < 0.0005);
        }
        /* H falls at least as fast as exp(-eta t) while it is above the rounding of its sum. */
        for (size_t i = 1; i < path.count && path.points[i].lyapunov > 1e-10; i++) {
            double before = path.points[i - 1].lyapunov, now = path.points[i].lyapunov;
            assert_true(now < before);
            assert_true(now <= before * exp(-eta * 0.05) * (1 + 1e-6));
        }
        double distance = 0; /* KL from the equilibrium, (1/2, 1/2) */
        for (int player = 0; player < 2; player++)
            for (int a = 0; a < 2; a++)
                distance += 0.5 * log(0.5 / regular.of[player][a]);
        assert_true(distance < apart);
        apart = distance;
        dynamics_free(&path);
    }
}

/* At a fixed point all actions are equally fit; the transformed rewards of the two players sum to 0. */
TEST(fitness)
{
    const struct normal_form game = {3, {{0, -1, 2}, {1, 0, -1}, {-2, 1, 0}}};
    const struct joint_policy regular = {{{0.2, 0.3, 0.5}, {0.6, 0.3, 0.1}}};
    const struct joint_policy policy = {{{0.5, 0.25, 0.25}, {0.1, 0.1, 0.8}}};
    struct dynamics_path path = {0};
    double sum = 0, of[NORMAL_FORM_ACTIONS];
    for (int player = 0; player < 2; player++) {
        normal_form_fitness(&game, &policy, &regular, 0.5, player, of);
        for (int a = 0; a < 3; a++)
            sum += policy.of[player][a] * of[a];
    }
    assert_true(fabs(sum) < 1e-12);
    normal_form_dynamics(&game, &policy, &regular, 0.5, 0.05, &path);
    for (int player = 0; player < 2; player++) {
        normal_form_fitness(&game, &path.points[path.count - 1].policy, &regular, 0.5, player, of);
        assert_true(fabs(of[0] - of[1]) < 1e-9 && fabs(of[0] - of[2]) < 1e-9);
    }
    dynamics_free(&path);
}

TEST(nash_conv)
{
    const struct joint_policy equilibrium = {{{0.5, 0.5}, {0.5, 0.5}}};
    assert_true(normal_form_nash_conv(&matching_pennies, &equilibrium) == 0);
    assert_true(fabs(normal_form_nash_conv(&matching_pennies, &start) - 2 * 0.998) < 1e-12);
}

TESTS_MAIN(NULL, NULL)
