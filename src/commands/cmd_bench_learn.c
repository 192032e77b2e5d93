/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast a policy learns by self-play: bench learn. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/memory.h"
#include "commands/shared_flags.h"
#include "game/rules.h"
#include "game/rules_option.h"
#include "learn/policy_learn.h"
#include "net/pass.h"
#include "net/softmax.h"
#include "policy/policy.h"

#include <stdio.h>
#include <stdlib.h>

struct bench_learn_args {
    int variant;
    double seconds;
};

/* One figure: so many decisions and plies in a time. */
static void print_rate(struct session *session, const char *what, double decisions, double plies,
                       double seconds)
{
    session_printf(session, "%-28s %10.0f %10.0f %10.0f\n", what, decisions / seconds, plies / seconds,
                   1e6 * seconds / decisions);
}

/* A game by plain loops, one decision at a time. Returns its decisions and plies. */
static void play_by_scalars(const struct policy_learn_options *options, const struct policy_layers *layers,
                            struct net_pass *pass, struct rng *rng, double *decisions, double *plies)
{
    struct policy_game game = {0};
    policy_game_begin(&game, options->actor.variant, &options->actor.rules);
    for (; !policy_game_over(&game); ++*decisions) {
        float *cell = net_values(pass, layers->observation), policy[SQUARES];
        int head = layers->head[policy_game_head(&game)];
        bitboard squares = policy_game_legal(&game);
        uint8_t legal[SQUARES];
        policy_game_observe(&game, cell);
        policy_extra(net_values(pass, layers->extra), cell);
        net_pass_want(pass, &head, 1);
        net_forward(pass, 1);
        for (int square = 0; square < SQUARES; square++)
            legal[square] = bit_in(squares, square);
        softmax(net_values(pass, head), legal, SQUARES, policy, NULL);
        policy_game_act(&game, (int)policy_draw(policy, SQUARES, rng));
    }
    *plies += policy_game_plies(&game);
    policy_game_free(&game);
}

/* What scalar loops give, to compare with. */
static void bench_scalars(struct session *session, const struct bench_learn_args *args,
                          const struct policy_learn_options *options, const struct net *net,
                          const struct policy_layers *layers)
{
    struct net_pass *pass = net_pass_new(net, 1, NET_ANSWER, NULL);
    struct rng rng;
    double start = clock_thread(), decisions = 0, plies = 0;
    net_pass_lanes(pass, 1);
    rng_seed(&rng, options->actor.seed, 0);
    do
        play_by_scalars(options, layers, pass, &rng, &decisions, &plies);
    while (clock_thread() - start < args->seconds && !session_stopped(session));
    print_rate(session, "self-play, scalar loops", decisions, plies, clock_thread() - start);
    net_pass_free(pass);
}

/* Self-play alone. */
static enum status bench_play(struct session *session, const struct bench_learn_args *args,
                              const struct policy_learn_options *options, struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    enum status status = policy_net_rows(&options->shape, rows, &layers, error);
    struct net *net = status ? NULL : net_new(rows, layers.count, error);
    free(rows);
    if (!net)
        return STATUS_BAD;
    net_start(net, options->actor.seed);
    net_pack(net);
    struct policy_actor *actor = policy_actor_new(&options->actor, net, &layers, error);
    double start = clock_thread();
    session_printf(session, "%zu weights, %.1f MFLOP a forward pass of all heads; one thread\n\n",
                   net->weights, net_operations(net) / 1e6);
    session_printf(session, "%-28s %10s %10s %10s\n", "", "decisions", "plies", "us a");
    session_printf(session, "%-28s %10s %10s %10s\n", "", "a second", "a second", "decision");
    do {
        struct policy_record record = {0};
        status = policy_actor_play(actor, 1, &record, error);
        policy_record_free(&record);
    } while (!status && clock_thread() - start < args->seconds && !session_stopped(session));
    print_rate(session, "self-play", (double)policy_actor_decisions(actor), (double)policy_actor_plies(actor),
               clock_thread() - start);
    policy_actor_free(actor);
    bench_scalars(session, args, options, net, &layers);
    net_free(net);
    return status;
}

/* Whole learning steps, self-play and all. */
static enum status bench_steps(struct session *session, const struct bench_learn_args *args,
                               struct policy_learn_options *options, enum policy_method method,
                               struct error *error)
{
    struct policy_learner *learner;
    struct policy_learn_report report = {0};
    char what[64];
    options->method = method;
    enum status status = policy_learner_new(options, &learner, error);
    if (status)
        return status;
    double start = clock_thread(), plies = 0;
    do {
        status = policy_learner_step(learner, &report, error);
        plies += report.plies * options->batch;
    } while (!status && clock_thread() - start < args->seconds && !session_stopped(session));
    snprintf(what, sizeof what, "learning steps, %s", policy_method_names[method]);
    print_rate(session, what, (double)report.decisions, plies, clock_thread() - start);
    policy_learner_free(learner);
    return status;
}

static enum status run_bench(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_learn_args *args = arguments;
    struct policy_learn_options options = policy_learn_standard;
    options.actor.variant = variant_at((uint8_t)args->variant);
    rules_from_settings(&options.actor.rules, &session->settings, rules_find("deepnash"));
    options.actor.seed = session->seed;
    options.actor.jobs = 1;
    enum status status = bench_play(session, args, &options, error);
    for (int method = 0; !status && method < POLICY_METHODS; method++)
        status = bench_steps(session, args, &options, (enum policy_method)method, error);
    if (!status && session_stopped(session))
        status = error_set(error, STATUS_NO, "stopped");
    return status;
}

static const struct argument bench_learn_flags[] = {
    FLAG_VARIANT(struct bench_learn_args, variant),
    FLAG_SECONDS(struct bench_learn_args, seconds),
};

const struct command command_bench_learn = {
    .name = "bench learn",
    .group = GROUP_MEASURE,
    .keywords = "speed performance train self-play plies second",
    .flags = ROWS(bench_learn_flags),
    .analyses = true,
    DEFAULTS(struct bench_learn_args, .seconds = 5),
    .help = "measures how fast a policy plays against itself and learns, on one core",
    .details =
        "Time is the processor's. Learning steps are those of 'learn rnad' with its defaults; of their\n"
        "decisions only those of finished games count, so that the first step is dearer than later ones.",
    .run = run_bench,
};
