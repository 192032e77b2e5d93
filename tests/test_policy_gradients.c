/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradients of a policy's logits (NeuRD, magnets, PPO) against finite differences of slow forms of
 * their losses; which decisions advantage filtering keeps. */
#include "base/rng.h"
#include "cmocka_all.h"
#include "learn/magnet.h"
#include "learn/neurd.h"
#include "learn/ppo.h"
#include "net/softmax.h"
#include "policy/mirror_step.h"

#include <math.h>
#include <string.h>

enum { COUNT = 5 };
static const uint8_t legal[COUNT] = {1, 1, 0, 1, 1};

struct decision {
    double logits[COUNT], values[COUNT];
    float single[COUNT], policy[COUNT], log_policy[COUNT];
};

static void draw(struct decision *decision, struct rng *rng)
{
    for (int a = 0; a < COUNT; a++) {
        decision->single[a] = (float)(4 * rng_unit(rng) - 2);
        decision->logits[a] = (double)decision->single[a];
        decision->values[a] = 4 * rng_unit(rng) - 2;
    }
    decision->single[2] = 50; /* illegal: must not matter */
    softmax(decision->single, legal, COUNT, decision->policy, decision->log_policy);
}

/* The softmax over the legal actions, in double precision. */
static void slow_softmax(const double *logits, double *policy)
{
    double sum = 0;
    for (int a = 0; a < COUNT; a++)
        sum += legal[a] ? exp(logits[a]) : 0;
    for (int a = 0; a < COUNT; a++)
        policy[a] = legal[a] ? exp(logits[a]) / sum : 0;
}

typedef double slow_loss(const double *logits, const void *context);

/* A gradient against central differences of a loss. */
static void compare_differences(const float *gradient, const double *logits, slow_loss *loss,
                                const void *context)
{
    for (int a = 0; a < COUNT; a++) {
        double up[COUNT], down[COUNT];
        memcpy(up, logits, sizeof up);
        memcpy(down, logits, sizeof down);
        up[a] += 1e-5;
        down[a] -= 1e-5;
        double slope = legal[a] ? (loss(up, context) - loss(down, context)) / 2e-5 : 0;
        assert_true(fabs(slope - (double)gradient[a]) < 1e-4);
    }
}

struct forces {
    double of[COUNT];
};

static double neurd_loss(const double *logits, const void *context)
{
    const struct forces *forces = context;
    double mean = 0, sum = 0;
    for (int a = 0; a < COUNT; a++)
        mean += legal[a] ? logits[a] / 4 : 0;
    for (int a = 0; a < COUNT; a++)
        sum -= legal[a] ? forces->of[a] * (logits[a] - mean) : 0;
    return 0.7 * sum;
}

/* #1156, #1157: the mean of the logits is that of the legal ones. beta and the limit of the advantages
 * work. */
TEST(neurd)
{
    const struct neurd_options options = {.beta = 1, .clip = 1.5};
    struct rng rng;
    int held = 0, cut = 0;
    rng_seed(&rng, 1, 0);
    for (int trial = 0; trial < 50; trial++) {
        struct decision decision;
        struct forces forces = {{0}};
        float gradient[COUNT] = {0};
        double policy[COUNT], value = 0, centre = 0;
        draw(&decision, &rng);
        slow_softmax(decision.logits, policy);
        for (int a = 0; a < COUNT; a++) {
            value += policy[a] * decision.values[a];
            centre += legal[a] ? decision.logits[a] / 4 : 0;
        }
        for (int a = 0; a < COUNT; a++) {
            double force = decision.values[a] - value, offset = decision.logits[a] - centre;
            if (fabs(force) > 1.5) {
                force = force > 0 ? 1.5 : -1.5;
                cut += legal[a];
            }
            if ((force > 0 && offset > 1) || (force < 0 && offset < -1)) {
                force = 0;
                held += legal[a];
            }
            forces.of[a] = force;
        }
        neurd_gradient(&options, COUNT, legal, decision.single, decision.policy, decision.values, 0.7,
                       gradient);
        compare_differences(gradient, decision.logits, neurd_loss, &forces);
    }
    assert_true(held > 10 && cut > 10);
    assert_true(neurd_paper.beta == 2 && neurd_paper.clip == 10000);
}

struct magnet_context {
    const float *log_magnet; /* NULL: uniform */
};

static double magnet_loss(const double *logits, const void *context)
{
    const struct magnet_context *terms = context;
    double policy[COUNT], sum = 0;
    slow_softmax(logits, policy);
    for (int a = 0; a < COUNT; a++)
        if (legal[a])
            sum += policy[a] * (log(policy[a]) -
                                (terms->log_magnet ? (double)terms->log_magnet[a] : log(0.25)));
    return sum;
}

