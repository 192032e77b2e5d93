/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays an agent against a field of partners with different styles; counts its score and its weaknesses
 * (lab/weakness.h). An improvement should hold against the whole field, not only against one opponent. */
#ifndef VEDETTE_LAB_BENCH_FIELD_H
#define VEDETTE_LAB_BENCH_FIELD_H

#include "lab/match.h"
#include "lab/weakness.h"

/* The default partners: an attacker, a runner, a player like people, a gambler, one that searches. */
enum { FIELD_PARTNERS = 5 };
extern const char *const field_partners[FIELD_PARTNERS];

/* The result of the games with one partner, or with all. */
struct field_result {
    struct match_result match; /* the agent is A */
    struct weaknesses weaknesses;
};

/* Plays `terms->games` games with each partner as a gauntlet. players[0] is the agent, the other count - 1
 * players are the partners (`count` is 2 or more). `results` has `count` elements: one for each partner, in
 * their order, and last that of all games. Ignores the agents, sinks and log of `terms`; progress and stop
 * are as in match_run. */
enum status bench_field_run(const struct match_terms *terms, const char *const *players, size_t count,
                            struct field_result *results, struct error *error);

#endif
