/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures regularised Nash dynamics on games whose equilibria are known: bench rnad. */
#include "commands/table.h"

#include "base/memory.h"
#include "learn/cfr_plus.h"
#include "learn/game_tree.h"
#include "learn/normal_form.h"
#include "learn/rnad_tabular.h"
#include "learn/small_runs.h"
#include "report/dot_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bench_rnad_args {
    int part;            /* index in part_names; 0: all */
    int game;            /* index in game_names; 0: Kuhn and Leduc */
    double eta;          /* weight of the regularisation */
    uint64_t iterations; /* of tabular R-NaD */
    double floor;        /* of tabular R-NaD: share of the uniform policy in the regularisation policy */
    int method;          /* index in method_names; 0: both */
    uint64_t seeds;      /* of runs with a network */
    uint64_t steps;      /* learning steps of a run with a network; 0: a quick run */
    int without;         /* index in addition_names */
    double share, min;   /* PPO learns only from this share of the decisions, those with the greatest
                          * advantages, and from absolute advantages of at least `min` */
};

static const char *const method_names[] = {"both", "rnad", "ppo", NULL};

/* What our R-NaD adds to that of the paper. If "all" additions are left out, it is the paper's algorithm. */
enum { WITHOUT_NOTHING, WITHOUT_POOLING, WITHOUT_EXPLORATION, WITHOUT_FLOOR, WITHOUT_ALL };
static const char *const addition_names[] = {"nothing", "pooling", "exploration", "floor", "all", NULL};

/* Learning steps of a quick run (a few seconds), and the number of iterations of any run. */
static const uint64_t quick_steps_kuhn = 2000, quick_steps_ppo = 1000, quick_steps_rnad = 3000;
static const uint64_t run_iterations = 10;

static const char *const game_names[] = {"both", "kuhn", "leduc", "leduc-suits", NULL};

/* Returns whether the arguments select a game (index of game_names). "both" are the games with figures. */
static bool is_chosen(const struct bench_rnad_args *args, int game)
{
    return args->game ? args->game == game : game <= 2; /* kuhn is 1, leduc 2 */
}

enum { ITERATIONS_DRAWN = 3 /* iterations of matching pennies */ };

/* Section 2.2 of the paper: the first policies for matching pennies, and the step of the integration. */
static const struct joint_policy pennies_start = {{{0.999, 0.001}, {0.999, 0.001}}};
static const double pennies_step = 0.01;

/* Plots figure 2c of the paper: on the left how the policies of both players move, on the right the distance
 * to the fixed point over time. */
static void plot_iterations(const struct dynamics_path *paths, struct text *out)
{
    double longest = 0;
    for (int i = 0; i < ITERATIONS_DRAWN; i++)
        longest = fmax(longest, paths[i].points[paths[i].count - 1].time);
    struct dot_plot policies = {.title = "first probability: 0 across, 1 up", .right = 1, .top = 1};
    struct dot_plot distance = {.title = "log of Lyapunov function, time", .right = longest, .bottom = -20,
                                .top = 5};
    dot_plot_clear(&policies);
    dot_plot_clear(&distance);
    for (int i = 0; i < ITERATIONS_DRAWN; i++)
        for (size_t k = 0; k < paths[i].count; k++) {
            const struct dynamics_point *point = &paths[i].points[k];
            char mark = (char)('1' + i);
            dot_plot_add(&policies, point->policy.of[0][0], point->policy.of[1][0], mark);
            if (point->lyapunov > 0)
                dot_plot_add(&distance, point->time, log(point->lyapunov), mark);
        }
    dot_plot_add(&policies, 0.5, 0.5, 'x');
    dot_plot_add_pair(&policies, &distance, out);
}

/* Counts the points at which the Lyapunov function does not fall, until it is so small that only rounding
 * errors remain. */
static size_t count_rises(const struct dynamics_path *path)
{
    size_t count = 0;
    for (size_t i = 1; i < path->count && path->points[i].lyapunov > 1e-10; i++)
        count += path->points[i].lyapunov >= path->points[i - 1].lyapunov;
    return count;
}

