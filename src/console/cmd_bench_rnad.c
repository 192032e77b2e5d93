/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regularised Nash dynamics on games whose equilibria are known: bench rnad. */
#include "console/commands.h"

#include "base/clock.h"
#include "console/dot_plot.h"
#include "learn/normal_form.h"

#include <math.h>
#include <string.h>

/* Parts of the bench. A row names one and runs it. */
struct bench_rnad_args {
    int part;
    double eta;
};

enum { ITERATIONS_DRAWN = 3 };

/* Section 2.2 of the paper: the policies from which matching pennies start, and the step of the
 * integration. */
static const struct joint_policy pennies_start = {{{0.999, 0.001}, {0.999, 0.001}}};
static const double pennies_step = 0.01;

/* Figure 2c: at the left the policies of both players as they move, at the right the distance to the fixed
 * point. */
static void draw_iterations(const struct dynamics_path *paths, struct text *out)
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
    dot_plot_pair(&policies, &distance, out);
}

/* The number of points at which the Lyapunov function does not fall, up to where its sum is rounding
 * alone. */
static size_t rises(const struct dynamics_path *path)
{
    size_t count = 0;
    for (size_t i = 1; i < path->count && path->points[i].lyapunov > 1e-10; i++)
        count += path->points[i].lyapunov >= path->points[i - 1].lyapunov;
    return count;
}

static enum status bench_pennies(struct session *session, const struct bench_rnad_args *args,
                                 struct text *figures, struct error *error)
{
    struct dynamics_path paths[ITERATIONS_DRAWN] = {0};
    struct joint_policy regular = pennies_start;
    struct text out = {0};
    (void)error;
    text_printf(&out, "Matching pennies, from [0.999, 0.001], eta %g; 1, 2, 3: iterations, x: equilibrium\n",
                args->eta);
    text_add(&out, "iteration  player 0          player 1          NashConv   Lyapunov at start   rises\n");
    for (int i = 0; i < ITERATIONS_DRAWN; i++) {
        normal_form_dynamics(&matching_pennies, &regular, &regular, args->eta, pennies_step, &paths[i]);
        regular = paths[i].points[paths[i].count - 1].policy;
        text_printf(&out, "%-9d  %.4f, %.4f    %.4f, %.4f    %-9.4f  %-18.4f  %zu\n", i + 1, regular.of[0][0],
                    regular.of[0][1], regular.of[1][0], regular.of[1][1],
                    normal_form_nash_conv(&matching_pennies, &regular), paths[i].points[0].lyapunov,
                    rises(&paths[i]));
        if (!i)
            text_printf(figures, "figure pennies-1 %.4f -\nfigure pennies-2 %.4f -\n", regular.of[0][0],
                        regular.of[1][0]);
    }
    draw_iterations(paths, &out);
    session_write(session, out.bytes, out.size);
    text_free(&out);
    for (int i = 0; i < ITERATIONS_DRAWN; i++)
        dynamics_free(&paths[i]);
    return STATUS_OK;
}

/* The parts, in the order of `part_names`. */
static const char *const part_names[] = {"all", "pennies", NULL};
static enum status (*const parts[])(struct session *session, const struct bench_rnad_args *args,
                                    struct text *figures, struct error *error) = {NULL, bench_pennies};
enum { PARTS = sizeof parts / sizeof parts[0] };

static enum status run_bench(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_rnad_args *args = arguments;
    struct text figures = {0};
    enum status status = STATUS_OK;
    for (int part = 1; part < PARTS && !status; part++)
        if (!args->part || args->part == part)
            status = parts[part](session, args, &figures, error);
    if (!status)
        session_write(session, figures.bytes, figures.size);
    text_free(&figures);
    return status;
}

static const struct argument bench_words[] = {
    {.name = "PART", .kind = VALUE_CHOICE, .at = offsetof(struct bench_rnad_args, part), .words = part_names,
     .optional = true, .meaning = "which part of it", .standard = "all"},
};

static const struct argument bench_flags[] = {
    {.name = "eta", .kind = VALUE_NUMBER, .at = offsetof(struct bench_rnad_args, eta), .low = 0.05,
     .high = 10, .meaning = "weight of the regularisation"},
};

const struct command command_bench_rnad = {
    .name = "bench rnad",
    .group = GROUP_MEASURE,
    .keywords = "learning equilibrium nash exploitability deepnash",
    .words = ROWS(bench_words),
    .flags = ROWS(bench_flags),
    .out = true,
    .args_size = sizeof(struct bench_rnad_args),
    .defaults = &(const struct bench_rnad_args){.eta = 0.2},
    .help = "measures regularised Nash dynamics on small games whose equilibria are known",
    .details = "pennies: figure 2 of Perolat et al. (2022). The dynamics of three iterations are drawn: the\n"
               "first probability of each player, and the distance to the fixed point of the iteration.\n"
               "The last column counts the steps in which that distance did not fall.",
    .run = run_bench,
};
