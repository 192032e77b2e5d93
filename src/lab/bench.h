/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benches of speed. Each measures one thing and appends to `out`: a few lines that describe the
 * measurement, and a line "figure NAME VALUE UNIT" for each number, which --json prints as a number.
 * Status: STATUS_BAD if a model or an agent cannot be used, STATUS_NO if the bench was stopped. */
#ifndef VEDETTE_LAB_BENCH_H
#define VEDETTE_LAB_BENCH_H

#include "agent/library.h"
#include "base/text.h"
#include "game/placement.h"
#include "game/rules.h"
#include "net/net.h"

struct bench_terms {
    const struct settings *settings;
    struct library *library;
    uint64_t seed;
    int jobs;                   /* number of threads, unless the bench uses one core */
    double seconds;             /* processor time of each measurement */
    const atomic_bool *stop;    /* may be NULL */
};

/* Appends a figure with `digits` decimals. The unit "-" stands for a bare number. */
void bench_figure(struct text *out, const char *name, int digits, double value, const char *unit);

/* Returns `part` / `whole`. Returns 0 if `whole` is 0, that is, if nothing was measured. */
double bench_ratio(double part, double whole);

/* Measures the start of agents, for each of `count` specs (agent_start; 0: every agent), with a library of
 * its own, on one core. Measures the time of the first agent of a process, which also reads the models (the
 * min of several tries). Then starts 1 + 2 x `agents` on one library without ending any, and measures the
 * mean time and memory of the last `agents`. Also counts the copies of the models. */
enum status bench_agents(const struct bench_terms *terms, const struct variant *variant, int agents,
                         const char *const *specs, size_t count, struct text *out, struct error *error);

/* Measures the guesser: plays random games, updates beliefs about both sides at each move, and draws
 * samples from one of them at every 20th ply; also the time of reading both forms of the model. On one
 * core. */
enum status bench_belief(const struct bench_terms *terms, int games, struct text *out, struct error *error);

/* Measures a network like that of a Stratego player: 10x10x82 inputs, four residual blocks of 64 channels,
 * 1 + 100 outputs; with the program's own matrix product and with OpenBLAS. `batch`: number of positions,
 * 1 or more. On one core. */
enum status bench_net(const struct bench_terms *terms, size_t batch, struct text *out, struct error *error);

/* Measures the passes of a network in learning, for `batch` positions. Appends lines for people, without
 * figures: rates and their shares of the rate of OpenBLAS's matrix product, or of our own one if it is not
 * installed. On one core. */
void bench_passes(const struct bench_terms *terms, struct net *net, size_t batch, struct text *out);

enum { BENCH_ROLLOUT_PLIES = 12 /* default length of a rollout */ };

/* Measures planning, on one core: path finding (plan/path.h), as whole fields and as lengths to one square,
 * between pieces in random places; games of the agent invincible against itself; the table of all plans,
 * instances and moves for positions of such games; and a ply of rollouts from them. */
enum status bench_plans(const struct bench_terms *terms, struct text *out, struct error *error);

/* Measures rollouts by the planner and the parts of their time. From every few positions of games of
 * invincible against itself both sides play `plies` plies by the highest total of the plans, each from its
 * own view. They use the beliefs of the start (frozen), or beliefs that are updated at every move (live). On
 * one core. Then computes the planner's signature (lab/planner_signature.h) of `games` games, on all jobs; 0:
 * none. */
enum status bench_rollout(const struct bench_terms *terms, int plies, size_t games, struct text *out,
                          struct error *error);

/* Measures the rules, with all of them on, on one core. In random playouts each move is drawn uniformly among
 * the legal ones, to the end of the game; half of the games start from the setups `pool` of the variant, the
 * others from random ones. Perft makes and unmakes all plies to depth 3 in random positions of such games. In
 * the same positions, each legal move is made and unmade again and again, and all unknown ranks of a side are
 * set and hidden. */
void bench_rules(const struct bench_terms *terms, const struct variant *variant, const struct rules *rules,
                 const struct setup *pool, size_t pool_count, struct text *out);

/* Measures what the screen sends to a terminal of the type `terminal` (TERM), and how fast. Runs this
 * program again in a pseudo-terminal. Bytes are counted from a key until no output comes for a moment, as
 * median and max of several; the time of keys is measured while a search runs on all jobs. STATUS_BAD also
 * if there is no pseudo-terminal or the program does not show what is expected. */
enum status bench_screen(const struct bench_terms *terms, const char *terminal, int rows, int cols,
                         struct text *out, struct error *error);

#endif
