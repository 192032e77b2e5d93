/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benches of speed. Each measures one thing and appends what it found to `out`: a few lines on what was
 * measured, and a line "figure NAME VALUE UNIT" for each number, which --json gives as numbers. The statuses:
 * STATUS_BAD where a model or an agent cannot be used, STATUS_NO where the bench was stopped. */
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
    int jobs;                   /* threads, where a bench does not say that it measures one core */
    double seconds;             /* for each measurement, of processor time */
    const atomic_bool *stop;    /* may be NULL */
};

/* Appends a figure with so many digits behind the point; unit "-": a bare number. */
void bench_figure(struct text *out, const char *name, int digits, double value, const char *unit);

/* `part` / `whole`, and 0 where `whole` is 0: the rate or the mean of what was never measured. */
double bench_ratio(double part, double whole);

/* What starting agents takes, and how many copies of what they know there are: of each of `count` specs
 * (agent_start; 0: of every agent), on a library of its own, the first of a process, which reads what it
 * knows, the least time of several; then `agents` and one more, and of as many again the mean time and
 * memory. On one core. */
enum status bench_agents(const struct bench_terms *terms, const struct variant *variant, int agents,
                         const char *const *specs, size_t count, struct text *out, struct error *error);

/* How fast the guesser is: random games with beliefs about both sides that follow, samples drawn from one
 * of them at every twentieth ply, and both forms of the model read. On one core. */
enum status bench_belief(const struct bench_terms *terms, int games, struct text *out, struct error *error);

/* How fast a network like the one of a Stratego player is: 10x10x82 values in, four residual blocks of 64
 * channels, 1 + 100 numbers out; by the program's own matrix product and by OpenBLAS. `batch`: positions,
 * 1 or more. On one core. */
enum status bench_net(const struct bench_terms *terms, size_t batch, struct text *out, struct error *error);

/* How fast the passes of a network that learns are, for `batch` positions: lines for people, without figures,
 * with shares of OpenBLAS's matrix product, or of our own where it is not installed. On one core. */
void bench_passes(const struct bench_terms *terms, struct net *net, size_t batch, struct text *out);

enum { BENCH_ROLLOUT_PLIES = 12 /* of a rollout, where nothing else is asked for */ };

/* How fast planning is: whole fields, and lengths to one square, of path finding (plan/path.h) between pieces
 * in random places; games of the agent invincible against itself; the table of all plans, instances and moves
 * for positions of such games; and a ply of rollouts from them. On one core. */
enum status bench_plans(const struct bench_terms *terms, struct text *out, struct error *error);

/* How fast games are played on from a position by the planner, and where the time goes: from every few
 * positions of games of invincible against itself both sides go on for `plies` by the highest total of the
 * plans, each by its own view, with what was believed at the start (frozen) or with beliefs that follow every
 * move (live). On one core. Then the planner's signature (lab/planner_signature.h) of so many games, on all
 * jobs; 0: none. */
enum status bench_rollout(const struct bench_terms *terms, int plies, size_t games, struct text *out,
                          struct error *error);

/* How fast the rules are, all of them on. A playout picks each move uniformly among the legal ones, to the
 * game's end, from setups of the variant that came with the program and from random ones; leaves are those of
 * random positions from such games, three plies on, each made and taken back. In the same positions every
 * legal move is made and taken back again and again, and a side's unknown ranks are set on a board and taken
 * back. On one core. */
void bench_rules(const struct bench_terms *terms, const struct variant *variant, const struct rules *rules,
                 const struct setup *pool, size_t pool_count, struct text *out);

/* What the screen sends to a terminal of the kind `terminal` (TERM), and how soon: the running program is
 * started in a pseudo-terminal. Bytes are what came within a moment of stillness after the key, the middle
 * one of several and the most; keys are timed while a search runs on all jobs. STATUS_BAD too where no
 * pseudo-terminal can be had or the program does not show what it should. */
enum status bench_screen(const struct bench_terms *terms, const char *terminal, int rows, int cols,
                         struct text *out, struct error *error);

#endif