TEST(magnet)
{
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int trial = 0; trial < 20; trial++) {
        struct decision decision, other;
        float gradient[COUNT] = {0};
        draw(&decision, &rng);
        draw(&other, &rng);
        struct magnet_context terms = {trial % 2 ? other.log_policy : NULL};
        double kl = magnet_gradient(COUNT, legal, decision.policy, decision.log_policy, terms.log_magnet, 1,
                                    gradient);
        assert_true(fabs(kl - magnet_loss(decision.logits, &terms)) < 1e-5);
        compare_differences(gradient, decision.logits, magnet_loss, &terms);
    }
}

/* What the closed form of a step maximises. */
static double step_gain(const double *policy, const struct decision *start, const float *log_magnet,
                        double rate, double pull)
{
    double sum = 0;
    for (int a = 0; a < COUNT; a++)
        if (legal[a])
            sum += policy[a] * (start->values[a] - (log(policy[a]) - (double)start->log_policy[a]) / rate -
                                pull * (log(policy[a]) - (log_magnet ? (double)log_magnet[a] : log(0.25))));
    return sum;
}

/* No policy nearby gains more. */
TEST(closed_form)
{
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int trial = 0; trial < 20; trial++) {
        struct decision start, other;
        float best[COUNT];
        double policy[COUNT], moved[COUNT];
        draw(&start, &rng);
        draw(&other, &rng);
        const float *log_magnet = trial % 2 ? other.log_policy : NULL;
        mirror_step(COUNT, legal, start.values, start.log_policy, log_magnet, 0.8, 0.5, best);
        assert_true(best[2] == 0);
        for (int a = 0; a < COUNT; a++)
            policy[a] = (double)best[a];
        double gain = step_gain(policy, &start, log_magnet, 0.8, 0.5);
        for (int from = 0; from < COUNT; from++)
            for (int to = 0; to < COUNT; to++) {
                double part = 0.01 * policy[from];
                memcpy(moved, policy, sizeof moved);
                moved[from] -= part;
                moved[to] += part;
                if (legal[from] && legal[to] && from != to)
                    assert_true(step_gain(moved, &start, log_magnet, 0.8, 0.5) < gain);
            }
    }
}

struct ppo_context {
    double behaviour, advantage, clip;
    size_t action;
};

static double ppo_loss(const double *logits, const void *context)
{
    const struct ppo_context *terms = context;
    double policy[COUNT];
    slow_softmax(logits, policy);
    double ratio = policy[terms->action] / terms->behaviour;
    double clipped = fmax(1 - terms->clip, fmin(1 + terms->clip, ratio));
    return -2 * fmin(ratio * terms->advantage, clipped * terms->advantage);
}

TEST(ppo)
{
    static const size_t actions[] = {0, 1, 3, 4};
    struct rng rng;
    int still = 0;
    rng_seed(&rng, 4, 0);
    for (int trial = 0; trial < 60; trial++) {
        struct decision decision;
        float gradient[COUNT] = {0};
        draw(&decision, &rng);
        size_t action = actions[trial % 4];
        struct ppo_context terms = {.behaviour = (double)decision.policy[action] * (0.5 + rng_unit(&rng)),
                                    .advantage = 2 * rng_unit(&rng) - 1, .action = action,
                                    .clip = trial % 5 ? 0.2 : (double)INFINITY};
        ppo_gradient(COUNT, legal, decision.policy, action, terms.behaviour, terms.advantage, terms.clip, 2,
                     gradient);
        compare_differences(gradient, decision.logits, ppo_loss, &terms);
        still += gradient[action] == 0;
    }
    assert_true(still > 5 && still < 55);
}

TEST(filter)
{
    const double advantages[] = {0.5, -2, 0.005, 0.5, -0.5, 1, 0};
    uint8_t keep[7];
    assert_int_equal(ppo_filter(advantages, 7, 0.5, 0.01, keep), 4);
    assert_memory_equal(keep, ((const uint8_t[]){1, 1, 0, 1, 0, 1, 0}), 7);
    assert_int_equal(ppo_filter(advantages, 7, 1, 0.01, keep), 5);
    assert_memory_equal(keep, ((const uint8_t[]){1, 1, 0, 1, 1, 1, 0}), 7);
    assert_int_equal(ppo_filter(advantages, 7, 0.2, 1.5, keep), 1);
    assert_memory_equal(keep, ((const uint8_t[]){0, 1, 0, 0, 0, 0, 0}), 7);
    assert_int_equal(ppo_filter(advantages, 7, 0, 0, keep), 0);
    assert_int_equal(ppo_filter(advantages, 7, 1, 0, keep), 7);
    assert_int_equal(ppo_filter(advantages, 0, 1, 0, keep), 0);
}

TESTS_MAIN(NULL, NULL)