/* Integrates the dynamics of three iterations on matching pennies. Each iteration starts from the last policy
 * of the one before, and is regularised towards it. */
static enum status bench_pennies(struct session *session, const struct bench_rnad_args *args,
                                 struct text *figures, struct error *error)
{
    struct dynamics_path paths[ITERATIONS_DRAWN] = {0};
    struct joint_policy policy = pennies_start;
    struct text out = {0};
    (void)error;
    text_printf(&out, "Matching pennies, from [0.999, 0.001], eta %g; 1, 2, 3: iterations, x: equilibrium\n",
                args->eta);
    text_add(&out, "iteration  player 0          player 1          NashConv   Lyapunov at start   rises\n");
    for (int i = 0; i < ITERATIONS_DRAWN; i++) {
        normal_form_dynamics(&matching_pennies, &policy, &policy, args->eta, pennies_step, &paths[i]);
        policy = paths[i].points[paths[i].count - 1].policy;
        text_printf(&out, "%-9d  %.4f, %.4f    %.4f, %.4f    %-9.4f  %-18.4f  %zu\n", i + 1, policy.of[0][0],
                    policy.of[0][1], policy.of[1][0], policy.of[1][1],
                    normal_form_nash_conv(&matching_pennies, &policy), paths[i].points[0].lyapunov,
                    count_rises(&paths[i]));
        if (!i)
            text_printf(figures, "figure pennies-1 %.4f -\nfigure pennies-2 %.4f -\n", policy.of[0][0],
                        policy.of[1][0]);
    }
    plot_iterations(paths, &out);
    session_print_text(session, &out);
    for (int i = 0; i < ITERATIONS_DRAWN; i++)
        dynamics_free(&paths[i]);
    return STATUS_OK;
}

/* Runs tabular R-NaD on a game, and CFR+ with as many passes over the tree beside it. Prints the NashConv of
 * R-NaD's policy and of CFR+'s average after each iteration. */
static enum status bench_table(struct session *session, const struct bench_rnad_args *args, const char *name,
                               struct text *figures, struct error *error)
{
    struct game_tree tree;
    struct rnad_tabular learner;
    struct cfr_plus solver;
    struct rnad_tabular_options options = rnad_tabular_standard;
    enum status status = STATUS_OK;
    double nash_conv = 0;
    options.eta = args->eta;
    options.floor = args->floor;
    tree_build(&tree, small_game_find(name));
    double *average = memory_new(tree_policy_size(&tree), sizeof *average);
    rnad_tabular_begin(&learner, &tree, &options);
    cfr_plus_begin(&solver, &tree);
    session_printf(session, "\n%s, a table: %zu information sets, eta %g, floor %g, %d steps an iteration\n"
                   "iteration  R-NaD: NashConv, value to player 0   CFR+, average: NashConv, value\n", name,
                   tree.set_count, options.eta, options.floor, options.steps);
    for (uint64_t i = 1; i <= args->iterations && !status; i++) {
        rnad_tabular_iterate(&learner);
        for (int k = 0; k < options.steps / 2; k++) /* a step of CFR+ makes two passes over the tree */
            cfr_plus_step(&solver);
        cfr_plus_average(&solver, average);
        nash_conv = tree_nash_conv(&tree, learner.policy);
        session_printf(session, "%-9llu  %-16.6f %-20.5f %-16.6f  %.5f\n", (unsigned long long)i, nash_conv,
                       tree_value(&tree, learner.policy), tree_nash_conv(&tree, average),
                       tree_value(&tree, average));
        if (session_stopped(session))
            status = error_set(error, STATUS_NO, "stopped");
    }
    text_printf(figures, "figure %s-tabular %.4f payoff\n", name, nash_conv);
    rnad_tabular_end(&learner);
    cfr_plus_end(&solver);
    free(average);
    tree_free(&tree);
    return status;
}

/* Runs bench_table on each selected game. */
static enum status bench_tabular(struct session *session, const struct bench_rnad_args *args,
                                 struct text *figures, struct error *error)
{
    enum status status = STATUS_OK;
    for (int game = 1; game_names[game] && !status; game++)
        if (is_chosen(args, game))
            status = bench_table(session, args, game_names[game], figures, error);
    return status;
}

