/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how fast a policy plays against itself and learns: bench learn. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/memory.h"
#include "commands/policy_shape_flags.h"
#include "game/rules.h"
#include "game/rules_option.h"
#include "lab/bench.h"
#include "learn/decision_batch.h"
#include "learn/policy_learn.h"
#include "net/pass.h"
#include "net/softmax.h"
#include "policy/policy.h"

#include <stdio.h>
#include <stdlib.h>

struct bench_learn_args {
    int variant;
    double seconds; /* of processor time, for each measurement */
    struct policy_shape_args shape;
};

enum { STEP_GAMES = 2 /* games of a learning step */ };

/* Prints a row: decisions and plies per second, and microseconds per decision. */
static void print_rate(struct session *session, const char *what, double decisions, double plies,
                       double seconds)
{
    session_printf(session, "%-28s %10.0f %10.0f %10.1f\n", what, decisions / seconds, plies / seconds,
                   1e6 * seconds / decisions);
}

/* Measures how fast observations (the network's inputs) are made, in positions of random games. */
static void bench_observation(struct session *session, const struct bench_learn_args *args,
                              const struct policy_learn_options *options)
{
    enum { TIMES = 64 }; /* per position: reading the clock must not dominate the time */
    float *cell = memory_new(OBSERVATION_CELLS, sizeof *cell);
    double start = clock_thread(), now = start, seconds = 0, decisions = 0, plies = 0;
    struct policy_game game = {0};
    struct rng rng;
    rng_seed(&rng, options->actor.seed, 0);
    while (now - start < args->seconds && !session_stopped(session)) {
        policy_game_begin(&game, options->actor.variant, &options->actor.rules);
        while (!policy_game_over(&game) && now - start < args->seconds) {
            bitboard legal = policy_game_legal(&game);
            int square = bits_pop(&legal); /* draw one of the legal squares */
            for (uint32_t skips = rng_below(&rng, (uint32_t)bits_count(legal) + 1); skips > 0; skips--)
                square = bits_pop(&legal);
            double before = clock_thread();
            for (int i = 0; i < TIMES; i++)
                policy_game_observe(&game, cell);
            now = clock_thread();
            seconds += now - before;
            decisions += TIMES;
            uint32_t ply = policy_game_plies(&game);
            policy_game_act(&game, square);
            plies += TIMES * (policy_game_plies(&game) > ply); /* some decisions end no ply */
        }
    }
    if (decisions > 0)
        print_rate(session, "observations alone", decisions, plies, seconds);
    policy_game_free(&game);
    free(cell);
}

/* Plays a game by scalar loops, one decision at a time, until clock_thread() reaches `end` at most. Adds its
 * numbers of decisions and plies to *decisions and *plies. */
