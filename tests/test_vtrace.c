/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two-player v-trace against exact values over all continuations of Kuhn poker and against a slow
 * form; the schedule of regularisation policies. Numbers as #968 are issues of OpenSpiel: faults that
 * others had, each of which has a test here or in test_policy_gradients.c. */
#include "cmocka_all.h"
#include "learn/game_tree.h"
#include "learn/regular.h"
#include "learn/vtrace.h"

#include <math.h>
#include <string.h>

enum { SETS = 12, ACTIONS = 2, SIZE = SETS * ACTIONS };
static const double eta = 0.3;

struct kuhn_scene {
    struct game_tree tree;
    double policy[SIZE], behaviour[SIZE], regular[SIZE], value[SETS];
    struct vtrace_options options;
};

static void draw_policy(struct rng *rng, double *policy)
{
    for (size_t set = 0; set < SETS; set++) {
        policy[2 * set] = 0.1 + 0.8 * rng_unit(rng);
        policy[2 * set + 1] = 1 - policy[2 * set];
    }
}

static void make_scene(struct kuhn_scene *scene, uint64_t seed)
{
    struct rng rng;
    *scene = (struct kuhn_scene){.options = {.eta = eta, .rho = INFINITY, .c = INFINITY, .lambda = 1}};
    rng_seed(&rng, seed, 0);
    tree_build(&scene->tree, small_game_find("kuhn"));
    draw_policy(&rng, scene->policy);
    draw_policy(&rng, scene->behaviour);
    draw_policy(&rng, scene->regular);
    for (size_t set = 0; set < SETS; set++)
        scene->value[set] = 2 * rng_unit(&rng) - 1;
}

static double log_ratio(const struct kuhn_scene *scene, size_t at)
{
    return log(scene->policy[at] / scene->regular[at]);
}

/* The exact value to `player` of a node in the game with transformed rewards. */
static double exact(const struct kuhn_scene *scene, size_t node, int player)
{
    const struct game_node *here = &scene->tree.nodes[node];
    double sum = player ? -here->payoff : here->payoff;
    for (size_t i = here->child; i < here->child + here->children; i++) {
        const struct game_node *child = &scene->tree.nodes[i];
        size_t at = here->set * ACTIONS + child->action;
        if (here->player < 0)
            sum += child->chance * exact(scene, i, player);
        else
            sum += scene->policy[at] *
                   ((here->player == player ? -eta : eta) * log_ratio(scene, at) + exact(scene, i, player));
    }
    return sum;
}

static struct vtrace_step step_of(const struct kuhn_scene *scene, size_t node, size_t child)
{
    const struct game_node *here = &scene->tree.nodes[node], *next = &scene->tree.nodes[child];
    size_t row = here->set * ACTIONS, at = row + next->action;
    return (struct vtrace_step){.player = here->player, .reward = next->payoff, .policy = scene->policy[at],
                                .behaviour = scene->behaviour[at], .log_ratio = log_ratio(scene, at),
                                .divergence = scene->policy[row] * log_ratio(scene, row) +
                                              scene->policy[row + 1] * log_ratio(scene, row + 1),
                                .value = scene->value[here->set]};
}

/* Means over all continuations of a node, each as likely as the behaviour makes it. */
struct continuation_means {
    double value, action[ACTIONS];
};

static void add_continuations(const struct kuhn_scene *scene, size_t node, double probability,
                              struct vtrace_step *steps, size_t count, uint8_t first,
                              struct continuation_means *means)
{
    const struct game_node *here = &scene->tree.nodes[node];
    if (!here->children) {
        struct vtrace_carry carry[2];
        struct vtrace_target targets[4];
        double ratios[ACTIONS], values[ACTIONS];
        vtrace_end(carry);
        vtrace_backward(&scene->options, steps, count, carry, targets);
        means->value += probability * targets[0].value;
        ratios[first] = steps[0].log_ratio;
        /* The other log ratio, from the mean of both. */
        ratios[!first] = (steps[0].divergence - steps[0].policy * ratios[first]) / (1 - steps[0].policy);
        vtrace_action_values(&scene->options, &steps[0], &targets[0], ratios, ACTIONS, first, values);
        for (int a = 0; a < ACTIONS; a++)
            means->action[a] += probability * values[a];
    }
    for (size_t i = here->child; i < here->child + here->children; i++) {
        const struct game_node *child = &scene->tree.nodes[i];
        if (here->player < 0) {
            add_continuations(scene, i, probability * child->chance, steps, count, first, means);
            continue;
        }
        steps[count] = step_of(scene, node, i);
        add_continuations(scene, i, probability * steps[count].behaviour, steps, count + 1,
                          count ? first : child->action, means);
    }
}