/* Appends a table of the runs, a row for each seed. */
static void add_runs(const struct small_run *runs, uint64_t seeds, struct text *out)
{
    text_add(out, "seed   NashConv after each eighth of the steps                            games      s\n");
    for (uint64_t seed = 0; seed < seeds; seed++) {
        text_printf(out, "%-4llu", (unsigned long long)seed + 1);
        for (int point = 0; point < SMALL_RUN_POINTS; point++)
            text_printf(out, " %7.4f", runs[seed].nash_conv[point]);
        text_printf(out, " %9llu %6.1f\n", (unsigned long long)runs[seed].games, runs[seed].seconds);
    }
}

/* Appends the mean and the worst NashConv over the seeds at the end of the runs. */
static void add_network_figures(const char *name, const struct small_run *runs, uint64_t seeds,
                                struct text *figures)
{
    double sum = 0, worst = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        sum += runs[seed].nash_conv[SMALL_RUN_POINTS - 1];
        worst = fmax(worst, runs[seed].nash_conv[SMALL_RUN_POINTS - 1]);
    }
    text_printf(figures, "figure %s %.4f payoff\nfigure %s-max %.4f payoff\n", name, sum / (double)seeds,
                name, worst);
}

/* Returns the options of a run: the standard ones for the game and method, changed by the arguments. */
static struct small_options run_options(const struct bench_rnad_args *args, const char *game,
                                        enum small_method method)
{
    struct small_options options = small_options_for(method, game);
    bool kuhn = strcmp(game, "kuhn") == 0, rnad = method == SMALL_RNAD;
    options.steps = args->steps ? args->steps
                    : kuhn      ? quick_steps_kuhn
                    : rnad      ? quick_steps_rnad
                                : quick_steps_ppo;
    options.iteration = (options.steps + run_iterations - 1) / run_iterations;
    options.vtrace.eta = args->eta;
    options.share = args->share;
    options.min = args->min;
    if (rnad && (args->without == WITHOUT_POOLING || args->without == WITHOUT_ALL))
        options.pooled = false;
    if (rnad && (args->without == WITHOUT_EXPLORATION || args->without == WITHOUT_ALL))
        options.explore = 0;
    if (rnad && (args->without == WITHOUT_FLOOR || args->without == WITHOUT_ALL))
        options.floor = 0;
    return options;
}

/* Runs a method on a game, once for each seed (in parallel), and prints a table of the runs. */
static enum status bench_runs(struct session *session, const struct bench_rnad_args *args, const char *game,
                              enum small_method method, struct text *figures, struct error *error)
{
    struct small_options options = run_options(args, game, method);
    struct small_run *runs = memory_new(args->seeds, sizeof *runs);
    struct game_tree tree;
    struct text out = {0}, name = {0};
    tree_build(&tree, small_game_find(game));
    text_printf(&out, "\n%s, a network of %d x %d units, %s: %llu steps of %d games\n", game, options.layers,
                options.width, small_method_names[method], (unsigned long long)options.steps, options.batch);
    session_progress(session, "%s, %s: %llu seeds", game, small_method_names[method],
                     (unsigned long long)args->seeds);
    small_runs_play(&tree, &options, args->seeds, session->jobs, session->stop, runs);
    session_progress(session, "%s", ""); /* clear the line */
    enum status status = STATUS_OK;
    if (session_stopped(session)) {
        status = error_set(error, STATUS_NO, "stopped");
    } else {
        text_printf(&name, "%s-network%s", game, method == SMALL_PPO ? "-ppo" : "");
        add_runs(runs, args->seeds, &out);
        session_write(session, out.bytes, out.size);
        add_network_figures(text_string(&name), runs, args->seeds, figures);
    }
    text_free(&out);
    text_free(&name);
    tree_free(&tree);
    free(runs);
    return status;
}