static void play_by_scalars(const struct policy_learn_options *options, const struct policy_layers *layers,
                            struct net_pass *pass, struct rng *rng, double end, double *decisions,
                            double *plies)
{
    struct policy_game game = {0};
    policy_game_begin(&game, options->actor.variant, &options->actor.rules);
    for (; !policy_game_over(&game) && clock_thread() < end; ++*decisions) {
        float *cell = net_values(pass, layers->observation), policy[SQUARES];
        int head = layers->head[policy_game_head(&game)];
        bitboard squares = policy_game_legal(&game);
        uint8_t legal[SQUARES];
        /* The network's probabilities of the legal squares, for one head: draw a square by them. */
        policy_game_observe(&game, cell);
        policy_compute_extra(net_values(pass, layers->extra), cell);
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

/* Measures self-play by scalar loops, for comparison. */
static void bench_scalars(struct session *session, const struct bench_learn_args *args,
                          const struct policy_learn_options *options, const struct net *net,
                          const struct policy_layers *layers)
{
    struct net_pass *pass = net_pass_new(net, 1, NET_INFER, NULL);
    struct rng rng;
    double start = clock_thread(), decisions = 0, plies = 0;
    net_pass_lanes(pass, 1);
    rng_seed(&rng, options->actor.seed, 0);
    while (clock_thread() - start < args->seconds && !session_stopped(session))
        play_by_scalars(options, layers, pass, &rng, start + args->seconds, &decisions, &plies);
    if (decisions > 0)
        print_rate(session, "self-play, scalar loops", decisions, plies, clock_thread() - start);
    net_pass_free(pass);
}

/* Measures self-play without learning. */
static enum status bench_play(struct session *session, const struct bench_learn_args *args,
                              const struct policy_learn_options *options, const struct net *net,
                              const struct policy_layers *layers, struct error *error)
{
    struct policy_actor *actor = policy_actor_new(&options->actor, net, layers, error);
    enum status status = STATUS_OK;
    double start = clock_thread();
    do {
        struct policy_record record = {0};
        status = policy_actor_play(actor, 1, &record, error);
        policy_record_free(&record);
    } while (!status && clock_thread() - start < args->seconds && !session_stopped(session));
    print_rate(session, "self-play", (double)policy_actor_decisions(actor), (double)policy_actor_plies(actor),
               clock_thread() - start);
    policy_actor_free(actor);
    return status;
}

/* Measures whole learning steps of a method, self-play included. */
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

/* Makes a network with random weights and runs all measurements on one thread. */
static enum status run_bench_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_learn_args *args = arguments;
    struct policy_learn_options options = policy_learn_standard;
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    options.shape = policy_shape_of(&args->shape);
    options.actor.variant = variant_at((uint8_t)args->variant);
    rules_from_settings(&options.actor.rules, &session->settings, rules_find("deepnash"));
    options.actor.seed = session->seed;
    options.actor.jobs = 1;
    /* This number is as fast per decision as larger ones, and finishes sooner. */
    options.actor.games = POLICY_ACTOR_GROUP;
    options.batch = STEP_GAMES;
    enum status status = policy_net_write_rows(&options.shape, rows, &layers, error);
    struct net *net = status ? NULL : net_new(rows, layers.count, error);
    free(rows);
    if (!net)
        return STATUS_BAD;
    net_start(net, options.actor.seed);
    net_pack(net);
    session_printf(session, "%zu weights, %.1f MFLOP a forward pass of all heads; one thread\n\n",
                   net->weights, net_operations(net) / 1e6);
    session_printf(session, "%-28s %10s %10s %10s\n", "", "decisions", "plies", "us a");
    session_printf(session, "%-28s %10s %10s %10s\n", "", "a second", "a second", "decision");
    /* One row each: observations, self-play, scalar loops, learning steps of each method. */
    bench_observation(session, args, &options);
    status = bench_play(session, args, &options, net, &layers, error);
    if (!status)
        bench_scalars(session, args, &options, net, &layers);
    for (int method = 0; !status && method < POLICY_METHODS; method++)
        status = bench_steps(session, args, &options, (enum policy_method)method, error);
    if (!status) { /* the passes of the network */
        const struct bench_terms terms = {.seconds = args->seconds, .seed = session->seed,
                                          .stop = session->stop};
        struct text out = {0};
        text_add(&out, "\n");
        bench_passes(&terms, net, DECISION_BATCH, &out);
        session_print_text(session, &out);
    }
    net_free(net);
    if (!status && session_stopped(session))
        status = error_set(error, STATUS_NO, "stopped");
    return status;
}

const struct command command_bench_learn = {
    .name = "bench learn", .group = GROUP_MEASURE,
    .keywords = "speed performance train self-play plies second",
    .flags = ARGUMENTS(
        FLAG_VARIANT(struct bench_learn_args, variant),
        FLAG_SECONDS(struct bench_learn_args, seconds),
        FLAGS_POLICY_SHAPE(struct bench_learn_args, shape)),
    .analyses = true,
    DEFAULTS(struct bench_learn_args, .seconds = 5, .shape = POLICY_SHAPE_DEFAULTS),
    .help = "measures how fast a policy plays against itself and learns, on one core",
    .details =
        "Time is the processor's. Learning steps are those of 'learn rnad', but of two games each, of 16\n"
        "that are played side by side. Only decisions of finished games count, so that the first step is\n"
        "dearer than later ones; the last one is finished, which may take a second longer. Forward and\n"
        "backward passes are those of the network as it learns, as a share of OpenBLAS's matrix product\n"
        "(see 'bench net'), and by that product.",
    .run = run_bench_learn,
};