/* The largest error of the mean estimates over all decisions of the game. */
static double bias(const struct kuhn_scene *scene)
{
    double max = 0;
    for (size_t node = 0; node < scene->tree.node_count; node++) {
        const struct game_node *here = &scene->tree.nodes[node];
        struct continuation_means means = {0};
        struct vtrace_step steps[4];
        if (here->player < 0)
            continue;
        add_continuations(scene, node, 1, steps, 0, 0, &means);
        max = fmax(max, fabs(means.value - exact(scene, node, here->player)));
        for (size_t i = here->child; i < here->child + here->children; i++) {
            size_t at = here->set * ACTIONS + scene->tree.nodes[i].action;
            double value = exact(scene, i, here->player) - eta * log_ratio(scene, at);
            max = fmax(max, fabs(means.action[scene->tree.nodes[i].action] - value));
        }
    }
    return max;
}

/* Whatever the estimates of the values are, and whatever policy produced the games: the targets' means are
 * the exact values. #1342: as printed, equation 5 is right only for games of the policy itself. */
TEST(no_bias)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct kuhn_scene scene;
        make_scene(&scene, seed);
        assert_true(bias(&scene) < 1e-12);
        scene.options.printed = true;
        assert_true(bias(&scene) > 0.01);
        memcpy(scene.behaviour, scene.policy, sizeof scene.policy);
        assert_true(bias(&scene) < 1e-12);
        tree_free(&scene.tree);
    }
}

/* #968: with rho limited to 1, as in the paper, the means are wrong. */
TEST(no_limit_of_rho)
{
    struct kuhn_scene scene;
    assert_true(isinf(vtrace_standard.rho) && vtrace_standard.c == 1 && vtrace_standard.lambda == 1);
    make_scene(&scene, 1);
    scene.options.rho = 1;
    assert_true(bias(&scene) > 0.01);
    tree_free(&scene.tree);
}

/* #965: the reward of the last step counts. */
TEST(reward_at_the_end)
{
    const struct vtrace_step step = {.player = 1, .reward = -3, .policy = 0.5, .behaviour = 0.25, .value = 1};
    const struct vtrace_options options = {.rho = INFINITY, .c = 1, .lambda = 1};
    struct vtrace_carry carry[2];
    struct vtrace_target target;
    vtrace_end(carry);
    vtrace_backward(&options, &step, 1, carry, &target);
    assert_true(target.advantage == 3 - 1);
    assert_true(target.value == 1 + 2 * (3 - 1)); /* ratio 2 */
    assert_true(carry[0].reward == 2 * -3 && carry[0].plain_reward == -3 && carry[0].ratio == 2);
}

/* A slow form: the target of one step from its definition, with what lies between two turns of the player. */
static double slow_target(const struct vtrace_options *options, const struct vtrace_step *steps, size_t count,
                          size_t t)
{
    const struct vtrace_step *step = &steps[t];
    double sign = step->player ? -1 : 1, between = 0, ratio = 1;
    size_t next = t + 1;
    for (; next < count && steps[next].player != step->player; next++) {
        between += sign * steps[next].reward + options->eta * steps[next].divergence;
        ratio *= steps[next].policy / steps[next].behaviour;
    }
    double value = next < count ? steps[next].value : 0;
    double later = next < count ? slow_target(options, steps, count, next) : 0;
    double weight = step->policy / step->behaviour * ratio;
    double rho = weight < options->rho ? weight : options->rho, c = weight < options->c ? weight : options->c;
    double reward = sign * step->reward - options->eta * step->divergence;
    return step->value + rho * (reward + between + value - step->value) +
        options->lambda * c * (later - value);
}

static double slow_advantage(const struct vtrace_options *options, const struct vtrace_step *steps,
                             size_t count, size_t t)
{
    double sign = steps[t].player ? -1 : 1, sum = sign * steps[t].reward - steps[t].value, ratio = 1;
    size_t next = t + 1;
    for (; next < count && steps[next].player != steps[t].player; next++) {
        sum += ratio * options->eta * steps[next].divergence;
        ratio *= steps[next].policy / steps[next].behaviour;
        sum += ratio * sign * steps[next].reward;
    }
    return sum + (next < count ? ratio * slow_target(options, steps, count, next) : 0);
}

