/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the guesser is: bench belief. */
#include "console/commands.h"

#include "console/guesser.h"
#include "lab/bench_belief.h"

static enum status run_bench_belief(struct session *session, int argc, char **argv,
                                    struct error *error)
{
    enum { PLIES = 300, SAMPLES = 200 };
    uint64_t games = 60;
    const struct flag flags[] = {
        {.name = "games", .kind = FLAG_WHOLE, .value = &games, .least = 1, .most = 100000}};
    struct guesser guesser = {0};
    struct bench_belief_result result;
    enum status status = arguments_parse(&command_bench_belief, flags, 1, &argc, argv, error);
    if (!status && argc)
        status = usage_error(&command_bench_belief, error);
    if (!status)
        status = guesser_init(&guesser, &session->settings, NULL, error);
    if (!status) {
        bench_belief_run(&guesser.knowledge, (int)games, PLIES, SAMPLES,
                         session->has_seed ? session->seed : 1, &result);
        double events = (double)result.events, samples = (double)result.samples;
        session_printf(session, "guesser %s, one core: %.0f updates, %.0f samples, %.1f scalings each\n",
                       guesser.knowledge.kind->name, events, samples, result.sweeps / events);
        session_printf(session, "figure event-update %.2f us\n", 1e6 * result.event_seconds / events);
        session_printf(session, "figure fact-update %.2f us\n",
                       result.facts ? 1e6 * result.fact_seconds / (double)result.facts : 0);
        session_printf(session, "figure event-update-p95 %.1f us\n",
                       1e6 * bench_belief_quantile(&result, 0.95));
        session_printf(session, "figure event-update-p99 %.1f us\n",
                       1e6 * bench_belief_quantile(&result, 0.99));
        session_printf(session, "figure sample %.2f us\n",
                       samples > 0 ? 1e6 * result.sample_seconds / samples : 0);
    }
    guesser_free(&guesser);
    return status;
}

const struct command command_bench_belief = {
    .name = "bench belief",
    .arguments = "[--games N]",
    .help = "measures how fast the guesser takes in moves and draws samples",
    .details =
        "Random games (60 of at most 300 moves) with beliefs about both sides. event-update: one\n"
        "event into one belief, normal form included (a belief that has nothing to do for an event is\n"
        "not counted); fact-update: the same for events that change a fact; -p95, -p99: what so many\n"
        "percent kept within; sample: one whole assignment of ranks.",
    .run = run_bench_belief,
};
