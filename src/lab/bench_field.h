/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The field: an agent against sparring partners who each play in another way, with its score and its
 * weaknesses counted (lab/weakness.h). A gain counts when it holds against the field, not against one. */
#ifndef VEDETTE_LAB_BENCH_FIELD_H
#define VEDETTE_LAB_BENCH_FIELD_H

#include "lab/match.h"
#include "lab/weakness.h"

/* The partners, where nobody names others: an attacker, a runner, people, a gambler, one who searches. */
enum { FIELD_PARTNERS = 5 };
extern const char *const field_partners[FIELD_PARTNERS];

/* What came of the games with one partner, or with all. */
struct field_result {
    struct match_result match; /* the agent is A */
    struct weaknesses weaknesses;
};

/* Plays `terms->games` games with each partner, those of a gauntlet: players[0] is the agent, and there are
 * `count` players (2 or more) with the partners. `results` has count elements: of each partner in their
 * order, and of all together. The agents of `terms` are not looked at, nor what it keeps, and there is no
 * log; progress and stop are as in match_run. */
enum status bench_field_run(const struct match_terms *terms, const char *const *players, size_t count,
                            struct field_result *results, struct error *error);

#endif