/* #963: the targets of the two players do not mix. Any order of turns, any limits, in chunks too. */
TEST(slow_form)
{
    enum { STEPS = 40 };
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (int trial = 0; trial < 20; trial++) {
        struct vtrace_options options = {.eta = 0.2, .rho = trial % 2 ? (double)INFINITY : 1.3,
                                         .c = trial % 3 ? 1 : 0.7, .lambda = trial % 4 ? 1 : 0.8};
        struct vtrace_step steps[STEPS];
        struct vtrace_target targets[STEPS];
        struct vtrace_carry carry[2];
        for (int t = 0; t < STEPS; t++)
            steps[t] = (struct vtrace_step){
                .player = (int)rng_below(&rng, 2), .reward = rng_unit(&rng) - 0.5,
                .policy = 0.2 + 0.8 * rng_unit(&rng), .behaviour = 0.2 + 0.8 * rng_unit(&rng),
                .log_ratio = rng_unit(&rng) - 0.5, .divergence = rng_unit(&rng),
                .value = 2 * rng_unit(&rng) - 1};
        vtrace_end(carry);
        size_t cut = rng_below(&rng, STEPS);
        vtrace_backward(&options, steps + cut, STEPS - cut, carry, targets + cut);
        vtrace_backward(&options, steps, cut, carry, targets);
        for (size_t t = 0; t < STEPS; t++) {
            assert_true(fabs(targets[t].value - slow_target(&options, steps, STEPS, t)) < 1e-9);
            assert_true(fabs(targets[t].advantage - slow_advantage(&options, steps, STEPS, t)) < 1e-9);
        }
    }
}

/* #1076: the policies change after the last step of an iteration, and the reward does not jump there. */
TEST(schedule)
{
    const struct regular_phase phases[] = {{4, 2}, {10, 3}, {6, 0}};
    uint64_t iteration = 0, size = 4, step_of_iteration = 0;
    for (uint64_t step = 0; step < 100; step++) {
        struct regular_moment moment = regular_at(phases, 3, step);
        assert_true(moment.iteration == iteration && moment.step == step_of_iteration);
        assert_true(moment.alpha == (2 * step_of_iteration < size ?
                                     2.0 * (double)step_of_iteration / (double)size : 1));
        assert_true(moment.last == (step_of_iteration + 1 == size));
        /* Around a change: all weight on the policy of m, which is then that of m - 1. */
        assert_true(!moment.last || moment.alpha == 1);
        assert_true(step_of_iteration || moment.alpha == 0);
        if (++step_of_iteration == size) {
            step_of_iteration = 0;
            size = ++iteration < 2 ? 4 : iteration < 5 ? 10 : 6;
        }
    }
    /* Table 2. */
    struct regular_moment before = regular_at(regular_paper, REGULAR_PAPER_PHASES, 1009999);
    struct regular_moment first = regular_at(regular_paper, REGULAR_PAPER_PHASES, 1010000);
    struct regular_moment late = regular_at(regular_paper, REGULAR_PAPER_PHASES, 1010000 + 6500000 + 35000);
    assert_true(before.iteration == 100 && before.last && first.iteration == 101 && first.step == 0);
    assert_true(!regular_at(regular_paper, REGULAR_PAPER_PHASES, 1019999).last && late.iteration == 167);
}

/* The transformed reward between two regularisation policies. */
TEST(log_ratios)
{
    const uint8_t legal[] = {1, 0, 1};
    const float policy[] = {logf(0.3f), 0, logf(0.7f)}, regular[] = {logf(0.5f), 0, logf(0.5f)};
    const float before[] = {logf(0.9f), 0, logf(0.1f)};
    double ratio[3];
    double mean = regular_log_ratios(3, legal, policy, regular, before, 0.25, ratio);
    assert_true(fabs(ratio[0] - (log(0.3) - 0.25 * log(0.5) - 0.75 * log(0.9))) < 1e-6);
    assert_true(ratio[1] == 0);
    assert_true(fabs(ratio[2] - (log(0.7) - 0.25 * log(0.5) - 0.75 * log(0.1))) < 1e-6);
    assert_true(fabs(mean - 0.3 * ratio[0] - 0.7 * ratio[2]) < 1e-6);
}

TESTS_MAIN(NULL, NULL)