/* Runs each selected method on each selected game. */
static enum status bench_network(struct session *session, const struct bench_rnad_args *args,
                                 struct text *figures, struct error *error)
{
    enum status status = STATUS_OK;
    for (int game = 1; game_names[game] && !status; game++)
        for (int method = 0; method < SMALL_METHODS && !status; method++)
            if (is_chosen(args, game) && (!args->method || args->method == method + 1))
                status = bench_runs(session, args, game_names[game], (enum small_method)method, figures,
                                    error);
    return status;
}

/* The parts of the bench, in the order of their names. A new part is a function and a row. */
static const char *const part_names[] = {"all", "pennies", "tabular", "network", NULL};
static enum status (*const parts[])(struct session *, const struct bench_rnad_args *, struct text *,
                                    struct error *) = {NULL, bench_pennies, bench_tabular, bench_network};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* Runs the selected parts, then prints all their figures. */
static enum status run_bench_rnad(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_rnad_args *args = arguments;
    struct text figures = {0};
    enum status status = STATUS_OK;
    for (int part = 1; part < PARTS && !status; part++)
        if (!args->part || args->part == part)
            status = parts[part](session, args, &figures, error);
    if (!status)
        session_print_text(session, &figures);
    text_free(&figures);
    return status;
}

const struct command command_bench_rnad = {
    .name = "bench rnad", .group = GROUP_MEASURE,
    .keywords = "learning equilibrium nash exploitability deepnash",
    .words = ARGUMENTS(
        {.name = "PART", .kind = VALUE_CHOICE, .at = offsetof(struct bench_rnad_args, part),
         .words = part_names, .optional = true, .meaning = "which part of it", .standard = "all"}),
    .flags = ARGUMENTS(
        FLAG_NUMBER(struct bench_rnad_args, eta, "eta", 0.05, 10, "weight of the regularisation"),
        FLAG_CHOICE(struct bench_rnad_args, game, "game", game_names, "which poker; both: kuhn and leduc"),
        FLAG_WHOLE(struct bench_rnad_args, iterations, "iterations", 1, 100000,
                   "of tabular R-NaD, 800 passes over the tree each"),
        FLAG_NUMBER(struct bench_rnad_args, floor, "floor", 0, 1,
                    "share of the uniform policy in each regularisation policy of tabular R-NaD; "
                    "the paper has 0"),
        FLAG_CHOICE(struct bench_rnad_args, method, "method", method_names, "of learning with a network"),
        FLAG_WHOLE(struct bench_rnad_args, seeds, "seeds", 1, 1000,
                   "runs with a network: seeds 1 to N, --jobs at a time"),
        FLAG_WHOLE(struct bench_rnad_args, steps, "steps", 1, 100000000,
                   "learning steps of a run with a network",
                   .standard = "2000 for kuhn, 3000 for leduc, 1000 by PPO"),
        FLAG_CHOICE(struct bench_rnad_args, without, "drop", addition_names,
                    "leaves out what R-NaD with a network has here and not in the paper",
                    .formerly = "without"),
        FLAG_NUMBER(struct bench_rnad_args, share, "filter", 0, 1,
                    "PPO learns from this share of the decisions only: those with the greatest advantages",
                    .value = "SHARE"),
        FLAG_NUMBER(struct bench_rnad_args, min, "min-advantage", 0, 100,
                    "and only from advantages of at least this size", .formerly = "least")),
    .out = true,
    DEFAULTS(struct bench_rnad_args, .eta = 0.2, .iterations = 20, .floor = 0.01, .seeds = 1, .share = 1),
    .help = "measures regularised Nash dynamics on small games whose equilibria are known",
    .details = "pennies: figure 2 of Perolat et al. (2022). The dynamics of three iterations are drawn: the\n"
               "first probability of each player, and the distance to the fixed point of the iteration.\n"
               "The last column counts the steps in which that distance did not fall.\n"
               "tabular: R-NaD with exact values on Kuhn and Leduc poker, and CFR+ beside it. NashConv is\n"
               "the sum of what best responses of both players gain; 0 at an equilibrium.\n"
               "network: the same games with a network that sees only the games it plays, by R-NaD and by\n"
               "PPO with a magnet. The standard is a quick run; doc/rnad.md has whole ones.",
    .run = run_bench_rnad,
};
